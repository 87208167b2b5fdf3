"""A ball meets a cushion at its nose: three models, chosen by the constants.

stronge: a compliant cushion (Stronge, Impact Mechanics, 2000, chapter 5; "Planar impact of rough compliant bodies", 1994):
normal and tangential springs with the frequency ratio omega, slip, stick and slip again, so that slip can turn round.
impulse: Jn = (1 + e) m vn, |Jt| = min(mu Jn, 2/7 m |u|). mirror: the normal speed comes back times e, nothing else changes.

The nose stands `NOSE` high; the line from it to the centre is tilted by th, sin th = (h - R)/R, and pushes the ball down,
which the slate takes up. Times inside the impact are in units of the normal period, speeds in units of the approach.
"""

import math

from carreau.physics.compiled import inner
from carreau.physics.table.columns import (
    AIR,
    AT_RADIUS,
    E_CUSHION,
    E_SLOPE,
    GRAVITY,
    IMPULSE,
    LENGTH,
    LIFTS,
    MIRROR,
    MODEL,
    MU_CUSHION,
    NOSE,
    OMEGA,
    PHASE,
    SLOW,
    VX,
    VY,
    VZ,
    WIDTH,
    WX,
    WY,
    WZ,
    Array,
    R,
    X,
    Y,
    Z,
)

BETA = 3.5  # tangential over normal compliance of a solid sphere
QUARTER = 0.5 * math.pi  # compression lasts a quarter of the normal period
LEAST_E = 0.3
HOP = 10.0  # times the speed that counts as none
ROOT_STEPS = 60
ROOT_CLOSE = 1e-15


@inner
def nose_gap(radius: float, parameters: Array) -> float:
    """Level distance from the nose line at which a ball on the cloth touches it, m."""
    rise = parameters[NOSE] - radius
    if parameters[AT_RADIUS] != 0.0:
        return radius
    return math.sqrt(max(0.0, radius * radius - rise * rise))


@inner
def inward(cushion: int) -> tuple[float, float]:
    """The level direction from a cushion onto the table."""
    if cushion == 0:
        return 1.0, 0.0
    if cushion == 1:
        return -1.0, 0.0
    if cushion == 2:
        return 0.0, 1.0
    return 0.0, -1.0


@inner
def depth(balls: Array, i: int, cushion: int, parameters: Array) -> float:
    """Level distance from the ball's centre to a nose line, m."""
    if cushion == 0:
        return float(balls[i, X])
    if cushion == 1:
        return float(parameters[LENGTH] - balls[i, X])
    if cushion == 2:
        return float(balls[i, Y])
    return float(parameters[WIDTH] - balls[i, Y])


@inner
def normal_of(balls: Array, i: int, cushion: int, parameters: Array) -> tuple[float, float, float]:
    """The unit vector from the nose to the ball's centre."""
    nx, ny = inward(cushion)
    radius = balls[i, R]
    if balls[i, PHASE] == AIR:
        level = depth(balls, i, cushion, parameters)
        rise = balls[i, Z] - parameters[NOSE]
    else:
        rise = radius - parameters[NOSE]
        level = nose_gap(radius, parameters)
    length = math.sqrt(level * level + rise * rise)
    return nx * level / length, ny * level / length, rise / length


@inner
def cushion_approach(balls: Array, i: int, cushion: int, parameters: Array) -> float:
    """Speed into the cushion along the line from the nose to the centre."""
    nx, ny, nz = normal_of(balls, i, cushion, parameters)
    return float(-(balls[i, VX] * nx + balls[i, VY] * ny + balls[i, VZ] * nz))


@inner
def rolls_over(balls: Array, i: int, speed: float, parameters: Array) -> bool:
    """Does a flying ball come to a nose so slowly that it rolls over it?"""
    hop = HOP * SLOW * math.sqrt(parameters[GRAVITY] * balls[i, R])
    return bool(balls[i, PHASE] == AIR and speed < hop)


@inner
def bounce(balls: Array, i: int, cushion: int, parameters: Array) -> None:
    """One impact of a ball at its present place on a cushion."""
    nx, ny, nz = normal_of(balls, i, cushion, parameters)
    speed = -(balls[i, VX] * nx + balls[i, VY] * ny + balls[i, VZ] * nz)
    slow = SLOW * math.sqrt(parameters[GRAVITY] * balls[i, R])
    if rolls_over(balls, i, speed, parameters):
        hop_off(balls, i, nx, ny, nz, speed, HOP * slow)
        return
    if speed <= 0.0:
        return
    e = max(LEAST_E, parameters[E_CUSHION] - parameters[E_SLOPE] * speed)
    model = parameters[MODEL]
    if model == MIRROR and balls[i, PHASE] != AIR:
        level = math.sqrt(nx * nx + ny * ny)
        nx, ny, nz = nx / level, ny / level, 0.0
        speed = -(balls[i, VX] * nx + balls[i, VY] * ny)
    elif model != MIRROR and speed >= slow:
        drag(balls, i, nx, ny, nz, speed, e, parameters)
    change = (1.0 + e) * speed
    balls[i, VX] += change * nx
    balls[i, VY] += change * ny
    lift(balls, i, change * nz, parameters)


@inner
def hop_off(balls: Array, i: int, nx: float, ny: float, nz: float, speed: float, hop: float) -> None:
    """A ball that rolls over a nose would bounce for ever less: it leaves with a small hop, its speed as a whole kept."""
    tx = balls[i, VX] + speed * nx
    ty = balls[i, VY] + speed * ny
    tz = balls[i, VZ] + speed * nz
    along2 = tx * tx + ty * ty + tz * tz
    whole2 = along2 + speed * speed
    if along2 == 0.0:
        hop = abs(speed)
    elif hop * hop > 0.5 * whole2:
        hop = math.sqrt(0.5 * whole2)
    keep = math.sqrt((whole2 - hop * hop) / along2) if along2 > 0.0 else 0.0
    balls[i, VX] = keep * tx + hop * nx
    balls[i, VY] = keep * ty + hop * ny
    balls[i, VZ] = keep * tz + hop * nz


@inner
def lift(balls: Array, i: int, change: float, parameters: Array) -> None:
    """The vertical part of an impulse: taken up by the slate unless the ball flies, or may fly."""
    if balls[i, PHASE] == AIR or parameters[LIFTS] != 0.0:
        balls[i, VZ] += change


@inner
def drag(balls: Array, i: int, nx: float, ny: float, nz: float, speed: float, e: float, parameters: Array) -> None:
    """The tangential impulse of one impact."""
    radius = balls[i, R]
    wx, wy, wz = balls[i, WX], balls[i, WY], balls[i, WZ]
    ux = balls[i, VX] + speed * nx - radius * (wy * nz - wz * ny)
    uy = balls[i, VY] + speed * ny - radius * (wz * nx - wx * nz)
    uz = balls[i, VZ] + speed * nz - radius * (wx * ny - wy * nx)
    slip = math.sqrt(ux * ux + uy * uy + uz * uz)
    if slip == 0.0:
        return
    mu = parameters[MU_CUSHION]
    if parameters[MODEL] == IMPULSE:
        change = -min(mu * (1.0 + e) * speed, slip / BETA)
    else:
        change = (slip_after(slip / speed, mu, e, parameters[OMEGA]) * speed - slip) / BETA
    tx, ty, tz = change * ux / slip, change * uy / slip, change * uz / slip
    balls[i, VX] += tx
    balls[i, VY] += ty
    lift(balls, i, tz, parameters)
    turn = 2.5 / radius
    balls[i, WX] -= turn * (ny * tz - nz * ty)
    balls[i, WY] -= turn * (nz * tx - nx * tz)
    balls[i, WZ] -= turn * (nx * ty - ny * tx)


@inner
def slip_after(slip: float, mu: float, e: float, omega: float) -> float:
    """Slip after the impact of a compliant cushion, both in units of the approach speed; negative when it has turned round.

    Stronge 2000, 5.2: slip from start to end above mu ((1 + e) beta - eta^2 / e), or mu beta if that is more;
    stick from the start below mu eta^2; between them slip, stick and slip, with eta^2 = beta / omega^2.
    """
    eta2 = BETA / (omega * omega)
    if slip >= mu * max(BETA, (1.0 + e) * BETA - eta2 / e):  # below e = 1/omega no stick begins in restitution
        return slip - mu * BETA * (1.0 + e)
    start = 0.0
    stretch = 0.0
    speed = slip
    if slip > mu * eta2:
        lead = slip / mu - BETA
        if lead <= 0.0:
            start = math.acos(lead / (eta2 - BETA))
            stretch = mu * eta2 * math.sin(start)
            speed = mu * eta2 * math.cos(start)
        else:
            angle = math.acos(max(-1.0, lead / (eta2 / e - e * BETA)))
            start = e * (angle - QUARTER) + QUARTER
            stretch = mu * eta2 * math.sin(angle)
            speed = mu * eta2 / e * math.cos(angle)
    return release(start, stretch, speed, mu * eta2, mu * BETA * e, e, omega)


@inner
def release(start: float, stretch: float, speed: float, hold: float, rest: float, e: float, omega: float) -> float:
    """The contact sticks from `start` on with this stretch and rate of the tangential spring, until it lets go.

    It lets go, during restitution, when the spring pulls more than friction can hold: |stretch| > hold sin(angle).
    """
    low = max(start, QUARTER)
    high = QUARTER * (1.0 + e)
    phase = 0.5 * (low + high)
    for _ in range(ROOT_STEPS):
        swing = omega * (phase - start)
        c = math.cos(swing)
        s = math.sin(swing)
        held = stretch * c + speed / omega * s
        moving = speed * c - omega * stretch * s
        angle = QUARTER + (phase - QUARTER) / e
        over = abs(held) - hold * math.sin(angle)
        if over > 0.0:
            high = phase
        else:
            low = phase
        slope = (moving if held > 0.0 else -moving) - hold * math.cos(angle) / e
        following = phase - over / slope if slope > 0.0 else high
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - phase) <= ROOT_CLOSE * high or high - low <= ROOT_CLOSE * high:
            break
        phase = following
    pull = rest * (1.0 + math.cos(QUARTER + (phase - QUARTER) / e))
    return moving - pull if held > 0.0 else moving + pull
