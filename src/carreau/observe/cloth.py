"""A table as data: its size, the spots and the castle of five pins, the starting line of billiard cochonnet.

Metres in the table's frame: x from the bottom short cushion (0) to the top one, y from the right long cushion (0) to the
left one, as seen from the bottom. The lines of the frame are the noses of the cushions.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike

from carreau.billiards.five_facts import PINS, Pin, Spot
from carreau.observe.bodies import finite_places, numbers
from carreau.observe.data import converted, decoded
from carreau.observe.tape import NOISE_M
from carreau.observe.wrong import Misplaced

PIN_HEAD_M = 0.003  # radius of the head of a pin, and the height at which a ball meets it (25 mm, its edge rounded)
PIN_HEAD_HEIGHT_M = 0.0228
Point = tuple[float, float]


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The playing surface between the noses of the cushions, in metres."""

    name: str
    length_m: float
    width_m: float

    def __post_init__(self) -> None:
        if not (0.5 <= self.length_m <= 5 and 0.25 <= self.width_m <= self.length_m):
            raise Misplaced(
                f"{self.name}: {self.length_m} x {self.width_m} m; a table is 0.5 to 5 m long and no wider than long"
            )


class FivePinTable(Table, frozen=True, kw_only=True):
    """A table for five pins, with its four spots (x, on the long axis) and the five places of the castle.

    The rules leave the exact places to an appendix that is not in the text; these are the places in use. The distance of
    the outer pins from the centre is ours, between two readings (see the research of the physics), and can be changed.
    """

    name: str = "five pins"
    length_m: float = 2.84
    width_m: float = 1.42
    end_spot_m: float = 0.1
    pins_apart_m: float = 0.07

    def __post_init__(self) -> None:
        Table.__post_init__(self)
        if not 0 < self.end_spot_m < self.length_m / 4:
            raise Misplaced(f"{self.name}: end_spot_m {self.end_spot_m}: from 0 to a quarter of the length is possible")
        if not 0.01 <= self.pins_apart_m < self.width_m / 2:
            raise Misplaced(f"{self.name}: pins_apart_m {self.pins_apart_m}: from 0.01 to half the width is possible")

    @property
    def spots(self) -> dict[Spot, Point]:
        """The places of the four spots."""
        along: dict[Spot, float] = {
            "top": self.length_m - self.end_spot_m,
            "second_highest": self.length_m * 3 / 4,
            "second_lowest": self.length_m / 4,
            "bottom": self.end_spot_m,
        }
        return {spot: (x, self.width_m / 2) for spot, x in along.items()}

    @property
    def castle(self) -> dict[Pin, Point]:
        """The places of the pins: north towards the top, east to the right."""
        x, y, d = self.length_m / 2, self.width_m / 2, self.pins_apart_m
        places = ((x, y), (x + d, y), (x, y - d), (x - d, y), (x, y + d))
        return dict(zip(PINS, places, strict=True))


class CochonnetTable(Table, frozen=True, kw_only=True):
    """A table for billiard cochonnet: the starting line is drawn through the spots nearest the players' short cushion."""

    name: str = "cochonnet"
    length_m: float = 2.54
    width_m: float = 1.27
    start_line_m: float | None = None

    def __post_init__(self) -> None:
        Table.__post_init__(self)
        if self.start_line_m is not None and not 0 < self.start_line_m < self.length_m:
            raise Misplaced(f"{self.name}: start_line_m {self.start_line_m}: from 0 to {self.length_m} m is possible")

    @property
    def line_m(self) -> float:
        """Where the starting line is: a quarter of the length from the players' cushion, if not said otherwise."""
        return self.length_m / 4 if self.start_line_m is None else self.start_line_m


class Balls:
    """Balls on a table: x and y of the centres [N, 2] or [N, 3], radii [N] or one number, and which of them lie on it.

    Where a ball that is off the table lies does not matter. Raises `Misplaced` for a place on it that is no number.
    """

    def __init__(self, positions_m: ArrayLike, radii_m: ArrayLike, on_table: Sequence[bool] | None = None) -> None:
        places = numbers(positions_m, "place of a ball").copy()
        number = len(places) if places.ndim else 0
        self.on_table = [True] * number if on_table is None else [bool(yes) for yes in on_table]
        if len(self.on_table) != number:
            raise Misplaced(f"on_table: {len(self.on_table)} values for {number} balls")
        if places.ndim == 2:
            places[~np.array(self.on_table, dtype=np.bool_)] = 0.0
        places = finite_places(places, "ball")
        self.places: list[Point] = [(float(row[0]), float(row[1])) for row in places]
        radii = numbers(radii_m, "radii")
        if radii.shape not in ((), (number,)) or not bool(np.all((radii > 0) & (radii < 0.1))):
            raise Misplaced(f"radii {radii.tolist()}: one above 0 and below 0.1 m for each of {number} balls")
        self.radii: list[float] = np.broadcast_to(radii, (number,)).tolist()

    def lying(self) -> list[tuple[Point, float]]:
        """The place and radius of each ball on the table."""
        return [(p, r) for p, r, on in zip(self.places, self.radii, self.on_table, strict=True) if on]

    def gap_m(self, one: int, other: int) -> float:
        """The gap between two balls that lie on the cloth, unequal ones included; 0 if they touch."""
        apart = math.dist(self.places[one], self.places[other])
        return max(0.0, math.hypot(apart, self.radii[one] - self.radii[other]) - self.radii[one] - self.radii[other])


def pin_reach_m(radius: float) -> float:
    """How near the centre of a ball comes to the axis of a pin that stands upright, in metres, seen from above."""
    return PIN_HEAD_M + math.sqrt(max(0.0, radius**2 - (radius - PIN_HEAD_HEIGHT_M) ** 2))


def covers_spot(place: Point, radius: float, spot: Point, placed_radius: float) -> bool:
    """Does a ball lie on a spot, or so near that no other ball can be put there?"""
    return math.dist(place, spot) < 2 * math.sqrt(radius * placed_radius) - NOISE_M


# --- reading -----------------------------------------------------------------------------------------


def five_pin_table_of(data: Any) -> FivePinTable:
    """A table for five pins from plain data; `Misplaced` with one line if it is none."""
    table: FivePinTable = converted(data, FivePinTable, "table")
    return table


def cochonnet_table_of(data: Any) -> CochonnetTable:
    """A table for cochonnet from plain data; `Misplaced` with one line if it is none."""
    table: CochonnetTable = converted(data, CochonnetTable, "table")
    return table


def read_table(path: str | Path, game: Literal["five_pins", "cochonnet"]) -> FivePinTable | CochonnetTable:
    """The table of a file, `.json` or else TOML; `Misplaced` with one line that begins with the file's name."""
    data = decoded(path)
    try:
        return five_pin_table_of(data) if game == "five_pins" else cochonnet_table_of(data)
    except Misplaced as wrong:
        raise Misplaced(f"{path}: {wrong}") from None
