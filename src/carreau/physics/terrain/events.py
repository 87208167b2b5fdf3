"""One throw, from contact to contact, until everything lies still."""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.approach import foresee
from carreau.physics.terrain.columns import (
    AIRBORNE,
    BY_BODY,
    CHANGED,
    DONE,
    END,
    ENDLESS,
    EVENTS,
    HIT,
    KIND,
    MODE,
    MOVED,
    OTHER,
    REST,
    START,
    STATUS,
    Floats,
    Ints,
    X,
    Y,
)
from carreau.physics.terrain.contacts import GROUND
from carreau.physics.terrain.ground import begin, begin_rest, land, pass_on
from carreau.physics.terrain.meeting import LOUD_M_S, cut_short, in_group, loses_hold, meet_bodies, stays_up
from carreau.physics.terrain.notes import bring, note_contact


@inner
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


@inner
def renew(motion: Floats, doing: Ints, make: Floats, ground: Floats, b: int, stays: bool) -> None:
    """A new part for body b, or rest."""
    doing[b, CHANGED] = 1
    if stays:
        begin_rest(motion, doing, b)
    else:
        begin(motion, doing, make, ground, b)


@inner
def renew_group(motion: Floats, doing: Ints, make: Floats, ground: Floats, t: float, group: Ints, size: int) -> None:
    """New parts for all that were struck, and for those that lay upon one of them."""
    for b in range(motion.shape[0]):
        if in_group(group, size, b):
            renew(motion, doing, make, ground, b, stays_up(motion, doing, b))
        elif loses_hold(motion, doing, make, b, group, size):
            motion[b, START] = t
            doing[b, AIRBORNE], doing[b, MOVED] = 0, 1
            doing[b, CHANGED] = 1
            begin(motion, doing, make, ground, b)


@inner
def foresee_anew(
    motion: Floats, doing: Ints, make: Floats, walls: Floats, posts: Floats, tops: Floats, top_of: Ints,
    t: float, parts: Floats, counts: Ints,
) -> None:  # fmt: skip
    """What cuts the parts of those that have changed, and of those that waited for one of them."""
    bodies = motion.shape[0]
    rested = False  # what has just come to rest foresees nothing itself, and may lie in the way of anybody
    for b in range(bodies):
        rested = rested or (doing[b, CHANGED] == 1 and doing[b, MODE] == REST)
    for b in range(bodies):
        if doing[b, MODE] > REST:
            waits = rested or (doing[b, KIND] == BY_BODY and doing[doing[b, OTHER], CHANGED] == 1)
            if waits and doing[b, CHANGED] == 0:
                bring(motion, doing, b, t, parts, counts)
            if waits or doing[b, CHANGED] == 1:
                foresee(motion, doing, make, walls, posts, tops, top_of, b)
    for b in range(bodies):
        doing[b, CHANGED] = 0


@inner
def play(
    motion: Floats, doing: Ints, make: Floats, ground: Floats,
    walls: Floats, wall_of: Ints, posts: Floats, post_of: Ints, tops: Floats, top_of: Ints,
    contacts: Floats, parts: Floats, counts: Ints, group: Ints, impulses: Floats, most_events: int,
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
            foresee(motion, doing, make, walls, posts, tops, top_of, i)
    counts[STATUS] = DONE
    while True:
        i = next_event(motion, doing)
        if i < 0:
            return
        counts[EVENTS] += 1
        if counts[EVENTS] > most_events:
            counts[STATUS] = ENDLESS
            return
        size, stays = 0, False
        if motion[i, HIT] <= motion[i, END]:
            t = motion[i, HIT]
            bring(motion, doing, i, t, parts, counts)
            if doing[i, KIND] == BY_BODY:
                j = doing[i, OTHER]
                bring(motion, doing, j, t, parts, counts)
                size = meet_bodies(motion, doing, make, ground, i, j, group, impulses, contacts, parts, counts)
            else:
                stays = cut_short(
                    motion, doing, make, ground, walls, wall_of, posts, post_of, top_of, i, contacts, counts
                )
        else:
            t = motion[i, END]
            bring(motion, doing, i, t, parts, counts)
            if pass_on(motion, doing, make, ground, i):
                doing[i, AIRBORNE] = 0
                x, y = motion[i, X], motion[i, Y]
                speed = land(motion, make, ground, i)
                if speed >= LOUD_M_S:
                    note_contact(contacts, counts, t, float(GROUND), i, -1.0, x, y, 0.0, speed)
        if size == 0:
            renew(motion, doing, make, ground, i, stays)
        else:
            renew_group(motion, doing, make, ground, t, group, size)
        foresee_anew(motion, doing, make, walls, posts, tops, top_of, t, parts, counts)
