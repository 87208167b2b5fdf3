"""What a ruling can change about the end, the score and the game."""

from typing import ClassVar, Literal

from carreau.core.facts import Side
from carreau.core.ruling import Effect
from carreau.petanque.state import Phase


class PhaseIs(Effect, frozen=True, tag=True):
    """The game enters a phase."""

    topic: ClassVar[str | None] = "phase"
    phase: Phase


class PlayClosed(Effect, frozen=True, tag=True):
    """The boules still in hand will not be played."""


class EndProposed(Effect, frozen=True, tag=True):
    """What the end gives by the book, until the sides agree; None: that is no longer known."""

    topic: ClassVar[str | None] = "proposed"
    side: Side | None
    points: int | None
    clauses: tuple[str, ...] = ()


class EndOver(Effect, frozen=True, tag=True):
    """The end is agreed; `void` if it counts for nothing."""

    void: bool


class Scored(Effect, frozen=True, tag=True):
    """Points for a side. Only points of an end make it the owner of the jack."""

    kind: Literal["end", "penalty", "absence"]
    side: Side
    points: int


class LatePointsLapse(Effect, frozen=True, tag=True):
    """What a side has got in this end because its opponents came late is taken back: it was late itself."""

    side: Side


class GameWon(Effect, frozen=True, tag=True):
    """A side has won; the result waits for agreement, or is final when `final`."""

    topic: ClassVar[str | None] = "winner"
    side: Side | None
    how: str
    final: bool = False


class GameOver(Effect, frozen=True, tag=True):
    """The game is closed."""


class Paused(Effect, frozen=True, tag=True):
    """The game is suspended, or goes on."""

    suspended: bool


class TimeUp(Effect, frozen=True, tag=True):
    """The time of a timed game is over; `between`: no end was under way."""

    between: bool = False
