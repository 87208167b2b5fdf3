"""Boules moved at rest, lost, broken or changed."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
