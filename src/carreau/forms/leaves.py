"""The leaves of "something happened": what can happen, the fields that it sets, and the questions that are left."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert

from carreau.core.rulebook import Rulebook

Json = dict[str, Any]
NOTHING = object()  # what a name without an answer gives: the field is left out
MARK = "$"
THINGS = {
    "sides": "[AB]",
    "players": r"[AB]\d+",
    "people": r"[AB]\d*",
    "boules": r"[AB]\.\d+",
    "dead": r"[AB]\.\d+",
    "objects": r"jack|[AB]\.\d+",
}  # how the things of a game are written
INSIDE = re.compile(r"\$\{(\w+)\}")  # a name inside a text: `O!${pin}`


class Ask(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question of a leaf: one of `values`, or of the game's `things` (sides, people, players, boules, dead, objects).

    Or a number in `unit`, from `least` to `most`, or a `text`. An answer about people gives `$name.side` and `$name.player`.
    """

    values: tuple[Any, ...] = ()
    things: str | None = None
    unit: str | None = None
    least: int = 0
    most: int = 10**6
    text: bool = False


class Leaf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that can happen.

    `fact`: its fields, with answers and things of the game as `$name`; `ask`: its questions, with `?` those that can stay
    open; `clauses`: what it is about (a book that has none of them has no such leaf); `by`: who says it; `confirm`: asked
    once more; `full`: the rest is asked in the full form of its kind; `only`, `never`: the books where it can be entered,
    or cannot; `usual`: answers given beforehand.
    """

    id: str
    group: str
    kind: str
    fact: Json = {}
    ask: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    by: str = "scorer"
    confirm: bool = False
    full: bool = False
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    usual: Json = {}

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of its questions, in their order."""
        return tuple(name.rstrip("?") for name in self.ask)

    @property
    def needed(self) -> tuple[str, ...]:
        """The questions without which there is no fact."""
        return tuple(name for name in self.ask if not name.endswith("?"))


class Group(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of leaves, in the order of the sheet."""

    id: str


class Tap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts that a screen of its own enters: of this kind, with no other fields than these."""

    screen: str
    kind: str
    fields: tuple[str, ...] = ()


class Instead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody may have meant who has just taken back a fact of this kind: without `drop`, with `set` (`$other` side)."""

    id: str
    kind: str
    drop: tuple[str, ...] = ()
    set: Json = {}


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sheet of one sport: groups, questions, leaves, and what other screens enter.

    `likely`: leaves by what the turn waits for; `instead`: what a fact taken back may have been.
    """

    group: tuple[Group, ...]
    leaf: tuple[Leaf, ...]
    ask: dict[str, Ask] = {}
    tap: tuple[Tap, ...] = ()
    likely: dict[str, tuple[str, ...]] = {}
    instead: tuple[Instead, ...] = ()


@cache
def sheet_of(sport: str) -> Sheet:
    """The sheet of a sport, as its file says. Raises ValueError if a leaf asks what the file does not explain."""
    source = files("carreau.forms").joinpath(f"{sport}.toml").read_text("utf-8")
    sheet = convert(tomllib.loads(source), Sheet)
    for leaf in sheet.leaf:
        if unknown := [name for name in leaf.questions if name not in sheet.ask]:
            raise ValueError(f"leaf {leaf.id} asks {', '.join(unknown)}, which {sport} does not explain")
    return sheet


@cache
def leaves_by_id(sport: str) -> dict[str, Leaf]:
    """All leaves of a sport, in the order of its sheet."""
    return {leaf.id: leaf for leaf in sheet_of(sport).leaf}


def leaves_of(book: Rulebook) -> tuple[Leaf, ...]:
    """The leaves of a book: those about which it has a row."""
    return tuple(leaf for leaf in sheet_of(book.sport.name).leaf if stands_in(leaf, book))


def stands_in(leaf: Leaf, book: Rulebook) -> bool:
    """Has the book something to say about this leaf?"""
    allowed = book.id not in leaf.never and (not leaf.only or book.id in leaf.only)
    return allowed and bool(rows_of(leaf, book))


def rows_of(leaf: Leaf, book: Rulebook) -> tuple[str, ...]:
    """The rows of a book that a leaf is about."""
    return tuple(dict.fromkeys(row for key in leaf.clauses for row in _rows(key, book)))


def _rows(key: str, book: Rulebook) -> Iterator[str]:
    own = book.covered.get(key, key)
    supplied = book.supplied.get(key, ("", ()))[1] if own not in book.clauses else ()
    yield from (book.clauses[name].row for name in (own, *supplied) if name in book.clauses)


# --- from answers to a fact, and back --------------------------------------------------------------


def fact_of(leaf: Leaf, answers: Mapping[str, Any], around: Mapping[str, Any]) -> Json:
    """The fact of a leaf with these answers, where the game stands so; what nobody has answered is left out."""
    filled = _filled(leaf.fact, {**around, **leaf.usual, **_spread(answers)})
    return {"kind": leaf.kind, **filled}


def _spread(answers: Mapping[str, Any]) -> Json:
    """The answers, those about people by side and player as well."""
    spread = dict(answers)
    for name, value in answers.items():
        if isinstance(value, str) and value[:1] in ("A", "B"):
            spread[f"{name}.side"] = value[0]
            if value[1:].isdigit():
                spread[f"{name}.player"] = value
    return spread


def _filled(part: Any, known: Mapping[str, Any]) -> Any:
    """A part of a fact with its names replaced; a field without an answer goes."""
    match part:
        case str() if INSIDE.search(part):
            names = INSIDE.findall(part)
            return INSIDE.sub(lambda at: str(known[at[1]]), part) if all(name in known for name in names) else NOTHING
        case str() if part.startswith(MARK):
            found = known.get(part[1:], NOTHING)
            return NOTHING if found is None else found
        case dict():
            filled = {_filled(key, known): _filled(value, known) for key, value in part.items()}
            return {key: value for key, value in filled.items() if key is not NOTHING and value is not NOTHING}
        case list():
            return [value for one in part if not _unnamed(one, known) and (value := _filled(one, known)) is not NOTHING]
        case _:
            return part


def _unnamed(part: Any, known: Mapping[str, Any]) -> bool:
    """Is this a part of a list whose first field, what it is about, has no answer? Then it goes as a whole."""
    return isinstance(part, dict) and bool(part) and _filled(next(iter(part.values())), known) is NOTHING


def answers_in(leaf: Leaf, fact: Mapping[str, Any], around: Mapping[str, Any], sheet: Sheet) -> Json | None:
    """The answers with which a leaf gives this fact, where the game stands so; None if none do."""
    if fact.get("kind") != leaf.kind:
        return None
    entered, found = _lists(fact), dict[str, Any]()
    _read(leaf.fact, {k: v for k, v in entered.items() if k != "kind"}, found)
    answers = {name: _joined(name, found) for name in leaf.questions if _joined(name, found) is not None}
    if any(not _answers(sheet.ask[name], value) for name, value in answers.items()):
        return None
    if any(name not in answers for name in leaf.needed):
        return None
    return answers if _lists(fact_of(leaf, answers, around)) == entered else None


def _lists(part: Any) -> Any:
    """The same with lists for tuples, as JSON has it."""
    if isinstance(part, Mapping):
        return {name: _lists(value) for name, value in part.items()}
    return [_lists(one) for one in part] if isinstance(part, list | tuple) else part


def _read(part: Any, value: Any, found: Json) -> None:
    """Read the names of a leaf's part out of the same part of a fact."""
    match part, value:
        case str(), str() if INSIDE.search(part):
            if (fit := re.fullmatch(_pattern(part), value)) is not None:
                found.update(fit.groupdict())
        case str(), _ if part.startswith(MARK):
            found[part[1:]] = value
        case dict(), dict():
            for key, one in part.items():
                for there in value if key.startswith(MARK) else (key,):  # a field that is itself an answer
                    if key.startswith(MARK):
                        found[key[1:]] = there
                    if there in value:
                        _read(one, value[there], found)
        case list(), list() | tuple():
            for one, there in zip(part, value, strict=False):
                _read(one, there, found)
        case _:
            pass


def _pattern(part: str) -> str:
    """The pattern of a text with names inside; a name that comes again must say the same."""
    pieces = INSIDE.split(part)
    return "".join(f"(?P<{piece}>.+)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))


def _joined(name: str, found: Mapping[str, Any]) -> Any:
    for key in (name, f"{name}.player", f"{name}.side"):
        if found.get(key) is not None:
            return found[key]
    return None


def _answers(ask: Ask, value: Any) -> bool:
    """Can this be an answer to the question?"""
    if ask.values:
        return value in ask.values
    if ask.unit is not None:
        return isinstance(value, int) and ask.least <= value <= ask.most
    return isinstance(value, str) and re.fullmatch(THINGS.get(ask.things or "", ".+"), value) is not None
