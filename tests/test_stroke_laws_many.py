"""Strokes by the hundred thousand: every one ends, with every ball on the table, and as it would have ended alone."""

import numpy as np
import pytest

from benchmarks.layouts import LENGTH_M, WIDTH_M, random_layouts
from carreau.physics.table import BALL, Cue, simulate_stroke, simulate_strokes
from carreau.physics.table.batch import Strokes
from carreau.physics.wrong import Unphysical
from tests.strokes import CAROM, GAP, UMB, Array

BALLS = [BALL] * 3
simulate_strokes(BALLS, [(0.5, 0.5), (1.0, 1.0), (2.0, 1.0)], 0, [(1.0, 0.0, 0.0, 0.0, 0.0)])  # compiled at collection
MOST_EVENTS = 2_000  # a ball that rolls over another one takes hundreds: five in a million take more than 300


def random_strokes(seed: int, count: int) -> tuple[Array, Array]:
    """Places [count, 3, 2] and cues [count, 5]: balls anywhere, some against cushions and each other, any cue but a miscue."""
    chance = np.random.default_rng(seed)
    size = np.array([LENGTH_M, WIDTH_M])
    places = GAP + chance.random((2 * count, 3, 2)) * (size - 2 * GAP)
    places[::7, 0, 0] = GAP
    places[::11, 1, 1] = WIDTH_M - GAP
    touching = chance.uniform(0, 2 * np.pi, len(places[::13]))
    beside = places[::13, 0] + 2 * BALL.radius_m * np.stack([np.cos(touching), np.sin(touching)], axis=-1)
    inside = ((beside > GAP) & (beside < size - GAP)).all(axis=-1)
    places[::13, 1][inside] = beside[inside]
    apart = [np.linalg.norm(places[:, i] - places[:, j], axis=-1) for i, j in ((0, 1), (0, 2), (1, 2))]
    places = places[np.min(apart, axis=0) > 2 * BALL.radius_m - 1e-12][:count]
    offset, around = 0.5 * np.sqrt(chance.random(count)), chance.uniform(0, 2 * np.pi, count)
    cues = np.stack(
        [
            chance.uniform(0.05, 8.0, count),
            chance.uniform(0, 2 * np.pi, count),
            offset * np.cos(around),
            offset * np.sin(around),
            np.where(chance.random(count) < 0.2, chance.uniform(0, 1.2, count), 0.0),
        ],
        axis=-1,
    )
    return np.ascontiguousarray(places), cues


def all_end(strokes: Strokes) -> None:
    assert np.isfinite(strokes.rest_m).all()
    assert (strokes.events < MOST_EVENTS).all()
    assert np.quantile(strokes.events, 0.999) < 60
    assert (strokes.duration_s < 120).all()
    size = np.array([LENGTH_M, WIDTH_M])
    on = strokes.rest_m[..., :2][strokes.on_table]
    assert (on > GAP - 1e-9).all()
    assert (on < size - GAP + 1e-9).all()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        both = strokes.on_table[:, i] & strokes.on_table[:, j]
        apart = np.linalg.norm(strokes.rest_m[both, i] - strokes.rest_m[both, j], axis=-1)
        assert (apart > 2 * BALL.radius_m - 1e-8).all()


def test_every_random_stroke_ends() -> None:
    """A hundred thousand, a fifth of them with the butt up; a million in the long proof."""
    places, cues = random_strokes(1, 100_000)
    strokes = simulate_strokes(BALLS, places, 0, cues)
    assert not strokes.miscued.any()
    all_end(strokes)
    assert 0 < (~strokes.on_table).sum() < 10_000, "some leave the table, of those with the butt up"


@pytest.mark.prove
@pytest.mark.timeout(600)
def test_a_million_random_strokes_end() -> None:
    for seed in range(10, 20):
        all_end(simulate_strokes(BALLS, *random_strokes(seed, 100_000)[:1], 0, random_strokes(seed, 100_000)[1]))


def test_many_are_as_one() -> None:
    """The same bits, on one core or two, alone or in company."""
    layouts = random_layouts(21, 40)
    places, cues = np.array([layout.positions_m for layout in layouts]), np.array([layout.cue for layout in layouts])
    castle = UMB.castle_m + np.array([0.2, 0.0])
    clear = [k for k, place in enumerate(places) if np.linalg.norm(place[:, None] - castle, axis=-1).min() > 0.04]
    places, cues = places[clear], cues[clear]
    strokes = simulate_strokes(BALLS, places, 0, cues, pins_m=castle, seed=9, contacts=100)
    alone = simulate_strokes(BALLS, places, 0, cues, pins_m=castle, seed=9, contacts=100, threads=1)
    assert strokes.rest_m.tobytes() == alone.rest_m.tobytes()
    for number, (place, cue) in enumerate(zip(places, cues, strict=True)):
        one = simulate_stroke(BALLS, place, 0, Cue(*cue), pins_m=castle, seed=9 + number)
        count = strokes.contact_counts[number]
        assert one.rest_m.tobytes() == strokes.rest_m[number].tobytes()
        assert one.contacts.tobytes() == strokes.contacts[number, :count].tobytes()
        assert one.pin_states.tolist() == strokes.pin_states[number].tolist()
        mine = [row for row in one.contacts if row["kind"] == 0 and 0 in (row["first"], row["second"])]
        first = int(mine[0]["first"] + mine[0]["second"]) if mine else -1
        assert strokes.first_ball[number] == first
        assert strokes.cushions[number] == (one.contacts["kind"] == 1).sum()


def test_a_stroke_among_many_that_cannot_be_is_named() -> None:
    places, cues = random_strokes(3, 20)
    places[7, 1] = places[7, 0] + 0.01
    with pytest.raises(Unphysical, match="stroke 7: balls 0 and 1 overlap"):
        simulate_strokes(BALLS, places, 0, cues)
    places, cues = random_strokes(3, 20)
    cues[5, 1] = np.nan
    with pytest.raises(Unphysical, match="stroke 5"):
        simulate_strokes(BALLS, places, 0, cues)
    cues[5] = 2.0, 0.0, 0.7, 0.0, 0.0
    assert simulate_strokes(BALLS, places, 0, cues, constants=CAROM).miscued.tolist() == [k == 5 for k in range(20)]
