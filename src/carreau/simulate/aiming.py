"""The throw that a player means: the styles of the physics tried once at many speeds, and read back for any range."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carreau.physics.terrain import STYLES, Boule, Jack, Style, Surface, Throw, Thrower
from carreau.physics.terrain import aiming as physics
from carreau.physics.terrain.surfaces import surface_of
from carreau.physics.wrong import Unphysical

Floats = NDArray[np.float64]
LEVEL = (0.0, 0.0)  # the slope for which a player aims
SLOWEST_M_S, FASTEST_M_S, STEPS = 0.5, 16.0, 156


@dataclass(frozen=True)
class Reach:
    """How far a style goes: speeds [K] m/s, and the ranges [K] in metres at which the body lands or stops."""

    style: Style
    speeds_m_s: Floats
    ranges_m: Floats

    def throw(self, range_m: float) -> Throw:
        """The throw along x from the origin for a spot, or a boule, at this range: as `physics.terrain.aim` has it.

        Raises Unphysical where the style can't reach.
        """
        style = self.style
        goal = {"stop": range_m, "hit": range_m - style.short_m, "land": range_m * style.land_share}[style.aim]
        if not self.ranges_m[0] <= goal <= self.ranges_m[-1]:
            raise Unphysical(
                f"{goal:.2f} m: this style reaches {self.ranges_m[0]:.2f} to {self.ranges_m[-1]:.2f} m here"
            )
        return physics.meant(style, float(np.interp(goal, self.ranges_m, self.speeds_m_s)))


def reach(style: str, surface: str | Surface, body: Boule | Jack) -> Reach:
    """How far this style goes on this ground, its roughness left out. Raises Unphysical."""
    if style not in STYLES:
        raise Unphysical(f"style is {style!r}: there are {', '.join(STYLES)}")
    return _reach(STYLES[style], surface_of(surface).even(), body)


@cache
def _reach(style: Style, surface: Surface, body: Boule | Jack) -> Reach:
    speeds = np.linspace(SLOWEST_M_S, FASTEST_M_S, STEPS)
    return Reach(style, speeds, np.maximum.accumulate(physics.reach(style, speeds, surface, body, LEVEL)))


def executed(throw: Throw, thrower: Thrower, chance: np.random.Generator) -> Throw:
    """The throw as this hand does it."""
    row = thrower.executed([throw.row()], chance)[0].tolist()
    return replace(throw, speed_m_s=row[0], elevation_rad=row[1], azimuth_rad=row[2])
