"""The full form of a kind of fact, made from its type: what each field can hold, and which of the game's things it names."""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from msgspec import Struct, inspect

from carreau.core.facts import Corrected, Undone
from carreau.core.rulebook import Rulebook

Json = dict[str, Any]

NOT_BY_FORM: tuple[type, ...] = (Undone, Corrected)  # they are made of the story
UNITS = {"_mm": "mm", "_ms": "ms"}
THINGS = {
    "player": "players",
    "tapped_by": "players",
    "refused_by": "people",
    "thrower": "players",
    "boule_of": "people",
    "boule": "boules",
    "near": "boules",
    "far": "boules",
    "ball": "boules",
    "object": "objects",
    "objects": "objects",
    "players": "players",
    "boules": "boules",
    "put_back": "objects",
    "pair": "boules",
    "order": "boules",
    "dead": "boules",
    "gaps_mm": "boules",
    "hands": "players",
    "touched_before": "objects",
}  # a field that holds a name of the game's things: the page offers those that there are, and any other can be typed


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One field of a form.

    `holds`: `choice` (of `values`), `yes`, `number` (from `least` to `most`, in `unit`), `text` (like `pattern`; `things`:
    which of the game's things it names), `part` (a form of `fields`), `list` (of `item`), `table` (from `key` to `item`), or
    `any` of several (`fields`; of all, where there are none). `needed`: it has no default; `empty`: it may say nothing.
    """

    name: str
    holds: str
    needed: bool = False
    empty: bool = False
    values: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    unit: str | None = None
    pattern: str | None = None
    things: str | None = None
    usual: Any = None
    fields: tuple["Field", ...] = ()
    key: "Field | None" = None
    item: "Field | None" = None
    length: int | None = None


def forms_of(book: Rulebook) -> dict[str, tuple[Field, ...]]:
    """The full form of each kind of fact of a book's sport."""
    return _forms(book.sport.facts)


def form_of(book: Rulebook, kind: str) -> tuple[Field, ...]:
    """The full form of one kind. Raises KeyError."""
    return forms_of(book)[kind]


@cache
def _forms(facts: Any) -> dict[str, tuple[Field, ...]]:
    return {kind.__name__: tuple(_fields(kind)) for kind in kinds_of(facts)}


def kinds_of(facts: Any) -> Iterator[type]:
    """The kinds of a sport that a form can enter."""
    for kind in get_args(facts):
        if getattr(kind, "__origin__", kind) not in NOT_BY_FORM and not get_args(kind):
            yield kind


def _fields(kind: type) -> Iterator[Field]:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType | inspect.DataclassType)
    for field in told.fields:
        yield _field(field.encode_name, field.type, needed=field.required, usual=_usual(field))


def _usual(field: inspect.Field) -> Any:
    """What the field says when it is left alone, if that is more than nothing."""
    default = field.default
    return default if isinstance(default, str | int) and default not in (False, "") else None


def _field(name: str, told: inspect.Type, *, needed: bool = False, usual: Any = None) -> Field:
    empty, types = _without_nothing(told)
    shared: Json = {"name": name, "needed": needed, "empty": empty, "usual": usual}
    if len(types) > 1:
        return Field(**shared, holds="any", fields=tuple(_field(name, one) for one in types))
    match types[0]:
        case inspect.LiteralType(values=values):
            return Field(**shared, holds="choice", values=tuple(values))
        case inspect.BoolType():
            return Field(**shared, holds="yes")
        case inspect.IntType(ge=least, le=most):
            unit = next((unit for end, unit in UNITS.items() if name.endswith(end)), None)
            return Field(**shared, holds="number", least=least, most=most, unit=unit)
        case inspect.StructType(cls=cls):
            return Field(**shared, holds="part", fields=tuple(_fields(cls)))
        case inspect.VarTupleType(item_type=item):
            return Field(**shared, holds="list", item=_field(name, item))
        case inspect.TupleType(item_types=items):
            return Field(**shared, holds="list", item=_field(name, items[0]), length=len(items))
        case inspect.DictType(key_type=key, value_type=value):
            return Field(**shared, holds="table", key=_field(name, key), item=_field(name, value))
        case inspect.AnyType():
            return Field(**shared, holds="any")
        case inspect.StrType(pattern=pattern):
            return Field(**shared, holds="text", pattern=pattern, things=THINGS.get(name))
        case _:
            return Field(**shared, holds="text")


def _without_nothing(told: inspect.Type) -> tuple[bool, tuple[inspect.Type, ...]]:
    """May it say nothing, and what else can it be?"""
    if not isinstance(told, inspect.UnionType):
        return False, (told,)
    some = tuple(one for one in told.types if not isinstance(one, inspect.NoneType))
    return len(some) < len(told.types), some


def fits(fields: tuple[Field, ...], entered: Json) -> bool:
    """Can these values be entered in a form of these fields?"""
    named = {field.name: field for field in fields}
    return all(name in named and holds(named[name], value) for name, value in entered.items())


def holds(field: Field, value: Any) -> bool:
    """Can a field hold this value?"""
    if value is None:
        return field.empty
    match field.holds:
        case "choice":
            return value in field.values
        case "yes":
            return isinstance(value, bool)
        case "number":
            whole = isinstance(value, int) and not isinstance(value, bool)
            return (
                whole and (field.least is None or field.least <= value) and (field.most is None or value <= field.most)
            )
        case "part":
            return isinstance(value, dict) and fits(field.fields, value)
        case "list":
            same = isinstance(value, list | tuple) and field.length in (None, len(value))
            return same and field.item is not None and all(holds(field.item, one) for one in value)
        case "table":
            return isinstance(value, dict) and all(_in_table(field, key, one) for key, one in value.items())
        case "any":
            return not field.fields or any(holds(one, value) for one in field.fields)
        case _:
            return isinstance(value, str | int | float | dict | list)


def _in_table(field: Field, key: Any, value: Any) -> bool:
    return field.key is not None and field.item is not None and holds(field.key, key) and holds(field.item, value)
