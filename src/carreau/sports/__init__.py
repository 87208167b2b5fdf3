"""What the tools need of each sport besides its rules: its notation, how a game of it stands, and in which words."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from carreau.core.notation import Said
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Slot

Json = dict[str, Any]
Score = dict[str, int]
Slots = dict[str, Slot]
Sentence = tuple[str, Slots]  # a message key and its slots

NAMES = ("petanque", "five_pins", "cochonnet")


class Kit(Struct, frozen=True, kw_only=True):
    """One sport as the tools see it.

    `package`: where the files of its editions stand. `facts_of` reads short notation, `written` writes a fact in it,
    `setup_of` makes a set-up of a few fields and `flags` the fields of one that the command line is given. `stands` is
    the state for programs, `plain` the words that a case may expect of it. A story falls into chapters, ends or sets:
    `chapter` gives the number, `chapter_score` what the score was when it began. `title`, `standing`, `so_far` and
    `before` are sentences; `help` is a message key, `sample` a fact as one types it. `keeps_ends`: can a game be told by
    the points of its ends alone, begun by the fact that `draw` gives; `case_ms`: when the position of a case is stated.
    """

    name: str
    package: str
    facts_of: Callable[[str, Callable[[], Any]], Iterator[Said]]
    written: Callable[[Any], str]
    setup_of: Callable[[str, Mapping[str, Any]], Any]
    flags: Callable[["Flags"], Json]
    stands: Callable[[Rulebook, Any], Json]
    holder: Callable[[Any], str | None]
    plain: Callable[[Any], Json]
    score: Callable[[Rulebook, Any], Score]
    chapter: Callable[[Any], int]
    chapter_score: Callable[[Any], Score]
    title: Callable[[Rulebook, Any], Sentence]
    standing: Callable[[Any], Iterator[Sentence]]
    so_far: Callable[[Any], Sentence]
    before: Callable[[Any], Sentence]
    chapter_key: str
    help: str
    sample: str
    keeps_ends: bool
    draw: Callable[[str], Json] | None = None
    case_ms: int | None = None


class Flags(Struct, frozen=True, kw_only=True):
    """What the command line says of a game to come: its format, its points, the names of its sides and players."""

    format: str | None = None
    target: int | None = None
    teams: tuple[str, ...] = ()
    people: dict[str, str] = {}


@cache
def kit(sport: str) -> Kit:
    """The kit of a sport, loaded when it is asked for. Raises KeyError with the sports that exist."""
    if sport not in NAMES:
        raise KeyError(f"no sport {sport!r}; there is {', '.join(NAMES)}")
    found: Kit = import_module(f"carreau.sports.{sport}").KIT
    return found


def kit_of(book: Rulebook) -> Kit:
    """The kit of a rulebook's sport."""
    return kit(book.sport.name)
