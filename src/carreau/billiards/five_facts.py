"""The kinds of facts of a match of five pins: what a referee could say, in contacts, fallen pins and acts by name."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carreau.billiards.five_setup import GameSetUp
from carreau.core.facts import Chosen, Corrected, Fact, Mm, Ms, Number, Side, Undone

Pin = Literal["c", "n", "e", "s", "w"]
BallOfStroke = Literal["cue", "object", "red"]
Spot = Literal["top", "second_highest", "second_lowest", "bottom"]
Half = Literal["lower", "upper", "astride"]
Event = Annotated[
    str,
    Meta(
        pattern=r"^(C>O|C>R|O>R|C>O\+R|C\+O>R|[COR]=|[CORH]![cnesw]|-![cnesw]|[COR][?/^][cnesw]|C\+[OR]![cnesw]"
        r"|C_O|C_R|O_R|[cnesw]~[cnesw])$"
    ),
]
Act = Literal[
    "in_motion", "leather_tip", "touched_twice", "foreign_matter", "shifted", "in_contact", "no_foot", "foot_outside",
    "placed_otherwise", "touched_early", "jump", "touched", "pushed",
    "spinning", "foot_on_line", "over_line", "jump_object",
]  # fmt: skip
TouchAct = Literal["foreign_matter", "shifted", "touched"]
Contact = Literal["object", "red", "cushion"]

PINS: tuple[Pin, ...] = ("c", "n", "e", "s", "w")


class Lying(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a ball came to rest: the half of its centre, and the spot it stands on or covers.

    `across`: it lies over the central line, and nobody has said yet whether exactly astride.
    """

    half: Literal["lower", "upper", "astride", "across"] | None = None
    spot: Spot | None = None


class Shifted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pin that is off its place with its base on the cloth, and the ball that it touches."""

    pin: Pin
    touches: BallOfStroke | None = None


class Quick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stroke in the referee's few questions.

    Was the object ball reached; before it, was the red touched, did the cue ball fell a pin; after it, who reached the
    red first (`both`: both did, the order was not noted); which pins fell, one of them by the cue ball after the object
    ball, which by the player's hand, sleeve or cue.
    """

    object_ball: bool = True
    red_before: bool = False
    pins_before: bool = False
    red: Literal["nobody", "cue", "object", "both"] = "nobody"
    pins: tuple[Pin, ...] = ()
    by_cue: bool = False
    by_hand: tuple[Pin, ...] = ()


class LagPlayed(Fact, frozen=True, kw_only=True, tag=True):
    """The cushion draw was played once.

    `rest_mm`: from the bottom cushion; `nearer`: stated without a measure; `late`: whose ball moved only after the other
    had reached the top cushion; `collision`: by whose fault the balls touched; `touched`: whose ball touched red or pin;
    `failed`: whose ball missed the top cushion or left the table; `stand_in`: who had somebody else play.
    """

    rest_mm: dict[Side, Mm] = {}
    nearer: Side | None = None
    equal: bool = False
    late: Side | None = None
    collision: Literal["A", "B", "unknown"] | None = None
    touched: tuple[Side, ...] = ()
    failed: tuple[Side, ...] = ()
    feet_outside: tuple[Side, ...] = ()
    stand_in: tuple[Side, ...] = ()


class StarterChosen(Fact, frozen=True, kw_only=True, tag=True):
    """This player starts the match; how the draw went was not noted."""

    side: Side


class BallsPlacedForStart(Fact, frozen=True, kw_only=True, tag=True):
    """The referee has set up pins and balls for the starting stroke of a set."""


class Placed(Fact, frozen=True, kw_only=True, tag=True):
    """The referee has laid the ball in hand. `covered`: the pins whose places balls cover now."""

    half: Literal["lower", "upper"] | None = None
    covered: tuple[Pin, ...] | None = None


class CueBallPlaced(Fact, frozen=True, kw_only=True, tag=True):
    """The player has moved the ball to where the start or the ball in hand is played from, and with what."""

    means: Literal["cue", "tip", "other"] = "cue"
    over_line: bool = False
    covered: tuple[Pin, ...] | None = None


class TouchedTooEarly(Fact, frozen=True, kw_only=True, tag=True):
    """The player has touched the cue ball before the referee had placed it."""

    side: Side | None = None


class Touched(Fact, frozen=True, kw_only=True, tag=True):
    """Before playing, the player has touched or moved a ball or a pin. `pins`: felled by it."""

    act: TouchAct = "touched"
    side: Side | None = None
    pins: tuple[Pin, ...] = ()


class TableReady(Fact, frozen=True, kw_only=True, tag=True):
    """The referee has put pins and balls back. `covered`: the pins whose places balls cover now."""

    covered: tuple[Pin, ...] | None = None


class StrokePlayed(Fact, frozen=True, kw_only=True, tag=True):
    """A stroke: what touched and felled what, in order (`events`), or in the few questions of the `quick` form.

    Events: `C>O` the cue ball touches the object ball, `C>R`, `O>R`; `C=` a cushion; `O!n` the object ball fells the
    north pin (`H!n` the player's hand, sleeve or cue), `n~c` the north pin fells the centre pin, `-!n` it falls by itself
    or from outside, `O/n` it leaned on that ball and fell as the ball moved away. In doubt: `C>O+R` both at once,
    `C+O>R` both reach the red at once, `C+O!n` both hit the pin at once, `O?n` the player says that it fell by itself,
    `O^n` felled by a ball back from the frame, `C_O` came to rest against it.

    `contact`: what the cue ball rested against before, `direct`: which of it was played directly, `contact_moved`: why
    the ball in contact moved. Afterwards: `came_back` fallen pins that stand again, `shifted` pins, `covered` places
    of pins, `lies` where balls rest, `spots_taken` by them. `elapsed_ms`: of the time for the stroke.
    """

    side: Side | None = None
    events: tuple[Event, ...] | None = None
    quick: Quick | None = None
    played: Literal["own", "opponents", "red"] = "own"
    acts: tuple[Act, ...] = ()
    contact: tuple[Contact, ...] = ()
    direct: tuple[Contact, ...] = ()
    contact_moved: Literal["stroke", "lost_support"] | None = None
    out: tuple[BallOfStroke, ...] = ()
    came_back: tuple[Pin, ...] = ()
    shifted: tuple[Shifted, ...] = ()
    covered: tuple[Pin, ...] = ()
    lies: dict[BallOfStroke, Lying] = {}
    spots_taken: tuple[Spot, ...] = ()
    elapsed_ms: Ms | None = None


class NoLegalStroke(Fact, frozen=True, kw_only=True, tag=True):
    """The referee agrees that every stroke from this position would be a foul."""


class ClockExpired(Fact, frozen=True, kw_only=True, tag=True):
    """A clock shows that much time. Clocks only propose: no penalty comes from a clock alone."""

    clock: Literal["stroke", "break"] = "stroke"
    elapsed_ms: Ms


class WrongBallNoticed(Fact, frozen=True, kw_only=True, tag=True):
    """So many strokes in a row were played with the wrong ball; `since`: strokes played rightly after them."""

    strokes: Annotated[int, Meta(ge=1, le=99)] = 1
    since: Number = 0


class Disturbed(Fact, frozen=True, kw_only=True, tag=True):
    """Somebody other than the player at the table has moved balls or pins.

    `known`: can it be said where they were, or would have come to?
    """

    by: Literal["third", "referee", "waiting_player"] = "third"
    objects: tuple[str, ...] = ()
    known: bool = True


class OffenceSeen(Fact, frozen=True, kw_only=True, tag=True):
    """The referee has seen something that the book forbids without giving points for it."""

    offence: Literal["disturbing", "left_place", "marks", "other"]
    side: Side | None = None
    note: str | None = None

    @property
    def independent(self) -> bool:
        """It gives no points and no turn."""
        return True


class BreakTaken(Fact, frozen=True, kw_only=True, tag=True):
    """The break of the match is taken now; `new_referee`: somebody else goes on as referee."""

    new_referee: bool = False


class LeftTable(Fact, frozen=True, kw_only=True, tag=True):
    """A player has left his place. `leave`: the referee allowed it."""

    side: Side
    leave: bool = False


class RefusedToPlay(Fact, frozen=True, kw_only=True, tag=True):
    """A player will not go on; `asked`: although the referee has asked."""

    side: Side
    asked: bool = True


class LastPointAnnounced(Fact, frozen=True, kw_only=True, tag=True):
    """The referee has called the last point of the set or match good."""


class Recounted(Fact, frozen=True, kw_only=True, tag=True):
    """The score sheet was added up again: this is what it gives."""

    score: dict[Side, Number]


class Inspected(Fact, frozen=True, kw_only=True, tag=True):
    """Table, balls, pins, cue, light, hall, scoreboard or a player's shoes were looked at, and this was found."""

    object: Literal["table", "balls", "ball", "pins", "chalk", "cue", "light", "hall", "scoreboard", "player"]
    found: dict[str, int | bool | str] = {}
    side: Side | None = None

    @property
    def independent(self) -> bool:
        """What was found does not turn on the stroke."""
        return True


class Ruled(Fact, frozen=True, kw_only=True, tag=True):
    """What the referee, or the delegate (`committee`), decides where the rules are silent; the envelope says who."""

    outcome: Literal["note", "points", "score", "turn", "ball_in_hand", "match_won", "suspend", "resume"]
    note: str | None = None
    side: Side | None = None
    points: Number | None = None
    score: dict[Side, Number] = {}

    @property
    def independent(self) -> bool:
        """A note changes nothing."""
        return self.outcome == "note"


class Noted(Fact, frozen=True, kw_only=True, tag=True):
    """A remark in the story."""

    text: str

    @property
    def independent(self) -> bool:
        """A remark changes nothing."""
        return True


class PositionStated(Fact, frozen=True, kw_only=True, tag=True):
    """How the match stands now. What is left out stays as it was.

    `pins_out`: taken off because a ball covers their place; `displaced`: standing off their place, in play;
    `lies`: of the balls `A`, `B` and `red`.
    """

    set_no: Number | None = None
    starter: Side | None = None
    score: dict[Side, Number] = {}
    sets: tuple[Side, ...] | None = None
    striker: Side | None = None
    stroke: Literal["normal", "starting", "ball_in_hand"] | None = None
    half: Literal["lower", "upper"] | None = None
    laid: bool | None = None
    pins_out: tuple[Pin, ...] | None = None
    displaced: dict[Pin, Literal["A", "B", "red"]] | None = None
    lies: dict[Literal["A", "B", "red"], Lying] = {}
    match_ms: Ms | None = None
    penalties: Number | None = None


FivePinsFact = (
    GameSetUp | LagPlayed | StarterChosen | BallsPlacedForStart | Placed | CueBallPlaced | TouchedTooEarly | Touched
    | TableReady | StrokePlayed | NoLegalStroke | ClockExpired | WrongBallNoticed | Disturbed | OffenceSeen | BreakTaken
    | LeftTable | RefusedToPlay | LastPointAnnounced | Recounted | Inspected | Ruled | Noted | PositionStated | Chosen
    | Undone
)  # fmt: skip
AnyFact = FivePinsFact | Corrected[FivePinsFact]
