"""A ground of one's own, from what a club can measure with a tape, a ramp and a telephone that films.

1. Drop a boule from 1.5 m (its lowest point) and film how high it rebounds: restitution = sqrt(rebound / drop).
2. Let a boule roll down a ramp, without bouncing off it, and tape how far it goes on level ground: it leaves a ramp of
   height h at v² = 2 g h / (1 + k), so c = h / ((1 + k) distance).
3. Film a lob: height of the release and of the apex, where it lands, how far it runs on: the crater angle that fits.
"""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from carreau.physics.terrain.bodies import Body, Boule, positive
from carreau.physics.terrain.columns import INERTIA, RADIUS, Floats
from carreau.physics.terrain.surfaces import G_M_S2, Surface, surface_of
from carreau.physics.terrain.throwing import simulate_throws
from carreau.physics.wrong import Unphysical

DROP_M = 1.5
STEEPEST_CRATER_RAD = 0.6
TRIES = 61


@dataclass(frozen=True, slots=True)
class Lob:
    """A lob as it was filmed (m): heights of the boule's centre at the release and at the apex, landing, run after it."""

    release_m: float
    apex_m: float
    landing_m: float
    run_m: float

    def row(self, radius: float) -> Floats:
        """The throw that rises so high and lands there, without drag."""
        if not self.apex_m >= self.release_m > radius:
            raise Unphysical(f"a lob released at {self.release_m} m can't have its apex at {self.apex_m} m")
        up = math.sqrt(2.0 * G_M_S2 * (self.apex_m - self.release_m))
        time = up / G_M_S2 + math.sqrt(2.0 * (self.apex_m - radius) / G_M_S2)
        ahead = positive("landing_m", self.landing_m) / time
        return np.array([math.hypot(up, ahead), math.atan2(up, ahead), 0.0, 0.0, 0.0, 0.0, 0.0, self.release_m])


def fitted(
    base: Surface | str = "fine_gravel",
    *,
    rebounds_m: Sequence[float] = (),
    drop_m: float = DROP_M,
    rolls_m: Sequence[tuple[float, float]] = (),
    lobs: Sequence[Lob] = (),
    boule: Body | None = None,
) -> Surface:
    """`base` with what was measured: `rebounds_m` (m) of drops from `drop_m`, `rolls_m` as (ramp height, distance), `lobs`.

    What was not measured stays as it is in `base`. Several measurements of one kind are averaged; lobs are fitted by least
    squares of the run. Unphysical for measurements that can't be.
    """
    surface, body = surface_of(base), Boule() if boule is None else boule
    make = body.make()
    if rebounds_m:
        for rebound in rebounds_m:
            if not 0.0 <= rebound < positive("drop_m", drop_m):
                raise Unphysical(f"a rebound of {rebound} m from a drop of {drop_m} m: possible are 0 up to the drop")
        from_here = (drop_m / DROP_M) ** 0.125  # restitution falls with the fourth root of the speed
        mean = float(np.mean([math.sqrt(rebound / drop_m) for rebound in rebounds_m]))
        surface = dataclasses.replace(surface, restitution=min(mean * from_here, 1.0))
    if rolls_m:
        losses = [
            positive("the height of the ramp", height) / ((1.0 + make[INERTIA]) * positive("the distance", distance))
            for height, distance in rolls_m
        ]
        surface = dataclasses.replace(surface, rolling=float(np.mean(losses)))
    if lobs:
        surface = dataclasses.replace(surface, crater_rad=crater_of(surface, lobs, body, make[RADIUS]))
    return surface_of(surface)


def crater_of(surface: Surface, lobs: Sequence[Lob], body: Body, radius: float) -> float:
    """The crater angle with the least squared error of the runs, to a hundredth of a radian."""
    rows = np.array([lob.row(radius) for lob in lobs])
    runs = np.array([lob.run_m for lob in lobs])
    angles = np.linspace(0.0, STEEPEST_CRATER_RAD, TRIES)
    errors = []
    for angle in angles:
        ground = dataclasses.replace(surface.even(), crater_rad=float(angle))
        thrown = simulate_throws([], np.zeros((0, 3)), rows, body, surface=ground, cores=1)
        found = np.hypot(*(thrown.rest_m[:, -1, :2] - thrown.landing_m).T)
        errors.append(float(np.sum((found - runs) ** 2)))
    return float(angles[int(np.argmin(errors))])
