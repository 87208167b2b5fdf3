"""Two balls meet: restitution along the line of centres, Coulomb friction across it.

Alciatore, TP A-5, A-6 and A-14 (billiards.colostate.edu), written for unequal masses and radii. With w = 1/m, approach
vn and slip u: Jn = (1 + e) vn / (w1 + w2), |Jt| = min(mu Jn, |u| / (3.5 (w1 + w2))) against u.
Between balls on the cloth the vertical part of the impulses is taken up by the slate.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    AIR,
    E_BALL,
    GRAVITY,
    HX,
    HY,
    LIFTS,
    MU_BASE,
    MU_DECAY,
    MU_RISE,
    PHASE,
    PULLED,
    SLOW,
    VX,
    VY,
    VZ,
    WX,
    WY,
    WZ,
    Array,
    M,
    R,
    X,
    Y,
    Z,
)


@inner
def line_of_centres(balls: Array, i: int, j: int) -> tuple[float, float, float]:
    """The unit vector from ball i to ball j; level while both are on the cloth."""
    nx = balls[j, X] - balls[i, X]
    ny = balls[j, Y] - balls[i, Y]
    nz = 0.0
    if balls[i, PHASE] == AIR or balls[j, PHASE] == AIR:
        nz = balls[j, Z] - balls[i, Z]
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    return nx / length, ny / length, nz / length


@inner
def approach(balls: Array, i: int, j: int) -> float:
    """Speed at which the two come together, along the line of centres."""
    nx, ny, nz = line_of_centres(balls, i, j)
    level = (balls[i, VX] - balls[j, VX]) * nx + (balls[i, VY] - balls[j, VY]) * ny
    return float(level + (balls[i, VZ] - balls[j, VZ]) * nz)


@inner
def friction(slip: float, parameters: Array) -> float:
    """mu = base + rise exp(-decay slip); Alciatore TP A-14 through Marlow's data, or a constant with rise 0."""
    if parameters[MU_RISE] == 0.0:
        return float(parameters[MU_BASE])
    return float(parameters[MU_BASE] + parameters[MU_RISE] * math.exp(-parameters[MU_DECAY] * slip))


@inner
def pressed_together(balls: Array, i: int, j: int) -> bool:
    """Do the motions of two balls on the cloth drive them into each other, beyond what their passing by takes apart?"""
    px, py = balls[j, X] - balls[i, X], balls[j, Y] - balls[i, Y]
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    drive = 2.0 * (px * (balls[j, HX] - balls[i, HX]) + py * (balls[j, HY] - balls[i, HY]))
    return bool(balls[i, PHASE] != AIR and balls[j, PHASE] != AIR and vx * vx + vy * vy + drive < 0.0)


@inner
def slow(balls: Array, i: int, parameters: Array) -> float:
    """The speed below which a contact that is pressed together becomes a lasting one."""
    return SLOW * math.sqrt(parameters[GRAVITY] * balls[i, R])


@inner
def restitution(speed: float, balls: Array, i: int, j: int, parameters: Array) -> float:
    """e of one impact; balls that press on each other come to one speed, and nothing comes to rest on top of a ball."""
    if speed < slow(balls, i, parameters):
        if balls[i, PHASE] == AIR or balls[j, PHASE] == AIR:
            return slow(balls, i, parameters) / speed
        if pressed_together(balls, i, j):
            return 0.0
    return float(parameters[E_BALL])


@inner
def meet(balls: Array, i: int, j: int, parameters: Array) -> None:
    """One impact of two balls at their present places."""
    nx, ny, nz = line_of_centres(balls, i, j)
    speed = approach(balls, i, j)
    if speed <= 0.0:
        return
    e = restitution(speed, balls, i, j, parameters)
    normal = (1.0 + e) * speed / (ease(balls, i, -nz, parameters) + ease(balls, j, nz, parameters))
    jx, jy, jz = rub(balls, i, j, nx, ny, nz, normal, e, 1.0, parameters)
    twist(balls, i, j, nx, ny, nz, jx, jy, jz)
    push(balls, i, j, jx + nx * normal, jy + ny * normal, jz + nz * normal, parameters)


@inner
def ease(balls: Array, i: int, nz: float, parameters: Array) -> float:
    """Speed along the line of an impulse that it gives to a ball; the cloth holds a ball on it, up and down."""
    if balls[i, PHASE] == AIR or (parameters[LIFTS] != 0.0 and nz > 0.0):
        return float(1.0 / balls[i, M])
    return float((1.0 - nz * nz) / balls[i, M])


@inner
def push(balls: Array, i: int, j: int, jx: float, jy: float, jz: float, parameters: Array) -> None:
    """The impulse (jx, jy, jz) through the centres: on ball j, and its opposite on ball i."""
    kick(balls, i, -jx, -jy, -jz, parameters)
    kick(balls, j, jx, jy, jz, parameters)


@inner
def kick(balls: Array, i: int, jx: float, jy: float, jz: float, parameters: Array) -> None:
    """An impulse on one ball; on the cloth the slate takes the part that presses down, and the rest where nothing lifts."""
    balls[i, VX] += jx / balls[i, M]
    balls[i, VY] += jy / balls[i, M]
    if balls[i, PHASE] == AIR or (parameters[LIFTS] != 0.0 and jz > 0.0):
        balls[i, VZ] += jz / balls[i, M]


@inner
def rub(
    balls: Array,
    i: int,
    j: int,
    nx: float,
    ny: float,
    nz: float,
    normal: float,
    e: float,
    share: float,
    parameters: Array,
) -> tuple[float, float, float]:
    """Friction on ball j, and its opposite on ball i, of the contact whose normal impulse is `normal`.

    `share` of the slip is this contact's to take away.
    """
    ri = balls[i, R]
    rj = balls[j, R]
    sx = ri * balls[i, WX] + rj * balls[j, WX]
    sy = ri * balls[i, WY] + rj * balls[j, WY]
    sz = ri * balls[i, WZ] + rj * balls[j, WZ]
    vx = balls[i, VX] - balls[j, VX]
    vy = balls[i, VY] - balls[j, VY]
    vz = balls[i, VZ] - balls[j, VZ]
    along = vx * nx + vy * ny + vz * nz
    ux = vx - along * nx + sy * nz - sz * ny
    uy = vy - along * ny + sz * nx - sx * nz
    uz = vz - along * nz + sx * ny - sy * nx
    slip = math.sqrt(ux * ux + uy * uy + uz * uz)
    if slip == 0.0:
        return 0.0, 0.0, 0.0
    pulled = 2.0 * e / (1.0 + e) if parameters[PULLED] != 0.0 else 1.0
    most = share * slip / (3.5 * (1.0 / balls[i, M] + 1.0 / balls[j, M]))
    size = min(friction(slip, parameters) * pulled * normal, most) / slip
    return size * ux, size * uy, size * uz


@inner
def twist(balls: Array, i: int, j: int, nx: float, ny: float, nz: float, jx: float, jy: float, jz: float) -> None:
    """The turn that friction gives: lever and impulse are both opposite on the two balls, so both turn the same way."""
    tx = ny * jz - nz * jy
    ty = nz * jx - nx * jz
    tz = nx * jy - ny * jx
    for k in (i, j):
        turn = 2.5 / (balls[k, M] * balls[k, R])
        balls[k, WX] -= turn * tx
        balls[k, WY] -= turn * ty
        balls[k, WZ] -= turn * tz
