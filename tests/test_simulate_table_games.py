"""Whole games on the table play themselves to the last point, whatever happens on the cloth; told again, the same story."""

from random import Random
from typing import Any

import pytest

from carreau.billiards import cochonnet_facts as c
from carreau.billiards import five_facts as f
from carreau.billiards.cochonnet_book import BILLARD_COCHONNET
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_hand import Playable
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import Side
from carreau.core.game import Game, replay
from carreau.core.record import written
from carreau.core.ruling import Option
from carreau.gamefile import opened
from carreau.simulate.cochonnet import CochonnetGame
from carreau.simulate.five_pins import FivePinsMatch
from carreau.simulate.table_game import set_up, usual
from tests import five_walks


class ByChance:
    """A cloth on which anything happens that can happen."""

    lasted_s = 5.0

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def lag(self, state: FivePinsState) -> f.LagPlayed:
        rest: dict[Side, int] = {"A": self.chance.randint(0, 2), "B": self.chance.randint(0, 2)}
        return f.LagPlayed(rest_mm=rest)

    def set_up(self, state: FivePinsState) -> None:
        pass

    def chooses(self, state: FivePinsState, option: Option) -> str:
        return self.chance.choice([choice.id for choice in option.choices if choice.refused is None])

    def lay(self, state: FivePinsState) -> Playable:
        return state.half or "lower"

    def place(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        return ()

    def stroke(self, state: FivePinsState, side: Side) -> f.StrokePlayed:
        return five_walks.stroke(self.chance, state)

    def settle(self, state: FivePinsState) -> None:
        pass

    def covered(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        return ()


class Rolled:
    """A bed on which balls come to lie in any order, most of them good."""

    lasted_s = 5.0

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def lag(self, state: CochonnetState) -> c.LagPlayed:
        return c.LagPlayed(balls={"A": c.Rolled(gap_mm=self.chance.randint(0, 3)), "B": c.Rolled(gap_mm=2)})

    def jack(self, state: CochonnetState, side: Side) -> c.JackThrown:
        return c.JackThrown(side=side, far_cushion=self.chance.random() < 0.8, cushions=2, line="before")

    def ball(self, state: CochonnetState, side: Side) -> c.BallPlayed:
        chance = self.chance
        live = [*state.live("A"), *state.live("B")]
        if chance.random() < 0.2:
            early: tuple[str, ...] = (chance.choice([*live, "jack"]),)
            return c.BallPlayed(side=side, far_cushion=True, touched_before=early, line="before")
        balls = [*live, "played"]
        chance.shuffle(balls)
        jack = (c.Moved(object="jack", line="past", marked=True),) if chance.random() < 0.04 else ()
        groups: tuple[tuple[str, ...], ...] = tuple((b,) for b in balls)
        if len(groups) > 1 and chance.random() < 0.1:
            groups = (tuple(balls[:2]), *groups[2:])
        return c.BallPlayed(
            side=side, far_cushion=True, cushions=chance.choice((1, 2, 3)), line="before", moved=jack, order=groups
        )

    def chooses(self, state: CochonnetState, option: Option) -> str:
        return self.chance.choice([choice.id for choice in option.choices])

    def measured(self, state: CochonnetState) -> c.EndMeasured:
        balls = [*state.live("A"), *state.live("B")]
        self.chance.shuffle(balls)
        return c.EndMeasured(order=tuple((b,) for b in balls))

    def settle(self, state: CochonnetState) -> None:
        pass


def match(seed: int, **fields: Any) -> Game:
    """A match of five pins by chance."""
    setup = set_up(UMB_5PIN_1997, {"distance": 60, **fields})
    return FivePinsMatch(UMB_5PIN_1997, setup, ByChance(seed), Random(seed)).whole()


def game(seed: int, **fields: Any) -> Game:
    """A game of billiard cochonnet by chance."""
    setup = set_up(BILLARD_COCHONNET, fields)
    return CochonnetGame(BILLARD_COCHONNET, setup, Rolled(seed), Random(seed)).whole()


def told_again(told: Game) -> Game:
    """The same game read from its record."""
    return opened(b"".join(written(told))).game


@pytest.mark.parametrize("seed", range(12))
def test_a_match_of_five_pins_is_played_to_the_last_point(seed: int) -> None:
    """In one distance or by sets, with every question that comes up on the way."""
    fields: dict[str, Any] = {} if seed % 3 else {"format": "sets", "sets": 3, "distance": 30}
    told = match(seed, **fields)
    state = told.state
    assert isinstance(state, FivePinsState)
    assert state.phase == "over"
    assert state.winner is not None
    assert told_again(told).line == told.line
    assert replay(UMB_5PIN_1997, told.log).line == told.line


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_cochonnet_is_played_to_the_last_point(seed: int) -> None:
    """Under the usual readings and under those that leave more to the umpire."""
    readings = {"C-A11": "umpire_rules", "C-A6": "umpire_rules", "C-A18": "umpire_rules"} if seed % 2 else {}
    told = game(seed, readings=readings)
    state = told.state
    assert isinstance(state, CochonnetState)
    assert state.winner is not None
    assert state.points(state.winner) >= BILLARD_COCHONNET.limit("win.target")
    assert told_again(told).line == told.line


def test_a_game_follows_from_its_seed() -> None:
    """The same seed gives the same record to the last byte, another seed another one."""
    first, again, other = (b"".join(written(match(seed))) for seed in (3, 3, 4))
    assert first == again != other


def test_time_passes_from_fact_to_fact() -> None:
    """Every fact has its time, none before the one that went before it, and the simulator says it."""
    log = match(5).log
    times = [entry.moment.at_ms or 0 for entry in log]
    assert times == sorted(times)
    assert times[-1] > times[0] == 0
    assert {entry.moment.source for entry in log} == {"simulator"}


def test_the_usual_answer_is_the_one_that_is_pre_selected() -> None:
    """Without one it is the first that can be given."""
    from carreau.core.ruling import Choice

    asked = Option(ask="x", side="A", may=("A",), choices=(Choice("a", refused="no"), Choice("b"), Choice("c")))
    assert usual(asked) == "b"
    assert usual(Option(ask="x", side="A", may=("A",), choices=asked.choices, default="c")) == "c"
