"""What is seen from the circle, and what lies between it and the jack."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from carreau.observe.ground import OPEN, Obstacle, Puddle, Terrain
from carreau.observe.sight import EYE_HEIGHT_M, Between, Circle, between, seen
from carreau.observe.water import draught_m, floats
from carreau.observe.wrong import Misplaced
from tests.observed import JACK, PARK, Point, box, moved_terrain, steady, turned

CIRCLE = Circle(0.0, 0.0)
VISIBLE, HIDDEN, DOUBTFUL = (True, False), (False, False), (None, True)
places = st.tuples(st.floats(0.5, 12), st.floats(-4, 4))


def wall(x: float, right: float, left: float, height: float, thick: float = 0.1) -> Terrain:
    """A wall across the way to the jack."""
    return Terrain(
        name="wall", obstacles=(Obstacle(name="wall", outline=box(x, right, thick, left - right), height_m=height),)
    )


# --- sight -----------------------------------------------------------------------------------------------


def test_nothing_hides_a_jack_on_open_ground() -> None:
    assert seen(OPEN, CIRCLE, 8, 0, JACK) == VISIBLE


def test_a_high_wall_hides_the_jack_behind_it_and_not_before_it() -> None:
    assert seen(wall(5, -3, 3, 2), CIRCLE, 8, 0, JACK) == HIDDEN
    assert seen(wall(5, -3, 3, 2), CIRCLE, 4, 0, JACK) == VISIBLE


def test_a_wall_beside_the_way_hides_nothing() -> None:
    assert seen(wall(5, 0.3, 3, 2), CIRCLE, 8, 0, JACK) == VISIBLE


def test_a_post_that_leaves_a_part_to_be_seen_is_for_the_umpire() -> None:
    post = Terrain(name="post", obstacles=(Obstacle(name="post", at=(4.0, 0.0), radius_m=0.05),))
    assert seen(post, CIRCLE, 8, 0, JACK) == DOUBTFUL


def test_the_player_looks_over_a_low_thing_and_a_taller_one_sees_more() -> None:
    """The line from the eye at 1.6 m to the lowest point of a jack at 8 m is 1.6 (1 - 7.6/8) = 0.08 m high at 7.6 m."""
    assert seen(wall(7.4, -3, 3, 0.07, thick=0.2), CIRCLE, 8, 0, JACK) == VISIBLE
    assert seen(wall(7.4, -3, 3, 0.09, thick=0.2), CIRCLE, 8, 0, JACK) == DOUBTFUL
    assert seen(wall(7.4, -3, 3, 0.2, thick=0.2), CIRCLE, 8, 0, JACK) == HIDDEN
    assert seen(wall(7.4, -3, 3, 0.09, thick=0.2), CIRCLE, 8, 0, JACK, eye_m=2.0) == VISIBLE


def test_what_one_can_see_through_hides_nothing() -> None:
    fence = Obstacle(name="fence", outline=box(5, -3, 0.1, 6), height_m=2, hides=False)
    assert seen(Terrain(name="fence", obstacles=(fence,)), CIRCLE, 8, 0, JACK) == VISIBLE


def test_a_jack_hidden_from_the_middle_but_not_from_all_of_the_circle_is_for_the_umpire() -> None:
    corner = wall(5, -3, 0.02, 2)
    assert seen(corner, CIRCLE, 8, 0, JACK) == DOUBTFUL
    assert seen(wall(5, -3, -0.1, 2), CIRCLE, 8, 0, JACK) == VISIBLE


@steady(60)
@given(place=places, x=st.floats(1, 10), right=st.floats(-3, 3), wide=st.floats(0.05, 3))
def test_behind_things_higher_than_the_eye_sight_is_a_matter_of_the_map(
    place: Point, x: float, right: float, wide: float
) -> None:
    """Against an independent geometry: the lines from all of the circle to all of the jack, seen from above."""
    shape = shapely.box(x, right, x + 0.2, right + wide)
    found = seen(wall(x, right, right + wide, 3, thick=0.2), CIRCLE, *place, JACK)
    jack = shapely.Point(place)
    if shape.distance(shapely.LineString([(0, 0), place])) > JACK + 1e-3:
        assert found == VISIBLE
    elif shape.buffer(-1e-3).intersects(shapely.LineString([(0, 0), place])) and not shape.intersects(jack):
        assert found != VISIBLE
    if found == HIDDEN:
        way = shapely.union(shapely.Point(0, 0).buffer(0.25), jack.buffer(JACK)).convex_hull
        assert len(shapely.get_parts(way.difference(shape))) > 1 or shape.intersects(jack.buffer(JACK))


@steady(40)
@given(place=places, motion=st.tuples(st.floats(-3, 3), st.floats(-5, 5), st.floats(-5, 5)), mirrored=st.booleans())
def test_sight_and_ground_between_are_the_same_from_another_side_of_the_map(
    place: Point, motion: tuple[float, float, float], mirrored: bool
) -> None:
    turn = turned(*motion, mirrored=mirrored)
    there = moved_terrain(PARK, turn, mirrored=mirrored)
    circle = Circle(*turn((1.0, 1.0)))
    x, y = 1 + place[0], 1 + abs(place[1])
    assert seen(there, circle, *turn((x, y)), JACK) == seen(PARK, Circle(1, 1), x, y, JACK)
    assert between(there, circle, *turn((x, y)), JACK) == between(PARK, Circle(1, 1), x, y, JACK)


def test_an_eye_no_higher_than_the_jack_sees_nothing_of_sense() -> None:
    with pytest.raises(Misplaced, match=r"eye at 0\.02 m"):
        seen(OPEN, CIRCLE, 8, 0, JACK, eye_m=0.02)
    assert EYE_HEIGHT_M > 1


# --- the circle --------------------------------------------------------------------------------------------


def test_the_range_is_from_the_inner_edge_to_the_nearest_point() -> None:
    assert CIRCLE.range_m(3, 4, JACK) == pytest.approx(5 - 0.25 - 0.015)
    assert CIRCLE.range_m(0.2, 0, JACK) == 0


@pytest.mark.parametrize("wrong", [{"x_m": math.nan}, {"radius_m": 0.0}, {"radius_m": 3.0}, {"rim_m": -0.1}])
def test_a_circle_that_cannot_be(wrong: dict[str, float]) -> None:
    with pytest.raises(Misplaced, match="circle"):
        Circle(**wrong)


# --- ground between -------------------------------------------------------------------------------------------

ISLAND = Terrain(name="island", prohibited=(box(4, -1, 1, 2),))
CORNER = Terrain(name="corner", area=((-2, -2), (10, -2), (10, 10), (6, 10), (6, 2), (-2, 2)))


@pytest.mark.parametrize(
    ("terrain", "jack", "lies"),
    [
        (ISLAND, (8, 0), Between(ground=True)),
        (ISLAND, (3, 0), Between()),
        (ISLAND, (8, 2.1), Between(part=True)),  # the way to the circle's right edge passes the corner of the island
        (ISLAND, (8, 3), Between()),
        (CORNER, (9, 1), Between()),
        (CORNER, (7, 8), Between(ground=True)),
        (CORNER, (9, 3), Between(part=True)),
        (OPEN, (8, 0), Between()),
    ],
)
def test_prohibited_ground_between_circle_and_jack(terrain: Terrain, jack: Point, lies: Between) -> None:
    assert between(terrain, CIRCLE, *jack, JACK) == lies


@pytest.mark.parametrize("y", [9.99, 10.0, 10.014, 10.016, 12.0])
def test_prohibited_ground_under_the_jack_is_not_between(y: float) -> None:
    """Astride the edge it lives, and beyond it is dead for that."""
    assert between(Terrain(name="field", area=box(-2, -10, 20, 20)), CIRCLE, 8, y, JACK) == Between()
    assert between(Terrain(name="island", prohibited=(box(2, 10, 9, 5),)), CIRCLE, 8, y, JACK) == Between()


def test_across_the_edge_of_an_island_behind_another_only_that_one_is_between() -> None:
    islands = Terrain(name="islands", prohibited=(box(8.01, -1, 1, 2), box(4, -1, 1, 2)))
    assert between(islands, CIRCLE, 8, 0, JACK) == Between(ground=True)


def test_two_islands_together_can_cut_off_what_each_leaves_open() -> None:
    right, left = box(4, -1, 1, 1), box(6, -0.001, 1, 1)
    assert between(Terrain(name="one", prohibited=(right,)), CIRCLE, 8, 0, JACK).part
    assert between(Terrain(name="two", prohibited=(right, left)), CIRCLE, 8, 0, JACK) == Between(ground=True)


def test_a_puddle_between_is_told_of_and_cuts_nothing_off() -> None:
    wet = Terrain(name="wet", puddles=(Puddle(outline=box(4, -0.1, 1, 0.2), depth_m=0.01),))
    assert between(wet, CIRCLE, 8, 0, JACK) == Between(puddle=True)
    assert between(wet, CIRCLE, 8, 4, JACK) == Between()


def test_nothing_lies_between_the_circle_and_a_jack_in_it() -> None:
    assert between(ISLAND, CIRCLE, 0.1, 0, JACK) == Between()


# --- water ---------------------------------------------------------------------------------------------------


def test_half_as_heavy_as_water_a_ball_dips_to_its_middle() -> None:
    half = 2 / 3 * math.pi * JACK**3 * 1000
    assert draught_m(JACK, half) == pytest.approx(JACK, abs=1e-9)
    assert draught_m(JACK, 2 * half) == math.inf


def test_a_jack_floats_freely_only_where_the_water_is_deeper_than_it_dips() -> None:
    """A jack of 10 g dips 19.4 mm, one of 13 g 24.8 mm; one of 18 g sinks."""
    pond = Terrain(name="pond", puddles=(Puddle(outline=box(0, 0, 1, 1), depth_m=0.022),))
    assert [floats(pond, 0.5, 0.5, JACK, mass) for mass in (0.010, 0.013, 0.018)] == [True, False, False]
    assert not floats(pond, 1.5, 0.5, JACK, 0.010)
    with pytest.raises(Misplaced, match=r"jack of 0\.0 kg"):
        floats(pond, 0.5, 0.5, JACK, 0.0)
