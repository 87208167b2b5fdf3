"""Boules and jack on ground."""

from carreau.physics.terrain.bodies import Boule, Jack, shell_inertia
from carreau.physics.terrain.contacts import BOARD, BODY, CONTACT, GROUND, OBSTACLE
from carreau.physics.terrain.surfaces import EVIDENCE, SURFACES, Coefficient, Surface
from carreau.physics.terrain.throwing import Throw, Thrown, simulate_throw

__all__ = [
    "BOARD",
    "BODY",
    "CONTACT",
    "EVIDENCE",
    "GROUND",
    "OBSTACLE",
    "SURFACES",
    "Boule",
    "Coefficient",
    "Jack",
    "Surface",
    "Throw",
    "Thrown",
    "shell_inertia",
    "simulate_throw",
]
