"""Placing the balls: for the start of a set, and with ball in hand."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import HandLaid, MatchBegun, PhaseIs, SetForStart, TouchMade, TurnIs
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

START = (
    "start.object_ball", "start.red", "start.cue_ball", "start.white", "match.own_ball", "match.begins",
    "set.starters_alternate",
)  # fmt: skip


@decision("table", on=f.BallsPlacedForStart, cites=START)
def balls_for_start(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.BallsPlacedForStart, so_far: So
) -> Rulings:
    """The object ball stands on the top spot, the red on the second highest; with that the match has begun."""
    starter: Side = now.set_starter or "A"
    set_up = (SetForStart(), PhaseIs("stroke"))
    yield book.rule("start.balls", *set_up, "start.object_ball", "start.red", side=other(starter))
    book.reading("F-C5")
    if now.set_no == 1:
        yield book.rule("start.white", "start.white", side=starter)
        yield book.rule("match.begins", MatchBegun(now.moment.at_ms), "match.begins")
    else:
        yield book.rule("start.own_ball", "match.own_ball", side=starter, ball=now.ball_of(starter))


@decision("turn", on=f.BallsPlacedForStart, cites=START)
def starter_plays(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.BallsPlacedForStart, so_far: So
) -> Rulings:
    """The starter places the ball anywhere in the lower half and plays; in each set the other player starts."""
    starter: Side = now.set_starter or "A"
    clauses = ("start.cue_ball", *(("set.starters_alternate",) if now.set_no > 1 else ()))
    turn = TurnIs(starter, "stroke", clauses, kind="starting")
    yield book.rule("turn.start", turn, *clauses, side=starter)


@decision("fact", on=f.Placed, cites=("ball_in_hand.half", "ball_in_hand.placed_with_cue"))
def ball_laid(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Placed, so_far: So) -> Rulings:
    """The referee lays the ball in hand where he wants in its half; then the player places it with the cue."""
    side = now.turn.side if now.turn is not None else None
    if fact.half is not None and now.half is not None and fact.half != now.half:
        yield book.rule("hand.laid_elsewhere", "ball_in_hand.half", half=fact.half, wanted=now.half)
    yield book.rule("hand.laid", HandLaid(), "ball_in_hand.placed_with_cue", side=side, half=fact.half or now.half)


PLACING = (
    "start.placed_with_cue", "ball_in_hand.placed_with_cue", "start.central_line", "ball_in_hand.central_line",
    "foul.touched_twice",
)  # fmt: skip


@decision("fact", on=f.CueBallPlaced, cites=PLACING)
def ball_placed(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.CueBallPlaced, so_far: So) -> Rulings:
    """The player moves the ball with the cue only, and no part of it beyond the central line."""
    start = was.kind == "starting"
    if fact.over_line:
        yield book.rule("placing.over_line", PLACING[2] if start else PLACING[3])
    if fact.means == "cue":
        yield book.rule("placing.with_cue", PLACING[0] if start else PLACING[1])
    elif fact.means == "tip" and (answer := book.settled("F-A29")) is None:
        yield book.ask_umpire("moved_with_tip", "F-A29", PLACING[0] if start else PLACING[1], "foul.touched_twice")
    elif fact.means == "tip":
        yield _with_tip(book, start, answer)


def _with_tip(book: Bench, start: bool, answer: str | None) -> Ruling:
    if answer == "attack":
        return book.rule("placing.attack", TouchMade("touched_twice"), "foul.touched_twice")
    return book.rule("placing.with_cue", PLACING[0] if start else PLACING[1])


@decision("fact", on=Chosen, answers=("moved_with_tip",), cites=PLACING)
def moved_with_tip(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says whether moving the ball with the tip was placing it or playing it."""
    book.reading("F-A29")
    yield _with_tip(book, now.kind == "starting", answer.choice)


RULES = (balls_for_start, starter_plays, ball_laid, ball_placed, moved_with_tip)
