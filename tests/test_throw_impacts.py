"""Laws of impacts between boules and jack, and of heads with many of them."""

import dataclasses
import math

import numpy as np
import pytest

from carreau.physics.compiled import called
from carreau.physics.terrain import (
    BODY,
    GROUND,
    SURFACES,
    Board,
    Boule,
    Disc,
    Jack,
    Throw,
    Thrown,
    aim,
    impacts,
    simulate_throw,
    simulate_throws,
)
from carreau.physics.terrain.bodies import makes
from carreau.physics.terrain.columns import INERTIA, MASS, MOTION_WIDTH, RADIUS, VX, WX, Floats, X, Z
from carreau.physics.terrain.surfaces import G_M_S2

strike_body = called(impacts.strike_body)
R = 0.037
PLANE = SURFACES["fine_gravel"].even()


def two(make: Floats, velocity: tuple[float, float, float]) -> Floats:
    """Body 0 touches body 1 from the side of small x and comes with a velocity."""
    motion = np.zeros((2, MOTION_WIDTH))
    motion[1, X] = make[0, RADIUS] + make[1, RADIUS]
    motion[0, VX : VX + 3] = velocity
    return motion


def energy(motion: Floats, make: Floats) -> float:
    v, w = motion[:, VX : VX + 3], motion[:, WX : WX + 3]
    turning = make[:, INERTIA] * make[:, RADIUS] ** 2
    return float((0.5 * make[:, MASS] * ((v**2).sum(1) + turning * (w**2).sum(1))).sum())


def spins_and_orbits(motion: Floats, make: Floats) -> Floats:
    momentum = make[:, MASS, None] * motion[:, VX : VX + 3]
    turning = make[:, MASS] * make[:, INERTIA] * make[:, RADIUS] ** 2
    both: Floats = (np.cross(motion[:, X : Z + 1], momentum) + turning[:, None] * motion[:, WX : WX + 3]).sum(0)
    return both


@pytest.mark.parametrize(("hardness", "e"), [("soft", 0.70), ("semi", 0.77), ("hard", 0.84)])
def test_a_full_hit_splits_the_speed_by_the_restitution(hardness: str, e: float) -> None:
    make = makes([Boule(hardness=hardness)] * 2)
    motion = two(make, (6.0, 0.0, 0.0))
    before = energy(motion, make)
    strike_body(motion, make, 0, 1, 0.15)
    assert motion[:, VX].tolist() == pytest.approx([6.0 * (1 - e) / 2, 6.0 * (1 + e) / 2], rel=1e-12)
    assert energy(motion, make) / before == pytest.approx((1 + e**2) / 2, rel=1e-12)


def test_a_jack_leaves_faster_than_the_boule_came() -> None:
    make = makes([Boule(), Jack(mass_g=14.0)])
    motion = two(make, (3.0, 0.0, 0.0))
    strike_body(motion, make, 0, 1, 0.15)
    assert motion[1, VX] == pytest.approx(1.5 * 3.0 * 0.98, rel=0.001)
    assert motion[0, VX] == pytest.approx(0.97 * 3.0, rel=0.005)


def test_impacts_keep_momentum_and_never_gain_energy() -> None:
    rng = np.random.default_rng(3)
    for _ in range(1000):
        make = makes([Boule(float(rng.uniform(71, 80)), 700.0), Jack() if rng.random() < 0.3 else Boule()])
        motion = two(make, tuple(rng.normal(0.0, 5.0, 3)))
        turn = rng.normal(0.0, 1.0, 3)
        apart = (make[0, RADIUS] + make[1, RADIUS]) * turn / np.linalg.norm(turn)
        motion[1, X : Z + 1] = motion[0, X : Z + 1] + apart
        motion[:, WX : WX + 3] = rng.normal(0.0, 40.0, (2, 3))
        momentum = make[:, MASS] @ motion[:, VX : VX + 3]
        before, turning = energy(motion, make), spins_and_orbits(motion, make)
        strike_body(motion, make, 0, 1, 0.3)
        assert make[:, MASS] @ motion[:, VX : VX + 3] == pytest.approx(momentum, abs=1e-12)
        assert spins_and_orbits(motion, make) == pytest.approx(turning, abs=1e-12)
        assert energy(motion, make) <= before * (1.0 + 1e-12)


def shot_at(positions: list[tuple[float, float]], throw: Throw, **more: object) -> Thrown:
    bodies = [Boule() for _ in positions]
    return simulate_throw(bodies, positions, throw, Boule(), surface=PLANE, **more)  # type: ignore[arg-type]


def test_a_carreau_is_possible() -> None:
    """The line of flight passes through the point of contact: the target leaves, the boule stays in its place."""
    thrown = shot_at([(7.0, 0.0)], aim("shot", 7.0, short_m=0.02))
    assert thrown.contacts["kind"][0] == BODY
    assert math.dist(thrown.rest_m[1, :2], (7.0, 0.0)) < 0.3
    assert thrown.rest_m[0, 0] > 8.0


def test_a_raspaille_comes_along_the_ground_and_hits() -> None:
    thrown = shot_at([(7.0, 0.0)], aim("raspaille", 7.0))
    kinds = thrown.contacts["kind"].tolist()
    assert kinds[0] == GROUND
    assert BODY in kinds
    assert thrown.rest_m[0, 0] > 8.0


def test_a_struck_jack_runs_ahead_of_the_boule() -> None:
    thrown = simulate_throw([Jack()], [(4.0, 0.0)], Throw(5.0, from_m=(0.0, 0.0, R)), Boule(), surface=PLANE)
    assert thrown.moved.all()
    assert thrown.rest_m[0, 0] > 4.3


def mirrored(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x, -y) for x, y in points]


HEAD = [(7.0, 0.0), (7.09, 0.05), (7.3, -0.2), (6.95, 0.09), (7.5, 0.1)]


@pytest.mark.parametrize("style", ["shot", "raspaille", "half_lob"])
def test_mirrored_throws_into_mirrored_heads_end_mirrored(style: str) -> None:
    throw = aim(style, 7.0)
    left = dataclasses.replace(throw, azimuth_rad=0.003, side_spin_rad_s=20.0)
    right = dataclasses.replace(throw, azimuth_rad=-0.003, side_spin_rad_s=-20.0)
    ends = shot_at(HEAD, left).rest_m, shot_at(mirrored(HEAD), right).rest_m
    assert ends[0] == pytest.approx(ends[1] * (1.0, -1.0, 1.0), abs=1e-9)


def test_two_boules_struck_at_the_same_time_leave_the_same_way() -> None:
    thrown = shot_at([(7.0, 0.0371), (7.0, -0.0371)], aim("raspaille", 7.0))
    a, b, striker = thrown.rest_m
    assert thrown.contacts["kind"].tolist().count(BODY) >= 2
    assert a == pytest.approx(b * (1.0, -1.0, 1.0), abs=1e-6)
    assert abs(striker[1]) < 1e-6
    assert a[1] > 0.1


def test_the_order_in_which_bodies_are_listed_does_not_matter() -> None:
    throw = dataclasses.replace(aim("shot", 7.0), azimuth_rad=0.004)
    order = [3, 1, 4, 0, 2]
    first = shot_at(HEAD, throw).rest_m
    other = shot_at([HEAD[i] for i in order], throw).rest_m
    assert other[:-1] == pytest.approx(first[order], abs=1e-9)
    assert other[-1] == pytest.approx(first[-1], abs=1e-9)


def test_bodies_out_of_reach_change_nothing() -> None:
    throw = dataclasses.replace(aim("shot", 7.0), azimuth_rad=0.004)
    alone = shot_at(HEAD, throw).rest_m
    with_others = shot_at([*HEAD, (30.0, 5.0), (7.0, -8.0)], throw)
    assert with_others.rest_m[[0, 1, 2, 3, 4, 7]] == pytest.approx(alone, abs=1e-12)
    assert with_others.moved[5:7].tolist() == [False, False]


def test_a_row_of_touching_boules_passes_the_blow_on_and_none_is_nudged_before() -> None:
    row = [(3.0, 0.0), (3.0 + 2 * R, 0.0), (3.0 + 4 * R, 0.0), (5.0, 1.0), (5.0, 1.0 + 2 * R)]
    thrown = shot_at(row, Throw(4.0, from_m=(0.0, 0.0, R)))
    assert thrown.rest_m[2, 0] - row[2][0] > 5 * (thrown.rest_m[0, 0] - row[0][0])
    assert thrown.moved[3:5].tolist() == [False, False]
    assert (thrown.rest_m[3:5, :2] == np.array(row[3:5])).all()


def test_a_jack_squeezed_between_two_boules_comes_free() -> None:
    bodies: list[Boule | Jack] = [Jack(), Boule()]
    for offset in np.linspace(-0.01, 0.01, 9):
        throw = Throw(5.0, from_m=(0.0, float(offset), R))
        thrown = simulate_throw(bodies, [(3.0, 0.0), (3.0475, 0.0)], throw, Boule(), surface="hard_clay")
        assert thrown.events < 2000


def test_a_boule_dropped_on_others_comes_to_rest() -> None:
    triangle = [(0.0, 0.0), (2 * R + 0.001, 0.0), (R, 1.7321 * R + 0.002)]
    for body in (Jack(), Boule()):
        throw = Throw(0.0, from_m=(R, 0.6 * R, 0.4))
        thrown = simulate_throw([Boule()] * 3, triangle, throw, body, surface="sand")
        assert np.isfinite(thrown.rest_m).all()
        assert thrown.events < 5000


def random_heads(count: int, bodies: int, rng: np.random.Generator) -> Floats:
    """[S, N, 2] heads, tight and wide, some bodies touching."""
    heads = np.zeros((count, bodies, 2))
    for head in heads:
        placed = 0
        while placed < bodies:
            place = np.array([7.0, 0.0]) + rng.normal(0.0, (0.35, 0.25), 2)
            if placed and rng.random() < 0.3:
                turn = rng.uniform(0.0, 2 * math.pi)
                place = head[rng.integers(placed)] + 2 * R * np.array([math.cos(turn), math.sin(turn)])
            if placed == 0 or (np.linalg.norm(head[:placed] - place, axis=1) > 2 * R - 1e-9).all():
                head[placed] = place
                placed += 1
    return heads


def random_throws(count: int, rng: np.random.Generator) -> Floats:
    styles = [aim(style, 7.0).row() for style in ("shot", "raspaille", "half_lob", "lob", "roulette")]
    rows = np.array(styles)[rng.integers(0, len(styles), count)]
    rows[:, 0] *= rng.normal(1.0, 0.03, count)
    rows[:, 1] += rng.normal(0.0, 0.02, count)
    rows[:, 2] = rng.normal(0.0, 0.02, count)
    rows[:, 4] = rng.normal(0.0, 20.0, count)
    return rows


def check_random_throws(heads: int, times: int, surface: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    bodies: list[Boule | Jack] = [Jack(), *[Boule()] * 11]
    places = np.repeat(random_heads(heads, 12, rng), times, axis=0)
    rows = random_throws(len(places), rng)
    boards = [Board((9.0, -3.0), (9.0, 3.0)), Board((5.0, 2.0), (9.0, 3.0))]
    thrown = simulate_throws(
        bodies, places, rows, Boule(), surface=surface, seeds=np.arange(len(rows)), boards=boards,
        obstacles=[Disc((8.0, 0.6), 0.1, 0.3)],
    )  # fmt: skip
    rests = thrown.rest_m
    assert np.isfinite(rests).all()
    radii = np.array([0.015, *[R] * 12])
    for first in range(13):
        for second in range(first):
            away = np.linalg.norm(rests[:, first] - rests[:, second], axis=1)
            assert (away > radii[first] + radii[second] - 2e-5).all()
    assert (rests[:, :, 2] >= radii - 1e-9).all()
    still = ~thrown.moved[:, :12]
    assert (rests[:, :12, :2][still] == places[still]).all()
    speed = 1.8 * rows[:, 0].max()  # of a jack struck in full
    furthest = 10.0 + speed**2 / (2.0 * 0.5 * SURFACES[surface].rolling * G_M_S2)
    assert (np.linalg.norm(rests[:, :, :2], axis=2) < furthest).all()
    assert (
        np.percentile(thrown.events, 99) < 1000
    )  # a slow ride on another boule takes many; endless ones raise an error


@pytest.mark.parametrize("surface", ["hard_clay", "fine_gravel"])
def test_random_throws_into_random_heads_all_end(surface: str) -> None:
    check_random_throws(100, 30, surface, 1)


@pytest.mark.prove
@pytest.mark.timeout(600)
@pytest.mark.parametrize("surface", list(SURFACES))
def test_a_quarter_of_a_million_throws_all_end(surface: str) -> None:
    check_random_throws(500, 125, surface, 2)
