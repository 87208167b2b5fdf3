"""Facts about people: who came and left, papers, breaches, cards, complaints and clocks."""

from typing import Literal

from carreau.core.facts import Fact, Mm, Ms, Number, Side
from carreau.petanque.facts.words import ClockName, Colour, Offence

SEARCHES: tuple[ClockName, ...] = ("search_jack", "search_boule")
OF_PEOPLE: tuple[ClockName, ...] = ("medical", "game")
OF_BOULES = ("material", "diameter", "weight", "marks", "altered", "unmarked_boule", "unmarked_jack")


class PlayersCame(Fact, frozen=True, kw_only=True, tag=True):
    """Players of a side are on the terrain.

    `late_ms`: after the announcement or restart; `after_start_ms`: after the start of the games.
    """

    side: Side
    players: tuple[str, ...] = ()
    late_ms: Ms | None = None
    after_start_ms: Ms | None = None


class PlayerLeft(Fact, frozen=True, kw_only=True, tag=True):
    """A player has left the playing area. `leave`: the umpire allowed it; `medical`: a doctor has certified it."""

    player: str
    leave: bool | None = None
    medical: bool = False


class PlayerBack(Fact, frozen=True, kw_only=True, tag=True):
    """A player is back; `absent_ms` from leaving, `fraud`: the medical absence was a pretence, says the umpire."""

    player: str
    absent_ms: Ms | None = None
    fraud: bool = False


class PlayerReplaced(Fact, frozen=True, kw_only=True, tag=True):
    """Another person takes a player's place before the competition. `elsewhere`: was registered with another team of it."""

    player: str
    by: str
    elsewhere: bool = False


class LicenceShown(Fact, frozen=True, kw_only=True, tag=True):
    """A player has shown, or not, a licence or the document his federation accepts.

    `signed`, `photographed`: the licence bears the signatures, and the photograph with the stamps, that it needs.
    """

    player: str
    licence: bool = False
    identity: bool = False
    membership: bool = False
    signed: bool | None = None
    photographed: bool | None = None
    asked_by: Literal["umpire", "A", "B"] | None = None


class OffenceSeen(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire, or both sides, have seen a breach.

    `count`: how many taps, holes or feet; `distance_mm`: kept by a person; `scoring`: the phone only keeps the record.
    """

    offence: Offence
    side: Side | None = None
    player: str | None = None
    on: Literal["boule", "jack"] | None = None
    boule: str | None = None
    count: Number | None = None
    distance_mm: Mm | None = None
    person: Literal["player", "spectator"] = "player"
    complicity: bool = False
    scoring: bool = False
    note: str | None = None


class CardShown(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire has shown a card to a player (or to every player of a side) for an offence."""

    card: Colour
    player: str | None = None
    side: Side | None = None
    offence: Offence | None = None
    boule: str | None = None

    @property
    def independent(self) -> bool:
        """A yellow card takes no boule, so that nobody's turn changes."""
        return self.card == "yellow"


class ComplaintMade(Fact, frozen=True, kw_only=True, tag=True):
    """A side complains: to the umpire or to somebody else, about boules or another matter."""

    side: Side
    about: Literal[
        "material", "diameter", "weight", "marks", "altered", "unmarked_boule", "unmarked_jack", "picked_up", "jack",
        "count", "other",
    ]  # fmt: skip
    to: Literal["umpire", "other"] = "umpire"
    player: str | None = None
    object: str | None = None

    @property
    def independent(self) -> bool:
        """A complaint about boules waits for the end of the end; others are about the head."""
        return self.about in OF_BOULES


class ComplaintSettled(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire has looked into a complaint about the opponents' boules."""

    side: Side
    about: Literal["material", "diameter", "weight", "marks", "altered", "other"]
    upheld: bool


class ClockStarted(Fact, frozen=True, kw_only=True, tag=True):
    """A clock has been started."""

    clock: ClockName
    side: Side | None = None
    player: str | None = None
    happened_ms: Ms | None = None

    @property
    def independent(self) -> bool:
        """Only a search stops the play."""
        return self.clock not in SEARCHES


class ClockPaused(Fact, frozen=True, kw_only=True, tag=True):
    """A clock has been stopped for a while."""

    clock: ClockName
    why: str | None = None

    @property
    def independent(self) -> bool:
        """Nobody's turn changes."""
        return True


class ClockExpired(Fact, frozen=True, kw_only=True, tag=True):
    """A clock shows that much time. Clocks only propose: no penalty comes from a clock alone."""

    clock: ClockName
    elapsed_ms: Ms
    side: Side | None = None
    player: str | None = None

    @property
    def independent(self) -> bool:
        """The clock of a person or of the game runs whoever plays; a minute and a search belong to their moment."""
        return self.clock in OF_PEOPLE


class Released(Fact, frozen=True, kw_only=True, tag=True):
    """A boule or the jack left the hand that long after the minute began."""

    elapsed_ms: Ms
    side: Side | None = None
    player: str | None = None
