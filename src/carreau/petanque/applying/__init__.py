"""How each effect changes the state. No rule stands here: the rulings decide, this only does."""

from typing import Any

from carreau.petanque.applying import boules, clocks, end, ground, head, jack, people
from carreau.petanque.state import PetanqueState

CHANGES = jack.CHANGES | boules.CHANGES | head.CHANGES | end.CHANGES | ground.CHANGES | people.CHANGES | clocks.CHANGES


def apply(state: Any, effect: Any) -> PetanqueState:
    """The state after an effect."""
    return CHANGES[type(effect)](state, effect)
