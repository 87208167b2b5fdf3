"""Complaints: to whom, when, about what, and what an unfounded one costs."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.clock import end_under_way
from carreau.petanque.effects import ComplaintClosed, ComplaintHeard, ComplaintsDue, Scored, TeamOut
from carreau.petanque.forfeit import forfeited, side_asked
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

KIT = ("material", "diameter", "weight", "marks")
BOULES = (*KIT, "altered")
REFUSED_CLAUSES = (
    "complaint.to_umpire", "complaint.too_late", "complaint.boule_too_late", "complaint.unmarked",
    "boule_moved.unmarked", "pick_up.no_claim", "complaint.boule_before_game",
)  # fmt: skip


def game_begun(book: Bench, now: PetanqueState) -> bool:
    """Has this game begun: at its first throw of the jack, or at the signal where the organiser says so?"""
    if book.reading("A46") == "first_jack_throw":
        return now.game_started
    return now.game_started or now.game_signalled


def unheard(book: Bench, now: PetanqueState, fact: f.ComplaintMade) -> Iterator[tuple[str, str]]:
    """Why a complaint is not heard: each reason with its clause."""
    if fact.to != "umpire":
        yield "to_other", "complaint.to_umpire"
    if now.phase == "over" or (now.phase == "result" and book.reading("A47") == "points_agreed"):
        yield "over", "complaint.too_late"
        if fact.about in BOULES and book.has("complaint.boule_too_late"):
            yield "over_boules", "complaint.boule_too_late"
    if fact.about in KIT and game_begun(book, now):
        yield "begun", "complaint.boule_before_game"
    if fact.about == "picked_up":
        yield "picked_up", "pick_up.no_claim"
    if (unmarked := not_marked(now, fact)) is not None:
        yield "unmarked", "complaint.unmarked"
        if unmarked == "boule":
            yield "unmarked_boule", "boule_moved.unmarked"


def not_marked(now: PetanqueState, fact: f.ComplaintMade) -> str | None:
    """Is it about a jack or boule whose place nobody had marked?"""
    if fact.about in ("unmarked_jack", "unmarked_boule"):
        return fact.about.removeprefix("unmarked_")
    if fact.object == "jack" and fact.about in ("jack", "other"):
        return "jack" if now.jack.marked is False else None
    boule = now.boule(fact.object or "")
    return "boule" if boule is not None and fact.about == "other" and boule.marked is False else None


@decision("fact", on=f.ComplaintMade, cites=(*REFUSED_CLAUSES, "complaint.boule_between_ends"))
def complaint_made(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ComplaintMade, so_far: So) -> Rulings:
    """A complaint is heard when it is made to the umpire, in time, and about something that can be claimed."""
    reasons = list(unheard(book, now, fact))
    for reason, clause in reasons:
        yield book.rule("complaint.refused", clause, side=fact.side, reason=reason, kind=fact.about)
    if reasons:
        return
    slots = {"side": fact.side, "kind": fact.about}
    if fact.about == "altered":
        held = end_under_way(now)
        heard = ComplaintHeard(fact.side, fact.about, held)
        yield book.rule("complaint.held" if held else "complaint.heard", heard, "complaint.boule_between_ends", **slots)
    elif fact.about in KIT:
        heard = ComplaintHeard(fact.side, fact.about, False)
        yield book.rule("complaint.heard", heard, "complaint.boule_before_game", **slots)
    else:
        yield book.rule("complaint.heard", "complaint.to_umpire", **slots)


@decision("win", on=(f.EndCounted, f.Ruled), cites=("complaint.boule_between_ends",))
def held_complaints(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """What was held during the end is heard when it is over."""
    if now.phase == "agreed":
        for complaint in now.complaints:
            if complaint.held:
                yield book.rule(
                    "complaint.heard",
                    ComplaintsDue(),
                    "complaint.boule_between_ends",
                    side=complaint.side,
                    kind=complaint.about,
                )


@decision("door", on=f.ComplaintSettled, cites=("umpire.strict_application", "complaint.boule_between_ends"))
def settled_by_umpire(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ComplaintSettled, so_far: So
) -> Rulings:
    """The umpire, or the jury, looks into a complaint; one held during the end is not unfounded before the end is over."""
    if now.moment.by not in ("umpire", "jury", "simulator"):
        yield book.refuse("refused.umpire_only", "umpire.strict_application", by=now.moment.by)
    elif not fact.upheld and end_under_way(was) and _held(was, fact):
        yield book.refuse("refused.complaint_held", "complaint.boule_between_ends", side=fact.side)


def _held(was: PetanqueState, fact: f.ComplaintSettled) -> bool:
    return any(c.held and (c.side, c.about) == (fact.side, fact.about) for c in was.complaints)


SETTLED_CLAUSES = (
    "complaint.unfounded",
    "complaint.boule_between_ends",
    "complaint.boule_before_game",
    "boule_kit.tampered_out",
)


@decision("fact", on=f.ComplaintSettled, cites=SETTLED_CLAUSES)
def complaint_settled(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ComplaintSettled, so_far: So
) -> Rulings:
    """A complaint about the opponents' boules that proves unfounded costs points from a certain end on."""
    closed = ComplaintClosed(fact.side, fact.about)
    clause = "complaint.boule_before_game" if fact.about in KIT else "complaint.boule_between_ends"
    if fact.upheld:
        if fact.about == "altered" and now.phase != "over":
            out = TeamOut(other(fact.side), "competition")
            yield forfeited(book, now, other(fact.side), "tampered", closed, out, "boule_kit.tampered_out", clause)
        else:
            yield book.rule("complaint.upheld", closed, clause, side=fact.side, kind=fact.about)
        return
    ends = ends_before(book, now, fact)
    first = book.limit("complaint.unfounded_from_end")
    if not book.has_reading("C39"):
        yield book.rule("complaint.unfounded", closed, clause, side=fact.side, kind=fact.about)
        if ends >= first and _may_cost(book, fact) and now.phase not in ("over", "result"):
            yield _points(book, fact.side)
    elif ends == first - 1 and book.settled("C39") is None and now.phase not in ("over", "result"):
        yield book.rule("complaint.unfounded", closed, clause, side=fact.side, kind=fact.about)
        yield book.ask_umpire("unfounded_end", "C39", "complaint.unfounded", about=fact.side, of=fact.side, waits=False)
    else:
        due = ends >= (first - 1 if ends == first - 1 and book.reading("C39") == "after_second_end" else first)
        yield book.rule("complaint.unfounded", closed, clause, side=fact.side, kind=fact.about)
        if due and now.phase not in ("over", "result"):
            yield _points(book, fact.side)


def _may_cost(book: Bench, fact: f.ComplaintSettled) -> bool:
    """Do unfounded complaints of this kind cost points, where a text hears some of them before the game only?"""
    return fact.about not in KIT or book.reading("B32") == "all"


def ends_before(book: Bench, now: PetanqueState, fact: f.ComplaintSettled) -> int:
    """How many ends had been played when the complaint was lodged; void ones too, unless this game's book says not."""
    made = next((c.ends for c in now.complaints if (c.side, c.about) == (fact.side, fact.about)), now.ends_completed)
    if book.reading("A44") == "counts":
        return made
    return len({p.end for p in now.score_log if p.kind == "end" and p.end <= made})


def _points(book: Bench, side: Side) -> Ruling:
    points = book.limit("complaint.unfounded_points")
    scored = Scored("penalty", other(side), points)
    return book.rule("complaint.points", scored, "complaint.unfounded", side=other(side), points=points)


@decision("fact", on=Chosen, answers=("unfounded_end",), cites=("complaint.unfounded",))
def unfounded_end(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a complaint just before the third end costs points."""
    book.reading("C39")
    side = side_asked(answer)
    if answer.choice == "after_second_end" and now.phase not in ("over", "result"):
        yield _points(book, side)
    else:
        yield book.rule("complaint.no_points", "complaint.unfounded", side=side)


RULES = (settled_by_umpire, complaint_made, complaint_settled, unfounded_end, held_complaints)
