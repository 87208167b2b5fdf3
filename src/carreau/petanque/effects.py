"""What a pétanque ruling can change: small frozen values, applied in one place."""

from typing import ClassVar, Literal

from carreau.core.facts import Side
from carreau.core.ruling import Effect
from carreau.petanque.facts import Colour, Holds, Offence
from carreau.petanque.state import Does, Phase

SIDES_WORD, AGREED_WORD, UMPIRES_WORD = 1, 2, 3  # how much a word on nearness weighs


class _Jack(Effect, frozen=True):
    topic: ClassVar[str | None] = "jack"


class JackGood(_Jack, frozen=True, tag=True):
    """The throw, or the placed jack, stands; it can still be contested."""


class JackInvalid(_Jack, frozen=True, tag=True):
    """The throw failed; the opponents may place the jack once this is recognised."""

    reason: str


class JackRethrown(_Jack, frozen=True, tag=True):
    """The throw is void and made again by the same side; the attempt is not counted."""


class JackHandedOver(_Jack, frozen=True, tag=True):
    """The right to place the jack goes to this side."""

    side: Side


class JackLocked(_Jack, frozen=True, tag=True):
    """The jack is good beyond dispute for this end."""


class JackDead(_Jack, frozen=True, tag=True):
    """The jack is dead."""

    reason: str


class JackLive(_Jack, frozen=True, tag=True):
    """The jack lives where it lies; `elsewhere`: where it has been set, and not where it was found."""

    range_mm: int | None = None
    elsewhere: bool = False


class JackStays(_Jack, frozen=True, tag=True):
    """The jack keeps its present place."""


class JackRestored(_Jack, frozen=True, tag=True):
    """The jack goes back to its marked place, alive as it was."""


class _Boule(Effect, frozen=True):
    topic: ClassVar[str | None] = "boule"
    boule: str

    def about(self) -> str:
        """The boule's id."""
        return self.boule


class BouleLive(_Boule, frozen=True, tag=True):
    """The boule counts where it lies."""


class BouleDead(_Boule, frozen=True, tag=True):
    """The boule is dead; `lying` if it has not been taken off."""

    reason: str
    lying: bool = False


class BouleStays(_Boule, frozen=True, tag=True):
    """The boule keeps its present place."""


class BouleRestored(_Boule, frozen=True, tag=True):
    """The boule goes back to its place, alive as it was."""


class BouleReplayed(_Boule, frozen=True, tag=True):
    """The boule goes back into the hand and is played again; the turn is as before the throw."""


class BouleDisqualified(_Boule, frozen=True, tag=True):
    """A boule already played is disqualified and taken off."""


class BouleRevived(_Boule, frozen=True, tag=True):
    """A dead boule left lying is live again where it lies."""


class BouleExchanged(_Boule, frozen=True, tag=True):
    """The boule is exchanged in place for one of this player's own side."""

    player: str | None = None


class BouleReplaced(_Boule, frozen=True, tag=True):
    """A lost or broken boule is replaced; `lost` takes it out of this end's count."""

    lost: bool = False


class MovesUndone(Effect, frozen=True, tag=True):
    """What the last throw moved lies where it lay before; `annulled`: the boule thrown itself counts for nothing."""

    objects: tuple[str, ...]
    annulled: bool = False


class PlaceSettled(Effect, frozen=True, tag=True):
    """A ruling has given these objects of the last throw their place; where they went before matters no more."""

    objects: tuple[str, ...]


class BoulePlayed(Effect, frozen=True, tag=True):
    """A boule that nobody had thrown counts as played."""

    side: Side
    player: str | None = None


class HandLost(Effect, frozen=True, tag=True):
    """Boules in hand are cancelled or disqualified; `turn_used`: one of them stood for this turn's throw."""

    side: Side
    boules: int
    how: Literal["cancelled", "disqualified"]
    player: str | None = None
    turn_used: bool = False


class Barred(Effect, frozen=True, tag=True):
    """Boules of a side, or of one player, may not be played in this end; None bars all that are left."""

    side: Side
    cause: Literal["circle", "pick_up", "excluded", "missing"]
    player: str | None = None
    boules: int | None = None


class Unbarred(Effect, frozen=True, tag=True):
    """A side may play again the boules that were barred for this cause."""

    side: Side
    cause: Literal["circle", "pick_up", "excluded", "missing"]


class OrderForgotten(Effect, frozen=True, tag=True):
    """What was known of the nearness of these objects no longer holds (`jack` forgets everything)."""

    objects: tuple[str, ...]


class PairSaid(Effect, frozen=True, tag=True):
    """A word on a pair of boules: near is nearer than far, or they are equal. A heavier word stands against a lighter one."""

    near: str
    far: str
    equal: bool
    weight: int
    source: str


class PairOpened(Effect, frozen=True, tag=True):
    """Nothing lighter than an umpire's word tells these two boules apart any more."""

    near: str
    far: str


class HeadIs(Effect, frozen=True, tag=True):
    """Who holds; `by` whom it was said, None when it was worked out."""

    topic: ClassVar[str | None] = "head"
    holds: Holds
    by: str | None = None


class RunIs(Effect, frozen=True, tag=True):
    """How many boules have been played since nobody holds any more."""

    topic: ClassVar[str | None] = "run"
    run: int | None


class TurnIs(Effect, frozen=True, tag=True):
    """Who acts next, and what it does; None: nobody can be named yet. `ruled`: set by an umpire."""

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
    """The boules still in hand will not be played."""


class EndProposed(Effect, frozen=True, tag=True):
    """What the end gives by the book, until the sides agree."""

    topic: ClassVar[str | None] = "proposed"
    side: Side | None
    points: int


class EndOver(Effect, frozen=True, tag=True):
    """The end is agreed; `void` if it counts for nothing."""

    void: bool


class Scored(Effect, frozen=True, tag=True):
    """Points for a side. Only points of an end make it the owner of the jack."""

    kind: Literal["end", "penalty", "absence"]
    side: Side
    points: int


class GameWon(Effect, frozen=True, tag=True):
    """A side has won; the result waits for agreement, or is final when `final`."""

    topic: ClassVar[str | None] = "winner"
    side: Side | None
    how: str
    final: bool = False


class GameOver(Effect, frozen=True, tag=True):
    """The game is closed."""


class OffenceNoted(Effect, frozen=True, tag=True):
    """A breach stands on record."""

    offence: Offence
    side: Side | None = None
    player: str | None = None
    warned: bool = False
    boule: str | None = None


class OffenderWarned(Effect, frozen=True, tag=True):
    """The umpire has warned whoever committed this breach, without a card."""

    offence: Offence
    person: str


class CardGiven(Effect, frozen=True, tag=True):
    """A card for a player."""

    player: str
    side: Side
    card: Colour
    offence: str | None = None


class WrongBouleNoted(Effect, frozen=True, tag=True):
    """A player has played somebody else's boule once more."""

    player: str


class PlayerOut(Effect, frozen=True, tag=True):
    """A player takes no further part: in the game, or in the competition."""

    player: str
    side: Side
    scope: Literal["game", "competition"]
    why: str | None = None


class TeamOut(Effect, frozen=True, tag=True):
    """A side is out of the game or of the competition."""

    side: Side
    scope: Literal["game", "competition"]


class PlayerJoins(Effect, frozen=True, tag=True):
    """A player takes part: from this end, or from the next."""

    player: str
    now: bool
    boules: int = 0


class PlayerSwapped(Effect, frozen=True, tag=True):
    """Another person takes a player's place in the team."""

    player: str
    by: str


class TeamLate(Effect, frozen=True, tag=True):
    """A side has come after the grace."""

    side: Side


class PlayerOwes(Effect, frozen=True, tag=True):
    """A player, or a side whose players are not noted, will lose boules in the next end; below 0 they are served."""

    player: str
    boules: int = 1


class ClockRuns(Effect, frozen=True, tag=True):
    """A clock starts; `since_ms` in game time if known."""

    clock: str
    side: Side | None = None
    player: str | None = None
    since_ms: int | None = None
    limit_ms: int | None = None


class ClockStops(Effect, frozen=True, tag=True):
    """A clock is taken away."""

    clock: str


class ClockWaits(Effect, frozen=True, tag=True):
    """A clock pauses."""

    clock: str


class ClockGoesOn(Effect, frozen=True, tag=True):
    """A clock that paused goes on from where it stood."""

    clock: str


class ComplaintHeard(Effect, frozen=True, tag=True):
    """A complaint about boules is admitted, or held until the end is over."""

    side: Side
    about_what: str
    held: bool


class ComplaintsDue(Effect, frozen=True, tag=True):
    """The end is over: complaints that waited for it are heard."""


class ComplaintClosed(Effect, frozen=True, tag=True):
    """A complaint is settled."""

    side: Side
    about_what: str


class Rejected(Effect, frozen=True, tag=True):
    """An object, terrain or registration does not satisfy the book."""

    object: str
    property: str


class CircleRestored(Effect, frozen=True, tag=True):
    """The circle is put back in its place."""


class CircleChosen(Effect, frozen=True, tag=True):
    """The game is played from this side's circle."""

    side: Side


class OnTerrain(Effect, frozen=True, tag=True):
    """The game is played on this terrain."""

    terrain: str


class Registered(Effect, frozen=True, tag=True):
    """A player is registered, or not until the papers are shown."""

    player: str
    shown: bool


class NextCircle(Effect, frozen=True, tag=True):
    """From where the next end starts: the jack's last place, or its place before it was displaced."""

    at: Literal["jack", "before_displacement"]


class ContestOpened(Effect, frozen=True, tag=True):
    """A dispute about the jack is open; `reason`: what is said to be wrong with it."""

    side: Side
    reason: str | None = None


class ContestClosed(Effect, frozen=True, tag=True):
    """A dispute about the jack is decided."""


class SightRuled(Effect, frozen=True, tag=True):
    """The umpire has ruled whether the jack can be seen; nobody may dispute that again."""


class ThrowRecognised(Effect, frozen=True, tag=True):
    """Somebody has recognised that the jack throw failed."""

    by: str


class Lifted(Effect, frozen=True, tag=True):
    """Objects are away for measuring."""

    objects: tuple[str, ...]


class PutBack(Effect, frozen=True, tag=True):
    """Objects lifted for measuring lie in their places again; all of them when none is named."""

    objects: tuple[str, ...] = ()


class ForeignGame(Effect, frozen=True, tag=True):
    """The game waits for another game's end, or no longer."""

    waits: bool


class Paused(Effect, frozen=True, tag=True):
    """The game is suspended, or goes on."""

    suspended: bool


class TimeUp(Effect, frozen=True, tag=True):
    """The time of a timed game is over; `between`: no end was under way."""

    between: bool = False


class Recorded(Effect, frozen=True, tag=True):
    """Kept on paper without an effect on the game."""

    what: str
