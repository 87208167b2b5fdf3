"""The ladder of spoken penalties: a warning, a boule, a missed end, the team out; what is proposed and what each costs."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Choice, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.absorbing import boules_each
from carreau.petanque.cards import GROUND, MAY_SHOW, NOTING, noted, shown
from carreau.petanque.conduct import persists_clause, warned
from carreau.petanque.effects import (
    Barred,
    CardGiven,
    OffenceNoted,
    OffenderWarned,
    PlayerMisses,
    PlayerSits,
    TeamOut,
)
from carreau.petanque.forfeit import alone, both_out, forfeited, hand_of, nobody_wins, person_of, side_asked
from carreau.petanque.orange import ORANGE_CLAUSES, orange
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Whom = tuple[str, Side]

STEPS = ("warning", "boule", "end", "team")
STEP_CLAUSE = {
    "warning": "card.yellow",
    "boule": "card.orange",
    "end": "card.red",
    "team": "card.team_out",
    "both": "card.both_out",
}
LINK = {"time": ("clock.penalty",), "mud": ("throw.mud_penalty",), **dict.fromkeys(GROUND, ("obstacle.untouched",))}
ALL = (*STEP_CLAUSE.values(), "clock.penalty", "throw.mud_penalty", "obstacle.untouched", "measure.feet")

# --- what is proposed ------------------------------------------------------------------------------


@decision("interference", on=NOTING, cites=ALL)
def penalty_proposed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A breach that the text sends to the ladder is put to the umpire: the next step, another one, or none."""
    for seen in noted(so_far):
        whom = person_of(now, seen.player, seen.side)
        if seen.offence in LINK and whom is not None:
            yield _asked(book, now, whom, seen, complicity=bool(getattr(fact, "complicity", False)))


def _asked(book: Bench, now: PetanqueState, whom: Whom, seen: OffenceNoted, *, complicity: bool = False) -> Ruling:
    """Which step for this player? In singles nobody could play the end that is missed."""
    taken, _ = shown(book, now, whom[0], seen.offence)
    step = STEPS[min(taken, len(STEPS) - 1)]
    end = Choice("end", refused="singles") if alone(now, whom[1]) else Choice("end")
    both = ("both",) if complicity else ()
    step = "team" if step == "end" and end.refused else step
    choices = ("warning", "boule", end, "team", *both, "none")
    clauses = (STEP_CLAUSE[step], *LINK.get(seen.offence, ()))
    return book.ask(
        "penalty", "umpire", choices, *clauses, default=step, may=MAY_SHOW, about=whom[0], waits=False,
        player=whom[0], of=whom[1], offence=seen.offence, boule=seen.boule,
    )  # fmt: skip


@decision("door", on=f.CardShown, cites=("card.yellow",))
def no_cards(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CardShown, so_far: So) -> Rulings:
    """Penalties are spoken; nobody shows a card."""
    yield book.refuse("refused.no_cards", "card.yellow", card=fact.card)


# --- what each step costs --------------------------------------------------------------------------


@decision("legality", on=Chosen, answers=("penalty",), cites=(*ALL, *ORANGE_CLAUSES))
def penalty_taken(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire takes a step of the ladder, or lets the breach go without one."""
    slots, side = answer.option.slots, side_asked(answer)
    person, offence = str(slots["player"]), str(slots["offence"])
    whom, said = (person, side), {"player": person, "side": side, "offence": offence}
    match answer.choice:
        case "none":
            clause = LINK.get(offence, ("measure.feet",))[0]
            yield book.rule("penalty.none", clause, **said)
        case "warning":
            yield book.rule("penalty.warning", CardGiven(person, side, "warning", offence), "card.yellow", **said)
        case "boule":
            boule = None if slots["boule"] is None else str(slots["boule"])
            yield book.rule("penalty.boule", CardGiven(person, side, "boule", offence), "card.orange", **said)
            yield from orange(book, now, whom, offence, boule, True, "card.orange")
        case "end":
            yield book.rule("penalty.end", CardGiven(person, side, "end", offence), "card.red", **said)
            yield from _which_end(book, now, whom)
        case "team":
            yield from _team(book, now, side)
        case _:
            yield nobody_wins(book, "both_disqualified", *both_out(now, "game"), "card.both_out")


def _which_end(book: Bench, now: PetanqueState, whom: Whom) -> Rulings:
    """Which end the player misses is not printed."""
    answer = book.settled("B13")
    if answer is None:
        yield book.ask_umpire("which_end", "B13", "card.red", about=whom[0], waits=False, player=whom[0], of=whom[1])
    else:
        yield _missed(book, now, whom, answer)


@decision("legality", on=Chosen, answers=("which_end",), cites=("card.red",))
def end_named(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said which end the player misses."""
    book.reading("B13")
    yield _missed(book, now, (str(answer.option.slots["player"]), side_asked(answer)), answer.choice)


def _missed(book: Bench, now: PetanqueState, whom: Whom, answer: str) -> Ruling:
    person, side = whom
    if answer == "this_end" and now.phase in ("play", "count"):
        return book.rule("penalty.out_of_this_end", *sits_out(book, now, whom), "card.red", player=person, side=side)
    missed = PlayerMisses(person, side, book.limit("card.missed_ends"))
    return book.rule("penalty.misses_next_end", missed, "card.red", player=person, side=side)


def sits_out(book: Bench, now: PetanqueState, whom: Whom) -> tuple[Effect, ...]:
    """A player takes no part in this end: the boules he still has are not played."""
    person, side = whom
    known = now.player(person) is not None
    each = boules_each(book.book, now.setup)
    left = hand_of(now, person, side) if known else min(each, now.hand(side))
    sits: tuple[Effect, ...] = (PlayerSits(person),) if known else ()
    return (Barred(side, "missing", person if known else None, left), *sits) if left else sits


@decision("fact", on=(f.CirclePlaced, f.JackThrown, f.EndCounted), cites=("card.red",))
def end_missed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """At the start of an end whoever has to miss it sits out."""
    if was.end == now.end:
        return
    for player in now.players:
        if player.misses and player.plays:
            served = PlayerMisses(player.id, player.side, -1)
            out = sits_out(book, now, (player.id, player.side))
            yield book.rule("penalty.misses_end", *out, served, "card.red", player=player.id, side=player.side)
    for side in SIDES:
        if now.missing.of(side):
            out, served = sits_out(book, now, (side, side)), PlayerMisses(side, side, -1)
            yield book.rule("penalty.misses_end", *out, served, "card.red", player=side, side=side)


def _team(book: Bench, now: PetanqueState, side: Side) -> Rulings:
    """The team has lost this game; whether it is out of the competition as well the umpire says."""
    answer = book.settled("B14")
    yield forfeited(book, now, side, "disqualified", TeamOut(side, answer or "game"), "card.team_out")  # type: ignore[arg-type]
    if answer is None:
        yield book.ask_umpire("out_of_what", "B14", "card.team_out", about=side, waits=False, of=side)


@decision("legality", on=Chosen, answers=("out_of_what",), cites=("card.team_out",))
def out_of_what(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a disqualified team is out of the game only, or of the competition."""
    book.reading("B14")
    side = side_asked(answer)
    out = (TeamOut(side, "competition"),) if answer.choice == "competition" else ()
    yield book.rule(f"penalty.team_out_of_{answer.choice}", *out, "card.team_out", side=side)


# --- breaches between two clauses ------------------------------------------------------------------


@decision("interference", on=NOTING, cites=(*ALL, "wrong_boule.warning"))
def wrong_boule_and_ladder(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Whether the ladder named after the sentence on mud holds for a wrong boule too, the umpire says."""
    for seen in noted(so_far):
        whom = person_of(now, seen.player, seen.side)
        if seen.offence != "wrong_boule" or whom is None:
            continue
        answer = book.settled("B15")
        if answer is None:
            yield book.ask_umpire(
                "ladder_too", "B15", "throw.mud_penalty", "wrong_boule.warning", about=whom[0], waits=False,
                player=whom[0], of=whom[1], boule=seen.boule,
            )  # fmt: skip
        elif answer == "wrong_boule_too":
            yield _asked(book, now, whom, seen)


@decision("legality", on=Chosen, answers=("ladder_too",), cites=(*ALL, "wrong_boule.warning"))
def ladder_too(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the ladder holds for the wrong boule as well."""
    book.reading("B15")
    slots, side = answer.option.slots, side_asked(answer)
    person = str(slots["player"])
    if answer.choice == "wrong_boule_too":
        yield _asked(book, now, (person, side), OffenceNoted("wrong_boule", side, person))
    else:
        yield book.rule("penalty.mud_only", "wrong_boule.warning", player=person)


FEET = (*ALL, "measure.persists")


@decision("interference", on=NOTING, cites=FEET)
def measured_against_the_rules(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So
) -> Rulings:
    """Who measures against the rules is warned, and banned when he persists; or the ladder holds, as the umpire says."""
    for seen in noted(so_far):
        whom = person_of(now, seen.player, seen.side)
        if seen.offence != "measuring_feet" or whom is None:
            continue
        slots = {"player": whom[0], "of": whom[1], "offence": seen.offence}
        if warned(was, whom[0], seen.offence):
            clause = persists_clause(seen.offence)
            yield book.ask_umpire("persists", "A48", clause, about=whom[0], waits=False, **slots)
        elif (answer := book.settled("B17")) is None:
            yield book.ask_umpire("feet_penalty", "B17", "measure.feet", about=whom[0], waits=False, **slots)
        else:
            yield _feet(book, now, whom, answer)


@decision("legality", on=Chosen, answers=("feet_penalty",), cites=FEET)
def feet_penalty(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire warns who measured against the rules, or takes the ladder."""
    book.reading("B17")
    yield _feet(book, now, (str(answer.option.slots["player"]), side_asked(answer)), answer.choice)


def _feet(book: Bench, now: PetanqueState, whom: Whom, answer: str) -> Ruling:
    person, side = whom
    if answer == "ladder":
        return _asked(book, now, whom, OffenceNoted("measuring_feet", side, person))
    said = OffenderWarned("measuring_feet", person)
    return book.rule("conduct.warned", said, "measure.feet", player=person, side=side, offence="measuring_feet")


RULES = (
    no_cards, penalty_proposed, penalty_taken, end_named, end_missed, out_of_what, wrong_boule_and_ladder, ladder_too,
    measured_against_the_rules, feet_penalty,
)  # fmt: skip
