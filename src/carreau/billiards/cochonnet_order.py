"""Whose ball lies nearest, and who plays: the nearest keeps the turn, an annulled ball is played again by the same side."""

from collections.abc import Iterator
from typing import cast

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import BallDead, HeadIs, OrderForgotten, RunIs, TurnIs
from carreau.billiards.cochonnet_facts import Holds
from carreau.billiards.cochonnet_state import CochonnetState, Does
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side, other
from carreau.core.nearness import leading
from carreau.core.ruling import Effect, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NULL = ("equal", "nobody")
NEAREST = "order.nearest_keeps"
FACTS: tuple[type, ...] = tuple(k for k in f.CochonnetFact.__args__ if k.__name__ != "Undone")


def standing(now: CochonnetState) -> Holds | None:
    """Whose ball lies nearest by what is known of the order of live balls; None while that is not enough."""
    return cast(Holds | None, leading(now.order, {side: now.live(side) for side in SIDES}))


def teller(now: CochonnetState) -> str:
    """In whose name the present fact was said: a side, both, or the umpire."""
    by = now.moment.by
    return "umpire" if by in ("umpire", "jury") else by if by in SIDES else "both"


# --- whose ball lies nearest -----------------------------------------------------------------------------


@decision("head", on=f.BallPlayed, cites=(NEAREST,))
def nearest_after_ball(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So
) -> Rulings:
    """After a ball the nearest of all live balls counts; what is said counts before what is worked out."""
    if now.jack.out or now.phase != "play":
        return
    shifted = _shifted(was, now)
    said = fact.holds if _can_be(now, fact.holds) and not now.put_back else None
    if not shifted and said in (None, now.head):
        return
    holds = said or standing(now) or _unsaid(was, now, shifted)
    if said is not None:
        yield from _otherwise(book, now, said)
    if said == "nobody" and now.any_live():
        gone = tuple(BallDead(id) for id in sorted(_live(now)))
        yield book.rule("nearest.all_gone", *gone, NEAREST)
    yield head_ruling(book, now, holds, by=teller(now) if said else None, settles=now.memory.good)


def _can_be(now: CochonnetState, said: Holds | None) -> bool:
    """Have those who are said to lie nearest a live ball, once the ball of this stroke may have been annulled?"""
    needed = SIDES if said == "equal" else [side for side in SIDES if side == said]
    return all(now.live(side) for side in needed)


def _otherwise(book: Bench, now: CochonnetState, said: Holds) -> Rulings:
    """A word that is against the order as noted stands; the order is forgotten."""
    known = standing(now)
    if said in (*SIDES, "equal") and known in (*SIDES, "equal") and known != said:
        yield book.rule("nearest.said_otherwise", OrderForgotten(), NEAREST, holds=said, computed=known)


def _shifted(was: CochonnetState, now: CochonnetState) -> set[str]:
    """What lies elsewhere than before, has come or has gone."""
    moved = {m.object for m in now.moved if m.object not in now.put_back}
    return moved | (_live(was) ^ _live(now))


def _live(state: CochonnetState) -> set[str]:
    return {b.id for b in state.balls if b.live}


def _unsaid(was: CochonnetState, now: CochonnetState, shifted: set[str]) -> Holds:
    """Whose ball lies nearest when nobody has said: the same side's as before if nothing could change that."""
    lived, lives = _live(was), _live(now)
    same = all(id != "jack" and _harmless(was.head, id, id in lived, id in lives) for id in shifted)
    return was.head if same else "unknown"


def _harmless(head: Holds, ball: str, lived: bool, lives: bool) -> bool:
    """One more ball takes nothing from the side that lies nearest, nor does one ball fewer of the others."""
    if head not in SIDES:
        return False
    return lives and not lived if ball.startswith(head) else not lives


OTHER_FACTS = (f.ObjectMoved, f.EndMeasured, f.HeadStated, f.WrongBallNoticed)


@decision("head", on=OTHER_FACTS, cites=(NEAREST,))
def nearest_after_word(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """When balls are measured, moved or exchanged, or somebody says so, it is worked out anew who lies nearest."""
    if now.jack.out or now.phase not in ("play", "count"):
        return
    said = fact.holds if isinstance(fact, f.HeadStated | f.WrongBallNoticed) else None
    if said is not None:
        yield from _otherwise(book, now, said)
        yield head_ruling(book, now, said, by=teller(now), settles=now.head == "unknown")
        return
    holds = _worked_out(was, now, fact)
    if holds != now.head or isinstance(fact, f.EndMeasured):
        yield head_ruling(book, now, holds, by=None, settles=now.head == "unknown")


def _worked_out(was: CochonnetState, now: CochonnetState, fact: f.AnyFact) -> Holds:
    if (known := standing(now)) is not None:
        return known
    if isinstance(fact, f.ObjectMoved):
        shifted = _shifted(was, now)
        return _unsaid(was, now, shifted) if shifted else now.head
    exchanged = isinstance(fact, f.WrongBallNoticed) and now.memory.by is not None and fact.ball in _live(now)
    return "unknown" if exchanged else now.head


def head_ruling(book: Bench, now: CochonnetState, holds: Holds, *, by: str | None, settles: bool) -> Ruling:
    """The ruling that says whose ball lies nearest, and how long nobody's has."""
    effects = _head(now, holds, by, settles)
    match holds:
        case "A" | "B":
            return book.rule("nearest.side", *effects, NEAREST, side=holds)
        case "equal":
            return book.rule("nearest.equal", *effects, NEAREST)
        case "nobody":
            return book.rule("nearest.nobody", *effects, NEAREST)
        case _:
            return book.rule("nearest.unknown", *effects, NEAREST)


def _head(now: CochonnetState, holds: Holds, by: str | None, settles: bool) -> tuple[Effect, ...]:
    if holds == "unknown":
        return (HeadIs(holds, by),)
    run = run_after(now, holds, settles=settles)
    return (HeadIs(holds, by),) if run == now.memory.run else (HeadIs(holds, by), RunIs(run))


def run_after(now: CochonnetState, holds: Holds, *, settles: bool) -> int | None:
    """How many good balls have been played since nobody lies nearest alone; `settles`: by the ball just played."""
    if holds not in NULL:
        return None
    before = now.memory_before if settles else now.memory
    if before.head not in NULL or before.run is None:
        return 0
    return before.run + 1 if settles else before.run


# --- who plays ---------------------------------------------------------------------------------------------

Named = tuple[Side | None, Does | None, tuple[str, ...], str]


def next_to_act(book: Bench, now: CochonnetState) -> Named:
    """Who acts next, what it does, the clauses that say so, and the reason in one word."""
    match now.phase:
        case "lag":
            return None, "lag", ("lag.nearest",), "draw"
        case "jack":
            return now.owner, "jack", *_jack(now)
        case "play":
            side, clause, why = next_ball(book, now)
            if side is not None and now.hand(side) == 0:
                side, why = (other(side), "none_left") if now.hand(other(side)) else (None, why)
            return (side, "ball", (clause,), why) if side else (None, None, (clause,), why)
        case "count":
            return None, "count", ("count.strictly_nearer",), "played"
        case _:
            return None, None, (), ""


def _jack(now: CochonnetState) -> tuple[tuple[str, ...], str]:
    if not now.began or now.jack.status != "failed":
        return ("jack.thrower",), "has_jack"
    return (("jack.second_throw",), "again") if now.jack.attempts else (("jack.passes_over",), "passed")


def next_ball(book: Bench, now: CochonnetState) -> tuple[Side | None, str, str]:
    """The side that plays the next ball if it has one, the clause and the reason: the table of the order of play."""
    memory = now.memory
    if memory.last is None:
        if now.jack.passed:
            book.reading("C-A13")
        return now.jack.thrown_by, "order.jack_thrower_opens", "opens"
    if not memory.good:
        if memory.head == memory.last:
            book.reading("C-A26")
        ball = now.ball(now.last_ball)
        touched = ball is not None and ball.touched_early
        return memory.last, "order.after_touch" if touched else "order.after_annulled", "annulled"
    if memory.balls == 1:
        return other(memory.last), "order.reply", "reply"
    if memory.head == "unknown":
        return None, NEAREST, "unknown"
    if memory.head in NULL:
        return _nobody_nearest(book, now, memory.last)
    return _by_nearness(book, cast(Side, memory.head), memory.last)


def _nobody_nearest(book: Bench, now: CochonnetState, last: Side) -> tuple[Side, str, str]:
    """Equally near, or no live ball: the side that played last plays again, then the sides in turn."""
    book.reading("C-A11" if now.head == "equal" else "C-A22")
    return (last, NEAREST, "tie") if now.memory.run == 0 else (other(last), NEAREST, "in_turn")


def _by_nearness(book: Bench, head: Side, last: Side) -> tuple[Side, str, str]:
    match book.reading("C-A10"):
        case "farther_plays":
            return other(head), NEAREST, "farther"
        case "alternate":
            return other(last), NEAREST, "in_turn"
        case _:
            return head, NEAREST, "nearest"


TURN_CLAUSES = (
    "lag.nearest", "jack.thrower", "jack.second_throw", "jack.passes_over", "order.jack_thrower_opens", "order.reply",
    "order.after_annulled", "order.after_touch", NEAREST, "count.strictly_nearer",
)  # fmt: skip


@decision("turn", on=FACTS, cites=TURN_CLAUSES)
def whose_turn(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Who plays follows from the last ball and from who lies nearest; an umpire's word stands until a ball is played."""
    known = now.turn
    if isinstance(fact, f.Ruled) or (known is not None and known.ruled and _same_moment(was, now)):
        return
    if now.waiting is not None:  # the ball is not settled yet
        return
    side, does, clauses, why = next_to_act(book, now)
    if does is None:
        if known is not None and clauses:
            yield book.rule("turn.nobody", TurnIs(None, None), *clauses, reason=why)
        return
    same = known is not None and (known.side, known.does, known.clauses) == (side, does, clauses)
    if same and not isinstance(fact, f.BallPlayed | f.JackThrown):
        return
    turn = TurnIs(side, does, clauses)
    if does == "jack":
        if not now.began:
            book.reading("C-A7")
        yield book.rule("turn.jack", turn, *clauses, side=side, why=why)
    elif does == "ball" and side is not None:
        player = now.jack.thrower if why == "opens" else None
        yield book.rule("turn.ball", turn, *clauses, side=side, hand=now.hand(side), why=why, player=player)
    else:
        yield book.rule("turn.lag" if does == "lag" else "turn.counted", turn, *clauses)


def _same_moment(was: CochonnetState, now: CochonnetState) -> bool:
    return (
        now.memory == was.memory
        and now.last_ball == was.last_ball
        and now.phase == was.phase
        and now.end == was.end
        and now.jack == was.jack
    )


@decision("turn", on=f.Ruled, cites=("edition.petanque",))
def turn_ruled(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.Ruled, so_far: So) -> Rulings:
    """Where the text says nothing the umpire may give the turn, or have something noted."""
    book.reading("C-A27")
    if fact.outcome == "turn" and fact.side is not None:
        does: Does = "jack" if now.phase == "jack" else "ball"
        turn = TurnIs(fact.side, does, ("edition.petanque",), ruled=True)
        yield book.rule("umpire.turn", turn, "edition.petanque", side=fact.side, how=does)
    else:
        yield book.rule("umpire.noted", "edition.petanque")


RULES = (nearest_after_ball, nearest_after_word, whose_turn, turn_ruled)
