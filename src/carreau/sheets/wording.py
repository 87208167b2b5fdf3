"""The words of one sheet: its language, the names on it, and what the rulings of a game say."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, Step
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Effect, Reminded, Ruling, Slot
from carreau.gamefile import Names, told
from carreau.say import says
from carreau.sports import Kit, kit_of

MARKS: dict[Side, str] = {"A": "●", "B": "◎"}
NOTHING = "–"
PEOPLE = ("player", "players", "partner", "captain", "thrower", "for_player", "who")  # slots that speak of somebody
NUMBERED = re.compile(r"[AB](\.?\d+)?( [AB]\d+)*|")  # players by number, who are not named thereby
COURSE = ("TurnIs", "PhaseIs", "ClockRuns", "ClockStops")  # what every entry brings, and no sheet needs


class Wording(Struct, frozen=True, kw_only=True):
    """What a sheet says. `hidden`: no names of people, and nothing that somebody wrote about them."""

    book: Rulebook
    lang: str
    names: Names = {}
    hidden: bool = False

    @property
    def kit(self) -> Kit:
        """What the tools know of the sport."""
        return kit_of(self.book)

    def say(self, key: str, **slots: Slot) -> str:
        """A text of a sheet."""
        return told(key, self.lang, self.names, **slots)

    def team(self, side: Side) -> str:
        """A side by name, or by its letter."""
        return self.names.get(side) or told(f"word.{side}", self.lang)

    def person(self, id: str | None) -> str:
        """A player by name, or by number; a side where no player was noted."""
        if id in SIDES:
            return f"{MARKS[id]} {self.team(id)}"
        known = id is not None and NUMBERED.fullmatch(id) is not None
        if id and known:
            return f"{MARKS['A' if id[0] == 'A' else 'B']} {self.names.get(id, id)}"
        return "…" if id and self.hidden else (id or "")

    def side(self, side: Side) -> str:
        """A side where there is little room: its mark, or the name where there are no marks."""
        return self.team(side) if self.billiards else MARKS[side]

    @property
    def billiards(self) -> bool:
        """Is it five pins, where a side is one player with a ball, and the umpire a referee?"""
        return self.book.sport.name == "five_pins"

    def time(self, ms: int | None) -> str:
        """Game time; nothing where none was noted."""
        return "" if ms is None else told("sheet.time", self.lang, time_ms=ms)

    def note(self, text: str | None) -> str:
        """What somebody wrote, unless names are hidden: it may name people."""
        if not text:
            return ""
        return self.say("sheet.note_hidden") if self.hidden else text

    def noted(self, rulings: Iterable[Ruling], note: str | None) -> str:
        """What was ruled, and what was written beside it if the ruling does not quote it."""
        said = self.ruled(rulings, note)
        written = self.note(note)
        return said if written.rstrip(".") in said else f"{said} {written}".strip()

    def ruled(self, rulings: Iterable[Ruling], written: str | None = None) -> str:
        """What was ruled, in sentences: without reminders, questions, and whose turn it is.

        `written`: what somebody wrote, which a ruling may quote.
        """
        news = (self._quoting(r, written) for r in rulings if is_news(r))
        return " ".join(dict.fromkeys(says(r, self.lang, self.names, self.book.clauses) for r in news))

    def _quoting(self, ruling: Ruling, written: str | None) -> Ruling:
        """The ruling as this sheet prints it: a note without its full stop, and nobody named who is not to be."""
        slots = {name: self._shown(name, value, written) for name, value in ruling.slots.items()}
        return structs.replace(ruling, slots=slots)

    def _shown(self, name: str, value: Slot, written: str | None) -> Slot:
        if written and value == written:
            return self.note(written).rstrip(".")
        named = self.hidden and name in PEOPLE and isinstance(value, str) and not NUMBERED.fullmatch(value)
        return "…" if named else value

    def rows(self, rulings: Iterable[Ruling]) -> str:
        """The rows that those rulings cite, without the book's name, which the head of the sheet gives."""
        cited = (row for r in rulings if is_news(r) for row in r.cites)
        return " ".join(dict.fromkeys(row.partition("/")[2] for row in cited))


def is_news(ruling: Ruling) -> bool:
    """Does it say more than what every entry brings?"""
    names = {kind_of(e) for e in ruling.effects}
    if any(isinstance(e, Reminded | Asked) for e in ruling.effects) or ruling.key.startswith("reminder."):
        return False
    return not names or not names <= set(COURSE)


def effects(step: Step, *kinds: str) -> Iterator[Any]:
    """The effects of these kinds that an entry brought; the sports share the names of what they share."""
    return (e for r in step.rulings for e in r.effects if kind_of(e) in kinds)


def kind_of(value: Effect | Any) -> str:
    """The kind of a fact or of an effect, by name."""
    return type(value).__name__


def walked(game: Game) -> Iterator[tuple[Any, Step]]:
    """Each entry of the story as it stands now, and the state before it."""
    for before, step in pairwise(game.line):
        yield before.state, step


def root_of(step: Step) -> int:
    """The entry that this one belongs to: itself, or the one that it answers."""
    return step.seq if step.settles is None else step.settles


def minutes(first: int | None, last: int | None) -> str:
    """How long it took, in whole minutes; nothing where a time is missing."""
    return "" if first is None or last is None else str(round((last - first) / 60_000))


def blank(columns: int, rows: int, *, first: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Rows to write in, numbered from `first` on."""
    number = (str(first + n) if first is not None else "" for n in range(rows))
    return tuple((n, *[""] * (columns - 1)) for n in number)
