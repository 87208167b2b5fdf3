"""The desk at the command line: records out and in, a copy made and put back."""

from pathlib import Path

import pytest

from carreau.cli import main
from carreau.desk import Settings, Store
from tests.desk.desks import DRAW, bench_on, end


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a desk that holds one game."""
    folder = tmp_path / "data"
    store = Store.in_folder(folder).open()
    with bench_on(store, Settings(examples=False)) as bench:
        bench.game(DRAW, end("A", 3))
    store.close()
    return folder


def test_records_go_out_and_come_in(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "export", "--data", str(data), "--to", str(tmp_path / "out")]) == 0
    (file,) = (tmp_path / "out").iterdir()
    assert capsys.readouterr().out.strip() == str(file)
    assert main(["desk", "import", str(file), "--data", str(data)]) == 0
    id = capsys.readouterr().out.split()[0]
    assert main(["desk", "export", id, "--data", str(data), "--to", str(tmp_path)]) == 0
    assert (tmp_path / f"{id}.jsonl").read_bytes() == file.read_bytes()


def test_a_broken_record_is_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.jsonl").write_text('{"fact":{"kind":"DrawWon"}}\n', "utf-8")
    assert main(["desk", "import", str(tmp_path / "bad.jsonl"), "--data", str(data)]) == 2
    assert "bad.jsonl line 1:" in capsys.readouterr().err


def test_a_copy_is_a_desk(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, other = tmp_path / "copy.sqlite", tmp_path / "other"
    assert main(["desk", "backup", str(copy), "--data", str(data)]) == 0
    assert main(["desk", "backup", str(copy), "--data", str(data)]) == 2, "a copy is never written over"
    assert main(["desk", "restore", str(copy), "--data", str(other)]) == 2, "not without being sure"
    assert main(["desk", "restore", str(copy), "--data", str(other), "--confirm"]) == 0
    assert main(["desk", "restore", str(copy), "--data", str(other), "--confirm"]) == 2, "there are games already"
    capsys.readouterr()
    one, two = Store.in_folder(data).open(), Store.in_folder(other).open()
    assert [one.log(game.id) for game in one.games()] == [two.log(game.id) for game in two.games()]
    one.close()
    two.close()


@pytest.mark.parametrize(
    "words", [["export"], ["export", "NOTTHERE"], ["backup", "x.sqlite"], ["restore", "nothing.sqlite", "--confirm"]]
)
def test_where_there_is_no_desk(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", *words, "--data", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("carreau: ")
    assert not (tmp_path / "none").exists()


def test_no_such_game(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "export", "NOTTHERE", "--data", str(data)]) == 2
    assert "no game with this code" in capsys.readouterr().err
