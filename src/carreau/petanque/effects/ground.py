"""What a ruling can change about circle and terrain."""

from typing import Literal

from carreau.core.facts import Side
from carreau.core.ruling import Effect


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


class NextCircle(Effect, frozen=True, tag=True):
    """From where the next end starts: the jack's last place, its place before it was displaced, the same circle again,
    or the nearest place where a circle can be.
    """

    at: Literal["jack", "before_displacement", "same", "nearest"]


class ForeignGame(Effect, frozen=True, tag=True):
    """The game waits for another game's end, or no longer."""

    waits: bool
