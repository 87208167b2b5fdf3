"""How effects change the end, the score and the game."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.petanque import effects as e
from carreau.petanque.state import PetanqueState, Points, points_for_lateness


def _play_closed(state: PetanqueState, effect: e.PlayClosed) -> PetanqueState:
    return structs.replace(state, closed=True)


def _phase(state: PetanqueState, effect: e.PhaseIs) -> PetanqueState:
    return structs.replace(state, phase=effect.phase)


def _proposed(state: PetanqueState, effect: e.EndProposed) -> PetanqueState:
    proposed = None if effect.points is None else (effect.side, effect.points)
    return structs.replace(state, proposed=proposed, proposed_by=effect.clauses)


def _end_over(state: PetanqueState, effect: e.EndOver) -> PetanqueState:
    players = tuple(
        structs.replace(p, plays=(p.present and not p.out and not p.away), hand=None, medical=p.medical and p.away)
        for p in state.players
    )
    later = state.ends_after_time + 1 if state.time_up else 0
    return structs.replace(
        state,
        ends_completed=state.ends_completed + 1,
        phase="agreed",
        players=players,
        proposed=None,
        closed=False,
        bars=(),
        ends_after_time=later,
    )


def _scored(state: PetanqueState, effect: e.Scored) -> PetanqueState:
    line = Points(kind=effect.kind, side=effect.side, points=effect.points, end=max(1, state.end))
    owner = effect.side if effect.kind == "end" and effect.points > 0 else state.owner
    return structs.replace(state, score_log=(*state.score_log, line), owner=owner)


def _late_points_lapse(state: PetanqueState, effect: e.LatePointsLapse) -> PetanqueState:
    lapsed = points_for_lateness(state, effect.side)
    return structs.replace(state, score_log=tuple(line for line in state.score_log if line not in lapsed))


def _won(state: PetanqueState, effect: e.GameWon) -> PetanqueState:
    phase = "over" if effect.final else "result"
    return structs.replace(state, winner=effect.side, won_by=effect.how, phase=phase, turn=None)


def _over(state: PetanqueState, effect: e.GameOver) -> PetanqueState:
    return structs.replace(state, phase="over", turn=None)


def _pause(state: PetanqueState, effect: e.Paused) -> PetanqueState:
    if effect.suspended:
        return structs.replace(state, phase="suspended", before_pause=state.phase)
    return structs.replace(state, phase=state.before_pause or "play", before_pause=None)


def _time_up(state: PetanqueState, effect: e.TimeUp) -> PetanqueState:
    return structs.replace(state, time_up=True, ends_after_time=1 if effect.between else 0)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.PlayClosed: _play_closed,
    e.PhaseIs: _phase,
    e.EndProposed: _proposed,
    e.EndOver: _end_over,
    e.Scored: _scored,
    e.LatePointsLapse: _late_points_lapse,
    e.GameWon: _won,
    e.GameOver: _over,
    e.Paused: _pause,
    e.TimeUp: _time_up,
}
