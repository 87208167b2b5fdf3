"""The head: gaps from the jack, the order of boules from the exact places, and what an instrument calls equal."""

import math
from collections.abc import Iterable

from carreau.core.facts import Side
from carreau.observe.spots import JACK, Lying
from carreau.observe.tape import EXACT, NOISE_M, Instrument, nearest_mm
from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import HeadMapped, Holds, PointMeasured

Order = tuple[tuple[str, ...], ...]


def gap_m(bodies: Lying, one: str, other: str) -> float:
    """The gap in metres between the surfaces of two bodies, in space; 0 if they touch, never below.

    On plane ground it is sqrt(d^2 + (R - r)^2) - R - r, d being the distance of the centres seen from above.
    """
    x, y, z, radius = bodies.place(one)
    u, v, w, rest = bodies.place(other)
    return max(0.0, math.dist((x, y, z), (u, v, w)) - radius - rest)


def gaps_m(bodies: Lying, boules: Iterable[str] | None = None) -> dict[str, float]:
    """The gaps of these boules (all of them if not said) from the jack, in metres."""
    names = [n for n in bodies.names if n != JACK] if boules is None else list(boules)
    return {name: gap_m(bodies, name, JACK) for name in names}


def order(bodies: Lying, boules: Iterable[str] | None = None, instrument: Instrument = EXACT) -> Order:
    """The boules from the nearest to the jack on, in groups that the instrument calls equal.

    A group holds what lies within the instrument's resolution of its nearest boule. Exactly measured, only boules with
    the same gap are equal.
    """
    gaps = gaps_m(bodies, boules)
    within = max(instrument.resolution_m, NOISE_M)
    groups: list[list[str]] = []
    first = -math.inf
    for name in sorted(gaps, key=lambda n: (gaps[n], n)):
        if gaps[name] - first < within:
            groups[-1].append(name)
        else:
            groups.append([name])
            first = gaps[name]
    return tuple(tuple(sorted(group)) for group in groups)


def holder(ordered: Order) -> Holds:
    """Who holds by this order: the side of the nearest boule, `equal` when both sides have one nearest, or `nobody`."""
    sides = {name[:1] for name in ordered[0]} if ordered else set()
    match sorted(sides):
        case []:
            return "nobody"
        case ["A"]:
            return "A"
        case ["B"]:
            return "B"
        case ["A", "B"]:
            return "equal"
    raise Misplaced(f"boules {', '.join(ordered[0])}: a boule is named by its side and number, such as A.1")


def head_mapped(
    bodies: Lying,
    boules: Iterable[str] | None = None,
    *,
    instrument: Instrument = EXACT,
    uncertainty_m: float | None = None,
) -> HeadMapped:
    """The map of the head: the order of the live `boules`, and their gaps in millimetres for show.

    `uncertainty_m` of a gap, where the places were tapped on a picture: the book then tells only those boules apart that
    lie further from each other than this; a begun millimetre counts as a whole one.
    """
    names = [n for n in bodies.names if n != JACK] if boules is None else list(boules)
    gaps = {name: nearest_mm(gap) for name, gap in sorted(gaps_m(bodies, names).items())}
    unsure = None if uncertainty_m is None else math.ceil(uncertainty_m * 1000 - NOISE_M)
    return HeadMapped(order=order(bodies, names, instrument), gaps_mm=gaps, uncertainty_mm=unsure)


def point_measured(
    bodies: Lying,
    one: str,
    other: str,
    *,
    instrument: Instrument,
    side: Side | None = None,
    player: str | None = None,
) -> PointMeasured:
    """Two boules compared with an instrument: which lies nearer, or equal within what it can tell apart."""
    gaps = gaps_m(bodies, (one, other))
    near, far = sorted(gaps, key=lambda n: (gaps[n], n))
    return PointMeasured(
        near=near,
        far=far,
        equal=gaps[far] - gaps[near] < max(instrument.resolution_m, NOISE_M),
        side=side,
        player=player,
        instrument=instrument.name,
        gaps_mm={name: nearest_mm(gap) for name, gap in gaps.items()},
    )
