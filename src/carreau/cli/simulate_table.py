"""`carreau simulate stroke`: one stroke of five pins, played by the physics, told by the referee, ruled by the book."""

import sys
from math import atan2, degrees, radians
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.screen import clean, console, language, ready, stop
from carreau.cli.simulate import Seed, announce, simulating
from carreau.gamefile import told
from carreau.story import fact_lines, state_line, telling

if TYPE_CHECKING:
    from carreau.simulate.five_layout import Layout
    from carreau.simulate.five_stroke import Played
    from carreau.simulate.strokes import Room

Place = Annotated[
    str | None,
    note("Where this ball lies: millimetres from the bottom cushion and from the right one, such as 710,400."),
]
TableName = Annotated[str, note("The table: umb (2.84 x 1.42 m), cochonnet-254, cochonnet-270, cochonnet-284.")]
ConstantsName = Annotated[str, note("The numbers of cloth, balls and cushions: carom (a match table) or pooltool.")]
Svg = Annotated[str | None, note("Draw it into this SVG file.")]
Png = Annotated[str | None, note("Draw it into this PNG file.")]


def stroke(
    *,
    speed: Annotated[float, note("Speed of the cue in m/s.")] = 3.0,
    angle: Annotated[
        float | None, note("Degrees from the way to the top cushion, to the left; without it, full at the object ball.")
    ] = None,
    side: Annotated[float, note("Where the tip meets the ball: to the left of its middle, in radii.")] = 0.0,
    height: Annotated[float, note("The same above its middle.")] = 0.0,
    elevation: Annotated[float, note("Degrees by which the butt is raised.")] = 0.0,
    cue_ball: Place = None,
    object_ball: Place = None,
    red: Place = None,
    sixteen: Annotated[
        bool, flag("Play a stroke that fells all five pins and makes a cannon, found by search.")
    ] = False,
    table: TableName = "umb",
    constants: ConstantsName = "carom",
    seed: Seed = 1,
    svg: Svg = None,
    png: Png = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Play one stroke of five pins: what touches what, which pins fall, and what the book says of it.

    Without places the balls lie for the start of a set. With --sixteen only --svg, --png, --json and --lang count.

    For example:

    ```
    carreau simulate stroke --speed 3.2 --angle -6.5 --side 0.2
    carreau simulate stroke --cue-ball 500,300 --object-ball 1900,800 --angle 17 --png stroke.png
    carreau simulate stroke --sixteen --png sixteen.png
    ```
    """
    tongue = language(lang)
    pictures(svg, png, tongue)
    with simulating(tongue):
        announce("table", tongue)
        if sixteen:
            from carreau.simulate.sixteen import sixteen as found

            played, title = found(), "screen.sixteen_title"
        else:
            room = room_of(table, constants, tongue)
            layout = layout_of(room, cue_ball, object_ball, red, tongue)
            way = angle if angle is not None else _straight(layout)
            played, title = _played(room, layout, (speed, radians(way), side, height, radians(elevation)), seed), ""
        for picture in (svg, png):
            if picture is not None:
                _draw(played, picture, title, tongue)
    _tell(played, json=json, lang=tongue)
    return 0


def room_of(table: str, constants: str, lang: str) -> "Room":
    """Table and cloth by name. Raises Stop."""
    from carreau.physics.table import CONSTANTS, TABLES
    from carreau.simulate.five_stroke import ROOM
    from carreau.simulate.strokes import Room

    for what, name, known in (("table", table, TABLES), ("constants", constants, CONSTANTS)):
        if name not in known:
            raise stop("screen.no_constants", lang, what=what, name=name, known=", ".join(known))
    return Room(ROOM.balls, TABLES[table], CONSTANTS[constants])


def layout_of(room: "Room", cue_ball: str | None, object_ball: str | None, red: str | None, lang: str) -> "Layout":
    """The start of a set, with the balls that are named lying elsewhere. Raises Stop."""
    from carreau.simulate.five_layout import cloth_of, starting

    layout = starting(cloth_of(room.table), "A")
    places = {"A": ("--cue-ball", cue_ball), "B": ("--object-ball", object_ball), "red": ("--red", red)}
    for ball, (name, said) in places.items():
        if said is not None:
            layout = layout.with_ball(ball, place_of(said, name, lang))  # type: ignore[arg-type]
    return layout


def place_of(said: str, name: str, lang: str) -> tuple[float, float]:
    """A place in metres from two numbers in millimetres. Raises Stop."""
    x, comma, y = said.partition(",")
    try:
        if not comma:
            raise ValueError(said)
        return float(x) / 1000, float(y) / 1000
    except ValueError as no:
        raise stop("screen.no_place", lang, text=said, name=name) from no


def _straight(layout: "Layout") -> float:
    """The angle at which the cue ball meets the object ball full."""
    (x, y), (to_x, to_y) = layout.balls["A"], layout.balls["B"]
    return degrees(atan2(to_y - y, to_x - x))


def _played(room: "Room", layout: "Layout", cue: tuple[float, ...], seed: int) -> "Played":
    from carreau.physics.table import Cue
    from carreau.simulate.five_stroke import play_one

    return play_one(Cue(*cue), layout, room=room, seed=seed)


def pictures(svg: str | None, png: str | None, lang: str) -> None:
    """A picture has the ending of its kind; said before anything is played."""
    for name, ending in ((svg, ".svg"), (png, ".png")):
        if name is not None and Path(name).suffix.lower() != ending:
            raise stop("screen.picture_ending", lang, file=name, ending=ending)


def _draw(played: "Played", path: str, title: str, lang: str) -> None:
    from carreau.simulate.five_picture import scene_of
    from carreau.simulate.picture import save
    from carreau.simulate.table_picture import table_picture

    scene = scene_of(played, lang, told(title, lang, n=played.points) if title else None)
    try:
        save(table_picture(scene), path, title=scene.title)
    except OSError as no:
        raise stop("screen.no_writing", lang, file=path, detail=no.strerror or str(no)) from no


def _tell(played: "Played", *, json: bool, lang: str) -> None:
    from carreau.simulate.five_picture import cue_line, touch_json, touch_line

    if json:
        lines: list[dict[str, Any]] = [
            _made(played), *(touch_json(touch) for touch in played.touches()), list(fact_lines(played.game, lang, {}))[-1],
            {"state": state_line(played.game), "points": played.points},
        ]  # fmt: skip
        sys.stdout.write("".join(msgspec.json.encode(line).decode() + "\n" for line in lines))
        return
    from carreau.cli.sheet import Sheet
    from carreau.core.record import Record
    from carreau.gamefile import Filed

    screen = console()
    screen.print(clean(cue_line(played.cue, lang)), style="bold")
    for touch in played.touches():
        screen.print(clean(f"  {touch_line(touch, lang)}"))
    ready()
    filed = Filed(record=Record(edition=played.game.edition, lines=(), people={}), game=played.game)
    screen.print(Sheet(filed, lang).fact(list(telling(played.game))[-1]))


def _made(played: "Played") -> dict[str, Any]:
    """What made the stroke: cue, places, constants, and the digest of the physics."""
    from carreau.simulate.five_stroke import made_of

    return {"made": made_of(played)}
