"""Many throws, one after the other, in one compiled call."""

import math

import numpy as np

from carreau.physics.compiled import kernel
from carreau.physics.terrain.columns import (
    ABSENT,
    CONTACT_WIDTH,
    CONTACTS,
    COUNTS,
    DOING_WIDTH,
    EVENTS,
    FLIGHT,
    MET,
    MODE,
    MOVED,
    PARTS,
    REST,
    SEED,
    START,
    STATUS,
    Floats,
    Ints,
    X,
)
from carreau.physics.terrain.contacts import BODY, GROUND
from carreau.physics.terrain.events import play

FEW_CONTACTS = 64  # kept of each throw of many, for the summary
GROUP = 64  # pairs that can be struck at the same time
SUMMARY = 10


@kernel
def play_each(
    centres: Floats, releases: Floats, seeds: Ints, make: Floats, level_ground: Floats,
    walls: Floats, wall_of: Ints, posts: Floats, post_of: Ints, tops: Floats, top_of: Ints,
    rests: Floats, moved: Ints, summaries: Floats, all_contacts: Floats, parts: Floats, states: Floats, most_events: int,
) -> None:  # fmt: skip
    """Play throws one after the other: releases [S, 9] with the last body of `make`, among centres [S or 1, N, 3].

    `rests` [S, N + 1, 3], `moved` [S, N + 1] and `summaries` [S, SUMMARY] are filled; `all_contacts` [S, C, CONTACT_WIDTH] too,
    and `parts` [K, PART_WIDTH] with the last throw, where they have room. `states` [N + 1, MOTION_WIDTH] holds the last motion.
    """
    bodies = make.shape[0]
    motion, doing = states, np.zeros((bodies, DOING_WIDTH), dtype=np.int64)
    counts = np.zeros(COUNTS, dtype=np.int64)
    group, impulses = np.zeros((GROUP, 2), dtype=np.int64), np.zeros((GROUP, 2))
    own_contacts = np.zeros((FEW_CONTACTS, CONTACT_WIDTH))
    ground = level_ground.copy()
    for s in range(releases.shape[0]):
        scene = s if centres.shape[0] > 1 else 0
        counts[:] = 0
        doing[:] = 0
        motion[:] = 0.0
        motion[:, MET] = -1.0
        for b in range(bodies - 1):
            for c in range(3):
                motion[b, X + c] = centres[scene, b, c]
            doing[b, MODE] = ABSENT if math.isnan(centres[scene, b, 0]) else REST
        for c in range(9):
            motion[bodies - 1, X + c] = releases[s, c]
        doing[bodies - 1, MODE], doing[bodies - 1, MOVED] = FLIGHT, 1
        ground[SEED] = seeds[s]
        contacts = all_contacts[s] if all_contacts.shape[1] > 0 else own_contacts
        play(
            motion, doing, make, ground, walls, wall_of, posts, post_of, tops, top_of,
            contacts, parts, counts, group, impulses, most_events,
        )  # fmt: skip
        for b in range(bodies):
            moved[s, b] = doing[b, MOVED]
            for c in range(3):
                rests[s, b, c] = motion[b, X + c]
        summarise(motion, doing, contacts, counts, summaries[s])


@kernel
def summarise(motion: Floats, doing: Ints, contacts: Floats, counts: Ints, summary: Floats) -> None:
    """Status, events, contacts, parts, end time, landing x and y, and the first thing but the ground the body met."""
    thrown = motion.shape[0] - 1
    summary[0], summary[1], summary[2], summary[3] = counts[STATUS], counts[EVENTS], counts[CONTACTS], counts[PARTS]
    summary[4] = 0.0
    for b in range(thrown + 1):
        if doing[b, MOVED] == 1:
            summary[4] = max(summary[4], motion[b, START])
    summary[5], summary[6], summary[7], summary[8], summary[9] = math.nan, math.nan, -1.0, -1.0, math.nan
    for row in range(min(counts[CONTACTS], contacts.shape[0])):
        if contacts[row, 2] == thrown or (contacts[row, 1] == BODY and contacts[row, 3] == thrown):
            if contacts[row, 1] == GROUND:
                if math.isnan(summary[5]):
                    summary[5], summary[6] = contacts[row, 4], contacts[row, 5]
            elif summary[7] < 0.0:
                other = contacts[row, 3] if contacts[row, 2] == thrown else contacts[row, 2]
                summary[7], summary[8], summary[9] = contacts[row, 1], other, contacts[row, 7]
