"""The compliant cushion: slip, stick and slip again, as Stronge's springs say, and never more than they hold."""

import math
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.precise_cushion import rebound
from carreau.physics.compiled import called
from carreau.physics.table import cushions

slip_after = called(cushions.slip_after)
BETA = 3.5
CUSHIONS = [(0.254, 0.756, 1.56), (0.2, 0.85, 1.8), (0.14, 0.98, 1.7), (0.5, 0.5, 1.2)]  # friction, restitution, omega


def by_small_steps(slip: float, friction: float, restitution: float, omega: float, step: float = 2e-4) -> float:
    """The same impact from the springs themselves: a tangential spring that the friction of its foot can hold or not."""
    stiffness = omega * omega / BETA
    stretch, time = 0.0, 0.0
    while time < math.pi / 2 * (1 + restitution):
        time += step
        late = time - math.pi / 2
        hold = friction * math.sin(time if late < 0 else math.pi / 2 + late / restitution)
        stretch += slip * step
        pull = max(-hold, min(hold, stiffness * stretch))
        stretch = pull / stiffness
        slip -= BETA * pull * step
    return slip


def limits(friction: float, restitution: float, omega: float) -> tuple[float, float]:
    """The slips, in units of the approach, below which it sticks from the start and above which it never sticks."""
    eta2 = BETA / omega**2
    return friction * eta2, friction * max(BETA, (1 + restitution) * BETA - eta2 / restitution)


@pytest.mark.parametrize("cushion", CUSHIONS)
def test_slip_as_the_springs_integrated(cushion: tuple[float, float, float]) -> None:
    """Stick from the start, slip to stick in compression and in restitution, and slip throughout."""
    for slip in (0.02, 0.3, 0.5, 0.7, 0.9, 1.0, 1.2, 1.5, 3.0):
        assert slip_after(slip, *cushion) == pytest.approx(by_small_steps(slip, *cushion), abs=2e-3)


@pytest.mark.parametrize("cushion", CUSHIONS)
def test_slip_in_forty_digits(cushion: tuple[float, float, float]) -> None:
    friction, restitution, omega = cushion
    numbers = {"cushion_friction": Decimal(friction), "cushion_omega": Decimal(omega)}
    for slip in np.linspace(0.01, 1.1 * limits(*cushion)[1], 12):
        exact = rebound(Decimal(float(slip)), Decimal(restitution), numbers)
        assert slip_after(float(slip), *cushion) == pytest.approx(float(exact), abs=1e-13)


@pytest.mark.parametrize("cushion", CUSHIONS)
def test_slip_turns_round_when_it_sticks(cushion: tuple[float, float, float]) -> None:
    """What makes a ball go twice across: the stretched cushion throws the spin back; a rigid one only stops it."""
    friction, restitution, omega = cushion
    stick, never = limits(*cushion)
    swings_on = omega * (1 + restitution) > 3  # a stiff one has time to throw a small slip back a second time
    turned = [
        slip_after(float(slip), *cushion) < 0 for slip in np.linspace(0.05, 1.0, 20) * (never if swings_on else stick)
    ]
    assert any(turned) if swings_on else all(turned)
    for beyond in (1.0, 1.5, 4.0):
        left = beyond * never - friction * BETA * (1 + restitution)
        assert slip_after(beyond * never, *cushion) == pytest.approx(left, abs=1e-12)


@pytest.mark.parametrize("cushion", CUSHIONS)
def test_slip_changes_without_a_jump(cushion: tuple[float, float, float]) -> None:
    """Over the whole curve: steps shrink with the step of the sweep, and nothing is lost at the seams of the cases."""
    jumps = []
    for steps in (1_000, 4_000):
        curve = [slip_after(float(slip), *cushion) for slip in np.linspace(0.0, 1.3 * limits(*cushion)[1], steps)]
        jumps.append(max(abs(a - b) for a, b in pairwise(curve)))
    assert jumps[1] < 0.6 * jumps[0]
    for seam in limits(*cushion):
        around = [slip_after(seam * (1 + off), *cushion) for off in (-1e-12, 0.0, 1e-12)]
        assert max(around) - min(around) < 1e-5


@pytest.mark.parametrize("cushion", CUSHIONS)
def test_slip_never_grows(cushion: tuple[float, float, float]) -> None:
    for slip in np.linspace(0.0, 3.0, 2_000):
        assert abs(slip_after(float(slip), *cushion)) <= slip
