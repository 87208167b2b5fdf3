"""Who may take back or correct what: the scorer in the open end, the umpire everything, a viewer nothing."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from carreau.core.facts import SIDES, Change, Chosen, Corrected, Entry, Side, Undone
from carreau.core.game import Game, Step
from carreau.core.ruling import Slot

Role = Literal["viewer", "scorer", "umpire"]
OFFICIALS = ("umpire", "jury", "committee")


class Customs(Struct, frozen=True, kw_only=True):
    """What the log of a sport means for undoing.

    `plays`: the kinds of facts after which a side's choice stands; `umpires`: the kinds that only the umpire enters;
    `agreed`: how many ends (or sets) are agreed in a state; `closed`: has the result been agreed?
    """

    plays: tuple[type, ...]
    umpires: tuple[type, ...]
    agreed: Callable[[Any], int]
    closed: Callable[[Any], bool]


class Reason(Struct, frozen=True, kw_only=True):
    """Why it may not be: a message key with its slots; `seq` is the entry that it is about."""

    key: str
    slots: dict[str, Slot] = {}

    @property
    def seq(self) -> int | None:
        """The entry in the way."""
        seq = self.slots.get("seq")
        return seq if isinstance(seq, int) else None


class Person(Struct, frozen=True, kw_only=True):
    """Who asks: the role, the side spoken for (None: the scorer of both), and whether both sides agree to it."""

    role: Role
    side: Side | None = None
    both_agree: bool = False


def may_undo(game: Game, seqs: Iterable[int], who: Person, customs: Customs) -> Reason | None:
    """May this person withdraw these entries, with the answers that go with them? None if so, else why not.

    Whether the rest of the story then still fits, and whether there are such entries, is for `play` to say.
    """
    asked = tuple(seqs)
    if who.role == "viewer":
        return Reason(key="rights.viewer")
    if _closed(game, customs):
        return Reason(key="rights.correct_instead") if who.role == "umpire" else _shut(game, who, undoing=True)
    return next(_against(game, asked, who, customs), None)


def may_correct(game: Game, changes: Iterable[Change[Any]], who: Person, customs: Customs) -> Reason | None:
    """May this person put other facts in the place of these entries? None if so, else why not."""
    asked = tuple(changes)
    if who.role == "viewer":
        return Reason(key="rights.viewer")
    if who.role == "umpire":
        return None
    if _closed(game, customs) and (shut := _shut(game, who, undoing=False)) is not None:
        return shut
    if any(isinstance(fact, customs.umpires) for change in asked for fact in change.facts):
        return Reason(key="rights.umpires_fact")
    return next(_against(game, (change.seq for change in asked), who, customs), None)


def _closed(game: Game, customs: Customs) -> bool:
    return customs.closed(game.state)


def _shut(game: Game, who: Person, *, undoing: bool) -> Reason | None:
    """After the result only the umpire corrects; where there is none, both sides together may."""
    if _umpired(game) or not who.both_agree:
        return Reason(key="rights.closed" if _umpired(game) else "rights.closed_agree")
    return Reason(key="rights.correct_instead") if undoing else None


def _umpired(game: Game) -> bool:
    setup: Any = game.line[0].entry.fact
    return bool(setup.umpire)


def _against(game: Game, seqs: Iterable[int], who: Person, customs: Customs) -> Iterator[Reason]:
    """What stands in a scorer's way; nothing in the umpire's."""
    if who.role == "umpire":
        return
    for seq in seqs:
        step = game.heard[seq] if 0 <= seq < len(game.heard) else None
        if step is not None and isinstance(step.entry.fact, Undone | Corrected):
            yield from _putting_back(game, step, who, customs)
        else:
            yield from _touching(game, {seq}, who, customs)


def _putting_back(game: Game, step: Step, who: Person, customs: Customs) -> Iterator[Reason]:
    """An undoing can be taken back until something new is recorded, and like what it has withdrawn."""
    if step.seq != game.heard[-1].seq:
        yield Reason(key="rights.too_late_to_put_back", slots={"seq": step.seq})
    fact = step.entry.fact
    withdrawn = fact.seqs if isinstance(fact, Undone) else tuple(change.seq for change in fact.changes)
    for seq in withdrawn:
        if _is_officials(game.heard[seq].entry, customs):
            yield Reason(key="rights.umpires_own", slots={"seq": seq})


def _touching(game: Game, seqs: set[int], who: Person, customs: Customs) -> Iterator[Reason]:
    """What stands in the way of withdrawing or changing entries of the story."""
    gone = set(seqs)
    for step in game.line:
        if step.settles in gone:
            gone.add(step.seq)
    border = _border(game, customs)
    for step in (step for step in game.line if step.seq in gone):
        if _is_officials(step.entry, customs):
            yield Reason(key="rights.umpires_own", slots={"seq": step.seq})
        if who.both_agree:
            continue
        if step.seq in seqs and isinstance(step.entry.fact, Chosen):
            yield from _choice(game, step, who, customs)
        if border is not None and step.seq <= border:
            yield Reason(key="rights.end_agreed", slots={"seq": step.seq})


def _is_officials(entry: Entry, customs: Customs) -> bool:
    return entry.moment.by in OFFICIALS or isinstance(entry.fact, customs.umpires)


def _choice(game: Game, step: Step, who: Person, customs: Customs) -> Iterator[Reason]:
    """A side can withdraw its choice until the next throw or stroke."""
    by = step.entry.moment.by
    if by in SIDES and who.side is not None and by != who.side:
        yield Reason(key="rights.others_choice", slots={"seq": step.seq, "side": by})
    if any(later.seq > step.seq and isinstance(later.entry.fact, customs.plays) for later in game.line):
        yield Reason(key="rights.choice_stands", slots={"seq": step.seq})


def _border(game: Game, customs: Customs) -> int | None:
    """The entry that closed the last agreed end; while nothing has followed it, a slip in it can still be mended."""
    done, border = 0, None
    for step in game.line:
        agreed = customs.agreed(step.state)
        if agreed > done:
            border = step.seq
        done = agreed
    if border is None:
        return None
    followed = any(step.seq > border and not step.entry.fact.independent for step in game.line)
    return border if followed else border - 1
