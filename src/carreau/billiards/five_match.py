"""Distance, sets and match: when a player has won, what the result is worth, and whose turn it is."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import (
    HandOwed,
    MatchWon,
    PointsGiven,
    Recorded,
    ScoreIs,
    SetClosed,
    SetReached,
    StrokeLost,
    TurnIs,
)
from carreau.billiards.five_state import FivePinsState, Stroke
from carreau.billiards.five_value import STROKES
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side, other
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

SCORING = (*STROKES, f.ClockExpired, f.Ruled, f.Disturbed, f.Recounted)

# --- the last point --------------------------------------------------------------------------------


@decision("set", on=SCORING, cites=("win.target", "set.won"))
def distance_reached(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Whoever first reaches the distance has won the set, or the match."""
    leader = now.leader
    if leader is not None and now.phase in ("start", "stroke"):
        clauses = ("win.target", *(("set.won",) if now.setup.by_sets else ()))
        key = "set.reached" if now.setup.by_sets else "match.reached"
        yield book.rule(key, SetReached(leader), *clauses, side=leader, points=now.setup.target)
    elif leader is None and now.phase == "won":
        yield book.rule("match.goes_on", SetReached(None), "win.target")


@decision("door", on=f.LastPointAnnounced, cites=("match.to_last_point",))
def somebody_has_won(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LastPointAnnounced, so_far: So
) -> Rulings:
    """A match that has begun is played to its last point; none is called good before."""
    if was.phase in ("start", "stroke"):
        yield book.refuse("refused.not_the_last_point", "match.to_last_point", A=was.points("A"), B=was.points("B"))


CLOSED = (
    "match.announced_good", "match.to_last_point", "set.won", "match.sets_won", "win.target", "match.odd_sets",
    "set_points.two_nil", "set_points.two_one", "set_points.three_nil", "set_points.three_one", "set_points.three_two",
)  # fmt: skip


@decision("set", on=f.LastPointAnnounced, cites=CLOSED)
def called_good(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LastPointAnnounced, so_far: So) -> Rulings:
    """Once the referee calls the last point good, the set or the match is over, whatever turns out afterwards."""
    winner = now.set_winner
    if winner is None:
        return
    over = now.sets_won(winner) + 1 >= now.setup.sets_needed
    book.reading("F-A27")
    score = {"A": now.points("A"), "B": now.points("B")}
    yield book.rule("set.good", SetClosed(winner, not over), "match.announced_good", side=winner, **score)
    if over:
        won = ("match.sets_won",) if now.setup.by_sets else ("win.target",)
        effect = MatchWon(winner, "points")
        yield book.rule("match.won", effect, *won, "match.to_last_point", side=winner)
        yield _points(book, now, winner)


RESULTS: dict[tuple[int, int], str] = {
    (3, 0): "two_nil",
    (3, 1): "two_one",
    (5, 0): "three_nil",
    (5, 1): "three_one",
    (5, 2): "three_two",
}
FORMATS = {3: "three_sets", 5: "five_sets"}


def _points(book: Bench, now: FivePinsState, winner: Side) -> Ruling:
    """Match points and set points, where the book has them for this number of sets."""
    lost = now.sets_won(other(winner))
    result = RESULTS.get((now.setup.sets, lost)) if now.setup.by_sets else None
    if result is None:
        book.reading("F-G3")
        return book.rule("match.no_points", "match.odd_sets", sets=now.setup.sets)
    match, sets = f"match_points.{FORMATS[now.setup.sets]}", f"set_points.{result}"
    given = PointsGiven(
        winner,
        (book.limit(f"{match}_winner"), book.limit(f"{match}_loser")),
        (book.limit(f"{sets}_winner"), book.limit(f"{sets}_loser")),
    )
    slots = {"match_points": given.match[0], "own": given.set[0], "theirs": given.set[1]}
    return book.rule("match.points", given, sets, side=winner, **slots)


@decision("fact", on=f.Recounted, cites=("win.target", "match.announced_good"))
def recounted(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Recounted, so_far: So) -> Rulings:
    """A recount corrects the score until the last point is called good; afterwards the result stands."""
    score = {side: fact.score.get(side, now.points(side)) for side in SIDES}
    if now.phase == "over":
        book.reading("F-A27")
        yield book.rule("match.stands", Recorded("recount"), "match.announced_good", **score)
    else:
        most = now.setup.target
        yield book.rule("match.recounted", ScoreIs(min(score["A"], most), min(score["B"], most)), "win.target", **score)


# --- whose turn ------------------------------------------------------------------------------------

TURN = (
    "stroke.in_turn", "start.opponent_next", "match.announced_good", "ball_in_hand.after_foul", "clock.stroke_lost",
    "set.starters_alternate", "start.cue_ball",
)  # fmt: skip


@decision("turn", on=SCORING, cites=TURN)
def next_player(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The players play one stroke each in turn; after the last point the referee calls it good."""
    if now.phase == "won":
        if was.phase != "won" or now.judging:
            yield book.rule("turn.announce", TurnIs(None, "announce", TURN[2:3], new=False), TURN[2])
    elif now.phase == "stroke":
        yield from _next(book, was, now, fact, so_far)


def _next(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    stroke = now.stroke
    if any(isinstance(e, StrokeLost) for r in so_far for e in r.effects):
        side = stroke.side if now.judging and stroke is not None else (was.turn.side if was.turn else None) or "A"
        yield _passes(book, now, other(side), ("stroke.in_turn", "clock.stroke_lost"))
    elif isinstance(fact, f.Recounted):
        if was.phase == "won" and stroke is not None:
            yield _after(book, now, stroke)
    elif now.judging and stroke is not None:
        yield _after(book, now, stroke)


def _after(book: Bench, now: FivePinsState, stroke: Stroke) -> Ruling:
    """After a stroke the other player plays, with ball in hand where a foul gives it."""
    incoming = other(stroke.side)
    if stroke.hand:
        clauses = ("stroke.in_turn", "ball_in_hand.after_foul")
        return book.rule("turn.hand", TurnIs(incoming, "hand", clauses, kind="ball_in_hand"), *clauses, side=incoming)
    start = ("start.opponent_next",) if stroke.kind == "starting" else ()
    return _passes(book, now, incoming, ("stroke.in_turn", *start))


def _passes(book: Bench, now: FivePinsState, side: Side, clauses: tuple[str, ...]) -> Ruling:
    if now.hand_owed == side:
        owed = TurnIs(side, "hand", clauses, kind="ball_in_hand")
        return book.rule("turn.hand", owed, HandOwed(None), *clauses, side=side)
    return book.rule("turn.stroke", TurnIs(side, "stroke", clauses), *clauses, side=side)


@decision("turn", on=f.LastPointAnnounced, cites=TURN)
def next_set(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LastPointAnnounced, so_far: So) -> Rulings:
    """Whoever did not start the last set starts the next one."""
    if now.phase == "start":
        clauses, starter = ("set.starters_alternate", "start.cue_ball"), now.set_starter
        yield book.rule("turn.next_set", TurnIs(starter, "start", clauses), *clauses, side=starter, n=now.set_no)


RULES = (distance_reached, somebody_has_won, called_good, recounted, next_player, next_set)
