"""A throw from above and from the side: circle, jack and boules, the flight, what touched what, and the head at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from carreau.simulate.picture import (
    BLUE,
    GREEN,
    GROUND,
    INK,
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
from carreau.simulate.table_picture import Met

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SAND, STONE, WOOD = "#f5efe2", "#8d8d8d", "#a97c50"
FILLS = {"A": "#bcd9ee", "B": "#f3c9a8", "jack": "#2aa876"}
EDGES = {"A": BLUE, "B": VERMILION, "jack": GREEN}
HATCH = {"A": "", "B": "////", "jack": ""}
HEAD_M = 0.8  # half of what the enlarged head shows across, at the most
LEAST_HEAD_M = 0.3
MARK = 0.025  # the width of a mark, of that of the picture
UNDER_M = 0.08  # of the ground in the view from the side
SIDEWAYS_M = 0.7  # the least that the view from above shows to each side
WORDS = {
    "top": "from above", "side": "from the side", "head": "the head at the end", "circle": "circle", "jack": "jack",
    "thrown": "path of the boule thrown", "moved": "path of a boule moved", "before": "where it lay before",
    "side_A": "boule of A", "side_B": "boule of B",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrawnBody:
    """A boule or the jack: whose, its name, where it lay [3] (None: in the hand), its path [T, 3], where it rests [3]."""

    name: str
    side: str
    radius_m: float
    start_m: Sequence[float] | None
    path_m: Floats
    rest_m: Sequence[float]


@dataclass(frozen=True, slots=True)
class TerrainScene:
    """All that a picture of a throw shows; metres, x from the circle towards the jack; `thrown`: which body.

    `boards_m`: pairs of ends [2, 2]; `obstacles_m`: x, y, radius; `circle_m`: x, y, radius; `words` replaces `WORDS`.
    """

    title: str
    subtitle: str
    bodies: Sequence[DrawnBody]
    thrown: int
    circle_m: Sequence[float] | None = (0.0, 0.0, 0.25)
    met: Sequence[Met] = ()
    heights_m: Sequence[float] = ()  # of the contacts in `met`, for the view from the side
    boards_m: Sequence[Any] = ()
    obstacles_m: Sequence[Sequence[float]] = ()
    text: Sequence[Line] = ()
    words: dict[str, str] = field(default_factory=dict)


def terrain_picture(scene: TerrainScene) -> "Figure":
    """The picture of a throw, 900 pixels wide: from above, from the side, and the head enlarged.

    Save it with `picture.save`. Raises ModuleNotFoundError without the extra `plot`.
    """
    left, right, low, high = _seen(scene)
    top_m = max(0.5, max(float(b.path_m[:, 2].max()) for b in scene.bodies if len(b.path_m)) + 0.25)
    scale = 8.46 / (right - left)  # inches a metre
    above, beside, below = (high - low) * scale, (top_m + UNDER_M) * scale, 2.75
    total = 0.62 + above + 0.42 + beside + 0.45 + 0.35 + below + 0.1
    picture = figure(total)
    from matplotlib import rc_context

    def strip(bottom: float, height: float, x: float = 0.045, width: float = 0.94) -> "Axes":
        return picture.add_axes((x, bottom / total, width, height / total))

    with rc_context(settings()):
        picture.text(0.03, 1 - 0.21 / total, scene.title, fontsize=13, weight="bold", color=INK, va="center")
        picture.text(0.03, 1 - 0.45 / total, scene.subtitle, fontsize=8.5, color=PALE, va="center")
        map_ = strip(total - 0.62 - above, above)
        flight = strip(0.1 + below + 0.35 + 0.45, beside)
        _from_above(map_, scene, (left, right, low, high))
        _from_the_side(flight, scene, (left, right, top_m))
        _legend(picture, scene, (0.1 + below + 0.2) / total)
        text_below(strip(0.08, below - 0.1, 0.03, 0.6), scene.text, columns=1, rows=14)
        _head(strip(0.1, below - 0.3, 0.68, 0.305), scene)
    return picture


def _words(scene: TerrainScene) -> dict[str, str]:
    return WORDS | scene.words


def _seen(scene: TerrainScene) -> tuple[float, float, float, float]:
    """How much of the terrain the view from above shows: left, right, low, high."""
    places = [np.asarray(b.path_m)[:, :2] for b in scene.bodies if len(b.path_m)]
    places += [np.asarray([b.rest_m[:2]]) for b in scene.bodies]
    places += [np.asarray([b.start_m[:2]]) for b in scene.bodies if b.start_m is not None]
    if scene.circle_m is not None:
        places.append(np.asarray([scene.circle_m[:2]]))
    points = np.concatenate(places)
    (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
    return (
        float(left) - 0.45,
        float(right) + 0.45,
        min(float(low) - 0.3, -SIDEWAYS_M),
        max(float(high) + 0.3, SIDEWAYS_M),
    )


def _from_above(axes: "Axes", scene: TerrainScene, view: tuple[float, float, float, float]) -> None:
    axes.set_facecolor(SAND)
    _ground(axes, scene)
    _paths(axes, scene)
    for body in scene.bodies:
        _body(axes, body)
    for met, before in _crowded(scene.met, view[1] - view[0]):
        mark(axes, met.at_m, met.number, met.colour, shift=(0, (16 if before % 2 == 0 else -16) * (1 + before // 2)))
    axes.set_xlim(view[0], view[1])
    axes.set_ylim(view[2], view[3])
    metres(axes, "", "")
    axes.set_title(f"{_words(scene)['top']} (m)", fontsize=8, color=PALE, loc="right", pad=2)


def _ground(axes: "Axes", scene: TerrainScene) -> None:
    from matplotlib.patches import Circle

    if scene.circle_m is not None:
        x, y, radius = scene.circle_m
        axes.add_patch(Circle((x, y), radius, facecolor="none", edgecolor=INK, linewidth=1.2, zorder=2))
    for board in scene.boards_m:
        ends = np.asarray(board, dtype=np.float64)
        axes.plot(ends[:, 0], ends[:, 1], color=WOOD, linewidth=3, zorder=2)
    for x, y, radius in scene.obstacles_m:
        axes.add_patch(Circle((x, y), radius, facecolor=STONE, edgecolor=INK, linewidth=0.8, zorder=2))


def _paths(axes: "Axes", scene: TerrainScene, *, height: bool = False) -> None:
    for place, body in enumerate(scene.bodies):
        if len(body.path_m) < 2:
            continue
        thrown = place == scene.thrown
        axes.plot(
            body.path_m[:, 0], body.path_m[:, 2 if height else 1], color=EDGES[body.side], zorder=3,
            linewidth=1.6 if thrown else 1.0, linestyle="-" if thrown else (0, (4, 2)),
        )  # fmt: skip


def _body(axes: "Axes", body: DrawnBody, *, height: bool = False) -> None:
    from matplotlib.patches import Circle

    up = 2 if height else 1
    edge = EDGES[body.side]
    moved = body.start_m is not None and float(np.hypot(*np.subtract(body.start_m[:2], body.rest_m[:2]))) > 0.002
    if body.start_m is not None and moved:
        axes.add_patch(
            Circle(
                (body.start_m[0], body.start_m[up]), body.radius_m, facecolor="none", edgecolor=edge, linewidth=0.9,
                linestyle=(0, (2, 1.5)), zorder=4,
            )
        )  # fmt: skip
    axes.add_patch(
        Circle(
            (body.rest_m[0], body.rest_m[up]), body.radius_m, facecolor=FILLS[body.side], edgecolor=edge,
            hatch=HATCH[body.side], linewidth=1.2, zorder=6 if body.side == "jack" else 5,
        )
    )  # fmt: skip


def _from_the_side(axes: "Axes", scene: TerrainScene, view: tuple[float, float, float]) -> None:
    axes.axhspan(-0.2, 0, facecolor=SAND, zorder=0)
    axes.axhline(0, color=PALE, linewidth=0.9, zorder=1)
    _paths(axes, scene, height=True)
    for body in scene.bodies:
        _body(axes, body, height=True)
    heights = dict(zip((met.number for met in scene.met), scene.heights_m, strict=False))
    for met, before in _crowded(scene.met, view[1] - view[0]):
        if met.number in heights:
            mark(axes, (met.at_m[0], heights[met.number]), met.number, met.colour, shift=(14 * before, 16 + 8 * before))
    axes.set_xlim(view[0], view[1])
    axes.set_ylim(-UNDER_M, view[2])
    metres(axes, "", "")
    axes.set_title(f"{_words(scene)['side']} (m)", fontsize=8, color=PALE, loc="right", pad=2)


def _crowded(met: Sequence[Met], width_m: float) -> Iterator[tuple[Met, int]]:
    """The contacts, each with how many of those before it lie so near that their marks would cover its own."""
    for place, one in enumerate(met):
        yield one, sum(abs(one.at_m[0] - other.at_m[0]) < MARK * width_m for other in met[:place])


def _head(axes: "Axes", scene: TerrainScene) -> None:
    """What lies around the jack at the end, enlarged, with the names of the boules."""
    from matplotlib.patches import Circle

    jack = next((b for b in scene.bodies if b.side == "jack"), scene.bodies[scene.thrown])
    centre = np.asarray(jack.rest_m[:2], dtype=np.float64)
    gaps = sorted(float(np.hypot(*(np.asarray(b.rest_m[:2]) - centre))) for b in scene.bodies)
    half = min(HEAD_M, max([LEAST_HEAD_M, *[gap + 0.12 for gap in gaps if gap + 0.12 <= HEAD_M]]))
    axes.set_facecolor(SAND)
    _ground(axes, scene)
    _paths(axes, scene)
    for ring in np.arange(0.25, half * 1.6, 0.25):
        axes.add_patch(
            Circle((centre[0], centre[1]), float(ring), facecolor="none", edgecolor="#d9cfb8", linewidth=0.7)
        )
    for body in scene.bodies:
        _body(axes, body)
    wide = half * 1.2
    for body in scene.bodies:
        off = np.abs(np.asarray(body.rest_m[:2]) - centre)
        if off[0] < wide and off[1] < half:
            _name(axes, body, _words(scene).get(body.name, body.name))
    axes.set_xlim(centre[0] - wide, centre[0] + wide)
    axes.set_ylim(centre[1] - half, centre[1] + half)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title(_words(scene)["head"], fontsize=8, color=PALE, pad=3)


def _name(axes: "Axes", body: DrawnBody, name: str) -> None:
    axes.annotate(
        name, (body.rest_m[0], body.rest_m[1] + body.radius_m), xytext=(0, 2), textcoords="offset points",
        ha="center", va="bottom", fontsize=7.5, weight="bold", color=EDGES[body.side], zorder=8,
        bbox={"boxstyle": "round,pad=0.1", "facecolor": GROUND, "edgecolor": "none", "alpha": 0.7},
    )  # fmt: skip


def _legend(picture: "Figure", scene: TerrainScene, height: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    words, sides = _words(scene), {b.side for b in scene.bodies}
    thrown = EDGES[scene.bodies[scene.thrown].side]
    marks: list[Any] = [
        Patch(facecolor=FILLS[side], edgecolor=EDGES[side], hatch=HATCH[side], label=words[key])
        for side, key in (("jack", "jack"), ("A", "side_A"), ("B", "side_B"))
        if side in sides
    ]
    marks.append(Line2D([], [], color=thrown, linewidth=1.6, label=words["thrown"]))
    if any(len(b.path_m) > 1 for place, b in enumerate(scene.bodies) if place != scene.thrown):
        marks.append(Line2D([], [], color=PALE, linewidth=1, linestyle=(0, (4, 2)), label=words["moved"]))
        marks.append(
            Line2D([], [], linestyle="", marker="o", markersize=8, markerfacecolor="none", color=PALE,
                   label=words["before"])
        )  # fmt: skip
    picture.legend(
        handles=marks, loc="center", bbox_to_anchor=(0.5, height), ncols=len(marks), frameon=False, fontsize=8,
        columnspacing=1.5,
    )  # fmt: skip
