"""How uneven the ground is at a place: a function of the place and the seed, so that it is terrain and not dice."""

import math

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import BITS

EVENER = 2.6  # a field of corners spread evenly over -1..1 and drawn out between them has 1 / EVENER as its rms
WAVE_M = 0.35  # between two corners of the field that a rolling body feels
BUMP_M = 0.02  # between two corners of the field that a landing body meets


@inner
def scramble(h: int) -> int:
    """A whole number of 31 bits, well mixed."""
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & BITS
    h = ((h ^ (h >> 12)) * 0x297A2D39) & BITS
    return h ^ (h >> 15)


@inner
def corner(ix: int, iy: int, seed: int) -> int:
    """The whole number that belongs to one corner of the lattice."""
    return scramble(((ix * 73856093) ^ (iy * 19349663) ^ (seed * 83492791)) & BITS)


@inner
def uneven(x: float, y: float, lattice: float, seed: int) -> tuple[float, float, float]:
    """Three fields at a place, each with mean 0 and rms about 1, smooth between the corners of a lattice (m)."""
    fx, fy = x / lattice, y / lattice
    ix, iy = math.floor(fx), math.floor(fy)
    fx, fy = fx - ix, fy - iy
    a, b, c = 0.0, 0.0, 0.0
    for k in range(4):
        kx, ky = k & 1, k >> 1
        share = (fx if kx == 1 else 1.0 - fx) * (fy if ky == 1 else 1.0 - fy)
        h = corner(ix + kx, iy + ky, seed)
        a += share * ((h & 1023) - 511.5)
        b += share * (((h >> 10) & 1023) - 511.5)
        c += share * (((h >> 20) & 1023) - 511.5)
    scale = EVENER / 511.5
    return a * scale, b * scale, c * scale
