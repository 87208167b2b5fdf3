"""What a ruling of billiard cochonnet can change: small frozen values, applied in one place."""

from typing import ClassVar, Literal

from carreau.billiards.cochonnet_facts import Holds
from carreau.billiards.cochonnet_state import Does, Phase
from carreau.core.facts import Side
from carreau.core.ruling import Effect


class JackOwned(Effect, frozen=True, tag=True):
    """This side has the jack and throws it next."""

    topic: ClassVar[str | None] = "owner"
    side: Side


class _Jack(Effect, frozen=True):
    topic: ClassVar[str | None] = "jack"


class JackGood(_Jack, frozen=True, tag=True):
    """The throw stands: the end is played to this jack."""


class JackFailed(_Jack, frozen=True, tag=True):
    """The throw failed; the same player throws again, or the jack passes to `to`."""

    to: Side | None = None


class JackOut(_Jack, frozen=True, tag=True):
    """The jack has gone out; `by`: the side whose ball sent it there, if that is known."""

    by: Side | None


class _Ball(Effect, frozen=True):
    topic: ClassVar[str | None] = "ball"
    ball: str

    def about(self) -> str:
        """The ball's id."""
        return self.ball


class BallAnnulled(_Ball, frozen=True, tag=True):
    """The ball just played is annulled; `touched`: for a contact before the far cushion."""

    touched: bool = False


class BallDead(_Ball, frozen=True, tag=True):
    """A ball that had lain is out of play."""


class BallExchanged(_Ball, frozen=True, tag=True):
    """The player's own ball lies where the wrong one lay, and the wrong one is unplayed again."""


class MovesUndone(Effect, frozen=True, tag=True):
    """These objects of the last stroke lie where they lay before."""

    objects: tuple[str, ...]


class OrderForgotten(Effect, frozen=True, tag=True):
    """What was known of the order of the balls no longer holds."""


class HeadIs(Effect, frozen=True, tag=True):
    """Whose ball lies nearest; `by` whom it was said, None when it was worked out."""

    topic: ClassVar[str | None] = "head"
    holds: Holds
    by: str | None = None


class RunIs(Effect, frozen=True, tag=True):
    """How many good balls have been played since nobody lies nearest alone."""

    topic: ClassVar[str | None] = "run"
    run: int | None


class TurnIs(Effect, frozen=True, tag=True):
    """Who acts next, and what it does; `does` None: nobody can be named yet. `ruled`: set by an umpire."""

    topic: ClassVar[str | None] = "turn"
    side: Side | None
    does: Does | None
    clauses: tuple[str, ...] = ()
    ruled: bool = False


class PhaseIs(Effect, frozen=True, tag=True):
    """The game enters a phase."""

    topic: ClassVar[str | None] = "phase"
    phase: Phase


class PlayClosed(Effect, frozen=True, tag=True):
    """The balls still in hand will not be played."""


class EndProposed(Effect, frozen=True, tag=True):
    """What the end gives by the book, until it is counted; `umpire`: why only an umpire can say."""

    topic: ClassVar[str | None] = "proposed"
    side: Side | None
    points: int | None
    umpire: str | None = None


class EndOver(Effect, frozen=True, tag=True):
    """The end is over; `void` if it counts for nothing."""

    void: bool


class StreakIs(Effect, frozen=True, tag=True):
    """How often in a row this side has sent the jack out; 0 times is the end of a row."""

    topic: ClassVar[str | None] = "streak"
    side: Side | None = None
    times: int = 0


class Scored(Effect, frozen=True, tag=True):
    """Points for a side; `reading`: the one by which they are given, where the text breaks off."""

    kind: Literal["end", "penalty"]
    side: Side
    points: int
    reading: str | None = None


class GameWon(Effect, frozen=True, tag=True):
    """A side has won, and the game is over."""

    topic: ClassVar[str | None] = "winner"
    side: Side
    how: str


class WarningGiven(Effect, frozen=True, tag=True):
    """A player is warned."""

    side: Side
    player: str | None
    offence: str


class Rejected(Effect, frozen=True, tag=True):
    """An object does not satisfy the book."""

    object: str
    property: str


class Recorded(Effect, frozen=True, tag=True):
    """Kept in the story without an effect on the game."""

    what: str
