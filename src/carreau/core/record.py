"""The game record: JSON Lines in and out, one fact a line, and its published schema."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct

from carreau.core.facts import By, Entry, Moment, Source
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook, Slot, Sport

VERSION = 1
LONGEST_LINE = 64 * 1024


class BrokenRecord(Exception):
    """A line that is no fact of this record. `key` and `slots` make the message; `line` counts from 1."""

    def __init__(self, line: int, key: str, **slots: Slot) -> None:
        super().__init__(f"line {line}: {key} {slots}")
        self.line = line
        self.key = key
        self.slots = slots


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands around a fact. `seq` may be left out on input; the order of the lines is the order of the log."""

    fact: msgspec.Raw
    seq: int | None = None
    at_ms: int | None = None
    by: By = "scorer"
    source: Source = "stated"


class People(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The names of people, outside the log, so that they can be forgotten."""

    people: dict[str, str]


class Line(Struct, frozen=True, kw_only=True):
    """One entry and the line of the file it stands in."""

    number: int
    entry: Entry


class Record(Struct, frozen=True, kw_only=True):
    """A record as read: its rulebook, its entries, and people's names if it carries them."""

    edition: Rulebook
    lines: tuple[Line, ...]
    people: dict[str, str] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return tuple(line.entry for line in self.lines)

    def line_of(self, seq: int) -> int:
        """The line of the file in which an entry stands."""
        return self.lines[seq].number if seq < len(self.lines) else self.lines[-1].number


class _Kind(Struct, frozen=True):
    kind: str | None = None
    rulebook: str | None = None
    version: Any = None


ENVELOPE = msgspec.json.Decoder(Envelope)
PEOPLE = msgspec.json.Decoder(People)
KIND = msgspec.json.Decoder(_Kind)


def read(source: bytes | Iterable[bytes], books: Mapping[str, Rulebook]) -> Record:
    """Read a record. Raises BrokenRecord at the first line that cannot be one; blank lines are passed over."""
    lines = source.split(b"\n") if isinstance(source, bytes) else source
    edition: Rulebook | None = None
    decode: Callable[[bytes], Any] | None = None
    found: list[Line] = []
    people: dict[str, str] = {}
    for number, raw in enumerate(lines, 1):
        text = raw.strip()
        if not text:
            continue
        if len(raw) > LONGEST_LINE:
            raise BrokenRecord(number, "record.line_too_long", bytes=len(raw), most=LONGEST_LINE)
        if text.startswith(b'{"people"'):
            people |= _people(number, text)
            continue
        envelope = _envelope(number, text)
        if edition is None or decode is None:
            edition = _edition(number, envelope, books)
            decode = decoder(edition.sport).decode
        found.append(Line(number=number, entry=_entry(number, envelope, len(found), edition, decode)))
    if edition is None:
        raise BrokenRecord(1, "record.empty")
    return Record(edition=edition, lines=tuple(found), people=people)


def decoder(sport: Sport) -> msgspec.json.Decoder[Any]:
    """The decoder of a sport's facts, made once."""
    if sport.name not in DECODERS:
        DECODERS[sport.name] = msgspec.json.Decoder(sport.facts)
    return DECODERS[sport.name]


DECODERS: dict[str, msgspec.json.Decoder[Any]] = {}


def _people(number: int, text: bytes) -> dict[str, str]:
    try:
        return PEOPLE.decode(text).people
    except msgspec.DecodeError as wrong:
        raise BrokenRecord(number, "record.people", detail=str(wrong)) from wrong


def _envelope(number: int, text: bytes) -> Envelope:
    try:
        return ENVELOPE.decode(text)
    except msgspec.ValidationError as wrong:
        raise BrokenRecord(number, "record.envelope", detail=str(wrong)) from wrong
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BrokenRecord(number, "record.not_json", detail=_short(str(wrong))) from wrong


def _edition(number: int, envelope: Envelope, books: Mapping[str, Rulebook]) -> Rulebook:
    """The rulebook that line 0 names."""
    first = _kind(number, envelope)
    if first.kind != "GameSetUp":
        raise BrokenRecord(number, "record.no_setup", kind=_short(str(first.kind)))
    if first.version != VERSION:
        raise BrokenRecord(number, "record.version", version=_short(str(first.version)), known=VERSION)
    if first.rulebook is None or first.rulebook not in books:
        raise BrokenRecord(number, "record.rulebook", rulebook=_short(str(first.rulebook)), known=", ".join(books))
    return books[first.rulebook]


def _kind(number: int, envelope: Envelope) -> _Kind:
    try:
        return KIND.decode(envelope.fact)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BrokenRecord(number, "record.not_a_fact", detail=_short(str(wrong))) from wrong


def _entry(number: int, envelope: Envelope, seq: int, edition: Rulebook, decode: Callable[[bytes], Any]) -> Entry:
    if envelope.seq is not None and envelope.seq != seq:
        raise BrokenRecord(number, "record.seq", seq=envelope.seq, expected=seq)
    if envelope.at_ms is not None and envelope.at_ms < 0:
        raise BrokenRecord(number, "record.time", at=envelope.at_ms)
    try:
        fact = decode(envelope.fact)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise _no_fact(number, envelope, edition, str(wrong)) from wrong
    moment = Moment(seq=seq, by=envelope.by, source=envelope.source, at_ms=envelope.at_ms)
    return Entry(moment=moment, fact=fact)


def _no_fact(number: int, envelope: Envelope, edition: Rulebook, detail: str) -> BrokenRecord:
    kind = _kind(number, envelope).kind
    known = kinds(edition.sport)
    if kind not in known:
        near = ", ".join(_nearest(str(kind), known))
        return BrokenRecord(number, "record.unknown_kind", kind=_short(str(kind)), near=near)
    return BrokenRecord(number, "record.wrong_fact", kind=kind, detail=_short(detail))


def kinds(sport: Sport) -> tuple[str, ...]:
    """The names of a sport's kinds of facts."""
    return tuple(_name(kind) for kind in get_args(sport.facts))


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", None) or kind.__origin__.__name__)


def _nearest(word: str, known: Iterable[str]) -> list[str]:
    """The three names that share the most pairs of letters with a word."""
    pairs = {word[i : i + 2].lower() for i in range(len(word) - 1)}

    def shared(name: str) -> float:
        theirs = {name[i : i + 2].lower() for i in range(len(name) - 1)}
        return len(pairs & theirs) / max(1, len(pairs | theirs))

    return sorted(known, key=lambda name: (-shared(name), name))[:3]


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:157] + "..."


def replayed(record: Record, replay: Callable[[Rulebook, Iterable[Entry]], Game]) -> Game:
    """The record judged. Raises NotRecorded; `record.line_of(no.seq)` names its line."""
    return replay(record.edition, record.entries)


def written(game: Game, people: Mapping[str, str] | None = None) -> Iterator[bytes]:
    """The lines of a game's record, each with its line end: the whole log, nothing left out."""
    for step in game.heard:
        yield line_of(step.entry)
    if people:
        yield msgspec.json.encode(People(people=dict(people))) + b"\n"


def line_of(entry: Entry) -> bytes:
    """One entry as a line of the record."""
    m = entry.moment
    envelope = Envelope(
        seq=m.seq, at_ms=m.at_ms, by=m.by, source=m.source, fact=msgspec.Raw(msgspec.json.encode(entry.fact))
    )
    return msgspec.json.encode(envelope) + b"\n"


def schema(sport: Sport) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one line of a sport's record."""
    (fact,), parts = msgspec.json.schema_components((sport.facts,), ref_template="#/$defs/{name}")
    envelope = msgspec.json.schema(Envelope)["$defs"]["Envelope"]
    envelope["properties"]["fact"] = fact
    envelope["description"] = "One fact of the log in its envelope."
    people = msgspec.json.schema(People)["$defs"]["People"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a {sport.name} record, version {VERSION}",
        "oneOf": [envelope, people],
        "$defs": dict(sorted(parts.items())),
    }


def digest(source: bytes) -> str:
    """A short fingerprint of an edition's file, so that a record can say by which text of ours it was judged."""
    return hashlib.sha256(source).hexdigest()[:16]

