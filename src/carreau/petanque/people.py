"""Late, missing, absent and replaced players."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
