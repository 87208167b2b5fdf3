"""Many throws of a kind, counted: how often a shot hits, how near a point lies, by style, ground, level and distance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.physics.terrain import BODY, STYLES, SURFACES, THROWERS, Boule, simulate_throws
from carreau.physics.wrong import Unphysical
from carreau.simulate.aiming import reach
from carreau.simulate.head import START, USUAL_BOULE
from carreau.simulate.results import made
from carreau.simulate.shots import CIRCLE_M

Floats = NDArray[np.float64]
MOST_THROWS = 10_000_000
AT_ONCE = 20_000  # throws of one batch, so that a bar can move
NEAR_M, FAIRLY_NEAR_M = 0.25, 0.5


@dataclass(frozen=True, slots=True)
class Kind:
    """One cell of a study: a style on a ground, by a level, at a distance from the circle's edge (m)."""

    style: str
    surface: str
    level: str
    distance_m: float


@dataclass(frozen=True, slots=True)
class Count:
    """What came of the throws of one kind, as shares of them; None where it says nothing.

    Shots at a boule: `hit` (met first), `left` (driven half a metre away), `carreau` (and replaced). Points at a spot:
    `near` (within 25 cm), `fairly_near` (50 cm), `miss_m` the mean distance.
    """

    hit: float | None = None
    left: float | None = None
    carreau: float | None = None
    near: float | None = None
    fairly_near: float | None = None
    miss_m: float | None = None


def kinds(
    styles: Sequence[str], surfaces: Sequence[str], levels: Sequence[str], distances_m: Sequence[float]
) -> list[Kind]:
    """Every cell of a study, in order."""
    return [Kind(*cell) for cell in product(styles, surfaces, levels, distances_m)]


def counted(
    cells: Sequence[Kind], throws: int, *, seed: int = 1, boule: Boule = USUAL_BOULE,
    told: Callable[[int], None] = lambda done: None,
) -> Iterator[Count]:  # fmt: skip
    """The counts of each kind. One seed gives one result; every kind has its own draws. Raises Unphysical."""
    if not 1 <= throws <= MOST_THROWS:
        raise Unphysical(f"{throws} throws: possible are 1 to {MOST_THROWS}")
    for number, cell in enumerate(cells):
        chance = np.random.default_rng([seed, number])
        parts = []
        for first in range(0, throws, AT_ONCE):
            some = min(AT_ONCE, throws - first)
            parts.append(_thrown(cell, some, chance, boule, seed + first))
            told(some)
        yield _count(cell, np.concatenate(parts))


def _thrown(cell: Kind, throws: int, chance: np.random.Generator, boule: Boule, seed: int) -> Floats:
    """[S, 3] of each throw: a hit (1 or 0), how far the target went, how far the boule rests from the target's place."""
    spot = cell.distance_m + START.radius_m
    aimed = reach(cell.style, cell.surface, boule).throw(spot)
    rows = THROWERS[cell.level].executed(np.tile(aimed.row(), (throws, 1)), chance)
    shoots = STYLES[cell.style].aim != "stop"
    lies = np.array([[spot, 0.0]]) if shoots else np.zeros((0, 2))
    seeds = seed + np.arange(throws)
    told = simulate_throws([boule] if shoots else [], lies, rows, boule, surface=cell.surface, seeds=seeds)
    rests = np.hypot(told.rest_m[:, -1, 0] - spot, told.rest_m[:, -1, 1])
    if not shoots:
        return np.column_stack([np.zeros(throws), np.zeros(throws), rests])
    driven = np.hypot(told.rest_m[:, 0, 0] - spot, told.rest_m[:, 0, 1])
    return np.column_stack([told.met_kind == BODY, driven, rests])


def _count(cell: Kind, rows: Floats) -> Count:
    hit, driven, rests = rows[:, 0] == 1, rows[:, 1], rows[:, 2]
    if STYLES[cell.style].aim == "stop":
        near, fairly = (rests <= NEAR_M).mean(), (rests <= FAIRLY_NEAR_M).mean()
        return Count(near=float(near), fairly_near=float(fairly), miss_m=float(rests.mean()))
    left = hit & (driven >= CIRCLE_M)
    return Count(float(hit.mean()), float(left.mean()), float((left & (rests < CIRCLE_M)).mean()))


def columns(cells: Sequence[Kind], counts: Sequence[Count], throws: int) -> dict[str, NDArray[Any]]:
    """The study as columns for a file; what says nothing is NaN."""
    found: dict[str, NDArray[Any]] = {name: np.array([getattr(c, name) for c in cells]) for name in Kind.__slots__}
    found["throws"] = np.full(len(cells), throws)
    for name in Count.__slots__:
        found[name] = np.array([getattr(c, name) for c in counts], dtype=np.float64)
    return found


def made_by(cells: Sequence[Kind], throws: int, seed: int, boule: Boule = USUAL_BOULE) -> dict[str, Any]:
    """All that made a study: constants of ground, hands and boule, the seed, the digest of the physics."""
    constants = {
        "boule": asdict(boule),
        "surfaces": {name: asdict(SURFACES[name]) for name in dict.fromkeys(c.surface for c in cells)},
        "throwers": {name: asdict(THROWERS[name]) for name in dict.fromkeys(c.level for c in cells)},
        "styles": {name: asdict(STYLES[name]) for name in dict.fromkeys(c.style for c in cells)},
    }
    return made("terrain", constants, throws=throws, seed=seed)
