"""Strokes into a crowd of balls, some of them against a cushion, that have been hard to bring to an end."""

import json
from pathlib import Path
from typing import Any

import pytest

from carreau.physics.table import Ball, Cue, Table, simulate_stroke

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "crowded_strokes.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(CASES.index(case)))
def test_a_crowd_comes_to_rest(case: dict[str, Any]) -> None:
    """It ends within the usual number of events, and nothing has left the table."""
    balls = [Ball(*ball) for ball in case["balls"]]
    stroke = simulate_stroke(balls, case["places"], case["cue_ball"], Cue(*case["cue"]), table=Table(*case["table"]))
    assert stroke.on_table.all()
    assert stroke.events < 2000
