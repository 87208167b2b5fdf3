"""Small changes of a state that several effects share."""

from collections.abc import Callable
from typing import Any

from carreau.core.facts import Side
from carreau.petanque import effects as e
from carreau.petanque.state import Boule, PetanqueState


def stays(state: PetanqueState, effect: Any) -> PetanqueState:
    return state


def boules_of(state: PetanqueState, side: Side) -> tuple[Boule, ...]:
    """The side's boules played in this end."""
    return tuple(b for b in state.boules if b.side == side)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.BouleStays: stays,
    e.Rejected: stays,
    e.CircleRestored: stays,
    e.Recorded: stays,
}
