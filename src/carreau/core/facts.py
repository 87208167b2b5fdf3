"""What every sport's log shares: the envelope of a fact, and the facts about facts."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct

Side = Literal["A", "B"]
By = Literal["A", "B", "both", "umpire", "jury", "committee", "scorer", "clock", "simulator"]
Source = Literal["stated", "eye", "tape", "callipers", "map", "photo", "simulator"]

Mm = Annotated[int, Meta(ge=0, le=10**7)]
Ms = Annotated[int, Meta(ge=0, le=10**9)]
Number = Annotated[int, Meta(ge=0, le=10**6)]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]

SIDES: tuple[Side, Side] = ("A", "B")


def other(side: Side) -> Side:
    """The side that is not this one."""
    return "B" if side == "A" else "A"


class Fact(
    Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"
):
    """What somebody saw, in the past tense and whole."""

    @property
    def independent(self) -> bool:
        """Does it hold however the objects lie, so that it may come before a throw or stroke as well as after it?"""
        return False


F = TypeVar("F", bound=Fact)


class Undone(Fact, frozen=True, kw_only=True, tag=True):
    """These entries are withdrawn; the answers that a withdrawn throw was given go with it."""

    seqs: tuple[Number, ...]
    why: str | None = None


class Change(Struct, Generic[F], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In the place of entry `seq` stand these facts: none, one or several."""

    seq: Number
    facts: tuple[F, ...]


class Corrected(Fact, Generic[F], frozen=True, kw_only=True, tag="Corrected"):
    """Some entries said the wrong thing; here is what they should have said, all at once or not at all."""

    changes: tuple[Change[F], ...]
    why: str | None = None


class Moment(Struct, frozen=True, gc=False, kw_only=True):
    """Who said a fact, where it stands in the log, from what source and at which game time."""

    seq: int = 0
    by: By = "scorer"
    source: Source = "stated"
    at_ms: int | None = None


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """One fact of the log in its envelope."""

    moment: Moment
    fact: Any  # one of the sport's kinds; the sport's decoder has checked it


class Placed(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a chosen point lies: its range from the circle, whether it is seen and on the playable area.

    `before_found`: short of the place where the object was found; `beyond_obstacle`: behind an obstacle on its line.
    """

    range_mm: Mm | None = None
    visible: bool | None = None
    inside: bool | None = None
    between: bool | None = None
    before_found: bool | None = None
    beyond_obstacle: bool | None = None


class Chosen(Fact, frozen=True, kw_only=True, tag=True):
    """The side, player or official who was asked has answered. Without `option`, the question that waits is meant."""

    choice: str
    option: str | None = None
    place: Placed | None = None
    objects: tuple[str, ...] = ()
    note: str | None = None
