"""How a table of five pins lies between two strokes: balls by name, pins by letter, the places that the book knows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from carreau.billiards.five_facts import PINS, BallOfStroke, Pin
from carreau.billiards.five_state import Ball as BallName
from carreau.core.facts import Side, other
from carreau.observe.cloth import FivePinTable, pin_reach_m
from carreau.physics.table import Table
from carreau.simulate.picture import Floats

Flags = NDArray[np.bool_]
Point = tuple[float, float]
BALLS: tuple[BallName, ...] = ("A", "B", "red")
RED = BALLS.index("red")
CLEAR_M = 1e-6  # a placed ball stays this clear of balls, cushions and pins


@dataclass(frozen=True, slots=True)
class Layout:
    """Balls by name, those off the table left out, and the pins that are up, by letter; metres in the table's frame."""

    balls: Mapping[BallName, Point]
    pins: Mapping[Pin, Point]

    def with_ball(self, ball: BallName, place: Point | None) -> "Layout":
        """The same with a ball somewhere else, or taken off."""
        rest = {name: at for name, at in self.balls.items() if name != ball}
        return replace(self, balls=rest if place is None else {**rest, ball: place})

    @property
    def places_m(self) -> Floats:
        """The balls [3, 2] in the order of `BALLS`. Raises KeyError if one is off."""
        return np.array([self.balls[name] for name in BALLS])

    @property
    def letters(self) -> tuple[Pin, ...]:
        """The pins that are up, in the order of the book."""
        return tuple(pin for pin in PINS if pin in self.pins)

    @property
    def pins_m(self) -> Floats:
        """Where those pins stand [P, 2]."""
        return np.array([self.pins[pin] for pin in self.letters]).reshape(-1, 2)


def cloth_of(table: Table) -> FivePinTable:
    """The table as the referee sees it, of the size that the physics plays on."""
    return FivePinTable(length_m=table.length_m, width_m=table.width_m, pins_apart_m=table.pin_spacing_m)


def starting(cloth: FivePinTable, striker: Side, cue_ball: Point | None = None) -> Layout:
    """The start: the object ball on the top spot, the red on the second highest, the cue ball where the player likes.

    Without `cue_ball` it lies on the starting line, a third of the width from the left.
    """
    own = cue_ball or (cloth.length_m / 4, cloth.width_m * 2 / 3)
    spots = cloth.spots
    return Layout({striker: own, other(striker): spots["top"], "red": spots["second_highest"]}, cloth.castle)


def roles(striker: Side) -> tuple[BallOfStroke, BallOfStroke, BallOfStroke]:
    """What the balls A, B and red are in a stroke of this player."""
    return ("cue", "object", "red") if striker == "A" else ("object", "cue", "red")


def indices(striker: Side) -> tuple[int, int, int]:
    """The numbers of the cue ball, the object ball and the red."""
    return (0, 1, RED) if striker == "A" else (1, 0, RED)


def covered(layout: Layout, cloth: FivePinTable, radius_m: float) -> tuple[Pin, ...]:
    """The pins that cannot stand on their places, because a ball lies there; one that stands there is not covered."""
    reach = pin_reach_m(radius_m)
    return tuple(
        pin
        for pin, at in cloth.castle.items()
        if layout.pins.get(pin) != at
        and any(np.hypot(*np.subtract(ball, at)) < reach for ball in layout.balls.values())
    )


def free(place: Floats, layout: Layout, without: Iterable[BallName], cloth: FivePinTable, radius_m: float) -> Flags:
    """Which of these places [S, 2] a ball can take [S]: clear of the other balls, the cushions and the pins."""
    edge = radius_m + CLEAR_M
    fine = (
        (place[:, 0] >= edge) & (place[:, 0] <= cloth.length_m - edge)
        & (place[:, 1] >= edge) & (place[:, 1] <= cloth.width_m - edge)
    )  # fmt: skip
    for name, at in layout.balls.items():
        if name not in without:
            fine = fine & (np.hypot(*(place - np.asarray(at)).T) >= 2 * radius_m + CLEAR_M)
    for at in layout.pins.values():
        fine = fine & (np.hypot(*(place - np.asarray(at)).T) >= pin_reach_m(radius_m) + CLEAR_M)
    return fine


def somewhere(
    layout: Layout, ball: BallName, low: Point, high: Point, cloth: FivePinTable, radius_m: float,
    chance: np.random.Generator, number: int,
) -> Floats:  # fmt: skip
    """Places [number, 2] in a rectangle where this ball can be put, each as likely."""
    found = np.empty((0, 2))
    for _ in range(200):
        tried = chance.uniform(low, high, (2 * number + 16, 2))
        found = np.concatenate([found, tried[free(tried, layout, (ball,), cloth, radius_m)]])
        if len(found) >= number:
            return found[:number]
    raise ValueError(f"no room for ball {ball} between {low} and {high}")
