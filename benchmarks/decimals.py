"""Sine, cosine, arc cosine and the first zero of a polynomial in forty decimal digits."""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext

DIGITS = 40
getcontext().prec = DIGITS + 8
ZERO, ONE, HALF = Decimal(0), Decimal(1), Decimal("0.5")
TINY = Decimal(10) ** -DIGITS


def cosine_and_sine(angle: Decimal) -> tuple[Decimal, Decimal]:
    """By the series of a sixty-fourth of the angle, doubled six times."""
    small = angle / 64
    cosine, sine, term, power = ZERO, ZERO, ONE, 0
    while abs(term) > TINY / 10**6:
        if power % 2:
            sine += term if power % 4 == 1 else -term
        else:
            cosine += term if power % 4 == 0 else -term
        power += 1
        term *= small / power
    for _ in range(6):
        cosine, sine = cosine * cosine - sine * sine, 2 * sine * cosine
    return cosine, sine


def arc_cosine(value: Decimal) -> Decimal:
    """In [0, pi]; by Newton's steps from the float's answer."""
    if value >= 1:
        return ZERO
    angle = Decimal(math.acos(max(-1.0, float(value)))) or Decimal("1e-9")
    for _ in range(6):
        cosine, sine = cosine_and_sine(angle)
        if abs(sine) < Decimal("1e-18"):
            break
        angle += (cosine - value) / sine
    return angle


PI = 4 * arc_cosine(HALF.sqrt())


def zero_between(function: Callable[[Decimal], Decimal], low: Decimal, high: Decimal) -> Decimal:
    """Where a function that changes its sign once between two places is zero: by Illinois steps within the bracket."""
    at_low, at_high = function(low), function(high)
    if at_low == 0 or at_high == 0:
        return low if at_low == 0 else high
    for _ in range(300):
        place = (low * at_high - high * at_low) / (at_high - at_low)
        value = function(place)
        if (value > 0) != (at_high > 0):
            low, at_low = high, at_high
        else:
            at_low /= 2
        step = abs(place - high)
        high, at_high = place, value
        if value == 0 or step <= TINY or abs(high - low) <= TINY:
            break
    return high


def polynomial_at(coefficients: Sequence[Decimal], place: Decimal) -> Decimal:
    """Its value; the coefficient of the highest power first."""
    value = ZERO
    for coefficient in coefficients:
        value = value * place + coefficient
    return value


def zeros_within(coefficients: Sequence[Decimal], end: Decimal) -> list[Decimal]:
    """All places in (0, end) where a polynomial changes its sign, in order: between the zeros of its derivative."""
    degree = len(coefficients) - 1
    if degree < 1:
        return []
    derivative = [coefficient * (degree - power) for power, coefficient in enumerate(coefficients[:-1])]
    places = [ZERO, *zeros_within(derivative, end), end]
    values = [polynomial_at(coefficients, place) for place in places]
    found = []
    for low, high, at_low, at_high in zip(places, places[1:], values, values[1:], strict=False):
        if (at_low > 0) != (at_high > 0):
            found.append(zero_between(lambda place: polynomial_at(coefficients, place), low, high))
    return found


def first_fall_through_zero(coefficients: Sequence[Decimal], end: Decimal, after: Decimal = ZERO) -> Decimal | None:
    """The first place in (after, end) where a polynomial goes from above zero to below, or None."""
    degree = len(coefficients) - 1
    derivative = [coefficient * (degree - power) for power, coefficient in enumerate(coefficients[:-1])]
    for place in zeros_within(coefficients, end):
        if place > after and polynomial_at(derivative, place) < 0:
            return place
    return None
