"""One stroke in Python: values in, contacts, positions and paths out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carreau.physics.table import columns
from carreau.physics.table.columns import Array
from carreau.physics.table.constants import CONSTANTS, Constants
from carreau.physics.table.contacts import CONTACT, SEGMENT
from carreau.physics.table.lay import play
from carreau.physics.table.tables import TABLES, Ball, Cue, Table
from carreau.physics.wrong import EndlessEvents, Unphysical

MOST_BALLS = 64
MOST_PINS = 32
SEEDS = 2**31  # different dice
ROOM = (256, 512)  # contacts and segments of an ordinary stroke
CUE_NAMES = ("speed_m_s", "azimuth_rad", "side", "height", "elevation_rad")
NO_PINS: Array = np.empty((0, 2))
CUE_LIMITS = (("speed_m_s", 0.0, 50.0), ("elevation_rad", 0.0, 1.5707963267948966))


@dataclass(eq=False)
class Stroke:
    """What a stroke did.

    contacts: structured array CONTACT [K] in order of time. rest_m [N, 3], on_table [N] bool, pins_m [P, 2], pin_states [P]
    int8 (standing, shifted, fallen). segments: structured array SEGMENT, the pieces of path in order of time.
    duration_s: until the last ball has stopped, spin in place included. events: how many steps it took.
    """

    rest_m: NDArray[np.float64]
    on_table: NDArray[np.bool_]
    pins_m: NDArray[np.float64]
    pin_states: NDArray[np.int8]
    duration_s: float
    events: int
    contact_log: NDArray[np.float64] = field(repr=False)
    segment_log: NDArray[np.float64] = field(repr=False)

    @cached_property
    def contacts(self) -> NDArray[Any]:
        """The contacts as a structured array."""
        log = self.contact_log
        out = np.empty(len(log), CONTACT)
        for column, name in enumerate(CONTACT.names or ()):
            out[name] = log[:, column]
        return out

    @cached_property
    def segments(self) -> NDArray[Any]:
        """The pieces of path as a structured array."""
        log = self.segment_log
        out = np.empty(len(log), SEGMENT)
        out["ball"] = log[:, 0]
        out["time_s"] = log[:, 1]
        out["phase"] = log[:, 2]
        for column, name in enumerate(("place_m", "velocity_m_s", "half_acceleration_m_s2", "spin_rad_s")):
            out[name] = log[:, 3 + 3 * column : 6 + 3 * column]
        out["turn_rad_s2"] = log[:, 15:17]
        return out

    def positions_at(self, times_s: ArrayLike) -> NDArray[np.float64]:
        """Where the centres are, [T, N, 3] in m, at the times [T] in s (before the start: as laid; after the end: at rest)."""
        times = np.atleast_1d(np.asarray(times_s, dtype=np.float64))
        out = np.empty((len(times), len(self.rest_m), 3))
        for ball in range(len(self.rest_m)):
            own = self.segment_log[self.segment_log[:, 0] == ball]
            piece = own[np.maximum(np.searchsorted(own[:, 1], times, side="right") - 1, 0)]
            dt = np.maximum(times - piece[:, 1], 0.0)[:, None]
            out[:, ball] = piece[:, 3:6] + (piece[:, 6:9] + piece[:, 9:12] * dt) * dt
        return out


@lru_cache(maxsize=256)
def bodies_of(balls: tuple[Ball, ...]) -> Array:
    """Radii and masses, [N, 2]."""
    if not 1 <= len(balls) <= MOST_BALLS:
        raise Unphysical(f"{len(balls)} balls: a table holds 1 to {MOST_BALLS}")
    return np.array([(ball.radius_m, ball.mass_kg) for ball in balls])


@lru_cache(maxsize=64)
def parameters_of(table: Table, constants: Constants) -> Array:
    """All numbers of the kernel."""
    return table.into(constants.packed)


def simulate_stroke(
    balls: Sequence[Ball],
    positions_m: ArrayLike,
    cue_ball: int,
    cue: Cue,
    *,
    table: Table = TABLES["umb"],
    constants: Constants = CONSTANTS["carom"],
    pins_m: ArrayLike | None = None,
    seed: int = 0,
    max_events: int = 20_000,
) -> Stroke:
    """Play one stroke to rest.

    balls: N of them. positions_m [N, 2]: centres seen from above, m. cue_ball: which one is struck. pins_m [P, 2]: the
    axes of standing pins; `seed` decides only what thrown pins do. Model and sources: docs/physics.md.

    Raises Unphysical for balls that overlap or lie outside, for what is no number, for an offset at which the tip slips
    off, and for too many balls; EndlessEvents when more than `max_events` things happen.
    """
    bodies = bodies_of(tuple(balls))
    n = len(bodies)
    places = np.ascontiguousarray(positions_m, dtype=np.float64)
    if places.shape != (n, 2):
        raise Unphysical(f"positions_m of shape {places.shape}: {n} balls need ({n}, 2)")
    pin_places = NO_PINS if pins_m is None else pins_laid(pins_m)
    if not 0 <= cue_ball < n:
        raise Unphysical(f"cue_ball {cue_ball}: one of 0..{n - 1}")
    check_cue(cue)
    parameters = parameters_of(table, constants)
    strike = np.array(
        (cue.speed_m_s, cue.azimuth_rad, cue.side, cue.height, cue.elevation_rad, cue_ball, seed % SEEDS, max_events),
        np.float64,
    )
    state = np.empty((n, columns.BALL_COLUMNS))
    pins = np.empty((len(pin_places), columns.PIN_COLUMNS))
    what = np.empty(columns.WHAT_COLUMNS)
    room = ROOM
    while True:
        contacts = np.empty((room[0], columns.CONTACT_COLUMNS))
        segments = np.empty((room[1], columns.SEGMENT_COLUMNS))
        play(places, bodies, pin_places, strike, parameters, state, pins, contacts, segments, what)
        code, met, pieces = int(what[columns.CODE]), int(what[columns.CONTACTS]), int(what[columns.SEGMENTS])
        if code != columns.FINE:
            raise wrong(what, state, max_events, constants)
        if met <= room[0] and pieces <= room[1]:
            break
        room = (max(met, room[0]), max(pieces, room[1]))
    return Stroke(
        state[:, columns.X : columns.Z + 1],
        state[:, columns.PHASE] != columns.GONE,
        pins[:, columns.PIN_X : columns.PIN_Y + 1],
        pins[:, columns.PIN_STATE].astype(np.int8),
        float(what[columns.ENDED]),
        int(what[columns.EVENTS]),
        contacts[:met],
        segments[:pieces],
    )


def pins_laid(pins_m: ArrayLike) -> Array:
    """The places of pins, [P, 2]."""
    places = np.ascontiguousarray(pins_m, dtype=np.float64)
    if places.ndim != 2 or places.shape[1] != 2 or len(places) > MOST_PINS:
        raise Unphysical(f"pins_m of shape {places.shape}: (P, 2) with P up to {MOST_PINS}")
    return places


def check_cue(cue: Cue) -> None:
    """Refuse a cue that runs backwards or points out of the table."""
    for name, least, most in CUE_LIMITS:
        value = getattr(cue, name)
        if not least <= value <= most:
            raise Unphysical(f"{name} {value!r}: must lie in {least:g}..{most:.4g}")


def wrong(what: Array, state: Array, max_events: int, constants: Constants) -> Exception:
    """The error that the kernel's code stands for."""
    code, who, whom = (int(what[k]) for k in (columns.CODE, columns.FAULTY, columns.FAULTY_TOO))
    amount = float(what[columns.FAULT_VALUE])
    if code == columns.OVERLAP:
        return Unphysical(
            f"balls {who} and {whom} overlap by {1000 * amount:.6g} mm: contact is the nearest they can be"
        )
    if code == columns.OUTSIDE:
        return Unphysical(f"ball {who} lies {1000 * amount:.6g} mm into a cushion or outside the table")
    if code == columns.PIN_INSIDE:
        return Unphysical(f"ball {who} stands {1000 * amount:.6g} mm into pin {whom}")
    if code == columns.UNDER_NOSE:
        return Unphysical(
            f"ball {who} is {1000 * amount:.6g} mm high: the noses of the cushions are above it or at its foot"
        )
    if code == columns.MISCUE:
        return Unphysical(
            f"offset {amount:.4g} of the cue tip: beyond {constants.miscue_offset:.4g} radii it slips off (miscue)"
        )
    if code == columns.NOT_FINITE:
        where = (
            f"the place of ball {who}"
            if who >= 0
            else ("speed_m_s", "azimuth_rad", "side", "height", "elevation_rad")[whom]
        )
        return Unphysical(f"{where} is not a number")
    if what[columns.EVENTS] < max_events:
        text = "without friction it never ends: nothing more is met, and balls still run"
        return EndlessEvents(text, state[:, : columns.PHASE + 1].copy())
    return EndlessEvents(
        f"more than {max_events} events: at {what[columns.ENDED]:.6g} s it still goes on",
        state[:, : columns.PHASE + 1].copy(),
    )
