"""Many strokes from one layout or from many, as the players of the table try them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import CONSTANTS, TABLES, Ball, Constants, Cue, Table, simulate_stroke
from carreau.simulate.picture import Floats

Ints = NDArray[np.int64]
NONE = -1  # the kind of a contact that was not


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
    """Play strokes `cues` [S, 5] from places [N, 2], or from places of their own [S, N, 2]."""
    number = len(cues)
    each = np.broadcast_to(places_m, (number, *places_m.shape[-2:]))
    played = [
        simulate_stroke(
            room.balls, each[n], cue_ball, Cue(*cues[n].tolist()), table=room.table, constants=room.constants,
            pins_m=pins_m, seed=seed + n,
        )
        for n in range(number)
    ]  # fmt: skip
    most = max((len(stroke.contact_log) for stroke in played), default=0)
    table = np.full((number, most, 3), NONE, dtype=np.int64)
    for n, stroke in enumerate(played):
        table[n, : len(stroke.contact_log)] = stroke.contact_log[:, 1:4]
    return Strokes(
        kinds=table[:, :, 0],
        firsts=table[:, :, 1],
        seconds=table[:, :, 2],
        rest_m=np.array([stroke.rest_m[:, :2] for stroke in played]),
        on_table=np.array([stroke.on_table for stroke in played]),
    )
