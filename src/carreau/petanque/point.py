"""The point: what is measured or said of the head, whose word counts, and what happens when two words differ."""

from collections.abc import Iterator, Mapping
from typing import cast

from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, other
from carreau.core.judging import Answer
from carreau.core.nearness import Relation, compared, heavier, in_order, leading, with_words
from carreau.core.ruling import Answered, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    AGREED_WORD,
    SIDES_WORD,
    UMPIRES_WORD,
    BouleDead,
    HeadIs,
    PairOpened,
    PairSaid,
)
from carreau.petanque.measuring import measurer
from carreau.petanque.order import HEAD_CLAUSES, firm, head_ruling, said_otherwise, side_of, teller
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

WEIGHTS: Mapping[str, int] = {"umpire": UMPIRES_WORD, "both": AGREED_WORD, **dict.fromkeys(SIDES, SIDES_WORD)}

# --- the door ------------------------------------------------------------------------------------


@decision("door", on=(f.PointMeasured, f.HeadMapped), cites=("count.strictly_nearer", "measure.who"))
def measured_what_lies(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PointMeasured | f.HeadMapped, so_far: So
) -> Rulings:
    """Live boules of this end are compared, each with another, and the tape does not contradict itself."""
    named = _compared(fact)
    for id in named:
        boule = was.boule(id)
        if boule is None:
            yield book.refuse("refused.no_such_boule", boule=id, end=was.end)
        elif not boule.live:
            yield book.refuse("refused.boule_is_dead", boule=id)
    if len(set(named)) < len(named):
        yield book.refuse("refused.measured_twice")
    if isinstance(fact, f.PointMeasured) and len(named) != 2 and (named or fact.holds is None):
        yield book.refuse("refused.measured_nothing")
    if any(_gap(fact, x) > _gap(fact, y) for x, y in _nearer_pairs(fact)) and book.reading("A11") == "surface_gap":
        yield book.refuse("refused.gaps_contradict", "measure.who")


def _compared(fact: f.PointMeasured | f.HeadMapped) -> tuple[str, ...]:
    if isinstance(fact, f.HeadMapped):
        return tuple(id for group in fact.order for id in group)
    return tuple(id for id in (fact.near, fact.far) if id is not None)


def _nearer_pairs(fact: f.PointMeasured | f.HeadMapped) -> Iterator[tuple[str, str]]:
    """The pairs of which the first is said to be nearer, where both gaps are known."""
    if isinstance(fact, f.HeadMapped):
        rest = [(group, [y for later in fact.order[n + 1 :] for y in later]) for n, group in enumerate(fact.order)]
        pairs = [(x, y) for group, later in rest for x in group for y in later]
    else:
        pairs = [(fact.near, fact.far)] if fact.near and fact.far and not fact.equal else []
    yield from ((x, y) for x, y in pairs if x in fact.gaps_mm and y in fact.gaps_mm)


def _gap(fact: f.PointMeasured | f.HeadMapped, boule: str) -> int:
    return fact.gaps_mm[boule]


@decision("door", on=(f.HeadStated, f.PointMeasured))
def holder_has_a_boule(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.HeadStated | f.PointMeasured, so_far: So
) -> Rulings:
    """A side that holds has a live boule; to be equal both need one."""
    needed = SIDES if fact.holds == "equal" else (fact.holds,) if fact.holds in SIDES else ()
    for side in needed:
        if was.boules and not was.live(side):
            yield book.refuse("refused.cannot_hold", side=side)


@decision("door", on=(f.PointMeasured, f.HeadStated), cites=("measure.umpire", "disturbed.loses_point"))
def umpires_word_is_final(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PointMeasured | f.HeadStated, so_far: So
) -> Rulings:
    """What the umpire has measured, or a side has lost by moving it, is not measured again while nothing moves."""
    if measurer(now, fact) == "umpire":
        return
    words = heavier(was.order, AGREED_WORD)
    pair = isinstance(fact, f.PointMeasured) and fact.near and fact.far and compared(words, fact.near, fact.far)
    held = fact.holds is not None and firm(was) not in (None, fact.holds)
    if pair or held:
        lost = any(word.source == "disturbed" for word in words)
        clause, reason = ("disturbed.loses_point", "disturbed") if lost else ("measure.umpire", "umpire")
        yield book.refuse("refused.word_is_final", clause, reason=reason)
    elif was.memory.by == "umpire" and fact.holds not in (None, was.head):
        yield book.refuse("refused.word_is_final", "measure.umpire", reason="umpire")


# --- the point measured ------------------------------------------------------------------------------


@decision(
    "fact",
    on=f.PointMeasured,
    cites=("measure.who", "measure.again", "measure.umpire", "measure.umpire_only", "tie.meaning"),
    needs=("near",),
)
def pair_measured(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PointMeasured, so_far: So) -> Rulings:
    """A measured pair counts; when the sides measure differently the umpire is called, and his word is final."""
    who, word = measurer(now, fact), _word(now, fact)
    if who in SIDES and (first := _told_otherwise(was, word)) is not None:
        yield from differ(book, was, first, word)
        return
    if any(_gap(fact, x) > _gap(fact, y) for x, y in _nearer_pairs(fact)):
        book.reading("A11")
    said = PairSaid(word.near, word.far, word.equal, word.weight, word.source)
    clause = _measured_by(was, fact, who)
    only_umpire = book.has("measure.umpire_only") and was.setup.settings.get("umpire_only_measuring")
    if only_umpire and who != "umpire":
        book.reading("C42")
        clause = "measure.umpire_only"
    key = "measure.equal" if word.equal else "measure.nearer"
    yield book.rule(key, said, *_settles(was, who), clause, near=word.near, far=word.far, who=who)


def _word(now: PetanqueState, fact: f.PointMeasured) -> Relation:
    who = measurer(now, fact)
    return Relation(fact.near or "", fact.far or "", fact.equal, WEIGHTS[who], who)


def _measured_by(was: PetanqueState, fact: f.PointMeasured, who: str) -> str:
    if who == "umpire":
        return "measure.umpire"
    return "measure.again" if who in SIDES and who != was.memory.last else "measure.who"


def _settles(was: PetanqueState, who: str) -> tuple[Effect, ...]:
    """What both sides agree or the umpire measures answers an open question about the measurement."""
    asked = tuple(o.ask for o in was.options if o.ask in ("measures_differ", "equal_or_not"))
    return tuple(Answered(ask) for ask in asked) if who not in SIDES else ()


def _told_otherwise(was: PetanqueState, word: Relation) -> Relation | None:
    """What was said of the pair by others than this side, if it is something else."""
    others = tuple(r for r in was.order if r.source != word.source)
    how = compared(others, word.near, word.far)
    if how is None or how == ("equal" if word.equal else "nearer"):
        return None
    near, far = (word.near, word.far) if how != "farther" else (word.far, word.near)
    return Relation(near, far, how == "equal", word.weight, other(side_of(word.source)))


DIFFER_CLAUSES = ("measure.again", "measure.umpire", "tie.meaning")


def differ(book: Bench, was: PetanqueState, first: Relation, second: Relation) -> Rulings:
    """Two measurements differ: neither counts until the umpire has measured or said which one does."""
    if first.equal != second.equal:
        yield from _equal_or_not(book, was, first, second)
        return
    answer = book.settled("A36")
    if answer in ("first_measurement", "second_measurement"):
        yield _counts(book, first if answer == "first_measurement" else second)
        return
    near, far = second.near, second.far
    opened = _opened(was, first, second)
    yield book.rule("measure.differs", *opened, "measure.again", near=near, far=far, reason="nearer")
    if answer is None:
        yield book.ask_umpire("measures_differ", "A36", "measure.umpire", waits=False, near=near, far=far)


def _equal_or_not(book: Bench, was: PetanqueState, first: Relation, second: Relation) -> Rulings:
    """One side calls two boules equal, the other does not."""
    nearer = second if first.equal else first
    answer = book.settled("A12")
    if answer is not None:
        yield _counts(book, structs.replace(nearer, equal=answer == "equal"))
        return
    near, far = nearer.near, nearer.far
    opened = _opened(was, first, second)
    yield book.rule("measure.differs", *opened, "measure.again", near=near, far=far, reason="equal")
    yield book.ask_umpire("equal_or_not", "A12", "tie.meaning", waits=False, near=near, far=far)


def _opened(was: PetanqueState, first: Relation, second: Relation) -> tuple[Effect, ...]:
    unknown = (HeadIs("unknown"),) if _decides(was, first, second) else ()
    return (*_settles(was, "umpire"), PairOpened(second.near, second.far), *unknown)


def _decides(was: PetanqueState, first: Relation, second: Relation) -> bool:
    """Does it depend on these two who holds? Yes unless both measurements give the same holder."""
    live: Mapping[str, tuple[str, ...]] = {side: was.live(side) for side in SIDES}
    holders = [leading(with_words(was.order, (word,)), live) for word in (first, second)]
    same_side = first.near[:1] == first.far[:1]
    return not same_side and (holders[0] is None or holders[0] != holders[1])


def _counts(book: Bench, word: Relation) -> Ruling:
    said = PairSaid(word.near, word.far, word.equal, UMPIRES_WORD, "umpire")
    key = "measure.equal" if word.equal else "measure.nearer"
    return book.rule(key, said, "measure.umpire", near=word.near, far=word.far, who="umpire")


@decision("fact", on=(f.BouleThrown, f.EndCounted), cites=("measure.again",), during=("options",))
def question_lapsed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Whoever plays on, or agrees the points, lets a dispute about a measurement rest."""
    if lapsed := _settles(was, "both"):
        yield book.rule("measure.lapsed", *lapsed, "measure.again")


@decision("fact", on=Chosen, answers=("equal_or_not",), cites=("tie.meaning", "measure.umpire"))
def equal_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether two boules that a side called equal are."""
    book.reading("A12")
    near, far = (str(answer.option.slots[name]) for name in ("near", "far"))
    yield _counts(book, Relation(near, far, answer.choice == "equal"))


@decision("fact", on=Chosen, answers=("measures_differ",), cites=(*HEAD_CLAUSES, "measure.again", "measure.umpire"))
def difference_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire measures himself, or says which of two measurements counts."""
    book.reading("A36")
    slots = answer.option.slots
    if answer.choice == "umpire_measures":
        yield book.rule("measure.umpire_called", "measure.umpire")
    elif answer.choice == "measure_together_again":
        yield book.rule("measure.together_again", "measure.again")
    elif "near" in slots:
        near, far = str(slots["near"]), str(slots["far"])
        first = answer.choice == "first_measurement"
        yield _counts(book, Relation(far, near) if first else Relation(near, far))
    else:
        holds = slots["first"] if answer.choice == "first_measurement" else slots["second"]
        yield head_ruling(book, now, cast(f.Holds, holds), by="umpire")


@decision("fact", on=f.HeadMapped, cites=("measure.who", "measure.umpire"))
def head_mapped(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.HeadMapped, so_far: So) -> Rulings:
    """A map of the head says which boules are nearer than which, as far as it can tell them apart."""
    who = measurer(now, fact)
    words = tuple(PairSaid(r.near, r.far, r.equal, WEIGHTS[who], who if who in SIDES else "map") for r in _mapped(fact))
    clause = "measure.umpire" if who == "umpire" else "measure.who"
    yield book.rule("head.mapped", *words, *_settles(was, who), clause, n=len(words))


def _mapped(fact: f.HeadMapped) -> tuple[Relation, ...]:
    if not fact.uncertainty_mm:
        return in_order(fact.order)
    within = fact.uncertainty_mm
    equal = tuple(r for r in in_order(fact.order) if r.equal)
    apart = (Relation(x, y) for x, y in _nearer_pairs(fact) if _gap(fact, y) - _gap(fact, x) > within)
    return (*equal, *apart)


# --- the point stated --------------------------------------------------------------------------------


@decision("head", on=f.HeadStated, cites=(*HEAD_CLAUSES, "measure.again", "measure.umpire"))
def head_stated(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.HeadStated, so_far: So) -> Rulings:
    """Who holds is what both sides say, or the umpire; when the sides say different things, the umpire is called."""
    if now.jack.dead:
        return
    who = teller(now)
    if who in SIDES and _denies(was, fact.holds, who):
        yield from _sides_differ(book, was, fact.holds)
        return
    if who == "umpire":
        yield book.rule("head.umpire_said", *_settles(was, who), "measure.umpire")
    elif _settles(was, who):
        yield book.rule("head.agreed", *_settles(was, who), "measure.again")
    yield from said_otherwise(book, now, fact.holds)
    if fact.holds == "nobody" and now.any_live():
        gone = tuple(BouleDead(id, "not_noted") for side in SIDES for id in now.live(side))
        yield book.rule("head.all_gone", *gone, HeadIs("nobody", who), "order.emptied")
    elif fact.holds != now.head or who != now.memory.by:
        yield head_ruling(book, now, fact.holds, by=who)


def _denies(was: PetanqueState, holds: f.Holds, who: str) -> bool:
    """Does a side say something else than what the other side, or both, have said?"""
    return was.memory.by in ("both", other(side_of(who))) and "unknown" not in (was.head, holds) and holds != was.head


def _sides_differ(book: Bench, was: PetanqueState, holds: f.Holds) -> Rulings:
    answer = book.settled("A36")
    if answer in ("first_measurement", "second_measurement"):
        counts = was.head if answer == "first_measurement" else holds
        yield head_ruling(book, was, counts, by="umpire")
        return
    effects = (*_settles(was, "umpire"), HeadIs("unknown"))
    yield book.rule("head.disputed", *effects, "measure.again", holds=holds)
    if answer is None:
        yield book.ask_umpire("measures_differ", "A36", "measure.umpire", waits=False, first=was.head, second=holds)


@decision("head", on=f.PointMeasured, cites=(*HEAD_CLAUSES, "measure.again", "measure.umpire"), needs=("holds",))
def holder_measured(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PointMeasured, so_far: So) -> Rulings:
    """Who holds by a measurement of which only the outcome was noted."""
    who = measurer(now, fact)
    if now.jack.dead or fact.holds is None or any(isinstance(e, HeadIs) for r in so_far for e in r.effects):
        return
    if who in SIDES and _denies(was, fact.holds, who):
        yield from _sides_differ(book, was, fact.holds)
        return
    yield from said_otherwise(book, now, fact.holds)
    if fact.holds != now.head or who != now.memory.by:
        yield head_ruling(book, now, fact.holds, by=who)


RULES = (
    measured_what_lies, holder_has_a_boule, umpires_word_is_final, pair_measured, question_lapsed, equal_answered,
    difference_answered, head_mapped, head_stated, holder_measured,
)  # fmt: skip
