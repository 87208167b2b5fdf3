"""Throw a boule or the jack: one throw with all that happened, or many throws at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from carreau.physics.terrain.bodies import Body, makes
from carreau.physics.terrain.columns import (
    ABSENT,
    CONTACT,
    CONTACTS,
    COUNTS,
    DOING,
    ENDLESS,
    EVENTS,
    FLIGHT,
    MODE,
    MOTION,
    MOVED,
    PART,
    PARTS,
    POST,
    RADIUS,
    REST,
    START,
    STATUS,
    WALL,
    Floats,
    Ints,
    Records,
    X,
)
from carreau.physics.terrain.contacts import CONTACT as CONTACT_ROW
from carreau.physics.terrain.contacts import GROUND, PATH
from carreau.physics.terrain.contacts import PART as PART_ROW
from carreau.physics.terrain.events import play
from carreau.physics.terrain.surfaces import Surface, ground_row, surface_of
from carreau.physics.wrong import EndlessEvents, Unphysical

MOST_EVENTS = 20_000
MOST_BODIES = 200
MOST_SPEED_M_S = 30.0
OVERLAP_M = 1e-5
CHORD_M = 0.002  # a path's straight pieces are nowhere further than this from the curve
EVERY_M = 0.25


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
    from_m: tuple[float, float, float] = (0.0, 0.0, 0.9)

    def row(self) -> tuple[float, ...]:
        """As a row of the array of throws."""
        return (
            self.speed_m_s,
            self.elevation_rad,
            self.azimuth_rad,
            self.backspin_rad_s,
            self.side_spin_rad_s,
            *self.from_m,
        )


THROW = 8


@dataclass(frozen=True, slots=True)
class Thrown:
    """What happened: see `simulate_throw`."""

    contacts: Records
    rest_m: Floats
    moved: npt.NDArray[np.bool_]
    paths: Records
    parts: Records
    landing_m: tuple[float, float] | None
    duration_s: float
    events: int


def launch(throw: Floats) -> Floats:
    """[9]: place, velocity and spin at the release, of a row of the array of throws."""
    speed, elevation, azimuth, backspin, side_spin = throw[:5]
    level = speed * math.cos(elevation)
    ahead, left = math.cos(azimuth), math.sin(azimuth)
    velocity = (level * ahead, level * left, speed * math.sin(elevation))
    return np.array([*throw[5:8], *velocity, backspin * left, -backspin * ahead, side_spin])


def placed(positions_m: npt.ArrayLike, make: Floats) -> Floats:
    """[N, 3] centres on the ground, of positions [N, 2] or [N, 3]; a NaN is a body that is not there."""
    given = np.array(positions_m, dtype=np.float64)
    if given.size == 0:
        given = given.reshape(0, 3)
    if given.ndim != 2 or given.shape[1] not in (2, 3):
        raise Unphysical(f"positions_m has the shape {given.shape}: it must be [bodies, 2] or [bodies, 3]")
    if given.shape[0] != make.shape[0]:
        raise Unphysical(f"{given.shape[0]} positions for {make.shape[0]} bodies")
    centres = np.column_stack([given[:, 0], given[:, 1], make[:, RADIUS]])
    centres[np.isnan(given).any(axis=1)] = np.nan
    for index in np.flatnonzero(np.isinf(given).any(axis=1)):
        raise Unphysical(f"the position of body {index} is {given[index]}")
    if given.shape[1] == 3:
        for index in np.flatnonzero(np.abs(given[:, 2] - make[:, RADIUS]) > OVERLAP_M):
            raise Unphysical(
                f"body {index} lies at the height {given[index, 2]} m: on the ground it is its radius, "
                f"{make[index, RADIUS]} m"
            )
    check_apart(centres, make)
    return centres


def check_apart(centres: Floats, make: Floats) -> None:
    """Unphysical if two bodies overlap."""
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    gaps = away - make[:, None, RADIUS] - make[None, :, RADIUS]
    for i, j in np.argwhere(np.triu(gaps < -OVERLAP_M, 1)):
        raise Unphysical(f"bodies {i} and {j} overlap by {-1000 * gaps[i, j]:.3f} mm")


def check_throw(throw: Floats, radius: float) -> None:
    """Unphysical if a release can't be."""
    names = ("speed_m_s", "elevation_rad", "azimuth_rad", "backspin_rad_s", "side_spin_rad_s", "from_m")
    for index, value in enumerate(throw):
        if not math.isfinite(value):
            raise Unphysical(f"{names[min(index, 5)]} is {value}")
    if not 0.0 <= throw[0] <= MOST_SPEED_M_S:
        raise Unphysical(f"speed_m_s is {throw[0]}: possible are 0 to {MOST_SPEED_M_S:g}")
    if abs(throw[1]) > math.pi / 2:
        raise Unphysical(f"elevation_rad is {throw[1]}: possible are -pi/2 to pi/2")
    if throw[7] < radius:
        raise Unphysical(f"the throw begins {throw[7]} m above the ground: the least is the radius, {radius} m")


def simulate_throw(
    bodies: Sequence[Body],
    positions_m: npt.ArrayLike,
    throw: Throw,
    thrown_body: Body,
    *,
    surface: Surface | str = "fine_gravel",
    slope: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
    paths: bool = True,
    most_events: int = MOST_EVENTS,
) -> Thrown:
    """Throw `thrown_body` among `bodies`."""
    if len(bodies) >= MOST_BODIES:
        raise Unphysical(f"{len(bodies)} bodies: possible are up to {MOST_BODIES - 1}")
    make = makes([*bodies, thrown_body])
    release = np.array(throw.row())
    check_throw(release, float(make[-1, RADIUS]))
    centres = placed(positions_m, make[:-1])
    check_apart(np.vstack([centres, release[5:8]]), make)
    motion, doing = np.zeros((len(make), MOTION)), np.zeros((len(make), DOING), dtype=np.int64)
    set_out(motion, doing, centres, launch(release))
    walls, posts = np.zeros((0, WALL)), np.zeros((0, POST))
    wall_of, post_of = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 2), dtype=np.int64)
    ground = ground_row(surface_of(surface), slope, seed)
    contacts, parts = np.zeros((512, CONTACT)), np.zeros((4096 if paths else 0, PART))
    counts = np.zeros(COUNTS, dtype=np.int64)
    play(motion, doing, make, ground, walls, wall_of, posts, post_of, contacts, parts, counts, most_events)
    if counts[STATUS] == ENDLESS:
        raise EndlessEvents(f"more than {most_events} events in one throw", motion[:, : X + 9])
    return told(motion, doing, contacts, parts, counts)


def set_out(motion: Floats, doing: Ints, centres: Floats, release: Floats) -> None:
    """Bodies at rest in their places, and the last one on its way."""
    motion[:-1, :3] = centres
    doing[:-1, MODE] = np.where(np.isnan(centres).any(axis=1), ABSENT, REST)
    motion[-1, :9] = release
    doing[-1, MODE], doing[-1, MOVED] = FLIGHT, 1


def told(motion: Floats, doing: Ints, contacts: Floats, parts: Floats, counts: Ints) -> Thrown:
    """The arrays of the kernels as a `Thrown`."""
    noted = contacts_of(contacts[: counts[CONTACTS]])
    pieces = parts_of(parts[: counts[PARTS]])
    landings = noted[(noted["kind"] == GROUND) & (noted["first"] == len(motion) - 1)]
    return Thrown(
        contacts=noted,
        rest_m=motion[:, :3].copy(),
        moved=doing[:, MOVED] == 1,
        paths=path_of(pieces),
        parts=pieces,
        landing_m=(float(landings["x_m"][0]), float(landings["y_m"][0])) if len(landings) else None,
        duration_s=float(motion[doing[:, MOVED] == 1, START].max()),
        events=int(counts[EVENTS]),
    )


def contacts_of(rows: Floats) -> Records:
    found = np.zeros(len(rows), dtype=CONTACT_ROW)
    for column, name in enumerate(CONTACT_ROW.names or ()):
        found[name] = rows[:, column]
    return found


def parts_of(rows: Floats) -> Records:
    found = np.zeros(len(rows), dtype=PART_ROW)
    found["body"], found["from_s"], found["to_s"] = rows[:, 0], rows[:, 1], rows[:, 2]
    found["place_m"], found["velocity_m_s"], found["acceleration_m_s2"] = (
        rows[:, 3:6],
        rows[:, 6:9],
        rows[:, 9:12],
    )
    return found


def path_of(parts: Records) -> Records:
    """A polyline for each body, in order of time, nowhere more than CHORD_M from the curve."""
    rows: list[tuple[Any, ...]] = []
    for part in parts:
        span = part["to_s"] - part["from_s"]
        bend = float(np.linalg.norm(part["acceleration_m_s2"]))
        length = float(np.linalg.norm(part["velocity_m_s"])) * span + 0.5 * bend * span**2
        pieces = max(1, math.ceil(span * math.sqrt(bend / (8.0 * CHORD_M))), math.ceil(length / EVERY_M))
        for step in range(pieces + 1):
            t = span * step / pieces
            place = part["place_m"] + t * (part["velocity_m_s"] + 0.5 * part["acceleration_m_s2"] * t)
            rows.append((part["from_s"] + t, part["body"], *place))
    path = np.array(rows, dtype=PATH)
    return path[np.argsort(path["time_s"], kind="stable")]
