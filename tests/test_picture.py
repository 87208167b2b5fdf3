"""Pictures: the same ones are the same files, everything that happened is in them, nothing is stretched."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from carreau.simulate.picture import DPI, GROUND, WIDTH_IN, Line, NoSuchFormat, format_of, save
from carreau.simulate.table_picture import COLOURS, FILLS, DrawnBall, DrawnPin, Met, TableScene, diamonds, table_picture
from carreau.simulate.terrain_picture import EDGES, DrawnBody, TerrainScene, terrain_picture

CENTRE = (1.42, 0.71)
PINS = {"c": (0, 0), "n": (0.07, 0), "e": (0, -0.07), "s": (-0.07, 0), "w": (0, 0.07)}
STATES = {"c": "fallen", "n": "standing", "e": "fallen", "s": "shifted", "w": "fallen"}


def stroke() -> TableScene:
    """A stroke as a picture shows it: the red goes off the table, three pins fall, one is shifted."""
    names = ("cue ball", "object ball", "red")
    paths = [
        np.array([(0.5, 0.4), (1.6, 1.38), (2.0, 0.4)]),
        np.array([(1.6, 1.0), (1.1, 0.1)]),
        np.array([(2.13, 0.71)]),
    ]
    balls = [
        DrawnBall(name, 0.03075, path, None if name == "red" else path[-1], COLOURS[n], FILLS[n])
        for n, (name, path) in enumerate(zip(names, paths, strict=True))
    ]
    spots = {pin: (CENTRE[0] + x, CENTRE[1] + y) for pin, (x, y) in PINS.items()}
    pins = [DrawnPin(pin, spots[pin], (spots[pin][0] - 0.05, spots[pin][1] - 0.1), STATES[pin]) for pin in PINS]
    met = [Met((1.6, 1.0), 1), Met(CENTRE, 2), Met(CENTRE, 3)]
    text = [Line("the cue ball meets the object ball", 1), Line("8 points to A")]
    return TableScene("A stroke", "at 3 m/s", 2.84, 1.42, balls, pins, met, [(1.6, 1.38)], [0.71], [CENTRE], text)


def throw() -> TerrainScene:
    """A throw as a picture shows it: a boule is driven away, the one thrown stays."""
    flight = np.stack([np.linspace(0, 7, 30), np.zeros(30), 2 * np.sin(np.linspace(0.3, np.pi, 30))], axis=1)
    away = np.array([(7.1, 0, 0.037), (9, 0.6, 0.037)])
    still = np.zeros((0, 3))
    bodies = [
        DrawnBody("jack", "jack", 0.015, (7.3, 0.1, 0.015), still, (7.3, 0.1, 0.015)),
        DrawnBody("B.1", "B", 0.037, (7.1, 0, 0.037), away, away[-1]),
        DrawnBody("A.1", "A", 0.037, None, flight, (7.05, 0, 0.037)),
    ]
    return TerrainScene("A carreau", "hard clay", bodies, 2, met=[Met((7.03, 0), 1)], heights_m=[0.05])


def pictures() -> dict[str, Figure]:
    """Both kinds of picture."""
    return {"stroke": table_picture(stroke()), "throw": terrain_picture(throw())}


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG file, from its header."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_picture_is_the_same_file_every_time(tmp_path: Path) -> None:
    """No date, no ids by chance: what is committed does not change without a reason."""
    for number in range(2):
        for name, picture in pictures().items():
            for kind in ("svg", "png"):
                save(picture, tmp_path / f"{name}{number}.{kind}", title=name)
    for name in ("stroke", "throw"):
        for kind in ("svg", "png"):
            assert (tmp_path / f"{name}0.{kind}").read_bytes() == (tmp_path / f"{name}1.{kind}").read_bytes()
    svg = (tmp_path / "stroke0.svg").read_text("utf-8")
    assert ET.fromstring(svg).tag.endswith("svg")
    assert "<dc:date>" not in svg
    assert size((tmp_path / "stroke0.png").read_bytes())[0] == WIDTH_IN * DPI == 900


def test_nothing_is_stretched() -> None:
    """A metre is as long along as across, in every view."""
    for picture in pictures().values():
        views = [axes for axes in picture.axes if axes.axison]
        assert len(views) >= 2
        assert {axes.get_aspect() for axes in views} == {1.0}


def test_a_stroke_shows_balls_and_pins() -> None:
    """A ball off the table comes to rest nowhere; three pins lie, one stands aside; every contact has its number."""
    table = table_picture(stroke()).axes[0]
    round_ = [p for p in table.patches if isinstance(p, Circle)]
    balls = [p for p in round_ if abs(p.radius - 0.03075) < 1e-9]
    assert len(balls) == 3 + 2  # where they lay, and where two of them rest
    lying = [line for line in table.lines if line.get_color() == "#fff5d6"]
    assert len(lying) == list(STATES.values()).count("fallen")
    assert [text.get_text() for text in table.texts] == ["1", "2", "3"]


def test_numbers_of_one_place_do_not_hide_each_other() -> None:
    """Contacts close together have their marks in different directions."""
    table = table_picture(stroke()).axes[0]
    second, third = (text.get_position() for text in table.texts[1:3])
    assert np.hypot(second[0] - third[0], second[1] - third[1]) > 8


def test_a_throw_shows_the_head() -> None:
    """The boule driven away is outside the enlarged head; jack and the boule thrown have their names there."""
    head = terrain_picture(throw()).axes[-1]
    assert {text.get_text() for text in head.texts} == {"jack", "A.1"}
    french = terrain_picture(replace(throw(), words={"jack": "but"})).axes[-1]
    assert {text.get_text() for text in french.texts} == {"but", "A.1"}


def test_diamonds_stand_at_eighths_of_the_length() -> None:
    """Seven between the corners on a long rail, three on a short one."""
    places = diamonds(2.84, 1.42)
    assert len(set(places)) == len(places) == 2 * 9 + 2 * 5
    assert (1.42, -0.0625) in places


def luminance(colour: str) -> float:
    """The relative luminance of a colour (WCAG)."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def test_sides_differ_without_colour() -> None:
    """Boules of A and B differ in hatching; the lines of the first three balls in style and in brightness."""
    from carreau.simulate.table_picture import STYLES
    from carreau.simulate.terrain_picture import HATCH

    assert HATCH["A"] != HATCH["B"]
    assert len(set(STYLES[:3])) == 3
    for colour in EDGES.values():
        ground = luminance(GROUND)
        assert (ground + 0.05) / (luminance(colour) + 0.05) > 3


def test_other_formats_are_refused() -> None:
    """The ending of the name says what a picture is."""
    assert (format_of("a.svg"), format_of("b.PNG")) == ("svg", "png")
    for name in ("a.jpg", "a"):
        with pytest.raises(NoSuchFormat):
            format_of(name)
