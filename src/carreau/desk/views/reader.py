"""Who looks at a game: in which language, under which names, in which role."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import Side
from carreau.core.game import Game
from carreau.core.rights import Person, Role
from carreau.core.ruling import Ruling, Slot
from carreau.gamefile import Names, state_of
from carreau.say import names_of, says
from carreau.sports import parts

WRITTEN = ("text", "note", "why")  # what somebody writes in words of their own
SIGNS = {"A": "●", "B": "◎"}  # for buttons, where a name would not fit


class Reader(Struct, frozen=True, kw_only=True):
    """A reader of views. `people`: the names of players by id, as far as this reader may see them.

    `side`: the team that a scorer's phone speaks for, None if it scores for both. `discreet`: what somebody wrote in
    words of their own is not for this reader.
    """

    lang: str = "en"
    people: Names = {}
    role: Role = "viewer"
    side: Side | None = None
    signs: bool = False
    discreet: bool = False

    @property
    def person(self) -> Person:
        """As the rights know it."""
        return Person(role=self.role, side=self.side)

    def names(self, game: Game) -> Names:
        """Teams and players by name; with `signs` a team is a filled disc or a ring."""
        return {**names_of(state_of(game).setup, self.people), **(SIGNS if self.signs else {})}

    def says(self, game: Game, key: str, **slots: Slot) -> str:
        """A sentence of ours in the reader's language."""
        told = self._told(slots) if self.discreet and key.startswith("desk.said.") else slots
        return says(Ruling(key=key, slots=told, clauses=(), cites=()), self.lang, self.names(game))

    def ruled(self, game: Game, ruling: Ruling) -> str:
        """A ruling as a sentence."""
        if self.discreet:
            ruling = structs.replace(ruling, slots=self._told(ruling.slots))
        return says(ruling, self.lang, self.names(game), game.book.clauses)

    def _told(self, slots: Mapping[str, Slot]) -> dict[str, Slot]:
        """The values of a sentence, without what somebody wrote."""
        return {name: "…" if name in WRITTEN and value else value for name, value in slots.items()}


def article(rows: Iterable[str]) -> str | None:
    """The place in the text that a row names, for people: `16.b` of `fipjp-2016/16.b`."""
    first = next(iter(rows), None)
    return first.rpartition("/")[2] if first is not None else None


def rows_of(game: Game, clauses: tuple[str, ...]) -> list[str]:
    """The rows of the book behind the keys of clauses."""
    return parts.rows_of(game.book, clauses)


def cited(book: Any, ruling: Ruling) -> list[str]:
    """The rows that a ruling cites."""
    return list(ruling.cites) or [book.clauses[key].row for key in ruling.clauses if book.has(key)]
