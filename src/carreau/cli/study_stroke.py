"""`carreau simulate study stroke`: a stroke of five pins scanned over angle and speed."""

from typing import TYPE_CHECKING, Annotated

import cyclopts

from carreau.cli.flags import Lang, note
from carreau.cli.progress import bar
from carreau.cli.screen import console, language, stop
from carreau.cli.simulate import Seed, announce, simulating
from carreau.cli.simulate_table import ConstantsName, Place, Png, Svg, TableName, layout_of, pictures, room_of
from carreau.gamefile import told

if TYPE_CHECKING:
    from carreau.simulate.picture import Floats

SHOWN = ("speed_m_s", "angle_deg", "points", "made", "given", "pins", "cannon", "casin", "foul", "most")
SHARES = ("cannon", "casin", "foul")
BEST = 10


MOST_OF_A_RANGE = 10_000


def stroke(
    *,
    speed: Annotated[str, note("Cue speeds in m/s, from:to:number.")] = "1:6:26",
    angle: Annotated[str, note("Degrees from the way to the top cushion, to the left, from:to:number.")] = "-20:10:61",
    side: Annotated[float, note("Where the tip meets the ball: to the left of its middle, in radii.")] = 0.0,
    height: Annotated[float, note("The same above its middle.")] = 0.0,
    elevation: Annotated[float, note("Degrees by which the butt is raised.")] = 0.0,
    cue_ball: Place = None,
    object_ball: Place = None,
    red: Place = None,
    level: Annotated[str, note("Whose errors the strokes have: perfect, champion, club, beginner.")] = "perfect",
    repeat: Annotated[int, note("How many strokes in each cell.")] = 1,
    table: TableName = "umb",
    constants: ConstantsName = "carom",
    seed: Seed = 1,
    output: Annotated[
        str | None,
        cyclopts.Parameter(name=["--output", "-o"], help="Results as .parquet or .csv, with what made them."),
    ] = None,
    svg: Svg = None,
    png: Png = None,
    lang: Lang = None,
) -> int:
    """Play a stroke at every angle and speed, and see where points are: a table of the best, a file, a map.

    For example:

    ```
    carreau simulate study stroke --angle -12:0:121 --speed 1:6:51 --png map.png
    carreau simulate study stroke --cue-ball 500,300 --object-ball 1900,800 --level club --repeat 50 -o scan.parquet
    ```
    """
    tongue = language(lang)
    pictures(svg, png, tongue)
    speeds, angles = _range(speed, "--speed", "1:6:26", tongue), _range(angle, "--angle", "-20:10:61", tongue)
    with simulating(tongue):
        from carreau.cli.simulate_study import results_ending
        from carreau.simulate import results
        from carreau.simulate.cueing import LEVELS
        from carreau.simulate.games import offered
        from carreau.simulate.stroke_study import Scan, made_by, scanned

        if output is not None:
            results_ending(output, tongue)
        cueist = LEVELS[offered("level", level, LEVELS)]
        scan = Scan(speeds, angles, cueist, side, height, elevation, repeat)
        room = room_of(table, constants, tongue)
        layout = layout_of(room, cue_ball, object_ball, red, tongue)
        announce("table", tongue)
        with bar(told("screen.playing", tongue, {}), scan.strokes) as step:
            columns = scanned(scan, layout, room, seed=seed, told=step)
        try:
            if output is not None:
                results.write(output, columns, made_by(scan, layout, room, seed))
            for path in (svg, png):
                if path is not None:
                    _map(columns, path, f"{table}, {constants}, {level}", scan.strokes, tongue)
        except OSError as no:
            raise stop("screen.no_writing", tongue, file=no.filename, detail=no.strerror or str(no)) from no
    _table(columns, tongue)
    return 0


def _range(said: str, name: str, example: str, lang: str) -> tuple[float, ...]:
    """Numbers `from:to:number`. Raises Stop."""
    try:
        first, last, number = said.split(":")
        low, high, count = float(first), float(last), int(number)
        if not 1 <= count <= MOST_OF_A_RANGE or low != low or high != high:
            raise ValueError(said)
        return tuple(low + (high - low) * n / max(count - 1, 1) for n in range(count))
    except (ValueError, OverflowError) as no:
        raise stop("screen.no_range", lang, text=said, name=name, example=example) from no


def _map(columns: "dict[str, Floats]", path: str, made: str, strokes: int, lang: str) -> None:
    from carreau.simulate.picture import save
    from carreau.simulate.stroke_study import study_picture

    title = told("screen.scan_title", lang, {})
    subtitle = told("screen.scan_of", lang, {}, n=strokes, detail=made)
    words = {name: told(f"screen.scan_{name}", lang, {}) for name in ("angle", "speed", "points")}
    save(study_picture(columns, title, subtitle, words), path, title=title)


def _table(columns: "dict[str, Floats]", lang: str) -> None:
    from rich.table import Table

    from carreau.simulate.stroke_study import best

    shown = Table(box=None, pad_edge=False)
    for name in SHOWN:
        shown.add_column(told(f"screen.column_{name}", lang, {}), justify="right", no_wrap=True)
    for row in best(columns, BEST):
        values = {name: float(columns[name][row]) for name in SHOWN}
        shown.add_row(*(f"{100 * v:.0f} %" if name in SHARES else f"{v:.2f}" for name, v in values.items()))
    console().print(shown)
