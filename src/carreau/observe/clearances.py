"""How clear a jack or a circle lies of obstacles, of prohibited ground and of the lines of its lane."""

from typing import Literal

from carreau.observe.ground import Lane, Terrain
from carreau.observe.plane import depth, left_of
from carreau.observe.tape import NOISE_M


def obstacle_gap_m(terrain: Terrain, x: float, y: float, radius: float) -> float | None:
    """From the surface of a jack that lies there to the nearest obstacle, in metres; None without obstacles."""
    return min((o.gap_from_ball_m(x, y, radius) for o in terrain.obstacles if o.counts), default=None)


def circle_obstacle_gap_m(terrain: Terrain, x: float, y: float, outer_radius: float) -> float | None:
    """From the outer edge of a circle to the nearest obstacle, seen from above; None without obstacles."""
    return min((max(0.0, o.gap_m(x, y) - outer_radius) for o in terrain.obstacles if o.counts), default=None)


def boundary_gap_m(
    terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float, *, timed: bool = False
) -> float | None:
    """From a body to where prohibited ground begins, seen from above; None on open ground; 0 if it reaches over it.

    Prohibited ground begins at the outer edge of a string. In a timed game it begins at the lines of the own lane.
    """
    gaps = [depth(x, y, terrain.area) + terrain.line_m / 2] if terrain.area else []
    gaps += [-depth(x, y, island) for island in terrain.prohibited]
    if timed and lane is not None:
        gaps += [left_of(x, y, *line) + terrain.line_m / 2 for line in (*lane.sides, *lane.ends)]
    return max(0.0, min(gaps) - radius) if gaps else None


def end_line_gap_m(terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float) -> float | None:
    """From a body to the outer edge of the nearer end line of its lane; None without lanes."""
    if lane is None:
        return None
    return max(0.0, min(left_of(x, y, *end) for end in lane.ends) + terrain.line_m / 2 - radius)


def on_lane(
    terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float
) -> Literal["inside", "across", "off"] | None:
    """Does it lie inside its lane, across one of its lines, or wholly beyond one? None without lanes."""
    if lane is None:
        return None
    deep = min(left_of(x, y, *line) for line in (*lane.sides, *lane.ends)) + terrain.line_m / 2
    if deep + radius < -NOISE_M:
        return "off"
    return "inside" if deep - radius >= -NOISE_M else "across"
