"""What has to be ruled after a fact; silence would leave a player without an answer."""

from typing import Any

from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Answered, Asked, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import EndOver, HeadIs, PhaseIs, TurnIs


def due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    """The topic on which nobody has ruled although somebody must, or None."""
    if isinstance(fact, f.EndCounted):
        return None if _ruled(so_far, EndOver, Asked, Answered) else "the end"
    if not isinstance(fact, f.BouleThrown) or now.phase != "play":
        return None
    if not _ruled(so_far, TurnIs, PhaseIs) and now.head != "unknown":
        return "the turn"
    return None if now.jack.dead or _ruled(so_far, HeadIs) else "who holds"


def _ruled(so_far: tuple[Ruling, ...], *kinds: type) -> bool:
    return any([isinstance(effect, kinds) for ruling in so_far for effect in ruling.effects])
