"""Times of contact: the first fall through zero, as in forty digits, for every degree and for grazing contacts too."""

from decimal import Decimal
from random import Random

import pytest

from benchmarks.decimals import first_fall_through_zero
from carreau.physics.compiled import called
from carreau.physics.table import roots

first_fall, plane_fall = called(roots.first_fall), called(roots.plane_fall)
INF = float("inf")


def exact(coefficients: tuple[float, ...], end: float) -> float:
    found = first_fall_through_zero([Decimal(c) for c in reversed(coefficients)], Decimal(end))
    return INF if found is None else float(found)


def dot(a: list[float], b: list[float]) -> float:
    return a[0] * b[0] + a[1] * b[1]


def path(chance: Random) -> tuple[float, float, float, float, float]:
    """The squared distance of two balls that pass each other, less the squared distance of contact."""
    p = [chance.uniform(-1, 1) for _ in range(2)]
    v = [chance.uniform(-2, 2) - 0.8 * x for x in p]
    h = [chance.choice((0.0, 1.0)) * chance.uniform(-1, 1) for _ in range(2)]
    return dot(p, p) - 0.0615**2, 2 * dot(p, v), dot(v, v) + 2 * dot(p, h), 2 * dot(h, v), dot(h, h)


def test_balls_that_pass_meet_when_they_meet() -> None:
    chance, met = Random(20), 0
    for _ in range(1_500):
        coefficients = path(chance)
        if coefficients[0] <= 0:
            continue
        end = chance.uniform(0.1, 3.0)
        wanted = exact(coefficients, end)
        found = first_fall(*coefficients, end)
        assert found == wanted if wanted == INF else found == pytest.approx(wanted, rel=1e-11, abs=1e-13)
        met += wanted < INF
    assert met > 40


@pytest.mark.parametrize("depth", [1e-3, 1e-6, 1e-9, 1e-12])
def test_a_graze_is_a_contact_and_a_near_miss_is_none(depth: float) -> None:
    """A ball that passes straight by, a hair too near or too far."""
    for miss, touches in ((1 - depth, True), (1 + depth, False)):
        coefficients = (9.0 + miss * miss - 1.0, -6.0, 1.0, 0.0, 0.0)
        assert (first_fall(*coefficients, 10.0) < INF) == touches


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_no_degree_is_special(degree: int) -> None:
    """(1 - t)(1 + t)^(degree - 1), and the same with higher terms that hardly count."""
    values = [1.0]
    for factor in [-1.0, *[1.0] * (degree - 1)]:
        values = [a + factor * b for a, b in zip([*values, 0.0], [0.0, *values], strict=True)]
    for dust in (0.0, 1e-18, -1e-18):
        c0, c1, c2, c3, c4 = [*values, *[dust] * (5 - len(values))]
        assert first_fall(c0, c1, c2, c3, c4, 5.0) == pytest.approx(1.0, abs=1e-14)


def test_from_contact_only_a_return_counts() -> None:
    """Two balls that have just met: gap nought, moving apart; they meet again only if one turns back."""
    assert first_fall(0.0, 1.0, 2.0, 0.5, 0.25, 9.0) == INF
    assert first_fall(0.0, 1.0, -1.0, 0.0, 0.0, 9.0) == pytest.approx(1.0)
    assert plane_fall(0.0, 1.0, -0.5, 9.0) == pytest.approx(2.0)
    assert plane_fall(0.0, 1.0, 0.5, 9.0) == INF


def test_a_cushion_far_away_is_met_without_cancellation() -> None:
    """Speed 1e-6 m/s and a brake of 2e-12 m/s2: the naive formula loses all its digits."""
    gap, speed, half = 1e-9, -1e-6, 1e-12
    wanted = exact((gap, speed, half), 1e5)
    assert plane_fall(gap, speed, half, 1e5) == pytest.approx(wanted, rel=1e-15)
    assert wanted > gap / -speed
