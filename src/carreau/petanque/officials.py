"""Weather, new phases, misconduct, the umpire's own rulings and the jury."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
