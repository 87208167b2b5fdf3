"""What a ruling can change about clocks."""

from carreau.core.facts import Side
from carreau.core.ruling import Effect


class ClockRuns(Effect, frozen=True, tag=True):
    """A clock starts; `since_ms` in game time if known."""

    clock: str
    side: Side | None = None
    player: str | None = None
    since_ms: int | None = None
    limit_ms: int | None = None


class ClockStops(Effect, frozen=True, tag=True):
    """A clock is taken away."""

    clock: str


class ClockWaits(Effect, frozen=True, tag=True):
    """A clock pauses."""

    clock: str


class ClockGoesOn(Effect, frozen=True, tag=True):
    """A clock that paused goes on from where it stood."""

    clock: str
