"""Boules and the jack as bodies: radius, mass, inertia, liveliness."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from carreau.physics.terrain.columns import DRAG, INERTIA, IS_JACK, MAKE_WIDTH, MASS, RADIUS, REBOUND, Floats
from carreau.physics.wrong import Unphysical

STEEL_KG_M3 = 7850.0
AIR_KG_M3 = 1.2
DRAG_COEFFICIENT = 0.47  # a sphere at Reynolds numbers of 1e4 to 1e5
HARDNESS = {"soft": 0.70, "semi": 0.77, "hard": 0.84}  # restitution of two such boules; possible: 0.5 to 0.95
JACK_RESTITUTION = 0.5  # of a boule and a jack; possible: 0.3 to 0.7
SOLID = 0.4
JACKS_G = {"wood": 12.0, "synthetic": 16.0}


def shell_inertia(diameter_mm: float, mass_g: float) -> float:
    """k in I = k m R² of a hollow steel boule: (2/5)(1 - b⁵)/(1 - b³), b the inner by the outer radius.

    b³ = 1 - 3 m / (4 pi rho R³) with steel of 7850 kg/m³ and nothing inside (Courty and Kierlik, Pour la Science 381).
    """
    radius = diameter_mm / 2000.0
    hollow = 1.0 - 3.0 * (mass_g / 1000.0) / (4.0 * math.pi * STEEL_KG_M3 * radius**3)
    if hollow <= 0.0:
        most = 1000.0 * 4.0 / 3.0 * math.pi * STEEL_KG_M3 * radius**3
        raise Unphysical(f"a boule of {diameter_mm} mm can't weigh {mass_g} g: solid steel would weigh {most:.0f} g")
    b = math.cbrt(hollow)
    return 0.4 * (1.0 - b**5) / (1.0 - b**3)


def positive(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0.0):
        raise Unphysical(f"{name} is {value}: it must be a number above 0")
    return value


@dataclass(frozen=True, slots=True)
class Boule:
    """A boule: diameter in mm (competition 70.5 to 80), mass in g (650 to 800), hardness soft, semi or hard.

    `restitution` (of two such boules) and `inertia` (k in I = k m R²) are worked out unless they are given.
    """

    diameter_mm: float = 74.0
    mass_g: float = 700.0
    hardness: str = "semi"
    restitution: float | None = None
    inertia: float | None = None

    def make(self) -> tuple[float, ...]:
        """The row of the kernels' `make` array; Unphysical names what can't be."""
        positive("diameter_mm", self.diameter_mm)
        positive("mass_g", self.mass_g)
        if self.hardness not in HARDNESS:
            raise Unphysical(f"hardness is {self.hardness!r}: possible are {', '.join(HARDNESS)}")
        e = HARDNESS[self.hardness] if self.restitution is None else self.restitution
        k = shell_inertia(self.diameter_mm, self.mass_g) if self.inertia is None else self.inertia
        return _row(self.diameter_mm, self.mass_g, k, e, 0.0)


@dataclass(frozen=True, slots=True)
class Jack:
    """A jack: diameter in mm (29 to 31), mass in g (10 to 18); `restitution` is that of a boule and this jack."""

    diameter_mm: float = 30.0
    mass_g: float = JACKS_G["wood"]
    restitution: float = JACK_RESTITUTION

    def make(self) -> tuple[float, ...]:
        """The row of the kernels' `make` array; Unphysical names what can't be."""
        positive("diameter_mm", self.diameter_mm)
        positive("mass_g", self.mass_g)
        return _row(self.diameter_mm, self.mass_g, SOLID, self.restitution, 1.0)


Body = Boule | Jack


def _row(diameter_mm: float, mass_g: float, k: float, restitution: float, jack: float) -> tuple[float, ...]:
    if not 0.0 <= restitution <= 1.0:
        raise Unphysical(f"restitution is {restitution}: possible are 0 to 1")
    if not 0.0 < k <= 2.0 / 3.0:
        raise Unphysical(f"inertia is {k}: possible are above 0 up to 2/3, a thin shell")
    radius, mass = diameter_mm / 2000.0, mass_g / 1000.0
    row = [0.0] * MAKE_WIDTH
    row[RADIUS], row[MASS], row[INERTIA], row[REBOUND], row[IS_JACK] = radius, mass, k, restitution, jack
    row[DRAG] = 0.5 * AIR_KG_M3 * DRAG_COEFFICIENT * math.pi * radius**2 / mass
    return tuple(row)


def makes(bodies: Sequence[Body]) -> Floats:
    """[N, MAKE_WIDTH], one row a body."""
    return np.array([body.make() for body in bodies], dtype=np.float64).reshape(len(bodies), MAKE_WIDTH)
