"""What a stroke writes down: contacts in order of time, and the pieces of path."""

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    CONTACTS,
    DWX,
    DWY,
    HX,
    PHASE,
    SEGMENTS,
    VX,
    WX,
    Array,
    T,
    X,
)


@inner
def note_contact(
    log: Array, what: Array, time: float, kind: float, first: int, second: int, x: float, y: float, speed: float
) -> None:
    """Write one contact, if there is room; they are counted in any case."""
    row = int(what[CONTACTS])
    what[CONTACTS] = row + 1
    if row >= log.shape[0]:
        return
    log[row, 0] = time
    log[row, 1] = kind
    log[row, 2] = first
    log[row, 3] = second
    log[row, 4] = x
    log[row, 5] = y
    log[row, 6] = speed


@inner
def note_segment(log: Array, what: Array, balls: Array, i: int) -> None:
    """Write the piece of path that ball i has just begun, if there is room; they are counted in any case."""
    row = int(what[SEGMENTS])
    what[SEGMENTS] = row + 1
    if row >= log.shape[0]:
        return
    log[row, 0] = i
    log[row, 1] = balls[i, T]
    log[row, 2] = balls[i, PHASE]
    for k in range(3):
        log[row, 3 + k] = balls[i, X + k]
        log[row, 6 + k] = balls[i, VX + k]
        log[row, 9 + k] = balls[i, HX + k]
        log[row, 12 + k] = balls[i, WX + k]
    log[row, 15] = balls[i, DWX]
    log[row, 16] = balls[i, DWY]
