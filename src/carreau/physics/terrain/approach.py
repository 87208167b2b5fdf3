"""When two bodies, or a body and a wall or a post, come to touch: the first root of a polynomial, never stepped over."""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import (
    ABSENT,
    AX,
    AY,
    AZ,
    BY_BODY,
    BY_POST,
    BY_TOP,
    BY_WALL,
    END,
    END_WALL,
    FIRST_WALL,
    FLIGHT,
    HIT,
    KIND,
    MODE,
    NOTHING,
    OTHER,
    POST_HEIGHT,
    POST_RADIUS,
    POST_X,
    POST_Y,
    RADIUS,
    REST,
    START,
    TOP_HEIGHT,
    TOP_RADIUS,
    TOP_X,
    TOP_Y,
    VX,
    VY,
    VZ,
    WALL_DX,
    WALL_DY,
    WALL_HEIGHT,
    WALL_LENGTH,
    WALL_X,
    WALL_Y,
    Floats,
    Ints,
    X,
    Y,
    Z,
)

INDENTATION_M = (
    1e-6  # steel gives way by more than this; a contact is felt at this depth, so touching boules can lie still
)
HARDLY = 1e-12  # m²: how far above zero a pair that has just parted starts
FINE = 1e-13  # m²: a root is found when the squared gap is below this
ROOT_STEPS = 100


@inner
def first_touch(
    dx: float, dy: float, dz: float, vx: float, vy: float, vz: float, ax: float, ay: float, az: float,
    reach: float, span: float,
) -> float:  # fmt: skip
    """The first time in [0, span) at which |d + v t + a t²/2| = reach and falls, else infinity; all SI.

    The squared gap is a quartic. From each point the parabola that lies below it (its least second derivative on the
    span) is followed to its own root: no root is stepped over, and near one the steps are Newton's.
    """
    c0 = dx * dx + dy * dy + dz * dz - reach * reach
    c1 = 2.0 * (dx * vx + dy * vy + dz * vz)
    if c0 <= 0.0:
        if c1 < 0.0:
            return 0.0
        c0 = HARDLY
    c2 = vx * vx + vy * vy + vz * vz + dx * ax + dy * ay + dz * az
    c3 = vx * ax + vy * ay + vz * az
    c4 = 0.25 * (ax * ax + ay * ay + az * az)
    bend_at_end = 2.0 * c2 + span * (6.0 * c3 + span * 12.0 * c4)
    valley = -0.25 * c3 / c4 if c4 > 0.0 else -1.0
    t = 0.0
    for _ in range(ROOT_STEPS):
        gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
        if t > 0.0 and gap <= FINE:
            return t
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        bend = min(2.0 * c2 + t * (6.0 * c3 + t * 12.0 * c4), bend_at_end)
        if t < valley < span:
            bend = min(bend, 2.0 * c2 + valley * (6.0 * c3 + valley * 12.0 * c4))
        inside = slope * slope - 2.0 * bend * gap
        if inside < 0.0:
            return math.inf
        down = math.sqrt(inside) - slope
        if down <= 0.0:
            return math.inf
        t += 2.0 * gap / down
        if t >= span:
            return math.inf
    return t


@inner
def apart(d: float, v: float, a: float, reach: float, span: float) -> bool:
    """Do two bodies stay more than `reach` apart along one axis for the whole span?"""
    end = d + span * (v + 0.5 * a * span)
    bulge = 0.125 * abs(a) * span * span
    return min(d, end) - bulge > reach or max(d, end) + bulge < -reach


@inner
def moving_touch(motion: Floats, make: Floats, i: int, j: int, span: float) -> float:
    """When bodies i and j, both moving, come to touch, in seconds after the start of i's part, before `span`."""
    reach = make[i, RADIUS] + make[j, RADIUS] - INDENTATION_M
    late = motion[i, START] - motion[j, START]
    span = min(span, motion[j, END] - motion[i, START])
    dz = motion[i, Z] - motion[j, Z] - late * (motion[j, VZ] + 0.5 * motion[j, AZ] * late)
    vz = motion[i, VZ] - motion[j, VZ] - motion[j, AZ] * late
    az = motion[i, AZ] - motion[j, AZ]
    if span <= 0.0 or apart(dz, vz, az, reach, span):
        return math.inf
    dx = motion[i, X] - motion[j, X] - late * (motion[j, VX] + 0.5 * motion[j, AX] * late)
    vx = motion[i, VX] - motion[j, VX] - motion[j, AX] * late
    ax = motion[i, AX] - motion[j, AX]
    if apart(dx, vx, ax, reach, span):
        return math.inf
    dy = motion[i, Y] - motion[j, Y] - late * (motion[j, VY] + 0.5 * motion[j, AY] * late)
    vy = motion[i, VY] - motion[j, VY] - motion[j, AY] * late
    ay = motion[i, AY] - motion[j, AY]
    if apart(dy, vy, ay, reach, span):
        return math.inf
    return first_touch(dx, dy, dz, vx, vy, vz, ax, ay, az, reach, span)


@inner
def resting_touch(motion: Floats, make: Floats, i: int, j: int, span: float) -> float:
    """When the moving body i comes to touch the resting j, in seconds after the start of i's part, before `span`."""
    reach = make[i, RADIUS] + make[j, RADIUS] - INDENTATION_M
    dx, dy, dz = motion[i, X] - motion[j, X], motion[i, Y] - motion[j, Y], motion[i, Z] - motion[j, Z]
    vx, vy, vz = motion[i, VX], motion[i, VY], motion[i, VZ]
    return first_touch(dx, dy, dz, vx, vy, vz, motion[i, AX], motion[i, AY], motion[i, AZ], reach, span)


@inner
def stretch(place: float, velocity: float, acceleration: float, span: float) -> tuple[float, float]:
    """Between which two values one coordinate stays for a span; never too narrow."""
    end = place + span * (velocity + 0.5 * acceleration * span)
    bulge = 0.125 * abs(acceleration) * span * span
    return min(place, end) - bulge, max(place, end) + bulge


@inner
def wall_touch(motion: Floats, make: Floats, i: int, walls: Floats, w: int, span: float) -> float:
    """When body i comes to touch the side of wall w, in seconds after the start of its part, before `span`."""
    across_x, across_y = -walls[w, WALL_DY], walls[w, WALL_DX]
    px, py = motion[i, X] - walls[w, WALL_X], motion[i, Y] - walls[w, WALL_Y]
    d = px * across_x + py * across_y
    v = motion[i, VX] * across_x + motion[i, VY] * across_y
    a = motion[i, AX] * across_x + motion[i, AY] * across_y
    if d < 0.0:
        d, v, a = -d, -v, -a
    gap = d - (make[i, RADIUS] - INDENTATION_M)
    if gap <= 0.0 and v < 0.0:
        t = 0.0
    else:
        inside = v * v - 2.0 * a * max(gap, HARDLY)
        if inside < 0.0:
            return math.inf
        down = math.sqrt(inside) - v
        if down <= 0.0:
            return math.inf
        t = 2.0 * max(gap, HARDLY) / down
    if t >= span:
        return math.inf
    along = (px + t * (motion[i, VX] + 0.5 * motion[i, AX] * t)) * walls[w, WALL_DX] + (
        py + t * (motion[i, VY] + 0.5 * motion[i, AY] * t)
    ) * walls[w, WALL_DY]
    height = motion[i, Z] + t * (motion[i, VZ] + 0.5 * motion[i, AZ] * t)
    if along < 0.0 or along > walls[w, WALL_LENGTH] or height > walls[w, WALL_HEIGHT]:
        return math.inf
    return t


@inner
def post_touch(motion: Floats, make: Floats, i: int, posts: Floats, p: int, span: float) -> float:
    """When body i comes to touch the side of post p (an upright cylinder), in seconds after the start of its part."""
    reach = make[i, RADIUS] + posts[p, POST_RADIUS] - INDENTATION_M
    dx, dy = motion[i, X] - posts[p, POST_X], motion[i, Y] - posts[p, POST_Y]
    vx, vy, ax, ay = motion[i, VX], motion[i, VY], motion[i, AX], motion[i, AY]
    if apart(dx, vx, ax, reach, span) or apart(dy, vy, ay, reach, span):
        return math.inf
    t = first_touch(dx, dy, 0.0, vx, vy, 0.0, ax, ay, 0.0, reach, span)
    if t < span and motion[i, Z] + t * (motion[i, VZ] + 0.5 * motion[i, AZ] * t) > posts[p, POST_HEIGHT]:
        return math.inf
    return t


@inner
def within(x: float, y: float, walls: Floats, first: int, end: int) -> bool:
    """Is a place inside the polygon of these walls? A ray to the right crosses its sides an odd number of times."""
    inside = False
    for w in range(first, end):
        y1 = walls[w, WALL_Y]
        y2 = y1 + walls[w, WALL_DY] * walls[w, WALL_LENGTH]
        if (y1 > y) != (y2 > y):
            s = (y - y1) / walls[w, WALL_DY]
            if x < walls[w, WALL_X] + s * walls[w, WALL_DX]:
                inside = not inside
    return inside


@inner
def top_touch(
    motion: Floats, make: Floats, i: int, tops: Floats, top_of: Ints, walls: Floats, p: int, span: float
) -> float:
    """When body i, in flight, comes down on the top of an obstacle, in seconds after the start of its part."""
    gap = motion[i, Z] - tops[p, TOP_HEIGHT] - make[i, RADIUS] + INDENTATION_M
    vz, az = motion[i, VZ], motion[i, AZ]
    if gap <= 0.0:
        if vz >= 0.0 or gap < -2.0 * INDENTATION_M:
            return math.inf
        t = 0.0
    else:
        inside = vz * vz - 2.0 * az * gap
        t = (vz + math.sqrt(inside)) / -az
    if t >= span:
        return math.inf
    x = motion[i, X] + t * (motion[i, VX] + 0.5 * motion[i, AX] * t)
    y = motion[i, Y] + t * (motion[i, VY] + 0.5 * motion[i, AY] * t)
    if top_of[p, END_WALL] > top_of[p, FIRST_WALL]:
        hit = within(x, y, walls, top_of[p, FIRST_WALL], top_of[p, END_WALL])
    else:
        dx, dy = x - tops[p, TOP_X], y - tops[p, TOP_Y]
        hit = dx * dx + dy * dy <= tops[p, TOP_RADIUS] * tops[p, TOP_RADIUS]
    return t if hit else math.inf


@inner
def foresee(
    motion: Floats, doing: Ints, make: Floats, walls: Floats, posts: Floats, tops: Floats, top_of: Ints, i: int
) -> None:
    """Note what cuts the part of body i first: another body, a wall, a post, or nothing before the part ends."""
    start = motion[i, START]
    span = motion[i, END] - start
    best = math.inf
    doing[i, KIND] = NOTHING
    low_x, high_x = stretch(motion[i, X], motion[i, VX], motion[i, AX], span)
    low_y, high_y = stretch(motion[i, Y], motion[i, VY], motion[i, AY], span)
    low_z, _ = stretch(motion[i, Z], motion[i, VZ], motion[i, AZ], span)
    for j in range(motion.shape[0]):
        mode = doing[j, MODE]
        if j == i or mode == ABSENT:
            continue
        if mode == REST:
            reach = make[i, RADIUS] + make[j, RADIUS]
            x, y = motion[j, X], motion[j, Y]
            if x < low_x - reach or x > high_x + reach or y < low_y - reach or y > high_y + reach:
                continue
            if motion[j, Z] < low_z - reach:
                continue
            t = resting_touch(motion, make, i, j, min(span, best))
        else:
            t = moving_touch(motion, make, i, j, min(span, best))
        if t < best:
            best = t
            doing[i, KIND] = BY_BODY
            doing[i, OTHER] = j
    for w in range(walls.shape[0]):
        t = wall_touch(motion, make, i, walls, w, min(span, best))
        if t < best:
            best = t
            doing[i, KIND] = BY_WALL
            doing[i, OTHER] = w
    for p in range(posts.shape[0]):
        t = post_touch(motion, make, i, posts, p, min(span, best))
        if t < best:
            best = t
            doing[i, KIND] = BY_POST
            doing[i, OTHER] = p
    if doing[i, MODE] == FLIGHT:
        for p in range(tops.shape[0]):
            t = top_touch(motion, make, i, tops, top_of, walls, p, min(span, best))
            if t < best:
                best = t
                doing[i, KIND] = BY_TOP
                doing[i, OTHER] = p
    motion[i, HIT] = start + best
