"""A stroke of five pins as a picture: what happened, numbered, and what the book says of it."""

from collections.abc import Iterator, Sequence
from math import degrees

import numpy as np

from carreau.billiards.five_facts import BallOfStroke
from carreau.core.ruling import Asked, Reminded
from carreau.gamefile import told
from carreau.observe.five_rest import FALLEN, SHIFTED
from carreau.physics.table import CONSTANTS, TABLES, Cue
from carreau.say import says
from carreau.simulate.five_layout import cloth_of, roles
from carreau.simulate.five_stroke import Played, Touch
from carreau.simulate.picture import INK, Floats, Line
from carreau.simulate.table_picture import COLOURS, FILLS, STYLES, DrawnBall, DrawnPin, Met, TableScene
from carreau.sports import Json

ROLES: tuple[BallOfStroke, ...] = ("cue", "object", "red")
NUMBERED = ("ball", "fall", "pin_fall", "out", "pin_shift")
MOST_NUMBERS = 14
STEP_S = 0.01
AT_ONCE_S = 0.002  # touches of the same two that follow each other faster get one number
WORDS = ("start", "rest", "fallen", "shifted", "cushion", "castle")


def number(value: float, lang: str, places: int = 2) -> str:
    """A number as this language writes it."""
    text = f"{value:.{places}f}"
    return text if lang == "en" else text.replace(".", ",")


def touch_line(touch: Touch, lang: str) -> str:
    """A contact as a sentence."""
    kind = "fall_alone" if touch.kind == "fall" and touch.first is None else touch.kind
    return told(
        f"screen.touch_{kind}", lang, {}, at=number(touch.time_s, lang), first=touch.first, second=touch.second,
        speed=number(touch.speed_m_s, lang),
    )  # fmt: skip


def cue_line(cue: Cue, lang: str) -> str:
    """How the cue ball was struck."""
    return told(
        "screen.cue", lang, {}, speed=number(cue.speed_m_s, lang), angle=number(degrees(cue.azimuth_rad), lang, 1),
        across=number(cue.side, lang), height=number(cue.height, lang), up=number(degrees(cue.elevation_rad), lang, 0),
    )  # fmt: skip


def numbered(played: Played) -> list[Touch]:
    """The contacts that get a number: of balls with balls, falls, and what leaves the table; chatter is one contact."""
    found: list[Touch] = []
    for touch in played.touches():
        if touch.kind not in NUMBERED:
            continue
        same = (t for t in reversed(found) if {t.first, t.second} == {touch.first, touch.second})
        last = next(same, None)
        if last is None or touch.time_s - last.time_s > AT_ONCE_S:
            found.append(touch)
    return found


def scene_of(played: Played, lang: str, title: str | None = None) -> TableScene:
    """The picture of a stroke, in one language."""
    table, cloth = played.room.table, cloth_of(played.room.table)
    touches = numbered(played)
    shown = touches[:MOST_NUMBERS]
    met = [Met((t.x_m, t.y_m), n, _colour(t)) for n, t in enumerate(shown, start=1)]
    text = [Line(touch_line(t, lang), n, _colour(t)) for n, t in enumerate(shown, start=1)]
    cushions = [(t.x_m, t.y_m) for t in played.touches() if t.kind == "cushion"]
    return TableScene(
        title=title or told("screen.stroke_title", lang),
        subtitle=f"{cue_line(played.cue, lang)}  ·  {_room_line(played, lang)}",
        length_m=table.length_m,
        width_m=table.width_m,
        balls=list(_balls(played, lang)),
        pins=list(_pins(played)),
        met=met,
        cushions_m=cushions,
        lines_m=[table.length_m / 4],
        spots_m=[*cloth.spots.values(), cloth.castle["c"]],
        text=[*text, *ruling_lines(played, lang)],
        words={word: told(f"screen.picture_{word}", lang) for word in WORDS},
    )


def ruling_lines(played: Played, lang: str) -> Iterator[Line]:
    """What the book says of the stroke, each ruling with its articles."""
    for ruling in played.rulings:
        if any(isinstance(effect, Asked | Reminded) for effect in ruling.effects) or ruling.key.startswith("time."):
            continue
        rows = ", ".join(row.rpartition("/")[2] for row in ruling.cites)
        yield Line(f"{says(ruling, lang)}  ({rows})")


def _room_line(played: Played, lang: str) -> str:
    constants, table = played.room.constants, played.room.table
    cloth = next((name for name, known in CONSTANTS.items() if known == constants), "-")
    size = next((name for name, known in TABLES.items() if known == table), "-")
    return told("screen.on_table", lang, {}, table=size, constants=cloth)


def _colour(touch: Touch) -> str:
    return next((COLOURS[n] for n, role in enumerate(ROLES) if role == touch.first), INK)


def path_of(played: Played, ball: int) -> Floats:
    """The path of one ball [T, 2]: its pieces' ends and enough points between them to bend."""
    end = max(played.stroke.duration_s, STEP_S)
    pieces = played.stroke.segments
    ends = pieces["time_s"][pieces["ball"] == ball]
    times = np.union1d(np.arange(0.0, end, STEP_S), [*ends, end])
    places: Floats = played.stroke.positions_at(times)[:, ball, :2]
    moves = np.ones(len(places), dtype=np.bool_)
    moves[1:] = np.hypot(*np.diff(places, axis=0).T) > 0
    return places[moves]


def _balls(played: Played, lang: str) -> Iterator[DrawnBall]:
    names = roles(played.side)
    for n, role in enumerate(ROLES):
        ball = names.index(role)
        rest = played.stroke.rest_m[ball, :2].tolist() if played.stroke.on_table[ball] else None
        yield DrawnBall(
            told(f"screen.picture_{role}", lang), played.room.balls[ball].radius_m, path_of(played, ball), rest,
            COLOURS[n], FILLS[n], STYLES[n],
        )  # fmt: skip


def _pins(played: Played) -> Iterator[DrawnPin]:
    states = {FALLEN: "fallen", SHIFTED: "shifted"}
    ends: Sequence[Sequence[float]] = played.stroke.pins_m.tolist()
    for pin, end, state in zip(played.before.letters, ends, played.stroke.pin_states.tolist(), strict=True):
        yield DrawnPin(pin, played.before.pins[pin], end, states.get(state, "standing"))


def touch_json(touch: Touch) -> Json:
    """A contact for programs."""
    return {"touch": {name: getattr(touch, name) for name in Touch.__slots__ if getattr(touch, name) is not None}}
