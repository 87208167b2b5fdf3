"""The words of one sheet: its language, the names on it, and what the rulings of a game say."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, Step
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Effect, Reminded, Ruling, Slot
from carreau.gamefile import Names, told
from carreau.say import says
from carreau.sports import Kit, kit_of

MARKS: dict[Side, str] = {"A": "●", "B": "◎"}
NOTHING = "–"
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
        return f"{MARKS[id[0]]} {self.names.get(id, id)}" if id and id[0] in SIDES else (id or "")

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

    def ruled(self, rulings: Iterable[Ruling]) -> str:
        """What was ruled, in sentences: without reminders, questions, and whose turn it is."""
        said = (says(r, self.lang, self.names, self.book.clauses) for r in rulings if is_news(r))
        return " ".join(dict.fromkeys(said))

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
