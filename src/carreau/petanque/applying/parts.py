"""Small changes of a state that several effects share."""

from collections.abc import Callable
from typing import Any

from carreau.petanque import effects as e
from carreau.petanque.state import PetanqueState


def stays(state: PetanqueState, effect: Any) -> PetanqueState:
    return state


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.BouleStays: stays,
    e.Rejected: stays,
    e.CircleRestored: stays,
    e.Recorded: stays,
}
