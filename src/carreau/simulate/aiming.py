"""The throw that stops, or comes down, at a wanted range: each style tried at many speeds on even ground, and read back."""

import math
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carreau.physics.terrain import Boule, Jack, Surface, Throw, simulate_throw
from carreau.physics.terrain.surfaces import surface_of
from carreau.physics.wrong import Unphysical

Floats = NDArray[np.float64]
TURN = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Style:
    """How a boule leaves the hand: elevation, backspin, height; `lands`: is the range where it comes down, or stops?"""

    elevation_rad: float
    backspin_rad_s: float
    height_m: float
    lands: bool = False


STYLES = {
    "roulette": Style(math.radians(6.0), 0.0, 0.4),
    "half_lob": Style(math.radians(38.0), 2 * TURN, 0.8),
    "lob": Style(math.radians(60.0), 3 * TURN, 1.0),
    "shot": Style(math.radians(25.0), 3 * TURN, 0.9, lands=True),
    "raspaille": Style(math.radians(2.0), 0.0, 0.5, lands=True),
}
SLOWEST_M_S, FASTEST_M_S, STEPS = 1.0, 16.0, 61


@dataclass(frozen=True)
class Reach:
    """How far a style goes: speeds [K] m/s, and the ranges [K] in metres at which the body lands or stops."""

    style: str
    speeds_m_s: Floats
    ranges_m: Floats

    def throw(self, range_m: float) -> Throw:
        """The throw along x from the origin that has this range. Raises Unphysical where the style can't reach."""
        if not self.ranges_m[0] <= range_m <= self.ranges_m[-1]:
            raise Unphysical(
                f"a {self.style} of {range_m:.2f} m: possible here are {self.ranges_m[0]:.2f} to {self.ranges_m[-1]:.2f} m"
            )
        style = STYLES[self.style]
        speed = float(np.interp(range_m, self.ranges_m, self.speeds_m_s))
        return Throw(speed, style.elevation_rad, 0.0, style.backspin_rad_s, 0.0, (0.0, 0.0, style.height_m))


def reach(style: str, surface: str | Surface, body: Boule | Jack) -> Reach:
    """How far this style goes on this ground, its roughness left out. Raises Unphysical."""
    if style not in STYLES:
        raise Unphysical(f"style is {style!r}: there are {', '.join(STYLES)}")
    return _reach(style, surface_of(surface).even(), body)


@cache
def _reach(style: str, surface: Surface, body: Boule | Jack) -> Reach:
    speeds = np.linspace(SLOWEST_M_S, FASTEST_M_S, STEPS)
    how = STYLES[style]
    release = Throw(0.0, how.elevation_rad, 0.0, how.backspin_rad_s, 0.0, (0.0, 0.0, how.height_m))
    ranges = []
    for speed in speeds.tolist():
        told = simulate_throw(
            [], np.zeros((0, 2)), replace(release, speed_m_s=speed), body, surface=surface, paths=False
        )
        landed = told.landing_m[0] if told.landing_m else float(told.rest_m[-1, 0])
        ranges.append(landed if how.lands else float(told.rest_m[-1, 0]))
    return Reach(style, speeds, np.maximum.accumulate(np.array(ranges)))
