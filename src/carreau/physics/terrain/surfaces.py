"""Grounds: presets with their ranges and evidence, and a ground of one's own from three measurements.

Evidence: `measured` (published measurement), `derived` (worked out from published numbers), `judged` (no source found).
Take a preset as a fit, never as a constant of nature.
"""

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from carreau.physics.terrain.columns import (
    BITS,
    BOUNCING,
    BUMPS,
    CRATER,
    FRICTION,
    GRAVITY,
    GROUND_WIDTH,
    PATCHES,
    RESTITUTION,
    ROLLING,
    SEED,
    SLOPE_X,
    SLOPE_Y,
    STEEL_FRICTION,
    WALL_FRICTION,
    WALL_RESTITUTION,
    WAVES,
    Floats,
)
from carreau.physics.wrong import Unphysical

G_M_S2 = 9.81
BOUNCING_M_S = 0.05  # an upward speed after a landing that is a hop of a tenth of a millimetre: it stays down


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A number with the range in which it is found, and what it rests on."""

    default: float
    low: float
    high: float
    grade: str
    basis: str


@dataclass(frozen=True, slots=True)
class Surface:
    """A ground.

    restitution: upward by downward speed of a boule dropped from 1.5 m (it falls with speed, see `ground`)
    friction: Coulomb friction of boule and ground
    crater_rad: by how much the contact plane leans back at a landing at 7 m/s and 45 degrees; 0 = hard plane
    rolling: c, deceleration of a rolling boule by g
    waves: rms of the local slope that a rolling body feels (rise by run)
    patches: rms of the local rolling loss, as a part of it
    bumps: rms of the lean of the ground at a landing (rad)
    wall_restitution, wall_friction: of a boule and a board, kerb or tree
    steel_friction: of two boules, and of a boule and the jack
    """

    restitution: float = 0.15
    friction: float = 0.5
    crater_rad: float = 0.14
    rolling: float = 0.16
    waves: float = 0.0
    patches: float = 0.0
    bumps: float = 0.0
    wall_restitution: float = 0.4
    wall_friction: float = 0.3
    steel_friction: float = 0.15

    def even(self) -> "Surface":
        """The same ground without its roughness."""
        return dataclasses.replace(self, waves=0.0, patches=0.0, bumps=0.0)

    def hard_plane(self) -> "Surface":
        """The same ground, even, and without craters: a rigid plane with friction."""
        return dataclasses.replace(self.even(), crater_rad=0.0)


def _judged(default: float, low: float, high: float) -> Coefficient:
    return Coefficient(default, low, high, "judged", "bracketed by rockfall field data (Wyllie)")


FRICTION_DATA = "rockfall: tangential ratio 0.3 to 0.8 (Wyllie)"
ROLL_DATA = "one player's release speeds for 6 to 9 m (Inovero et al. 2017)"
EVIDENCE: dict[str, dict[str, Coefficient]] = {
    "hard_clay": {
        "restitution": _judged(0.25, 0.10, 0.40),
        "friction": Coefficient(0.5, 0.3, 0.8, "measured", FRICTION_DATA),
        "crater_rad": Coefficient(0.06, 0.0, 0.15, "judged", "a half-lob rolls on, a high lob rolls about a metre"),
        "rolling": Coefficient(0.06, 0.03, 0.10, "judged", "no source"),
        "waves": Coefficient(0.004, 0.0, 0.02, "judged", "no source"),
        "patches": Coefficient(0.05, 0.0, 0.2, "judged", "no source"),
        "bumps": Coefficient(0.01, 0.0, 0.1, "judged", "no source"),
    },
    "fine_gravel": {
        "restitution": _judged(0.15, 0.05, 0.25),
        "friction": Coefficient(0.5, 0.3, 0.8, "measured", FRICTION_DATA),
        "crater_rad": Coefficient(0.12, 0.05, 0.25, "judged", "a half-lob rolls on, a high lob stops"),
        "rolling": Coefficient(0.16, 0.13, 0.23, "derived", ROLL_DATA),
        "waves": Coefficient(0.007, 0.0, 0.03, "judged", "no source"),
        "patches": Coefficient(0.10, 0.0, 0.3, "judged", "no source"),
        "bumps": Coefficient(0.02, 0.0, 0.15, "judged", "no source"),
    },
    "coarse_gravel": {
        "restitution": _judged(0.08, 0.0, 0.20),
        "friction": Coefficient(0.55, 0.3, 0.8, "measured", FRICTION_DATA),
        "crater_rad": Coefficient(0.22, 0.1, 0.4, "judged", "a lob stops"),
        "rolling": Coefficient(0.22, 0.15, 0.35, "judged", "no source"),
        "waves": Coefficient(0.012, 0.0, 0.05, "judged", "no source"),
        "patches": Coefficient(0.15, 0.0, 0.4, "judged", "no source"),
        "bumps": Coefficient(0.05, 0.0, 0.25, "judged", "no source"),
    },
    "sand": {
        "restitution": _judged(0.02, 0.0, 0.10),
        "friction": Coefficient(0.6, 0.3, 0.8, "measured", FRICTION_DATA),
        "crater_rad": Coefficient(0.40, 0.25, 0.6, "judged", "a half-lob stops"),
        "rolling": Coefficient(0.35, 0.25, 0.5, "judged", "no source"),
        "waves": Coefficient(0.010, 0.0, 0.05, "judged", "no source"),
        "patches": Coefficient(0.15, 0.0, 0.4, "judged", "no source"),
        "bumps": Coefficient(0.02, 0.0, 0.15, "judged", "no source"),
    },
}
SURFACES: dict[str, Surface] = {
    name: Surface(**{key: coefficient.default for key, coefficient in row.items()}) for name, row in EVIDENCE.items()
}


def surface_of(surface: Surface | str) -> Surface:
    """A surface by its name, or as it is; checked."""
    if isinstance(surface, str):
        if surface not in SURFACES:
            raise Unphysical(f"surface is {surface!r}: there are {', '.join(SURFACES)}")
        surface = SURFACES[surface]
    for field in dataclasses.fields(surface):
        value = getattr(surface, field.name)
        most = {"restitution": 0.9, "wall_restitution": 0.95, "crater_rad": math.pi / 2}.get(field.name, 10.0)
        least = 1e-3 if field.name in ("friction", "rolling") else 0.0
        if not least <= value <= most:
            raise Unphysical(f"{field.name} of the surface is {value}: possible are {least:g} to {most:.4g}")
    return surface


def ground_row(surface: Surface, slope: tuple[float, float], seed: int) -> Floats:
    """[GROUND_WIDTH] for the kernels; the frame is that of the ground, so a slope is a pull along it (uphill positive)."""
    row = np.zeros(GROUND_WIDTH)
    row[RESTITUTION], row[FRICTION], row[CRATER] = surface.restitution, surface.friction, surface.crater_rad
    row[ROLLING], row[WAVES], row[PATCHES], row[BUMPS] = surface.rolling, surface.waves, surface.patches, surface.bumps
    if not (math.isfinite(slope[0]) and math.isfinite(slope[1])):
        raise Unphysical(f"slope is {slope}: two numbers, rise by run along x and y")
    steep = math.hypot(slope[0], slope[1])
    row[GRAVITY] = G_M_S2 / math.sqrt(1.0 + steep**2)
    row[SLOPE_X], row[SLOPE_Y] = -slope[0] * row[GRAVITY], -slope[1] * row[GRAVITY]
    if steep >= 0.5 * surface.rolling * 1.4:
        raise Unphysical(
            f"slope is {steep:.3g}: with a rolling loss of {surface.rolling:g} boules would not lie still; "
            f"possible is less than {0.7 * surface.rolling:.3g}"
        )
    row[SEED] = seed & BITS
    row[STEEL_FRICTION] = surface.steel_friction
    row[WALL_RESTITUTION], row[WALL_FRICTION] = surface.wall_restitution, surface.wall_friction
    row[BOUNCING] = BOUNCING_M_S
    return row
