"""A game is the facts so far: play, undo, correct, replay; every value frozen, every state recomputable from the log."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, convert, structs, to_builtins

from carreau.core.facts import Change, Chosen, Corrected, Entry, Moment, Undone
from carreau.core.judging import NotRecorded, asked_for, judged
from carreau.core.rulebook import Option, Refused, Rulebook, Ruling, State


class Misfit(NotRecorded):
    """After an undo or a correction a later fact no longer fits; `seq` names it, and nothing has been recorded."""


class Step(Struct, frozen=True, kw_only=True):
    """One fact as it stands in the story: its rulings, the state after it, and the throw it settles if it is an answer."""

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
    """

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
    return Game(book=_book(edition, setup), heard=(first,), line=(first,))


def _book(edition: Rulebook, setup: Any) -> Rulebook:
    return edition.for_game(setup.categories, setup.timed, setup.settings, setup.readings)


def _opened(edition: Rulebook, entry: Entry) -> Step:
    book = _book(edition, entry.fact)
    state, rulings = judged(book, book.sport.start(book, entry.fact), entry)
    return Step(entry=entry, state=state, rulings=rulings)


def play(game: Game, fact: Any, *, moment: Moment | None = None, trusted: bool = False) -> Game:
    """The game with one more fact, judged. Raises `NotRecorded` (or `Misfit`) and records nothing if it can't be.

    The moment's `seq` is set to the fact's place in the log. A fact from a record is `trusted`; others are checked once.
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
    if not isinstance(fact, Chosen):
        return None
    return int(asked_for(was, fact).id.split(".")[0])


def undo(game: Game, *seqs: int, why: str | None = None, moment: Moment | None = None) -> Game:
    """Withdraw entries (the last one without numbers); the answers that they were given go with them."""
    return play(game, Undone(seqs=seqs or (game.line[-1].seq,), why=why), moment=moment, trusted=True)


def correct(game: Game, changes: Iterable[Change[Any]], *, why: str | None = None, moment: Moment | None = None) -> Game:
    """Put other facts in the place of some entries, all at once or not at all."""
    return play(game, Corrected(changes=tuple(changes), why=why), moment=moment)


def replay(edition: Rulebook, entries: Iterable[Entry]) -> Game:
    """The game of a log: entry 0 is the set-up. Raises `NotRecorded` at the first entry that can't be recorded."""
    log = iter(entries)
    first = _opened(edition, next(log))
    book = _book(edition, first.entry.fact)
    heard, line = [first], [first]
    for entry in log:
        if isinstance(entry.fact, Undone | Corrected):
            game = Game(book=book, heard=tuple(heard), line=tuple(line))
            game = play(game, entry.fact, moment=entry.moment, trusted=True)
            heard, line, book = [*game.heard], [*game.line], game.book
            continue
        numbered = _numbered(entry, len(heard))
        step = _judged(book, line[-1].state, numbered)
        heard.append(step)
        line.append(step)
    return Game(book=book, heard=tuple(heard), line=tuple(line))


def _numbered(entry: Entry, seq: int) -> Entry:
    if entry.moment.seq == seq:
        return entry
    return Entry(moment=structs.replace(entry.moment, seq=seq), fact=entry.fact)


def _undone(game: Game, entry: Entry) -> Game:
    seqs = frozenset(entry.fact.seqs)
    _must_stand(game, entry, seqs)
    if any(isinstance(game.heard[s].entry.fact, Undone | Corrected) for s in seqs):
        return _withdrawn(game, entry)
    kept = [s for s in game.line if s.seq not in seqs and s.settles not in seqs]
    return _rejudged(game, entry, kept)


def _corrected(game: Game, entry: Entry) -> Game:
    places = {change.seq: change.facts for change in entry.fact.changes}
    _must_stand(game, entry, frozenset(places))
    put: list[Step] = []
    for step in game.line:
        if step.seq not in places:
            if step.settles not in places:
                put.append(step)
            continue
        facts = places[step.seq] if not put or put[-1].seq != step.seq else ()
        put.extend(_standing_in(step, fact) for fact in facts)
    return _rejudged(game, entry, put)


def _standing_in(step: Step, fact: Any) -> Step:
    return structs.replace(step, entry=Entry(moment=step.entry.moment, fact=fact))


def _must_stand(game: Game, entry: Entry, seqs: frozenset[int]) -> None:
    """What is withdrawn or corrected has to be in the story, or be itself an undoing or correction still in force."""
    standing = {step.seq for step in game.line} | {m.entry.moment.seq for m in _in_force(game)}
    if missing := sorted(seqs - standing):
        raise NotRecorded(_no_such_entry(missing[0], len(game.heard) - 1), entry.fact, entry.moment.seq)
    if isinstance(entry.fact, Undone) and 0 in seqs:
        raise NotRecorded(_refusal("refused.undo_setup"), entry.fact, entry.moment.seq)
    if isinstance(entry.fact, Corrected) and (metas := seqs - {step.seq for step in game.line}):
        raise NotRecorded(_no_such_entry(min(metas), len(game.heard) - 1), entry.fact, entry.moment.seq)


def _in_force(game: Game) -> list[Step]:
    """The undoings and corrections that no later undoing has withdrawn."""
    withdrawn: set[int] = set()
    standing = []
    for step in reversed(game.heard):
        if step.seq in withdrawn or not isinstance(step.entry.fact, Undone | Corrected):
            continue
        standing.append(step)
        if isinstance(step.entry.fact, Undone):
            withdrawn |= set(step.entry.fact.seqs)
    return standing


def _withdrawn(game: Game, entry: Entry) -> Game:
    """An undoing or a correction is itself withdrawn: the story is told again without it."""
    gone = frozenset(entry.fact.seqs)
    told = structs.replace(game, heard=game.heard[:1], line=game.heard[:1])
    edition = game.book
    dead = gone | {s for m in game.heard if isinstance(m.entry.fact, Undone) and m not in _in_force(game) for s in (m.seq,)}
    for step in game.heard[1:]:
        if step.seq in dead:
            told = structs.replace(told, heard=(*told.heard, step))
        else:
            told = _told(told, step, edition)
    final = Step(entry=entry, state=told.state)
    return structs.replace(game, book=told.book, heard=(*game.heard, final), line=told.line)


def _told(game: Game, step: Step, edition: Rulebook) -> Game:
    try:
        return play(game, step.entry.fact, moment=step.entry.moment, trusted=True)
    except NotRecorded as no:
        raise Misfit(no.ruling, no.fact, step.seq) from no


def _rejudged(game: Game, entry: Entry, line: list[Step]) -> Game:
    """Judge the story again from the first step that is not the same as before."""
    same = 0
    while same < min(len(line), len(game.line)) and line[same] is game.line[same]:
        same += 1
    kept, book = list(line[:same]), game.book
    for step in line[same:]:
        try:
            if not kept:
                first = _opened(book, step.entry)
                book = _book(book, step.entry.fact)
                kept.append(first)
            else:
                kept.append(_judged(book, kept[-1].state, step.entry))
        except NotRecorded as no:
            raise Misfit(no.ruling, no.fact, step.seq) from no
    replaced = frozenset(c.seq for c in entry.fact.changes) if isinstance(entry.fact, Corrected) else frozenset()
    rulings = tuple(r for step in kept if step.seq in replaced for r in step.rulings)
    heard = Step(entry=entry, state=kept[-1].state, rulings=rulings)
    return Game(book=book, heard=(*game.heard, heard), line=tuple(kept))


def _no_such_entry(seq: int, last: int) -> Ruling:
    return structs.replace(_refusal("refused.no_such_entry"), slots={"seq": seq, "last": last})


def _refusal(key: str) -> Ruling:
    return Ruling(key=key, slots={}, clauses=(), cites=(), effects=(Refused(),))
