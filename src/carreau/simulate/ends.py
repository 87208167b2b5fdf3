"""Whole ends in compiled code: who throws by the table of the order of play, who holds and what the end gives.

Every kernel stands in this file and calls only the physics besides: see `carreau.physics.compiled` for why.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from carreau.physics.compiled import kernel
from carreau.physics.wrong import Unphysical
from carreau.simulate.turns import EQUAL, HOLDS_A, HOLDS_B, NOBODY, OVER, Turns, turns

Floats = NDArray[np.float64]
Whole = NDArray[np.int8]

GONE = 1e9  # the gap of a boule that does not count
TAPE_M = 0.0005  # gaps that differ by less are measured equal
NO_TIES_M = 1e6  # so wide that no two boules are equal


class Ends(Struct, frozen=True):
    """What many ends gave: `points` int8 [E], above 0 for A and below for B; `thrown` int8 [E], boules played."""

    points: Whole
    thrown: Whole

    @property
    def mean(self) -> float:
        """Points an end, whoever they go to."""
        return float(np.abs(self.points).mean())

    def shares(self) -> dict[int, float]:
        """How often an end gives so many points."""
        points, counts = np.unique(np.abs(self.points), return_counts=True)
        return {int(p): float(n) / len(self.points) for p, n in zip(points, counts, strict=True)}


@kernel
def head_of(gaps: Floats, sides: Whole, boules: int) -> int:
    """Who holds by the gaps [K] of the boules from the jack: a column of the table."""
    best_a = best_b = GONE
    for k in range(boules):
        if sides[k] == 0:
            best_a = min(best_a, gaps[k])
        else:
            best_b = min(best_b, gaps[k])
    if best_a >= GONE and best_b >= GONE:
        return NOBODY
    if abs(best_a - best_b) < TAPE_M:
        return EQUAL
    return HOLDS_A if best_a < best_b else HOLDS_B


@kernel
def points_of(gaps: Floats, sides: Whole, boules: int) -> int:
    """The points of a head: how many boules of the side that holds lie strictly nearer than the best of the other."""
    head = head_of(gaps, sides, boules)
    if head != HOLDS_A and head != HOLDS_B:
        return 0
    mine = 0 if head == HOLDS_A else 1
    best = GONE
    for k in range(boules):
        if sides[k] != mine:
            best = min(best, gaps[k])
    count = 0
    for k in range(boules):
        if sides[k] == mine and gaps[k] < GONE and gaps[k] <= best - TAPE_M:
            count += 1
    return count if mine == 0 else -count


@kernel
def _ends_at_random(
    side: Whole, after: NDArray[np.int16], opens: tuple[int, int], fallen: Floats, points: Whole, thrown: Whole
) -> None:
    """Ends in which the k-th boule played comes to rest at the gap `fallen[e, k]`, whoever threw it."""
    boules = fallen.shape[1]
    gaps = np.empty(boules)
    sides = np.empty(boules, np.int8)
    for e in range(fallen.shape[0]):
        state = opens[e % 2]
        k = 0
        while side[state] != OVER:
            gaps[k] = fallen[e, k]
            sides[k] = side[state]
            k += 1
            state = after[state, head_of(gaps, sides, k)]
        points[e] = points_of(gaps, sides, k)
        thrown[e] = k


def ends_without_skill(ends: int, *, boules: int = 6, rulebook: str = "fipjp-2016", seed: int = 0) -> Ends:
    """Ends in which every boule is as likely to be the nearest as any other, by the book's order of play.

    `boules` of each side: 6 or 3. The mean points of an end are 2n/(n+1) for n boules: 1.714 and 1.5. Raises Unphysical.
    """
    if ends < 1:
        raise Unphysical(f"{ends} ends: at least one has to be played")
    table = _table(rulebook, boules)
    points, thrown = np.empty(ends, np.int8), np.empty(ends, np.int8)
    fallen = NO_TIES_M * np.random.default_rng(seed).random((ends, 2 * boules))
    _ends_at_random(table.side, table.after, table.opens, fallen, points, thrown)
    return Ends(points, thrown)


def _table(rulebook: str, boules: int) -> Turns:
    if boules not in (3, 6):
        raise Unphysical(f"{boules} boules a side: a side plays 6 (triples, doubles) or 3 (singles)")
    return turns(rulebook, boules)
