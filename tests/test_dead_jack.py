"""The displaced jack beyond the cases: every pair of things that can be said of it, and the clocks that wait."""

from itertools import combinations, product
from typing import Any

import pytest

from carreau.books import book
from carreau.casebook import told
from carreau.core.game import Game, begun, play
from carreau.petanque import facts as f
from carreau.petanque.effects import JackDead, JackLive, JackRestored
from carreau.petanque.jack_deaths import across_line, beyond, deaths, lanes_crossed
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState

EDITION = book("fipjp-2016")
SAID: tuple[dict[str, Any], ...] = (
    {"out": True}, {"came_back": True}, {"dead": True}, {"line": "exterior", "overlap_mm": -1},
    {"line": "exterior", "overlap_mm": 0}, {"line": "lane_end", "overlap_mm": -1}, {"lanes_crossed": 1},
    {"lanes_crossed": 2}, {"line": "lane_side", "overlap_mm": -1}, {"range_mm": 2999}, {"range_mm": 3000},
    {"range_mm": 20000}, {"range_mm": 20001}, {"visible": False}, {"visible": True}, {"hidden_by": "boule"},
    {"floating": True}, {"ground_between": True}, {"part_between": True}, {"puddle_between": True}, {"found": False},
    {"foreign_terrain": True}, {"hanging": True}, {"overhead": True}, {"partly_visible": True}, {"after_out": True},
    {"stopped": f.Stopped(by="umpire")}, {"stopped": f.Stopped(by="player", player="B1")}, {"marked": True},
    {"stopped": f.Stopped(by="animal")}, {"stopped": f.Stopped(by="fixed")}, {"line_mm": 4},
)  # fmt: skip


def jack(**said: Any) -> f.Moved:
    """How a displaced jack lies."""
    return f.Moved(object="jack", **said)


def game(timed: bool = False, readings: dict[str, str] | None = None) -> Game:
    """A game in which A has pointed and B is to play."""
    clocked: dict[str, Any] = {"timed": True, "time_limit_ms": 3600000} if timed else {}
    fields = {"readings": readings or {}, "terrain": {"marked": True, "lanes": True}, **clocked}
    return told(begun(EDITION, setup_of("fipjp-2016", fields)), "draw A; jack 8.00; A p holds=A")[0]


def state(played: Game) -> PetanqueState:
    """How the game stands, as a state of pétanque."""
    assert isinstance(played.state, PetanqueState)
    return played.state


@pytest.mark.parametrize("timed", [False, True])
def test_of_two_things_said_each_has_its_ruling_and_none_contradicts(timed: bool) -> None:
    """Whatever is said of a jack: it is dead, lives, goes back, is searched for or asked about, never two of these."""
    start = game(timed)
    for one, two in combinations(SAID, 2):
        moved = jack(**{**one, **two})
        after = play(start, f.BouleThrown(side="B", holds="B", moved=(moved,)))
        effects = [effect for ruling in after.rulings for effect in ruling.effects]
        dead = any(isinstance(effect, JackDead) for effect in effects)
        lives = any(isinstance(effect, JackLive) for effect in effects)
        goes_back = any(isinstance(effect, JackRestored) for effect in effects)
        searched = any(ruling.key == "jack.searched" for ruling in after.rulings)
        asked = state(after).waiting is not None
        assert [dead, lives, goes_back, searched, asked].count(True) == 1, (one, two, [r.key for r in after.rulings])
        assert dead == state(after).jack.dead == (state(after).phase == "count")


def test_more_said_against_a_jack_never_brings_it_back() -> None:
    """What kills a jack kills it whatever else is true, but for a boule that hides it and an official stopping it."""
    now = state(game())
    spares = ({"hidden_by": "boule"}, {"stopped": f.Stopped(by="umpire")}, {"visible": True}, {"line_mm": 4})
    for one, two in product(SAID, SAID):
        if two in spares or set(one) & set(two):
            continue
        if any(deaths(EDITION, now, jack(**one))):
            assert any(deaths(EDITION, now, jack(**{**one, **two}))), (one, two)


@pytest.mark.parametrize(
    ("said", "readings", "out"),
    [
        ({"overlap_mm": 0}, {}, False),
        ({"overlap_mm": -1}, {}, True),
        ({"overlap_mm": 0}, {"A9": "dead"}, True),
        ({"overlap_mm": 3, "line_mm": 4}, {}, False),
        ({"overlap_mm": 3, "line_mm": 4}, {"A10": "inner_edge"}, True),
        ({"overlap_mm": 4, "line_mm": 4}, {"A10": "inner_edge"}, False),
        ({"out": True, "overlap_mm": 5}, {}, True),
        ({}, {}, False),
    ],
)
def test_wholly_beyond_the_line(said: dict[str, Any], readings: dict[str, str], out: bool) -> None:
    """A millimetre over the line lives, a millimetre beyond does not; what is stated counts before what is measured."""
    assert beyond(EDITION.for_game((), False, {}, readings), jack(**said)) is out


def test_lanes_are_counted_with_the_line_it_has_just_crossed() -> None:
    """Wholly across the side line of the neighbouring lane it lies in the second lane."""
    assert lanes_crossed(EDITION, jack(lanes_crossed=1)) == 1
    assert lanes_crossed(EDITION, jack(lanes_crossed=1, line="lane_side", overlap_mm=0)) == 1
    assert lanes_crossed(EDITION, jack(lanes_crossed=1, line="lane_side", overlap_mm=-1)) == 2
    assert lanes_crossed(EDITION, jack(line="lane_end", overlap_mm=-1)) == 0


def test_only_a_line_that_could_kill_is_spoken_of() -> None:
    """A jack across the string to the next lane is not on a dead-ball line, unless the game is timed."""
    across = jack(line="lane_side", overlap_mm=5)
    assert not across_line(EDITION.for_game((), False, {}, {}), state(game()), across)
    assert across_line(EDITION.for_game((), True, {}, {}), state(game(timed=True)), across)


@pytest.mark.parametrize(
    ("readings", "boule", "whole"),
    [({}, 20_000, 0), ({"A58": "minute_and_game"}, 20_000, 180_000), ({"A58": "none"}, 0, 0)],
)
def test_the_clocks_that_wait_for_another_game(readings: dict[str, str], boule: int, whole: int) -> None:
    """Three minutes of waiting are added to the clocks that waited, and to no other."""
    said = "B s jack>moved holds=B; @1:00 ClockStarted clock=boule side=A; ClockStarted clock=game happened_ms=0"
    waiting = told(game(readings=readings), f"{said}; @1:20 ForeignGameWaits; @4:20 ForeignGameWaits over=true")[0]
    started = {clock.clock: clock for clock in state(waiting).clocks}
    assert not any(clock.paused for clock in started.values())
    assert started["boule"].since_ms == 60_000 + (180_000 if boule else 0)
    assert started["game"].since_ms == whole


def test_a_jack_put_back_is_the_jack_as_it_was() -> None:
    """After the wind and the way back nothing of the head has changed, and the mark is still there."""
    before = told(game(), "B s jack>9.00 holds=B; A p holds=A")[0]
    after = told(before, "ObjectMoved object=jack by=wind marked=true")[0]
    assert state(after).jack.range_mm == state(before).jack.range_mm == 9000
    assert state(after).jack.marked
    assert (state(after).head, state(after).order) == (state(before).head, state(before).order)
    assert state(after).turn == state(before).turn


def test_a_jack_that_goes_back_to_its_mark_is_not_dead_where_it_had_gone() -> None:
    """The wind took it out, and its place was marked."""
    marked = told(begun(EDITION, setup_of("fipjp-2016", {})), "draw A; jack 8.00 marked; A p holds=A")[0]
    back = play(marked, f.ObjectMoved(object="jack", by="wind", lies=jack(dead=True)))
    assert isinstance(back.state, PetanqueState)
    assert back.state.jack.live
    assert [ruling.key for ruling in back.rulings] == ["jack.restored"]
