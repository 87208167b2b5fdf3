"""The cue strikes the cue ball: one instant, one point.

Alciatore TP A-30 (speed and spin) and TP A-31 (squirt), with the offsets seen along the cue: a to the left, b up, in radii.
v = (1 + e) V / (1 + m/M + 5/2 (a^2 + b^2)); w = 5/2 v/R (offset x direction);
squirt = atan(5/2 a sqrt(1 - a^2) / (1 + m/m_end + 5/2 (1 - a^2))), away from the side that is struck.
A raised cue drives the ball into the slate: it rebounds with the restitution of the slate, and hops or curves (massé).
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    CUE_MASS,
    E_TIP,
    END_MASS,
    SQUIRT,
    VX,
    VY,
    VZ,
    WX,
    WY,
    WZ,
    Array,
    M,
    R,
)
from carreau.physics.table.flight import rebound


@inner
def strike(balls: Array, i: int, cue: Array, parameters: Array) -> None:
    """Set velocity and spin of ball i; cue = speed, azimuth, side, height, elevation."""
    side, height = cue[2], cue[3]
    mass, radius = balls[i, M], balls[i, R]
    off = side * side + height * height
    speed = (1.0 + parameters[E_TIP]) * cue[0] / (1.0 + mass / parameters[CUE_MASS] + 2.5 * off)
    ca, sa = math.cos(cue[1]), math.sin(cue[1])
    ce, se = math.cos(cue[4]), math.sin(cue[4])
    away = 1.0 - side * side
    squirt = -parameters[SQUIRT] * math.atan(
        2.5 * side * math.sqrt(away) / (1.0 + mass / parameters[END_MASS] + 2.5 * away)
    )
    ahead, across = speed * math.cos(squirt), speed * math.sin(squirt)
    balls[i, VX] = ahead * ca * ce - across * sa
    balls[i, VY] = ahead * sa * ce + across * ca
    down = ahead * se
    turn = 2.5 * speed / radius
    balls[i, WX] = turn * (-height * sa - side * ca * se)
    balls[i, WY] = turn * (height * ca - side * sa * se)
    balls[i, WZ] = -turn * side * ce
    balls[i, VZ] = -down
    if down > 0.0:
        rebound(balls, i, parameters)
