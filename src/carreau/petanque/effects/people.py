"""What a ruling can change about people: breaches, cards, exclusions, complaints."""

from typing import Literal

from carreau.core.facts import Side
from carreau.core.ruling import Effect
from carreau.petanque.facts import Offence
from carreau.petanque.state import Step


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
    card: Step
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


class PlayerMisses(Effect, frozen=True, tag=True):
    """A player, or one of a side whose players are not noted, has ends to miss; below 0 they are served."""

    player: str
    side: Side
    ends: int


class PlayerSits(Effect, frozen=True, tag=True):
    """A player takes no part in this end."""

    player: str


class PlayerOwes(Effect, frozen=True, tag=True):
    """A player, or a side whose players are not noted, will lose boules in the next end; below 0 they are served."""

    player: str
    boules: int = 1


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


class Registered(Effect, frozen=True, tag=True):
    """A player is registered, or not until the papers are shown."""

    player: str
    shown: bool


class Recorded(Effect, frozen=True, tag=True):
    """Kept on paper without an effect on the game."""

    what: str
