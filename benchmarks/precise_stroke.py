"""A stroke of level cue with equal balls in forty digits: our model written a second time, slowly, from its equations.

No pins and no flight. Every time of contact is the zero of a polynomial, isolated between the zeros of its derivatives;
after an impact the balls lie apart by 1e-38 m or so, and only a fall through zero counts, so nothing needs a nudge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations

from benchmarks.decimals import (
    HALF,
    ONE,
    ZERO,
    cosine_and_sine,
    first_fall_through_zero,
)
from benchmarks.precise_cushion import rebound

Vector = tuple[Decimal, Decimal]
BALL, CUSHION = 0, 1
REST, SLIDE, ROLL = range(3)
NOW = Decimal("1e-30")  # nearer than this is the contact that has just been


@dataclass(slots=True)
class Moving:
    """One ball: where it is at `since`, and how it moves from there on."""

    place: Vector
    velocity: Vector = (ZERO, ZERO)
    spin: tuple[Decimal, Decimal, Decimal] = (ZERO, ZERO, ZERO)
    phase: int = REST
    force: Vector = (ZERO, ZERO)
    lasts: Decimal = Decimal("Infinity")

    def at(self, later: Decimal) -> Vector:
        """The place after so many seconds."""
        return (
            self.place[0] + later * (self.velocity[0] + later * HALF * self.force[0]),
            self.place[1] + later * (self.velocity[1] + later * HALF * self.force[1]),
        )


@dataclass(slots=True)
class PreciseStroke:
    """Balls on a table; `numbers` are the constants by name, SI units, see `benchmarks.reference`."""

    numbers: Mapping[str, Decimal]
    balls: list[Moving]
    time: Decimal = ZERO
    contacts: list[tuple[int, int, int, Decimal]] = field(default_factory=list)

    def struck(self, ball: int, velocity: Vector, spin: tuple[Decimal, Decimal, Decimal]) -> None:
        """Give a ball its motion after the cue."""
        self.balls[ball].velocity, self.balls[ball].spin = velocity, spin
        self._settle(self.balls[ball])

    def play(self, most_events: int = 500) -> None:
        """To rest."""
        for _ in range(most_events):
            after, kind, first, second = self._next_event()
            if kind < 0:
                return
            for ball in self.balls:
                self._carry(ball, after)
            self.time += after
            if kind == BALL:
                self._meet(first, second)
            elif kind == CUSHION:
                self._bounce(first, second)
            else:
                self._phase_over(self.balls[first])
        raise RuntimeError("the precise stroke does not end")

    def _next_event(self) -> tuple[Decimal, int, int, int]:
        after, kind, first, second = Decimal("Infinity"), -1, -1, -1
        for number, ball in enumerate(self.balls):
            if ball.lasts < after:
                after, kind, first, second = ball.lasts, 2, number, -1
        for number, ball in enumerate(self.balls):
            for cushion in range(4):
                found = self._to_cushion(ball, cushion, after)
                if found is not None and found < after:
                    after, kind, first, second = found, CUSHION, number, cushion
        for number, other in combinations(range(len(self.balls)), 2):
            found = self._to_ball(self.balls[number], self.balls[other], after)
            if found is not None and found < after:
                after, kind, first, second = found, BALL, number, other
        return after, kind, first, second

    def _to_cushion(self, ball: Moving, cushion: int, before: Decimal) -> Decimal | None:
        if ball.phase == REST:
            return None
        axis, far = (0, cushion == 1) if cushion < 2 else (1, cushion == 3)
        size = self.numbers["length_m" if axis == 0 else "width_m"]
        gap = (size - ball.place[axis] if far else ball.place[axis]) - self.numbers["nose_gap_m"]
        sign = -ONE if far else ONE
        line = (HALF * sign * ball.force[axis], sign * ball.velocity[axis], gap)
        return first_fall_through_zero(line, before, NOW)

    def _to_ball(self, one: Moving, other: Moving, before: Decimal) -> Decimal | None:
        if one.phase == REST and other.phase == REST:
            return None
        px, py = other.place[0] - one.place[0], other.place[1] - one.place[1]
        vx, vy = other.velocity[0] - one.velocity[0], other.velocity[1] - one.velocity[1]
        ax, ay = HALF * (other.force[0] - one.force[0]), HALF * (other.force[1] - one.force[1])
        distance = 2 * self.numbers["radius_m"]
        reach = (vx * vx + vy * vy).sqrt() + (ax * ax + ay * ay).sqrt() * before
        if (px * px + py * py).sqrt() - distance > reach * before:
            return None
        quartic = (
            ax * ax + ay * ay,
            2 * (ax * vx + ay * vy),
            vx * vx + vy * vy + 2 * (ax * px + ay * py),
            2 * (vx * px + vy * py),
            px * px + py * py - distance * distance,
        )
        return first_fall_through_zero(quartic, before, NOW)

    def _carry(self, ball: Moving, later: Decimal) -> None:
        """Bring a ball's state forward within its phase."""
        wx, wy, wz = ball.spin
        radius, gravity = self.numbers["radius_m"], self.numbers["gravity_m_s2"]
        if wz:
            loss = Decimal("2.5") * self.numbers["spin_friction_m"] / radius / radius * gravity * later
            wz = ZERO if abs(wz) <= loss else wz - loss.copy_sign(wz)
        if ball.phase != REST:
            ball.place = ball.at(later)
            ball.velocity = ball.velocity[0] + later * ball.force[0], ball.velocity[1] + later * ball.force[1]
        if ball.phase == SLIDE:
            turn = Decimal("2.5") * later / radius
            wx, wy = wx + turn * ball.force[1], wy - turn * ball.force[0]
        elif ball.phase == ROLL:
            wx, wy = -ball.velocity[1] / radius, ball.velocity[0] / radius
        ball.spin = wx, wy, wz
        ball.lasts -= later

    def _phase_over(self, ball: Moving) -> None:
        if ball.phase == SLIDE:
            self._roll(ball)
        else:
            ball.phase, ball.velocity, ball.force, ball.lasts = REST, (ZERO, ZERO), (ZERO, ZERO), Decimal("Infinity")
            ball.spin = ZERO, ZERO, ball.spin[2]

    def _settle(self, ball: Moving) -> None:
        """After an impact: the ball slides if the point of contact with the cloth moves, else it rolls."""
        radius, gravity = self.numbers["radius_m"], self.numbers["gravity_m_s2"]
        ux = ball.velocity[0] - radius * ball.spin[1]
        uy = ball.velocity[1] + radius * ball.spin[0]
        slip = (ux * ux + uy * uy).sqrt()
        if slip == 0:
            self._roll(ball)
            return
        friction = self.numbers["slide_friction"] * gravity
        ball.phase, ball.force = SLIDE, (-friction * ux / slip, -friction * uy / slip)
        ball.lasts = 2 * slip / (7 * friction)

    def _roll(self, ball: Moving) -> None:
        speed = (ball.velocity[0] ** 2 + ball.velocity[1] ** 2).sqrt()
        friction = self.numbers["roll_friction"] * self.numbers["gravity_m_s2"]
        ball.phase, ball.lasts = ROLL, speed / friction
        ball.force = (-friction * ball.velocity[0] / speed, -friction * ball.velocity[1] / speed)

    def _meet(self, first: int, second: int) -> None:
        """Two equal balls: restitution along the centres, friction across, at most what ends the slip (note, 3.3)."""
        one, other = self.balls[first], self.balls[second]
        radius = self.numbers["radius_m"]
        distance = 2 * radius
        nx, ny = (other.place[0] - one.place[0]) / distance, (other.place[1] - one.place[1]) / distance
        rx, ry = one.velocity[0] - other.velocity[0], one.velocity[1] - other.velocity[1]
        approach = rx * nx + ry * ny
        normal = (1 + self.numbers["ball_restitution"]) * approach / 2
        sx, sy, sz = (a + b for a, b in zip(one.spin, other.spin, strict=True))
        slip_x = rx - approach * nx - radius * sz * ny
        slip_y = ry - approach * ny + radius * sz * nx
        slip_z = radius * (sx * ny - sy * nx)
        slip = (slip_x * slip_x + slip_y * slip_y + slip_z * slip_z).sqrt()
        across = min(self._ball_friction(slip) * normal, slip / 7)
        tx, ty, tz = (-across * part / slip for part in (slip_x, slip_y, slip_z)) if slip else (ZERO,) * 3
        one.velocity = one.velocity[0] - normal * nx + tx, one.velocity[1] - normal * ny + ty
        other.velocity = other.velocity[0] + normal * nx - tx, other.velocity[1] + normal * ny - ty
        turn = Decimal("2.5") / radius
        turned = turn * ny * tz, -turn * nx * tz, turn * (nx * ty - ny * tx)
        for ball in (one, other):
            x, y, z = (a + b for a, b in zip(ball.spin, turned, strict=True))
            ball.spin = x, y, z
            self._settle(ball)
        self.contacts.append((BALL, first, second, self.time))

    def _ball_friction(self, slip: Decimal) -> Decimal:
        """Falls with the speed of the slip (Alciatore, TP A-14); constant if the second number is nought."""
        numbers = self.numbers
        return numbers["ball_friction_a"] + numbers["ball_friction_b"] * (-numbers["ball_friction_c"] * slip).exp()

    def _bounce(self, number: int, cushion: int) -> None:
        """The nose meets the ball above its centre, so the normal is tilted; no motion up or down is kept."""
        ball, radius = self.balls[number], self.numbers["radius_m"]
        above, away = self.numbers["nose_height_m"] - radius, self.numbers["nose_gap_m"]
        reach = (above * above + away * away).sqrt()
        sine, cosine = above / reach, away / reach
        outward = {0: (-ONE, ZERO), 1: (ONE, ZERO), 2: (ZERO, -ONE), 3: (ZERO, ONE)}[cushion]
        normal = (outward[0] * cosine, outward[1] * cosine, sine)
        velocity = (ball.velocity[0], ball.velocity[1], ZERO)
        surface = added(velocity, scaled(crossed(ball.spin, normal), radius))
        inward = dotted(velocity, normal)
        slip = added(surface, scaled(normal, -dotted(surface, normal)))
        size = dotted(slip, slip).sqrt()
        bounced = self.numbers["cushion_restitution"] - self.numbers["cushion_slope_s_m"] * inward
        ratio = rebound(size / inward, bounced, self.numbers)
        push = scaled(normal, -(1 + bounced) * inward)
        drag = scaled(slip, (ratio * inward - size) / size / Decimal("3.5")) if size else (ZERO,) * 3
        x, y, _ = added(velocity, added(push, drag))
        ball.velocity = x, y
        ball.spin = added(ball.spin, scaled(crossed(normal, drag), Decimal("2.5") / radius))
        self._settle(ball)
        self.contacts.append((CUSHION, number, cushion, self.time))


Triple = tuple[Decimal, Decimal, Decimal]


def added(a: Triple, b: Triple) -> Triple:
    """The sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def scaled(a: Triple, by: Decimal) -> Triple:
    """A vector times a number."""
    return a[0] * by, a[1] * by, a[2] * by


def dotted(a: Triple, b: Triple) -> Decimal:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def crossed(a: Triple, b: Triple) -> Triple:
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def struck_level(cue: Sequence[Decimal], numbers: Mapping[str, Decimal]) -> tuple[Vector, Triple]:
    """Velocity and spin of a ball after a level cue: speed, azimuth, side, height (note, 3.5; squirt by TP A-31)."""
    speed, azimuth, side, height = cue[:4]
    radius, mass = numbers["radius_m"], numbers["mass_kg"]
    off = side * side + height * height
    start = (1 + numbers["tip_restitution"]) * speed / (1 + mass / numbers["cue_mass_kg"] + Decimal("2.5") * off)
    x, y = cosine_and_sine(azimuth)
    turn = Decimal("2.5") * start / radius
    spin = (-turn * height * y, turn * height * x, -turn * side)
    inward = 1 - side * side
    out = Decimal("2.5") * side * inward.sqrt()
    along = 1 + mass / numbers["cue_end_mass_kg"] + Decimal("2.5") * inward
    length = (out * out + along * along).sqrt()
    c, s = along / length, -out / length
    return (start * (c * x - s * y), start * (s * x + c * y)), spin
