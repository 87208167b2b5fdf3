"""What can be entered in a game of billiard cochonnet: a form of each kind of fact, the likeliest first."""

from collections.abc import Iterator

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_facts import Holds
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import SIDES, Side, other
from carreau.core.possible import Form, answers
from carreau.core.rulebook import Rulebook

Forms = Iterator[Form]


def forms(book: Rulebook, state: CochonnetState) -> Forms:
    """Forms of every kind that the state does not rule out by itself; the door decides which of them pass."""
    yield from answers(state)
    yield from _next(state)
    yield from _table(book, state)
    yield from _officials(state)


def _next(state: CochonnetState) -> Forms:
    """The act of the side whose turn it is; then the same acts of others."""
    side, does = (state.turn.side, state.turn.does) if state.turn is not None else (None, None)
    acting = (side, other(side)) if side is not None else SIDES
    given = ("side",) if side is not None else ()
    if does == "count":
        yield from _count(state)
    if does == "jack":
        yield from (Form(fact=f.JackThrown(side=s, good=True), given=given) for s in acting)
    yield from _balls(state, acting, given)
    yield from (Form(fact=f.JackThrown(side=s, good=True)) for s in acting)
    yield Form(fact=f.LagPlayed(won_by="A"))
    yield from _count(state)


def _balls(state: CochonnetState, acting: tuple[Side, Side], given: tuple[str, ...]) -> Forms:
    for side in acting:
        holds: Holds = state.head if state.head in SIDES else side
        yield Form(fact=f.BallPlayed(side=side), given=given if side == acting[0] else ())
        yield Form(fact=f.BallPlayed(side=side, good=True, holds=holds))


def _count(state: CochonnetState) -> Forms:
    """The points that the book proposes; else a point of the side that lies nearest, or none."""
    if state.proposed is not None:
        side, points = state.proposed
        yield Form(fact=f.EndCounted(side=side, points=points), given=("side", "points"))
    for by in ("scorer", "umpire"):
        yield Form(fact=f.EndCounted(), by=by)
        yield from (Form(fact=f.EndCounted(side=side, points=1), by=by) for side in SIDES)
        yield from (Form(fact=f.EndCounted(side=side, points=1, why="nearest"), by=by) for side in SIDES)


def _table(book: Rulebook, state: CochonnetState) -> Forms:
    live = [id for side in SIDES for id in state.live(side)]
    heads: tuple[Holds, ...] = (state.head, "A", "B", "equal", "nobody", "unknown")
    yield from (Form(fact=f.HeadStated(holds=holds)) for holds in heads)
    yield Form(fact=f.EndMeasured(order=tuple((id,) for id in live)))
    yield from (Form(fact=f.ObjectMoved(moved=(f.Moved(object=object),))) for object in ("jack", *live))
    balls = (state.last_ball, *(b.id for b in state.balls))
    yield from (Form(fact=f.WrongBallNoticed(ball=id, of_side=side)) for id in balls if id for side in (None, *SIDES))
    for side in SIDES:
        yield Form(fact=f.Declined(side=side))
        yield Form(fact=f.Declined(side=side, points=max(0, book.limit("win.target") - state.points(side))))


def _officials(state: CochonnetState) -> Forms:
    """What can be entered at any time, or nearly."""
    yield Form(fact=f.OffenceSeen(offence="body", side="A"))
    yield Form(fact=f.Inspected(object="jack", found={}))
    yield Form(fact=f.Ruled(outcome="other"), by="umpire")
    for thrown_by in (state.jack.thrown_by, state.owner, "A"):
        yield Form(fact=f.PositionStated(thrown_by=thrown_by), by="umpire")
