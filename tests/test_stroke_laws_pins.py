"""Pins are bodies: touched at the head, felled, pushed over slowly or dragged, and they cost the ball next to nothing."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carreau.physics.table import BALL, JACK, Ball, Constants, Cue, Table
from carreau.physics.table.columns import FALLEN, SHIFTED, STANDING
from carreau.physics.table.contacts import FALL, LANDING, PIN, PIN_FALL, PIN_SHIFT
from carreau.physics.table.stroke import Stroke
from tests.strokes import CAROM, ROLLING, UMB, cue_speed, flaws, pieces, played, reached

ALONE = [(1.0, 0.71)]
FALLS_AT = UMB.pin.fall_speed_m_s


def rolled(
    speed: float, away: float = 0.05, constants: Constants = CAROM, ball: Ball = BALL, off: float = 0.0
) -> Stroke:
    """A rolling ball at one pin; `away`: from the ball's centre to the pin's axis, off: how far beside it it would pass."""
    cue = Cue(cue_speed(speed, constants, ball, ROLLING), 0.0, 0.0, ROLLING)
    return played([(1.0 - away, 0.71 + off)], cue, constants=constants, pins_m=ALONE, balls=[ball])


def kinds(stroke: Stroke) -> list[int]:
    return [int(kind) for kind in stroke.contacts["kind"] if kind >= PIN]


@pytest.mark.parametrize(("ball", "apart_mm"), [(BALL, 32.6), (Ball(0.0305, 0.205), 32.4), (JACK, 30.4)])
def test_a_ball_touches_the_head_of_a_pin(ball: Ball, apart_mm: float) -> None:
    """Centre to axis in plan: 32.6 mm for 61.5 mm balls, 32.4 for 61, less for the jack; not the radius."""
    stroke = rolled(0.5, ball=ball)
    at = stroke.positions_at(stroke.contacts["time_s"][0])[0, 0]
    assert 1000 * math.dist(at[:2], ALONE[0]) == pytest.approx(apart_mm, abs=0.06)


def test_a_pin_falls_from_a_fast_touch() -> None:
    """Of more than the falling speed along the line to its axis, however thin."""
    for speed, off in ((FALLS_AT * 1.05, 0.0), (1.0, 0.0), (3.0, 0.025), (5.0, 0.032)):
        stroke = rolled(speed, off=off)
        assert kinds(stroke)[:2] == [PIN, FALL]
        assert stroke.pin_states.tolist() == [FALLEN]
        assert stroke.contacts["first"][1] == 0


def test_a_thin_touch_leaves_the_pin_standing() -> None:
    stroke = rolled(0.5, away=0.1, off=0.0324)
    assert kinds(stroke) == [PIN]
    assert stroke.pin_states.tolist() == [STANDING]
    assert stroke.pins_m.tolist() == [list(ALONE[0])]


def test_a_slow_push_tips_a_pin_when_the_ball_goes_on_far_enough() -> None:
    """Below the falling speed: over after the tipping travel; pushed aside, and up, if the ball stops before."""
    on = rolled(0.9 * FALLS_AT)
    assert kinds(on)[:2] == [PIN, FALL]
    assert on.pin_states.tolist() == [FALLEN]
    touched, fallen = on.contacts["time_s"][:2]
    path = on.positions_at([touched, fallen])[:, 0, 0]
    assert path[1] - path[0] == pytest.approx(UMB.pin.travel_m, abs=1e-9)
    brake = CAROM.cloth_rolling * CAROM.gravity_m_s2
    hardly = math.sqrt(2 * brake * (0.05 - 0.0326 + UMB.pin.travel_m / 2))
    stopped = rolled(hardly)
    assert kinds(stopped) == [PIN, PIN_SHIFT]
    assert stopped.pin_states.tolist() == [SHIFTED]


def test_a_slippery_cloth_drags_the_pin_along_and_that_does_not_count() -> None:
    constants = replace(CAROM, pin_sliding=0.1)
    stroke = rolled(0.9 * FALLS_AT, constants=constants)
    assert kinds(stroke)[:2] == [PIN, PIN_SHIFT]
    assert stroke.pin_states.tolist() == [SHIFTED]
    pushes = kinds(stroke).count(PIN_SHIFT)
    dragged, aside = stroke.pins_m[0] - ALONE[0]
    assert (pushes - 1) * UMB.pin.travel_m <= dragged <= pushes * UMB.pin.travel_m + 1e-9
    assert abs(aside) < 1e-9
    assert stroke.pins_m[0, 0] - stroke.rest_m[0, 0] >= 0.0325, "the ball pushes it ahead"
    assert rolled(2 * FALLS_AT, constants=constants).pin_states.tolist() == [FALLEN]


def test_a_pin_costs_the_ball_half_a_percent_at_most() -> None:
    """(1 + e) m_eff / m of the normal speed, so the path is nearly that of a table without pins."""
    stroke = rolled(1.0)
    touched = stroke.contacts["time_s"][0]
    mine = pieces(stroke, 0)
    before = reached([piece for piece in mine if piece["time_s"] < touched][-1], touched)[1]
    after = next(piece for piece in mine if piece["time_s"] >= touched)["velocity_m_s"]
    assert 0.001 < 1 - after[0] / before[0] < 0.006


def test_a_ball_just_passes_between_two_pins() -> None:
    """At 70 mm it touches none, at 65 it would touch both."""
    for spacing, touched in ((0.070, False), (0.0655, False), (0.0648, True)):
        table = Table(pin_spacing_m=spacing)
        stroke = played([(1.0, 0.71 + spacing / 2)], Cue(1.0, 0.0), table=table, pins_m=table.castle_m)
        first_cushion = stroke.contacts["kind"].tolist().index(1)
        assert (PIN in stroke.contacts["kind"][:first_cushion]) == touched


def test_a_ball_through_the_castle_fells_it() -> None:
    """Straight through the middle: the near, the centre and the far pin, in this order."""
    stroke = played([(0.9, 0.71)], Cue(3.0, 0.0), pins_m=UMB.castle_m, constants=replace(CAROM, pin_knock_chance=0.0))
    felled = [int(row["second"]) for row in stroke.contacts if row["kind"] == FALL]
    assert felled[:3] == [3, 0, 1]
    assert not flaws(stroke, [BALL])


def test_thrown_pins_fell_others_by_chance_and_from_a_seed() -> None:
    """The same seed gives the same pins; with no chance none, with certainty more; the ball's path is never changed by it."""

    def knocked(seed: int, chance: float) -> Stroke:
        constants = replace(CAROM, pin_knock_chance=chance)
        return played([(0.9, 0.735)], Cue(4.0, 0.0), pins_m=UMB.castle_m, constants=constants, seed=seed)

    counts = {
        chance: sum(PIN_FALL in kinds(knocked(seed, chance)) for seed in range(200)) for chance in (0.0, 0.5, 1.0)
    }
    assert counts[0.0] == 0
    assert 0 < counts[0.5] < counts[1.0] < 200
    for seed in range(5):
        one, same = knocked(seed, 0.5), knocked(seed, 0.5)
        assert one.contact_log.tobytes() == same.contact_log.tobytes()
        assert one.pins_m.tobytes() == same.pins_m.tobytes()
    for row in (row for seed in range(200) for row in knocked(seed, 1.0).contacts if row["kind"] == PIN_FALL):
        assert row["first"] != row["second"]


def test_a_fallen_pin_is_out_of_the_way() -> None:
    """Each pin falls once at most, and nothing touches it afterwards."""
    for azimuth in np.linspace(-0.15, 0.15, 25):
        stroke = played([(0.4, 0.71)], Cue(5.0, float(azimuth)), pins_m=UMB.castle_m)
        down: set[int] = set()
        for row in stroke.contacts:
            if row["kind"] in (FALL, PIN_FALL):
                assert row["second"] not in down
                down.add(int(row["second"]))
            elif row["kind"] == PIN:
                assert row["second"] not in down
        assert down == set(np.flatnonzero(stroke.pin_states == FALLEN).tolist())


def test_a_ball_that_flies_over_the_castle_touches_no_pin() -> None:
    """Struck from above it hops: high enough in the middle of its flight, it passes over what it would have felled."""
    over = 0
    for speed in np.linspace(3.0, 6.0, 13):
        cue = Cue(float(speed), 0.0, 0.0, 0.0, math.radians(40))
        alone = played([(1.2, 0.71)], cue)
        castle = played([(1.2, 0.71)], cue, pins_m=[(1.42, 0.71)])
        lands = [row for row in alone.contacts if row["kind"] == LANDING]
        if not lands or lands[0]["x_m"] < 1.45:
            continue
        hop = alone.positions_at(np.linspace(0, lands[0]["time_s"], 400))[:, 0]
        lowest = hop[np.abs(hop[:, 0] - 1.42) < 0.033][:, 2].min()
        touches = [row for row in castle.contacts if row["kind"] == PIN and row["time_s"] < lands[0]["time_s"]]
        if lowest > UMB.pin.height_m + BALL.radius_m:
            assert not touches
            over += 1
    assert over
