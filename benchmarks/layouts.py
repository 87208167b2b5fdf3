"""Strokes to measure with: the same ones for the same seed. SI units, the table's frame; the cue ball is the first ball."""

import math
from dataclasses import dataclass
from random import Random

LENGTH_M, WIDTH_M, RADIUS_M = 2.84, 1.42, 0.03075
MOST_OFFSET = 0.45


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the balls lie, and how the first is struck: speed, azimuth, side, height, elevation."""

    positions_m: tuple[tuple[float, float], ...]
    cue: tuple[float, float, float, float, float]


def random_layout(chance: Random, balls: int = 3, fastest_m_s: float = 6.0) -> Layout:
    """Balls anywhere, apart from each other and from the cushions; any direction, 0.5 m/s and faster, any offset."""
    places: list[tuple[float, float]] = []
    while len(places) < balls:
        place = (_between(chance, LENGTH_M), _between(chance, WIDTH_M))
        if all(math.dist(place, other) > 2.01 * RADIUS_M for other in places):
            places.append(place)
    offset, around = MOST_OFFSET * math.sqrt(chance.random()), chance.uniform(0, 2 * math.pi)
    speed, azimuth = chance.uniform(0.5, fastest_m_s), chance.uniform(0, 2 * math.pi)
    return Layout(tuple(places), (speed, azimuth, offset * math.cos(around), offset * math.sin(around), 0.0))


def _between(chance: Random, size_m: float) -> float:
    return chance.uniform(1.01 * RADIUS_M, size_m - 1.01 * RADIUS_M)


def random_layouts(seed: int, count: int, balls: int = 3, fastest_m_s: float = 6.0) -> list[Layout]:
    """Some of them."""
    chance = Random(seed)
    return [random_layout(chance, balls, fastest_m_s) for _ in range(count)]


def cluster(gap_m: float = 0.0) -> Layout:
    """Fifteen balls in a triangle, so far apart, and a cue ball that meets them nearly full at about 7 m/s."""
    step = 2 * RADIUS_M + gap_m
    rows = [(row, place) for row in range(5) for place in range(row + 1)]
    places = [(2.0 + row * step * math.sqrt(0.75), WIDTH_M / 2 + (place - row / 2) * step) for row, place in rows]
    return Layout(((0.7, WIDTH_M / 2), *places), (6.0, 0.003, 0.0, 0.1, 0.0))


OPENING = Layout(((0.71, 0.5275), (2.13, 0.71), (0.71, 0.71)), (2.83, 0.1319, -0.18, 0.05, 0.0))
"""The opening of three-cushion: red, three cushions, then the other ball; nine contacts, 24 events."""
