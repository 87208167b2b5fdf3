"""A match of five pins as its screens show it: the stroke to come, what is announced, the table to set up, draw and sets."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import Awarded, BallPut, BreakIs, HandGiven, PinIs
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, Step
from carreau.core.possible import Form, passes
from carreau.core.preview import Preview
from carreau.core.ruling import Ruling
from carreau.desk.views.frame import frame
from carreau.desk.views.places import tables_of
from carreau.desk.views.reader import Reader, article, rows_of
from carreau.desk.views.said import said
from carreau.offline import name_of
from carreau.sports import Json, kit_of

ACTS: tuple[f.Act, ...] = (
    "in_motion", "spinning", "leather_tip", "touched", "touched_twice", "foreign_matter", "shifted", "in_contact",
    "no_foot", "foot_outside", "foot_on_line", "jump", "pushed", "placed_otherwise", "over_line", "touched_early",
)  # fmt: skip
RED = {"cue": "cannon.value", "object": "cannon.casin"}
SHOWN = 5  # the last strokes that a tablet shows
MINUTE_MS = 60 * 1000
LENGTH_MM = 2840  # of the playing surface in use; the picture needs only parts of it
PERMILLE = 1000
END_MM = 100  # of an end spot from its cushion, in use


def view(game: Game, reader: Reader) -> Json:
    """All that the screens of a match of five pins show."""
    state: FivePinsState = game.state  # type: ignore[assignment]  # a game of this sport
    made = tables_of(game.edition.id, state.setup.readings)
    return frame(game, reader) | {
        "asks": asks(state),
        "table": name_of(made) if made is not None else None,
        "set": state.set_no,
        "by_sets": state.setup.by_sets,
        "sets_to": state.setup.sets,
        "sets": {side: state.sets_won(side) for side in SIDES},
        "points": [_set(done) for done in state.sets],
        "match_points": to_builtins(state.match_points),
        "set_points": to_builtins(state.set_points),
        "balls": {side: state.ball_of(side) for side in SIDES} if state.starter is not None else None,
        "stroke": {"kind": state.kind, "number": state.strokes + 1},
        "pins": [{"pin": pin.pin, "status": pin.status} for pin in state.pins],
        "red": {ball: game.book.limit(clause) for ball, clause in RED.items()},
        "acts": acts(game, state, reader),
        "work": work(game, state, reader),
        "leader": state.leader,
        "lag": {"attempt": _attempt(game), "late": {side: state.late.of(side) for side in SIDES}},
        "break": rest(game, state),
        "strokes": last_strokes(game, reader),
        "clocks": list(clocks(game, state, reader)),
        "ready": stroke_clock(game, state, None, reader),
    }


def asks(state: FivePinsState) -> str:
    """What the screen asks for: an answer, the draw, the start, a stroke, the call of the last point, or nothing."""
    if state.waiting is not None:
        return "question"
    if state.phase in ("over", "suspended"):
        return state.phase
    if state.on_break:
        return "break"
    if state.turn is None:
        return "nothing"
    return "stroke" if state.turn.does == "hand" else state.turn.does


def _set(done: Any) -> Json:
    return {"starter": done.starter, "winner": done.winner, "score": {side: done.score.of(side) for side in SIDES}}


def _attempt(game: Game) -> int:
    """Which attempt at the draw is the next."""
    return 1 + sum(isinstance(step.entry.fact, f.LagPlayed) for step in game.line)


# --- what a stroke gives ---------------------------------------------------------------------------


def acts(game: Game, state: FivePinsState, reader: Reader) -> list[Json]:
    """The acts that can be a foul, by the names under which they are announced; `no`: not possible in this stroke."""
    placing = state.kind != "normal"
    return [
        {"id": act, "say": reader.says(game, f"desk.five.foul.{act}"), "no": not placing and not _act_passes(game, act)}
        for act in ACTS
    ]


def _act_passes(game: Game, act: f.Act) -> bool:
    """Does the door let a stroke with this act pass?"""
    if act not in ("placed_otherwise", "over_line", "touched_early"):
        return True
    return passes(game.book, game.state, Form(fact=f.StrokePlayed(quick=f.Quick(), acts=(act,))))


def outcome(would: Preview) -> Json | None:
    """What a stroke would give, as the tables of a phone say it; None for anything else than a judged stroke."""
    if would.after is None or not would.recorded or not isinstance(would.after.state, FivePinsState):
        return None
    return outcome_of(would.after.line[-1])


def outcome_of(step: Step) -> Json | None:
    """What a stroke gave: to whom how many points, who plays next and how, the fouls by name, and what is asked."""
    state, fact = step.state, step.entry.fact
    if not isinstance(state, FivePinsState) or not isinstance(fact, f.StrokePlayed | f.Touched | f.TouchedTooEarly):
        return None
    given = next((e for r in step.rulings for e in r.effects if isinstance(e, Awarded)), None)
    fouls = [str(r.slots["offence"]) for r in step.rulings if r.key == "foul.called"]
    return {
        "to": given.side if given is not None else None,
        "points": given.points if given is not None else None,
        "next": state.turn.side if state.turn is not None else None,
        "hand": state.kind == "ball_in_hand",
        "fouls": fouls,
        "asks": [option.ask for option in state.options if option.waits],
        "won": state.leader,
        "score": {side: state.points(side) for side in SIDES},
    }


def last_strokes(game: Game, reader: Reader) -> list[Json]:
    """The last strokes, the newest first, each with what it gave."""
    played = [step for step in reversed(game.line) if isinstance(step.entry.fact, f.StrokePlayed)][:SHOWN]
    return [{"seq": step.seq, "text": said(game, step, reader)} for step in played]


# --- the table to set up ---------------------------------------------------------------------------


def work(game: Game, state: FivePinsState, reader: Reader) -> Json:
    """What the referee has to do before the next stroke, in its order, and how the table lies as far as it is known.

    `ready` is the fact that all of it is done; `where`: what the ruling still needs to know about the last stroke.
    """
    steps = list(_since_stroke(game))
    jobs = list(_jobs(game, state, steps, reader)) if state.phase in ("start", "stroke") else []
    hand = state.kind == "ball_in_hand"
    turn = state.turn.side if state.turn is not None else None
    return {
        "todo": bool(jobs) and not _done(state, steps),
        "jobs": jobs,
        "ready": _ready(state) if jobs or state.phase == "start" else None,
        "hand": {"side": turn, "half": state.half, "laid": state.laid} if hand else None,
        "kind": state.kind,
        "where": _where(state, steps[0] if steps else None),
        "lies": [to_builtins(ball) for ball in state.balls],
        "pins": [to_builtins(pin) for pin in state.pins],
        "exchanged": any(r.key.startswith("wrong_ball.") for step in steps for r in step.rulings),
        "spots": spots(state),
        "source": {"reading": "F-G1", "say": reader.says(game, "desk.five.spots_not_in_source")},
    }


def _since_stroke(game: Game) -> Iterator[Step]:
    """The last stroke and what was entered after it, the oldest first."""
    kinds = (f.StrokePlayed, f.Touched, f.TouchedTooEarly, f.BallsPlacedForStart)
    last = next((n for n in reversed(range(len(game.line))) if isinstance(game.line[n].entry.fact, kinds)), None)
    yield from game.line[last:] if last is not None else ()


def _jobs(game: Game, state: FivePinsState, steps: list[Step], reader: Reader) -> Iterator[Json]:
    """Pins, balls that went out, ball in hand: in this order."""
    if state.phase == "start":
        yield _job("start", reader.says(game, "desk.five.work.start", side=state.set_starter), ())
        return
    fallen = _fallen(state, steps)
    if back := [pin for pin in fallen if pin not in state.pins_out]:
        yield _job("pins", reader.says(game, "desk.five.work.pins", n=len(back), pins=_pins(game, back, reader)), back)
    rulings = [ruling for step in steps for ruling in step.rulings]
    yield from (_job("pin", reader.ruled(game, ruling), ()) for ruling in rulings if _has(ruling, PinIs))
    yield from (_job("ball", reader.ruled(game, ruling), ()) for ruling in rulings if _has(ruling, BallPut))
    if state.kind == "ball_in_hand":
        hands = [ruling for ruling in rulings if _has(ruling, HandGiven)]
        yield from (_job("hand", reader.ruled(game, ruling), ()) for ruling in hands[-1:] if not _has(ruling, BallPut))


def _done(state: FivePinsState, steps: list[Step]) -> bool:
    """Has the referee said that the table is ready?"""
    if state.kind == "ball_in_hand":
        return state.laid
    return any(isinstance(step.entry.fact, f.TableReady) for step in steps)


def _job(id: str, say: str, pins: Any) -> Json:
    return {"id": id, "say": say, "pins": list(pins)}


def _has(ruling: Ruling, kind: type) -> bool:
    return any(isinstance(effect, kind) for effect in ruling.effects)


def _fallen(state: FivePinsState, steps: list[Step]) -> list[f.Pin]:
    """The pins that the last stroke has felled, counted or not."""
    if state.stroke is None or not steps or not isinstance(steps[0].entry.fact, f.StrokePlayed | f.Touched):
        return []
    seen = state.stroke.seen
    down = {*seen.pins, *(lost.pin for lost in seen.lost)}
    return [pin for pin in f.PINS if pin in down]


def _pins(game: Game, pins: list[f.Pin], reader: Reader) -> str:
    return ", ".join(reader.says(game, f"desk.five.pin.{pin}") for pin in pins)


def _ready(state: FivePinsState) -> Json:
    """The fact that all of it is done."""
    if state.phase == "start":
        return {"kind": "BallsPlacedForStart"}
    if state.kind == "ball_in_hand" and not state.laid:
        return {"kind": "Placed", **({"half": state.half} if state.half is not None else {})}
    return {"kind": "TableReady"}


def _where(state: FivePinsState, step: Step | None) -> Json | None:
    """What nobody has said of the last stroke although the ball in hand turns on it: where the other white ball lies."""
    if step is None or not isinstance(step.entry.fact, f.StrokePlayed) or state.kind != "ball_in_hand":
        return None
    fact = step.entry.fact
    if "cue" in fact.out or state.half is not None or fact.played != "own":
        return None
    return {"seq": step.seq, "fact": to_builtins(fact), "ball": "cue"}


def spots(state: FivePinsState) -> Json:
    """How far up the table each spot lies, in parts of a thousand of its length; the organiser's where noted."""
    end = state.setup.table.end_mm or END_MM
    second = state.setup.table.second_mm or LENGTH_MM // 4
    along = {"bottom": end, "second_lowest": second, "second_highest": LENGTH_MM - second, "top": LENGTH_MM - end}
    return {spot: mm * PERMILLE // LENGTH_MM for spot, mm in along.items()}


# --- clocks and the break --------------------------------------------------------------------------


def clocks(game: Game, state: FivePinsState, reader: Reader) -> Iterator[Json]:
    """The time for the stroke while it runs, and the break."""
    if state.on_break:
        yield _break_clock(game, reader)
    elif state.clock_since_ms is not None and state.phase == "stroke":
        yield stroke_clock(game, state, state.clock_since_ms, reader)


def stroke_clock(game: Game, state: FivePinsState, since: int | None, reader: Reader) -> Json:
    """The time for a stroke: until the first penalty, and after it until the second one."""
    book, again = game.book, state.penalties > 0 and since is not None
    limit = book.limit("clock.stroke") + (book.limit("clock.last_period") if again else 0)
    rows = rows_of(game, ("clock.last_period" if again else "clock.stroke",))
    side: Side | None = state.turn.side if state.turn is not None else None
    done = state.penalties > 1
    return _clock(game, reader, "stroke", since, limit, rows, side, None if done else limit + 1)


def _break_clock(game: Game, reader: Reader) -> Json:
    begun = next(
        step for step in reversed(game.line) if any(e == BreakIs(True) for r in step.rulings for e in r.effects)
    )
    limit = game.book.limit("break.duration")
    rows = rows_of(game, (game.book.limit_clause("break.duration"),))
    return _clock(game, reader, "break", begun.entry.moment.at_ms, limit, rows, None, limit)


def _clock(
    game: Game, reader: Reader, id: str, since: int | None, limit: int, rows: list[str], side: Side | None,
    over: int | None,
) -> Json:  # fmt: skip
    """A clock; `over`: how much it shows when somebody may confirm that the time is over."""
    by = "umpire" if reader.role == "umpire" else "scorer"
    fact = {"kind": "ClockExpired", "clock": id, "elapsed_ms": over}
    at_limit = {
        "say": reader.says(game, f"desk.five.over.{id}", side=side, kind=by),
        "fact": fact,
        "by": by,
        "at_ms": since + (over or 0) if since is not None else None,
        "elapsed": True,
        "no": None,
    }
    return {
        "id": id,
        "kind": id,
        "say": reader.says(game, f"desk.five.clock.{id}", side=side),
        "start_ms": since,
        "limit_ms": limit,
        "paused_ms": None,
        "spent_ms": None,
        "side": side,
        "player": None,
        "rows": rows,
        "art": article(rows),
        "expired": False,
        "at_limit": at_limit if over is not None and since is not None else None,
        "acts": [],
    }


def rest(game: Game, state: FivePinsState) -> Json:
    """The break in the middle: whether it is offered, how long the match lasts and how far its leader is."""
    offered = next((option for option in state.options if option.ask == "break"), None)
    at, since = state.moment.at_ms, state.started_ms
    return {
        "on": state.on_break,
        "option": offered.id if offered is not None else None,
        "begun_ms": since,
        "minutes": (at - since) // MINUTE_MS if at is not None and since is not None else None,
        "points": max(state.points(side) for side in SIDES),
        "target": kit_of(game.book).title(game.book, state)[1]["target"],
        "limit_ms": game.book.limit("break.duration"),
    }
