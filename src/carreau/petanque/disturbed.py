"""Something moved while measuring: the point lost by a side, and what the umpire makes of his own mishap."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.nearness import nearest
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import UMPIRES_WORD, BouleRestored, HeadIs, OrderForgotten, PairSaid
from carreau.petanque.order import side_of, standing
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Disturbed = f.MeasuringDisturbed

CLAUSES = ("disturbed.loses_point", "boule_moved.accident", "boule_moved.unmarked", "measure.clean")


@decision("door", on=Disturbed)
def disturbed_is_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: Disturbed, so_far: So) -> Rulings:
    """What was touched lies on the ground, and somebody touched it."""
    for id in (fact.object, *(fact.pair or ())):
        if id != "jack" and was.boule(id) is None:
            yield book.refuse("refused.no_such_boule", boule=id, end=was.end)
    if fact.side is None and not fact.umpire:
        yield book.refuse("refused.who_disturbed")


@decision("interference", on=Disturbed, cites=(*CLAUSES, "disturbed.by_umpire"))
def moved_while_measuring(book: Bench, was: PetanqueState, now: PetanqueState, fact: Disturbed, so_far: So) -> Rulings:
    """A side that moves the jack or a contested boule while measuring loses the point of that pair."""
    if not fact.umpire:
        yield from _by_side(book, was, fact)
    elif fact.displaced:
        choices = ["as_before", "as_it_lies"]
        yield book.ask("umpire_disturbed", "umpire", choices, "disturbed.by_umpire", about=fact.object)


@decision("interference", on=Disturbed, cites=(*CLAUSES, "disturbed.by_umpire"))
def moved_and_measured_anew(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: Disturbed, so_far: So
) -> Rulings:
    """The same; what the umpire moves is measured anew, and the point goes to whom the new measure shows."""
    if not fact.umpire:
        yield from _by_side(book, was, fact)
    elif fact.displaced:
        moved = (OrderForgotten((fact.object,)), HeadIs("unknown"))
        yield book.rule("disturbed.anew", *moved, "disturbed.by_umpire", object=fact.object)


def _by_side(book: Bench, was: PetanqueState, fact: Disturbed) -> Rulings:
    if not fact.displaced:
        yield book.rule("disturbed.settled", "disturbed.loses_point", object=fact.object, side=fact.side)
    elif fact.object != "jack" and fact.object not in _contested(was, fact):
        yield _uncontested(book, was, fact)
    elif fact.cleaning and (answer := book.settled("A35")) is None:
        yield book.ask_umpire("moved_cleaning", "A35", "measure.clean", about=fact.object, by=fact.side)
    elif fact.cleaning and answer == "put_back":
        yield _back(book, fact)
    else:
        yield _point_lost(book, was, fact)


def _contested(was: PetanqueState, fact: Disturbed) -> tuple[str, ...]:
    """The pair that was being measured: as said, else the best boules of the two sides; what was touched if unknown."""
    if fact.pair is not None:
        return fact.pair
    best = [_best(was, side) for side in SIDES]
    return tuple(id for id in best if id is not None) if None not in best else (fact.object,)


def _best(was: PetanqueState, side: Side) -> str | None:
    live = was.live(side)
    found = live if len(live) == 1 else nearest(was.order, live) or ()
    return found[0] if found else None


def _marked(was: PetanqueState, fact: Disturbed) -> bool:
    """Can what was moved go back to where it lay?"""
    if fact.marked is not None:
        return fact.marked
    boule = was.boule(fact.object)
    return bool(was.jack.marked if fact.object == "jack" else boule and boule.marked)


def _uncontested(book: Bench, was: PetanqueState, fact: Disturbed) -> Ruling:
    """A boule that is not being measured is one moved by accident."""
    if _marked(was, fact):
        back = BouleRestored(fact.object)
        return book.rule("disturbed.uncontested", back, "boule_moved.accident", object=fact.object, how="put_back")
    moved = OrderForgotten((fact.object,))
    return book.rule("disturbed.uncontested", moved, "boule_moved.unmarked", object=fact.object, how="stays")


def _back(book: Bench, fact: Disturbed) -> Ruling:
    back: tuple[Effect, ...] = () if fact.object == "jack" else (BouleRestored(fact.object),)
    return book.rule("disturbed.put_back", *back, "measure.clean", object=fact.object)


def _point_lost(book: Bench, was: PetanqueState, fact: Disturbed) -> Ruling:
    """The opponents' boule of the pair is held nearer until the jack or one of the pair moves."""
    side, pair = side_of(fact.side or ""), _contested(was, fact)
    own, theirs = (next((id for id in pair if id.startswith(s)), None) for s in (side, other(side)))
    forgotten = () if _marked(was, fact) else (OrderForgotten((fact.object,)),)
    slots = {"object": fact.object, "side": side, "other": other(side)}
    if own is None or theirs is None:
        if len(pair) == 1:
            return book.rule("disturbed.lost", *forgotten, HeadIs(other(side)), "disturbed.loses_point", **slots)
        return _uncontested(book, was, fact)
    behind = was.live(side) if book.reading("A34") == "whole_end" else (own,)
    frozen = tuple(PairSaid(theirs, id, False, UMPIRES_WORD, "disturbed") for id in behind)
    lost = (*forgotten, *frozen, *_holder(was, frozen, other(side)))
    return book.rule("disturbed.lost_pair", *lost, "disturbed.loses_point", near=theirs, far=own, **slots)


def _holder(was: PetanqueState, frozen: tuple[PairSaid, ...], side: Side) -> tuple[Effect, ...]:
    """While nobody knew who holds, the pair was measured for that; else the head follows from the words on it."""
    return (HeadIs(side),) if was.head == "unknown" and standing(was) is None and frozen else ()


@decision("interference", on=Chosen, answers=("moved_cleaning",), cites=CLAUSES)
def cleaning_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a boule moved while it was cleaned costs the point."""
    book.reading("A35")
    if answer.choice == "put_back":
        yield _back(book, answer.fact)
    else:
        yield _point_lost(book, was, answer.fact)


@decision("interference", on=Chosen, answers=("umpire_disturbed",), cites=("disturbed.by_umpire",))
def umpire_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire decides fairly: as it was before, or as it lies now, to be measured anew."""
    about = answer.option.about
    if answer.choice == "as_before":
        yield book.rule("disturbed.as_before", "disturbed.by_umpire", object=about)
    else:
        yield book.rule("disturbed.as_it_lies", OrderForgotten((about,)), "disturbed.by_umpire", object=about)


RULES = (disturbed_is_there, moved_while_measuring, cleaning_answered, umpire_answered)
