"""A game's file: read by the books that there are, judged, and where it can't be, one message that says why."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, BinaryIO

from msgspec import Struct, structs

from carreau.books import BOOKS
from carreau.core.expected import short
from carreau.core.facts import Entry
from carreau.core.game import Game, begun, play, replay
from carreau.core.judging import Contradiction, NotRecorded
from carreau.core.record import LONGEST_LINE, BrokenRecord, Record, digest, read
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling, Slot
from carreau.say import names_of, question, says
from carreau.sports import Kit, kit_of

Names = dict[str, str]


class Filed(Struct, frozen=True, kw_only=True):
    """A game as its file tells it."""

    record: Record
    game: Game

    @property
    def state(self) -> Any:
        """How the game stands: a state of its sport."""
        return state_of(self.game)

    @property
    def sport(self) -> Kit:
        """What the tools need of its sport."""
        return kit_of(self.game.book)

    @property
    def names(self) -> Names:
        """The names of the teams and players."""
        return names_of(self.state.setup, self.record.people)

    @property
    def other_edition_file(self) -> bool:
        """Was the record made by another state of our edition of the same text?"""
        made = self.state.setup.digest
        return made is not None and made != digest_of(self.record.edition)


class Unreadable(Exception):
    """A file that is no game: the line, what the book or the reader says of it, and how the game stood before it."""

    def __init__(self, line: int, ruling: Ruling, *, fact: Any = None, before: Game | None = None) -> None:
        super().__init__(f"line {line}: {ruling.key} {ruling.slots}")
        self.line = line
        self.ruling = ruling
        self.fact = fact
        self.before = before

    def said(self, lang: str = "en") -> str:
        """The message without its place: what is wrong, and then the fact, the state and what is expected."""
        names = names_of(state_of(self.before).setup) if self.before else {}
        parts = [says(_quoting(self.ruling), lang, names)]
        if self.fact is not None:
            parts.append(told("screen.the_fact", lang, names, fact=_named(self.fact, self.before)))
        if self.before is not None:
            parts += [stands(self.before, lang, names), expected(self.before, lang, names)]
        return " ".join(part for part in parts if part)

    def message(self, name: str, lang: str = "en") -> str:
        """The whole message: `game.jsonl line 88: ...`."""
        return f"{name} {told('screen.at_line', lang, {}, line=self.line, said=self.said(lang))}"


def state_of(game: Game) -> Any:
    """How a game stands; which fields the state has depends on the sport."""
    return game.state


def told(key: str, lang: str, names: Names | None = None, **slots: Slot) -> str:
    """A sentence of ours, in a language."""
    return says(Ruling(key=key, slots=slots, clauses=(), cites=()), lang, names)


def _named(fact: Any, game: Game | None) -> str:
    """A fact by its kind and as it would be typed, if that is not too long."""
    kind = type(fact).__name__
    text = kit_of(game.book).written(fact) if game is not None else kind
    brief = text if len(text) <= BRIEF else text[: BRIEF - 3] + "..."
    return brief if brief.startswith(kind) else f"{kind} “{brief}”"


BRIEF = 200
TYPED = ("field", "place", "name", "expected", "text")


def _quoting(ruling: Ruling) -> Ruling:
    """A ruling without endless words; what stands in a broken record is quoted, even where it looks like one of ours."""
    broken = ruling.key.startswith("record.")
    slots: dict[str, Slot] = {
        name: _quoted(value, broken and name in TYPED) if isinstance(value, str) else value
        for name, value in ruling.slots.items()
    }
    return structs.replace(ruling, slots=slots)


def _quoted(text: str, quote: bool) -> str:
    return f"“{short(text)}”" if quote and text else short(text, LONGEST_WORD)


LONGEST_WORD = 400


def stands(game: Game, lang: str, names: Names) -> str:
    """How a game stands, in one sentence."""
    key, slots = kit_of(game.book).before(state_of(game))
    return told(key, lang, names, **slots)


def expected(game: Game, lang: str, names: Names) -> str:
    """What the game waits for, in one sentence."""
    state = state_of(game)
    if state.waiting is not None:
        offered = ", ".join(c.id for c in state.waiting.choices if c.refused is None)
        asked = question(state.waiting, lang, names)
        return told("screen.expected_choice", lang, names, side=state.waiting.side, question=asked, offered=offered)
    if state.turn is not None and state.turn.side is not None:
        return told(f"screen.expected_{state.turn.does}", lang, names, side=state.turn.side)
    return told(f"screen.expected_in_{state.phase}", lang, names)


def opened(source: bytes | Iterable[bytes], at: int | None = None) -> Filed:
    """Read and judge a record, as far as entry `at`. Raises Unreadable."""
    try:
        record = read(source, BOOKS)
    except BrokenRecord as broken:
        ruling = Ruling(key=broken.key, slots=broken.slots, clauses=(), cites=())
        raise Unreadable(broken.line, ruling) from broken
    entries = record.entries if at is None else record.entries[: at + 1]
    try:
        return Filed(record=record, game=replay(record.edition, entries))
    except (NotRecorded, Contradiction) as no:
        raise _unreadable(record, entries, no) from no


def _unreadable(record: Record, entries: tuple[Entry, ...], no: Exception) -> Unreadable:
    """Play the record again, entry by entry, to see where it stops and how the game stood then."""
    before: Game | None = None
    for seq, entry in enumerate(entries):
        try:
            before = _next(record.edition, before, entry)
        except NotRecorded as here:
            return Unreadable(record.line_of(seq), here.ruling, fact=entry.fact if seq else None, before=before)
        except Contradiction as here:
            return Unreadable(record.line_of(seq), _no_ruling(here), fact=entry.fact, before=before)
    raise no


def _next(edition: Rulebook, game: Game | None, entry: Entry) -> Game:
    if game is None:
        return begun(edition, entry.fact, moment=entry.moment)
    return play(game, entry.fact, moment=entry.moment, trusted=True)


def _no_ruling(contradiction: Contradiction) -> Ruling:
    """The book itself fails: that is our fault and not the record's."""
    return Ruling(key="record.book_fails", slots={"detail": str(contradiction)}, clauses=(), cites=())


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long no more than shows that it is."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line


def digest_of(edition: Rulebook) -> str:
    """The fingerprint of an edition's file."""
    return _digest(kit_of(edition).package, f"{edition.id}.toml")


@cache
def _digest(package: str, name: str) -> str:
    return digest(files(package).joinpath("editions", name).read_bytes())
