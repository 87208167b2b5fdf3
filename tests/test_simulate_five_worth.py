"""What a player thinks a stroke is worth is what the book gives for it, whatever touches whatever."""

from random import Random

import numpy as np
import pytest

from carreau.billiards import five_facts as f
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_facts import PINS
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES
from carreau.core.game import begun, play
from carreau.simulate.five_worth import Kinds, Values, seen, worth
from carreau.simulate.table_game import set_up
from tests import five_walks

NAMES = Kinds(ball=0, fall=3, pin_fall=4, out=6)
CUSHION = 1
VALUES = Values.of(UMB_5PIN_1997)
BALLS = {"C": 0, "O": 1, "R": 2}
Row = tuple[int, int, int]


def contact(event: str) -> Row:
    """An event of the referee as a contact of the table: kind, first, second."""
    first, how, second = event[0], event[1], event[2:]
    match how:
        case ">":
            return NAMES.ball, BALLS[first], BALLS[second]
        case "!":
            return NAMES.fall, BALLS[first], PINS.index(second)
        case "~":
            return NAMES.pin_fall, PINS.index(first), PINS.index(second)
        case _:
            return CUSHION, BALLS[first], 0


def by_the_book(events: tuple[str, ...], out: tuple[f.BallOfStroke, ...]) -> tuple[int, int]:
    """What the book gives to the player and to the opponent."""
    game = begun(UMB_5PIN_1997, set_up(UMB_5PIN_1997, {"distance": 1000}))
    game = play(game, f.PositionStated(striker="A", stroke="normal", score={"A": 0, "B": 0}))
    names: tuple[f.BallOfStroke, ...] = ("cue", "object", "red")
    lies = {ball: f.Lying(half="lower") for ball in names if ball not in out}
    game = play(game, f.StrokePlayed(events=events, lies=lies, out=out))
    state = game.state
    assert isinstance(state, FivePinsState)
    assert state.waiting is None
    a, b = (state.points(side) for side in SIDES)
    return a, b


def in_mind(events: tuple[str, ...], out: tuple[f.BallOfStroke, ...]) -> tuple[int, int]:
    """What the player thinks; rows after the last contact are empty."""
    rows = [contact(event) for event in events]
    rows += [(NAMES.out, ("cue", "object", "red").index(ball), 0) for ball in out]
    table = np.array([[*rows, (-1, 0, 0), (-1, 0, 0)]], dtype=np.int64)
    mine, theirs = worth(seen(table[:, :, 0], table[:, :, 1], table[:, :, 2], (0, 1, 2), NAMES), VALUES)
    return int(mine[0]), int(theirs[0])


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ("C>O", (0, 0)),
        ("C>O C>R", (4, 0)),
        ("C>O O>R", (3, 0)),
        ("C>O O!c", (8, 0)),
        ("C>O O!n O!c", (6, 0)),
        ("C>O O!c O!n O!e O!s O!w C>R", (16, 0)),
        ("C= C=", (0, 2)),
        ("C>O C!n", (0, 2)),
    ],
)
def test_strokes_that_everybody_knows(told: str, points: tuple[int, int]) -> None:
    """Cannon, casin, the centre pin alone, all five and the cannon, a miss, a pin of the player's own ball."""
    events = tuple(told.split())
    assert in_mind(events, ()) == points == by_the_book(events, ())


@pytest.mark.parametrize("seed", range(4))
def test_any_stroke(seed: int) -> None:
    """Whatever balls and pins do, and with balls off the table."""
    chance = Random(seed)
    for _ in range(60):
        events = five_walks.events(chance, PINS)
        names: tuple[f.BallOfStroke, ...] = ("cue", "object", "red")
        out = tuple(ball for ball in names if chance.random() < 0.05)
        assert in_mind(events, out) == by_the_book(events, out), (events, out)
