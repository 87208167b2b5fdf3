"""Many strokes, one after the other, in one compiled call: the same kernel, and a summary of each stroke's contacts."""

from typing import Any

import numpy as np

from carreau.physics.compiled import inner, kernel
from carreau.physics.table.columns import (
    BALL_COLUMNS,
    CONTACT_COLUMNS,
    CONTACTS,
    FELL,
    GONE,
    MET_BALL,
    MET_CUSHION,
    PHASE,
    PIN_COLUMNS,
    PIN_FELL,
    PIN_STATE,
    PIN_X,
    PIN_Y,
    WHAT_COLUMNS,
    Array,
    X,
)
from carreau.physics.table.lay import play

ROOM = 256  # contacts; a stroke with more is played again with room for them
NOBODY = -1


@kernel
def play_some(
    start: int,
    stop: int,
    places: Array,
    bodies: Array,
    pin_places: Array,
    cues: Array,
    parameters: Array,
    rest: Array,
    pins: Array,
    whats: Array,
    summary: Any,
    felled: Any,
    log: Array,
) -> None:
    """Strokes start to stop of S, one after the other, in one scratch.

    places [S or 1, N, 2], cues [S, 8], rest [S, N, 4], pins [S, P, 3].
    """
    balls = np.empty((bodies.shape[0], BALL_COLUMNS))
    standing = np.empty((pin_places.shape[0], PIN_COLUMNS))
    contacts = np.empty((ROOM, CONTACT_COLUMNS))
    segments = np.empty((0, 0))
    what = np.empty(WHAT_COLUMNS)
    for s in range(start, stop):
        laid = places[min(s, places.shape[0] - 1)]
        play(laid, bodies, pin_places, cues[s], parameters, balls, standing, contacts, segments, what)
        if what[CONTACTS] > contacts.shape[0]:
            contacts = np.empty((int(what[CONTACTS]), CONTACT_COLUMNS))
            play(laid, bodies, pin_places, cues[s], parameters, balls, standing, contacts, segments, what)
        for k in range(WHAT_COLUMNS):
            whats[s, k] = what[k]
        for i in range(balls.shape[0]):
            for k in range(3):
                rest[s, i, k] = balls[i, X + k]
            rest[s, i, 3] = 0.0 if balls[i, PHASE] == GONE else 1.0
        for p in range(standing.shape[0]):
            pins[s, p, 0] = standing[p, PIN_X]
            pins[s, p, 1] = standing[p, PIN_Y]
            pins[s, p, 2] = standing[p, PIN_STATE]
        met = int(what[CONTACTS])
        sum_up(contacts, met, int(cues[s, 5]), summary[s], felled[s])
        for k in range(min(met, log.shape[1])):
            for column in range(CONTACT_COLUMNS):
                log[s, k, column] = contacts[k, column]


@inner
def sum_up(contacts: Array, met: int, cue_ball: int, summary: Any, felled: Any) -> None:
    """Of one stroke: balls that the cue ball met (first, second), cushions of the cue ball before each, cushions of all.

    summary: first ball, second ball, cushions before the first, before the second, all cushions of the cue ball, all
    cushions. felled[p]: the ball that felled the pin, or -2 - q if pin q did, or -1.
    """
    for k in range(6):
        summary[k] = 0
    summary[0] = NOBODY
    summary[1] = NOBODY
    for p in range(felled.shape[0]):
        felled[p] = NOBODY
    for k in range(met):
        kind = contacts[k, 1]
        first, second = int(contacts[k, 2]), int(contacts[k, 3])
        if kind == MET_BALL and (first == cue_ball or second == cue_ball):
            met_ball(first + second - cue_ball, summary)
        elif kind == MET_CUSHION:
            summary[5] += 1
            if first == cue_ball:
                summary[4] += 1
        elif kind == FELL:
            felled[second] = first
        elif kind == PIN_FELL:
            felled[second] = -2 - first


@inner
def met_ball(other: int, summary: Any) -> None:
    """The cue ball meets a ball; only the first of each counts."""
    if summary[0] == NOBODY:
        summary[0] = other
        summary[2] = summary[4]
    elif summary[1] == NOBODY and other != summary[0]:
        summary[1] = other
        summary[3] = summary[4]
