"""The circle: who draws or lays it, how large, how far from what, and where the next end starts."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
