"""A referee's sentences at five pins: contacts and places told as a stroke, and what the book says to them."""

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from carreau.billiards.five_effects import Awarded
from carreau.billiards.five_facts import PINS, Lying, Shifted, StrokePlayed
from carreau.billiards.five_seen import in_order, seen_in
from carreau.core.facts import Moment
from carreau.core.game import Game, play
from carreau.core.ruling import Ruling
from carreau.observe import contacts as kinds
from carreau.observe.cloth import FivePinTable, five_pin_table_of, pin_reach_m, read_table
from carreau.observe.contacts import BALL, CUSHION, FALL, LEFT, OUT, PIN, PIN_FALL, PIN_SHIFT, RIGHT, TOP
from carreau.observe.five_pins import HUMAN, Referee, lag_played, stroke_played
from carreau.observe.five_rest import FALLEN, SHIFTED, STANDING
from carreau.observe.wrong import Misplaced
from carreau.physics.table import contacts as table_physics
from carreau.physics.terrain import contacts as ground_physics
from tests.five import game_of
from tests.observed import steady

R = 0.03075
C, O, RED = 0, 1, 2  # noqa: E741
CENTRE, NORTH, EAST, SOUTH, WEST = range(5)
FAR = [(0.5, 0.3), (2.0, 1.1), (2.5, 0.3)]  # three balls that touch nothing
TABLE = FivePinTable()
PLAYING = "lag A=100 B=300; A: choose start; start; place cue"


def told(*contacts: tuple[float, int, int, int], rest: Any = FAR, **more: Any) -> StrokePlayed:
    """The stroke with these contacts."""
    return stroke_played(list(contacts), rest, radii_m=R, **more)


def events(*contacts: tuple[float, int, int, int], **more: Any) -> tuple[str, ...]:
    """What is told of it in order."""
    return told(*contacts, **more).events or ()


@cache
def started() -> Game:
    """A match in which A is to play the starting stroke."""
    return game_of(PLAYING)


def ruled(fact: StrokePlayed) -> tuple[Ruling, ...]:
    """What the book says to the starting stroke of a match."""
    return play(started(), fact, moment=Moment(by="simulator", source="simulator")).rulings


# --- the numbers of the physics --------------------------------------------------------------------------


def test_the_kinds_of_contacts_have_the_numbers_of_the_physics() -> None:
    for name in kinds.TABLE_KINDS:
        assert getattr(kinds, name.upper()) == getattr(table_physics, name.upper())
    for name in kinds.GROUND_KINDS:
        assert getattr(kinds, name.upper()) == getattr(ground_physics, name.upper())
    assert (STANDING, SHIFTED, FALLEN) == (table_physics.STANDING, table_physics.SHIFTED, table_physics.FALLEN)
    assert set(kinds.Contact._fields) <= set(table_physics.CONTACT.names or ())


def test_contacts_of_the_physics_are_read_by_their_columns() -> None:
    rows = np.zeros(2, dtype=table_physics.CONTACT)
    rows["time_s"], rows["kind"], rows["first"], rows["second"] = [0.2, 0.1], [CUSHION, BALL], [1, 0], [1, 1]
    assert stroke_played(rows, FAR, radii_m=R).events == ("C>O", "O=")


# --- contacts ----------------------------------------------------------------------------------------------


def test_a_casin_is_told_contact_by_contact() -> None:
    found = events((0.5, CUSHION, C, LEFT), (0.8, BALL, C, O), (1.2, CUSHION, O, TOP), (2.0, BALL, O, RED))
    assert found == ("C=", "C>O", "O=", "O>R")


def test_whoever_came_a_touch_is_told_from_the_cue_ball_on() -> None:
    assert events((0.5, BALL, O, C), (0.7, BALL, RED, C), (0.9, BALL, RED, O)) == ("C>O", "C>R", "O>R")


def test_roles_are_given_by_ball_and_not_by_place_in_the_list() -> None:
    found = events((0.5, BALL, 2, 0), (0.7, BALL, 0, 1), roles=("object", "red", "cue"))
    assert found == ("C>O", "O>R")


def test_pins_fall_by_balls_and_by_pins_and_by_themselves() -> None:
    found = events(
        (0.1, BALL, C, O), (0.5, PIN, O, NORTH), (0.6, FALL, O, NORTH), (0.7, PIN_FALL, NORTH, CENTRE),
        (0.9, FALL, -1, WEST),
    )  # fmt: skip
    assert found == ("C>O", "O!n", "n~c", "-!w")


def test_a_pin_touched_and_not_felled_is_not_told() -> None:
    assert events((0.1, BALL, C, O), (0.5, PIN, O, EAST)) == ("C>O",)


def test_a_pin_felled_by_a_ball_back_from_the_frame_is_for_the_referee() -> None:
    fact = told((0.1, BALL, C, O), (0.5, OUT, O, TOP), (0.9, FALL, O, SOUTH))
    assert (fact.events, fact.out) == (("C>O", "O^s"), ("object",))
    assert set(fact.lies) == {"cue", "red"}


def test_touches_that_chatter_are_one() -> None:
    assert events((0.1, BALL, C, O), (0.1005, BALL, C, O), (0.101, BALL, C, O), (0.9, BALL, C, O)) == ("C>O", "C>O")


def test_a_ball_off_the_table_may_be_anywhere() -> None:
    nowhere = [(math.nan, math.inf), *FAR[1:]]
    assert told((0.1, OUT, C, LEFT), rest=nowhere).out == ("cue",)
    assert told(rest=nowhere, on_table=[False, True, True]).out == ("cue",)


# --- at once -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("apart", "keen", "human"),
    [
        (0.0, ("C>O+R",), ("C>O+R",)),
        (0.004, ("C>O", "C>R"), ("C>O+R",)),
        (0.006, ("C>O", "C>R"), ("C>O", "C>R")),
    ],
)
def test_object_ball_and_red_together(apart: float, keen: tuple[str, ...], human: tuple[str, ...]) -> None:
    both = ((0.5, BALL, C, O), (0.5 + apart, BALL, C, RED))
    assert events(*both) == keen
    assert events(*both, referee=HUMAN) == human


def test_both_reach_the_red_together() -> None:
    both = ((0.1, BALL, C, O), (0.9, BALL, C, RED), (0.902, BALL, O, RED))
    assert events(*both, referee=HUMAN) == ("C>O", "C+O>R")
    assert events(*both) == ("C>O", "C>R", "O>R")


def test_before_the_object_ball_the_red_was_simply_touched_first() -> None:
    early = ((0.1, BALL, C, RED), (0.102, BALL, O, RED), (0.9, BALL, C, O))
    assert events(*early, referee=HUMAN) == ("C>R", "O>R", "C>O")


def test_two_balls_at_a_pin_at_once_and_one_after_the_other() -> None:
    hits = ((0.1, BALL, C, O), (0.9, PIN, C, NORTH), (0.903, PIN, O, NORTH), (0.95, FALL, O, NORTH))
    assert events(*hits) == ("C>O", "O!n")
    assert events(*hits, referee=HUMAN) == ("C>O", "C+O!n")


def test_balls_that_come_to_rest_a_hair_apart_are_for_the_referee() -> None:
    close = [(0.5, 0.3), (0.5 + 2 * R + 0.00005, 0.3), (2.5, 0.3)]
    assert events(rest=close) == ()
    assert events(rest=close, referee=HUMAN) == ("C_O",)
    assert events((0.1, BALL, C, O), rest=close, referee=HUMAN) == ("C>O",)


# --- what lies how --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "half"), [(1.4, "lower"), (1.42, "astride"), (1.44, "upper"), (1.42 - 1e-6, "lower"), (1.42 + 1e-6, "upper")]
)
def test_the_half_of_a_ball_is_that_of_its_centre(x: float, half: str) -> None:
    assert told(rest=[(x, 0.3), *FAR[1:]]).lies["cue"] == Lying(half=half)  # type: ignore[arg-type]


def test_within_what_he_can_see_the_referee_is_asked_whether_it_is_astride() -> None:
    near = [(1.4209, 0.3), *FAR[1:]]
    assert told(rest=near, referee=HUMAN).lies["cue"].half == "across"
    assert told(rest=near).lies["cue"].half == "upper"
    foul = told((0.1, CUSHION, C, TOP), rest=near, referee=HUMAN)
    assert "ask.across_line" in [r.key for r in ruled(foul)]


@pytest.mark.parametrize(("away", "taken"), [(0.0, True), (2 * R - 1e-6, True), (2 * R + 1e-6, False)])
def test_a_spot_is_taken_when_no_ball_can_be_put_on_it(away: float, taken: bool) -> None:
    fact = told(rest=[(2.13 + away, 0.71), (0.5, 0.3), (0.8, 0.3)])
    assert fact.spots_taken == (("second_highest",) if taken else ())
    assert fact.lies["cue"].spot == ("second_highest" if taken else None)


def test_the_spots_lie_where_the_table_has_them() -> None:
    rest = [(2.74, 0.71), (0.71, 0.71), (0.1, 0.71)]
    assert told(rest=rest).spots_taken == ("top", "second_lowest", "bottom")


def test_a_pin_stands_back_up_beside_a_ball_as_near_as_its_head_allows() -> None:
    reach = pin_reach_m(R)
    assert reach == pytest.approx(0.0326, abs=0.0002)  # 32.6 mm between the axis and a ball of 61.5 mm
    for away, covered in ((reach - 1e-6, ("n",)), (reach + 1e-6, ())):
        rest = [(1.49 + away, 0.71), (0.5, 0.3), (0.8, 0.3)]
        fact = told((0.1, BALL, C, O), (0.5, FALL, O, NORTH), rest=rest)
        assert fact.covered == covered
        assert told((0.1, BALL, C, O), rest=rest).covered == ()  # it never fell, so it stands there


def test_a_dragged_pin_touches_the_ball_that_rests_against_it() -> None:
    pins = [(1.42, 0.71), (1.52, 0.71), (1.42, 0.64), (1.35, 0.71), (1.42, 0.78)]
    rest = [(1.52 - pin_reach_m(R), 0.71), (0.5, 0.3), (0.8, 0.3)]
    states = [STANDING, SHIFTED, STANDING, STANDING, STANDING]
    fact = told((0.4, PIN_SHIFT, C, NORTH), rest=rest, pins_m=pins, pin_states=states)
    assert fact.shifted == (Shifted(pin="n", touches="cue"),)
    assert fact.covered == ("n",)  # the ball lies where the pin belongs
    away = told((0.4, PIN_SHIFT, C, NORTH), pins_m=pins, pin_states=states)
    assert away.shifted == (Shifted(pin="n"),)
    assert told((0.4, PIN_SHIFT, C, NORTH), pins_m=pins).shifted == away.shifted


# --- before the stroke ----------------------------------------------------------------------------------------


def test_a_ball_in_contact_is_played_directly_when_it_is_met_at_once() -> None:
    start = [(0.5, 0.3), (0.5 + 2 * R, 0.3), (2.5, 0.3)]
    direct = told((0.0, BALL, C, O), start_m=start)
    assert (direct.contact, direct.direct) == (("object",), ("object",))
    away = told((0.7, CUSHION, C, RIGHT), (0.9, BALL, C, O), start_m=start)
    assert (away.contact, away.direct) == (("object",), ())
    assert told(start_m=FAR).contact == ()


def test_a_cushion_in_contact_is_played_directly_when_the_ball_is_driven_into_it() -> None:
    start = [(0.5, R), (2.0, 1.1), (2.5, 0.3)]
    assert told((0.0, CUSHION, C, RIGHT), start_m=start).direct == ("cushion",)
    assert told((0.9, CUSHION, C, TOP), start_m=start).direct == ()
    assert told(start_m=start).contact == ("cushion",)


def flight(*heights: tuple[float, float, float]) -> tuple[Any, Any]:
    """The cue ball along the long axis at (time, x, height above the cloth); the others lie."""
    times = [t for t, _, _ in heights]
    return times, [[(x, 0.71, R + z), (2.6, 0.71, R), (2.13, 0.71, R)] for _, x, z in heights]


def test_a_ball_that_flies_over_pins_or_the_red_before_the_object_ball_has_jumped() -> None:
    over_pins = flight((0.0, 0.7, 0.0), (0.1, 1.2, 0.03), (0.2, 1.42, 0.05), (0.3, 1.8, 0.0))
    assert told((0.4, BALL, C, O), flight=over_pins).acts == ("jump",)
    over_red = flight((0.0, 1.7, 0.0), (0.1, 2.13, 0.07), (0.2, 2.4, 0.0))
    assert told((0.4, BALL, C, O), flight=over_red).acts == ("jump",)
    assert told((0.05, BALL, C, O), flight=over_red).acts == ()  # after the object ball it may
    rolling = flight((0.0, 1.7, 0.0), (0.1, 2.13 - 2 * R, 0.0005), (0.2, 2.0, 0.0))
    assert told(flight=rolling).acts == ()
    hop = flight((0.0, 0.2, 0.0), (0.1, 0.3, 0.02), (0.2, 0.4, 0.0))
    assert told(flight=hop, acts=("no_foot",)).acts == ("no_foot",)


def test_no_one_jumps_over_a_pin_that_is_down() -> None:
    over_pins = flight((0.2, 1.42, 0.05), (0.3, 1.8, 0.0))
    cleared = tuple((0.1, FALL, O, n) for n in range(5))
    assert told(*cleared, flight=over_pins).acts == ()


# --- through the book ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contacts", "points"),
    [
        (((0.1, BALL, C, O), (0.5, BALL, C, RED)), 4),  # a cannon
        (((0.1, BALL, C, O), (0.5, BALL, O, RED)), 3),  # a casin
        (((0.1, BALL, C, O), (0.5, FALL, O, CENTRE)), 8),  # the centre pin alone
        (((0.1, BALL, C, O), (0.5, FALL, O, CENTRE), (0.6, PIN_FALL, CENTRE, NORTH)), 6),
        (((0.1, BALL, C, O), (0.4, BALL, C, RED), *((0.5, FALL, O, n) for n in range(5))), 16),
    ],
)
def test_what_was_observed_scores_by_the_book(contacts: Any, points: int) -> None:
    assert [e for r in ruled(told(*contacts)) for e in r.effects if isinstance(e, Awarded)] == [Awarded("A", points)]


def test_red_first_is_a_foul_and_a_ball_off_the_table_too() -> None:
    rulings = ruled(told((0.1, BALL, C, RED), (0.5, BALL, C, O), (0.9, OUT, C, LEFT)))
    assert [r.slots["offence"] for r in rulings if r.key == "foul.called"] == ["red_first", "ball_outside"]


def test_what_a_human_cannot_tell_is_asked_of_the_referee() -> None:
    doubt = told((0.1, BALL, C, O), (0.102, BALL, C, RED), referee=HUMAN)
    assert [r.key for r in ruled(doubt)] == ["ask.met_at_once"]


@st.composite
def strokes(draw: st.DrawFn) -> list[tuple[float, int, int, int]]:
    """Contacts that can have happened: nothing moves or fells before it was struck."""
    moving, standing, found = {C}, set(range(5)), []
    for n in range(draw(st.integers(1, 12))):
        ball = draw(st.sampled_from(sorted(moving)))
        kind = draw(st.sampled_from([BALL, BALL, CUSHION, FALL, PIN, PIN_FALL]))
        if kind == BALL:
            other = draw(st.sampled_from([b for b in (C, O, RED) if b != ball]))
            moving.add(other)
            found.append((n * 0.1, BALL, ball, other))
        elif kind == CUSHION:
            found.append((n * 0.1, CUSHION, ball, draw(st.integers(0, 3))))
        elif kind == PIN_FALL and standing and len(standing) < 5:
            down = draw(st.sampled_from(sorted(set(range(5)) - standing)))
            pin = draw(st.sampled_from(sorted(standing)))
            standing.discard(pin)
            found.append((n * 0.1, PIN_FALL, down, pin))
        elif standing:
            pin = draw(st.sampled_from(sorted(standing)))
            if kind == FALL:
                standing.discard(pin)
            found.append((n * 0.1, FALL if kind == FALL else PIN, ball, pin))
    return found


@steady()
@given(contacts=strokes(), human=st.booleans())
def test_every_stroke_that_can_happen_passes_the_door_with_all_its_pins(contacts: Any, human: bool) -> None:
    fact = told(*contacts, referee=HUMAN if human else Referee())
    rulings = ruled(fact)
    assert not [r.key for r in rulings if r.key.startswith("refused")]
    fallen = {PINS[c[3]] for c in contacts if c[1] in (FALL, PIN_FALL)}
    assert seen_in(fact, {}, hand_counts=True).pins == in_order(fallen)
    hit = any({c[2], c[3]} == {C, O} for c in contacts if c[1] == BALL)
    assert seen_in(fact, {}, hand_counts=True).object_hit is hit


HALF_TURN = {"c": "c", "n": "s", "s": "n", "e": "w", "w": "e"}
SPOT_TURN = {"top": "bottom", "bottom": "top", "second_highest": "second_lowest", "second_lowest": "second_highest"}
on_cloth = st.tuples(st.floats(R, 2.84 - R), st.floats(R, 1.42 - R))


@steady()
@given(rest=st.lists(on_cloth, min_size=3, max_size=3), mirrored=st.booleans())
def test_a_table_seen_from_the_other_end_or_in_a_mirror_is_the_same_table(rest: Any, mirrored: bool) -> None:
    """From the other end halves, spots and pins change places; in a mirror only east and west."""
    down = tuple((0.1, FALL, -1, n) for n in range(5))
    here = told(*down, rest=rest)
    if mirrored:
        there = told(*down, rest=[(x, 1.42 - y) for x, y in rest])
        assert {HALF_TURN[p] if p in "ew" else p for p in here.covered} == set(there.covered)
        assert (here.spots_taken, here.lies) == (there.spots_taken, there.lies)
        return
    there = told(*down, rest=[(2.84 - x, 1.42 - y) for x, y in rest])
    assert {HALF_TURN[p] for p in here.covered} == set(there.covered)
    assert {SPOT_TURN[s] for s in here.spots_taken} == set(there.spots_taken)
    halves = {"lower": "upper", "upper": "lower", "astride": "astride"}
    assert {b: halves[x.half or ""] for b, x in here.lies.items()} == {b: x.half for b, x in there.lies.items()}


# --- the draw ----------------------------------------------------------------------------------------------------

LAG = [(0.2, 1.1), (0.3, 0.3), (2.13, 0.71)]
REACHED = ((1.0, CUSHION, 0, TOP), (1.0, CUSHION, 1, TOP))


def lag(*contacts: tuple[float, int, int, int], **more: Any) -> Any:
    """The cushion draw with these contacts."""
    return lag_played(list(contacts), more.pop("rest", LAG), radii_m=R, **more)


def test_in_the_draw_the_distance_is_from_the_bottom_cushion_to_the_ball() -> None:
    assert lag(*REACHED).rest_mm == {"A": 169, "B": 269}
    assert lag(*REACHED, rest=[(R, 1.1), *LAG[1:]]).rest_mm["A"] == 0


def test_in_the_draw_a_ball_fails_that_misses_the_top_cushion_or_leaves_the_table() -> None:
    assert lag(REACHED[0]).failed == ("B",)
    out = lag(*REACHED, (1.5, OUT, 0, LEFT), rest=[(math.nan, math.nan), *LAG[1:]])
    assert (out.failed, out.rest_mm) == (("A",), {"B": 269})


def test_in_the_draw_red_and_pins_are_not_to_be_touched() -> None:
    assert lag(*REACHED, (1.5, BALL, 2, 0)).touched == ("A",)
    assert lag(*REACHED, (1.5, PIN, 1, EAST)).touched == ("B",)


@pytest.mark.parametrize(
    ("y", "left", "fault"), [(0.8, "A", "B"), (0.6, "A", "A"), (0.71, "A", "unknown"), (0.8, "B", "A")]
)
def test_in_the_draw_the_ball_outside_its_half_is_at_fault(y: float, left: Any, fault: str) -> None:
    rows = np.zeros(3, dtype=table_physics.CONTACT)
    rows["kind"], rows["first"], rows["second"] = [CUSHION, CUSHION, BALL], [0, 1, 0], [TOP, TOP, 1]
    rows["time_s"], rows["y_m"] = [1.0, 1.0, 1.5], y
    assert lag_played(rows, LAG, radii_m=R, left=left).collision == fault
    assert lag(*REACHED, (1.5, BALL, 0, 1)).collision == "unknown"
    assert lag(*REACHED).collision is None


def test_the_draw_is_judged_by_the_book() -> None:
    after = play(game_of(""), lag(*REACHED), moment=Moment(by="simulator", source="simulator"))
    assert [o.side for o in after.options] == ["A"]
    again = play(game_of(""), lag(*REACHED, rest=[LAG[0], (0.2, 0.3), LAG[2]]), moment=Moment())
    assert "draw.again" in [r.key for r in again.rulings]


# --- input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"roles": ("cue", "cue", "red")}, "balls cue, cue, red: a stroke has a cue, an object and a red ball"),
        ({"pins": ("c", "c", "n", "e", "s")}, "pins c, c, n, e, s"),
        ({"rest": FAR[:2]}, "on_table: 3 values for 2 balls"),
        ({"rest": [(math.nan, 0.0), *FAR[1:]]}, r"ball 0 at \[nan, 0.0\]"),
        ({"pin_states": [0, 0]}, r"pin_states \[0, 0\]: 0 stands, 1 shifted or 2 fallen for each of 5"),
        ({"pins_m": [(0, 0)]}, r"pins_m \(1, 2\): 5 pins need 5 x 2"),
        ({"on_table": [True]}, "on_table: 1 values for 3 balls"),
        ({"rest": "here"}, "place of a ball: numbers in metres are wanted, as many in each row; not here"),
        ({"rest": [(0, 0), (1,), (2, 2)]}, "place of a ball: numbers in metres are wanted"),
        ({"flight": ([0.0], [[(0, 0, 0)]])}, r"flight \(1, 1, 3\): 1 times need 1 x 3 x 3"),
    ],
)  # fmt: skip
def test_a_stroke_that_cannot_be(more: dict[str, Any], says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        told(**more)


@pytest.mark.parametrize(
    ("contact", "says"),
    [
        ((0.1, 8, 0, 1), "kind 8; 0 to 7 are ball, cushion"), ((0.1, BALL, 3, 1), "body 3"),
        ((0.1, BALL, 0, 3), "with ball 3; there are 3"), ((0.1, FALL, 0, 5), "with pin 5; there are 5"),
        ((0.1, PIN_FALL, 5, 1), "of pin 5; there are 5"),
        ((0.1, PIN_FALL, 5), "contact 0: time, kind, first and second are wanted, not"),
        (("soon", BALL, 0, 1), "contact 0: time, kind, first and second are wanted, not"),
    ],
)  # fmt: skip
def test_a_contact_that_cannot_be(contact: Any, says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        told(contact)


def test_balls_and_referees_that_cannot_be() -> None:
    with pytest.raises(Misplaced, match="radii"):
        stroke_played([], FAR, radii_m=0.0)
    with pytest.raises(Misplaced, match="radii"):
        stroke_played([], FAR, radii_m=[R, R])
    with pytest.raises(Misplaced, match="referee with time_s -1"):
        Referee(time_s=-1)
    with pytest.raises(Misplaced, match="balls A, red: the draw has a ball of A and one of B"):
        lag_played([], FAR[:2], radii_m=R, roles=("A", "red"))


def test_what_was_observed_comes_back_from_a_record() -> None:
    fact = told((0.1, BALL, C, O), (0.5, FALL, O, NORTH), (0.9, OUT, C, LEFT), start_m=FAR, side="A", elapsed_ms=9000)
    assert json.decode(json.encode(fact), type=StrokePlayed) == fact
    draw = lag(*REACHED, (1.5, BALL, 0, 1))
    assert json.decode(json.encode(draw), type=type(draw)) == draw


def test_a_table_as_data(tmp_path: Any) -> None:
    file = tmp_path / "table.toml"
    file.write_text('name = "ours"\npins_apart_m = 0.072\n')
    read = read_table(file, "five_pins")
    assert isinstance(read, FivePinTable)
    assert read.castle["n"] == pytest.approx((1.492, 0.71))
    assert read.castle["e"] == pytest.approx((1.42, 0.638))
    for data, says in (
        ({"length_m": 9}, "9.0 x 1.42 m; a table is"), ({"end_spot_m": 1}, "end_spot_m 1.0"),
        ({"pins_apart_m": 2}, "pins_apart_m 2.0"), ({"colour": "blue"}, "unknown field `colour`"),
    ):  # fmt: skip
        with pytest.raises(Misplaced, match=says):
            five_pin_table_of(data)
    file.write_text("length_m = 0.1\n")
    with pytest.raises(Misplaced, match=r"table\.toml: cochonnet: 0\.1 x"):
        read_table(file, "cochonnet")
