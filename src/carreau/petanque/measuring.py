"""Measuring, lifting, disturbing, picking up: what is known of the head and from whom."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
