"""Balls, cushions and pins on cloth: `simulate_stroke` plays one stroke, `simulate_strokes` many.

What needs the compiler is loaded with the first use of it, so that looking at a table or a constant costs nothing.
"""

from typing import TYPE_CHECKING, Any

from carreau.physics.table.constants import CONSTANTS, Constants
from carreau.physics.table.tables import BALL, BOCCIA, JACK, POOL_BALL, TABLES, Ball, Cue, PinShape, Table

if TYPE_CHECKING:
    from carreau.physics.table.batch import Strokes, simulate_strokes
    from carreau.physics.table.stroke import Stroke, simulate_stroke

__all__ = [
    "BALL",
    "BOCCIA",
    "CONSTANTS",
    "JACK",
    "POOL_BALL",
    "TABLES",
    "Ball",
    "Constants",
    "Cue",
    "PinShape",
    "Stroke",
    "Strokes",
    "Table",
    "simulate_stroke",
    "simulate_strokes",
]

LATER = {"Strokes": "batch", "simulate_strokes": "batch", "Stroke": "stroke", "simulate_stroke": "stroke"}


def __getattr__(name: str) -> Any:
    if name in LATER:
        from importlib import import_module

        value = getattr(import_module(f"carreau.physics.table.{LATER[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
