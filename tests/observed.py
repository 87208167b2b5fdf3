"""What the tests of the observer share: terrains, the same ones turned and mirrored, and games judged from facts."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from hypothesis import settings
from msgspec import structs

from carreau.books import book
from carreau.casebook import told
from carreau.core.facts import By, Moment
from carreau.core.game import Game, begun, play
from carreau.core.ruling import Ruling
from carreau.observe.bodies import Bodies
from carreau.observe.ground import Lane, Obstacle, Puddle, Terrain
from carreau.petanque.notation import setup_of

BOULE = 0.0375
JACK = 0.015
Point = tuple[float, float]
Turn = Callable[[Point], Point]


def steady(examples: int = 100) -> settings:
    """Examples that are the same in every run, however slow the machine is just now."""
    return settings(max_examples=examples, deadline=None, derandomize=True)


def lane(name: str, right: float, left: float, *, near: float = 0.0, far: float = 15.0) -> Lane:
    """A lane along x between two side lines."""
    return Lane(name=name, corners=((near, right), (far, right), (far, left), (near, left)))


def box(x: float, y: float, length: float, width: float) -> tuple[Point, ...]:
    """A rectangle from its near right corner."""
    return ((x, y), (x + length, y), (x + length, y + width), (x, y + width))


LANES = Terrain(
    name="four lanes",
    area=box(-1, -1, 17, 18),
    edge="exterior",
    line_m=0.002,
    lanes=tuple(lane(str(n + 1), 4.0 * n, 4.0 * n + 4.0) for n in range(4)),
)
PARK = Terrain(
    name="park",
    area=box(0, 0, 20, 10),
    prohibited=(box(8, 7, 2, 2),),
    obstacles=(
        Obstacle(name="tree", at=(5.0, 2.0), radius_m=0.3, height_m=8.0),
        Obstacle(name="bench", outline=box(12, 0.5, 1.8, 0.5), height_m=0.45),
    ),
    puddles=(Puddle(outline=box(14, 5, 1, 1), depth_m=0.03),),
)


def turned(angle: float, along: float, left: float, *, mirrored: bool = False) -> Turn:
    """A motion of the plane: turned, shifted, and if wanted mirrored first."""
    c, s = math.cos(angle), math.sin(angle)
    flip = -1.0 if mirrored else 1.0
    return lambda p: (c * p[0] - s * flip * p[1] + along, s * p[0] + c * flip * p[1] + left)


def moved_terrain(terrain: Terrain, turn: Turn, *, mirrored: bool = False) -> Terrain:
    """The same terrain elsewhere; mirrored, right is left."""

    def outline(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(turn(p) for p in points)

    def corners(old: Lane) -> tuple[Point, ...]:
        a, b, c, d = (turn(p) for p in old.corners)
        return (d, c, b, a) if mirrored else (a, b, c, d)

    return structs.replace(
        terrain,
        area=outline(terrain.area),
        prohibited=tuple(outline(p) for p in terrain.prohibited),
        lanes=tuple(structs.replace(old, corners=corners(old)) for old in terrain.lanes),
        obstacles=tuple(
            structs.replace(o, outline=outline(o.outline), at=None if o.at is None else turn(o.at))
            for o in terrain.obstacles
        ),
        puddles=tuple(structs.replace(p, outline=outline(p.outline)) for p in terrain.puddles),
    )


def bodies(**places: Point) -> Bodies:
    """Jack and boules by name; `A1` is written for `A.1`."""
    names = [name if name == "jack" else f"{name[0]}.{name[1:]}" for name in places]
    radii = [JACK if name == "jack" else BOULE for name in names]
    return Bodies(names, list(places.values()), radii)


PATH = np.dtype([("time_s", "f8"), ("body", "i2"), ("x_m", "f8"), ("y_m", "f8"), ("z_m", "f8")])


def path(body: int, *points: tuple[float, float, float]) -> Any:
    """The path of a body through (time, x, y), as the physics gives it."""
    return np.array([(t, body, x, y, BOULE) for t, x, y in points], dtype=PATH)


def paths(*each: Any) -> Any:
    """Several paths as one, in order of time."""
    joined = np.concatenate(each)
    return joined[np.argsort(joined["time_s"], kind="stable")]


# --- games -------------------------------------------------------------------------------------------


def game(book_id: str, text: str = "", **setup: Any) -> Game:
    """A game of pétanque after some facts in short notation."""
    edition = book(book_id)
    return told(begun(edition, setup_of(edition.id, setup)), text)[0]


def ruled(before: Game, fact: Any, by: By = "simulator") -> tuple[Game, tuple[Ruling, ...]]:
    """The game with a fact that was observed, and the rulings on it; a refusal is an error."""
    after = play(before, fact, moment=Moment(by=by, source="simulator"))
    return after, after.rulings


def keys(rulings: Iterable[Ruling]) -> list[str]:
    """What was ruled, by key."""
    return [ruling.key for ruling in rulings]
