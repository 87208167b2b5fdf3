"""The ground: draw, terrain, lanes, what games may be played on it."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
