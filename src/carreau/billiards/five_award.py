"""Who receives the points of a stroke: its player if it was regular, the opponent if there was a foul."""

from collections.abc import Iterator

from carreau.billiards.five_effects import Awarded
from carreau.billiards.five_state import FivePinsState, Stroke
from carreau.billiards.five_value import STROKES, StrokeFact
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Side, other
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

REGULAR = {
    (False, None, False): "stroke.worth_nothing",
    (True, None, False): "stroke.pins",
    (True, "cue", False): "stroke.cannon_pins",
    (True, "object", False): "stroke.casin_pins",
    (True, "cue", True): "stroke.cannon_casin_pins",
    (True, "object", True): "stroke.cannon_casin_pins",
    (False, "cue", False): "stroke.cannon",
    (False, "object", False): "stroke.casin",
    (False, "cue", True): "stroke.cannon_casin",
    (False, "object", True): "stroke.cannon_casin",
}


def regular_clause(stroke: Stroke) -> str:
    """The clause by which a stroke without a foul is regular."""
    seen = stroke.seen
    return REGULAR[bool(seen.pins), seen.red_by, seen.red_by_both]


def room(now: FivePinsState, side: Side, points: int) -> int:
    """How many of these points still fit under the distance."""
    return min(points, max(0, now.setup.target - now.points(side)))


@decision("award", on=STROKES, cites=tuple(dict.fromkeys(REGULAR.values())))
def stroke_is_regular(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """A stroke is regular when the object ball is reached first and no foul is called."""
    stroke = now.judged
    if stroke is None or stroke.fouls or not stroke.seen.object_hit:
        return
    clause = regular_clause(stroke)
    if clause == "stroke.pins":
        book.reading("F-C1")
    if clause == "stroke.worth_nothing":
        book.reading("F-C3")
    yield book.rule("stroke.regular", clause, kind=clause.removeprefix("stroke."))


STRIKER = (
    "score.to_striker", "score.nothing", "score.sum", "officials.announce_stroke", "start.may_score", "distance.cap",
    "contact.no_legal_stroke",
)  # fmt: skip


@decision("award", on=STROKES, cites=STRIKER)
def to_striker(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """A regular stroke brings its points to its player, and none if it made nothing."""
    stroke = now.judged
    if stroke is None or stroke.fouls:
        return
    if stroke.waived and not stroke.seen.correct:
        yield book.rule("award.waived", Awarded(None, 0), "contact.no_legal_stroke", side=stroke.side)
    elif not stroke.value:
        book.reading("F-G5")
        clauses = ("score.nothing", "officials.announce_stroke")
        yield book.rule("award.nothing", Awarded(None, 0), *clauses, side=stroke.side)
    else:
        book.reading("F-G5")
        start = ("start.may_score",) if stroke.kind == "starting" else ()
        clauses = ("score.to_striker", *_sum(stroke), "officials.announce_stroke", *start)
        yield from _given(book, now, stroke.side, stroke.value, "award.striker", clauses)


def _sum(stroke: Stroke) -> tuple[str, ...]:
    return ("score.sum",) if stroke.pin_points and stroke.red_points else ()


def _given(book: Bench, now: FivePinsState, side: Side, points: int, key: str, clauses: tuple[str, ...]) -> Rulings:
    """The points go up to the distance and no further; the story keeps what the stroke was worth."""
    fits = room(now, side, points)
    yield book.rule(key, Awarded(side, fits), *clauses, side=side, points=points)
    if fits < points:
        yield book.rule("award.capped", "distance.cap", side=side, points=points, target=now.setup.target)


OPPONENT = (
    "foul.all_to_opponent", "foul.penalty_points", "foul.beside_points", "foul.takes_stroke_points", "foul.added",
    "officials.announce_penalty", "distance.cap", "score.sum", "foul.penalty",
)  # fmt: skip


@decision("award", on=STROKES, cites=OPPONENT)
def to_opponent(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """With a foul everything goes to the opponent: what the stroke made, the penalties, the complement."""
    stroke = now.judged
    if stroke is None or not stroke.fouls:
        return
    penalty, value = penalties(book, stroke), stroke.pin_points + red_points(book, stroke)
    if value < stroke.value:
        yield book.rule("award.red_flat", "foul.penalty", points=value - stroke.pin_points)
    book.reading("F-G5")
    clauses = (
        "foul.all_to_opponent",
        *(("foul.penalty_points",) if penalty else ()),
        *(("foul.takes_stroke_points",) if value else ()),
        *(("foul.beside_points",) if value and penalty else ()),
        *(("foul.added",) if len([f for f in stroke.fouls if f.penalty]) > 1 else ()),
        *_sum(stroke),
        "officials.announce_penalty",
    )
    yield from _given(book, now, other(stroke.side), value + penalty, "award.opponent", clauses)


def penalties(book: Bench, stroke: Stroke) -> int:
    """The penalties of a stroke: of each foul, or of one only, and the complement of the red."""
    each = [foul.penalty for foul in stroke.fouls]
    once = book.reading("F-C2") == "one_penalty_a_stroke" if len([p for p in each if p]) > 1 else False
    return (max(each) if once else sum(each)) + stroke.complement


def red_points(book: Bench, stroke: Stroke) -> int:
    """What the red is worth in a stroke with a foul: as realised, or flat where ball in hand follows."""
    if not stroke.red_points or not stroke.hand or book.reading("F-C9") == "realised":
        return stroke.red_points
    return book.limit("foul.red_complement")


RULES = (stroke_is_regular, to_striker, to_opponent)
