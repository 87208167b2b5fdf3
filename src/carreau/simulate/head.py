"""The ground of an end as the physics and the observer share it: circle, jack, boules by name, and what a throw does."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from carreau.observe.bodies import JACK, Bodies
from carreau.observe.ground import Terrain
from carreau.observe.head import gaps_m
from carreau.observe.sight import Circle
from carreau.physics.terrain import BODY, Boule, Jack, Surface, Throw, Thrown, simulate_throw

Point = tuple[float, float]
Place = tuple[float, ...]  # x and y, and the height where it does not lie on the ground but on another body
Floats = NDArray[np.float64]

LENGTH_M, WIDTH_M = 17.0, 6.0  # a lane of 15 by 4 m with the line that kills a metre outside it
LANE = Terrain(
    name="a terrain of 17 by 6 m",
    area=((0.0, -WIDTH_M / 2), (LENGTH_M, -WIDTH_M / 2), (LENGTH_M, WIDTH_M / 2), (0.0, WIDTH_M / 2)),
    edge="exterior",
)
START = Circle(radius_m=0.25)
JACK_OF_WOOD = Jack()
MOST_EVENTS = 1_000_000  # a boule that rolls along upon the jack makes tens of thousands
USUAL_BOULE = Boule()  # 74 mm, 700 g, half soft


@dataclass(frozen=True, slots=True)
class Head:
    """What lies where, in the frame of the terrain (metres): the circle, the jack, boules such as `A.3` by name.

    `towards`: the direction in which the end is played, in radians from x to y.
    """

    circle: Circle = START
    towards: float = 0.0
    jack: Place | None = None
    boules: Mapping[str, Place] = field(default_factory=dict)
    terrain: Terrain = LANE

    def names(self) -> tuple[str, ...]:
        """The bodies on the ground, the jack first."""
        return ((JACK,) if self.jack is not None else ()) + tuple(self.boules)

    def places(self, make: "Make") -> Floats:
        """[N, 3] their middles, in the order of the names."""
        at = {JACK: self.jack, **self.boules}
        rows = [(*place, make.radius_m(name))[:3] for name in self.names() if (place := at[name]) is not None]
        return np.array(rows, dtype=np.float64).reshape(-1, 3)

    def observed(self, make: "Make") -> Bodies:
        """The same for the observer."""
        return Bodies(self.names(), self.places(make), [make.radius_m(name) for name in self.names()])

    def gaps_m(self, make: "Make") -> dict[str, float]:
        """The gap of each boule from the jack."""
        return gaps_m(self.observed(make)) if self.jack is not None else {}

    def ahead(self, point: Place) -> tuple[float, float]:
        """How far a point lies from the circle's middle, and in which direction (rad)."""
        dx, dy = point[0] - self.circle.x_m, point[1] - self.circle.y_m
        return math.hypot(dx, dy), math.atan2(dy, dx)

    def point_at(self, range_m: float, aside_m: float = 0.0) -> Point:
        """The point so far from the circle's middle in the direction of play, and so far to the left of that line."""
        c, s = math.cos(self.towards), math.sin(self.towards)
        return self.circle.x_m + range_m * c - aside_m * s, self.circle.y_m + range_m * s + aside_m * c

    def without(self, gone: set[str]) -> "Head":
        """The head with some boules taken off."""
        return replace(self, boules={name: at for name, at in self.boules.items() if name not in gone})


@dataclass(frozen=True, slots=True)
class Make:
    """What is thrown on what: the boules of each side, the jack, the surface, and the seed of its roughness."""

    surface: str | Surface = "fine_gravel"
    jack: Jack = JACK_OF_WOOD
    boule_a: Boule = USUAL_BOULE
    boule_b: Boule = USUAL_BOULE
    seed: int = 0

    def body(self, name: str) -> Boule | Jack:
        """The body of that name."""
        return self.jack if name == JACK else self.boule_a if name.startswith("A") else self.boule_b

    def radius_m(self, name: str) -> float:
        """Its radius."""
        return self.body(name).diameter_mm / 2000


@dataclass(frozen=True, slots=True)
class Played:
    """One throw: the head before and after it, what the physics tells, and the names of its bodies, the thrown last."""

    before: Head
    after: Head
    thrown: str
    names: tuple[str, ...]
    told: Thrown

    @property
    def moved(self) -> set[str]:
        """What has moved, the body thrown included."""
        return {name for name, moved in zip(self.names, self.told.moved.tolist(), strict=True) if moved}

    def first_met(self) -> str | None:
        """The first body that the thrown one touched."""
        contacts = self.told.contacts
        own = (contacts["kind"] == BODY) & (contacts["first"] == len(self.names) - 1)
        return self.names[int(contacts["second"][own][0])] if own.any() else None


def thrown(head: Head, throw: Throw, name: str, make: Make, *, paths: bool = True) -> Played:
    """The boule of that name (or `jack`) is thrown into the head. Raises Unphysical."""
    names = head.names()
    told = simulate_throw(
        [make.body(n) for n in names], head.places(make), throw, make.body(name),
        surface=make.surface, seed=make.seed, paths=paths, most_events=MOST_EVENTS,
    )  # fmt: skip
    at: dict[str, Place] = dict(zip((*names, name), map(tuple, told.rest_m.tolist()), strict=True))
    boules = {n: at[n] for n in (*head.boules, name) if n != JACK}
    after = replace(head, jack=at.get(JACK), boules=boules)
    return Played(before=head, after=after, thrown=name, names=(*names, name), told=told)


def from_circle(head: Head, throw: Throw, azimuth_rad: float) -> Throw:
    """A throw along x from the origin, thrown instead from the circle in that direction (rad from x to y)."""
    c, s = math.cos(azimuth_rad), math.sin(azimuth_rad)
    x, y, z = throw.from_m
    place = (head.circle.x_m + x * c - y * s, head.circle.y_m + x * s + y * c, z)
    return replace(throw, azimuth_rad=throw.azimuth_rad + azimuth_rad, from_m=place)
