"""Contacts that last: spin drives a ball into a cushion, or into a ball that cannot get away."""

import math

import numpy as np
import pytest

from carreau.physics.table import BALL, Cue
from carreau.physics.table.contacts import BALL as MET_BALL
from carreau.physics.table.contacts import CUSHION
from tests.strokes import CAROM, GAP, RADIUS, UMB, energies, flaws, played

FOLLOW, DRAW = 0.45, -0.45


def test_spin_into_a_cushion_bounces_less_and_less_and_then_leans_on_it() -> None:
    """Topspin drives the ball back into the cushion, over and over; the chain of bounces ends, and the ball runs off."""
    stroke = played([(UMB.length_m - GAP - 0.02, 0.7)], Cue(3.0, 0.0, 0.0, FOLLOW))
    bounces = stroke.contacts[(stroke.contacts["kind"] == CUSHION) & (stroke.contacts["second"] == 1)]
    assert len(bounces) >= 2
    assert (np.diff(bounces["speed_m_s"]) < 0).all()
    assert stroke.events < 100
    assert not flaws(stroke, [BALL])


@pytest.mark.parametrize("elevation", [0.5, 0.8, 1.1])
@pytest.mark.parametrize("side", [-0.4, 0.4])
def test_a_masse_against_the_cushion_stays_on_the_table(side: float, elevation: float) -> None:
    stroke = played([(1.0, GAP)], Cue(2.0, 0.0, side, 0.0, elevation))
    assert stroke.events < 500
    assert not flaws(stroke, [BALL])
    assert stroke.rest_m[0, 1] >= GAP - 1e-9 or not stroke.on_table[0]


@pytest.mark.parametrize("height", [FOLLOW, 0.0, DRAW])
def test_a_ball_squeezed_between_another_and_a_cushion(height: float) -> None:
    places = [(UMB.length_m - GAP - 4 * RADIUS, 0.7), (UMB.length_m - GAP - 2 * RADIUS, 0.7)]
    places.append((UMB.length_m - GAP, 0.7))
    stroke = played(places, Cue(2.0, 0.0, 0.0, height))
    assert stroke.events < 1_000
    assert not flaws(stroke, [BALL] * 3)
    assert np.abs(stroke.rest_m[:, 1] - 0.7).max() < 1e-9
    rises = [after - before for before, after in energies(stroke, [BALL] * 3, CAROM)]
    assert max(rises) < 1e-9


def test_one_ball_between_two_at_the_same_moment_goes_straight() -> None:
    """Three contacts in one moment, none favoured by its number: the cue ball leaves on the axis it came on."""
    apart = 2 * RADIUS * math.cos(math.pi / 6)
    places = [(0.5, 0.71), (1.0, 0.71 + RADIUS), (1.0, 0.71 - RADIUS), (1.0 + apart, 0.71)]
    for order in ([0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]):
        stroke = played([places[k] for k in order], Cue(1.5, 0.0))
        assert abs(stroke.rest_m[0, 1] - 0.71) < 1e-9
        assert abs(stroke.rest_m[order.index(3), 1] - 0.71) < 1e-9
        assert {(int(c["first"]), int(c["second"])) for c in stroke.contacts[:2]} >= {(0, order.index(1))}


def test_slow_balls_that_touch_a_row_stop() -> None:
    places = [(0.5, 0.7), *((0.6 + 2 * RADIUS * k, 0.7) for k in range(4))]
    for speed in (0.05, 0.1, 0.2, 0.4):
        stroke = played(places, Cue(speed, 0.0))
        assert stroke.events < 500
        assert not flaws(stroke, [BALL] * 5)
        assert not len(stroke.contacts) or stroke.contacts[0]["kind"] == MET_BALL
