"""What the tests of five pins share: its cases, judged once, and matches told in its short notation."""

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from msgspec import Struct

from carreau import casebook
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_notation import setup_of
from carreau.billiards.five_state import FivePinsState
from carreau.casebook import Case, Line, Outcome
from carreau.core.game import Game, begun
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling

BOOK = UMB_5PIN_1997
FOLDER = casebook.folder() / BOOK.id
Told = tuple[Game, tuple[Ruling, ...], Ruling | None]


class FiveCase(Struct, frozen=True, kw_only=True):
    """A case of five pins."""

    case: Case

    @property
    def id(self) -> str:
        """Where the case stands."""
        return self.case.id


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


def tried(five: FiveCase, edition: Rulebook = BOOK) -> Iterator[Outcome]:
    """Each line of a case judged by the book."""
    return casebook.tried(five.case, edition)


@cache
def cases() -> tuple[FiveCase, ...]:
    """All cases of the book, article by article."""
    return tuple(FiveCase(case=case) for case in casebook.cases(BOOK.id))


@cache
def judged() -> tuple[tuple[FiveCase, tuple[Outcome, ...]], ...]:
    """Every case with what the book really says on each of its lines."""
    return tuple((case, tuple(tried(case))) for case in cases())


def facts_in(line: Line) -> tuple[str, ...]:
    """The facts of a line of a case, one by one, as they are written."""
    return tuple(" ".join(part.split()) for part in line.when.split(";") if part.strip())
