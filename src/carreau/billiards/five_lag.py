"""The cushion draw: who may choose whether to start, and when the draw is repeated."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import LateNoted, Recorded, StarterIs, TurnIs
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

LAG = (
    "lag.top_cushion", "lag.both_moving", "lag.repeated", "lag.twice_late", "lag.collision", "lag.collision_unclear",
    "lag.equal", "lag.touched", "lag.nearest_chooses", "start.feet",
)  # fmt: skip


@decision("fact", on=GameSetUp, cites=("distance.fixed", "match.odd_sets"))
def match_set_up(book: Bench, was: FivePinsState, now: FivePinsState, fact: GameSetUp, so_far: So) -> Rulings:
    """The distance is what the set-up says, and so is the number of sets."""
    book.reading("F-G2")
    if fact.by_sets:
        yield book.rule("match.by_sets", "distance.fixed", "match.odd_sets", points=fact.target, sets=fact.sets)
    else:
        yield book.rule("match.one_distance", "distance.fixed", points=fact.target)


@decision("fact", on=f.LagPlayed, cites=LAG)
def lag(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LagPlayed, so_far: So) -> Rulings:
    """Whoever comes nearest the bottom cushion chooses, unless a player loses the choice or the draw is repeated."""
    if fact.feet_outside and (answer := book.settled("F-A2")) is None:
        yield book.ask_umpire("feet_in_the_draw", "F-A2", "start.feet", side_of=fact.feet_outside[0])
    else:
        outside = fact.feet_outside if fact.feet_outside and answer == "draw_too" else ()
        yield from _judged(book, now, fact, outside)


@decision("fact", on=Chosen, answers=("feet_in_the_draw",), cites=LAG)
def feet_in_the_draw(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says whether the lines on the floor bind in the draw as well."""
    book.reading("F-A2")
    outside = answer.fact.feet_outside if answer.choice == "draw_too" else ()
    if not outside:
        yield book.rule("draw.feet_free", "start.feet", side=answer.fact.feet_outside[0])
    yield from _judged(book, now, answer.fact, outside)


def _judged(book: Bench, now: FivePinsState, fact: f.LagPlayed, outside: tuple[Side, ...]) -> Rulings:
    if fact.late is not None:
        yield from _late(book, now, fact.late)
        return
    losers = [side for side in SIDES if _loses(fact, side) or side in outside]
    for side in losers:
        for why, clause in _causes(book, fact, side, outside):
            yield book.rule("draw.loses_choice", clause, side=side, why=why)
    if len(losers) == 2:
        book.reading("F-A1")
        yield book.rule("draw.again", "lag.repeated", why="both_lose")
    elif losers:
        yield _chooses(book, other(losers[0]), "lag.nearest_chooses")
    elif fact.collision == "unknown":
        yield book.rule("draw.again", "lag.collision_unclear", why="collision")
    else:
        yield _nearest(book, fact)


def _loses(fact: f.LagPlayed, side: Side) -> bool:
    return side in fact.touched or fact.collision == side or side in fact.failed


def _causes(book: Bench, fact: f.LagPlayed, side: Side, outside: tuple[Side, ...]) -> Iterator[tuple[str, str]]:
    if side in fact.touched:
        yield "touched", "lag.touched"
    if fact.collision == side:
        yield "collision", "lag.collision"
    if side in fact.failed:
        book.reading("F-A1")
        yield "failed", "lag.top_cushion"
    if side in outside:
        yield "feet", "start.feet"


def _late(book: Bench, now: FivePinsState, side: Side) -> Rulings:
    """Both balls have to move before one reaches the top cushion; who spoils that twice loses the choice."""
    yield book.rule("draw.late", LateNoted(side), "lag.both_moving", side=side)
    if now.late.of(side) + 1 >= book.limit("lag.late_starts"):
        yield book.rule("draw.loses_choice", "lag.twice_late", side=side, why="late")
        yield _chooses(book, other(side), "lag.twice_late")
    else:
        yield book.rule("draw.again", "lag.repeated", why="late")


def _nearest(book: Bench, fact: f.LagPlayed) -> Ruling:
    rest = fact.rest_mm
    measured = len(rest) == 2
    if fact.equal or (measured and fact.nearer is None and rest["A"] == rest["B"]):
        return book.rule("draw.again", "lag.equal", why="equal")
    nearer: Side = fact.nearer or ("A" if rest["A"] < rest["B"] else "B")
    return _chooses(book, nearer, "lag.nearest_chooses")


def _chooses(book: Bench, side: Side, clause: str) -> Ruling:
    return book.ask("who_starts", side, ("start", "let_opponent"), clause, default="start")


@decision("fact", on=Chosen, answers=("who_starts",), cites=("lag.nearest_chooses",))
def starter_chosen(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The player with the choice starts, or lets the opponent start."""
    chooser: Side = "A" if answer.option.side == "A" else "B"
    starter = chooser if answer.choice == "start" else other(chooser)
    yield book.rule("start.starter", StarterIs(starter), "lag.nearest_chooses", side=starter)


@decision("fact", on=f.StarterChosen, cites=("lag.nearest_chooses",))
def starter_stated(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StarterChosen, so_far: So) -> Rulings:
    """Who starts may be stated without the draw."""
    stated = (StarterIs(fact.side), Recorded("draw_not_noted"))
    yield book.rule("start.starter", *stated, "lag.nearest_chooses", side=fact.side, reason="not_noted")


TURNS = ("lag.top_cushion", "start.cue_ball", "start.object_ball", "start.red")


@decision("turn", on=(GameSetUp, f.LagPlayed, f.StarterChosen), cites=TURNS)
def before_the_match(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The draw is played until somebody starts; then the referee sets up the table."""
    if now.phase == "start":
        clauses = TURNS[1:]
        yield book.rule("turn.set_up", TurnIs(now.set_starter, "start", clauses), *clauses, side=now.set_starter)
    elif now.waiting is None:
        yield book.rule("turn.draw", TurnIs(None, "lag", TURNS[:1]), TURNS[0])


RULES = (match_set_up, lag, feet_in_the_draw, starter_chosen, starter_stated, before_the_match)
