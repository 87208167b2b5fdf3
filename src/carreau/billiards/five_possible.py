"""What can be entered in a match of five pins: a form of each kind of fact, the likeliest first."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES
from carreau.core.possible import Form, answers
from carreau.core.rulebook import Rulebook

Forms = Iterator[Form]


def forms(book: Rulebook, state: FivePinsState) -> Forms:
    """Forms of every kind that the state does not rule out by itself; the door decides which of them pass."""
    yield from answers(state)
    yield from _next(state)
    yield from _around_a_stroke(state)
    yield from _people()
    yield from _officials()


def _next(state: FivePinsState) -> Forms:
    """What the match waits for: the draw, the start, a stroke, the call of the last point."""
    turn = state.turn.side if state.turn is not None else None
    if state.phase == "suspended":
        yield Form(fact=f.Ruled(outcome="resume", note="…"), by="umpire", given=("outcome",))
    if state.phase == "won":
        yield Form(fact=f.LastPointAnnounced())
    yield Form(fact=f.LagPlayed(nearer="A"))
    yield Form(fact=f.StarterChosen(side="A"))
    yield Form(fact=f.BallsPlacedForStart())
    if state.kind == "ball_in_hand" and not state.laid:
        yield Form(fact=f.Placed(half=state.half), given=("half",) if state.half is not None else ())
    yield Form(fact=f.StrokePlayed(side=turn, quick=f.Quick()), given=("side",) if turn is not None else ())
    yield Form(fact=f.LastPointAnnounced())


def _around_a_stroke(state: FivePinsState) -> Forms:
    yield Form(fact=f.TableReady(), by="umpire")
    yield Form(fact=f.Placed(), by="umpire")
    yield Form(fact=f.CueBallPlaced())
    yield Form(fact=f.ClockExpired(elapsed_ms=0))
    yield Form(fact=f.ClockExpired(clock="break", elapsed_ms=0))
    yield Form(fact=f.Touched())
    yield Form(fact=f.TouchedTooEarly())
    yield from (Form(fact=f.WrongBallNoticed(strokes=n, since=since)) for n, since in ((1, 0), (1, 1), (2, 0)))
    yield Form(fact=f.NoLegalStroke(), by="umpire")
    yield Form(fact=f.Disturbed())
    yield Form(fact=f.Recounted(score={side: state.points(side) for side in SIDES}), given=("score",), by="umpire")


def _people() -> Forms:
    yield Form(fact=f.BreakTaken())
    yield from (Form(fact=f.LeftTable(side=side, leave=True)) for side in SIDES)
    yield from (Form(fact=f.RefusedToPlay(side=side)) for side in SIDES)
    yield Form(fact=f.OffenceSeen(offence="other", side="A"), by="umpire")


def _officials() -> Forms:
    """What can be entered at any time."""
    yield Form(fact=f.Noted(text="…"))
    yield Form(fact=f.Inspected(object="table"), by="umpire")
    yield Form(fact=f.Ruled(outcome="note", note="…"), by="umpire")
    yield Form(fact=f.PositionStated(), by="umpire")
