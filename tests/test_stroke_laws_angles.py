"""What players know: the right angle of a stunned ball, the thirty degrees of a rolling one, how a cushion gives it back."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carreau.physics.table import BALL, JACK, POOL_BALL, Ball, Constants, Cue, Table
from carreau.physics.table.columns import ROLL
from carreau.physics.table.contacts import BALL as MET_BALL
from carreau.physics.table.contacts import CUSHION
from tests.strokes import (
    CAROM,
    GAP,
    HALL,
    POOLTOOL,
    RADIUS,
    ROLLING,
    Array,
    flaws,
    heading,
    pieces,
    played,
    reached,
)

SMOOTH = replace(CAROM, ball_friction=0.0, ball_friction_rise=0.0, ball_restitution=1.0)


def cut(degrees: float, constants: Constants, height: float, speed: float = 2.0) -> tuple[Array, Array, Array]:
    """The cue ball along x, met at once at this cut to the left: velocities of both after it, and of the cue ball rolling."""
    angle = math.radians(degrees)
    apart = 2 * RADIUS + 1e-9
    places = [(5.0, 10.0), (5.0 + apart * math.cos(angle), 10.0 + apart * math.sin(angle))]
    stroke = played(places, Cue(speed, 0.0, 0.0, height), table=HALL, constants=constants)
    met_s = stroke.contacts["time_s"][0]
    mine = [piece for piece in pieces(stroke, 0) if piece["time_s"] >= met_s]
    rolling = next(piece for piece in mine if piece["phase"] == ROLL)
    other = next(piece for piece in pieces(stroke, 1) if piece["time_s"] >= met_s)
    return mine[0]["velocity_m_s"], other["velocity_m_s"], rolling["velocity_m_s"]


@pytest.mark.parametrize("degrees", [10, 30, 48.6, 75])
def test_a_stunned_ball_leaves_at_a_right_angle(degrees: float) -> None:
    """Equal balls, no friction, no loss; the object ball goes along the line of centres."""
    mine, other, _ = cut(degrees, SMOOTH, 0.0)
    assert heading(other) == pytest.approx(degrees, abs=1e-5)
    assert heading(other) - heading(mine) == pytest.approx(90.0, abs=1e-4)


def test_a_half_ball_with_some_loss() -> None:
    """With e = 0.95 the cue ball goes off at 57.52 degrees, and the two part by 87.52."""
    mine, other, _ = cut(30, replace(SMOOTH, ball_restitution=0.95), 0.0)
    assert -heading(mine) == pytest.approx(57.52, abs=0.005)
    assert heading(other) - heading(mine) == pytest.approx(87.52, abs=0.005)


@pytest.mark.parametrize(
    ("degrees", "deflected"),
    [(28.126, 33.749), (30.0, 33.67), (math.degrees(math.asin(0.75)), 27.27), (math.degrees(math.asin(0.25)), 27.63)],
)
def test_a_rolling_ball_ends_at_about_thirty_degrees(degrees: float, deflected: float) -> None:
    """atan(sin c cos c / (sin^2 c + 2/5)): at most 33.75 at c = 28.13; 27 for a quarter and 28 for three quarters of a ball."""
    _, _, rolling = cut(degrees, SMOOTH, ROLLING)
    assert -heading(rolling) == pytest.approx(deflected, abs=0.006)
    c = math.radians(degrees)
    exact = math.degrees(math.atan(math.sin(c) * math.cos(c) / (math.sin(c) ** 2 + 0.4)))
    assert -heading(rolling) == pytest.approx(exact, abs=1e-5)


def test_thirty_degrees_at_any_speed() -> None:
    assert heading(cut(30, SMOOTH, ROLLING, 0.5)[2]) == pytest.approx(
        heading(cut(30, SMOOTH, ROLLING, 5.0)[2]), abs=1e-6
    )


def test_unequal_balls_meet_where_they_touch() -> None:
    """On the slate the centres of a ball and a jack are 2 sqrt(R r) apart in plan, less than the sum of the radii."""
    stroke = played([(0.5, 0.71), (1.0, 0.72)], Cue(1.5, 0.0), balls=[BALL, JACK])
    assert stroke.contacts["kind"][0] == MET_BALL
    at = stroke.positions_at(stroke.contacts["time_s"][0])[0, :, :2]
    apart = math.dist(at[0], at[1])
    assert apart == pytest.approx(2 * math.sqrt(BALL.radius_m * JACK.radius_m), abs=1e-12)
    assert apart < BALL.radius_m + JACK.radius_m - 5e-5
    assert not flaws(stroke, [BALL, JACK])


def off_the_top(cue: Cue, constants: Constants, ball: Ball = BALL, nose_m: float = 0.037) -> tuple[Array, Array, Array]:
    """Velocities into the top cushion, out of it, and rolling again."""
    stroke = played([(1.8, 0.71)], cue, constants=constants, table=Table(2.84, 1.42, nose_m), balls=[ball])
    first = stroke.contacts[stroke.contacts["kind"] == CUSHION][0]
    mine = pieces(stroke, 0)
    after = [piece for piece in mine if piece["time_s"] >= first["time_s"]]
    came = reached([piece for piece in mine if piece["time_s"] < first["time_s"]][-1], first["time_s"])[1]
    return came, after[0]["velocity_m_s"], next(piece for piece in after if piece["phase"] == ROLL)["velocity_m_s"]


@pytest.mark.parametrize("height", [-0.3, 0.0, ROLLING])
@pytest.mark.parametrize("model", ["stronge", "impulse", "mirror"])
def test_head_on_a_cushion_gives_nothing_sideways(model: str, height: float) -> None:
    constants = replace(CAROM, cushion_model=model)  # type: ignore[arg-type]
    _, out, rolling = off_the_top(Cue(2.0, 0.0, 0.0, height), constants)
    assert out[0] < 0
    assert out[1] == pytest.approx(0.0, abs=1e-14)
    assert rolling[1] == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize(("ball", "nose_m"), [(POOL_BALL, 0.64 * 2 * POOL_BALL.radius_m), (BALL, 0.037)])
def test_a_rolling_ball_comes_back_with_somewhat_more_than_half_its_speed(ball: Ball, nose_m: float) -> None:
    """Slipping on the nose throughout: by hand, 0.85 at first and 0.58 once it rolls, as fast or slow as it came.

    The nose is met at the angle th above the centre. Of the speed (1 + e) cos th (cos th + mu sin th) - 1 comes back, of
    the spin 1 - 5/2 mu (1 + e) cos th goes on; the ball then rolls with 5/7 of the one less 2/7 of the other.
    """
    angle = math.atan((nose_m - ball.radius_m) / ball.radius_m)  # pooltool's geometry
    e, mu = POOLTOOL.cushion_restitution, POOLTOOL.cushion_friction
    back = (1 + e) * math.cos(angle) * (math.cos(angle) + mu * math.sin(angle)) - 1
    rolls = (5 * back - 2 * (1 - 2.5 * mu * (1 + e) * math.cos(angle))) / 7
    for speed in (0.4, 1.0, 3.0):
        came, out, rolling = off_the_top(Cue(speed, 0.0, 0.0, ROLLING), POOLTOOL, ball, nose_m)
        assert (-out[0] / came[0], -rolling[0] / came[0]) == pytest.approx((back, rolls), abs=1e-12)


def test_a_cushion_that_loses_more_of_a_faster_ball() -> None:
    constants = replace(CAROM, cushion_restitution_loss_s_m=0.05)
    kept = []
    for speed in (0.6, 1.5, 3.0):
        came, out, _ = off_the_top(Cue(speed, 0.0, 0.0, 0.0), constants)
        kept.append(-out[0] / came[0])
    assert kept == sorted(kept, reverse=True)
    assert kept[0] - kept[2] > 0.05


def test_running_side_widens_and_reverse_side_narrows_the_angle() -> None:
    """Left side into the top cushion throws the ball to its left, which is y; right side to the right."""
    outs = [off_the_top(Cue(2.0, 0.0, side, 0.0), CAROM)[1] for side in (-0.4, 0.0, 0.4)]
    sideways = [float(out[1]) for out in outs]
    assert sideways == sorted(sideways) or sideways == sorted(sideways, reverse=True)
    assert abs(sideways[0]) > 0.2
    assert sideways[0] == pytest.approx(-sideways[2], abs=1e-12)


def test_a_higher_nose_takes_the_ball_earlier() -> None:
    """The nose is a point on the ball: centre to nose line sqrt(R^2 - (h - R)^2); 36 and 38 mm differ by 0.3 mm."""
    for nose in (0.036, 0.037, 0.038):
        stroke = played([(1.8, 0.71)], Cue(1.0, 0.0), table=Table(2.84, 1.42, nose))
        at = stroke.positions_at(stroke.contacts["time_s"][0])[0, 0, 0]
        assert 2.84 - at == pytest.approx(math.sqrt(RADIUS**2 - (nose - RADIUS) ** 2), abs=1e-12)
    assert pytest.approx(0.03011, abs=1e-5) == GAP


def test_the_angle_off_a_cushion_changes_without_a_jump() -> None:
    """Swept over the angle and the side spin: no step in the way the ball leaves."""
    for side in (-0.35, 0.0, 0.35):
        outs = []
        for degrees in np.arange(-70, 70, 0.25):
            azimuth = math.radians(degrees)
            y = 0.71 - 1.0 * math.tan(azimuth) if abs(degrees) < 30 else 0.71
            stroke = played([(2.7, min(max(y, 0.1), 1.32))], Cue(1.5, azimuth, side, 0.2))
            out = next(piece for piece in pieces(stroke, 0) if piece["time_s"] >= stroke.contacts["time_s"][0])
            outs.append(out["velocity_m_s"][:2])
        steps = np.linalg.norm(np.diff(np.array(outs), axis=0), axis=1)
        assert steps.max() < 0.03


@pytest.mark.parametrize("speed", [2.0, 2.5, 3.0])
def test_the_corner_five_system(speed: float) -> None:
    """From the corner (5) to the first rail at 1, 2, 3, 4 the ball reaches the third rail at 4, 3, 2, 1: five less the first.

    Players' arithmetic (Alciatore TP 7.2; Jewett) for a rolling ball of medium speed with a little running side. It was no
    part of the fit of the constants, so it's a check from outside, and a soft one: a quarter of a diamond.
    """
    table = Table(2.84, 1.42)
    diamond = table.length_m / 8
    reached_at = []
    for first in (1, 2, 3, 4):
        azimuth = math.atan2(table.width_m, table.length_m - first * diamond)
        stroke = played([(0.4 * math.cos(azimuth), 0.4 * math.sin(azimuth))], Cue(speed, azimuth, -0.1, 0.05))
        rails = stroke.contacts[stroke.contacts["kind"] == CUSHION][:3]
        assert rails["second"].tolist() == [3, 1, 2]
        reached_at.append(float(table.length_m - rails["x_m"][2]) / diamond)
    assert reached_at == pytest.approx([4, 3, 2, 1], abs=0.25)
    assert reached_at == sorted(reached_at, reverse=True)
