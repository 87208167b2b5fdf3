"""How well people throw: one number per level, turned into errors of speed, elevation and direction."""

import math
from dataclasses import dataclass, replace

import numpy as np

from carreau.physics.terrain import Throw


@dataclass(frozen=True, slots=True)
class Level:
    """Standard deviations: of the speed as a part of it, of elevation and direction in rad."""

    speed: float
    elevation_rad: float
    azimuth_rad: float


LEVELS = {
    name: Level(speed, math.radians(elevation), math.radians(azimuth))
    for name, speed, elevation, azimuth in (
        ("world", 0.010, 0.57, 0.17),
        ("elite", 0.013, 0.74, 0.23),
        ("strong", 0.016, 0.92, 0.29),
        ("club", 0.020, 1.15, 0.34),
        ("novice", 0.030, 1.72, 0.52),
    )
}


def executed(throw: Throw, level: Level, chance: np.random.Generator) -> Throw:
    """The throw as the hand does it."""
    speed, elevation, azimuth = chance.standard_normal(3)
    return replace(
        throw,
        speed_m_s=throw.speed_m_s * (1.0 + level.speed * speed),
        elevation_rad=throw.elevation_rad + level.elevation_rad * elevation,
        azimuth_rad=throw.azimuth_rad + level.azimuth_rad * azimuth,
    )
