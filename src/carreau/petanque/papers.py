"""Licences that have to be signed and photographed, boules never engraved, and a boundary that runs along the terrain."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.conduct import excluded
from carreau.petanque.effects import Registered, Rejected
from carreau.petanque.equipment import looked_at, owner
from carreau.petanque.forfeit import person_of
from carreau.petanque.orange import OUT_CLAUSES
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

LICENCE = ("licence.shown", "licence.on_request", "licence.signed", "licence.photograph")
EXCLUDED = ("licence.excluded", *OUT_CLAUSES)

# --- licences --------------------------------------------------------------------------------------


@decision("fact", on=f.LicenceShown, cites=LICENCE)
def licence_in_form(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.LicenceShown, so_far: So) -> Rulings:
    """A licence is shown before the competition and when somebody may ask for it, signed and with its photograph."""
    if fact.asked_by in ("A", "B") and now.ends_completed:
        yield book.rule("licence.asked_too_late", "licence.on_request", player=fact.player, side=fact.asked_by)
        return
    asked = ("licence.on_request",) if fact.asked_by else ("licence.shown",)
    faults = list(_faults(fact))
    for reason, clause in faults:
        lost = (Rejected("player", reason), Registered(fact.player, False))
        yield book.rule("licence.not_in_form", *lost, clause, player=fact.player, reason=reason)
    if not fact.licence:
        missing = (Rejected("player", "licence"), Registered(fact.player, False))
        yield book.rule("licence.missing", *missing, *asked, player=fact.player, reason="licence")
    elif not faults:
        form = tuple(clause for said, clause in _form(fact) if said)
        yield book.rule("licence.in_order", Registered(fact.player, True), *asked, *form, player=fact.player)


def _form(fact: f.LicenceShown) -> tuple[tuple[bool | None, str], ...]:
    return (fact.signed, "licence.signed"), (fact.photographed, "licence.photograph")


def _faults(fact: f.LicenceShown) -> Iterator[tuple[str, str]]:
    for reason, (said, clause) in zip(("signed", "photographed"), _form(fact), strict=True):
        if said is False:
            yield reason, clause


@decision("legality", on=f.LicenceShown, cites=EXCLUDED)
def excluded_for_the_licence(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.LicenceShown, so_far: So
) -> Rulings:
    """A player whose licence fails in form, or who has none to show when asked, is out of the competition."""
    rejected = any(isinstance(e, Rejected) for r in so_far for e in r.effects)
    whom = person_of(now, fact.player, None)
    before = fact.asked_by is None and not fact.licence
    if rejected and whom is not None and not before:
        yield from excluded(book, now, whom, "licence.excluded")


# --- boules never engraved -------------------------------------------------------------------------

ENGRAVING = ("boule_kit.marks", "boule_kit.replace_faulty")


@decision("fact", on=f.Inspected, cites=ENGRAVING)
def never_engraved(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """The marks should be engraved and must be legible: whether a boule without any passes, the umpire says."""
    if fact.object != "boule" or fact.found.get("engraved") is not False:
        return
    about = fact.player or owner(now, fact) or ""
    if (answer := book.settled("B26")) is None:
        yield book.ask_umpire("not_engraved", "B26", "boule_kit.marks", about=about, waits=False, who=about)
    else:
        yield from _engraving(book, about, answer)


@decision("fact", on=Chosen, answers=("not_engraved",), cites=ENGRAVING)
def engraving_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a boule that was never engraved passes."""
    book.reading("B26")
    yield from _engraving(book, answer.option.about, answer.choice)


def _engraving(book: Bench, about: str, answer: str) -> Rulings:
    if answer == "passes":
        yield book.rule("equipment.passes", "boule_kit.marks", kind="boule")
    else:
        lost = Rejected("boule", "engraved")
        yield book.rule("equipment.not_engraved", lost, "boule_kit.marks", who=about)
        yield book.rule("boule.must_change", "boule_kit.replace_faulty", player=about, side=None)


# --- the boundary ----------------------------------------------------------------------------------


@decision("fact", on=(f.Inspected, GameSetUp), cites=("terrain.boundary",))
def boundary_along_the_terrain(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected | GameSetUp, so_far: So
) -> Rulings:
    """The text gives the boundary a greatest distance only: whether it may run along the terrain is a setting."""
    object, found, _ = looked_at(now, fact)
    if object == "terrain" and found.get("boundary_gap_mm") == 0 and book.reading("B20") == "refused":
        lost = Rejected("terrain", "boundary_gap_mm")
        yield book.rule("terrain.boundary_at_edge", lost, "terrain.boundary")


RULES = (licence_in_form, excluded_for_the_licence, never_engraved, engraving_judged, boundary_along_the_terrain)
