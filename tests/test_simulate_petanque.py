"""A game of pétanque plays itself by each of the three books, and its record tells the same story."""

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from carreau.books import BOOKS
from carreau.core.game import Game
from carreau.gamefile import opened, state_of
from carreau.petanque import facts as f
from carreau.simulate.ends import ends_without_skill
from carreau.simulate.law import DEAD_FAR, DEAD_NEAR, law
from carreau.simulate.no_skill import QUIET, NoSkill, Rates
from carreau.simulate.petanque import FORMATS, SelfPlay, Sides, Stuck, set_up
from carreau.simulate.records import OtherStory, judged_again, record_of
from carreau.simulate.turns import HEADS, OVER, turns
from tests import test_order_table as by_hand

PETANQUE = ("fipjp-2016", "fpusa-1995", "suomi")
MANY = Rates(bad_jack=0.3, out=0.15, pushed_out=0.1, jack_moved=0.15, jack_out=0.05)


@cache
def played(book: str, seed: int, form: str = "triples", rates: Rates = MANY) -> Game:
    """A game on ground without physics, in which a lot goes wrong."""
    edition = BOOKS[book]
    return SelfPlay(edition, set_up(edition, Sides(format=form)), NoSkill(seed, rates), Random(seed)).whole()


@pytest.mark.parametrize("book", PETANQUE)
@pytest.mark.parametrize("form", FORMATS)
def test_a_game_plays_itself_to_the_last_point(book: str, form: str) -> None:
    for seed in range(4):
        state = state_of(played(book, seed, form))
        assert state.phase == "over"
        assert state.winner in ("A", "B")
        assert state.points(state.winner) >= 13 > min(state.points("A"), state.points("B"))


@pytest.mark.parametrize("book", PETANQUE)
def test_its_record_is_judged_to_the_same_story(book: str) -> None:
    game = played(book, 3)
    filed = judged_again(game, record_of(game, {"A1": "Ann"}))
    assert filed.names["A1"] == "Ann"
    assert all(step.entry.moment.source in ("simulator", "tape", "map") for step in game.heard)


def test_a_record_that_tells_something_else_is_found_out() -> None:
    with pytest.raises(OtherStory, match="was ruled"):
        judged_again(played("fipjp-2016", 3), record_of(played("fipjp-2016", 2)))


def test_one_seed_gives_one_game() -> None:
    again = SelfPlay(
        BOOKS["suomi"], set_up(BOOKS["suomi"], Sides(format="singles")), NoSkill(5, MANY), Random(5)
    ).whole()
    assert record_of(played("suomi", 5, "singles")) == record_of(again)
    assert record_of(played("suomi", 5, "singles")) != record_of(played("suomi", 6, "singles"))


def test_what_can_happen_does_happen() -> None:
    """The games of the tests really have failed jacks, dead jacks, dead boules, measuring and void ends in them."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        for step in played("fipjp-2016", seed).line:
            seen.update(ruling.key for ruling in step.rulings)
            seen[type(step.entry.fact).__name__] += 1
    wanted = ("boule.dead", "jack.dead", "jack.live", "JackPlaced", "PointMeasured", "HeadMapped", "EndCounted")
    assert [name for name in wanted if not seen[name]] == []


def test_a_ground_that_tells_nonsense_does_not_hang() -> None:
    class Nonsense(NoSkill):
        def boule(self, state: object, side: object, player: object) -> f.BouleThrown:
            return f.BouleThrown(side="A" if side == "B" else "B", holds="A")

    edition = BOOKS["fipjp-2016"]
    with pytest.raises(Stuck, match="refused") as stuck:
        SelfPlay(edition, set_up(edition, Sides()), Nonsense(1, QUIET), Random(1)).whole()
    assert state_of(stuck.value.game).phase == "play"


# --- the table of the order of play --------------------------------------------------------------------


@pytest.mark.parametrize(("boules", "states"), [(6, 876), (3, 216)])
def test_the_table_is_the_order_of_play(boules: int, states: int) -> None:
    """The table made by asking the book leads as the second reading of the text does, state by state."""
    table = turns("fipjp-2016", boules)
    assert len(table.side) == len(table.after) == states
    pairs = {opener: by_hand.Here(opener, boules, boules) for opener in "AB"}
    todo = list(zip(table.opens, pairs.values(), strict=True))
    known = dict(todo)
    for state, here in todo:
        turn = by_hand.plays(here)
        assert table.side[state] == (OVER if turn is None else "AB".index(turn[0]))
        for column, head in enumerate(HEADS if turn else ()):
            then, there = int(table.after[state, column]), by_hand.after(here, turn[0] if turn else "", head)
            assert known.setdefault(then, there) == there
            if (then, there) not in todo:
                todo.append((then, there))
    assert len(known) == states


@pytest.mark.parametrize("book", PETANQUE)
@pytest.mark.parametrize("boules", [6, 3])
def test_every_end_by_the_table_comes_to_an_end(book: str, boules: int) -> None:
    table = turns(book, boules)
    left = {0: np.flatnonzero(table.side == OVER)}
    assert (table.after[table.side == OVER] == OVER).all()
    live = table.side != OVER
    assert ((table.after[live] >= 0) & (table.after[live] < len(table.side))).all()
    assert len(left[0])


@pytest.mark.parametrize(
    ("boules", "mean", "shares"),
    [(6, 12 / 7, (0.5455, 0.2727, 0.1212, 0.0455, 0.0130, 0.0022)), (3, 1.5, (0.6, 0.3, 0.1))],
)
def test_an_end_without_skill_gives_what_chance_gives(boules: int, mean: float, shares: tuple[float, ...]) -> None:
    ends = ends_without_skill(100_000, boules=boules, seed=4)
    assert ends.mean == pytest.approx(mean, abs=0.01)
    assert [ends.shares()[n + 1] for n in range(boules)] == pytest.approx(shares, abs=0.01)
    assert (ends.thrown == 2 * boules).all()
    assert float((ends.points > 0).mean()) == pytest.approx(0.5, abs=0.01)


def test_the_simulated_game_of_the_examples() -> None:
    """A game that was played with physics, kept as a record: it stays what it was, whatever becomes of the physics."""
    filed = opened((Path(__file__).parent.parent / "examples" / "simulated-singles.jsonl").read_bytes())
    assert filed.state.phase == "over"
    assert max(filed.state.points(side) for side in ("A", "B")) >= 13
    moments = [step.entry.moment for step in filed.game.heard]
    assert {m.by for m in moments} <= {"simulator", "A", "B", "both", "umpire"}
    assert sum(m.by == "simulator" for m in moments) > 0.9 * len(moments)


@pytest.mark.parametrize("book", PETANQUE)
def test_what_a_dead_jack_gives_is_what_the_book_says(book: str) -> None:
    """One side with boules left gets a point for each; nobody gets any when both have some, or neither."""
    given = law(book, 3).given
    assert [int(given[a, b]) for a, b in ((2, 0), (0, 3), (1, 2), (0, 0))] == [2, -3, 0, 0]


def test_a_book_without_a_least_range_kills_no_jack_that_comes_near() -> None:
    assert law("fipjp-2016", 6).ranges[DEAD_NEAR] == BOOKS["fipjp-2016"].limit("dead_jack.near") / 1000
    assert law("suomi", 6).ranges[DEAD_NEAR] == 0
    assert law("fpusa-1995", 6).ranges[DEAD_FAR] > law("fipjp-2016", 6).ranges[DEAD_FAR]
