"""What a field of a record may hold, to say it when something else stands there."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, inspect

from carreau.core.ruling import Slot

SHOWN = 12
SHORTEST, LONGEST = 60, 160

UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*?)`(?P<at> - at .*)?$", re.S)
MISSING = re.compile(r"Object missing required field `(?P<field>.*?)`(?P<at> - at .*)?$", re.S)
OTHER_TYPE = re.compile(r"Expected `(?P<wanted>.*?)`, got `(?P<got>.*?)`", re.S)
PLACE = re.compile(r" - at (?:`key` in )?`\$(?P<path>.*)`$", re.S)
STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<item>\d+|\.\.\.)\]")


class Mistake(Struct, frozen=True, kw_only=True):
    """What is wrong with a fact: `how` it is wrong (the last word of a message key), and the slots of the message."""

    how: str
    slots: dict[str, Slot]


def mistake(said: str, holder: Any) -> Mistake:
    """What the decoder said of a struct (`holder`), in terms of the record's own fields and words."""
    place = _place(said)
    inner = _at(inspect.type_info(holder), place)
    if (found := UNKNOWN.match(said)) is not None:
        known = ", ".join(nearest(found["field"], [*_fields(inner)], SHOWN)) or None
        return Mistake(how="unknown_field", slots={"field": _field(place, found["field"]), "known": known})
    if (found := MISSING.match(said)) is not None:
        return Mistake(how="missing_field", slots={"field": _field(place, found["field"])})
    got = OTHER_TYPE.match(said)
    if (wanted := ", ".join(_words(inner, keys="at `key`" in said))) and not _is_whole(inner):
        slots: dict[str, Slot] = {"place": place, "expected": wanted, "got": JSON.get(got["got"]) if got else None}
        return Mistake(how="wrong_value", slots=slots)
    return Mistake(how="unreadable", slots={"place": place or None, "detail": short(said)})


JSON = {
    "int": "whole_number", "float": "decimal", "str": "text", "bool": "yes_or_no", "null": "nothing", "array": "list",
    "object": "group",
}  # fmt: skip


def nearest(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The names that share the most pairs of letters with a word."""
    pairs = _pairs(word)

    def shared(name: str) -> float:
        theirs = _pairs(name)
        return len(pairs & theirs) / max(1, len(pairs | theirs))

    return sorted(known, key=lambda name: (-shared(name), name))[:most]


def _pairs(word: str) -> set[str]:
    return {word[i : i + 2].lower() for i in range(len(word) - 1)}


def short(text: str, most: int = LONGEST) -> str:
    """A text that still fits into a message."""
    return text if len(text) <= most else text[: most - 3] + "..."


def _field(place: str, field: str) -> str:
    return ".".join((*((place,) if place else ()), short(field, SHORTEST)))


def _place(said: str) -> str:
    found = PLACE.search(said)
    return found["path"].removeprefix(".") if found else ""


def _at(info: Any, place: str) -> Any:
    """The type of what stands at a place such as `moved[0].range_mm`."""
    for step in STEP.finditer(f".{place}" if place else ""):
        info = _inside(info, step["name"])
        if info is None:
            return None
    return info


def _inside(info: Any, name: str | None) -> Any:
    match info:
        case inspect.StructType() if name is not None:
            return next((f.type for f in info.fields if f.encode_name == name), None)
        case inspect.VarTupleType() if name is None:
            return info.item_type
        case inspect.TupleType() if name is None:
            return info.item_types[0]
        case inspect.DictType():
            return info.value_type
        case inspect.UnionType():
            return next((found for t in info.types if (found := _inside(t, name)) is not None), None)
        case _:
            return None


def _fields(info: Any) -> Iterator[str]:
    """The fields of a group, or of one that may be missing."""
    groups = info.types if isinstance(info, inspect.UnionType) else (info,)
    yield from (field.encode_name for group in groups for field in getattr(group, "fields", ()))


def _is_whole(info: Any) -> bool:
    return info is None or isinstance(info, inspect.AnyType)


def _words(info: Any, *, keys: bool = False) -> Iterator[str]:
    """The words, or the kind of value, that a field may hold."""
    match info:
        case inspect.LiteralType():
            yield from (str(value) for value in info.values)
        case inspect.UnionType():
            for t in info.types:
                yield from _words(t)
        case inspect.DictType() if keys:
            yield from _words(info.key_type)
        case inspect.IntType():
            yield _range(info)
        case inspect.StrType():
            yield info.pattern.strip("^$") if info.pattern else "text"
        case inspect.BoolType():
            yield "true"
            yield "false"
        case inspect.VarTupleType() | inspect.TupleType():
            yield "[...]"
        case inspect.StructType() | inspect.DictType():
            yield "{...}"
        case _:  # nothing at all
            return


def _range(info: inspect.IntType) -> str:
    return f"{'...' if info.ge is None else info.ge} – {'...' if info.le is None else info.le}"
