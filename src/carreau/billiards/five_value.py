"""What a stroke made: which pins have fallen and count, what they are worth, and what the red is worth."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import PinPoints, RedPoints
from carreau.billiards.five_facts import Pin
from carreau.billiards.five_seen import Lost, Why
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
StrokeFact = f.StrokePlayed | f.Touched | f.TouchedTooEarly | f.CueBallPlaced | f.WrongBallNoticed

STROKES = (f.StrokePlayed, f.Touched, f.TouchedTooEarly, f.CueBallPlaced, f.WrongBallNoticed)
CENTRE: Pin = "c"

LOST: dict[Why, tuple[str, ...]] = {
    "by_itself": ("pin.by_itself",),
    "by_itself_chain": ("pin.by_itself_chain",),
    "leaning": ("pin.leaning_on_cue_ball", "pin.taken_off"),
    "leaning_chain": ("pin.leaning_chain",),
    "hand": ("pin.by_itself",),
}


@decision("value", on=f.StrokePlayed, cites=tuple(c for clauses in LOST.values() for c in clauses))
def pins_not_fallen(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """A pin that fell by itself, or from the cue ball it leaned on, has not fallen, nor has what it fells."""
    stroke = now.judged
    for lost in stroke.seen.lost if stroke is not None else ():
        yield _not_fallen(book, lost)


def _not_fallen(book: Bench, lost: Lost) -> Ruling:
    if lost.why == "hand":
        book.reading("F-A14")
    return book.rule("pin.not_fallen", *LOST[lost.why], pin=lost.pin, why=lost.why)


SPECIAL = ("pin.by_pin", "pin.leaning_on_other", "pin.displaced_counts", "pin.came_back")


@decision("value", on=f.StrokePlayed, cites=SPECIAL)
def pins_fallen_too(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """Felled by another pin, from a ball that moved away, off its place or up again: such a pin has fallen."""
    stroke = now.judged
    if stroke is None:
        return
    displaced = [p.pin for p in now.pins if p.status == "displaced"]
    for pin in stroke.seen.pins:
        if pin in stroke.seen.chained:
            yield book.rule("pin.counts", "pin.by_pin", pin=pin, why="by_pin")
        if pin in stroke.seen.leaned:
            yield book.rule("pin.counts", "pin.leaning_on_other", pin=pin, why="leaning")
        if pin in displaced:
            book.reading("F-A16")
            yield book.rule("pin.counts", "pin.displaced_counts", pin=pin, why="displaced")
        if pin in fact.came_back:
            yield book.rule("pin.counts", "pin.came_back", pin=pin, why="came_back")


PINS_WORTH = ("score.outer_pin", "score.centre_pin", "score.centre_alone")


@decision("value", on=STROKES, cites=PINS_WORTH)
def pins_worth(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """Each outer pin counts, the centre pin more, and most when it is the only one that falls."""
    stroke = now.judged
    if stroke is None or not stroke.seen.pins:
        return
    if stroke.seen.by_hand:
        book.reading("F-A14")
    points, clauses = pin_points(book, stroke.seen.pins)
    if "score.centre_alone" in clauses:
        book.reading("F-A15")
    how = "alone" if "score.centre_alone" in clauses else None
    yield book.rule("value.pins", PinPoints(points), *clauses, points=points, how=how)


def pin_points(book: Bench, pins: tuple[Pin, ...]) -> tuple[int, tuple[str, ...]]:
    """What these pins are worth, and by which clauses: it does not matter which ball felled them."""
    outer = len([pin for pin in pins if pin != CENTRE])
    if not outer:
        return book.limit("score.centre_alone"), ("score.centre_alone",)
    points = outer * book.limit("score.outer_pin")
    if CENTRE not in pins:
        return points, ("score.outer_pin",)
    return points + book.limit("score.centre_pin"), ("score.outer_pin", "score.centre_pin")


@decision("value", on=STROKES, cites=("cannon.value", "cannon.casin", "cannon.first_only"))
def red_worth(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """After the object ball the red is worth a cannon or a casin, whichever comes first, and only once."""
    stroke = now.judged
    if stroke is None or stroke.seen.red_by is None or stroke.wrong == "red":
        return
    if stroke.seen.red_first and book.reading("F-A10") != "counts_too":
        yield book.rule("value.red_spoilt", "cannon.first_only")
        return
    clause = "cannon.value" if stroke.seen.red_by == "cue" else "cannon.casin"
    once = ("cannon.first_only",) if stroke.seen.red_again else ()
    points = book.limit(clause)
    yield book.rule("value.red", RedPoints(points), clause, *once, points=points, kind=stroke.seen.red_by)


RULES = (pins_not_fallen, pins_fallen_too, pins_worth, red_worth)
