"""A game is the facts so far: play, undo, correct, replay; values are frozen, states recomputed from the log."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, convert, structs, to_builtins

from carreau.core.clause import WrongRulebook
from carreau.core.facts import Change, Chosen, Corrected, Entry, Moment, Undone
from carreau.core.judging import NotRecorded, asked_for, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option, Refused, Ruling, State

META = frozenset({Undone, Corrected})  # the facts about facts


class Misfit(NotRecorded):
    """After an undo or a correction a later fact no longer fits; `seq` names it, and nothing has been recorded."""


class Step(Struct, frozen=True, gc=False, kw_only=True):
    """One fact as it stands in the story: its rulings, the state after it, and for an answer the throw it settles."""

    entry: Entry
    state: State
    rulings: tuple[Ruling, ...] = ()
    settles: int | None = None

    @property
    def seq(self) -> int:
        """The place in the log of the entry that this fact belongs to."""
        return self.entry.moment.seq


class Game(Struct, frozen=True, kw_only=True):
    """The log as it was entered, and the story as it stands now.

    `heard[n]` is entry n as it was judged when it came; `line` is the story after all undoing and correcting.
    `edition` is the rulebook, `book` the same with this game's limits and readings.
    """

    edition: Rulebook
    book: Rulebook
    heard: tuple[Step, ...]
    line: tuple[Step, ...]

    @property
    def state(self) -> State:
        """How the game stands now."""
        return self.line[-1].state

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every entry in its order, nothing ever removed."""
        return tuple(step.entry for step in self.heard)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the last entry."""
        return self.heard[-1].rulings

    @property
    def options(self) -> tuple[Option, ...]:
        """The choices that wait for somebody."""
        return self.state.options

    def state_at(self, seq: int) -> State:
        """The state after entry `seq` in the story as it stands now."""
        known = [step for step in self.line if step.seq <= seq]
        return known[-1].state

    def as_entered(self, seq: int) -> State:
        """The state after entry `seq` as it was known then, whatever has been undone or corrected since."""
        return self.heard[seq].state


def begun(edition: Rulebook, setup: Any, *, moment: Moment | None = None) -> Game:
    """A game with its set-up as line 0; `NotRecorded` when the book does not know such a game."""
    entry = Entry(moment=moment or Moment(), fact=setup)
    first = _opened(edition, entry)
    return Game(edition=edition, book=_book(edition, entry), heard=(first,), line=(first,))


def _book(edition: Rulebook, entry: Entry) -> Rulebook:
    """The edition as this set-up plays it; refused when it asks for readings or a book that are not there."""
    setup = entry.fact
    if not _is_set_up(edition, setup):  # a correction has put something else in its place
        raise NotRecorded(_refusal("refused.undo_setup"), setup, entry.moment.seq)
    if setup.rulebook != edition.id:
        other = structs.replace(_refusal("refused.other_rulebook"), slots={"wanted": setup.rulebook, "is": edition.id})
        raise NotRecorded(other, setup, entry.moment.seq)
    try:
        return edition.for_game(setup.categories, setup.timed, setup.settings, setup.readings)
    except WrongRulebook as wrong:
        no = structs.replace(_refusal("refused.wrong_reading"), slots={"detail": str(wrong)})
        raise NotRecorded(no, setup, entry.moment.seq) from wrong


def _is_set_up(edition: Rulebook, fact: Any) -> bool:
    return isinstance(fact, edition.sport.setup)


def _opened(edition: Rulebook, entry: Entry) -> Step:
    book = _book(edition, entry)
    state, rulings = judged(book, book.sport.start(book, entry.fact), entry)
    return Step(entry=entry, state=state, rulings=rulings)


def play(game: Game, fact: Any, *, moment: Moment | None = None, trusted: bool = False) -> Game:
    """The game with one more fact, judged. Raises `NotRecorded` (or `Misfit`) and records nothing if it can't be.

    The moment's `seq` is set to the fact's place in the log. A fact from a record is `trusted`; another is checked.
    """
    sound = fact if trusted else checked(game.book, fact)
    entry = Entry(moment=structs.replace(moment or Moment(), seq=len(game.heard)), fact=sound)
    match sound:
        case Undone():
            return _undone(game, entry)
        case Corrected():
            return _corrected(game, entry)
        case _:
            step = _judged(game.book, game.state, entry)
            return structs.replace(game, heard=(*game.heard, step), line=(*game.line, step))


def checked(book: Rulebook, fact: Any) -> Any:
    """The fact after the sport's own check of its types: constructors do not look."""
    return convert(to_builtins(fact), book.sport.facts)


def _judged(book: Rulebook, was: State, entry: Entry) -> Step:
    state, rulings = judged(book, was, entry)
    return Step(entry=entry, state=state, rulings=rulings, settles=_settled(was, entry.fact))


def _settled(was: State, fact: Any) -> int | None:
    """The seq of the entry that an answer belongs to."""
    if type(fact) is not Chosen:
        return None
    option = asked_for(was, fact)
    return was.settling.seq if option.waits and was.settling else int(option.id.split(".")[0])


def undo(game: Game, *seqs: int, why: str | None = None, moment: Moment | None = None) -> Game:
    """Withdraw entries (the last one without numbers); the answers that they were given go with them."""
    return play(game, Undone(seqs=seqs or (game.line[-1].seq,), why=why), moment=moment, trusted=True)


def correct(
    game: Game, changes: Iterable[Change[Any]], *, why: str | None = None, moment: Moment | None = None
) -> Game:
    """Put other facts in the place of some entries, all at once or not at all."""
    return play(game, Corrected(changes=tuple(changes), why=why), moment=moment)


def replay(edition: Rulebook, entries: Iterable[Entry]) -> Game:
    """The game of a log: entry 0 is the set-up. Raises `NotRecorded` at the first entry that can't be recorded."""
    log = iter(entries)
    first = _opened(edition, next(log))
    book = _book(edition, first.entry)
    heard, line = [first], [first]
    for entry in log:
        if type(entry.fact) in META:
            game = Game(edition=edition, book=book, heard=tuple(heard), line=tuple(line))
            game = play(game, entry.fact, moment=entry.moment, trusted=True)
            heard, line, book = [*game.heard], [*game.line], game.book
            continue
        numbered = _numbered(entry, len(heard))
        step = _judged(book, line[-1].state, numbered)
        heard.append(step)
        line.append(step)
    return Game(edition=edition, book=book, heard=tuple(heard), line=tuple(line))


def _numbered(entry: Entry, seq: int) -> Entry:
    if entry.moment.seq == seq:
        return entry
    return Entry(moment=structs.replace(entry.moment, seq=seq), fact=entry.fact)


def _undone(game: Game, entry: Entry) -> Game:
    seqs = frozenset(entry.fact.seqs)
    _must_stand(game, entry, seqs)
    if any(_is_meta(game.heard[s]) for s in seqs):
        return _told_again(game, entry)
    return _rejudged(game, entry, _without(game, seqs))


def _without(game: Game, seqs: frozenset[int]) -> list[Step]:
    """The story without some entries and the answers they were given."""
    gone = _with_answers(game, seqs)
    return [s for s in game.line if s.seq not in gone]


def _with_answers(game: Game, seqs: Iterable[int]) -> set[int]:
    """These entries, the answers they were given, and the answers to what those asked."""
    gone = set(seqs)
    for step in game.line:
        if step.settles in gone:
            gone.add(step.seq)
    return gone


def _is_meta(step: Step) -> bool:
    """Is it an undoing or a correction?"""
    return type(step.entry.fact) in META


def _corrected(game: Game, entry: Entry) -> Game:
    places = {change.seq: change.facts for change in entry.fact.changes}
    _must_stand(game, entry, frozenset(places))
    if not places.get(0, (True,)):
        raise NotRecorded(_refusal("refused.undo_setup"), entry.fact, entry.moment.seq)
    gone = _with_answers(game, places)
    put: list[Step] = []
    for step in game.line:
        if step.seq not in places:
            if step.seq not in gone:
                put.append(step)
            continue
        facts = places[step.seq] if not put or put[-1].seq != step.seq else ()
        put.extend(_standing_in(step, fact) for fact in facts)
    return _rejudged(game, entry, put)


def _standing_in(step: Step, fact: Any) -> Step:
    return structs.replace(step, entry=Entry(moment=step.entry.moment, fact=fact))


def _must_stand(game: Game, entry: Entry, seqs: frozenset[int]) -> None:
    """What is withdrawn or corrected has to be in the story, or be itself an undoing or correction still in force."""
    standing = {step.seq for step in game.line} | _in_force(game, None)
    if missing := sorted(seqs - standing):
        raise NotRecorded(_no_such_entry(missing[0], len(game.heard) - 1), entry.fact, entry.moment.seq)
    if isinstance(entry.fact, Undone) and 0 in seqs:
        raise NotRecorded(_refusal("refused.undo_setup"), entry.fact, entry.moment.seq)
    if isinstance(entry.fact, Corrected) and (metas := seqs - {step.seq for step in game.line}):
        raise NotRecorded(_refusal("refused.correct_correction"), entry.fact, min(metas))


def _in_force(game: Game, entry: Entry | None) -> set[int]:
    """The undoings and corrections that no later undoing, `entry` being the last, has withdrawn."""
    withdrawn: set[int] = set(entry.fact.seqs) if entry else set()
    standing: set[int] = set()
    for step in reversed(game.heard):
        if step.seq in withdrawn or not _is_meta(step):
            continue
        standing.add(step.seq)
        if isinstance(step.entry.fact, Undone):
            withdrawn |= set(step.entry.fact.seqs)
    return standing


def _told_again(game: Game, entry: Entry) -> Game:
    """An undoing or a correction is itself withdrawn: the story is told again with the others that are in force."""
    standing = _in_force(game, entry)
    metas = {step.seq for step in game.heard if _is_meta(step)}
    told = structs.replace(
        game, book=_book(game.edition, game.heard[0].entry), heard=game.heard[:1], line=game.heard[:1]
    )
    for before, step in pairwise(game.heard):
        if step.seq in metas:
            told = _told(told, step, metas) if step.seq in standing else _passing(told, step)
        elif told.state == before.state:
            told = structs.replace(told, heard=(*told.heard, step), line=(*told.line, step))
        else:
            told = _told(told, step, metas)
    told = _rejudged(told, entry, _without(told, frozenset(entry.fact.seqs) - metas))
    return structs.replace(told, heard=(*game.heard, told.heard[-1]))


def _passing(told: Game, step: Step) -> Game:
    """An entry that has lost its force keeps its place in the log and does nothing."""
    return structs.replace(told, heard=(*told.heard, step))


def _told(told: Game, step: Step, metas: set[int]) -> Game:
    fact = step.entry.fact
    if isinstance(fact, Undone):
        fact = structs.replace(fact, seqs=tuple(s for s in fact.seqs if s not in metas))
        if not fact.seqs:
            return _passing(told, step)
    try:
        return play(told, fact, moment=step.entry.moment, trusted=True)
    except NotRecorded as no:
        raise Misfit(no.ruling, no.fact, step.seq) from no


def _rejudged(game: Game, entry: Entry, line: list[Step]) -> Game:
    """Judge the story again from the first step that is not the same as before, until all is as it was."""
    same, later = _in_common(line, game.line), len(line) - _in_common(line[::-1], game.line[::-1])
    shorter = len(game.line) - len(line)
    kept, book = list(line[:same]), game.book
    for place, step in enumerate(line[same:], same):
        if 0 < later <= place and kept[-1].state == game.line[place + shorter - 1].state:
            kept += line[place:]
            break
        try:
            if not kept:
                kept.append(_opened(game.edition, step.entry))
                book = _book(game.edition, step.entry)
            else:
                kept.append(_judged(book, kept[-1].state, step.entry))
        except NotRecorded as no:
            raise Misfit(no.ruling, no.fact, step.seq) from no
    replaced = frozenset(c.seq for c in entry.fact.changes) if isinstance(entry.fact, Corrected) else frozenset()
    rulings = tuple(r for step in kept if step.seq in replaced for r in step.rulings)
    heard = Step(entry=entry, state=kept[-1].state, rulings=rulings)
    return structs.replace(game, book=book, heard=(*game.heard, heard), line=tuple(kept))


def _in_common(line: Sequence[Step], other: Sequence[Step]) -> int:
    """How many of the first steps of two stories are the very same."""
    pairs = enumerate(zip(line, other, strict=False))
    return next((n for n, (step, its) in pairs if step is not its), min(len(line), len(other)))


def _no_such_entry(seq: int, last: int) -> Ruling:
    return structs.replace(_refusal("refused.no_such_entry"), slots={"seq": seq, "last": last})


def _refusal(key: str) -> Ruling:
    return Ruling(key=key, slots={}, clauses=(), cites=(), effects=(Refused(),))
