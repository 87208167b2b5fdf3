"""Broken records by the thousand: one clear message each, never a traceback, never a hang; for every book there is."""

import random
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.games import random_game
from carreau.books import PLACES, editions
from carreau.core.record import schema, written
from carreau.gamefile import Unreadable, opened
from carreau.story import fact_lines, state_line

ROOT = Path(__file__).parent.parent
BYTE_CHANGES, FACT_CHANGES = 2_000, 4_000
ALL_BYTE_CHANGES, ALL_FACT_CHANGES = 20_000, 80_000
SHARES = 4  # so that the work can be spread over processes
ALL_SHARES = 40
LONGEST_S = 20.0  # of computing: a hang is looked for here, speed is measured in benchmarks/

Line = dict[str, Any]


@cache
def seeds() -> list[bytes]:
    """The records to break: the example games, the first version's, and some random ones, the first lines of each."""
    files = [*ROOT.glob("examples/*.jsonl"), *ROOT.glob("tests/data/*.jsonl")]
    games = [path.read_bytes() for path in sorted(files)]
    games += [b"".join(written(random_game(seed))) for seed in range(4)]
    return [b"\n".join(game.splitlines()[:MOST_LINES]) + b"\n" for game in games]


MOST_LINES = 50


# --- the two ways of breaking ----------------------------------------------------------------------


def bytes_changed(record: bytes, chance: random.Random) -> bytes:
    """A record with a few bytes changed, lost, put in, repeated or swapped."""
    broken = bytearray(record)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(broken))
        match chance.randrange(6):
            case 0:
                broken[at] = chance.randrange(256)
            case 1:
                del broken[at : at + chance.randrange(1, 9)]
            case 2:
                broken[at:at] = chance.choice(SPLINTERS)
            case 3:
                broken[at:at] = broken[at : at + chance.randrange(1, 200)]
            case 4:
                broken[at] ^= 1 << chance.randrange(8)
            case _:
                del broken[at:]
                if not broken:
                    return b"{"
    return bytes(broken)


SPLINTERS = (
    b"NaN", b"-1", b"1e999", b"null", b'"', b"{", b"}", b"[" * 4000, b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\x00",
    b",", b"9" * 5000, b"0.5", b'"kind":"Q",', b"\n", b"\xef\xbb\xbf", b"true", b"A" * 70_000,
)  # fmt: skip


def facts_changed(record: bytes, chance: random.Random) -> bytes:
    """A record with facts dropped, swapped, repeated, said by somebody else, or saying something else."""
    lines = [line for text in record.splitlines() if "fact" in (line := msgspec.json.decode(text))]
    for _ in range(chance.randrange(1, 4)):
        chance.choice(CHANGES)(lines, chance)
    for line in lines:
        line.pop("seq", None)  # else every change of the order would be seen by the number alone
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def dropped(lines: list[Line], chance: random.Random) -> None:
    """A fact is missing."""
    if len(lines) > 1:
        del lines[chance.randrange(len(lines))]


def swapped(lines: list[Line], chance: random.Random) -> None:
    """Two facts change places."""
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def repeated(lines: list[Line], chance: random.Random) -> None:
    """A fact stands twice."""
    at = chance.randrange(len(lines))
    lines.insert(chance.randrange(len(lines) + 1), msgspec.json.decode(msgspec.json.encode(lines[at])))


def retyped(lines: list[Line], chance: random.Random) -> None:
    """A fact is of another kind, with or without its old fields."""
    fact = chance.choice(lines)["fact"]
    if chance.random() < 0.5:
        fact.clear()
    fact["kind"] = chance.choice(list(fields_of(lines)))


def refilled(lines: list[Line], chance: random.Random) -> None:
    """A field says something else, mostly something that it may say."""
    fact = chance.choice(lines)["fact"]
    known = fields_of(lines).get(fact.get("kind"), {})
    if known and chance.random() < 0.9:
        name = chance.choice(list(known))
        fact[name] = value_for(known[name], chance)
    elif fact:
        fact[chance.choice(list(fact))] = chance.choice(ODD)


def made_up(lines: list[Line], chance: random.Random) -> None:
    """A fact out of the blue: every required field filled in, and some others."""
    known = fields_of(lines)
    kind = chance.choice(list(known))
    fact = {"kind": kind}
    for name, field in known[kind].items():
        if field["required"] or chance.random() < 0.25:
            fact[name] = value_for(field, chance)
    line = {"fact": fact, "by": chance.choice(("A", "B", "both", "umpire", "jury", "scorer", "clock"))}
    lines.insert(chance.randrange(1, len(lines) + 1), line)


def said_by_another(lines: list[Line], chance: random.Random) -> None:
    """Somebody else has entered a fact, at another time."""
    line = chance.choice(lines)
    line["by"] = chance.choice(("A", "B", "both", "umpire", "jury", "committee", "scorer", "clock", "simulator", "C"))
    line["at_ms"] = chance.choice((0, 1, 60_000, 3_600_000, -1, 10**12))


def taken_back(lines: list[Line], chance: random.Random) -> None:
    """An entry is withdrawn, or another fact is put in its place."""
    at = chance.randrange(1, len(lines) + 1)
    seqs = [chance.randrange(-1, len(lines) + 2) for _ in range(chance.randrange(0, 3))]
    fact: Line = {"kind": "Undone", "seqs": seqs}
    if chance.random() < 0.5:
        facts = [chance.choice(lines)["fact"] for _ in range(chance.randrange(0, 3))]
        fact = {"kind": "Corrected", "changes": [{"seq": seq, "facts": facts} for seq in seqs]}
    lines.insert(at, {"fact": fact})


CHANGES: tuple[Callable[[list[Line], random.Random], None], ...] = (
    dropped, swapped, repeated, retyped, refilled, refilled, made_up, made_up, said_by_another, taken_back,
)  # fmt: skip

ODD: tuple[Any, ...] = (
    None,
    "",
    "A",
    "C",
    "A1",
    "B.1",
    "A.99",
    "jack",
    -1,
    0,
    7,
    10**12,
    0.5,
    True,
    [],
    {},
    [[]],
    {"A": 1},
    "x" * 300,
)


Fields = dict[str, dict[str, dict[str, Any]]]


def fields_of(lines: list[Line]) -> Fields:
    """For every kind of fact of the record's sport its fields; of pétanque where nothing says what sport it is."""
    named = [fact.get("rulebook") for line in lines if isinstance(fact := line.get("fact"), dict)]
    return _fields(next((PLACES[id][0] for id in named if isinstance(id, str) and id in PLACES), "petanque"))


@cache
def _fields(sport: str) -> Fields:
    """For every kind of fact of a sport its fields, by the published schema."""
    found = {}
    parts = schema(editions(sport)[0].sport)["$defs"]
    for name, part in parts.items():
        if "kind" in part.get("properties", {}):
            known = {k: v for k, v in part["properties"].items() if k != "kind"}
            found[name] = {k: {**v, "required": k in part["required"], "parts": parts} for k, v in known.items()}
    return found


OBJECTS = ("jack", "thrown", "A.1", "A.2", "B.1", "B.2", "A.6", "B.9")
WORDS = ("A", "B", "A1", "A2", "B1", "B3", "umpire", "A.1", "B.1", "jack", "1.1", "leave", "restore", "line", "both")
NUMBERS = (0, 1, 2, 3, 6, 13, 60_000, 300_000, 2999, 3000, 5999, 6000, 10_000, 20_001)


def value_for(field: dict[str, Any], chance: random.Random) -> Any:
    """A value that the schema of a field allows, most of the time."""
    if "$ref" in field:
        return value_for({**field["parts"][field["$ref"].rsplit("/", 1)[1]], "parts": field["parts"]}, chance)
    if "anyOf" in field:
        return value_for({**chance.choice(field["anyOf"]), "parts": field["parts"]}, chance)
    if "enum" in field:
        return chance.choice(field["enum"])
    return _of_type(field, chance)


def _of_type(field: dict[str, Any], chance: random.Random) -> Any:
    match field.get("type"):
        case "boolean":
            return chance.random() < 0.5
        case "integer":
            return chance.choice(NUMBERS)
        case "string":
            return chance.choice(OBJECTS if "pattern" in field else WORDS)
        case "array":
            item = {**field.get("items", {}), "parts": field["parts"]} if field.get("items") else None
            size = field.get("minItems", 0) or chance.randrange(0, 3)
            return [value_for(item, chance) if item else chance.choice(NUMBERS) for _ in range(size)]
        case "object":
            return _object(field, chance)
        case _:
            return chance.choice(ODD)


def _object(field: dict[str, Any], chance: random.Random) -> Any:
    parts = field["parts"]
    if "properties" not in field:
        inner = field.get("additionalProperties")
        value = {**inner, "parts": parts} if isinstance(inner, dict) else {"type": "integer", "parts": parts}
        return {
            chance.choice(("A", "B", "A1", "weight_mg")): value_for(value, chance) for _ in range(chance.randrange(3))
        }
    need = field.get("required", ())
    return {
        name: value_for({**part, "parts": parts}, chance)
        for name, part in field["properties"].items()
        if name in need or chance.random() < 0.3
    }


# --- what must hold --------------------------------------------------------------------------------


def tried(record: bytes) -> str:
    """Read, judge and tell a record; how it ended. Anything but the one clear error comes out as it is."""
    start = time.process_time()
    try:
        filed = opened(record)
    except Unreadable as no:
        ended, message = "refused", no.message("game.jsonl")
        if not message.startswith(f"game.jsonl line {no.line}: ") or len(message) > LONGEST_MESSAGE:
            pytest.fail(f"no clear message: {message}")
    else:
        ended = "judged"
        assert list(fact_lines(filed.game, "en", filed.names))
        assert state_line(filed.game)["phase"]
    assert time.process_time() - start < LONGEST_S, "too slow"
    return ended


LONGEST_MESSAGE = 2_500


def survives(way: Callable[[bytes, random.Random], bytes], number: int, share: int, shares: int) -> dict[str, int]:
    """Try a share of so many broken records, the same ones every time; an exception names the one that made it."""
    ends = {"refused": 0, "judged": 0}
    records = seeds()
    for seed in range(share, number, shares):
        chance = random.Random(f"{way.__name__} {seed}")
        try:
            ends[tried(way(chance.choice(records), chance))] += 1
        except Exception as surprise:
            raise AssertionError(f"{way.__name__} {seed}: {type(surprise).__name__}: {surprise}") from surprise
    return ends


@pytest.mark.fuzz
@pytest.mark.parametrize("share", range(SHARES))
def test_changed_bytes_give_a_clear_message_or_a_game(share: int) -> None:
    assert survives(bytes_changed, BYTE_CHANGES, share, SHARES)["refused"]


@pytest.mark.fuzz
@pytest.mark.parametrize("share", range(SHARES))
def test_changed_facts_give_a_clear_message_or_a_game(share: int) -> None:
    ends = survives(facts_changed, FACT_CHANGES, share, SHARES)
    assert ends["refused"]
    assert ends["judged"], "changes that break every record test the door and nothing behind it"


@pytest.mark.prove
@pytest.mark.parametrize("share", range(ALL_SHARES))
def test_many_more_changed_bytes(share: int) -> None:
    assert survives(bytes_changed, ALL_BYTE_CHANGES, share, ALL_SHARES)["refused"]


@pytest.mark.prove
@pytest.mark.parametrize("share", range(ALL_SHARES))
def test_many_more_changed_facts(share: int) -> None:
    assert survives(facts_changed, ALL_FACT_CHANGES, share, ALL_SHARES)["judged"]


def test_the_seeds_are_whole() -> None:
    """What is broken was in order before."""
    assert [tried(record) for record in seeds()].count("refused") == 0
