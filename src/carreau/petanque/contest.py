"""A jack that is disputed: who must recognise a failed throw, who may contest it and until when, and what follows."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    BouleReplayed,
    ContestClosed,
    ContestOpened,
    JackGood,
    JackHandedOver,
    JackLocked,
    JackRethrown,
    SightRuled,
    ThrowRecognised,
)
from carreau.petanque.good_jack import CONDITIONS, clauses_of, out_of_range
from carreau.petanque.state import Jack, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

HANDED = ("jack.agreed_bad", "jack.placed_by_opponents", "jack.placed_validly", "contest.replay")
LYING = ("thrown", "invalid", "open", "locked", "dead")
IN_QUESTION = ("jack_bad", "jack_obstacle", "jack_across", "jack_partly_seen")


def laid_by(jack: Jack) -> Side | None:
    """The side that put the jack where it lies: by hand, or by the throw."""
    return jack.placed_by or jack.thrown_by


def beyond_dispute(state: PetanqueState) -> bool:
    """Has the side that could contest the jack played a boule?"""
    side = laid_by(state.jack)
    return state.jack.status == "locked" or (side is not None and state.played.of(other(side)) > 0)


def _to_recognise(state: PetanqueState) -> bool:
    """Does a jack lie whose throw can still be found to have failed?"""
    return state.phase in ("jack", "play", "count") and state.jack.status in LYING and state.jack.thrown_by is not None


# --- the lock --------------------------------------------------------------------------------------


@decision("fact", on=(f.BouleThrown, f.BouleDropped), cites=("contest.too_late", "contest.not_by_placers"))
def jack_locked(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown | f.BouleDropped, so_far: So
) -> Rulings:
    """As soon as the side that could contest the jack has played a boule, the jack is good beyond dispute."""
    side = laid_by(was.jack) if was.jack.status == "open" else None
    if side is None or fact.side == side:
        return
    if isinstance(fact, f.BouleThrown) or fact.throwing:
        also = ("contest.not_by_placers",) if was.jack.placed_by else ()
        yield book.rule("jack.locked", JackLocked(), "contest.too_late", *also, side=fact.side)


# --- recognising that the throw failed -----------------------------------------------------------


@decision("door", on=(f.JackAgreedBad, f.JackLifted, f.JackContested, f.ContestSettled))
def another_question_waits(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """While a question waits, nothing else is said about the jack than the answer."""
    asked = was.waiting
    agreed = asked is not None and asked.ask in IN_QUESTION and isinstance(fact, f.JackAgreedBad)
    taken = asked is not None and asked.ask == "jack_bad" and isinstance(fact, f.JackLifted)
    if asked is not None and not (agreed or taken):
        yield book.refuse("refused.waiting", ask=asked.ask, side=asked.side)


@decision("door", on=f.JackAgreedBad, cites=("contest.too_late",))
def throw_can_have_failed(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So
) -> Rulings:
    """A throw is recognised as failed while the jack lies and can still be disputed, by each side once."""
    if not _to_recognise(was):
        yield book.refuse("refused.no_throw_to_judge", phase=was.phase)
    elif beyond_dispute(was):
        yield book.refuse("refused.jack_beyond_dispute", "contest.too_late", side=other(laid_by(was.jack) or "A"))
    elif fact.agreed_by in was.jack.recognised_bad:
        yield book.refuse("refused.recognised_already", side=fact.agreed_by)


@decision("legality", on=f.JackAgreedBad, cites=("jack.agreed_bad", *CONDITIONS))
def failure_recognised(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So
) -> Rulings:
    """A side, both sides or the umpire have said that the throw failed."""
    clauses = clauses_of(book, fact.reason)
    effect = ThrowRecognised(fact.agreed_by)
    yield book.rule("jack.recognised", effect, "jack.agreed_bad", *clauses, side=fact.agreed_by, reason=fact.reason)


def recognised(jack: Jack) -> bool:
    """Have both sides, or the umpire, recognised that the throw failed?"""
    said = jack.recognised_bad
    return "umpire" in said or "both" in said or ("A" in said and "B" in said)


@decision(
    "interference",
    on=(f.JackThrown, f.JackAgreedBad, f.JackLifted, f.PositionStated),
    cites=(*HANDED, "jack.visible_disputed"),
)
def throw_failed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The jack is handed over once both sides agree, or the umpire rules, that the throw failed; till then it waits."""
    jack = now.jack
    failed = jack.status == "invalid" and now.phase == "jack"
    if not (failed or jack.recognised_bad):
        return
    if recognised(jack):
        yield from handed_over(book, now)
    elif not any(option.ask in IN_QUESTION for option in now.options):
        reason = jack.reason or (fact.reason if isinstance(fact, f.JackAgreedBad) else None)
        yield _ask_bad(book, now, reason)


def _ask_bad(book: Bench, now: PetanqueState, reason: str | None) -> Ruling:
    clauses = ("jack.agreed_bad", "jack.visible_disputed") if reason == "hidden" else ("jack.agreed_bad",)
    return book.ask(
        "jack_bad",
        "umpire",
        ("failed", "stands"),
        *clauses,
        default="failed",
        reason=reason,
        thrower=now.jack.thrown_by,
    )


@decision("interference", on=Chosen, answers=("jack_bad",), cites=(*HANDED, "jack.visible_disputed"))
def failure_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Both sides together, or the umpire, have said whether the throw failed or stands."""
    reason = answer.option.slots.get("reason")
    if answer.choice == "failed":
        yield from handed_over(book, now)
        return
    seen: tuple[Effect | str, ...] = (SightRuled(), "jack.visible_disputed") if reason == "hidden" else ()
    good = (JackGood(),) if now.jack.status == "invalid" else ()
    yield book.rule("jack.stands", *good, ContestClosed(), "jack.agreed_bad", *seen, reason=reason)


def handed_over(book: Bench, now: PetanqueState, because: str = "jack.agreed_bad") -> Rulings:
    """The opponents have to place the jack; boules played to the failed throw go back to the hand."""
    thrower: Side = now.jack.thrown_by or "A"
    played = [b.id for b in now.boules if b.side == thrower and b.reason != "disqualified"]
    book.reading("C4")
    if played:
        book.reading("C5")
    answered = tuple(Answered(option.id) for option in now.options if option.ask in IN_QUESTION)
    effects = (*answered, JackHandedOver(other(thrower)))
    clauses = (because, "jack.placed_by_opponents", "jack.placed_validly")
    yield book.rule("jack.handed_over", *effects, *clauses, side=other(thrower), thrower=thrower)
    if played:
        yield _replayed(book, thrower, played)


def _replayed(book: Bench, side: Side, played: list[str]) -> Ruling:
    effects = tuple(BouleReplayed(boule) for boule in played)
    return book.rule("contest.replay", *effects, "contest.replay", side=side, boules=len(played))


# --- acting before that ----------------------------------------------------------------------------


@decision("door", on=f.JackLifted)
def jack_can_be_taken(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLifted, so_far: So) -> Rulings:
    """Taking the jack costs the benefit of a throw that can still be disputed; later it is a jack moved at rest."""
    thrown = _to_recognise(was) and was.jack.status in ("invalid", "open") and was.jack.placed_by is None
    if not thrown or beyond_dispute(was):
        yield book.refuse("refused.jack_not_taken_early", side=fact.side)


TAKEN = ("jack.taken_early", *HANDED)


@decision("legality", on=f.JackLifted, cites=TAKEN)
def jack_taken_early(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLifted, so_far: So) -> Rulings:
    """A side that takes the jack before the throw is recognised as failed loses the benefit of it."""
    answer = book.settled("C7")
    if answer is None:
        yield book.rule("jack.taken", Answered("jack_bad"), "jack.taken_early", side=fact.side)
        yield book.ask_umpire("jack_taken", "C7", "jack.taken_early", by=fact.side, thrower=now.jack.thrown_by)
    else:
        yield book.rule("jack.taken", Answered("jack_bad"), "jack.taken_early", side=fact.side)
        yield from _taken(book, now, fact.side, answer)


@decision("legality", on=Chosen, answers=("jack_taken",), cites=TAKEN)
def taking_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what a jack taken too early costs."""
    book.reading("C7")
    yield from _taken(book, now, answer.fact.side, answer.choice)


def _taken(book: Bench, now: PetanqueState, side: Side, answer: str) -> Rulings:
    """The side not at fault gets the jack: the opponents to place it, or the throwing side to throw again."""
    thrower: Side = now.jack.thrown_by or "A"
    if answer == "put_back":
        yield book.rule("jack.put_back", "jack.taken_early", side=side)
    elif side == thrower:
        yield from handed_over(book, now, "jack.taken_early")
    else:
        yield book.rule("jack.thrown_again", JackRethrown(), "jack.taken_early", side=thrower, other=side)
        if played := [b.id for b in now.boules if b.side == thrower and b.reason != "disqualified"]:
            yield _replayed(book, thrower, played)


# --- contesting it ---------------------------------------------------------------------------------


CONTEST_CLAUSES = (
    "contest.too_late", "contest.not_by_placers", "jack.visible_disputed", "contest.after_first_boule",
)  # fmt: skip


@decision("door", on=f.JackContested, cites=CONTEST_CLAUSES)
def may_contest(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackContested, so_far: So) -> Rulings:
    """A jack is contested by the side that did not lay it, until that side has played a boule."""
    jack = was.jack
    if was.phase not in ("play", "count") or laid_by(jack) is None:
        yield book.refuse("refused.nothing_to_contest", side=fact.side, phase=was.phase)
    elif jack.contested_by is not None:
        yield book.refuse("refused.contest_is_open", side=jack.contested_by)
    elif fact.side == jack.placed_by:
        yield book.refuse("refused.contest_by_placers", "contest.not_by_placers", side=fact.side)
    elif fact.side == laid_by(jack):
        yield book.refuse("refused.contest_of_own_throw", side=fact.side)
    elif beyond_dispute(was):
        yield book.refuse("refused.jack_beyond_dispute", "contest.too_late", side=fact.side)
    elif fact.reason == "hidden" and jack.sight_ruled:
        yield book.refuse("refused.sight_is_ruled", "jack.visible_disputed", side=fact.side)
    elif already_ruled(jack, fact.reason):
        yield book.refuse("refused.contest_is_ruled", "contest.after_first_boule", side=fact.side)


def already_ruled(jack: Jack, reason: str | None) -> bool:
    """Has the umpire refused a contest for this reason, or may it be the same one?"""
    return bool(jack.contests_ruled) and (
        reason is None or reason in jack.contests_ruled or "any" in jack.contests_ruled
    )


OPENED = ("contest.after_first_boule", "contest.not_by_placers", "jack.placed_validly", "jack.agreed_bad")


@decision("legality", on=f.JackContested, cites=OPENED)
def contest_opened(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackContested, so_far: So) -> Rulings:
    """After the first boule too, the side that did not lay the jack may say that it is not good."""
    if now.jack.placed_by is not None:
        yield from _leave_of_umpire(book, now, fact, "contest_placed", "C6", "jack.placed_validly")
    elif now.jack.hit or now.jack.dead:
        yield from _leave_of_umpire(book, now, fact, "contest_moved", "A61", "contest.after_first_boule")
    elif now.jack.passes and book.has_reading("B33"):
        yield from _leave_of_umpire(book, now, fact, "contest_passed", "B33", "contest.after_first_boule")
    else:
        yield _opened(book, now, fact)


def _leave_of_umpire(
    book: Bench, now: PetanqueState, fact: f.JackContested, ask: str, reading: str, clause: str
) -> Rulings:
    answer = book.settled(reading)
    if answer is not None:
        yield _admitted(book, now, fact, answer)
    else:
        yield book.ask_umpire(ask, reading, clause, by=fact.side)


CONTEST_ASKS = {"contest_placed": "C6", "contest_moved": "A61", "contest_passed": "B33"}


@decision("legality", on=Chosen, answers=tuple(CONTEST_ASKS), cites=OPENED)
def contest_admitted(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a placed or passed jack, or one that a boule has moved, may be contested."""
    book.reading(CONTEST_ASKS[answer.option.ask])
    yield _admitted(book, now, answer.fact, answer.choice)


def _admitted(book: Bench, now: PetanqueState, fact: f.JackContested, answer: str) -> Ruling:
    if answer in ("may_contest", "first_side_before_its_boule"):
        return _opened(book, now, fact)
    clause = "contest.not_by_placers" if now.jack.placed_by else "contest.after_first_boule"
    return book.rule("contest.not_admitted", clause, side=fact.side)


def _opened(book: Bench, now: PetanqueState, fact: f.JackContested) -> Ruling:
    side = laid_by(now.jack)
    played = side is not None and now.played.of(side) > 0
    clause = "contest.after_first_boule" if played else book.first("jack.agreed_bad", "contest.after_first_boule")
    clause = "jack.placed_validly" if now.jack.placed_by else clause
    return book.rule("contest.opened", ContestOpened(fact.side, fact.reason), clause, side=fact.side)


@decision("interference", on=f.JackContested, cites=("jack.visible_disputed",))
def sight_disputed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackContested, so_far: So) -> Rulings:
    """When they argue whether the jack can be seen, the umpire decides."""
    if now.jack.contested_by == fact.side and fact.reason == "hidden":
        choices = ("visible", "not_visible")
        yield book.ask("jack_sight", "umpire", choices, "jack.visible_disputed", default="visible", by=fact.side)


@decision("interference", on=Chosen, answers=("jack_sight",), cites=(*HANDED, "jack.visible", "jack.visible_disputed"))
def sight_ruled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the jack can be seen, without appeal."""
    if answer.choice == "visible":
        effects = (ContestClosed(), SightRuled())
        yield book.rule("contest.rejected", *effects, "jack.visible_disputed", side=answer.fact.side, reason="hidden")
    else:
        clauses = ("jack.visible", "jack.visible_disputed")
        yield book.rule("contest.upheld", ContestClosed(), *clauses, side=answer.fact.side, reason="hidden")
        yield from handed_over(book, now)


@decision("door", on=f.ContestSettled)
def contest_is_open(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ContestSettled, so_far: So) -> Rulings:
    """A dispute is settled when there is one, by a word or by a measure."""
    if was.jack.contested_by is None or was.phase not in ("play", "count"):
        yield book.refuse("refused.no_contest")
    elif fact.upheld is None and fact.range_mm is None:
        yield book.refuse("refused.contest_without_answer")


@decision("legality", on=f.ContestSettled, cites=(*CONDITIONS, *HANDED, "contest.after_first_boule"))
def contest_settled(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ContestSettled, so_far: So) -> Rulings:
    """A contest that succeeds hands the jack to the opponents, and the first boule is played again."""
    fault = out_of_range(book, fact.range_mm) if fact.range_mm is not None else None
    upheld = fault is not None if fact.upheld is None else fact.upheld
    side = now.jack.contested_by
    if upheld and place_lost(now, fact):
        book.reading("A61")
        yield book.rule("contest.rejected", ContestClosed(), "contest.after_first_boule", side=side, reason="place")
    elif upheld:
        reason = fault.reason if fault is not None else now.jack.contested_for or "not_noted"
        clauses = (fault.clauses if fault is not None else clauses_of(book, reason)) or ("jack.agreed_bad",)
        yield book.rule("contest.upheld", ContestClosed(), *clauses, side=side, reason=reason, range_mm=fact.range_mm)
        yield from handed_over(book, now)
    else:
        clause = book.limit_clause("jack.near") if fact.range_mm is not None else "jack.agreed_bad"
        reason = "measured" if fact.range_mm is not None else "not_noted"
        closed = ContestClosed(refused_for(now, fact))
        yield book.rule("contest.rejected", closed, clause, side=side, reason=reason, range_mm=fact.range_mm)


def refused_for(now: PetanqueState, fact: f.ContestSettled) -> tuple[str, ...]:
    """What cannot be contested again: the umpire has the last word, on a measure about the distance only."""
    if now.moment.by not in ("umpire", "jury"):
        return ()
    if fact.range_mm is not None:
        return ("too_near", "too_far")
    return (now.jack.contested_for or "any",)


def place_lost(now: PetanqueState, fact: f.ContestSettled) -> bool:
    """Has a boule moved the jack from a place that was not marked and is not agreed?"""
    before = now.jack.before
    if before is None:
        return False
    known = before.marked is not False if fact.place_known is None else fact.place_known
    return not known


RULES = (
    another_question_waits, throw_can_have_failed, jack_can_be_taken, may_contest, contest_is_open, jack_locked,
    failure_recognised, jack_taken_early, taking_settled, contest_opened, contest_admitted, contest_settled,
    throw_failed, failure_settled, sight_disputed, sight_ruled,
)  # fmt: skip
