"""What a fact of billiard cochonnet itself changes: a ball has been played, something has moved. No rule stands here."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_balls import shares, sizes
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.billiards.cochonnet_state import Ball, CochonnetState, Jack, Memory, PlayerNow, Points, Streak
from carreau.core.facts import SIDES, Side
from carreau.core.nearness import Order, in_order, with_words, without
from carreau.core.rulebook import Rulebook

Absorb = Callable[[Rulebook, CochonnetState, Any], CochonnetState]


def start(book: Rulebook, setup: Any) -> CochonnetState:
    """The state before anything has happened."""
    return CochonnetState(setup=setup)


def absorb(book: Rulebook, state: Any, fact: Any) -> CochonnetState:
    """The state with what the fact says, before any ruling."""
    change = CHANGES.get(type(fact))
    return change(book, state, fact) if change else state


def _set_up(book: Rulebook, state: CochonnetState, fact: GameSetUp) -> CochonnetState:
    players = tuple(
        PlayerNow(id=p.id, side=side) for side in SIDES if side in fact.sides for p in fact.sides[side].players
    )
    return structs.replace(state, setup=fact, phase="lag", players=players, allotted=shares(book, fact))


def new_end(book: Rulebook, state: CochonnetState) -> CochonnetState:
    """The next end begins, unless one is under way: balls in hand again, nothing on the table."""
    if state.began:
        return state
    return structs.replace(
        state,
        end=state.ends_completed + 1,
        phase="jack",
        jack=structs.replace(Jack(), thrown_by=state.owner),
        balls=(),
        last_ball=None,
        allotted=shares(book, state.setup),
        players=_hands(book, state),
        memory=Memory(),
        memory_before=Memory(),
        order=(),
        order_before=(),
        moved=(),
        put_back=(),
        closed=False,
        proposed=None,
        umpire_counts=None,
    )


def _hands(book: Rulebook, state: CochonnetState) -> tuple[PlayerNow, ...]:
    counts, balls = sizes(state.setup), shares(book, state.setup)
    if counts is None:
        return state.players
    return tuple(structs.replace(p, hand=balls[p.side] // counts[p.side]) for p in state.players)


def _jack_thrown(book: Rulebook, state: CochonnetState, fact: f.JackThrown) -> CochonnetState:
    began = new_end(book, state)
    thrower = fact.player or (began.jack.thrower if began.jack.attempts else None)
    jack = structs.replace(
        began.jack, status="in_hand", thrown_by=fact.side, thrower=thrower, attempts=began.jack.attempts + 1
    )
    return structs.replace(began, jack=jack)


def next_id(state: CochonnetState, side: Side) -> str:
    """The id of the side's next ball in this end."""
    return f"{side}.{state.played(side) + 1}"


def touched(fact: f.BallPlayed) -> tuple[str, ...]:
    """What the ball touched of the head before the far cushion; one that never reached it had touched all it moved."""
    early = [o for o in fact.touched_before if o != f.UNPLAYED]
    if fact.far_cushion is False:
        early += [m.object for m in fact.moved]
    return tuple(dict.fromkeys(early))


def _ball_played(book: Rulebook, state: CochonnetState, fact: f.BallPlayed) -> CochonnetState:
    id = next_id(state, fact.side)
    known = {m.object for m in fact.moved}
    moved = (*fact.moved, *(f.Moved(object=o) for o in touched(fact) if o not in known))
    memory = state.memory
    return structs.replace(
        state,
        balls=(*state.balls, Ball(id=id, side=fact.side, player=fact.player)),
        last_ball=id,
        players=_from_hand(state, fact.side, fact.player),
        memory=structs.replace(memory, last=fact.side, good=True, balls=memory.balls + 1),
        memory_before=memory,
        order=_ordered(displaced(state.order, moved), fact.order, id),
        order_before=state.order,
        moved=moved,
        put_back=(),
    )


def _from_hand(state: CochonnetState, side: Side, player: str | None) -> tuple[PlayerNow, ...]:
    """The player has a ball fewer; a ball without a name makes the hands of the side's players unknown."""
    if player is None:
        return tuple(structs.replace(p, hand=None) if p.side == side else p for p in state.players)
    return tuple(
        structs.replace(p, hand=p.hand - 1) if p.id == player and p.hand is not None else p for p in state.players
    )


def displaced(order: Order, moved: Iterable[f.Moved]) -> Order:
    """What is still known of the order once these lie elsewhere; nothing when the jack does."""
    objects = [m.object for m in moved]
    return () if "jack" in objects else without(order, objects)


def _ordered(order: Order, said: tuple[tuple[str, ...], ...], id: str) -> Order:
    named = [[id if name == f.PLAYED else name for name in group] for group in said]
    return with_words(order, in_order(named))


def _object_moved(book: Rulebook, state: CochonnetState, fact: f.ObjectMoved) -> CochonnetState:
    return structs.replace(
        state, moved=fact.moved, put_back=(), order=displaced(state.order, fact.moved), order_before=state.order
    )


def _measured(book: Rulebook, state: CochonnetState, fact: f.EndMeasured) -> CochonnetState:
    return structs.replace(state, order=with_words(state.order, in_order(fact.order)))


def _counted(book: Rulebook, state: CochonnetState, fact: f.EndCounted) -> CochonnetState:
    """Points without a ball noted: where only ends are noted, the end begins and is over in one fact."""
    return new_end(book, state)


# --- a position stated -------------------------------------------------------------------------------


def _position(book: Rulebook, state: CochonnetState, fact: f.PositionStated) -> CochonnetState:
    """The end as somebody states it, whatever was on record of it before."""
    end = fact.end or state.end or 1
    owner = fact.thrown_by or state.owner
    before = structs.replace(
        state, ends_completed=end - 1, end=end - 1, owner=owner, options=(), settling=None, winner=None, won_by=None
    )
    fresh = new_end(book, before)
    balls = tuple(
        Ball(id=b, side=side_of(b), live=b not in fact.dead) for b in dict.fromkeys((*fact.balls, *fact.dead))
    )
    fresh = structs.replace(fresh, balls=balls, jack=_jack_stated(fact, owner), phase=_phase_stated(fact), turn=None)
    memory = _memory_stated(fact, balls)
    return structs.replace(
        fresh,
        players=tuple(structs.replace(p, hand=None) for p in fresh.players) if balls or fact.in_hand else fresh.players,
        allotted={s: fact.in_hand[s] + fresh.played(s) if s in fact.in_hand else fresh.allotted[s] for s in SIDES},
        order=in_order(fact.order),
        memory=memory,
        memory_before=memory,
        streak=Streak(fact.jack_out, 1) if fact.jack_out else None,
        score_log=_score_stated(state, fact, end),
    )


def side_of(name: str) -> Side:
    """The side that a ball or a player belongs to."""
    return next(side for side in SIDES if name.startswith(side))


def _jack_stated(fact: f.PositionStated, owner: Side | None) -> Jack:
    if fact.jack == "in_hand":
        return Jack(thrown_by=owner)
    return Jack(status="live", thrown_by=owner, thrower=fact.thrower, attempts=1)


def _phase_stated(fact: f.PositionStated) -> Any:
    return "jack" if fact.jack == "in_hand" else "play"


def _memory_stated(fact: f.PositionStated, balls: tuple[Ball, ...]) -> Memory:
    live = sum(b.live for b in balls)
    good = fact.good_balls if fact.good_balls is not None else live
    head = fact.head or ("unknown" if live else "nobody")
    run = (fact.run or 0) if head == "equal" or (head == "nobody" and good) else None
    return Memory(last=fact.last, good=fact.last_good, balls=good, run=run, head=head, by=None)


def _score_stated(state: CochonnetState, fact: f.PositionStated, end: int) -> tuple[Points, ...]:
    kept = tuple(line for line in state.score_log if line.side not in fact.score)
    return kept + tuple(Points(kind="stated", side=s, points=n, end=end) for s, n in sorted(fact.score.items()))


CHANGES: dict[type, Absorb] = {
    GameSetUp: _set_up,
    f.JackThrown: _jack_thrown,
    f.BallPlayed: _ball_played,
    f.ObjectMoved: _object_moved,
    f.EndMeasured: _measured,
    f.EndCounted: _counted,
    f.PositionStated: _position,
}
