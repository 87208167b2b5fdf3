"""What an app at the courtside asks of a game: previews, addresses, what can be entered, differences, rights.

All of it is computed from values; nothing is recorded, and no clock is read.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from carreau.core import rights
from carreau.core.difference import Difference
from carreau.core.facts import Change, Placed
from carreau.core.game import Game
from carreau.core.possible import Form, possible
from carreau.core.preview import Preview, each_answer
from carreau.core.rights import Customs, Person, Reason
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Choice, Option, State
from carreau.core.subjects import in_story
from carreau.sports import kit_of


class Courtside(Struct, frozen=True, kw_only=True):
    """What one sport answers.

    `subject` gives the address of a fact in the state before it, `differences` what differs between two states, `forms`
    what could be entered, the likeliest first; `placed`: the answers that name a place.
    """

    subject: Callable[[Any, Any, str], str]
    differences: Callable[[Rulebook, Any, Any], Iterator[Difference]]
    forms: Callable[[Rulebook, Any], Iterator[Form]]
    customs: Customs
    placed: tuple[str, ...] = ()


@cache
def _courtside(sport: str) -> Courtside:
    found: Courtside = import_module(f"carreau.sports.{sport}_courtside").COURTSIDE
    return found


def courtside_of(book: Rulebook) -> Courtside:
    """What the sport of a rulebook answers."""
    return _courtside(book.sport.name)


# --- where a fact belongs --------------------------------------------------------------------------


def subject(book: Rulebook, fact: Any, state: State, uid: str = "") -> str:
    """The address of what a fact speaks about, in the state before it: `end:7/count`, `end:7/boule:4`, `option:12.1`.

    `uid`: the proposal's own id, for a note, which is like no other.
    """
    return courtside_of(book).subject(fact, state, uid)


def address(game: Game, fact: Any, *, seen: int | None = None, uid: str = "") -> str:
    """The address of a fact for somebody who has seen the story as far as entry `seen` (all of it without).

    Two proposals about the same thing meet here; what that story holds already under the same address is another thing.
    """
    return in_story(game, fact, courtside_of(game.book).subject, seen=seen, uid=uid)


# --- what can be entered ---------------------------------------------------------------------------


def legal_now(book: Rulebook, state: State) -> tuple[Form, ...]:
    """One form of each kind of fact that would be recorded now, the likeliest first.

    Undoing and correcting are always possible in some way and are not listed.
    """
    return tuple(possible(book, state, courtside_of(book).forms(book, state)))


# --- what would follow -----------------------------------------------------------------------------


class Consequence(Struct, frozen=True, kw_only=True):
    """What one answer to a question leads to.

    `refused`: the word for why it is not offered. `place`: the answer names a place. `measure`: somebody has to look
    who holds before anybody plays. `asks`: the question that it leads to.
    """

    choice: Choice
    preview: Preview
    differences: tuple[Difference, ...] = ()
    place: bool = False
    measure: bool = False

    @property
    def refused(self) -> str | None:
        """The word for why this answer is not offered."""
        return self.choice.refused

    @property
    def asks(self) -> Option | None:
        """The question that this answer leads to."""
        return self.preview.asks


def consequences(game: Game, option: Option | None = None, *, place: Placed | None = None) -> tuple[Consequence, ...]:
    """What each answer to a question (the one that waits) leads to, the refused ones included."""
    answers = each_answer(game, option, place=place)
    return tuple(_consequence(choice, preview, place is not None) for choice, preview in answers)


def _consequence(choice: Choice, preview: Preview, placed: bool) -> Consequence:
    book = preview.before.book
    unknown = preview.state is not None and kit_of(book).holder(preview.state) == "unknown"
    return Consequence(
        choice=choice,
        preview=preview,
        differences=changes(preview),
        place=not placed and choice.id in courtside_of(book).placed,
        measure=unknown and preview.asks is None,
    )


# --- what would change -----------------------------------------------------------------------------


def difference(book: Rulebook, was: State, now: State) -> tuple[Difference, ...]:
    """What differs between two states of a game, the weightiest first; each has a message key and slots."""
    return tuple(courtside_of(book).differences(book, was, now))


def changes(preview: Preview) -> tuple[Difference, ...]:
    """What a fact, an undoing or a correction would change; nothing if it is refused.

    Where a later entry no longer fits, what would have changed by then.
    """
    return difference(preview.before.book, preview.stood, preview.state) if preview.state is not None else ()


# --- who may ---------------------------------------------------------------------------------------


def may_undo(game: Game, seqs: Iterable[int], who: Person) -> Reason | None:
    """May this person withdraw these entries? None if so, else why not."""
    return rights.may_undo(game, seqs, who, courtside_of(game.book).customs)


def may_correct(game: Game, changes: Iterable[Change[Any]], who: Person) -> Reason | None:
    """May this person put other facts in the place of these entries? None if so, else why not."""
    return rights.may_correct(game, changes, who, courtside_of(game.book).customs)
