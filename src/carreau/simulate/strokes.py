"""Many strokes from one layout or from many, as the players of the table try them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import CONSTANTS, TABLES, Ball, Constants, Table, simulate_strokes
from carreau.physics.wrong import EndlessEvents
from carreau.simulate.picture import Floats

Ints = NDArray[np.int64]
NONE = -1  # the kind of a contact that was not
MOST_CONTACTS = 48  # of a stroke that is only weighed; hardly one in a thousand has more
MOST_EVENTS = 5000  # of such a stroke; an ordinary one has 30
CONTACTS_A_BALL = 6  # more of them for each ball above three


@dataclass(frozen=True, slots=True)
class Room:
    """A table with its cloth and its balls: what does not change from stroke to stroke."""

    balls: tuple[Ball, ...]
    table: Table = TABLES["umb"]
    constants: Constants = CONSTANTS["carom"]

    def with_balls(self, balls: Sequence[Ball]) -> "Room":
        """The same with other balls."""
        return Room(tuple(balls), self.table, self.constants)


@dataclass(frozen=True, slots=True)
class Strokes:
    """What many strokes did: contacts [S, K] in their order, where the balls rest [S, N, 2], which are on the table."""

    kinds: Ints
    firsts: Ints
    seconds: Ints
    rest_m: Floats
    on_table: NDArray[np.bool_]


def many(
    room: Room, places_m: Floats, cue_ball: int, cues: Floats, *, pins_m: Floats | None = None, seed: int = 0
) -> Strokes:
    """Play strokes `cues` [S, 5] from places [N, 2], or from places of their own [S, N, 2].

    A miscue moves nothing, and neither does a stroke that rattles on beyond any that a player would look at.
    """
    each = np.broadcast_to(places_m, (len(cues), *places_m.shape[-2:]))
    return _together([_played(room, each, cue_ball, cues, pins_m, seed)])


def _played(room: Room, places_m: Floats, cue_ball: int, cues: Floats, pins_m: Floats | None, seed: int) -> Strokes:
    most = MOST_CONTACTS + CONTACTS_A_BALL * max(0, len(room.balls) - 3)
    try:
        done = simulate_strokes(
            room.balls, places_m, cue_ball, cues, table=room.table, constants=room.constants, pins_m=pins_m, seed=seed,
            contacts=most, max_events=MOST_EVENTS,
        )  # fmt: skip
    except EndlessEvents:
        if len(cues) == 1:
            return _nothing(places_m)
        half = len(cues) // 2
        first = _played(room, places_m[:half], cue_ball, cues[:half], pins_m, seed)
        return _together([first, _played(room, places_m[half:], cue_ball, cues[half:], pins_m, seed + half)])
    there = np.arange(most)[None] < done.contact_counts[:, None]
    return Strokes(
        kinds=np.where(there, done.contacts["kind"], NONE).astype(np.int64),
        firsts=done.contacts["first"].astype(np.int64),
        seconds=done.contacts["second"].astype(np.int64),
        rest_m=done.rest_m[:, :, :2],
        on_table=done.on_table,
    )


def _nothing(places_m: Floats) -> Strokes:
    """One stroke after which everything lies where it lay."""
    empty = np.full((1, 0), NONE, dtype=np.int64)
    return Strokes(empty, empty, empty, places_m.copy(), np.ones(places_m.shape[:2], dtype=np.bool_))


def _together(parts: Sequence[Strokes]) -> Strokes:
    """Several lists of strokes as one, with no more columns than there are contacts."""
    used = max((int((part.kinds != NONE).sum(axis=1).max(initial=0)) for part in parts), default=0)

    def wide(column: Ints) -> Ints:
        filled = np.full((len(column), used), NONE, dtype=np.int64)
        filled[:, : column.shape[1]] = column[:, :used]
        return filled

    return Strokes(
        kinds=np.concatenate([wide(part.kinds) for part in parts]),
        firsts=np.concatenate([wide(part.firsts) for part in parts]),
        seconds=np.concatenate([wide(part.seconds) for part in parts]),
        rest_m=np.concatenate([part.rest_m for part in parts]),
        on_table=np.concatenate([part.on_table for part in parts]),
    )
