"""Pétanque with physics: whole games, ends in compiled code, one throw, a carreau, and studies."""

import json
import math
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from benchmarks import self_play
from carreau.books import BOOKS
from carreau.cli import main
from carreau.core.game import Game
from carreau.gamefile import opened, state_of
from carreau.physics.terrain import Throw
from carreau.physics.wrong import Unphysical
from carreau.simulate.ends import thrown_ends
from carreau.simulate.games import NotOffered, Wishes, whole_game
from carreau.simulate.head import Head, Make, from_circle, thrown
from carreau.simulate.one_throw import CARREAU, USUAL, carreau, head_of, tried, wanted
from carreau.simulate.petanque import SelfPlay, Sides, set_up
from carreau.simulate.records import judged_again, record_of
from carreau.simulate.results import read
from carreau.simulate.shots import outcome
from carreau.simulate.terrain_game import Ground
from carreau.simulate.throw_scene import touches
from carreau.simulate.throw_study import Count, Kind, counted, kinds
from carreau.story import fact_lines

Printed = pytest.CaptureFixture[str]
PETANQUE = ("fipjp-2016", "fpusa-1995", "suomi")
FIPJP = BOOKS["fipjp-2016"]


@cache
def played(book: str, seed: int, levels: tuple[str, ...] = ("elite", "club")) -> Game:
    """A whole game with physics."""
    return whole_game(BOOKS[book], Wishes(seed=seed, levels=levels))


@pytest.mark.parametrize("book", PETANQUE)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_with_physics_goes_to_the_last_point_and_is_judged_the_same(book: str, seed: int) -> None:
    game = played(book, seed)
    state = state_of(game)
    assert state.phase == "over"
    assert max(state.points("A"), state.points("B")) >= 13
    judged_again(game, record_of(game))


def test_one_seed_gives_one_game_and_another_gives_another() -> None:
    again = whole_game(BOOKS["suomi"], Wishes(seed=1, levels=("elite", "club")))
    assert record_of(again) == record_of(played("suomi", 1))
    assert record_of(again) != record_of(played("suomi", 2))


def test_who_throws_better_wins_more_points() -> None:
    points = [state_of(played(book, seed)).points("A") - state_of(played(book, seed)).points("B")
              for book in PETANQUE for seed in (1, 2)]  # fmt: skip
    assert sum(points) > 0


def test_positions_and_facts_go_together() -> None:
    """After every fact the ground holds exactly the boules that live by the book."""

    class Watched(Ground):
        def settle(self, state: object) -> None:
            super().settle(state)  # type: ignore[arg-type]
            live = {b.id for b in state.boules if b.live}  # type: ignore[attr-defined]
            assert live == set(self.head.boules)

    ground = Watched({"A": "club", "B": "club"}, 3)
    SelfPlay(FIPJP, set_up(FIPJP, Sides(format="singles", target=None)), ground, Random(3)).whole()


def test_nothing_rests_inside_anything_else() -> None:
    chance = np.random.default_rng(8)
    make = Make()
    for seed in range(150):
        head = Head(jack=(8.0, 0.0))
        for number in range(1, 7):
            while True:
                x, y = 8.0 + chance.normal(0, 0.25), chance.normal(0, 0.25)
                if all(math.dist((x, y), at[:2]) > 0.08 for at in [(8.0, 0.0), *head.boules.values()]):
                    break
            head = Head(jack=head.jack, boules={**head.boules, f"B.{number}": (float(x), float(y))})
        want = wanted(head, make, "A", style="half_lob", at=None, to=(8.0, 0.0))
        after = tried(FIPJP, head, Make(seed=seed), "A", want, level="club", seed=seed).played.after
        places, names = after.places(make), after.names()
        for i in range(len(names)):
            for j in range(i):
                gap = math.dist(places[i], places[j]) - make.radius_m(names[i]) - make.radius_m(names[j])
                assert gap > -1e-5, (seed, names[i], names[j], gap)


# --- ends ------------------------------------------------------------------------------------------------


def test_ends_in_compiled_code() -> None:
    ends = thrown_ends(400, levels=("elite", "elite"), seed=2)
    again = thrown_ends(400, levels=("elite", "elite"), seed=2)
    assert (ends.points == again.points).all()
    assert ends.thrown.max() == 12
    assert ((np.abs(ends.points) <= 6) & (ends.thrown >= 1)).all()
    assert (np.abs(ends.points[ends.dead == 1]) <= 6).all()
    assert (ends.points[(ends.dead == 0) & (ends.thrown == 12)] != 0).mean() > 0.9
    better = thrown_ends(400, levels=("elite", "novice"), seed=2)
    assert (better.points > 0).mean() > (ends.points > 0).mean() + 0.1


def test_ends_that_can_t_be() -> None:
    for wrong, words in (({"boules": 4}, "4 boules a side"), ({"ends": 0}, "0 ends")):
        with pytest.raises(Unphysical, match=words):
            thrown_ends(**{"ends": 1, **wrong})  # type: ignore[arg-type]


# --- one throw -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", PETANQUE)
def test_a_carreau_comes_out_of_the_physics(book: str) -> None:
    found = carreau(BOOKS[book], Make())
    met = touches(found.played)
    assert "B.1" in [t.second for t in met]
    assert outcome(found.played, "B.1") == "carreau"
    place = CARREAU.boules["B.1"]
    assert math.dist(found.played.after.boules[found.played.thrown][:2], place[:2]) < 0.5
    assert state_of(found.game).head == "A"


def test_what_is_meant_is_hit_without_error() -> None:
    """On even ground the noise-free shot hits, from any direction, and a point stops at its spot."""
    make = Make()
    for at in ((8.0, 0.0), (6.4, 1.2), (9.0, -1.5)):
        head = Head(jack=(9.8, 0.0), boules={"B.1": at})
        want = wanted(head, make, "A", style=None, at="B.1", to=None)
        assert outcome(tried(FIPJP, head, make, "A", want).played, "B.1") != "miss"
        spot = wanted(Head(jack=(9.8, 0.0)), make, "A", style="half_lob", at=None, to=at)
        rest = tried(FIPJP, Head(jack=(9.8, 0.0)), make, "A", spot).played.after.boules["A.1"]
        assert math.dist(rest[:2], at) < 0.4  # the roughness of the ground is left


def test_the_same_throw_from_another_circle() -> None:
    """A throw is the same wherever the circle lies and whichever way the end is played, on even ground."""
    make = Make(surface=Make().surface)
    own = thrown(Head(jack=(8.0, 0.3)), Throw(7.0, 0.5, 0.02, 6.0), "A.1", make).told.landing_m
    assert own is not None
    turned = Head(towards=math.pi, jack=(-8.0, -0.3))
    other = thrown(turned, from_circle(turned, Throw(7.0, 0.5, 0.02, 6.0), math.pi), "A.1", make).told.landing_m
    assert other is not None
    assert (-own[0], -own[1]) == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B.1 8,0", "no jack"),
        ("jack 8", "a name and its place"),
        ("jack 8,0; C.1 7,0", "A.1 to A.6"),
        ("jack 8,0; A.7 7,0", "A.1 to A.6"),
        ("jack 8,0; A.1 7,0; A.1 7,1", "A.1 lies twice"),
        ("jack nan,0", "outside a terrain"),
        ("jack 17.1,0", "outside a terrain"),
    ],
)
def test_a_head_that_is_none(text: str, words: str) -> None:
    with pytest.raises(Unphysical, match=words):
        head_of(text)


def test_whoever_holds_does_not_play() -> None:
    """The book would refuse the throw; the other side's is judged."""
    head = head_of("jack 8,0; A.1 7.9,0.3")
    want = wanted(head, Make(), "A", style="half_lob", at=None, to=(8.0, 0.0))
    with pytest.raises(Unphysical, match="side B plays next"):
        tried(FIPJP, head, Make(), "A", want)
    assert tried(FIPJP, head, Make(), "B", want).played.thrown == "B.1"


def test_a_head_as_it_is_typed() -> None:
    head = head_of("jack 8.2,0; A.1 7.9,0.2;B.1 8.4,-0.1")
    assert (head.jack, head.boules) == ((8.2, 0.0), {"A.1": (7.9, 0.2), "B.1": (8.4, -0.1)})


def test_overlapping_boules_are_named() -> None:
    want = wanted(USUAL, Make(), "A", style="half_lob", at=None, to=(8.0, 0.0))
    with pytest.raises(Unphysical, match="overlap"):
        tried(FIPJP, head_of("jack 8,0; A.1 7,0; B.1 7.02,0"), Make(), "A", want)


# --- studies -------------------------------------------------------------------------------------------


def test_better_throwers_and_shorter_shots_hit_more() -> None:
    cells = kinds(["shot"], ["fine_gravel"], ["world", "club"], [6.0, 9.0])
    near_world, far_world, near_club, far_club = counted(cells, 600, seed=3)
    assert near_world.hit is not None
    assert near_world.hit > 0.95
    assert all(a.hit > b.hit for a, b in ((near_world, near_club), (near_club, far_club), (far_world, far_club)))  # type: ignore[operator]
    assert all(c.hit >= c.left >= c.carreau for c in (near_world, far_club))  # type: ignore[operator]


def test_a_study_counts_the_same_in_any_order() -> None:
    cell = Kind("lob", "sand", "elite", 8.0)
    first = next(iter(counted([cell], 300, seed=5)))
    assert first == next(iter(counted([cell], 300, seed=5)))
    assert isinstance(first, Count)
    assert first.near is not None
    assert first.hit is None


# --- the commands --------------------------------------------------------------------------------------


def run(printed: Printed, *words: str) -> tuple[int, str, str]:
    """A command, how it ended and what it printed, but for the word that the physics is compiled first."""
    code = main([*words, "--lang", "en"])
    shown = printed.readouterr()
    return code, shown.out, "".join(line for line in shown.err.splitlines(True) if "compiled first" not in line)


def test_the_game_command(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "game.jsonl"
    code, out, err = run(capsys, "simulate", "game", "--seed", "1", "--levels", "elite,club", "-o", str(file))
    assert (code, err) == (0, "")
    assert file.read_bytes() == record_of(played("fipjp-2016", 1))
    filed = opened(file.read_bytes())
    assert f"{filed.state.points('A')} – {filed.state.points('B')}" in out
    code, out, _ = run(capsys, "simulate", "game", "--seed", "1", "--levels", "elite,club")
    assert out.encode() == file.read_bytes()


def test_the_throw_command(tmp_path: Path, capsys: Printed) -> None:
    picture = tmp_path / "carreau.svg"
    code, out, err = run(capsys, "simulate", "throw", "--carreau", "--svg", str(picture))
    assert (code, err) == (0, "")
    assert "meets B.1" in out
    assert "Team A holds the point." in out
    assert picture.read_text("utf-8").startswith("<?xml")
    code, out, _ = run(capsys, "simulate", "throw", "--json", "--level", "club", "--seed", "4", "--at", "B.1")
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0]["made"]["physics"]
    assert lines[-1]["state"]["phase"] == "play"
    want = wanted(USUAL, Make(seed=4), "A", style=None, at="B.1", to=None)
    game = tried(FIPJP, USUAL, Make(seed=4), "A", want, level="club", seed=4).game
    told = msgspec.json.decode(msgspec.json.encode(list(fact_lines(game, "en", {}))))
    assert [line for line in lines if "fact" in line] == told[1:]


def test_the_study_command(tmp_path: Path, capsys: Printed) -> None:
    for name in ("study.csv", "study.parquet"):
        file = str(tmp_path / name)
        code, out, err = run(capsys, "simulate", "study", "throw", "--distance", "7,8", "--throws", "200", "-o", file)
        assert (code, err) == (0, "")
        columns, made = read(file)
        assert columns["distance_m"].tolist() == [7.0, 8.0]
        assert made["constants"]["throwers"].keys() == {"elite"}
        assert f"{100 * columns['hit'][0]:.1f} %" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("game --book chess", "chess"),
        ("game --levels best", "There is no level “best”; there is world, elite"),
        ("game --levels elite,club,club", "There is no level"),
        ("game --surface ice", "There is no surface “ice”; there is hard_clay"),
        ("game --format sextuples", "No such game is simulated"),
        ("game --target 12", "12"),
        ("game --target 0", "to 0 only"),
        ("game --target -3", "target"),
        ("game -o /nowhere/there.jsonl", "/nowhere/there.jsonl"),
        ("throw --book umb-5pin-1997", "nothing is thrown on the ground"),
        ("throw --at B.7", "boule B.7 is not on the ground"),
        ("throw --to 8", "can't be read for --to"),
        ("throw --release a,b,c,d", "can't be read for --release"),
        ("throw --release 99,25,0,3", "speed_m_s"),
        ("throw --head B.1", "a name and its place"),
        ("throw --style kick", "There is no style “kick”; there is roulette"),
        ("throw --png carreau.svg", "carreau.svg"),
        ("study throw --distance far", "--distance"),
        ("study throw --distance 6:9:1000000000", "--distance"),
        ("study throw --throws 0", "0 throws"),
        ("study throw -o study.txt", "study.txt"),
    ],
)
def test_what_can_t_be_is_one_clear_line(words: str, said: str, capsys: Printed) -> None:
    code, out, err = run(capsys, "simulate", *words.split())
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert said.lower() in err.lower()


@pytest.mark.parametrize("command", ["throw", "game", "stroke", "study throw", "study stroke"])
def test_a_seed_is_a_whole_number_from_0(command: str, capsys: Printed) -> None:
    code, out, err = run(capsys, "simulate", *command.split(), "--seed", "-1")
    assert (code, out) == (2, "")
    assert "Must be >= 0" in err


def test_a_wish_that_can_t_be() -> None:
    with pytest.raises(NotOffered, match="no level 'best'"):
        whole_game(FIPJP, Wishes(levels=("best",)))


def test_the_benchmark_measures_games() -> None:
    figures = self_play.measured(games=1, ends=100, rounds=1)
    assert all(value > 0 for value in figures.values())
    assert figures["facts_of_a_game"] > 60
