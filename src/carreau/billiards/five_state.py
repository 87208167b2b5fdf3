"""The state of a match of five pins: score, sets, whose stroke it is, and how balls and pins lie."""

from typing import Literal

from msgspec import Struct, structs

from carreau.billiards.five_facts import PINS, Act, BallOfStroke, Half, Pin, Spot, StrokePlayed
from carreau.billiards.five_seen import Seen
from carreau.billiards.five_setup import GameSetUp
from carreau.core.facts import SIDES, Side, other
from carreau.core.ruling import State

Phase = Literal["draw", "start", "stroke", "won", "over", "suspended"]
StrokeKind = Literal["normal", "starting", "ball_in_hand"]
Does = Literal["lag", "choose", "start", "stroke", "hand", "announce"]
Ball = Literal["A", "B", "red"]
Standing = Literal["standing", "displaced", "out"]
Where = Half | Literal["across"]

PERCENT = 10 * 10  # of the whole


class Two(Struct, frozen=True):
    """One number for each side."""

    A: int = 0
    B: int = 0

    def of(self, side: str) -> int:
        """The number of this side."""
        return self.A if side == "A" else self.B

    def plus(self, side: str, n: int) -> "Two":
        """The same with n more for this side."""
        return Two(self.A + n, self.B) if side == "A" else Two(self.A, self.B + n)


class BallNow(Struct, frozen=True, kw_only=True):
    """How one ball lies, as far as somebody has said."""

    ball: Ball
    half: Where | None = None
    spot: Spot | None = None
    off: bool = False


class PinNow(Struct, frozen=True, kw_only=True):
    """One pin between two strokes; `touches`: the ball that a displaced pin touches."""

    pin: Pin
    status: Standing = "standing"
    touches: Ball | None = None


class Foul(Struct, frozen=True, kw_only=True):
    """A foul as called: its clause, what it costs, whether it gives ball in hand."""

    offence: str
    clause: str
    penalty: int = 0
    hand: bool = True


class Stroke(Struct, frozen=True, kw_only=True):
    """The stroke being judged, or judged last, with all that has been answered about it."""

    side: Side
    kind: StrokeKind
    seen: Seen
    fact: StrokePlayed | None = None
    acts: tuple[Act, ...] = ()
    wrong: Literal["opponents", "red"] | None = None
    said: dict[str, str] = {}
    no_legal: bool = False
    waived: bool = False
    lost: bool = False
    pin_points: int = 0
    red_points: int = 0
    complement: int = 0
    fouls: tuple[Foul, ...] = ()
    to: Side | None = None
    awarded: int = 0
    half_before: bool = False

    @property
    def played(self) -> bool:
        """Was there a stroke, and not only a touch before it?"""
        return self.fact is not None

    @property
    def value(self) -> int:
        """What pins and red made."""
        return self.pin_points + self.red_points

    @property
    def hand(self) -> bool:
        """Does one of its fouls give ball in hand?"""
        return any(foul.hand for foul in self.fouls)

    def white(self, ball: BallOfStroke) -> Ball:
        """Which ball of the table was the cue ball, the object ball, the third one."""
        names: dict[str | None, tuple[Ball, Ball, Ball]] = {
            None: (self.side, other(self.side), "red"),
            "opponents": (other(self.side), self.side, "red"),
            "red": ("red", other(self.side), self.side),
        }
        return names[self.wrong][("cue", "object", "red").index(ball)]


class SetResult(Struct, frozen=True, kw_only=True):
    """A set that is over."""

    starter: Side
    winner: Side
    score: Two


class Turn(Struct, frozen=True, kw_only=True):
    """Who acts next and what for; no side: the referee."""

    side: Side | None
    does: Does
    clauses: tuple[str, ...] = ()


class FivePinsState(State, frozen=True, kw_only=True):
    """A match of five pins as it stands."""

    setup: GameSetUp
    phase: Phase = "draw"
    before_pause: Phase = "draw"
    late: Two = Two()
    starter: Side | None = None
    set_no: int = 1
    score: Two = Two()
    sets: tuple[SetResult, ...] = ()
    strokes: int = 0
    turn: Turn | None = None
    kind: StrokeKind = "normal"
    half: Literal["lower", "upper"] | None = None
    laid: bool = False
    hand_owed: Side | None = None
    no_legal: bool = False
    penalties: int = 0
    stroke: Stroke | None = None
    judging: bool = False
    balls: tuple[BallNow, ...] = (BallNow(ball="A"), BallNow(ball="B"), BallNow(ball="red"))
    pins: tuple[PinNow, ...] = tuple(PinNow(pin=pin) for pin in PINS)
    started_ms: int | None = None
    clock_since_ms: int | None = None
    half_reached: bool = False
    on_break: bool = False
    winner: Side | None = None
    won_by: str | None = None
    match_points: Two | None = None
    set_points: Two | None = None
    excluded: tuple[Side, ...] = ()
    set_winner: Side | None = None
    notes: tuple[str, ...] = ()

    def points(self, side: Side) -> int:
        """The points of a side in this set."""
        return self.score.of(side)

    def reaches(self, points: int, percent: int) -> bool:
        """Is this score at least such a part of the distance?"""
        return points * PERCENT >= percent * self.setup.target

    def sets_won(self, side: Side) -> int:
        """How many sets a side has won."""
        return sum(s.winner == side for s in self.sets)

    def ball(self, name: str) -> BallNow:
        """How a ball lies."""
        return next(b for b in self.balls if b.ball == name)

    @property
    def pins_in_play(self) -> tuple[Pin, ...]:
        """The pins that can fall now."""
        return tuple(p.pin for p in self.pins if p.status != "out")

    @property
    def pins_out(self) -> tuple[Pin, ...]:
        """The pins that are off because a ball covers their place."""
        return tuple(p.pin for p in self.pins if p.status == "out")

    @property
    def leader(self) -> Side | None:
        """The player who has reached the distance of this set."""
        return next((s for s in SIDES if self.points(s) >= self.setup.target > 0), None)

    @property
    def set_starter(self) -> Side | None:
        """Who starts this set: the players start in turn."""
        if self.starter is None:
            return None
        return self.starter if self.set_no % 2 else other(self.starter)

    @property
    def judged(self) -> Stroke | None:
        """The stroke that this entry is about, while it has not been lost and nobody has won before it."""
        stroke = self.stroke
        if not self.judging or stroke is None or stroke.lost or self.phase in ("won", "over"):
            return None
        return stroke if self.leader is None else None

    def ball_of(self, side: Side) -> str:
        """The ball a player keeps for the match: whoever started it has the white one."""
        return "white" if side == self.starter else self.setup.other_ball

    def touching(self, side: Side, act: Act, pins: tuple[Pin, ...] = ()) -> "FivePinsState":
        """The state with a touch that stands for the stroke of this turn."""
        seen = Seen(object_hit=False, pins=pins, by_hand=pins)
        kind: StrokeKind = "starting" if self.phase == "start" else self.kind
        stroke = Stroke(side=side, kind=kind, seen=seen, acts=(act,), half_before=self.half_reached)
        return structs.replace(self, stroke=stroke, judging=True, strokes=self.strokes + 1, options=(), on_break=False)

    def with_ball(self, ball: str, **changes: object) -> "FivePinsState":
        """The state with one ball changed."""
        balls = tuple(structs.replace(b, **changes) if b.ball == ball else b for b in self.balls)
        return structs.replace(self, balls=balls)

    def with_pin(self, pin: str, status: Standing, touches: Ball | None = None) -> "FivePinsState":
        """The state with one pin changed."""
        pins = tuple(PinNow(pin=p.pin, status=status, touches=touches) if p.pin == pin else p for p in self.pins)
        return structs.replace(self, pins=pins)
