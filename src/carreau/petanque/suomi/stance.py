"""Faults of the feet: the summary forbids them and names no penalty, so an umpire says what follows."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleDead, OffenceNoted
from carreau.petanque.forfeit import person_of
from carreau.petanque.state import Boule, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

FEET = {"feet_outside": "stance.feet_inside", "feet_lifted": "stance.feet_down"}


@decision("fact", on=f.OffenceSeen, cites=("stance.feet_down",))
def one_foot_up(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Both feet may not leave the ground; whether one of them may is for the umpire."""
    if fact.offence == "feet_lifted" and fact.count == 1 and book.settled("A59") is None:
        who = fact.player or fact.side
        yield book.ask_umpire(
            "one_foot", "A59", "stance.feet_down", about=fact.player or "", player=who, offence=fact.offence
        )


@decision("fact", on=Chosen, answers=("one_foot",), cites=("stance.feet_down",))
def one_foot_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether one foot off the ground is a fault."""
    book.reading("A59")
    player, offence = answer.option.slots["player"], answer.option.slots["offence"]
    yield book.rule(f"conduct.{answer.choice}", "stance.feet_down", player=player, offence=offence)


@decision("legality", on=f.OffenceSeen, cites=tuple(FEET.values()))
def foot_fault(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """A fault of the feet goes on record; whether the boule dies for it is for the umpire."""
    if fact.offence not in FEET or _no_fault(book, fact, so_far):
        return
    boule = _boule_of(now, fact)
    answer = book.settled("S-A6") if boule is not None else book.reading("S-A6") and "note_only"
    if answer is None:
        id = boule.id if boule else ""
        yield book.ask_umpire("foot_fault", "S-A6", FEET[fact.offence], about=id, boule=id, offence=fact.offence)
    else:
        yield _fault(book, now, fact, boule, answer)


def _no_fault(book: Bench, fact: f.OffenceSeen, so_far: So) -> bool:
    if fact.offence != "feet_lifted" or fact.count != 1:
        return False
    return any(r.key == "conduct.no_fault" for r in so_far) or book.settled("A59") == "no_fault"


def _boule_of(now: PetanqueState, fact: f.OffenceSeen) -> Boule | None:
    """The live boule that was thrown with the fault, if it was the last one."""
    boule = now.boule(fact.boule or now.thrown or "")
    whom = person_of(now, fact.player, fact.side)
    theirs = boule is not None and (whom is None or boule.side == whom[1])
    return boule if theirs and boule is not None and boule.live and fact.on != "jack" else None


def _fault(book: Bench, now: PetanqueState, fact: f.OffenceSeen, boule: Boule | None, answer: str) -> Ruling:
    player, side = person_of(now, fact.player, fact.side) or (None, None)
    note = OffenceNoted(fact.offence, side, fact.player, boule=boule.id if boule else None)
    if boule is None or answer == "note_only":
        return book.rule("stance.noted", note, FEET[fact.offence], offence=fact.offence, player=player)
    dead = BouleDead(boule.id, "stance")
    return book.rule("stance.boule_dead", note, dead, FEET[fact.offence], boule=boule.id, player=player)


@decision("legality", on=Chosen, answers=("foot_fault",), cites=tuple(FEET.values()))
def foot_fault_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the boule thrown with the fault is dead."""
    book.reading("S-A6")
    yield _fault(book, now, answer.fact, now.boule(answer.option.about), answer.choice)


RULES = (one_foot_up, one_foot_judged, foot_fault, foot_fault_judged)
