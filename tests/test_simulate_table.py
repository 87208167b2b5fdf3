"""The games of the table on simulated cloth: played to the last point, judged to the same story, worth what the book says."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from carreau.billiards import five_facts as f
from carreau.billiards.cochonnet_book import BILLARD_COCHONNET
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_facts import PINS
from carreau.books import BOOKS
from carreau.core.game import Game
from carreau.physics.table import Cue
from carreau.physics.wrong import Unphysical
from carreau.simulate.cueing import LEVELS, LIMIT_OFFSET, Range, best, candidates
from carreau.simulate.five_cloth import FORMATS, by_letter, layout_after
from carreau.simulate.five_layout import BALLS, Layout, cloth_of, covered, free, somewhere, starting
from carreau.simulate.five_stroke import ROOM, is_start, play_one
from carreau.simulate.five_worth import Values, seen, worth
from carreau.simulate.games import NotOffered, Wishes, whole_game
from carreau.simulate.records import judged_again, record_of
from carreau.simulate.sixteen import CAREFUL, SIXTEEN, most, searched, sixteen
from carreau.simulate.stroke_study import Scan, scanned
from carreau.simulate.strokes import NONE, many
from tests.test_simulate_five_worth import NAMES

CLOTH = cloth_of(ROOM.table)
START = starting(CLOTH, "A")


@cache
def played(id: str, seed: int, levels: tuple[str, ...] = ("club", "beginner")) -> Game:
    """A whole game; one of five pins is a short one."""
    target = 20 if id == UMB_5PIN_1997.id else None
    return whole_game(BOOKS[id], Wishes(seed=seed, levels=levels, target=target))


def end_of(game: Game) -> Any:
    """How it stands at the end; which fields the state has depends on the sport."""
    return game.state


@pytest.mark.parametrize(("id", "seed"), [(UMB_5PIN_1997.id, 3), (BILLARD_COCHONNET.id, 5)])
def test_a_game_plays_itself_and_judges_to_the_same_story(id: str, seed: int) -> None:
    """From one seed to the last point; the record read back gives the same rulings and the same result."""
    game = played(id, seed, ("beginner",))
    filed = judged_again(game, record_of(game))
    assert filed.game.line == game.line
    assert end_of(filed.game).phase == "over"
    assert end_of(filed.game).winner is not None


def test_a_match_follows_from_its_seed() -> None:
    """Played again it is the same record to the last byte; another seed gives another one."""
    first = record_of(played(UMB_5PIN_1997.id, 3, ("beginner",)))
    assert record_of(played.__wrapped__(UMB_5PIN_1997.id, 3, ("beginner",))) == first
    assert record_of(played(UMB_5PIN_1997.id, 4, ("beginner",))) != first


@pytest.mark.parametrize("form", FORMATS)
def test_matches_of_both_forms(form: str) -> None:
    """One distance, or the best of three sets."""
    game = whole_game(UMB_5PIN_1997, Wishes(seed=1, format=form, levels=("club",), target=10, teams=("Ann", "Bob")))
    state = end_of(game)
    assert state.phase == "over"
    assert len(state.sets) >= (2 if form == "sets" else 1)


@pytest.mark.parametrize(
    ("what", "wishes"),
    [
        ("level", Wishes(levels=("wizard",))),
        ("format", Wishes(format="doubles")),
        ("surface", Wishes(surface="sand")),
    ],
)
def test_what_does_not_exist_is_not_offered(what: str, wishes: Wishes) -> None:
    """A level, a form, a ground that there is not, with those that there are."""
    for book in (UMB_5PIN_1997, BILLARD_COCHONNET):
        with pytest.raises(NotOffered) as no:
            whole_game(book, wishes)
        assert no.value.what == what
    with pytest.raises(NotOffered):
        whole_game(BILLARD_COCHONNET, Wishes(target=11))


def test_sixteen_points_in_one_stroke() -> None:
    """All five pins and a cannon, by the physics and by the book; nothing about the outcome is written down."""
    stroke = sixteen()
    assert stroke.points == most() == 16
    assert {e[2] for e in stroke.fact.events or () if e[1] in "!~"} == set(PINS)
    cues = np.array([[SIXTEEN.speed_m_s, stroke.cue.azimuth_rad, SIXTEEN.side, SIXTEEN.height, 0.0]])
    tried = CAREFUL.executed(np.repeat(cues, 100, axis=0), np.random.default_rng(5))
    assert (points(SIXTEEN.layout, tried) == most()).mean() > 0.5


@pytest.mark.prove
def test_the_search_finds_it_again() -> None:
    """The stroke that is committed is the steadiest of those that its seed finds."""
    found = searched(2, 100_000)
    assert (found[0].places_mm, found[0].angle_deg) == (SIXTEEN.places_mm, SIXTEEN.angle_deg)


def points(layout: Layout, cues: np.ndarray) -> np.ndarray:
    """What strokes bring their player, less what they bring the opponent, in a player's mind."""
    strokes = many(ROOM, layout.places_m, 0, cues, pins_m=layout.pins_m, seed=1)
    pins = np.array([PINS.index(pin) for pin in layout.letters])
    mine, theirs = worth(seen(*by_letter(strokes, pins), (0, 1, 2), NAMES), Values.of(UMB_5PIN_1997))
    return mine - theirs


@pytest.mark.parametrize("gone", [(), ("n",), ("c", "w")])
def test_many_strokes_are_worth_what_the_book_gives_for_each(gone: tuple[f.Pin, ...]) -> None:
    """The batch by the player's numbers, and each stroke by itself through referee and book, with pins that are off too."""
    layout = Layout(START.balls, {pin: at for pin, at in START.pins.items() if pin not in gone})
    chance = np.random.default_rng(11)
    places = np.broadcast_to(layout.places_m, (40, 3, 2))
    cues = candidates(places[:, 0], places[:, 1], 0.0615, Range(1.0, 6.0), chance)
    by_mind = points(layout, cues)
    by_book = [play_one(Cue(*cue.tolist()), layout, seed=1 + n).points for n, cue in enumerate(cues)]
    assert by_mind.tolist() == by_book
    assert len(set(by_book)) > 3


def test_a_scan_is_the_strokes_one_by_one() -> None:
    """Each cell of a study is what its stroke brings; the same seed gives the same columns."""
    scan = Scan((2.0, 3.5), (-8.0, -6.5, -5.0), LEVELS["perfect"])
    columns = scanned(scan, START, ROOM, seed=1)
    one_by_one = [play_one(Cue(*cue.tolist()), START, seed=1 + n).points for n, cue in enumerate(scan.cues())]
    assert columns["points"].tolist() == one_by_one
    club = Scan((3.0,), (-6.5,), LEVELS["club"], repeat=50)
    first, again = scanned(club, START, ROOM, seed=4), scanned(club, START, ROOM, seed=4)
    assert all((first[name] == again[name]).all() for name in first)
    with pytest.raises(Unphysical, match="0 strokes"):
        Scan((), (1.0,), LEVELS["perfect"])


@pytest.mark.prove
def test_who_cues_better_wins_more() -> None:
    """A champion beats a beginner in most matches."""
    won = [end_of(played(UMB_5PIN_1997.id, seed, ("champion", "beginner"))).winner for seed in range(10)]
    assert won.count("A") >= 8


# --- layouts --------------------------------------------------------------------------------------


def test_the_start_is_known_as_one() -> None:
    """Moved by a millimetre, without a pin or from the upper half it is no start."""
    assert is_start(START, "A", ROOM)
    assert not is_start(START.with_ball("red", (2.131, 0.71)), "A", ROOM)
    assert not is_start(START.with_ball("A", (2.0, 0.3)), "A", ROOM)
    assert not is_start(Layout(START.balls, {}), "A", ROOM)


def test_a_ball_on_the_place_of_a_pin_covers_it() -> None:
    """Where no pin stands; one that stands beside the ball is not covered."""
    near = START.with_ball("A", (1.40, 0.71))
    assert covered(Layout(near.balls, {}), CLOTH, 0.03075) == ("c",)
    assert covered(START, CLOTH, 0.03075) == ()


def test_a_pin_that_is_leant_on_is_shifted_and_touches_the_ball() -> None:
    """The ball stops before it fells the pin; the others stay, and the next stroke can be played from there."""
    lying = START.with_ball("A", (1.30, 0.71))
    slow = play_one(Cue(speed_m_s=0.04, azimuth_rad=0.0), lying)
    assert slow.fact.shifted == (f.Shifted(pin="s", touches="cue"),)
    assert not slow.fact.events
    after = layout_after(slow.stroke, lying, ROOM)
    assert [pin for pin in PINS if after.pins[pin] != START.pins[pin]] == ["s"]
    assert np.hypot(*np.subtract(after.pins["s"], after.balls["A"])) == pytest.approx(0.0326, abs=1e-4)
    assert play_one(Cue(speed_m_s=1.0, azimuth_rad=2.0), after).stroke.pin_states.tolist() == [0] * 5


def test_places_by_chance_are_free() -> None:
    """Clear of balls, cushions and pins, and inside the part that was asked for."""
    chance = np.random.default_rng(2)
    found = somewhere(START, "A", (0.0, 0.0), (1.42, 1.42), CLOTH, 0.03075, chance, 500)
    assert free(found, START, ("A",), CLOTH, 0.03075).all()
    assert len(found) == 500
    with pytest.raises(ValueError, match="no room"):
        somewhere(START, "A", (2.73, 0.70), (2.75, 0.72), CLOTH, 0.03075, chance, 1)


# --- players ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["champion", "club", "beginner"])
def test_errors_are_as_large_as_they_are_said_to_be(level: str) -> None:
    """Standard deviations of speed, direction and tip; and no tip slips off the ball."""
    cueist = LEVELS[level]
    meant = np.tile([3.0, 0.5, 0.1, 0.1, 0.0], (20_000, 1))
    done = cueist.executed(meant, np.random.default_rng(1))
    assert (done[:, 0] / 3 - 1).std() == pytest.approx(cueist.speed, rel=0.03)
    assert (done[:, 1] - 0.5).std() == pytest.approx(cueist.azimuth_rad, rel=0.03)
    assert np.hypot(done[:, 2], done[:, 3]).max() <= LIMIT_OFFSET + 1e-12


def test_the_best_mean_is_chosen_and_not_the_best_chance() -> None:
    """A stroke that is worth much only if it is hit exactly loses to one that forgives errors."""
    cues = np.zeros((2, 5))
    cues[:, 0], cues[:, 1] = 3.0, (0.0, 1.0)

    def valued(places: np.ndarray, tried: np.ndarray) -> np.ndarray:
        exact = np.abs(tried[:, 1]) < 1e-6
        return np.where(np.abs(tried[:, 1] - 1.0) < 0.5, 5.0, np.where(exact, 16.0, 0.0))

    chance = np.random.default_rng(1)
    assert best(np.zeros((2, 1)), cues, valued, LEVELS["club"], chance) == (1, 5.0)
    assert best(np.zeros((2, 1)), cues, valued, LEVELS["perfect"], chance)[0] == 0


def test_candidates_go_at_the_object_ball() -> None:
    """Most of them touch it from two metres, though side spin turns them away; the others go anywhere."""
    chance = np.random.default_rng(3)
    places = np.broadcast_to(START.places_m, (400, 3, 2))
    cues = candidates(places[:, 0], places[:, 1], 0.0615, Range(2.0, 4.0), chance, direct=1.0)
    strokes = many(ROOM, START.places_m, 0, cues)
    pair = {BALLS.index("A"), BALLS.index("B")}
    met = (strokes.kinds == NAMES.ball) & np.isin(strokes.firsts, [*pair]) & np.isin(strokes.seconds, [*pair])
    assert met.any(axis=1).mean() > 0.5
    assert (strokes.kinds[:, -1] != NONE).any()
