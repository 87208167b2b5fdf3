"""The end is complete: what it gives, who has the next jack, balls left unplayed, and when the game is won."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import (
    EndOver,
    EndProposed,
    GameWon,
    JackOwned,
    PhaseIs,
    PlayClosed,
    Scored,
    StreakIs,
)
from carreau.billiards.cochonnet_jack_out import (
    ONE,
    OUT_CLAUSES,
    TWICE,
    VOID,
    Gone,
    follows,
    next_thrower,
    penalty,
    second_time,
    unplayed,
    void,
)
from carreau.billiards.cochonnet_order import FACTS, teller
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.nearness import leading, strictly_nearer
from carreau.core.ruling import Answered, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NEARER, EACH, LEAVE = "count.strictly_nearer", "count.per_ball", "order.need_not_play"
STOP = "need_not_play"


class Given(Struct, frozen=True):
    """What the end gives by the book: the side and its points (None while nobody knows), and why."""

    side: Side | None
    points: int | None
    why: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses behind it."""
        return (NEARER, EACH) if self.points else (NEARER,)


def given(book: Bench, now: CochonnetState) -> Given:
    """What the balls give as they lie."""
    if not now.any_live():
        book.reading("C-A22")
        return Given(None, 0, "nobody")
    if now.head == "equal":
        void = book.reading("C-A11") == "void"
        return Given(None, 0 if void else None, "equal")
    if now.head not in SIDES:
        return Given(None, None, "unknown")
    side: Side = now.head
    balls = _nearer(now, side)
    why = "nearest" if now.live(other(side)) else "alone"
    return Given(side, None if balls is None else balls * book.limit(EACH), why)


def _nearer(now: CochonnetState, side: Side) -> int | None:
    """How many balls of a side lie nearer than the best one of the opponents; None while the order does not say."""
    mine, theirs = now.live(side), now.live(other(side))
    if leading(now.order, {side: mine, other(side): theirs}) != side:
        return None
    return strictly_nearer(now.order, mine, theirs)


@decision("score", on=FACTS, cites=(NEARER, EACH))
def end_complete(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The end is complete when all balls are played, or the last ones are left unplayed."""
    done = now.phase == "play" and not now.jack.out and (now.closed or now.both_empty)
    if now.waiting is not None or (not done and not _told_more(was, now)):  # what is asked may bring a ball back
        return
    what, effects = given(book, now), (PhaseIs("count"),) if done else ()
    if what.points is None:
        umpire = "C-A11" if what.why == "equal" else None
        proposed = EndProposed(None, None, umpire)
        yield book.rule("points.to_count", *effects, proposed, NEARER, reason=what.why, side=what.side)
    else:
        proposed = EndProposed(what.side, what.points)
        yield book.rule(
            "points.gives", *effects, proposed, *what.clauses, reason=what.why, side=what.side, points=what.points
        )


def _told_more(was: CochonnetState, now: CochonnetState) -> bool:
    """Is more known of a head that is being counted?"""
    counting = was.phase == "count" and now.phase == "count" and not now.jack.out
    return counting and (was.memory, was.order, was.balls) != (now.memory, now.order, now.balls)


# --- balls left unplayed -------------------------------------------------------------------------------------


def may_stop(now: CochonnetState) -> Side | None:
    """The side that may leave its balls unplayed: it lies nearest, and the others have none left."""
    if now.phase != "play" or now.jack.out or now.closed or now.head not in SIDES:
        return None
    side: Side = now.head
    return side if now.hand(side) and not now.hand(other(side)) else None


def enough(book: Bench, now: CochonnetState, side: Side, said: int | None = None) -> bool:
    """May it stop in this end? Only when what lies makes the target, where the game reads it so."""
    if book.reading("C-A12") == "every_end":
        return True
    points = said if said is not None else given(book, now).points
    return points is not None and now.points(side) + points >= book.limit("win.target")


@decision("turn", on=FACTS, cites=(LEAVE,))
def stopping_offered(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A side that lies nearest when the others have used their balls up need not play its own."""
    side = may_stop(now)
    asked = next((o for o in now.options if o.ask == STOP), None)
    if asked is not None and asked.side != side:
        yield book.rule("stop.lapsed", Answered(STOP), LEAVE, side=asked.side)
    elif asked is None and side is not None and not isinstance(fact, Chosen) and enough(book, now, side):
        yield book.ask(STOP, side, ["stop", "play_on"], LEAVE, default="play_on", waits=False, hand=now.hand(side))


@decision("fact", on=f.BallPlayed, cites=(LEAVE,), during=("options",))
def played_on(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """Whoever plays on has not stopped; after the ball the choice is there again."""
    if any(o.ask == STOP for o in was.options):
        yield book.rule("stop.plays_on", Answered(STOP), LEAVE, side=fact.side)


@decision("fact", on=Chosen, answers=(STOP,), cites=(LEAVE,))
def stopping_answered(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The side has said whether it plays its last balls."""
    book.reading("C-A12")
    side = answer.option.side
    if answer.choice == "stop":
        yield book.rule("stop.stops", PlayClosed(), LEAVE, side=side)
    else:
        yield book.rule("stop.plays_on", LEAVE, side=side)


@decision("door", on=f.Declined, cites=(LEAVE,))
def stopping_allowed(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.Declined, so_far: So) -> Rulings:
    """Balls are left unplayed only by the side that lies nearest, once the others have none."""
    if may_stop(was) != fact.side:
        why = "others_have_balls" if was.hand(other(fact.side)) else "not_nearest"
        yield book.refuse("refused.must_play", LEAVE, side=fact.side, reason=why)
    elif not enough(book, was, fact.side, fact.points):
        yield book.refuse("refused.must_play", LEAVE, side=fact.side, reason="not_won")


@decision("fact", on=f.Declined, cites=(LEAVE,))
def stops(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.Declined, so_far: So) -> Rulings:
    """The last balls are not played, and the end is counted as it lies."""
    book.reading("C-A12")
    yield book.rule("stop.stops", PlayClosed(), Answered(STOP), LEAVE, side=fact.side)


# --- the points counted -----------------------------------------------------------------------------------------


@decision("door", on=f.EndCounted, cites=(NEARER, EACH, "balls.equal", "lag.nearest", *OUT_CLAUSES))
def count_is_possible(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted, so_far: So) -> Rulings:
    """Points are counted when the end is complete, and no more of them than a side can have."""
    between = was.setup.detail == "ends" and was.phase in ("jack", "play")
    if (fact.side is None) != (fact.points == 0):
        yield book.refuse("refused.points_without_side", side=fact.side, points=fact.points)
    elif was.phase == "lag":
        yield book.refuse("refused.lag_first", "lag.nearest")
    elif was.phase != "count" and not between:
        hands: dict[str, Any] = {f"hand_{side}": was.hand(side) for side in SIDES}
        yield book.refuse("refused.end_not_played", NEARER, **hands)
    elif fact.side is not None and fact.points > (most := _most(book, was, fact.side)):
        yield book.refuse("refused.points_too_many", EACH, side=fact.side, points=fact.points, most=most)
    elif was.phase == "count":
        yield from _disagrees(book, was, now, fact)
    else:
        yield from _not_what_was_left(book, was, now, fact)


def _most(book: Bench, was: CochonnetState, side: Side) -> int:
    if was.phase == "count" and not was.jack.out:
        return len(was.live(side)) * book.limit(EACH)
    return was.allotted[side] * book.limit(EACH)


def _disagrees(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted) -> Rulings:
    """A count that the book excludes is refused; what an umpire counts stands, and so does what both sides count."""
    who = teller(now)
    if was.umpire_counts is not None:
        if who != "umpire":
            clause = ONE if was.jack.out else NEARER
            yield book.refuse("refused.umpire_counts", clause)
        return
    what = given(book, was)
    certain = what.why in ("nobody", "equal") or who in SIDES
    if who != "umpire" and certain and what.points is not None and (fact.side, fact.points) != (what.side, what.points):
        yield book.refuse("refused.other_count", *what.clauses, side=what.side, points=what.points, reason=what.why)


def _not_what_was_left(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted) -> Rulings:
    """Where only ends are noted, the points of a jack gone out are those of the balls noted as left to play."""
    for side, balls in fact.in_hand.items():
        if balls > was.allotted[side]:
            yield book.refuse("refused.too_many_left", "balls.equal", side=side, said=balls, n=was.allotted[side])
            return
    if (gone := _gone(fact)) is None:
        return
    if (wanted := _wanted(book, was, gone)) is None:
        if teller(now) != "umpire":
            yield book.refuse("refused.umpire_counts", ONE)
        return
    clause, owner, points = wanted
    if (fact.side, fact.points) != (owner, points):
        yield book.refuse("refused.other_count", clause, side=owner, points=points, reason="jack_out")


def _wanted(book: Bench, was: CochonnetState, gone: Gone) -> tuple[str, Side | None, int] | None:
    """What the jack gone out gives, with its clause; None where the umpire says so."""
    if len(gone.left) == 1:
        answer, side = book.reading("C-A18"), gone.left[0]
        by_answer = {"score_unplayed": (ONE, side, gone.hands[side]), "void_and_replay": (ONE, None, 0)}
        return by_answer.get(answer)
    if gone.left and gone.by and second_time(book, was, gone.by):
        return TWICE, other(gone.by), book.limit("dead_jack_score.penalty")
    return VOID, None, 0


def _gone(fact: f.EndCounted) -> Gone | None:
    """The jack gone out, as far as it is noted with the points of an end."""
    known = set(fact.in_hand) == set(SIDES)
    return Gone(by=fact.sent_out_by, hands=dict(fact.in_hand)) if fact.why in OUT and known else None


OUT = ("jack_out", "jack_out_twice")


@decision("score", on=f.EndCounted, cites=(NEARER, EACH, *OUT_CLAUSES))
def end_counted(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted, so_far: So) -> Rulings:
    """The end is over: the side that scored has its points, a void end changes nothing."""
    if was.phase == "count":
        yield _as_it_lies(book, was, now, fact)
    elif fact.why in OUT:
        yield _as_stated_out(book, now, fact)
    else:
        yield _over(book, now, fact, fact.why or "not_noted")


def _as_it_lies(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted) -> Ruling:
    if was.jack.out:
        book.reading("C-A18")
        return _over(book, now, fact, "umpire", clause=ONE, reading="C-A18")
    what = given(book, was)
    same = what.points is None or (what.side, what.points) == (fact.side, fact.points)
    why = "agreed" if what.points is None else what.why
    return _over(book, now, fact, why if same else "otherwise", computed=what)


def _as_stated_out(book: Bench, now: CochonnetState, fact: f.EndCounted) -> Ruling:
    """The points of a jack gone out, in a record of ends: by the balls left if they are noted, else as stated."""
    gone = _gone(fact)
    if gone is not None and _wanted(book, now, gone) is None:
        return _over(book, now, fact, "umpire", clause=ONE, reading="C-A18")
    if gone is not None:
        return follows(book, now, gone)
    if fact.side is None:
        return void(book, now, VOID, StreakIs(), reason="not_noted", by=fact.sent_out_by)
    if fact.why == "jack_out_twice":
        return penalty(book, other(fact.side))
    return unplayed(book, fact.side, fact.points)


def _over(
    book: Bench, now: CochonnetState, fact: f.EndCounted, why: str, *, clause: str = NEARER, reading: str | None = None,
    computed: Given | None = None,
) -> Ruling:  # fmt: skip
    done = (EndOver(fact.side is None), StreakIs())
    if fact.side is None:
        owner = next_thrower(book, now)
        owned = (JackOwned(owner),) if owner else ()
        return book.rule("points.void", *done, *owned, clause, why=why, owner=owner)
    clauses = (clause, EACH) if clause == NEARER else (clause,)
    owned = (JackOwned(fact.side),) if clause == ONE else ()
    slots: dict[str, Any] = {"computed_side": computed.side, "computed_points": computed.points} if computed else {}
    basis = {"basis": "ours"} if reading else {}
    return book.rule(
        "points.scored", Scored("end", fact.side, fact.points, reading), *done, *owned, *clauses, side=fact.side,
        points=fact.points, why=why, total=now.points(fact.side) + fact.points, **slots, **basis,
    )  # fmt: skip


@decision("score", on=f.EndCounted, cites=("jack.to_winner",))
def winners_jack(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.EndCounted, so_far: So) -> Rulings:
    """The side that won the end has the jack and begins the next one."""
    if fact.side is None or was.jack.out or fact.why in OUT:
        return
    if now.points(fact.side) + fact.points < book.limit("win.target"):
        yield book.rule("jack.to_winner", JackOwned(fact.side), "jack.to_winner", side=fact.side)


# --- the game won ------------------------------------------------------------------------------------------------


@decision("win", on=FACTS, cites=("win.target",))
def target_reached(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A side that has reached the target has won, by whatever kind of points."""
    if now.winner is not None or now.score_log == was.score_log:
        return
    target = book.limit("win.target")
    side = max(SIDES, key=now.points)
    if now.points(side) < target:
        return
    if now.points(side) > target:
        book.reading("C-A2")
    for reading in {line.reading for line in now.score_log if line.side == side and line.reading}:
        book.reading(reading)
    how = "penalty" if now.score_log[-1].kind == "penalty" else "points"
    own, theirs = official(book, now, side), official(book, now, other(side))
    yield book.rule("game.won", GameWon(side, how), "win.target", side=side, how=how, own=own, theirs=theirs)


def official(book: Bench, state: CochonnetState, side: Side) -> int:
    """The score as it is written down: the points, not above the target where the game reads it so."""
    earned, most = state.points(side), book.limit("win.target")
    return most if earned > most and book.reading("C-A2") == "capped" else earned


RULES = (
    count_is_possible, stopping_allowed, stops, stopping_answered, played_on, end_complete, end_counted, winners_jack,
    target_reached, stopping_offered,
)  # fmt: skip
