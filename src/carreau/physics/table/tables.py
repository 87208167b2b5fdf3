"""Tables, balls, cues and pins: their sizes, and where things stand on them.

The frame: x along the length from the bottom short cushion, y across from the right long cushion, z up from the cloth;
the lines x = 0, x = length, y = 0, y = width are the nose lines.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import columns
from carreau.physics.table.constants import check


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball: radius in m, mass in kg. Raises Unphysical for what no ball is."""

    radius_m: float = 0.03075
    mass_kg: float = 0.21

    def __post_init__(self) -> None:
        check("radius_m", self.radius_m, 0.005, 0.2)
        check("mass_kg", self.mass_kg, 1e-4, 10.0)


@dataclass(frozen=True, slots=True)
class Cue:
    """A stroke of the cue.

    speed_m_s: of the cue, not of the ball. azimuth_rad: from the x axis towards y. side, height: where the tip meets the
    ball, seen along the cue, in radii of the ball, left and up positive. elevation_rad: of the butt above level.
    """

    speed_m_s: float
    azimuth_rad: float
    side: float = 0.0
    height: float = 0.0
    elevation_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class PinShape:
    """The pin of the five-pin game; metres and kilograms.

    Height 25 mm, head 6 mm, widest 10 mm, base 7 mm (Ligue Grand Est); no source gives the mass: 1.4 g is its volume in
    nylon. From the shape follow the centre of gravity (10.8 mm) and the speed that makes it fall.
    """

    height_m: float = 0.025
    head_radius_m: float = 0.003
    base_radius_m: float = 0.0035
    centre_m: float = 0.0108
    mass_kg: float = 0.0014
    fall_speed_m_s: float = 0.125
    """Normal speed of the ball above which a touched pin falls at once: 0.11-0.14 by the energy over the edge of the base."""
    travel_m: float = 0.007
    """How far a slower ball must go on to tip it over."""
    reach_m: float = 0.016
    """Half the width of the strip that a thrown, tumbling pin sweeps, with the base of the pin in its way."""

    def __post_init__(self) -> None:
        check("pin height_m", self.height_m, 0.005, 0.5)
        check("pin head_radius_m", self.head_radius_m, 1e-4, self.height_m / 2)
        check("pin base_radius_m", self.base_radius_m, 1e-4, self.height_m)
        check("pin centre_m", self.centre_m, 1e-4, self.height_m)
        check("pin mass_kg", self.mass_kg, 1e-6, 1.0)
        check("pin fall_speed_m_s", self.fall_speed_m_s, 0.0, 10.0)
        check("pin travel_m", self.travel_m, 1e-5, self.height_m)
        check("pin reach_m", self.reach_m, 0.0, 1.0)

    @property
    def head_height_m(self) -> float:
        """Height of the middle of the head."""
        return self.height_m - self.head_radius_m

    @property
    def drag_limit(self) -> float:
        """Friction on the cloth below which a slow push at the head drags the pin instead of tipping it: a / z."""
        return self.base_radius_m / (self.height_m - 0.0022)

    @property
    def struck_mass_kg(self) -> float:
        """What the ball feels of a free pin struck at its head: 1 / (1/m + d^2/I)."""
        inertia = (3 * 0.004**2 + self.height_m**2) / 12
        return self.mass_kg / (1 + (self.head_height_m - self.centre_m) ** 2 / inertia)


@dataclass(frozen=True, slots=True)
class Table:
    """A table without pockets; metres.

    length and width between the nose lines, nose height above the cloth, and the spacing of the five pins. No text gives
    the spacing; "a ball just passes between": 70 mm is provisional.
    """

    length_m: float = 2.84
    width_m: float = 1.42
    nose_height_m: float = 0.037
    pin_spacing_m: float = 0.070
    pin: PinShape = field(default_factory=PinShape)

    def __post_init__(self) -> None:
        check("length_m", self.length_m, 0.2, 20.0)
        check("width_m", self.width_m, 0.2, 20.0)
        check("nose_height_m", self.nose_height_m, 0.001, 0.5)
        check("pin_spacing_m", self.pin_spacing_m, 0.001, 1.0)

    @property
    def spots_m(self) -> dict[str, tuple[float, float]]:
        """The spots of the long axis: 100 mm from the short cushions, the middles of the halves, the centre."""
        middle = self.width_m / 2
        xs = (0.1, self.length_m / 4, self.length_m / 2, 3 * self.length_m / 4, self.length_m - 0.1)
        names = ("lower penalty", "lower", "centre", "upper", "upper penalty")
        return {name: (x, middle) for name, x in zip(names, xs, strict=True)}

    @property
    def castle_m(self) -> NDArray[np.float64]:
        """The five pins [5, 2]: centre, n (towards the top), e (right), s, w."""
        x, y, d = self.length_m / 2, self.width_m / 2, self.pin_spacing_m
        return np.array([[x, y], [x + d, y], [x, y - d], [x - d, y], [x, y + d]])

    def into(self, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        """A copy of the constants' numbers with the sizes of table and pins."""
        p = parameters.copy()
        pin = self.pin
        p[columns.LENGTH : columns.NOSE + 1] = self.length_m, self.width_m, self.nose_height_m
        p[columns.PIN_MASS] = pin.struck_mass_kg
        p[columns.PIN_HEAD : columns.PIN_TRAVEL + 1] = (
            pin.head_radius_m,
            pin.head_height_m,
            pin.fall_speed_m_s,
            pin.travel_m,
        )
        p[columns.PIN_DRAGS] = p[columns.PIN_SLIDE] < pin.drag_limit
        p[columns.PIN_REACH] = pin.reach_m
        return p


TABLES: dict[str, Table] = {
    "umb": Table(),
    "cochonnet-254": Table(2.54, 1.27),
    "cochonnet-270": Table(2.70, 1.35),
    "cochonnet-284": Table(2.84, 1.42),
}
"""`umb`: the international table. `cochonnet-...`: ordinary French tables of 2.54 to 2.84 m."""

BALL = Ball(0.03075, 0.21)
"""61.5 mm and 210 g (UMB: 61-61.5 mm, 205-220 g)."""
BOCCIA = Ball(0.0305, 0.205)
"""61 mm: the boccette ball of the international table."""
JACK = Ball(0.028, 0.21 * math.pow(56 / 61.5, 3))
"""The 56 mm jack of the boccette table, of the same material."""
POOL_BALL = Ball(0.028575, 0.170097)
"""pooltool's default ball."""
