"""What the physics plays and the observer tells: the same story, looked at in two ways."""

from typing import Any

import numpy as np
import pytest
import shapely

from carreau.billiards.five_facts import PINS
from carreau.billiards.five_seen import in_order, seen_in
from carreau.core.facts import Moment
from carreau.core.game import play
from carreau.observe.bodies import Bodies
from carreau.observe.contacts import BALL, CUSHION, FALL, PIN_FALL, TOP
from carreau.observe.five_pins import stroke_played
from carreau.observe.five_rest import FALLEN, SHIFTED
from carreau.observe.ground import Terrain
from carreau.observe.sight import Circle
from carreau.observe.terrain import boule_thrown
from carreau.physics.table import BALL as BALL_61
from carreau.physics.table import TABLES, Cue, simulate_stroke
from carreau.physics.terrain import Board, Boule, Disc, Jack, Throw, simulate_throw
from tests.five import game_of
from tests.observed import box

TABLE = TABLES["umb"]
STARTED = "lag A=100 B=300; A: choose start; start; place cue"
PLACES = ("c", "n", "e", "s", "w")


def castle() -> Any:
    """The five pins on their places, as the table has them."""
    x, y, d = TABLE.length_m / 2, TABLE.width_m / 2, TABLE.pin_spacing_m
    return np.array([(x, y), (x + d, y), (x, y - d), (x - d, y), (x, y + d)])


def strokes(number: int) -> Any:
    """Hard strokes at the castle and past it, from the starting position."""
    rng = np.random.default_rng(5)
    for seed in range(number):
        cue = Cue(float(rng.uniform(2, 6)), float(rng.normal(0.0, 0.25)), float(rng.uniform(-0.3, 0.3)), 0.2, 0.0)
        lying = [(float(rng.uniform(0.3, 1.2)), float(rng.uniform(0.4, 1.0))), (2.0, 0.71), (2.13, 0.4)]
        yield simulate_stroke([BALL_61] * 3, lying, 0, cue, table=TABLE, pins_m=castle(), seed=seed), lying


def test_a_stroke_is_told_as_the_physics_has_played_it() -> None:
    """Pins, balls off the table and shifted pins, and who was reached first, counted again from the arrays."""
    game, fell, hit = game_of(STARTED), 0, 0
    for stroke, lying in strokes(40):
        fact = stroke_played(
            stroke.contacts, stroke.rest_m, radii_m=BALL_61.radius_m, on_table=stroke.on_table.tolist(), start_m=lying,
            pins_m=stroke.pins_m, pin_states=stroke.pin_states.tolist(),
        )  # fmt: skip
        states = stroke.pin_states
        told = seen_in(fact, {}, hand_counts=True)
        down = {PINS[n] for n in np.flatnonzero(states == FALLEN)}
        assert {*told.pins, *(lost.pin for lost in told.lost)} == set(in_order(down))
        assert {s.pin for s in fact.shifted} == {PINS[n] for n in np.flatnonzero(states == SHIFTED)}
        assert set(fact.out) == {("cue", "object", "red")[n] for n in np.flatnonzero(~stroke.on_table)}
        balls = stroke.contacts[stroke.contacts["kind"] == BALL]
        assert told.object_hit == bool(((balls["first"] + balls["second"]) == 1).any())
        rulings = play(game, fact, moment=Moment(by="simulator", source="simulator")).rulings
        assert not [r.key for r in rulings if r.key.startswith("refused")]
        fell, hit = fell + len(down), hit + told.object_hit
    assert fell > 20
    assert hit > 5


def test_cushions_and_pins_are_told_in_the_order_of_time() -> None:
    for stroke, _ in strokes(6):
        fact = stroke_played(
            stroke.contacts, stroke.rest_m, radii_m=BALL_61.radius_m, on_table=stroke.on_table.tolist()
        )
        letters = "COR"
        rows = [
            (int(c["kind"]), letters[int(c["first"])] if int(c["kind"]) != PIN_FALL else "", int(c["second"]))
            for c in stroke.contacts
            if int(c["kind"]) in (CUSHION, FALL) and int(c["first"]) >= 0
        ]
        expected = [f"{who}=" if kind == CUSHION else f"{who}!{PLACES[what]}" for kind, who, what in rows]
        told = [e for e in fact.events or () if e[1] in "=!" and e[0] != "-"]
        assert squeezed(told) == squeezed(expected)
        assert TOP == 1


def squeezed(events: list[str]) -> list[str]:
    """The events without immediate repetitions, which may be chatter."""
    return [e for n, e in enumerate(events) if n == 0 or events[n - 1] != e]


# --- terrain -----------------------------------------------------------------------------------------------

FIELD = Terrain(name="field", area=box(-1, -2, 12, 4), edge="exterior", line_m=0.002)
CIRCLE = Circle(0.0, 0.0)
BOULE, SMALL = Boule(), Jack()
HEAD = [(8.0, 0.0), (8.4, 0.3)]
NAMES = ("jack", "B.1", "A.1")
RADII = [SMALL.diameter_mm / 2000, BOULE.diameter_mm / 2000, BOULE.diameter_mm / 2000]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("board_m", [11.2, 11.6])
def test_a_boule_off_a_board_behind_the_line_is_told_as_having_been_out(seed: int, board_m: float) -> None:
    """Against an independent geometry along the path, sampled by itself."""
    rng = np.random.default_rng(seed)
    throw = Throw(float(rng.uniform(7.5, 10.5)), 0.25, float(rng.normal(0, 0.06)), 0.0, 0.0, (0.0, 0.0, 1.0))
    boards = [Board((board_m, -3.0), (board_m, 3.0), 1.5)]
    played = simulate_throw([SMALL, BOULE], HEAD, throw, BOULE, surface="hard_clay", boards=boards, seed=seed)
    bodies = Bodies(NAMES, played.rest_m, RADII)
    fact = boule_thrown(
        "A", bodies, played.moved.tolist(), thrown="A.1", circle=CIRCLE, terrain=FIELD, contacts=played.contacts,
        paths=played.paths,
    )  # fmt: skip
    own = next((m for m in fact.moved if m.object == "thrown"), None)
    area = shapely.Polygon(FIELD.area).buffer(FIELD.line_m / 2, quad_segs=64)
    rows = played.paths[played.paths["body"] == 2]
    places = shapely.points(rows["x_m"], rows["y_m"])
    gone = shapely.distance(area, places) > RADII[2]
    was_out, is_out = bool(gone.any()), bool(shapely.distance(area, shapely.Point(played.rest_m[2, :2])) > RADII[2])
    assert (own is not None and own.came_back) == (was_out and not is_out)
    assert (own is not None and own.overlap_mm is not None and own.overlap_mm < 0) == is_out
    met = bool((played.contacts["kind"] == 3).any())
    if met:
        assert own is not None
        assert own.stopped is not None
        assert own.stopped.outside
    assert {m.object for m in fact.moved if m.object != "thrown"} == {
        name for name, moved in zip(NAMES[:2], played.moved.tolist(), strict=False) if moved
    }


def test_the_gap_of_a_jack_at_rest_against_a_boule_is_none() -> None:
    """A throw that pushes the jack on: gaps seen by the observer are those between the physics' own surfaces."""
    trunk = Disc((9.0, 0.0), 0.2)
    throw = Throw(6.6, 0.9, 0.0, 0.0, 0.0, (0.0, 0.0, 1.0))
    played = simulate_throw([SMALL, BOULE], HEAD, throw, BOULE, surface="hard_clay", obstacles=[trunk])
    bodies = Bodies(NAMES, played.rest_m, RADII)
    for one in range(3):
        for other in range(one):
            away = np.linalg.norm(played.rest_m[one] - played.rest_m[other]) - RADII[one] - RADII[other]
            assert away > -1e-6
    assert bodies.place("jack")[2] == pytest.approx(RADII[0], abs=0.05)
