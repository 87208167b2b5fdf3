"""Impacts: a body and something that does not move, and two bodies; rigid, with restitution and Coulomb friction.

An impact of spheres passes through both centres, so restitution and friction do not mix: the impulse along the line of
centres follows from the restitution, and the one across it is the least of friction and what makes the slip vanish.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import (
    INERTIA,
    IS_JACK,
    MASS,
    RADIUS,
    REBOUND,
    VX,
    VY,
    VZ,
    WX,
    WY,
    WZ,
    Floats,
    X,
    Y,
    Z,
)

GENTLE_M_S = 0.01  # below this an impact is elastic (restitution tends to 1 as speed tends to 0), so a push is a row of
# tiny bounces of at most a few micrometres, never an endless one
SLOWEST_M_S = 0.002  # two that meet slower than this part with GENTLE_M_S: hundredths of a millijoule


@inner
def rebound(speed: float, restitution: float) -> float:
    """The speed apart after an impact at a speed together (m/s)."""
    if speed >= GENTLE_M_S:
        return restitution * speed
    if speed >= SLOWEST_M_S:
        return speed
    return GENTLE_M_S


@inner
def strike_wall(
    motion: Floats, make: Floats, i: int, nx: float, ny: float, nz: float, away: float, friction: float
) -> None:
    """Body i meets something fast whose surface normal (towards the body) is n, and leaves it at `away` m/s along n."""
    radius = make[i, RADIUS]
    vx, vy, vz = motion[i, VX], motion[i, VY], motion[i, VZ]
    wx, wy, wz = motion[i, WX], motion[i, WY], motion[i, WZ]
    vn = vx * nx + vy * ny + vz * nz
    sx = vx - vn * nx - radius * (wy * nz - wz * ny)
    sy = vy - vn * ny - radius * (wz * nx - wx * nz)
    sz = vz - vn * nz - radius * (wx * ny - wy * nx)
    slip = math.sqrt(sx * sx + sy * sy + sz * sz)
    push = away - vn
    drag = min(friction * push, slip / (1.0 + 1.0 / make[i, INERTIA]))
    if slip > 0.0:
        sx, sy, sz = sx / slip, sy / slip, sz / slip
    motion[i, VX] = vx + push * nx - drag * sx
    motion[i, VY] = vy + push * ny - drag * sy
    motion[i, VZ] = vz + push * nz - drag * sz
    turn = drag / (make[i, INERTIA] * radius)
    motion[i, WX] = wx + turn * (ny * sz - nz * sy)
    motion[i, WY] = wy + turn * (nz * sx - nx * sz)
    motion[i, WZ] = wz + turn * (nx * sy - ny * sx)


@inner
def pair_rebound(make: Floats, i: int, j: int) -> float:
    """The restitution of two bodies: the jack's own if one is the jack, else half the loss of each boule."""
    a: float = make[i, REBOUND]
    b: float = make[j, REBOUND]
    if make[i, IS_JACK] > 0.5 or make[j, IS_JACK] > 0.5:
        return min(a, b)
    return math.sqrt(0.5 * (a * a + b * b))


@inner
def closing(motion: Floats, i: int, j: int) -> tuple[float, float, float, float]:
    """The line of centres from i to j (length one) and the speed together along it."""
    nx, ny, nz = motion[j, X] - motion[i, X], motion[j, Y] - motion[i, Y], motion[j, Z] - motion[i, Z]
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / length, ny / length, nz / length
    speed = (
        (motion[i, VX] - motion[j, VX]) * nx
        + (motion[i, VY] - motion[j, VY]) * ny
        + (motion[i, VZ] - motion[j, VZ]) * nz
    )
    return nx, ny, nz, speed


@inner
def push_apart(motion: Floats, make: Floats, i: int, j: int, nx: float, ny: float, nz: float, impulse: float) -> None:
    """An impulse (kg m/s) along the line of centres, from i on j, and its opposite on i."""
    on_i, on_j = impulse / make[i, MASS], impulse / make[j, MASS]
    motion[i, VX] -= on_i * nx
    motion[i, VY] -= on_i * ny
    motion[i, VZ] -= on_i * nz
    motion[j, VX] += on_j * nx
    motion[j, VY] += on_j * ny
    motion[j, VZ] += on_j * nz


@inner
def friction_between(
    motion: Floats, make: Floats, i: int, j: int, nx: float, ny: float, nz: float, most: float, share: float
) -> tuple[float, float, float]:
    """The impulse of friction (kg m/s) of i on j: along the slip, at most `most` and at most what stops `share` of it."""
    ri, rj = make[i, RADIUS], make[j, RADIUS]
    turning_x = ri * motion[i, WX] + rj * motion[j, WX]
    turning_y = ri * motion[i, WY] + rj * motion[j, WY]
    turning_z = ri * motion[i, WZ] + rj * motion[j, WZ]
    sx = motion[i, VX] - motion[j, VX] + turning_y * nz - turning_z * ny
    sy = motion[i, VY] - motion[j, VY] + turning_z * nx - turning_x * nz
    sz = motion[i, VZ] - motion[j, VZ] + turning_x * ny - turning_y * nx
    along = sx * nx + sy * ny + sz * nz
    sx, sy, sz = sx - along * nx, sy - along * ny, sz - along * nz
    slip = math.sqrt(sx * sx + sy * sy + sz * sz)
    if slip == 0.0:
        return 0.0, 0.0, 0.0
    easy = (1.0 + 1.0 / make[i, INERTIA]) / make[i, MASS] + (1.0 + 1.0 / make[j, INERTIA]) / make[j, MASS]
    part = min(most / slip, share / easy)
    return part * sx, part * sy, part * sz


@inner
def rub(
    motion: Floats, make: Floats, i: int, j: int, nx: float, ny: float, nz: float, fx: float, fy: float, fz: float
) -> None:
    """An impulse of friction (kg m/s) across the line of centres n, of i on j, and its opposite on i."""
    push_apart(motion, make, i, j, fx, fy, fz, 1.0)
    cx, cy, cz = ny * fz - nz * fy, nz * fx - nx * fz, nx * fy - ny * fx
    for b in (i, j):
        turn = 1.0 / (make[b, INERTIA] * make[b, MASS] * make[b, RADIUS])
        motion[b, WX] -= turn * cx
        motion[b, WY] -= turn * cy
        motion[b, WZ] -= turn * cz


@inner
def strike_body(motion: Floats, make: Floats, i: int, j: int, friction: float) -> float:
    """Bodies i and j meet; returns the speed at which they came together (m/s), 0 if they were parting."""
    nx, ny, nz, speed = closing(motion, i, j)
    if speed <= 0.0:
        return 0.0
    away = rebound(speed, pair_rebound(make, i, j))
    impulse = (speed + away) / (1.0 / make[i, MASS] + 1.0 / make[j, MASS])
    push_apart(motion, make, i, j, nx, ny, nz, impulse)
    fx, fy, fz = friction_between(motion, make, i, j, nx, ny, nz, friction * impulse, 1.0)
    rub(motion, make, i, j, nx, ny, nz, fx, fy, fz)
    return speed
