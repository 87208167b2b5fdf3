"""Reminders: each moment is known, each is said once, and a game in which all were said pays nothing for them."""

import pytest

from carreau.books import book
from carreau.casebook import told
from carreau.core.game import Game, begun
from carreau.core.ruling import Reminded
from carreau.petanque.notation import setup_of
from carreau.petanque.reminders import MOMENTS, REMINDERS
from carreau.petanque.state import PetanqueState

BOOK = book("fipjp-2016")
PLAYED = """draw A; circle drawn 400 marked; jack ok
A p holds=A; B p holds=unknown; head A; umpire: MeasuringBegun umpire=true"""


def reminded(game: Game) -> list[str]:
    """The reminders of a game in the order in which they were said."""
    effects = [e for step in game.line for r in step.rulings for e in r.effects]
    return [e.clause for e in effects if isinstance(e, Reminded)]


def test_every_clause_with_a_moment_is_reminded_of_at_a_known_one() -> None:
    """No guidance of the book is left out, and no moment is unknown."""
    with_moment = {key for key, clause in BOOK.clauses.items() if clause.moment is not None}
    assert with_moment == set(REMINDERS) & set(BOOK.clauses)
    assert {str(BOOK.clauses[key].moment) for key in with_moment} <= set(MOMENTS)
    assert {key for key, clause in BOOK.clauses.items() if clause.handled == "guidance"} <= with_moment


def test_each_is_said_once() -> None:
    """The second draw of breath brings no second reminder."""
    game, _ = told(begun(BOOK, setup_of(BOOK.id, {})), PLAYED)
    said = reminded(game)
    assert len(said) == len(set(said))
    assert game.state.reminded == frozenset(said)


def test_they_come_in_the_order_of_the_game() -> None:
    """First the set-up, then the circle, then the jack, then the boules."""
    game, _ = told(begun(BOOK, setup_of(BOOK.id, {})), PLAYED)
    said = reminded(game)
    order = ["boule_kit.check_beforehand", "circle.old_wiped", "jack_moved.mark", "boule_moved.mark", "measure.clean"]
    assert [key for key in said if key in order] == order


ALL = """draw A; circle drawn 400 marked; umpire: jack bad; place B 8.00; A p out; B p holds=B
A p holds=unknown; head B; umpire: MeasuringBegun umpire=true
umpire: MeasuringEnded; A s jack>foreign holds=B; close; both: end B 1"""

COMES = {
    "before_circle": ("draw A", "SignalGiven what=announcement"),
    "jack_moved": ("draw A; jack ok; A p holds=A; B s jack>moved holds=B", "draw A; jack ok; A p holds=A; B p holds=B"),
    "end_complete": ("draw A; jack ok; A s jack>dead", "draw A; jack ok; A p holds=A"),
    "search": ("draw A; jack ok; ClockStarted clock=search_jack", "draw A; jack ok; ClockStarted clock=boule"),
    "card": ("draw A; umpire: CardShown card=yellow side=A offence=dress", "draw A"),
    "game_over": ("draw A; inspect boule A filled=true", "draw A; inspect boule A filled=false"),
    "late": ("PlayersCame side=A late_ms=1", "PlayersCame side=A"),
}


@pytest.mark.parametrize("moment", COMES)
def test_a_moment_comes_with_its_fact_and_not_before(moment: str) -> None:
    """Moments that no clause of this book uses are there for the others."""
    for story, comes in zip(COMES[moment], (True, False), strict=True):
        game, _ = told(begun(BOOK, setup_of(BOOK.id, {})), story)
        was, now, last = game.line[-2].state, game.state, game.line[-1]
        assert isinstance(was, PetanqueState)
        assert isinstance(now, PetanqueState)
        assert MOMENTS[moment](was, now, last.entry.fact, last.rulings) is comes, story


def test_when_all_are_said_nothing_more_is() -> None:
    """The last reminder of a game is the last."""
    game, _ = told(begun(BOOK, setup_of(BOOK.id, {})), ALL)
    assert set(reminded(game)) == set(REMINDERS) & set(BOOK.clauses)
    later, rulings = told(game, "circle drawn 400 B")
    assert reminded(later) == reminded(game)
    assert rulings
