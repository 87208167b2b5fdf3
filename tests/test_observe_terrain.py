"""An umpire's sentences: what is seen on the ground, told as facts, and what the books say to them."""

from typing import Any

import numpy as np
import pytest
from msgspec import json, structs

from carreau.core.game import Game
from carreau.observe.bodies import Bodies
from carreau.observe.circle import Demands, circle_placed, reach
from carreau.observe.contacts import BOARD, BODY, GROUND, OBSTACLE, contacts_of
from carreau.observe.ground import OPEN, Lane, Obstacle, Puddle, Terrain
from carreau.observe.sight import Circle
from carreau.observe.terrain import boule_thrown, jack_placed, jack_thrown
from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import BouleThrown, Moved, Stopped
from tests.observed import BOULE, JACK, LANES, PARK, Point, bodies, box, game, keys, path, paths, ruled

BOOKS = ("fipjp-2016", "fpusa-1995", "suomi")
CIRCLE = Circle(1.0, 6.0)
MARKED: dict[str, Any] = {"terrain": {"marked": True, "lanes": True}}
TIMED = {**MARKED, "timed": True, "time_limit_ms": 3_600_000}
FIELD = Terrain(name="field", area=box(-20, -20, 60, 40))
STRINGED = structs.replace(FIELD, area=box(0, 0, 12, 12), edge="exterior", line_m=0.002)


def before(book_id: str = "fipjp-2016", **setup: Any) -> Game:
    """A game in which the jack lies and each side has played a boule."""
    return game(book_id, "draw A; jack ok; A p; B p", format="singles", **setup)


def thrown(at: Point, terrain: Terrain, lane: str | None = None, **more: Any) -> BouleThrown:
    """A boule of A that moved nothing and lies there."""
    there = bodies(jack=(9.0, 6.0), A1=(8.0, 6.0), B1=(9.5, 6.0), A2=at)
    return boule_thrown("A", there, (), thrown="A.2", circle=CIRCLE, terrain=terrain, lane=lane, **more)


def dead(fact: BouleThrown, book_id: str = "fipjp-2016", **setup: Any) -> bool:
    """Is the boule dead by the book?"""
    after, _ = ruled(before(book_id, **setup), fact)
    boule = after.state.boule("A.2")  # type: ignore[attr-defined]
    return not boule.live


# --- boules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize(
    ("y", "is_dead"),
    [
        (11.9, False),  # inside
        (12.0, False),  # half over the string
        (12.0385, False),  # only touches it from outside
        (12.0386, True),  # a tenth of a millimetre of ground between
    ],
)  # fmt: skip
def test_a_boule_lives_until_all_of_it_is_beyond_the_string(book_id: str, y: float, is_dead: bool) -> None:
    assert dead(thrown((6, y), STRINGED), book_id) is is_dead


def test_the_fact_says_how_much_still_projects_and_how_thick_the_string_is() -> None:
    half = thrown((6, 12.0), STRINGED).moved[0]
    assert (half.object, half.line, half.overlap_mm, half.line_mm) == ("thrown", "exterior", 39, 2)
    assert thrown((6, 11.9), STRINGED).moved == ()


@pytest.mark.parametrize(
    ("y", "is_dead"), [(12.035, False), (12.0366, True), (12.0364, False)]
)  # the inner edge of the string is at 11.999
def test_by_the_inner_edge_the_same_fact_is_read_at_the_other_side_of_the_string(y: float, is_dead: bool) -> None:
    assert dead(thrown((6, y), STRINGED), readings={"A10": "inner_edge"}) is is_dead
    assert not dead(thrown((6, y), STRINGED))


def test_a_painted_line_has_no_thickness() -> None:
    painted = structs.replace(STRINGED, line_m=0.0, edge="boundary")
    half = thrown((6, 12.0), painted).moved[0]
    assert (half.line, half.overlap_mm, half.line_mm) == ("boundary", 38, None)
    assert not dead(thrown((6, 12.0), painted))
    assert dead(thrown((6, 12.038), painted))


@pytest.mark.parametrize(
    ("y", "timed", "is_dead"),
    [
        (8.05, False, False), (8.05, True, True), (8.02, True, False),  # the next lane
        (12.05, False, True), (12.02, False, False),  # the lane after that one
    ],
)  # fmt: skip
def test_a_boule_may_visit_the_next_lane_and_in_a_timed_game_none(y: float, timed: bool, is_dead: bool) -> None:
    assert dead(thrown((7, y), LANES, "2"), **(TIMED if timed else MARKED)) is is_dead


def test_a_boule_that_rests_beyond_the_next_lane_has_not_come_back() -> None:
    strict = structs.replace(LANES, lanes_beside=1)
    for y, came_back in ((12.1, False), (11.0, True)):
        there = bodies(jack=(9, 6), A2=(7, y))
        way = path(1, (0, 7, 6), (1, 7, 12.2), (2, 7, y))
        fact = boule_thrown("A", there, (), thrown="A.2", circle=CIRCLE, terrain=strict, lane="2", paths=way)
        assert fact.moved[0].came_back is came_back


def test_in_1995_a_boule_two_terrains_away_lives() -> None:
    assert not dead(thrown((7, 12.05), LANES, "2"), "fpusa-1995")


def test_the_end_line_of_a_lane_kills() -> None:
    assert dead(thrown((15.04, 6), LANES, "2"), **MARKED)
    assert not dead(thrown((15.03, 6), LANES, "2"), **MARKED)


def test_a_boule_wholly_on_an_island_of_prohibited_ground_is_dead_and_one_on_its_edge_lives() -> None:
    assert dead(thrown((9, 8), PARK))
    assert not dead(thrown((9, 7.03), PARK))


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_boule_that_was_outside_and_came_back_is_dead_and_what_it_then_moved_goes_back(book_id: str) -> None:
    """It goes over the string, comes back off a plank, and pushes a marked boule."""
    out_and_back = path(3, (0, 6, 6), (2, 6, 12.5), (3, 8, 6.2), (4, 7.9, 6.3))
    still = [path(n, (0, x, 6), (4, x, 6)) for n, x in ((0, 9), (1, 8), (2, 9.5))]
    contacts = [(0.1, GROUND, 3, -1), (2.0, BOARD, 3, 0), (3.0, BODY, 3, 1)]
    there = bodies(jack=(9.0, 6.0), A1=(8.1, 6.0), B1=(9.5, 6.0), A2=(7.9, 6.3))
    fact = boule_thrown(
        "A", there, ("A.1",), thrown="A.2", circle=CIRCLE, terrain=STRINGED, contacts=contacts,
        paths=paths(out_and_back, *still), marked={"A.1"},
    )  # fmt: skip
    own, other = fact.moved
    assert (own.came_back, own.line) == (True, None)
    assert own.stopped == Stopped(by="fixed", rolled_on=True, outside=True)
    assert (other.object, other.after_out, other.marked) == ("A.1", True, True)
    after, _ = ruled(before(book_id), fact)
    assert not after.state.boule("A.2").live  # type: ignore[attr-defined]
    assert "A.1" in after.state.put_back or book_id == "suomi"  # type: ignore[attr-defined]


def test_what_a_boule_moved_before_it_went_out_stays() -> None:
    out_and_back = path(3, (0, 6, 6), (1, 8, 6.2), (2, 8, 12.5), (4, 7.9, 8.3))
    there = bodies(jack=(9.0, 6.0), A1=(8.1, 6.0), B1=(9.5, 6.0), A2=(7.9, 8.3))
    fact = boule_thrown(
        "A", there, ("A.1",), thrown="A.2", circle=CIRCLE, terrain=STRINGED, contacts=[(1.0, BODY, 3, 1)],
        paths=out_and_back,
    )  # fmt: skip
    assert [m.after_out for m in fact.moved] == [False, False]
    assert fact.moved[0].came_back


def test_what_was_moved_through_another_by_a_boule_from_outside_counts_as_well() -> None:
    out_and_back = path(3, (0, 6, 6), (2, 6, 12.5), (3, 8, 6.2), (4, 7.9, 6.3))
    there = bodies(jack=(9.0, 6.0), A1=(8.1, 6.0), B1=(9.5, 6.0), A2=(7.9, 6.3))
    fact = boule_thrown(
        "A", there, [True, True, True, False], thrown="A.2", circle=CIRCLE, terrain=STRINGED,
        contacts=[(0.5, BODY, 2, 0), (3.0, BODY, 3, 1), (3.5, BODY, 1, 0)], paths=out_and_back,
    )  # fmt: skip
    assert {m.object: m.after_out for m in fact.moved} == {"thrown": False, "jack": True, "A.1": True, "B.1": False}


def test_a_boule_that_ends_against_a_tree_was_stopped_there_and_lives() -> None:
    there = bodies(jack=(9.0, 6.0), A1=(8.0, 6.0), B1=(9.5, 6.0), A2=(4.6625, 2.0))
    fact = boule_thrown(
        "A", there, (), thrown="A.2", circle=CIRCLE, terrain=PARK, contacts=[(1.0, OBSTACLE, 3, 0)],
        paths=path(3, (0, 1, 2), (1, 4.6625, 2), (1.1, 4.66, 2)),
    )  # fmt: skip
    assert fact.moved == (Moved(object="thrown", stopped=Stopped(by="fixed")),)
    assert not dead(fact)


def test_who_stopped_a_boule_is_said_by_people() -> None:
    by = Stopped(by="player", side="B", beyond_jack=True)
    fact = thrown((8.5, 6.5), FIELD, stopped={"A.2": by})
    assert fact.moved == (Moved(object="thrown", stopped=by),)
    assert thrown((8.5, 6.5), FIELD, player="A1", how="point", holds="B") == BouleThrown(
        side="A", player="A1", how="point", holds="B"
    )


def test_a_boule_in_a_puddle_is_told_of() -> None:
    assert thrown((14.5, 5.5), PARK).moved == (Moved(object="thrown", in_puddle=True),)


# --- the jack moved ------------------------------------------------------------------------------------------


def jack_at(place: Point, terrain: Terrain = FIELD, **more: Any) -> Moved:
    """How the jack lies after a shot that moved nothing else."""
    there = bodies(jack=place, A1=(8.0, 7.0), B1=(9.5, 6.5), A2=(8.2, 6.1))
    fact = boule_thrown("A", there, ("jack",), thrown="A.2", circle=CIRCLE, terrain=terrain, **more)
    assert [m.object for m in fact.moved] == ["jack"]
    return fact.moved[0]


def jack_dead(moved: Moved, book_id: str = "fipjp-2016", **setup: Any) -> list[str]:
    """Why the jack is dead by the book, and nothing if it lives."""
    _, rulings = ruled(before(book_id, **setup), BouleThrown(side="A", moved=(moved,)))
    return [str(r.slots.get("reason")) for r in rulings if r.key == "jack.dead"]


EDGE = 0.25 + JACK  # from the middle of the circle to the middle of a jack at no range


@pytest.mark.parametrize(
    ("range_m", "reasons"),
    [(2.9999, ["too_near"]), (3.0, []), (20.0, []), (20.0001, ["too_far"])],
)
def test_a_moved_jack_lives_from_3_to_20_metres(range_m: float, reasons: list[str]) -> None:
    assert jack_dead(jack_at((1.0 + EDGE + range_m, 6.0))) == reasons


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_jack_wholly_beyond_the_string_is_dead_and_one_astride_lives(book_id: str) -> None:
    assert jack_dead(jack_at((8, 12.0161), STRINGED), book_id) == ["out"]
    astride = jack_at((8, 12.0159), STRINGED)
    assert jack_dead(astride, book_id) == []
    assert not astride.ground_between
    assert not astride.part_between


def test_a_jack_behind_a_tree_is_dead_and_behind_a_boule_it_lives() -> None:
    tree = Terrain(name="tree", obstacles=(Obstacle(name="tree", at=(5.0, 6.0), radius_m=0.6),))
    hidden = jack_at((8.0, 6.0), tree)
    assert (hidden.visible, hidden.hidden_by) == (False, "other")
    assert jack_dead(hidden) == ["not_visible"]
    there = bodies(jack=(8.0, 6.0), A1=(7.0, 6.0), B1=(7.5, 6.0), A2=(7.8, 6.0))
    fact = boule_thrown("A", there, ("jack",), thrown="A.2", circle=CIRCLE)
    assert fact.moved[0].visible is True


def test_of_a_jack_half_hidden_the_umpire_is_asked() -> None:
    post = Terrain(name="post", obstacles=(Obstacle(name="post", at=(5.0, 6.0), radius_m=0.05),))
    half = jack_at((8.0, 6.0), post)
    assert (half.visible, half.partly_visible) == (None, True)
    _, rulings = ruled(before(), BouleThrown(side="A", moved=(half,)))
    assert "jack_partly_visible" in [option.ask for r in rulings for option in asked(r)]


def asked(ruling: Any) -> list[Any]:
    """The questions that a ruling puts."""
    return [effect.option for effect in ruling.effects if hasattr(effect, "option")]


def test_a_jack_behind_prohibited_ground_is_dead() -> None:
    island = Terrain(name="island", prohibited=(box(4, 5, 1, 2),))
    assert jack_dead(jack_at((9.0, 6.0), island)) == ["ground_between"]
    assert jack_at((9.0, 8.2), island).part_between


def test_a_jack_that_floats_is_dead_and_one_that_lies_in_shallow_water_lives() -> None:
    deep, shallow = (
        Terrain(name="wet", puddles=(Puddle(outline=box(7.5, 5.5, 0.6, 1), depth_m=d),)) for d in (0.04, 0.01)
    )
    afloat, aground = jack_at((8.0, 6.0), deep, jack_kg=0.012), jack_at((8.0, 6.0), shallow, jack_kg=0.012)
    assert (afloat.floating, afloat.in_puddle) == (True, True)
    assert (aground.floating, aground.in_puddle) == (False, True)
    assert jack_dead(afloat) == ["floating"]


def test_a_jack_two_lanes_away_is_dead_and_on_the_next_lane_lives() -> None:
    assert jack_dead(jack_at((7, 9), LANES, lane="2"), **MARKED) == []
    assert jack_at((7, 9), LANES, lane="2").foreign_terrain
    assert jack_dead(jack_at((7, 12.1), LANES, lane="2"), **MARKED) == ["lanes"]
    assert jack_dead(jack_at((15.02, 6), LANES, lane="2"), **MARKED) == ["end_line"]
    assert jack_dead(jack_at((7, 8.05), LANES, lane="2"), **TIMED) == ["left_lane"]


# --- the jack thrown -----------------------------------------------------------------------------------------


def good(place: Point, terrain: Terrain = OPEN, book_id: str = "fipjp-2016", **more: Any) -> list[str]:
    """What is wrong with a thrown jack by the book, an obstacle being one; nothing if it is good."""
    setup = TIMED if more.get("timed") else MARKED if terrain.lanes else {}
    fact = jack_thrown("A", place, circle=CIRCLE, terrain=terrain, **more)
    _, rulings = ruled(game(book_id, "draw A", **setup), fact)
    assert not any(r.key.startswith("refused") for r in rulings)
    asks = ["obstacle" for r in rulings if r.key == "ask.jack_obstacle"]
    return asks + [str(r.slots.get("reason")) for r in rulings if r.key in ("jack.bad", "jack.invalid")]


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize(
    ("range_m", "faults"),
    [(5.9999, ["too_near"]), (6.0, []), (6.0004, []), (10.0, []), (10.0001, ["too_far"])],
)
def test_a_thrown_jack_lies_6_to_10_metres_from_the_inner_edge(book_id: str, range_m: float, faults: list[str]) -> None:
    assert good((1.0 + EDGE + range_m, 6.0), book_id=book_id) == faults


@pytest.mark.parametrize(("gap", "faults"), [(0.9999, ["obstacle"]), (1.0, []), (1.0001, [])])
def test_a_thrown_jack_lies_a_metre_from_every_obstacle(gap: float, faults: list[str]) -> None:
    tree = Terrain(name="tree", obstacles=(Obstacle(name="tree", at=(9.0, 8.0), radius_m=0.3),))
    assert good((9.0, 8.0 - 0.3 - gap - JACK), tree) == faults


def test_a_thrown_jack_that_a_tree_stopped_or_turned_aside() -> None:
    def after(place: Point) -> Stopped | None:
        way = path(0, (0, 1, 2), (1, 4.685, 2), (2, *place))
        met = [(0.5, GROUND, 0, -1), (1.0, OBSTACLE, 0, 0)]
        return jack_thrown("A", place, circle=CIRCLE, terrain=PARK, contacts=met, paths=way).stopped

    assert after((4.684, 2.0)) == Stopped(by="fixed")
    assert after((4.5, 2.0)) == Stopped(by="fixed", rolled_on=True)
    assert after((4.5, -1.0)) == Stopped(by="fixed", rolled_on=True)
    by = Stopped(by="animal")
    assert jack_thrown("A", (9, 6), circle=CIRCLE, stopped=by, contacts=[(1.0, BOARD, 0, 0)]).stopped == by
    assert good((9, 6), FIELD, contacts=[(1.0, BOARD, 0, 0)]) == []


def test_a_kerb_that_the_umpire_calls_no_obstacle_is_not_measured() -> None:
    kerb = Obstacle(name="kerb", outline=box(0, 7, 12, 0.1), height_m=0.1, counts=False)
    assert (
        jack_thrown("A", (9, 6.5), circle=CIRCLE, terrain=Terrain(name="k", obstacles=(kerb,))).obstacle_gap_mm is None
    )


@pytest.mark.parametrize(
    ("y", "timed", "faults"),
    [(11.0 - JACK, False, []), (11.002, False, ["boundary"]), (7.5 - JACK, True, []), (7.502, True, ["boundary"])],
)
def test_a_thrown_jack_lies_clear_of_the_lines_that_kill(y: float, timed: bool, faults: list[str]) -> None:
    """A metre from the edge of the area; in a timed game half a metre from the side line of its lane, at 8 m."""
    terrain = LANES if timed else STRINGED
    assert good((9.0, y), terrain, timed=timed, **({"lane": "2"} if timed else {})) == faults


def test_a_thrown_jack_off_its_lane_or_too_near_its_end_line_is_not_good() -> None:
    assert good((9.0, 8.05), LANES, lane="2") == ["off_lane"]
    assert good((9.0, 7.99), LANES, lane="2") == []
    near_the_end = jack_thrown("A", (14.1, 6.0), circle=Circle(5, 6), terrain=LANES, lane="2")
    assert (near_the_end.end_line_gap_mm, near_the_end.on_lane) == (886, "inside")


def test_a_jack_put_down_by_hand_has_the_same_measures() -> None:
    by_hand = jack_placed("B", (9, 6), circle=CIRCLE, terrain=LANES, lane="2", circle_moved_back_m=0.5004)
    by_throw = jack_thrown("B", (9, 6), circle=CIRCLE, terrain=LANES, lane="2")
    assert by_hand.circle_moved_back_mm == 500
    for name in ("range_mm", "obstacle_gap_mm", "boundary_gap_mm", "end_line_gap_mm", "visible", "on_lane"):
        assert getattr(by_hand, name) == getattr(by_throw, name)


# --- the circle ----------------------------------------------------------------------------------------------


def refused(book_id: str, circle: Circle, **more: Any) -> list[str]:
    """Why a circle is refused by the book."""
    _, rulings = ruled(game(book_id, "draw A"), circle_placed("A", circle, **more))
    return [str(r.slots["reason"]) for r in rulings if r.key == "circle.refused"]


@pytest.mark.parametrize(("x", "why"), [(2.0, []), (1.9999, ["obstacle"])])
def test_a_circle_stands_a_metre_clear_of_obstacles(x: float, why: list[str]) -> None:
    tree = Terrain(name="tree", obstacles=(Obstacle(name="tree", at=(0.55, 6.0), radius_m=0.2),))
    assert refused("fipjp-2016", Circle(x, 6.0), terrain=tree) == why


def test_a_circle_stands_two_metres_from_another_and_in_1995_a_metre_from_the_boundary() -> None:
    others = [Circle(3.49, 6.0), Circle(9.0, 6.0)]
    assert refused("fipjp-2016", CIRCLE, others=others) == ["other"]
    assert refused("fipjp-2016", CIRCLE, others=[Circle(3.5, 6.0)]) == []
    assert refused("fpusa-1995", Circle(1.2, 6.0), terrain=STRINGED) == ["boundary"]
    assert refused("fipjp-2016", Circle(1.2, 6.0), terrain=STRINGED) == []


def test_a_rim_is_measured_from_outside_and_the_range_from_inside() -> None:
    rim = circle_placed("A", Circle(1.0, 6.0, 0.25, 0.006), others=[Circle(4.0, 6.0, 0.25, 0.006)])
    assert (rim.other_gap_mm, rim.diameter_mm) == (2488, 500)


DEMANDS = Demands(near_m=6, far_m=10, obstacle_m=1, boundary_m=1, end_line_m=1)


def test_from_the_middle_of_a_short_terrain_the_longest_throw_is_along_its_diagonal() -> None:
    short = Terrain(name="short", area=box(0, 0, 12, 4))
    found = reach(short, None, Circle(6, 2), DEMANDS)
    inset = 1 + JACK
    longest = float(np.hypot(6 - inset, 2 - inset)) - EDGE
    assert found.longest_m == pytest.approx(longest, abs=1e-6)
    ahead = reach(short, None, Circle(6, 2), DEMANDS, (1.0, 0.0))
    assert ahead.longest_m == pytest.approx(6 - inset - EDGE, abs=1e-6)
    assert found.misses(6, 10)
    assert not reach(OPEN, None, Circle(6, 2), DEMANDS).misses(6, 10)


def test_a_wall_across_leaves_some_ranges_out() -> None:
    wall = Obstacle(name="wall", outline=box(8, -20, 0.2, 60))
    behind = reach(Terrain(name="wall", obstacles=(wall,)), None, Circle(0, 0), DEMANDS)
    assert behind.misses(6, 10) is False  # to the side everything is possible
    ahead = reach(Terrain(name="wall", obstacles=(wall,)), None, Circle(0, 0), DEMANDS, (1.0, 0.0))
    assert [pytest.approx(e, abs=1e-6) for span in ahead.spans_m for e in span] == [
        0.0, 7 - JACK - EDGE, 9.2 + JACK - EDGE, 10.0,
    ]  # fmt: skip
    assert ahead.misses(6, 10)


def test_on_a_lane_the_jack_keeps_clear_of_its_ends_and_may_lie_at_its_sides() -> None:
    """Lane 2 lies from 0 to 15 m and from 4 to 8 m; the book asks for a metre at the ends, and from prohibited ground."""
    ahead = reach(LANES, LANES.lane("2"), Circle(4, 6), DEMANDS, (1.0, 0.0))
    inset = LANES.line_m / 2 - JACK
    assert ahead.longest_m == pytest.approx(15 - 1 + inset - 4 - EDGE, abs=1e-9)
    aside = reach(LANES, LANES.lane("2"), Circle(4, 6), DEMANDS, (0.0, 1.0))
    assert aside.longest_m == pytest.approx(2 - EDGE, abs=1e-9)
    timed = reach(LANES, LANES.lane("2"), Circle(4, 6), DEMANDS, (0.0, 1.0), timed=True)
    assert timed.longest_m == pytest.approx(2 - 1 + inset - EDGE, abs=1e-9)
    short = Terrain(name="short", lanes=(Lane(name="1", corners=box(0, 0, 2, 4)),))  # type: ignore[arg-type]
    assert reach(short, short.lane(None), Circle(1, 2), DEMANDS).spans_m == ()


def test_an_island_is_kept_clear_of_like_the_edge() -> None:
    island = Terrain(name="island", prohibited=(box(9, -20, 1, 40),))
    ahead = reach(island, None, Circle(0, 0), DEMANDS, (1.0, 0.0))
    assert ahead.longest_m == pytest.approx(8 - JACK - EDGE, abs=1e-9)


@pytest.mark.parametrize(
    ("ranges", "says"),
    [((10, 6), "ranges from 10 to 6 m"), ((-1, 6), "ranges from -1 to 6 m"), ((6, 10, -1), "none is below 0")],
)
def test_demands_that_no_book_can_have(ranges: tuple[float, ...], says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        Demands(*ranges)


def test_a_circle_goes_back_no_further_than_the_longest_throw_needs() -> None:
    """The jack lay 9.765 m from where a valid one can lie at most: the circle goes 500 mm back."""
    narrow = Terrain(name="narrow", area=box(0, 0, 22.53, 3))
    spot = (22.53 - 1 - JACK - EDGE - 9.5, 1.5)  # the longest throw there is 9.5 m, and behind it there is less
    fact = circle_placed("A", Circle(spot[0] - 0.5, 1.5), terrain=narrow, spot_m=spot, demands=Demands(6, 10, 1, 1, 1))
    assert (fact.at_jack, fact.moved_back_mm, fact.longest_mm) == (False, 500, 9500)
    assert fact.elsewhere_possible is True  # the other way 10 m fit, so it may not go back
    shorter = Terrain(name="shorter", area=box(6, 0, 16.53, 3))
    fact = circle_placed("A", Circle(spot[0] - 0.5, 1.5), terrain=shorter, spot_m=spot, demands=Demands(6, 10, 1, 1, 1))
    assert (fact.longest_mm, fact.elsewhere_possible, fact.distance_missing) == (9500, False, True)
    played = game(
        "fipjp-2016",
        "draw A; jack ok; A p holds=A; " + "B p holds=A; " * 3 + "A p holds=A; A p holds=A; end A 3",
        format="singles",
    )
    _, rulings = ruled(played, fact)
    assert "next_circle.stepped_back" in keys(rulings)


def test_around_the_jack_nothing_has_gone_back() -> None:
    fact = circle_placed("A", CIRCLE, spot_m=(1.1, 6.0), kind="rigid", marked=True)
    assert (fact.at_jack, fact.moved_back_mm, fact.spot_gap_mm, fact.circle) == (True, None, None, "rigid")


# --- input ------------------------------------------------------------------------------------------------------


def test_what_cannot_be_thrown_is_named() -> None:
    there = bodies(jack=(9, 6), A1=(8, 6))
    for moved, says in (([True], "1 truth values for 2 bodies"), (["B.1"], r"B\.1 is not on the ground")):
        with pytest.raises(Misplaced, match=says):
            boule_thrown("A", there, moved, thrown="A.1", circle=CIRCLE)
    with pytest.raises(Misplaced, match=r"A\.3 is not on the ground"):
        boule_thrown("A", there, (), thrown="A.3", circle=CIRCLE)
    with pytest.raises(Misplaced, match=r"jack at \[nan, 0\.0"):
        jack_thrown("A", (float("nan"), 0.0), circle=CIRCLE)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([(0.0, 9, 0, 1)], "contact 0: kind 9; 0 to 3 are body, ground, obstacle, board"),
        ([(0.0, 0, 5, 1)], "contact 0: body 5; there are 2"),
        ([(-1.0, 0, 0, 1)], "contact 0: at -1.0 s"),
        ([(float("nan"), 0, 0, 1)], "contact 0: at nan s"),
        ([(0.0, 0, 0)], "contact 0: time, kind, first and second are wanted"),
    ],
)
def test_contacts_that_cannot_be(rows: Any, says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        boule_thrown("A", bodies(jack=(9, 6), A1=(8, 6)), (), thrown="A.1", circle=CIRCLE, contacts=rows)


def test_contacts_and_paths_without_their_columns() -> None:
    there = bodies(jack=(9, 6), A1=(8, 6))
    with pytest.raises(Misplaced, match="contacts without kind"):
        contacts_of(np.zeros(1, [("time_s", "f8"), ("first", "i2"), ("second", "i2")]), 2, ("body",))
    with pytest.raises(Misplaced, match="paths without body"):
        boule_thrown(
            "A",
            there,
            (),
            thrown="A.1",
            circle=CIRCLE,
            paths=np.zeros(1, [("time_s", "f8"), ("x_m", "f8"), ("y_m", "f8")]),
        )
    lost = path(1, (0, 1, 1), (1, float("nan"), 1))
    with pytest.raises(Misplaced, match="path of body 1: a place or time in it is no number"):
        boule_thrown("A", there, (), thrown="A.1", circle=CIRCLE, paths=lost)
    with pytest.raises(Misplaced, match="path of body 7; there are 2"):
        boule_thrown("A", there, (), thrown="A.1", circle=CIRCLE, paths=path(7, (0, 1, 1), (1, 2, 1)))


def test_bodies_of_any_size_are_taken() -> None:
    there = Bodies(("jack", "A.1"), [(9, 6, JACK), (8, 6, BOULE)], (JACK, BOULE))
    assert there.only(()).names == ("jack",)


def test_what_was_observed_comes_back_from_a_record() -> None:
    out_and_back = path(3, (0, 6, 6), (2, 6, 12.5), (3, 8, 6.2), (4, 7.9, 6.3))
    there = bodies(jack=(9.0, 12.01), A1=(8.1, 6.0), B1=(9.5, 6.0), A2=(7.9, 6.3))
    facts = [
        boule_thrown(
            "A", there, np.array([True, True, False, True]), thrown="A.2", circle=CIRCLE, terrain=STRINGED,
            contacts=[(2.0, BOARD, 3, 0), (3.0, BODY, 3, 1)], paths=out_and_back, marked={"A.1"},
        ),
        jack_thrown("A", np.array([9.0, 6.0, 0.015]), circle=CIRCLE, terrain=PARK, player="A1"),
        jack_placed("B", (9.0, 6.0), circle=CIRCLE, terrain=LANES, lane="2"),
        circle_placed("A", CIRCLE, terrain=PARK, spot_m=(1.0, 5.0), demands=DEMANDS),
    ]  # fmt: skip
    for fact in facts:
        assert json.decode(json.encode(fact), type=type(fact)) == fact
