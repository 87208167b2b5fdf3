"""What happened beside a plain throw, in words: the leaf that a fact is, with its answers."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import to_builtins

from carreau.core.facts import SIDES, other
from carreau.core.rulebook import Rulebook
from carreau.forms.leaves import Leaf, answers_in, sheet_of
from carreau.forms.page import word

Names = Mapping[str, str]

THROWS = ("BouleThrown", "JackThrown", "BallPlayed")  # what else has a sentence that says it all


def incident(book: Rulebook, fact: Any, lang: str, names: Names) -> str | None:
    """`Jack stopped: Struck, stopped by a player (Les Lilas, it was marked)`; nothing for a throw that was only that."""
    if type(fact).__name__ not in THROWS:
        return None
    entered = to_builtins(fact)
    if _plain(book, entered):
        return None
    there = _there(entered.get("side"))
    sheet = sheet_of(book.sport.name)
    for leaf in _leaves(book.sport.name, entered["kind"]):
        answers = answers_in(leaf, entered, there, sheet)
        if answers is not None:
            return _said(book, leaf, answers, lang, names)
    return None


def _plain(book: Rulebook, entered: Mapping[str, Any]) -> bool:
    """Is it a throw as the scorer's buttons enter it, or one whose boule went out?"""
    fields = {name for name in entered if name != "kind"}
    if any(tap.kind == entered["kind"] and fields <= set(tap.fields) for tap in sheet_of(book.sport.name).tap):
        return True
    return list(entered.get("moved", ())) == [{"object": "thrown", "out": True}]


@cache
def _leaves(sport: str, kind: str) -> tuple[Leaf, ...]:
    return tuple(leaf for leaf in sheet_of(sport).leaf if leaf.kind == kind)


def _there(side: Any) -> dict[str, Any]:
    """The game as the throw met it: its own side was to play."""
    if side not in SIDES:
        return {}
    return {"turn": side, "opponent": other(side), "jack_side": side, "placer": other(side)}


def _said(book: Rulebook, leaf: Leaf, answers: Mapping[str, Any], lang: str, names: Names) -> str:
    sheet, sport = sheet_of(book.sport.name), book.sport.name
    words = []
    for name, value in answers.items():
        ask = sheet.ask[name]
        if value is True or value is False:
            words.append(word(f"desk.{'yes' if value else 'no'}.{name}", lang))
        elif isinstance(value, str):
            in_words = value in ask.values and value not in SIDES
            words.append(word(f"desk.value.{value}", lang, kind=sport) if in_words else names.get(value, value))
    group, text = word(f"desk.group.{leaf.group}", lang), word(f"desk.leaf.{leaf.id}", lang, kind=sport)
    what = word("desk.happened.leaf", lang, group=group, leaf=text)
    return word("desk.happened.with", lang, what=what, answers=", ".join(words)) if words else what
