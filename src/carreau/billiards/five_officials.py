"""What the referee and the delegate decide themselves where the rules are silent, and the sheet that says so."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_award import room
from carreau.billiards.five_effects import HandGiven, MatchWon, PhaseIs, Recorded, Scored, ScoreIs, TurnIs
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES
from carreau.core.ruling import Effect, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

MAY = ("umpire", "jury", "committee", "simulator")
NEEDS_SIDE = ("points", "turn", "ball_in_hand", "match_won")
PLAYING = ("draw", "start", "stroke", "won")
TIMES = {
    "note": (*PLAYING, "suspended", "over"),
    "match_won": (*PLAYING, "suspended", "over"),
    "resume": ("suspended",),
    "turn": ("stroke",),
    "ball_in_hand": ("stroke",),
}
RULED = ("officials.unforeseen", "officials.ruling_noted", "officials.delegate", "match.announced_good")


@decision("door", on=f.Ruled, cites=RULED)
def ruling_is_complete(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling comes from an official, says why, and changes no result that has been called good."""
    if now.moment.by not in MAY:
        yield book.refuse("refused.not_an_official", "officials.unforeseen", by=now.moment.by)
    if not (fact.note or "").strip():
        yield book.refuse("refused.ruling_without_note", "officials.ruling_noted")
    if was.phase == "over" and fact.outcome != "note" and was.won_by == "points":
        yield book.refuse("refused.result_stands", "match.announced_good")


@decision("door", on=f.Ruled)
def ruling_says_what(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling names the player or the points it is about, and fits the moment."""
    if (fact.outcome in NEEDS_SIDE and fact.side is None) or (fact.outcome == "points" and fact.points is None):
        yield book.refuse("refused.ruling_says_too_little", how=fact.outcome)
    elif was.phase not in TIMES.get(fact.outcome, PLAYING):
        yield book.refuse("refused.ruling_out_of_time", how=fact.outcome)


def clauses(now: FivePinsState) -> tuple[str, ...]:
    """By which clause an official rules, and that it is written down."""
    who = "officials.delegate" if now.moment.by == "committee" else "officials.unforeseen"
    return who, "officials.ruling_noted"


@decision("fact", on=f.Ruled, cites=(*RULED, "distance.cap"))
def ruled(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Ruled, so_far: So) -> Rulings:
    """The referee decides the exceptional cases, the delegate what no regulation covers."""
    slots = {"by": now.moment.by, "how": fact.outcome, "side": fact.side, "points": fact.points or 0}
    effects = (*_effects(now, fact), Recorded(fact.note or ""))
    yield book.rule("referee.ruled", *effects, *clauses(now), said=fact.note, **slots)
    if fact.outcome == "points" and fact.side and room(now, fact.side, fact.points or 0) < (fact.points or 0):
        yield book.rule("award.capped", "distance.cap", side=fact.side, points=fact.points, target=now.setup.target)


def _effects(now: FivePinsState, fact: f.Ruled) -> tuple[Effect, ...]:
    match fact.outcome:
        case "points" if fact.side is not None:
            return (Scored(fact.side, room(now, fact.side, fact.points or 0), "ruling"),)
        case "score":
            most = now.setup.target
            score = [min(most, fact.score.get(side, now.points(side))) for side in SIDES]
            return (ScoreIs(score[0], score[1]),)
        case "ball_in_hand":
            return (HandGiven(None),)
        case "match_won" if fact.side is not None:
            return (MatchWon(fact.side, "ruling"),)
        case "suspend":
            return (PhaseIs("suspended"),)
        case "resume":
            return (PhaseIs(now.before_pause),)
        case _:
            return ()


@decision("turn", on=f.Ruled, cites=("officials.unforeseen", "officials.delegate"))
def turn_ruled(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Ruled, so_far: So) -> Rulings:
    """The official says who plays, and whether with ball in hand."""
    who = clauses(now)[:1]
    if fact.outcome == "turn" and now.phase == "stroke":
        yield book.rule("turn.stroke", TurnIs(fact.side, "stroke", who), *who, side=fact.side)
    elif fact.outcome == "ball_in_hand" and now.phase == "stroke":
        yield book.rule("turn.hand", TurnIs(fact.side, "hand", who, kind="ball_in_hand"), *who, side=fact.side)


RULES = (ruling_is_complete, ruling_says_what, ruled, turn_ruled)
