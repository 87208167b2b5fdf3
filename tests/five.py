"""What the tests of five pins share: its cases, judged once, and matches told in its short notation."""

from typing import Any, cast

from carreau import casebook
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_notation import setup_of
from carreau.billiards.five_state import FivePinsState
from carreau.casebook import Case
from carreau.core.game import Game, begun
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.ledger import Tried
from tests import proof

BOOK = UMB_5PIN_1997
FOLDER = casebook.folder() / BOOK.id
Told = tuple[Game, tuple[Ruling, ...], Ruling | None]


def state_of(game: Game) -> FivePinsState:
    """How a match stands."""
    return cast(FivePinsState, game.state)


def new_game(edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A match just set up."""
    return begun(edition, setup_of(edition.id, setup))


def told(game: Game, text: str) -> Told:
    """The match after some facts, with all rulings on them, as far as the first refusal."""
    after, rulings, no = casebook.heard(game, text)
    return after, rulings, no.ruling if no is not None else None


def game_of(text: str, edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A match of facts in short notation, none of which is refused."""
    game, _, refusal = told(new_game(edition, **setup), text)
    assert refusal is None, f"{refusal.key} {refusal.slots}"
    return game


def opened(case: Case, edition: Rulebook = BOOK) -> Game:
    """The match of a case before its table."""
    return casebook.opened(case, edition)


def cases() -> tuple[Case, ...]:
    """All cases of the book, article by article."""
    return tuple(casebook.cases(BOOK.id))


def judged() -> Tried:
    """Every case that holds, with what the book really says on each of its lines."""
    return proof.judged(BOOK.id)
