"""The jack hidden, moved at rest, driven onto another terrain or stopped on its way."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
