"""Strokes on the command line: what happens, what the book says, pictures; and one clear message for what cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from carreau.cli import main
from carreau.physics.compiled import source_hash
from carreau.simulate.results import read

Out = pytest.CaptureFixture[str]
SIMPLE = ("simulate", "stroke", "--speed", "3", "--lang", "en")


def lines(capsys: Out) -> list[dict[str, Any]]:
    """What was printed, as objects."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_stroke_is_told_and_ruled(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the start, full at the object ball: contacts in order with speeds, then the rulings with their articles."""
    monkeypatch.setenv("COLUMNS", "120")
    assert main([*SIMPLE]) == 0
    out = capsys.readouterr().out
    assert "the cue ball meets the object ball (" in out
    assert "Regular: only the object ball was touched." in out
    assert "21.5" in out


def test_a_stroke_for_programs(capsys: Out) -> None:
    """What made it, its contacts in order of time, the fact with its rulings, the state and the points."""
    assert main([*SIMPLE, "--json"]) == 0
    made, *rest = lines(capsys)
    assert made["made"]["physics"] == source_hash("table")
    assert made["made"]["cue"]["speed_m_s"] == 3.0
    touches = [line["touch"] for line in rest if "touch" in line]
    assert [t["time_s"] for t in touches] == sorted(t["time_s"] for t in touches)
    assert touches[0]["kind"] == "ball"
    fact, state = rest[-2:]
    assert fact["fact"]["kind"] == "StrokePlayed"
    assert fact["rulings"]
    assert state["points"] == 0


def test_sixteen_points_with_one_command(tmp_path: Path, capsys: Out) -> None:
    """And a picture of them, the same every time, in French too."""
    for name in ("a", "b"):
        command = ["simulate", "stroke", "--sixteen", "--json", "--svg", str(tmp_path / f"{name}.svg")]
        assert main([*command, "--png", str(tmp_path / f"{name}.png"), "--lang", "fr"]) == 0
        assert lines(capsys)[-1]["points"] == 16
    for kind in ("svg", "png"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--speed", "nan"), "speed_m_s nan"),
        (("--speed", "-1"), "speed_m_s -1.0"),
        (("--speed", "1000"), "speed_m_s 1000.0"),
        (("--angle", "inf"), "azimuth"),
        (("--side", "0.7"), "miscue"),
        (("--elevation", "-3"), "elevation"),
        (("--red", "2740,710"), "overlap"),
        (("--red", "5000,710"), "outside"),
        (("--red", "nan,710"), "not a number"),
        (("--object-ball", "1420,700"), "into pin"),
        (("--cue-ball", "here"), "“here” is no place for --cue-ball"),
        (("--cue-ball", "710"), "“710” is no place for --cue-ball"),
        (("--table", "pool"), "No table “pool”; there is umb"),
        (("--constants", "ice"), "No constants “ice”; there is carom, pooltool"),
        (("--svg", "a.png"), "needs a name that ends in .svg, not a.png."),
        (("--png", "nowhere/at/all.png"), "nowhere/at/all.png"),
    ],
)
def test_what_cannot_be_is_one_message(
    words: tuple[str, str], named: str, capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the value; nothing is printed and the exit code is 2."""
    monkeypatch.chdir(tmp_path)
    command = ["simulate", "stroke", "--lang", "en"] if words[0] == "--speed" else [*SIMPLE]
    assert main([*command, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
    assert len(err.strip().splitlines()) == 1


def test_a_study_is_a_table_a_file_and_a_map(tmp_path: Path, capsys: Out) -> None:
    """The best cells on the screen, every cell in the file, with constants and the digest of the physics."""
    command = ["simulate", "study", "stroke", "--speed", "2:4:3", "--angle", "-8:-5:4", "--lang", "en"]
    files = ["-o", str(tmp_path / "a.parquet"), "--png", str(tmp_path / "a.png")]
    assert main([*command, *files, "--level", "club", "--repeat", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 10
    columns, made = read(tmp_path / "a.parquet")
    assert len(columns["points"]) == 12
    assert made["physics"] == source_hash("table")
    assert made["scan"]["repeat"] == 5
    assert made["constants"]["ball_radius_m"] == 0.03075
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--speed", "1:6"), "“1:6” is no range for --speed"),
        (("--angle", "nan:1:3"), "is no range for --angle"),
        (("--speed", "1:60:3"), "50 m/s"),
        (("--speed", "1:6:1000000000"), "is no range for --speed"),
        (("--repeat", "100000000"), "strokes: possible are 1 to"),
        (("--level", "wizard"), "There is no level “wizard”"),
        (("-o", "scan.xlsx"), "Results are written as .parquet or .csv, not as scan.xlsx."),
    ],
)
def test_a_study_that_cannot_be_is_one_message(words: tuple[str, str], named: str, capsys: Out) -> None:
    """Before anything is played, with exit code 2."""
    small = {"--speed": "2:3:2", "--angle": "-8:-5:2"}
    rest = [part for name, said in small.items() if name != words[0] for part in (name, said)]
    assert main(["simulate", "study", "stroke", *rest, *words, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err


def test_a_match_is_written_and_judged(tmp_path: Path, capsys: Out) -> None:
    """The record of a simulated match is a record like any other."""
    file = str(tmp_path / "match.jsonl")
    command = ["simulate", "game", "--book", "umb-5pin-1997", "--seed", "2", "--target", "10", "--levels", "beginner"]
    assert main([*command, "-o", file, "--lang", "en"]) == 0
    assert "game over" in capsys.readouterr().out
    assert main(["judge", file, "--json"]) == 0
    assert lines(capsys)[-1]["state"]["phase"] == "over"
