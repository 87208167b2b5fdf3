"""The benchmark of throws measures what it says, on the same throws every time."""

import json

import numpy as np
import pytest

from benchmarks import throws as benchmark

FIGURES = {"throws_per_s_core", "two_cores_ratio", "events_a_throw", "bodies_moved_a_throw", "call_us", "result_us"}


def test_the_heads_and_throws_are_the_same_for_the_same_seed() -> None:
    one, same, other = (benchmark.heads(3, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one[:, 1:] != other[:, 1:]).any()
    assert benchmark.throws(8, np.random.default_rng(1)).shape == (8, 8)


def test_the_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a few throws only: the figures themselves are stated in the docs."""
    monkeypatch.setattr(benchmark, "ends_figures", lambda count, rounds: {})
    monkeypatch.setattr(benchmark, "single_figures", lambda times, single=benchmark.single_figures: single(3))
    monkeypatch.setattr(benchmark, "measured", lambda measured=benchmark.measured: measured(200, 1, 1, False))
    assert benchmark.main(["--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == FIGURES
    assert all(value > 0 for value in figures.values())
    assert benchmark.main([]) == 0
    assert "asked for: at least 50000" in capsys.readouterr().out
