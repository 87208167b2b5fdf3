"""Boules thrown against the rules, somebody else's boule, obstacles, and the advantage."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
