"""Strokes against the decision table of the game, written here a second time and in another way than the rules have it."""

from itertools import combinations, product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carreau.billiards import five_facts as f
from carreau.billiards.five_seen import doubts, impossible, meanings, seen_in
from carreau.billiards.five_state import Stroke
from carreau.core.game import Game, play
from tests.five import FOLDER, cases, new_game, state_of
from tests.five_walks import events, quick_of

PLENTY = 1000  # a distance that no stroke reaches
FULL_CASTLE: dict[tuple[int, bool], int] = {
    (0, False): 0, (1, False): 2, (2, False): 4, (3, False): 6, (4, False): 8,
    (0, True): 8, (1, True): 6, (2, True): 8, (3, True): 10, (4, True): 12,
}  # fmt: skip
ACTS: tuple[f.Act, ...] = ("no_foot", "pushed", "jump", "in_motion")


class Outcome(NamedTuple):
    """Who receives how many points, and whether the next stroke is one with ball in hand."""

    to: str
    points: int
    hand: bool


def by_the_table(quick: f.Quick, acts: int) -> Outcome:
    """The decision table: one row for each way of the cue ball."""
    pins = FULL_CASTLE[len(set(quick.pins) - {"c"}), "c" in quick.pins]
    red = {"nobody": 0, "cue": 4, "object": 3}[quick.red]
    if quick.red_before:
        return Outcome("opponent", pins + 4 + 2 * acts, True)
    if quick.pins_before or not quick.object_ball:
        return Outcome("opponent", pins + red + 2 + 2 * acts, True)
    if acts:
        return Outcome("opponent", pins + red + 2 * acts, True)
    if quick.by_cue:
        return Outcome("opponent", pins + red, False)
    return Outcome("striker" if pins + red else "nobody", pins + red, False)


def base(kind: str = "normal") -> Game:
    """A match under way, A to play."""
    return play(new_game(distance=PLENTY), f.PositionStated(striker="A", stroke=kind))  # type: ignore[arg-type]


def judged(game: Game, fact: f.StrokePlayed) -> Stroke:
    """The stroke as judged."""
    stroke = state_of(play(game, fact, trusted=True)).stroke
    assert stroke is not None
    return stroke


def outcome(stroke: Stroke) -> Outcome:
    """The outcome of a judged stroke."""
    to = {None: "nobody", stroke.side: "striker"}.get(stroke.to, "opponent")
    return Outcome(to, stroke.awarded, stroke.hand)


def quick_forms() -> list[f.Quick]:
    """Every stroke that the quick form can tell, acts apart."""
    subsets = [pins for n in range(6) for pins in combinations(f.PINS, n)]
    reds = ("nobody", "cue", "object")
    flags = product((True, False), (True, False), (True, False), reds, subsets, (True, False))
    forms = [
        f.Quick(object_ball=hit, red_before=red_first, pins_before=pins_first, red=red, pins=pins, by_cue=by_cue)  # type: ignore[arg-type]
        for hit, red_first, pins_first, red, pins, by_cue in flags
    ]
    return [q for q in forms if impossible(f.StrokePlayed(quick=q), f.PINS, loose=False) is None]


def test_every_quick_form_is_judged_by_the_table() -> None:
    """Each form with up to four acts: 4225 strokes, 54 outcomes, each of them a line of the cases."""
    game, found, number = base(), set[Outcome](), 0
    for quick, acts in product(quick_forms(), range(len(ACTS) + 1)):
        got = outcome(judged(game, f.StrokePlayed(quick=quick, acts=ACTS[:acts])))
        assert got == by_the_table(quick, acts), quick
        found.add(got)
        number += 1
    assert (number, len(found)) == (4225, 54)
    assert found == committed()


def committed() -> set[Outcome]:
    """The outcomes that the cases list, with their articles."""
    listed = set[Outcome]()
    for case in cases():
        if case.article == "outcomes":
            for line in case.table:
                a, b = (int(n) for n in str(line.score).split("-"))
                to = "striker" if a else "opponent" if b else "nobody"
                listed.add(Outcome(to, a or b, line.next == "B hand"))
                assert line.rows
    assert (FOLDER / "outcomes.toml").is_file()
    return listed


def test_no_regular_stroke_makes_one_point_or_more_than_sixteen() -> None:
    """An odd number always has a casin in it."""
    game = base()
    for quick in quick_forms():
        stroke = judged(game, f.StrokePlayed(quick=quick))
        assert 0 <= stroke.value <= 16
        assert stroke.value != 1
        assert stroke.value % 2 == (stroke.red_points == 3)


chances = st.integers(0, 2**32).map(Random)


@settings(deadline=None, max_examples=300)
@given(chance=chances, acts=st.integers(0, 3))
def test_a_stroke_told_in_full_agrees_with_the_table(chance: Random, acts: int) -> None:
    """Whatever happens in whatever order: the table says the same of its summary."""
    told = events(chance, f.PINS)
    full = f.StrokePlayed(events=told, acts=ACTS[:acts])
    assert impossible(full, f.PINS, loose=False) is None
    assert outcome(judged(base(), full)) == by_the_table(quick_of(told), acts)


@settings(deadline=None, max_examples=300)
@given(chance=chances)
def test_both_forms_give_the_same(chance: Random) -> None:
    """The same values, fouls and award, whether told in full or in the few questions."""
    told = events(chance, f.PINS)
    full, quick = f.StrokePlayed(events=told), f.StrokePlayed(quick=quick_of(told))
    one, two = judged(base(), full), judged(base(), quick)
    assert one.seen.told == two.seen.told
    assert (one.pin_points, one.red_points, one.fouls, one.awarded) == (
        two.pin_points,
        two.red_points,
        two.fouls,
        two.awarded,
    )


@settings(deadline=None, max_examples=200)
@given(chance=chances, acts=st.integers(0, 4))
def test_a_stroke_is_worth_at_most_sixteen_and_its_fouls(chance: Random, acts: int) -> None:
    """Two for each foul, and two for the red touched first."""
    stroke = judged(base(), f.StrokePlayed(events=events(chance, f.PINS, 14), acts=ACTS[:acts]))
    assert stroke.awarded <= 16 + 2 * len(stroke.fouls) + stroke.complement


@pytest.mark.parametrize(
    ("event", "answers"),
    [
        ("C>O+R", ("together", "red_first")),
        ("C+O>R", ("cue_ball", "object_ball")),
        ("C+R!n", ("other_ball", "cue_ball")),
        ("C_O", ("touched", "not_touched")),
        ("R?n", ("by_itself", "felled")),
        ("O^c", ("count", "do_not_count")),
        ("C>O", ("",)),
    ],
)
def test_what_is_in_doubt_has_its_answers(event: str, answers: tuple[str, ...]) -> None:
    """A plain event means itself; one in doubt what the referee says."""
    assert tuple(meanings(event)) == answers


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (("C>O+R",), 1),
        (("C>O", "C>O+R"), 1),  # the red counts as reached by the cue ball, or the same
        (("C>R", "C>O+R"), 0),
        (("C>O", "C>R", "C+O>R"), 0),
        (("C>O", "C_O"), 0),
        (("C>O", "C!e", "C+O!n"), 0),
        (("C>O", "O?n", "C>R"), 1),
    ],
)
def test_nothing_is_asked_that_changes_nothing(told: tuple[str, ...], asked: int) -> None:
    """A doubt is put to the referee only where the stroke's worth turns on it."""
    fact = f.StrokePlayed(events=told)
    found = list(doubts(fact, {}, hand_counts=True, red_counts=False))
    assert len(found) == (0 if told == ("C>O", "C>O+R") else asked)


def test_the_order_matters_only_where_it_does() -> None:
    """Pins before or after the cannon are the same; the object ball before or after the red is not."""
    one = seen_in(f.StrokePlayed(events=("C>O", "O!n", "C>R")), {}, hand_counts=True)
    two = seen_in(f.StrokePlayed(events=("C>O", "C>R", "O!n")), {}, hand_counts=True)
    three = seen_in(f.StrokePlayed(events=("C>R", "C>O", "O!n")), {}, hand_counts=True)
    assert one.told == two.told != three.told
