"""Bodies meet bodies, walls, posts and tops: what is noted, what is struck, who comes to rest up there."""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.approach import INDENTATION_M
from carreau.physics.terrain.columns import (
    ABSENT,
    AIRBORNE,
    AX,
    AY,
    AZ,
    BY_POST,
    BY_WALL,
    CONTACT_INDEX,
    CONTACT_KIND,
    FLIGHT,
    KIND,
    MASS,
    MET,
    MODE,
    MOVED,
    OTHER,
    POST_X,
    POST_Y,
    RADIUS,
    RAPID,
    REST,
    START,
    STEEL_FRICTION,
    VX,
    VY,
    VZ,
    WALL_DX,
    WALL_DY,
    WALL_FRICTION,
    WALL_RESTITUTION,
    WALL_X,
    WALL_Y,
    Floats,
    Ints,
    X,
    Y,
    Z,
)
from carreau.physics.terrain.contacts import BODY
from carreau.physics.terrain.crowd import settle_crowd
from carreau.physics.terrain.ground import land
from carreau.physics.terrain.impacts import (
    closing,
    friction_between,
    pair_rebound,
    push_apart,
    rebound,
    rub,
    strike_body,
    strike_wall,
)
from carreau.physics.terrain.notes import bring, note_contact

LOUD_M_S = 0.02  # a contact slower than this is not noted, unless the two have not touched before
SAME_TIME_M = 1e-9
SWEEPS = 60
RAPID_S = 1e-6
RATTLES = 12  # meetings of a body, each sooner than RAPID_S after the last: it is squeezed
SETTLED = 40  # contacts of a body since it last was on the ground
STAYS_M_S = 0.05
HOLDS_M = 1e-4


@inner
def on_the_ground(motion: Floats, make: Floats, ground: Floats, i: int) -> None:
    """A body on the ground that an impact pushes down is thrown back by the ground: it is softer, so it answers later."""
    if motion[i, VZ] < 0.0 and motion[i, Z] <= make[i, RADIUS]:
        land(motion, make, ground, i)


@inner
def meet_body(
    motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int, j: int, contacts: Floats, counts: Ints
) -> None:
    """Bodies i and j, both at the same time, touch."""
    nx, ny, nz, speed = closing(motion, i, j)
    first, second = i, j
    if doing[i, MODE] == REST:
        first, second = j, i
    if speed >= LOUD_M_S or doing[i, MOVED] == 0 or doing[j, MOVED] == 0:
        r = make[i, RADIUS]
        x, y, z = motion[i, X] + r * nx, motion[i, Y] + r * ny, motion[i, Z] + r * nz
        note_contact(contacts, counts, motion[i, START], float(BODY), first, float(second), x, y, z, max(speed, 0.0))
    doing[i, MOVED] = 1
    doing[j, MOVED] = 1
    for b in (i, j):
        doing[b, AIRBORNE] += 1
        rapid = abs(motion[b, START] - motion[b, MET]) < RAPID_S
        doing[b, RAPID] = doing[b, RAPID] + 1 if rapid else 0
        motion[b, MET] = motion[b, START]


@inner
def closes(motion: Floats, doing: Ints, make: Floats, t: float, i: int, b: int) -> bool:
    """Does body b, as it is at time t, touch body i (which has been brought to t) and close with it?"""
    late = t - motion[b, START] if doing[b, MODE] > REST else 0.0
    dx = motion[b, X] + late * (motion[b, VX] + 0.5 * motion[b, AX] * late) - motion[i, X]
    dy = motion[b, Y] + late * (motion[b, VY] + 0.5 * motion[b, AY] * late) - motion[i, Y]
    dz = motion[b, Z] + late * (motion[b, VZ] + 0.5 * motion[b, AZ] * late) - motion[i, Z]
    reach = make[i, RADIUS] + make[b, RADIUS] - INDENTATION_M + SAME_TIME_M
    if dx * dx + dy * dy + dz * dz > reach * reach:
        return False
    vx = motion[i, VX] - motion[b, VX] - motion[b, AX] * late
    vy = motion[i, VY] - motion[b, VY] - motion[b, AY] * late
    vz = motion[i, VZ] - motion[b, VZ] - motion[b, AZ] * late
    closing_speed: float = vx * dx + vy * dy + vz * dz
    return closing_speed > 0.0


@inner
def touching_now(motion: Floats, doing: Ints, make: Floats, t: float, i: int, j: int, group: Ints) -> int:
    """Put into `group`, up to its room, the pairs of bodies i and j that touch and close at this very time t."""
    size = 0
    for a in (i, j):
        for b in range(motion.shape[0]):
            again = a == j and b == i
            if b == a or again or doing[b, MODE] == ABSENT or size == group.shape[0]:
                continue
            if closes(motion, doing, make, t, a, b):
                group[size, 0], group[size, 1] = a, b
                size += 1
    return size


@inner
def strike_group(motion: Floats, make: Floats, group: Ints, size: int, friction: float, impulses: Floats) -> None:
    """Several pairs touch at the same time: the impulses that give each pair its rebound, together (J. Moreau, 1988).

    Found pair after pair, over and over, until they no longer change; so a symmetrical head opens symmetrically.
    """
    for g in range(size):
        _, _, _, speed = closing(motion, group[g, 0], group[g, 1])
        impulses[g, 0] = rebound(speed, pair_rebound(make, group[g, 0], group[g, 1]))
        impulses[g, 1] = 0.0
    for _ in range(SWEEPS):
        for g in range(size):
            i, j = group[g, 0], group[g, 1]
            nx, ny, nz, speed = closing(motion, i, j)
            wanted = impulses[g, 1] + (speed + impulses[g, 0]) / (1.0 / make[i, MASS] + 1.0 / make[j, MASS])
            wanted = max(wanted, 0.0)
            push_apart(motion, make, i, j, nx, ny, nz, wanted - impulses[g, 1])
            impulses[g, 1] = wanted
    for g in range(size):
        i, j = group[g, 0], group[g, 1]
        nx, ny, nz, _ = closing(motion, i, j)
        impulses[g, 2], impulses[g, 3], impulses[g, 4] = friction_between(
            motion, make, i, j, nx, ny, nz, friction * impulses[g, 1], 1.0 / size
        )
    for g in range(size):
        i, j = group[g, 0], group[g, 1]
        nx, ny, nz, _ = closing(motion, i, j)
        rub(motion, make, i, j, nx, ny, nz, impulses[g, 2], impulses[g, 3], impulses[g, 4])


@inner
def meet_bodies(
    motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int, j: int, group: Ints, impulses: Floats,
    contacts: Floats, parts: Floats, counts: Ints,
) -> int:  # fmt: skip
    """Bodies i and j touch, and perhaps others at the same time; returns how many pairs (they stand in `group`)."""
    t = motion[i, START]
    size = touching_now(motion, doing, make, t, i, j, group)
    if size == 0:  # a graze: they touch and do not close
        group[0, 0], group[0, 1] = i, j
        size = 1
    for g in range(size):
        bring(motion, doing, group[g, 0], t, parts, counts)
        bring(motion, doing, group[g, 1], t, parts, counts)
        meet_body(motion, doing, make, ground, group[g, 0], group[g, 1], contacts, counts)
    if doing[i, RAPID] > RATTLES or doing[j, RAPID] > RATTLES:
        return settle_crowd(motion, doing, make, t, i, group, impulses, parts, counts)
    if size == 1:
        strike_body(motion, make, group[0, 0], group[0, 1], ground[STEEL_FRICTION])
    else:
        strike_group(motion, make, group, size, ground[STEEL_FRICTION], impulses)
    for b in range(motion.shape[0]):
        if in_group(group, size, b):
            on_the_ground(motion, make, ground, b)
    return size


@inner
def in_group(group: Ints, size: int, b: int) -> bool:
    """Does body b belong to one of the pairs?"""
    found = False
    for g in range(size):
        found = found or group[g, 0] == b or group[g, 1] == b
    return found


@inner
def meet_upright(
    motion: Floats, make: Floats, ground: Floats, i: int, nx: float, ny: float, kind: int, index: int,
    contacts: Floats, counts: Ints,
) -> None:  # fmt: skip
    """Body i touches the side of a wall or a post; (nx, ny) points to the body."""
    length = math.sqrt(nx * nx + ny * ny)
    nx, ny = nx / length, ny / length
    speed = -(motion[i, VX] * nx + motion[i, VY] * ny)
    if speed <= 0.0:
        return
    r = make[i, RADIUS]
    if speed >= LOUD_M_S:
        x, y, z = motion[i, X] - r * nx, motion[i, Y] - r * ny, motion[i, Z]
        note_contact(contacts, counts, motion[i, START], float(kind), i, float(index), x, y, z, speed)
    away = rebound(speed, ground[WALL_RESTITUTION])
    strike_wall(motion, make, i, nx, ny, 0.0, away, ground[WALL_FRICTION])
    on_the_ground(motion, make, ground, i)


@inner
def meet_top(
    motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int, kind: int, index: int,
    contacts: Floats, counts: Ints,
) -> bool:  # fmt: skip
    """Body i comes down on top of an obstacle; True if it stays there."""
    speed = -motion[i, VZ]
    level = math.sqrt(motion[i, VX] * motion[i, VX] + motion[i, VY] * motion[i, VY])
    if speed < LOUD_M_S and level < STAYS_M_S:
        return True
    if speed >= LOUD_M_S:
        x, y, z = motion[i, X], motion[i, Y], motion[i, Z] - make[i, RADIUS]
        note_contact(contacts, counts, motion[i, START], float(kind), i, float(index), x, y, z, speed)
    away = rebound(speed, ground[WALL_RESTITUTION])
    strike_wall(motion, make, i, 0.0, 0.0, 1.0, away, ground[WALL_FRICTION])
    return False


@inner
def stays_up(motion: Floats, doing: Ints, i: int) -> bool:
    """Has a body in flight settled on others, after many contacts without the ground?"""
    if doing[i, MODE] != FLIGHT or doing[i, AIRBORNE] < SETTLED:
        return False
    vx, vy, vz = motion[i, VX], motion[i, VY], motion[i, VZ]
    return bool(vx * vx + vy * vy + vz * vz < STAYS_M_S * STAYS_M_S)


@inner
def loses_hold(motion: Floats, doing: Ints, make: Floats, b: int, group: Ints, size: int) -> bool:
    """Does body b rest on one of the bodies that have just been struck?"""
    if doing[b, MODE] != REST or motion[b, Z] <= make[b, RADIUS] + INDENTATION_M:
        return False
    for g in range(size):
        for side in range(2):
            i = group[g, side]
            dx, dy, dz = motion[i, X] - motion[b, X], motion[i, Y] - motion[b, Y], motion[i, Z] - motion[b, Z]
            reach = make[i, RADIUS] + make[b, RADIUS] + HOLDS_M
            if i != b and dx * dx + dy * dy + dz * dz < reach * reach:
                return True
    return False


@inner
def cut_short(
    motion: Floats, doing: Ints, make: Floats, ground: Floats,
    walls: Floats, wall_of: Ints, posts: Floats, post_of: Ints, top_of: Ints, i: int, contacts: Floats, counts: Ints,
) -> bool:  # fmt: skip
    """Body i touches something fixed; True if it comes to rest on top of it."""
    other = doing[i, OTHER]
    if doing[i, KIND] == BY_WALL:
        nx, ny = -walls[other, WALL_DY], walls[other, WALL_DX]
        if (motion[i, X] - walls[other, WALL_X]) * nx + (motion[i, Y] - walls[other, WALL_Y]) * ny < 0.0:
            nx, ny = -nx, -ny
        kind, index = wall_of[other, CONTACT_KIND], wall_of[other, CONTACT_INDEX]
        meet_upright(motion, make, ground, i, nx, ny, kind, index, contacts, counts)
    elif doing[i, KIND] == BY_POST:
        nx, ny = motion[i, X] - posts[other, POST_X], motion[i, Y] - posts[other, POST_Y]
        kind, index = post_of[other, CONTACT_KIND], post_of[other, CONTACT_INDEX]
        meet_upright(motion, make, ground, i, nx, ny, kind, index, contacts, counts)
    else:
        kind, index = top_of[other, CONTACT_KIND], top_of[other, CONTACT_INDEX]
        return meet_top(motion, doing, make, ground, i, kind, index, contacts, counts)
    return False
