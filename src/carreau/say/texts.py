"""The catalogues: the text of a key in a language, in the variant that the slots ask for."""

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files

Slots = Mapping[str, str | int | bool | None]

VARIANTS = ("reason", "why", "offence", "card", "cause", "how", "kind")
COUNTS = ("points", "boules", "n")


class Unsaid(LookupError):
    """A language has no sentence for a key, or one that needs a slot which the ruling does not have."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(
        sorted(
            f.name.removesuffix(".mo") for f in files("carreau.say").joinpath("mo").iterdir() if f.name.endswith(".mo")
        )
    )


@cache
def catalogue(language: str) -> GNUTranslations:
    """The compiled texts of one language. Raises FileNotFoundError where there is none."""
    with files("carreau.say").joinpath("mo", f"{language}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


def text(key: str, slots: Slots, words: GNUTranslations) -> str | None:
    """The text of a key: of the first slot whose value has a variant of its own, else the plain one."""
    n = next((slots[name] for name in COUNTS if _is_number(slots.get(name))), 1)
    for context in (*_contexts(slots), None):
        if (found := _entry(words, context, key, abs(int(n or 0)))) is not None:
            return found
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _contexts(slots: Slots) -> Iterator[str]:
    for name in VARIANTS:
        if slots.get(name) not in (None, ""):
            yield str(slots[name])
    for name, value in slots.items():
        if value in (None, ""):
            yield f"no {name}"


def _entry(words: GNUTranslations, context: str | None, key: str, n: int) -> str | None:
    if context is None:
        counted, plain = words.ngettext(key, key, n), words.gettext(key)
    else:
        counted, plain = words.npgettext(context, key, key, n), words.pgettext(context, key)
    return next((found for found in (counted, plain) if found != key), None)
