"""The starting line: when something lies past it, in the out-of-play zone."""

from carreau.billiards.cochonnet_facts import Line
from carreau.core.bench import Bench

PAST: dict[str, tuple[Line, ...]] = {
    "whole_ball": ("past",),
    "centre": ("centre_past", "past"),
    "any_part": ("astride", "centre_past", "past"),
}


def past(book: Bench, line: Line | None) -> bool:
    """Is it past the line? Wholly past it is by every reading; lying across the line, as the game reads it."""
    if line in (None, "before"):
        return False
    return line == "past" or line in PAST[book.reading("C-A4")]


def across(line: Line | None) -> bool:
    """Does it lie across the line, so that somebody may ask whether it is past?"""
    return line in ("astride", "centre_past")
