"""How each effect changes the state of billiard cochonnet. No rule stands here: the rulings decide, this only does."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.billiards import cochonnet_effects as e
from carreau.billiards.cochonnet_absorbing import displaced
from carreau.billiards.cochonnet_state import Ball, CochonnetState, Jack, Points, Streak, Turn, Warned
from carreau.core.nearness import without

Apply = Callable[[CochonnetState, Any], CochonnetState]


def _owned(state: CochonnetState, effect: e.JackOwned) -> CochonnetState:
    phase = "jack" if state.phase == "lag" else state.phase
    return structs.replace(state, owner=effect.side, phase=phase)


def _good(state: CochonnetState, effect: e.JackGood) -> CochonnetState:
    return structs.replace(state, jack=structs.replace(state.jack, status="live"), phase="play")


def _failed(state: CochonnetState, effect: e.JackFailed) -> CochonnetState:
    if effect.to is None:
        return structs.replace(state, jack=structs.replace(state.jack, status="failed"))
    return structs.replace(state, owner=effect.to, jack=Jack(status="failed", thrown_by=effect.to, passed=True))


def _jack_out(state: CochonnetState, effect: e.JackOut) -> CochonnetState:
    return structs.replace(state, jack=structs.replace(state.jack, status="out", sent_out_by=effect.by))


def _put(state: CochonnetState, id: str, **changes: Any) -> tuple[Ball, ...]:
    return tuple(structs.replace(b, **changes) if b.id == id else b for b in state.balls)


def _annulled(state: CochonnetState, effect: e.BallAnnulled) -> CochonnetState:
    ball = state.ball(effect.ball)
    early = effect.touched or (ball is not None and ball.touched_early)
    memory = structs.replace(state.memory, good=False, balls=state.memory_before.balls)
    return structs.replace(
        state,
        balls=_put(state, effect.ball, live=False, touched_early=early),
        memory=memory,
        order=without(state.order, (effect.ball,)),
    )


def _dead(state: CochonnetState, effect: e.BallDead) -> CochonnetState:
    return structs.replace(
        state, balls=_put(state, effect.ball, live=False), order=without(state.order, (effect.ball,))
    )


def _exchanged(state: CochonnetState, effect: e.BallExchanged) -> CochonnetState:
    return structs.replace(state, balls=_put(state, effect.ball, exchanged=True))


def _undone(state: CochonnetState, effect: e.MovesUndone) -> CochonnetState:
    elsewhere = [m for m in state.moved if m.object not in effect.objects]
    return structs.replace(state, put_back=effect.objects, order=displaced(state.order_before, elsewhere))


def _forgotten(state: CochonnetState, effect: e.OrderForgotten) -> CochonnetState:
    return structs.replace(state, order=())


def _head(state: CochonnetState, effect: e.HeadIs) -> CochonnetState:
    return structs.replace(state, memory=structs.replace(state.memory, head=effect.holds, by=effect.by))


def _run(state: CochonnetState, effect: e.RunIs) -> CochonnetState:
    return structs.replace(state, memory=structs.replace(state.memory, run=effect.run))


def _turn(state: CochonnetState, effect: e.TurnIs) -> CochonnetState:
    turn = Turn(side=effect.side, does=effect.does, clauses=effect.clauses, ruled=effect.ruled) if effect.does else None
    return structs.replace(state, turn=turn)


def _phase(state: CochonnetState, effect: e.PhaseIs) -> CochonnetState:
    return structs.replace(state, phase=effect.phase)


def _closed(state: CochonnetState, effect: e.PlayClosed) -> CochonnetState:
    return structs.replace(state, closed=True)


def _proposed(state: CochonnetState, effect: e.EndProposed) -> CochonnetState:
    proposed = None if effect.points is None else (effect.side, effect.points)
    return structs.replace(state, proposed=proposed, umpire_counts=effect.umpire)


def _end_over(state: CochonnetState, effect: e.EndOver) -> CochonnetState:
    return structs.replace(state, phase="jack", ends_completed=state.end, proposed=None, umpire_counts=None)


def _streak(state: CochonnetState, effect: e.StreakIs) -> CochonnetState:
    streak = Streak(effect.side, effect.times) if effect.side is not None and effect.times else None
    return structs.replace(state, streak=streak)


def _scored(state: CochonnetState, effect: e.Scored) -> CochonnetState:
    line = Points(kind=effect.kind, side=effect.side, points=effect.points, end=state.end, reading=effect.reading)
    return structs.replace(state, score_log=(*state.score_log, line))


def _won(state: CochonnetState, effect: e.GameWon) -> CochonnetState:
    return structs.replace(state, winner=effect.side, won_by=effect.how, phase="over", turn=None)


def _warned(state: CochonnetState, effect: e.WarningGiven) -> CochonnetState:
    given = Warned(side=effect.side, player=effect.player, offence=effect.offence, end=state.end)
    return structs.replace(state, warnings=(*state.warnings, given))


def _same(state: CochonnetState, effect: Any) -> CochonnetState:
    return state


CHANGES: dict[type, Apply] = {
    e.JackOwned: _owned,
    e.JackGood: _good,
    e.JackFailed: _failed,
    e.JackOut: _jack_out,
    e.BallAnnulled: _annulled,
    e.BallDead: _dead,
    e.BallExchanged: _exchanged,
    e.MovesUndone: _undone,
    e.OrderForgotten: _forgotten,
    e.HeadIs: _head,
    e.RunIs: _run,
    e.TurnIs: _turn,
    e.PhaseIs: _phase,
    e.PlayClosed: _closed,
    e.EndProposed: _proposed,
    e.EndOver: _end_over,
    e.StreakIs: _streak,
    e.Scored: _scored,
    e.GameWon: _won,
    e.WarningGiven: _warned,
    e.Rejected: _same,
    e.Recorded: _same,
}
