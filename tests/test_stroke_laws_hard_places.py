"""Balls frozen to a cushion or to each other, on the axis, in the corner: where simulators lose balls, none is lost."""

import math
from itertools import product
from random import Random

import numpy as np
import pytest

from benchmarks.layouts import LENGTH_M, RADIUS_M, WIDTH_M, cluster
from carreau.physics.table import BALL, JACK, Ball, Cue
from carreau.physics.table.contacts import BALL as MET_BALL
from carreau.physics.table.contacts import CUSHION
from carreau.physics.table.stroke import Stroke
from tests.strokes import CAROM, GAP, POOLTOOL, energies, flaws, pieces, played

SPINS = [(0.0, 0.0), (0.4, 0.0), (-0.4, 0.0), (0.0, 0.4), (0.0, -0.4)]
FEW = 400  # events; an ordinary stroke has twenty


def sound(stroke: Stroke, balls: list[Ball]) -> None:
    assert not flaws(stroke, balls)
    assert stroke.events < FEW
    for before, after in energies(stroke, balls, CAROM):
        assert after <= before + 1e-12


@pytest.mark.parametrize("direction", range(0, 360, 24))
@pytest.mark.parametrize("spin", SPINS)
def test_a_ball_frozen_to_a_cushion_stays_on_the_table(direction: int, spin: tuple[float, float]) -> None:
    """Seventy-five of them: against the bottom cushion, played anywhere, along it and straight into it too."""
    for speed in (0.3, 2.5):
        places = [(GAP, 0.5), (1.2, 0.9), (2.0, 0.4)]
        sound(played(places, Cue(speed, math.radians(direction), *spin)), [BALL] * 3)


@pytest.mark.parametrize("direction", [90, 135, 180, 225, 270])
@pytest.mark.parametrize("spin", SPINS)
def test_frozen_by_pooltools_own_geometry(direction: int, spin: tuple[float, float]) -> None:
    """Centre a radius from the nose line, pooltool's constants: there a ball ended 19 m beyond the cushion."""
    places = [(RADIUS_M, 0.5), (1.2, 0.9), (2.0, 0.4)]
    stroke = played(places, Cue(2.0, math.radians(direction), *spin), constants=POOLTOOL)
    assert not flaws(stroke, [BALL] * 3)
    assert stroke.events < FEW


@pytest.mark.parametrize("cushion", range(4))
def test_a_ball_along_its_cushion_stays_on_it(cushion: int) -> None:
    """Played parallel, without and with spin that presses it there or pushes it off."""
    axis, far = cushion // 2, cushion % 2
    size, azimuth = ((LENGTH_M, WIDTH_M)[axis], (math.pi / 2, 0.0)[axis])
    place = [0.7, 0.7]
    place[axis] = size - GAP if far else GAP
    stroke = played([place], Cue(1.0, azimuth))
    assert not flaws(stroke, [BALL])
    met = stroke.contacts[stroke.contacts["kind"] == CUSHION]
    first_end_s = met["time_s"][met["second"] // 2 != axis][0]
    before = stroke.positions_at(np.linspace(0, first_end_s * 0.999, 50))[:, 0, axis]
    assert before == pytest.approx(place[axis], abs=1e-9)
    for side in (-0.4, 0.4):
        sound(played([place], Cue(1.0, azimuth, side)), [BALL])


def test_full_hits_on_the_axis() -> None:
    """Four hundred, with every kind of spin: symmetric, so both balls stay on the axis, and none is ever displaced."""
    chance = Random(375)
    for number in range(400):
        height = chance.uniform(-0.45, 0.45)
        places = [(0.71, WIDTH_M / 2), (chance.uniform(1.0, 2.6), WIDTH_M / 2)]
        stroke = played(places, Cue(chance.uniform(0.3, 7.0), math.pi * (number % 2), 0.0, height))
        assert not flaws(stroke, [BALL] * 2, per_s=50)
        assert stroke.events < FEW
        assert stroke.rest_m[:, 1] == pytest.approx(WIDTH_M / 2, abs=1e-6)


@pytest.mark.parametrize(("right", "up"), list(product((0, 1), repeat=2)))
def test_the_diagonal_into_a_corner_and_back(right: int, up: int) -> None:
    """At exactly 45 degrees both cushions are one impact: the ball comes back on its own line, at any speed."""
    corner = np.array([LENGTH_M if up else 0.0, WIDTH_M if right else 0.0])
    inward = np.array([-1 if up else 1, -1 if right else 1])
    azimuth = math.atan2(-inward[1], -inward[0])
    for away, speed, height in product((0.2, 0.45), (0.5, 1.3, 4.0), (-0.3, 0.0, 0.4)):
        place = corner + inward * (GAP + away)
        stroke = played([tuple(place)], Cue(speed, azimuth, 0.0, height))
        sound(stroke, [BALL])
        met = stroke.contacts
        assert set(met["second"][:2]) == {1 if up else 0, 3 if right else 2}
        assert met["time_s"][0] == met["time_s"][1]
        until = met["time_s"][2] if len(met) > 2 else stroke.duration_s
        path = (stroke.positions_at(np.linspace(0, until, 100))[:, 0, :2] - corner) * inward
        assert path[:, 0] == pytest.approx(path[:, 1], abs=1e-7)


def test_near_the_diagonal_nothing_jumps() -> None:
    """A hair beside it one cushion comes first: the ball ends near where it ends from the other side of the hair."""
    ends = []
    for off in (-1e-7, 1e-7):
        stroke = played([(GAP + 0.4 + off, GAP + 0.4)], Cue(0.6, math.pi * 5 / 4, 0.0, 0.0))
        sound(stroke, [BALL])
        ends.append(stroke.rest_m[0, :2])
    assert ends[0] == pytest.approx(ends[1][::-1], abs=1e-5)


@pytest.mark.parametrize("gap_m", [0.0, 1e-12, 1e-9, 1e-6, 1e-3])
def test_fifteen_balls_in_a_cluster(gap_m: float) -> None:
    """Touching or nearly: no ball enters another, no energy appears, and the events stay few."""
    layout = cluster(gap_m)
    balls = [BALL] * 16
    for speed in (0.8, 6.0):
        stroke = played(layout.positions_m, Cue(speed, *layout.cue[1:]))
        assert not flaws(stroke, balls)
        assert stroke.events < 1_500
        assert all(after <= before + 1e-11 for before, after in energies(stroke, balls, CAROM))


def test_touching_balls_of_two_sizes_in_the_corner() -> None:
    """A jack wedged between the corner and two balls, played from everywhere."""
    jack_gap = math.sqrt(JACK.radius_m**2 - (0.037 - JACK.radius_m) ** 2)
    touch = 2 * math.sqrt(JACK.radius_m * BALL.radius_m)
    places = [(0.9, 0.8), (jack_gap, jack_gap), (jack_gap + math.sqrt(touch**2 - (GAP - jack_gap) ** 2), GAP)]
    places.append((GAP, jack_gap + math.sqrt(touch**2 - (GAP - jack_gap) ** 2)))
    balls = [BALL, JACK, BALL, BALL]
    for degrees in np.linspace(215, 230, 16):
        stroke = played(places, Cue(4.0, math.radians(degrees), 0.1, 0.1), balls=balls)
        assert not flaws(stroke, balls)
        assert stroke.events < FEW


def test_spin_that_presses_a_ball_into_its_cushion_ends() -> None:
    """Follow or draw against the cushion makes ever shorter bounces; they become one lasting contact."""
    chance = Random(14)
    for number in range(100):
        off = chance.choice((0.0, 1e-9, 1e-6, 1e-4, 1e-2))
        azimuth = chance.choice((0.0, math.pi)) + chance.uniform(-1.2, 1.2)
        height = math.copysign(chance.uniform(0.3, 0.45), -math.cos(azimuth))
        stroke = played([(GAP + off, 0.6)], Cue(chance.uniform(0.2, 6.0), azimuth, 0.1 * (number % 3 - 1), height))
        sound(stroke, [BALL])


def test_the_cradle() -> None:
    """A row of equal balls hands the speed on, each with (1 + e)/2 of what it got; with e = 1 the last one gets it all."""
    for gap in (0.0, 1e-4):
        step = 2 * RADIUS_M + gap
        places = [(0.5 + number * step + (0.01 if number else 0.0), 0.7) for number in range(5)]
        stroke = played(places, Cue(2.0, 0.0))
        arrives = pieces(stroke, 0)[1]["time_s"] if len(pieces(stroke, 0)) > 1 else 0.0
        came = np.hypot(*pieces(stroke, 0)[0]["velocity_m_s"][:2]) - CAROM.cloth_sliding * CAROM.gravity_m_s2 * arrives
        handed = [max(float(piece["velocity_m_s"][0]) for piece in pieces(stroke, ball)) for ball in range(1, 5)]
        share = (1 + CAROM.ball_restitution) / 2
        assert handed == pytest.approx([came * share**k for k in range(1, 5)], rel=2e-3)
        assert (stroke.contacts["kind"][:4] == MET_BALL).all()


def test_two_balls_at_once_are_met_alike() -> None:
    """Straight between two touching balls: mirror images go off at mirror angles."""
    places = [(0.5, 0.71), (1.0, 0.71 + RADIUS_M), (1.0, 0.71 - RADIUS_M)]
    stroke = played(places, Cue(1.5, 0.0))
    assert not flaws(stroke, [BALL] * 3)
    assert stroke.rest_m[0, 1] == pytest.approx(0.71, abs=1e-6)
    assert stroke.rest_m[1, 0] == pytest.approx(stroke.rest_m[2, 0], abs=1e-6)
    assert stroke.rest_m[1, 1] + stroke.rest_m[2, 1] == pytest.approx(1.42, abs=1e-6)
