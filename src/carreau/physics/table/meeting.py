"""When a ball meets what: its cushions, its pins, another ball. Times are absolute; infinity is never within this piece."""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    AIR,
    CUSHION,
    FALLEN,
    GAP,
    GONE,
    GRAVITY,
    HX,
    HY,
    HZ,
    INF,
    LENGTH,
    NONE,
    PHASE,
    PIN,
    PIN_STATE,
    ROLL,
    SLIDE,
    T_CUSHION,
    T_END,
    T_PIN,
    VX,
    VY,
    VZ,
    WIDTH,
    Array,
    R,
    T,
    X,
    Y,
    Z,
)
from carreau.physics.table.flight import nose_time, over_time
from carreau.physics.table.pins import left_alone, pin_time
from carreau.physics.table.roots import first_fall, plane_fall

TOUCHING = 1e-13  # m; smaller gaps are rounding
LONGEST = 1e5  # s; a piece without friction has no end of its own
OVER = 4  # added to the cushion's number: the ball leaves the table there


@inner
def wall_time(gap: float, speed: float, half: float, end: float, none: float) -> float:
    """Time until a ball on the cloth meets one cushion; speed and half acceleration are taken away from the cushion."""
    if gap <= TOUCHING:
        if speed < -none:
            return 0.0
        if speed <= none:
            return 0.0 if half < -none else INF
        gap = 0.0
    return plane_fall(gap, speed, half, end)


@inner
def meet_cushions(balls: Array, i: int, parameters: Array) -> None:
    """Find the ball's next cushion, from its own time on."""
    balls[i, T_CUSHION] = INF
    phase = balls[i, PHASE]
    end = min(balls[i, T_END] - balls[i, T], LONGEST)
    if phase == AIR:
        meet_noses(balls, i, end, parameters)
        return
    if phase != ROLL and phase != SLIDE:
        return
    none = NONE * math.sqrt(parameters[GRAVITY] * balls[i, R])
    gap = balls[i, GAP]
    vx, vy, hx, hy = balls[i, VX], balls[i, VY], balls[i, HX], balls[i, HY]
    best = wall_time(balls[i, X] - gap, vx, hx, end, none)
    which = 0
    t = wall_time(parameters[LENGTH] - gap - balls[i, X], -vx, -hx, end, none)
    if t < best:
        best = t
        which = 1
    t = wall_time(balls[i, Y] - gap, vy, hy, end, none)
    if t < best:
        best = t
        which = 2
    t = wall_time(parameters[WIDTH] - gap - balls[i, Y], -vy, -hy, end, none)
    if t < best:
        best = t
        which = 3
    balls[i, T_CUSHION] = balls[i, T] + best
    balls[i, CUSHION] = which


@inner
def meet_noses(balls: Array, i: int, end: float, parameters: Array) -> None:
    """The same for a flying ball: a nose it touches, or one it passes over."""
    best = INF
    which = 0
    for cushion in range(4):
        t = nose_time(balls, i, cushion, end, parameters)
        if t < best:
            best = t
            which = cushion
        t = over_time(balls, i, cushion, end, parameters)
        if t < best:
            best = t
            which = cushion + OVER
    balls[i, T_CUSHION] = balls[i, T] + best
    balls[i, CUSHION] = which


@inner
def meet_pins(balls: Array, i: int, pins: Array, pushed: Array, parameters: Array) -> None:
    """Find the next pin that the ball touches or tips, from its own time on."""
    balls[i, T_PIN] = INF
    phase = balls[i, PHASE]
    if phase != ROLL and phase != SLIDE and phase != AIR:
        return
    best = min(balls[i, T_END] - balls[i, T], LONGEST)
    for p in range(pins.shape[0]):
        if pins[p, PIN_STATE] == FALLEN:
            continue
        if pushed[i, p] != 0.0 and left_alone(balls, i, pins, p, parameters):
            pushed[i, p] = 0.0
        t = pin_time(balls, i, pins, p, pushed[i, p], best, parameters)
        if t < INF and t <= best:
            best = t
            balls[i, T_PIN] = balls[i, T] + t
            balls[i, PIN] = p


@inner
def pair_time(balls: Array, i: int, j: int, now: float, pressing: bool, parameters: Array) -> float:
    """The absolute time at which balls i and j meet, infinity if not within the present pieces of both, or if they last.

    `pressing`: they are in lasting contact already.
    """
    phase_i, phase_j = balls[i, PHASE], balls[j, PHASE]
    if (phase_i < ROLL and phase_j < ROLL) or phase_i == GONE or phase_j == GONE or pressing:
        return INF
    end = min(min(balls[i, T_END], balls[j, T_END]) - now, LONGEST)
    di, dj = now - balls[i, T], now - balls[j, T]
    hx, hy = balls[i, HX] - balls[j, HX], balls[i, HY] - balls[j, HY]
    vx = balls[i, VX] - balls[j, VX] + 2.0 * (balls[i, HX] * di - balls[j, HX] * dj)
    vy = balls[i, VY] - balls[j, VY] + 2.0 * (balls[i, HY] * di - balls[j, HY] * dj)
    px = balls[i, X] - balls[j, X] + (balls[i, VX] + balls[i, HX] * di) * di - (balls[j, VX] + balls[j, HX] * dj) * dj
    py = balls[i, Y] - balls[j, Y] + (balls[i, VY] + balls[i, HY] * di) * di - (balls[j, VY] + balls[j, HY] * dj) * dj
    pv = px * vx + py * vy
    away = px * px + py * py
    speed2 = vx * vx + vy * vy
    half2 = hx * hx + hy * hy
    ph = px * hx + py * hy
    hv = hx * vx + hy * vy
    square = 4.0 * balls[i, R] * balls[j, R]
    level = phase_i != AIR and phase_j != AIR
    if not level:
        hz = balls[i, HZ] - balls[j, HZ]
        vz = balls[i, VZ] - balls[j, VZ] + 2.0 * (balls[i, HZ] * di - balls[j, HZ] * dj)
        pz = balls[i, Z] - balls[j, Z]
        pz += (balls[i, VZ] + balls[i, HZ] * di) * di - (balls[j, VZ] + balls[j, HZ] * dj) * dj
        pv += pz * vz
        away += pz * pz
        speed2 += vz * vz
        half2 += hz * hz
        ph += pz * hz
        hv += hz * vz
        square = (balls[i, R] + balls[j, R]) * (balls[i, R] + balls[j, R])
    c0 = away - square
    contact = math.sqrt(square)
    if c0 > 1e-12 * square:
        if pv >= 0.0 and ph >= 0.0:
            return INF
        speed = math.sqrt(speed2)
        reach = (speed + math.sqrt(half2) * end) * end
        if c0 > reach * (reach + 2.0 * contact):
            return INF
        # A level path leaves the straight line by no more than its bow; does the line pass that near?
        bow = abs(hx * vy - hy * vx) * end * end
        if level and abs(px * vy - py * vx) > bow + contact * speed:
            return INF
    else:
        none = NONE * math.sqrt(parameters[GRAVITY] * contact)
        if pv < -none * contact:
            return now
        c0 = 0.0
        if pv <= none * contact:
            pv = 0.0
            drive = speed2 + 2.0 * ph
            if drive <= NONE * parameters[GRAVITY] * contact:
                return now if drive < -NONE * parameters[GRAVITY] * contact else INF
    return now + first_fall(c0, 2.0 * pv, speed2 + 2.0 * ph, 2.0 * hv, half2, end)
