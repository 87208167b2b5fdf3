"""The jack gone out: the end is void, a penalty for the second time running, and the case in which the text breaks off."""

from collections.abc import Iterator

from msgspec import Struct

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import (
    EndOver,
    EndProposed,
    JackOut,
    JackOwned,
    PhaseIs,
    Scored,
    StreakIs,
)
from carreau.billiards.cochonnet_line import across, past
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side, other
from carreau.core.ruling import Effect, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

VOID, TWICE, ONE = "dead_jack_score.void", "dead_jack_score.twice", "dead_jack_score.one"
OUT_CLAUSES = (VOID, TWICE, ONE)


class Gone(Struct, frozen=True, kw_only=True):
    """A jack gone out: whose ball sent it there, and the balls that the sides had left to play."""

    by: Side | None
    hands: dict[Side, int]

    @property
    def left(self) -> list[Side]:
        """The sides that have balls to play."""
        return [side for side in SIDES if self.hands[side] > 0]


# --- when the jack is out -----------------------------------------------------------------------------------


@decision("dead_jack", on=(f.BallPlayed, f.ObjectMoved), cites=(VOID, "start_line.zone"), needs=("moved",))
def jack_gone(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed | f.ObjectMoved, so_far: So
) -> Rulings:
    """The jack is out when it has left the table or lies past the starting line; on the line it is not."""
    jack = next((m for m in now.moved if m.object == "jack" and "jack" not in now.put_back), None)
    if jack is None:
        return
    if jack.off_table:
        book.reading("C-A21")
        yield book.rule("jack_out.out", JackOut(fact.side), VOID, reason="off_table")
    elif past(book, jack.line):
        book.reading("C-A5")
        yield book.rule("jack_out.out", JackOut(fact.side), VOID, reason="zone")
    elif jack.out:
        yield book.rule("jack_out.out", JackOut(fact.side), VOID, reason="not_noted")
    elif across(jack.line):
        yield book.rule("jack_out.across", "start_line.zone")


# --- what follows ---------------------------------------------------------------------------------------------


@decision("score", on=(f.BallPlayed, f.ObjectMoved), cites=OUT_CLAUSES)
def jack_out_gives(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed | f.ObjectMoved, so_far: So
) -> Rulings:
    """Jack out: by the balls that the sides have left after the ball that sent it out."""
    if now.jack.out and now.phase == "play":
        yield follows(book, now, Gone(by=now.jack.sent_out_by, hands={side: now.hand(side) for side in SIDES}))


def follows(book: Bench, now: CochonnetState, gone: Gone) -> Ruling:
    """What a jack gone out means for the end, the score and the next jack."""
    match len(gone.left):
        case 1:
            return _one_side_left(book, now, gone)
        case 0:
            return void(book, now, VOID, StreakIs(), reason="none_left")
        case _ if second_time(book, now, gone.by):
            return penalty(book, gone.by)
        case _:
            if now.streak is not None:
                book.reading("C-A17")
            streak = StreakIs(gone.by, 1) if gone.by else StreakIs()
            return void(book, now, VOID, streak, reason="both_left", by=gone.by)


def second_time(book: Bench, now: CochonnetState, by: Side | None) -> bool:
    """Has the same side sent the jack out in as many ends running as are punished, this one included?"""
    before = now.streak.times if now.streak is not None and now.streak.side == by else 0
    return by is not None and before + 1 >= book.limit("dead_jack_score.times")


def penalty(book: Bench, by: Side | None) -> Ruling:
    """The opponents of the side that did it twice running have a penalty point and the next jack."""
    book.reading("C-A17")
    side, points = other(by or "A"), book.limit("dead_jack_score.penalty")
    effects = (Scored("penalty", side, points), EndOver(True), StreakIs(), JackOwned(side))
    return book.rule("jack_out.penalty", *effects, TWICE, side=side, by=by, points=points)


def void(
    book: Bench, now: CochonnetState, clause: str, *effects: Effect, reason: str, by: Side | None = None
) -> Ruling:
    """The end counts for nothing; the jack of the next one is thrown as the game reads it."""
    owner = next_thrower(book, now)
    owned = (JackOwned(owner),) if owner else ()
    return book.rule("jack_out.void", EndOver(True), *effects, *owned, clause, reason=reason, by=by, owner=owner)


def next_thrower(book: Bench, now: CochonnetState) -> Side | None:
    """Who throws after a void end: the side that threw in it, or the side that scored last."""
    last = next((line.side for line in reversed(now.score_log) if line.kind != "stated"), None)
    if book.reading("C-A16") == "last_scorer" and last is not None:
        return last
    return now.jack.thrown_by or now.owner


def _one_side_left(book: Bench, now: CochonnetState, gone: Gone) -> Ruling:
    """Balls left on one side only: the text breaks off here; what we do is our own reading and says so."""
    side, answer = gone.left[0], book.reading("C-A18")
    if answer == "umpire_rules":
        effects = (PhaseIs("count"), EndProposed(None, None, "C-A18"))
        return book.rule("jack_out.umpire", *effects, ONE, side=side, points=gone.hands[side], basis="ours")
    if answer == "void_and_replay":
        return void(book, now, ONE, StreakIs(), reason="ours")
    return unplayed(book, side, gone.hands[side])


def unplayed(book: Bench, side: Side, points: int) -> Ruling:
    """The side that still has balls scores one for each of them and has the next jack; marked as our own reading."""
    book.reading("C-A18")
    effects = (Scored("end", side, points, "C-A18"), EndOver(False), StreakIs(), JackOwned(side))
    return book.rule("jack_out.unplayed", *effects, ONE, side=side, points=points, basis="ours")


RULES = (jack_gone, jack_out_gives)
