"""A throw as a picture: the paths, what touched what, numbered, and what the book says of it."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from carreau.core.ruling import Asked, Reminded
from carreau.gamefile import told
from carreau.observe.bodies import JACK
from carreau.physics.terrain import BODY, GROUND, Throw
from carreau.say import says
from carreau.simulate.head import Head, Make, Place, Played
from carreau.simulate.one_throw import Tried, measures
from carreau.simulate.picture import INK, Floats, Line
from carreau.simulate.table_picture import Met
from carreau.simulate.terrain_picture import EDGES, WORDS, DrawnBody, TerrainScene

MOST_NUMBERS = 9
AT_ONCE_S = 0.005  # contacts of the same two that follow each other faster are told as one


class Touch(NamedTuple):
    """A contact worth telling: when, who came, what was met (None: the ground), where, how fast."""

    time_s: float
    first: str
    second: str | None
    at_m: tuple[float, float, float]
    speed_m_s: float


def touches(played: Played) -> list[Touch]:
    """The landing of the body thrown and every meeting of two bodies, in order; chatter of the same two is one."""
    found: list[Touch] = []
    for contact in played.told.contacts:
        kind, first = int(contact["kind"]), played.names[int(contact["first"])]
        if kind not in (BODY, GROUND) or (
            kind == GROUND and (first != played.thrown or any(not t.second for t in found))
        ):
            continue
        second = played.names[int(contact["second"])] if kind == BODY else None
        at = (float(contact["x_m"]), float(contact["y_m"]), float(contact["z_m"]))
        touch = Touch(float(contact["time_s"]), first, second, at, float(contact["speed_m_s"]))
        last = next((t for t in reversed(found) if {t.first, t.second} == {first, second}), None)
        if last is None or touch.time_s - last.time_s > AT_ONCE_S:
            found.append(touch)
    return found


def number(value: float, lang: str, places: int = 2) -> str:
    """A number as this language writes it."""
    text = f"{value:.{places}f}"
    return text if lang == "en" else text.replace(".", ",")


def touch_line(touch: Touch, head: Head, lang: str) -> str:
    """A contact as a sentence."""
    at, speed = number(touch.time_s, lang), number(touch.speed_m_s, lang, 1)
    if touch.second is None:
        range_m = head.circle.range_m(touch.at_m[0], touch.at_m[1], 0.0)
        return told("screen.met_ground", lang, {}, at=at, first=touch.first, far=number(range_m, lang))
    return told("screen.met_body", lang, {}, at=at, first=touch.first, second=touch.second, speed=speed)


def throw_line(throw: Throw, head: Head, lang: str) -> str:
    """How the boule left the hand."""
    values = {**measures(throw), "azimuth_deg": math.degrees(throw.azimuth_rad - head.towards)}
    speed, up, aside, turns, _ = (
        number(value, lang, 1 if name.endswith("deg") else 2) for name, value in values.items()
    )
    return told("screen.release", lang, {}, speed=speed, up=up, aside=aside, turns=turns)


def scene_of(tried: Tried, make: Make, lang: str, title: str | None = None) -> TerrainScene:
    """The picture of a throw, in one language."""
    played, head = tried.played, tried.played.before
    shown = touches(played)[:MOST_NUMBERS]
    text = [Line(touch_line(t, head, lang), n, _colour(t.first)) for n, t in enumerate(shown, start=1)]
    circle = head.circle
    ground = told("screen.on_surface", lang, {}, surface=str(make.surface))
    return TerrainScene(
        title=title or told("screen.throw_title", lang, {}),
        subtitle=f"{throw_line(tried.executed, head, lang)}  ·  {ground}",
        bodies=[_drawn(played, name, make) for name in played.names],
        thrown=len(played.names) - 1,
        circle_m=(circle.x_m, circle.y_m, circle.radius_m),
        met=[Met(t.at_m[:2], n, _colour(t.first)) for n, t in enumerate(shown, start=1)],
        heights_m=[t.at_m[2] for t in shown],
        text=[*text, *_ruling_lines(tried, lang)],
        words={word: told(f"screen.ground_{word.lower()}", lang, {}) for word in WORDS},
    )


def _colour(name: str) -> str:
    return EDGES[name if name == JACK else name[0]]


def _drawn(played: Played, name: str, make: Make) -> DrawnBody:
    paths = played.told.paths
    own = paths[paths["body"] == played.names.index(name)]
    path: Floats = np.column_stack([own["x_m"], own["y_m"], own["z_m"]])
    before, radius = _place(played.before, name), make.radius_m(name)
    after = _place(played.after, name)
    assert after is not None
    return DrawnBody(
        name=name, side=name if name == JACK else name[0], radius_m=radius,
        start_m=None if before is None else (*before, radius)[:3], path_m=path, rest_m=(*after, radius)[:3],
    )  # fmt: skip


def _place(head: Head, name: str) -> Place | None:
    return head.jack if name == JACK else head.boules.get(name)


def _ruling_lines(tried: Tried, lang: str) -> Iterator[Line]:
    """What the book says of the throw, each ruling with its articles."""
    for step in tried.game.line[2:]:
        for ruling in step.rulings:
            if not any(isinstance(effect, Reminded | Asked) for effect in ruling.effects):
                rows = " ".join(row.partition("/")[2] for row in ruling.cites)
                yield Line(f"{says(ruling, lang, {})}  {rows}", None, INK)
