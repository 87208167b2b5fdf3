"""Terrains as data: distances against an independent geometry, lines and lanes, and the same ground turned and mirrored."""

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from carreau.observe.clearances import boundary_gap_m, circle_obstacle_gap_m, end_line_gap_m, obstacle_gap_m, on_lane
from carreau.observe.ground import OPEN, Obstacle, Terrain, read_terrain, terrain_of
from carreau.observe.lines import Lies, lies, out_since, stays
from carreau.observe.plane import contains, convex, depth, depths, left_of
from carreau.observe.wrong import Misplaced
from tests.observed import BOULE, JACK, LANES, PARK, Point, box, lane, moved_terrain, steady, turned

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "terrains"
places = st.tuples(st.floats(-3, 23), st.floats(-3, 19))
motions = st.tuples(st.floats(-math.pi, math.pi), st.floats(-50, 50), st.floats(-50, 50))


@st.composite
def stars(draw: st.DrawFn) -> tuple[tuple[float, float], ...]:
    """Outlines that do not cross themselves, convex or not."""
    far = draw(st.lists(st.floats(0.5, 8.0), min_size=3, max_size=9))
    return tuple(
        (r * math.cos(2 * math.pi * n / len(far)), r * math.sin(2 * math.pi * n / len(far))) for n, r in enumerate(far)
    )


# --- against an independent geometry -----------------------------------------------------------------


@steady()
@given(outline=stars(), place=st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
def test_depth_is_the_distance_from_the_edge(outline: Any, place: Point) -> None:
    polygon, point = shapely.Polygon(outline), shapely.Point(place)
    away = point.distance(polygon.exterior)
    expected = away if polygon.contains(point) else -away
    assert depth(*place, outline) == pytest.approx(expected, abs=1e-9)
    assert depths(np.array([place]), outline)[0] == pytest.approx(expected, abs=1e-9)
    if away > 1e-9:
        assert contains(*place, outline) == polygon.contains(point)


@steady()
@given(outline=stars())
def test_an_outline_is_convex_if_its_hull_is_no_larger(outline: Any) -> None:
    polygon = shapely.Polygon(outline)
    lacks = polygon.convex_hull.area - polygon.area
    if lacks > 1e-6:
        assert not convex(outline)
    elif lacks < 1e-15:
        assert convex(outline)


@steady()
@given(place=places)
def test_a_body_is_beyond_the_edge_when_no_part_of_it_projects_on_the_area(place: Point) -> None:
    ground = shapely.Polygon(LANES.area).buffer(LANES.line_m / 2, join_style="round", quad_segs=64)
    overlap = lies(LANES, None, *place, BOULE)
    gap = ground.distance(shapely.Point(place)) - BOULE
    if abs(gap) > 1e-6:
        assert overlap.beyond == (gap > 0)
    if overlap.beyond:
        assert -overlap.overlap_m == pytest.approx(gap, abs=1e-4)


@steady()
@given(place=places)
def test_gaps_are_the_distances_between_outlines(place: Point) -> None:
    point = shapely.Point(place)
    shapes = [shapely.Point(5, 2).buffer(0.3, quad_segs=400), shapely.Polygon(PARK.obstacles[1].outline)]
    nearest = min(shape.distance(point) for shape in shapes)
    assert obstacle_gap_m(PARK, *place, JACK) == pytest.approx(max(0.0, nearest - JACK), abs=1e-5)
    assert circle_obstacle_gap_m(PARK, *place, 0.25) == pytest.approx(max(0.0, nearest - 0.25), abs=1e-5)
    ground = shapely.Polygon(PARK.area) - shapely.Polygon(PARK.prohibited[0])
    inside = ground.exterior.distance(point), ground.interiors[0].distance(point)
    gap = min(inside) if ground.contains(point) else 0.0
    assert boundary_gap_m(PARK, None, *place, JACK) == pytest.approx(max(0.0, gap - JACK), abs=1e-9)


# --- the same ground elsewhere -------------------------------------------------------------------------


def same(one: Lies, other: Lies) -> bool:
    """Do both say the same, but for rounding?"""
    return (one.line, one.lanes_crossed) == (other.line, other.lanes_crossed) and math.isclose(
        one.overlap_m, other.overlap_m, abs_tol=1e-9
    )


def clear_cut(terrain: Terrain, place: Point) -> bool:
    """Is the answer not one of a hair's breadth, which rounding may turn?"""
    around = [lies(terrain, terrain.lane("2"), place[0] + dx, place[1] + dy, BOULE) for dx, dy in NUDGES]
    return len({(a.line, a.lanes_crossed, a.beyond) for a in around}) == 1


NUDGES = [(0.0, 0.0), (1e-7, 0.0), (-1e-7, 0.0), (0.0, 1e-7), (0.0, -1e-7)]


@steady()
@given(place=places, motion=motions, mirrored=st.booleans())
def test_a_terrain_turned_shifted_or_mirrored_gives_the_same_answers(place: Point, motion: Any, mirrored: bool) -> None:
    turn = turned(*motion, mirrored=mirrored)
    elsewhere = moved_terrain(LANES, turn, mirrored=mirrored)
    if clear_cut(LANES, place):
        here = lies(LANES, LANES.lane("2"), *place, BOULE)
        assert same(here, lies(elsewhere, elsewhere.lane("2"), *turn(place), BOULE))
    for name in ("1", "2"):
        was, now = LANES.lane(name), elsewhere.lane(name)
        assert end_line_gap_m(elsewhere, now, *turn(place), JACK) == pytest.approx(
            end_line_gap_m(LANES, was, *place, JACK), abs=1e-9
        )
        assert boundary_gap_m(elsewhere, now, *turn(place), JACK, timed=True) == pytest.approx(
            boundary_gap_m(LANES, was, *place, JACK, timed=True), abs=1e-9
        )


# --- lanes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "line", "overlap_mm", "crossed"),
    [
        (6.0, None, 0.0, 0),  # on its lane, lane 2
        (8.0, "lane_side", 38.5, 0),  # half over the string between 2 and 3
        (8.0385, "lane_side", 0.0, 0),  # touches its outer edge from outside
        (8.039, None, 0.0, 1),  # wholly over it: on lane 3
        (10.0, None, 0.0, 1),
        (12.0, "lane_side", 38.5, 1),
        (12.05, None, 0.0, 2),
        (4.0, "lane_side", 38.5, 0),  # to the right it is the same
        (3.95, None, 0.0, 1),
        (-0.05, None, 0.0, 2),  # beyond lane 1 too, and still on the ground around the lanes
        (16.5, None, 0.0, 3),
        (17.0, "exterior", 38.5, 3),
    ],
)  # fmt: skip
def test_side_lines_are_crossed_one_after_the_other(y: float, line: str, overlap_mm: float, crossed: int) -> None:
    found = lies(LANES, LANES.lane("2"), 7.0, y, BOULE)
    assert (found.line, found.lanes_crossed) == (line, crossed)
    assert found.overlap_m * 1000 == pytest.approx(overlap_mm if line else 0.0, abs=1e-9)


def test_the_side_line_of_the_outermost_lane_is_the_edge_of_the_area() -> None:
    tight = Terrain(name="two", area=box(0, 0, 15, 8), edge="exterior", lanes=(lane("1", 0, 4), lane("2", 4, 8)))
    assert [len(lines) for lines in tight.side_lines(tight.lanes[0])] == [0, 1]
    found = lies(tight, tight.lanes[0], 7.0, -0.05, BOULE)
    assert (found.line, found.beyond, found.lanes_crossed) == ("exterior", True, 0)


def test_the_end_line_of_the_next_lane_is_the_same_line() -> None:
    found = lies(LANES, LANES.lane("2"), 15.05, 9.0, BOULE)
    assert (found.line, found.beyond, found.lanes_crossed) == ("lane_end", True, 1)


def test_lanes_end_to_end_are_not_beside_each_other() -> None:
    ends = Terrain(name="end to end", lanes=(lane("1", 0, 4), lane("2", 0, 4, near=15, far=30), lane("3", 4, 8)))
    assert [len(lines) for lines in ends.side_lines(ends.lanes[0])] == [1, 2]


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ((7.0, 6.0), "inside"), ((7.0, 4.0), "across"), ((7.0, 3.9), "off"), ((0.014, 6.0), "inside"),
        ((0.0139, 6.0), "across"), ((-0.016, 6.0), "across"), ((-0.0161, 6.0), "off"),
    ],
)  # fmt: skip
def test_a_jack_lies_inside_its_lane_across_a_line_or_off(place: Point, where: str) -> None:
    assert on_lane(LANES, LANES.lane("2"), *place, JACK) == where


def test_open_ground_has_no_lines_and_no_gaps() -> None:
    assert lies(OPEN, None, 100.0, -100.0, BOULE) == Lies()
    assert (obstacle_gap_m(OPEN, 0, 0, JACK), boundary_gap_m(OPEN, None, 0, 0, JACK)) == (None, None)
    assert (end_line_gap_m(OPEN, None, 0, 0, JACK), on_lane(OPEN, None, 0, 0, JACK)) == (None, None)


def test_a_low_kerb_is_overtopped_by_a_boule() -> None:
    kerb = Obstacle(name="kerb", outline=box(0, 0, 1, 1), height_m=0.01)
    high = Obstacle(name="wall", outline=box(0, 0, 1, 1))
    assert kerb.gap_from_ball_m(1.03, 0.5, BOULE) == pytest.approx(math.hypot(0.03, 0.0275) - BOULE)
    assert high.gap_from_ball_m(1.03, 0.5, BOULE) == 0
    assert high.gap_from_ball_m(2.0, 0.5, BOULE) == pytest.approx(1 - BOULE)


# --- what has passed a line ------------------------------------------------------------------------------


def passed(terrain: Terrain, *points: tuple[float, float], own: str | None = None) -> float | None:
    """When a boule going straight through these points, one a second, had wholly passed a line that kills."""
    times = np.arange(float(len(points)))
    return out_since(terrain, terrain.lane(own), times, np.array(points), BOULE)


def test_a_boule_that_went_out_and_came_back_has_been_out_since_it_was_wholly_over_the_line() -> None:
    assert passed(PARK, (10, 5), (10, 11), (10, 9)) == pytest.approx((5 + BOULE) / 6, abs=0.005)
    assert passed(PARK, (10, 5), (10, 10.03), (10, 9)) is None


def test_a_boule_that_flies_over_a_corner_of_prohibited_ground_has_been_over_it() -> None:
    assert passed(PARK, (7, 5), (11, 10 - 0.1)) is not None
    assert passed(PARK, (7, 6.5), (11, 6.5)) is None


def test_a_boule_thrown_from_behind_the_line_is_out_only_after_it_was_in() -> None:
    assert passed(PARK, (-1, 5), (10, 5)) is None
    assert passed(PARK, (-1, 5), (1, 5), (-1, 5)) is not None


def test_end_lines_kill_what_has_passed_them_but_side_lines_only_where_the_game_says() -> None:
    over_end, over_side, over_two = ((7, 6), (15.5, 6), (14, 6)), ((7, 6), (7, 9), (7, 6)), ((7, 6), (7, 13), (7, 9))
    assert passed(LANES, *over_end, own="2") is not None
    assert passed(LANES, *over_two, own="2") is None
    assert passed(ONE_BESIDE, *over_two, own="2") is not None
    assert passed(ONE_BESIDE, *over_side, own="2") is None
    timed = terrain_of({**PLAIN, "dead_lines": ["exterior", "lane_end", "lane_side"]})
    assert passed(timed, *over_side, own="2") is not None


PLAIN: dict[str, Any] = {
    "name": "four lanes",
    "area": LANES.area,
    "edge": "exterior",
    "lanes": [{"name": x.name, "corners": x.corners} for x in LANES.lanes],
}
ONE_BESIDE = terrain_of({**PLAIN, "lanes_beside": 1})


@steady(30)
@given(place=places)
def test_a_body_that_never_moved_has_been_out_exactly_if_it_lies_beyond(place: Point) -> None:
    found = lies(PARK, None, *place, BOULE)
    start = (1.0, 1.0)
    since = passed(PARK, start, place)
    if found.beyond:
        assert since is not None


# --- reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lanes.toml", "park.json"])
def test_the_example_terrains_can_be_read(name: str) -> None:
    terrain = read_terrain(EXAMPLES / name)
    assert terrain.area
    assert terrain.name


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"area": []}, "missing required field `name`"),
        ({"name": "x", "area": [[0, 0], [1, 1]]}, "x: area: 2 corners; an outline has three or more"),
        ({"name": "x", "area": [[0, 0], [1, 1], [1, 0], [0, 1]]}, "x: area: its outline crosses or touches itself"),
        ({"name": "x", "area": [[0, 0], [1, 0], [1, 1e9]]}, "corner (1.0, 1000000000.0): metres from -1000 to 1000"),
        ({"name": "x", "line_m": 2.0}, "x: line_m 2.0: a line is from 0 to 0.1 m thick"),
        ({"name": "x", "puddles": [{"outline": [[0, 0], [1, 0], [1, 1]], "depth_m": -1}]}, "puddle 1 is -1.0 m deep"),
        ({"name": "x", "lanes": [{"name": "1", "corners": [[0, 0], [0, 4], [15, 4], [15, 0]]}]}, "near right, far right"),
        ({"name": "x", "obstacles": [{"name": "tree"}]}, "obstacle tree: it has either an outline, or a place"),
        ({"name": "x", "obstacles": [{"name": "tree", "at": [0, 0]}]}, "obstacle tree: radius_m 0.0"),
        ({"name": "x", "obstacles": [{"name": "t", "at": [0, 0], "radius_m": 1, "height_m": 0}]}, "height_m 0.0"),
        ({"name": "x", "edge": "kerb"}, "Invalid enum value 'kerb' - at `$.edge`"),
        ({"name": "x", "edges": "kerb"}, "unknown field `edges`"),
        ({"name": "x", "area": [[0, 0], [1, 0], [1, "nan"]]}, "Expected `float`, got `str`"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_terrain_gives_one_line(data: dict[str, Any], says: str) -> None:
    with pytest.raises(Misplaced) as wrong:
        terrain_of(data)
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "t.toml"
    broken.write_text("name = \n")
    for path in (broken, tmp_path / "none.json"):
        with pytest.raises(Misplaced, match="none.json: No such file" if path.suffix == ".json" else "t.toml: Invalid"):
            read_terrain(path)
    broken.write_text("name = 'x'\nline_m = 5.0\n")
    with pytest.raises(Misplaced, match=r"t\.toml: x: line_m 5\.0"):
        read_terrain(broken)


def test_a_lane_that_is_not_there_is_named() -> None:
    with pytest.raises(Misplaced, match="lane '9' on 'four lanes'; there is 1, 2, 3, 4"):
        LANES.lane("9")
    twice = [{"name": "1", "corners": LANES.lanes[0].corners}] * 2
    with pytest.raises(Misplaced, match="each name stands once"):
        terrain_of({"name": "x", "lanes": twice})


@steady(60)
@given(way=st.lists(places, min_size=2, max_size=4), own=st.sampled_from(["1", "2", None]))
def test_a_path_that_passes_no_line_at_a_glance_passes_none_when_looked_at_closely(way: Any, own: str | None) -> None:
    for terrain, lane_name in ((PARK, None), (LANES, own), (ONE_BESIDE, own)):
        own_lane = terrain.lane(lane_name) if terrain.lanes else None
        points = np.array(way)
        if stays(terrain, own_lane, points, BOULE):
            ends = np.linspace(0, 1, 40)
            line = [a + t * (b - a) for a, b in pairwise(points) for t in ends]
            least = min(least_over(terrain, own_lane, p) for p in line)
            assert least >= -1e-9


def least_over(terrain: Terrain, own: Any, place: Any) -> float:
    """What is left of a boule at a place over the line that it has passed furthest, of those that kill."""
    x, y = place
    over = [depth(x, y, terrain.area) + BOULE + terrain.line_m / 2]
    over += [BOULE - depth(x, y, island) for island in terrain.prohibited]
    over += [left_of(x, y, *end) + BOULE + terrain.line_m / 2 for end in (own.ends if own else ())]
    return float(min(over))
