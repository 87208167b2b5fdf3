"""Many strokes in Python: arrays in, arrays out."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carreau.physics.table import columns
from carreau.physics.table.constants import CONSTANTS, Constants
from carreau.physics.table.contacts import CONTACT
from carreau.physics.table.many import play_some
from carreau.physics.table.stroke import CUE_NAMES, NO_PINS, SEEDS, bodies_of, parameters_of, pins_laid, wrong
from carreau.physics.table.tables import TABLES, Ball, Table
from carreau.physics.wrong import Unphysical

LEAST, SHARES = 64, 16  # strokes of a part at the least; parts for each core, so that none waits long for the others


@dataclass(eq=False)
class Strokes:
    """What S strokes did.

    rest_m [S, N, 3], on_table [S, N] bool, pins_m [S, P, 2], pin_states [S, P] int8, duration_s [S], events [S].
    first_ball, second_ball [S]: the first two different balls that the cue ball met, -1 for none; cushions_before_first,
    cushions_before_second, cue_ball_cushions, cushions [S]: cushions of the cue ball up to there, in all, and of all balls.
    felled_by [S, P]: the ball that felled the pin, -2 - q if pin q did, -1 if it stands.
    miscued [S]: the tip slipped off and nothing moved. contacts [S, K] (CONTACT) and contact_counts [S]: the first K
    contacts, if asked for; rows beyond the count are zero.
    """

    rest_m: NDArray[np.float64]
    on_table: NDArray[np.bool_]
    pins_m: NDArray[np.float64]
    pin_states: NDArray[np.int8]
    duration_s: NDArray[np.float64]
    events: NDArray[np.int64]
    first_ball: NDArray[np.int16]
    second_ball: NDArray[np.int16]
    cushions_before_first: NDArray[np.int16]
    cushions_before_second: NDArray[np.int16]
    cue_ball_cushions: NDArray[np.int16]
    cushions: NDArray[np.int16]
    felled_by: NDArray[np.int16]
    miscued: NDArray[np.bool_]
    contact_counts: NDArray[np.int64]
    contacts: NDArray[Any] = field(repr=False)


def simulate_strokes(
    balls: Sequence[Ball],
    positions_m: ArrayLike,
    cue_ball: int,
    cues: ArrayLike,
    *,
    table: Table = TABLES["umb"],
    constants: Constants = CONSTANTS["carom"],
    pins_m: ArrayLike | None = None,
    seed: int = 0,
    max_events: int = 20_000,
    contacts: int = 0,
    threads: int | None = None,
) -> Strokes:
    """Play S strokes to rest, on all cores or on `threads` of them.

    positions_m [N, 2] for all strokes or [S, N, 2]; cues [S, 5]: speed, azimuth, side, height, elevation (m/s, rad,
    radii); pins_m [P, 2] stand anew for each. Stroke s has the dice `seed + s`, whatever core plays it. `contacts`: how
    many of each stroke's contacts to give back.

    Raises Unphysical and EndlessEvents as `simulate_stroke` does, naming the stroke; a miscue is no error here.
    """
    bodies = bodies_of(tuple(balls))
    strikes = np.ascontiguousarray(cues, dtype=np.float64)
    if strikes.ndim != 2 or strikes.shape[1] != len(CUE_NAMES):
        raise Unphysical(f"cues of shape {strikes.shape}: ({', '.join(CUE_NAMES)}) in each row")
    n, total = len(bodies), len(strikes)
    places = np.ascontiguousarray(positions_m, dtype=np.float64)
    places = places[None] if places.ndim == 2 else places
    if places.shape[1:] != (n, 2) or places.shape[0] not in (1, total):
        raise Unphysical(f"positions_m of shape {places.shape}: ({n}, 2) or ({total}, {n}, 2)")
    if not 0 <= cue_ball < n:
        raise Unphysical(f"cue_ball {cue_ball}: one of 0..{n - 1}")
    check_cues(strikes)
    standing = NO_PINS if pins_m is None else pins_laid(pins_m)
    p = len(standing)
    given = np.empty((total, 8))
    given[:, :5] = strikes
    given[:, 5] = cue_ball
    given[:, 6] = (seed % SEEDS + np.arange(total)) % SEEDS
    given[:, 7] = max_events
    rest, pins = np.empty((total, n, 4)), np.empty((total, p, 3))
    whats = np.empty((total, columns.WHAT_COLUMNS))
    summary, felled = np.empty((total, 6), np.int16), np.empty((total, p), np.int16)
    log = np.zeros((total, contacts, columns.CONTACT_COLUMNS))
    arrays = (places, bodies, standing, given, parameters_of(table, constants), rest, pins, whats, summary, felled, log)
    play_all(total, threads, arrays)
    codes = whats[:, columns.CODE].astype(np.int64)
    miscued = codes == columns.MISCUE
    if failed := np.flatnonzero((codes != columns.FINE) & ~miscued).tolist():
        error = wrong(whats[failed[0]], rest[failed[0]], max_events, constants)
        error.args = (f"stroke {failed[0]}: {error.args[0]}", *error.args[1:])
        raise error
    return Strokes(
        rest[:, :, :3],
        rest[:, :, 3] != 0.0,
        pins[:, :, :2],
        pins[:, :, 2].astype(np.int8),
        whats[:, columns.ENDED].copy(),
        whats[:, columns.EVENTS].astype(np.int64),
        summary[:, 0],
        summary[:, 1],
        summary[:, 2],
        summary[:, 3],
        summary[:, 4],
        summary[:, 5],
        felled,
        miscued,
        np.minimum(whats[:, columns.CONTACTS].astype(np.int64), contacts),
        structured(log),
    )


def play_all(total: int, threads: int | None, arrays: tuple[Any, ...]) -> None:
    """Play the strokes, shared out among the cores; compiled code runs beside compiled code."""
    cores = threads or os.cpu_count() or 1
    parts = max(1, min(total // LEAST, SHARES * cores))
    edges = [part * total // parts for part in range(parts + 1)]
    workers = min(cores, parts)
    if workers <= 1:
        play_some(0, total, *arrays)
        return
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(play_some, start, stop, *arrays) for start, stop in pairwise(edges)]:
            done.result()


def check_cues(strikes: NDArray[np.float64]) -> None:
    """Refuse cues that run backwards or point out of the table; the first one is named."""
    bad = ~np.isfinite(strikes).all(axis=1)
    bad |= (strikes[:, 0] < 0) | (strikes[:, 0] > 50) | (strikes[:, 4] < 0) | (strikes[:, 4] > np.pi / 2)
    if bad.any():
        s = int(np.argmax(bad))
        raise Unphysical(f"cue of stroke {s}, {strikes[s].tolist()}: numbers, speed 0..50 m/s, elevation 0..1.571 rad")


def structured(log: NDArray[np.float64]) -> NDArray[Any]:
    """The log as records."""
    out = np.zeros(log.shape[:2], CONTACT)
    for column, name in enumerate(CONTACT.names or ()):
        out[name] = log[:, :, column]
    return out
