"""Balls among the pins: a touch, a slow push, a fall, and a thrown pin that arrives."""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    FALLEN,
    FELL,
    GONE,
    INF,
    MET_PIN,
    PHASE,
    PIN,
    PIN_FELL,
    PIN_SPEED,
    PIN_STATE,
    PIN_T,
    PIN_TARGET,
    PIN_X,
    PIN_Y,
    SHIFTED,
    SHIFTED_PIN,
    Array,
    R,
    X,
    Y,
)
from carreau.physics.table.log import note_contact
from carreau.physics.table.meeting import meet_pins
from carreau.physics.table.motion import advance
from carreau.physics.table.pins import drags, falls, fell, head_gap, head_line, knocks, shift, touch

ROUNDING = 1e-12  # m


@inner
def look_at_pins(balls: Array, now: float, pins: Array, pushed: Array, parameters: Array) -> None:
    """A pin has fallen or moved: every ball looks again."""
    for i in range(balls.shape[0]):
        advance(balls, i, now)
        meet_pins(balls, i, pins, pushed, parameters)


@inner
def pin_met(
    balls: Array,
    i: int,
    now: float,
    pins: Array,
    pushed: Array,
    contacts: Array,
    what: Array,
    parameters: Array,
) -> None:
    """A touch on the head of a pin, or the end of a slow push."""
    p = int(balls[i, PIN])
    nx, ny, _ = head_line(balls, i, pins, p, parameters)
    if pushed[i, p] != 0.0:
        if drags(parameters):
            note_contact(contacts, what, now, SHIFTED_PIN, i, p, pins[p, PIN_X], pins[p, PIN_Y], 0.0)
            shift(balls, i, pins, p, parameters)
        else:
            note_contact(contacts, what, now, FELL, i, p, pins[p, PIN_X], pins[p, PIN_Y], 0.0)
            fell(pins, p, nx, ny, 0.0, now, what, parameters)
        return
    x, y = pins[p, PIN_X], pins[p, PIN_Y]
    speed = touch(balls, i, pins, p, parameters)
    note_contact(contacts, what, now, MET_PIN, i, p, x, y, speed)
    if falls(speed, parameters):
        note_contact(contacts, what, now, FELL, i, p, x, y, speed)
        fell(pins, p, nx, ny, speed, now, what, parameters)
    else:
        pushed[i, p] = 1.0


@inner
def pin_arrives(pins: Array, p: int, now: float, contacts: Array, what: Array, parameters: Array) -> None:
    """A thrown pin meets the one in its way."""
    q = int(pins[p, PIN_TARGET])
    pins[p, PIN_T] = INF
    if pins[q, PIN_STATE] == FALLEN or not knocks(what, parameters):
        return
    dx, dy = pins[q, PIN_X] - pins[p, PIN_X], pins[q, PIN_Y] - pins[p, PIN_Y]
    length = math.sqrt(dx * dx + dy * dy)
    speed = pins[p, PIN_SPEED]
    note_contact(contacts, what, now, PIN_FELL, p, q, pins[q, PIN_X], pins[q, PIN_Y], speed)
    fell(pins, q, dx / length, dy / length, speed, now, what, parameters)


@inner
def lean_aside(balls: Array, pins: Array, now: float, contacts: Array, what: Array, parameters: Array) -> None:
    """A pin that a ball has come to rest against, not far enough to fell it, stands where the ball leaves it room."""
    for _ in range(pins.shape[0]):  # one moved aside may be moved into another ball
        for p in range(pins.shape[0]):
            for i in range(balls.shape[0]):
                if pins[p, PIN_STATE] != FALLEN and balls[i, PHASE] != GONE:
                    give_room(balls, i, pins, p, now, contacts, what, parameters)


@inner
def give_room(
    balls: Array, i: int, pins: Array, p: int, now: float, contacts: Array, what: Array, parameters: Array
) -> None:
    """Move pin p away from ball i as far as it stands in it, if it does."""
    nx, ny, _ = head_line(balls, i, pins, p, parameters)
    dx, dy = pins[p, PIN_X] - balls[i, X], pins[p, PIN_Y] - balls[i, Y]
    short = head_gap(balls[i, R], parameters) - math.sqrt(dx * dx + dy * dy)
    if short <= ROUNDING:
        return
    note_contact(contacts, what, now, SHIFTED_PIN, i, p, pins[p, PIN_X], pins[p, PIN_Y], 0.0)
    pins[p, PIN_X] += short * nx
    pins[p, PIN_Y] += short * ny
    pins[p, PIN_STATE] = SHIFTED
