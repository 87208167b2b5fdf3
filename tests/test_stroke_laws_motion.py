"""Between impacts: sliding, rolling and spinning as friction at one point demands, and back again through any of it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.layouts import random_layouts
from carreau.physics.table import BALL, Cue
from carreau.physics.table.columns import ROLL, SLIDE
from tests.strokes import (
    CAROM,
    HALL,
    POOLTOOL,
    ROLLING,
    UMB,
    cue_speed,
    energies,
    flaws,
    pieces,
    played,
    reached,
)

MIDDLE = [(10.0, 10.0)]
GRAVITY = CAROM.gravity_m_s2


def test_a_stunned_ball_rolls_at_five_sevenths() -> None:
    """From 1.5 m/s with friction 0.2: after 0.218436 s and 0.280846 m."""
    constants = replace(CAROM, cloth_sliding=0.2)
    stroke = played(MIDDLE, Cue(cue_speed(1.5, constants), 0.0), table=HALL, constants=constants)
    slide, roll = pieces(stroke, 0)[:2]
    assert (slide["phase"], roll["phase"]) == (SLIDE, ROLL)
    assert slide["velocity_m_s"] == pytest.approx([1.5, 0, 0], abs=1e-15)
    assert roll["velocity_m_s"][0] == pytest.approx(1.5 * 5 / 7, abs=1e-15)
    assert roll["time_s"] == pytest.approx(0.218436, abs=5e-7)
    assert roll["place_m"][0] - 10 == pytest.approx(0.280846, abs=5e-7)


def test_a_rolling_ball_stops_after_half_its_speed_squared() -> None:
    stroke = played(MIDDLE, Cue(cue_speed(0.5, height=ROLLING), 0.3, 0.0, ROLLING), table=HALL)
    (start, stop) = pieces(stroke, 0)
    assert start["phase"] == ROLL
    brake = CAROM.cloth_rolling * GRAVITY
    assert stop["time_s"] == pytest.approx(0.5 / brake, rel=1e-12)
    assert math.dist(stroke.rest_m[0, :2], MIDDLE[0]) == pytest.approx(0.25 / (2 * brake), rel=1e-9)


@pytest.mark.parametrize("side", [-0.4, 0.1])
def test_vertical_spin_fades_by_itself(side: float) -> None:
    """As fast for a ball that moves as for one that stands: 5/2 mu_sp g/R, and the stroke lasts until it's gone."""
    stroke = played(MIDDLE, Cue(0.5, 0.0, side), table=HALL)
    spin = abs(pieces(stroke, 0)[0]["spin_rad_s"][2])
    fade = 2.5 * CAROM.cloth_spinning_per_m * GRAVITY
    last = pieces(stroke, 0)[-1]
    assert stroke.duration_s == pytest.approx(max(spin / fade, last["time_s"]), rel=1e-12)
    for piece in pieces(stroke, 0):
        assert abs(piece["spin_rad_s"][2]) == pytest.approx(max(0.0, spin - fade * piece["time_s"]), abs=1e-9)


def test_the_rolling_invariant() -> None:
    """(v + k R w)/(1 + k), k = 2/5, is what a ball rolls with in the end, whatever its spin: draw, follow, side."""
    for layout in random_layouts(1, 60, balls=1, fastest_m_s=4.0):
        stroke = played(MIDDLE, Cue(*layout.cue), table=HALL)
        slide, roll = pieces(stroke, 0)[:2]
        wx, wy, _ = slide["spin_rad_s"]
        turned = BALL.radius_m * np.array([wy, -wx])
        wanted = (slide["velocity_m_s"][:2] + 0.4 * turned) / 1.4
        assert roll["velocity_m_s"][:2] == pytest.approx(wanted, abs=1e-13)
        assert reached(slide, roll["time_s"])[1][:2] == pytest.approx(wanted, abs=1e-13)


def test_with_a_level_cue_side_spin_curves_nothing() -> None:
    stroke = played(MIDDLE, Cue(0.6, 0.0, 0.3), table=HALL)
    start = pieces(stroke, 0)[0]["velocity_m_s"]
    off = stroke.rest_m[0, :2] - MIDDLE[0]
    assert abs(off[0] * start[1] - off[1] * start[0]) < 1e-14


@pytest.mark.parametrize("raised", [15, 40, 70])
@pytest.mark.parametrize("offset", [(0.3, 0.0), (-0.2, 0.3), (0.1, -0.4)])
def test_massé_after_coriolis(raised: int, offset: tuple[float, float]) -> None:
    """The ball rolls in the end along the line from its point of rest to where the line of the cue meets the cloth.

    Coriolis 1835: nothing that acts at the lowest point, the hops included, changes the moment of momentum about it.
    """
    (side, height), butt, azimuth = offset, math.radians(raised), 0.7
    constants = replace(CAROM, squirt=0.0)
    stroke = played(MIDDLE, Cue(2.5, azimuth, side, height, butt), table=HALL, constants=constants)
    ahead, left = np.array([math.cos(azimuth), math.sin(azimuth)]), np.array([-math.sin(azimuth), math.cos(azimuth)])
    inward = math.sqrt(1 - side * side - height * height)
    tip = side * left + (height * math.sin(butt) - inward * math.cos(butt)) * ahead
    tip_high = 1 + height * math.cos(butt) + inward * math.sin(butt)
    aimed_at = tip + tip_high / math.tan(butt) * ahead
    rolling = next(piece for piece in pieces(stroke, 0) if piece["phase"] == ROLL)["velocity_m_s"][:2]
    assert rolling @ aimed_at > 0
    assert rolling[0] * aimed_at[1] - rolling[1] * aimed_at[0] == pytest.approx(0.0, abs=1e-12)


def test_energy_never_rises() -> None:
    """Of all balls together, at every event and between them; a hundred strokes, raised cues too."""
    for number, layout in enumerate(random_layouts(2, 100)):
        cue = Cue(*layout.cue[:4], 0.5 * (number % 3))
        balls = [BALL] * 3
        stroke = played(layout.positions_m, cue)
        before_last = math.inf
        for before, after in energies(stroke, balls, CAROM):
            assert before <= before_last + 1e-12
            assert after <= before + 1e-12
            before_last = after


def test_a_stroke_taken_up_on_the_way_is_the_same_stroke() -> None:
    """Laws know no clock: a rolling ball struck again where it is, with the speed it has, does what it would have done."""
    places = [(0.4, 0.3), (1.9, 0.9), (2.3, 0.35)]
    whole = played(places, Cue(cue_speed(1.8, height=ROLLING), 0.36, 0.0, ROLLING))
    first_s = whole.contacts["time_s"][0]
    roll = pieces(whole, 0)[0]
    for share in (0.1, 0.5, 0.9):
        place, velocity = reached(roll, share * first_s)
        speed = cue_speed(float(np.hypot(velocity[0], velocity[1])), height=ROLLING)
        later = played([tuple(place[:2]), *places[1:]], Cue(speed, 0.36, 0.0, ROLLING))
        assert list(later.contacts["kind"]) == list(whole.contacts["kind"])
        assert list(later.contacts["second"]) == list(whole.contacts["second"])
        assert later.contacts["time_s"] + share * first_s == pytest.approx(whole.contacts["time_s"], abs=1e-8)
        assert later.rest_m == pytest.approx(whole.rest_m, abs=1e-8)


def test_nothing_jumps_or_enters_anything() -> None:
    """Every piece of path begins where the last one ends, within the table and outside the other balls."""
    for layout in random_layouts(3, 150):
        stroke = played(layout.positions_m, Cue(*layout.cue))
        assert not flaws(stroke, [BALL] * 3), layout


def test_positions_between_are_those_of_the_pieces() -> None:
    layout = random_layouts(4, 1)[0]
    stroke = played(layout.positions_m, Cue(*layout.cue))
    assert stroke.positions_at(0.0)[0, :, :2] == pytest.approx(np.array(layout.positions_m))
    assert stroke.positions_at(stroke.duration_s + 1.0)[0] == pytest.approx(stroke.rest_m, abs=1e-12)
    for piece in stroke.segments:
        at = stroke.positions_at(piece["time_s"])[0, piece["ball"]]
        assert at == pytest.approx(piece["place_m"], abs=1e-12)


def test_pooltools_numbers_obey_the_same_laws() -> None:
    for layout in random_layouts(6, 30):
        stroke = played(layout.positions_m, Cue(*layout.cue), constants=POOLTOOL, table=UMB)
        assert all(after <= before + 1e-12 for before, after in energies(stroke, [BALL] * 3, POOLTOOL))
