"""Boules stopped or deflected on their way."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
