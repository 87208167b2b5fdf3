"""Two balls meet: momentum exact, energy never up, friction exactly Coulomb's, for balls of any mass and size."""

from dataclasses import replace
from random import Random
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from carreau.physics.compiled import called
from carreau.physics.table import balls as on_balls
from carreau.physics.table import columns
from carreau.physics.table.columns import AIR, PHASE, SLIDE, VX, WX, M, R, X
from carreau.physics.table.constants import CONSTANTS, Constants

meet = called(on_balls.meet)
Array: TypeAlias = NDArray[np.float64]
CAROM = CONSTANTS["carom"]
SOLID = 2 / 5


def two_balls(chance: Random, phase: int, *, equal: bool = False) -> Array:
    """Two touching balls that come together somehow, [2, columns]."""
    balls = np.zeros((2, columns.BALL_COLUMNS))
    balls[:, PHASE] = phase
    balls[:, R] = 0.03075, 0.03075 if equal else chance.uniform(0.02, 0.04)
    balls[:, M] = 0.21, 0.21 if equal else chance.uniform(0.05, 0.4)
    balls[:, VX : VX + 3] = [[chance.uniform(-3, 3) for _ in range(3)] for _ in range(2)]
    balls[:, WX : WX + 3] = [[chance.uniform(-80, 80) for _ in range(3)] for _ in range(2)]
    line = np.array([chance.uniform(-1, 1) for _ in range(3)])
    if phase != AIR:
        line[2] = balls[0, VX + 2] = balls[1, VX + 2] = 0.0
    line /= np.linalg.norm(line)
    if (balls[0, VX : VX + 3] - balls[1, VX : VX + 3]) @ line < 0:
        line = -line
    balls[1, X : X + 3] = line * balls[:, R].sum()
    return balls


def met(balls: Array, constants: Constants = CAROM) -> Array:
    after = balls.copy()
    meet(after, 0, 1, constants.packed)
    return after


def line_of(balls: Array) -> Array:
    line = balls[1, X : X + 3] - balls[0, X : X + 3]
    return np.asarray(line / np.linalg.norm(line))


def energy(balls: Array) -> float:
    moving = (balls[:, VX : VX + 3] ** 2).sum(axis=1)
    turning = SOLID * balls[:, R] ** 2 * (balls[:, WX : WX + 3] ** 2).sum(axis=1)
    return float((balls[:, M] * (moving + turning) / 2).sum())


def slip_of(balls: Array) -> Array:
    """The velocity of the first ball's surface over the second's, along the contact."""
    line = line_of(balls)
    spins = balls[0, R] * balls[0, WX : WX + 3] + balls[1, R] * balls[1, WX : WX + 3]
    between = balls[0, VX : VX + 3] - balls[1, VX : VX + 3] + np.cross(spins, line)
    return np.asarray(between - (between @ line) * line)


def impulse_of(before: Array, after: Array) -> tuple[float, Array]:
    """The impulse on the second ball: along the line of centres, and across."""
    impulse = before[1, M] * (after[1, VX : VX + 3] - before[1, VX : VX + 3])
    line = line_of(before)
    return float(impulse @ line), np.asarray(impulse - (impulse @ line) * line)


@pytest.mark.parametrize("phase", [SLIDE, AIR])
def test_momentum_exact_and_energy_never_up(phase: int) -> None:
    chance = Random(phase)
    for _ in range(500):
        before = two_balls(chance, phase)
        after = met(before)
        momentum = [(balls[:, M, None] * balls[:, VX : VX + 3]).sum(axis=0) for balls in (before, after)]
        assert momentum[1] == pytest.approx(momentum[0], abs=1e-14)
        assert energy(after) <= energy(before) * (1 + 1e-14)


@pytest.mark.parametrize("phase", [SLIDE, AIR])
def test_restitution_along_the_line_of_centres(phase: int) -> None:
    chance = Random(10 + phase)
    for _ in range(200):
        before = two_balls(chance, phase)
        line, after = line_of(before), met(before)
        came, went = ((balls[0, VX : VX + 3] - balls[1, VX : VX + 3]) @ line for balls in (before, after))
        assert went == pytest.approx(-CAROM.ball_restitution * came, abs=1e-13)


def test_angular_momentum_about_the_contact_is_kept_by_each_ball() -> None:
    """In flight about all axes; on the cloth, which takes up what presses down, about the vertical one."""
    chance = Random(3)
    for phase, axes in ((AIR, slice(0, 3)), (SLIDE, slice(2, 3))):
        for _ in range(200):
            before = two_balls(chance, phase)
            after, line = met(before), line_of(before)
            for ball, lever in ((0, -before[0, R] * line), (1, before[1, R] * line)):
                kept = [
                    SOLID * b[ball, M] * b[ball, R] ** 2 * b[ball, WX : WX + 3]
                    + b[ball, M] * np.cross(lever, b[ball, VX : VX + 3])
                    for b in (before, after)
                ]
                assert kept[1][axes] == pytest.approx(kept[0][axes], abs=1e-15)


def test_coulomb_exactly() -> None:
    """Slipping throughout, the impulses are in the ratio mu, whatever the restitution; sticking, no slip is left."""
    chance, slipping, sticking = Random(4), 0, 0
    for restitution in (0.5, 0.8, 0.95, 1.0):
        for friction in (0.02, 0.05, 0.6):
            constants = replace(CAROM, ball_restitution=restitution, ball_friction=friction, ball_friction_rise=0.0)
            for _ in range(40):
                before = two_balls(chance, AIR)
                after = met(before, constants)
                along, across = impulse_of(before, after)
                left, came = slip_of(after), slip_of(before)
                assert across @ came >= 0
                if np.linalg.norm(left) > 1e-12:
                    assert np.linalg.norm(across) == pytest.approx(friction * along, rel=1e-12)
                    assert left @ came > 0
                    slipping += 1
                else:
                    assert np.linalg.norm(across) <= friction * along * (1 + 1e-12)
                    sticking += 1
    assert slipping > 50
    assert sticking > 50


def test_friction_of_balls_falls_with_the_slip() -> None:
    """The measured points behind the curve: 0.11, 0.06 and 0.01 at 0.07, 0.71 and 7.1 m/s of slip."""
    for slip, wanted in ((0.07, 0.11), (0.71, 0.06), (7.1, 0.01)):
        before = two_balls(Random(5), SLIDE, equal=True)
        before[:, VX : VX + 3] = before[:, WX : WX + 3] = 0.0
        before[1, X : X + 3] = 2 * before[0, R], 0.0, 0.0
        before[0, VX : VX + 2] = slip, slip
        along, across = impulse_of(before, met(before))
        assert np.linalg.norm(across) / along == pytest.approx(wanted, abs=0.005)


def test_throw_is_limited_by_friction_and_by_the_slip() -> None:
    """A cut of 30 degrees throws the object ball; a gear that fits the cut (spin that leaves no slip) doesn't."""
    before = two_balls(Random(6), SLIDE, equal=True)
    before[:, VX : VX + 3] = before[:, WX : WX + 3] = 0.0
    before[1, X : X + 3] = 2 * before[0, R], 0.0, 0.0
    before[0, VX : VX + 2] = np.cos(np.pi / 6), np.sin(np.pi / 6)
    thrown = met(before)[1, VX : VX + 2]
    assert 0 < np.degrees(np.arctan2(thrown[1], thrown[0])) < np.degrees(np.arctan(0.119))
    before[0, WX + 2] = -before[0, VX + 1] / before[0, R]
    assert met(before)[1, VX + 1] == pytest.approx(0.0, abs=1e-15)


def test_a_light_ball_and_a_heavy_one() -> None:
    """Full on a ball at rest: v1' = (m1 - e m2) v / (m1 + m2), v2' = (1 + e) m1 v / (m1 + m2)."""
    for light, heavy in ((0.158, 0.21), (0.21, 0.158), (0.05, 0.4)):
        before = two_balls(Random(7), SLIDE)
        before[:, VX : VX + 3] = before[:, WX : WX + 3] = 0.0
        before[:, M] = light, heavy
        before[1, X : X + 3] = before[:, R].sum(), 0.0, 0.0
        before[0, VX] = 2.0
        after, e = met(before)[:, VX], CAROM.ball_restitution
        assert after[0] == pytest.approx((light - e * heavy) * 2.0 / (light + heavy), abs=1e-14)
        assert after[1] == pytest.approx((1 + e) * light * 2.0 / (light + heavy), abs=1e-14)


def test_the_order_of_the_two_does_not_matter() -> None:
    chance = Random(8)
    for _ in range(100):
        before = two_balls(chance, AIR)
        swapped = before[::-1].copy()
        assert met(swapped)[::-1] == pytest.approx(met(before), abs=1e-13)
