"""A body by itself: flight, landing, sliding, rolling, rest. Each part of its motion has a closed form.

Flight: quadratic drag. Landing: Penner's rotated contact plane (R. Penner, Can. J. Phys. 80, 2002; measured on turf by
Biber et al., Sports Engineering 26, 2023), the angle growing in proportion to speed and to steepness, and a restitution
that falls with the fourth root of the speed as in a plastic impact (K. Johnson, Contact Mechanics, 1985).
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import (
    AX,
    AY,
    AZ,
    BOUNCING,
    BUMPS,
    BX,
    BY,
    BZ,
    CRATER,
    DRAG,
    END,
    FLIGHT,
    FRICTION,
    GRAVITY,
    INERTIA,
    LANDS,
    MODE,
    PATCHES,
    RADIUS,
    REST,
    RESTITUTION,
    ROLL,
    ROLLING,
    SEED,
    SLIDE,
    SLOPE_X,
    SLOPE_Y,
    START,
    UX,
    UY,
    UZ,
    VX,
    VY,
    VZ,
    WAVES,
    WX,
    WY,
    WZ,
    Floats,
    Ints,
    X,
    Y,
    Z,
)
from carreau.physics.terrain.impacts import strike_wall
from carreau.physics.terrain.roughness import BUMP_M, WAVE_M, uneven

DROP_M_S = 5.424  # speed after a fall of 1.5 m, at which the restitution of a surface is measured
LIVELIEST = 2.0  # slow impacts rebound at most this much better than at DROP_M_S,
LIVELY = 0.8  # and at most so well, unless the surface is livelier already
CRATER_M_S = 7.0  # speed and
CRATER_RAD = math.pi / 4  # steepness at which the crater angle of a surface is stated
NOT_BACK = 0.9  # of the angle at which the plane would face the incoming body squarely
FLIGHT_PART_S = 0.1  # for a drag of a boule; the error of a part grows with its fourth power
FLIGHT_DRAG = 0.003  # 1/m
STILL_M_S = 0.01  # slower than this, a rolling body has stopped: it would go 0.1 mm further
NO_SLIP_M_S = 1e-9
PIVOTING = 30.0  # rad/s²: how fast the spin about the upright axis dies, with a contact patch of 7 mm radius
HASTE_M_S = 0.7  # a body slower than this is looked at again after PIECE_M / HASTE_M_S at the latest
PIECE_M = WAVE_M


@inner
def advance(motion: Floats, i: int, t: float) -> None:
    """Move body i along its part to time t, where a new part begins."""
    s = t - motion[i, START]
    if s > 0.0:
        for c in range(3):
            motion[i, X + c] += s * (motion[i, VX + c] + 0.5 * motion[i, AX + c] * s)
            motion[i, VX + c] += s * motion[i, AX + c]
            motion[i, WX + c] += s * motion[i, BX + c]
    motion[i, START] = t


@inner
def no_force(motion: Floats, i: int) -> None:
    for c in range(3):
        motion[i, AX + c] = 0.0
        motion[i, BX + c] = 0.0


@inner
def pivot(motion: Floats, i: int) -> None:
    """The ground slows the spin about the upright axis over the part that begins, down to nothing at most."""
    spin = motion[i, WZ]
    most = PIVOTING * (motion[i, END] - motion[i, START])
    if abs(spin) <= most:
        motion[i, BZ] = -spin / (motion[i, END] - motion[i, START])
    else:
        motion[i, BZ] = -PIVOTING if spin > 0.0 else PIVOTING


@inner
def begin_rest(motion: Floats, doing: Ints, i: int) -> None:
    no_force(motion, i)
    for c in range(3):
        motion[i, VX + c] = 0.0
        motion[i, WX + c] = 0.0
    motion[i, END] = math.inf
    doing[i, MODE] = REST


@inner
def begin_flight(motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int) -> None:
    """A part of a flight: the acceleration that puts the place right to the fourth order of its length."""
    drag = make[i, DRAG]
    gx, gy, gz = ground[SLOPE_X], ground[SLOPE_Y], -ground[GRAVITY]
    vx, vy, vz = motion[i, VX], motion[i, VY], motion[i, VZ]
    part = FLIGHT_PART_S
    if drag > FLIGHT_DRAG:
        part *= math.sqrt(FLIGHT_DRAG / drag)
    loss = drag * math.sqrt(vx * vx + vy * vy + vz * vz)
    ax, ay, az = gx - loss * vx, gy - loss * vy, gz - loss * vz
    ex, ey, ez = vx + part * ax, vy + part * ay, vz + part * az
    loss = drag * math.sqrt(ex * ex + ey * ey + ez * ez)
    bx, by, bz = gx - loss * ex, gy - loss * ey, gz - loss * ez
    motion[i, UX], motion[i, UY], motion[i, UZ] = (
        vx + 0.5 * part * (ax + bx),
        vy + 0.5 * part * (ay + by),
        vz + 0.5 * part * (az + bz),
    )
    no_force(motion, i)
    motion[i, AX], motion[i, AY], motion[i, AZ] = ax + (bx - ax) / 3.0, ay + (by - ay) / 3.0, az + (bz - az) / 3.0
    height = max(motion[i, Z] - make[i, RADIUS], 0.0)
    inside = vz * vz - 2.0 * motion[i, AZ] * height
    falls = (vz + math.sqrt(inside)) / -motion[i, AZ]
    doing[i, MODE] = FLIGHT
    doing[i, LANDS] = 1 if falls <= part else 0
    motion[i, END] = motion[i, START] + min(falls, part)


@inner
def begin_slide(
    motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int, sx: float, sy: float, slip: float
) -> None:
    """Friction against the slip (sx, sy) at the point of contact, until it rolls."""
    pull = ground[FRICTION] * ground[GRAVITY]
    k = make[i, INERTIA]
    no_force(motion, i)
    motion[i, AX] = ground[SLOPE_X] - pull * sx / slip
    motion[i, AY] = ground[SLOPE_Y] - pull * sy / slip
    turn = pull / (k * make[i, RADIUS] * slip)
    motion[i, BX] = -turn * sy
    motion[i, BY] = turn * sx
    motion[i, END] = motion[i, START] + slip / (pull * (1.0 + 1.0 / k))
    doing[i, MODE] = SLIDE
    if motion[i, WZ] != 0.0:
        pivot(motion, i)


@inner
def begin_roll(motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int) -> None:
    """A piece of rolling: straight to the stop on even level ground, else up to PIECE_M with the local slope and loss."""
    vx, vy = motion[i, VX], motion[i, VY]
    speed = math.sqrt(vx * vx + vy * vy)
    if speed < STILL_M_S:
        begin_rest(motion, doing, i)
        return
    gx, gy, loss = ground[SLOPE_X], ground[SLOPE_Y], ground[ROLLING] * ground[GRAVITY]
    rough = ground[WAVES] > 0.0 or ground[PATCHES] > 0.0
    if rough:
        a, b, c = uneven(motion[i, X], motion[i, Y], WAVE_M, int(ground[SEED]))
        gx += ground[WAVES] * ground[GRAVITY] * a
        gy += ground[WAVES] * ground[GRAVITY] * b
        loss *= max(1.0 + ground[PATCHES] * c, 0.2)
    gx, gy = gx / (1.0 + make[i, INERTIA]), gy / (1.0 + make[i, INERTIA])
    hx, hy = vx / speed, vy / speed
    slowing = max(loss - gx * hx - gy * hy, 0.0)
    span = PIECE_M / max(speed, HASTE_M_S)
    uneven_path = gx != 0.0 or gy != 0.0 or rough
    if slowing > 0.0 and (speed <= slowing * span or not uneven_path):
        span = speed / slowing
    if uneven_path:
        half = 0.5 * span
        mx, my = vx + half * (gx - loss * hx), vy + half * (gy - loss * hy)
        middle = math.sqrt(mx * mx + my * my)
        if middle > 0.25 * speed:
            hx, hy = mx / middle, my / middle
    no_force(motion, i)
    motion[i, AX], motion[i, AY] = gx - loss * hx, gy - loss * hy
    radius = make[i, RADIUS]
    motion[i, WX], motion[i, WY] = -vy / radius, vx / radius
    motion[i, BX], motion[i, BY] = -motion[i, AY] / radius, motion[i, AX] / radius
    motion[i, END] = motion[i, START] + span
    doing[i, MODE] = ROLL
    if motion[i, WZ] != 0.0:
        pivot(motion, i)


@inner
def begin(motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int) -> None:
    """What body i does next, from its place, velocity and spin at the start of the part."""
    if motion[i, Z] > make[i, RADIUS] + NO_SLIP_M_S or motion[i, VZ] > 0.0:
        begin_flight(motion, doing, make, ground, i)
        return
    motion[i, Z] = make[i, RADIUS]
    motion[i, VZ] = 0.0
    sx = motion[i, VX] - make[i, RADIUS] * motion[i, WY]
    sy = motion[i, VY] + make[i, RADIUS] * motion[i, WX]
    slip = math.sqrt(sx * sx + sy * sy)
    if slip > NO_SLIP_M_S:
        begin_slide(motion, doing, make, ground, i, sx, sy, slip)
    else:
        begin_roll(motion, doing, make, ground, i)


@inner
def roll_on(motion: Floats, make: Floats, i: int) -> None:
    """The slip has ended: the velocity and the spin that roll, with the same angular momentum about the contact."""
    k, radius = make[i, INERTIA], make[i, RADIUS]
    vx = (motion[i, VX] + k * radius * motion[i, WY]) / (1.0 + k)
    vy = (motion[i, VY] - k * radius * motion[i, WX]) / (1.0 + k)
    motion[i, VX], motion[i, VY] = vx, vy
    motion[i, WX], motion[i, WY] = -vy / radius, vx / radius


@inner
def restitution_at(ground: Floats, speed: float) -> float:
    """Restitution at a normal speed: that of the drop test, times the fourth root of the ratio of the speeds."""
    if speed <= 0.0:
        return 0.0
    livelier = min(math.sqrt(math.sqrt(DROP_M_S / speed)), LIVELIEST)
    dropped: float = ground[RESTITUTION]
    return min(dropped * livelier, max(dropped, LIVELY))


@inner
def crater_angle(ground: Floats, level: float, down: float) -> float:
    """By how much the contact plane leans against a body that comes with a level and a downward speed (rad)."""
    steepness = math.atan2(down, level)
    angle: float = ground[CRATER] * math.sqrt(level * level + down * down) / CRATER_M_S * steepness / CRATER_RAD
    return min(angle, NOT_BACK * (0.5 * math.pi - steepness))


@inner
def land(motion: Floats, make: Floats, ground: Floats, i: int) -> float:
    """Body i, on the ground and moving into it, bounces, or stays down if it would hop too slowly to matter.

    Returns the speed into the ground (m/s).
    """
    vx, vy = motion[i, VX], motion[i, VY]
    down: float = -motion[i, VZ]
    level = math.sqrt(vx * vx + vy * vy)
    nx, ny, nz = 0.0, 0.0, 1.0
    if level > 0.0 and ground[CRATER] > 0.0:
        angle = crater_angle(ground, level, down)
        lean = math.sin(angle)
        nx, ny, nz = -lean * vx / level, -lean * vy / level, math.cos(angle)
    if ground[BUMPS] > 0.0:
        a, b, _ = uneven(motion[i, X], motion[i, Y], BUMP_M, int(ground[SEED]) ^ 1)
        nx, ny = nx - ground[BUMPS] * a, ny - ground[BUMPS] * b
        length = math.sqrt(nx * nx + ny * ny + nz * nz)
        nx, ny, nz = nx / length, ny / length, nz / length
    into = -(vx * nx + vy * ny - down * nz)
    if into <= 0.0:  # a bump that falls away as steeply as the body comes: it is met level
        nx, ny, nz, into = 0.0, 0.0, 1.0, down
    strike_wall(motion, make, i, nx, ny, nz, restitution_at(ground, into) * into, ground[FRICTION])
    motion[i, VZ] = min(motion[i, VZ], restitution_at(ground, down) * down)  # the rim of the crater gives way
    if motion[i, VZ] < ground[BOUNCING]:
        motion[i, VZ] = 0.0
    return down


@inner
def pass_on(motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int) -> bool:
    """The part of body i has come to its own end, and it is moved there; True if that is a landing."""
    if doing[i, MODE] == FLIGHT:
        if doing[i, LANDS] == 1:
            motion[i, Z] = make[i, RADIUS]
            return True
        motion[i, VX], motion[i, VY], motion[i, VZ] = motion[i, UX], motion[i, UY], motion[i, UZ]
    elif doing[i, MODE] == SLIDE:
        roll_on(motion, make, i)
    return False
