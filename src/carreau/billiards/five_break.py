"""The break in the middle of the match: when it is due, and who says that it is taken."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import BreakIs, HalfReached, Recorded
from carreau.billiards.five_state import FivePinsState
from carreau.billiards.five_value import STROKES
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

INNINGS = (*STROKES, f.ClockExpired)
CLAUSES = ("break.middle", "break.three_sets", "break.five_sets")


@decision("set", on=INNINGS, cites=("break.half", "break.conditions", "break.middle"))
def middle_of_the_match(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """At half the distance there is a break, if the match has lasted long enough and the player is not too far on."""
    if now.setup.by_sets or now.half_reached or now.leader is not None or now.phase != "stroke":
        return
    there = [side for side in SIDES if now.reaches(now.points(side), book.limit("break.half"))]
    for side in there[:1]:
        book.reading("F-A4")
        yield book.rule("break.half", HalfReached(), "break.half", side=side, points=now.points(side))
        yield from _due(book, now, now.points(side))


def _due(book: Bench, now: FivePinsState, points: int) -> Rulings:
    at, since = now.moment.at_ms, now.started_ms
    lasted = at - since if at is not None and since is not None else None
    if lasted is not None and lasted < book.limit("break.match_time"):
        yield book.rule("break.none", "break.conditions", why="too_soon")
    elif now.reaches(points, book.limit("break.too_late")):
        yield book.rule("break.none", "break.conditions", why="too_far")
    else:
        yield _offered(book, "break.middle")


def _offered(book: Bench, clause: str) -> Ruling:
    if (answer := book.settled("F-A4")) is None:
        return book.ask_umpire("break", "F-A4", clause, waits=False, clause=clause)
    return _said(book, answer, clause)


def _said(book: Bench, answer: str, clause: str) -> Ruling:
    if answer == "taken":
        limit = book.limit("break.duration")
        return book.rule("break.taken", BreakIs(True), clause, limit_ms=limit)
    return book.rule("break.not_taken", clause)


AFTER = {3: ("break.three_sets",), 5: ("break.five_sets_first", "break.five_sets_second")}


@decision("turn", on=f.LastPointAnnounced, cites=CLAUSES)
def between_sets(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LastPointAnnounced, so_far: So
) -> Rulings:
    """Between certain sets there can be a break, if another set follows."""
    limits = AFTER.get(now.setup.sets, ()) if now.setup.by_sets else ()
    for key in limits:
        if now.phase == "start" and len(now.sets) == book.limit(key):
            yield _offered(book, book.limit_clause(key))


@decision("fact", on=Chosen, answers=("break",), cites=CLAUSES)
def break_chosen(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee or the director says whether the break is taken."""
    book.reading("F-A4")
    yield _said(book, answer.choice, str(answer.option.slots["clause"]))


@decision("door", on=f.BreakTaken, cites=("break.conditions",))
def break_is_due(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.BreakTaken, so_far: So) -> Rulings:
    """No break is taken that is not due."""
    if not any(o.ask == "break" for o in was.options):
        yield book.refuse("refused.no_break", "break.conditions")


@decision("fact", on=f.BreakTaken, cites=CLAUSES)
def break_taken(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.BreakTaken, so_far: So) -> Rulings:
    """The break is taken; the referee may be another one afterwards."""
    option = next(o for o in was.options if o.ask == "break")
    new = (Recorded("new_referee"),) if fact.new_referee else ()
    effects = (BreakIs(True), Answered(option.id), *new)
    limit = book.limit("break.duration")
    yield book.rule("break.taken", *effects, str(option.slots["clause"]), limit_ms=limit)


RULES = (middle_of_the_match, between_sets, break_chosen, break_is_due, break_taken)
