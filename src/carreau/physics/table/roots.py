"""Times of contact: the first moment at which a polynomial comes down through zero.

No root is taken by the size of an imaginary part and no degree is a special case: the curve is cut where it changes its
bend, and in each piece Newton's steps go one way only, from the left where it is convex, from the right where it is concave.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import INF

CLOSE = 4e-16  # relative to the time itself
STEPS = 80  # a grazing contact (double root) halves its distance with each step


@inner
def value(c0: float, c1: float, c2: float, c3: float, c4: float, t: float) -> float:
    """The polynomial at t."""
    return c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))


@inner
def rate(c1: float, c2: float, c3: float, c4: float, t: float) -> float:
    """Its rate at t."""
    return c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))


@inner
def convex_fall(c0: float, c1: float, c2: float, c3: float, c4: float, left: float, right: float) -> float:
    """First zero in a convex piece that begins at or above zero; steps from the left never pass it."""
    t = left
    for _ in range(STEPS):
        height = value(c0, c1, c2, c3, c4, t)
        slope = rate(c1, c2, c3, c4, t)
        if height <= 0.0 and slope < 0.0:
            return t
        if slope >= 0.0:
            return INF
        step = -height / slope
        t += step
        if t > right:
            return INF
        if step <= CLOSE * t:
            return t
    return t


@inner
def concave_fall(c0: float, c1: float, c2: float, c3: float, c4: float, left: float, right: float) -> float:
    """The zero of a concave piece that begins at or above zero and ends below; steps from the right never pass it."""
    t = right
    for _ in range(STEPS):
        height = value(c0, c1, c2, c3, c4, t)
        if height >= 0.0:
            return t
        slope = rate(c1, c2, c3, c4, t)
        if slope >= 0.0:
            return left
        step = height / slope
        t -= step
        if t <= left:
            return left
        if step <= CLOSE * t:
            return t
    return t


@inner
def first_fall(c0: float, c1: float, c2: float, c3: float, c4: float, end: float) -> float:
    """First time in [0, end] at which c0 + c1 t + ... + c4 t^4 (c0 >= 0) comes down through zero; infinity if it doesn't."""
    bend = 9.0 * c3 * c3 - 24.0 * c4 * c2
    first = INF
    second = INF
    if bend > 0.0:
        root = math.sqrt(bend)
        half = -0.5 * (3.0 * c3 + root) if c3 >= 0.0 else -0.5 * (3.0 * c3 - root)
        if c4 != 0.0:
            first = half / (6.0 * c4)
        if half != 0.0:
            second = c2 / half
        if second < first:
            first, second = second, first
        if first <= 0.0:
            first, second = second, INF
        if first <= 0.0:
            first = INF
    left = 0.0
    height = c0
    for right in (min(first, end), min(second, end), end):
        below = value(c0, c1, c2, c3, c4, right)
        middle = 0.5 * (left + right)
        if c2 + middle * (3.0 * c3 + 6.0 * c4 * middle) >= 0.0:
            found = convex_fall(c0, c1, c2, c3, c4, left, right)
            if found < INF:
                return found
        elif below < 0.0 <= height:
            return concave_fall(c0, c1, c2, c3, c4, left, right)
        if right >= end:
            return INF
        left = right
        height = below
    return INF


@inner
def plane_fall(gap: float, speed: float, half: float, end: float) -> float:
    """First time in [0, end] at which gap + speed t + half t^2 (gap >= 0) comes down through zero, without cancellation."""
    if half == 0.0:
        if speed >= 0.0:
            return INF
        t = -gap / speed
        return t if t <= end else INF
    if half > 0.0 and speed >= 0.0:
        return INF
    inside = speed * speed - 4.0 * half * gap
    if inside < 0.0:
        return INF
    below = -speed + math.sqrt(inside)
    t = 2.0 * gap / below if gap > 0.0 else max(0.0, -speed / half)
    return t if t <= end else INF
