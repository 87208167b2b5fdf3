"""The jack where each side has several throws: a failed one, the jack passed on, and the circle that then stays."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.cards import STANCE
from carreau.petanque.conduct import no_fault
from carreau.petanque.contest import beyond_dispute, place_lost
from carreau.petanque.effects import (
    BouleReplayed,
    ContestClosed,
    JackInvalid,
    JackPassed,
    JackRethrown,
    JackSetByUmpire,
    JackTriedAgain,
    SightRuled,
)
from carreau.petanque.good_jack import CONDITIONS, clauses_of, out_of_range
from carreau.petanque.jack import how_stopped
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

# --- who throws it, and from where -----------------------------------------------------------------


@decision("door", on=f.JackThrown, cites=("jack.one_attempt",))
def jack_is_its_to_throw(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So
) -> Rulings:
    """The side that has the jack throws it until a throw stands, or the jack passes to the other side."""
    if was.phase not in ("circle", "jack", "agreed"):
        yield book.refuse("refused.no_jack_now", "jack.one_attempt", side=fact.side, phase=was.phase)
    elif was.jack_side not in (None, fact.side):
        yield book.refuse("refused.not_its_jack", "jack.one_attempt", side=fact.side, owner=was.jack_side)


@decision("door", on=f.JackPlaced, cites=("jack.one_attempt",))
def nobody_places_the_jack(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackPlaced, so_far: So
) -> Rulings:
    """The jack is thrown, never put down by a side."""
    yield book.refuse("refused.jack_is_thrown", "jack.one_attempt", side=fact.side)


CIRCLE = ("circle.placer", "next_circle.placers_step_back", "next_circle.fixed")


@decision("door", on=f.CirclePlaced, cites=CIRCLE)
def circle_moves_once(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So) -> Rulings:
    """The side that has the jack draws the circle; then only the side that gets the jack passed may move it back."""
    if was.phase not in ("circle", "jack", "agreed"):
        yield book.refuse("refused.no_circle_now", "circle.placer", phase=was.phase)
    elif fact.side is not None and was.jack_side is not None and fact.side != was.jack_side:
        yield book.refuse("refused.not_its_circle", "circle.placer", side=fact.side, owner=was.jack_side)
    elif was.phase == "jack" and was.jack.passes:
        yield from _second_circle(book, was, fact)
    elif was.phase == "jack" and was.jack.attempts:
        yield book.refuse("refused.circle_fixed", "next_circle.placers_step_back", side=was.jack_side)


def _second_circle(book: Bench, was: PetanqueState, fact: f.CirclePlaced) -> Rulings:
    """Before its first throw the second side goes back as far as the longest throw needs, and never again."""
    far, longest, back = book.limit("jack.far"), was.circle.longest_mm, fact.moved_back_mm or 0
    longest = fact.longest_mm if fact.longest_mm is not None else longest
    clause = "next_circle.placers_step_back"
    if was.jack.passes > 1 or was.jack.attempts or not back:
        clauses = ("next_circle.fixed",) if back else (clause,)
        yield book.refuse("refused.circle_fixed", *clauses, side=was.jack_side)
    elif fact.elsewhere_possible or (fact.elsewhere_possible is None and was.circle.elsewhere_possible):
        yield book.refuse("refused.circle_stays", clause, reason="other_direction", far_mm=far)
    elif longest is not None and longest >= far:
        yield book.refuse("refused.circle_stays", clause, reason="long_enough", far_mm=far)
    elif longest is not None and longest + back > far:
        yield book.refuse("refused.circle_stays", clause, reason="too_far_back", far_mm=far)


@decision("legality", on=f.CirclePlaced, cites=("next_circle.placers_step_back",), needs=("moved_back_mm",))
def second_side_moved_it(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So
) -> Rulings:
    """The circle that the second side moved back is the circle of the end."""
    if was.jack.passes and was.phase == "jack":
        clause, side = "next_circle.placers_step_back", was.jack_side
        yield book.rule("next_circle.moved_by_placers", clause, side=side, back_mm=fact.moved_back_mm)


# --- what stops it, and how it fails ---------------------------------------------------------------


@decision("legality", on=f.JackThrown, cites=("jack.stopped",), needs=("stopped",))
def stopped_whoever_did_it(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So
) -> Rulings:
    """A jack that anybody or anything moving stopped is thrown again, and the throw is not counted."""
    if how_stopped(now, fact) is not None and fact.stopped is not None:
        yield book.rule("jack.stopped", JackRethrown(), "jack.stopped", side=fact.side, cause=fact.stopped.by)


@decision("door", on=f.JackAgreedBad, cites=("contest.too_late",))
def throw_agreed_bad(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So) -> Rulings:
    """Both sides together, or the umpire, may say that a throw failed while it can be disputed; one side contests it."""
    if not was.jack.live or was.phase not in ("play", "count"):
        yield book.refuse("refused.no_throw_to_judge", phase=was.phase)
    elif beyond_dispute(was):
        yield book.refuse("refused.jack_beyond_dispute", "contest.too_late", side=other(was.jack.thrown_by or "A"))
    elif fact.agreed_by in ("A", "B"):
        yield book.refuse("refused.agreed_by_one", side=fact.agreed_by)


@decision("legality", on=f.JackAgreedBad, cites=("jack.bad_throw", *CONDITIONS))
def bad_by_agreement(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So) -> Rulings:
    """A throw that both sides or the umpire find bad has failed."""
    clauses = (*clauses_of(book, fact.reason), "jack.bad_throw")
    failed = JackInvalid(fact.reason or "not_noted")
    yield book.rule("jack.recognised", failed, *clauses, side=fact.agreed_by, reason=fact.reason)


@decision("door", on=f.JackLifted)
def jack_is_to_be_thrown_again(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLifted, so_far: So
) -> Rulings:
    """A jack is only taken up when it has to be thrown again; a jack that lies is one moved at rest."""
    if was.phase != "jack" or not (was.jack.attempts or was.jack.passes):
        yield book.refuse("refused.jack_not_taken_early", side=fact.side)


TRIES = ("jack.one_attempt", "jack.bad_throw", "next_circle.fixed", "contest.replay")
AGAIN = (f.JackThrown, f.JackAgreedBad, f.OffenceSeen, f.PositionStated, f.Ruled)


@decision("interference", on=AGAIN, cites=TRIES)
def try_failed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """After a failed throw the side throws again, and after its last one the other side does."""
    if now.jack.status == "invalid":
        yield from next_try(book, now)


def next_try(book: Bench, now: PetanqueState, *, counted: bool = True) -> Rulings:
    """Who throws the jack after a failure; the boules played to it are played again."""
    thrower: Side = now.jack.thrown_by or now.owner or "A"
    most, done = book.limit("jack.attempts"), now.jack.attempts if counted else now.jack.attempts - 1
    if done < most:
        again = JackTriedAgain(counted)
        yield book.rule("jack.tried_again", again, "jack.one_attempt", side=thrower, attempt=done + 1, most=most)
    elif now.jack.passes % 2 and (answer := book.settled("B1")) is None:
        yield book.ask_umpire("all_tries_failed", "B1", "jack.one_attempt", "next_circle.fixed", thrower=thrower)
        return
    elif now.jack.passes % 2:
        yield _all_failed(book, thrower, str(answer))
    else:
        yield _passed(book, thrower)
    yield from _boules_back(book, now)


def _passed(book: Bench, thrower: Side, *also: str) -> Ruling:
    side = other(thrower)
    return book.rule("jack.passed", JackPassed(side), "jack.one_attempt", *also, side=side, thrower=thrower)


def _all_failed(book: Bench, thrower: Side, answer: str) -> Ruling:
    if answer == "umpire_places":
        clauses = ("jack.one_attempt", "next_circle.fixed")
        return book.rule("jack.set_by_umpire", JackSetByUmpire(), *clauses, side=thrower)
    return _passed(book, thrower, "next_circle.fixed")


def _boules_back(book: Bench, now: PetanqueState) -> Rulings:
    """What was played to a jack that has to be thrown again is played again."""
    played = [b for b in now.boules if b.reason != "disqualified"]
    if played:
        back, side = tuple(BouleReplayed(b.id) for b in played), played[0].side
        yield book.rule("contest.replay", *back, "contest.replay", side=side, boules=len(played))


@decision("dead_boules", on=Chosen, answers=("all_tries_failed",), cites=TRIES)
def all_tries_failed(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what follows when both sides have failed with all their throws."""
    book.reading("B1")
    thrower: Side = now.jack.thrown_by or "A"
    yield _all_failed(book, thrower, answer.choice)
    yield from _boules_back(book, now)


# --- contesting it ---------------------------------------------------------------------------------

UPHELD = (*CONDITIONS, "jack.bad_throw", "contest.after_first_boule", "contest.replay")


@decision("legality", on=f.ContestSettled, cites=UPHELD)
def contest_decided(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ContestSettled, so_far: So) -> Rulings:
    """A contest that succeeds makes the throw a failed one; else the jack stands."""
    fault = out_of_range(book, fact.range_mm) if fact.range_mm is not None else None
    upheld = fault is not None if fact.upheld is None else fact.upheld
    slots = {"side": now.jack.contested_by, "range_mm": fact.range_mm}
    if upheld and place_lost(now, fact):
        book.reading("A61")
        yield book.rule("contest.rejected", ContestClosed(), "contest.after_first_boule", reason="place", **slots)
    elif upheld:
        reason = fault.reason if fault is not None else now.jack.contested_for or "not_noted"
        clauses = fault.clauses if fault is not None else clauses_of(book, reason)
        effects = (ContestClosed(), JackInvalid(reason))
        yield book.rule("contest.upheld", *effects, *clauses, "jack.bad_throw", reason=reason, **slots)
    else:
        clause = book.limit_clause("jack.near") if fact.range_mm is not None else "contest.after_first_boule"
        reason = "measured" if fact.range_mm is not None else "not_noted"
        yield book.rule("contest.rejected", ContestClosed(), clause, reason=reason, **slots)


COUNTED = (*TRIES, "jack.visible", "jack.visible_disputed")


@decision("interference", on=f.ContestSettled, cites=COUNTED)
def jack_replayed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ContestSettled, so_far: So) -> Rulings:
    """Jack and boule are played again; whether the refused throw is one of the side's is a reading."""
    if now.jack.status == "invalid":
        yield from _replayed(book, now)


def _replayed(book: Bench, now: PetanqueState) -> Rulings:
    if (answer := book.settled("B5")) is None:
        yield book.ask_umpire("refused_throw", "B5", "contest.replay", thrower=now.jack.thrown_by)
    else:
        yield from next_try(book, now, counted=answer == "counts")


@decision("interference", on=Chosen, answers=("jack_sight",), cites=("jack.visible", "jack.visible_disputed"))
def sight_decided(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the jack can be seen, without appeal."""
    side, seen = answer.fact.side, answer.choice == "visible"
    clauses = ("jack.visible_disputed",) if seen else ("jack.visible", "jack.visible_disputed")
    effects = (ContestClosed(), SightRuled()) if seen else (ContestClosed(), JackInvalid("hidden"))
    key = "contest.rejected" if seen else "contest.upheld"
    yield book.rule(key, *effects, *clauses, side=side, reason="hidden")


@decision("dead_boules", on=f.JackContested, cites=COUNTED)
def hidden_jack_replayed(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackContested, so_far: So
) -> Rulings:
    """A jack that the umpire cannot see is thrown again."""
    if now.jack.status == "invalid":
        yield from _replayed(book, now)


@decision("dead_boules", on=Chosen, answers=("refused_throw",), cites=COUNTED)
def refused_throw_counted(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the refused throw is one of the side's."""
    book.reading("B5")
    yield from next_try(book, now, counted=answer.choice == "counts")


# --- a fault in the circle -------------------------------------------------------------------------

FAULT = ("stance.feet_inside", "jack.bad_throw")


@decision("legality", on=f.OffenceSeen, cites=FAULT)
def fault_with_a_try(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """After a fault in the circle the throw of the jack stands, unless the umpire says that it failed."""
    side = now.jack.thrown_by
    in_circle = fact.offence in STANCE and fact.on == "jack"
    if not in_circle or side is None or now.jack.status != "open" or now.boules or no_fault(book, now, fact, so_far):
        return
    answer = book.settled("A60")
    if answer is None:
        yield book.ask_umpire("try_after_fault", "A60", "stance.feet_inside", about="jack", of=side)
    else:
        yield _after_fault(book, side, answer)


def _after_fault(book: Bench, side: Side, answer: str) -> Ruling:
    if answer == "stands":
        return book.rule("conduct.jack_stands", "stance.feet_inside", side=side)
    return book.rule("conduct.try_failed", JackInvalid("fault"), *FAULT, side=side)


@decision("legality", on=Chosen, answers=("try_after_fault",), cites=FAULT)
def try_after_fault(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the throw of the jack stands after a fault in the circle."""
    book.reading("A60")
    yield _after_fault(book, now.jack.thrown_by or "A", answer.choice)


RULES = (
    jack_is_its_to_throw, nobody_places_the_jack, circle_moves_once, second_side_moved_it, stopped_whoever_did_it,
    throw_agreed_bad, bad_by_agreement, jack_is_to_be_thrown_again, try_failed, all_tries_failed, contest_decided,
    jack_replayed, sight_decided, hidden_jack_replayed, refused_throw_counted, fault_with_a_try, try_after_fault,
)  # fmt: skip
