"""Boules thrown against the rules: dead, and what they moved put back, unless the opponents take the advantage."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.dead_boules import deaths
from carreau.petanque.effects import BouleDead, BouleStays, JackRestored, MovesUndone, OffenceNoted
from carreau.petanque.marks import UNMARKED_CLAUSES, displaced, listed, no_claim, parted, put_back, reopened
from carreau.petanque.state import PetanqueState
from carreau.petanque.thrown import EXTRA, boules_at_once
from carreau.petanque.wrong_boule import again

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NOT_ENTITLED = ("out_of_turn", "too_many", "barred", "excluded", "absent")
OFFENCES = {"aid": "throw.aids", "second_boule": "throw.second_boule", "wet": "throw.wet"}
CLAUSES = ("contrary.dead", "contrary.restore", "contrary.advantage", "contrary.let_stand", *UNMARKED_CLAUSES)
THROW_CLAUSES = (
    *OFFENCES.values(), "throw.one_at_a_time", "stance.feet_inside", "contrary.wrong_circle", *CLAUSES,
)  # fmt: skip


@decision("door", on=f.BouleThrown, cites=("throw.one_at_a_time",), needs=("breach", "several"))
def one_at_a_time(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Boules thrown together are a breach that has to be named, and the side has to have them."""
    if fact.together > 1 and fact.breach is None:
        number = fact.together
        yield book.refuse("refused.together", "throw.one_at_a_time", breach="two_together", side=fact.side, n=number)
    elif fact.breach not in EXTRA and was.phase == "play" and _hand(was, fact) < boules_at_once(fact) > 1:
        yield book.refuse("refused.not_so_many", side=fact.side, n=boules_at_once(fact), hand=_hand(was, fact))


def _hand(was: PetanqueState, fact: f.BouleThrown) -> int:
    """How many boules the thrower can have thrown."""
    player, left = was.player(fact.player), was.hand(fact.side)
    return left if player is None or player.hand is None else min(left, player.hand)


@decision("door", on=f.BouleThrown, needs=("breach",))
def breach_is_possible(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A breach that is named has to be one: nobody is barred, away or without boules who is not."""
    player = was.player(fact.player)
    has_boules = was.hand(fact.side) > 0 and (player is None or player.hand != 0)
    possible = {
        "barred": was.barred(fact.side) > 0,
        "too_many": not has_boules,
        "excluded": player is None or player.out or not player.plays,
        "absent": player is None or player.away,
    }
    if not possible.get(str(fact.breach), True):
        yield book.refuse("refused.no_such_breach", side=fact.side, why=fact.breach, who=fact.player or fact.side)


@decision("legality", on=f.BouleThrown, cites=THROW_CLAUSES, needs=("breach",))
def against_the_rules(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A boule thrown against the rules is dead, unless the ladder of cards covers it or the opponents keep it."""
    id = now.thrown or ""
    if again(book.book, was, fact):
        return
    if fact.breach in NOT_ENTITLED:
        yield from _umpire_first(book, now, fact, "not_entitled", "A28", id)
    elif fact.breach == "wrong_circle" and not book.has_reading("C55"):
        yield book.rule("contrary.wrong_circle", "contrary.wrong_circle", boule=id, side=fact.side)
        yield from to_opponents(book, now, (id,), fact.side, "wrong_circle")
    elif fact.breach == "wrong_circle":
        yield from _umpire_first(book, now, fact, "wrong_circle", "C55", id)
    elif fact.breach == "two_together":
        yield from _umpire_first(book, now, fact, "two_together", "C20", " ".join(together(now, fact)))
    else:
        yield from _offence(book, now, fact, id)


READINGS = {"not_entitled": "A28", "wrong_circle": "C55", "two_together": "C20"}
ASKED_UNDER = {"not_entitled": "contrary.dead", "wrong_circle": "contrary.dead", "two_together": "throw.one_at_a_time"}


def together(now: PetanqueState, fact: f.BouleThrown) -> tuple[str, ...]:
    """The boules of this one throw."""
    return tuple(b.id for b in now.boules)[-boules_at_once(fact) :]


def _umpire_first(book: Bench, now: PetanqueState, fact: f.BouleThrown, ask: str, reading: str, about: str) -> Rulings:
    """Whether it is such a breach at all is the umpire's to say, if that was not settled before the game."""
    answer = book.settled(reading)
    if answer is None:
        yield book.ask_umpire(ask, reading, ASKED_UNDER[ask], about=about, boule=about, breach=fact.breach)
    else:
        yield from _as_umpire_says(book, now, fact, ask, about, answer)


def _as_umpire_says(book: Bench, now: PetanqueState, fact: f.BouleThrown, ask: str, about: str, answer: str) -> Rulings:
    ids = tuple(about.split(" "))
    match answer:
        case "stays":
            yield book.rule("contrary.stays", BouleStays(about), "contrary.dead", boule=about, offence=fact.breach)
        case "ladder":
            note = OffenceNoted("circle", fact.side, fact.player, boule=about)
            yield book.rule("contrary.ladder", note, "stance.feet_inside", boule=about, side=fact.side)
        case "second":
            yield from to_opponents(book, now, ids[1:], fact.side, "two_together")
        case _:
            yield from to_opponents(book, now, ids, fact.side, str(fact.breach))


@decision("legality", on=Chosen, answers=tuple(READINGS), cites=THROW_CLAUSES)
def umpire_on_the_throw(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the throw was against the rules; if it was, the opponents have the choice."""
    book.reading(READINGS[answer.option.ask])
    yield from _as_umpire_says(book, now, answer.fact, answer.option.ask, answer.option.about, answer.choice)


# --- aids, a second boule in the hand, wetting -------------------------------------------------------


def _offence(book: Bench, now: PetanqueState, fact: f.BouleThrown, id: str) -> Rulings:
    offence = str(fact.breach)
    if offence == "second_boule" and not last_boule(now, fact.player, left=0):
        yield book.rule("offence.none", OFFENCES[offence], offence=offence, who=fact.player or fact.side)
        return
    yield offence_ruling(book, offence, fact.side, fact.player, id)
    yield from to_opponents(book, now, (id,), fact.side, offence)


def last_boule(now: PetanqueState, player: str | None, *, left: int) -> bool:
    """Is, or was, it the player's last boule, as far as is known?"""
    known = now.player(player)
    return known is None or known.hand is None or known.hand <= left


def offence_ruling(book: Bench, offence: str, side: Side | None, player: str | None, boule: str | None) -> Ruling:
    """The breach is on record; the ladder of cards does not cover it."""
    if book.has_reading("C31"):
        book.reading("C31")
    note = OffenceNoted(offence, side, player, boule=boule)  # type: ignore[arg-type]
    return book.rule("offence.throw", note, OFFENCES[offence], offence=offence, who=player or side)


@decision("legality", on=f.OffenceSeen, cites=(*OFFENCES.values(), *CLAUSES))
def offence_seen(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Guides on the ground, a second boule in the hand and wet boules are forbidden; the boule thrown so is dead."""
    if fact.offence not in OFFENCES:
        return
    thrown = now.boule(now.thrown or "")
    caught = thrown is not None and thrown.id == fact.boule and now.phase in ("play", "count")
    if fact.offence == "second_boule" and not last_boule(now, fact.player, left=0 if fact.boule else 1):
        yield book.rule("offence.none", OFFENCES[fact.offence], offence=fact.offence, who=fact.player or fact.side)
        return
    side = fact.side or (thrown.side if caught and thrown else None)
    yield offence_ruling(book, fact.offence, side, fact.player, fact.boule)
    if caught and thrown is not None and thrown.reason != "contrary":
        yield from to_opponents(book, now, (thrown.id,), thrown.side, fact.offence, afterwards=True)


# --- the choice of the opponents ---------------------------------------------------------------------


def to_opponents(
    book: Bench, now: PetanqueState, ids: tuple[str, ...], side: Side, breach: str, *, afterwards: bool = False
) -> Rulings:
    """The opponents choose between the dead boule and the advantage, if that makes a difference and is not too late."""
    until = book.reading("A27")
    too_late = afterwards and until == "at_once"
    if too_late or (not displaced(now) and all(_dead_anyway(book, now, id) for id in ids)):
        yield from annulled(book, now, ids, breach)
        return
    boules = " ".join(ids)
    yield book.ask(
        "advantage", other(side), ("dead", "advantage"), "contrary.dead", "contrary.advantage", default="dead",
        about=boules, boule=boules, breach=breach,
    )  # fmt: skip


def _dead_anyway(book: Bench, now: PetanqueState, id: str) -> bool:
    """Would the boule be dead where it went, advantage or not?"""
    boule = now.boule(id)
    names = ("thrown", id) if id == now.thrown else (id,)
    return (boule is not None and not boule.live) or any(
        any(deaths(book, now, m)) for m in now.moved if m.object in names
    )


def annulled(
    book: Bench, now: PetanqueState, ids: tuple[str, ...], breach: str, objects: tuple[str, ...] | None = None
) -> Rulings:
    """The boules are dead, and what they moved goes back where it was marked.

    `objects`: what these boules moved, where others of the same throw count; else it is all that was moved.
    """
    whole = objects is None
    moved = [m for m in displaced(now) if objects is None or m.object in objects]
    back, stay = parted(book, moved)
    dead: tuple[Effect, ...] = tuple(BouleDead(id, "contrary") for id in ids)
    if whole and not back:
        dead = (*dead, MovesUndone((), True))
    yield book.rule("contrary.dead", *dead, "contrary.dead", boule=" ".join(ids), offence=breach)
    if back:
        effects = (*put_back(back, annulled=whole), *reopened(now, back))
        yield book.rule("contrary.put_back", *effects, "contrary.restore", objects=listed(back))
    if stay:
        yield book.rule("boule.moved_stays", *no_claim(stay), objects=listed(stay))


@decision("legality", on=Chosen, answers=("advantage",), cites=CLAUSES)
def advantage_or_dead(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The opponents have the boule dead and its work undone, or let all of it stand."""
    book.reading("A27")
    ids, breach = tuple(answer.option.about.split(" ")), str(answer.option.slots["breach"])
    if answer.choice == "advantage":
        stays = tuple(BouleStays(id) for id in ids)
        side = answer.option.side
        yield book.rule("contrary.advantage_taken", *stays, "contrary.let_stand", boule=answer.option.about, side=side)
        return
    alone = ids == together_thrown(now, answer.fact)
    yield from annulled(book, now, ids, breach, None if alone else answer.chosen.objects)


def together_thrown(now: PetanqueState, fact: f.AnyFact) -> tuple[str, ...]:
    """The boules of the throw that is being judged, whichever fact brought the breach to light."""
    if isinstance(fact, f.BouleThrown):
        return together(now, fact)
    return (now.thrown,) if now.thrown else ()


# --- an unmarked jack driven out ---------------------------------------------------------------------


@decision(
    "revival", on=(f.BouleThrown, f.OffenceSeen), cites=("contrary.restore", "complaint.unmarked"), unexpected=True
)
def unmarked_jack_driven_out(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So
) -> Rulings:
    """An unmarked jack that a boule against the rules drove out can't be put back, unless the umpire says so."""
    if not now.jack.dead or not any(m.object == "jack" for m in displaced(now)) or not _annulled(so_far):
        return
    answer = book.settled("A26")
    if answer is None:
        yield book.ask_umpire("contrary_jack_out", "A26", "contrary.restore")
    else:
        yield from _jack_as_umpire_says(book, now, answer)


def _annulled(so_far: So) -> bool:
    return any(isinstance(e, BouleDead) and e.reason == "contrary" for r in so_far for e in r.effects)


def _jack_as_umpire_says(book: Bench, now: PetanqueState, answer: str) -> Rulings:
    if answer == "put_back":
        effects = (JackRestored(), MovesUndone(("jack",), now.thrown is None), *reopened(now, ("jack",)))
        yield book.rule("contrary.put_back", *effects, "contrary.restore", objects="jack")
    else:
        yield book.rule("contrary.jack_stays_dead", "complaint.unmarked")


@decision("revival", on=Chosen, answers=("contrary_jack_out",), cites=("contrary.restore", "complaint.unmarked"))
def umpire_on_the_jack(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the unmarked jack is dead or put back."""
    book.reading("A26")
    yield from _jack_as_umpire_says(book, now, answer.choice)


RULES = (
    one_at_a_time, breach_is_possible, against_the_rules, umpire_on_the_throw, offence_seen, advantage_or_dead,
    unmarked_jack_driven_out, umpire_on_the_jack,
)  # fmt: skip
