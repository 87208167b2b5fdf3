"""Faults in the circle where they are throws against the rules: the boule is disqualified, or kept by the opponents."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.cards import STANCE
from carreau.petanque.conduct import exception, no_fault
from carreau.petanque.contrary import CLAUSES, to_opponents
from carreau.petanque.forfeit import person_of
from carreau.petanque.orange import thrown_by
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("legality", on=f.OffenceSeen, cites=(*CLAUSES, "stance.one_foot", "stance.wheelchair"))
def foot_fault_kills(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """A boule thrown with a fault in the circle was thrown against the rules."""
    if fact.offence not in STANCE or fact.on == "jack" or now.phase not in ("play", "count"):
        return
    if no_fault(book, now, fact, so_far) or exception(book, now, fact) is not None:
        return
    whom = person_of(now, fact.player, fact.side)
    boule = thrown_by(now, *whom) if whom is not None else None
    last = now.boule(now.thrown or "")
    boule = boule or (last if last is not None and last.id == fact.boule else None)
    if boule is not None and boule.reason != "contrary":
        yield from to_opponents(book, now, (boule.id,), boule.side, fact.offence, afterwards=True)


RULES = (foot_fault_kills,)
