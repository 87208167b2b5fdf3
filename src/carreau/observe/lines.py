"""Lines as seen from above: what still projects over which of them, and what has once been wholly beyond."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carreau.observe.ground import Lane, Line, Terrain
from carreau.observe.plane import Floats, depth, depths, left_of
from carreau.observe.tape import NOISE_M
from carreau.petanque.facts import LineKind

STEP_M = 0.02  # a path is looked at as often as this, because it may cross the corner of a prohibited island


@dataclass(frozen=True, slots=True)
class Lies:
    """How a body lies to the lines: the one that matters, what projects over its outer edge, side lines left behind.

    `string_m`: how thick the line is, if it is a string.
    """

    line: LineKind | None = None
    overlap_m: float = 0.0
    string_m: float = 0.0
    lanes_crossed: int = 0

    @property
    def beyond(self) -> bool:
        """Is it wholly beyond the line?"""
        return self.line is not None and self.overlap_m < -NOISE_M


def lies(terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float) -> Lies:
    """How a body of that radius lies at a place.

    Of the lines that it touches or has passed, the one counts of which the least of it is left; of two that are the same
    line, the edge of the area. A side line wholly crossed is counted, and the next one to it may be the line.
    """
    crossed, beside = _crossed(terrain, lane, x, y, radius)
    touched = [over for over in (*_overlaps(terrain, lane, x, y, radius), *beside) if over[1] < 2 * radius - NOISE_M]
    if not touched:
        return Lies(lanes_crossed=crossed)
    least = touched[0]
    for other in touched[1:]:
        least = other if other[1] < least[1] - NOISE_M else least
    return Lies(*least, crossed)


Overlap = tuple[LineKind, float, float]  # the line, what projects over its outer edge, how thick it is


def _overlaps(terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float) -> Iterator[Overlap]:
    string = terrain.line_m
    if terrain.area:
        yield terrain.edge, depth(x, y, terrain.area) + radius + string / 2, string
    for island in terrain.prohibited:
        yield "boundary", radius - depth(x, y, island), 0.0
    for end in lane.ends if lane else ():
        yield "lane_end", left_of(x, y, *end) + radius + string / 2, string


def _crossed(terrain: Terrain, lane: Lane | None, x: float, y: float, radius: float) -> tuple[int, list[Overlap]]:
    """How many side lines lie wholly behind it, and what projects over the next one on either side."""
    crossed = 0
    beside: list[Overlap] = []
    for lines in terrain.side_lines(lane) if lane else ():
        for line in lines:
            over = left_of(x, y, *line) + radius + terrain.line_m / 2
            if over >= -NOISE_M:
                beside.append(("lane_side", over, terrain.line_m))
                break
            crossed += 1
    return crossed, beside


# --- passages ------------------------------------------------------------------------------------------


def still_out(terrain: Terrain, how: Lies) -> bool:
    """Does a body that lies so lie wholly beyond a line that kills?"""
    beside = 0 if "lane_side" in terrain.dead_lines else terrain.lanes_beside
    return how.beyond or (beside is not None and how.lanes_crossed > beside)


def out_since(terrain: Terrain, lane: Lane | None, times: Floats, points: Floats, radius: float) -> float | None:
    """When a body on this path [M], [M, 2] was first wholly beyond a line that kills, in seconds; None if never.

    The path counts as seen from above, at whatever height, and from where the body is first not beyond.
    """
    if len(points) == 0 or stays(terrain, lane, points, radius):
        return None
    when, where = _finely(times, points)
    least = np.full(len(where), np.inf)
    for over in _along(terrain, lane, where, radius):
        least = np.minimum(least, over)
    beyond = least < -NOISE_M
    if beyond.all():
        return None
    first_inside = int(np.argmin(beyond))
    later = beyond[first_inside:]
    return float(when[first_inside + int(np.argmax(later))]) if later.any() else None


def stays(terrain: Terrain, lane: Lane | None, points: Floats, radius: float) -> bool:
    """Is it plain at a glance that a path [M, 2] passes no line: from the rectangle around it?

    What is not wholly beyond a straight line, or a convex area, is so for all places between four that are not.
    """
    if not terrain.convex:
        return False
    (low_x, low_y), (high_x, high_y) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    for island in terrain.prohibited:
        xs, ys = [p[0] for p in island], [p[1] for p in island]
        if low_x < max(xs) and high_x > min(xs) and low_y < max(ys) and high_y > min(ys):
            return False
    corners = ((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y))
    outer = radius + terrain.line_m / 2
    if terrain.area and not all(depth(*corner, terrain.area) >= -outer for corner in corners):
        return False
    lines = [*lane.ends, *lane.sides] if lane else []
    return all(left_of(*corner, *line) >= -outer for line in lines for corner in corners)


def _finely(times: Floats, points: Floats) -> tuple[Floats, Floats]:
    """The path with points no further apart than a small step."""
    if len(points) < 2:
        return times, points
    lengths = np.hypot(*np.diff(points, axis=0).T)
    parts: NDArray[np.int64] = np.maximum(1, np.ceil(lengths / STEP_M)).astype(np.int64)
    if parts.max() == 1:
        return times, points
    ends = np.concatenate(([0], np.cumsum(parts)))
    at = np.arange(ends[-1] + 1, dtype=np.float64)
    return np.interp(at, ends, times), np.column_stack([np.interp(at, ends, points[:, i]) for i in (0, 1)])


def _along(terrain: Terrain, lane: Lane | None, points: Floats, radius: float) -> Iterator[Floats]:
    outer = radius + terrain.line_m / 2
    if terrain.area and terrain.edge in terrain.dead_lines:
        yield depths(points, terrain.area) + outer
    for island in terrain.prohibited:
        yield radius - depths(points, island)
    if lane is None:
        return
    if "lane_end" in terrain.dead_lines:
        yield from (_over(points, end) + outer for end in lane.ends)
    beside = 0 if "lane_side" in terrain.dead_lines else terrain.lanes_beside
    if beside is not None:
        yield from (_over(points, lines[beside]) + outer for lines in terrain.side_lines(lane) if len(lines) > beside)


def _over(points: Floats, line: Line) -> Floats:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    return np.asarray((dx * (points[:, 1] - ay) - dy * (points[:, 0] - ax)) / np.hypot(dx, dy))
