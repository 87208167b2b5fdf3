"""The map of the head: what a finger is good for, what a tape adds, and which facts come of it."""

from typing import Any

import msgspec
import pytest

from carreau.books import book
from carreau.core.facts import Moment
from carreau.core.game import Game, begun, play
from carreau.desk.views.game import Reader, view
from carreau.desk.views.map import Placed, Sketch, last_map, mapped
from carreau.observe.spots import Spots
from carreau.observe.wrong import Misplaced
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState
from carreau.sports import Json

READER = Reader(role="scorer")


@pytest.fixture
def game() -> Game:
    """Two boules lie there, and nobody knows which is nearer."""
    now = begun(book("fipjp-2016"), setup_of("fipjp-2016", {}), moment=Moment(at_ms=0))
    facts: tuple[Any, ...] = (
        f.DrawWon(side="A"),
        f.JackThrown(side="A", good=True),
        f.BouleThrown(side="A", holds="A"),
        f.BouleThrown(side="B", holds="unknown"),
    )
    for n, fact in enumerate(facts, 1):
        now = play(now, fact, moment=Moment(at_ms=n * 1000))
    return now


def sketch(**placed: Placed) -> Sketch:
    return Sketch(boules={name.replace("_", "."): place for name, place in placed.items()})


def entered(game: Game, told: Json) -> Game:
    """The facts that a map proposes, entered as they come."""
    for proposal in told["proposals"]:
        fact = msgspec.convert(proposal["fact"], game.book.sport.facts)
        game = play(game, fact, moment=Moment(by=proposal["by"], source=proposal["source"], at_ms=9000))
    return game


def holder(game: Game) -> str:
    state: Any = game.state
    assert isinstance(state, PetanqueState)
    return state.head


def test_boules_farther_apart_than_the_finger_may_err_are_told_apart(game: Game) -> None:
    told = mapped(game, sketch(A_1=Placed(x_mm=400, y_mm=0), B_1=Placed(x_mm=0, y_mm=-200)), READER)
    assert [(gap["id"], gap["gap_mm"], gap["within_mm"]) for gap in told["gaps"]] == [
        ("B.1", 149, 40),
        ("A.1", 349, 40),
    ]
    assert (told["holds"], told["close"], told["say"]) == ("B", [], "By this map Team B hold the point.")
    assert holder(entered(game, told)) == "B"


@pytest.mark.parametrize(("farther", "holds"), [(79, None), (80, None), (82, "B")])
def test_two_boules_within_the_finger_are_to_be_measured(game: Game, farther: int, holds: str | None) -> None:
    """Each may be 40 mm out: up to 80 mm nothing is said of who is nearer, and no holder comes of it."""
    told = mapped(game, sketch(A_1=Placed(x_mm=300 + farther, y_mm=0), B_1=Placed(x_mm=0, y_mm=300)), READER)
    assert told["holds"] == holds
    assert told["close"] == ([["B.1", "A.1"]] if holds is None else [])
    assert holder(entered(game, told)) == (holds or "unknown")
    if holds is None:
        assert told["say"] == "Too close to tell: measure."


def test_closer_zoom_makes_the_finger_surer(game: Game) -> None:
    near = sketch(A_1=Placed(x_mm=320, y_mm=0, within_mm=8), B_1=Placed(x_mm=0, y_mm=300, within_mm=8))
    assert mapped(game, near, READER)["holds"] == "B"


def test_a_tape_typed_in_the_list_tells_what_the_finger_cannot(game: Game) -> None:
    """Two readings two millimetres apart: a map that tells nothing of them, and a measurement that does."""
    told = mapped(
        game,
        sketch(A_1=Placed(x_mm=250, y_mm=0, tape_mm=182), B_1=Placed(x_mm=0, y_mm=255, tape_mm=180)),
        READER,
    )
    assert [(gap["id"], gap["gap_mm"], gap["within_mm"]) for gap in told["gaps"]] == [("B.1", 180, 1), ("A.1", 182, 1)]
    assert [(p["fact"]["kind"], p["source"]) for p in told["proposals"]] == [
        ("HeadMapped", "map"),
        ("PointMeasured", "tape"),
    ]
    assert told["proposals"][1]["fact"]["gaps_mm"] == {"A.1": 182, "B.1": 180}
    assert told["holds"] == "B"
    assert holder(entered(game, told)) == "B"


def test_equal_by_the_tape_is_equal(game: Game) -> None:
    told = mapped(
        game,
        sketch(A_1=Placed(x_mm=250, y_mm=0, tape_mm=180), B_1=Placed(x_mm=0, y_mm=255, tape_mm=180)),
        READER,
    )
    assert holder(entered(game, told)) == "equal"


def test_an_umpires_word_stays_above_a_map(game: Game) -> None:
    ruled = play(
        game, f.PointMeasured(near="A.1", far="B.1", instrument="tape"), moment=Moment(by="umpire", at_ms=5000)
    )
    told = mapped(ruled, sketch(A_1=Placed(x_mm=400, y_mm=0), B_1=Placed(x_mm=0, y_mm=-200)), READER)
    assert told["holds"] == "A"
    assert holder(entered(ruled, told)) == "A"


def test_the_last_map_is_shown_with_its_places_and_its_age_until_the_end_is_over(game: Game) -> None:
    assert last_map(game) is None
    told = mapped(game, sketch(A_1=Placed(x_mm=400, y_mm=30), B_1=Placed(x_mm=-150, y_mm=-200)), READER)
    shown = view(entered(game, told), READER)["map"]
    assert shown["places_mm"] == {"jack": [0, 0], "A.1": [400, 30], "B.1": [-150, -200]}
    assert (shown["within_mm"], shown["at_ms"]) == (40, 9000)
    over = entered(game, told)
    for fact in (f.EndClosed(), f.EndCounted(side="B", points=1), f.JackThrown(side="B", good=True)):
        over = play(over, fact, moment=Moment(at_ms=9500))
    assert last_map(over) is None


def test_an_empty_sketch_proposes_nothing(game: Game) -> None:
    told = mapped(game, Sketch(boules={}), READER)
    assert (told["proposals"], told["say"]) == ([], "No boule is on the map yet.")


def test_what_cannot_lie_there_is_refused() -> None:
    with pytest.raises(Misplaced, match="two numbers"):
        Spots({"A.1": (float("nan"), 0.0)}, {"A.1": 0.037})
    with pytest.raises(Misplaced, match="radius"):
        Spots({"A.1": (0.0, 0.0)}, {})
    with pytest.raises(Misplaced, match=r"B[.]1 is not on the ground; there are A[.]1"):
        Spots({"A.1": (0.0, 0.0)}, {"A.1": 0.037}).place("B.1")
    for wrong in (b'{"boules":{"A.0":{"x_mm":1,"y_mm":1}}}', b'{"boules":{"A.1":{"x_mm":1}}}', b'{"boules":{},"z":1}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Sketch)
