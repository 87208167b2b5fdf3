"""What a ruling of five pins can change: small frozen values, applied in one place."""

from typing import ClassVar, Literal

from carreau.billiards.five_facts import Act, Pin, Spot
from carreau.billiards.five_state import Ball, Does, Phase, Standing, StrokeKind, Where
from carreau.core.facts import Side
from carreau.core.ruling import Effect


class LateNoted(Effect, frozen=True, tag=True):
    """A player has caused a repetition of the draw."""

    side: Side


class StarterIs(Effect, frozen=True, tag=True):
    """This player starts the match, and has the white ball."""

    topic: ClassVar[str | None] = "starter"
    side: Side


class Answer(Effect, frozen=True, tag=True):
    """What the referee says of a doubtful place of the stroke."""

    topic: ClassVar[str | None] = "answer"
    place: str
    answer: str

    def about(self) -> str:
        """The place in the stroke."""
        return self.place


class Waived(Effect, frozen=True, tag=True):
    """There was no legal stroke, and the foul is not charged."""


class NoLegal(Effect, frozen=True, tag=True):
    """No legal stroke is left to the player at the table."""


class PinPoints(Effect, frozen=True, tag=True):
    """What the pins of the stroke are worth."""

    topic: ClassVar[str | None] = "pin_points"
    points: int


class RedPoints(Effect, frozen=True, tag=True):
    """What the red of the stroke is worth."""

    topic: ClassVar[str | None] = "red_points"
    points: int


class FoulCalled(Effect, frozen=True, tag=True):
    """A foul of the stroke; `clause`: the one that names it."""

    offence: str
    clause: str
    penalty: int = 0
    hand: bool = True


class Complement(Effect, frozen=True, tag=True):
    """The complement for the red touched first."""

    topic: ClassVar[str | None] = "complement"
    points: int


class Awarded(Effect, frozen=True, tag=True):
    """The stroke is judged: so many points, to this player or to nobody."""

    topic: ClassVar[str | None] = "award"
    side: Side | None
    points: int


class Scored(Effect, frozen=True, tag=True):
    """Points beside those of a stroke: for the time, a disturbance, a ruling."""

    side: Side
    points: int
    why: Literal["time", "waiting_player", "ruling"]


class ScoreIs(Effect, frozen=True, tag=True):
    """The score of the set is this."""

    topic: ClassVar[str | None] = "score"
    a: int
    b: int


class TimePenalty(Effect, frozen=True, tag=True):
    """The penalty for the time has been given, the first or the second of this turn."""

    n: int


class StrokeLost(Effect, frozen=True, tag=True):
    """The stroke is lost to the clock; one that was played after it counts for nothing."""

    topic: ClassVar[str | None] = "lost"


class HandOwed(Effect, frozen=True, tag=True):
    """The player keeps the right to ball in hand for the next turn; None: it is used."""

    side: Side | None


class TouchMade(Effect, frozen=True, tag=True):
    """The player at the table has touched the ball as no placing may: the turn is used by it."""

    act: Act


class Rejudged(Effect, frozen=True, tag=True):
    """The last stroke is judged again, as one with the wrong ball: what it gave is taken back."""


class BallsExchanged(Effect, frozen=True, tag=True):
    """The two white balls are exchanged where they lie."""


class PinIs(Effect, frozen=True, tag=True):
    """A pin stands on its place, stands displaced, or is kept out."""

    topic: ClassVar[str | None] = "pin"
    pin: Pin
    status: Standing
    touches: Ball | None = None

    def about(self) -> str:
        """The pin."""
        return self.pin


class BallPut(Effect, frozen=True, tag=True):
    """The referee has put a ball somewhere."""

    topic: ClassVar[str | None] = "ball"
    ball: Ball
    half: Where | None = None
    spot: Spot | None = None

    def about(self) -> str:
        """The ball."""
        return self.ball


class HandGiven(Effect, frozen=True, tag=True):
    """The next stroke is played with ball in hand, in this half if it is known."""

    topic: ClassVar[str | None] = "hand"
    half: Literal["lower", "upper"] | None


class HandLaid(Effect, frozen=True, tag=True):
    """The ball in hand lies where the referee has laid it, or has to be laid again."""

    laid: bool = True


class SetForStart(Effect, frozen=True, tag=True):
    """Balls and pins stand as for the starting stroke."""


class TurnIs(Effect, frozen=True, tag=True):
    """Who acts next; no side: the referee. `new`: another turn at the table begins, with a stroke of this `kind`."""

    topic: ClassVar[str | None] = "turn"
    side: Side | None
    does: Does
    clauses: tuple[str, ...] = ()
    kind: StrokeKind = "normal"
    new: bool = True


class PhaseIs(Effect, frozen=True, tag=True):
    """The match enters a phase."""

    topic: ClassVar[str | None] = "phase"
    phase: Phase


class MatchBegun(Effect, frozen=True, tag=True):
    """The match has begun, at this game time if it is known."""

    at_ms: int | None


class SetReached(Effect, frozen=True, tag=True):
    """A player has reached the distance; the referee has not called it good yet."""

    topic: ClassVar[str | None] = "set_winner"
    side: Side | None


class SetClosed(Effect, frozen=True, tag=True):
    """The set is over; `next`: another one follows."""

    side: Side
    next: bool


class MatchWon(Effect, frozen=True, tag=True):
    """The match is over and won."""

    topic: ClassVar[str | None] = "winner"
    side: Side
    how: str


class PointsGiven(Effect, frozen=True, tag=True):
    """Match points and set points, the winner's and the loser's."""

    side: Side
    match: tuple[int, int]
    set: tuple[int, int]


class PlayerOut(Effect, frozen=True, tag=True):
    """A player is excluded from the championship."""

    side: Side


class HalfReached(Effect, frozen=True, tag=True):
    """Half the distance has been reached for the first time."""


class BreakIs(Effect, frozen=True, tag=True):
    """The break begins, or is over."""

    on: bool


class ClockRuns(Effect, frozen=True, tag=True):
    """The time for the stroke runs from this game time; None: it is held."""

    topic: ClassVar[str | None] = "clock"
    since_ms: int | None


class Recorded(Effect, frozen=True, tag=True):
    """Kept on the match sheet without an effect on the score."""

    what: str
