"""What differs between two states of a game: each difference a message key with its slots, as a ruling has."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from carreau.core.facts import SIDES
from carreau.core.ruling import Option, Slot, State

Differences = Iterator["Difference"]


class Difference(Struct, frozen=True, kw_only=True):
    """One thing that is otherwise: `key` and `slots` make a sentence, `topic` says what it is about."""

    topic: str
    key: str
    slots: dict[str, Slot] = {}


def number(topic: str, was: int, now: int) -> Differences:
    """A number: the end, the set, the ends in a row."""
    if was != now:
        yield Difference(topic=topic, key=f"differs.{topic}", slots={"was": was, "now": now})


def by_side(topic: str, was: Mapping[Any, int], now: Mapping[Any, int]) -> Differences:
    """A number of each side: the score, boules in hand, sets won."""
    if any(was[side] != now[side] for side in SIDES):
        slots: dict[str, Slot] = {f"was_{side}": was[side] for side in SIDES}
        yield Difference(
            topic=topic, key=f"differs.{topic}", slots=slots | {f"now_{side}": now[side] for side in SIDES}
        )


def by_name(topic: str, was: str | None, now: str | None, **slots: Slot) -> Differences:
    """A side, or a word that stands for none: `differs.<topic>_side`, else `differs.<topic>_<word>`."""
    if was != now:
        named = now in SIDES
        before = was if was in SIDES else None
        said: dict[str, Slot] = {"side": now, "was": before} if named else {"was": before}
        yield Difference(topic=topic, key=f"differs.{topic}_{'side' if named else now or 'nobody'}", slots=said | slots)


def turns(was: State, now: State) -> Differences:
    """Who acts next, and what for; a question that waits comes before everything else."""
    before, after = _acts(was), _acts(now)
    if before != after:
        side, does = after
        other = before[0] if before[0] != side else None
        yield Difference(topic="turn", key=f"differs.next_{does}", slots={"side": side, "was": other})


def _acts(state: Any) -> tuple[str | None, str]:
    if state.waiting is not None:
        return state.waiting.side, "choose"
    return (state.turn.side, state.turn.does) if state.turn is not None else (None, "nobody")


def questions(was: State, now: State) -> Differences:
    """Questions that open, and such that are open no longer."""
    before, after = ({_asked(o): o for o in state.options} for state in (was, now))
    yield from (_question("opens", option) for asked, option in after.items() if asked not in before)
    yield from (_question("closes", option) for asked, option in before.items() if asked not in after)


def _asked(option: Option) -> tuple[str, str, str]:
    return option.ask, option.side, option.about


def _question(how: str, option: Option) -> Difference:
    slots: dict[str, Slot] = {"side": option.side, "ask": option.ask}
    return Difference(topic="question", key=f"differs.question_{how}", slots=slots)


def members(topic: str, slot: str, was: Iterable[str], now: Iterable[str], **slots: Slot) -> Differences:
    """What has joined a group, and what has left it: `differs.<topic>_more`, `differs.<topic>_fewer`."""
    before, after = list(was), list(now)
    for how, one, two in (("more", after, before), ("fewer", before, after)):
        left = list(two)
        for name in one:
            if name in left:
                left.remove(name)
            else:
                yield Difference(topic=topic, key=f"differs.{topic}_{how}", slots={slot: name, **slots})


def winner(was: Any, now: Any) -> Differences:
    """Who has won, and how."""
    if (was.winner, was.won_by) != (now.winner, now.won_by):
        other = was.winner if was.winner != now.winner else None
        key = "differs.winner" if now.winner is not None else "differs.no_winner"
        yield Difference(topic="winner", key=key, slots={"side": now.winner, "was": other, "how": now.won_by})
