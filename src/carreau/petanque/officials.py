"""What umpire, jury and organisers rule themselves, and the paper they leave."""

from collections.abc import Iterator
from typing import Literal

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.clock import end_under_way
from carreau.petanque.conduct import excluded
from carreau.petanque.effects import (
    BouleDead,
    BouleLive,
    EndOver,
    HeadIs,
    JackDead,
    JackGood,
    JackHandedOver,
    JackInvalid,
    JackLive,
    Paused,
    PhaseIs,
    Recorded,
    Scored,
    TeamOut,
    TurnIs,
)
from carreau.petanque.forfeit import both_out, forfeited, nobody_wins, person_of
from carreau.petanque.misconduct import team_excluded
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

Scope = Literal["game", "competition"]

OVER = ("over", "result")
AUTHORITY: dict[str, tuple[str, ...]] = {
    "licence_withdrawn": ("jury",),
    "prizes_withheld": ("committee",),
    "results_annulled": ("umpire", "jury", "committee"),
    "extended_to_team": ("umpire", "jury", "committee"),
    "note": ("umpire", "jury", "committee"),
}
BY_OUTCOME: dict[str, str] = {
    "licence_withdrawn": "misconduct.licence",
    "prizes_withheld": "misconduct.prizes",
    "results_annulled": "sportsmanship.results",
    "extended_to_team": "misconduct.team_mates",
    "smooth_running": "phase.overrun",
    "suspend": "weather.stop",
    "call_off": "weather.stop",
    "resume": "weather.stop",
}
CITABLE = (
    *dict.fromkeys(BY_OUTCOME.values()), "sportsmanship.out", "misconduct.exclusion", "umpire.refused",
    "conduct.persists", "dress.persists", "weather.finish_end", "card.team_out", "card.both_out",
)  # fmt: skip
OF_THE_GAME = ("card.team_out", "card.both_out")
RULED_CLAUSES = (
    *CITABLE, "umpire.strict_application", "jury.unforeseen", "jury.size", "jury.casting_vote", "card.red",
)  # fmt: skip
NEEDS: dict[str, tuple[str, ...]] = {
    "turn": ("side",),
    "points": ("side", "points"),
    "boule_dead": ("object",),
    "boule_live": ("object",),
    "holds": ("holds",),
    "player_out": ("player",),
    "team_out": ("side",),
    "game_won": ("side",),
    "extended_to_team": ("side",),
}

# --- may it be ruled? ----------------------------------------------------------------------------


@decision("door", on=f.Ruled, cites=("umpire.strict_application", *BY_OUTCOME.values()))
def by_whom(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling has its author: the umpire, the jury, or for their own penalties the organisers."""
    may = AUTHORITY.get(fact.outcome, ("umpire", "jury"))
    yield from _by_whom(book, now, fact, may)


@decision("door", on=f.Ruled, cites=("umpire.strict_application", *BY_OUTCOME.values()))
def licence_is_the_umpires(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling has its author, where the umpire may also withdraw a licence."""
    may = ("umpire",) if fact.outcome == "licence_withdrawn" else AUTHORITY.get(fact.outcome, ("umpire", "jury"))
    yield from _by_whom(book, now, fact, may)


def _by_whom(book: Bench, now: PetanqueState, fact: f.Ruled, may: tuple[str, ...]) -> Rulings:
    clause = BY_OUTCOME.get(fact.outcome, "umpire.strict_application")
    if now.moment.by not in (*may, "simulator"):
        yield book.refuse("refused.not_his_to_rule", clause, by=now.moment.by, how=fact.outcome)
    elif fact.outcome in ("suspend", "call_off") and (now.moment.by != "jury" and fact.jury_size is None):
        yield book.refuse("refused.umpire_and_jury", "weather.stop", by=now.moment.by)


@decision("door", on=f.Ruled, cites=("jury.size", "jury.casting_vote"))
def jury_is_regular(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A jury has three to five members, and with equal votes its president must have voted."""
    yield from _regular(book, fact)
    if _equal_votes(fact) and fact.president_with is None:
        yield book.refuse("refused.president_missing", "jury.casting_vote", n=_first_votes(fact))


@decision("door", on=f.Ruled, cites=("jury.size", "jury.casting_vote"))
def umpire_breaks_the_tie(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A jury has three to five members, and when it is divided the umpire has to say which side he takes."""
    yield from _regular(book, fact)
    if _equal_votes(fact) and fact.umpire_with is None:
        yield book.refuse("refused.umpire_missing", "jury.casting_vote", n=_first_votes(fact))


def _equal_votes(fact: f.Ruled) -> bool:
    return fact.votes is not None and fact.votes[0] == fact.votes[1]


def _first_votes(fact: f.Ruled) -> int:
    return fact.votes[0] if fact.votes is not None else 0


def _regular(book: Bench, fact: f.Ruled) -> Rulings:
    fewest, most = book.limit("jury.fewest"), book.limit("jury.most")
    if fact.jury_size is not None and not fewest <= fact.jury_size <= most:
        yield book.refuse("refused.jury_size", "jury.size", n=fact.jury_size, fewest=fewest, most=most)
    elif fact.votes is not None and sum(fact.votes) > (fact.jury_size or most):
        yield book.refuse("refused.jury_votes", "jury.size", n=sum(fact.votes), most=fact.jury_size or most)


@decision("door", on=f.Ruled)
def ruling_is_possible(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling names what it is about, and changes only what is there."""
    missing = [name for name in NEEDS.get(fact.outcome, ()) if getattr(fact, name) is None]
    if missing:
        yield book.refuse("refused.ruling_incomplete", how=fact.outcome, missing=", ".join(missing))
    elif fact.clause is not None and _named(book, fact.clause) is None:
        yield book.refuse("refused.no_such_clause", clause=fact.clause)
    elif fact.outcome in ("boule_dead", "boule_live") and was.boule(fact.object or "") is None:
        yield book.refuse("refused.no_such_boule", boule=fact.object, end=was.end)
    elif not _in_time(was, fact):
        yield book.refuse("refused.nothing_to_rule", how=fact.outcome, phase=was.phase)
    elif fact.player is not None and was.players and was.player(fact.player) is None:
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)


def _named(book: Bench, clause: str) -> str | None:
    """The key of a clause that was named by key or by row."""
    rows = (k for k, c in book.book.clauses.items() if clause in (c.row, c.row.split("/")[1]))
    return clause if clause in book.book.clauses else next(rows, None)


def _in_time(was: PetanqueState, fact: f.Ruled) -> bool:
    """Is there still what the ruling changes: an end, a jack, a game?"""
    match fact.outcome:
        case "turn":
            return was.phase == "play" and fact.side is not None and was.hand(fact.side) > 0
        case "void_end":
            return end_under_way(was) and was.phase not in (*OVER, "suspended")
        case "jack_valid" | "jack_invalid":
            return (
                was.jack.thrown_by is not None and was.jack.status in ("thrown", "invalid", "open") and not was.boules
            )
        case "jack_dead" | "boule_dead" | "boule_live" | "holds":
            return was.phase in ("play", "count")
        case "jack_live":
            return was.jack.dead and was.phase == "count"
        case "points" | "team_out" | "both_out" | "game_won" | "suspend" | "call_off":
            return (
                was.phase not in OVER
                and (fact.outcome != "suspend" or was.phase != "suspended")
                and (fact.points or 1) > 0
            )
        case "resume":
            return was.phase == "suspended"
        case _:
            return True


# --- what is ruled -------------------------------------------------------------------------------


def cited(book: Bench, now: PetanqueState, fact: f.Ruled) -> tuple[str, ...]:
    """The clauses of a ruling: the one it rests on, else that nothing is foreseen; and the jury's own."""
    key = _named(book, fact.clause) if fact.clause is not None else BY_OUTCOME.get(fact.outcome, "jury.unforeseen")
    clause = key if key in CITABLE or key == "jury.unforeseen" else "umpire.strict_application"
    jury = ("jury.size",) if now.moment.by == "jury" else ()
    tie = ("jury.casting_vote",) if _equal_votes(fact) else ()
    return (str(clause), *jury, *tie)


def adopted(fact: f.Ruled) -> bool:
    """Has the jury adopted what was put to it? With equal votes the president's vote decides, or the umpire."""
    if fact.votes is None:
        return True
    first, second = fact.votes
    return first > second if first != second else (fact.president_with or fact.umpire_with) == "first"


@decision("legality", on=f.Ruled, cites=RULED_CLAUSES)
def ruled(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """An official's ruling stands: under the clause named, else as a case that the text does not foresee."""
    clauses = cited(book, now, fact)
    if not adopted(fact):
        yield book.rule("officials.not_adopted", *clauses, by=now.moment.by, how=fact.outcome)
        return
    side = fact.side
    match fact.outcome:
        case "player_out" if fact.player is not None:
            whom = person_of(now, fact.player, side)
            yield from excluded(book, now, whom, clauses[0]) if whom is not None else ()
        case "team_out" | "extended_to_team" if side is not None and clauses[0] not in OF_THE_GAME:
            yield from team_excluded(book, now, side, clauses[0], both=False)
        case "team_out" if side is not None:
            yield forfeited(book, now, side, "disqualified", TeamOut(side, "game"), *clauses)
        case "both_out":
            scope: Scope = "game" if clauses[0] in OF_THE_GAME else "competition"
            how = "both_disqualified" if scope == "game" else "excluded"
            yield nobody_wins(book, how, *both_out(now, scope), *clauses)
        case "game_won" if side is not None:
            yield forfeited(book, now, other(side), "ruled", *clauses)
        case "call_off":
            yield from _called_off(book, now, clauses)
        case "to_jury":
            yield book.rule("officials.to_jury", Recorded("to_jury"), *clauses)
            yield book.ask("jury", "jury", ("in_favour", "against"), *clauses, may=("jury",), waits=False)
        case _:
            yield _plain(book, now, fact, clauses)
    if clauses[1:]:
        yield book.rule("officials.jury", *clauses[1:], how=fact.outcome, n=fact.jury_size)


def _called_off(book: Bench, now: PetanqueState, clauses: tuple[str, ...]) -> Rulings:
    yield book.rule("weather.suspended", *((Paused(True),) if now.phase != "suspended" else ()), *clauses)
    if (answer := book.settled("A54")) is None:
        yield book.ask_umpire("stopped_game", "A54", *clauses, waits=False)
    else:
        closed = () if answer == "suspended" else (nobody_wins(book, answer, *clauses).effects[0],)
        yield book.rule("weather.result", *closed, *clauses, how=answer)


def _plain(book: Bench, now: PetanqueState, fact: f.Ruled, clauses: tuple[str, ...]) -> Ruling:
    slots = {
        "by": now.moment.by,
        "how": fact.outcome,
        "side": fact.side,
        "object": fact.object,
        "points": fact.points or 0,
    }
    return book.rule(
        "officials.ruled", *effects_of(book, now, fact), *clauses, note=fact.note or "", clause=fact.clause, **slots
    )


def effects_of(book: Bench, now: PetanqueState, fact: f.Ruled) -> tuple[Effect, ...]:
    """What a ruling changes on the ground and in the score."""
    match fact.outcome:
        case "points" if fact.side is not None:
            return (Scored("penalty", fact.side, fact.points or 0),)
        case "void_end":
            return (EndOver(True),)
        case "jack_dead":
            return (JackDead("ruled"),)
        case "jack_live":
            return (JackLive(), *((PhaseIs("play"),) if not now.closed else ()))
        case "jack_valid":
            return (JackGood(),)
        case "jack_invalid" if not book.has("jack.placed_by_opponents"):
            return (JackInvalid("ruled"),)
        case "jack_invalid" if now.jack.thrown_by is not None:
            return (JackHandedOver(other(now.jack.thrown_by)),)
        case "boule_dead":
            return (BouleDead(fact.object or "", "ruled"),)
        case "boule_live":
            return (BouleLive(fact.object or ""),)
        case "suspend":
            return (Paused(True),)
        case "resume":
            return (Paused(False),)
        case "licence_withdrawn" | "prizes_withheld" | "results_annulled" | "smooth_running" | "note":
            return (Recorded(fact.outcome),)
        case _:
            return ()


@decision("head", on=f.Ruled, cites=RULED_CLAUSES)
def holder_ruled(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """The umpire's word on who holds counts before any other."""
    if fact.outcome == "holds" and fact.holds is not None and adopted(fact):
        yield book.rule(
            "officials.holds", HeadIs(fact.holds, by="umpire"), *cited(book, now, fact)[:1], side=fact.holds
        )


@decision("turn", on=f.Ruled, cites=RULED_CLAUSES)
def turn_ruled(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """The umpire's word on who plays stands until a boule is thrown."""
    if fact.outcome == "turn" and fact.side is not None and adopted(fact):
        clauses = cited(book, now, fact)[:1]
        computed = was.turn.side if was.turn is not None else None
        yield book.rule(
            "officials.turn",
            TurnIs(fact.side, "boule", clauses, ruled=True),
            *clauses,
            side=fact.side,
            other=computed,
        )


@decision("legality", on=Chosen, answers=("jury",), cites=("jury.unforeseen", "jury.size"))
def jury_answers(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """What the umpire passed to the jury is decided there, without appeal."""
    yield book.rule(f"officials.{answer.choice}", Recorded("jury"), "jury.unforeseen", "jury.size")


# --- paper ---------------------------------------------------------------------------------------

PAPER: dict[str, str] = {
    "conduct": "umpire.strict_application",
    "spectator": "umpire.spectators",
    "committee": "misconduct.report",
    "appeal": "misconduct.last_word",
}


@decision("legality", on=f.Reported, cites=tuple(PAPER.values()))
def reported(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Reported, so_far: So) -> Rulings:
    """A report is kept; the organisers' own has its time."""
    clause, limit = PAPER[fact.what], book.limit("misconduct.report")
    late = fact.what == "committee" and fact.after_ms is not None and fact.after_ms > limit
    key = "officials.report_late" if late else "officials.report"
    yield book.rule(key, Recorded(fact.what), clause, kind=fact.what, limit_ms=limit)


RULES = (
    by_whom, jury_is_regular, ruling_is_possible, ruled, holder_ruled, turn_ruled, jury_answers, reported,
)  # fmt: skip
