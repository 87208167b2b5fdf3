"""What was thrown on the terrain, as the facts of a pétanque game: jack, boules and circle where they came to rest."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from carreau.core.facts import Side
from carreau.observe.bodies import JACK, Bodies, numbers
from carreau.observe.clearances import boundary_gap_m, end_line_gap_m, obstacle_gap_m, on_lane
from carreau.observe.contacts import BOARD, BODY, GROUND_KINDS, OBSTACLE, Contact, Path, around, contacts_of, paths_of
from carreau.observe.ground import OPEN, Lane, Terrain
from carreau.observe.lines import lies, out_since, stays, still_out
from carreau.observe.plane import contains, depth
from carreau.observe.sight import EYE_HEIGHT_M, Circle, between, seen
from carreau.observe.tape import gap_mm, nearest_mm, overlap_mm, range_mm
from carreau.observe.water import floats
from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import BouleThrown, Holds, How, JackPlaced, JackThrown, Moved, Stopped

THROWN = "thrown"
JACK_M = 0.015  # radius
JACK_KG = 0.014  # of wood; the books allow 10 to 18 g


def boule_thrown(
    side: Side,
    bodies: Bodies,
    moved: Iterable[str] | Sequence[bool],
    *,
    thrown: str,
    circle: Circle,
    terrain: Terrain = OPEN,
    lane: str | None = None,
    contacts: Any = None,
    paths: Any = None,
    marked: Collection[str] | None = None,
    stopped: Mapping[str, Stopped] | None = None,
    player: str | None = None,
    how: How | None = None,
    holds: Holds | None = None,
    eye_m: float = EYE_HEIGHT_M,
    jack_kg: float = JACK_KG,
) -> BouleThrown:
    """A boule has been thrown: how it lies and what it moved.

    `bodies`: everything on the ground as it lies now, the boule `thrown` included; `moved`: the names of what has moved,
    or one truth value for each body. `contacts` and `paths` are those of the throw, with the numbers of `bodies`: without
    them it is not known what went out and came back, or was stopped. `marked`: whose old place was marked (None: not
    noted). `stopped`: what people and animals stopped. The thrown boule itself is told of only where there is something
    to tell. Who holds is left to the map of the head, unless stated by `holds`.
    """
    view = _View(bodies, circle, terrain, terrain.lane(lane), contacts, paths, dict(stopped or {}), eye_m, jack_kg)
    names = _named(bodies, moved)
    told = [view.moved(name, marked) for name in bodies.names if name in names and name != thrown]
    own = view.moved(thrown, None, called=THROWN)
    if own != Moved(object=THROWN):
        told.insert(0, own)
    return BouleThrown(side=side, player=player, how=how, holds=holds, moved=tuple(told))


def jack_thrown(
    side: Side,
    place_m: ArrayLike,
    *,
    circle: Circle,
    terrain: Terrain = OPEN,
    lane: str | None = None,
    timed: bool = False,
    radius_m: float = JACK_M,
    contacts: Any = None,
    paths: Any = None,
    body: int = 0,
    stopped: Stopped | None = None,
    player: str | None = None,
    eye_m: float = EYE_HEIGHT_M,
) -> JackThrown:
    """The jack has been thrown and lies there: its range, its gaps, whether it is seen and on its lane.

    `place_m`: x and y of its middle (more numbers are not read). In a `timed` game the lines of its lane are boundaries.
    What the terrain does not have (obstacles, an edge, lanes) is left out of the fact. `contacts` and `paths` are those of
    the throw, in which the jack is number `body`: they tell whether something fixed stopped it. `stopped`: what people
    and animals stopped.
    """
    lies = _jack_lies(place_m, circle, terrain, lane, timed, radius_m, eye_m)
    if stopped is None and contacts is not None:
        path = None if paths is None else paths_of(paths, body + 1).get(body)
        own = terrain.lane(lane)
        out = None if path is None else out_since(terrain, own, path.times_s, path.points_m, radius_m)
        x, y = numbers(place_m, "place of the jack")[:2].tolist()
        stopped = _stopped(contacts_of(contacts, body + 1, GROUND_KINDS), body, path, out, (x, y), radius_m)
    return JackThrown(side=side, player=player, stopped=stopped, **lies)


def jack_placed(
    side: Side,
    place_m: ArrayLike,
    *,
    circle: Circle,
    terrain: Terrain = OPEN,
    lane: str | None = None,
    timed: bool = False,
    radius_m: float = JACK_M,
    circle_moved_back_m: float | None = None,
    eye_m: float = EYE_HEIGHT_M,
) -> JackPlaced:
    """The jack has been put there by hand: the same measures as of a thrown one."""
    lies = _jack_lies(place_m, circle, terrain, lane, timed, radius_m, eye_m)
    back = None if circle_moved_back_m is None else nearest_mm(circle_moved_back_m)
    return JackPlaced(side=side, circle_moved_back_mm=back, **lies)


def _jack_lies(
    place_m: ArrayLike,
    circle: Circle,
    terrain: Terrain,
    lane: str | None,
    timed: bool,
    radius: float,
    eye_m: float,
) -> dict[str, Any]:
    x, y, _, radius = Bodies((JACK,), numbers(place_m, "place of the jack")[None, :2], radius).place(JACK)
    own = terrain.lane(lane)
    visible, partly = seen(terrain, circle, x, y, radius, eye_m)
    gaps = {
        "obstacle_gap_mm": obstacle_gap_m(terrain, x, y, radius),
        "boundary_gap_mm": boundary_gap_m(terrain, own, x, y, radius, timed=timed),
        "end_line_gap_mm": end_line_gap_m(terrain, own, x, y, radius),
    }
    return {
        "range_mm": range_mm(circle.range_m(x, y, radius)),
        **{name: None if gap is None else gap_mm(gap) for name, gap in gaps.items()},
        "visible": visible,
        "partly_visible": partly,
        "on_lane": on_lane(terrain, own, x, y, radius),
    }


def _named(bodies: Bodies, moved: Iterable[str] | Sequence[bool]) -> frozenset[str]:
    """The names of the bodies that have moved."""
    said = list(moved)
    if said and all(isinstance(one, bool | np.bool_) for one in said):
        if len(said) != len(bodies.names):
            raise Misplaced(f"moved: {len(said)} truth values for {len(bodies.names)} bodies")
        return frozenset(name for name, yes in zip(bodies.names, said, strict=True) if yes)
    for name in said:
        bodies.place(str(name))
    return frozenset(str(name) for name in said)


class _View:
    """One throw as somebody who walks around the ground sees it."""

    def __init__(
        self,
        bodies: Bodies,
        circle: Circle,
        terrain: Terrain,
        lane: Lane | None,
        contacts: Any,
        paths: Any,
        stopped: dict[str, Stopped],
        eye_m: float,
        jack_kg: float,
    ) -> None:
        self.bodies, self.circle, self.terrain, self.lane = bodies, circle, terrain, lane
        self.eye_m, self.jack_kg = eye_m, jack_kg
        names = tuple(bodies.names)
        number = len(names)
        self.contacts = [] if contacts is None else contacts_of(contacts, number, GROUND_KINDS)
        self.told_paths = paths
        self.out = {} if paths is None or self._all_stay(paths) else self._all_out()
        self.tainted = _tainted(self.contacts, names, self.out)
        self.stopped = {**self._against(names), **stopped}

    @cached_property
    def paths(self) -> dict[str, Path]:
        """The path of each body, by name."""
        names = self.bodies.names
        found = {} if self.told_paths is None else paths_of(self.told_paths, len(names))
        return {names[n]: path for n, path in found.items()}

    def _all_stay(self, paths: Any) -> bool:
        """Is it plain at a glance that no body has passed a line?"""
        box = around(paths, len(self.bodies.names))
        smallest = min(place[3] for place in self.bodies.places.values())
        return stays(self.terrain, self.lane, box, smallest)

    def _all_out(self) -> dict[str, float | None]:
        return {name: self._out_since(name, path) for name, path in self.paths.items()}

    def _out_since(self, name: str, path: Path) -> float | None:
        return out_since(self.terrain, self.lane, path.times_s, path.points_m, self.bodies.place(name)[3])

    def _against(self, names: tuple[str, ...]) -> dict[str, Stopped]:
        """What something fixed has stopped or turned aside, by the last such contact of each body."""
        found = {}
        for n in sorted({c.first for c in self.contacts if c.kind in (OBSTACLE, BOARD) and c.first >= 0}):
            x, y, _, radius = self.bodies.place(names[n])
            out = self.out.get(names[n])
            stop = _stopped(self.contacts, n, self.paths.get(names[n]), out, (x, y), radius)
            if stop is not None:
                found[names[n]] = stop
        return found

    def moved(self, name: str, marked: Collection[str] | None, called: str | None = None) -> Moved:
        """Where a body has gone, told as far as it matters."""
        x, y, _, radius = self.bodies.place(name)
        how = lies(self.terrain, self.lane, x, y, radius)
        gone, after_out = self.out.get(name), self.tainted.get(name) is not None
        string = round(how.string_m * 1000)
        common = {
            "object": called or name,
            "marked": None if marked is None else name in marked,
            "came_back": gone is not None and not still_out(self.terrain, how),
            "line": how.line,
            "overlap_mm": None if how.line is None else overlap_mm(how.overlap_m, string),
            "line_mm": string or None,
            "lanes_crossed": how.lanes_crossed or None,
            "foreign_terrain": self._foreign(x, y, radius),
            "in_puddle": any(contains(x, y, p.outline) for p in self.terrain.puddles),
            "stopped": self.stopped.get(name),
            "after_out": after_out,
        }
        return Moved(**common, **(self._jack(x, y, radius) if name == JACK else {}))  # type: ignore[arg-type]

    def _foreign(self, x: float, y: float, radius: float) -> bool:
        """Does it lie on the terrain of another game, and no part of it over its own lane?"""
        if self.lane is not None and depth(x, y, self.lane.corners) + radius >= 0:
            return False
        others = [lane.corners for lane in self.terrain.lanes if lane is not self.lane]
        return any(contains(x, y, outline) for outline in (*others, *self.terrain.foreign))

    def _jack(self, x: float, y: float, radius: float) -> dict[str, Any]:
        visible, partly = seen(self.terrain, self.circle, x, y, radius, self.eye_m)
        way = between(self.terrain, self.circle, x, y, radius)
        return {
            "range_mm": range_mm(self.circle.range_m(x, y, radius)),
            "visible": visible,
            "partly_visible": partly,
            "hidden_by": "other" if visible is False else None,
            "floating": floats(self.terrain, x, y, radius, self.jack_kg),
            "ground_between": way.ground,
            "part_between": way.part,
            "puddle_between": way.puddle,
        }


def _stopped(
    contacts: Sequence[Contact],
    body: int,
    path: Path | None,
    out: float | None,
    place: tuple[float, float],
    radius: float,
) -> Stopped | None:
    """What something fixed has stopped or, if it lies further off than its own size, only turned aside."""
    met = [c for c in contacts if c.kind in (OBSTACLE, BOARD) and c.first == body]
    if not met:
        return None
    time, rolled_on = met[-1].time_s, False
    if path is not None:
        here = [float(np.interp(time, path.times_s, path.points_m[:, axis])) for axis in (0, 1)]
        rolled_on = math.dist(here, place) > 2 * radius
    return Stopped(by="fixed", rolled_on=rolled_on, outside=out is not None and out <= time)


def _tainted(contacts: Sequence[Contact], names: tuple[str, ...], out: Mapping[str, float | None]) -> dict[str, float]:
    """What was set moving by a boule that had been outside, directly or through others, and since when."""
    since = {name: when for name, when in out.items() if when is not None}
    hit: dict[str, float] = {}
    for contact in contacts:
        if contact.kind != BODY or contact.first < 0 or not 0 <= contact.second < len(names):
            continue
        pair = (names[contact.first], names[contact.second])
        for one, other in (pair, pair[::-1]):
            bad = min(since.get(one, math.inf), hit.get(one, math.inf))
            if bad <= contact.time_s and since.get(other, math.inf) > contact.time_s and other not in hit:
                hit[other] = contact.time_s
                break
    return hit
