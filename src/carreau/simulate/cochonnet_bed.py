"""Cochonnet on a simulated table: the players look for a ball, the physics rolls it, somebody tells what happened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_absorbing import next_id
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import SIDES, Side
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.observe.bodies import JACK as JACK_NAME
from carreau.observe.cloth import CochonnetTable
from carreau.observe.cochonnet import ball_played, end_measured, jack_thrown, lag_played
from carreau.observe.contacts import BALL, CUSHION, TOP
from carreau.physics.table import BALL as BALL_61
from carreau.physics.table import JACK, TABLES, Ball, Cue, Stroke, simulate_stroke
from carreau.simulate.cochonnet import CochonnetGame
from carreau.simulate.cochonnet_worth import Flags, standing, worth
from carreau.simulate.cueing import LEVELS, Cueist, Range, best
from carreau.simulate.games import Wishes, both, offered
from carreau.simulate.picture import Floats
from carreau.simulate.strokes import Room, Strokes, many
from carreau.simulate.table_game import set_up, usual

NATURAL = 0.4  # radii above the middle: a ball from the hand rolls from the first moment
SOFT, HARD = Range(0.3, 1.3), Range(1.3, 4.0)
HARD_SHARE = 0.25
WIDEST_RAD = 1.2
JACK_FROM_LINE_M, JACK_FROM_FAR_M = 0.25, 0.3  # where a player wants the jack: not nearer to line and far cushion
WORTH_PLAYING = 0.05  # of a point, to be won by playing on
LOST_M = 9.0
CLEAR_M = 1e-6
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Meant:
    """A ball that a player has chosen to roll: from where and how, and what it is worth on average."""

    place_m: Floats
    cue: Floats
    mean: float


class CochonnetBed:
    """A table of cochonnet with a player of each side at it; implements `cochonnet.Bed`."""

    def __init__(
        self, book: Rulebook, players: Mapping[Side, Cueist], chance: np.random.Generator, room: Room | None = None
    ) -> None:
        self.room = room or Room((BALL_61,), TABLES["cochonnet-254"])
        self.book = book
        self.players = players
        self.chance = chance
        self.places: dict[str, Point] = {}
        self.before: dict[str, Point] | None = None
        self.meant: Meant | None = None
        self.last: Stroke | None = None
        self.lasted_s = 0.0

    @cached_property
    def table(self) -> CochonnetTable:
        """The table as those who watch it see it."""
        return CochonnetTable(length_m=self.room.table.length_m, width_m=self.room.table.width_m)

    @property
    def radius_m(self) -> float:
        """The radius of the balls."""
        return self.room.balls[0].radius_m

    # --- rolling ------------------------------------------------------------------------------------

    def balls(self, names: Sequence[str]) -> list[Ball]:
        """The balls of these names: the jack is smaller than the others."""
        return [JACK if name == JACK_NAME else self.room.balls[0] for name in names]

    def _with(self, names: Sequence[str]) -> Room:
        """The room with these balls, the jack among them perhaps."""
        return self.room.with_balls(self.balls(names))

    def _radii(self, names: Sequence[str]) -> list[float]:
        return [ball.radius_m for ball in self.balls(names)]

    def _rolled(self, names: Sequence[str], meant: Meant, side: Side) -> tuple[Stroke, Floats]:
        """The last of these is rolled as the player meant it, as well as the hand does it; and where all lay before."""
        cue = self.players[side].executed(meant.cue[None], self.chance)[0]
        places = self.laid(names, meant.place_m[None])[0]
        room = self._with(names)
        stroke = simulate_stroke(
            room.balls, places, len(names) - 1, Cue(*cue.tolist()), table=room.table, constants=room.constants,
            seed=int(self.chance.integers(2**31)),
        )  # fmt: skip
        self.last, self.lasted_s = stroke, stroke.duration_s
        return stroke, places

    def laid(self, names: Sequence[str], from_m: Floats) -> Floats:
        """Where the balls lie [S, N, 2], the last of them at places of its own [S, 2]."""
        rest = np.array([self.places[name] for name in names[:-1]]).reshape(-1, 2)
        each = np.empty((len(from_m), len(names), 2))
        each[:, :-1] = rest
        each[:, -1] = from_m
        return each

    def tried(self, number: int, radius_m: float, *, hard: float) -> tuple[Floats, Floats]:
        """Places in the out-of-play zone, short of the line, and cues, to be looked at."""
        places = self._places(number, radius_m)
        cues = np.zeros((number, 5))
        fast = self.chance.random(number) < hard
        cues[:, 0] = np.where(fast, HARD.drawn(self.chance, number), SOFT.drawn(self.chance, number))
        cues[:, 1] = self.chance.uniform(-WIDEST_RAD, WIDEST_RAD, number)
        cues[:, 3] = NATURAL
        return places, cues

    def _places(self, number: int, radius_m: float) -> Floats:
        """Places in the zone, each as likely, clear of whatever lies across the line."""
        edge, line = radius_m + CLEAR_M, self.table.line_m - radius_m
        found = np.empty((0, 2))
        while len(found) < number:
            tried = self.chance.uniform((edge, edge), (line, self.table.width_m - edge), (2 * number, 2))
            for at in self.places.values():
                tried = tried[np.hypot(*(tried - at).T) > radius_m + self.radius_m + CLEAR_M]
            found = np.concatenate([found, tried])
        return found[:number]

    # --- the draw and the jack -------------------------------------------------------------------------

    def lag(self, state: CochonnetState) -> f.LagPlayed:
        """A ball of each side, alone on the table, to the far cushion and back."""
        self.places = {}
        rolls = {side: self._lagged(side) for side in SIDES}
        self.lasted_s = max(stroke.duration_s for stroke in rolls.values())
        return lag_played(
            {side: (stroke.contacts, stroke.rest_m[0]) for side, stroke in rolls.items()},
            radius_m=self.radius_m, on_table={side: bool(stroke.on_table[0]) for side, stroke in rolls.items()},
            table=self.table,
        )  # fmt: skip

    def _lagged(self, side: Side) -> Stroke:
        places, cues = self.tried(self.players[side].tried, self.radius_m, hard=0.0)
        cues[:, 1] = 0.0
        wanted = np.full(len(cues), self.table.line_m + self.radius_m)
        return self._rolled((side,), self._nearest(side, side, places, cues, wanted), side)[0]

    def _nearest(self, name: str, side: Side, places: Floats, cues: Floats, wanted_x: Floats) -> Meant:
        """The roll that comes back nearest to some distance, having touched the far cushion and not past the line."""
        room = self._with((name,))

        def nearness(tried: Floats, rolled: Floats) -> Floats:
            strokes = many(room, tried[:, None, :2], 0, rolled)
            x = strokes.rest_m[:, 0, 0]
            far = ((strokes.kinds == CUSHION) & (strokes.seconds == TOP)).any(axis=1)
            lost = ~far | ~strokes.on_table[:, 0] | (x < self.table.line_m)
            return np.where(lost, -LOST_M, -np.abs(x - tried[:, 2]))

        with_aim = np.concatenate([places, wanted_x[:, None]], axis=1)
        chosen, mean = best(with_aim, cues, nearness, self.players[side], self.chance)
        return Meant(places[chosen], cues[chosen], mean)

    def jack(self, state: CochonnetState, side: Side) -> f.JackThrown:
        """The jack is rolled to where this side wants it in this end: anywhere between line and far cushion."""
        self.places, self.before = {}, None
        places, cues = self.tried(self.players[side].tried, JACK.radius_m, hard=0.0)
        low, high = self.table.line_m + JACK_FROM_LINE_M, self.table.length_m - JACK_FROM_FAR_M
        wanted = np.full(len(cues), self.chance.uniform(low, high))
        names = (JACK_NAME,)
        stroke, _ = self._rolled(names, self._nearest(JACK_NAME, side, places, cues, wanted), side)
        if stroke.on_table[0]:
            self.places = {JACK_NAME: (float(stroke.rest_m[0, 0]), float(stroke.rest_m[0, 1]))}
        return jack_thrown(
            side, stroke.contacts, stroke.rest_m, radii_m=self._radii(names), on_table=stroke.on_table.tolist(),
            table=self.table,
        )  # fmt: skip

    # --- the balls ---------------------------------------------------------------------------------------

    def ball(self, state: CochonnetState, side: Side) -> f.BallPlayed:
        """The player rolls what was looked for."""
        played = next_id(state, side)
        names = (*self.places, played)
        meant = self.meant or self._looked_for(side)
        self.meant = None
        self.before = dict(self.places)
        stroke, places = self._rolled(names, meant, side)
        on_table = stroke.on_table.tolist()
        self.places = {
            name: (float(stroke.rest_m[n, 0]), float(stroke.rest_m[n, 1]))
            for n, name in enumerate(names)
            if on_table[n]
        }
        return ball_played(
            side, stroke.contacts, stroke.rest_m, radii_m=self._radii(names), names=names, played=played,
            before_m=places, on_table=on_table, ordered=self._to_order(), marked=names, table=self.table,
        )  # fmt: skip

    def _to_order(self) -> list[str] | None:
        """The balls that may count, while the jack is on the table."""
        if JACK_NAME not in self.places:
            return None
        return [n for n, at in self.places.items() if n != JACK_NAME and at[0] >= self.table.line_m - self.radius_m]

    def _looked_for(self, side: Side) -> Meant:
        """The ball with the best mean that this player finds."""
        cueist, names = self.players[side], (*self.places, f"{side}.0")
        mine = np.array([name.startswith(side) for name in names])
        places, cues = self.tried(cueist.tried, self.radius_m, hard=HARD_SHARE)
        room, now = self._with(names), self._standing(side)

        def gain(tried: Floats, rolled: Floats) -> Floats:
            strokes = many(room, self.laid(names, tried), len(names) - 1, rolled)
            to_jack, jack_out = self._after(strokes, names)
            return worth(to_jack, mine, self.good(strokes, len(names) - 1), jack_out, now)

        chosen, mean = best(places, cues, gain, cueist, self.chance)
        return Meant(places[chosen], cues[chosen], mean)

    def _after(self, strokes: Strokes, names: Sequence[str]) -> tuple[Floats, Flags]:
        """How far from the jack everything lies then [S, N], out of play infinitely far; and whether the jack is out."""
        jack = list(names).index(JACK_NAME)
        past = ~strokes.on_table | (strokes.rest_m[:, :, 0] < self.table.line_m - self.radius_m)
        way = strokes.rest_m - strokes.rest_m[:, jack : jack + 1]
        to_jack = np.where(past, np.inf, np.hypot(way[:, :, 0], way[:, :, 1]))
        to_jack[:, jack] = np.inf
        return to_jack, past[:, jack]

    def good(self, strokes: Strokes, own: int) -> Flags:
        """Which balls are good: two cushions, the far one among them, nothing touched before it, not back past the line."""
        most = strokes.kinds.shape[1]
        cushion = (strokes.kinds == CUSHION) & (strokes.firsts == own)
        far = cushion & (strokes.seconds == TOP)
        met = (strokes.kinds == BALL) & ((strokes.firsts == own) | (strokes.seconds == own))
        reached = np.where(far.any(axis=1), far.argmax(axis=1) if most else 0, most)
        touched = np.where(met.any(axis=1), met.argmax(axis=1) if most else 0, most + 1)
        enough = cushion.sum(axis=1) >= self.book.limit("cushion.fewest")
        back = strokes.rest_m[:, own, 0] >= self.table.line_m
        good: Flags = (reached < most) & (reached < touched) & enough & back & strokes.on_table[:, own]
        return good

    # --- questions -----------------------------------------------------------------------------------------

    def _standing(self, side: Side, places: Mapping[str, Point] | None = None) -> float:
        """How it lies for a side."""
        lying = self.places if places is None else places
        if JACK_NAME not in lying:
            return 0.0
        names = [name for name in lying if name != JACK_NAME]
        way = np.array([np.subtract(lying[name], lying[JACK_NAME]) for name in names]).reshape(-1, 2)
        mine = np.array([name.startswith(side) for name in names], dtype=np.bool_)
        return float(standing(np.hypot(way[:, 0], way[:, 1])[None], mine)[0])

    def chooses(self, state: CochonnetState, option: Option) -> str:
        """Put back or left, played on or not: whichever is better for the side that is asked."""
        side: Side = "A" if option.side == "A" else "B"
        if option.ask == "touched_before" and self.before is not None:
            lying = {name: at for name, at in self.places.items() if name in self.before}
            return "leave" if self._standing(side, lying) > self._standing(side, self.before) else "put_back"
        if option.ask == "need_not_play":
            self.meant = self._looked_for(side)
            if self.meant.mean < self._standing(side) + WORTH_PLAYING:
                self.meant = None
                return "stop"
            return "play_on"
        return usual(option)

    def measured(self, state: CochonnetState) -> f.EndMeasured:
        """The order of the live balls from the nearest on."""
        names = list(self.places)
        live = [name for name in names if name in (*state.live("A"), *state.live("B"))]
        return end_measured(list(self.places.values()), radii_m=self._radii(names), names=names, ordered=live)

    # --- what the rulings change -----------------------------------------------------------------------------

    def settle(self, state: CochonnetState) -> None:
        """What is annulled or out of play is taken off, what was put back lies where it lay."""
        if self.before is not None:
            self.places |= {name: self.before[name] for name in state.put_back if name in self.before}
            self.before = None
        if state.phase not in ("play", "count") or state.jack.out:
            self.places = {}
        live = {JACK_NAME, *state.live("A"), *state.live("B")}
        self.places = {name: at for name, at in self.places.items() if name in live}


def whole_game(edition: Rulebook, wishes: Wishes) -> Game:
    """A game of billiard cochonnet to its last point, by one player of each side. Raises `games.NotOffered`."""
    offered("format", wishes.format or "teams", ("teams",))
    offered("surface", wishes.surface or "cloth", ("cloth",))
    target = str(edition.limit("win.target"))
    offered("target", target if wishes.target is None else str(wishes.target), (target,))
    players = dict(zip(SIDES, (LEVELS[level] for level in both(wishes.levels, "club", LEVELS)), strict=True))
    sides = {side: {"name": name} for side, name in zip(SIDES, wishes.teams or (), strict=False)}
    bed = CochonnetBed(edition, players, np.random.default_rng(wishes.seed))
    return CochonnetGame(edition, set_up(edition, {"sides": sides}), bed, Random(wishes.seed), wishes.told).whole()
