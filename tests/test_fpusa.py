"""The book of 1995 beside the first: what it lists, three throws of the jack, penalties spoken, games at random."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carreau.books import BOOKS, book
from carreau.casebook import told
from carreau.core.facts import SIDES
from carreau.core.game import Game, begun, replay, undo
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import load
from carreau.petanque.book import RULES
from carreau.petanque.fpusa import FPUSA_1995, FPUSA_RULES, INSTEAD, UNSAID
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState
from tests.walks import mirrored_entry, state_of, step

EDITIONS = ("fipjp-2016", "fpusa-1995", "suomi")
NAMED = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2, 3)]} for side in SIDES}


def game(text: str = "", **setup: object) -> Game:
    """A game by the text of 1995 after some facts in short notation."""
    return told(begun(FPUSA_1995, setup_of(FPUSA_1995.id, setup)), text)[0]


# --- what it lists ---------------------------------------------------------------------------------


def test_every_clause_that_a_shared_rule_cites_is_one_of_some_edition() -> None:
    """What one edition lacks another has; a key that none has is a slip."""
    known = {key for id in EDITIONS for key in load("carreau.petanque", id)["clauses"]}
    rules = {rule for id in EDITIONS for rule in book(id).decisions}
    assert not {f"{rule.name}: {key}" for rule in rules for key in rule.cites if key not in known}


def test_each_rule_of_the_first_book_is_taken_left_out_or_replaced() -> None:
    """Nothing is named twice, and what is named is a rule of the first book."""
    named = [*INSTEAD, *UNSAID]
    assert len(named) == len(set(named))
    assert set(named) <= set(RULES)
    assert not set(UNSAID) & set(FPUSA_RULES)


def test_its_readings_that_serve_another_id_are_known_elsewhere() -> None:
    """A question served under the id of the text of 2016 is one of that text, with the same answers."""
    theirs = BOOKS["fipjp-2016"].readings
    for id, reading in FPUSA_1995.readings.items():
        if reading.serves is not None:
            assert set(reading.answers) == set(theirs[reading.serves].answers), id


# --- three throws of the jack ----------------------------------------------------------------------


def thrower(failures: int) -> str:
    """Who throws the jack after so many failures in a row: three a side, in turn."""
    return "AB"[failures // 3 % 2]


@pytest.mark.parametrize("failures", range(13))
def test_three_throws_a_side_in_turn(failures: int) -> None:
    """Whoever throws, the first side plays the first boule."""
    facts = "; ".join(f"jack {thrower(n)} bad" for n in range(failures))
    played = game("draw A; " + facts if facts else "draw A", readings={"B1": "first_side_throws_again"})
    now = state_of(played)
    assert (now.jack_side, now.jack.attempts) == (thrower(failures), failures % 3)
    assert _opener(played, thrower(failures)) == "A"


def _opener(played: Game, side: str) -> str | None:
    turn = state_of(told(played, f"jack {side} ok")[0]).turn
    return turn.side if turn else None


@pytest.mark.parametrize("stops", list(product((True, False), repeat=3)))
def test_a_stopped_throw_is_never_counted(stops: tuple[bool, ...]) -> None:
    """However stopped and failed throws are mixed, only the failed ones are counted."""
    facts = "; ".join("jack A stop=animal" if stopped else "jack A bad" for stopped in stops)
    failed = stops.count(False)
    assert state_of(game("draw A; " + facts)).jack_side == ("B" if failed == 3 else "A")


# --- penalties ---------------------------------------------------------------------------------------


def test_withdrawing_a_breach_withdraws_all_that_was_answered_to_it() -> None:
    """The step, and what was asked about the step, go with the breach."""
    before = game("draw A; jack ok; A1 p holds=A", sides=NAMED)
    after = told(before, "OffenceSeen offence=obstacle player=A1; umpire: choose end; umpire: choose next_end")[0]
    withdrawn = undo(after, len(before.log))
    assert withdrawn.line == before.line
    assert undo(withdrawn, len(withdrawn.log) - 1).line == after.line


def test_a_missed_end_is_missed_once() -> None:
    """Two boules fewer in the next end, all of them again in the one after."""
    start = game("draw A; jack ok; A1 p holds=A", sides=NAMED)
    missed = told(start, "OffenceSeen offence=obstacle player=A1; umpire: choose end; umpire: choose next_end")[0]
    nexts = told(missed, "close; end A 1; jack A ok")[0]
    assert [state_of(nexts).hand(side) for side in SIDES] == [4, 6]
    after = told(nexts, "A2 p holds=A; close; end A 1; jack A ok")[0]
    assert [state_of(after).hand(side) for side in SIDES] == [6, 6]


# --- games at random ---------------------------------------------------------------------------------


def at_random(chance: Random, steps: int) -> Game:
    """A game by this text with players noted or not, in which anything may be entered."""
    setups: tuple[dict[str, Any], ...] = (
        {},
        {"format": "singles"},
        {"format": "doubles"},
        {"sides": NAMED},
        {"detail": "ends"},
    )
    played = told(game(**chance.choice(setups)), "draw A")[0]
    for _ in range(steps):
        played = step(chance, played)
    return played


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_told_again_it_is_the_same_story(chance: Random) -> None:
    """No fact brings the rules into contradiction, and the log alone gives every state again."""
    played = at_random(chance, 30)
    assert replay(FPUSA_1995, played.log).line == played.line


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_other_letters_mirror_it(chance: Random) -> None:
    """With A and B exchanged the same facts are recorded, the score and the turn exchanged."""
    played = at_random(chance, 30)
    mirror = replay(FPUSA_1995, [mirrored_entry(entry) for entry in played.log])
    ours, theirs = state_of(played), state_of(mirror)
    assert isinstance(ours, PetanqueState)
    assert [ours.points(side) for side in SIDES] == [theirs.points(side) for side in reversed(SIDES)]
    assert (ours.turn.side if ours.turn else None, theirs.turn.side if theirs.turn else None) in (
        (None, None), ("A", "B"), ("B", "A"),
    )  # fmt: skip


def test_a_fact_of_another_text_is_refused() -> None:
    """Nobody places the jack, shows a card or plays against time here."""
    passed = game("draw A; jack bad; jack bad; jack bad")
    for text in ("place B 7.00", "umpire: CardShown card=yellow player=A1 offence=obstacle", "setup timed"):
        with pytest.raises(NotRecorded, match=r"refused\.(jack_is_thrown|no_cards|no_timed_game)"):
            told(passed, text)
