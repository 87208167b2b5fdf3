"""The end closed early: one side has played its boules, and the other need not play its own."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import PlayClosed
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

LEFT = ("order.last_boules", "order.other_finishes", "order.until_one_is_out")


@decision("door", on=f.EndClosed, cites=LEFT)
def last_boules_may_stay(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndClosed, so_far: So) -> Rulings:
    """While both sides have boules the end goes on; the last ones may stay unplayed, unless the game reads a duty."""
    left = [side for side in SIDES if was.hand(side) > 0]
    if was.phase != "play":
        yield book.refuse("refused.nothing_to_close", phase=was.phase)
    elif len(left) > 1:
        yield book.refuse("refused.both_have_boules", "order.until_one_is_out")
    elif fact.agreed_by in SIDES and fact.agreed_by not in left:
        yield book.refuse("refused.not_its_boules", "order.other_finishes", side=fact.agreed_by)
    elif book.reading("S-A2") == "must_play":
        yield book.refuse("refused.no_early_close", "order.last_boules", "order.other_finishes")


@decision("fact", on=f.EndClosed, cites=(*LEFT, "count.end_winner"))
def last_boules_stay(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndClosed, so_far: So) -> Rulings:
    """The boules left in the hand are not played; those on the ground decide."""
    book.reading("S-A2")
    hands = {f"hand_{side}": was.hand(side) for side in SIDES}
    yield book.rule("end.closed", PlayClosed(), "order.last_boules", "count.end_winner", **hands)


RULES = (last_boules_may_stay, last_boules_stay)
