"""Strokes for the tests of the table's physics: played in one line, and looked at moment by moment."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import BALL, CONSTANTS, TABLES, Ball, Constants, Cue, Table, simulate_stroke
from carreau.physics.table.columns import AIR, ROLL, SLIDE
from carreau.physics.table.stroke import Stroke

Array: TypeAlias = NDArray[np.float64]
CAROM, POOLTOOL, UMB = CONSTANTS["carom"], CONSTANTS["pooltool"], TABLES["umb"]
RADIUS = BALL.radius_m
GAP = math.sqrt(RADIUS**2 - (UMB.nose_height_m - RADIUS) ** 2)  # from the nose line to the centre of a ball against it
ROLLING = 0.4  # the height at which the cue makes a ball roll from the start
HALL = Table(20.0, 20.0)  # so large that nothing meets a cushion


def played(
    places: Sequence[Sequence[float]],
    cue: Cue,
    *,
    table: Table = UMB,
    constants: Constants = CAROM,
    balls: Sequence[Ball] | None = None,
    **more: Any,
) -> Stroke:
    """One stroke on the first ball, of equal balls unless others are given."""
    return simulate_stroke(balls or [BALL] * len(places), places, 0, cue, table=table, constants=constants, **more)


played([(1.0, 0.7)], Cue(1.0, 0.0))  # compiled, if need be, while tests are collected: no test's time limit runs then


def cue_speed(ball_m_s: float, constants: Constants = CAROM, ball: Ball = BALL, height: float = 0.0) -> float:
    """The speed of the cue that gives a ball so much speed."""
    sluggish = 1 + ball.mass_kg / constants.cue_mass_kg + 2.5 * height * height
    return ball_m_s * sluggish / (1 + constants.tip_restitution)


def pieces(stroke: Stroke, ball: int) -> NDArray[Any]:
    """The pieces of path of one ball, in order of time."""
    own: NDArray[Any] = stroke.segments[stroke.segments["ball"] == ball]
    return own


def reached(piece: Any, time_s: float) -> tuple[Array, Array]:
    """Place and velocity on a piece of path at a time of the stroke."""
    dt = time_s - piece["time_s"]
    half = piece["half_acceleration_m_s2"]
    place = piece["place_m"] + (piece["velocity_m_s"] + half * dt) * dt
    return np.asarray(place), np.asarray(piece["velocity_m_s"] + 2 * half * dt)


def spin_reached(piece: Any, time_s: float, ball: Ball, constants: Constants) -> Array:
    """The spin at that time: friction turns a sliding ball, a rolling one turns as it goes, vertical spin fades."""
    dt = time_s - piece["time_s"]
    spin = np.array(piece["spin_rad_s"])
    if piece["phase"] == SLIDE:
        spin[:2] += dt * piece["turn_rad_s2"]
    elif piece["phase"] == ROLL:
        _, velocity = reached(piece, time_s)
        spin[:2] = -velocity[1] / ball.radius_m, velocity[0] / ball.radius_m
    if piece["phase"] != AIR:
        loss = 2.5 * constants.cloth_spinning_per_m * constants.gravity_m_s2 * dt
        spin[2] = math.copysign(max(0.0, abs(spin[2]) - loss), spin[2])
    return spin


def energies(stroke: Stroke, balls: Sequence[Ball], constants: Constants) -> Iterator[tuple[float, float]]:
    """At every event, the energy of all balls just before and just after it."""
    own = [pieces(stroke, ball) for ball in range(len(balls))]

    def energy(time_s: float, side: str) -> float:
        total = 0.0
        for ball, mine in zip(balls, own, strict=True):
            piece = mine[max(0, int(np.searchsorted(mine["time_s"], time_s, side=side)) - 1)]  # type: ignore[call-overload]
            place, velocity = reached(piece, time_s)
            spin = spin_reached(piece, time_s, ball, constants)
            turning = 0.4 * ball.radius_m**2 * spin @ spin
            total += ball.mass_kg * (velocity @ velocity / 2 + turning / 2 + constants.gravity_m_s2 * place[2])
        return total

    for time_s in np.unique(stroke.segments["time_s"])[1:]:
        yield energy(time_s, "left"), energy(time_s, "right")


def heading(velocity: Array) -> float:
    """Degrees from the x axis."""
    return math.degrees(math.atan2(velocity[1], velocity[0]))


def flaws(stroke: Stroke, balls: Sequence[Ball], table: Table = UMB, per_s: int = 200) -> list[str]:
    """What no stroke may show: a jump, a ball beyond a cushion or within another, a ball that's no number."""
    found = []
    if not np.isfinite(stroke.rest_m).all():
        return ["a place is no number"]
    for number in range(len(balls)):
        mine = pieces(stroke, number)
        for piece, following in pairwise(mine):
            place, _ = reached(piece, following["time_s"])
            if np.abs(place - following["place_m"]).max() > 1e-9:
                found.append(f"ball {number} jumps {np.abs(place - following['place_m']).max():.3g} m")
    times = np.linspace(0.0, stroke.duration_s, max(2, min(4_000, int(per_s * stroke.duration_s))))
    path = stroke.positions_at(times)
    for number, ball in enumerate(balls):
        if not stroke.on_table[number]:
            continue
        gap = math.sqrt(ball.radius_m**2 - (table.nose_height_m - ball.radius_m) ** 2) - 1e-9
        low = path[:, number, :2].min(axis=0)
        high = np.array([table.length_m, table.width_m]) - path[:, number, :2].max(axis=0)
        if min(low.min(), high.min()) < gap and path[:, number, 2].max() <= ball.radius_m:
            found.append(f"ball {number} is {gap - min(low.min(), high.min()):.3g} m within a cushion")
        for other in range(number):
            near = np.linalg.norm(path[:, number] - path[:, other], axis=1).min()
            least = 2 * math.sqrt(ball.radius_m * balls[other].radius_m)
            if near < least - 1e-8:
                found.append(f"balls {other} and {number} are {least - near:.3g} m within each other")
    return found
