"""The throw that would do it without error: land on a spot, stop at a spot, hit a boule."""

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from carreau.physics.terrain.bodies import Body, Boule
from carreau.physics.terrain.columns import Floats
from carreau.physics.terrain.surfaces import G_M_S2, Surface, surface_of
from carreau.physics.terrain.throwing import Throw, simulate_throws
from carreau.physics.wrong import Unphysical

TURN = 2.0 * math.pi
GRID = 33
ROUNDS = 4
NEAREST_M, FURTHEST_M = 0.5, 25.0
AIMS = ("stop", "land", "hit")


@dataclass(frozen=True, slots=True)
class Style:
    """A way to throw: elevation (rad), height of the release (m), backspin (rad/s), what is aimed at, and how.

    aim: `stop` (the boule comes to rest there), `hit` (the boule there is struck in the air, or the ground up to `short_m`
    before it) or `land` (first contact with the ground at `land_share` of the way, and on along the ground).
    """

    elevation_rad: float
    height_m: float
    backspin_rad_s: float
    aim: str
    short_m: float = 0.0
    land_share: float = 1.0


STYLES: dict[str, Style] = {
    "roulette": Style(math.radians(5.0), 0.5, 0.0, "stop"),
    "half_lob": Style(math.radians(35.0), 0.8, 1.0 * TURN, "stop"),
    "lob": Style(math.radians(60.0), 1.0, 3.0 * TURN, "stop"),
    "shot": Style(math.radians(30.0), 0.9, 3.0 * TURN, "hit", short_m=0.06),
    "raspaille": Style(math.radians(5.0), 0.5, 0.0, "land", land_share=0.4),
}


def aim(
    style: str | Style,
    range_m: float,
    *,
    surface: Surface | str = "fine_gravel",
    thrown_body: Body | None = None,
    slope: tuple[float, float] = (0.0, 0.0),
    height_m: float | None = None,
    elevation_rad: float | None = None,
    backspin_rad_s: float | None = None,
    short_m: float | None = None,
) -> Throw:
    """The throw along x, released above the origin, that reaches `range_m` (m) without error on the ground made even.

    For `stop` the boule stops there; for `hit` it would come down `short_m` before it; for `land` see `Style`. The other
    arguments replace what the style has. Unphysical if no speed does it.
    """
    if isinstance(style, str):
        if style not in STYLES:
            raise Unphysical(f"style is {style!r}: there are {', '.join(STYLES)}")
        style = STYLES[style]
    style = dataclasses.replace(
        style,
        height_m=style.height_m if height_m is None else height_m,
        elevation_rad=style.elevation_rad if elevation_rad is None else elevation_rad,
        backspin_rad_s=style.backspin_rad_s if backspin_rad_s is None else backspin_rad_s,
        short_m=style.short_m if short_m is None else short_m,
    )
    if style.aim not in AIMS:
        raise Unphysical(f"the aim of a style is {style.aim!r}: there are {', '.join(AIMS)}")
    if not NEAREST_M <= range_m <= FURTHEST_M:
        raise Unphysical(f"range_m is {range_m}: possible are {NEAREST_M} to {FURTHEST_M:g}")
    body = Boule() if thrown_body is None else thrown_body
    ground = surface_of(surface).even()
    goal = {"stop": range_m, "hit": range_m - style.short_m, "land": range_m * style.land_share}[style.aim]
    low, high = 0.3, landing_speed(style, max(range_m, goal) * 1.1 + 0.5) * 1.1
    for _ in range(ROUNDS):
        speeds = np.linspace(low, high, GRID)
        reached = reach(style, speeds, ground, body, slope)
        short = reached < goal
        if short.all() or not short.any():
            raise Unphysical(
                f"no speed from {low:.3g} to {high:.3g} m/s reaches {goal:.3g} m: "
                f"these reach {reached.min():.3g} to {reached.max():.3g} m"
            )
        first = int(np.flatnonzero(short[:-1] & ~short[1:])[0]) if (short[:-1] & ~short[1:]).any() else 0
        low, high = float(speeds[first]), float(speeds[first + 1])
    return meant(style, 0.5 * (low + high))


def meant(style: Style, speed: float) -> Throw:
    """The throw of a style at a speed."""
    return Throw(
        float(speed), style.elevation_rad, backspin_rad_s=style.backspin_rad_s, from_m=(0.0, 0.0, style.height_m)
    )


def landing_speed(style: Style, range_m: float) -> float:
    """The speed that lands at a range without drag: v² = g D² / (2 cos²(theta) (h + D tan(theta)))."""
    drop = style.height_m + range_m * math.tan(style.elevation_rad)
    if drop <= 0.0:
        raise Unphysical(f"a throw at {math.degrees(style.elevation_rad):.1f} degrees does not come {range_m:g} m far")
    return math.sqrt(G_M_S2 * range_m**2 / (2.0 * math.cos(style.elevation_rad) ** 2 * drop))


def reach(style: Style, speeds: Floats, ground: Surface, body: Body, slope: tuple[float, float]) -> Floats:
    """How far along x the throws at these speeds come: where they stop, or where they land."""
    rows = np.array([meant(style, float(speed)).row() for speed in speeds])
    thrown = simulate_throws([], np.zeros((0, 3)), rows, body, surface=ground, slope=slope, cores=1)
    return thrown.rest_m[:, -1, 0] if style.aim == "stop" else thrown.landing_m[:, 0]
