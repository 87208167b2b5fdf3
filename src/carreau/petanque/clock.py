"""The minute, the search, timed games: clocks propose, people decide."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
