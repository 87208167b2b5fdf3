"""Five pins on simulated cloth: the players look for a stroke, the physics plays it, the referee tells what happened."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from carreau.billiards import five_facts as f
from carreau.billiards.five_hand import Playable
from carreau.billiards.five_state import Ball as BallName
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Side, other
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.observe.cloth import FivePinTable
from carreau.observe.contacts import BALL, CUSHION, FALL, OUT, PIN, PIN_FALL, TOP
from carreau.observe.five_lag import lag_played
from carreau.observe.five_pins import stroke_played
from carreau.observe.five_rest import FALLEN
from carreau.physics.table import BALL as BALL_61
from carreau.physics.table import Cue, Stroke, simulate_stroke
from carreau.simulate.cueing import LEVELS, Cueist, Range, best, candidates
from carreau.simulate.five_layout import (
    BALLS,
    Layout,
    Point,
    cloth_of,
    covered,
    indices,
    roles,
    somewhere,
    starting,
)
from carreau.simulate.five_pins import FivePinsMatch
from carreau.simulate.five_worth import Kinds, Values, seen, worth
from carreau.simulate.games import Wishes, both, offered
from carreau.simulate.picture import Floats
from carreau.simulate.strokes import Ints, Room, Strokes, many
from carreau.simulate.table_game import set_up, usual

KINDS = Kinds(ball=BALL, fall=FALL, pin_fall=PIN_FALL, out=OUT)
SPEEDS = Range(1.0, 6.0)  # of the cue, m/s
LAG_SPEEDS = Range(1.5, 4.5)
LAG_FROM_SIDE_M = 0.3  # from the long cushions, on the starting line
LAG_LOST_M = 9.0
FORMATS: dict[str, dict[str, Any]] = {"single": {"distance": 60}, "sets": {"format": "sets", "sets": 3, "distance": 50}}
NATURAL = 0.4  # radii above the middle: the ball rolls from the first moment


@dataclass(frozen=True, slots=True)
class Meant:
    """A stroke that a player has chosen: the cue, and where the ball in hand is put."""

    cue: Floats
    place_m: Floats | None
    mean: float


class FiveCloth:
    """A table of five pins with two players at it; implements `five_pins.Cloth`."""

    def __init__(
        self, book: Rulebook, players: Mapping[Side, Cueist], chance: np.random.Generator, room: Room | None = None
    ) -> None:
        self.room = room or Room((BALL_61,) * len(BALLS))
        self.book = book
        self.players = players
        self.chance = chance
        self.layout = starting(self.cloth, "A")
        self.meant: Meant | None = None
        self.last: Stroke | None = None
        self.told: f.StrokePlayed | None = None
        self.lasted_s = 0.0

    @cached_property
    def cloth(self) -> FivePinTable:
        """The table as the referee sees it."""
        return cloth_of(self.room.table)

    @property
    def radius_m(self) -> float:
        """The radius of the balls."""
        return self.room.balls[0].radius_m

    # --- the draw ---------------------------------------------------------------------------------

    def lag(self, state: FivePinsState) -> f.LagPlayed:
        """Each player plays along his own side; the balls, that never leave it, are played one after the other."""
        played = {side: self._lagged(side, left=side == "A") for side in SIDES}
        self.lasted_s = max(stroke.duration_s for stroke in played.values())
        rests = np.array([*(played[side].rest_m[n] for n, side in enumerate(SIDES)), played["A"].rest_m[2]])
        on = [bool(played[side].on_table[n]) for n, side in enumerate(SIDES)]
        contacts = np.concatenate([played[side].contacts for side in SIDES])
        radii = [ball.radius_m for ball in self.room.balls]
        return lag_played(contacts, rests, radii_m=radii, on_table=[*on, True], table=self.cloth)

    def _lagged(self, side: Side, *, left: bool) -> Stroke:
        places: dict[BallName, Point] = {
            a: (self.cloth.length_m / 4, self.cloth.width_m - LAG_FROM_SIDE_M if a == "A" else LAG_FROM_SIDE_M)
            for a in SIDES
        }
        layout = Layout({**places, "red": self.cloth.spots["second_highest"]}, self.cloth.castle)
        own, cueist = SIDES.index(side), self.players[side]
        cues = np.zeros((cueist.tried, 5))
        cues[:, 0] = LAG_SPEEDS.drawn(self.chance, len(cues))
        cues[:, 3] = NATURAL

        def nearness(_: Floats, tried: Floats) -> Floats:
            strokes = many(self.room, layout.places_m, own, tried, pins_m=layout.pins_m)
            mine = strokes.firsts == own
            reached = ((strokes.kinds == CUSHION) & (strokes.seconds == TOP) & mine).any(axis=1)
            touched = ((strokes.kinds == PIN) | (strokes.kinds == BALL)).any(axis=1)
            lost = ~reached | touched | ~strokes.on_table[:, own]
            return np.where(lost, -LAG_LOST_M, -strokes.rest_m[:, own, 0])

        chosen, _ = best(np.zeros((len(cues), 1)), cues, nearness, cueist, self.chance)
        done = cueist.executed(cues[chosen : chosen + 1], self.chance)[0]
        return self._simulated(layout, own, done)

    def _simulated(self, layout: Layout, cue_ball: int, cue: Floats) -> Stroke:
        return simulate_stroke(
            self.room.balls, layout.places_m, cue_ball, Cue(*cue.tolist()), table=self.room.table,
            constants=self.room.constants, pins_m=layout.pins_m, seed=int(self.chance.integers(2**31)),
        )  # fmt: skip

    # --- the stroke -------------------------------------------------------------------------------

    def set_up(self, state: FivePinsState) -> None:
        """The referee sets the table for the starting stroke."""
        turn = state.turn.side if state.turn is not None and state.turn.side is not None else "A"
        self.layout = starting(self.cloth, turn)
        self.told = self.meant = None

    def stroke(self, state: FivePinsState, side: Side) -> f.StrokePlayed:
        """The player plays what was looked for, as well as the hand does it."""
        meant = self.meant or self._looked_for(self.layout, side)
        self.meant = None
        done = self.players[side].executed(meant.cue[None], self.chance)[0]
        before = self.layout
        self.last = self._simulated(before, indices(side)[0], done)
        self.lasted_s = self.last.duration_s
        self.told = fact_of(self.last, before, side, self.room)
        self.layout = layout_after(self.last, before, self.room)
        return self.told

    def _looked_for(
        self, layout: Layout, side: Side, within: tuple[tuple[float, float], tuple[float, float]] | None = None
    ) -> Meant:
        """The stroke with the best mean that this player finds; `within`: where the cue ball can be put."""
        cueist, balls = self.players[side], indices(side)
        number, values = cueist.tried, Values.of(self.book)
        if within is not None:
            spots = somewhere(layout, side, *within, self.cloth, self.radius_m, self.chance, number)
        else:
            spots = np.broadcast_to(np.asarray(layout.balls[side]), (number, 2))
        target = np.broadcast_to(np.asarray(layout.balls[other(side)]), (number, 2))
        cues = candidates(spots, target, 2 * self.radius_m, SPEEDS, self.chance)
        full = layout.with_ball(side, (0.0, 0.0)).places_m if within is not None else layout.places_m

        def gain(places: Floats, tried: Floats) -> Floats:
            each = np.broadcast_to(full, (len(tried), 3, 2)).copy()
            each[:, balls[0]] = places
            strokes = many(self.room, each, balls[0], tried, pins_m=layout.pins_m)
            pins = np.array([f.PINS.index(pin) for pin in layout.letters], dtype=np.int64)
            told = seen(*by_letter(strokes, pins), balls, KINDS)
            mine, theirs = worth(told, values)
            return (mine - theirs).astype(np.float64)

        chosen, mean = best(spots, cues, gain, cueist, self.chance)
        return Meant(cues[chosen], spots[chosen] if within is not None else None, mean)

    # --- questions and ball in hand -----------------------------------------------------------------

    def chooses(self, state: FivePinsState, option: Option) -> str:
        """A player chooses what the best stroke found is worth more after; the referee says how it was."""
        match option.ask:
            case "hand_choice":
                return self._hand_choice(state, option)
            case "reached_red_first":
                return self._first_at_red()
        return usual(option)

    def _first_at_red(self) -> str:
        """Who touched the red first, as the contacts have it."""
        assert self.last is not None
        for contact in self.last.contacts:
            pair = {int(contact["first"]), int(contact["second"])}
            if contact["kind"] == BALL and 2 in pair:
                ball = BALLS[(pair - {2}).pop()]
                return "cue_ball" if self._role(ball) == "cue" else "object_ball"
        return "cue_ball"

    def _role(self, ball: BallName) -> str:
        side: Side = (self.told.side if self.told is not None else None) or "A"
        return roles(side)[BALLS.index(ball)]

    def _hand_choice(self, state: FivePinsState, option: Option) -> str:
        """The object ball as it lies, or on its starting spot, whichever leaves the better stroke."""
        side: Side = "A" if option.side == "A" else "B"
        found: dict[str, float] = {}
        for choice in (c.id for c in option.choices if c.refused is None):
            layout, half = self.layout, state.half
            if choice != "as_lies":
                spot = self.cloth.spots["top" if choice == "respot" else "bottom"]
                layout, half = layout.with_ball(other(side), spot), "lower" if choice == "respot" else "upper"
            if not _apart(layout, self.radius_m, without=side):
                continue
            found[choice] = self._looked_for(layout, side, self._half(half)).mean
        return max(found, key=lambda choice: found[choice], default="as_lies")

    def _half(self, half: Playable | None) -> tuple[tuple[float, float], tuple[float, float]]:
        """The corners of the part where a ball can be put: nothing of it beyond the central line."""
        edge, middle = self.radius_m + 1e-6, self.cloth.length_m / 2
        if half == "upper":
            return (middle + edge, edge), (self.cloth.length_m - edge, self.cloth.width_m - edge)
        return (edge, edge), (middle - edge, self.cloth.width_m - edge)

    def lay(self, state: FivePinsState) -> Playable:
        """The referee lays the ball where he wants in its half; the player moves it afterwards."""
        return state.half or "lower"

    def place(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        """The player looks for the best place and stroke together, and puts the ball there."""
        side = state.turn.side if state.turn is not None and state.turn.side is not None else "A"
        self.meant = self._looked_for(self.layout, side, self._half(state.half or "lower"))
        assert self.meant.place_m is not None
        self.layout = self.layout.with_ball(side, (float(self.meant.place_m[0]), float(self.meant.place_m[1])))
        return self.covered(state)

    def covered(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        """The places of pins that balls cover now."""
        return covered(self.layout, self.cloth, self.radius_m)

    # --- what the rulings change ----------------------------------------------------------------------

    def settle(self, state: FivePinsState) -> None:
        """Balls that were put on spots lie there, pins stand where the book has them."""
        for ball in state.balls:
            self._settle_ball(state, ball.ball)
        pins = {
            pin.pin: self.cloth.castle[pin.pin] if pin.status == "standing" else self.layout.pins[pin.pin]
            for pin in state.pins
            if pin.status == "standing" or (pin.status == "displaced" and pin.pin in self.layout.pins)
        }
        self.layout = replace(self.layout, pins=pins)

    def _settle_ball(self, state: FivePinsState, ball: str) -> None:
        name = next(n for n in BALLS if n == ball)
        now = state.ball(ball)
        said = self._said_spot(name)
        if now.spot is not None and (now.spot != said or name not in self.layout.balls):
            self.layout = self.layout.with_ball(name, self.cloth.spots[now.spot])
        elif name not in self.layout.balls and name != _in_hand(state):
            low, high = self._half(now.half if now.half in ("lower", "upper") else "lower")
            place = somewhere(self.layout, name, low, high, self.cloth, self.radius_m, self.chance, 1)[0]
            self.layout = self.layout.with_ball(name, (float(place[0]), float(place[1])))

    def _said_spot(self, ball: BallName) -> f.Spot | None:
        """The spot on which the last stroke left a ball by itself."""
        if self.told is None:
            return None
        side: Side = self.told.side or "A"
        lies = self.told.lies.get(roles(side)[BALLS.index(ball)])
        return lies.spot if lies is not None else None


def _in_hand(state: FivePinsState) -> Side | None:
    """Whose ball is in hand and not on the table yet."""
    return state.turn.side if state.kind == "ball_in_hand" and state.turn is not None else None


def _apart(layout: Layout, radius_m: float, *, without: Side) -> bool:
    """Do the balls that lie on the table lie apart?"""
    places = [np.asarray(at) for name, at in layout.balls.items() if name != without]
    return all(np.hypot(*(a - b)) >= 2 * radius_m for n, a in enumerate(places) for b in places[:n])


def by_letter(strokes: Strokes, pins: Ints) -> tuple[Ints, Ints, Ints]:
    """Contacts in which pins are numbered as in the book, and not as they stood on the table."""
    kinds, firsts, seconds = strokes.kinds, strokes.firsts, strokes.seconds
    if len(pins) == len(f.PINS) or not len(pins):
        return kinds, firsts, seconds
    falls = (kinds == FALL) | (kinds == PIN_FALL)
    seconds = np.where(falls, pins[np.where(falls, seconds, 0)], seconds)
    chain = kinds == PIN_FALL
    return kinds, np.where(chain, pins[np.where(chain, firsts, 0)], firsts), seconds


def fact_of(stroke: Stroke, before: Layout, side: Side, room: Room) -> f.StrokePlayed:
    """What the referee tells of a stroke."""
    return stroke_played(
        stroke.contacts, stroke.rest_m, radii_m=[ball.radius_m for ball in room.balls], roles=roles(side),
        pins=before.letters, pin_states=stroke.pin_states.tolist(), pins_m=stroke.pins_m,
        on_table=stroke.on_table.tolist(), start_m=before.places_m, table=cloth_of(room.table), side=side,
    )  # fmt: skip


def layout_after(stroke: Stroke, before: Layout, room: Room) -> Layout:
    """How the table lies after a stroke, before the referee sets anything up again."""
    balls = {
        name: (float(stroke.rest_m[n, 0]), float(stroke.rest_m[n, 1]))
        for n, name in enumerate(BALLS)
        if stroke.on_table[n]
    }
    pins = {
        pin: (float(at[0]), float(at[1]))
        for pin, at, state in zip(before.letters, stroke.pins_m, stroke.pin_states, strict=True)
        if state != FALLEN
    }
    return Layout(balls, pins)


def whole_game(edition: Rulebook, wishes: Wishes) -> Game:
    """A match of five pins to its last point: to one distance, or `sets`. Raises `games.NotOffered`."""
    form = offered("format", wishes.format or "single", FORMATS)
    offered("surface", wishes.surface or "cloth", ("cloth",))
    players = dict(zip(SIDES, (LEVELS[level] for level in both(wishes.levels, "club", LEVELS)), strict=True))
    sides = {side: {"name": name} for side, name in zip(SIDES, wishes.teams or (), strict=False)}
    fields = {**FORMATS[form], "sides": sides} | ({"distance": wishes.target} if wishes.target is not None else {})
    cloth = FiveCloth(edition, players, np.random.default_rng(wishes.seed))
    return FivePinsMatch(edition, set_up(edition, fields), cloth, Random(wishes.seed), wishes.told).whole()
