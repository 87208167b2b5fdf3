"""Boules moved where they lay: by wind, by a foot, by another boule; which go back and which stay."""

from collections.abc import Iterator

from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.nearness import without
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleLive, BouleRestored, BouleStays, HeadIs, OrderForgotten
from carreau.petanque.marks import displaced
from carreau.petanque.order import standing
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NATURE = ("wind", "slope")
MOVED_CLAUSES = ("boule_moved.wind_slope", "boule_moved.accident", "boule_moved.unmarked", "boule_moved.by_boule")


@decision("door", on=f.ObjectMoved)
def moved_boule_lies_there(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved, so_far: So
) -> Rulings:
    """Only a boule that has been played in this end can be moved."""
    if fact.object != "jack" and was.boule(fact.object) is None:
        yield book.refuse("refused.no_such_boule", boule=fact.object, end=was.end)


@decision("legality", on=f.ObjectMoved, cites=MOVED_CLAUSES)
def resting_boule_moved(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved, so_far: So
) -> Rulings:
    """A resting boule that was moved by anything but a boule of this game goes back if its place was marked."""
    boule = now.boule(fact.object)
    if boule is None or not boule.live:
        return
    if fact.by == "boule":
        said = _elsewhere(now, boule.id)
        yield book.rule("boule_moved.counts", BouleLive(boule.id), *said, "boule_moved.by_boule", boule=boule.id)
    elif fact.by == "umpire" and book.has_reading("B31") and book.reading("B31") == "stays":
        yield _stays(book, now, boule.id, "boule_moved.accident")
    elif fact.marked or (fact.marked is None and boule.marked):
        yield from _to_its_mark(book, now, fact)
    elif fact.agreed and book.reading("A25") == "agreed_place":
        yield _goes_back(book, fact, "agreed")
    else:
        yield _stays(book, now, boule.id)


def _elsewhere(now: PetanqueState, id: str) -> tuple[Effect, ...]:
    """The boule lies in another place: what was known of its nearness is gone, and perhaps with it who holds."""
    forgotten = OrderForgotten((id,))
    if now.phase not in ("play", "count") or now.jack.dead:
        return (forgotten,)
    holds = standing(structs.replace(now, order=without(now.order, (id,)))) or "unknown"
    return (forgotten, HeadIs(holds)) if holds != now.head else (forgotten,)


def _to_its_mark(book: Bench, now: PetanqueState, fact: f.ObjectMoved) -> Rulings:
    """By accident or by nature, it goes back; what a player moved on purpose the umpire may leave."""
    if fact.by in NATURE or not fact.on_purpose:
        yield _goes_back(book, fact, fact.by)
        return
    choices, clause = ("put_back", "stays"), "boule_moved.accident"
    id = fact.object
    yield book.ask("boule_moved_on_purpose", "umpire", choices, clause, default="put_back", about=id, boule=id)


def _goes_back(book: Bench, fact: f.ObjectMoved, why: str) -> Ruling:
    clause = "boule_moved.wind_slope" if fact.by in NATURE else "boule_moved.accident"
    return book.rule("boule_moved.goes_back", BouleRestored(fact.object), clause, boule=fact.object, why=why)


def _stays(book: Bench, now: PetanqueState, id: str, clause: str = "boule_moved.unmarked") -> Ruling:
    said = _elsewhere(now, id)
    return book.rule("boule_moved.stays", BouleStays(id), *said, clause, boule=id)


@decision("legality", on=Chosen, answers=("boule_moved_on_purpose",), cites=MOVED_CLAUSES)
def umpire_on_a_moved_boule(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule that was moved on purpose goes back."""
    if answer.choice == "put_back":
        yield _goes_back(book, answer.fact, "on_purpose")
    else:
        yield _stays(book, now, answer.option.about)


@decision("revival", on=f.BouleThrown, cites=("boule_moved.by_boule",), needs=("moved",))
def moved_by_the_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A boule that the throw moved counts in its new place, unless it died there or was put back."""
    for moved in displaced(now):
        boule = now.boule(moved.object)
        if boule is not None and boule.live and boule.id not in now.settled:
            yield book.rule("boule_moved.counts", BouleLive(boule.id), "boule_moved.by_boule", boule=boule.id)


RULES = (moved_boule_lies_there, resting_boule_moved, umpire_on_a_moved_boule, moved_by_the_boule)
