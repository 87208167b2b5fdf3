"""The cue strikes: momentum and energy it can give, the side the ball squirts to, and a hop when the butt is up."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carreau.physics.table import BALL, Cue
from carreau.physics.table.columns import AIR
from carreau.physics.table.contacts import LANDING, OUT
from tests.strokes import CAROM, HALL, heading, pieces, played

MIDDLE = [(10.0, 10.0)]
OFFSETS = [(0.0, 0.0), (0.4, 0.0), (-0.3, 0.3), (0.2, -0.45), (0.0, 0.5)]


@pytest.mark.parametrize("offset", OFFSETS)
def test_the_ball_gets_no_more_than_the_cue_has_to_give(offset: tuple[float, float]) -> None:
    """With an elastic tip all energy is kept: what the cue loses the ball has; a leather tip loses some."""
    for restitution in (0.0, 0.73, 1.0):
        constants = replace(CAROM, tip_restitution=restitution, squirt=0.0)
        start = pieces(played(MIDDLE, Cue(1.0, 0.4, *offset), table=HALL, constants=constants), 0)[0]
        speed, spin = np.linalg.norm(start["velocity_m_s"]), np.linalg.norm(start["spin_rad_s"])
        cue, ball = constants.cue_mass_kg, BALL.mass_kg
        after = 1.0 - ball * speed / cue
        had, has = cue / 2, cue * after**2 / 2 + ball * (speed**2 + 0.4 * (BALL.radius_m * spin) ** 2) / 2
        assert has <= had * (1 + 1e-12)
        assert (has == pytest.approx(had, rel=1e-12)) == (restitution == 1.0)


@pytest.mark.parametrize("side", [-0.4, -0.1, 0.2, 0.45])
def test_squirt_goes_away_from_the_side_that_is_struck(side: float) -> None:
    """atan(5/2 a sqrt(1 - a^2) / (1 + m/m_end + 5/2 (1 - a^2))): a degree or two, more with a heavy end of the cue."""
    start = pieces(played(MIDDLE, Cue(1.0, 0.0, side), table=HALL), 0)[0]
    inward = 1 - side * side
    wanted = math.atan(2.5 * side * math.sqrt(inward) / (1 + BALL.mass_kg / CAROM.cue_end_mass_kg + 2.5 * inward))
    assert heading(start["velocity_m_s"]) == pytest.approx(-math.degrees(wanted), abs=1e-12)
    heavy = replace(CAROM, cue_end_mass_kg=0.02)
    more = heading(pieces(played(MIDDLE, Cue(1.0, 0.0, side), table=HALL, constants=heavy), 0)[0]["velocity_m_s"])
    assert abs(more) > 1.5 * abs(math.degrees(wanted))


def test_spin_turns_the_way_the_offset_says() -> None:
    """Left of the middle: clockwise from above. High: forward, low: backward; 5/2 v/R times the offset."""
    start = pieces(played(MIDDLE, Cue(1.0, 0.0, 0.3, 0.2), table=HALL), 0)[0]
    speed = float(np.linalg.norm(start["velocity_m_s"]))
    assert start["spin_rad_s"] == pytest.approx(2.5 * speed / BALL.radius_m * np.array([0.0, 0.2, -0.3]), abs=1e-12)


def test_with_the_butt_up_the_ball_hops_and_hops_lower() -> None:
    """Each flight is a parabola; each bounce gives back the slate's share of the vertical speed."""
    stroke = played(MIDDLE, Cue(2.5, 0.0, 0.0, 0.0, math.radians(50)), table=HALL)
    flights = [piece for piece in pieces(stroke, 0) if piece["phase"] == AIR]
    assert len(flights) >= 2
    landings = stroke.contacts["time_s"][stroke.contacts["kind"] == LANDING]
    for flight, lands in zip(flights, landings, strict=True):
        up = float(flight["velocity_m_s"][2])
        assert lands - flight["time_s"] == pytest.approx(2 * up / CAROM.gravity_m_s2, rel=1e-12)
        top = stroke.positions_at(flight["time_s"] + up / CAROM.gravity_m_s2)[0, 0, 2] - BALL.radius_m
        assert top == pytest.approx(up * up / (2 * CAROM.gravity_m_s2), rel=1e-9)
    ups = [float(flight["velocity_m_s"][2]) for flight in flights]
    assert ups[1:] == pytest.approx([CAROM.slate_restitution * up for up in ups[:-1]], rel=1e-12)
    assert stroke.rest_m[0, 2] == BALL.radius_m


def test_a_ball_hops_over_another() -> None:
    over = [(1.0, 0.71), (1.25, 0.71)]
    hits = [len(played(over, Cue(float(speed), 0.0, 0.0, 0.0, math.radians(35))).contacts) for speed in (0.5, 1.0)]
    assert all(hits), "a slow one meets it"
    flown = played(over, Cue(4.0, 0.0, 0.0, 0.0, math.radians(35)))
    first = flown.contacts[0]
    assert first["kind"] == LANDING
    assert first["x_m"] > 1.25 + BALL.radius_m


def test_a_ball_that_flies_over_the_cushion_has_left_the_table() -> None:
    stroke = played([(2.3, 0.71), (0.5, 0.5)], Cue(7.0, 0.0, 0.0, 0.0, math.radians(40)))
    last = stroke.contacts[stroke.contacts["kind"] == OUT]
    assert last["second"].tolist() == [1]
    assert stroke.on_table.tolist() == [False, True]
    assert last["x_m"][0] == pytest.approx(2.84, abs=1e-9)
    assert stroke.rest_m[1, :2].tolist() == [0.5, 0.5]
