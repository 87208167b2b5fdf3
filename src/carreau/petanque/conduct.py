"""Breaches that somebody has seen: how one stands to throw, how the others behave, practice, dress; warnings."""

from collections.abc import Iterator
from typing import Any

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.cards import MAY_SHOW, STANCE, noted
from carreau.petanque.effects import CardGiven, JackHandedOver, OffenceNoted, OffenderWarned, Recorded
from carreau.petanque.forfeit import person_of, side_asked, taken_out
from carreau.petanque.orange import THROWING, left_behind, thrown_by
from carreau.petanque.state import PetanqueState
from carreau.petanque.thrown import next_id

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

OWN: dict[str, str] = {
    "circle": "stance.penalty",  # where a text sends faults in the circle to its ladder
    "feet_outside": "stance.feet_inside",
    "feet_lifted": "stance.feet_down",
    "body_outside": "stance.body",
    "wheel_outside": "stance.wheelchair",
    "disturbing": "conduct.disturbing",
    "between": "conduct.between",
    "position": "conduct.opponents_place",
    "practice": "practice.forbidden",
    "dress": "dress.clothing",
    "smoking": "dress.smoking_phone",
    "phone": "dress.smoking_phone",
    "measuring_feet": "measure.feet",
    "absence": "absence.leave",
    "own_instrument": "measure.instruments",
    "other": "umpire.strict_application",
    "old_circle": "umpire.strict_application",
    "noise": "conduct.silence",
}
QUIET = ("noise", "disturbing", "between", "position")
DRESS = ("dress", "smoking", "phone")
QUESTIONS = ("no_fault", "fault")


def clause_of(book: Bench, offence: str) -> str:
    """The clause that a breach of this module breaks."""
    return book.first(OWN[offence], "stance.feet_inside") if offence == "circle" else OWN[offence]


def claimed(now: PetanqueState, fact: f.OffenceSeen) -> bool:
    """Do only the opponents say so?"""
    return now.moment.by in SIDES and now.moment.by != fact.side


@decision("door", on=f.OffenceSeen, cites=("umpire.strict_application",))
def breach_of_this_text(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So
) -> Rulings:
    """Only what the text forbids is a breach of it; anything else the umpire sees is entered as such."""
    clause = clause_of(book, fact.offence) if fact.offence in OWN else OF_OTHERS.get(fact.offence)
    if clause is not None and not book.book.covered.get(clause) and not book.has(clause):
        yield book.refuse("refused.no_such_offence", "umpire.strict_application", breach="other", offence=fact.offence)


OF_OTHERS = {"taps": "obstacle.taps", "prize_sharing": "sportsmanship.prizes"}  # breaches judged in other modules


# --- was it a fault? -----------------------------------------------------------------------------


@decision("fact", on=f.OffenceSeen, cites=tuple(dict.fromkeys(OWN.values())))
def fault_in_question(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """What only the opponents have seen, and one foot off the ground, are for the umpire to judge."""
    if fact.offence not in OWN or fact.person == "spectator":
        return
    slots: dict[str, Any] = {"player": fact.player or fact.side, "offence": fact.offence}
    if claimed(now, fact) and fact.offence in STANCE:
        if book.settled("A56") is None:
            yield book.ask_umpire(
                "claimed_fault", "A56", clause_of(book, fact.offence), about=fact.player or "", **slots
            )
    elif claimed(now, fact):
        yield book.ask(
            "claimed_fault", "umpire", QUESTIONS, clause_of(book, fact.offence), default=QUESTIONS[0], **slots
        )
    elif fact.offence == "feet_lifted" and fact.count == 1 and book.settled("A59") is None:
        yield book.ask_umpire("one_foot", "A59", "stance.feet_down", about=fact.player or "", **slots)


@decision("fact", on=Chosen, answers=("claimed_fault", "one_foot"), cites=tuple(dict.fromkeys(OWN.values())))
def fault_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether it was a fault."""
    if (reading := answer.option.slots.get("reading")) is not None:
        book.reading(str(reading))
    offence = str(answer.option.slots["offence"])
    slots = {"player": answer.option.slots["player"], "offence": offence}
    yield book.rule(f"conduct.{answer.choice}", clause_of(book, offence), **slots)


def no_fault(book: Bench, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> bool:
    """Has the umpire, or the book of this game, said that it is none?"""
    if any(r.key == "conduct.no_fault" for r in so_far):
        return True
    if any(r.key == "conduct.fault" for r in so_far):
        return False
    if claimed(now, fact) and fact.offence in STANCE:
        return book.reading("A56") == "no_fault"
    return fact.offence == "feet_lifted" and fact.count == 1 and book.reading("A59") == "no_fault"


# --- the breach ----------------------------------------------------------------------------------

OFFENCE_CLAUSES = (*tuple(dict.fromkeys(OWN.values())), "stance.one_foot", "umpire.spectators")


@decision("legality", on=f.OffenceSeen, cites=OFFENCE_CLAUSES)
def breach_seen(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """A breach goes on record under its clause; what the book excepts is none."""
    if fact.offence not in OWN:
        return
    clause = clause_of(book, fact.offence)
    whom = person_of(now, fact.player, fact.side) or (None, None)
    slots = {"player": whom[0], "side": whom[1], "offence": fact.offence}
    if fact.person == "spectator":
        yield book.rule("conduct.spectator", Recorded("spectator"), "umpire.spectators", offence=fact.offence)
    elif no_fault(book, now, fact, so_far):
        if not any(r.key == "conduct.no_fault" for r in so_far):
            yield book.rule("conduct.no_fault", clause, player=slots["player"], offence=fact.offence)
    elif (excepted := exception(book, now, fact)) is not None:
        yield excepted
    else:
        found = {"how": kept_from(book), "gap_mm": fact.distance_mm} if fact.offence == "position" else {}
        yield book.rule("conduct.breach", record(now, fact), clause, **slots, **found)


def record(now: PetanqueState, fact: f.OffenceSeen) -> OffenceNoted:
    """The breach as it is kept: by whom, and with which boule or before which."""
    whom = person_of(now, fact.player, fact.side)
    side = whom[1] if whom else None
    return OffenceNoted(fact.offence, side, fact.player, boule=fact.boule or _boule(now, fact, side))


def _boule(now: PetanqueState, fact: f.OffenceSeen, side: Side | None) -> str | None:
    if side is None or fact.on == "jack":
        return None
    thrown = thrown_by(now, fact.player or side, side) if fact.offence in THROWING else None
    return thrown.id if thrown is not None else next_id(now, side)


def kept_from(book: Bench) -> str:
    """From what the opponents keep their distance: from player or jack, where the text says so or it is read so."""
    return book.reading("C44") if book.has_reading("C44") else "player_or_jack"


def exception(book: Bench, now: PetanqueState, fact: f.OffenceSeen) -> Ruling | None:
    """Why it is no breach after all: an exemption, room enough, the phone of the score."""
    player = now.player(fact.player)
    exempt = player.exemption if player is not None else None
    if fact.offence == "feet_outside" and exempt == "one_foot" and (fact.count or 1) == 1:
        return book.rule("conduct.exempt", "stance.one_foot", player=fact.player, how=exempt)
    if fact.offence in ("feet_outside", "feet_lifted") and exempt == "wheelchair":
        return book.rule("conduct.exempt", "stance.wheelchair", player=fact.player, how=exempt)
    room = book.limit("conduct.opponent_gap")
    if fact.offence == "position" and fact.distance_mm is not None and fact.distance_mm >= room:
        how = kept_from(book)
        return book.rule(
            "conduct.far_enough", "conduct.opponents_place", gap_mm=fact.distance_mm, limit_mm=room, how=how
        )
    if fact.offence == "phone" and fact.scoring and book.reading("C43") == "authorised_device":
        return book.rule("conduct.phone_of_the_score", "dress.smoking_phone", player=fact.player or fact.side)
    return None


@decision("legality", on=f.OffenceSeen, cites=("stance.penalty", "jack.placed_by_opponents"))
def fault_with_the_jack(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So
) -> Rulings:
    """After a fault in the circle the throw of the jack stands, unless the umpire says that it failed."""
    side = now.jack.thrown_by
    open_still = now.jack.status in ("thrown", "open") and now.jack.placed_by is None and not now.boules
    if (
        fact.offence not in STANCE
        or fact.on != "jack"
        or side is None
        or not open_still
        or no_fault(book, now, fact, so_far)
    ):
        return
    answer = book.settled("A60")
    if answer is None:
        yield book.ask_umpire("jack_after_fault", "A60", "stance.penalty", about="jack", of=side)
    else:
        yield _jack_after_fault(book, side, answer)


def _jack_after_fault(book: Bench, side: Side, answer: str) -> Ruling:
    if answer == "stands":
        return book.rule("conduct.jack_stands", "stance.penalty", side=side)
    to = other(side)
    return book.rule(
        "conduct.jack_failed", JackHandedOver(to), "stance.penalty", "jack.placed_by_opponents", side=side, to=to
    )


@decision("legality", on=Chosen, answers=("jack_after_fault",), cites=("stance.penalty", "jack.placed_by_opponents"))
def jack_after_fault(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the throw of the jack stands after a fault in the circle."""
    book.reading("A60")
    side = side_asked(answer)
    yield _jack_after_fault(book, side, answer.choice)


# --- warnings and who persists -------------------------------------------------------------------

WARNING_CLAUSES = (
    "conduct.silence", "conduct.disturbing", "conduct.between", "conduct.opponents_place", "dress.clothing",
    "dress.smoking_phone", "conduct.persists", "dress.persists", "measure.feet", "measure.persists", "card.yellow",
    "card.red",
)  # fmt: skip


PERSISTING = {**dict.fromkeys(DRESS, "dress.persists"), "measuring_feet": "measure.persists"}


def persists_clause(offence: str) -> str:
    """The clause on persisting that covers a breach: disturbing the player, dress, smoke and phone, or measuring."""
    return PERSISTING.get(offence, "conduct.persists")


@decision("interference", on=(f.OffenceSeen, Chosen), cites=WARNING_CLAUSES)
def warning_due(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The first time the umpire may warn; who goes on after the warning may be excluded."""
    for seen in noted(so_far):
        whom = person_of(now, seen.player, seen.side)
        if seen.offence not in (*QUIET, *DRESS) or whom is None:
            continue
        slots = {"player": whom[0], "of": whom[1], "offence": seen.offence}
        clause = persists_clause(seen.offence)
        if not warned(was, whom[0], seen.offence):
            yield book.ask(
                "warning", "umpire", ("warn", "none"), clause_of(book, seen.offence), default="warn", may=MAY_SHOW,
                about=whom[0], waits=False, **slots,
            )  # fmt: skip
        elif (answer := book.settled("A48")) is None:
            yield book.ask_umpire("persists", "A48", clause, about=whom[0], waits=False, **slots)
        else:
            yield from _persisting(book, now, whom, seen.offence, answer)


def warned(was: PetanqueState, person: str, offence: str) -> bool:
    """Has this player been warned in this game for a breach of the same article?"""
    article = persists_clause(offence)
    seen = (s for s in was.offences if s.warned and person in (s.player, s.side))
    return any(persists_clause(s.offence) == article for s in seen)


@decision("legality", on=Chosen, answers=("warning",), cites=WARNING_CLAUSES)
def warning(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire warns, with a yellow card only where the organiser wants one for every warning."""
    slots = answer.option.slots
    person, offence = str(slots["player"]), str(slots["offence"])
    side = side_asked(answer)
    if answer.choice == "none":
        yield book.rule("conduct.let_go", clause_of(book, offence), player=person, offence=offence)
        return
    effects = (OffenderWarned(offence, person),)  # type: ignore[arg-type]
    if book.has_reading("C32") and book.reading("C32") == "all":
        card = CardGiven(person, side, "yellow", offence)
        yield book.rule(
            "card.shown", *effects, card, "card.yellow", player=person, side=side, card="yellow", offence=offence
        )
    else:
        yield book.rule("conduct.warned", *effects, clause_of(book, offence), player=person, side=side, offence=offence)


def _persisting(book: Bench, now: PetanqueState, whom: tuple[str, Side], offence: str, answer: str) -> Rulings:
    clause = persists_clause(offence)
    slots = {"player": whom[0], "offence": offence}
    if answer != "persists":
        again = OffenderWarned(offence, whom[0])  # type: ignore[arg-type]
        yield book.rule("conduct.warned_again", again, clause, **slots)
    elif offence in DRESS:
        yield from excluded(book, now, whom, clause)
    else:
        yield book.rule("conduct.persists", clause, **slots)
        yield book.ask(
            "exclusion", "umpire", ("exclude", "none"), clause, may=("umpire", "simulator"), about=whom[0], waits=False,
            of=whom[1], **slots,
        )  # fmt: skip


def excluded(book: Bench, now: PetanqueState, whom: tuple[str, Side], clause: str) -> Rulings:
    """A player is out of the competition, and of this game as after a red card."""
    out = tuple(taken_out(now, *whom, "competition", "excluded"))
    yield book.rule("people.excluded", *out, clause, player=whom[0], side=whom[1])
    yield from left_behind(book, now, whom, clause)


@decision("legality", on=Chosen, answers=("persists",), cites=WARNING_CLAUSES)
def persisting(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the player persists."""
    book.reading("A48")
    slots = answer.option.slots
    side = side_asked(answer)
    yield from _persisting(book, now, (str(slots["player"]), side), str(slots["offence"]), answer.choice)


@decision("legality", on=Chosen, answers=("exclusion",), cites=WARNING_CLAUSES)
def exclusion(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire excludes who persists, or does not."""
    slots = answer.option.slots
    side, clause = side_asked(answer), persists_clause(str(slots["offence"]))
    if answer.choice == "exclude":
        yield from excluded(book, now, (str(slots["player"]), side), clause)
    else:
        yield book.rule("conduct.stays_in", clause, player=str(slots["player"]))


RULES = (
    breach_of_this_text, fault_in_question, fault_judged, breach_seen, fault_with_the_jack, jack_after_fault, warning_due,
    warning, persisting, exclusion,
)  # fmt: skip
