"""How effects change the clocks."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.petanque import effects as e
from carreau.petanque.state import Clock, PetanqueState


def _clock_runs(state: PetanqueState, effect: e.ClockRuns) -> PetanqueState:
    clock = Clock(
        clock=effect.clock, side=effect.side, player=effect.player, since_ms=effect.since_ms, limit_ms=effect.limit_ms
    )
    return structs.replace(state, clocks=(*(c for c in state.clocks if c.clock != effect.clock), clock))


def _clock_stops(state: PetanqueState, effect: e.ClockStops) -> PetanqueState:
    return structs.replace(state, clocks=tuple(c for c in state.clocks if c.clock != effect.clock))


def _clock_waits(state: PetanqueState, effect: e.ClockWaits) -> PetanqueState:
    at = state.moment.at_ms
    clocks = tuple(
        structs.replace(c, paused=True, paused_at_ms=at) if c.clock == effect.clock else c for c in state.clocks
    )
    return structs.replace(state, clocks=clocks)


def _clock_goes_on(state: PetanqueState, effect: e.ClockGoesOn) -> PetanqueState:
    clocks = tuple(
        _going_on(c, state.moment.at_ms) if c.clock == effect.clock and c.paused else c for c in state.clocks
    )
    return structs.replace(state, clocks=clocks)


def _going_on(clock: Clock, at_ms: int | None) -> Clock:
    """The time of the pause does not count; where it is not known, neither is when the clock began."""
    known = clock.since_ms is not None and clock.paused_at_ms is not None and at_ms is not None
    since = clock.since_ms + at_ms - clock.paused_at_ms if known else None  # type: ignore[operator]
    return structs.replace(clock, paused=False, paused_at_ms=None, since_ms=since)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.ClockRuns: _clock_runs,
    e.ClockStops: _clock_stops,
    e.ClockWaits: _clock_waits,
    e.ClockGoesOn: _clock_goes_on,
}
