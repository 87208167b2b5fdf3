"""Boards round the terrain and obstacles in it, as walls, posts and tops that a body bounces off.

A string has no effect on a body: it is a line for whoever looks where a boule lies. A body whose centre is above the top
of a board or an obstacle passes over it; it may come down on top of an obstacle and lie there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from carreau.physics.terrain.columns import POST_WIDTH, RADIUS, TOP_WIDTH, WALL_WIDTH, Floats, Ints
from carreau.physics.terrain.contacts import BOARD, OBSTACLE
from carreau.physics.wrong import Unphysical

Place = tuple[float, float]
TALL_M = 100.0
MOST_SIDES = 10_000


@dataclass(frozen=True, slots=True)
class Board:
    """A board along the straight line between two places (m), as high as `height_m`; it can be met on both sides."""

    start_m: Place
    end_m: Place
    height_m: float = 0.25


@dataclass(frozen=True, slots=True)
class Disc:
    """A round obstacle, a tree or a stone: centre, radius and height (m)."""

    centre_m: Place
    radius_m: float
    height_m: float = TALL_M


@dataclass(frozen=True, slots=True)
class Block:
    """An obstacle with straight sides: its corners in order round it (m), and its height (m)."""

    corners_m: tuple[Place, ...]
    height_m: float = TALL_M


Obstacle = Disc | Block


@dataclass(slots=True)
class _Lists:
    walls: list[tuple[float, ...]] = field(default_factory=list)
    wall_of: list[tuple[int, int]] = field(default_factory=list)
    posts: list[tuple[float, ...]] = field(default_factory=list)
    post_of: list[tuple[int, int]] = field(default_factory=list)
    tops: list[tuple[float, ...]] = field(default_factory=list)
    top_of: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add_side(self, start: Place, end: Place, height: float, owner: tuple[int, int]) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        if not length > 0.0:
            raise Unphysical(f"a side from {start} to {end} has no length")
        self.walls.append((start[0], start[1], dx / length, dy / length, length, height))
        self.wall_of.append(owner)

    def add_post(self, centre: Place, radius: float, height: float, owner: tuple[int, int]) -> None:
        self.posts.append((centre[0], centre[1], radius, height))
        self.post_of.append(owner)

    def add_board(self, index: int, board: Board) -> None:
        owner = (BOARD, index)
        self.add_side(board.start_m, board.end_m, board.height_m, owner)
        self.add_post(board.start_m, 0.0, board.height_m, owner)
        self.add_post(board.end_m, 0.0, board.height_m, owner)

    def add_disc(self, index: int, disc: Disc) -> None:
        owner = (OBSTACLE, index)
        self.add_post(disc.centre_m, disc.radius_m, disc.height_m, owner)
        self.tops.append((disc.height_m, *disc.centre_m, disc.radius_m))
        self.top_of.append((*owner, 0, 0))

    def add_block(self, index: int, block: Block) -> None:
        owner, first = (OBSTACLE, index), len(self.walls)
        for start, end in zip(block.corners_m, (*block.corners_m[1:], block.corners_m[0]), strict=True):
            self.add_side(start, end, block.height_m, owner)
            self.add_post(start, 0.0, block.height_m, owner)
        self.tops.append((block.height_m, 0.0, 0.0, 0.0))
        self.top_of.append((*owner, first, len(self.walls)))


@dataclass(frozen=True, slots=True)
class Barriers:
    """Walls [W, WALL_WIDTH], posts [P, POST_WIDTH] and tops [T, TOP_WIDTH], and whose they are (kind of contact, index)."""

    walls: Floats
    wall_of: Ints
    posts: Floats
    post_of: Ints
    tops: Floats
    top_of: Ints


def barriers_of(boards: Sequence[Board], obstacles: Sequence[Obstacle]) -> Barriers:
    """The arrays of the kernels; Unphysical names a board or an obstacle that can't be."""
    lists = _Lists()
    for index, board in enumerate(boards):
        check_numbers(f"board {index}", (*board.start_m, *board.end_m), board.height_m)
        lists.add_board(index, board)
    for index, obstacle in enumerate(obstacles):
        if isinstance(obstacle, Disc):
            check_numbers(f"obstacle {index}", (*obstacle.centre_m, obstacle.radius_m), obstacle.height_m)
            if obstacle.radius_m < 0.0:
                raise Unphysical(f"obstacle {index} has the radius {obstacle.radius_m} m: possible are 0 and more")
            lists.add_disc(index, obstacle)
        else:
            numbers = tuple(number for corner in obstacle.corners_m for number in corner)
            check_numbers(f"obstacle {index}", numbers, obstacle.height_m)
            if len(obstacle.corners_m) < 3:
                raise Unphysical(f"obstacle {index} has {len(obstacle.corners_m)} corners: possible are 3 and more")
            lists.add_block(index, obstacle)
    if len(lists.walls) + len(lists.posts) > MOST_SIDES:
        raise Unphysical(f"{len(lists.walls)} sides and {len(lists.posts)} posts: possible are {MOST_SIDES} together")
    return Barriers(
        _floats(lists.walls, WALL_WIDTH),
        _ints(lists.wall_of, 2),
        _floats(lists.posts, POST_WIDTH),
        _ints(lists.post_of, 2),
        _floats(lists.tops, TOP_WIDTH),
        _ints(lists.top_of, 4),
    )


def check_numbers(what: str, numbers: tuple[float, ...], height: float) -> None:
    """Unphysical if a place is no number or a height is not above the ground."""
    for number in numbers:
        if not math.isfinite(number):
            raise Unphysical(f"{what} has {number} among its places")
    if not 0.0 < height <= TALL_M:
        raise Unphysical(f"{what} is {height} m high: possible are above 0 and up to {TALL_M:g}")


def check_clear(barriers: Barriers, centres: Floats, make: Floats, slack: float) -> None:
    """Unphysical if a body (centres [N, 3]) stands in a board or an obstacle, by more than `slack` (m)."""
    for index, centre in enumerate(centres):
        radius = float(make[index, RADIUS])
        for (x, y, dx, dy, length, height), (kind, number) in zip(barriers.walls, barriers.wall_of, strict=True):
            along = min(max((centre[0] - x) * dx + (centre[1] - y) * dy, 0.0), length)
            away = math.hypot(centre[0] - x - along * dx, centre[1] - y - along * dy)
            if away < radius - slack and centre[2] < height:
                raise Unphysical(f"body {index} stands in {_name(kind)} {number}")
        for (x, y, size, height), (kind, number) in zip(barriers.posts, barriers.post_of, strict=True):
            if math.hypot(centre[0] - x, centre[1] - y) < radius + size - slack and centre[2] < height:
                raise Unphysical(f"body {index} stands in {_name(kind)} {number}")


def _name(kind: int) -> str:
    return "board" if kind == BOARD else "obstacle"


def _floats(rows: list[tuple[float, ...]], width: int) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)


def _ints(rows: Sequence[tuple[int, ...]], width: int) -> Ints:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)
