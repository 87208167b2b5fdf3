"""One stroke, event after event: the earliest thing that happens, and then new times for those balls only."""

import math

import numpy as np

from carreau.physics.compiled import inner
from carreau.physics.table.balls import approach, line_of_centres, meet, pressed_together, slow
from carreau.physics.table.castle import lean_aside, look_at_pins, pin_arrives, pin_met
from carreau.physics.table.clusters import at_once, gather, meet_all
from carreau.physics.table.columns import (
    AIR,
    ALPHA,
    CODE,
    CUSHION,
    ENDED,
    ENDLESS,
    EVENTS,
    GAP,
    GONE,
    GRAVITY,
    HX,
    INF,
    LANDED,
    LASTING,
    LEFT,
    LENGTH,
    MET_BALL,
    MET_CUSHION,
    PHASE,
    PIN_T,
    PRESSED,
    ROLL,
    SLIDE,
    SLOW,
    T_CUSHION,
    T_END,
    T_PIN,
    VX,
    VY,
    VZ,
    WIDTH,
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
from carreau.physics.table.cushions import bounce, cushion_approach, depth, inward, rolls_over
from carreau.physics.table.flight import rebound
from carreau.physics.table.lasting import BALL_BIT, lean, squeeze
from carreau.physics.table.log import note_contact, note_segment
from carreau.physics.table.meeting import OVER, meet_cushions, meet_pins, pair_time
from carreau.physics.table.motion import advance, begin, end_piece

SAME_PLACE = 1e-10  # m; two cushions this near together are met as one corner
NOTHING, PAIR, WALL, PINNED, PIECE, FLYING_PIN = range(6)


@inner
def run(
    balls: Array,
    pins: Array,
    pairs: Array,
    pushed: Array,
    contacts: Array,
    segments: Array,
    what: Array,
    parameters: Array,
    cap: int,
) -> None:
    """Play until everything rests; balls and pins are left as they end, logs and `what` are filled.

    balls [N, BALL_COLUMNS], pins [P, PIN_COLUMNS]. Scratch: pairs [N, N], above the diagonal the times at which pairs meet,
    below it 1 for those in lasting contact; pushed [N, P], 1 for a pin that a slow ball pushes.
    """
    n = balls.shape[0]
    for i in range(n):
        for j in range(n):
            pairs[i, j] = INF if i < j else 0.0
        for p in range(pins.shape[0]):
            pushed[i, p] = 0.0
        restart(balls, i, segments, what, parameters)
    for i in range(n):
        look(balls, i, i, 0.0, pins, pairs, pushed, parameters)
    now = 0.0
    for _ in range(cap):
        kind, first, second, time = earliest(balls, pins, pairs)
        if kind == NOTHING:
            lean_aside(balls, pins, now, contacts, what, parameters)
            finish(balls, now, what)
            return
        now = max(now, time)
        what[EVENTS] += 1.0
        if kind == PAIR:
            together = at_once(pairs, now)
            if together > 1:
                many_meet(balls, pins, pairs, pushed, contacts, segments, what, parameters, now, together)
            else:
                balls_meet(balls, first, second, pairs, now, contacts, what, parameters)
                restart(balls, first, segments, what, parameters)
                restart(balls, second, segments, what, parameters)
                look(balls, first, first, now, pins, pairs, pushed, parameters)
                look(balls, second, first, now, pins, pairs, pushed, parameters)
        elif kind == FLYING_PIN:
            pin_arrives(pins, first, now, contacts, what, parameters)
            look_at_pins(balls, now, pins, pushed, parameters)
        else:
            advance(balls, first, now)
            if kind == WALL:
                cushion_met(balls, first, now, contacts, what, parameters)
            elif kind == PINNED:
                pin_met(balls, first, now, pins, pushed, contacts, what, parameters)
            elif balls[first, PHASE] == AIR:
                land(balls, first, now, contacts, what, parameters)
            else:
                end_piece(balls, first)
            restart(balls, first, segments, what, parameters)
            look(balls, first, first, now, pins, pairs, pushed, parameters)
            if kind == PINNED:
                look_at_pins(balls, now, pins, pushed, parameters)
        if what[LASTING] != 0.0:
            press(balls, pins, pairs, pushed, segments, what, parameters, now)
    what[CODE] = ENDLESS
    what[ENDED] = now


@inner
def earliest(balls: Array, pins: Array, pairs: Array) -> tuple[int, int, int, float]:
    """What happens next: kind, who, with whom, when. Contacts come before the end of a piece at the same time."""
    n = balls.shape[0]
    best = INF
    kind = NOTHING
    first = -1
    second = -1
    for i in range(n):
        for j in range(i + 1, n):
            if pairs[i, j] < best:
                best = pairs[i, j]
                kind, first, second = PAIR, i, j
    for i in range(n):
        if balls[i, T_CUSHION] < best:
            best = balls[i, T_CUSHION]
            kind, first, second = WALL, i, -1
        if balls[i, T_PIN] < best:
            best = balls[i, T_PIN]
            kind, first, second = PINNED, i, -1
        if balls[i, T_END] < best:
            best = balls[i, T_END]
            kind, first, second = PIECE, i, -1
    for p in range(pins.shape[0]):
        if pins[p, PIN_T] < best:
            best = pins[p, PIN_T]
            kind, first, second = FLYING_PIN, p, -1
    return kind, first, second, best


@inner
def restart(balls: Array, i: int, segments: Array, what: Array, parameters: Array) -> None:
    """Begin the ball's next piece of path and write it down."""
    begin(balls, i, parameters)
    if balls[i, PRESSED] != 0.0:
        lean(balls, i, parameters)
    note_segment(segments, what, balls, i)


@inner
def look(
    balls: Array, i: int, skip: int, now: float, pins: Array, pairs: Array, pushed: Array, parameters: Array
) -> None:
    """Everything that ball i may meet on its new piece; `skip`, if another, is a ball that has looked already."""
    meet_cushions(balls, i, parameters)
    if pins.shape[0] > 0:
        meet_pins(balls, i, pins, pushed, parameters)
    for j in range(balls.shape[0]):
        if j not in (i, skip):
            pairs[min(i, j), max(i, j)] = pair_time(balls, i, j, now, pairs[max(i, j), min(i, j)] != 0.0, parameters)


@inner
def finish(balls: Array, now: float, what: Array) -> None:
    """The stroke ends when the last ball has stopped spinning; a ball that still runs, for want of friction, never ends it."""
    for i in range(balls.shape[0]):
        if ROLL <= balls[i, PHASE] <= SLIDE:
            what[CODE] = ENDLESS
        if balls[i, PHASE] != GONE and balls[i, WZ] != 0.0 and balls[i, ALPHA] > 0.0:
            now = max(now, balls[i, T] + abs(balls[i, WZ]) / balls[i, ALPHA])
    what[ENDED] = now


@inner
def balls_meet(
    balls: Array, i: int, j: int, pairs: Array, now: float, contacts: Array, what: Array, parameters: Array
) -> None:
    """Two balls meet."""
    advance(balls, i, now)
    advance(balls, j, now)
    note_meeting(balls, i, j, now, contacts, what)
    keep_if_pressed(balls, i, j, pairs, what, parameters)
    meet(balls, i, j, parameters)


@inner
def keep_if_pressed(balls: Array, i: int, j: int, pairs: Array, what: Array, parameters: Array) -> None:
    """Two balls that hardly approach and are driven together stay in contact."""
    if approach(balls, i, j) < slow(balls, i, parameters) and pressed_together(balls, i, j):
        pairs[max(i, j), min(i, j)] = 1.0
        what[LASTING] = 1.0
        for k in (i, j):
            balls[k, PRESSED] = int(balls[k, PRESSED]) | BALL_BIT


@inner
def many_meet(
    balls: Array,
    pins: Array,
    pairs: Array,
    pushed: Array,
    contacts: Array,
    segments: Array,
    what: Array,
    parameters: Array,
    now: float,
    together: int,
) -> None:
    """Several pairs meet in the same moment."""
    rows = gather(balls, pairs, now, together)
    for k in range(together):
        i, j = int(rows[k, 0]), int(rows[k, 1])
        note_meeting(balls, i, j, now, contacts, what)
        keep_if_pressed(balls, i, j, pairs, what, parameters)
    meet_all(balls, rows, parameters)
    for i in range(balls.shape[0]):
        for k in range(together):
            if rows[k, 0] == i or rows[k, 1] == i:
                restart(balls, i, segments, what, parameters)
                break
    for i in range(balls.shape[0]):
        for k in range(together):
            if rows[k, 0] == i or rows[k, 1] == i:
                look(balls, i, i, now, pins, pairs, pushed, parameters)
                break


@inner
def press(
    balls: Array,
    pins: Array,
    pairs: Array,
    pushed: Array,
    segments: Array,
    what: Array,
    parameters: Array,
    now: float,
) -> None:
    """Go on with the balls in lasting contact, all together; those that part go their own ways."""
    n = balls.shape[0]
    before = np.empty(n)
    for i in range(n):
        before[i] = balls[i, PRESSED]
    what[LASTING] = squeeze(balls, pairs, now, parameters)
    for i in range(n):
        if int(before[i]) & BALL_BIT != 0:
            note_segment(segments, what, balls, i)
            look(balls, i, i, now, pins, pairs, pushed, parameters)


@inner
def note_meeting(balls: Array, i: int, j: int, now: float, contacts: Array, what: Array) -> None:
    """The ball that came is the one that is faster along the line of centres."""
    nx, ny, nz = line_of_centres(balls, i, j)
    from_i = balls[i, VX] * nx + balls[i, VY] * ny + balls[i, VZ] * nz
    from_j = -(balls[j, VX] * nx + balls[j, VY] * ny + balls[j, VZ] * nz)
    share = balls[i, R] / (balls[i, R] + balls[j, R])
    x = balls[i, X] + share * (balls[j, X] - balls[i, X])
    y = balls[i, Y] + share * (balls[j, Y] - balls[i, Y])
    if from_i >= from_j:
        note_contact(contacts, what, now, MET_BALL, i, j, x, y, from_i + from_j)
    else:
        note_contact(contacts, what, now, MET_BALL, j, i, x, y, from_i + from_j)


@inner
def cushion_met(balls: Array, i: int, now: float, contacts: Array, what: Array, parameters: Array) -> None:
    """A cushion, two at once in a corner, or over it and away."""
    cushion = int(balls[i, CUSHION])
    if cushion >= OVER:
        speed = math.sqrt(balls[i, VX] * balls[i, VX] + balls[i, VY] * balls[i, VY])
        note_contact(contacts, what, now, LEFT, i, cushion - OVER, balls[i, X], balls[i, Y], speed)
        balls[i, PHASE] = GONE
        for k in range(VX, WZ + 1):
            balls[i, k] = 0.0
        balls[i, T_END] = INF
        return
    other = -1
    if balls[i, PHASE] != AIR:
        snap(balls, i, cushion, parameters)
        other = corner(balls, i, cushion, parameters)
    note_cushion(balls, i, cushion, now, contacts, what, parameters)
    if other < 0:
        bounce_or_lean(balls, i, cushion, parameters)
        return
    snap(balls, i, other, parameters)
    note_cushion(balls, i, other, now, contacts, what, parameters)
    bounce_twice(balls, i, cushion, other, parameters)


@inner
def bounce_twice(balls: Array, i: int, cushion: int, other: int, parameters: Array) -> None:
    """A corner. The mean of both orders has no favourite, and by convexity no more energy than the richer of them."""
    vx, vy, vz = balls[i, VX], balls[i, VY], balls[i, VZ]
    wx, wy, wz = balls[i, WX], balls[i, WY], balls[i, WZ]
    first, second = cushion, other
    sx = sy = sz = tx = ty = tz = 0.0
    for _ in range(2):
        balls[i, VX], balls[i, VY], balls[i, VZ] = vx, vy, vz
        balls[i, WX], balls[i, WY], balls[i, WZ] = wx, wy, wz
        bounce_or_lean(balls, i, first, parameters)
        bounce_or_lean(balls, i, second, parameters)
        sx += 0.5 * balls[i, VX]
        sy += 0.5 * balls[i, VY]
        sz += 0.5 * balls[i, VZ]
        tx += 0.5 * balls[i, WX]
        ty += 0.5 * balls[i, WY]
        tz += 0.5 * balls[i, WZ]
        first, second = other, cushion
    balls[i, VX], balls[i, VY], balls[i, VZ] = sx, sy, sz
    balls[i, WX], balls[i, WY], balls[i, WZ] = tx, ty, tz


@inner
def corner(balls: Array, i: int, cushion: int, parameters: Array) -> int:
    """The other cushion that the ball meets in the same moment, -1 if none."""
    axis = 1 - cushion // 2
    for other in range(2 * axis, 2 * axis + 2):
        sign = 1.0 - 2.0 * (other % 2)
        if depth(balls, i, other, parameters) - balls[i, GAP] <= SAME_PLACE and sign * balls[i, VX + axis] < 0.0:
            return other
    return -1


@inner
def snap(balls: Array, i: int, cushion: int, parameters: Array) -> None:
    """At contact the gap is nothing, not a rounding."""
    end = parameters[LENGTH] if cushion // 2 == 0 else parameters[WIDTH]
    balls[i, X + cushion // 2] = balls[i, GAP] if cushion % 2 == 0 else end - balls[i, GAP]


@inner
def note_cushion(
    balls: Array, i: int, cushion: int, now: float, contacts: Array, what: Array, parameters: Array
) -> None:
    """Write the contact at the point of the nose."""
    nx, ny = inward(cushion)
    gap = depth(balls, i, cushion, parameters)
    speed = cushion_approach(balls, i, cushion, parameters)
    leans = int(balls[i, PRESSED]) & (1 << cushion) != 0
    if not leans and not rolls_over(balls, i, speed, parameters):
        note_contact(
            contacts, what, now, MET_CUSHION, i, cushion, balls[i, X] - gap * nx, balls[i, Y] - gap * ny, speed
        )


@inner
def bounce_or_lean(balls: Array, i: int, cushion: int, parameters: Array) -> None:
    """An impact; but a ball that hardly moves into the cushion and is driven there by its spin comes to lean on it."""
    axis = cushion // 2
    sign = 1.0 - 2.0 * (cushion % 2)
    slow = SLOW * math.sqrt(parameters[GRAVITY] * balls[i, R])
    into = -sign * balls[i, VX + axis]
    if balls[i, PHASE] != AIR and into < slow and sign * balls[i, HX + axis] < 0.0:
        balls[i, VX + axis] = 0.0
        balls[i, PRESSED] = int(balls[i, PRESSED]) | (1 << cushion)
    else:
        bounce(balls, i, cushion, parameters)


@inner
def land(balls: Array, i: int, now: float, contacts: Array, what: Array, parameters: Array) -> None:
    """A flying ball meets the cloth; it bounces, or stays on it when the next hop would be too low to count."""
    note_contact(contacts, what, now, LANDED, i, -1, balls[i, X], balls[i, Y], -balls[i, VZ])
    balls[i, Z] = balls[i, R]
    rebound(balls, i, parameters)
    balls[i, PHASE] = 0.0
