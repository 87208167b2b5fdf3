"""Boules and jack on ground."""

from carreau.physics.terrain.aiming import STYLES, Style, aim
from carreau.physics.terrain.barriers import Block, Board, Disc
from carreau.physics.terrain.bodies import Boule, Jack, shell_inertia
from carreau.physics.terrain.contacts import BOARD, BODY, CONTACT, GROUND, OBSTACLE
from carreau.physics.terrain.fitting import Lob, fitted
from carreau.physics.terrain.surfaces import EVIDENCE, SURFACES, Coefficient, Surface
from carreau.physics.terrain.throwers import THROWERS, Thrower
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
