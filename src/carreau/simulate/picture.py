"""What all pictures share: their size, colours that everybody can tell apart, and files that are the same every time.

Matplotlib (the extra `plot`) is loaded when a picture is made, and without its global state: pictures can be made in
threads, and no window is opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
Events = NDArray[Any]  # the structured contacts of the physics
Format = Literal["svg", "png"]

WIDTH_IN, DPI = 9.0, 100  # 900 pixels wide
INK, PALE, GROUND, GRID = "#222222", "#777777", "#ffffff", "#cccccc"
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"
SALT = "carreau"  # the ids in an SVG follow from it, so that the same picture is the same file


class NoSuchFormat(ValueError):
    """A picture is an SVG or a PNG file, by the ending of its name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text below a picture; `number` stands before it in a mark like that in the picture."""

    text: str
    number: int | None = None
    colour: str = INK


def format_of(path: str | Path) -> Format:
    """The format of a picture by the ending of its name. Raises NoSuchFormat."""
    match Path(path).suffix.lower():
        case ".svg":
            return "svg"
        case ".png":
            return "png"
        case other:
            raise NoSuchFormat(other or str(path))


def settings() -> Any:  # Matplotlib's names of its settings are a type of a thousand words
    """The settings under which pictures are drawn and saved."""
    return {
        "svg.hashsalt": SALT,
        "svg.fonttype": "path",
        "font.family": "DejaVu Sans",
        "font.size": 9.0,
        "axes.edgecolor": PALE,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
    }


def figure(height_in: float) -> "Figure":
    """An empty picture, 900 pixels wide. Raises ModuleNotFoundError without the extra `plot`."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH_IN, height_in), dpi=DPI, facecolor=GROUND)


def save(picture: "Figure", path: str | Path, *, title: str) -> None:
    """Write a picture as SVG or PNG, by the ending of the name; the same picture gives the same bytes."""
    from matplotlib import rc_context

    kind = format_of(path)
    metadata: dict[str, Any] = (
        {"Title": title, "Date": None, "Creator": "Carreau"} if kind == "svg" else {"Title": title, "Software": None}
    )
    with rc_context(settings()):
        picture.savefig(path, format=kind, metadata=metadata, dpi=DPI)


def mark(axes: "Axes", at: Sequence[float], number: int, colour: str, *, shift: tuple[float, float] = (0, 0)) -> None:
    """A number in a small disc at a place, moved by some points so that it hides nothing."""
    axes.annotate(
        str(number),
        (at[0], at[1]),
        xytext=shift,
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=7,
        color=GROUND,
        weight="bold",
        zorder=9,
        bbox={"boxstyle": "circle,pad=0.22", "facecolor": colour, "edgecolor": GROUND, "linewidth": 0.8},
        arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "shrinkB": 0} if any(shift) else None,
    )


def text_below(axes: "Axes", lines: Sequence[Line], *, columns: int = 2, rows: int = 12) -> None:
    """Lines of text in columns, numbered ones with their marks; what does not fit is left out and said."""
    axes.set_axis_off()
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    room = columns * rows
    shown = list(lines) if len(lines) <= room else [*lines[: room - 1], Line(f"… {len(lines) - room + 1}")]
    for place, line in enumerate(shown):
        x, y = place // rows, place % rows + 0.5
        if line.number is not None:
            mark(axes, (x + 0.03, y), line.number, line.colour)
        axes.text(x + (0.07 if line.number is not None else 0.01), y, line.text, va="center", color=INK, fontsize=8)


def metres(axes: "Axes", x: str, y: str) -> None:
    """Axes in metres with equal proportions and a quiet frame."""
    axes.set_aspect("equal")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.tick_params(labelsize=8, length=3)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
