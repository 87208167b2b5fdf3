"""Throwers: how far a throw strays from what was meant, by level."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from carreau.physics.terrain.columns import Floats
from carreau.physics.terrain.placing import MOST_SPEED_M_S, THROW
from carreau.physics.wrong import Unphysical


@dataclass(frozen=True, slots=True)
class Thrower:
    """Standard deviations of a release, taken as independent and Gaussian: effective values, since real errors covary.

    speed: as a part of the speed meant; elevation_rad and azimuth_rad: in radians.
    """

    speed: float
    elevation_rad: float
    azimuth_rad: float

    def __post_init__(self) -> None:
        for name in ("speed", "elevation_rad", "azimuth_rad"):
            if not 0.0 <= getattr(self, name) <= 0.5:
                raise Unphysical(f"the {name} error of a thrower is {getattr(self, name)}: possible are 0 to 0.5")

    @classmethod
    def of_skill(cls, percent: float) -> "Thrower":
        """By one number, the error of the speed in percent; the angles go with it as the levels below have them."""
        return cls(percent / 100.0, np.radians(0.573) * percent, np.radians(0.12) * percent)

    def executed(self, throws: npt.ArrayLike, rng: np.random.Generator) -> Floats:
        """[S, 8] what comes of the throws meant, [S, 8]; the draws come from `rng`, three a throw."""
        rows = np.array(throws, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != THROW:
            raise Unphysical(f"throws has the shape {rows.shape}: it must be [throws, {THROW}]")
        draws = rng.standard_normal((len(rows), 3))
        rows[:, 0] = np.clip(rows[:, 0] * (1.0 + self.speed * draws[:, 0]), 0.0, MOST_SPEED_M_S)
        rows[:, 1] = np.clip(rows[:, 1] + self.elevation_rad * draws[:, 1], -np.pi / 2, np.pi / 2)
        rows[:, 2] += self.azimuth_rad * draws[:, 2]
        return rows


SKILL_PERCENT = {"world": 0.62, "elite": 0.78, "expert": 1.4, "club": 2.0, "novice": 3.2}
THROWERS: dict[str, Thrower] = {level: Thrower.of_skill(percent) for level, percent in SKILL_PERCENT.items()}
