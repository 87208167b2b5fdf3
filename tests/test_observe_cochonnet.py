"""What somebody who watches a game of billiard cochonnet says: cushions, the starting line, what lies where."""

import math
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from carreau.billiards.cochonnet_facts import PLAYED, UNPLAYED, BallPlayed, Moved, Rolled
from carreau.billiards.cochonnet_line import past
from carreau.core.facts import Moment
from carreau.core.game import play
from carreau.core.ruling import Ruling
from carreau.observe.cloth import CochonnetTable, cochonnet_table_of
from carreau.observe.cochonnet import ball_played, end_measured, jack_thrown, lag_played, line_of
from carreau.observe.contacts import BALL, BOTTOM, CUSHION, LEFT, OUT, RIGHT, TOP
from carreau.observe.tape import TAPE
from carreau.observe.wrong import Misplaced
from tests.cochonnet import BOOK, game_of
from tests.observed import steady

R, JACK = 0.0305, 0.028
TABLE = CochonnetTable()
LINE = TABLE.line_m
NAMES = ("jack", "A.1", "B.1", "A.2")
LAY = [(1.5, 0.6), (1.7, 0.6), (1.2, 0.3), (0.3, 0.6)]
RADII = [JACK, R, R, R]
JACK_N, A1, B1, OWN = range(4)


def roll(*contacts: tuple[float, int, int, int], rest: Any = None, **more: Any) -> BallPlayed:
    """A.2 is rolled among jack, A.1 and B.1; if nothing is said it comes to rest at 1.6 m."""
    places = [*LAY[:3], (1.6, 0.9)] if rest is None else rest
    return ball_played(
        "A", list(contacts), places, radii_m=RADII, names=NAMES, played="A.2", before_m=more.pop("before", LAY), **more
    )


TWO = ((1.0, CUSHION, OWN, TOP), (2.0, CUSHION, OWN, LEFT))


# --- the line ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beyond", "line"),
    [
        (-R - 0.001, "before"), (-R, "before"), (-R + 1e-6, "astride"), (0.0, "astride"), (1e-6, "centre_past"),
        (R, "centre_past"), (R + 1e-6, "past"),
    ],
)  # fmt: skip
def test_a_ball_lies_before_the_line_astride_or_past_it(beyond: float, line: str) -> None:
    assert line_of(LINE - beyond, R) == line


@cache
def read(answer: str) -> Any:
    """The book of a game that reads the line so."""
    return game_of("", readings={"C-A4": answer}).book


@steady()
@given(x=st.floats(0.03, 2.5))
def test_the_readings_of_the_line_agree_with_its_geometry(x: float) -> None:
    """By any part, the centre or the whole ball: what each reading calls past is past in the plane."""
    if min(abs(x - LINE), abs(x - LINE + R), abs(x - LINE - R)) < 1e-8:
        return
    line = line_of(x, R)
    for answer, is_past in (("any_part", x - R < LINE), ("centre", x < LINE), ("whole_ball", x + R < LINE)):
        assert past(read(answer), line) is is_past


# --- a ball ----------------------------------------------------------------------------------------------------


def test_a_ball_touches_the_far_cushion_and_another() -> None:
    fact = roll(*TWO)
    assert (fact.far_cushion, fact.cushions, fact.line, fact.off_table) == (True, 2, "before", False)
    assert (fact.touched_before, fact.moved, fact.order) == ((), (), ())


def test_side_cushions_alone_do_not_reach_the_far_one() -> None:
    fact = roll((1.0, CUSHION, OWN, LEFT), (1.5, CUSHION, OWN, RIGHT))
    assert (fact.far_cushion, fact.cushions) == (False, 2)


def test_cushions_of_other_balls_are_not_its_own() -> None:
    fact = roll(*TWO, (2.5, BALL, OWN, B1), (3.0, CUSHION, B1, BOTTOM))
    assert fact.cushions == 2


def test_a_ball_that_rattles_on_a_cushion_touches_it_once_and_coming_back_again() -> None:
    rattled = (TWO[0], (1.0005, CUSHION, OWN, TOP), (1.001, CUSHION, OWN, TOP), (1.0015, CUSHION, OWN, TOP))
    assert roll(*rattled).cushions == 1
    assert roll(*rattled, (3.0, CUSHION, OWN, TOP)).cushions == 2


def test_what_it_touches_before_the_far_cushion_is_told_once_and_in_order() -> None:
    early = ((0.2, BALL, OWN, B1), (0.4, BALL, JACK_N, OWN), (0.6, BALL, OWN, B1), *TWO, (2.5, BALL, OWN, A1))
    assert roll(*early).touched_before == ("B.1", "jack")


def test_a_ball_that_never_reached_the_far_cushion_touched_all_too_early() -> None:
    assert roll((0.2, BALL, OWN, B1)).touched_before == ("B.1",)


def test_a_ball_nobody_has_played_yet_is_told_of_as_such() -> None:
    fact = roll((0.2, BALL, OWN, B1), *TWO, unplayed=("B.1",), rest=[*LAY[:2], (0.4, 0.4), (1.6, 0.9)])
    assert (fact.touched_before, fact.moved) == ((UNPLAYED,), ())


def test_what_has_moved_is_told_with_the_line_and_the_rest_is_not() -> None:
    rest = [(0.62, 0.6), (1.7, 0.6), (0.2, 0.3), (1.6, 0.9)]
    fact = roll(*TWO, (2.5, BALL, OWN, B1), rest=rest, marked=("jack",))
    assert fact.moved == (
        Moved(object="jack", line="centre_past", marked=True),
        Moved(object="B.1", line="past", marked=False),
    )


def test_a_ball_off_the_table_lies_at_no_line() -> None:
    gone = roll(*TWO, (2.5, OUT, OWN, TOP), rest=[*LAY[:3], (math.nan, 0.0)])
    assert (gone.off_table, gone.line) == (True, None)
    pushed = roll(*TWO, (2.5, BALL, OWN, JACK_N), (2.6, OUT, JACK_N, LEFT))
    assert pushed.moved == (Moved(object="jack", off_table=True),)


def test_the_order_calls_the_ball_itself_played_and_equal_ones_one_group() -> None:
    rest = [(1.5, 0.6), (1.7, 0.6), (1.3, 0.6), (1.5, 0.7)]
    fact = roll(*TWO, rest=rest, before=[*rest[:3], LAY[3]], ordered=("A.1", "B.1", "A.2"))
    assert fact.order == ((PLAYED,), ("A.1", "B.1"))


# --- through the book ------------------------------------------------------------------------------------------

PLAYING = "lag A; jack A ok; A holds=A; B holds=B"


def ruled(fact: BallPlayed) -> tuple[Ruling, ...]:
    """What the book says to a ball of A in an end in which each side has played one."""
    game = game_of(PLAYING)
    side = game.state.turn.side  # type: ignore[attr-defined]
    assert side in "AB"
    return play(game, structs.replace(fact, side=side), moment=Moment(by="simulator", source="simulator")).rulings


@pytest.mark.parametrize(
    ("contacts", "more", "key"),
    [
        (TWO, {}, None),
        ((TWO[1],), {}, "ball.too_soft"),
        ((TWO[0],), {}, "ball.one_cushion"),
        (((0.5, BALL, OWN, B1), *TWO), {"rest": [*LAY[:2], (1.3, 0.3), (1.6, 0.9)]}, "ball.touched_before"),
        (TWO, {"rest": [*LAY[:3], (0.3, 0.6)]}, "ball.too_hard"),
        ((*TWO, (2.5, OUT, OWN, LEFT)), {}, "ball.too_hard"),
    ],
)
def test_the_book_rules_on_what_was_seen(contacts: Any, more: Any, key: str | None) -> None:
    found = {r.key for r in ruled(roll(*contacts, **more))}
    assert not any(k.startswith("refused") for k in found)
    wrong = {"ball.too_soft", "ball.one_cushion", "ball.touched_before", "ball.too_hard"} & found
    assert wrong == ({key} if key else set())


# --- jack, draw, measuring -----------------------------------------------------------------------------------------


def test_a_jack_that_comes_back_and_one_that_comes_back_too_far() -> None:
    good = jack_thrown("A", [(1.0, CUSHION, 0, TOP)], [(1.2, 0.6)], radii_m=JACK)
    over = jack_thrown("A", [(1.0, CUSHION, 0, TOP)], [(0.5, 0.6)], radii_m=JACK, player="A1")
    short = jack_thrown("A", [], [(2.0, 0.6)], radii_m=JACK)
    assert (good.far_cushion, good.cushions, good.line) == (True, 1, "before")
    assert (over.line, over.player) == ("past", "A1")
    assert short.far_cushion is False
    for fact, owner in ((good, "jack.comes_back"), (over, "jack.again"), (short, "jack.again")):
        assert owner in [r.key for r in play(game_of("lag A"), fact, moment=Moment()).rulings]


def test_the_draw_tells_how_each_ball_came_back() -> None:
    far = [(1.0, CUSHION, 0, TOP)]
    fact = lag_played({"A": (far, (LINE + R + 0.1, 0.3)), "B": (far, (LINE - R - 0.05, 0.9))}, radius_m=R)
    assert fact.balls == {
        "A": Rolled(far_cushion=True, line="before", gap_mm=100),
        "B": Rolled(far_cushion=True, line="past", gap_mm=50),
    }
    rulings = play(game_of(""), fact, moment=Moment(by="simulator", source="simulator")).rulings
    assert "lag.won" in [r.key for r in rulings]
    astride = lag_played({"A": ([], (LINE, 0.3)), "B": (far, (1.0, 0.5))}, radius_m=R, on_table={"B": False})
    assert astride.balls["A"] == Rolled(far_cushion=False, line="astride", gap_mm=0)
    assert astride.balls["B"] == Rolled(far_cushion=True, off_table=True)


def test_the_end_is_measured_between_surfaces_of_unequal_balls() -> None:
    rest = [(1.5, 0.6), (1.7, 0.6), (1.3, 0.6005), (1.5, 0.75)]
    fact = end_measured(rest, radii_m=RADII, names=NAMES, instrument=TAPE)
    assert fact.order == (("A.2",), ("A.1", "B.1"))
    assert fact.gaps_mm["A.2"] == round((math.hypot(0.15, R - JACK) - R - JACK) * 1000)
    assert end_measured(rest, radii_m=RADII, names=NAMES, ordered=("B.1",)).order == (("B.1",),)


# --- input -----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_rolled_is_named() -> None:
    for more, says in (
        ({"rest": LAY[:3]}, "on_table: 4 values for 3 balls"),
        ({"before": LAY[:2]}, r"before_m \(2, 2\): 4 balls need 4 x 2"),
        ({"rest": [(math.nan, 0), *LAY[1:]]}, r"ball 0 at \[nan"),
    ):
        with pytest.raises(Misplaced, match=says):
            roll(*TWO, **more)
    with pytest.raises(Misplaced, match="jack among A, B: each name stands once, and the one played is there"):
        jack_thrown("A", [], LAY[:2], radii_m=R, names=("A", "B"))


def test_a_table_with_its_line_elsewhere() -> None:
    table = cochonnet_table_of({"name": "club", "length_m": 2.84, "width_m": 1.42, "start_line_m": 0.8})
    assert table.line_m == 0.8
    assert line_of(0.75, R, table) == "past"
    with pytest.raises(Misplaced, match=r"cochonnet: start_line_m 3\.0: from 0 to 2\.54 m"):
        cochonnet_table_of({"start_line_m": 3.0})
    assert BOOK.id == "billard-cochonnet"
