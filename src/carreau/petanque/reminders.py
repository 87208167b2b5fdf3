"""Advice of the book, shown when its moment comes."""

from carreau.core.rulebook import Decision

RULES: tuple[Decision, ...] = ()
