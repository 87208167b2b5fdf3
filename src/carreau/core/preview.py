"""What would happen: a fact judged without being recorded, and what each answer to a question would lead to."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import By, Chosen, Corrected, Moment, Placed, Undone
from carreau.core.game import Game, Misfit, play
from carreau.core.judging import NotRecorded
from carreau.core.ruling import Choice, Option, Refused, Ruling, State


class Preview(Struct, frozen=True, kw_only=True):
    """What a fact would do to a game.

    `after`: the game as it would be; None if the fact is refused, and for an undoing or a correction that a later entry
    does not bear, the game as far as it still fits. `no`: why it is refused, or why entry `misfit` no longer fits.
    """

    before: Game
    after: Game | None = None
    no: Ruling | None = None
    misfit: int | None = None

    @property
    def recorded(self) -> bool:
        """Would the fact be recorded?"""
        return self.no is None

    @property
    def state(self) -> State | None:
        """How the game would stand; None if the fact is refused."""
        return self.after.state if self.after is not None else None

    @property
    def stood(self) -> State:
        """How the game stands now; where a later entry no longer fits, how it stood before that entry."""
        return self.before.state_at(self.misfit - 1) if self.misfit else self.before.state

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What the book would rule, a refusal included."""
        if self.no is not None:
            return (self.no,)
        return self.after.rulings if self.after is not None else ()

    @property
    def breach(self) -> str | None:
        """The breach under which a refused fact could be entered."""
        effects = self.no.effects if self.no is not None else ()
        return next((effect.breach for effect in effects if isinstance(effect, Refused)), None)

    @property
    def asks(self) -> Option | None:
        """The question that would then wait, if the fact raises one."""
        waiting = self.state.waiting if self.state is not None else None
        return None if waiting is None or waiting in self.before.options else waiting


def preview(game: Game, fact: Any, *, moment: Moment | None = None) -> Preview:
    """What `play` would do with this fact; nothing is recorded. Raises what `play` raises for a fact of wrong types."""
    try:
        return Preview(before=game, after=play(game, fact, moment=moment))
    except Misfit as no:
        return Preview(before=game, after=_as_far_as(game, fact, no.seq, moment), no=no.ruling, misfit=no.seq)
    except NotRecorded as no:
        return Preview(before=game, no=no.ruling)


def _as_far_as(game: Game, fact: Any, misfit: int, moment: Moment | None) -> Game | None:
    """The game before the entry that no longer fits, undone or corrected; None where that cannot be told."""
    heard = tuple(step for step in game.heard if step.seq < misfit)
    if not heard or (isinstance(fact, Undone) and any(_is_meta(game, seq) for seq in fact.seqs)):
        return None
    line = tuple(step for step in game.line if step.seq < misfit)
    return play(structs.replace(game, heard=heard, line=line), _before(fact, misfit), moment=moment)


def _is_meta(game: Game, seq: int) -> bool:
    """Is the entry an undoing or a correction itself?"""
    return isinstance(game.heard[seq].entry.fact, Undone | Corrected)


def _before(fact: Any, misfit: int) -> Any:
    """The undoing or correction without what concerns entries from `misfit` on."""
    if isinstance(fact, Undone):
        return structs.replace(fact, seqs=tuple(seq for seq in fact.seqs if seq < misfit))
    return structs.replace(fact, changes=tuple(change for change in fact.changes if change.seq < misfit))


def each_answer(
    game: Game, option: Option | None = None, *, place: Placed | None = None
) -> Iterator[tuple[Choice, Preview]]:
    """Each answer to a question (the one that waits), judged as far as it goes, with the place that it names if any.

    Those that are not offered come too, refused. Nothing if no question waits.
    """
    asked = option or game.state.waiting
    if asked is None:
        return
    by: By = asked.may[0]  # type: ignore[assignment]  # a book names only those that an envelope knows
    for choice in asked.choices:
        answer = Chosen(choice=choice.id, option=asked.id, place=place)
        yield choice, preview(game, answer, moment=Moment(by=by))
