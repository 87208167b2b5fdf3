"""Many strokes from one layout or from many, as the players of the table try them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import CONSTANTS, TABLES, Ball, Constants, Table, simulate_strokes
from carreau.simulate.picture import Floats

Ints = NDArray[np.int64]
NONE = -1  # the kind of a contact that was not
MOST_CONTACTS = 48  # of a stroke that is only weighed; hardly one in a thousand has more
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
    """Play strokes `cues` [S, 5] from places [N, 2], or from places of their own [S, N, 2]; a miscue moves nothing."""
    most = MOST_CONTACTS + CONTACTS_A_BALL * max(0, len(room.balls) - 3)
    done = simulate_strokes(
        room.balls, places_m, cue_ball, cues, table=room.table, constants=room.constants, pins_m=pins_m, seed=seed,
        contacts=most,
    )  # fmt: skip
    there = np.arange(most)[None] < done.contact_counts[:, None]
    used = int(done.contact_counts.max(initial=0))
    return Strokes(
        kinds=np.where(there, done.contacts["kind"], NONE)[:, :used].astype(np.int64),
        firsts=done.contacts["first"][:, :used].astype(np.int64),
        seconds=done.contacts["second"][:, :used].astype(np.int64),
        rest_m=done.rest_m[:, :, :2],
        on_table=done.on_table,
    )
