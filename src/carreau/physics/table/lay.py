"""The table before a stroke: balls and pins are laid on it, checked, and the cue strikes."""

import math

import numpy as np

from carreau.physics.compiled import inner, kernel
from carreau.physics.table.columns import (
    ALPHA,
    CODE,
    DICE,
    FAULT_VALUE,
    FAULTY,
    FAULTY_TOO,
    FINE,
    GAP,
    GRAVITY,
    INF,
    LENGTH,
    MISCUE,
    MISCUE_AT,
    NOT_FINITE,
    OUTSIDE,
    OVERLAP,
    PIN_INSIDE,
    PIN_STATE,
    PIN_T,
    PIN_X,
    PIN_Y,
    SPIN_LOSS,
    STANDING,
    T_CUSHION,
    T_END,
    T_PIN,
    UNDER_NOSE,
    WIDTH,
    Array,
    M,
    R,
    X,
    Y,
    Z,
)
from carreau.physics.table.cue import strike
from carreau.physics.table.cushions import nose_gap
from carreau.physics.table.kernel import run
from carreau.physics.table.pins import head_gap

TOLERANCE = 2e-8  # m of overlap that a placed ball may have: as much as a lasting contact may have left


@kernel
def play(
    places: Array,
    bodies: Array,
    pin_places: Array,
    cue: Array,
    parameters: Array,
    balls: Array,
    pins: Array,
    contacts: Array,
    segments: Array,
    what: Array,
) -> None:
    """One stroke from the laid table to rest.

    places [N, 2], bodies [N, 2] (radius, mass), pin_places [P, 2], cue = speed, azimuth, side, height, elevation, ball,
    seed, most events. The other arrays are filled: balls [N, BALL_COLUMNS], pins [P, PIN_COLUMNS], the logs, `what`.
    """
    for k in range(what.shape[0]):
        what[k] = 0.0
    lay(places, bodies, pin_places, parameters, balls, pins)
    check(balls, pins, cue, parameters, what)
    if what[CODE] != FINE:
        return
    what[DICE] = first_dice(int(cue[6]))
    strike(balls, int(cue[5]), cue, parameters)
    n = balls.shape[0]
    run(balls, pins, np.empty((n, n)), np.empty((n, pins.shape[0])), contacts, segments, what, parameters, int(cue[7]))


@inner
def first_dice(seed: int) -> int:
    """A seed spread over the dice's states, 1 to 2^31 - 2."""
    state = (seed % 2147483645 + 1) * 16807 % 2147483647
    for _ in range(3):
        state = state * 48271 % 2147483647
    return state


@inner
def lay(places: Array, bodies: Array, pin_places: Array, parameters: Array, balls: Array, pins: Array) -> None:
    """Fill the rows of balls at rest and pins that stand."""
    for i in range(balls.shape[0]):
        for k in range(balls.shape[1]):
            balls[i, k] = 0.0
        radius = bodies[i, 0]
        balls[i, X] = places[i, 0]
        balls[i, Y] = places[i, 1]
        balls[i, Z] = radius
        balls[i, R] = radius
        balls[i, M] = bodies[i, 1]
        balls[i, ALPHA] = 2.5 * parameters[SPIN_LOSS] * parameters[GRAVITY]
        balls[i, GAP] = nose_gap(radius, parameters)
        balls[i, T_END] = INF
        balls[i, T_CUSHION] = INF
        balls[i, T_PIN] = INF
    for p in range(pins.shape[0]):
        for k in range(pins.shape[1]):
            pins[p, k] = 0.0
        pins[p, PIN_X] = pin_places[p, 0]
        pins[p, PIN_Y] = pin_places[p, 1]
        pins[p, PIN_STATE] = STANDING
        pins[p, PIN_T] = INF


@inner
def fault(what: Array, code: int, who: int, whom: int, value: float) -> None:
    """Remember the first thing that can't be."""
    if what[CODE] == FINE:
        what[CODE] = code
        what[FAULTY] = who
        what[FAULTY_TOO] = whom
        what[FAULT_VALUE] = value


@inner
def check(balls: Array, pins: Array, cue: Array, parameters: Array, what: Array) -> None:
    """Everything a number, on the table, and apart; the tip does not slip."""
    n = balls.shape[0]
    for i in range(n):
        if not (math.isfinite(balls[i, X]) and math.isfinite(balls[i, Y])):
            fault(what, NOT_FINITE, i, -1, 0.0)
            return
        if balls[i, GAP] <= 0.0:
            fault(what, UNDER_NOSE, i, -1, 2.0 * balls[i, R])
            return
        gap = balls[i, GAP] - TOLERANCE
        low = min(balls[i, X], balls[i, Y])
        high = min(parameters[LENGTH] - balls[i, X], parameters[WIDTH] - balls[i, Y])
        if low < gap or high < gap:
            fault(what, OUTSIDE, i, -1, balls[i, GAP] - min(low, high))
        for j in range(i):
            apart = math.hypot(balls[i, X] - balls[j, X], balls[i, Y] - balls[j, Y])
            short = 2.0 * math.sqrt(balls[i, R] * balls[j, R]) - apart
            if short > TOLERANCE:
                fault(what, OVERLAP, j, i, short)
        for p in range(pins.shape[0]):
            apart = math.hypot(balls[i, X] - pins[p, PIN_X], balls[i, Y] - pins[p, PIN_Y])
            short = head_gap(balls[i, R], parameters) - apart
            if short > TOLERANCE or not math.isfinite(apart):
                fault(what, PIN_INSIDE, i, p, short)
    for k in range(5):
        if not math.isfinite(cue[k]):
            fault(what, NOT_FINITE, -1, k, 0.0)
            return
    off = math.hypot(cue[2], cue[3])
    if off > parameters[MISCUE_AT]:
        fault(what, MISCUE, int(cue[5]), -1, off)
