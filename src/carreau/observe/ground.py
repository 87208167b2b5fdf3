"""A terrain as data: its edge, lanes, prohibited ground, obstacles and puddles, written down by whoever laid it out.

Lengths are metres in the terrain's frame (x from the circle towards the jack, y to the left, z up), strings and heights
included. A string is given by its middle; `line_m` is how thick it is. What has no string is given by its edge.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from carreau.observe.data import converted, decoded
from carreau.observe.plane import Point, convex, depth, edges, left_of, middle
from carreau.observe.tape import NOISE_M
from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import LineKind

LARGEST_M = 1000.0
Line = tuple[Point, Point]
Lines = tuple[Line, ...]


class _Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    pass


class Obstacle(_Data, frozen=True, kw_only=True):
    """Something fixed that stands on the ground up to `height_m`: an `outline`, or a round thing around `at`.

    `hides`: can nobody see through it (a fence of wire hides nothing)? `counts`: is it an obstacle in the sense of the
    rules? The kerb or board around the terrain may hide and stop, and still be none for the gaps, if the umpire says so.
    """

    name: str
    outline: tuple[Point, ...] = ()
    at: Point | None = None
    radius_m: float = 0.0
    height_m: float = 10.0
    hides: bool = True
    counts: bool = True

    def gap_m(self, x: float, y: float) -> float:
        """How far a point of the ground lies from it, 0 inside."""
        if self.at is not None:
            return max(0.0, math.dist((x, y), self.at) - self.radius_m)
        return max(0.0, -depth(x, y, self.outline))

    def gap_from_ball_m(self, x: float, y: float, radius: float) -> float:
        """How far the surface of a ball that lies there is from it; a ball overtops a low thing."""
        away, above = self.gap_m(x, y), max(0.0, radius - self.height_m)
        return max(0.0, math.hypot(away, above) - radius)


class Lane(_Data, frozen=True, kw_only=True):
    """A lane by its corners: near right, far right, far left, near left, as seen from the near end."""

    name: str
    corners: tuple[Point, Point, Point, Point]

    @property
    def sides(self) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
        """Its side lines, right and left, each with the lane on its left hand."""
        sides = edges(self.corners)
        return sides[0], sides[2]

    @property
    def ends(self) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
        """Its end lines, far and near, each with the lane on its left hand."""
        sides = edges(self.corners)
        return sides[1], sides[3]


class Puddle(_Data, frozen=True, kw_only=True):
    """Water that stands on the ground, and how deep."""

    outline: tuple[Point, ...]
    depth_m: float


class Terrain(_Data, frozen=True, kw_only=True):
    """The ground of a game.

    `area`: what is not prohibited ground, bounded by a line of kind `edge` (`exterior`: the outer line of marked
    terrains, `boundary`: any other edge); without it the ground is open. `prohibited`: islands of prohibited ground.
    `foreign`: terrains of other games without lanes. `dead_lines`: lines that kill what has passed them, even if it
    comes back. `lanes_beside`: how many lanes beside its own a body may visit, where the game limits that.
    """

    name: str
    area: tuple[Point, ...] = ()
    edge: Literal["exterior", "boundary"] = "boundary"
    line_m: float = 0.0
    lanes: tuple[Lane, ...] = ()
    prohibited: tuple[tuple[Point, ...], ...] = ()
    foreign: tuple[tuple[Point, ...], ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    puddles: tuple[Puddle, ...] = ()
    dead_lines: tuple[LineKind, ...] = ("exterior", "boundary", "lane_end")
    lanes_beside: int | None = None

    def __post_init__(self) -> None:
        checked(self)

    def lane(self, name: str | None) -> Lane | None:
        """The lane of that name, the first one if none is named; None where there are no lanes."""
        if name is None:
            return self.lanes[0] if self.lanes else None
        for lane in self.lanes:
            if lane.name == name:
                return lane
        raise Misplaced(f"lane {name!r} on {self.name!r}; there is {', '.join(x.name for x in self.lanes) or 'none'}")

    @cached_property
    def convex(self) -> bool:
        """Can a straight line between two places of the area not leave it?"""
        return not self.area or convex(self.area)

    @cached_property
    def _side_lines(self) -> dict[str, tuple[Lines, Lines]]:
        return {lane.name: (_beside(self, lane, 0), _beside(self, lane, 1)) for lane in self.lanes}

    def side_lines(self, lane: Lane) -> tuple[Lines, Lines]:
        """The side lines to the right of a lane and to its left, its own first, each with the lane on its left hand.

        A line on the edge of the area is none of them: what passes it has left the area.
        """
        return self._side_lines[lane.name]


def _beside(terrain: Terrain, lane: Lane, hand: int) -> Lines:
    own = lane.sides[hand]
    others = [(left_of(*middle(other.corners), *own), other) for other in terrain.lanes if other is not lane]
    ends = lane.ends
    beside = [
        (away, other)
        for away, other in others
        if away < 0 and all(left_of(*middle(other.corners), *end) > 0 for end in ends)
    ]
    lines = [own, *(other.sides[hand] for _, other in sorted(beside, key=lambda pair: -pair[0]))]
    return tuple(line for line in lines if not _on_edge(terrain, line))


def _on_edge(terrain: Terrain, line: Line) -> bool:
    if not terrain.area:
        return False
    return abs(depth(*middle(line), terrain.area)) <= max(terrain.line_m, NOISE_M)


# --- checks ------------------------------------------------------------------------------------------


def checked(terrain: Terrain) -> Terrain:
    """The terrain, if it can be; else `Misplaced` with one line that names the place in it."""
    for where, outline in _outlines(terrain):
        _check_outline(f"{terrain.name}: {where}", outline)
    if not 0 <= terrain.line_m <= 0.1:
        raise Misplaced(f"{terrain.name}: line_m {terrain.line_m}: a line is from 0 to 0.1 m thick")
    for lane in terrain.lanes:
        _check_lane(f"{terrain.name}: lane {lane.name}", lane)
    names = [lane.name for lane in terrain.lanes]
    if len(set(names)) < len(names):
        raise Misplaced(f"{terrain.name}: lanes {', '.join(names)}: each name stands once")
    for obstacle in terrain.obstacles:
        _check_obstacle(f"{terrain.name}: obstacle {obstacle.name}", obstacle)
    for n, puddle in enumerate(terrain.puddles, start=1):
        if not 0 < puddle.depth_m <= 1:
            raise Misplaced(f"{terrain.name}: puddle {n} is {puddle.depth_m} m deep: above 0 and up to 1 m is possible")
    return terrain


def _outlines(terrain: Terrain) -> list[tuple[str, Sequence[Point]]]:
    found: list[tuple[str, Sequence[Point]]] = [("area", terrain.area)] if terrain.area else []
    found += [(f"lane {lane.name}", lane.corners) for lane in terrain.lanes]
    found += [(f"prohibited ground {n}", outline) for n, outline in enumerate(terrain.prohibited, start=1)]
    found += [(f"foreign terrain {n}", outline) for n, outline in enumerate(terrain.foreign, start=1)]
    found += [(f"obstacle {o.name}", o.outline) for o in terrain.obstacles if o.outline]
    found += [(f"puddle {n}", puddle.outline) for n, puddle in enumerate(terrain.puddles, start=1)]
    return found


def _check_outline(where: str, outline: Sequence[Point]) -> None:
    import shapely

    for x, y in outline:
        if not (abs(x) <= LARGEST_M and abs(y) <= LARGEST_M):
            raise Misplaced(f"{where}: corner ({x}, {y}): metres from -{LARGEST_M:.0f} to {LARGEST_M:.0f} are possible")
    if len(outline) < 3:
        raise Misplaced(f"{where}: {len(outline)} corners; an outline has three or more")
    why = shapely.is_valid_reason(shapely.Polygon(outline))
    if why != "Valid Geometry":
        raise Misplaced(f"{where}: its outline crosses or touches itself ({why})")


def _check_lane(where: str, lane: Lane) -> None:
    first, second, third, _ = lane.corners
    turn = (second[0] - first[0]) * (third[1] - second[1]) - (second[1] - first[1]) * (third[0] - second[0])
    if not convex(lane.corners) or turn <= 0:
        raise Misplaced(f"{where}: its corners go near right, far right, far left, near left")


def _check_obstacle(where: str, obstacle: Obstacle) -> None:
    if bool(obstacle.outline) == (obstacle.at is not None):
        raise Misplaced(f"{where}: it has either an outline, or a place `at` and a radius_m")
    if obstacle.at is not None and not 0 < obstacle.radius_m <= LARGEST_M:
        raise Misplaced(f"{where}: radius_m {obstacle.radius_m}: a round thing has a radius above 0")
    if not 0 < obstacle.height_m <= LARGEST_M:
        raise Misplaced(f"{where}: height_m {obstacle.height_m}: above 0 is possible")


# --- reading -----------------------------------------------------------------------------------------


def terrain_of(data: Any) -> Terrain:
    """A terrain from plain data as TOML or JSON gives it; `Misplaced` with one line if it is none."""
    terrain: Terrain = converted(data, Terrain, "terrain")
    return terrain


def read_terrain(path: str | Path) -> Terrain:
    """The terrain of a file, `.json` or else TOML; `Misplaced` with one line that begins with the file's name."""
    data = decoded(path)
    try:
        return terrain_of(data)
    except Misplaced as wrong:
        raise Misplaced(f"{path}: {wrong}") from None


OPEN = Terrain(name="open ground")
