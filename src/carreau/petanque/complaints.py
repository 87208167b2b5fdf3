"""Complaints and claims: to whom, when, and about what."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
