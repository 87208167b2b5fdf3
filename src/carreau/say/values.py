"""How a slot's value reads in a sentence: a team by name, a length in metres, a time in minutes, a word translated."""

from collections.abc import Mapping
from gettext import GNUTranslations

from carreau.say.texts import Slots

Names = Mapping[str, str]

NO_SIDES = frozenset({"terrain", "lane", "circle", "choice", "offered", "detail"})  # here A and B are no teams
PLAYER_SLOTS = frozenset({"player", "players", "thrower", "by", "partner", "captain", "who", "for_player"})
SMALL_MM = 100


def shown(
    name: str, value: str | int | bool | None, slots: Slots, words: GNUTranslations, names: Names, comma: str
) -> str:
    """A slot's value as a reader of this language expects it."""
    if isinstance(value, bool) or value is None:
        return word(name, {True: "yes", False: "no", None: "none"}[value], words)
    if isinstance(value, int):
        return _number(_unit(name, slots), value, comma)
    if is_side(name, value):
        return names.get(value) or word(name, value, words)
    if name in PLAYER_SLOTS and value in names:
        return names[value]
    return word(name, value, words)


def is_side(name: str, value: object) -> bool:
    """Does this slot speak of a team?"""
    return value in ("A", "B") and name not in NO_SIDES


def word(name: str, value: str, words: GNUTranslations) -> str:
    """A word of ours in the language, of this slot if it has its own; what is no such word stays as it is."""
    key = f"word.{value}"
    own, shared = words.pgettext(name, key), words.gettext(key)
    return next((found for found in (own, shared) if found != key), value)


def _unit(name: str, slots: Slots) -> str:
    """The unit in a slot's name; a finding of an inspection has that of the property inspected."""
    named = name if "_" in name else str(slots.get("property") or "") if name in ("found", "min", "max") else ""
    return named.rpartition("_")[2]


def _number(unit: str, value: int, comma: str) -> str:
    match unit:
        case "mm" if abs(value) < SMALL_MM:
            return f"{value} mm"
        case "mm":
            return f"{_decimal(value, 1000, 2, comma)} m"
        case "ms":
            return _time(value, comma)
        case "um":
            return f"{_decimal(value, 1000, 0, comma)} mm"
        case "mg":
            return f"{_decimal(value, 1000, 0, comma)} g"
        case _:
            return str(value)


def _decimal(value: int, whole: int, places: int, comma: str) -> str:
    """A number of thousandths with at least so many decimal places, and no more than it needs."""
    sign, (units, rest) = "-" if value < 0 else "", divmod(abs(value), whole)
    digits = f"{rest:03d}".rstrip("0").ljust(places, "0")
    return f"{sign}{units}{comma}{digits}" if digits else f"{sign}{units}"


def _time(ms: int, comma: str) -> str:
    """`1:01`, `0:59.5`, `1:05:00`; the fraction only where there is one."""
    seconds, rest = divmod(abs(ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    fraction = f"{rest:03d}".rstrip("0")
    return ("-" if ms < 0 else "") + clock + (f"{comma}{fraction}" if fraction else "")
