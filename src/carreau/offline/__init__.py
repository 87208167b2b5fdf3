"""Tables for a phone without network: who plays, what a stroke is worth, what an end gives, taken from the book itself.

A phone looks things up in them and rules nothing by itself. What they do not hold waits for the book.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import json

from carreau.core.record import digest
from carreau.core.rulebook import Rulebook
from carreau.gamefile import digest_of
from carreau.offline.chart import TURNS, Standing
from carreau.sports import Json

VERSION = 1
SHORT = 4  # letters of a digest that people can compare


def tables(edition: Rulebook, readings: dict[str, str] | None = None) -> Json:
    """The tables of an edition, as a game with these readings is played. Raises NotRecorded for readings it lacks.

    `file` is the fingerprint of the edition's own file, `digest` that of all that stands in the tables.
    """
    chosen = dict(sorted((readings or {}).items()))
    made: Callable[[Rulebook, dict[str, str]], Json] = _sport(edition.sport.name).tables
    whole = {"version": VERSION, "edition": edition.id, "file": digest_of(edition), "readings": chosen}
    whole |= made(edition, chosen)
    return whole | {"digest": digest(packed(whole))}


def _sport(name: str) -> Any:
    return import_module(f"carreau.offline.{name}")


def packed(tables: Json) -> bytes:
    """The tables as compact JSON: the same bytes for the same tables."""
    return json.encode(tables, order="deterministic")


def name_of(tables: Json) -> str:
    """What a phone shows beside what it has looked up: `fipjp-2016-a1f3`."""
    return f"{tables['edition']}-{tables['digest'][:SHORT]}"


def place_of(tables: Json, book: Rulebook, state: Any) -> tuple[str, int] | None:
    """Where a game stands in the order of play: the chart and the number of the state in it.

    None where the tables do not tell: nothing is being played, nobody knows who holds, a question waits, or something
    has happened that makes the turn another one than it would be in plain play.
    """
    standing: Callable[[Any], Standing] | None = getattr(_sport(book.sport.name), "standing", None)
    here = standing(state) if standing is not None else None
    if here is None or state.waiting is not None:
        return None
    chart, key = here
    fields, states = tables["order"][chart]["fields"], tables["order"][chart]["states"]
    keys = zip(*(states[field] for field in fields), strict=True)
    number = next((n for n, found in enumerate(keys) if found == key), None)
    turn = TURNS[state.turn.side if state.turn is not None else None]
    return (chart, number) if number is not None and states["turn"][number] == turn else None
