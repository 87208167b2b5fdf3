"""The compliant cushion in forty digits: springs along and across the normal, friction between (Stronge 2000, 5.2).

In units of the approach speed and of the time 1/omega_n. The normal force goes as the sine of a phase that runs from 0 to
pi/2 in compression and, slower by 1/e, from pi/2 to pi in restitution.
"""

from collections.abc import Mapping
from decimal import Decimal

from benchmarks.decimals import PI, ZERO, arc_cosine, cosine_and_sine, zero_between

BETA = Decimal("3.5")
GRID = 400  # places in which the first slip after a stick is looked for


def rebound(slip: Decimal, e: Decimal, numbers: Mapping[str, Decimal]) -> Decimal:
    """The slip after the impact per approach speed, negative if it has turned round; `e` is the restitution."""
    mu = numbers["cushion_friction"]
    stiffness = BETA / numbers["cushion_omega"] ** 2
    if slip >= mu * max(BETA, (1 + e) * BETA - stiffness / e):
        return slip - mu * BETA * (1 + e)
    return _Impact(e, mu, numbers["cushion_omega"], stiffness).after(slip)


class _Impact:
    """One impact with a stick in it."""

    def __init__(self, e: Decimal, mu: Decimal, omega: Decimal, stiffness: Decimal) -> None:
        self.e, self.mu, self.omega, self.stiffness = e, mu, omega, stiffness
        self.end = PI / 2 * (1 + e)

    def phase(self, time: Decimal) -> Decimal:
        """The phase of the normal force."""
        return time if time <= PI / 2 else PI / 2 + (time - PI / 2) / self.e

    def after(self, slip: Decimal) -> Decimal:
        """Slip, stick and slip again: the slip at the end."""
        start, spring, speed = self._stick(slip)

        def stretched(time: Decimal) -> Decimal:
            cosine, sine = cosine_and_sine(self.omega * (time - start))
            return spring * cosine + speed / self.omega * sine

        def excess(time: Decimal) -> Decimal:
            return abs(stretched(time)) - self.mu * self.stiffness * cosine_and_sine(self.phase(time))[1]

        low = max(start, PI / 2)
        step = (self.end - low) / GRID
        release = self.end
        for number in range(1, GRID + 1):
            high = low + step * number
            if excess(high) > 0 or number == GRID:
                release = zero_between(excess, high - step, high) if excess(high - step) < 0 else high - step
                break
        cosine, sine = cosine_and_sine(self.omega * (release - start))
        at_release = speed * cosine - spring * self.omega * sine
        left = self.e * (1 + cosine_and_sine(self.phase(release))[0])  # the normal impulse that's still to come
        back = 1 if stretched(release) > 0 else -1
        return at_release - back * BETA * self.mu * left

    def _stick(self, slip: Decimal) -> tuple[Decimal, Decimal, Decimal]:
        """When the slip ends, how far the spring is stretched then, and its speed."""
        mu, e, stiffness = self.mu, self.e, self.stiffness
        if slip < mu * stiffness:
            return ZERO, ZERO, slip
        excess = slip / mu - BETA
        if excess <= 0:
            phase = arc_cosine(excess / (stiffness - BETA))
            cosine, sine = cosine_and_sine(phase)
            return phase, mu * stiffness * sine, slip - mu * BETA * (1 - cosine)
        phase = arc_cosine(excess / (stiffness / e - e * BETA))
        cosine, sine = cosine_and_sine(phase)
        time = PI / 2 + (phase - PI / 2) * e
        return time, mu * stiffness * sine, slip - mu * BETA * (1 - e * cosine)
