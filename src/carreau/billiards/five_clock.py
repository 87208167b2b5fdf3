"""The time for a stroke: the two penalties, each proposed by the clock and given by the referee, and the lost stroke."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_award import room
from carreau.billiards.five_effects import BreakIs, ClockRuns, HandOwed, Scored, StrokeLost, TimePenalty
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Timed = f.StrokePlayed | f.ClockExpired

REFEREE = ("umpire", "jury")
TIME = (
    "clock.stroke", "clock.first_penalty", "clock.last_period", "clock.second_penalty", "clock.stroke_lost",
    "distance.cap", "foul.penalty_points",
)  # fmt: skip
FIRST, SECOND = ("clock.stroke", "clock.first_penalty", "clock.last_period"), ("clock.second_penalty",)


def penalties_due(book: Bench, now: FivePinsState, elapsed_ms: int) -> tuple[int, ...]:
    """Which of the two penalties the time shown asks for, and have not been given in this turn."""
    first = book.limit("clock.stroke")
    ends = (first, first + book.limit("clock.last_period"))
    return tuple(n for n, end in enumerate(ends, 1) if elapsed_ms > end and n > now.penalties)


@decision("clock", on=(f.StrokePlayed, f.ClockExpired), cites=TIME)
def time_is_up(book: Bench, was: FivePinsState, now: FivePinsState, fact: Timed, so_far: So) -> Rulings:
    """When the time is over the referee gives the penalty; a clock alone only proposes it."""
    if isinstance(fact, f.ClockExpired) and fact.clock == "break":
        return
    elapsed = fact.elapsed_ms
    due = penalties_due(book, now, elapsed) if elapsed is not None else ()
    if not due or elapsed is None:
        return
    side = _at_table(now)
    if now.moment.by in REFEREE:
        yield from _penalties(book, now, side, due)
    else:
        clauses = (*(FIRST[:2] if 1 in due else ()), *(SECOND if 2 in due else ()))
        answers = ("penalty", "no_penalty")
        yield book.ask(
            "time_penalty", "umpire", answers, *clauses, default="penalty", about=side, n=len(due), elapsed_ms=elapsed
        )


def _at_table(now: FivePinsState) -> Side:
    if now.judging and now.stroke is not None:
        return now.stroke.side
    return now.turn.side if now.turn is not None and now.turn.side is not None else "A"


def _penalties(book: Bench, now: FivePinsState, side: Side, due: tuple[int, ...]) -> Rulings:
    """Each penalty in its turn; one that reaches the distance ends the set, and the stroke is not played."""
    book.reading("F-G6")
    left = room(now, other(side), now.setup.target)
    for n in due:
        if left <= 0:
            return
        points = book.limit("clock.first_penalty" if n == 1 else "clock.second_penalty")
        yield from _penalty(book, now, side, n, points, left)
        left -= points
    if left > 0 and 2 in due:
        yield book.rule("time.stroke_lost", StrokeLost(), "clock.stroke_lost", side=side)
        yield from _hand_after_time(book, now, side)


def _penalty(book: Bench, now: FivePinsState, side: Side, n: int, points: int, left: int) -> Rulings:
    over: tuple[Effect, ...] = (StrokeLost(),) if points >= left else ()
    effects = (Scored(other(side), min(points, left), "time"), TimePenalty(n), *over)
    clauses = (*(FIRST if n == 1 else SECOND), "foul.penalty_points")
    yield book.rule("time.penalty", *effects, *clauses, side=side, to=other(side), points=points, number=n)
    if points > left:
        yield book.rule("award.capped", "distance.cap", side=other(side), points=points, target=now.setup.target)


@decision("clock", on=Chosen, answers=("time_penalty",), cites=TIME)
def time_judged(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee gives the penalty that the clock proposed, or not."""
    side: Side = "A" if answer.option.about == "A" else "B"
    elapsed = answer.fact.elapsed_ms or 0
    if answer.choice == "penalty":
        yield from _penalties(book, now, side, penalties_due(book, now, elapsed))
    else:
        yield book.rule("time.no_penalty", "clock.stroke", side=side)


# --- a ball in hand that was not played ------------------------------------------------------------


def _hand_after_time(book: Bench, now: FivePinsState, side: Side) -> Rulings:
    kind = now.stroke.kind if now.judging and now.stroke is not None else now.kind
    if kind != "ball_in_hand":
        return
    if (answer := book.settled("F-A6")) is None:
        yield book.ask_umpire("hand_after_time", "F-A6", "clock.stroke_lost", about=side)
    else:
        yield _hand_judged(book, side, answer)


def _hand_judged(book: Bench, side: Side, answer: str) -> Ruling:
    kept = (HandOwed(side),) if answer == "kept" else ()
    return book.rule("time.hand", *kept, "clock.stroke_lost", side=side, how=answer)


@decision("clock", on=Chosen, answers=("hand_after_time",), cites=("clock.stroke_lost",))
def hand_after_time(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says whether the right to ball in hand is used up by the time."""
    book.reading("F-A6")
    yield _hand_judged(book, "A" if answer.option.about == "A" else "B", answer.choice)


# --- clocks that run -------------------------------------------------------------------------------

RESTS = (f.StrokePlayed, f.BallsPlacedForStart, f.Placed, f.TableReady)


@decision("reminders", on=RESTS, cites=("clock.stroke", "clock.from_ready"))
def clock_runs(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The time runs from when pins and balls are back, or from when the balls stand still if nothing has to be put back."""
    at = now.moment.at_ms
    if at is None or now.phase != "stroke" or now.waiting is not None or now.turn is None:
        return
    if isinstance(fact, f.StrokePlayed) and _to_put_back(now, fact):
        return
    if now.kind == "ball_in_hand" and not now.laid:
        return
    limit = book.limit("clock.stroke")
    yield book.rule("time.runs", ClockRuns(at), "clock.stroke", "clock.from_ready", side=now.turn.side, limit_ms=limit)


def _to_put_back(now: FivePinsState, fact: f.StrokePlayed) -> bool:
    """Does the referee have pins or balls to put back after this stroke?"""
    stroke = now.stroke
    pins = stroke is not None and bool(stroke.seen.pins or stroke.seen.lost)
    return pins or bool(fact.shifted or fact.out or fact.covered) or now.kind == "ball_in_hand"


@decision("clock", on=f.ClockExpired, cites=("break.middle",))
def break_is_over(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """The break has its minutes."""
    if fact.clock != "break":
        return
    over = fact.elapsed_ms >= book.limit("break.duration")
    if over:
        yield book.rule("break.over", BreakIs(False), "break.middle")
    else:
        yield book.rule("break.goes_on", "break.middle", limit_ms=book.limit("break.duration"))


RULES = (time_is_up, time_judged, hand_after_time, clock_runs, break_is_over)
