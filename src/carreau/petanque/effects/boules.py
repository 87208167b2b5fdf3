"""What a ruling can change about boules, on the ground and in hand."""

from typing import ClassVar, Literal

from carreau.core.facts import Side
from carreau.core.ruling import Effect


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
