"""Pins are bodies with a size: a ball touches the head, the pin falls, is dragged or rocks back, and may fly at another.

The head is a sphere of radius `PIN_HEAD` at height `PIN_HEIGHT`; on the cloth a ball touches it at the level distance
sqrt((R + head)^2 - (R - height)^2). Struck with more than the falling speed the pin falls at once. A slower ball must go on
for the tipping travel: then the pin tips over, or slides with the ball if the cloth holds it too little (dragged pins stand).
A felled pin is thrown with a part, uniform in 0..1, of (1 + e) times the ball's speed, within 0.35 rad of the line of the
contact, and slides; a standing pin in its way falls with the probability `PIN_CHANCE`. That is a model of chance, seeded.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    AIR,
    DICE,
    FALLEN,
    GRAVITY,
    HX,
    HY,
    HZ,
    INF,
    LENGTH,
    NONE,
    PHASE,
    PIN_CHANCE,
    PIN_DRAGS,
    PIN_E,
    PIN_FALL_SPEED,
    PIN_HEAD,
    PIN_HEIGHT,
    PIN_MASS,
    PIN_REACH,
    PIN_SLIDE,
    PIN_SPEED,
    PIN_STATE,
    PIN_T,
    PIN_TARGET,
    PIN_TRAVEL,
    PIN_X,
    PIN_Y,
    SHIFTED,
    VX,
    VY,
    VZ,
    WIDTH,
    Array,
    M,
    R,
    X,
    Y,
    Z,
)
from carreau.physics.table.roots import first_fall

SPREAD = 0.35  # rad, either side
LYING = 0.0125  # half the length of a pin, m


@inner
def draw(what: Array) -> float:
    """The next number of the stroke's own dice, in 0..1 (Park and Miller 1988); the same everywhere."""
    state = int(what[DICE]) * 48271 % 2147483647
    what[DICE] = state
    return state / 2147483647.0


@inner
def head_gap(radius: float, parameters: Array) -> float:
    """Level distance from a pin's axis to the centre of a ball on the cloth that touches its head, m."""
    reach = radius + parameters[PIN_HEAD]
    rise = radius - parameters[PIN_HEIGHT]
    return math.sqrt(reach * reach - rise * rise)


@inner
def head_line(balls: Array, i: int, pins: Array, p: int, parameters: Array) -> tuple[float, float, float]:
    """The unit vector from ball i to the head of pin p; level while the ball is on the cloth."""
    nx = pins[p, PIN_X] - balls[i, X]
    ny = pins[p, PIN_Y] - balls[i, Y]
    nz = parameters[PIN_HEIGHT] - balls[i, Z] if balls[i, PHASE] == AIR else 0.0
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    return nx / length, ny / length, nz / length


@inner
def pin_time(balls: Array, i: int, pins: Array, p: int, pushed: float, end: float, parameters: Array) -> float:
    """Time until ball i touches pin p, or, when it is pushing it already, has gone on for the tipping travel."""
    px = balls[i, X] - pins[p, PIN_X]
    py = balls[i, Y] - pins[p, PIN_Y]
    vx, vy = balls[i, VX], balls[i, VY]
    hx, hy = balls[i, HX], balls[i, HY]
    gap = head_gap(balls[i, R], parameters)
    if pushed != 0.0:
        gap -= parameters[PIN_TRAVEL]
    square = gap * gap
    pz = 0.0
    vz = 0.0
    hz = 0.0
    if balls[i, PHASE] == AIR:
        pz = balls[i, Z] - parameters[PIN_HEIGHT]
        vz = balls[i, VZ]
        hz = balls[i, HZ]
        square = (balls[i, R] + parameters[PIN_HEAD]) * (balls[i, R] + parameters[PIN_HEAD])
    away = px * px + py * py + pz * pz
    speed2 = vx * vx + vy * vy + vz * vz
    half2 = hx * hx + hy * hy + hz * hz
    reach = math.sqrt(speed2) * end + math.sqrt(half2) * end * end + gap + parameters[PIN_HEAD]
    if away > square and away > reach * reach + pz * pz:
        return INF
    c0 = away - square
    c1 = 2.0 * (px * vx + py * vy + pz * vz)
    if c0 <= 1e-12 * square:
        if c1 < -NONE:
            return 0.0
        c0 = 0.0
    c2 = speed2 + 2.0 * (px * hx + py * hy + pz * hz)
    if c0 == 0.0 and c1 <= 0.0 and c2 <= 0.0:
        return INF
    return first_fall(c0, c1, c2, 2.0 * (hx * vx + hy * vy + hz * vz), half2, end)


@inner
def left_alone(balls: Array, i: int, pins: Array, p: int, parameters: Array) -> bool:
    """Has the ball that pushed the pin moved off, so that another touch would be a new one?"""
    dx = balls[i, X] - pins[p, PIN_X]
    dy = balls[i, Y] - pins[p, PIN_Y]
    gap = head_gap(balls[i, R], parameters) + 1e-6
    return bool(dx * dx + dy * dy > gap * gap)


@inner
def touch(balls: Array, i: int, pins: Array, p: int, parameters: Array) -> float:
    """The ball gives the pin its small impulse; returns the speed along the line of the contact."""
    nx, ny, nz = head_line(balls, i, pins, p, parameters)
    speed = float(balls[i, VX] * nx + balls[i, VY] * ny + balls[i, VZ] * nz)
    if speed <= 0.0:
        return 0.0
    light = parameters[PIN_MASS] * balls[i, M] / (parameters[PIN_MASS] + balls[i, M])
    change = (1.0 + parameters[PIN_E]) * speed * light / balls[i, M]
    balls[i, VX] -= change * nx
    balls[i, VY] -= change * ny
    if balls[i, PHASE] == AIR:
        balls[i, VZ] -= change * nz
    return speed


@inner
def falls(speed: float, parameters: Array) -> bool:
    """Does a pin fall at once from a touch with this speed?"""
    return bool(speed >= parameters[PIN_FALL_SPEED])


@inner
def drags(parameters: Array) -> bool:
    """Does a slow push drag the pin along instead of tipping it?"""
    return bool(parameters[PIN_DRAGS] != 0.0)


@inner
def shift(balls: Array, i: int, pins: Array, p: int, parameters: Array) -> None:
    """The pin slides ahead of the ball by the travel that would have tipped it, and stands."""
    nx, ny, _ = head_line(balls, i, pins, p, parameters)
    pins[p, PIN_X] += nx * parameters[PIN_TRAVEL]
    pins[p, PIN_Y] += ny * parameters[PIN_TRAVEL]
    pins[p, PIN_STATE] = SHIFTED


@inner
def fell(pins: Array, p: int, dx: float, dy: float, speed: float, now: float, what: Array, parameters: Array) -> None:
    """Pin p falls and is thrown along (dx, dy); finds the standing pin in its way, if any, and when it gets there."""
    thrown = (1.0 + parameters[PIN_E]) * speed * draw(what)
    turn = SPREAD * (draw(what) + draw(what) - 1.0)
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = dx * c - dy * s, dx * s + dy * c
    loss = parameters[PIN_SLIDE] * parameters[GRAVITY]
    way = thrown * thrown / (2.0 * loss)
    target = -1
    for q in range(pins.shape[0]):
        if q == p or pins[q, PIN_STATE] == FALLEN:
            continue
        ex = pins[q, PIN_X] - pins[p, PIN_X]
        ey = pins[q, PIN_Y] - pins[p, PIN_Y]
        along = ex * dx + ey * dy
        if 0.0 < along <= way and abs(ex * dy - ey * dx) <= parameters[PIN_REACH]:
            way = along
            target = q
    pins[p, PIN_STATE] = FALLEN
    pins[p, PIN_TARGET] = target
    pins[p, PIN_T] = INF
    if target >= 0:
        left = math.sqrt(max(0.0, thrown * thrown - 2.0 * loss * way))
        pins[p, PIN_T] = now + (thrown - left) / loss
        pins[p, PIN_SPEED] = left
        way = max(0.0, way - LYING)
    pins[p, PIN_X] = min(max(pins[p, PIN_X] + way * dx, 0.0), parameters[LENGTH])
    pins[p, PIN_Y] = min(max(pins[p, PIN_Y] + way * dy, 0.0), parameters[WIDTH])


@inner
def knocks(what: Array, parameters: Array) -> bool:
    """Does the thrown pin that arrives fell the standing one?"""
    return bool(draw(what) < parameters[PIN_CHANCE])
