"""The kinds of facts of billiard cochonnet: what somebody who watches the table could say."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.core.facts import Chosen, Corrected, Fact, Mm, Number, Side, Undone

Holds = Literal["A", "B", "equal", "nobody", "unknown"]
BallId = Annotated[str, Meta(pattern=r"^[AB]\.[1-9]\d?$")]
Line = Literal["before", "astride", "centre_past", "past"]
Why = Literal["nearest", "jack_out", "jack_out_twice", "equal", "nobody"]
PLAYED = "played"  # the ball of this stroke
UNPLAYED = "unplayed"  # a ball that nobody has played yet, lying in the out-of-play zone


class Rolled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ball rolled in the draw. `line`: where it lies to the starting line; `gap_mm`: how far from it."""

    far_cushion: bool | None = None
    line: Line | None = None
    off_table: bool = False
    gap_mm: Mm | None = None


class Moved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a ball or the jack has gone. `out`: out of play, no more is said; `marked`: is its earlier place known?"""

    object: str
    line: Line | None = None
    off_table: bool = False
    out: bool = False
    marked: bool | None = None


class LagPlayed(Fact, frozen=True, kw_only=True, tag=True):
    """The draw for the jack: how each side's ball came back, or who won it."""

    balls: dict[Side, Rolled] = {}
    won_by: Literal["A", "B", "equal"] | None = None


class JackThrown(Fact, frozen=True, kw_only=True, tag=True):
    """The jack has been thrown. `good`: what is said of the throw, whatever else is noted."""

    side: Side
    player: str | None = None
    good: bool | None = None
    far_cushion: bool | None = None
    cushions: Number | None = None
    line: Line | None = None
    off_table: bool = False


class BallPlayed(Fact, frozen=True, kw_only=True, tag=True):
    """A ball has been played. `touched_before`: what it touched before the far cushion; `cushions`: contacts in all.

    `moved`: what lies elsewhere now; `order`: live balls from the nearest to the jack on, equal ones together, the ball
    itself as `played`; `holds`: whose ball lies nearest; `good`: what is said of the stroke, whatever else is noted.
    """

    side: Side
    player: str | None = None
    good: bool | None = None
    far_cushion: bool | None = None
    cushions: Number | None = None
    touched_before: tuple[str, ...] = ()
    line: Line | None = None
    off_table: bool = False
    moved: tuple[Moved, ...] = ()
    holds: Holds | None = None
    order: tuple[tuple[str, ...], ...] = ()


class WrongBallNoticed(Fact, frozen=True, kw_only=True, tag=True):
    """The ball played last was somebody else's. `holds`: whose ball lies nearest after the exchange."""

    ball: BallId
    of_side: Side | None = None
    of_player: str | None = None
    holds: Holds | None = None


class ObjectMoved(Fact, frozen=True, kw_only=True, tag=True):
    """Balls or the jack were moved at rest, and not by a ball played; `side`: whose player did it."""

    moved: tuple[Moved, ...]
    by: Literal["player", "person", "thing", "unknown"] = "unknown"
    side: Side | None = None


class HeadStated(Fact, frozen=True, kw_only=True, tag=True):
    """Somebody says whose ball lies nearest to the jack."""

    holds: Holds


class EndMeasured(Fact, frozen=True, kw_only=True, tag=True):
    """The order of live balls from the nearest to the jack on, equal ones together; `gaps_mm` only to be shown."""

    order: tuple[tuple[BallId, ...], ...]
    gaps_mm: dict[BallId, Mm] = {}


class Declined(Fact, frozen=True, kw_only=True, tag=True):
    """A side leaves its last balls unplayed. `points`: what it would score as it lies."""

    side: Side
    points: Number | None = None


class EndCounted(Fact, frozen=True, kw_only=True, tag=True):
    """What the end gave. Where only ends are noted: `why`, who sent the jack out, the balls not yet played then."""

    side: Side | None = None
    points: Number = 0
    why: Why | None = None
    sent_out_by: Side | None = None
    in_hand: dict[Side, Number] = {}


class OffenceSeen(Fact, frozen=True, kw_only=True, tag=True):
    """A player's body went beyond the width of the table."""

    offence: Literal["body"]
    side: Side
    player: str | None = None

    @property
    def independent(self) -> bool:
        """It brings a warning, and no ball less."""
        return True


class Inspected(Fact, frozen=True, kw_only=True, tag=True):
    """The jack was looked at."""

    object: Literal["jack"]
    found: dict[str, bool]

    @property
    def independent(self) -> bool:
        """What was found does not turn on how the balls lie."""
        return True


class Ruled(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire rules on what the text does not provide for: who plays, or something for the story."""

    outcome: Literal["turn", "other"]
    side: Side | None = None
    note: str | None = None

    @property
    def independent(self) -> bool:
        """What is only noted changes nothing."""
        return self.outcome == "other"


class PositionStated(Fact, frozen=True, kw_only=True, tag=True):
    """How it lies now. It replaces the state of the end; what is left out is as at an end's beginning.

    `balls`: those on the table or annulled, live unless in `dead`; `good_balls`: how many good ones have been played;
    `last_good`: was the last ball a good one; `run`: good balls since nobody lies nearest; `jack_out`: which side sent
    the jack out in the end before, while both had balls.
    """

    end: Number | None = None
    score: dict[Side, Number] = {}
    thrown_by: Side | None = None
    thrower: str | None = None
    jack: Literal["in_hand", "live"] = "live"
    in_hand: dict[Side, Number] = {}
    balls: tuple[BallId, ...] = ()
    dead: tuple[BallId, ...] = ()
    order: tuple[tuple[BallId, ...], ...] = ()
    head: Holds | None = None
    last: Side | None = None
    last_good: bool = True
    good_balls: Number | None = None
    run: Number | None = None
    jack_out: Side | None = None


CochonnetFact = (
    GameSetUp | LagPlayed | JackThrown | BallPlayed | WrongBallNoticed | ObjectMoved | HeadStated | EndMeasured
    | Declined | EndCounted | OffenceSeen | Inspected | Ruled | PositionStated | Chosen | Undone
)  # fmt: skip
AnyFact = CochonnetFact | Corrected[CochonnetFact]
