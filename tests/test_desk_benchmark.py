"""The benchmark of the desk measures what it says, on real desks."""

import json

import pytest

from benchmarks import desk as benchmark

ASKED = {"tap_to_viewer_p95_ms_", "writes_per_s_sqlite", "writes_per_s_postgres", "memory_mb_"}


def test_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """With a few viewers and writers only: the figures themselves are stated in the docs."""
    few = "--viewers 3 --taps 2 --writers 4 --games 2 --each 2"
    assert benchmark.main(["--json", *few.split()]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert all(any(name.startswith(asked) for name in figures) for asked in ASKED)
    assert figures["lost_3"] == 0
    assert all(value > 0 for name, value in figures.items() if name != "lost_3" and not name.startswith("cpu"))
