"""What a hand can hold: boules thrown together are no more than the side has."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.petanque.thrown import boules_at_once

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("door", on=f.BouleThrown, needs=("breach", "several"))
def hand_held_them(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Nobody throws more boules at once than there are in the hand."""
    together, hand = boules_at_once(fact), was.hand(fact.side)
    if together > max(1, hand):
        yield book.refuse("refused.not_so_many", side=fact.side, n=together, hand=hand)


RULES = (hand_held_them,)
