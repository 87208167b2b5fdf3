"""How the table lies before and after a stroke at five pins: spots, places of pins, shifted pins, what rests against what."""

import math
from collections.abc import Iterable, Iterator, Sequence

from numpy.typing import ArrayLike

from carreau.billiards.five_facts import BallOfStroke, Lying, Pin, Shifted, Spot
from carreau.billiards.five_facts import Contact as RestsAgainst
from carreau.observe.bodies import numbers
from carreau.observe.cloth import Balls, FivePinTable, Point, covers_spot, pin_reach_m
from carreau.observe.contacts import BALL, CUSHION, Contact
from carreau.observe.referee import Referee
from carreau.observe.tape import NOISE_M
from carreau.observe.wrong import Misplaced

STANDING, SHIFTED, FALLEN = range(3)
RESTS_M = 1e-6  # two things nearer than this rest against each other, however well the referee sees
AT_ONCE_S = 1e-5  # what the cue ball rested against and meets within this time was played directly
TOUCHES_PIN_M = 0.0002  # the axis of a pin that was dragged is known no better


def lying(place: Point, radius: float, table: FivePinTable, referee: Referee) -> Lying:
    """Where a ball has come to rest: the half of its centre, and the spot that it stands on or covers.

    Exactly astride is only what has its centre on the line; nearer than the referee can see it is `across`, and he is asked.
    """
    beyond = place[0] - table.length_m / 2
    spot = next((name for name, at in table.spots.items() if covers_spot(place, radius, at, radius)), None)
    if abs(beyond) <= NOISE_M:
        return Lying(half="astride", spot=spot)
    if abs(beyond) <= referee.line_m:
        return Lying(half="across", spot=spot)
    return Lying(half="upper" if beyond > 0 else "lower", spot=spot)


def spots_taken(balls: Balls, table: FivePinTable) -> tuple[Spot, ...]:
    """The spots on which no other ball can be put, because one lies there or too near."""
    return tuple(
        spot
        for spot, at in table.spots.items()
        if any(covers_spot(place, radius, at, radius) for place, radius in balls.lying())
    )


def covered(balls: Balls, pins: Sequence[Pin], states: Sequence[int], table: FivePinTable) -> tuple[Pin, ...]:
    """The places of pins where a ball lies so that the pin could not be put up; one that stands there is not covered."""
    standing = {pin for pin, state in zip(pins, states, strict=True) if state == STANDING}
    return tuple(
        pin
        for pin, at in table.castle.items()
        if pin not in standing
        and any(math.dist(place, at) < pin_reach_m(radius) - NOISE_M for place, radius in balls.lying())
    )


def pin_places(pins: Sequence[Pin], pins_m: ArrayLike | None, table: FivePinTable) -> list[Point]:
    """Where the pins stand: as given, else on their places."""
    if pins_m is None:
        return [table.castle[pin] for pin in pins]
    places = numbers(pins_m, "pins_m")
    if places.ndim != 2 or len(places) != len(pins) or places.shape[1] < 2:
        raise Misplaced(f"pins_m {places.shape}: {len(pins)} pins need {len(pins)} x 2 numbers in metres")
    return [(float(row[0]), float(row[1])) for row in places]


def shifted(
    balls: Balls, roles: Sequence[BallOfStroke], pins: Sequence[Pin], states: Sequence[int], places: Sequence[Point]
) -> Iterator[Shifted]:
    """The pins off their place that still stand, each with the ball that it touches."""
    for pin, state, place in zip(pins, states, places, strict=True):
        if state != SHIFTED:
            continue
        near = [
            (math.dist(at, place) - pin_reach_m(radius), role)
            for role, at, radius, on in zip(roles, balls.places, balls.radii, balls.on_table, strict=True)
            if on
        ]
        gap, role = min(near, default=(math.inf, None))
        yield Shifted(pin=pin, touches=role if gap <= TOUCHES_PIN_M else None)


def rested(
    start: Balls, roles: Sequence[BallOfStroke], contacts: Iterable[Contact], table: FivePinTable, referee: Referee
) -> tuple[tuple[RestsAgainst, ...], tuple[RestsAgainst, ...]]:
    """What the cue ball rested against before the stroke, and what of it was played directly: met at once."""
    cue = roles.index("cue")
    within = max(referee.gap_m, RESTS_M)
    balls = {n for n, role in enumerate(roles) if role != "cue" and start.gap_m(cue, n) <= within}
    cushions = {n for n, gap in enumerate(_cushion_gaps(start.places[cue], start.radii[cue], table)) if gap <= within}
    met = [c for c in contacts if c.time_s <= AT_ONCE_S]
    balls_met = {n for c in met if c.kind == BALL and cue in (c.first, c.second) for n in (c.first, c.second)}
    cushions_met = {c.second for c in met if c.kind == CUSHION and c.first == cue}
    words: tuple[RestsAgainst, ...] = ("object", "red")
    against = tuple(w for w in words if roles.index(w) in balls)
    direct = tuple(w for w in against if roles.index(w) in balls_met)
    cushion: tuple[RestsAgainst, ...] = ("cushion",)
    return (*against, *cushion[: bool(cushions)]), (*direct, *cushion[: bool(cushions & cushions_met)])


def _cushion_gaps(place: Point, radius: float, table: FivePinTable) -> tuple[float, float, float, float]:
    """From the ball to the bottom, top, right and left cushion."""
    x, y = place
    return x - radius, table.length_m - x - radius, y - radius, table.width_m - y - radius
