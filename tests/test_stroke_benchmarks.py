"""The benchmarks of strokes measure what they say, on the same strokes every time."""

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import pooltool_peer, reference, strokes
from benchmarks.decimals import PI, arc_cosine, cosine_and_sine
from benchmarks.layouts import OPENING, Layout, cluster, random_layouts
from benchmarks.reference import listed, numbers_of, our_list, ours, precise
from benchmarks.strokes import POOLTOOL, TABLE, agreement, question
from carreau.physics.table import BALL, CONSTANTS
from tests.strokes import CAROM


def test_layouts_are_the_same_for_the_same_seed() -> None:
    assert random_layouts(1, 5) == random_layouts(1, 9)[:5]
    assert random_layouts(1, 5) != random_layouts(2, 5)
    assert len(cluster().positions_m) == 16


def test_forty_digits() -> None:
    assert str(PI).startswith("3.14159265358979323846264338327950288419")
    cosine, sine = cosine_and_sine(PI / 6)
    assert str(sine).startswith("0.5000000000000000000000000000000000000") or str(sine).startswith(
        "0.4999999999999999999999"
    )
    assert float(abs(arc_cosine(cosine) - PI / 6)) < 1e-40


def test_the_opening_is_a_carom_of_three_cushions() -> None:
    """Red, at least three cushions of the cue ball, then the other ball."""
    mine = [
        contact
        for contact in our_list(ours(OPENING, TABLE, CAROM))
        if 0 in contact[1:2] or (contact[0] == 0 and 0 in contact[1:])
    ]
    assert mine[0] == (0, 0, 1)
    carom = mine.index((0, 0, 2))
    assert sum(contact[0] == 1 for contact in mine[:carom]) >= 3


@pytest.mark.parametrize("preset", ["carom", "pooltool"])
def test_our_strokes_are_the_precise_ones(preset: str) -> None:
    """Thirty strokes: the same contacts in the same order, and a millionth of a millimetre at most."""
    constants = CONSTANTS[preset]
    if preset == "pooltool":  # the precise model has Coulomb's friction only
        constants = replace(constants, friction_of_rebound=False)
    numbers = numbers_of(TABLE, constants, BALL)
    for layout in random_layouts(70, 30):
        found = reference.difference(layout, TABLE, constants, numbers)
        assert found.same_contacts
        assert found.apart_mm < 1e-6
        assert found.late_s < 1e-9


def test_a_difference_is_seen() -> None:
    """Another friction of the cloth in the fourth digit shows."""
    numbers = numbers_of(TABLE, CAROM, BALL)
    slower = replace(CAROM, cloth_rolling=CAROM.cloth_rolling * 1.0001)
    assert reference.difference(OPENING, TABLE, slower, numbers).apart_mm > 0.01
    assert len(precise(OPENING, numbers).contacts) == len(ours(OPENING, TABLE, CAROM).contacts)


def answer_of(layout: Layout) -> dict[str, Any]:
    """What a peer that plays as we do would answer; its two balls may come in either order."""
    stroke = ours(layout, TABLE, POOLTOOL)
    contacts = [[kind, *((b, a) if kind == 0 else (a, b)), 0.0] for kind, a, b in our_list(stroke)]
    return {"contacts": contacts, "rest_m": stroke.rest_m[:, :2].tolist(), "events": stroke.events, "seconds": 0.004}


def test_agreement_counts_equal_lists_and_measures_only_those() -> None:
    layouts = random_layouts(8, 4)
    answers = [answer_of(layout) for layout in layouts]
    assert agreement(layouts, answers) == (4, [0.0] * 4)
    answers[1]["contacts"] = answers[1]["contacts"][:-1] + [[1, 0, 3, 0.0]] * 2
    answers[2] = {"error": "AssertionError: v_n_0"}
    answers[3]["rest_m"][0][0] += 0.001
    same, apart = agreement(layouts, answers)
    assert same == 2
    assert apart == [0.0, pytest.approx(1.0)]


def test_the_peer_is_asked_for_the_same_table() -> None:
    asked = question([OPENING], 1e-6, 3)
    assert asked["ball"]["u_sp_proportionality"] == pytest.approx(10 * 2 / 5 / 9)
    assert asked["table"] == {"length_m": 2.84, "width_m": 1.42, "nose_height_m": 0.037}
    assert json.loads(json.dumps(asked))["strokes"][0]["cue"] == list(OPENING.cue)


def test_the_cushions_of_the_peer_are_numbered_as_ours() -> None:
    """Its length runs along y, and x grows to the right: the line x = 0 is our left cushion."""
    ends = {
        "a": ((0, 0), (0, 2.84)),
        "b": ((1.42, 2.84), (1.42, 0)),
        "c": ((0, 2.84), (1.42, 2.84)),
        "d": ((0, 0), (1.42, 0)),
    }
    noses = {name: SimpleNamespace(p1=(*p1, 0.037), p2=(*p2, 0.037)) for name, (p1, p2) in ends.items()}
    system = SimpleNamespace(table=SimpleNamespace(cushion_segments=SimpleNamespace(linear=noses)))
    peer = object.__new__(pooltool_peer.Peer)
    assert [peer._cushion(system, name) for name in "abcd"] == [3, 2, 1, 0]
    event = SimpleNamespace(event_type="ball_ball", ids=("0", "2"), time=0.5)
    assert peer._contact(event, system) == [0, 0, 2, 0.5]
    assert peer._contact(SimpleNamespace(event_type="stick_ball", ids=("cue", "0"), time=0.0), system) is None
    assert listed([(0, 2, 1), (1, 0, 3)]) == [(0, 1, 2), (1, 0, 3)]


def test_the_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a few strokes only: the figures themselves are stated in the docs."""
    monkeypatch.setattr(strokes, "best_us", lambda work, times, best=strokes.best_us: best(work, 2, 1))
    monkeypatch.setattr(strokes, "start_figures", lambda *_: {"import_s": 0.2})
    monkeypatch.setattr(
        strokes, "asked", lambda q: {"strokes": [answer_of(Layout(s["positions_m"], s["cue"])) for s in q["strokes"]]}
    )
    monkeypatch.setattr(strokes, "BATCH", 100)
    monkeypatch.setattr(strokes, "COMPARED", 3)
    monkeypatch.setattr(
        strokes, "measured", lambda alone, run=strokes.measured: run(alone=alone, strokes=100, compared=3)
    )
    assert strokes.main(["--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() >= {
        "kernel_us",
        "call_us",
        "result_us",
        "batch_per_s_core",
        "cluster16_us",
        "pooltool_us",
        "ratio",
    }
    assert all(value >= 0 for value in figures.values())
    assert figures["same_contacts"] == 3
    assert strokes.main(["--alone"]) == 0
    printed = capsys.readouterr().out
    assert "asked for: at most 6" in printed
    assert "pooltool" not in printed
    assert reference.main(["3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same_contacts"] == 3
