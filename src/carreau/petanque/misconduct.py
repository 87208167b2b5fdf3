"""Lack of sportsmanship, misconduct, and who refuses a decision: what umpire, jury and organisers may do."""

from collections.abc import Iterator
from typing import Any

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.conduct import excluded, record
from carreau.petanque.effects import Recorded, TeamOut
from carreau.petanque.forfeit import forfeited, nobody_wins, person_of, side_asked
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

OVER = ("over", "result")
UMPIRE = ("umpire", "simulator")
CLAUSES = (
    "sportsmanship.out", "sportsmanship.results", "misconduct.penalties", "misconduct.exclusion", "misconduct.licence",
    "misconduct.prizes", "sportsmanship.prizes", "misconduct.team_mates", "umpire.refused", "card.red", "umpire.spectators",
)  # fmt: skip
BREACHES = {
    "unsporting": "sportsmanship.out",
    "prize_sharing": "sportsmanship.prizes",
    "misconduct": "misconduct.penalties",
    "refusal": "umpire.refused",
}

AUTHORITY: dict[str, str] = {"misconduct_out": "umpire", "misconduct_licence": "jury", "misconduct_prizes": "committee"}


@decision("door", on=f.OffenceSeen, cites=("umpire.refused",))
def something_was_ruled(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So
) -> Rulings:
    """Nobody can refuse a decision that was not made."""
    if fact.offence == "refusal" and not was.rulings_by_umpire:
        yield book.refuse("refused.nothing_to_refuse", "umpire.refused", player=fact.player or fact.side)


@decision("legality", on=f.OffenceSeen, cites=CLAUSES)
def misconduct_seen(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Misconduct is put to those who may punish it, each with the penalty that is theirs; nothing follows by itself."""
    yield from _seen(book, now, fact, AUTHORITY)


@decision("legality", on=f.OffenceSeen, cites=CLAUSES)
def misconduct_seen_by_umpire(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So
) -> Rulings:
    """The same where the umpire may also withdraw the licence."""
    yield from _seen(book, now, fact, AUTHORITY | {"misconduct_licence": "umpire"})


def _seen(book: Bench, now: PetanqueState, fact: f.OffenceSeen, authority: dict[str, str]) -> Rulings:
    whom = person_of(now, fact.player, fact.side)
    if fact.offence not in BREACHES:
        return
    clause = BREACHES[fact.offence]
    if fact.person == "spectator" or whom is None:
        yield book.rule("conduct.spectator", Recorded("spectator"), "umpire.spectators", offence=fact.offence)
        return
    slots = {"player": whom[0], "side": whom[1], "offence": fact.offence}
    yield book.rule("conduct.breach", record(now, fact), clause, **slots)
    about: dict[str, Any] = {"player": whom[0], "of": whom[1], "offence": fact.offence}
    if fact.offence == "misconduct":
        yield from _three_penalties(book, authority, **about)
    elif fact.offence in ("unsporting", "prize_sharing"):
        both = ("both_out",) if fact.complicity else ()
        yield book.ask(
            "team_excluded",
            "umpire",
            ("team_out", *both, "none"),
            clause,
            may=UMPIRE,
            about=whom[1],
            waits=False,
            **about,
        )
    else:
        who = ("player_out", "team_out", "none")
        yield book.ask("refusal", "umpire", who, clause, may=UMPIRE, about=whom[0], waits=False, **about)


def _three_penalties(book: Bench, authority: dict[str, str], **about: str) -> Rulings:
    first = "exclude" if book.reading("A50") == "exclusion_proposed" else None
    whose: dict[str, Any] = {"about": about["player"], "waits": False, **about}
    clause = "misconduct.penalties"
    yield book.ask("misconduct_out", "umpire", ("exclude", "none"), clause, default=first, may=UMPIRE, **whose)
    licence = authority["misconduct_licence"]
    yield book.ask("misconduct_licence", licence, ("withdraw", "none"), clause, may=(licence,), **whose)
    yield book.ask("misconduct_prizes", "committee", ("keep", "none"), clause, may=("committee",), **whose)


def _whom(answer: Answer) -> tuple[str, Side]:
    slots = answer.option.slots
    return str(slots["player"]), side_asked(answer)


PENALTY = {
    "misconduct_out": "misconduct.exclusion",
    "misconduct_licence": "misconduct.licence",
    "misconduct_prizes": "misconduct.prizes",
}


@decision("legality", on=Chosen, answers=tuple(PENALTY), cites=CLAUSES)
def misconduct_punished(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Exclusion is the umpire's, the licence the jury's, money and prizes the organisers'; each may be extended."""
    ask, (person, side) = answer.option.ask, _whom(answer)
    if answer.choice == "none":
        yield book.rule("misconduct.none", "misconduct.penalties", player=person, how=ask)
        return
    if ask == "misconduct_out":
        yield from excluded(book, now, (person, side), PENALTY[ask])
    else:
        yield book.rule("misconduct.recorded", Recorded(ask), PENALTY[ask], player=person, how=ask)
    if now.setup.format != "singles":
        may = answer.option.may[0]
        yield book.ask(
            "team_mates", may, ("extend", "none"), "misconduct.team_mates", may=(may, "simulator"), about=side,
            waits=False, player=person, of=side, how=ask,
        )  # fmt: skip


@decision("legality", on=Chosen, answers=("team_mates",), cites=CLAUSES)
def team_mates(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Whoever laid the penalty down may extend it to the team-mates."""
    (person, side), how = _whom(answer), str(answer.option.slots["how"])
    if answer.choice == "none":
        yield book.rule("misconduct.player_only", "misconduct.team_mates", player=person)
    elif how == "misconduct_out" and now.phase not in OVER:
        yield forfeited(book, now, side, "excluded", TeamOut(side, "competition"), "misconduct.team_mates")
    else:
        yield book.rule("misconduct.extended", Recorded(how), "misconduct.team_mates", side=side, how=how)


@decision("legality", on=Chosen, answers=("team_excluded", "refusal"), cites=CLAUSES)
def exclusion_decided(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire excludes player or team, or does not."""
    person, side = _whom(answer)
    clause = BREACHES[str(answer.option.slots["offence"])]
    clause = "sportsmanship.out" if clause == "sportsmanship.prizes" and answer.choice != "none" else clause
    match answer.choice:
        case "none":
            yield book.rule("misconduct.no_exclusion", clause, player=person)
        case "player_out":
            yield from excluded(book, now, (person, side), clause)
        case _:
            yield from team_excluded(book, now, side, clause, both=answer.choice == "both_out")


def team_excluded(book: Bench, now: PetanqueState, side: Side, clause: str, *, both: bool) -> Rulings:
    """A team is out of the competition, and its results are for the officials to keep or annul."""
    out = TeamOut(side, "competition")
    if now.phase in OVER:
        yield book.rule("people.team_out", out, clause, side=side)
    elif both:
        yield nobody_wins(book, "excluded", out, TeamOut(other(side), "competition"), clause)
    else:
        yield forfeited(book, now, side, "excluded", out, clause)
    if clause == "sportsmanship.out":
        yield book.ask(
            "results", "umpire", ("keep", "annul"), "sportsmanship.results", may=("umpire", "jury", "committee"),
            about=side, waits=False, of=side,
        )  # fmt: skip


@decision("legality", on=Chosen, answers=("results",), cites=CLAUSES)
def results(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The officials keep or annul the results of an excluded team."""
    side = answer.option.slots["of"]
    yield book.rule(f"results.{answer.choice}", Recorded("results"), "sportsmanship.results", side=side)


RULES = (something_was_ruled, misconduct_seen, misconduct_punished, team_mates, exclusion_decided, results)
