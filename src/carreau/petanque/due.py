"""What has to be ruled after a fact; silence would leave a player without an answer."""

from typing import Any

from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Answered, Asked, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import EndOver, HeadIs, PhaseIs, TurnIs


def due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    """The topic on which nobody has ruled although somebody must, or None."""
    kind = type(fact)
    thrown = kind is f.BouleThrown and now.phase == "play"
    if not thrown and kind is not f.EndCounted:
        return None
    ruled = {type(effect) for ruling in so_far for effect in ruling.effects}
    if not thrown:
        return None if ruled & {EndOver, Asked, Answered} else "the end"
    if not (TurnIs in ruled or PhaseIs in ruled) and now.head != "unknown":
        return "the turn"
    return None if HeadIs in ruled or now.jack.dead else "who holds"
