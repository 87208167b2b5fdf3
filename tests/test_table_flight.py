"""Balls in the air: a raised cue, the bounce on the slate, over a ball, over a cushion."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from carreau.physics.table import BALL, JACK, Cue
from carreau.physics.table.contacts import BALL as MET_BALL
from carreau.physics.table.contacts import CUSHION, LANDING, OUT
from carreau.physics.table.stroke import Stroke
from tests.strokes import CAROM, HALL, RADIUS, UMB, played

RAISED = Cue(4.0, 0.0, 0.0, 0.0, 0.7)


def landings(stroke: Stroke) -> list[tuple[float, float]]:
    """Times and speeds at which the cue ball meets the cloth."""
    return [(float(c["time_s"]), float(c["speed_m_s"])) for c in stroke.contacts if c["kind"] == LANDING]


def test_a_level_cue_keeps_the_ball_on_the_cloth() -> None:
    stroke = played([(1.0, 0.7)], Cue(6.0, 0.3, 0.2, -0.3))
    assert not landings(stroke)
    assert np.ptp(stroke.positions_at(np.linspace(0, 1, 50))[:, 0, 2]) == 0


def test_each_bounce_keeps_the_restitution_of_the_slate() -> None:
    times, speeds = zip(*landings(played([(5.0, 10.0)], RAISED, table=HALL)), strict=True)
    assert len(speeds) >= 3
    for before, after in pairwise(speeds):
        assert after == pytest.approx(CAROM.slate_restitution * before, rel=1e-9)
    for k in range(len(times) - 1):
        rising = CAROM.slate_restitution * speeds[k]
        assert times[k + 1] - times[k] == pytest.approx(2 * rising / CAROM.gravity_m_s2, rel=1e-9)


def test_a_hop_is_as_high_as_its_speed_and_the_low_ones_are_none() -> None:
    stroke = played([(5.0, 10.0)], RAISED, table=HALL)
    time, speed = landings(stroke)[0]
    apex = stroke.positions_at(time / 2)[0, 0, 2] - RADIUS
    assert apex == pytest.approx(speed**2 / (2 * CAROM.gravity_m_s2), rel=1e-9)
    last = CAROM.slate_restitution * landings(stroke)[-1][1]
    assert last**2 / (2 * CAROM.gravity_m_s2) < CAROM.low_hop * RADIUS


def test_a_ball_hops_over_another() -> None:
    stroke = played([(0.5, 0.7), (0.9, 0.7)], Cue(4.0, 0.0, 0.0, 0.0, 0.6))
    over = stroke.positions_at(np.linspace(0, landings(stroke)[0][0], 400))[:, 0]
    above = over[np.abs(over[:, 0] - 0.9) < 0.01]
    assert above[:, 2].min() > 3 * RADIUS
    assert stroke.contacts[0]["kind"] == LANDING
    assert stroke.contacts[0]["x_m"] > 0.9 + 2 * RADIUS


def test_a_ball_that_comes_down_on_another_touches_it_at_the_sum_of_the_radii() -> None:
    stroke = played([(0.5, 0.7), (0.9, 0.71)], Cue(3.0, 0.0, 0.0, 0.0, 0.9), balls=[BALL, JACK])
    contact = stroke.contacts[0]
    assert contact["kind"] == MET_BALL
    cue_ball, jack = stroke.positions_at(contact["time_s"])[0]
    assert cue_ball[2] > RADIUS
    assert math.dist(cue_ball, jack) == pytest.approx(RADIUS + JACK.radius_m, abs=1e-9)
    assert np.count_nonzero(stroke.contacts["time_s"] == contact["time_s"]) == 1, (
        "one impact, not a rattle on the cloth"
    )
    assert stroke.positions_at(contact["time_s"] + 0.05)[0, 1, 2] == JACK.radius_m


def test_a_flying_ball_touches_the_nose_of_a_cushion_where_it_is() -> None:
    stroke = played([(0.71, 0.71)], Cue(5.0, 0.0, 0.0, 0.0, 0.5))
    for contact in stroke.contacts[stroke.contacts["kind"] == CUSHION]:
        place = stroke.positions_at(contact["time_s"])[0, 0]
        level = UMB.length_m - place[0] if contact["second"] == 1 else place[0]
        assert math.hypot(level, place[2] - UMB.nose_height_m) == pytest.approx(RADIUS, abs=1e-9)


def test_a_ball_leaves_the_table_over_a_cushion() -> None:
    stroke = played([(2.0, 0.7), (0.5, 0.7)], Cue(6.0, 0.1, 0.0, 0.0, 0.6))
    assert stroke.on_table.tolist() == [False, True]
    gone = stroke.contacts[-1]
    assert (gone["kind"], gone["first"], gone["second"]) == (OUT, 0, 1)
    assert gone["x_m"] == pytest.approx(UMB.length_m, abs=1e-9)
    assert stroke.positions_at(gone["time_s"])[0, 0, 2] > UMB.nose_height_m


def test_where_cushions_lift_a_fast_ball_hops_off_them() -> None:
    flat = played([(1.0, 0.7)], Cue(5.0, 0.0, 0.0, 0.3))
    lifted = played([(1.0, 0.7)], Cue(5.0, 0.0, 0.0, 0.3), constants=replace(CAROM, lifts=True))
    assert not landings(flat)
    assert landings(lifted)
    assert lifted.on_table.all()
