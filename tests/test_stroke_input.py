"""What can't be on a table is refused with the value in the message; what never ends stops with the state it had."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from carreau.physics.table import BALL, Ball, Constants, Cue, PinShape, Table, simulate_stroke
from carreau.physics.wrong import EndlessEvents, Unphysical
from tests.strokes import CAROM, GAP, UMB, played

PLACES = [(0.7, 0.7), (1.2, 0.9), (2.0, 0.4)]
GO = Cue(2.0, 0.3)


def refused(text: str, places: Any = PLACES, cue: Cue = GO, **more: Any) -> None:
    with pytest.raises(Unphysical) as error:
        played(places, cue, **more)
    assert text in str(error.value)


def test_balls_that_overlap() -> None:
    refused("balls 0 and 2 overlap by 1.5 mm", [(0.7, 0.7), (1.2, 0.9), (0.76, 0.7)])
    simulate_stroke([BALL] * 2, [(0.7, 0.7), (0.7 + 2 * BALL.radius_m - 1e-10, 0.7)], 0, GO)


@pytest.mark.parametrize("place", [(-1.0, 0.7), (0.01, 0.7), (2.84, 0.7), (1.0, 1.41), (1.0, 0.03), (9e9, 0.7)])
def test_a_ball_in_a_cushion_or_off_the_table(place: tuple[float, float]) -> None:
    refused("ball 1 lies", [(0.7, 0.7), place])


def test_a_ball_against_a_cushion_is_on_the_table() -> None:
    assert played([(GAP, 0.7)], GO).on_table.all()


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_no_number(bad: float) -> None:
    refused("ball 1", [(0.7, 0.7), (bad, 0.9)])
    for name in ("speed_m_s", "azimuth_rad", "side", "height", "elevation_rad"):
        values: dict[str, Any] = {"speed_m_s": 2.0, "azimuth_rad": 0.3, name: bad}
        with pytest.raises(Unphysical, match=f"{name}|offset"):
            played(PLACES, Cue(**values))


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Ball(0.03, 0.0), "mass_kg 0.0"),
        (lambda: Ball(0.03, -0.2), "mass_kg -0.2"),
        (lambda: Ball(math.nan, 0.2), "radius_m nan"),
        (lambda: Ball(0.0, 0.2), "radius_m 0.0"),
        (lambda: Table(-2.84, 1.42), "length_m -2.84"),
        (lambda: Table(2.84, math.inf), "width_m inf"),
        (lambda: Table(2.84, 1.42, -0.01), "nose_height_m -0.01"),
        (lambda: Constants(cloth_sliding=-0.2), "cloth_sliding -0.2"),
        (lambda: Constants(ball_friction=math.nan), "ball_friction nan"),
        (lambda: Constants(ball_restitution=1.2), "ball_restitution 1.2"),
        (lambda: Constants(cushion_omega=0.5), "cushion_omega 0.5"),
        (lambda: Constants(gravity_m_s2=0.0), "gravity_m_s2 0.0"),
        (lambda: Constants(cushion_model="rubber"), "rubber"),  # type: ignore[arg-type]
        (lambda: PinShape(mass_kg=0.0), "mass_kg 0.0"),
    ],
)
def test_sizes_and_numbers_that_nothing_has(make: Any, named: str) -> None:
    with pytest.raises(Unphysical) as error:
        make()
    assert named in str(error.value)


def test_a_miscue() -> None:
    """The tip slips off beyond about half a radius, whatever the direction."""
    for side, height in ((0.6, 0.0), (0.0, -0.6), (0.45, 0.45), (1.5, 0.0)):
        refused("miscue", cue=Cue(2.0, 0.3, side, height))
    assert 0.5 < CAROM.miscue_offset < 0.53


def test_a_cue_that_runs_backwards_or_from_below() -> None:
    refused("speed_m_s -1.0", cue=Cue(-1.0, 0.3))
    refused("speed_m_s 1000", cue=Cue(1000.0, 0.3))
    refused("elevation_rad 1.6", cue=Cue(1.0, 0.3, elevation_rad=1.6))
    refused("elevation_rad -0.1", cue=Cue(1.0, 0.3, elevation_rad=-0.1))


def test_too_many_balls_and_none() -> None:
    many = 100_000
    with pytest.raises(Unphysical, match="100000 balls"):
        simulate_stroke([BALL] * many, np.zeros((many, 2)), 0, GO)
    with pytest.raises(Unphysical, match="0 balls"):
        simulate_stroke([], np.zeros((0, 2)), 0, GO)
    with pytest.raises(Unphysical, match="pins"):
        played(PLACES, GO, pins_m=np.zeros((1_000, 2)))


def test_arrays_of_another_shape() -> None:
    with pytest.raises(Unphysical, match="positions_m"):
        simulate_stroke([BALL] * 3, [(0.7, 0.7), (1.2, 0.9)], 0, GO)
    with pytest.raises(Unphysical, match="cue_ball 3"):
        simulate_stroke([BALL] * 3, PLACES, 3, GO)
    with pytest.raises(Unphysical, match="pins_m"):
        played(PLACES, GO, pins_m=[1.0, 2.0, 3.0])


def test_a_ball_in_a_pin() -> None:
    refused("pin 0", [(1.42, 0.72)], pins_m=UMB.castle_m)
    refused("pin 1", [(0.7, 0.72)], pins_m=[(1.0, 0.5), (math.nan, 0.5)])


def test_a_ball_too_small_for_its_cushion() -> None:
    """A nose above the top of the ball would let it through."""
    refused("nose", [(0.7, 0.7)], balls=[Ball(0.015, 0.03)])


def test_what_never_ends_gives_the_state_it_had() -> None:
    """Without any friction a ball goes on for ever between its cushions."""
    forever = replace(CAROM, cloth_sliding=0.0, cloth_rolling=0.0, cushion_restitution=1.0, cushion_model="mirror")
    with pytest.raises(EndlessEvents) as error:
        simulate_stroke([BALL], [(0.7, 0.7)], 0, Cue(2.0, 0.0, 0.0, 0.4), constants=forever, max_events=500)
    assert "500" in str(error.value)
    state = np.asarray(error.value.state)
    assert state.shape[0] == 1
    assert np.isfinite(state[:, :9]).all()
    assert 0 < state[0, 0] < 2.84


def test_a_cue_ball_struck_with_no_speed_stays() -> None:
    stroke = played(PLACES, Cue(0.0, 0.3))
    assert stroke.rest_m[:, :2].tolist() == [list(place) for place in PLACES]
    assert not len(stroke.contacts)
