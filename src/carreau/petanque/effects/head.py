"""What a ruling can change about the head and the turn."""

from typing import ClassVar

from carreau.core.facts import Side
from carreau.core.ruling import Effect
from carreau.petanque.facts import Holds
from carreau.petanque.state import Does

SIDES_WORD = 1  # how much a word on nearness weighs: a side's, both sides' together, the umpire's

AGREED_WORD = 2

UMPIRES_WORD = 3


class OrderForgotten(Effect, frozen=True, tag=True):
    """What was known of the nearness of these objects no longer holds (`jack` forgets everything)."""

    objects: tuple[str, ...]


class PairSaid(Effect, frozen=True, tag=True):
    """A word on a pair of boules: near is nearer than far, or they are equal. A heavier word stands against a lighter one."""

    near: str
    far: str
    equal: bool
    weight: int
    source: str


class PairOpened(Effect, frozen=True, tag=True):
    """Nothing lighter than an umpire's word tells these two boules apart any more."""

    near: str
    far: str


class HeadIs(Effect, frozen=True, tag=True):
    """Who holds; `by` whom it was said, None when it was worked out."""

    topic: ClassVar[str | None] = "head"
    holds: Holds
    by: str | None = None


class RunIs(Effect, frozen=True, tag=True):
    """How many boules have been played since nobody holds any more."""

    topic: ClassVar[str | None] = "run"
    run: int | None


class TurnIs(Effect, frozen=True, tag=True):
    """Who acts next, and what it does; None: nobody can be named yet. `ruled`: set by an umpire."""

    topic: ClassVar[str | None] = "turn"
    side: Side | None
    does: Does | None
    clauses: tuple[str, ...] = ()
    ruled: bool = False


class Lifted(Effect, frozen=True, tag=True):
    """Objects are away for measuring."""

    objects: tuple[str, ...]


class PutBack(Effect, frozen=True, tag=True):
    """Objects lifted for measuring lie in their places again; all of them when none is named."""

    objects: tuple[str, ...] = ()
