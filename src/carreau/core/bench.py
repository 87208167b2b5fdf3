"""The bench: the rulebook as one decision sees it."""

from collections.abc import Iterable

from msgspec import structs

from carreau.core.clause import WrongRulebook
from carreau.core.decision import Decision
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Choice, Effect, Option, Refused, Ruling, Slot


class Bench:
    """The rulebook as one decision sees it: lends limits and readings, notes what was leaned on, makes rulings.

    Whoever consults a decision puts it on the bench: `decision`, which has leaned on nothing yet.
    """

    __slots__ = ("asked", "book", "decision", "leaned")
    decision: Decision
    leaned: tuple[str, ...]

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.leaned = ()
        self.asked = False

    def limit(self, key: str) -> int:
        """The number behind a key, in the limit's own unit."""
        return self.book.limit(key)

    def limit_clause(self, key: str) -> str:
        """The clause that gives the number in this game."""
        return self.book.limit_clause(key)

    def reading(self, reading: str) -> str:
        """The answer this game takes; every ruling made after this says that it leaned on the reading."""
        self._lean(reading)
        return self.book.reading(reading)

    def settled(self, reading: str) -> str | None:
        """The answer fixed for this game beforehand, or None when somebody has to be asked."""
        self._lean(reading)
        return self.book.settled(reading)

    def rule(self, key: str, *said: Effect | str, **slots: Slot) -> Ruling:
        """Make a ruling. `said` mixes its effects and the keys of the clauses it cites, of which one is a must."""
        effects: list[Effect] = []
        keys: list[str] = []
        for part in said:
            if isinstance(part, str):
                keys.append(part)
            else:
                effects.append(part)
        clauses, rows, supplied = self.book.cited(self.decision, tuple(keys))
        return Ruling(
            key=key,
            slots=slots,
            clauses=clauses,
            cites=rows,
            readings=self._with(supplied) if supplied else self.leaned,
            effects=tuple(effects),
            decision=self.decision.name,
        )

    def _with(self, supplied: tuple[str, ...]) -> tuple[str, ...]:
        """What was leaned on, and what supplied a rule that the text takes for granted."""
        return (*self.leaned, *(r for r in supplied if r not in self.leaned))

    def refuse(self, key: str, *clauses: str, breach: str | None = None, **slots: Slot) -> Ruling:
        """Refuse a fact at the door, with the reason, the clauses and the breach under which it could be entered."""
        effects: tuple[Effect, ...] = (Refused(breach=breach),)
        here, rows, supplied = self.book.cited(self.decision, clauses) if clauses else ((), (), ())
        return Ruling(
            key=key,
            slots=slots,
            clauses=here,
            cites=rows,
            readings=self._with(supplied),
            effects=effects,
            decision=self.decision.name,
        )

    def ask(
        self,
        ask: str,
        side: str,
        choices: Iterable[str | Choice],
        *clauses: str,
        default: str | None = None,
        may: tuple[str, ...] | None = None,
        about: str = "",
        waits: bool = True,
        **slots: Slot,
    ) -> Ruling:
        """Put a question to a side or an official; the ruling's key is `ask.<ask>`."""
        offered = tuple(c if isinstance(c, Choice) else Choice(c) for c in choices)
        option = Option(
            ask=ask,
            side=side,
            may=may or may_answer(side),
            choices=offered,
            default=default,
            about=about,
            waits=waits,
            slots=dict(slots),
        )
        return self._asked(option, clauses, {"side": side, "about": about, **slots})

    def ask_umpire(
        self, ask: str, reading: str, *clauses: str, about: str = "", waits: bool = True, **slots: Slot
    ) -> Ruling:
        """Put a reading to the umpire, its default pre-selected; both sides together may answer as well."""
        self._lean(reading)
        reading = self.book.asks(reading)
        known = self.book.readings[reading]
        said = {"reading": reading, **slots}
        option = Option(
            ask=ask,
            side="umpire",
            may=may_answer("umpire"),
            choices=tuple(Choice(answer) for answer in known.answers),
            default=known.default,
            about=about,
            waits=waits,
            slots=said,
        )
        return self._asked(option, clauses, {"side": "umpire", "about": about, **said})

    def _asked(self, option: Option, clauses: tuple[str, ...], slots: dict[str, Slot]) -> Ruling:
        """The ruling that puts a question, which names the rows that give the choice."""
        self.asked = True
        asking = self.rule(f"ask.{option.ask}", *clauses, **slots)
        return structs.replace(asking, effects=(Asked(structs.replace(option, clauses=asking.cites)),))

    def _lean(self, question: str) -> None:
        reading = self.book.asks(question)
        if reading not in self.book.readings:
            raise WrongRulebook(f"decision {self.decision.name} leans on reading {reading}, which {self.book.id} lacks")
        if reading not in self.leaned:
            self.leaned = (*self.leaned, reading)

    def has(self, clause: str) -> bool:
        """Does this edition have the clause?"""
        return self.book.has(clause)

    def first(self, *clauses: str) -> str:
        """Of several clauses of one meaning the first that this edition has."""
        return next((clause for clause in clauses if self.has(clause)), clauses[-1])

    def here(self, *clauses: str) -> tuple[str, ...]:
        """The clauses that this edition has, prints in another row, or takes for granted."""
        if all(map(self.book.clauses.__contains__, clauses)):
            return clauses
        own = (self.book.covered.get(key, key) for key in clauses)
        return tuple(dict.fromkeys(key for key in own if self.has(key) or key in self.book.supplied))

    def has_reading(self, question: str) -> bool:
        """Does this edition leave the question open?"""
        return self.book.has_reading(question)

    def has_limit(self, key: str) -> bool:
        """Does this edition give the number?"""
        return self.book.has_limit(key)


def may_answer(side: str) -> tuple[str, ...]:
    """Who may enter the answer: a side's also the scorer and umpire; an umpire's also both sides together."""
    if side in ("A", "B"):
        return (side, "both", "scorer", "umpire", "simulator")
    if side == "umpire":
        return ("umpire", "jury", "both", "simulator")
    return (side,)
