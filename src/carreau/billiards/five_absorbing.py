"""What a fact of five pins itself changes: a stroke has been played, balls lie elsewhere. No rule stands here."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.billiards import five_facts as f
from carreau.billiards.five_applying import HAND_COUNTS
from carreau.billiards.five_facts import PINS
from carreau.billiards.five_seen import in_order, seen_in
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import BallNow, FivePinsState, PinNow, SetResult, Stroke, Turn, Two
from carreau.core.facts import SIDES, Side, other
from carreau.core.rulebook import Rulebook

Absorb = Callable[[Rulebook, FivePinsState, Any], FivePinsState]


def start(book: Rulebook, setup: Any) -> FivePinsState:
    """The state before anything has happened."""
    return FivePinsState(setup=setup, turn=Turn(side=None, does="lag"))


def absorb(book: Rulebook, state: Any, fact: Any) -> FivePinsState:
    """The state with what the fact says, before any ruling."""
    change = CHANGES.get(type(fact))
    fresh = structs.replace(state, judging=False) if state.judging and state.waiting is None else state
    return change(book, fresh, fact) if change else fresh


def at_table(state: FivePinsState, side: Side | None) -> Side:
    """Whose stroke it is: who is named, else whose turn it is."""
    turn = state.turn.side if state.turn is not None else None
    return side or turn or state.set_starter or "A"


def _set_up(book: Rulebook, state: FivePinsState, fact: GameSetUp) -> FivePinsState:
    return state


def _stroke(book: Rulebook, state: FivePinsState, fact: f.StrokePlayed) -> FivePinsState:
    """With the stroke whatever could have been chosen before it has been chosen: as it lies."""
    side = at_table(state, fact.side)
    counts = book.reading("F-A14") == "count"
    stroke = Stroke(
        side=side,
        kind=state.kind,
        fact=fact,
        seen=seen_in(fact, {}, hand_counts=counts),
        acts=fact.acts,
        wrong=None if fact.played == "own" else fact.played,
        said={} if counts else {HAND_COUNTS: "no"},
        no_legal=state.no_legal,
        half_before=state.half_reached,
    )
    told = structs.replace(state, stroke=stroke, judging=True, strokes=state.strokes + 1, options=(), on_break=False)
    return _lying(told, stroke, fact)


def _lying(state: FivePinsState, stroke: Stroke, fact: f.StrokePlayed) -> FivePinsState:
    """Where the balls rest; of one that nobody speaks of it is not known any more where it lies."""
    for name in ("cue", "object", "red"):
        ball, lies = stroke.white(name), fact.lies.get(name)
        half, spot = (lies.half, lies.spot) if lies is not None else (None, None)
        state = state.with_ball(ball, half=half, spot=spot, off=name in fact.out)
    return state


def _touched(book: Rulebook, state: FivePinsState, fact: f.Touched) -> FivePinsState:
    pins = in_order(fact.pins) if book.reading("F-A14") == "count" else ()
    return state.touching(at_table(state, fact.side), fact.act, pins)


def _early(book: Rulebook, state: FivePinsState, fact: f.TouchedTooEarly) -> FivePinsState:
    return state.touching(at_table(state, fact.side), "touched_early")


def _placed_ball(book: Rulebook, state: FivePinsState, fact: f.CueBallPlaced) -> FivePinsState:
    """Moved with something else than the cue it is a touch that stands for the stroke."""
    return state.touching(at_table(state, None), "placed_otherwise") if fact.means == "other" else state


def _ready(book: Rulebook, state: FivePinsState, fact: Any) -> FivePinsState:
    """Whoever sets up the table has ended the break."""
    return structs.replace(state, on_break=False)


def _position(book: Rulebook, state: FivePinsState, fact: f.PositionStated) -> FivePinsState:
    """The match as somebody states it, whatever was on record of it before."""
    starter = fact.starter or state.starter or "A"
    number = fact.set_no or (len(fact.sets) + 1 if fact.sets is not None else state.set_no)
    first: Side = starter if number % 2 else other(starter)
    score = Two(fact.score.get("A", state.score.A), fact.score.get("B", state.score.B))
    striker = fact.striker or (state.turn.side if state.turn is not None and state.turn.side else None) or first
    kind = fact.stroke or ("normal" if state.kind == "starting" else state.kind)
    stated = structs.replace(
        state,
        starter=starter,
        set_no=number,
        score=score,
        sets=_sets(state, starter, fact.sets) if fact.sets is not None else state.sets,
        turn=Turn(side=striker, does="hand" if kind == "ball_in_hand" else "stroke"),
        phase="stroke",
        kind=kind,
        half=fact.half if fact.half is not None else (state.half if kind == "ball_in_hand" else None),
        laid=fact.laid if fact.laid is not None else kind != "ball_in_hand",
        penalties=fact.penalties or 0,
        started_ms=_begun(state, fact),
        half_reached=state.half_reached or _beyond_half(book, state, score),
        stroke=None,
        options=(),
        settling=None,
        winner=None,
        set_winner=None,
    )
    return _balls_stated(_pins_stated(stated, fact), fact)


def _beyond_half(book: Rulebook, state: FivePinsState, score: Two) -> bool:
    """Is the match stated to be beyond its middle?"""
    return state.reaches(max(score.A, score.B), book.limit("break.half"))


def _begun(state: FivePinsState, fact: f.PositionStated) -> int | None:
    at = state.moment.at_ms
    return at - fact.match_ms if at is not None and fact.match_ms is not None else state.started_ms


def _sets(state: FivePinsState, starter: Side, winners: tuple[Side, ...]) -> tuple[SetResult, ...]:
    full = Two(0, 0)
    return tuple(
        SetResult(
            starter=starter if n % 2 == 0 else other(starter),
            winner=winner,
            score=full.plus(winner, state.setup.target),
        )
        for n, winner in enumerate(winners)
    )


def _pins_stated(state: FivePinsState, fact: f.PositionStated) -> FivePinsState:
    if fact.pins_out is None and fact.displaced is None:
        return state
    out, displaced = fact.pins_out or (), fact.displaced or {}
    pins = tuple(
        PinNow(pin=pin, status="out")
        if pin in out
        else PinNow(pin=pin, status="displaced", touches=displaced[pin])
        if pin in displaced
        else PinNow(pin=pin)
        for pin in PINS
    )
    return structs.replace(state, pins=pins)


def _balls_stated(state: FivePinsState, fact: f.PositionStated) -> FivePinsState:
    names = (*SIDES, "red")
    balls = tuple(
        BallNow(ball=name, half=fact.lies[name].half, spot=fact.lies[name].spot)
        if name in fact.lies
        else state.ball(name)
        for name in names
    )
    return structs.replace(state, balls=balls)


CHANGES: dict[type, Absorb] = {
    GameSetUp: _set_up,
    f.StrokePlayed: _stroke,
    f.Touched: _touched,
    f.TouchedTooEarly: _early,
    f.CueBallPlaced: _placed_ball,
    f.TableReady: _ready,
    f.BallsPlacedForStart: _ready,
    f.Placed: _ready,
    f.PositionStated: _position,
}
