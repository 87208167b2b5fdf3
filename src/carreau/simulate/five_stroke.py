"""One stroke of five pins by itself: played, told by the referee, ruled by the book."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from carreau.billiards import five_facts as f
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Moment, Side
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.observe.contacts import BALL, CUSHION, FALL, LANDING, OUT, PIN, PIN_FALL, PIN_SHIFT
from carreau.physics.table import BALL as BALL_61
from carreau.physics.table import Cue, Stroke, simulate_stroke
from carreau.simulate.five_cloth import fact_of
from carreau.simulate.five_layout import BALLS, Layout, cloth_of, indices, roles, starting
from carreau.simulate.results import made
from carreau.simulate.strokes import Room
from carreau.simulate.table_game import set_up

ROOM = Room((BALL_61,) * len(BALLS))
DISTANCE = 100  # more than any stroke is worth, so that nothing is cut off
MADE_BY = Moment(by="simulator", source="simulator")
WORDS = {
    BALL: "ball", CUSHION: "cushion", PIN: "pin", FALL: "fall", PIN_FALL: "pin_fall", LANDING: "landing", OUT: "out",
    PIN_SHIFT: "pin_shift",
}  # fmt: skip
CUSHIONS = ("bottom", "top", "right", "left")


@dataclass(frozen=True, slots=True)
class Touch:
    """A contact in words: when (s), what, who came (`cue`, `n` ...; None: nothing), what was met, where, how fast."""

    time_s: float
    kind: str
    first: str | None
    second: str | None
    x_m: float
    y_m: float
    speed_m_s: float


@dataclass(frozen=True, slots=True)
class Played:
    """A stroke with all that was made of it; the last entry of the game is the stroke."""

    room: Room
    side: Side
    cue: Cue
    before: Layout
    stroke: Stroke
    game: Game

    @property
    def fact(self) -> f.StrokePlayed:
        """What the referee tells."""
        fact: f.StrokePlayed = self.game.line[-1].entry.fact
        return fact

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What the book says of it."""
        return self.game.rulings

    @property
    def points(self) -> int:
        """What it brings its player; below 0, what it brings the opponent."""
        state = self.game.state
        assert isinstance(state, FivePinsState)
        own = state.points(self.side)
        return own if own else -sum(state.points(side) for side in SIDES)

    def touches(self) -> Iterator[Touch]:
        """The contacts in words, in their order."""
        names, pins = roles(self.side), self.before.letters
        for contact in self.stroke.contacts:
            kind, first, second = int(contact["kind"]), int(contact["first"]), int(contact["second"])
            of_pin = kind in (PIN, FALL, PIN_FALL, PIN_SHIFT)
            met = pins[second] if of_pin else CUSHIONS[second] if kind == CUSHION else None
            came: str | None = pins[first] if kind == PIN_FALL else names[first]
            yield Touch(
                time_s=float(contact["time_s"]),
                kind=WORDS[kind],
                first=came if first >= 0 else None,
                second=names[second] if kind == BALL else met,
                x_m=float(contact["x_m"]),
                y_m=float(contact["y_m"]),
                speed_m_s=float(contact["speed_m_s"]),
            )


def play_one(
    cue: Cue, layout: Layout | None = None, *, side: Side = "A", room: Room = ROOM, seed: int = 0,
    edition: Rulebook = UMB_5PIN_1997,
) -> Played:  # fmt: skip
    """Play one stroke, from the starting position if no layout is given, and have it judged.

    A layout that could be the start of a set is judged as the starting stroke. Raises `physics.wrong.Unphysical`.
    """
    before = layout or starting(cloth_of(room.table), side)
    stroke = simulate_stroke(
        room.balls, before.places_m, indices(side)[0], cue, table=room.table, constants=room.constants,
        pins_m=before.pins_m, seed=seed,
    )  # fmt: skip
    game = play(_before(before, side, room, edition), fact_of(stroke, before, side, room), moment=MADE_BY)
    return Played(room, side, cue, before, stroke, game)


def is_start(layout: Layout, side: Side, room: Room) -> bool:
    """Could a set start like this: object ball and red on their spots, the cue ball in the lower half, all pins up?"""
    cloth, own = cloth_of(room.table), layout.balls[side]
    start = starting(cloth, side, own)
    in_half = own[0] + room.balls[0].radius_m <= cloth.length_m / 2
    same = all(np.allclose(layout.balls[name], start.balls[name], atol=1e-9) for name in BALLS)
    return in_half and same and dict(layout.pins) == cloth.castle


def _before(layout: Layout, side: Side, room: Room, edition: Rulebook) -> Game:
    """A match in which this player is about to play this."""
    game = begun(edition, set_up(edition, {"distance": DISTANCE}), moment=MADE_BY)
    if is_start(layout, side, room):
        facts: tuple[f.FivePinsFact, ...] = (f.StarterChosen(side=side), f.BallsPlacedForStart(), f.CueBallPlaced())
    else:
        out = tuple(pin for pin in f.PINS if pin not in layout.pins)
        facts = (f.PositionStated(striker=side, stroke="normal", score={"A": 0, "B": 0}, pins_out=out),)
    for fact in facts:
        game = play(game, fact, moment=MADE_BY)
    return game


def constants_of(room: Room) -> dict[str, float | str | bool]:
    """The numbers that a result depends on, by name: of the cloth, the table and the balls."""
    numbers = {each.name: getattr(room.constants, each.name) for each in fields(room.constants) if each.init}
    sizes = {each.name: getattr(room.table, each.name) for each in fields(room.table) if each.name != "pin"}
    pin = {f"pin_{each.name}": getattr(room.table.pin, each.name) for each in fields(room.table.pin)}
    ball = room.balls[0]
    return {**numbers, **sizes, **pin, "ball_radius_m": ball.radius_m, "ball_mass_kg": ball.mass_kg}


def made_of(played: Played) -> dict[str, Any]:
    """What made the stroke: the program, the digest of the physics, its numbers, the cue, and where everything lay."""
    lay: dict[str, Any] = {f"pin {pin}": at for pin, at in played.before.pins.items()}
    lay |= dict(played.before.balls.items())
    return made("table", constants_of(played.room), cue=asdict(played.cue), side=played.side, lay=lay)
