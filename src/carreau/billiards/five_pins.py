"""The pins between two strokes: put back, left where they touch a ball, or kept out while a ball covers their place."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import PinIs
from carreau.billiards.five_facts import Pin
from carreau.billiards.five_state import FivePinsState, PinNow, Stroke
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

SHIFTED = ("pin.shifted", "pin.put_back", "pin.place_free", "pin.place_taken", "pin.touches_ball")
COVERED = ("pin.place_covered", "pin.back_soon")


@decision("table", on=f.StrokePlayed, cites=(*SHIFTED, *COVERED))
def pins_after_stroke(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """After the stroke every pin goes back to its place, unless it touches a ball or a ball is on its place."""
    stroke = now.stroke
    shifted = {s.pin: s for s in fact.shifted}
    for pin in now.pins:
        if stroke is not None and pin.pin in shifted:
            yield from _shifted(book, stroke, shifted[pin.pin], fact.covered)
        else:
            yield from _place(book, pin, fact.covered)


def _shifted(book: Bench, stroke: Stroke, shifted: f.Shifted, covered: tuple[Pin, ...]) -> Rulings:
    """A shifted pin has not fallen; where it goes depends on the ball it touches and on its place."""
    pin, clauses = shifted.pin, SHIFTED[:2]
    if shifted.touches is not None:
        ball = stroke.white(shifted.touches)
        yield book.rule("pin.left", PinIs(pin, "displaced", ball), *clauses, "pin.touches_ball", pin=pin)
    elif pin in covered:
        yield book.rule("pin.kept_out", PinIs(pin, "out"), *clauses, "pin.place_taken", pin=pin, why="shifted")
    else:
        yield book.rule("pin.stands_again", PinIs(pin, "standing"), *clauses, "pin.place_free", pin=pin)


def _place(book: Bench, pin: PinNow, covered: tuple[Pin, ...]) -> Rulings:
    """A pin whose place is covered is taken off; as soon as the place is free it is back."""
    if pin.pin in covered:
        book.reading("F-T3")
        off = () if pin.status == "out" else (PinIs(pin.pin, "out"),)
        yield book.rule("pin.kept_out", *off, "pin.place_covered", pin=pin.pin, why="covered")
    elif pin.status == "out":
        yield book.rule("pin.back", PinIs(pin.pin, "standing"), "pin.back_soon", pin=pin.pin)
    elif pin.status == "displaced":
        clauses = ("pin.put_back", "pin.place_free")
        yield book.rule("pin.stands_again", PinIs(pin.pin, "standing"), *clauses, pin=pin.pin)


@decision("table", on=(f.Placed, f.CueBallPlaced, f.TableReady), cites=COVERED)
def places_looked_at(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Placed | f.CueBallPlaced | f.TableReady, so_far: So
) -> Rulings:
    """When balls were lifted or placed, the places of the pins are looked at once more."""
    if fact.covered is None:
        return
    book.reading("F-A24" if isinstance(fact, f.CueBallPlaced) else "F-G9")
    for pin in now.pins:
        if pin.status != "displaced" and (pin.pin in fact.covered) != (pin.status == "out"):
            yield from _place(book, pin, fact.covered)


@decision("table", on=f.Touched, cites=("pin.place_free", "pin.put_back"))
def pins_after_touch(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Touched, so_far: So) -> Rulings:
    """A displaced pin that the player knocks over goes back to its place."""
    for pin in now.pins:
        if pin.pin in fact.pins and pin.status == "displaced":
            clauses = ("pin.put_back", "pin.place_free")
            yield book.rule("pin.stands_again", PinIs(pin.pin, "standing"), *clauses, pin=pin.pin)


RULES = (pins_after_stroke, places_looked_at, pins_after_touch)
