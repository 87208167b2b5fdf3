"""What has to be ruled after a fact; silence would leave a player without an answer."""

from typing import Any

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import EndOver, HeadIs, JackFailed, JackGood, PhaseIs, TurnIs
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Ruling


def due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    """The topic on which nobody has ruled although somebody must, or None."""
    if isinstance(fact, f.EndCounted) and not _ruled(so_far, EndOver):
        return "the end"
    if isinstance(fact, f.JackThrown) and not _ruled(so_far, JackGood, JackFailed):
        return "the jack"
    if isinstance(fact, f.BallPlayed) and now.phase == "play" and not _ruled(so_far, TurnIs, PhaseIs, Asked):
        return None if now.head == "unknown" else "the turn"
    if isinstance(fact, f.BallPlayed) and now.phase == "play" and now.memory.good and not _ruled(so_far, HeadIs):
        return "whose ball lies nearest"
    return None


def _ruled(so_far: tuple[Ruling, ...], *kinds: type) -> bool:
    return any(isinstance(effect, kinds) for ruling in so_far for effect in ruling.effects)
