"""What another edition would have ruled on each fact, from the state that the game really had."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import Entry
from carreau.core.game import Game
from carreau.core.judging import Contradiction, NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Option, Reminded, Ruling, State
from carreau.gamefile import state_of


class Difference(Struct, frozen=True, kw_only=True):
    """One fact on which two editions differ: what only the one rules, and what only the other does."""

    entry: Entry
    here: tuple[Ruling, ...]
    there: tuple[Ruling, ...]


def differences(game: Game, other: Rulebook, *, reminders: bool = False) -> Iterator[Difference]:
    """The facts of the story that another edition judges otherwise. Raises WrongRulebook when it has no such game.

    What the editions remind of differs at every step; it is told only with `reminders`.
    """
    book = _book(game, other)
    first, *later = game.line
    pairs = [(book.sport.start(book, _setup(first.entry.fact, other)), first)]
    pairs += [(_there(step.state, other), following) for step, following in zip(game.line, later, strict=False)]
    for was, step in pairs:
        entry = structs.replace(step.entry, fact=_setup(step.entry.fact, other)) if step is first else step.entry
        difference = Difference(entry=step.entry, here=step.rulings, there=_ruled(book, was, entry))
        if (parted := _parted(difference, reminders)) is not None:
            yield parted


def _parted(both: Difference, reminders: bool) -> Difference | None:
    """What each edition rules alone; None where they rule the same."""
    here = tuple(r for r in both.here if not _among(r, both.there) and (reminders or not _reminds(r)))
    there = tuple(r for r in both.there if not _among(r, both.here) and (reminders or not _reminds(r)))
    return Difference(entry=both.entry, here=here, there=there) if here or there else None


def _book(game: Game, other: Rulebook) -> Rulebook:
    setup = state_of(game).setup
    known = {id: answer for id, answer in setup.readings.items() if _answers(other, id, answer)}
    return other.for_game(setup.categories, setup.timed, setup.settings, known)


def _answers(book: Rulebook, reading: str, answer: str) -> bool:
    return reading in book.readings and answer in book.readings[reading].answers


def _setup(fact: Any, other: Rulebook) -> Any:
    """The set-up as a game of the other edition would have it: with those of its readings that the edition knows."""
    known = {id: answer for id, answer in fact.readings.items() if _answers(other, id, answer)}
    return structs.replace(fact, rulebook=other.id, digest=None, readings=known)


def _there(state: Any, other: Rulebook) -> State:
    """The state as it would be in a game of the other edition: what lies on the ground and in the hands is the same."""
    there: State = structs.replace(state, setup=_setup(state.setup, other))
    return there


def _ruled(book: Rulebook, was: State, entry: Entry) -> tuple[Ruling, ...]:
    """What a book rules on a fact: a refusal included; and if it comes to no ruling that is due, that it does not."""
    try:
        return judged(book, was, entry)[1]
    except NotRecorded as no:
        return (no.ruling,)
    except Contradiction:
        return (Ruling(key="screen.no_answer", slots={}, clauses=(), cites=()),)


def _reminds(ruling: Ruling) -> bool:
    """Is it a reminder, and no more? Where a text is silent, saying so is its answer."""
    only = bool(ruling.effects) and all(isinstance(effect, Reminded) for effect in ruling.effects)
    return only and ruling.key.startswith("reminder.")


def _among(ruling: Ruling, others: tuple[Ruling, ...]) -> bool:
    """Does the other edition say the same?"""
    return any(same(ruling, one) for one in others)


def same(one: Ruling, two: Ruling) -> bool:
    """Do two rulings say the same and ask the same? Where it stands in the text does not matter."""
    return (one.key, one.slots, _asks(one)) == (two.key, two.slots, _asks(two))


def _asks(ruling: Ruling) -> tuple[tuple[str, str, tuple[Any, ...]], ...]:
    """Which questions a ruling puts to whom, with which answers."""
    return tuple(_asked(effect.option) for effect in ruling.effects if isinstance(effect, Asked))


def _asked(option: Option) -> tuple[str, str, tuple[Any, ...]]:
    return option.ask, option.side, option.choices
