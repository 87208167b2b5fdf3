"""What another edition would have ruled on each fact, from the state that the game really had."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from carreau.core.facts import Entry
from carreau.core.game import Game
from carreau.core.judging import NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling, State
from carreau.gamefile import state_of


class Difference(Struct, frozen=True, kw_only=True):
    """One fact on which two editions differ: what only the one rules, and what only the other does."""

    entry: Entry
    here: tuple[Ruling, ...]
    there: tuple[Ruling, ...]


def differences(game: Game, other: Rulebook) -> Iterator[Difference]:
    """The facts of the story that another edition judges otherwise. Raises WrongRulebook when it has no such game."""
    book = _book(game, other)
    for was, step in pairwise(game.line):
        here, there = step.rulings, _ruled(book, was.state, step.entry)
        only_here = tuple(ruling for ruling in here if not _among(ruling, there))
        only_there = tuple(ruling for ruling in there if not _among(ruling, here))
        if only_here or only_there:
            yield Difference(entry=step.entry, here=only_here, there=only_there)


def _book(game: Game, other: Rulebook) -> Rulebook:
    setup = state_of(game).setup
    known = {id: answer for id, answer in setup.readings.items() if id in other.readings}
    return other.for_game(setup.categories, setup.timed, setup.settings, known)


def _ruled(book: Rulebook, was: State, entry: Entry) -> tuple[Ruling, ...]:
    """What a book rules on a fact, a refusal included."""
    try:
        return judged(book, was, entry)[1]
    except NotRecorded as no:
        return (no.ruling,)


def _among(ruling: Ruling, others: tuple[Ruling, ...]) -> bool:
    """Does the other edition say the same? Where it stands in the text does not matter."""
    return any((ruling.key, ruling.slots) == (one.key, one.slots) for one in others)
