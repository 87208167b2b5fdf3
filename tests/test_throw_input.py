"""What can't be thrown is named; one throw and many agree; plain Python agrees with compiled code."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from carreau.physics.terrain import (
    SURFACES,
    THROWERS,
    Block,
    Board,
    Boule,
    Disc,
    Jack,
    Lob,
    Surface,
    Throw,
    Thrower,
    aim,
    fitted,
    simulate_throw,
    simulate_throws,
)
from carreau.physics.terrain.contacts import PATH
from carreau.physics.wrong import EndlessEvents, Unphysical

NAN, INF = math.nan, math.inf
SHOT = Throw(9.0, 0.5)


def throw(**more: object) -> object:
    return simulate_throw([Boule()], [(7.0, 0.0)], SHOT, Boule(), **more)  # type: ignore[arg-type]


def with_throw(*args: float, **more: object) -> object:
    return simulate_throw([], [], Throw(*args, **more), Boule())  # type: ignore[arg-type]


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "overlap": (lambda: simulate_throw([Boule()] * 2, [(7, 0), (7.07, 0)], SHOT, Boule()), "bodies 0 and 1 overlap by 4.0"),
    "infinite place": (lambda: simulate_throw([Boule()], [(INF, 0)], SHOT, Boule()), "position of body 0"),
    "height": (lambda: simulate_throw([Boule()], [(7, 0, 0.1)], SHOT, Boule()), "0.1 m: on the ground"),
    "too few places": (lambda: simulate_throw([Boule()] * 2, [(7, 0)], SHOT, Boule()), "1 positions for 2 bodies"),
    "shape": (lambda: simulate_throw([Boule()], [7.0], SHOT, Boule()), "positions_m has the shape"),
    "no diameter": (lambda: simulate_throw([Boule(0.0)], [(7, 0)], SHOT, Boule()), "diameter_mm is 0.0"),
    "no mass": (lambda: simulate_throw([], [], SHOT, Boule(mass_g=0.0)), "mass_g is 0.0"),
    "nan mass": (lambda: simulate_throw([], [], SHOT, Jack(mass_g=NAN)), "mass_g is nan"),
    "heavier than steel": (lambda: simulate_throw([], [], SHOT, Boule(74, 2000)), "solid steel would weigh 1666 g"),
    "hardness": (lambda: simulate_throw([], [], SHOT, Boule(hardness="wood")), "soft, semi, hard"),
    "restitution": (lambda: simulate_throw([], [], SHOT, Boule(restitution=1.2)), "restitution is 1.2"),
    "inertia": (lambda: simulate_throw([], [], SHOT, Boule(inertia=0.9)), "inertia is 0.9"),
    "friction": (lambda: throw(surface=Surface(friction=-0.1)), "friction of the surface is -0.1"),
    "rolling": (lambda: throw(surface=Surface(rolling=NAN)), "rolling of the surface is nan"),
    "surface": (lambda: throw(surface="ice"), "there are hard_clay, fine_gravel"),
    "slope": (lambda: throw(slope=(0.2, 0.0)), "boules would not lie still"),
    "nan slope": (lambda: throw(slope=(NAN, 0.0)), "slope is"),
    "speed": (lambda: with_throw(NAN), "speed_m_s of throw 0 is nan"),
    "too fast": (lambda: with_throw(300.0), "speed_m_s of throw 0 is 300.0: possible are 0 to 30"),
    "backwards": (lambda: with_throw(-1.0), "speed_m_s of throw 0 is -1.0"),
    "elevation": (lambda: with_throw(5.0, 2.0), "elevation_rad of throw 0 is 2.0"),
    "underground": (lambda: with_throw(5.0, 0.1, from_m=(0.0, 0.0, 0.0)), "from_m of throw 0 is 0.0"),
    "inside": (lambda: simulate_throw([Boule()], [(0, 0)], Throw(5, from_m=(0, 0, 0.05)), Boule()), "begins inside body 0"),
    "too many": (lambda: simulate_throw([Boule()] * 10**5, [], SHOT, Boule()), "100000 bodies"),
    "heads": (lambda: simulate_throws([Boule()], np.zeros((3, 1, 2)), [SHOT.row()] * 2, Boule()), "3 heads for 2 throws"),
    "one head": (lambda: simulate_throw([Boule()], np.ones((3, 1, 2)), SHOT, Boule()), "3 heads for one throw"),
    "rows": (lambda: simulate_throws([], [], [(1.0, 2.0)], Boule()), "it must be [throws, 5]"),
    "board": (lambda: throw(boards=[Board((1, 1), (1, 1))]), "has no length"),
    "board height": (lambda: throw(boards=[Board((1, 1), (2, 1), 0.0)]), "board 0 is 0.0 m high"),
    "board place": (lambda: throw(boards=[Board((1, NAN), (2, 1))]), "board 0 has nan"),
    "in a board": (lambda: throw(boards=[Board((6, 0), (8, 0))]), "body 0 stands in board 0"),
    "in a tree": (lambda: throw(obstacles=[Disc((7, 0.1), 0.2)]), "body 0 stands in obstacle 0"),
    "disc": (lambda: throw(obstacles=[Disc((1, 1), -0.2)]), "radius -0.2"),
    "block": (lambda: throw(obstacles=[Block(((1, 1), (2, 2)))]), "2 corners"),
    "style": (lambda: aim("flip", 7.0), "there are roulette"),
    "range": (lambda: aim("shot", 0.0), "range_m is 0.0"),
    "unreachable": (lambda: aim("roulette", 7.0, elevation_rad=-0.6), "does not come"),
    "thrower": (lambda: Thrower(-0.1, 0.0, 0.0), "speed error of a thrower is -0.1"),
    "executed": (lambda: THROWERS["club"].executed([(1.0, 2.0)], np.random.default_rng(1)), "[throws, 8]"),
    "rebound": (lambda: fitted(rebounds_m=[2.0]), "rebound of 2.0 m"),
    "ramp": (lambda: fitted(rolls_m=[(0.1, 0.0)]), "the distance is 0.0"),
    "lob": (lambda: fitted(lobs=[Lob(2.0, 1.0, 5.0, 1.0)]), "apex at 1.0 m"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(WRONG))
def test_what_can_not_be_is_named(name: str) -> None:
    work, words = WRONG[name]
    with pytest.raises(Unphysical) as caught:
        work()
    assert words in str(caught.value)


def test_an_endless_chain_of_events_carries_its_state() -> None:
    with pytest.raises(EndlessEvents, match="more than 5 events") as caught:
        throw(most_events=5)
    assert np.isfinite(caught.value.state).all()
    with pytest.raises(EndlessEvents, match="in throw 1"):
        simulate_throws([], [], [Throw(0.1).row(), SHOT.row()], Boule(), most_events=8, surface="sand")


HEADS = np.array([[(7.0, 0.0), (7.1, 0.03), (6.9, -0.05)], [(7.2, 0.0), (np.nan, np.nan), (7.12, 0.03)]])


def scattered(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rng = np.random.default_rng(7)
    rows = np.array([aim(style, 7.0).row() for style in ("shot", "raspaille", "half_lob")])[np.arange(count) % 3]
    return Thrower.of_skill(1.0).executed(rows, rng)


def test_many_throws_are_each_the_one_throw_on_one_core_or_two() -> None:
    rows, heads = scattered(400), HEADS[np.arange(400) % 2]
    bodies: list[Boule | Jack] = [Jack(), Boule(), Boule()]
    many = simulate_throws(bodies, heads, rows, Boule(), seeds=np.arange(400), cores=1, contacts=20)
    shared = simulate_throws(bodies, heads, rows, Boule(), seeds=np.arange(400), cores=2)
    assert np.array_equal(many.rest_m, shared.rest_m, equal_nan=True)
    assert (many.met_kind == shared.met_kind).all()
    assert many.contacts is not None
    for index in range(0, 400, 57):
        one = simulate_throw(bodies, heads[index], Throw.of_row(rows[index]), Boule(), seed=index)
        assert np.array_equal(one.rest_m, many.rest_m[index], equal_nan=True)
        assert (one.moved == many.moved[index]).all()
        assert one.landing_m == (None if np.isnan(many.landing_m[index, 0]) else tuple(many.landing_m[index]))
        kept = many.contacts[index][~np.isnan(many.contacts[index]["time_s"])]
        assert (kept == one.contacts[: len(kept)]).all()


def test_a_body_that_is_not_there_is_met_by_nobody() -> None:
    bodies = [Boule(), Boule()]
    thrown = simulate_throw(bodies, [(7.0, 0.0), (math.nan, math.nan)], aim("shot", 7.0), Boule())
    assert np.isnan(thrown.rest_m[1]).all()
    assert thrown.moved.tolist() == [True, False, True]


def test_paths_follow_the_parts_within_five_millimetres() -> None:
    thrown = simulate_throw([Boule(), Jack()], [(7.0, 0.0), (7.3, 0.1)], aim("shot", 7.0), Boule())
    assert thrown.paths.dtype == PATH
    assert (np.diff(thrown.paths["time_s"]) >= 0.0).all()
    times = np.linspace(0.0, thrown.duration_s, 400)
    places = thrown.positions_at(times)
    for body in np.flatnonzero(thrown.moved):
        own = thrown.paths[thrown.paths["body"] == body]
        drawn = np.column_stack([np.interp(times, own["time_s"], own[name]) for name in ("x_m", "y_m", "z_m")])
        assert np.linalg.norm(drawn - places[:, body], axis=1).max() < 0.005
    assert thrown.positions_at([thrown.duration_s + 1.0])[0] == pytest.approx(thrown.rest_m)
    assert thrown.positions_at([0.0])[0, 0] == pytest.approx((7.0, 0.0, 0.037))


TWIN = """
import json, numpy as np
from carreau.physics.terrain import Board, Boule, Jack, Disc, simulate_throws
from carreau.physics.compiled import compiles
rows, heads = json.loads({rows!r}), np.array([[(7.0, 0.0), (7.1, 0.03), (6.9, -0.05)]])
found = simulate_throws([Jack(), Boule(), Boule()], heads, rows, Boule(), surface="fine_gravel", seeds=np.arange(len(rows)),
    boards=[Board((7.4, -2.0), (7.4, 2.0))], obstacles=[Disc((7.2, -0.3), 0.05, 0.1)], cores=1)
print(json.dumps([compiles(), found.rest_m.ravel().tolist(), found.events.tolist()]))
"""


def test_plain_python_gives_the_same_bits() -> None:
    code = TWIN.format(rows=json.dumps(scattered(9).tolist()))
    told = []
    for switch in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": switch},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        told.append(json.loads(run.stdout))
    assert [t[0] for t in told] == [True, False]
    assert told[0][2] == told[1][2]
    assert told[0][1] == pytest.approx(told[1][1], abs=1e-12)


def test_a_preset_lies_within_its_own_range() -> None:
    from carreau.physics.terrain import EVIDENCE

    assert set(EVIDENCE) == set(SURFACES)
    for name, row in EVIDENCE.items():
        for key, coefficient in row.items():
            assert coefficient.low <= coefficient.default <= coefficient.high
            assert coefficient.grade in ("measured", "derived", "judged")
            assert getattr(SURFACES[name], key) == coefficient.default
