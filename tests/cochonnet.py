"""What the tests of billiard cochonnet share: its cases, judged once, and games told in its short notation."""

from typing import Any, cast

from carreau import casebook
from carreau.billiards.cochonnet_book import BILLARD_COCHONNET
from carreau.billiards.cochonnet_notation import setup_of
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.casebook import Case
from carreau.core.game import Game, begun
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.ledger import Tried
from tests import proof

BOOK = BILLARD_COCHONNET
Told = tuple[Game, tuple[Ruling, ...], Ruling | None]


def state_of(game: Game) -> CochonnetState:
    """How a game stands."""
    return cast(CochonnetState, game.state)


def new_game(edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A game just set up."""
    return begun(edition, setup_of(edition.id, setup))


def told(game: Game, text: str) -> Told:
    """The game after some facts, with all rulings on them, as far as the first refusal."""
    after, rulings, no = casebook.heard(game, text)
    return after, rulings, no.ruling if no is not None else None


def game_of(text: str, edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A game of facts in short notation, none of which is refused."""
    game, _, refusal = told(new_game(edition, **setup), text)
    assert refusal is None, f"{refusal.key} {refusal.slots}"
    return game


def opened(case: Case, edition: Rulebook = BOOK) -> Game:
    """The game of a case before its table."""
    return casebook.opened(case, edition)


def judged() -> Tried:
    """Every case that holds, with what the book really says on each of its lines."""
    return proof.judged(BOOK.id)
