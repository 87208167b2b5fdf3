"""The jack that a boule has displaced: the cases in which it is dead, and what the end gives then."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
