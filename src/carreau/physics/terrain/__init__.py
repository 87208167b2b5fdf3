"""Boules and jack on ground: `simulate_throw` plays one throw, `simulate_throws` many.

What needs the compiler is loaded with the first use of it, so that looking at a surface or a thrower costs nothing.
"""

from typing import TYPE_CHECKING, Any

from carreau.physics.terrain.barriers import Block, Board, Disc
from carreau.physics.terrain.bodies import Boule, Jack, shell_inertia
from carreau.physics.terrain.contacts import BOARD, BODY, CONTACT, GROUND, OBSTACLE
from carreau.physics.terrain.surfaces import EVIDENCE, SURFACES, Coefficient, Surface
from carreau.physics.terrain.throwers import THROWERS, Thrower

if TYPE_CHECKING:
    from carreau.physics.terrain.aiming import STYLES, Style, aim
    from carreau.physics.terrain.fitting import Lob, fitted
    from carreau.physics.terrain.throwing import Throw, Thrown, Throws, simulate_throw, simulate_throws

__all__ = [
    "BOARD",
    "BODY",
    "CONTACT",
    "EVIDENCE",
    "GROUND",
    "OBSTACLE",
    "STYLES",
    "SURFACES",
    "THROWERS",
    "Block",
    "Board",
    "Boule",
    "Coefficient",
    "Disc",
    "Jack",
    "Lob",
    "Style",
    "Surface",
    "Throw",
    "Thrower",
    "Thrown",
    "Throws",
    "aim",
    "fitted",
    "shell_inertia",
    "simulate_throw",
    "simulate_throws",
]

LATER = {
    **dict.fromkeys(("STYLES", "Style", "aim"), "aiming"),
    **dict.fromkeys(("Lob", "fitted"), "fitting"),
    **dict.fromkeys(("Throw", "Thrown", "Throws", "simulate_throw", "simulate_throws"), "throwing"),
}


def __getattr__(name: str) -> Any:
    if name in LATER:
        from importlib import import_module

        value = getattr(import_module(f"carreau.physics.terrain.{LATER[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
