"""A ball between two impacts: it slides, rolls, spins in place or flies, each in closed form.

Contact slip on the cloth is u = v + R (w x -k). Sliding keeps the direction of u and ends after 2|u| / (7 mu g); a rolling
ball loses mu g; vertical spin fades by itself at 5/2 mu g / R. All pieces are polynomials of second degree in time.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    AIR,
    ALPHA,
    DWX,
    DWY,
    GONE,
    GRAVITY,
    HX,
    HY,
    HZ,
    INF,
    LOW_HOP,
    MU_ROLL,
    MU_SLIDE,
    NONE,
    PHASE,
    PRESSED,
    REST,
    ROLL,
    SLIDE,
    SPIN,
    T_END,
    VX,
    VY,
    VZ,
    WX,
    WY,
    WZ,
    Array,
    R,
    T,
    X,
    Y,
    Z,
)


@inner
def advance(balls: Array, i: int, now: float) -> None:
    """Bring one ball along its piece of path to the time `now`."""
    dt = now - balls[i, T]
    balls[i, T] = now
    if dt <= 0.0:
        return
    if balls[i, PHASE] >= ROLL:
        balls[i, X] += (balls[i, VX] + balls[i, HX] * dt) * dt
        balls[i, Y] += (balls[i, VY] + balls[i, HY] * dt) * dt
        balls[i, Z] += (balls[i, VZ] + balls[i, HZ] * dt) * dt
        balls[i, VX] += 2.0 * balls[i, HX] * dt
        balls[i, VY] += 2.0 * balls[i, HY] * dt
        balls[i, VZ] += 2.0 * balls[i, HZ] * dt
        balls[i, WX] += balls[i, DWX] * dt
        balls[i, WY] += balls[i, DWY] * dt
    if balls[i, PHASE] != AIR:
        fade_spin(balls, i, dt)


@inner
def fade_spin(balls: Array, i: int, dt: float) -> None:
    """Vertical spin loses ALPHA a second, down to none."""
    spin = balls[i, WZ]
    loss = balls[i, ALPHA] * dt
    if spin > loss:
        balls[i, WZ] = spin - loss
    elif spin < -loss:
        balls[i, WZ] = spin + loss
    else:
        balls[i, WZ] = 0.0


@inner
def roll_exactly(balls: Array, i: int) -> None:
    """No slip from here: w = k x v / R."""
    balls[i, WX] = -balls[i, VY] / balls[i, R]
    balls[i, WY] = balls[i, VX] / balls[i, R]


@inner
def begin(balls: Array, i: int, parameters: Array) -> None:
    """Start the piece of path that follows from the ball's velocity and spin, at the ball's own time."""
    if balls[i, PHASE] == GONE:
        return
    gravity = parameters[GRAVITY]
    up = max(0.0, balls[i, VZ])  # the slate takes what presses down
    if balls[i, PHASE] == AIR or up * up > 2.0 * gravity * parameters[LOW_HOP] * balls[i, R]:
        begin_flight(balls, i, gravity)
        return
    balls[i, Z] = balls[i, R]
    balls[i, VZ] = 0.0
    balls[i, HZ] = 0.0
    none = NONE * math.sqrt(gravity * balls[i, R])
    slip_x = balls[i, VX] - balls[i, R] * balls[i, WY]
    slip_y = balls[i, VY] + balls[i, R] * balls[i, WX]
    slip = math.sqrt(slip_x * slip_x + slip_y * slip_y)
    if slip > none:
        begin_slide(balls, i, slip_x / slip, slip_y / slip, slip, parameters[MU_SLIDE] * gravity)
    else:
        begin_roll(balls, i, none, parameters[MU_ROLL] * gravity)


@inner
def begin_flight(balls: Array, i: int, gravity: float) -> None:
    """A parabola down to the cloth."""
    balls[i, PHASE] = AIR
    balls[i, HX] = 0.0
    balls[i, HY] = 0.0
    balls[i, HZ] = -0.5 * gravity
    balls[i, DWX] = 0.0
    balls[i, DWY] = 0.0
    height = max(0.0, balls[i, Z] - balls[i, R])
    speed = balls[i, VZ]
    balls[i, T_END] = balls[i, T] + (speed + math.sqrt(speed * speed + 2.0 * gravity * height)) / gravity


@inner
def begin_slide(balls: Array, i: int, along_x: float, along_y: float, slip: float, loss: float) -> None:
    """Friction against the slip, of one direction and size until the slip is gone."""
    balls[i, PHASE] = SLIDE
    balls[i, HX] = -0.5 * loss * along_x
    balls[i, HY] = -0.5 * loss * along_y
    turn = 2.5 * loss / balls[i, R]
    balls[i, DWX] = -turn * along_y
    balls[i, DWY] = turn * along_x
    balls[i, T_END] = balls[i, T] + slip / (3.5 * loss) if loss > 0.0 else INF


@inner
def begin_roll(balls: Array, i: int, none: float, loss: float) -> None:
    """Straight on, losing `loss` a second, or at rest."""
    roll_exactly(balls, i)
    speed = math.sqrt(balls[i, VX] * balls[i, VX] + balls[i, VY] * balls[i, VY])
    if speed <= none:
        stop(balls, i)
        return
    balls[i, PHASE] = ROLL
    balls[i, HX] = -0.5 * loss * balls[i, VX] / speed
    balls[i, HY] = -0.5 * loss * balls[i, VY] / speed
    balls[i, DWX] = -2.0 * balls[i, HY] / balls[i, R]
    balls[i, DWY] = 2.0 * balls[i, HX] / balls[i, R]
    balls[i, T_END] = balls[i, T] + speed / loss if loss > 0.0 else INF


@inner
def stop(balls: Array, i: int) -> None:
    """The ball goes nowhere any more; it may still spin in place."""
    for k in range(VX, WY + 1):
        balls[i, k] = 0.0
    for k in range(HX, DWY + 1):
        balls[i, k] = 0.0
    balls[i, PHASE] = SPIN if balls[i, WZ] != 0.0 else REST
    balls[i, T_END] = INF


@inner
def end_piece(balls: Array, i: int) -> None:
    """What the end of a sliding or rolling piece makes exact: no slip after sliding, no speed after rolling."""
    if balls[i, PRESSED] != 0.0:
        return  # pieces of lasting contacts end before that
    if balls[i, PHASE] == SLIDE:
        roll_exactly(balls, i)
    elif balls[i, PHASE] == ROLL:
        balls[i, VX] = 0.0
        balls[i, VY] = 0.0
        balls[i, WX] = 0.0
        balls[i, WY] = 0.0
