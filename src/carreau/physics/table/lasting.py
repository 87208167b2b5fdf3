"""Contacts that last: a ball that its spin presses into a cushion, or into another ball that cannot get away.

Bouncing would go on for ever there, in ever smaller hops. Below a small speed such a contact is kept: the two come to one
speed along the line of the contact, and the forces between them take up what drives them together. Directions turn
meanwhile, so a lasting contact goes on in short pieces.
"""

import math

from carreau.physics.compiled import kernel
from carreau.physics.table.balls import line_of_centres, slow
from carreau.physics.table.columns import (
    DWX,
    DWY,
    GRAVITY,
    HX,
    HY,
    NONE,
    PHASE,
    PRESSED,
    ROLL,
    SLIDE,
    T_END,
    VX,
    VY,
    WX,
    WY,
    Array,
    M,
    R,
    T,
)
from carreau.physics.table.motion import advance, begin, roll_exactly

SHORT = 1e-4  # in units of sqrt(radius / gravity): the last of the slip is gone in one piece
PIECES = 6.0  # a sixth of the slip at a time
SMALL_STEP = 2e-3  # of the distance of the centres, past each other, in one piece
SWEEPS = 30
BALL_BIT = 16  # of PRESSED, beside the bits of the four cushions


@kernel
def lean(balls: Array, i: int, parameters: Array) -> None:
    """A ball that its spin presses into a cushion moves along it: the cushion takes up what drives into it.

    The cushion itself is taken as smooth meanwhile. The slip turns while it fades, so its direction is taken anew, each
    time a sixth of it is gone.
    """
    bits = int(balls[i, PRESSED])
    kept = 0
    none = NONE * math.sqrt(parameters[GRAVITY] * balls[i, R])
    for cushion in range(4):
        if bits & (1 << cushion) == 0 or balls[i, PHASE] != SLIDE:
            continue
        axis = cushion // 2
        sign = 1.0 - 2.0 * (cushion % 2)
        if abs(balls[i, VX + axis]) <= none and sign * balls[i, HX + axis] < 0.0:
            kept |= 1 << cushion
            balls[i, VX + axis] = 0.0
            balls[i, HX + axis] = 0.0
    balls[i, PRESSED] = kept + (bits & BALL_BIT)
    if kept == 0:
        return
    left = balls[i, T_END] - balls[i, T]
    if left > SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY]):
        balls[i, T_END] = balls[i, T] + left / 6.0
    else:
        balls[i, PRESSED] = bits & BALL_BIT


@kernel
def squeeze(balls: Array, pairs: Array, now: float, parameters: Array) -> int:
    """Start anew the pieces of all balls in lasting contact with another; returns how many such contacts are left.

    A pair i < j in lasting contact has pairs[j, i] = 1.
    """
    n = balls.shape[0]
    for i in range(n):
        if int(balls[i, PRESSED]) & BALL_BIT != 0:
            advance(balls, i, now)
            balls[i, PRESSED] = int(balls[i, PRESSED]) - BALL_BIT
            set_off(balls, i, parameters)
    for _ in range(SWEEPS):
        for i in range(n):
            for j in range(i + 1, n):
                if pairs[j, i] != 0.0:
                    join(balls, i, j, parameters)
            if balls[i, PRESSED] != 0.0:
                hold_off(balls, i)
    left = 0
    for i in range(n):
        for j in range(i + 1, n):
            if pairs[j, i] == 0.0:
                continue
            if parts(balls, i, j, parameters):
                pairs[j, i] = 0.0
            left += 1
            shorten(balls, i, j, parameters)  # forces of other contacts may have turned its path, so it too looks again
    return left


@kernel
def set_off(balls: Array, i: int, parameters: Array) -> None:
    """Begin a piece as if no other ball were there; cushions it leans on are."""
    begin(balls, i, parameters)
    grip(balls, i, parameters)
    lean(balls, i, parameters)


@kernel
def join(balls: Array, i: int, j: int, parameters: Array) -> None:
    """Bring two balls to one speed and one acceleration along the line of centres, and the gap to nothing."""
    nx, ny, _ = line_of_centres(balls, i, j)
    wi, wj = 1.0 / balls[i, M], 1.0 / balls[j, M]
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    along = vx * nx + vy * ny
    if along > 0.1 * slow(balls, i, parameters):
        return
    contact = 2.0 * math.sqrt(balls[i, R] * balls[j, R])
    across = vx * ny - vy * nx
    drive = 2.0 * ((balls[j, HX] - balls[i, HX]) * nx + (balls[j, HY] - balls[i, HY]) * ny) + across * across / contact
    if drive >= 0.0 and along >= 0.0:
        return
    if abs(along) > NONE * math.sqrt(parameters[GRAVITY] * contact):
        for k, sign in ((i, 1.0), (j, -1.0)):
            change = sign * along / (wi + wj) / balls[k, M]
            balls[k, VX] += change * nx
            balls[k, VY] += change * ny
            set_off(balls, k, parameters)
        drive = (
            2.0 * ((balls[j, HX] - balls[i, HX]) * nx + (balls[j, HY] - balls[i, HY]) * ny) + across * across / contact
        )
    if drive < 0.0:
        share_force(balls, i, j, nx, ny, drive)


@kernel
def share_force(balls: Array, i: int, j: int, nx: float, ny: float, drive: float) -> None:
    """The force between the two; through the centre of a ball that rolls it also has to turn it: 7/5 of its mass."""
    ei = ease(balls, i)
    ej = ease(balls, j)
    push_half = 0.5 * drive / (ei + ej)
    for k, change in ((i, push_half * ei), (j, -push_half * ej)):
        balls[k, HX] += change * nx
        balls[k, HY] += change * ny
        if balls[k, PHASE] != SLIDE:
            balls[k, PHASE] = ROLL
            balls[k, DWX] = -2.0 * balls[k, HY] / balls[k, R]
            balls[k, DWY] = 2.0 * balls[k, HX] / balls[k, R]


@kernel
def ease(balls: Array, i: int) -> float:
    """Acceleration by a force through the centre."""
    return float((1.0 if balls[i, PHASE] == SLIDE else 5.0 / 7.0) / balls[i, M])


@kernel
def grip(balls: Array, i: int, parameters: Array) -> None:
    """The last trace of slip goes at once, by the friction that would have taken it."""
    if balls[i, PHASE] != SLIDE or balls[i, T_END] - balls[i, T] > SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY]):
        return
    slip_x = balls[i, VX] - balls[i, R] * balls[i, WY]
    slip_y = balls[i, VY] + balls[i, R] * balls[i, WX]
    balls[i, VX] -= slip_x / 3.5
    balls[i, VY] -= slip_y / 3.5
    roll_exactly(balls, i)
    begin(balls, i, parameters)


@kernel
def hold_off(balls: Array, i: int) -> None:
    """A cushion that the ball leans on takes up what the other balls add."""
    for cushion in range(4):
        axis = cushion // 2
        sign = 1.0 - 2.0 * (cushion % 2)
        if int(balls[i, PRESSED]) & (1 << cushion) != 0 and sign * balls[i, HX + axis] < 0.0:
            balls[i, HX + axis] = 0.0


@kernel
def parts(balls: Array, i: int, j: int, parameters: Array) -> bool:
    """Are the two driven apart now, or apart already?"""
    nx, ny, _ = line_of_centres(balls, i, j)
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    contact = 2.0 * math.sqrt(balls[i, R] * balls[j, R])
    across = vx * ny - vy * nx
    drive = 2.0 * ((balls[j, HX] - balls[i, HX]) * nx + (balls[j, HY] - balls[i, HY]) * ny) + across * across / contact
    away = vx * nx + vy * ny
    none = NONE * math.sqrt(parameters[GRAVITY] * contact)
    return bool(away > 0.1 * slow(balls, i, parameters) or (away >= -none and drive > NONE * parameters[GRAVITY]))


@kernel
def shorten(balls: Array, i: int, j: int, parameters: Array) -> None:
    """End the pieces of both soon enough for the line of centres to be taken anew."""
    for k in (i, j):
        balls[k, PRESSED] = int(balls[k, PRESSED]) | BALL_BIT
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    speed = math.sqrt(vx * vx + vy * vy)
    contact = 2.0 * math.sqrt(balls[i, R] * balls[j, R])
    now = balls[i, T]
    left = min(balls[i, T_END], balls[j, T_END]) - now
    least = SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY])
    step = max(left / PIECES, least)
    if speed > 0.0:
        step = min(step, SMALL_STEP * contact / speed)
    for k in (i, j):
        balls[k, T_END] = min(balls[k, T_END], now + step)
