"""A ruling and what it can carry: effects, questions, reminders; and the state that every sport builds on."""

from typing import Any, ClassVar

from msgspec import Struct

from carreau.core.facts import Moment

Slot = str | int | bool | None


class Effect(Struct, frozen=True, gc=False, tag_field="effect"):
    """The only way a ruling changes a state. Two effects of one topic about one thing must agree."""

    topic: ClassVar[str | None] = None

    def about(self) -> str:
        """Which object, player or side the effect concerns, to find contradictions."""
        return ""


class Choice(Struct, frozen=True, gc=False, omit_defaults=True, rename={"refused": "not"}):
    """One answer to an option; `refused` says why it can't be taken now."""

    id: str
    refused: str | None = None


class Option(Struct, frozen=True, gc=False, kw_only=True):
    """A choice that the rules give to somebody. Nothing is chosen by itself; `default` is only pre-selected."""

    ask: str
    side: str
    may: tuple[str, ...]
    choices: tuple[Choice, ...]
    id: str = ""
    clauses: tuple[str, ...] = ()
    default: str | None = None
    about: str = ""
    waits: bool = True
    slots: dict[str, Slot] = {}

    def offers(self, choice: str) -> bool:
        """Can this answer be given?"""
        return any(c.id == choice and c.refused is None for c in self.choices)


class Asked(Effect, frozen=True, tag=True):
    """The judgement waits for somebody's choice."""

    option: Option


class Answered(Effect, frozen=True, tag=True):
    """A choice has been made, or it has lapsed."""

    option: str


class Refused(Effect, frozen=True, tag=True):
    """The fact cannot have happened, or may not be recorded; `breach` names how it can be entered as an offence."""

    breach: str | None = None


class Reminded(Effect, frozen=True, tag=True):
    """A reminder of the book has been shown."""

    clause: str


class Ruling(Struct, frozen=True, gc=False, kw_only=True):
    """What the book says of a fact: a message key with its slots, the clauses it cites and what it changes."""

    key: str
    slots: dict[str, Slot]
    clauses: tuple[str, ...]
    cites: tuple[str, ...]
    readings: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    decision: str = ""


class Settling(Struct, frozen=True, gc=False, kw_only=True):
    """A judgement that a question interrupted: the fact, the state before it, and the stage that goes on."""

    seq: int
    fact: Any
    was: Any
    stage: int
    so_far: tuple[Ruling, ...] = ()


class State(Struct, frozen=True, gc=False, kw_only=True):
    """What every sport's state carries: who spoke last, what is asked and what has been reminded of."""

    moment: Moment = Moment()
    options: tuple[Option, ...] = ()
    settling: Settling | None = None
    reminded: frozenset[str] = frozenset()

    @property
    def waiting(self) -> Option | None:
        """The one question that the game waits for."""
        return next((o for o in self.options if o.waits), None) if self.options else None
