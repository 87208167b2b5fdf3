"""A ball in the air: it lands, bounces on the slate, meets a cushion nose from above or leaves the table.

Landing: vz' = -e vz, and Coulomb friction of the slate during the bounce with the stick limit 2/7 (Alciatore, TP B-10).
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    E_SLATE,
    HZ,
    INF,
    MU_SLATE,
    NOSE,
    VX,
    VY,
    VZ,
    WX,
    WY,
    Array,
    R,
    Z,
)
from carreau.physics.table.cushions import depth, inward
from carreau.physics.table.roots import first_fall


@inner
def rebound(balls: Array, i: int, parameters: Array) -> None:
    """The slate throws the ball back; friction of the same instant acts on the slip of its lowest point."""
    change = -(1.0 + parameters[E_SLATE]) * balls[i, VZ]
    balls[i, VZ] = -parameters[E_SLATE] * balls[i, VZ]
    ux = balls[i, VX] - balls[i, R] * balls[i, WY]
    uy = balls[i, VY] + balls[i, R] * balls[i, WX]
    slip = math.sqrt(ux * ux + uy * uy)
    if slip == 0.0:
        return
    size = min(parameters[MU_SLATE] * change, slip / 3.5) / slip
    balls[i, VX] -= size * ux
    balls[i, VY] -= size * uy
    balls[i, WX] -= 2.5 * size * uy / balls[i, R]
    balls[i, WY] += 2.5 * size * ux / balls[i, R]


@inner
def nose_time(balls: Array, i: int, cushion: int, end: float, parameters: Array) -> float:
    """Time until a flying ball touches the nose of a cushion, within `end`; the ball stands at its own time."""
    nx, ny = inward(cushion)
    gap = depth(balls, i, cushion, parameters)
    speed = balls[i, VX] * nx + balls[i, VY] * ny
    radius = balls[i, R]
    if min(gap, gap + speed * end) >= radius:
        return INF
    rise = balls[i, Z] - parameters[NOSE]
    up = balls[i, VZ]
    half = balls[i, HZ]
    c0 = gap * gap + rise * rise - radius * radius
    c1 = 2.0 * (gap * speed + rise * up)
    if c0 <= 1e-12 * radius * radius:
        if c1 < 0.0:
            return 0.0
        c0 = 0.0
    return first_fall(c0, c1, speed * speed + up * up + 2.0 * rise * half, 2.0 * up * half, half * half, end)


@inner
def over_time(balls: Array, i: int, cushion: int, end: float, parameters: Array) -> float:
    """Time until the centre of a flying ball passes a nose line, within `end`: it leaves the table there."""
    nx, ny = inward(cushion)
    speed = balls[i, VX] * nx + balls[i, VY] * ny
    if speed >= 0.0:
        return INF
    t = depth(balls, i, cushion, parameters) / -speed
    return t if t <= end else INF
