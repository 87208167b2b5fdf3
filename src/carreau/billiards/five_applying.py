"""How each effect changes the state of a match. No rule stands here: the rulings decide, this only does."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.billiards import five_effects as e
from carreau.billiards.five_facts import PINS
from carreau.billiards.five_seen import seen_in
from carreau.billiards.five_state import BallNow, FivePinsState, Foul, PinNow, SetResult, Stroke, Turn, Two
from carreau.core.facts import SIDES, Side, other

Apply = Callable[[FivePinsState, Any], FivePinsState]

HAND_COUNTS = "hand_counts"  # among the answers of a stroke: pins count that the player's hand felled


def _stroke(state: FivePinsState, **changes: Any) -> FivePinsState:
    stroke = state.stroke
    return state if stroke is None else structs.replace(state, stroke=structs.replace(stroke, **changes))


def _late(state: FivePinsState, effect: e.LateNoted) -> FivePinsState:
    return structs.replace(state, late=state.late.plus(effect.side, 1))


def _starter(state: FivePinsState, effect: e.StarterIs) -> FivePinsState:
    return structs.replace(state, starter=effect.side, phase="start")


def _answered(state: FivePinsState, effect: e.Answer) -> FivePinsState:
    stroke = state.stroke
    if stroke is None:
        return state
    said = {**stroke.said, effect.place: effect.answer}
    return _stroke(state, said=said, seen=seen_again(stroke, said))


def seen_again(stroke: Stroke, said: dict[str, str]) -> Any:
    """The stroke worked out once more, with another answer."""
    if stroke.fact is None:
        return stroke.seen
    return seen_in(stroke.fact, said, hand_counts=said.get(HAND_COUNTS) != "no")


def _waived(state: FivePinsState, effect: e.Waived) -> FivePinsState:
    return _stroke(state, waived=True)


def _no_legal(state: FivePinsState, effect: e.NoLegal) -> FivePinsState:
    return structs.replace(state, no_legal=True)


def _pin_points(state: FivePinsState, effect: e.PinPoints) -> FivePinsState:
    return _stroke(state, pin_points=effect.points)


def _red_points(state: FivePinsState, effect: e.RedPoints) -> FivePinsState:
    return _stroke(state, red_points=effect.points)


def _foul(state: FivePinsState, effect: e.FoulCalled) -> FivePinsState:
    foul = Foul(offence=effect.offence, clause=effect.clause, penalty=effect.penalty, hand=effect.hand)
    fouls = state.stroke.fouls if state.stroke is not None else ()
    return _stroke(state, fouls=(*fouls, foul))


def _complement(state: FivePinsState, effect: e.Complement) -> FivePinsState:
    return _stroke(state, complement=effect.points)


def _awarded(state: FivePinsState, effect: e.Awarded) -> FivePinsState:
    awarded = _stroke(state, to=effect.side, awarded=effect.points)
    return awarded if effect.side is None else _more(awarded, effect.side, effect.points)


def _more(state: FivePinsState, side: Side, points: int) -> FivePinsState:
    return structs.replace(state, score=state.score.plus(side, points))


def _scored(state: FivePinsState, effect: e.Scored) -> FivePinsState:
    return _more(state, effect.side, effect.points)


def _score(state: FivePinsState, effect: e.ScoreIs) -> FivePinsState:
    return structs.replace(state, score=Two(effect.a, effect.b))


def _time(state: FivePinsState, effect: e.TimePenalty) -> FivePinsState:
    return structs.replace(state, penalties=effect.n)


def _lost(state: FivePinsState, effect: e.StrokeLost) -> FivePinsState:
    return _stroke(state, lost=True) if state.judging else state


def _owed(state: FivePinsState, effect: e.HandOwed) -> FivePinsState:
    return structs.replace(state, hand_owed=effect.side)


def _touch_made(state: FivePinsState, effect: e.TouchMade) -> FivePinsState:
    side = state.turn.side if state.turn is not None else None
    return state.touching(side or state.set_starter or "A", effect.act)


def _rejudged(state: FivePinsState, effect: e.Rejudged) -> FivePinsState:
    stroke = state.stroke
    if stroke is None:
        return state
    again = structs.replace(
        stroke, wrong="opponents", fouls=(), complement=0, pin_points=0, red_points=0, to=None, awarded=0, lost=False
    )
    score = state.score.plus(stroke.to, -stroke.awarded) if stroke.to is not None else state.score
    return structs.replace(
        _exchange(state), stroke=again, judging=True, score=score, half_reached=stroke.half_before,
        phase="stroke", set_winner=None, hand_owed=None, kind="normal", half=None, laid=False,
    )  # fmt: skip


def _exchange(state: FivePinsState) -> FivePinsState:
    """Each white ball where the other one lay: what was told of them was told of the wrong ones."""
    a, b = state.ball("A"), state.ball("B")
    pins = tuple(structs.replace(p, touches=other(p.touches)) if p.touches in SIDES else p for p in state.pins)
    balls = (structs.replace(b, ball="A"), structs.replace(a, ball="B"), state.ball("red"))
    return structs.replace(state, balls=balls, pins=pins)


def _exchanged(state: FivePinsState, effect: e.BallsExchanged) -> FivePinsState:
    """The strokes were told by cue ball and object ball: once exchanged, the balls lie as they were told."""
    return state


def _pin(state: FivePinsState, effect: e.PinIs) -> FivePinsState:
    return state.with_pin(effect.pin, effect.status, effect.touches)


def _put(state: FivePinsState, effect: e.BallPut) -> FivePinsState:
    return state.with_ball(effect.ball, half=effect.half, spot=effect.spot, off=False)


def _hand(state: FivePinsState, effect: e.HandGiven) -> FivePinsState:
    return structs.replace(state, kind="ball_in_hand", half=effect.half, laid=False)


def _laid(state: FivePinsState, effect: e.HandLaid) -> FivePinsState:
    return structs.replace(state, laid=effect.laid)


def _for_start(state: FivePinsState, effect: e.SetForStart) -> FivePinsState:
    """The object ball on the top spot, the red on the second highest, all pins up, the starter's ball in the lower half."""
    starter = state.turn.side if state.turn is not None and state.turn.side is not None else state.set_starter or "A"
    return structs.replace(
        state,
        pins=tuple(PinNow(pin=pin) for pin in PINS),
        balls=(
            BallNow(ball="A", half="lower") if starter == "A" else BallNow(ball="A", half="upper", spot="top"),
            BallNow(ball="B", half="lower") if starter == "B" else BallNow(ball="B", half="upper", spot="top"),
            BallNow(ball="red", half="upper", spot="second_highest"),
        ),
        kind="starting",
        half="lower",
        laid=True,
    )


def _turn(state: FivePinsState, effect: e.TurnIs) -> FivePinsState:
    turn = Turn(side=effect.side, does=effect.does, clauses=effect.clauses)
    done = structs.replace(state, turn=turn, judging=False)
    if not effect.new:
        return done
    kept = effect.kind == state.kind and effect.kind != "normal"
    return structs.replace(
        done, kind=effect.kind, half=state.half if kept else None, laid=state.laid and kept, penalties=0,
        no_legal=False, clock_since_ms=None,
    )  # fmt: skip


def _phase(state: FivePinsState, effect: e.PhaseIs) -> FivePinsState:
    before = state.phase if effect.phase == "suspended" and state.phase != "suspended" else state.before_pause
    return structs.replace(state, phase=effect.phase, before_pause=before)


def _begun(state: FivePinsState, effect: e.MatchBegun) -> FivePinsState:
    return structs.replace(state, started_ms=effect.at_ms)


def _reached(state: FivePinsState, effect: e.SetReached) -> FivePinsState:
    return structs.replace(state, set_winner=effect.side, phase="won" if effect.side else "stroke")


def _closed(state: FivePinsState, effect: e.SetClosed) -> FivePinsState:
    """The result is kept; the next set begins at nothing all, with the other starter."""
    result = SetResult(starter=state.set_starter or effect.side, winner=effect.side, score=state.score)
    closed = structs.replace(state, sets=(*state.sets, result), set_winner=None)
    if not effect.next:
        return closed
    return structs.replace(
        closed, set_no=state.set_no + 1, score=Two(), strokes=0, phase="start", stroke=None, hand_owed=None,
        kind="starting", half="lower", laid=False, judging=False,
    )  # fmt: skip


def _won(state: FivePinsState, effect: e.MatchWon) -> FivePinsState:
    return structs.replace(state, winner=effect.side, won_by=effect.how, phase="over", judging=False)


def _points(state: FivePinsState, effect: e.PointsGiven) -> FivePinsState:
    first = effect.side == "A"
    match, sets = Two(*effect.match), Two(*effect.set)
    swapped = Two(match.B, match.A), Two(sets.B, sets.A)
    return structs.replace(state, match_points=match if first else swapped[0], set_points=sets if first else swapped[1])


def _out(state: FivePinsState, effect: e.PlayerOut) -> FivePinsState:
    return structs.replace(state, excluded=(*state.excluded, effect.side))


def _half(state: FivePinsState, effect: e.HalfReached) -> FivePinsState:
    return structs.replace(state, half_reached=True)


def _break(state: FivePinsState, effect: e.BreakIs) -> FivePinsState:
    return structs.replace(state, on_break=effect.on, clock_since_ms=None)


def _clock(state: FivePinsState, effect: e.ClockRuns) -> FivePinsState:
    return structs.replace(state, clock_since_ms=effect.since_ms)


def _recorded(state: FivePinsState, effect: e.Recorded) -> FivePinsState:
    return structs.replace(state, notes=(*state.notes, effect.what))


CHANGES: dict[type, Apply] = {
    e.LateNoted: _late,
    e.StarterIs: _starter,
    e.Answer: _answered,
    e.Waived: _waived,
    e.NoLegal: _no_legal,
    e.PinPoints: _pin_points,
    e.RedPoints: _red_points,
    e.FoulCalled: _foul,
    e.Complement: _complement,
    e.Awarded: _awarded,
    e.Scored: _scored,
    e.ScoreIs: _score,
    e.TimePenalty: _time,
    e.StrokeLost: _lost,
    e.HandOwed: _owed,
    e.TouchMade: _touch_made,
    e.Rejudged: _rejudged,
    e.BallsExchanged: _exchanged,
    e.PinIs: _pin,
    e.BallPut: _put,
    e.HandGiven: _hand,
    e.HandLaid: _laid,
    e.SetForStart: _for_start,
    e.TurnIs: _turn,
    e.PhaseIs: _phase,
    e.MatchBegun: _begun,
    e.SetReached: _reached,
    e.SetClosed: _closed,
    e.MatchWon: _won,
    e.PointsGiven: _points,
    e.PlayerOut: _out,
    e.HalfReached: _half,
    e.BreakIs: _break,
    e.ClockRuns: _clock,
    e.Recorded: _recorded,
}
