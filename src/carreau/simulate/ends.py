"""Whole ends in compiled code: who throws by the table of the order of play, who holds and what the end gives.

Every kernel stands in this file and calls only the physics besides: see `carreau.physics.compiled` for why.
"""

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from carreau.physics.compiled import inner, kernel
from carreau.physics.terrain import THROWERS
from carreau.physics.terrain.bodies import makes
from carreau.physics.terrain.columns import (
    ABSENT,
    CONTACT_WIDTH,
    COUNTS,
    DOING_WIDTH,
    DONE,
    FLIGHT,
    MET,
    MODE,
    MOTION_WIDTH,
    MOVED,
    PART_WIDTH,
    POST_WIDTH,
    RADIUS,
    REST,
    STATUS,
    TOP_WIDTH,
    VX,
    VY,
    VZ,
    WALL_WIDTH,
    WX,
    WY,
    WZ,
    X,
    Y,
    Z,
)
from carreau.physics.terrain.events import play
from carreau.physics.terrain.surfaces import ground_row, surface_of
from carreau.physics.terrain.throwing import GROUP, IMPULSES
from carreau.physics.wrong import EndlessEvents, Unphysical
from carreau.simulate.aiming import LEVEL, reach
from carreau.simulate.choosing import BLOCKED_M, CLOSE_M, IN_FRONT_M, ROLLING
from carreau.simulate.head import LENGTH_M, MOST_EVENTS, START, WIDTH_M, Make
from carreau.simulate.law import DEAD_FAR, DEAD_NEAR, EDGE, FAR, NEAR, law
from carreau.simulate.turns import EQUAL, HOLDS_A, HOLDS_B, NOBODY, OVER, Turns, turns

Floats = NDArray[np.float64]
Whole = NDArray[np.int8]
Ints = NDArray[np.int64]

GONE = 1e9  # the gap of a boule that does not count
TAPE_M = 0.0005  # gaps that differ by less are measured equal
NO_TIES_M = 1e6  # so wide that no two boules are equal


class Ends(Struct, frozen=True):
    """What many ends gave, int8 [E] each: `points`, above 0 for A and below for B; boules `thrown`; was the jack `dead`?"""

    points: Whole
    thrown: Whole
    dead: Whole

    @property
    def mean(self) -> float:
        """Points an end, whoever they go to."""
        return float(np.abs(self.points).mean())

    def shares(self) -> dict[int, float]:
        """How often an end gives so many points."""
        points, counts = np.unique(np.abs(self.points), return_counts=True)
        return {int(p): float(n) / len(self.points) for p, n in zip(points, counts, strict=True)}


@inner
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


@inner
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
    return Ends(points, thrown, np.zeros(ends, np.int8))


def _table(rulebook: str, boules: int) -> Turns:
    if boules not in (3, 6):
        raise Unphysical(f"{boules} boules a side: a side plays 6 (triples, doubles) or 3 (singles)")
    return turns(rulebook, boules)


# --- ends that are thrown ------------------------------------------------------------------------------

JACKS_THROW, ROLLED, LOBBED, SHOT = range(4)  # the rows of the hands
ELEVATION, HEIGHT, BACKSPIN, SHORT = range(4)  # their columns
BEHIND_M = 2.0  # the circle stands so far from the end of the terrain
JACK_M = (6.5, 9.0)  # where the jack is meant to stop, from the circle's middle
PLACED_M = 8.0
START_M = START.radius_m


@inner
def speed_for(ranges: Floats, speeds: Floats, goal: float) -> float:
    """The speed [K] at which this range [K] is reached."""
    k = int(np.searchsorted(ranges, goal))
    if k == 0:
        return float(speeds[0])
    if k >= len(ranges):
        return float(speeds[-1])
    part = (goal - ranges[k - 1]) / (ranges[k] - ranges[k - 1])
    return float(speeds[k - 1] + part * (speeds[k] - speeds[k - 1]))


@inner
def let_go(motion: Floats, doing: Ints, b: int, hand: Floats, speed: float, azimuth: float, errors: Floats) -> None:
    """Body b leaves the hand at the circle's middle; `errors`: of speed (as a part), elevation and direction (rad)."""
    speed *= 1.0 + errors[0]
    elevation, azimuth = hand[ELEVATION] + errors[1], azimuth + errors[2]
    level, ahead, left = speed * math.cos(elevation), math.cos(azimuth), math.sin(azimuth)
    motion[b, X], motion[b, Y], motion[b, Z] = 0.0, 0.0, hand[HEIGHT]
    motion[b, VX], motion[b, VY], motion[b, VZ] = level * ahead, level * left, speed * math.sin(elevation)
    motion[b, WX], motion[b, WY], motion[b, WZ] = hand[BACKSPIN] * left, -hand[BACKSPIN] * ahead, 0.0
    doing[b, MODE], doing[b, MOVED] = FLIGHT, 1


@inner
def all_lie(motion: Floats, doing: Ints) -> None:
    """What is on the ground lies still, its past forgotten."""
    for b in range(motion.shape[0]):
        mode = ABSENT if doing[b, MODE] == ABSENT else REST
        doing[b, :] = 0
        doing[b, MODE] = mode
        motion[b, VX:] = 0.0
        motion[b, MET] = -1.0


@inner
def gone(x: float, y: float, radius: float) -> bool:
    """Does a body lie wholly beyond the edge of the terrain?"""
    aside = abs(y) > WIDTH_M / 2 + radius
    return bool(aside or x < -BEHIND_M - radius or x > LENGTH_M - BEHIND_M + radius)


@inner
def stands_in(motion: Floats, doing: Ints, length: float, ahead: float, left: float) -> bool:
    """Does a boule stand in the way of one that is to roll so far in this direction (its cosine and sine)?"""
    for b in range(1, motion.shape[0]):
        if doing[b, MODE] != ABSENT:
            along = motion[b, X] * ahead + motion[b, Y] * left
            aside = motion[b, Y] * ahead - motion[b, X] * left
            if 0.5 * length < along < length + BLOCKED_M and abs(aside) < BLOCKED_M:
                return True
    return False


@inner
def choose(motion: Floats, doing: Ints, gaps: Floats, mine: int, hand: int, each: int) -> tuple[int, float, float]:
    """Shoot a close boule that holds, else point: the row of the hand, the range and the direction of the spot."""
    best, theirs, own = 0, GONE, GONE
    for k in range(2 * each):
        if k // each == mine:
            own = min(own, gaps[k])
        elif gaps[k] < theirs:
            best, theirs = k + 1, gaps[k]
    if theirs < own and theirs < CLOSE_M and hand > 1:
        x, y = motion[best, X], motion[best, Y]
        return SHOT, math.sqrt(x * x + y * y), math.atan2(y, x)
    x, y = motion[0, X], motion[0, Y]
    away = math.sqrt(x * x + y * y)
    blocked = stands_in(motion, doing, away - IN_FRONT_M, x / away, y / away)
    return LOBBED if blocked else ROLLED, away - IN_FRONT_M, math.atan2(y, x)


@inner
def measure(motion: Floats, doing: Ints, make: Floats, gaps: Floats) -> None:
    """The gaps of the boules from the jack, GONE for those that are not on the ground."""
    for k in range(len(gaps)):
        gaps[k] = GONE
        if doing[k + 1, MODE] != ABSENT:
            dx, dy = motion[k + 1, X] - motion[0, X], motion[k + 1, Y] - motion[0, Y]
            dz = motion[k + 1, Z] - motion[0, Z]
            away = math.sqrt(dx * dx + dy * dy + dz * dz)
            gaps[k] = max(0.0, away - make[k + 1, RADIUS] - make[0, RADIUS])


@inner
def from_circle_m(motion: Floats, make: Floats) -> float:
    """From the circle's inner edge to the nearest point of the jack."""
    return math.sqrt(motion[0, X] * motion[0, X] + motion[0, Y] * motion[0, Y]) - START_M - float(make[0, RADIUS])


@inner
def jack_good(motion: Floats, make: Floats, limits: Floats) -> bool:
    """Is a jack that was thrown there long enough, short enough and clear of the edge?"""
    far, radius = from_circle_m(motion, make), make[0, RADIUS]
    aside = WIDTH_M / 2 - radius - abs(motion[0, Y])
    ahead = LENGTH_M - BEHIND_M - radius - motion[0, X]
    return bool(limits[NEAR] <= far <= limits[FAR] and min(aside, ahead) >= limits[EDGE])


@inner
def jack_dead(motion: Floats, make: Floats, limits: Floats) -> bool:
    """Is a jack that was moved there out, too near or too far?"""
    far = from_circle_m(motion, make)
    return bool(far < limits[DEAD_NEAR] or far > limits[DEAD_FAR] or gone(motion[0, X], motion[0, Y], make[0, RADIUS]))


@kernel
def _thrown_ends(
    side: Whole, after: NDArray[np.int16], opens: tuple[int, int], limits: Floats, given: Whole, make: Floats, ground: Floats,
    hands: Floats, ranges: Floats, speeds: Floats, goals: Floats, errors: Floats,
    points: Whole, thrown: Whole, dead: Whole, most_events: int,
) -> int:  # fmt: skip
    """Ends thrown one after the other, by the limits and gifts of the book (`Law`).

    The jack is meant for `goals[e]`, the t-th throw has `errors[e, t]` of its side. `errors`
    [E, 1 + boules, 2, 3] are those of either side, of which the thrower's count. Returns a status of the physics.
    """
    bodies = make.shape[0]
    each = (bodies - 1) // 2
    motion, doing = np.zeros((bodies, MOTION_WIDTH)), np.zeros((bodies, DOING_WIDTH), np.int64)
    counts = np.zeros(COUNTS, np.int64)
    group, impulses = np.zeros((GROUP, 2), np.int64), np.zeros((GROUP, IMPULSES))
    walls, wall_of = np.zeros((0, WALL_WIDTH)), np.zeros((0, 2), np.int64)
    posts, post_of = np.zeros((0, POST_WIDTH)), np.zeros((0, 2), np.int64)
    tops, top_of = np.zeros((0, TOP_WIDTH)), np.zeros((0, 4), np.int64)
    contacts, parts = np.zeros((0, CONTACT_WIDTH)), np.zeros((0, PART_WIDTH))
    gaps, sides, left = np.empty(bodies - 1), np.empty(bodies - 1, np.int8), np.empty(2, np.int64)
    for k in range(bodies - 1):
        sides[k] = k // each
    for e in range(len(points)):
        doing[:, MODE] = ABSENT
        state, row, range_m, towards, b, mine = opens[e % 2], JACKS_THROW, goals[e], 0.0, 0, side[opens[e % 2]]
        left[:] = each
        dead[e] = 0
        for t in range(bodies):
            all_lie(motion, doing)
            speed = speed_for(ranges[row], speeds, range_m - hands[row, SHORT])
            let_go(motion, doing, b, hands[row], speed, towards, errors[e, t, mine])
            counts[:] = 0
            play(
                motion, doing, make, ground, walls, wall_of, posts, post_of, tops, top_of,
                contacts, parts, counts, group, impulses, most_events,
            )  # fmt: skip
            if counts[STATUS] != DONE:
                return int(counts[STATUS])
            thrown[e] = t
            if t == 0:
                if not jack_good(motion, make, limits):
                    motion[0, X], motion[0, Y] = PLACED_M, 0.0
                gaps[:] = GONE
            else:
                for k in range(1, bodies):
                    if doing[k, MODE] != ABSENT and gone(motion[k, X], motion[k, Y], make[k, RADIUS]):
                        doing[k, MODE] = ABSENT
                if jack_dead(motion, make, limits):
                    dead[e] = 1
                    break
                measure(motion, doing, make, gaps)
                state = after[state, head_of(gaps, sides, bodies - 1)]
            mine = side[state]
            if mine == OVER:
                break
            row, range_m, towards = choose(motion, doing, gaps, mine, left[mine], each)
            b = 1 + mine * each + each - left[mine]
            left[mine] -= 1
        if dead[e]:
            points[e] = given[left[0], left[1]]
        else:
            points[e] = points_of(gaps, sides, bodies - 1)
    return DONE


def _spreads(levels: tuple[str, str]) -> Floats:
    """[2, 3] the standard deviations of speed, elevation and direction of either side."""
    throwers = [THROWERS[level] for level in levels]
    return np.array([(one.speed, one.elevation_rad, one.azimuth_rad) for one in throwers])


def _hands(make: Make) -> tuple[Floats, Floats, Floats]:
    """The hands [4, 4], their ranges [4, K] on this ground, and the speeds [K] that give them."""
    names = ("half_lob", ROLLING.get(str(make.surface), "half_lob"), "lob", "shot")
    found = [reach(name, make.surface, make.jack if n == 0 else make.boule_a) for n, name in enumerate(names)]
    hands = [(r.style.elevation_rad, r.style.height_m, r.style.backspin_rad_s, r.style.short_m) for r in found]
    return np.array(hands), np.array([r.ranges_m for r in found]), found[0].speeds_m_s


def thrown_ends(
    ends: int, *, levels: tuple[str, str] = ("elite", "elite"), make: Make | None = None, boules: int = 6,
    rulebook: str = "fipjp-2016", seed: int = 0,
) -> Ends:  # fmt: skip
    """Ends of two sides of these levels on ground, with physics, by the book's order of play; A opens every other one.

    Each end is played on a terrain of its own kind as in a game's first end. `boules` of each side: 6 or 3. One seed
    gives one result. Raises Unphysical, EndlessEvents.
    """
    if ends < 1:
        raise Unphysical(f"{ends} ends: at least one has to be played")
    lie = make or Make(seed=seed)
    table, says = _table(rulebook, boules), law(rulebook, boules)
    chance = np.random.default_rng(seed)
    hands, ranges, speeds = _hands(lie)
    goals = chance.uniform(*JACK_M, ends)
    errors = chance.standard_normal((ends, 1 + 2 * boules, 2, 3)) * _spreads(levels)
    points, thrown, dead = np.empty(ends, np.int8), np.empty(ends, np.int8), np.empty(ends, np.int8)
    rows = makes([lie.jack, *[lie.boule_a] * boules, *[lie.boule_b] * boules])
    ground = ground_row(surface_of(lie.surface), LEVEL, lie.seed)
    status = _thrown_ends(
        table.side, table.after, table.opens, says.ranges, says.given, rows, ground, hands, ranges, speeds, goals, errors,
        points, thrown, dead, MOST_EVENTS,
    )  # fmt: skip
    if status != DONE:
        raise EndlessEvents(f"more than {MOST_EVENTS} events in one throw", points)
    return Ends(points, thrown, dead)
