"""Constants, tables and balls: where each number comes from, and that it reaches the strokes."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from carreau.physics.table import (
    BALL,
    CONSTANTS,
    JACK,
    POOL_BALL,
    TABLES,
    Ball,
    Constants,
    Cue,
    Table,
    columns,
    contacts,
)
from carreau.physics.table.stroke import parameters_of
from carreau.physics.wrong import Unphysical
from tests.strokes import CAROM, UMB, played

NUMBERS = [each for each in fields(Constants) if each.metadata]


@pytest.mark.parametrize("each", NUMBERS, ids=lambda each: each.name)
def test_every_number_says_how_sure_it_is_and_where_it_is_from(each: Any) -> None:
    about = each.metadata
    assert about["grade"] in set("ABCD")
    assert about["error"]
    assert about["source"]
    assert about["least"] <= each.default <= about["most"]


@pytest.mark.parametrize("each", NUMBERS, ids=lambda each: each.name)
def test_every_number_reaches_the_kernel(each: Any) -> None:
    name: str = each.name
    changed: dict[str, Any] = {name: 0.9 * getattr(CAROM, name) or 0.01}
    other = replace(CAROM, **changed)
    assert (parameters_of(UMB, other) != parameters_of(UMB, CAROM)).any()


@pytest.mark.parametrize("table", [Table(2.9), Table(width_m=1.5), Table(nose_height_m=0.036)])
def test_the_sizes_of_the_table_reach_the_kernel(table: Table) -> None:
    assert (parameters_of(table, CAROM) != parameters_of(UMB, CAROM)).sum() == 1


def test_the_numbers_of_pooltool() -> None:
    there = CONSTANTS["pooltool"]
    assert (there.cloth_sliding, there.cloth_rolling, there.ball_restitution) == (0.2, 0.01, 0.95)
    assert (there.cushion_restitution, there.cushion_friction, there.cushion_omega) == (0.85, 0.2, 1.8)
    assert (POOL_BALL.radius_m, POOL_BALL.mass_kg) == (0.028575, 0.170097)


def test_the_kinds_of_contact_are_the_ones_the_log_holds() -> None:
    logged = (
        columns.MET_BALL,
        columns.MET_CUSHION,
        columns.MET_PIN,
        columns.FELL,
        columns.PIN_FELL,
        columns.LANDED,
        columns.LEFT,
        columns.SHIFTED_PIN,
    )
    named = (
        contacts.BALL,
        contacts.CUSHION,
        contacts.PIN,
        contacts.FALL,
        contacts.PIN_FALL,
        contacts.LANDING,
        contacts.OUT,
        contacts.PIN_SHIFT,
    )
    assert list(logged) == list(named)
    states = [columns.STANDING, columns.SHIFTED, columns.FALLEN]
    assert states == [contacts.STANDING, contacts.SHIFTED, contacts.FALLEN]
    assert [contacts.PHASES[phase] for phase in (columns.REST, columns.SLIDE, columns.GONE)] == [
        "rest",
        "slide",
        "gone",
    ]


def test_spots_and_castle_of_the_international_table() -> None:
    assert [round(1000 * x) for x, _ in UMB.spots_m.values()] == [100, 710, 1420, 2130, 2740]
    assert {y for _, y in UMB.spots_m.values()} == {0.71}
    centre, north, east, south, west = UMB.castle_m
    assert north[0] > centre[0] > south[0]
    assert east[1] < centre[1] < west[1]


@pytest.mark.parametrize("name", [name for name in TABLES if name.startswith("cochonnet")])
def test_sixteen_balls_and_a_jack_on_a_table_of_billiard_cochonnet(name: str) -> None:
    table = TABLES[name]
    balls = [BALL] * 15 + [JACK]
    places = [(0.3 + 0.2 * (k // 4), 0.2 + 0.2 * (k % 4)) for k in range(16)]
    stroke = played(places, Cue(4.0, 0.4), table=table, balls=balls)
    assert stroke.on_table.all()
    assert (stroke.rest_m[:, 0] < table.length_m).all()
    assert len(stroke.contacts) > 3


def test_ball_and_jack_touch_nearer_than_their_radii() -> None:
    contact = 2 * np.sqrt(BALL.radius_m * JACK.radius_m)
    assert contact < BALL.radius_m + JACK.radius_m
    played([(0.5, 0.7), (0.5 + contact, 0.7)], Cue(1.0, 2.0), balls=[BALL, JACK])
    with pytest.raises(Unphysical, match=r"overlap by 0\.001 mm"):
        played([(0.5, 0.7), (0.5 + contact - 1e-6, 0.7)], Cue(1.0, 2.0), balls=[BALL, JACK])


@pytest.mark.parametrize("seed", [-5, 0, 2**31, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    one = played([(0.71, 0.71)], Cue(3.0, 0.0), pins_m=UMB.castle_m, seed=seed)
    two = played([(0.71, 0.71)], Cue(3.0, 0.0), pins_m=UMB.castle_m, seed=seed)
    assert (one.pins_m == two.pins_m).all()


def test_a_heavier_ball_takes_less_speed_from_the_cue() -> None:
    light, heavy = (played([(1.0, 0.7)], Cue(2.0, 0.0), balls=[Ball(0.03075, mass)]) for mass in (0.15, 0.25))
    assert light.segments[0]["velocity_m_s"][0] > heavy.segments[0]["velocity_m_s"][0]


def test_the_layout_that_a_slow_push_leaves_can_be_played_from() -> None:
    """A ball that stops against a pin, too slow to fell it, leaves it shifted and room for both."""
    pin = UMB.castle_m[3]
    for speed in np.linspace(0.02, 0.2, 19):
        places = [(pin[0] - 0.04, pin[1])]
        stroke = played(places, Cue(float(speed), 0.0), pins_m=UMB.castle_m)
        standing = stroke.pins_m[stroke.pin_states != contacts.FALLEN]
        played(stroke.rest_m[:, :2].tolist(), Cue(0.5, 3.0), pins_m=standing)
        if stroke.pin_states[3] == contacts.STANDING:
            assert (stroke.pins_m[3] == pin).all()
