"""Contacts that last: a ball that its spin presses into a cushion, or into another ball that cannot get away.

Bouncing would go on for ever there, in ever smaller hops. Below a small speed such a contact is kept: the two come to one
speed along the line of the contact, and the forces between them take up what drives them together. Directions turn
meanwhile, so a lasting contact goes on in short pieces.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.balls import line_of_centres, slow
from carreau.physics.table.columns import (
    DWX,
    DWY,
    GRAVITY,
    HX,
    HY,
    INF,
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
from carreau.physics.table.motion import advance, begin, roll_exactly, stop

SHORT = 1e-4  # in units of sqrt(radius / gravity): the last of the slip is gone in one piece
CARRIED = 1e-2  # in the same units: a roll shorter than that does not end a lasting contact
LONGEST = 3e-2  # in the same units: a piece of a lasting contact between balls
PIECES = 6.0  # a sixth of the slip at a time
SMALL_STEP = 1e-3  # of the distance of the centres, past each other, in one piece
SWEEPS = 400
SETTLED = 1e-13  # m/s, m/s2
PARTING = 0.1  # of the slow speed: faster than that, two balls are off
KEPT, FORCED = 1.0, 2.0  # a lasting contact, without and with a force
BALL_BIT = 16  # of PRESSED, beside the bits of the four cushions


@inner
def lean(balls: Array, i: int, parameters: Array) -> None:
    """A ball that its spin presses into a cushion moves along it: the cushion takes up what drives into it.

    The cushion itself is taken as smooth meanwhile. The slip turns while it fades, so its direction is taken anew, each
    time a sixth of it is gone.
    """
    bits = int(balls[i, PRESSED])
    kept = 0
    none = NONE * math.sqrt(parameters[GRAVITY] * balls[i, R])
    for cushion in range(4):
        axis = cushion // 2
        sign = 1.0 - 2.0 * (cushion % 2)
        if bits & (1 << cushion) == 0 or abs(balls[i, VX + axis]) > none:
            continue
        driven = balls[i, PHASE] == SLIDE and sign * balls[i, HX + axis] < 0.0
        if driven or bits & BALL_BIT != 0:
            kept |= 1 << cushion
        if driven:
            balls[i, VX + axis] = 0.0
            balls[i, HX + axis] = 0.0
    balls[i, PRESSED] = kept + (bits & BALL_BIT)
    if kept == 0 or balls[i, PHASE] != SLIDE:
        return
    left = balls[i, T_END] - balls[i, T]
    if left > SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY]):
        balls[i, T_END] = balls[i, T] + left / 6.0
    else:
        balls[i, PRESSED] = bits & BALL_BIT


@inner
def squeeze(balls: Array, pairs: Array, now: float, parameters: Array) -> int:
    """Start anew the pieces of all balls in lasting contact with another; returns how many such contacts are left.

    A pair i < j in lasting contact has pairs[j, i] = 1, or 2 when it takes a force to keep the two apart. First all come
    to one speed along their lines of centres, then the forces are found, each by sweeps over the contacts.
    """
    n = balls.shape[0]
    for i in range(n):
        if int(balls[i, PRESSED]) & BALL_BIT != 0:
            advance(balls, i, now)
            begin(balls, i, parameters)
            grip(balls, i, parameters)
            lean(balls, i, parameters)
        for j in range(i + 1, n):
            pairs[j, i] = min(pairs[j, i], KEPT)
    sweep(balls, pairs, False, parameters)
    for i in range(n):
        if int(balls[i, PRESSED]) & BALL_BIT != 0:
            begin(balls, i, parameters)
            lean(balls, i, parameters)
    sweep(balls, pairs, True, parameters)
    for i in range(n):
        balls[i, PRESSED] = int(balls[i, PRESSED]) & (BALL_BIT - 1)
    return part_or_go_on(balls, pairs, now, parameters)


@inner
def sweep(balls: Array, pairs: Array, forces: bool, parameters: Array) -> None:
    """Go over all lasting contacts, for their speeds or for their forces, until nothing changes."""
    n = balls.shape[0]
    for _ in range(SWEEPS):
        change = 0.0
        for i in range(n):
            for j in range(i + 1, n):
                if pairs[j, i] == 0.0:
                    continue
                if not forces:
                    change = max(change, join(balls, i, j, parameters))
                    continue
                drive = driven_together(balls, i, j, parameters)
                change = max(change, drive)
                if drive > NONE * parameters[GRAVITY]:
                    pairs[j, i] = FORCED
            if balls[i, PRESSED] != 0.0:
                hold_off(balls, i)
        if change < SETTLED:
            return


@inner
def part_or_go_on(balls: Array, pairs: Array, now: float, parameters: Array) -> int:
    """Let go the pairs that part; all balls end their pieces soon enough for the lines of centres to be taken anew."""
    n = balls.shape[0]
    end = now + CARRIED * math.sqrt(balls[0, R] / parameters[GRAVITY]) * 20.0
    for i in range(n):
        for j in range(i + 1, n):
            if pairs[j, i] != 0.0:
                end = min(end, own_end(balls, i, parameters), own_end(balls, j, parameters))
    for i in range(n):
        for j in range(i + 1, n):
            if pairs[j, i] != 0.0:  # the shortest step may pass the end of the last trace of slip or roll
                balls[i, T_END] = INF
                balls[j, T_END] = INF
    left = 0
    for i in range(n):
        for j in range(i + 1, n):
            if pairs[j, i] == 0.0:
                continue
            if parts(balls, i, j, pairs[j, i] == FORCED, parameters):
                pairs[j, i] = 0.0
            left += 1
            # forces of other contacts may have turned its path, so a ball that parts looks again as well
            shorten(balls, i, j, end - now, parameters)
    return left


@inner
def join(balls: Array, i: int, j: int, parameters: Array) -> float:
    """Bring two balls to one speed along the line of centres, unless they are off; returns the difference it took."""
    nx, ny, _ = line_of_centres(balls, i, j)
    away = (balls[j, VX] - balls[i, VX]) * nx + (balls[j, VY] - balls[i, VY]) * ny
    if away > PARTING * slow(balls, i, parameters):
        return 0.0
    ei = ease(balls, i)
    ej = ease(balls, j)
    for k, change in ((i, away * ei / (ei + ej)), (j, -away * ej / (ei + ej))):
        balls[k, VX] += change * nx
        balls[k, VY] += change * ny
        if balls[k, PHASE] != SLIDE:
            roll_exactly(balls, k)
    return float(abs(away))


@inner
def driven_together(balls: Array, i: int, j: int, parameters: Array) -> float:
    """Put in the force that is missing between the two, and return the acceleration that it takes away."""
    nx, ny, _ = line_of_centres(balls, i, j)
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    if vx * nx + vy * ny > PARTING * slow(balls, i, parameters):
        return 0.0
    drive = drive_of(balls, i, j)
    if drive >= 0.0:
        return 0.0
    ei = ease(balls, i)
    ej = ease(balls, j)
    half = 0.5 * drive / (ei + ej)
    for k, change in ((i, half * ei), (j, -half * ej)):
        balls[k, HX] += change * nx
        balls[k, HY] += change * ny
        if balls[k, PHASE] != SLIDE:  # a ball at rest, or one that rolls, is pushed as one that rolls
            balls[k, PHASE] = ROLL
            balls[k, DWX] = -2.0 * balls[k, HY] / balls[k, R]
            balls[k, DWY] = 2.0 * balls[k, HX] / balls[k, R]
    return float(-drive)


@inner
def drive_of(balls: Array, i: int, j: int) -> float:
    """The acceleration that takes the two apart; passing each other adds to it."""
    nx, ny, _ = line_of_centres(balls, i, j)
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    across = vx * ny - vy * nx
    along = 2.0 * ((balls[j, HX] - balls[i, HX]) * nx + (balls[j, HY] - balls[i, HY]) * ny)
    return float(along + across * across / (2.0 * math.sqrt(balls[i, R] * balls[j, R])))


@inner
def ease(balls: Array, i: int) -> float:
    """Acceleration by a force through the centre."""
    return float((1.0 if balls[i, PHASE] == SLIDE else 5.0 / 7.0) / balls[i, M])


@inner
def grip(balls: Array, i: int, parameters: Array) -> None:
    """The last trace of slip goes at once, by the friction that would have taken it; so does the last of a roll."""
    if balls[i, T_END] - balls[i, T] > SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY]):
        return
    if balls[i, PHASE] == ROLL:
        stop(balls, i)
    if balls[i, PHASE] != SLIDE:
        return
    slip_x = balls[i, VX] - balls[i, R] * balls[i, WY]
    slip_y = balls[i, VY] + balls[i, R] * balls[i, WX]
    balls[i, VX] -= slip_x / 3.5
    balls[i, VY] -= slip_y / 3.5
    roll_exactly(balls, i)
    begin(balls, i, parameters)


@inner
def hold_off(balls: Array, i: int) -> None:
    """A cushion that the ball leans on takes up what the other balls add to its speed and its acceleration."""
    for cushion in range(4):
        axis = cushion // 2
        sign = 1.0 - 2.0 * (cushion % 2)
        if int(balls[i, PRESSED]) & (1 << cushion) != 0:
            balls[i, VX + axis] = sign * max(0.0, sign * balls[i, VX + axis])
            balls[i, HX + axis] = sign * max(0.0, sign * balls[i, HX + axis])


@inner
def own_end(balls: Array, i: int, parameters: Array) -> float:
    """When the ball's piece ends by itself; one that hardly rolls is carried by the others."""
    short = balls[i, T_END] - balls[i, T] < CARRIED * math.sqrt(balls[i, R] / parameters[GRAVITY])
    return INF if short and balls[i, PHASE] != SLIDE else float(balls[i, T_END])


@inner
def parts(balls: Array, i: int, j: int, forced: bool, parameters: Array) -> bool:
    """Are the two apart already, driven apart now, or side by side without a force between them?"""
    nx, ny, _ = line_of_centres(balls, i, j)
    away = (balls[j, VX] - balls[i, VX]) * nx + (balls[j, VY] - balls[i, VY]) * ny
    return bool(not forced or away > PARTING * slow(balls, i, parameters))


@inner
def shorten(balls: Array, i: int, j: int, left: float, parameters: Array) -> None:
    """End the pieces of both soon enough for the line of centres to be taken anew."""
    for k in (i, j):
        balls[k, PRESSED] = int(balls[k, PRESSED]) | BALL_BIT
    vx, vy = balls[j, VX] - balls[i, VX], balls[j, VY] - balls[i, VY]
    speed = math.sqrt(vx * vx + vy * vy)
    contact = 2.0 * math.sqrt(balls[i, R] * balls[j, R])
    now = balls[i, T]
    least = SHORT * math.sqrt(balls[i, R] / parameters[GRAVITY])
    step = max(min(left / PIECES, LONGEST / SHORT * least), least)
    if speed > 0.0:
        step = min(step, SMALL_STEP * contact / speed)
    for k in (i, j):
        balls[k, T_END] = min(balls[k, T_END], now + step)
