"""A stroke in a mirror, with its balls renumbered, or on a table of another size is the same stroke."""

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.layouts import LENGTH_M, WIDTH_M, Layout, random_layouts
from carreau.physics.table import BALL, Ball, Cue, Table
from carreau.physics.table.columns import STANDING
from carreau.physics.table.contacts import BALL as MET_BALL
from carreau.physics.table.contacts import CUSHION
from carreau.physics.table.stroke import Stroke
from carreau.physics.wrong import Unphysical
from tests.strokes import CAROM, UMB, played

LAYOUTS = random_layouts(30, 40, fastest_m_s=3.0)
NEAR = 1e-7  # m; a contact multiplies a rounding by about ten, and there are up to a dozen


def contacts(stroke: Stroke, ends: tuple[int, ...] = (0, 1, 2, 3), names: tuple[int, ...] = (0, 1, 2)) -> list[object]:
    """Who met what, with cushions and balls under other numbers."""
    found: list[object] = []
    for row in stroke.contacts:
        if row["kind"] == MET_BALL:
            found.append((names[row["first"]], names[row["second"]]))
        elif row["kind"] == CUSHION:
            found.append((names[row["first"]], "cushion", ends[row["second"]]))
    return found


@pytest.mark.parametrize("layout", LAYOUTS[:20])
@pytest.mark.parametrize("axis", [0, 1])
def test_in_a_mirror(layout: Layout, axis: int) -> None:
    """Left for right: the side spin too; top for bottom likewise."""
    size = (LENGTH_M, WIDTH_M)[axis]
    speed, azimuth, side, height, _ = layout.cue
    mirrored = [
        tuple(size - value if k == axis else value for k, value in enumerate(place)) for place in layout.positions_m
    ]
    one = played(layout.positions_m, Cue(speed, azimuth, side, height))
    other = played(mirrored, Cue(speed, math.pi - azimuth if axis == 0 else -azimuth, -side, height))
    assert contacts(other, ((1, 0, 2, 3), (0, 1, 3, 2))[axis]) == contacts(one)
    rest = other.rest_m.copy()
    rest[:, axis] = size - rest[:, axis]
    assert rest == pytest.approx(one.rest_m, abs=NEAR)


def test_with_the_other_balls_renumbered() -> None:
    for layout in LAYOUTS:
        a, b, c = layout.positions_m
        one, other = played([a, b, c], Cue(*layout.cue)), played([a, c, b], Cue(*layout.cue))
        assert contacts(other, names=(0, 2, 1)) == contacts(one)
        assert other.rest_m[[0, 2, 1]] == pytest.approx(one.rest_m, abs=NEAR)


@pytest.mark.parametrize("size", [0.25, 4.0])
def test_on_a_table_of_another_size(size: float) -> None:
    """Lengths times s, speeds and times times the root of s, masses times s cubed: powers of two, so bit for bit."""
    root = math.sqrt(size)
    table = Table(UMB.length_m * size, UMB.width_m * size, UMB.nose_height_m * size)
    ball = Ball(BALL.radius_m * size, BALL.mass_kg / 2)
    constants = replace(
        CAROM,
        cloth_spinning_per_m=CAROM.cloth_spinning_per_m / size,
        ball_friction_decay_s_m=CAROM.ball_friction_decay_s_m / root,
        cue_mass_kg=CAROM.cue_mass_kg / 2,
        cue_end_mass_kg=CAROM.cue_end_mass_kg / 2,
    )
    for number, layout in enumerate(LAYOUTS):
        speed, azimuth, side, height, _ = layout.cue
        raised = 0.3 * (number % 2)
        one = played(layout.positions_m, Cue(speed, azimuth, side, height, raised))
        other = played(
            np.array(layout.positions_m) * size,  # type: ignore[arg-type]
            Cue(speed * root, azimuth, side, height, raised),
            table=table,
            constants=constants,
            balls=[ball] * 3,
        )
        assert contacts(other) == contacts(one)
        assert other.contacts["time_s"] == pytest.approx(one.contacts["time_s"] * root, rel=1e-12)
        assert other.rest_m == pytest.approx(one.rest_m * size, abs=1e-12)


def test_masses_count_only_by_their_ratios() -> None:
    light = replace(CAROM, cue_mass_kg=CAROM.cue_mass_kg / 2, cue_end_mass_kg=CAROM.cue_end_mass_kg / 2)
    for layout in LAYOUTS[:10]:
        one = played(layout.positions_m, Cue(*layout.cue))
        other = played(
            layout.positions_m, Cue(*layout.cue), constants=light, balls=[Ball(BALL.radius_m, BALL.mass_kg / 2)] * 3
        )
        assert other.rest_m == pytest.approx(one.rest_m, abs=1e-12)


def test_the_same_stroke_twice_is_the_same_to_the_last_bit() -> None:
    for layout in LAYOUTS[:10]:
        one, other = (played(layout.positions_m, Cue(*layout.cue), pins_m=UMB.castle_m, seed=3) for _ in range(2))
        assert one.contact_log.tobytes() == other.contact_log.tobytes()
        assert one.rest_m.tobytes() == other.rest_m.tobytes()


def test_pins_far_from_every_path_change_nothing() -> None:
    """A stroke with pins that no ball touches is the stroke without them."""
    same = 0
    for layout in LAYOUTS:
        try:
            stroke = played(layout.positions_m, Cue(*layout.cue), pins_m=UMB.castle_m)
        except Unphysical:  # a ball lies in the castle
            continue
        if (stroke.pin_states == STANDING).all() and not (stroke.contacts["kind"] == 2).any():
            alone = played(layout.positions_m, Cue(*layout.cue))
            assert stroke.rest_m == pytest.approx(alone.rest_m, abs=NEAR)
            same += 1
    assert same > 3
