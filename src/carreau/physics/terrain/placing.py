"""What is looked at before a throw: positions, releases; what can't be is named."""

import math

import numpy as np
import numpy.typing as npt

from carreau.physics.terrain.columns import RADIUS, Floats
from carreau.physics.wrong import Unphysical

MOST_BODIES = 200
MOST_SPEED_M_S = 30.0
MOST_SPIN_RAD_S = 500.0
FAR_M = 1000.0
OVERLAP_M = 1e-5
SOME_HEADS = 1000  # looked at together
THROW = 8  # speed, elevation, azimuth, backspin, side spin, and the place of the release
NAMES = ("speed_m_s", "elevation_rad", "azimuth_rad", "backspin_rad_s", "side_spin_rad_s", "from_m", "from_m", "from_m")
LOW = np.array([0.0, -math.pi / 2, -np.inf, -MOST_SPIN_RAD_S, -MOST_SPIN_RAD_S, -FAR_M, -FAR_M, 0.0])
HIGH = np.array([MOST_SPEED_M_S, math.pi / 2, np.inf, MOST_SPIN_RAD_S, MOST_SPIN_RAD_S, FAR_M, FAR_M, 10.0])


def centres_of(positions_m: npt.ArrayLike, make: Floats) -> Floats:
    """[S or 1, N, 3] centres on the ground, of positions [N, 2 or 3] or [S, N, 2 or 3]; NaN: a body that is not there."""
    given = np.array(positions_m, dtype=np.float64)
    if given.size == 0 and given.ndim < 3:
        given = given.reshape(0, 3)
    if given.ndim == 2:
        given = given[None]
    if given.ndim != 3 or given.shape[2] not in (2, 3):
        raise Unphysical(f"positions_m has the shape {given.shape}: it must be [bodies, 2] or [bodies, 3]")
    if given.shape[1] != len(make):
        raise Unphysical(f"{given.shape[1]} positions for {len(make)} bodies")
    absent = np.isnan(given[:, :, :2]).any(axis=2)
    radii = np.broadcast_to(make[:, RADIUS], absent.shape)
    for scene, body in np.argwhere(~absent & ~(np.abs(given[:, :, :2]) <= FAR_M).all(axis=2)):
        raise Unphysical(f"the position of body {body} is {given[scene, body]}: possible is up to {FAR_M:g} m away")
    if given.shape[2] == 3:
        for scene, body in np.argwhere(~absent & ~(np.abs(given[:, :, 2] - radii) <= OVERLAP_M)):
            raise Unphysical(
                f"body {body} lies at the height {given[scene, body, 2]} m: "
                f"on the ground the centre is as high as its radius, {make[body, RADIUS]:g} m"
            )
    centres = np.dstack([given[:, :, :2], radii])
    centres[absent] = np.nan
    return np.ascontiguousarray(centres)


def check_apart(centres: Floats, make: Floats) -> None:
    """Unphysical if two bodies overlap; centres [S, N, 3]."""
    firsts, seconds = np.triu_indices(len(make), 1)
    reach = make[firsts, RADIUS] + make[seconds, RADIUS] - OVERLAP_M
    for start in range(0, len(centres), SOME_HEADS):
        some = centres[start : start + SOME_HEADS]
        apart = some[:, firsts] - some[:, seconds]
        for scene, pair in np.argwhere(np.einsum("sic,sic->si", apart, apart) < reach**2):
            gap = np.linalg.norm(apart[scene, pair]) - reach[pair] - OVERLAP_M
            raise Unphysical(f"bodies {firsts[pair]} and {seconds[pair]} overlap by {-1000 * gap:.3f} mm")


def check_releases(throws: Floats, radius: float) -> None:
    """Unphysical if a release can't be; throws [S, THROW]."""
    low = LOW.copy()
    low[7] = radius
    for row, column in np.argwhere(~((throws >= low) & (throws <= HIGH))):
        name, value = NAMES[column], throws[row, column]
        span = f"possible are {low[column]:.4g} to {HIGH[column]:.4g}" if math.isfinite(low[column]) else "no number"
        raise Unphysical(f"{name} of throw {row} is {value}: {span}")


def releases_of(throws: Floats) -> Floats:
    """[S, 9]: place, velocity and spin at the release, of throws [S, THROW]."""
    speed, elevation, azimuth, backspin, side_spin = throws[:, :5].T
    level, ahead, left = speed * np.cos(elevation), np.cos(azimuth), np.sin(azimuth)
    velocity = (level * ahead, level * left, speed * np.sin(elevation))
    spin = (backspin * left, -backspin * ahead, side_spin)
    return np.ascontiguousarray(np.column_stack([throws[:, 5:8], *velocity, *spin]))
