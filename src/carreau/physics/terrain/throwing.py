"""Throw a boule or the jack: one throw with all that happened, or many throws at once."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from carreau.physics.terrain.barriers import Barriers, Board, Obstacle, barriers_of, check_clear
from carreau.physics.terrain.bodies import Body, makes
from carreau.physics.terrain.columns import (
    BITS,
    CONTACT_WIDTH,
    COUNTS,
    DOING_WIDTH,
    ENDLESS,
    MOTION_WIDTH,
    PART_WIDTH,
    RADIUS,
    Floats,
    Ints,
    Records,
)
from carreau.physics.terrain.paths import contacts_of, parts_of, path_of, places_at
from carreau.physics.terrain.placing import (
    MOST_BODIES,
    OVERLAP_M,
    THROW,
    centres_of,
    check_apart,
    check_releases,
    releases_of,
)
from carreau.physics.terrain.series import SUMMARY, play_each
from carreau.physics.terrain.surfaces import Surface, ground_row, surface_of
from carreau.physics.wrong import EndlessEvents, Unphysical

MOST_EVENTS = 100_000
ROOM_FOR_CONTACTS = 1024
ROOM_FOR_PARTS = 8192
FROM_M = (0.0, 0.0, 0.9)
GROUP = 64  # pairs that can be struck at the same time
IMPULSES = 5  # numbers that are worked out for each of them
FEW_CONTACTS = 64  # looked at of each throw of many, if none are to be kept
FEW = 64  # throws are shared out among the cores from twice as many on
SHARES = 16  # parts for each core, so that none waits long for the others


@dataclass(frozen=True, slots=True)
class Throw:
    """A release: speed (m/s), elevation above the ground and azimuth to the left of x (rad), spins (rad/s), place (m).

    `backspin_rad_s` turns about the level axis across the throw, `side_spin_rad_s` about the upright axis
    (anticlockwise from above). `from_m` is the centre at the release.
    """

    speed_m_s: float
    elevation_rad: float = 0.0
    azimuth_rad: float = 0.0
    backspin_rad_s: float = 0.0
    side_spin_rad_s: float = 0.0
    from_m: tuple[float, float, float] = FROM_M

    def row(self) -> Floats:
        """[8], a row of the array of throws that `simulate_throws` takes."""
        speeds = (self.speed_m_s, self.elevation_rad, self.azimuth_rad, self.backspin_rad_s, self.side_spin_rad_s)
        return np.array([*speeds, *self.from_m], dtype=np.float64)

    @classmethod
    def of_row(cls, row: npt.ArrayLike) -> "Throw":
        """The throw of a row [8]."""
        speed, elevation, azimuth, backspin, side_spin, x, y, z = np.array(row, dtype=np.float64).tolist()
        return cls(speed, elevation, azimuth, backspin, side_spin, (x, y, z))


@dataclass(frozen=True, slots=True)
class Thrown:
    """What happened in one throw; the thrown body is the last of N + 1.

    contacts: CONTACT, in order of time (m, m/s, s; kinds BODY, GROUND, OBSTACLE, BOARD)
    rest_m [N + 1, 3]: where the centres lie at the end; NaN for a body that is not there
    moved [N + 1]: has been touched, or was thrown
    paths: PATH, a polyline for each body that moved, in order of time; empty if not asked for
    parts: PART, the same exactly: place + velocity t + acceleration t²/2 from one time to another
    landing_m: where the thrown body first met the ground; None if it never did
    duration_s: when the last body came to rest
    """

    contacts: Records
    rest_m: Floats
    moved: npt.NDArray[np.bool_]
    paths: Records
    parts: Records
    landing_m: tuple[float, float] | None
    duration_s: float
    events: int

    def positions_at(self, times_s: npt.ArrayLike) -> Floats:
        """[T, N + 1, 3]: where the centres are at the times (s)."""
        return places_at(self.parts, self.rest_m, np.array(times_s, dtype=np.float64).reshape(-1))


@dataclass(frozen=True, slots=True)
class Throws:
    """What happened in S throws; the thrown body is the last of N + 1.

    rest_m [S, N + 1, 3], moved [S, N + 1] and duration_s [S] as in `Thrown`
    landing_m [S, 2]: first contact with the ground, NaN if none
    met_kind [S], met [S], met_m_s [S]: the first thing but the ground that the thrown body met: kind of contact (-1 if
    none), index of the body, obstacle or board, and the speed at which they came together
    contacts_count [S], and contacts [S, C] as CONTACT if asked for (rows past the count hold time NaN)
    events [S]
    """

    rest_m: Floats
    moved: npt.NDArray[np.bool_]
    landing_m: Floats
    met_kind: Ints
    met: Ints
    met_m_s: Floats
    duration_s: Floats
    events: Ints
    contacts_count: Ints
    contacts: Records | None


@dataclass(slots=True)
class _Room:
    """The arrays that the kernels fill for S throws of N + 1 bodies."""

    rests: Floats
    moved: Ints
    summaries: Floats
    contacts: Floats
    parts: Floats
    states: Floats

    @classmethod
    def of(cls, throws: int, bodies: int, contacts: int, parts: int) -> "_Room":
        return cls(
            np.zeros((throws, bodies, 3)),
            np.zeros((throws, bodies), dtype=np.int64),
            np.zeros((throws, SUMMARY)),
            np.zeros((throws, contacts, CONTACT_WIDTH)),
            np.empty((parts, PART_WIDTH)),
            np.zeros((bodies, MOTION_WIDTH)),
        )


def simulate_throw(
    bodies: Sequence[Body],
    positions_m: npt.ArrayLike,
    throw: Throw,
    thrown_body: Body,
    *,
    surface: Surface | str = "fine_gravel",
    obstacles: Sequence[Obstacle] = (),
    boards: Sequence[Board] = (),
    slope: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
    paths: bool = True,
    most_events: int = MOST_EVENTS,
) -> Thrown:
    """Throw `thrown_body` among `bodies`, which lie at `positions_m` [N, 2 or 3] (m; NaN for a body that is not there).

    x points from the circle to the jack, y to the left, z up from the ground; on a `slope` (rise by run along x and y)
    the axes lie in the ground. `seed` is that of the terrain's roughness: the same seed is the same terrain.
    The model and its sources stand in docs/physics-terrain.md. Raises Unphysical for values that can't be, EndlessEvents
    (with the motion of the bodies) after `most_events`.
    """
    make = checked_makes(bodies, thrown_body)
    centres, throws = centres_of(positions_m, make[:-1]), throw.row()[None]
    if len(centres) != 1:
        raise Unphysical(f"positions_m holds {len(centres)} heads for one throw")
    barriers = barriers_of(boards, obstacles)
    check_start(centres, throws, make, barriers)
    ground = ground_row(surface_of(surface), slope, 0)
    room = _Room.of(1, len(make), ROOM_FOR_CONTACTS, ROOM_FOR_PARTS if paths else 0)
    seeds = np.array([seed & BITS], dtype=np.int64)
    play_room(centres, releases_of(throws), seeds, make, ground, barriers, room, most_events)
    summary = room.summaries[0]
    if summary[0] == ENDLESS:
        raise EndlessEvents(f"more than {most_events} events in one throw", room.states[:, :9])
    parts = parts_of(room.parts[: int(summary[3])])
    return Thrown(
        contacts=contacts_of(room.contacts[0, : int(summary[2])]),
        rest_m=room.rests[0],
        moved=room.moved[0] == 1,
        paths=path_of(parts),
        parts=parts,
        landing_m=None if np.isnan(summary[5]) else (float(summary[5]), float(summary[6])),
        duration_s=float(summary[4]),
        events=int(summary[1]),
    )


def simulate_throws(
    bodies: Sequence[Body],
    positions_m: npt.ArrayLike,
    throws: npt.ArrayLike,
    thrown_body: Body,
    *,
    surface: Surface | str = "fine_gravel",
    obstacles: Sequence[Obstacle] = (),
    boards: Sequence[Board] = (),
    slope: tuple[float, float] = (0.0, 0.0),
    seeds: npt.ArrayLike = 0,
    contacts: int = 0,
    cores: int | None = None,
    most_events: int = MOST_EVENTS,
) -> Throws:
    """Many throws, each by itself: `throws` [S, 8] (or [S, 5], released at FROM_M), see `Throw.row`.

    `positions_m` is one head for all, [N, 2 or 3], or a head for each, [S, N, 2 or 3]; `seeds` one terrain for all or one
    for each; `contacts` how many contacts to keep of each. `cores` of the machine are used (all if None); the results do
    not depend on it. Otherwise as `simulate_throw`.
    """
    make = checked_makes(bodies, thrown_body)
    rows = throw_rows(throws)
    centres = centres_of(positions_m, make[:-1])
    if len(centres) not in (1, len(rows)):
        raise Unphysical(f"{len(centres)} heads for {len(rows)} throws: give one, or one for each")
    barriers = barriers_of(boards, obstacles)
    check_start(centres, rows, make, barriers)
    ground = ground_row(surface_of(surface), slope, 0)
    room = _Room.of(len(rows), len(make), contacts, 0)
    own_seeds = np.broadcast_to(np.array(seeds, dtype=np.int64) & BITS, len(rows)).copy()
    play_all(centres, releases_of(rows), own_seeds, make, ground, barriers, room, most_events, cores)
    for index in np.flatnonzero(room.summaries[:, 0] == ENDLESS):
        raise EndlessEvents(f"more than {most_events} events in throw {index}", room.rests[index])
    return throws_of(room)


def throws_of(room: _Room) -> Throws:
    """What the kernels have filled, by name."""
    summaries, kept = room.summaries, room.contacts
    counts = summaries[:, 2].astype(np.int64)
    if kept.shape[1]:
        kept[np.arange(kept.shape[1])[None] >= counts[:, None], 0] = np.nan
    return Throws(
        rest_m=room.rests,
        moved=room.moved == 1,
        landing_m=summaries[:, 5:7],
        met_kind=summaries[:, 7].astype(np.int64),
        met=summaries[:, 8].astype(np.int64),
        met_m_s=summaries[:, 9],
        duration_s=summaries[:, 4],
        events=summaries[:, 1].astype(np.int64),
        contacts_count=counts,
        contacts=contacts_of(kept.reshape(-1, CONTACT_WIDTH)).reshape(kept.shape[:2]) if kept.shape[1] else None,
    )


def throw_rows(throws: npt.ArrayLike) -> Floats:
    """[S, 8] of [S, 5 or 8]."""
    rows = np.array(throws, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] not in (5, THROW):
        raise Unphysical(f"throws has the shape {rows.shape}: it must be [throws, 5] or [throws, {THROW}]")
    if rows.shape[1] == 5:
        rows = np.column_stack([rows, np.broadcast_to(FROM_M, (len(rows), 3))])
    return rows


def checked_makes(bodies: Sequence[Body], thrown_body: Body) -> Floats:
    """[N + 1, MAKE_WIDTH], the thrown body last."""
    if len(bodies) >= MOST_BODIES:
        raise Unphysical(f"{len(bodies)} bodies on the ground: possible are up to {MOST_BODIES - 1}")
    return makes([*bodies, thrown_body])


def check_start(centres: Floats, throws: Floats, make: Floats, barriers: Barriers) -> None:
    """Unphysical if bodies overlap at the start, stand in a barrier, or are released where one lies."""
    check_releases(throws, float(make[-1, RADIUS]))
    check_apart(centres, make[:-1])
    apart = centres - throws[:, None, 5:8]
    reach = make[:-1, RADIUS] + make[-1, RADIUS] - OVERLAP_M
    for _, index in np.argwhere(np.einsum("sic,sic->si", apart, apart) < reach**2):
        raise Unphysical(f"the throw begins inside body {index}")
    if len(barriers.posts):
        for scene in centres:
            check_clear(barriers, scene, make, OVERLAP_M)
        for place in np.unique(throws[:, 5:8], axis=0):
            check_clear(barriers, place[None], make[-1:], OVERLAP_M)


def play_room(
    centres: Floats,
    releases: Floats,
    seeds: Ints,
    make: Floats,
    ground: Floats,
    barriers: Barriers,
    room: _Room,
    most_events: int,
    part: slice = slice(None),
) -> None:
    """Play some of the throws, on one core."""
    b, bodies = barriers, len(make)
    kept = room.contacts.shape[1] > 0
    play_each(
        centres[part] if len(centres) > 1 else centres, releases[part], seeds[part], make, ground.copy(),
        b.walls, b.wall_of, b.posts, b.post_of, b.tops, b.top_of,
        room.rests[part], room.moved[part], room.summaries[part],
        room.contacts[part] if kept else np.zeros((1, FEW_CONTACTS, CONTACT_WIDTH)), room.parts,
        room.states if part == slice(None) else np.zeros((bodies, MOTION_WIDTH)),
        np.zeros((bodies, DOING_WIDTH), dtype=np.int64), np.zeros(COUNTS, dtype=np.int64),
        np.zeros((GROUP, 2), dtype=np.int64), np.zeros((GROUP, IMPULSES)), most_events,
    )  # fmt: skip


def play_all(
    centres: Floats,
    releases: Floats,
    seeds: Ints,
    make: Floats,
    ground: Floats,
    barriers: Barriers,
    room: _Room,
    most_events: int,
    cores: int | None,
) -> None:
    """Play the throws, shared out among the cores; compiled code runs beside compiled code."""
    throws = len(releases)
    workers = max(1, min(cores or os.cpu_count() or 1, throws // FEW))
    edges = np.linspace(0, throws, SHARES * workers + 1 if workers > 1 else 2).astype(int)
    parts = [slice(int(a), int(b)) for a, b in pairwise(edges)]

    def work(part: slice) -> None:
        play_room(centres, releases, seeds, make, ground, barriers, room, most_events, part)

    if workers == 1:
        for part in parts:
            work(part)
        return
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, parts))
