"""The minute, the other clocks, and the time of a timed game. Clocks propose; people decide."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.absence import only_absent_due
from carreau.petanque.count import official, target
from carreau.petanque.effects import (
    BouleDead,
    ClockGoesOn,
    ClockRuns,
    ClockStops,
    ClockWaits,
    GameWon,
    OffenceNoted,
    TimeUp,
)
from carreau.petanque.forfeit import person_of
from carreau.petanque.marks import displaced, listed, marked, put_back
from carreau.petanque.order import TURN_FACTS
from carreau.petanque.state import Clock, PetanqueState
from carreau.petanque.thrown import next_id

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

# --- over time -----------------------------------------------------------------------------------

LATE_CLAUSES = (
    "clock.boule_minute",
    "clock.jack_minute",
    "clock.jack_too",
    "clock.penalty",
    "contrary.dead",
    "contrary.restore",
)


def running(now: PetanqueState, name: str) -> Clock | None:
    """The clock of this name, if there is one."""
    return next((c for c in now.clocks if c.clock == name), None)


def already_late(was: PetanqueState, side: Side, boule: str) -> bool:
    """Is it on record that this very boule, or jack, is late, and has no boule paid for it yet?"""
    times = (s for s in was.offences if s.offence == "time" and (s.side, s.boule) == (side, boule))
    seen = [s for s in times if s.end == was.end or boule.startswith("jack")]
    return bool(seen) and not any(
        c.offence == "time" and c.card in ("orange", "boule") and c.seq >= seen[-1].seq for c in was.cards
    )


def this_jack(now: PetanqueState) -> str:
    """The jack of the end under way, or of the next one."""
    return f"jack.{now.ends_completed + 1}"


def late(book: Bench, was: PetanqueState, side: Side, player: str | None, boule: str, elapsed_ms: int) -> Rulings:
    """The minute is over: a breach on record, unless it is there already."""
    with_jack = boule.startswith("jack")
    limit = "clock.jack" if with_jack else "clock.throw"
    if elapsed_ms <= book.limit(limit) or already_late(was, side, boule):
        return
    too = ("clock.jack_too",) if with_jack else ()
    seen = OffenceNoted("time", side, player, boule=boule)
    yield book.rule(
        "clock.late", seen, book.limit_clause(limit), *too, side=side, player=player, elapsed_ms=elapsed_ms,
        kind="jack" if with_jack else "boule", limit_ms=book.limit(limit),
    )  # fmt: skip


def _in_hand(book: Bench, was: PetanqueState) -> bool:
    """Has the boule or jack of this turn been let go in time, which is all that counts?"""
    return was.released_ms is not None and book.reading("A14") == "released"


@decision("legality", on=f.BouleThrown, cites=LATE_CLAUSES, needs=("elapsed_ms",))
def boule_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A boule played after the minute is a fault against time; it counts all the same."""
    over = fact.elapsed_ms is not None and fact.elapsed_ms > book.limit("clock.throw")
    if not over or now.thrown is None or fact.elapsed_ms is None or _in_hand(book, was):
        return
    counts = book.reading("A15") == "counts"
    yield from late(book, was, fact.side, fact.player, now.thrown, fact.elapsed_ms)
    if counts:
        return
    back = marked(displaced(now))
    put = put_back(back, annulled=True) if back else ()
    clauses = ("contrary.dead", *(("contrary.restore",) if back else ()))
    dead = (BouleDead(now.thrown, "contrary"), *put)
    yield book.rule("clock.late_dead", *dead, *clauses, side=fact.side, boule=now.thrown, objects=listed(back))


@decision("legality", on=f.JackThrown, cites=LATE_CLAUSES)
def jack_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack has its minute too; thrown later it is a fault, not a bad jack."""
    if fact.elapsed_ms is not None and not _in_hand(book, was):
        yield from late(book, was, fact.side, fact.player, this_jack(now), fact.elapsed_ms)


@decision("legality", on=(f.Released, f.ClockExpired), cites=LATE_CLAUSES)
def minute_shown(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Released | f.ClockExpired, so_far: So
) -> Rulings:
    """A clock that shows more than the minute says who is late, and for what; the card is the umpire's."""
    if isinstance(fact, f.ClockExpired) and fact.clock not in ("boule", "jack"):
        return
    if isinstance(fact, f.Released) and book.reading("A14") == "landed":
        return
    named = fact.clock if isinstance(fact, f.ClockExpired) else None
    side = fact.side or _whose_minute(now, named)
    if side is None or (named == "boule" and only_absent_due(book, now, side)):
        return
    with_jack = named == "jack" or (named is None and now.phase in ("circle", "jack", "agreed"))
    boule = this_jack(now) if with_jack else next_id(now, side)
    over = list(late(book, was, side, fact.player, boule, fact.elapsed_ms))
    yield from over
    if not over:
        clause = "clock.jack_minute" if with_jack else "clock.boule_minute"
        yield book.rule("clock.shows", clause, side=side, elapsed_ms=fact.elapsed_ms)


def _whose_minute(now: PetanqueState, named: str | None) -> Side | None:
    """Whose minute it is if nobody says: of a jack that lies already, that of the side that threw it."""
    if named == "jack" and now.phase in ("play", "count") and now.jack.thrown_by is not None:
        return now.jack.thrown_by
    return (now.turn.side if now.turn else None) or now.owner


@decision("legality", on=f.OffenceSeen, cites=LATE_CLAUSES)
def time_called(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Somebody has seen that a side took too long."""
    whom = person_of(now, fact.player, fact.side)
    named = whom[1] if whom is not None else now.turn.side if now.turn is not None else None
    if fact.offence != "time" or named is None:
        return
    with_jack = fact.on == "jack"
    thrown = now.boule(now.thrown or "")
    again = now.turn is not None and now.turn.side == named
    last = thrown.id if thrown is not None and thrown.side == named and not again else next_id(now, named)
    boule = this_jack(now) if with_jack else fact.boule or last
    clauses = ("clock.jack_minute", "clock.jack_too") if with_jack else ("clock.boule_minute",)
    seen = () if already_late(was, named, boule) else (OffenceNoted("time", named, fact.player, boule=boule),)
    yield book.rule(
        "clock.called", *seen, *clauses, side=named, player=fact.player, kind="jack" if with_jack else "boule"
    )


# --- clocks that start and stop ------------------------------------------------------------------

RUN_CLAUSES = (
    "clock.from_rest", "clock.from_measurement", "clock.jack_minute", "clock.jack_too", "clock.boule_minute",
    "absence.boules_cancelled", "absence.medical", "late.out", "timed.allowed",
)  # fmt: skip
REST = (f.BouleThrown, f.BouleDropped, f.JackThrown, f.JackPlaced)


@decision("reminders", on=TURN_FACTS, cites=RUN_CLAUSES)
def minute_runs(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The minute runs from the moment all is at rest, or the measuring is over; never while it is unknown who plays."""
    at = now.moment.at_ms
    if at is None or now.waiting is not None:
        return
    if now.turn is None or now.phase not in ("circle", "jack", "play", "agreed") or now.winner is not None:
        yield from _none_runs(book, now)
    elif now.phase == "play" and now.turn.does == "boule":
        yield from _boule_minute(book, was, now, fact, at)
    else:
        yield from _jack_minute(book, was, now, fact, at)


def _none_runs(book: Bench, now: PetanqueState) -> Rulings:
    for name, clause in (("boule", "clock.boule_minute"), ("jack", "clock.jack_minute")):
        if running(now, name) is not None and now.phase != "suspended" and now.measuring is None:
            yield book.rule("clock.stops", ClockStops(name), clause, kind=name)


def _boule_minute(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, at: int) -> Rulings:
    side = now.turn.side if now.turn else None
    known = running(now, "boule")
    passed = isinstance(fact, REST) or was.turn is None or was.turn.side != side or was.phase != "play"
    if (
        side is None
        or now.measuring is not None
        or not (passed or (known is None and isinstance(fact, f.MeasuringEnded)))
    ):
        return
    if running(now, "jack") is not None:
        yield book.rule("clock.stops", ClockStops("jack"), "clock.jack_minute", kind="jack")
    limit = book.limit("clock.throw")
    if only_absent_due(book, now, side):
        cancel = book.limit("absence.cancel_step")
        runs = ClockRuns("absence", side, since_ms=at, limit_ms=cancel)
        yield book.rule("clock.runs", runs, "absence.boules_cancelled", side=side, kind="absence", limit_ms=cancel)
    else:
        clause = "clock.from_rest" if isinstance(fact, REST) else "clock.from_measurement"
        runs = ClockRuns("boule", side, since_ms=at, limit_ms=limit)
        yield book.rule("clock.runs", runs, clause, side=side, kind="boule", limit_ms=limit)


def _minute_for_all(book: Bench, now: PetanqueState, side: Side | None) -> bool:
    """Is the minute given for all the throws of a side, so that it runs on after a failed one?"""
    clock = running(now, "jack")
    return clock is not None and clock.side == side and book.has_reading("B2") and book.reading("B2") == "all_three"


def _jack_minute(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, at: int) -> Rulings:
    side = now.turn.side if now.turn else None
    first = isinstance(fact, f.SignalGiven) and fact.what == "game"
    again = isinstance(fact, f.JackThrown)
    later = isinstance(fact, f.EndCounted if book.reading("A13") == "points_agreed" else f.CirclePlaced)
    if side is None or not (first or again or later):
        return
    if first and book.has_reading("B3") and book.reading("B3") == "no_minute":
        yield book.rule("clock.no_minute", "clock.jack_minute", side=side)
        return
    if again and _minute_for_all(book, now, side):
        yield book.rule("clock.runs_on", "clock.jack_minute")
        return
    limit = book.limit("clock.jack")
    runs = ClockRuns("jack", side, since_ms=at, limit_ms=limit)
    if running(now, "boule") is not None:
        yield book.rule("clock.stops", ClockStops("boule"), "clock.boule_minute", kind="boule")
    yield book.rule("clock.runs", runs, "clock.jack_minute", "clock.jack_too", side=side, kind="jack", limit_ms=limit)


LIMITS: dict[str, tuple[str, str]] = {
    "boule": ("clock.throw", "clock.boule_minute"),
    "jack": ("clock.jack", "clock.jack_minute"),
    "absence": ("absence.cancel_step", "absence.boules_cancelled"),
    "medical": ("absence.medical", "absence.medical"),
    "late": ("late.limit", "late.out"),
}


@decision("fact", on=f.ClockStarted, cites=RUN_CLAUSES)
def clock_started(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ClockStarted, so_far: So) -> Rulings:
    """A clock that somebody starts is told how long the book allows."""
    clock = running(now, fact.clock)
    if clock is None or (fact.clock not in LIMITS and fact.clock != "game"):
        return
    limit, clause = LIMITS.get(fact.clock, ("", "timed.allowed"))
    if not book.has(clause):
        return
    allowed = book.limit(limit) if limit else now.setup.time_limit_ms
    runs = ClockRuns(fact.clock, fact.side, fact.player, clock.since_ms, allowed)
    yield book.rule("clock.runs", runs, clause, side=fact.side, kind=fact.clock, limit_ms=allowed)


@decision("fact", on=f.ForeignGameWaits, cites=("foreign_terrain.wait",))
def clocks_wait(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ForeignGameWaits, so_far: So) -> Rulings:
    """While another game is waited for, the minute waits; the time of the game only if the organiser says so."""
    stopped = {"minute_only": ("boule", "jack"), "minute_and_game": ("boule", "jack", "game"), "none": ()}
    waits = stopped[book.reading("A58")]
    if not waits and running(now, "boule") is not None and not fact.over:
        yield book.rule("clock.runs_on", "foreign_terrain.wait")
    for name in waits:
        clock = running(now, name)
        if clock is not None and fact.over and clock.paused:
            yield book.rule("clock.goes_on", ClockGoesOn(name), "foreign_terrain.wait", kind=name)
        elif clock is not None and fact.room and not fact.over and not clock.paused:
            yield book.rule("clock.waits", ClockWaits(name), "foreign_terrain.wait", kind=name)


MID_MINUTE = ("clock.from_measurement", "clock.boule_minute")


@decision("fact", on=(f.MeasuringBegun, f.MeasuringEnded), cites=MID_MINUTE)
def measured_in_mid_minute(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.MeasuringEnded, so_far: So
) -> Rulings:
    """When somebody measures while the minute runs, the umpire says whether it waits, starts again or runs on."""
    clock = running(now, "boule")
    over = isinstance(fact, f.MeasuringEnded)
    if clock is None or clock.paused != over:
        return
    if over:
        yield book.rule("clock.goes_on", ClockGoesOn("boule"), "clock.from_measurement", kind="boule")
    elif (answer := book.settled("C23")) is not None:
        yield _mid_minute(book, answer)
    else:
        yield book.ask_umpire("mid_minute", "C23", "clock.from_measurement", waits=False)


def _mid_minute(book: Bench, answer: str) -> Ruling:
    match answer:
        case "pauses":
            return book.rule("clock.waits", ClockWaits("boule"), "clock.from_measurement", kind="boule")
        case "starts_again":
            return book.rule("clock.stops", ClockStops("boule"), "clock.from_measurement", kind="boule")
        case _:
            return book.rule("clock.runs_on", "clock.boule_minute")


@decision("fact", on=Chosen, answers=("mid_minute",), cites=MID_MINUTE)
def mid_minute(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what the minute does while somebody measures; nothing if that is over already."""
    book.reading("C23")
    clock = running(now, "boule")
    if clock is not None and not clock.paused and now.measuring is not None:
        yield _mid_minute(book, answer.choice)
    else:
        yield book.rule("clock.runs_on", "clock.boule_minute")


# --- timed games ---------------------------------------------------------------------------------


def end_under_way(now: PetanqueState) -> bool:
    """Has the jack of this end been thrown, and are its points not agreed yet?"""
    return now.end > now.ends_completed and (now.jack.thrown_by is not None or now.phase in ("place", "play", "count"))


@decision("door", on=f.SignalGiven, cites=("timed.allowed",))
def time_is_limited(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.SignalGiven, so_far: So) -> Rulings:
    """Time runs out only in a timed game, and once."""
    if fact.what == "time_up" and (not was.setup.timed or was.time_up):
        yield book.refuse("refused.time_not_limited", "timed.allowed", reason="twice" if was.time_up else None)


@decision("fact", on=f.SignalGiven, cites=("timed.allowed",))
def time_up(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.SignalGiven, so_far: So) -> Rulings:
    """When the time is over, the end under way is finished, and as many more are played as the organiser wants."""
    if fact.what != "time_up":
        return
    noted = end_under_way(now) or now.setup.detail == "ends"
    under_way = noted if fact.end_running is None else fact.end_running
    how = "finish_end" if under_way else "between"
    yield book.rule("timed.up", TimeUp(not under_way), "timed.allowed", how=how, n=now.setup.extra_ends)


@decision("win", on=(f.EndCounted, f.SignalGiven), cites=("timed.allowed",))
def timed_result(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """After the last end of a timed game the side with more points has won; else it is drawn, or goes on."""
    over = now.time_up and now.ends_after_time > now.setup.extra_ends
    full = target(book, now)[0]
    if (
        not over
        or now.winner is not None
        or now.phase in ("result", "over")
        or any(now.points(s) >= full for s in SIDES)
    ):
        return
    winner, loser = sorted(SIDES, key=lambda s: -now.points(s))
    points = now.points(winner)
    if points != now.points(loser):
        scores = {"own": official(book, now, winner), "theirs": official(book, now, loser)}
        yield book.rule("timed.won", GameWon(winner, "time"), "timed.allowed", side=winner, **scores)
    elif book.reading("C37") == "draw_allowed":
        yield book.rule("timed.drawn", GameWon(None, "draw"), "timed.allowed", points=points)
    else:
        yield book.rule("timed.play_on", "timed.allowed", points=points)


RULES = (
    time_is_limited, time_up, clock_started, clocks_wait, measured_in_mid_minute, mid_minute, boule_late, jack_late,
    minute_shown, time_called, timed_result, minute_runs,
)  # fmt: skip
