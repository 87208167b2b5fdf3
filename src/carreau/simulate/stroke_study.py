"""A stroke of five pins scanned over angle and speed: what it brings in each cell, under the errors of a player."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from carreau.billiards import five_facts as f
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.core.facts import Side
from carreau.physics.wrong import Unphysical
from carreau.simulate.cueing import Cueist
from carreau.simulate.five_cloth import KINDS, by_letter
from carreau.simulate.five_layout import Layout, indices
from carreau.simulate.five_stroke import constants_of
from carreau.simulate.five_worth import Values, seen, worth
from carreau.simulate.picture import INK, PALE, Floats, figure, settings
from carreau.simulate.results import made
from carreau.simulate.strokes import Room, many

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_STROKES = 20_000_000
AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Scan:
    """What is scanned: cue speeds (m/s) and angles (degrees), the tip (radii) and the butt (degrees), and how often each.

    `cueist`: whose errors the strokes have; without errors once is enough.
    """

    speeds_m_s: tuple[float, ...]
    angles_deg: tuple[float, ...]
    cueist: Cueist
    side: float = 0.0
    height: float = 0.0
    elevation_deg: float = 0.0
    repeat: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.strokes <= MOST_STROKES:
            raise Unphysical(f"{self.strokes} strokes: possible are 1 to {MOST_STROKES}")

    @property
    def cells(self) -> int:
        """How many pairs of speed and angle."""
        return len(self.speeds_m_s) * len(self.angles_deg)

    @property
    def strokes(self) -> int:
        """How many strokes in all."""
        return self.cells * self.repeat

    def cues(self) -> Floats:
        """The stroke of each cell [cells, 5], speed by speed."""
        speeds, angles = np.meshgrid(self.speeds_m_s, np.radians(self.angles_deg), indexing="ij")
        rest = np.broadcast_to([self.side, self.height, np.radians(self.elevation_deg)], (self.cells, 3))
        cues: Floats = np.concatenate([speeds.reshape(-1, 1), angles.reshape(-1, 1), rest], axis=1)
        return cues


def scanned(
    scan: Scan, layout: Layout, room: Room, *, side: Side = "A", seed: int = 1,
    told: Callable[[int], None] = lambda done: None,
) -> dict[str, Floats]:  # fmt: skip
    """The columns of the study, one row a cell: means over its strokes. One seed gives one result.

    `points`: to the player less to the opponent; `made`, `given`: the two by themselves; `pins`: how many fall;
    `cannon`, `casin`, `foul`: shares of the strokes; `most`: the best of them. Raises Unphysical.
    """
    chance = np.random.default_rng(seed)
    cues = np.repeat(scan.cues(), scan.repeat, axis=0)
    done = scan.cueist.executed(cues, chance) if scan.cueist.repeated > 1 else cues
    parts = []
    for first in range(0, len(done), AT_ONCE):
        part = done[first : first + AT_ONCE]
        parts.append(_worth(part, layout, room, side, seed + first))
        told(len(part))
    each = {name: np.concatenate([part[name] for part in parts]).reshape(scan.cells, -1) for name in parts[0]}
    means = {name: values.mean(axis=1) for name, values in each.items()}
    plain = scan.cues()
    return {
        "speed_m_s": plain[:, 0], "angle_deg": np.degrees(plain[:, 1]), **means, "most": each["points"].max(axis=1),
    }  # fmt: skip


def _worth(cues: Floats, layout: Layout, room: Room, side: Side, seed: int) -> dict[str, Floats]:
    balls = indices(side)
    strokes = many(room, layout.places_m, balls[0], cues, pins_m=layout.pins_m, seed=seed)
    pins = np.array([f.PINS.index(pin) for pin in layout.letters], dtype=np.int64)
    told = seen(*by_letter(strokes, pins), balls, KINDS)
    own, given = worth(told, Values.of(UMB_5PIN_1997))
    columns: dict[str, Any] = {
        "points": own - given, "made": own, "given": given, "pins": told.felled.sum(axis=1),
        "cannon": told.red_by == 1, "casin": told.red_by == 2, "foul": told.foul,
    }  # fmt: skip
    return {name: np.asarray(column, dtype=np.float64) for name, column in columns.items()}


def made_by(scan: Scan, layout: Layout, room: Room, seed: int) -> dict[str, Any]:
    """What made the results: program, digest of the physics, constants, the scan, where everything lay, the seed."""
    lay: dict[str, Any] = {f"pin {pin}": at for pin, at in layout.pins.items()}
    lay |= dict(layout.balls.items())
    return made("table", constants_of(room), scan=asdict(scan), lay=lay, seed=seed)


def best(columns: dict[str, Floats], number: int) -> list[int]:
    """The rows of the cells that bring the most, the best first."""
    return [int(row) for row in np.argsort(-columns["points"], kind="stable")[:number]]


def study_picture(columns: dict[str, Floats], title: str, subtitle: str, words: dict[str, str]) -> "Figure":
    """The points over angle and speed as a map: orange to the opponent, purple to the player; 900 pixels wide.

    `words`: `angle`, `speed`, `points`. Raises ModuleNotFoundError without the extra `plot`.
    """
    picture = figure(5.4)
    from matplotlib import rc_context
    from matplotlib.colors import TwoSlopeNorm

    speeds, angles = np.unique(columns["speed_m_s"]), np.unique(columns["angle_deg"])
    points = columns["points"].reshape(len(speeds), len(angles))
    with rc_context(settings()):
        picture.text(0.03, 0.955, title, fontsize=13, weight="bold", color=INK, va="center")
        picture.text(0.03, 0.905, subtitle, fontsize=8.5, color=PALE, va="center")
        axes = picture.add_axes((0.075, 0.115, 0.80, 0.74))
        norm = TwoSlopeNorm(0.0, min(-1.0, float(points.min())), max(1.0, float(points.max())))
        shown = axes.pcolormesh(angles, speeds, points, cmap="PuOr", norm=norm, shading="nearest", rasterized=True)
        axes.set_xlabel(words["angle"])
        axes.set_ylabel(words["speed"])
        bar = picture.colorbar(shown, cax=picture.add_axes((0.895, 0.115, 0.022, 0.74)))
        bar.set_label(words["points"])
    return picture
