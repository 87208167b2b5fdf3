"""The commands, as somebody at a terminal or a program calls them."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.games import random_game
from carreau import __version__
from carreau.books import BOOKS
from carreau.cli import main
from carreau.cli.judge import read_game
from carreau.cli.rulebook import belongs
from carreau.cli.screen import clean
from carreau.comparing import differences
from carreau.core.clause import Limit
from carreau.core.record import written
from carreau.gamefile import Unreadable, opened
from carreau.say import languages

ROOT = Path(__file__).parent.parent
TRIPLES = ROOT / "examples" / "triples.jsonl"
RECORDS = [*sorted(ROOT.glob("examples/*.jsonl")), ROOT / "tests" / "data" / "version-1.jsonl"]
FROZEN = ROOT / "tests" / "data" / "version-1.jsonl"
ESCAPE = "\x1b"

Run = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colour, a usual width, English."""
    for name in ("FORCE_COLOR", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"NO_COLOR": "1", "COLUMNS": "120", "LANG": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def run(capsys: Run) -> Run:
    """What a command prints."""
    return capsys


def done(run: Run, *words: object, fails: bool = False) -> str:
    """What a command prints. It must end with 0; or if it `fails` with 2, one message and nothing else."""
    code = main([str(word) for word in words])
    printed = run.readouterr()
    if not fails:
        assert (code, printed.err) == (0, "")
        return printed.out
    assert (code, printed.out) == (2, "")
    assert printed.err.startswith("carreau: ")
    assert printed.err.count("\n") == 1
    return printed.err


def objects(printed: str) -> list[Any]:
    """The JSON objects of a print, one a line."""
    return [json.loads(line) for line in printed.splitlines()]


def cut(path: Path, entries: int, to: Path) -> Path:
    """A record that ends after so many entries."""
    record = opened(path.read_bytes(), entries - 1)
    to.write_bytes(b"".join(written(record.game, record.record.people)))
    return to


# --- judge -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_judge_tells_programs_every_fact_and_then_the_state(run: Run, path: Path) -> None:
    *facts, last = objects(done(run, "judge", path, "--json"))
    filed = opened(path.read_bytes())
    book = filed.record.edition
    assert [line["seq"] for line in facts] == list(range(len(filed.game.heard)))
    for line in facts:
        assert line.keys() - {"undone_by", "corrected_by"} == {"seq", "fact", "rulings"}
        assert line["fact"]["kind"]
        for ruling in line["rulings"]:
            assert [*ruling] == ["key", "slots", "says", "cites", "clauses", "readings", "effects"]
            assert ruling["says"] != ruling["key"]
            assert all(row.startswith(f"{book.id}/") for row in ruling["cites"])
            assert ruling["cites"]
    assert [*last] == ["state"]
    assert [*last["state"]] == STATE[book.sport.name]


BOWLS = [
    "phase", "end", "score", "raw_score", "next", "holder", "in_hand", "in_hand_of", "options", "cards", "bars",
    "clocks", "winner", "won_by",
]  # fmt: skip
STATE = {
    "petanque": BOWLS,
    "cochonnet": BOWLS,
    "five_pins": [
        "phase", "set", "inning", "score", "raw_score", "sets", "next", "stroke", "half", "balls", "pins_out",
        "pins_displaced", "options", "match_points", "set_points", "winner", "won_by",
    ],
}  # fmt: skip


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_judge_stops_after_a_fact(run: Run, path: Path, tmp_path: Path) -> None:
    for at in range(0, len(opened(path.read_bytes()).game.heard), 29):
        stopped = done(run, "judge", path, "--json", "--at", at)
        assert stopped == done(run, "judge", cut(path, at + 1, tmp_path / "cut.jsonl"), "--json")
        assert objects(stopped)[-2]["seq"] == at


def state_at(run: Run, at: int) -> Any:
    """The state of the frozen game after a fact."""
    return objects(done(run, "judge", FROZEN, "--json", "--at", at))[-1]["state"]


def test_the_state_of_a_game_under_way(run: Run) -> None:
    state = state_at(run, 4)
    assert (state["phase"], state["end"], state["holder"], state["winner"]) == ("play", 1, "A", None)
    assert state["next"] == {"side": "B", "does": "boule", "clauses": ["fipjp-2016/16.b"]}
    assert state["in_hand"] == {"A": 5, "B": 6}
    assert state["in_hand_of"] == {"A1": 1, "A2": 2, "A3": 2, "B1": 2, "B2": 2, "B3": 2}
    assert state["options"] == state["cards"] == state["bars"] == []


def test_the_state_before_anything_and_after_all(run: Run) -> None:
    assert (state_at(run, 0)["phase"], state_at(run, 0)["next"], state_at(run, 0)["holder"]) == ("draw", None, None)
    last = state_at(run, 999)
    assert (last["phase"], last["score"], last["winner"], last["won_by"]) == ("over", {"A": 13, "B": 2}, "A", "points")
    assert (last["next"], last["holder"]) == (None, None)


def test_a_dead_jack_is_held_by_nobody(run: Run) -> None:
    state = state_at(run, 27)
    assert (state["phase"], state["holder"]) == ("count", None)
    assert state["next"]["does"] == "count"


def test_points_above_the_target_are_raw(run: Run, tmp_path: Path) -> None:
    ends = tmp_path / "ends.csv"
    ends.write_text("A,6\nA,6\nA,4\n")
    record = tmp_path / "game.jsonl"
    record.write_text(done(run, "import", "ends", ends))
    state = objects(done(run, "judge", record, "--json"))[-1]["state"]
    assert (state["score"], state["raw_score"]) == ({"A": 13, "B": 0}, {"A": 16, "B": 0})


def test_a_question_that_waits(run: Run) -> None:
    state = state_at(run, 33)
    (option,) = state["options"]
    assert [*option] == ["id", "side", "may", "ask", "choices", "clauses"]
    assert (option["id"], option["side"], option["ask"]) == ("33.1", "umpire", "boule_struck_own")
    assert [choice["id"] for choice in option["choices"]] == ["opponents_choose", "dead"]
    assert state["next"] == {"side": "umpire", "does": "choose", "clauses": option["clauses"]}
    told = done(run, "judge", FROZEN, "--at", 33)
    assert "Waiting for the umpire:" in told
    assert "opponents_choose" in told.rsplit("Waiting", 1)[1]


def test_what_was_undone_or_corrected_is_said(run: Run) -> None:
    facts = objects(done(run, "judge", FROZEN, "--json"))[:-1]
    marks = {line["seq"]: (line.get("undone_by"), line.get("corrected_by")) for line in facts}
    assert {seq: mark for seq, mark in marks.items() if mark != (None, None)} == {7: (8, None), 58: (None, 59)}
    assert facts[58]["fact"]["points"] == 1
    assert facts[59]["rulings"][0]["slots"]["points"] == 2
    told = done(run, "judge", FROZEN)
    assert "withdrawn by entry 8" in told
    assert "corrected by entry 59" in told


def test_an_undone_throw_takes_its_answers_with_it(run: Run, tmp_path: Path) -> None:
    path = cut(FROZEN, 35, tmp_path / "game.jsonl")
    with path.open("ab") as record:
        record.write(b'{"fact":{"kind":"Undone","seqs":[33]}}\n')
        record.write(b'{"fact":{"kind":"Undone","seqs":[35]}}\n')
        record.write(b'{"fact":{"kind":"Undone","seqs":[33]}}\n')
    facts = objects(done(run, "judge", path, "--json"))[:-1]
    undone = {line["seq"]: line["undone_by"] for line in facts if "undone_by" in line}
    assert undone == {7: 8, 33: 37, 34: 37, 35: 36}


def test_people_read_one_ruling_a_line_with_its_article(run: Run) -> None:
    told = done(run, "judge", TRIPLES)
    assert told.startswith("Boule du Canal – Pétanque des Tilleuls")
    line = next(line for line in told.splitlines() if "A1 p holds=A" in line)
    assert line.split()[-1] == "16.b"
    assert "Boule du Canal holds the point." in line
    assert max(len(line) for line in told.splitlines()) <= 120


def test_why_shows_clauses_readings_and_effects(run: Run) -> None:
    told = done(run, "judge", TRIPLES, "--why", "--at", 5)
    clause = BOOKS["fipjp-2016"].clauses["order.without_point"]
    assert f"{clause.row}: {clause.says[:40]}" in told
    assert "→ head is: A" in told
    assert "→ turn is: B, boule" in told


def test_french(run: Run) -> None:
    told = done(run, "judge", TRIPLES, "--lang", "fr")
    assert "Mène 1" in told
    assert "holds the point" not in told
    assert done(run, "judge", TRIPLES, "--lang", "fr", "--json") != done(run, "judge", TRIPLES, "--json")


def test_the_language_of_the_system(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Mène 1" in done(run, "judge", TRIPLES)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "End 1" in done(run, "judge", TRIPLES)
    refused = done(run, "judge", TRIPLES, "--lang", "de", fails=True)
    assert f"There are no sentences in de; there is {', '.join(languages())}." in refused


def test_a_folder_is_one_line_a_game(run: Run, tmp_path: Path) -> None:
    for seed in range(3):
        (tmp_path / f"{seed}.jsonl").write_bytes(b"".join(written(random_game(seed))))
    lines = objects(done(run, "judge", tmp_path, "--json"))
    assert [Path(line["game"]).name for line in lines] == ["0.jsonl", "1.jsonl", "2.jsonl"]
    assert all(line["state"]["phase"] == "over" for line in lines)
    assert len(done(run, "judge", tmp_path).splitlines()) == 3


def test_a_broken_game_does_not_stop_the_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(FROZEN.read_bytes()[:-30])
    (tmp_path / "b.jsonl").write_bytes(FROZEN.read_bytes())
    assert main(["judge", str(tmp_path), "--json"]) == 2
    broken, whole = objects(run.readouterr().out)
    assert (broken["error"]["line"], broken["error"]["key"]) == (90, "record.not_json")
    assert whole["state"]["winner"] == "A"
    assert main(["judge", str(tmp_path)]) == 2
    printed = run.readouterr()
    assert "a.jsonl line 90: This is no JSON" in printed.out.splitlines()[0]
    assert "Les Lilas 13 – 2 Saint-Ouen" in printed.out.splitlines()[1]


def test_a_line_of_a_folder_says_who_is_waited_for(run: Run, tmp_path: Path) -> None:
    cut(FROZEN, 34, tmp_path / "game.jsonl")
    assert "Waiting for the umpire:" in done(run, "judge", tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"fact":{"kind":"BouleThrown","side":"A"}}', "line 2: Team A cannot play a boule yet"),
        (b'{"fact":{"kind":"BouleThrown","side":"C"}}', "line 2: BouleThrown: “side” is something else"),
        (b'{"fact":{"kind":"BowlThrown","side":"A"}}', "nearest are BouleThrown"),
        (b"{", "line 2: This is no JSON"),
        (b"A" * 10_000_000, "line 2: The line is longer than 65536 bytes"),
    ],
)
def test_a_broken_record_gives_one_message_and_nothing_else(run: Run, tmp_path: Path, line: bytes, said: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(FROZEN.read_bytes().splitlines()[0] + b"\n" + line + b"\n")
    for more in ((), ("--json",), ("--why",)):
        assert said.replace("Team A", "Les Lilas") in done(run, "judge", path, *more, fails=True)


def test_what_is_not_there_is_said(run: Run, tmp_path: Path) -> None:
    assert "No such file" in done(run, "judge", tmp_path / "no.jsonl", fails=True)
    assert "no record (*.jsonl)" in done(run, "judge", tmp_path, fails=True)
    assert "Which game?" in done(run, "judge", fails=True)
    assert "--at takes" in done(run, "judge", TRIPLES, "--at=-1", fails=True)


def test_names_and_notes_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = FROZEN.read_bytes().replace(b"Les Lilas", b"\\u001b[31mLes\\u202eLilas")
    path.write_bytes(record + b'{"fact":{"kind":"Noted","text":"\\u001b]0;title\\u0007"}}\n')
    told = done(run, "judge", path)
    assert ESCAPE not in told
    assert "\u202e" not in told
    assert clean("a\x1bb\x00c\n") == "a b c\n"


# --- as a program -----------------------------------------------------------------------------------


def program(*words: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own."""
    env = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-m", "carreau", *words], input=given, capture_output=True, env=env, check=False
    )


def test_standard_input() -> None:
    run = program("judge", "-", given=FROZEN.read_bytes())
    assert run.returncode == 0
    assert b"13 \xe2\x80\x93 2" in run.stdout
    run = program("judge", "-", given=b"{")
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.startswith(b"carreau: <standard input> line 1: ")


def test_no_colour_without_a_terminal() -> None:
    run = program("judge", str(FROZEN), NO_COLOR="")
    assert ESCAPE.encode() not in run.stdout
    assert ESCAPE.encode() in program("judge", str(FROZEN), NO_COLOR="", FORCE_COLOR="1").stdout
    assert ESCAPE.encode() not in program("judge", str(FROZEN), NO_COLOR="1", FORCE_COLOR="1").stdout


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m carreau judge {FROZEN} --json | head -n 1"
    run = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (run.stdout.count(b"\n"), run.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", ["judge examples/triples.jsonl", "judge examples/triples.jsonl --json", "rulebook"])
def test_a_full_disk_is_one_message(words: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "carreau", *words.split()],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.decode().count("\n") == 1
    assert ran.stderr.startswith(b"carreau: ")


def test_version_and_help(run: Run) -> None:
    assert done(run, "--version").strip() == f"carreau {__version__}"
    listed = done(run, "--help")
    for command, what in {"judge": "Referee a game", "play": "Enter a game", "who": "Who plays now"}.items():
        assert command in listed
        assert what in listed
    assert done(run) == listed
    assert "Write the record" in done(run, "import")


COMMANDS = ("judge", "play", "who", "compare", "rulebook", "ledger", "schema", "new", "import ends")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_by_examples(run: Run, command: str) -> None:
    told = done(run, *command.split(), "--help")
    assert "For example:" in told
    assert f"carreau {command}" in told


def test_a_misspelt_flag_is_an_error(run: Run) -> None:
    assert main(["judge", "--jsno", str(TRIPLES)]) == 2
    assert "--json" in run.readouterr().err


# --- who, rulebook, ledger, schema, compare, new, import ---------------------------------------------


@pytest.mark.parametrize(
    ("words", "side", "row"),
    [
        ("--hand A2,B3 --last B --head equal", "B", "29.3a"),
        ("--hand A2,B3 --last B --head equal --run 1", "A", "29.3b"),
        ("--hand A2,B3 --last B --head B", "A", "16.b"),
        ("--hand A0,B3 --last B --head B", "B", "16.b"),
        ("--hand A6,B5 --last B --head nobody --no-lain", "A", "16.k"),
        ("--hand A6,B6 --opener B", "B", "16.a"),
        ("--hand A3,B3 --format singles", "A", "16.a"),
    ],
)
def test_who_plays(run: Run, words: str, side: str, row: str) -> None:
    (answer,) = objects(done(run, "who", *words.split(), "--json"))
    assert (answer["next"]["side"], answer["next"]["does"]) == (side, "boule")
    assert f"fipjp-2016/{row}" in answer["next"]["clauses"]
    told = done(run, "who", *words.split())
    assert f"Team {side} plays" in told
    assert BOOKS["fipjp-2016"].id in told


def test_who_needs_hands_that_can_be(run: Run) -> None:
    assert "A2,B3" in done(run, "who", "--hand", "2,3", fails=True)
    assert main(["who", "--hand", "A2,B3", "--last", "C"]) == 2


def test_rulebooks(run: Run) -> None:
    assert "fipjp-2016" in done(run, "rulebook")
    assert objects(done(run, "rulebook", "--json"))[0].keys() == {"id", "title", "sport", "clauses"}
    assert "275 clauses" in done(run, "rulebook", "fipjp-2016")
    assert "jack.far" in done(run, "rulebook", "fipjp-2016", "--limits")
    assert "A6" in done(run, "rulebook", "fipjp-2016", "--readings")
    assert len(objects(done(run, "rulebook", "fipjp-2016", "--clauses", "--json"))) == 275
    every = objects(done(run, "rulebook", "fipjp-2016", "--json"))
    assert {"limit", "reading", "key"} <= {name for line in every for name in line}
    assert "fipjp-2016" in done(run, "rulebook", "fipjp-2061", fails=True)


def test_an_article_with_its_cases(run: Run) -> None:
    told = done(run, "rulebook", "fipjp-2016", "9.3")
    assert "9.3a" in told
    assert "dead_jack.far" in told
    assert "Cases" in told
    (line,) = objects(done(run, "rulebook", "fipjp-2016", "9.3", "--json"))
    assert line["cases"]
    assert {clause["row"] for clause in line["clauses"]} >= {"fipjp-2016/9.3a"}
    assert "articles 1, 2" in done(run, "rulebook", "fipjp-2016", "77", fails=True)


@pytest.mark.parametrize(
    ("wanted", "row", "belonging"),
    [
        ("2", "2.a", True), ("2", "2a.a", False), ("2a", "2a.a", True), ("15.2", "15.2", True), ("15.2", "15.2a", True),
        ("29.1", "29.1", True), ("9.1", "9.1a", True), ("5", "35.1", False), ("fipjp-2016/9.3a", "9.3a", True),
    ],
)  # fmt: skip
def test_what_belongs_to_an_article(wanted: str, row: str, belonging: bool) -> None:
    found = [clause for clause in BOOKS["fipjp-2016"].clauses.values() if belongs(clause, wanted)]
    assert (f"fipjp-2016/{row}" in [clause.row for clause in found]) is belonging


def test_a_clause_by_its_key(run: Run) -> None:
    key = next(iter(BOOKS["fipjp-2016"].clauses))
    assert f"[{key}]" in done(run, "rulebook", "fipjp-2016", key)


def test_the_ledger_for_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.ledger.cases", lambda id: iter(()))
    lines = objects(done(run, "ledger", "fipjp-2016", "--json"))
    assert len(lines) == 275
    assert all([*line] == ["id", "handled", "clause", "decision", "cases"] for line in lines)
    assert "275 rows" in done(run, "ledger")
    assert "fipjp-2016" in done(run, "ledger", "no", fails=True)


def test_the_ledger_is_written_into_the_project_only(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.ledger.cases", lambda id: iter(()))
    monkeypatch.chdir(tmp_path)
    assert "docs/ledger.md" in done(run, "ledger", "--write", fails=True)
    (tmp_path / "docs").mkdir()
    assert done(run, "ledger", "--write").strip().endswith("ledger.md")
    assert (tmp_path / "docs" / "ledger.md").read_text("utf-8").startswith("# The ledger")


def test_the_schema(run: Run) -> None:
    assert json.loads(done(run, "schema", "petanque"))["$schema"].endswith("2020-12/schema")
    assert "petanque" in done(run, "schema", "curling", fails=True)


def test_compare_with_one_edition(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.cli.compare.editions", lambda sport: (BOOKS["fipjp-2016"],))
    assert "one edition only" in done(run, "compare", TRIPLES)
    assert objects(done(run, "compare", TRIPLES, "--json"))[0]["rulebook"] == "fipjp-2016"


def test_compare_with_another_edition(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an edition where the jack dies farther out, the jack of the frozen game lives."""
    book = BOOKS["fipjp-2016"]
    far = book.limits["dead_jack.far"]
    farther = {"dead_jack.far": Limit(value=30_000, unit=far.unit, clause=far.clause)}
    other = book.amended("far-2026", "An edition with a longer terrain", limits=farther)
    filed = opened(FROZEN.read_bytes())
    assert [d.entry.moment.seq for d in differences(filed.game, other)][:1] == [27]
    assert not list(differences(filed.game, book))
    monkeypatch.setattr("carreau.cli.compare.editions", lambda sport: (book, other))
    told = done(run, "compare", FROZEN)
    assert "On 1 fact fipjp-2016 and far-2026 part." in told
    assert "fipjp-2016: " in told
    assert "far-2026: " in told
    assert objects(done(run, "compare", FROZEN, "--json"))[0]["seq"] == 27
    assert "rules the same" in done(run, "compare", cut(FROZEN, 20, tmp_path / "short.jsonl"))
    why = done(run, "compare", FROZEN, "--why", "--edition", "far-2026")
    assert f"{book.clauses[far.clause].row}: {book.clauses[far.clause].says}" in why
    assert "no other edition" in done(run, "compare", FROZEN, "--edition", "suomi", fails=True)


def test_the_table_games_have_one_edition_each(run: Run) -> None:
    assert "one edition only, billard-cochonnet" in done(run, "compare", ROOT / "examples" / "cochonnet.jsonl")


def test_how_two_books_differ(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another number, and a case in which it tells."""
    book = BOOKS["fipjp-2016"]
    far = book.limits["dead_jack.far"]
    farther = {"dead_jack.far": Limit(value=30_000, unit=far.unit, clause=far.clause)}
    books = {"fipjp-2016": book, "far-2026": book.amended("far-2026", "A longer terrain", limits=farther)}
    monkeypatch.setattr("carreau.cli.rulebook.BOOKS", books | {"umb-5pin-1997": BOOKS["umb-5pin-1997"]})
    (line,) = objects(done(run, "rulebook", "--diff", "fipjp-2016", "far-2026", "--json"))
    assert (line["topic"], line["here"]["value"], line["there"]["value"]) == ("dead_jack.far", 20_000, 30_000)
    assert "jack.dead" in [ruling["key"] for ruling in line["consequence"]["here"]]
    assert "jack.dead" not in [ruling["key"] for ruling in line["consequence"]["there"]]
    told = done(run, "rulebook", "--diff", "fipjp-2016", "far-2026")
    assert "dead jack: far" in told
    assert "On 1 topic fipjp-2016 and far-2026 differ." in told
    assert "different sports" in done(run, "rulebook", "--diff", "fipjp-2016", "umb-5pin-1997", fails=True)
    assert "no rulebook" in done(run, "rulebook", "--diff", "fipjp-2016", "no", fails=True)


def test_a_page_of_a_book(run: Run) -> None:
    page = done(run, "rulebook", "billard-cochonnet", "--page")
    assert page.startswith(f"# {BOOKS['billard-cochonnet'].title}\n")
    assert page == (ROOT / "docs" / "rulebooks" / "billard-cochonnet.md").read_text("utf-8")


@pytest.mark.parametrize("sport", ["petanque", "five_pins", "cochonnet"])
def test_a_game_loads_the_rules_of_its_own_sport(sport: str) -> None:
    """Whoever judges pétanque does not wait for the billiard books."""
    example = {"petanque": "triples", "five_pins": "five-pin-match", "cochonnet": "cochonnet"}[sport]
    code = (
        "import sys\n"
        "from carreau.cli import main\n"
        f"main(['judge', 'examples/{example}.jsonl', '--json'])\n"
        "print(*sorted(name for name in sys.modules if name.endswith(('five_book', 'cochonnet_book', 'petanque.book'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    own = {"petanque": "petanque.book", "five_pins": "billiards.five_book", "cochonnet": "billiards.cochonnet_book"}
    assert ran.stdout.splitlines()[-1] == f"carreau.{own[sport]}"


@pytest.mark.parametrize(
    ("words", "side", "does"),
    [
        ("--rulebook billard-cochonnet --hand A3,B4 --last B --head A", "A", "ball"),
        (
            "--rulebook billard-cochonnet --hand A3,B4 --last B --head A --setup readings.C-A10=farther_plays",
            "B",
            "ball",
        ),
        ("--rulebook umb-5pin-1997 --setup distance=50 --last A", "B", "stroke"),
        ("--rulebook umb-5pin-1997 --setup distance=50 --opener A", "A", "stroke"),
    ],
)
def test_who_plays_at_the_table(run: Run, words: str, side: str, does: str) -> None:
    (answer,) = objects(done(run, "who", *words.split(), "--json"))
    assert (answer["next"]["side"], answer["next"]["does"]) == (side, does)
    assert "A2,B3" in done(run, "who", "--rulebook", "billard-cochonnet", fails=True)


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("--rulebook billard-cochonnet --teams One,Two", "lag A; jack ok; A holds=A"),
        ("--rulebook umb-5pin-1997 --teams One,Two --target 60", "first B; start; hit pins=ne cannon"),
        ("--rulebook umb-5pin-1997 --players Ann/Ben --target 60 --format sets --setup sets=3", "first A; start"),
        ("--rulebook suomi", "draw A; jack ok; A p holds=A"),
        ("--rulebook fpusa-1995", "draw A; jack ok; A p holds=A"),
    ],
)
def test_a_game_of_every_book_can_be_entered(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, facts: str
) -> None:
    """`new` sets it up, `play` goes on with it, help is there, and the record is judged again."""
    path = tmp_path / "game.jsonl"
    path.write_text(done(run, "new", *words.split()))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{facts}\nhelp\nstory\nundo\ncorrect 99\n"))
    assert main(["play", str(path)]) == 2  # there is no entry 99
    shown = run.readouterr().out
    assert "correct takes an entry" in shown
    assert "One fact a line" in shown
    assert "screen." not in shown
    *told, state = objects(done(run, "judge", path, "--json"))
    assert len(told) == len(facts.split(";")) + 2
    assert state["state"]["phase"]


def test_ends_of_cochonnet(run: Run, tmp_path: Path) -> None:
    ends = tmp_path / "ends.csv"
    ends.write_text("A,3\n-,0\nB,2\n")
    path = tmp_path / "game.jsonl"
    path.write_text(done(run, "import", "ends", ends, "--rulebook", "billard-cochonnet", "--draw", "B"))
    assert objects(done(run, "judge", path, "--json"))[-1]["state"]["score"] == {"A": 3, "B": 2}
    assert "not told by the points" in done(run, "import", "ends", ends, "--rulebook", "umb-5pin-1997", fails=True)


def test_a_new_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    flags = ["--setup", "stage=league", "--setup", "terrain.id=7", "--setup", "umpire=false"]
    words = ["new", "--teams", "Les Lilas,Saint-Ouen", "--players", "Ann,Ben,Cleo/Dan,Eve,Fay", "--target", "11"]
    path.write_text(done(run, *words, *flags, "--setup", "settings.umpire_only_measuring=yes"))
    filed = read_game(str(path), "en")
    setup = filed.state.setup
    assert (setup.target, setup.stage, setup.terrain.id, setup.umpire) == (11, "league", "7", False)
    assert setup.settings == {"umpire_only_measuring": True}
    assert filed.names == {
        "A": "Les Lilas",
        "B": "Saint-Ouen",
        "A1": "Ann",
        "A2": "Ben",
        "A3": "Cleo",
        "B1": "Dan",
        "B2": "Eve",
        "B3": "Fay",
    }


@pytest.mark.parametrize(
    "words",
    [
        "--rulebook no", "--format quads", "--teams one", "--teams a,", "--players a,b", "--setup nothing",
        "--setup =1", "--setup terrain=[", "--setup format.x=1", "--target 12", "--setup target=-1",
        "--setup colour=red",
    ],
)  # fmt: skip
def test_no_such_game(run: Run, words: str) -> None:
    done(run, "new", *words.split(), fails=True)


PUBLISHED = ROOT / "examples" / "ends"


def published() -> dict[str, Any]:
    """What the newspapers gave of the four matches."""
    import tomllib

    return tomllib.loads((PUBLISHED / "published.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", published())
def test_a_published_match_comes_out_as_it_was_published(run: Run, tmp_path: Path, name: str) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(done(run, "import", "ends", PUBLISHED / f"{name}.csv", "--rulebook", "fipjp-2016"))
    match = published()[name]
    state = objects(done(run, "judge", record, "--json"))[-1]["state"]
    assert state["score"] == dict(zip("AB", match["score"], strict=True))
    assert (state["winner"], state["won_by"]) == (match["winner"], "points")
    game = opened(record.read_bytes()).game
    totals = [[step.state.points(side) for side in "AB"] for step in game.line[1:]]  # type: ignore[attr-defined]
    assert totals == match["after"]


def test_ends_as_people_write_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ends.csv"
    path.write_text("\ufeffside,points\n# the final\n A , 3 \n\nB;1\n-,0  # equal\n", "utf-8")
    lines = objects(done(run, "import", "ends", path, "--draw", "B", "--teams", "One,Two", "--target", "13"))
    assert [line["fact"]["kind"] for line in lines] == [
        "GameSetUp",
        "DrawWon",
        "EndCounted",
        "EndCounted",
        "EndCounted",
    ]
    assert lines[0]["fact"]["sides"] == {"A": {"name": "One"}, "B": {"name": "Two"}}
    assert lines[-1]["fact"] == {"kind": "EndCounted"}


@pytest.mark.parametrize(
    ("ends", "line"),
    [
        ("A,3\nC,1", 2), ("A,x", 1), ("A,-1", 1), ("A", 1), ("-,2", 1), ("A,0", 1), ("A,3\n\nB,7", 3),
        ("A,6\nA,6\nA,6\nB,1", 4),
    ],
)  # fmt: skip
def test_ends_that_cannot_be(run: Run, tmp_path: Path, ends: str, line: int) -> None:
    path = tmp_path / "ends.csv"
    path.write_text(ends)
    assert f"ends.csv line {line}: " in done(run, "import", "ends", path, fails=True)


def test_an_import_that_cannot_be(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ends.csv"
    path.write_bytes(b"\xff\xfe")
    for words in (["ends", path], ["ends", tmp_path / "no.csv"], ["ends", path, "--rulebook", "no"]):
        done(run, "import", *words, fails=True)
    path.write_text("A,3\n")
    for flags in (["--teams", "one"], ["--format", "quads"], ["--target", "12"], ["--target", "-1"]):
        done(run, "import", "ends", path, *flags, fails=True)


def test_an_unreadable_game_is_an_exception_for_python(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="line 1"):
        opened(b"{}")
