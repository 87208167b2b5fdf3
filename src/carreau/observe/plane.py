"""Distances on the ground as seen from above: points, segments and polygons, in metres."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]
Polygon = tuple[Point, ...]


def edges(polygon: Polygon) -> list[tuple[Point, Point]]:
    """The sides of a polygon, the first from its first corner to its second."""
    return list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def to_segment(x: float, y: float, start: Point, end: Point) -> float:
    """How far a point lies from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    u, v = x - start[0], y - start[1]
    length = dx * dx + dy * dy
    t = min(1.0, max(0.0, (u * dx + v * dy) / length)) if length else 0.0
    return math.hypot(u - t * dx, v - t * dy)


def left_of(x: float, y: float, start: Point, end: Point) -> float:
    """How far a point lies to the left of the straight line through two others; below 0: to its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (y - start[1]) - dy * (x - start[0])) / math.hypot(dx, dy)


def contains(x: float, y: float, polygon: Polygon) -> bool:
    """Does the point lie in the polygon? On its edge either answer may come."""
    inside = False
    for (ax, ay), (bx, by) in edges(polygon):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def depth(x: float, y: float, polygon: Polygon) -> float:
    """How deep in the polygon a point lies: its distance from the edge, below 0 outside."""
    distance = min(to_segment(x, y, a, b) for a, b in edges(polygon))
    return distance if contains(x, y, polygon) else -distance


def depths(points: Floats, polygon: Polygon) -> Floats:
    """The same for points [M, 2] at once, [M]."""
    corners = np.asarray(polygon, dtype=np.float64)
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    rel = points[:, None, :] - corners
    length = np.einsum("kj,kj->k", along, along)
    t = np.clip(np.einsum("mkj,kj->mk", rel, along) / length, 0.0, 1.0)
    distance = np.sqrt(((rel - t[..., None] * along) ** 2).sum(axis=-1)).min(axis=1)
    x, y = points[:, :1], points[:, 1:]
    spans = (corners[:, 1] > y) != (ends[:, 1] > y)
    with np.errstate(all="ignore"):
        crossing = along[:, 0] * (y - corners[:, 1]) / along[:, 1] + corners[:, 0]
    inside = (spans & (x < crossing)).sum(axis=1) % 2 == 1
    signed: Floats = np.where(inside, distance, -distance)
    return signed


def turns(polygon: Polygon) -> list[float]:
    """The sine of the turn at each corner, above 0 to the left."""
    sines = []
    for before, (here, after) in zip((polygon[-1], *polygon[:-1]), edges(polygon), strict=True):
        a = (here[0] - before[0], here[1] - before[1])
        b = (after[0] - here[0], after[1] - here[1])
        sines.append((a[0] * b[1] - a[1] * b[0]) / ((math.hypot(*a) * math.hypot(*b)) or 1.0))
    return sines


def convex(polygon: Polygon) -> bool:
    """Does the polygon turn the same way at each of its corners?"""
    sines = turns(polygon)
    return all(s >= -1e-12 for s in sines) or all(s <= 1e-12 for s in sines)


def middle(polygon: Sequence[Point]) -> Point:
    """The mean of the corners."""
    return (sum(p[0] for p in polygon) / len(polygon), sum(p[1] for p in polygon) / len(polygon))
