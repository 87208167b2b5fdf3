"""Boules, jack, circle and terrain compared with the book's table, and what follows when they fail."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
