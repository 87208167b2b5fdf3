"""Line 0 of a record of five pins: the match, its players and its distance, before anything has happened."""

from typing import Any, Literal

from msgspec import Struct

from carreau.core.facts import Fact, Mm, Number, Side, Whole


class Player(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player: the name, and the ball that the player wishes for the cushion draw."""

    name: str | None = None
    wish: Literal["white", "other"] | None = None


class Spots(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the spots lie, if not as usual: the appendix of the text is missing, so these are the organiser's."""

    end_mm: Mm | None = None
    second_mm: Mm | None = None
    pin_gap_mm: Mm | None = None


class GameSetUp(Fact, frozen=True, kw_only=True, tag=True):
    """What match is played: to one distance, or by an odd number of sets of that distance each.

    `other_ball`: the second white ball carries a spot or is coloured; `official`: a tournament of the world body.
    """

    version: Whole
    rulebook: str
    digest: str | None = None
    format: Literal["single", "sets"] = "single"
    distance: Number | None = None
    sets: Number = 1
    sides: dict[Side, Player] = {}
    other_ball: Literal["spot", "coloured"] = "coloured"
    official: bool = False
    umpire: bool = True
    table: Spots = Spots()
    settings: dict[str, Any] = {}
    readings: dict[str, str] = {}

    @property
    def categories(self) -> tuple[str, ...]:
        """Five pins knows no age categories."""
        return ()

    @property
    def timed(self) -> bool:
        """No match of five pins is limited in time."""
        return False

    @property
    def by_sets(self) -> bool:
        """Is the match played by sets, and not to one distance?"""
        return self.format == "sets" and self.sets > 1

    @property
    def target(self) -> int:
        """The points to reach: of the match, or of each set."""
        return self.distance or 0

    @property
    def sets_needed(self) -> int:
        """How many sets win the match: more than half of them."""
        return self.sets // 2 + 1 if self.by_sets else 1
