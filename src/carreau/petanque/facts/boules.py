"""Facts about boules: thrown, dropped, moved at rest, changed, taken off, picked up, searched."""

from typing import Literal

from msgspec import structs

from carreau.core.facts import Fact, Ms, Number, Side
from carreau.petanque.facts.words import Breach, Holds, How, Moved, Mover


class BouleThrown(Fact, frozen=True, kw_only=True, tag=True):
    """A side has thrown a boule. `holds`: who holds afterwards; `moved`: what it did; `breach`: how it broke the rules.

    `boule_of`: the player (or side) whose boule it was, if not the thrower's own; `left_lying`: a dead boule not removed.
    """

    side: Side
    player: str | None = None
    how: How | None = None
    holds: Holds | None = None
    moved: tuple[Moved, ...] = ()
    boule_of: str | None = None
    left_lying: bool = False
    together: Number = 1
    landed: bool = True
    elapsed_ms: Ms | None = None
    breach: Breach | None = None

    @property
    def several(self) -> bool:
        """Did more than one boule leave the hand at once?"""
        return self.together > 1

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if the throw moved it."""
        for moved in self.moved:
            if moved.object == "jack":
                return moved
        return None


class BouleDropped(Fact, frozen=True, kw_only=True, tag=True):
    """A boule has slipped from a hand; `throwing`: during the movement of a throw."""

    side: Side
    player: str | None = None
    throwing: bool = False


class ObjectMoved(Fact, frozen=True, kw_only=True, tag=True):
    """A resting jack or boule has been moved by something that is not a throw; `lies`: how it lies now, if noted."""

    object: str
    by: Mover
    side: Side | None = None
    player: str | None = None
    marked: bool | None = None
    agreed: bool = False
    on_purpose: bool = False
    lies: Moved | None = None

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if it was moved; that may not have been noted."""
        lies = self.lies or Moved(object="jack")
        marked = lies.marked if self.marked is None else self.marked
        return structs.replace(lies, marked=marked) if self.object == "jack" else None


class ObjectChanged(Fact, frozen=True, kw_only=True, tag=True):
    """A jack or boule is to be changed: lost (searched for `elapsed_ms`), broken, by order, or for another reason."""

    object: str
    reason: Literal["lost", "broken", "ordered", "other"]
    player: str | None = None
    side: Side | None = None
    elapsed_ms: Ms | None = None
    largest_piece: Moved | None = None
    equal_pieces: bool = False
    new_set: bool = False

    @property
    def jack_lies(self) -> Moved | None:
        """How the largest piece of a broken jack lies, if it was noted: it counts as the jack."""
        return self.largest_piece if self.object == "jack" and self.reason == "broken" else None


class BouleRemoved(Fact, frozen=True, kw_only=True, tag=True):
    """A dead boule has been taken off the ground."""

    boule: str


class BouleFoundLying(Fact, frozen=True, kw_only=True, tag=True):
    """A dead boule was not taken off."""

    boule: str


class BoulesPickedUp(Fact, frozen=True, kw_only=True, tag=True):
    """Somebody has picked played boules up. `agreed`: conceded by both sides; `accident`: by mistake."""

    side: Side
    player: str | None = None
    boules: tuple[str, ...] = ()
    agreed: bool = False
    accident: bool = False
    marked: bool | None = None


class ReplayAsked(Fact, frozen=True, kw_only=True, tag=True):
    """A side asks to play a boule again."""

    side: Side
    reason: str | None = None


class Found(Fact, frozen=True, kw_only=True, tag=True):
    """A searched jack or boule was found after that time; `lies`: how it lies."""

    object: str
    elapsed_ms: Ms
    lies: Moved | None = None

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if it was found; that may not have been noted."""
        return (self.lies or Moved(object="jack")) if self.object == "jack" else None
