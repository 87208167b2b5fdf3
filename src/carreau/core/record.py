"""The game record: JSON Lines in and out, one fact a line, and its published schema."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct

from carreau.core.expected import mistake, nearest, short
from carreau.core.facts import By, Entry, Moment, Ms, Number, Source
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook, Sport
from carreau.core.ruling import Slot

VERSION = 1
LONGEST_LINE = 64 * 1024
MARK = b"\xef\xbb\xbf"  # some editors put it before the first line


class BrokenRecord(Exception):
    """A line that is no fact of this record. `key` and `slots` make the message; `line` counts from 1."""

    def __init__(self, line: int, key: str, **slots: Slot) -> None:
        super().__init__(f"line {line}: {key} {slots}")
        self.line = line
        self.key = key
        self.slots = slots


class Envelope(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands around a fact. `seq` may be left out on input; the order of the lines is the order of the log."""

    seq: Number | None = None
    at_ms: Ms | None = None
    by: By = "scorer"
    source: Source = "stated"
    fact: msgspec.Raw


class People(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The names of people by player, outside the log, so that they can be forgotten."""

    people: dict[str, str]


class Line(Struct, frozen=True, gc=False, kw_only=True):
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
        return tuple([line.entry for line in self.lines])

    def line_of(self, seq: int) -> int:
        """The line of the file in which an entry stands."""
        return self.lines[seq].number if seq < len(self.lines) else self.lines[-1].number


class _Kind(Struct, frozen=True):
    kind: Any = None
    rulebook: Any = None
    version: Any = None


ENVELOPE = msgspec.json.Decoder(Envelope)
PEOPLE = msgspec.json.Decoder(People)
KIND = msgspec.json.Decoder(_Kind)
ANYTHING = msgspec.json.Decoder()
DECODERS: dict[str, msgspec.json.Decoder[Any]] = {}
NAMES = re.compile(rb'"([^"\\]*)"\s*:')


def decoder(sport: Sport) -> msgspec.json.Decoder[Any]:
    """The decoder of a sport's facts, made once."""
    if sport.name not in DECODERS:
        DECODERS[sport.name] = msgspec.json.Decoder(sport.facts)
    return DECODERS[sport.name]


def read(source: bytes | Iterable[bytes], books: Mapping[str, Rulebook]) -> Record:
    """Read a record. Raises BrokenRecord at the first line that cannot be one; blank lines are passed over."""
    edition: Rulebook | None = None
    found: list[Line] = []
    people: dict[str, str] = {}
    for number, text in _lines(source):
        part = _part(number, text)
        if isinstance(part, People):
            people |= part.people
            continue
        edition = edition or _edition(number, part, books)
        found.append(Line(number=number, entry=_entry(number, part, len(found), edition.sport)))
    if edition is None:
        raise BrokenRecord(1, "record.empty")
    return Record(edition=edition, lines=tuple(found), people=people)


def _lines(source: bytes | Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that say something, with their numbers; one that is too long is not even looked at."""
    for number, raw in enumerate(source.split(b"\n") if isinstance(source, bytes) else source, 1):
        if len(raw) > LONGEST_LINE:
            raise BrokenRecord(number, "record.line_too_long", most_bytes=LONGEST_LINE)
        text = (raw.removeprefix(MARK) if number == 1 else raw).strip()
        if text:
            yield number, text


def _part(number: int, text: bytes) -> Envelope | People:
    """A line as an envelope, or as the names of people."""
    try:
        text.decode()
        part: Envelope | People = ENVELOPE.decode(text)
    except msgspec.ValidationError as wrong:
        part = _people(number, text, wrong)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise _not_json(number, wrong) from wrong
    if (name := _twice(text)) is not None:
        raise BrokenRecord(number, "record.name_twice", name=short(name))
    return part


def _not_json(number: int, wrong: Exception) -> BrokenRecord:
    return BrokenRecord(number, "record.not_json", detail=short(str(wrong)))


def _people(number: int, text: bytes, wrong: msgspec.ValidationError) -> People:
    try:
        return PEOPLE.decode(text)
    except (msgspec.DecodeError, RecursionError) as no:
        if not isinstance(no, msgspec.ValidationError):
            raise _not_json(number, no) from no
        holder, said = (People, str(no)) if b'"people"' in text else (Envelope, str(wrong))
        what = mistake(said, holder)
        raise BrokenRecord(number, f"record.{what.how}", kind="a_line", **what.slots) from no


class _Twice(Exception):
    """A group names the same field twice."""


def _twice(text: bytes) -> str | None:
    """The name that one group of a line has twice, so that nobody knows which is meant."""
    if _is_ours(text):
        return None
    names = NAMES.findall(text)
    if b"\\" not in text and len(set(names)) == len(names):
        return None
    try:
        json.loads(text, object_pairs_hook=_once, parse_int=str)  # however long a number is
    except _Twice as twice:
        return str(twice)
    return None


def _is_ours(text: bytes) -> bool:
    """Is a line written as we would write it? Then it names nothing twice."""
    try:
        return msgspec.json.encode(ANYTHING.decode(text)) == text
    except (msgspec.MsgspecError, RecursionError):
        return False


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise _Twice(name)


def _edition(number: int, envelope: Envelope, books: Mapping[str, Rulebook]) -> Rulebook:
    """The rulebook that line 0 names."""
    first = _kind(number, envelope)
    if first.kind != "GameSetUp":
        raise BrokenRecord(number, "record.no_setup", kind=short(str(first.kind)))
    if first.version != VERSION or first.version is True:
        raise BrokenRecord(number, "record.version", version=short(str(first.version)), known=VERSION)
    if not isinstance(first.rulebook, str) or first.rulebook not in books:
        raise BrokenRecord(number, "record.rulebook", rulebook=short(str(first.rulebook)), known=", ".join(books))
    return books[first.rulebook]


def _kind(number: int, envelope: Envelope) -> _Kind:
    try:
        return KIND.decode(envelope.fact)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BrokenRecord(number, "record.not_a_fact") from wrong


def _entry(number: int, envelope: Envelope, seq: int, sport: Sport) -> Entry:
    if envelope.seq is not None and envelope.seq != seq:
        raise BrokenRecord(number, "record.seq", seq=envelope.seq, expected=seq)
    try:
        fact = decoder(sport).decode(envelope.fact)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise _no_fact(number, envelope, sport, str(wrong)) from wrong
    return Entry(moment=Moment(seq=seq, by=envelope.by, source=envelope.source, at_ms=envelope.at_ms), fact=fact)


def _no_fact(number: int, envelope: Envelope, sport: Sport, said: str) -> BrokenRecord:
    kind = str(_kind(number, envelope).kind)
    known = kinds(sport)
    if kind not in known:
        near = ", ".join(nearest(kind, known))
        return BrokenRecord(number, "record.unknown_kind", kind=short(kind), near=near)
    what = mistake(said, known[kind])
    return BrokenRecord(number, f"record.{what.how}", kind=kind, **what.slots)


def kinds(sport: Sport) -> dict[str, Any]:
    """A sport's kinds of facts by name."""
    return {_name(kind): kind for kind in get_args(sport.facts)}


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", None) or kind.__origin__.__name__)


def written(game: Game, people: Mapping[str, str] | None = None) -> Iterator[bytes]:
    """The lines of a game's record, each with its line end: the whole log, nothing left out."""
    for step in game.heard:
        yield line_of(step.entry)
    if people:
        yield msgspec.json.encode(People(people=dict(people))) + b"\n"


def line_of(entry: Entry) -> bytes:
    """One entry as a line of the record."""
    m = entry.moment
    fact = msgspec.Raw(msgspec.json.encode(entry.fact))
    return msgspec.json.encode(Envelope(seq=m.seq, at_ms=m.at_ms, by=m.by, source=m.source, fact=fact)) + b"\n"


def chained(before: bytes, line: bytes) -> bytes:
    """The digest of a log after one more line, without its line end: it covers every line before it."""
    return hashlib.sha256(before + line).digest()


def mark_of(log: Iterable[Entry]) -> str:
    """Sixteen characters by which a log is known again: two logs that have the same mark say the same."""
    digest = b""
    for entry in log:
        digest = chained(digest, line_of(entry).removesuffix(b"\n"))
    return digest.hex()[:16]


def schema(sport: Sport) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one line of a sport's record."""
    (fact,), parts = msgspec.json.schema_components((sport.facts,), ref_template="#/$defs/{name}")
    envelope = msgspec.json.schema(Envelope)["$defs"]["Envelope"]
    envelope["properties"]["fact"] = fact
    envelope["description"] = "One fact of the log in its envelope."
    people = msgspec.json.schema(People)["$defs"]["People"]
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a {sport.name} record, version {VERSION}",
        "oneOf": [envelope, people],
        "$defs": {_plain(name): {**part, "title": _plain(name)} for name, part in sorted(parts.items())},
    }
    places = {f"#/$defs/{name}": f"#/$defs/{_plain(name)}" for name in parts}
    return {key: _renamed(part, places) for key, part in whole.items()}


QUALIFIED = re.compile(r"[\w.]+\.(\w+)\.([A-Za-z]+)")


def _plain(name: str) -> str:
    """`Change` for the change of whatever facts there are; of two kinds with one name each has its module's before it."""
    if (qualified := QUALIFIED.fullmatch(name)) is not None:
        return f"{qualified[1].title().replace('_', '')}{qualified[2]}"
    return re.split(r"[\[_]", name)[0]


def _renamed(part: Any, places: Mapping[str, str]) -> Any:
    match part:
        case dict():
            return {key: _renamed(value, places) for key, value in part.items()}
        case list():
            return [_renamed(item, places) for item in part]
        case str():
            return places.get(part, part)
        case _:
            return part


def digest(source: bytes) -> str:
    """A short fingerprint of an edition's file, so that a record can say by which text of ours it was judged."""
    return hashlib.sha256(source).hexdigest()[:16]
