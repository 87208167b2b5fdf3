"""A stroke seen from above: the table, the paths of the balls, what they touched in which order, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from carreau.simulate.picture import (
    BLUE,
    GROUND,
    INK,
    ORANGE,
    PALE,
    VERMILION,
    Floats,
    Line,
    figure,
    mark,
    metres,
    settings,
    text_below,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CLOTH, WOOD, EDGE = "#e7f1ec", "#c9b08a", "#6b5a3e"
RAIL_M = 0.125
DIAMONDS_ALONG, DIAMONDS_ACROSS = 8, 4  # the parts into which they divide the sides
PIN_R_M = 0.014  # drawn larger than a pin is, to be seen
FELLED_M = 0.055  # the length of a fallen pin as it is drawn
STYLES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1, 2)))
COLOURS = (BLUE, ORANGE, VERMILION, "#009E73", "#CC79A7", "#56B4E9", INK)
FILLS = ("#ffffff", "#f6d860", "#d8472b", "#5f8f5a", "#8f6fa8", "#7fb2d6", "#555555")
TEXT_ROWS = 14


@dataclass(frozen=True, slots=True)
class DrawnBall:
    """A ball: its name, its path [T, 2], where it came to rest; `rest_m` None: off the table."""

    name: str
    radius_m: float
    path_m: Floats
    rest_m: Sequence[float] | None
    colour: str = INK
    fill: str = GROUND
    style: Any = "-"


@dataclass(frozen=True, slots=True)
class DrawnPin:
    """A pin: its name, its place, how it ended (`standing`, `shifted`, `fallen`) and where."""

    name: str
    spot_m: Sequence[float]
    end_m: Sequence[float]
    state: str = "standing"


@dataclass(frozen=True, slots=True)
class Met:
    """A contact worth a number in the picture: where, which number, the colour of whose it is."""

    at_m: Sequence[float]
    number: int
    colour: str = INK


@dataclass(frozen=True, slots=True)
class TableScene:
    """All that a picture of a stroke shows; lengths in metres in the frame of the table."""

    title: str
    subtitle: str
    length_m: float
    width_m: float
    balls: Sequence[DrawnBall]
    pins: Sequence[DrawnPin] = ()
    met: Sequence[Met] = ()
    cushions_m: Sequence[Sequence[float]] = ()
    lines_m: Sequence[float] = ()
    spots_m: Sequence[Sequence[float]] = ()
    text: Sequence[Line] = ()
    words: dict[str, str] = field(default_factory=dict)


CASTLE_VIEW_M = 0.42  # how much of the table the larger view of the castle shows
HEIGHT_IN = 7.1
WORDS = {
    "castle": "the castle, enlarged",
    "start": "start",
    "rest": "rest",
    "fallen": "fallen pin",
    "shifted": "shifted pin",
    "cushion": "cushion",
}


def table_picture(scene: TableScene) -> "Figure":
    """The picture of a stroke, 900 pixels wide; save it with `picture.save`. Raises ModuleNotFoundError."""
    picture = figure(HEIGHT_IN)
    from matplotlib import rc_context

    with rc_context(settings()):
        table = picture.add_axes((0.05, 0.415, 0.935, 0.505))
        picture.text(0.03, 0.968, scene.title, fontsize=13, weight="bold", color=INK, va="center")
        picture.text(0.03, 0.937, scene.subtitle, fontsize=8.5, color=PALE, va="center")
        _draw_table(table, scene)
        _draw_all(table, scene)
        _draw_marks(table, scene)
        _legend(picture, scene)
        right = 0.70 if scene.pins else 0.97
        text_below(picture.add_axes((0.03, 0.015, right - 0.05, 0.325)), scene.text, columns=1, rows=TEXT_ROWS)
        if scene.pins:
            _castle(picture.add_axes((0.71, 0.02, 0.275, 0.32)), scene)
    return picture


def _draw_all(axes: "Axes", scene: TableScene) -> None:
    _draw_pins(axes, scene.pins)
    for ball in scene.balls:
        _draw_path(axes, ball)
    for ball in scene.balls:
        _draw_ball(axes, ball)


def _castle(axes: "Axes", scene: TableScene) -> None:
    """The pins and what went through them, larger, with their letters."""
    from matplotlib.patches import Rectangle

    centre = np.mean([pin.spot_m for pin in scene.pins], axis=0)
    axes.set_facecolor(CLOTH)
    _draw_all(axes, scene)
    for pin in scene.pins:
        away = np.subtract(pin.spot_m, centre)
        x, y = np.asarray(pin.spot_m) + (away / max(float(np.hypot(*away)), 1e-9)) * 0.03 + (0, 0)
        axes.text(
            x, y, pin.name, ha="center", va="center", fontsize=8, weight="bold", color=INK, zorder=8,
            bbox={"boxstyle": "circle,pad=0.12", "facecolor": GROUND, "edgecolor": "none", "alpha": 0.75},
        )  # fmt: skip
    half = CASTLE_VIEW_M / 2
    axes.set_xlim(centre[0] - half * 1.25, centre[0] + half * 1.25)
    axes.set_ylim(centre[1] - half, centre[1] + half)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title((WORDS | scene.words)["castle"], fontsize=8, color=PALE, pad=3)
    axes.add_patch(
        Rectangle((0, 0), scene.length_m, scene.width_m, facecolor="none", edgecolor=EDGE, linewidth=1.4, zorder=1)
    )


def _draw_table(axes: "Axes", scene: TableScene) -> None:
    from matplotlib.patches import Rectangle

    length, width = scene.length_m, scene.width_m
    axes.add_patch(
        Rectangle((-RAIL_M, -RAIL_M), length + 2 * RAIL_M, width + 2 * RAIL_M, facecolor=WOOD, edgecolor=EDGE, zorder=0)
    )
    axes.add_patch(Rectangle((0, 0), length, width, facecolor=CLOTH, edgecolor=EDGE, linewidth=1.4, zorder=1))
    for x, y in diamonds(length, width):
        axes.plot(x, y, marker="D", markersize=3, color=GROUND, markeredgecolor=EDGE, markeredgewidth=0.4, zorder=2)
    for x in scene.lines_m:
        axes.plot((x, x), (0, width), color=PALE, linewidth=0.7, zorder=2)
    for spot in scene.spots_m:
        axes.plot(spot[0], spot[1], marker="+", markersize=5, color=PALE, markeredgewidth=0.8, zorder=2)
    axes.set_xlim(-RAIL_M - 0.01, length + RAIL_M + 0.01)
    axes.set_ylim(-RAIL_M - 0.01, width + RAIL_M + 0.01)
    metres(axes, "", "")
    axes.set_xticks(np.arange(0, length + 1e-9, 0.5))
    axes.set_yticks(np.arange(0, width + 1e-9, 0.5))
    for side in axes.spines.values():
        side.set_visible(False)


def diamonds(length_m: float, width_m: float) -> list[tuple[float, float]]:
    """The places of the diamonds: each an eighth of the length apart, on all four rails."""
    off = RAIL_M / 2
    long = [length_m * n / DIAMONDS_ALONG for n in range(DIAMONDS_ALONG + 1)]
    short = [width_m * n / DIAMONDS_ACROSS for n in range(DIAMONDS_ACROSS + 1)]
    return [(x, y) for x in long for y in (-off, width_m + off)] + [
        (x, y) for y in short for x in (-off, length_m + off)
    ]


def _draw_pins(axes: "Axes", pins: Sequence[DrawnPin]) -> None:
    from matplotlib.patches import Circle

    for pin in pins:
        x, y = pin.spot_m[0], pin.spot_m[1]
        if pin.state == "standing":
            axes.add_patch(Circle((x, y), PIN_R_M, facecolor="#fff5d6", edgecolor=INK, linewidth=0.8, zorder=4))
            continue
        axes.add_patch(Circle((x, y), PIN_R_M, facecolor="none", edgecolor=PALE, linewidth=0.6, zorder=3))
        end = (pin.end_m[0], pin.end_m[1])
        if pin.state == "shifted":
            axes.add_patch(Circle(end, PIN_R_M, facecolor=ORANGE, edgecolor=INK, linewidth=0.8, zorder=4))
        else:
            _fallen_pin(axes, (x, y), end)


def _fallen_pin(axes: "Axes", spot: tuple[float, float], end: tuple[float, float]) -> None:
    """A fallen pin lies with its head away from where it stood."""
    way = np.subtract(end, spot)
    far = float(np.hypot(*way))
    unit = way / far if far > 1e-9 else np.array([0.0, 1.0])
    foot, head = np.asarray(end) - unit * FELLED_M / 2, np.asarray(end) + unit * FELLED_M / 2
    axes.plot(
        (foot[0], head[0]), (foot[1], head[1]), color=INK, linewidth=4.4, solid_capstyle="round", zorder=4,
    )  # fmt: skip
    axes.plot(
        (foot[0], head[0]), (foot[1], head[1]), color="#fff5d6", linewidth=2.8, solid_capstyle="round", zorder=4,
    )  # fmt: skip


def _draw_path(axes: "Axes", ball: DrawnBall) -> None:
    axes.plot(ball.path_m[:, 0], ball.path_m[:, 1], color=ball.colour, linewidth=1.5, linestyle=ball.style, zorder=5)


def _draw_ball(axes: "Axes", ball: DrawnBall) -> None:
    from matplotlib.patches import Circle

    start = ball.path_m[0]
    axes.add_patch(
        Circle(
            (start[0], start[1]), ball.radius_m, facecolor=ball.fill, alpha=0.55, edgecolor=ball.colour, linewidth=1,
            linestyle=(0, (2, 1.5)), zorder=6,
        )
    )  # fmt: skip
    if ball.rest_m is not None:
        rest = (ball.rest_m[0], ball.rest_m[1])
        axes.add_patch(Circle(rest, ball.radius_m, facecolor=ball.fill, edgecolor=ball.colour, linewidth=1.8, zorder=7))


def _draw_marks(axes: "Axes", scene: TableScene) -> None:
    for x, y in scene.cushions_m:
        axes.plot(x, y, marker="x", markersize=4, color=INK, markeredgewidth=0.9, zorder=6)
    near: list[Sequence[float]] = []
    for met in scene.met:
        crowd = sum(float(np.hypot(met.at_m[0] - p[0], met.at_m[1] - p[1])) < 0.12 for p in near)
        near.append(met.at_m)
        turn = 2 * np.pi * (0.125 + 0.17 * crowd)
        out = 17 + 3 * (crowd // 5)
        mark(axes, met.at_m, met.number, met.colour, shift=(out * float(np.cos(turn)), out * float(np.sin(turn))))


def _legend(picture: "Figure", scene: TableScene) -> None:
    from matplotlib.lines import Line2D

    words = WORDS | scene.words
    marks: list[Line2D] = [
        Line2D(
            [], [], color=b.colour, linestyle=b.style, marker="o", markersize=7, markerfacecolor=b.fill, label=b.name,
        )
        for b in scene.balls
    ]  # fmt: skip
    marks.append(
        Line2D([], [], linestyle="", marker="o", markersize=7, markerfacecolor=GROUND, markeredgecolor=PALE,
               alpha=0.6, label=words["start"])
    )  # fmt: skip
    if scene.cushions_m:
        marks.append(Line2D([], [], linestyle="", marker="x", markersize=5, color=INK, label=words["cushion"]))
    states = {pin.state for pin in scene.pins}
    if "fallen" in states:
        marks.append(Line2D([], [], color=INK, linewidth=4, solid_capstyle="round", label=words["fallen"]))
    if "shifted" in states:
        marks.append(
            Line2D([], [], linestyle="", marker="o", markerfacecolor=ORANGE, color=INK, label=words["shifted"])
        )
    picture.legend(
        handles=marks, loc="center", bbox_to_anchor=(0.5, 0.375), ncols=len(marks), frameon=False, fontsize=8,
        handlelength=2.4, columnspacing=1.5,
    )  # fmt: skip
