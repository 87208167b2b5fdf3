"""Boules that leave the ground: which are dead, what they moved, and when one lives again."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
