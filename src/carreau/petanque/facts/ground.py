"""Facts about the ground: draw, terrain, signals, inspections, the circle, a game on the next lane."""

from typing import Literal

from carreau.core.facts import Fact, Mm, Ms, Side, Whole


class DrawWon(Fact, frozen=True, kw_only=True, tag=True):
    """A side has won the draw: it throws the jack first and chooses the terrain where none is allotted."""

    side: Side


class TerrainChosen(Fact, frozen=True, kw_only=True, tag=True):
    """The terrain the game is played on, or moves to; `leave`: the umpire has allowed the move."""

    terrain: str
    side: Side | None = None
    leave: bool | None = None


class SignalGiven(Fact, frozen=True, kw_only=True, tag=True):
    """An official signal. `happened_ms`: when, in game time, if not at the envelope's time.

    `end_running`: whether an end was under way, where the record does not show it.
    """

    what: Literal[
        "announcement", "competition", "games", "game", "restart", "new_phase", "rain", "suspended", "resumed", "time_up",
        "called_off",
    ]  # fmt: skip
    happened_ms: Ms | None = None
    agreed_by: tuple[Literal["umpire", "jury", "committee", "both"], ...] = ()
    end_running: bool | None = None


class Inspected(Fact, frozen=True, kw_only=True, tag=True):
    """An inspection of boules, jack, circle or terrain: property -> value, in whole um, mg or mm."""

    object: Literal["boule", "jack", "circle", "terrain", "instrument"]
    found: dict[str, Whole | bool | str]
    side: Side | None = None
    player: str | None = None
    asked_by: Literal["umpire", "jury", "A", "B"] | None = None

    @property
    def independent(self) -> bool:
        """What was found does not turn on how the boules lie."""
        return True


class CirclePlaced(Fact, frozen=True, kw_only=True, tag=True):
    """The circle has been drawn or laid. `moved_back_mm`: behind the jack's last place, along the line of the last end.

    `at_jack`: around the place where the next end starts; `spot_gap_mm`: from there to the nearest obstacle;
    `longest_mm`: the longest throw possible from there, `distance_missing`: some legal distance is not.
    `opponents_offer`: they offered a regulation circle, `offer_fit`: it was found in order or not.
    """

    side: Side | None = None
    player: str | None = None
    circle: Literal["drawn", "rigid", "folding"] | None = None
    supplier: Literal["own", "opponents", "organiser"] | None = None
    diameter_mm: Mm | None = None
    feet_fit: bool | None = None
    approved: bool | None = None
    marked: bool | None = None
    obstacle_gap_mm: Mm | None = None
    boundary_gap_mm: Mm | None = None
    other_gap_mm: Mm | None = None
    moved_back_mm: Mm | None = None
    longest_mm: Mm | None = None
    elsewhere_possible: bool | None = None
    opponents_offer: bool = False
    offer_fit: bool | None = None
    at_jack: bool | None = None
    spot_gap_mm: Mm | None = None
    distance_missing: bool | None = None


class CircleLifted(Fact, frozen=True, kw_only=True, tag=True):
    """A player has picked the circle up, or kicked it away by accident."""

    side: Side
    player: str | None = None
    accident: bool = False
    marked: bool | None = None


class OldCirclesErased(Fact, frozen=True, kw_only=True, tag=True):
    """The old circles near the new one have been wiped out."""

    side: Side | None = None


class ForeignGameWaits(Fact, frozen=True, kw_only=True, tag=True):
    """The jack lies on ground where another game has an end under way; `room`: there is room to wait."""

    room: bool = True
    over: bool = False
