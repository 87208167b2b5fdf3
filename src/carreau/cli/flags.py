"""The flags that several commands share, and how one is written."""

from typing import Annotated

import cyclopts


def note(text: str) -> cyclopts.Parameter:
    """What a parameter is for."""
    return cyclopts.Parameter(help=text)


def flag(text: str) -> cyclopts.Parameter:
    """What a switch does that is off until it is named."""
    return cyclopts.Parameter(help=text, negative="")


Lang = Annotated[str | None, note("Language of what is said: en, fr, fi (for suomi); without it, that of the system.")]
Json = Annotated[bool, flag("JSON objects, one a line, instead of text.")]
Rules = Annotated[str, note("The rulebook of the game.")]
Format = Annotated[
    str | None, note("Pétanque: triples (the usual), doubles or singles; five pins: single (the usual) or sets.")
]
Teams = Annotated[str, note("The names of sides A and B, with a comma between.")]
Players = Annotated[str, note('The players\' names, the sides apart by a slash: "Ann,Bob,Cleo/Dan,Eve,Fay".')]
Target = Annotated[int | None, note("The points to reach; without it, those of the book.")]
Setup = Annotated[
    tuple[str, ...], note("A field of the set-up: stage=league, terrain.lanes=true; repeat the flag for more.")
]
