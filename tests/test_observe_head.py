"""The head and the tape: gaps, order, equality within an instrument, and millimetres that keep to their side of a limit."""

import math
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from carreau.core.nearness import compared, in_order
from carreau.observe.bodies import Bodies
from carreau.observe.head import gap_m, gaps_m, head_mapped, holder, order, point_measured
from carreau.observe.tape import CALLIPERS, EXACT, EYE, TAPE, Instrument, gap_mm, nearest_mm, overlap_mm, range_mm
from carreau.observe.wrong import Misplaced
from tests.observed import BOULE, JACK, bodies, game, keys, ruled, steady, turned

spots = st.tuples(st.floats(-2, 2), st.floats(-2, 2))
heads = st.lists(spots, min_size=2, max_size=6)


def head(places: list[tuple[float, float]]) -> Bodies:
    """Boules A.1, B.1, A.2 ... around a jack."""
    names = [f"{'AB'[n % 2]}.{n // 2 + 1}" for n in range(len(places))]
    return Bodies(["jack", *names], [(0.0, 0.0), *places], [JACK] + [BOULE] * len(places))


# --- gaps ------------------------------------------------------------------------------------------------


@steady()
@given(place=spots, radius=st.floats(0.03525, 0.04))
def test_the_gap_is_between_the_surfaces_of_unequal_spheres_on_the_ground(
    place: tuple[float, float], radius: float
) -> None:
    away = math.hypot(*place)
    assume(away > 0.06)
    found = gap_m(Bodies(("jack", "A.1"), [(0, 0), place], (JACK, radius)), "A.1", "jack")
    assert found == pytest.approx(math.sqrt(away**2 + (radius - JACK) ** 2) - radius - JACK, abs=1e-12)


def test_a_boule_against_the_jack_lies_at_no_gap_and_no_gap_is_below_it() -> None:
    touching = 2 * math.sqrt(BOULE * JACK)
    assert gap_m(bodies(jack=(0, 0), A1=(touching, 0)), "A.1", "jack") == pytest.approx(0, abs=1e-12)
    assert gap_m(bodies(jack=(0, 0), A1=(0.01, 0)), "A.1", "jack") == 0


def test_a_bigger_boule_at_the_same_distance_of_centres_is_nearer() -> None:
    both = Bodies(("jack", "A.1", "B.1"), [(0, 0), (0.3, 0), (-0.3, 0)], (JACK, 0.038, 0.03525))
    assert order(both) == (("A.1",), ("B.1",))


def test_on_a_slope_the_gap_is_in_space() -> None:
    up = Bodies(("jack", "A.1"), [(0, 0, JACK), (0.3, 0, BOULE + 0.1)], (JACK, BOULE))
    assert gap_m(up, "A.1", "jack") == pytest.approx(math.dist((0, JACK), (0.3, BOULE + 0.1)) - JACK - BOULE)


@steady()
@given(places=heads, angle=st.floats(-4, 4), mirrored=st.booleans())
def test_a_head_turned_or_mirrored_keeps_its_order(
    places: list[tuple[float, float]], angle: float, mirrored: bool
) -> None:
    there = head(places)
    gaps = sorted(gaps_m(there).values())
    assume(all(b - a > 1e-6 for a, b in pairwise(gaps)))
    turn = turned(angle, 3.0, -1.0, mirrored=mirrored)
    elsewhere = Bodies(there.names, [turn((x, y)) for x, y, _, _ in there.places.values()], there.radii_m)
    assert order(elsewhere) == order(there)


# --- order and equality --------------------------------------------------------------------------------------


@steady()
@given(places=heads)
def test_the_order_is_that_of_the_exact_gaps(places: list[tuple[float, float]]) -> None:
    there = head(places)
    gaps = gaps_m(there)
    words = in_order(order(there))
    for one, other in permutations(gaps, 2):
        if gaps[one] - gaps[other] > 2e-9:
            assert compared(words, one, other) == "farther"


def test_two_boules_a_micrometre_apart_are_told_apart_by_the_places_and_not_by_a_tape() -> None:
    close = bodies(jack=(0, 0), A1=(0.3, 0), B1=(0, 0.300001))
    assert order(close) == (("A.1",), ("B.1",))
    assert order(close, instrument=TAPE) == (("A.1", "B.1"),)
    assert point_measured(close, "B.1", "A.1", instrument=TAPE).equal
    callipers = point_measured(close, "B.1", "A.1", instrument=CALLIPERS)
    assert (callipers.near, callipers.far, callipers.equal, callipers.instrument) == ("A.1", "B.1", True, "callipers")


@pytest.mark.parametrize(
    ("instrument", "apart", "equal"),
    [
        (TAPE, 0.00099, True), (TAPE, 0.00101, False), (CALLIPERS, 0.00009, True), (CALLIPERS, 0.00011, False),
        (EYE, 0.019, True), (EYE, 0.021, False), (EXACT, 0.0, True), (EXACT, 1e-8, False),
    ],
)  # fmt: skip
def test_an_instrument_calls_equal_what_differs_by_less_than_its_resolution(
    instrument: Instrument, apart: float, equal: bool
) -> None:
    near = bodies(jack=(0, 0), A1=(0.5, 0), B1=(-0.5, 0))
    gap = gaps_m(near)["A.1"] + apart
    far = math.sqrt((gap + BOULE + JACK) ** 2 - (BOULE - JACK) ** 2)
    there = bodies(jack=(0, 0), A1=(0.5, 0), B1=(-far, 0))
    assert point_measured(there, "A.1", "B.1", instrument=instrument).equal is equal
    assert (len(order(there, instrument=instrument)) == 1) is equal


@steady()
@given(places=heads, resolution=st.floats(0, 0.05))
def test_no_group_is_wider_than_the_resolution_and_groups_follow_each_other(
    places: list[tuple[float, float]], resolution: float
) -> None:
    there = head(places)
    gaps = gaps_m(there)
    groups = order(there, instrument=Instrument("other", resolution))
    for group in groups:
        assert max(gaps[n] for n in group) - min(gaps[n] for n in group) <= max(resolution, 1e-9)
    for one, other in pairwise(groups):
        assert max(gaps[n] for n in one) < min(gaps[n] for n in other)


def test_the_holder_is_the_side_of_the_nearest_boule() -> None:
    assert [holder(o) for o in [(), (("A.1",), ("B.1",)), (("B.1", "B.2"),), (("A.1", "B.1"),)]] == [
        "nobody", "A", "B", "equal",
    ]  # fmt: skip
    with pytest.raises(Misplaced, match="boules red: a boule is named by its side"):
        holder((("red",),))


# --- through the book ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book_id", ["fipjp-2016", "fpusa-1995", "suomi"])
def test_the_map_of_a_head_gives_the_holder_and_the_points(book_id: str) -> None:
    played = game(book_id, "draw A; jack ok; " + "; ".join(["A p", "B p"] * 3), format="singles")
    places = {"A.1": 0.3, "B.1": 0.4, "A.2": 0.2, "B.2": 0.5, "A.3": 0.9, "B.3": 0.8}
    there = Bodies(("jack", *places), [(0, 0), *((d, 0) for d in places.values())], [JACK] + [BOULE] * 6)
    after, rulings = ruled(played, head_mapped(there))
    assert "head.mapped" in keys(rulings)
    assert (after.state.head, after.state.proposed) == ("A", ("A", 2))  # type: ignore[attr-defined]


def test_a_map_with_its_uncertainty_leaves_close_boules_to_the_tape() -> None:
    played = game("fipjp-2016", "draw A; jack ok; A p; B p; A p; B p; A p; B p", format="singles")
    places = {"A.1": 0.300, "B.1": 0.304, "A.2": 0.6, "B.2": 0.7, "A.3": 0.9, "B.3": 1.0}
    there = Bodies(("jack", *places), [(0, 0), *((d, 0) for d in places.values())], [JACK] + [BOULE] * 6)
    fact = head_mapped(there, uncertainty_m=0.0095)
    assert fact.uncertainty_mm == 10
    unsure, _ = ruled(played, fact)
    assert unsure.state.head == "unknown"  # type: ignore[attr-defined]
    sure, rulings = ruled(unsure, point_measured(there, "A.1", "B.1", instrument=TAPE))
    assert "measure.nearer" in keys(rulings)
    assert sure.state.head == "A"  # type: ignore[attr-defined]


# --- millimetres -----------------------------------------------------------------------------------------------

LEAST, MOST = (3000, 4000, 5000, 6000), (8000, 9000, 10000, 15000, 20000, 30000)


@steady()
@given(metres=st.floats(0, 35))
def test_a_range_in_millimetres_is_on_the_same_side_of_every_limit(metres: float) -> None:
    whole, exact = range_mm(metres), metres * 1000
    assume(abs(exact - round(exact)) > 1e-5 or exact == round(exact))
    assert abs(whole - exact) < 1
    for limit in LEAST:
        assert (whole >= limit) == (exact >= limit)
        assert (2 * whole + 30 >= 2 * limit) == (2 * exact + 30 >= 2 * limit)  # measured to the middle of the jack
    for limit in MOST:
        assert (whole <= limit) == (exact <= limit)
        assert (2 * whole + 60 <= 2 * limit) == (2 * exact + 60 <= 2 * limit)  # all of the jack


@pytest.mark.parametrize(
    ("millimetres", "told"),
    [(6000.4, 6000), (5999.6, 5999), (6000.0, 6000), (9999.6, 10000), (10000.4, 10001), (10000.0, 10000), (-3.0, 0)],
)
def test_the_tape_at_the_limits_of_the_throw(millimetres: float, told: int) -> None:
    assert range_mm(millimetres / 1000) == told


@steady()
@given(metres=st.floats(-1, 5))
def test_a_gap_in_millimetres_is_enough_exactly_if_the_gap_is(metres: float) -> None:
    exact = metres * 1000
    assume(abs(exact - round(exact)) > 1e-5 or exact == round(exact))
    for least in (300, 350, 500, 1000, 2000):
        assert (gap_mm(metres) >= least) == (exact >= least)
    assert gap_mm(metres) >= 0


def test_noise_of_a_computation_is_no_millimetre() -> None:
    assert range_mm(0.1 + 0.2 + 5.7) == 6000
    assert gap_mm(1.0 - 1e-13) == 1000
    assert overlap_mm(1e-13) == overlap_mm(-1e-13) == 0


@steady()
@given(metres=st.floats(-0.2, 0.1), string=st.sampled_from([0, 2, 3, 5]))
def test_what_projects_over_a_line_keeps_its_sign_at_both_edges_of_a_string(metres: float, string: int) -> None:
    exact = metres * 1000
    assume(abs(exact - round(exact)) > 1e-5 or exact == round(exact))
    told = overlap_mm(metres, string)
    assert abs(told - exact) <= 1
    assert np.sign(told) == np.sign(exact)
    assert np.sign(told - string) == np.sign(exact - string)


def test_millimetres_for_show_are_the_nearest() -> None:
    assert [nearest_mm(x / 1000) for x in (0.4, 0.6, -0.6, 1999.5001)] == [0, 1, 0, 2000]


# --- input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "places", "radii", "says"),
    [
        (["jack", "jack"], [(0, 0), (1, 1)], 0.03, "each name stands once"),
        (["jack"], [(0, math.nan)], 0.03, r"jack at \[0.0, nan\]: a place is two or three numbers"),
        (["jack"], [(0, 0), (1, 1)], 0.03, r"positions \(2, 2\): 1 bodies need 1 x 2 or 1 x 3"),
        (["jack"], [0.0, 1.0], 0.03, r"positions \(2,\): each body has two or three numbers"),
        (["jack"], [(0, 0)], 0.0, "jack with a radius of 0.0 m: above 0"),
        (["jack"], [(0, 0)], math.nan, "jack with a radius of nan m"),
        (["jack"], [("here", 0)], 0.1, "place of a body: numbers in metres are wanted"),
        (["jack"], [(0, 0)], [0.1, 0.1], r"radii \(2,\): one number, or one for each of 1 bodies"),
    ],
)
def test_bodies_that_cannot_be(names: list[str], places: list[object], radii: object, says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        Bodies(names, places, radii)  # type: ignore[arg-type]


def test_a_boule_that_is_not_there_cannot_be_measured() -> None:
    with pytest.raises(Misplaced, match=r"B\.7 is not on the ground; there are jack, A\.1"):
        point_measured(bodies(jack=(0, 0), A1=(1, 0)), "A.1", "B.7", instrument=TAPE)
    with pytest.raises(Misplaced, match=r"resolution of the tape: -0\.1 m"):
        Instrument("tape", -0.1)
