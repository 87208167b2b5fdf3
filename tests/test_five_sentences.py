"""Whatever the cases of five pins rule is a whole sentence in each language."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Message

from carreau.core.ruling import Asked, Ruling
from carreau.say import VARIANTS, Unsaid, compiling, sentence
from carreau.say.sentences import asked_slots
from carreau.say.texts import catalogue, text
from tests.five import judged
from tests.messages import LANGUAGES

TYPED = frozenset({"offered", "choice", "ask", "reading", "said", "property", "value", "known"})
WORD = re.compile(r"[a-z]+(_[a-z]+)*")
NOT_RULED = ("word.", "choice.")

Where = tuple[str, str]  # context, key


@cache
def spoken() -> tuple[Ruling, ...]:
    """Every ruling and refusal on every line of every case."""
    return tuple(r for _, lines in judged() for o in lines for r in (*o.rulings, *((o.refusal,) if o.refusal else ())))


@cache
def messages(language: str, *, ours: bool) -> dict[Where, Message]:
    """The messages of a language by context and key; `ours`: only those of five pins."""
    found = ((p, m) for p, m in compiling.messages(language) if not ours or p.name.startswith("five_"))
    return {(m.context or "", _key(m)): m for _, m in found}


def _key(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def strings(message: Message) -> tuple[str, ...]:
    """A message's text, or its texts for one and for several."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def slots(message: Message) -> frozenset[str]:
    """The slots that a text speaks of."""
    return frozenset(name for s in strings(message) for _, name, _, _ in Formatter().parse(s) if name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_ruled_can_be_said(language: str) -> None:
    """Rulings, refusals, questions and answers, without a word of the code left in them."""
    missing = sorted({line for ruling in spoken() for line in _unsaid(ruling, language)})
    assert not missing, "\n".join(missing)


def _unsaid(ruling: Ruling, language: str) -> Iterator[str]:
    try:
        sentence(ruling.key, ruling.slots, language, {})
    except Unsaid as no:
        yield f"{ruling.key}: {no}"
        return
    yield from _raw(ruling, language)
    for effect in ruling.effects:
        if isinstance(effect, Asked):
            sentence(f"ask.{effect.option.ask}", asked_slots(effect.option), language, {})
            keys = (f"choice.{effect.option.ask}.{choice.id}" for choice in effect.option.choices)
            yield from (key for key in keys if ("", key) not in messages(language, ours=True))


def _raw(ruling: Ruling, language: str) -> Iterator[str]:
    """Values that would stand in the sentence as the code writes them."""
    for _, name, _, _ in Formatter().parse(text(ruling.key, ruling.slots, catalogue(language)) or ""):
        value = ruling.slots.get(name or "")
        if name and name not in TYPED and isinstance(value, str) and WORD.fullmatch(value):
            words = {("", f"word.{value}"), (name, f"word.{value}")}
            if not words & messages(language, ours=False).keys():
                yield f"{ruling.key}: {{{name}}} is {value!r}"


def test_the_languages_say_the_same() -> None:
    """The same texts with the same slots, and none left in English."""
    english = messages("en", ours=True)
    for language in LANGUAGES[1:]:
        other = messages(language, ours=True)
        assert other.keys() == english.keys()
        for where, message in english.items():
            assert slots(message) == slots(other[where]), (language, where)
        same = [w for w, m in english.items() if strings(m) == strings(other[w]) and w[1] not in SAME]
        assert not same, (language, same)


SAME: frozenset[str] = frozenset()  # texts that are alike in two languages


def test_no_text_is_idle() -> None:
    """Each text, and each of its variants, belongs to something that a case rules."""
    ruled = {r.key for r in spoken()}
    values = {(r.key, str(r.slots.get(v))) for r in spoken() for v in VARIANTS}
    idle = [
        where
        for where in messages("en", ours=True)
        if not where[1].startswith(NOT_RULED)
        and (where[1] not in ruled or (where[0] and where[0][:3] != "no " and (where[1], where[0]) not in values))
    ]
    assert not idle
