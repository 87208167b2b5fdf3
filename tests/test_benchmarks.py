"""The benchmarks measure what they say, on the same games every time."""

import json

import pytest

from benchmarks import judge as benchmark
from benchmarks.games import game_of, random_game
from carreau.gamefile import state_of

FIGURES = {
    "replay_300_facts_ms", "replay_3000_facts_ms", "facts_per_s", "undo_ms", "correct_ms", "import_ms", "folder_1000_s",
}  # fmt: skip


def test_games_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    logs = {seed: random_game(seed).log for seed in range(3)}
    assert random_game(1).log == logs[1]
    assert len(set(map(str, logs.values()))) == 3
    assert state_of(random_game(2)).phase == "over"


def test_a_game_can_be_as_long_as_is_asked_for() -> None:
    assert [len(game_of(facts).heard) for facts in (50, 300)] == [50, 300]


def test_the_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a few facts only: the figures themselves are stated in the docs."""
    monkeypatch.setattr(benchmark, "game_of", lambda facts: game_of(30))
    monkeypatch.setattr(benchmark, "SOME_ENTRIES", range(1, 30, 14))
    monkeypatch.setattr(benchmark, "GAMES", 2)
    monkeypatch.setattr(benchmark, "measured", lambda measured=benchmark.measured: measured(2))
    assert benchmark.main(["--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == FIGURES
    assert all(value > 0 for value in figures.values())
    assert benchmark.main([]) == 0
    assert "asked for: at most 10.0" in capsys.readouterr().out
