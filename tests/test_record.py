"""The record: in and out unchanged, broken lines named with what was expected, old records readable for ever."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from benchmarks.games import random_game
from carreau.books import BOOKS, editions
from carreau.cli.schema import published
from carreau.core.facts import Change, Corrected, Entry, Moment, Undone
from carreau.core.game import replay
from carreau.core.record import LONGEST_LINE, BrokenRecord, Record, kinds, line_of, read, schema, written
from carreau.gamefile import Unreadable, digest_of, opened
from carreau.petanque import facts as f

ROOT = Path(__file__).parent.parent
SPORT = BOOKS["fipjp-2016"].sport
RECORDS = [*sorted(ROOT.glob("examples/*.jsonl")), ROOT / "tests" / "data" / "version-1.jsonl"]
SETUP = b'{"fact":{"kind":"GameSetUp","version":1,"rulebook":"fipjp-2016","format":"triples"}}\n'
DRAW = b'{"fact":{"kind":"DrawWon","side":"A"}}\n'


def broken(record: bytes) -> BrokenRecord:
    """What the reader says of a broken record."""
    with pytest.raises(BrokenRecord) as caught:
        read(record, BOOKS)
    return caught.value


def refused(record: bytes) -> str:
    """The whole message on a record that can't be read or judged."""
    with pytest.raises(Unreadable) as caught:
        opened(record)
    return caught.value.message("game.jsonl")


# --- in and out ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_written_again_says_the_same(path: Path) -> None:
    record = read(path.read_bytes(), BOOKS)
    again = read(b"".join(written(replay(record.edition, record.entries), record.people)), BOOKS)
    assert again.entries == record.entries
    assert again.people == record.people


@pytest.mark.parametrize("seed", range(6))
def test_a_game_comes_back_from_its_record(seed: int) -> None:
    game = random_game(seed)
    record = read(b"".join(written(game)), BOOKS)
    again = replay(record.edition, record.entries)
    assert again.log == game.log
    assert again.state == game.state
    assert [step.rulings for step in again.line] == [step.rulings for step in game.line]


def test_undoing_and_correcting_are_lines_like_others() -> None:
    change = Change[f.PetanqueFact](seq=1, facts=(f.DrawWon(side="B"),))
    for fact in (Undone(seqs=(2,), why="wrong boule"), Corrected[f.PetanqueFact](changes=(change,))):
        record = read(SETUP + DRAW + line_of(Entry(moment=Moment(seq=2), fact=fact)), BOOKS)
        assert record.entries[2].fact == fact


def test_the_envelope() -> None:
    line = b'{"seq":1,"at_ms":5000,"by":"umpire","source":"tape","fact":{"kind":"Noted","text":"-"}}'
    record = read(SETUP + line, BOOKS)
    assert record.entries[1].moment == Moment(seq=1, at_ms=5000, by="umpire", source="tape")


def test_what_is_left_out_is_not_written() -> None:
    assert line_of(Entry(moment=Moment(seq=3), fact=f.EndCounted())) == b'{"seq":3,"fact":{"kind":"EndCounted"}}\n'


@pytest.mark.parametrize(
    "record",
    [
        b"\xef\xbb\xbf" + SETUP + DRAW,
        (SETUP + DRAW).replace(b"\n", b"\r\n"),
        b"\n\n" + SETUP + b"   \n" + DRAW + b"\n",
        (SETUP + DRAW).rstrip(),
    ],
    ids=["byte order mark", "two-byte line ends", "blank lines", "no last line end"],
)
def test_what_editors_do_to_lines(record: bytes) -> None:
    assert read(record, BOOKS).entries == read(SETUP + DRAW, BOOKS).entries


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    record = read(b"\n" + SETUP + b"\n" + DRAW, BOOKS)
    assert [record.line_of(seq) for seq in (0, 1, 9)] == [2, 4, 4]


def test_two_groups_of_a_line_may_have_the_same_names() -> None:
    """Whoever writes it, with spaces or without."""
    line = '{"fact": {"kind": "BouleThrown", "side": "A", "moved": [{"object": "jack"}, {"object": "thrown"}]}}'
    moved = (f.Moved(object="jack"), f.Moved(object="thrown"))
    for text in (line, line.replace(" ", "")):
        assert read(SETUP + text.encode(), BOOKS).entries[1].fact == f.BouleThrown(side="A", moved=moved)


def test_a_stream_of_lines_is_read_too() -> None:
    assert read(iter([SETUP, DRAW]), BOOKS).entries == read(SETUP + DRAW, BOOKS).entries


def test_names_of_people_stand_outside_the_log() -> None:
    record = read(SETUP + b'{"people":{"A1":"Ann"}}\n' + DRAW + b'{"people":{"B1":"Bob"}}', BOOKS)
    assert record.people == {"A1": "Ann", "B1": "Bob"}
    assert [entry.moment.seq for entry in record.entries] == [0, 1]


# --- what is no record -----------------------------------------------------------------------------

NO_RECORDS: list[tuple[str, bytes, int, str, dict[str, Any]]] = [
    ("nothing", b"", 1, "record.empty", {}),
    ("blank lines", b"\n \n", 1, "record.empty", {}),
    ("people alone", b'{"people":{}}', 1, "record.empty", {}),
    ("no JSON", SETUP + b"draw A", 2, "record.not_json", {}),
    ("half a line", SETUP + DRAW[:20], 2, "record.not_json", {}),
    ("NaN", SETUP + b'{"fact":{"kind":"Released","elapsed_ms":NaN}}', 2, "record.not_json", {}),
    ("no text", SETUP + b'{"fact":{"kind":"Noted","text":"\xff"}}', 2, "record.not_json", {}),
    ("too deep", SETUP + b'{"fact":' + b"[" * 30_000 + b"]" * 30_000 + b"}", 2, "record.not_json", {}),
    ("too long", SETUP + b" " * LONGEST_LINE + DRAW, 2, "record.line_too_long", {"most_bytes": LONGEST_LINE}),
    ("a list", SETUP + b"[]", 2, "record.wrong_value", {"got": "list"}),
    ("no fact", SETUP + b'{"seq":1}', 2, "record.missing_field", {"field": "fact"}),
    ("a number as fact", SETUP + b'{"fact":7}', 2, "record.not_a_fact", {}),
    ("no kind", SETUP + b'{"fact":{"side":"A"}}', 2, "record.unknown_kind", {"kind": "None"}),
    (
        "a name twice",
        SETUP + b'{"fact":{"kind":"DrawWon","side":"A","side":"B"}}',
        2,
        "record.name_twice",
        {"name": "side"},
    ),
    (
        "a name twice, once in disguise",
        SETUP + b'{"fact":{"kind":"DrawWon","side":"A","si\\u0064e":"B"}}',
        2,
        "record.name_twice",
        {"name": "side"},
    ),
    (
        "a name twice, once with a number that no machine holds",
        SETUP + b'{"fact":{"kind":"EndCounted","points":1e999,"points":1}}',
        2,
        "record.name_twice",
        {"name": "points"},
    ),
    ("an unknown envelope field", SETUP + b'{"when":1,"fact":{}}', 2, "record.unknown_field", {"field": "when"}),
    ("an unknown author", SETUP + b'{"by":"C","fact":{}}', 2, "record.wrong_value", {"place": "by"}),
    ("a time before the game", SETUP + b'{"at_ms":-1,"fact":{}}', 2, "record.wrong_value", {"place": "at_ms"}),
    (
        "another place in the log",
        SETUP + DRAW.replace(b"{", b'{"seq":7,', 1),
        2,
        "record.seq",
        {"seq": 7, "expected": 1},
    ),
    ("people that are no names", SETUP + b'{"people":{"A1":3}}', 2, "record.wrong_value", {"got": "whole_number"}),
    ("keys that are no names", SETUP + b'{"people":{},1:2}', 2, "record.not_json", {}),
    ("no set-up", DRAW, 1, "record.no_setup", {"kind": "DrawWon"}),
    ("another version", SETUP.replace(b"1,", b"2,"), 1, "record.version", {"version": "2", "known": 1}),
    ("version true", SETUP.replace(b"1,", b"true,"), 1, "record.version", {}),
    ("no version", SETUP.replace(b'"version":1,', b""), 1, "record.version", {"version": "None"}),
    ("an unknown book", SETUP.replace(b"fipjp-2016", b"fipjp-2061"), 1, "record.rulebook", {"known": ", ".join(BOOKS)}),
    ("a book that is no name", SETUP.replace(b'"fipjp-2016"', b"{}"), 1, "record.rulebook", {}),
    (
        "an unknown kind",
        SETUP + b'{"fact":{"kind":"BowlThrown"}}',
        2,
        "record.unknown_kind",
        {"kind": "BowlThrown", "near": "BouleThrown, JackThrown, CardShown"},
    ),
    ("a kind that is no name", SETUP + b'{"fact":{"kind":["DrawWon"]}}', 2, "record.unknown_kind", {}),
    (
        "an unknown side",
        SETUP + DRAW.replace(b'"A"', b'"C"'),
        2,
        "record.wrong_value",
        {"place": "side", "expected": "A, B"},
    ),
    ("a missing field", SETUP + b'{"fact":{"kind":"DrawWon"}}', 2, "record.missing_field", {"field": "side"}),
    (
        "a misspelt field",
        SETUP + b'{"fact":{"kind":"EndCounted","sid":"A"}}',
        2,
        "record.unknown_field",
        {"kind": "EndCounted", "field": "sid"},
    ),
    (
        "a field of nothing",
        SETUP + b'{"fact":{"kind":"Undone","seqs":[],"x":1}}',
        2,
        "record.unknown_field",
        {"field": "x"},
    ),
    (
        "a negative length",
        SETUP + b'{"fact":{"kind":"JackThrown","side":"A","range_mm":-6500}}',
        2,
        "record.wrong_value",
        {"place": "range_mm"},
    ),
    (
        "metres",
        SETUP + b'{"fact":{"kind":"JackThrown","side":"A","range_mm":6.5}}',
        2,
        "record.wrong_value",
        {"got": "decimal"},
    ),
    (
        "a length of a moved thing",
        SETUP + b'{"fact":{"kind":"BouleThrown","side":"A","moved":[{"object":"jack","range_mm":""}]}}',
        2,
        "record.wrong_value",
        {"place": "moved[0].range_mm", "got": "text"},
    ),
    (
        "a wrong length in a group that may be missing",
        SETUP + b'{"fact":{"kind":"ObjectMoved","object":"jack","by":"wind","lies":{"object":"jack","range_mm":-1}}}',
        2,
        "record.wrong_value",
        {"place": "lies.range_mm"},
    ),
    (
        "a misspelt field in a group that may be missing",
        SETUP + b'{"fact":{"kind":"ObjectMoved","object":"jack","by":"wind","lies":{"object":"jack","range":1}}}',
        2,
        "record.unknown_field",
        {"field": "lies.range"},
    ),
    (
        "a list for yes or no",
        SETUP + b'{"fact":{"kind":"Released","elapsed_ms":1}}\n{"fact":{"kind":"BouleThrown","side":"A","landed":[]}}',
        3,
        "record.wrong_value",
        {"expected": "true, false", "got": "list"},
    ),
    (
        "a number that is none, far inside",
        SETUP[:-3] + b',"settings":{"a":[1e999]}}}',
        1,
        "record.unreadable",
        {},
    ),
    (
        "a very long name",
        SETUP + b'{"fact":{"kind":"' + b"Boule" * 200 + b'"}}',
        2,
        "record.unknown_kind",
        {},
    ),
    (
        "a group for a place",
        SETUP + b'{"fact":{"kind":"Chosen","choice":"line","place":7}}',
        2,
        "record.wrong_value",
        {"expected": "{...}"},
    ),
    (
        "no boule's name",
        SETUP + b'{"fact":{"kind":"PositionStated","order":[["A"]]}}',
        2,
        "record.wrong_value",
        {"place": "order[0][0]"},
    ),
    (
        "a stranger's boules",
        SETUP + b'{"fact":{"kind":"EndCounted","in_hand":{"C":1}}}',
        2,
        "record.wrong_value",
        {"expected": "A, B"},
    ),
    (
        "votes of one",
        SETUP + b'{"fact":{"kind":"Ruled","outcome":"note","votes":[1]}}',
        2,
        "record.wrong_value",
        {"expected": "[...]"},
    ),
    (
        "a wrong vote",
        SETUP + b'{"fact":{"kind":"Ruled","outcome":"note","votes":[1,"2"]}}',
        2,
        "record.wrong_value",
        {"place": "votes[1]"},
    ),
    (
        "a number too large",
        SETUP + b'{"fact":{"kind":"EndCounted","points":' + b"9" * 5_000 + b"}}",
        2,
        "record.wrong_value",
        {"place": "points"},
    ),
    (
        "a team that is no team",
        SETUP.replace(b'"triples"', b'"triples","sides":{"A":7}'),
        1,
        "record.wrong_value",
        {"place": "sides[...]", "expected": "{...}"},
    ),
    (
        "a number that is none",
        SETUP[:-3] + b',"settings":{"a":1e999}}}',
        1,
        "record.unreadable",
        {"place": "settings[...]"},
    ),
]


@pytest.mark.parametrize(
    ("record", "line", "key", "slots"), [n[1:] for n in NO_RECORDS], ids=[n[0] for n in NO_RECORDS]
)
def test_what_is_no_record(record: bytes, line: int, key: str, slots: dict[str, Any]) -> None:
    no = broken(record)
    assert (no.line, no.key) == (line, key)
    assert {name: no.slots.get(name) for name in slots} == slots


@pytest.mark.parametrize("record", [n[1] for n in NO_RECORDS], ids=[n[0] for n in NO_RECORDS])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_said_in_one_sentence(record: bytes, lang: str) -> None:
    with pytest.raises(Unreadable) as caught:
        opened(record)
    message = caught.value.message("game.jsonl", lang)
    assert message.startswith(f"game.jsonl {'line' if lang == 'en' else 'ligne'} ")
    assert "record." not in message
    assert "\n" not in message
    assert len(message) < 700


def test_the_message_names_line_fact_state_and_what_was_expected() -> None:
    record = SETUP + DRAW + b'{"fact":{"kind":"BouleThrown","side":"A"}}'
    message = refused(record)
    assert message.startswith("game.jsonl line 3: ")
    assert "The fact: BouleThrown “A”." in message
    assert "Before it: end 0, circle, 0 to 0." in message
    assert "Expected: the jack, thrown by Team A." in message


def test_a_correction_that_breaks_the_game_is_named_by_its_own_line() -> None:
    change = Change[f.PetanqueFact](seq=0, facts=(f.DrawWon(side="B"),))
    line = line_of(Entry(moment=Moment(seq=2), fact=Corrected[f.PetanqueFact](changes=(change,))))
    assert refused(SETUP + DRAW + line).startswith("game.jsonl line 3: ")


def test_kinds_are_known_by_name() -> None:
    assert kinds(SPORT)["DrawWon"] is f.DrawWon
    assert "Corrected" in kinds(SPORT)


# --- the published form ----------------------------------------------------------------------------


def test_the_published_schema_is_that_of_the_types() -> None:
    """After a change of the facts: carreau schema petanque > docs/record-schema.json, and so on."""
    for sport, name in SCHEMAS.items():
        assert (ROOT / "docs" / name).read_text("utf-8") == published(sport), sport


SCHEMAS = {
    "petanque": "record-schema.json",
    "five_pins": "record-schema-five_pins.json",
    "cochonnet": "record-schema-cochonnet.json",
}


@pytest.mark.parametrize(
    ("sport", "kind"), [("petanque", "BouleThrown"), ("five_pins", "StrokePlayed"), ("cochonnet", "BallPlayed")]
)
def test_the_schema_is_one(sport: str, kind: str) -> None:
    found = schema(editions(sport)[0].sport)
    jsonschema.Draft202012Validator.check_schema(found)
    assert {"Corrected", "Change", kind} <= set(found["$defs"])
    assert not [name for name in found["$defs"] if not name.isalnum()]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_schema_allows_what_the_reader_reads(path: Path) -> None:
    allowed = jsonschema.Draft202012Validator(schema(read(path.read_bytes(), BOOKS).edition.sport))
    for line in path.read_bytes().splitlines():
        allowed.validate(json.loads(line))


@pytest.mark.parametrize(
    "line",
    [
        {"fact": {"kind": "BowlThrown"}},
        {"fact": {"kind": "DrawWon", "side": "C"}},
        {"fact": {"kind": "DrawWon"}},
        {"fact": {"kind": "JackThrown", "side": "A", "range_mm": -1}},
        {"by": "nobody", "fact": {"kind": "DrawWon", "side": "A"}},
        {"people": {"A1": 7}},
        {},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(line: dict[str, Any]) -> None:
    assert not jsonschema.Draft202012Validator(schema(SPORT)).is_valid(line)


# --- version 1, for ever ---------------------------------------------------------------------------

FROZEN = {
    "version-1.jsonl": "8fd001e63a8fc36480c163c36d7ce2cde2d33d9804f47a29e6f407805922be0a",
    "version-1-facts.txt": "9164f356036ac55d2b7423e954764e81b56e3fd02b927bc9631dbff9c0bbec82",
}


@pytest.mark.parametrize("name", FROZEN)
def test_the_frozen_records_are_never_changed(name: str) -> None:
    assert hashlib.sha256((ROOT / "tests" / "data" / name).read_bytes()).hexdigest() == FROZEN[name]


def test_the_frozen_game_still_has_its_story() -> None:
    game = opened((ROOT / "tests" / "data" / "version-1.jsonl").read_bytes()).game
    state: Any = game.state
    assert (state.phase, state.winner, state.points("A"), state.points("B")) == ("over", "A", 13, 2)


def test_every_fact_of_version_1_is_still_read() -> None:
    """One line for every word that each kind of fact may say: what it says must come back as it was."""
    lines = (ROOT / "tests" / "data" / "version-1-facts.txt").read_bytes().splitlines()
    record = read(SETUP + b"\n".join(lines), BOOKS)
    assert len(record.entries) == len(lines) + 1
    for line, entry in zip(lines, record.entries[1:], strict=True):
        assert msgspec.json.decode(line_of(entry))["fact"] == msgspec.json.decode(line)["fact"]
    assert {type(entry.fact).__name__ for entry in record.entries} >= {"Chosen", "Corrected", "Ruled", "BouleThrown"}


# --- the edition it was judged by --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digest", "other"), [(None, False), ("0" * 16, True), (digest_of(BOOKS["fipjp-2016"]), False)]
)
def test_a_record_made_by_another_state_of_the_edition_is_seen(digest: str | None, other: bool) -> None:
    named = b"" if digest is None else f'"digest":"{digest}",'.encode()
    assert opened(SETUP.replace(b'"format"', named + b'"format"')).other_edition_file is other


def test_a_record_is_a_value() -> None:
    assert isinstance(read(SETUP, BOOKS), Record)
    assert read(SETUP, BOOKS) == read(SETUP, BOOKS)
