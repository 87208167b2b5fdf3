"""Behaviour, and the ladder of cards."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
