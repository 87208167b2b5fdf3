"""Puddles: whether a jack that has come to rest in one floats freely."""

import math

from carreau.observe.ground import Terrain
from carreau.observe.plane import contains
from carreau.observe.wrong import Misplaced

WATER_KG_M3 = 1000.0


def draught_m(radius: float, mass_kg: float) -> float:
    """How deep a ball that floats dips into water, in metres; infinite if it sinks (Archimedes, the cap of a sphere)."""
    if not mass_kg > 0:
        raise Misplaced(f"jack of {mass_kg} kg: its mass is above 0")
    volume = mass_kg / WATER_KG_M3
    if volume >= 4 / 3 * math.pi * radius**3:
        return math.inf
    low, high = 0.0, 2 * radius
    for _ in range(60):
        dip = (low + high) / 2
        low, high = (dip, high) if math.pi * dip**2 * (3 * radius - dip) / 3 < volume else (low, dip)
    return high


def floats(terrain: Terrain, x: float, y: float, radius: float, mass_kg: float) -> bool:
    """Does a jack whose middle is there float freely: in a puddle deeper than it dips?"""
    return any(p.depth_m > draught_m(radius, mass_kg) for p in terrain.puddles if contains(x, y, p.outline))
