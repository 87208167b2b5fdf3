"""What can be seen from the circle, and what lies between it and the jack."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.observe.ground import Obstacle, Terrain
from carreau.observe.plane import Floats, contains, depths, edges, middle, to_segment
from carreau.observe.tape import NOISE_M
from carreau.observe.wrong import Misplaced

EYE_HEIGHT_M = 1.6  # ours: no book says how tall the player is; a person of about 1.7 m
EYES = 24  # places of the eye over the circle's inner edge
OUTLINE = 32  # points on the outline of the jack as it is seen
ARCS = 64  # segments of a quarter of a circle; the circle is then right to 0.1 mm


@dataclass(frozen=True, slots=True)
class Circle:
    """The throwing circle: its middle, its inner radius and how thick its rim is, in metres.

    Ranges begin at the inner edge, gaps to obstacles and other circles at the outer one.
    """

    x_m: float = 0.0
    y_m: float = 0.0
    radius_m: float = 0.25
    rim_m: float = 0.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.x_m) and math.isfinite(self.y_m)):
            raise Misplaced(f"circle at ({self.x_m}, {self.y_m}): its middle is two numbers in metres")
        if not 0.05 <= self.radius_m <= 1 or not 0 <= self.rim_m <= 0.1:
            raise Misplaced(f"circle with radius {self.radius_m} m and rim {self.rim_m} m: 0.05 to 1 and 0 to 0.1 m")

    def range_m(self, x: float, y: float, radius: float) -> float:
        """From the inner edge to the nearest point of a body, in metres; 0 in the circle."""
        return max(0.0, math.dist((x, y), (self.x_m, self.y_m)) - self.radius_m - radius)


# --- sight ---------------------------------------------------------------------------------------------


def seen(
    terrain: Terrain, circle: Circle, x: float, y: float, radius: float, eye_m: float = EYE_HEIGHT_M
) -> tuple[bool | None, bool]:
    """Is a jack of that radius visible from the circle: `visible`, and `partly_visible` where only an umpire can say.

    Visible: all of it is seen by a player who stands upright with the feet at the circle's extremes, the eye over its
    middle. Not visible: nothing of it is seen from any place over the circle. Anything else, a part of it or from a part
    of the circle, is for the umpire. Obstacles that hide count, with their height; boules do not. The eye is taken at
    `EYES` places over the inner edge, the jack as `OUTLINE` points of its outline and its middle.
    """
    if eye_m <= 2 * radius:
        raise Misplaced(f"eye at {eye_m} m: it stands higher than the jack, {2 * radius} m")
    hiding = [o for o in terrain.obstacles if o.hides and _may_hide(o, circle, x, y, radius)]
    if not hiding:
        return True, False
    eyes = _eyes(circle, eye_m)
    points = _outline(circle, x, y, radius)
    hidden = np.zeros((len(eyes), len(points)), dtype=np.bool_)
    for obstacle in hiding:
        hidden |= _hides(obstacle, eyes, points)
    if not hidden[0].any():
        return True, False
    return (False, False) if hidden.all() else (None, True)


def _may_hide(obstacle: Obstacle, circle: Circle, x: float, y: float, radius: float) -> bool:
    place = obstacle.at or middle(obstacle.outline)
    reach = obstacle.radius_m if obstacle.at else max(math.dist(place, corner) for corner in obstacle.outline)
    widest = max(circle.radius_m, radius)
    return to_segment(*place, (circle.x_m, circle.y_m), (x, y)) <= reach + widest


def _eyes(circle: Circle, height: float) -> Floats:
    """The places of the eye [EYES + 1, 3], the first one over the middle."""
    angles = np.arange(EYES) * (2 * np.pi / EYES)
    over = np.column_stack((np.cos(angles), np.sin(angles))) * circle.radius_m
    places = np.vstack(([0.0, 0.0], over)) + np.array((circle.x_m, circle.y_m))
    return np.column_stack((places, np.full(len(places), height)))


def _outline(circle: Circle, x: float, y: float, radius: float) -> Floats:
    """Points of the jack [OUTLINE + 1, 3] on the disc that faces the circle, the first one in its middle."""
    away = math.atan2(y - circle.y_m, x - circle.x_m)
    angles = np.arange(OUTLINE) * (2 * np.pi / OUTLINE)
    across, up = np.cos(angles) * radius, np.sin(angles) * radius
    rim = np.column_stack((x - math.sin(away) * across, y + math.cos(away) * across, radius + up))
    return np.vstack(([x, y, radius], rim))


def _hides(obstacle: Obstacle, eyes: Floats, points: Floats) -> NDArray[np.bool_]:
    """Which points [P] are hidden from which eyes [E], as [E, P]: the line of sight passes the obstacle below its top.

    The line falls from the eye to the jack, so it is lowest over the obstacle where it leaves it.
    """
    start, end = eyes[:, None, :], points[None, :, :]
    leaves = _leaves(obstacle, start, end)
    height = start[..., 2] + np.where(np.isnan(leaves), 0.0, leaves) * (end[..., 2] - start[..., 2])
    return ~np.isnan(leaves) & (height < obstacle.height_m)


def _leaves(obstacle: Obstacle, start: Floats, end: Floats) -> Floats:
    """Where along the lines, from 0 at the eye to 1 at the point, they last are over the obstacle; NaN: never."""
    way = end[..., :2] - start[..., :2]
    if obstacle.at is not None:
        return _leaves_round(start[..., :2] - np.asarray(obstacle.at), way, obstacle.radius_m)
    last: Floats = np.full(way.shape[:2], np.nan)
    inside = depths(end[..., :2].reshape(-1, 2), obstacle.outline) > 0
    last[:, inside] = 1.0
    for a, b in edges(obstacle.outline):
        side = np.asarray(b) - np.asarray(a)
        from_a = start[..., :2] - np.asarray(a)
        with np.errstate(all="ignore"):  # lines side by side do not meet
            turn = way[..., 0] * side[1] - way[..., 1] * side[0]
            along = -(from_a[..., 0] * side[1] - from_a[..., 1] * side[0]) / turn
            where = -(from_a[..., 0] * way[..., 1] - from_a[..., 1] * way[..., 0]) / turn
        meets = (turn != 0) & (along >= 0) & (along <= 1) & (where >= 0) & (where <= 1)
        last = np.fmax(last, np.where(meets, along, np.nan))
    return last


def _leaves_round(start: Floats, way: Floats, radius: float) -> Floats:
    a = (way**2).sum(axis=-1)
    half_b = (start * way).sum(axis=-1)
    root = half_b**2 - a * ((start**2).sum(axis=-1) - radius**2)
    far = (-half_b + np.sqrt(np.maximum(root, 0.0))) / a
    near = (-half_b - np.sqrt(np.maximum(root, 0.0))) / a
    meets = (root > 0) & (far > 0) & (near < 1)
    return np.where(meets, np.minimum(far, 1.0), np.nan)


# --- ground between ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Between:
    """What lies between circle and jack: prohibited ground seen from all of the circle or a part of it, a puddle."""

    ground: bool = False
    part: bool = False
    puddle: bool = False


def between(terrain: Terrain, circle: Circle, x: float, y: float, radius: float) -> Between:
    """What lies between the circle and a jack of that radius, along all straight lines from one to the other's middle.

    Where the jack lies across the edge of prohibited ground, that ground begins for it a radius further on: what it lies
    on is not between. Of a jack wholly on prohibited ground nothing is said.
    """
    if not terrain.puddles and not terrain.prohibited and _within(terrain, circle, x, y):
        return Between()
    import shapely

    jack, round_ = shapely.Point(x, y), shapely.Point(circle.x_m, circle.y_m).buffer(circle.radius_m, quad_segs=ARCS)
    if round_.intersects(jack):
        return Between()
    region = shapely.union(jack, round_).convex_hull.difference(round_)
    forbidden = _forbidden(terrain, jack, radius, region)
    if forbidden is None:
        return Between()
    hidden = _shaded(shapely.union_all(forbidden), round_, x, y)
    puddle = any(region.intersection(shapely.Polygon(p.outline)).area > 0 for p in terrain.puddles)
    whole = hidden >= 1 - 1e-6
    return Between(ground=whole, part=hidden > 0 and not whole, puddle=puddle)


def _forbidden(terrain: Terrain, jack: Any, radius: float, region: Any) -> list[Any] | None:
    """The pieces of prohibited ground in a region, cut back at an edge that the jack lies across; None if it lies on it."""
    import shapely

    found = []
    for island in map(shapely.Polygon, terrain.prohibited):
        across = island.exterior.distance(jack) <= radius
        if island.contains(jack) and not across:
            return None
        found.append(region.intersection(island.buffer(-radius - NOISE_M) if across else island))
    if terrain.area:
        area, reach = shapely.Polygon(terrain.area), radius + terrain.line_m / 2
        across = area.exterior.distance(jack) <= reach
        if not area.contains(jack) and not across:
            return None
        found.append(region.difference(area.buffer(reach + NOISE_M, quad_segs=ARCS) if across else area))
    return found


def _within(terrain: Terrain, circle: Circle, x: float, y: float) -> bool:
    """Can no straight line leave the area on its way, because area is convex and both ends lie in it?"""
    if not terrain.area:
        return True
    return terrain.convex and contains(x, y, terrain.area) and contains(circle.x_m, circle.y_m, terrain.area)


def _shaded(ground: Any, circle: Any, x: float, y: float) -> float:
    """Which part of the circle's breadth, 0 to 1, is cut off by ground between, as seen from the jack."""
    import shapely

    ahead = math.atan2(circle.centroid.y - y, circle.centroid.x - x)
    half = float(_bearings(circle, ahead, x, y).max())
    spans = []
    for piece in shapely.get_parts(ground):
        if piece.geom_type != "Polygon" or piece.area < 1e-12:
            continue
        bearings = _bearings(piece, ahead, x, y)
        spans.append((max(-half, float(bearings.min())), min(half, float(bearings.max()))))
    return _covered(spans) / (2 * half)


def _bearings(piece: Any, ahead: float, x: float, y: float) -> Floats:
    """The directions of the corners of a piece of ground from a place, against the direction `ahead`."""
    corners = np.asarray(piece.exterior.coords) - (x, y)
    corners = corners[np.hypot(*corners.T) > NOISE_M]
    bearings: Floats = (np.arctan2(corners[:, 1], corners[:, 0]) - ahead + np.pi) % (2 * np.pi) - np.pi
    return bearings


def _covered(spans: list[tuple[float, float]]) -> float:
    """How much of a line these spans cover, overlaps once."""
    total, reached = 0.0, -math.inf
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
