"""Balls off the table and ball in hand: where each ball goes, and what the incoming player may choose."""

from collections.abc import Iterator
from typing import Literal

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import BallPut, ClockRuns, HandGiven, PhaseIs
from carreau.billiards.five_facts import Spot
from carreau.billiards.five_state import Ball, FivePinsState, Stroke, Where
from carreau.billiards.five_value import STROKES, StrokeFact
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Playable = Literal["lower", "upper"]
TableFact = StrokeFact | f.Recounted

TABLED = (*STROKES, f.Recounted)
HALF_OF: dict[Spot, Playable] = {
    "top": "upper", "second_highest": "upper", "second_lowest": "lower", "bottom": "lower",
}  # fmt: skip
ACROSS: dict[Spot, Spot] = {
    "top": "bottom", "bottom": "top", "second_highest": "second_lowest", "second_lowest": "second_highest",
}  # fmt: skip


def settled_stroke(now: FivePinsState, fact: TableFact) -> Stroke | None:
    """The stroke after which the table is set up: the one just judged, or the last when a recount lets play go on."""
    if isinstance(fact, f.Recounted):
        return now.stroke if now.phase == "won" and now.leader is None else None
    return now.judged


def opposite(half: Where | None) -> Playable | None:
    """The half away from a ball; a ball astride the line leaves the lower one."""
    if half is None or half == "across":
        return None
    return "upper" if half == "lower" else "lower"


# --- balls off the table ---------------------------------------------------------------------------


def off(stroke: Stroke) -> tuple[Ball, ...]:
    """The balls of the table that the stroke drove off it."""
    return tuple(stroke.white(ball) for ball in stroke.fact.out) if stroke.fact is not None else ()


def taken(now: FivePinsState, stroke: Stroke, *, incoming: bool) -> tuple[Spot, ...]:
    """The spots that balls occupy or hide; `incoming`: the ball to be taken in hand still lies there."""
    gone = off(stroke)
    lying = (b for b in now.balls if b.ball not in gone and (incoming or b.ball != other(stroke.side)))
    seen = stroke.fact.spots_taken if stroke.fact is not None and incoming else ()
    return (*(b.spot for b in lying if b.spot is not None), *seen)


def end_spot(now: FivePinsState, stroke: Stroke) -> Spot | None:
    """The end spot away from the incoming ball; for the start, if that has left the table too."""
    incoming = other(stroke.side)
    if incoming in off(stroke):
        return "top"
    half = now.ball(incoming).half
    if half is None or half == "across":
        return None
    return "bottom" if half == "upper" else "top"


def own_spot(now: FivePinsState, stroke: Stroke) -> Spot | None:
    """Where the ball of the player who has just played goes: to that spot, or if it is taken to the other end."""
    spot = end_spot(now, stroke)
    return ACROSS[spot] if spot is not None and spot in taken(now, stroke, incoming=False) else spot


def red_spot(now: FivePinsState, stroke: Stroke) -> Spot | None:
    """Where the red goes back: its starting spot, the other half's if that is occupied, else as the referee says."""
    full = taken(now, stroke, incoming=True)
    first: Spot = "second_highest"
    return next((spot for spot in (first, ACROSS[first]) if spot not in full), None)


OUT = (
    "ball_out.only_those", "ball_out.own", "ball_out.own_hidden", "ball_out.opponents", "ball_out.red",
    "ball_out.red_hidden", "ball_out.red_then_hand",
)  # fmt: skip


@decision("table", on=TABLED, cites=OUT)
def balls_back(book: Bench, was: FivePinsState, now: FivePinsState, fact: TableFact, so_far: So) -> Rulings:
    """Only the balls that left are placed again: the red first, then the offender's, the incoming one for ball in hand."""
    stroke = settled_stroke(now, fact)
    gone = off(stroke) if stroke is not None else ()
    if stroke is None or not gone:
        return
    if {stroke.side, other(stroke.side)} <= set(gone):
        book.reading("F-A8")
    if "red" in gone:
        yield from _red_back(book, now, stroke)
    if stroke.side in gone:
        yield _own_back(book, now, stroke)
    if other(stroke.side) in gone:
        yield book.rule("ball_out.in_hand", "ball_out.only_those", "ball_out.opponents", side=other(stroke.side))


def _red_back(book: Bench, now: FivePinsState, stroke: Stroke) -> Rulings:
    spot = red_spot(now, stroke)
    usual = spot == "second_highest"
    if not usual:
        book.reading("F-A8")
    clauses = ("ball_out.only_those", "ball_out.red" if usual else "ball_out.red_hidden", "ball_out.red_then_hand")
    put = BallPut("red", HALF_OF[spot] if spot is not None else None, spot)
    yield book.rule("ball_out.red", put, *clauses, spot=spot)


def _own_back(book: Bench, now: FivePinsState, stroke: Stroke) -> Ruling:
    book.reading("F-T4")
    clauses, side = ("ball_out.only_those", "ball_out.own"), stroke.side
    if book.reading("F-C10") == "referee_lays_it":
        half = opposite(now.ball(other(side)).half)
        return book.rule("ball_out.laid", BallPut(side, half), *clauses, side=side, half=half)
    spot = own_spot(now, stroke)
    put = BallPut(side, HALF_OF[spot] if spot is not None else None, spot)
    more = ("ball_out.own_hidden",) if spot != end_spot(now, stroke) else ()
    return book.rule("ball_out.own", put, *clauses, *more, side=side, spot=spot)


# --- ball in hand ----------------------------------------------------------------------------------


def deciding_half(book: Bench, now: FivePinsState, stroke: Stroke) -> Where | None:
    """In which half the ball of the player who has just played lies, once it has been put back."""
    if stroke.side not in off(stroke):
        return now.ball(stroke.side).half
    if book.reading("F-C10") == "referee_lays_it":
        return opposite(now.ball(other(stroke.side)).half)
    spot = own_spot(now, stroke)
    return HALF_OF[spot] if spot is not None else None


HAND = (
    "ball_in_hand.after_foul", "ball_in_hand.half", "ball_in_hand.object_ball_stays", "ball_in_hand.astride",
    "ball_in_hand.opponent_too", "start.object_ball", "start.red",
)  # fmt: skip


@decision("table", on=TABLED, cites=HAND)
def ball_in_hand(book: Bench, was: FivePinsState, now: FivePinsState, fact: TableFact, so_far: So) -> Rulings:
    """After a foul that carries it the next player has ball in hand, in the half away from the other white ball."""
    stroke = settled_stroke(now, fact)
    if stroke is None or not stroke.hand:
        return
    book.reading("F-T6")
    half: Where | None
    if isinstance(fact, f.TouchedTooEarly):
        half, back = _put_back_early(now, stroke)
        yield book.rule("hand.ball_back", *back, "ball_in_hand.opponent_too", side=stroke.side)
    else:
        half = deciding_half(book, now, stroke)
    if half == "across" and (answer := book.settled("F-A18")) is not None:
        half = _said(answer)
    if half == "across":
        yield book.ask_umpire("across_line", "F-A18", "ball_in_hand.astride", about=stroke.side)
    else:
        yield _given(book, stroke, half)


def _put_back_early(now: FivePinsState, stroke: Stroke) -> tuple[Where | None, tuple[BallPut | PhaseIs, ...]]:
    """The ball touched too early goes back where it lay, or on the top spot if it lay nowhere."""
    lies = now.ball(stroke.side)
    if now.phase == "start":
        red = BallPut("red", "upper", "second_highest")
        return "upper", (BallPut(stroke.side, "upper", "top"), red, PhaseIs("stroke"))
    if lies.off:
        return "upper", (BallPut(stroke.side, "upper", "top"),)
    return lies.half, (BallPut(stroke.side, lies.half, lies.spot),)


def _said(answer: str) -> Where:
    return "astride" if answer == "astride" else "lower" if answer == "lower" else "upper"


def _given(book: Bench, stroke: Stroke, half: Where | None) -> Ruling:
    incoming, stays = other(stroke.side), stroke.side not in off(stroke)
    clauses = (
        "ball_in_hand.after_foul",
        "ball_in_hand.astride" if half == "astride" else "ball_in_hand.half",
        *(("ball_in_hand.object_ball_stays",) if stays else ()),
    )
    playable = opposite(half)
    return book.rule("hand.given", HandGiven(playable), *clauses, side=incoming, half=playable)


@decision("table", on=Chosen, answers=("across_line",), cites=HAND)
def across_line(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says in which half the object ball lies, or that it lies exactly astride."""
    book.reading("F-A18")
    if now.stroke is not None:
        yield _given(book, now.stroke, _said(answer.choice))


# --- the choice of the incoming player -------------------------------------------------------------

CHOICE = ("ball_in_hand.choice", "ball_in_hand.red_on_spot", "ball_out.choice")


@decision("turn", on=TABLED, cites=CHOICE)
def object_ball_offered(book: Bench, was: FivePinsState, now: FivePinsState, fact: TableFact, so_far: So) -> Rulings:
    """With ball in hand the player takes the table as it lies, or has the object ball put on its starting spot."""
    stroke = now.stroke
    if stroke is None or not stroke.hand or now.kind != "ball_in_hand" or now.phase in ("won", "over"):
        return
    if isinstance(fact, f.Recounted) and was.phase != "won":
        return
    if not isinstance(fact, f.Recounted) and not now.judging:
        return
    if stroke.side in off(stroke):
        book.reading("F-C11")
    clauses = (CHOICE[0], *((CHOICE[2],) if off(stroke) else ()))
    incoming = other(stroke.side)
    yield book.ask("hand_choice", incoming, _choices(now), *clauses, default="as_lies", waits=False)


def _choices(now: FivePinsState) -> tuple[str, ...]:
    """Where the red is known to lie decides which spot can be asked for; else the referee sees."""
    red = now.ball("red")
    if red.spot == "top":
        return ("as_lies", "respot_other_end")
    if red.spot is not None or red.half == "lower":
        return ("as_lies", "respot")
    return ("as_lies", "respot", "respot_other_end")


@decision("table", on=Chosen, answers=("hand_choice",), cites=CHOICE)
def object_ball_chosen(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """Only the object ball is put back; where the red is on that spot, on the spot of the other half."""
    side: Side = "A" if answer.option.side == "A" else "B"
    if answer.choice == "as_lies":
        yield book.rule("hand.as_it_lies", CHOICE[0], side=side)
        return
    spot: Spot = "top" if answer.choice == "respot" else "bottom"
    more = CHOICE[1:2] if spot == "bottom" else ()
    put = BallPut(other(side), HALF_OF[spot], spot)
    half = opposite(HALF_OF[spot])
    yield book.rule(
        "hand.respotted", put, HandGiven(half), ClockRuns(None), CHOICE[0], *more, side=side, spot=spot, half=half
    )


RULES = (balls_back, ball_in_hand, across_line, object_ball_offered, object_ball_chosen)
