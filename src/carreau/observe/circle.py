"""The circle laid on the ground: its clearances, how far behind the jack's last place, and which throws it allows."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from carreau.core.facts import Side
from carreau.observe.bodies import finite_places, numbers
from carreau.observe.clearances import boundary_gap_m, circle_obstacle_gap_m
from carreau.observe.ground import OPEN, Lane, Obstacle, Terrain
from carreau.observe.sight import ARCS, Circle
from carreau.observe.tape import NOISE_M, gap_mm, nearest_mm
from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import CirclePlaced

JACK_M = 0.015


@dataclass(frozen=True, slots=True)
class Demands:
    """What the book of the game asks of a thrown jack, in metres: its range, and its gaps."""

    near_m: float
    far_m: float
    obstacle_m: float = 0.0
    boundary_m: float = 0.0
    end_line_m: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.near_m < self.far_m < math.inf:
            raise Misplaced(
                f"ranges from {self.near_m} to {self.far_m} m: the shortest is at least 0 and below the longest"
            )
        if min(self.obstacle_m, self.boundary_m, self.end_line_m) < 0:
            raise Misplaced("gaps asked of a jack: none is below 0")


@dataclass(frozen=True, slots=True)
class Reach:
    """The ranges at which a jack can lie validly somewhere, as spans from shortest to longest, in metres."""

    spans_m: tuple[tuple[float, float], ...]

    @property
    def longest_m(self) -> float:
        """The longest valid throw; 0 if there is none."""
        return max((span[1] for span in self.spans_m), default=0.0)

    def misses(self, near_m: float, far_m: float) -> bool:
        """Is some range between these two impossible?"""
        reached = near_m
        for start, end in sorted(self.spans_m):
            if start > reached + NOISE_M:
                break
            reached = max(reached, end)
        return reached < far_m - NOISE_M


def circle_placed(
    side: Side | None,
    circle: Circle,
    *,
    terrain: Terrain = OPEN,
    lane: str | None = None,
    others: Iterable[Circle] = (),
    spot_m: ArrayLike | None = None,
    demands: Demands | None = None,
    timed: bool = False,
    kind: Literal["drawn", "rigid", "folding"] | None = None,
    marked: bool | None = None,
    player: str | None = None,
) -> CirclePlaced:
    """The circle has been laid: its gaps to obstacles, to prohibited ground and to `others` in use.

    `spot_m`: x and y of the place around which this end should start, where the jack of the last one lay; the fact then
    says whether the circle stands around it, or how far behind. With `demands` it also says which throws that place
    allows: the longest one in any direction, whether the book's longest is among them, whether some range is missing.
    """
    own = terrain.lane(lane)
    x, y, outer = circle.x_m, circle.y_m, circle.radius_m + circle.rim_m
    apart = [math.dist((x, y), (o.x_m, o.y_m)) - outer - o.radius_m - o.rim_m for o in others]
    gaps = {
        "obstacle_gap_mm": circle_obstacle_gap_m(terrain, x, y, outer),
        "boundary_gap_mm": boundary_gap_m(terrain, own, x, y, outer, timed=timed),
        "other_gap_mm": max(0.0, min(apart)) if apart else None,
    }
    told: dict[str, int | bool | None] = {name: None if g is None else gap_mm(g) for name, g in gaps.items()}
    if spot_m is not None:
        told.update(_from_spot(circle, spot_m, terrain, own, demands, timed=timed))
    return CirclePlaced(
        side=side,
        player=player,
        circle=kind,
        diameter_mm=nearest_mm(2 * circle.radius_m),
        marked=marked,
        **told,  # type: ignore[arg-type]
    )


def _from_spot(
    circle: Circle, spot_m: ArrayLike, terrain: Terrain, lane: Lane | None, demands: Demands | None, *, timed: bool
) -> dict[str, int | bool | None]:
    x, y = finite_places(numbers(spot_m, "spot")[None, :2], "spot")[0].tolist()
    away = math.dist((x, y), (circle.x_m, circle.y_m))
    at_jack = away <= circle.radius_m
    gap = circle_obstacle_gap_m(terrain, x, y, circle.radius_m + circle.rim_m)
    told: dict[str, int | bool | None] = {
        "at_jack": at_jack,
        "spot_gap_mm": None if gap is None else gap_mm(gap),
        "moved_back_mm": None if at_jack else nearest_mm(away),
    }
    if demands is not None:
        there = Circle(x, y, circle.radius_m, circle.rim_m)
        anywhere = reach(terrain, lane, there, demands, timed=timed)
        ahead = (
            anywhere if at_jack else reach(terrain, lane, there, demands, (x - circle.x_m, y - circle.y_m), timed=timed)
        )
        told["longest_mm"] = nearest_mm(ahead.longest_m)
        told["elsewhere_possible"] = anywhere.longest_m >= demands.far_m - NOISE_M
        told["distance_missing"] = anywhere.misses(demands.near_m, demands.far_m)
    return told


def reach(
    terrain: Terrain,
    lane: Lane | None,
    circle: Circle,
    demands: Demands,
    toward: tuple[float, float] | None = None,
    *,
    timed: bool = False,
    radius_m: float = JACK_M,
) -> Reach:
    """The ranges at which a jack thrown from the circle can lie validly, in any direction or `toward` one (x, y).

    The valid ground is the area and the own lane, made narrower by the gaps that the book asks for, without the ground too
    near to obstacles; every connected piece of it holds all ranges from its nearest to its farthest point. Sight is not
    looked at.
    """
    import shapely

    middle = shapely.Point(circle.x_m, circle.y_m)
    edge = circle.radius_m + radius_m
    ground = _valid(
        terrain, lane, middle.buffer(demands.far_m + edge, quad_segs=16 * ARCS), demands, radius_m, timed=timed
    )
    if toward is not None:
        way = np.asarray(toward) * ((demands.far_m + edge) / math.hypot(*toward))
        ground &= shapely.LineString([(circle.x_m, circle.y_m), (circle.x_m + way[0], circle.y_m + way[1])])
    spans = []
    for piece in shapely.get_parts(ground):
        if not piece.is_empty:
            corners = shapely.get_coordinates(piece)
            farthest = float(np.hypot(*(corners - (circle.x_m, circle.y_m)).T).max())
            spans.append((max(0.0, float(piece.distance(middle)) - edge), min(farthest - edge, demands.far_m)))
    return Reach(tuple(sorted(spans)))


def _valid(terrain: Terrain, lane: Lane | None, ground: Any, demands: Demands, radius_m: float, *, timed: bool) -> Any:
    """What of this ground is valid for the middle of a jack."""
    import shapely

    inset = radius_m - terrain.line_m / 2
    if terrain.area:
        ground &= shapely.Polygon(terrain.area).buffer(-(demands.boundary_m + inset), join_style="mitre")
    if lane is not None:
        ground &= _lane_ground(lane, demands.end_line_m + inset)
        if timed:
            ground &= shapely.Polygon(lane.corners).buffer(-(demands.boundary_m + inset), join_style="mitre")
    for island in terrain.prohibited:
        ground -= shapely.Polygon(island).buffer(demands.boundary_m + radius_m, quad_segs=ARCS)
    for obstacle in terrain.obstacles:
        if obstacle.counts:
            ground -= _outline(obstacle).buffer(demands.obstacle_m + radius_m, quad_segs=ARCS)
    return ground


def _outline(obstacle: Obstacle) -> Any:
    import shapely

    if obstacle.at is not None:
        return shapely.Point(obstacle.at).buffer(obstacle.radius_m, quad_segs=ARCS)
    return shapely.Polygon(obstacle.outline)


def _lane_ground(lane: Lane, from_ends_m: float) -> Any:
    """The lane without the ground near its end lines: its corners moved along the side lines."""
    import shapely

    near_right, far_right, far_left, near_left = (np.asarray(corner) for corner in lane.corners)
    right, left = far_right - near_right, far_left - near_left
    a, b = from_ends_m * right / np.hypot(*right), from_ends_m * left / np.hypot(*left)
    if 2 * from_ends_m >= min(np.hypot(*right), np.hypot(*left)):
        return shapely.Polygon()
    return shapely.Polygon([near_right + a, far_right - a, far_left - b, near_left + b])
