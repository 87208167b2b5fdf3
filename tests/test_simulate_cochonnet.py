"""Balls of cochonnet on a simulated table: what a player thinks of them is what the book makes of them."""

import numpy as np
import pytest

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_book import BILLARD_COCHONNET
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import Side
from carreau.core.game import Game, begun, play
from carreau.observe.cochonnet import ball_played
from carreau.physics.table import Cue, simulate_stroke
from carreau.simulate.cochonnet_bed import CochonnetBed
from carreau.simulate.cochonnet_worth import points, standing, worth
from carreau.simulate.cueing import LEVELS, Cueist
from carreau.simulate.strokes import many
from carreau.simulate.table_game import set_up

LYING = {"jack": (1.6, 0.7), "A.1": (1.7, 0.75), "B.1": (1.45, 0.5), "A.2": (2.1, 0.3)}
NAMES = (*LYING, "B.2")
OWN = len(NAMES) - 1


def bed_of(seed: int) -> CochonnetBed:
    """A table on which some balls lie already."""
    players: dict[Side, Cueist] = {"A": LEVELS["club"], "B": LEVELS["club"]}
    bed = CochonnetBed(BILLARD_COCHONNET, players, np.random.default_rng(seed))
    bed.places = dict(LYING)
    return bed


def before() -> Game:
    """A game in which B is to play its second ball: its first one lies nearest."""
    game = begun(BILLARD_COCHONNET, set_up(BILLARD_COCHONNET, {}))
    stated = f.PositionStated(
        thrown_by="A", in_hand={"A": 6, "B": 7}, balls=("A.1", "A.2", "B.1"), head="B", last="B", good_balls=3
    )
    return play(game, stated)


def test_a_ball_is_good_in_a_players_mind_when_the_book_lets_it_stand() -> None:
    """Too soft, too hard, one cushion, something touched before the far one: for many rolls, one by one."""
    bed, game = bed_of(4), before()
    places, cues = bed.tried(120, 0.03075, hard=0.5)
    laid, room = bed.laid(NAMES, places), bed.room.with_balls(bed.balls(NAMES))
    strokes = many(room, laid, OWN, cues)
    thought = bed.good(strokes, OWN)
    ruled = np.zeros(len(cues), dtype=np.bool_)
    for n, cue in enumerate(cues):
        stroke = simulate_stroke(
            room.balls, laid[n], OWN, Cue(*cue.tolist()), table=room.table, constants=room.constants
        )
        fact = ball_played(
            "B", stroke.contacts, stroke.rest_m, radii_m=[b.radius_m for b in room.balls], names=NAMES, played="B.2",
            before_m=laid[n], on_table=stroke.on_table.tolist(), table=bed.table,
        )  # fmt: skip
        state = play(game, fact).state
        assert isinstance(state, CochonnetState)
        ruled[n] = state.waiting is None and (ball := state.ball("B.2")) is not None and ball.live
    clear = np.abs(strokes.rest_m[:, OWN, 0] - bed.table.line_m) > 0.031  # across the line a player is on the safe side
    assert (thought == ruled)[clear].all()
    assert 0.1 < thought.mean() < 0.9


def test_places_in_the_zone_are_short_of_the_line_and_clear() -> None:
    """No part of a ball over the line, none on a ball that lies across it."""
    bed = bed_of(1)
    bed.places["A.3"] = (bed.table.line_m - 0.01, 0.4)
    places, _ = bed.tried(500, 0.03075, hard=0.5)
    assert places[:, 0].max() <= bed.table.line_m - 0.03075
    assert np.hypot(*(places - np.array(bed.places["A.3"])).T).min() >= 0.0615


@pytest.mark.parametrize(
    ("to_jack", "counted"),
    [
        ((0.1, 0.2, 0.3, 0.4), 2),
        ((0.3, 0.4, 0.1, 0.2), -2),
        ((0.1, 0.4, 0.2, 0.3), 1),
        ((np.inf, np.inf, 0.2, 0.9), -2),
    ],
)
def test_points_are_the_balls_nearer_than_the_best_of_the_others(to_jack: tuple[float, ...], counted: int) -> None:
    """Two balls of mine, two of theirs; with the sides exchanged the sign is."""
    mine = np.array([True, True, False, False])
    row = np.array([to_jack])
    assert points(row, mine)[0] == counted == -points(row, ~mine)[0]
    assert standing(row, mine)[0] == pytest.approx(-standing(row, ~mine)[0])


def test_an_annulled_ball_is_worth_less_than_none_and_a_jack_out_nothing() -> None:
    """What lies stays, and a ball is gone."""
    mine, row = np.array([True, False]), np.array([[0.1, 0.3]] * 3)
    good, out = np.array([True, False, True]), np.array([False, False, True])
    now = float(standing(row[:1], mine)[0])
    values = worth(row, mine, good, out, now)
    assert values[0] == now > values[1]
    assert values[2] == 0.0
