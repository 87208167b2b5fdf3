"""Many throws, one after the other, in one compiled call."""

import math

from carreau.physics.compiled import inner, kernel
from carreau.physics.terrain.columns import (
    ABSENT,
    CONTACTS,
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

SUMMARY = 10


@kernel
def play_each(
    centres: Floats, releases: Floats, seeds: Ints, make: Floats, ground: Floats,
    walls: Floats, wall_of: Ints, posts: Floats, post_of: Ints, tops: Floats, top_of: Ints,
    rests: Floats, moved: Ints, summaries: Floats, contacts: Floats, parts: Floats,
    motion: Floats, doing: Ints, counts: Ints, group: Ints, impulses: Floats, most_events: int,
) -> None:  # fmt: skip
    """Play throws one after the other: releases [S, 9] with the last body of `make`, among centres [S or 1, N, 3].

    `rests` [S, N + 1, 3], `moved` [S, N + 1] and `summaries` [S, SUMMARY] are filled; `contacts` [S or 1, C, 8] and `parts`
    [K, 12] as far as there is room, those of the last throw where there is one place for all. `motion`, `doing`, `counts`,
    `group`, `impulses` and the seed in `ground` are room to work in.
    """
    bodies = make.shape[0]
    for s in range(releases.shape[0]):
        set_out(centres, s if centres.shape[0] > 1 else 0, releases, s, motion, doing)
        for c in range(counts.shape[0]):
            counts[c] = 0
        ground[SEED] = seeds[s]
        noted = contacts[s if contacts.shape[0] > 1 else 0]
        play(
            motion, doing, make, ground, walls, wall_of, posts, post_of, tops, top_of,
            noted, parts, counts, group, impulses, most_events,
        )  # fmt: skip
        for b in range(bodies):
            moved[s, b] = doing[b, MOVED]
            for c in range(3):
                rests[s, b, c] = motion[b, X + c]
        summarise(motion, doing, noted, counts, summaries, s)


@inner
def set_out(centres: Floats, scene: int, releases: Floats, s: int, motion: Floats, doing: Ints) -> None:
    """Bodies at rest in their places, and the last one on its way."""
    last = motion.shape[0] - 1
    for b in range(last + 1):
        for c in range(motion.shape[1]):
            motion[b, c] = 0.0
        for c in range(doing.shape[1]):
            doing[b, c] = 0
        motion[b, MET] = -1.0
    for b in range(last):
        for c in range(3):
            motion[b, X + c] = centres[scene, b, c]
        doing[b, MODE] = ABSENT if math.isnan(centres[scene, b, 0]) else REST
    for c in range(9):
        motion[last, X + c] = releases[s, c]
    doing[last, MODE], doing[last, MOVED] = FLIGHT, 1


@inner
def summarise(motion: Floats, doing: Ints, contacts: Floats, counts: Ints, summaries: Floats, s: int) -> None:
    """Status, events, contacts, parts, end time, landing x and y, and the first thing but the ground the body met."""
    thrown, summary = motion.shape[0] - 1, summaries[s]
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
