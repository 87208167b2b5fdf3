"""A game entered at the terminal: judged, written down at once, undone, corrected, gone on with."""

import io
from pathlib import Path
from typing import NoReturn

import pytest

from carreau.cli import main
from carreau.cli.notebook import Notebook
from carreau.core.facts import Moment
from carreau.core.game import play
from carreau.gamefile import opened
from carreau.petanque import facts as f

Printed = pytest.CaptureFixture[str]

TEAMS = ("--teams", "Les Lilas,Saint-Ouen", "--players", "Ann,Ben,Cleo/Dan,Eve,Fay")


class Table:
    """A scorer's table: a record, and what is typed."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch, printed: Printed) -> None:
        self.path = path
        self._monkeypatch = monkeypatch
        self._printed = printed

    def types(self, *lines: str, flags: tuple[str, ...] = TEAMS, ends: int = 0) -> str:
        """What is shown when these lines are typed."""
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", str(self.path), *flags, "--lang", "en"]) == ends
        shown = self._printed.readouterr()
        assert "Traceback" not in shown.err
        return shown.out + shown.err

    @property
    def lines(self) -> list[str]:
        """The record so far."""
        return self.path.read_text("utf-8").splitlines()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> Table:
    """A table with nothing on it, and a screen without colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    return Table(tmp_path / "game.jsonl", monkeypatch, capsys)


START = ("draw A", "jack A1 7.00", "A1 p holds=A")


def test_each_fact_is_judged_and_written_down(table: Table) -> None:
    shown = table.types(*START)
    assert "Les Lilas – Saint-Ouen" in shown
    assert "Les Lilas holds the point." in shown
    assert "Expected: the draw." in shown
    assert len(table.lines) == 2 + len(START)
    filed = opened(table.path.read_bytes())
    assert filed.state.head == "A"
    assert filed.record.people["A1"] == "Ann"


def test_several_facts_in_one_line(table: Table) -> None:
    table.types("; ".join(START))
    assert len(table.lines) == 2 + len(START)


def test_what_cannot_be_recorded_is_said_and_left_out(table: Table) -> None:
    shown = table.types(*START, "A1 p holds=A", "tango", "end A 3", 'Noted text="', ends=2)
    hint = "Expected: a boule of Saint-Ouen. If it happened all the same, add breach=out_of_turn."
    assert hint in " ".join(shown.split())
    assert "'tango' begins no fact" in shown
    assert len(table.lines) == 2 + len(START)


def test_facts_before_the_wrong_one_stand(table: Table) -> None:
    table.types("draw A; jack A1 7.00; B p", ends=2)
    assert [line.count("JackThrown") for line in table.lines][-1] == 1


def test_undoing(table: Table) -> None:
    shown = table.types(*START, "undo", "undo 2 3", "undo x", ends=2)
    assert "undo 3" in shown
    assert "undo takes the numbers of entries" in shown
    assert opened(table.path.read_bytes()).state.phase == "play"
    shown = table.types("undo 2")
    assert opened(table.path.read_bytes()).state.phase == "circle"


def test_correcting(table: Table) -> None:
    shown = table.types(*START, "B1 p holds=B", "correct 4: B2 s holds=B", "correct 2: jack 8.00", "state")
    state = opened(table.path.read_bytes()).state
    assert (state.jack.range_mm, state.boules[1].player) == (8000, "B2")
    assert "Saint-Ouen holds the point." in shown.rsplit("state", 1)[1]


def test_an_entry_can_be_taken_out_or_become_two(table: Table) -> None:
    table.types(*START, "B1 p holds=A", "correct 4: B1 p holds=A; B2 p holds=A", "correct 2: jack 9.00 | 4: ")
    state = opened(table.path.read_bytes()).state
    assert (state.played.A, state.played.B, state.jack.range_mm) == (1, 0, 9000)


def test_a_correction_that_no_longer_fits_names_the_entry(table: Table) -> None:
    shown = table.types(*START, "B1 p holds=B", "correct 3: A1 p out", ends=0)
    shown = table.types("correct 1: draw B", "correct 9: A p", "correct x", ends=2)
    assert "That is entry 2, which no longer fits" in shown
    assert "correct takes an entry from 0 to" in shown
    assert len([line for line in table.lines if "Corrected" in line]) == 1


def test_the_game_goes_on_where_it_was_left(table: Table) -> None:
    table.types(*START)
    shown = table.types("B1 p holds=B", flags=())
    assert "The game goes on after 4 facts." in shown
    assert len(table.lines) == 2 + len(START) + 1
    assert opened(table.path.read_bytes()).state.head == "B"


def test_a_question_is_shown_and_answered(table: Table) -> None:
    shown = table.types(*START, "B1 s A.1>stop=player:A2 holds=A", "B2 p holds=A", "umpire: choose dead", ends=2)
    assert "Waiting for the umpire:" in shown
    assert "* opponents_choose" in shown
    assert "Expected: an answer of the umpire (opponents_choose, dead)." in shown


def test_the_other_words(table: Table) -> None:
    shown = table.types(*START, "help", "?", "why", "story", "state", "", "quit", "B p holds=B")
    assert shown.count("One fact a line") == 2
    assert "fipjp-2016/16.b:" in shown
    assert shown.count("Les Lilas – Saint-Ouen") == 2
    assert len(table.lines) == 2 + len(START)


def test_at_a_terminal_a_wrong_word_is_no_failure(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["draw A", "tango", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    monkeypatch.setattr("carreau.cli.play.Scorer.at_terminal", lambda self: True)
    assert "'tango' begins no fact" in table.types()
    assert len(table.lines) == 3


def test_a_line_that_was_torn_off_is_taken_away(table: Table) -> None:
    table.types(*START)
    whole = table.path.read_bytes()
    table.path.write_bytes(whole + whole.splitlines()[-1][:30])
    assert "had not been written to its end" in table.types("B1 p holds=B", flags=())
    assert table.path.read_bytes().startswith(whole)
    assert len(table.lines) == 2 + len(START) + 1


def test_a_last_line_that_only_lacks_its_end_is_kept(table: Table) -> None:
    table.types(*START)
    whole = table.path.read_bytes()
    table.path.write_bytes(whole.rstrip())
    table.types(flags=())
    assert table.path.read_bytes() == whole


def test_a_broken_record_is_not_touched(table: Table) -> None:
    table.path.write_text("draw A\n")
    assert "game.jsonl line 1: This is no JSON" in table.types(flags=(), ends=2)
    assert table.path.read_text() == "draw A\n"


def test_what_cannot_begin_leaves_no_file(table: Table) -> None:
    table.types(flags=("--format", "quads"), ends=2)
    assert not table.path.exists()


def test_a_place_that_cannot_be_written(table: Table) -> None:
    table.path.mkdir()
    assert "can’t be read" in table.types(flags=(), ends=2)


def test_one_scorer_at_a_time(table: Table) -> None:
    table.types(*START)
    with Notebook.opened(table.path, _nothing_new):
        assert "being written by somebody else" in table.types(flags=(), ends=2)


def _nothing_new() -> NoReturn:
    raise AssertionError("the game is there already")


def test_a_full_disk_loses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that could not be written has not been recorded, and the record is as whole as before."""
    table.types(*START)
    before = table.path.read_bytes()
    with Notebook.opened(table.path, _nothing_new) as notebook:
        more = play(notebook.game, f.BouleThrown(side="B", holds="B"), moment=Moment())
        monkeypatch.setattr("os.fsync", _full)
        with pytest.raises(OSError, match="No space"):
            notebook.write(more)
        assert notebook.game is not more
    assert table.path.read_bytes() == before
    assert "can’t be written" in table.types("B p holds=B", flags=(), ends=2)
    assert table.path.read_bytes() == before


def _full(number: int) -> None:
    raise OSError(28, "No space left on device")
