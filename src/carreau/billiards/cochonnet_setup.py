"""Line 0 of a record of billiard cochonnet: the sides, their players and the set of balls, before anything has happened."""

from typing import Any, Literal

from msgspec import Struct

from carreau.core.facts import Fact, Number, Side, Whole

BallSet = Literal["two_colours", "four_colours"]
COLOURS: dict[BallSet, tuple[str, ...]] = {
    "two_colours": ("white", "red"),
    "four_colours": ("white", "red", "yellow", "blue"),
}


class Player(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player by id (`A1`); `balls`: how many the player is said to have."""

    id: str
    balls: Number | None = None


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side: its name, its players and the colours it plays, as far as noted."""

    name: str | None = None
    players: tuple[Player, ...] = ()
    colours: tuple[str, ...] = ()


class Previous(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game before between these sides: who lost it, and whether the same players play again on both sides."""

    loser: Side
    same_players: bool = True


class GameSetUp(Fact, frozen=True, kw_only=True, tag=True):
    """What game is played, by whom, with which balls. Without players each side has half of the set."""

    version: Whole
    rulebook: str
    digest: str | None = None
    sides: dict[str, Team] = {}
    ball_set: BallSet = "two_colours"
    previous: Previous | None = None
    umpire: bool = True
    detail: Literal["ends", "balls"] = "balls"
    readings: dict[str, str] = {}

    @property
    def format(self) -> str:
        """The players of the sides: `2 v 2`; `teams` while they are not named."""
        sizes = [len(team.players) for team in self.sides.values()]
        return " v ".join(str(n) for n in sizes) if sizes and all(sizes) else "teams"

    @property
    def categories(self) -> tuple[str, ...]:
        """No number of this book depends on age."""
        return ()

    @property
    def timed(self) -> bool:
        """No game of this book is played against time."""
        return False

    @property
    def settings(self) -> dict[str, Any]:
        """This book leaves no number to the organisers."""
        return {}
