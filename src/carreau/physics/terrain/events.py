"""One throw, from contact to contact, until everything lies still."""

import math

from carreau.physics.compiled import kernel
from carreau.physics.terrain.approach import foresee
from carreau.physics.terrain.columns import (
    AX,
    BY_BODY,
    BY_WALL,
    CONTACT_INDEX,
    CONTACT_KIND,
    CONTACTS,
    DONE,
    END,
    ENDLESS,
    EVENTS,
    HIT,
    KIND,
    MODE,
    MOVED,
    OTHER,
    PARTS,
    POST_X,
    POST_Y,
    RADIUS,
    REST,
    START,
    STATUS,
    STEEL_FRICTION,
    VX,
    VY,
    VZ,
    WALL_DX,
    WALL_DY,
    WALL_FRICTION,
    WALL_RESTITUTION,
    WALL_X,
    WALL_Y,
    Floats,
    Ints,
    X,
    Y,
    Z,
)
from carreau.physics.terrain.contacts import BODY, GROUND
from carreau.physics.terrain.ground import advance, begin, land, pass_on
from carreau.physics.terrain.impacts import closing, rebound, strike_body, strike_wall

LOUD_M_S = 0.02  # a contact slower than this is not noted, unless the two have not touched before
SAME_TIME_M = 1e-9


@kernel
def note_part(motion: Floats, i: int, t: float, parts: Floats, counts: Ints) -> None:
    """Write down the part of body i that ends at t, if parts are asked for."""
    row = counts[PARTS]
    counts[PARTS] = row + 1
    if row < parts.shape[0]:
        parts[row, 0], parts[row, 1], parts[row, 2] = i, motion[i, START], t
        for c in range(3):
            parts[row, 3 + c] = motion[i, X + c]
            parts[row, 6 + c] = motion[i, VX + c]
            parts[row, 9 + c] = motion[i, AX + c]


@kernel
def note_contact(
    contacts: Floats, counts: Ints, t: float, kind: int, i: int, j: int, x: float, y: float, z: float, speed: float
) -> None:
    """Write down a contact, if there is room."""
    row = counts[CONTACTS]
    counts[CONTACTS] = row + 1
    if row < contacts.shape[0]:
        contacts[row, 0], contacts[row, 1], contacts[row, 2], contacts[row, 3] = t, kind, i, j
        contacts[row, 4], contacts[row, 5], contacts[row, 6], contacts[row, 7] = x, y, z, speed


@kernel
def bring(motion: Floats, doing: Ints, i: int, t: float, parts: Floats, counts: Ints) -> None:
    """Move body i to time t."""
    if doing[i, MODE] != REST and t > motion[i, START]:
        note_part(motion, i, t, parts, counts)
        advance(motion, i, t)
    motion[i, START] = t


@kernel
def on_the_ground(motion: Floats, make: Floats, ground: Floats, i: int) -> None:
    """A body on the ground that an impact pushes down is thrown back by the ground: it is softer, so it answers later."""
    if motion[i, VZ] < 0.0 and motion[i, Z] <= make[i, RADIUS]:
        land(motion, make, ground, i)


@kernel
def meet_body(
    motion: Floats, doing: Ints, make: Floats, ground: Floats, i: int, j: int, contacts: Floats, counts: Ints
) -> None:
    """Bodies i and j, both at the same time, touch."""
    t = motion[i, START]
    nx, ny, nz, speed = closing(motion, i, j)
    first, second = i, j
    if doing[i, MODE] == REST:
        first, second = j, i
    if speed >= LOUD_M_S or doing[i, MOVED] == 0 or doing[j, MOVED] == 0:
        r = make[i, RADIUS]
        x, y, z = motion[i, X] + r * nx, motion[i, Y] + r * ny, motion[i, Z] + r * nz
        note_contact(contacts, counts, t, BODY, first, second, x, y, z, max(speed, 0.0))
    friction = ground[STEEL_FRICTION]
    strike_body(motion, make, i, j, friction)
    on_the_ground(motion, make, ground, i)
    on_the_ground(motion, make, ground, j)
    doing[i, MOVED] = 1
    doing[j, MOVED] = 1


@kernel
def meet_upright(
    motion: Floats, make: Floats, ground: Floats, i: int, nx: float, ny: float, kind: int, index: int,
    contacts: Floats, counts: Ints,
) -> None:  # fmt: skip
    """Body i touches the side of a wall or a post; (nx, ny) points to the body."""
    length = math.sqrt(nx * nx + ny * ny)
    nx, ny = nx / length, ny / length
    speed = -(motion[i, VX] * nx + motion[i, VY] * ny)
    if speed <= 0.0:
        return
    r = make[i, RADIUS]
    if speed >= LOUD_M_S:
        x, y, z = motion[i, X] - r * nx, motion[i, Y] - r * ny, motion[i, Z]
        note_contact(contacts, counts, motion[i, START], kind, i, index, x, y, z, speed)
    away = rebound(speed, ground[WALL_RESTITUTION])
    strike_wall(motion, make, i, nx, ny, 0.0, away, ground[WALL_FRICTION])
    on_the_ground(motion, make, ground, i)


@kernel
def next_event(motion: Floats, doing: Ints) -> int:
    """The body whose part ends or is cut first, or -1 if all lie still."""
    first, when = -1, math.inf
    for i in range(motion.shape[0]):
        if doing[i, MODE] > REST:
            t = min(motion[i, END], motion[i, HIT])
            if t < when:
                when = t
                first = i
    return first


@kernel
def play(
    motion: Floats, doing: Ints, make: Floats, ground: Floats,
    walls: Floats, wall_of: Ints, posts: Floats, post_of: Ints,
    contacts: Floats, parts: Floats, counts: Ints, most_events: int,
) -> None:  # fmt: skip
    """Play until all lie still. `motion` and `doing` hold the bodies as they are at the start and then as they end.

    `counts` gets how many contacts, parts and events there were (rows beyond the room in `contacts` and `parts` are
    counted and not kept) and the status: DONE, or ENDLESS after `most_events`.
    """
    for i in range(motion.shape[0]):
        if doing[i, MODE] > REST:
            begin(motion, doing, make, ground, i)
    for i in range(motion.shape[0]):
        if doing[i, MODE] > REST:
            foresee(motion, doing, make, walls, posts, i)
    while True:
        i = next_event(motion, doing)
        if i < 0:
            counts[STATUS] = DONE
            return
        counts[EVENTS] += 1
        if counts[EVENTS] > most_events:
            counts[STATUS] = ENDLESS
            return
        j = -1
        if motion[i, HIT] <= motion[i, END]:
            t, other = motion[i, HIT], doing[i, OTHER]
            bring(motion, doing, i, t, parts, counts)
            if doing[i, KIND] == BY_BODY:
                j = other
                bring(motion, doing, j, t, parts, counts)
                meet_body(motion, doing, make, ground, i, j, contacts, counts)
            elif doing[i, KIND] == BY_WALL:
                nx, ny = -walls[other, WALL_DY], walls[other, WALL_DX]
                if (motion[i, X] - walls[other, WALL_X]) * nx + (motion[i, Y] - walls[other, WALL_Y]) * ny < 0.0:
                    nx, ny = -nx, -ny
                kind, index = wall_of[other, CONTACT_KIND], wall_of[other, CONTACT_INDEX]
                meet_upright(motion, make, ground, i, nx, ny, kind, index, contacts, counts)
            else:
                nx, ny = motion[i, X] - posts[other, POST_X], motion[i, Y] - posts[other, POST_Y]
                kind, index = post_of[other, CONTACT_KIND], post_of[other, CONTACT_INDEX]
                meet_upright(motion, make, ground, i, nx, ny, kind, index, contacts, counts)
        else:
            t = motion[i, END]
            bring(motion, doing, i, t, parts, counts)
            if pass_on(motion, doing, make, ground, i):
                x, y = motion[i, X], motion[i, Y]
                speed = land(motion, make, ground, i)
                if speed >= LOUD_M_S:
                    note_contact(contacts, counts, t, GROUND, i, -1, x, y, 0.0, speed)
        begin(motion, doing, make, ground, i)
        if j >= 0:
            begin(motion, doing, make, ground, j)
        for b in range(motion.shape[0]):
            if doing[b, MODE] > REST:
                touched = b in (i, j)
                waits = doing[b, KIND] == BY_BODY and doing[b, OTHER] in (i, j)
                if touched or waits:
                    if not touched:
                        bring(motion, doing, b, t, parts, counts)
                    foresee(motion, doing, make, walls, posts, b)
