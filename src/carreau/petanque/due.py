"""What has to be ruled after a fact; silence would leave a player without an answer."""

from typing import Any

from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Answered, Asked, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import EndOver, HeadIs, PhaseIs, TurnIs


def due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    """The topic on which nobody has ruled although somebody must, or None."""
    if isinstance(fact, f.EndCounted) and not _ruled(so_far, EndOver, Asked, Answered):
        return "the end"
    if isinstance(fact, f.BouleThrown) and now.phase == "play" and not _ruled(so_far, TurnIs, PhaseIs):
        return None if now.head == "unknown" else "the turn"
    if isinstance(fact, f.BouleThrown) and now.phase == "play" and not now.jack.dead and not _ruled(so_far, HeadIs):
        return "who holds"
    return None


def _ruled(so_far: tuple[Ruling, ...], *kinds: type) -> bool:
    return any(isinstance(effect, kinds) for ruling in so_far for effect in ruling.effects)
