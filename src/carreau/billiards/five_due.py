"""What has to be ruled after a fact of five pins; silence would leave a player without an answer."""

from typing import Any

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import Awarded, StrokeLost, TurnIs
from carreau.billiards.five_setup import GameSetUp
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling

NEXT = (GameSetUp, f.StrokePlayed, f.Touched, f.TouchedTooEarly, f.BallsPlacedForStart, f.StarterChosen, f.LagPlayed)


def due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    """The topic on which nobody has ruled although somebody must, or None."""
    stroke = isinstance(fact, f.StrokePlayed | f.Touched | f.TouchedTooEarly)
    won_before = now.phase == "won" and not _ruled(so_far, Awarded)
    if stroke and not won_before and not _ruled(so_far, Awarded, StrokeLost):
        return "what the stroke is worth"
    if isinstance(fact, NEXT) and not _ruled(so_far, TurnIs):
        return "the turn"
    return None


def _ruled(so_far: tuple[Ruling, ...], *kinds: type) -> bool:
    return any(isinstance(effect, kinds) for ruling in so_far for effect in ruling.effects)
