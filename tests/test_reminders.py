"""Reminders: each moment is known, each is said once, and a game in which all were said pays nothing for them."""

from carreau.books import book
from carreau.casebook import told
from carreau.core.game import Game, begun
from carreau.core.rulebook import Reminded
from carreau.petanque.notation import setup_of
from carreau.petanque.reminders import MOMENTS, REMINDERS

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
    assert with_moment == set(REMINDERS)
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
