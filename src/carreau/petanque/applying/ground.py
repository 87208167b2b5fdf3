"""How effects change circle and terrain."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.petanque import effects as e
from carreau.petanque.applying.parts import stays
from carreau.petanque.state import PetanqueState


def _circle_chosen(state: PetanqueState, effect: e.CircleChosen) -> PetanqueState:
    return structs.replace(state, circle_of=effect.side)


def _on_terrain(state: PetanqueState, effect: e.OnTerrain) -> PetanqueState:
    return structs.replace(state, terrain=effect.terrain)


def _next_circle(state: PetanqueState, effect: e.NextCircle) -> PetanqueState:
    return structs.replace(state, next_circle=effect.at)


def _foreign_game(state: PetanqueState, effect: e.ForeignGame) -> PetanqueState:
    return structs.replace(state, waiting_for_foreign_game=effect.waits)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.Rejected: stays,
    e.CircleRestored: stays,
    e.CircleChosen: _circle_chosen,
    e.OnTerrain: _on_terrain,
    e.NextCircle: _next_circle,
    e.ForeignGame: _foreign_game,
}
