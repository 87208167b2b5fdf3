"""Line 0 of a record: the game, its sides and its ground, before anything has happened."""

from typing import Any, Literal

from msgspec import Struct

from carreau.core.facts import Fact, Mm, Number, Side, Whole

Format = Literal["triples", "doubles", "singles"]
Category = Literal["seniors", "juniors", "cadets", "minimes", "younger"]


class Player(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A registered player by id (`A1`); the person's name stands outside the log.

    `exemption`: `one_foot` for a player disabled in the lower limbs, `wheelchair`; `present` when the game starts;
    `cards`: shown to the player in earlier games of the competition.
    """

    id: str
    age: Number | None = None
    exemption: Literal["one_foot", "wheelchair"] | None = None
    present: bool = True
    cards: Number = 0


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side: the team's name, its players, whether it owns approved circles."""

    name: str | None = None
    players: tuple[Player, ...] = ()
    owns_circle: bool = False


class Terrain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ground: marked or open, allotted or to be chosen, with its lanes and sizes in millimetres.

    `end_to_end`: lanes that share their end lines; `free`: the terrains to choose from where none is allotted.
    """

    id: str | None = None
    marked: bool | None = None
    required_by: Literal["committee", "umpire"] | None = None
    allotted: bool = True
    lanes: bool = False
    end_to_end: bool = False
    free: tuple[str, ...] = ()
    length_mm: Mm | None = None
    width_mm: Mm | None = None
    barrier_gap_mm: Mm | None = None
    boundary_gap_mm: Mm | None = None
    organiser_circle: bool = False


class GameSetUp(Fact, frozen=True, kw_only=True, tag=True):
    """What game is played, by which book, on what ground. `format_players`/`boules`: only where they differ from the book."""

    version: Whole
    rulebook: str
    digest: str | None = None
    format: str
    sides: dict[Side, Team] = {}
    boules_each: Number | None = None
    target: Number | None = None
    stage: Literal["league", "qualifying_heat", "elimination", "final_phase", "other"] = "other"
    level: Literal["national_championship", "international", "other"] = "other"
    category: Category = "seniors"
    age_restricted: bool = False
    timed: bool = False
    time_limit_ms: Whole | None = None
    extra_ends: Whole = 0
    terrain: Terrain = Terrain()
    umpire: bool = True
    detail: Literal["ends", "boules"] = "boules"
    settings: dict[str, Any] = {}
    readings: dict[str, str] = {}

    @property
    def categories(self) -> tuple[str, ...]:
        """The age category, and the wider one it belongs to, for looking limits up."""
        return (self.category, "younger") if self.category in ("cadets", "minimes") else (self.category,)
