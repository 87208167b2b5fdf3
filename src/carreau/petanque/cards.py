"""The ladder of cards: what is proposed to the umpire, what he shows, and what each step costs."""

from collections.abc import Iterator
from typing import cast

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import CardGiven, OffenceNoted, TeamOut
from carreau.petanque.facts import Colour
from carreau.petanque.forfeit import both_out, forfeited, nobody_left, nobody_wins, person_of
from carreau.petanque.orange import ORANGE_CLAUSES, orange, red
from carreau.petanque.state import Card, PetanqueState, Seen

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

MAY_SHOW = ("umpire", "simulator")
COLOURS = ("yellow", "orange", "red")
STEPS = ("yellow", "orange", "red", "team")
STANCE = ("circle", "feet_outside", "feet_lifted", "body_outside", "wheel_outside")
GROUND = ("obstacle", "sweeping", "taps", "holes")
LADDER: dict[str, str] = {
    **dict.fromkeys(STANCE, "stance.penalty"),
    **dict.fromkeys(GROUND, "obstacle.penalty"),
    "time": "clock.penalty",
    "mud": "throw.mud",
    "practice": "practice.penalty",
    "measuring_feet": "measure.feet",
    "absence": "absence.penalty",
    **dict.fromkeys(("not_marking", "old_circle", "own_instrument", "other"), "card.yellow"),
}
PENALTIES = tuple(dict.fromkeys(LADDER.values()))
KIND = {**dict.fromkeys(STANCE, "circle"), **dict.fromkeys(GROUND, "ground"), "smoking": "phone"}


def kind_of(offence: str | None) -> str | None:
    """Breaches of one kind: all faults in the circle, all touching of the ground."""
    return KIND.get(offence, offence) if offence else None


def shown(book: Bench, now: PetanqueState, person: str, offence: str | None) -> tuple[int, tuple[Card, ...]]:
    """The steps that add up for a new breach: how many in all, and the cards of this game among them."""
    span = book.reading("A49")
    ours = tuple(c for c in now.cards if c.player == person)
    if span == "game_each_offence":
        ours = tuple(c for c in ours if kind_of(c.offence) == kind_of(offence))
    player = now.player(person)
    before = player.cards_before if player is not None and span == "competition_all_offences" else 0
    return before + len(ours), ours


# --- what is proposed ----------------------------------------------------------------------------

NOTING = (
    f.OffenceSeen, f.BouleThrown, f.JackThrown, f.Released, f.ClockExpired, f.PlayerLeft, f.PlayerBack, f.PointMeasured,
    f.MeasuringBegun, Chosen,
)  # fmt: skip


@decision(
    "interference",
    on=NOTING,
    cites=(*PENALTIES, "card.time_whole_team", "card.time_carded_player"),
    unexpected=True,
)
def card_proposed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A breach that the text sends to the ladder is put to the umpire: the next step, another one, or none."""
    for seen in noted(so_far):
        penalty = LADDER.get(seen.offence)
        whom = person_of(now, seen.player, seen.side)
        if penalty is None or whom is None:
            continue
        book.reading("C31")
        if seen.offence == "time":
            yield from _time_cards(book, now, seen, whom[1])
        else:
            steps, _ = shown(book, now, whom[0], seen.offence)
            both = ("both",) if getattr(fact, "complicity", False) else ()
            step = STEPS[min(steps, len(STEPS) - 1)]
            yield asked(book, whom, seen, step, penalty, choices=(*STEPS, *both, "none"))


def noted(so_far: So) -> Iterator[OffenceNoted]:
    """The breaches that this entry has put on record."""
    for ruling in so_far:
        for effect in ruling.effects:
            if isinstance(effect, OffenceNoted):
                yield effect


def asked(
    book: Bench, whom: tuple[str, Side], seen: OffenceNoted, step: str, *clauses: str,
    choices: tuple[str, ...] = (*STEPS, "none"), due: bool = True,
) -> Ruling:  # fmt: skip
    """The question to the umpire: which card for this player?"""
    return book.ask(
        "card", "umpire", choices, *clauses, default=step, may=MAY_SHOW, about=whom[0], waits=False,
        player=whom[0], of=whom[1], offence=seen.offence, boule=seen.boule, due=due,
    )  # fmt: skip


def _time_cards(book: Bench, now: PetanqueState, seen: OffenceNoted, side: Side) -> Rulings:
    """Going over time concerns every player of the team; whoever has a card already pays with a boule."""
    spared = False
    for person in team_of(now, side, seen.player):
        mine = (seen.player or team_of(now, side, None)[0]) == person
        _, ours = shown(book, now, person, "time")
        if not ours:
            yield asked(book, (person, side), seen, "yellow", "clock.penalty", "card.time_whole_team", due=mine)
            continue
        step = carded_step(book, ours, spared)
        spared = True
        yield asked(book, (person, side), seen, step, "clock.penalty", "card.time_carded_player", due=mine)


def team_of(now: PetanqueState, side: Side, first: str | None) -> tuple[str, ...]:
    """The players of a team who take part, the one at fault first; the side itself where none is noted."""
    team = [p.id for p in now.side_players(side) if p.plays and not p.out]
    return tuple(sorted(team, key=lambda id: id != first)) or (side,)


def carded_step(book: Bench, ours: tuple[Card, ...], spared: bool) -> str:
    """What is proposed for a player of a late team who has a card already."""
    if spared and book.reading("C26") == "one_in_all":
        return "none"
    book.reading("C26")
    if any(c.card == "orange" for c in ours) and book.reading("C53") == "red_card":
        return "red"
    return "orange"


# --- what is shown -------------------------------------------------------------------------------


@decision("door", on=f.CardShown, cites=("umpire.strict_application", "card.needs_offence"))
def card_may_be_shown(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CardShown, so_far: So) -> Rulings:
    """Cards are the umpire's, and follow only a breach."""
    whom = person_of(was, fact.player, fact.side)
    if now.moment.by not in MAY_SHOW:
        yield book.refuse("refused.card_not_by_umpire", "umpire.strict_application", by=now.moment.by, card=fact.card)
    elif whom is None or (fact.player and was.side_players(whom[1]) and was.player(fact.player) is None):
        yield book.refuse("refused.card_for_nobody", card=fact.card, player=fact.player)
    elif fact.offence is None and breach_of(was, *whom) is None:
        yield book.refuse("refused.card_without_breach", "card.needs_offence", card=fact.card, player=whom[0])
    elif before_play(was) and breach_of(was, *whom) is None:
        yield book.refuse("refused.card_before_play", "card.needs_offence", card=fact.card, player=whom[0])


def before_play(was: PetanqueState) -> bool:
    """Has nothing of this game been played yet, not even the draw made?"""
    return was.phase in ("setup", "draw") and was.draw is None and was.ends_completed == 0


def breach_of(now: PetanqueState, person: str, side: Side) -> Seen | None:
    """The latest breach on record of this player, or of the side if nobody was named, for which no card was shown."""
    theirs = (s for s in reversed(now.offences) if s.side == side or (s.side is None and s.player == person))
    ours = (s for s in theirs if s.player in (None, person) or s.offence == "time" or person == side)
    return next((s for s in ours if not _carded(now, s, person)), None)


def _carded(now: PetanqueState, seen: Seen, person: str) -> bool:
    return any(c.player == person and c.offence == seen.offence and c.seq >= seen.seq for c in now.cards)


CARD_CLAUSES = (
    "card.yellow", "card.time_whole_team", "card.time_carded_player", "card.team_out", "card.both_out", *ORANGE_CLAUSES,
)  # fmt: skip


@decision("legality", on=f.CardShown, cites=CARD_CLAUSES)
def card_shown(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CardShown, so_far: So) -> Rulings:
    """A card that the umpire shows has its effect at once."""
    person, side = cast(tuple[str, Side], person_of(now, fact.player, fact.side))  # the door knows whom it means
    seen = breach_of(now, person, side)
    offence = fact.offence or (seen.offence if seen else "other")
    boule = fact.boule or (seen.boule if seen and seen.offence == offence else None)
    note = OffenceNoted(offence, side, fact.player, boule=boule)
    effects: tuple[Effect, ...] = () if seen is not None and seen.offence == offence else (note,)
    whole = offence == "time" and fact.player is None and fact.card == "yellow"
    thrower = seen.player if seen is not None else fact.player
    for who in team_of(now, side, None) if whole else (person,):
        carded = whole and shown(book, now, who, "time")[1]
        if carded:
            yield asked(book, (who, side), note, carded_step(book, carded, False), "card.time_carded_player", due=False)
        else:
            done = tuple(Answered(o.id) for o in now.options if o.ask == "card" and o.about == who)[:1]
            due = offence != "time" or who in (thrower, side)
            yield from step(book, now, (who, side), fact.card, (offence, boule, due), *effects, *done)
            effects = ()


Breach = tuple[
    str, str | None, bool
]  # what, which boule it concerns, and whether it is this turn's throw that is at stake


def step(book: Bench, now: PetanqueState, whom: tuple[str, Side], card: str, breach: Breach, *said: Effect) -> Rulings:
    """One step of the ladder for one player."""
    person, side = whom
    offence, boule, due = breach
    given = (CardGiven(person, side, cast(Colour, card), offence), *said) if card in COLOURS else said
    match card:
        case "yellow":
            clause = "card.time_whole_team" if offence == "time" else "card.yellow"
            yield book.rule("card.shown", *given, clause, player=person, side=side, card=card, offence=offence)
        case "orange":
            clause = "card.time_carded_player" if offence == "time" else "card.orange"
            yield book.rule("card.shown", *given, clause, player=person, side=side, card=card, offence=offence)
            yield from orange(book, now, whom, offence, boule, due, clause)
        case "red":
            yield from red(book, now, whom, offence, *given)
        case "team":
            yield forfeited(book, now, side, "disqualified", TeamOut(side, "game"), *said, "card.team_out")
        case _:
            yield nobody_wins(book, "both_disqualified", *both_out(now, "game"), *said, "card.both_out")


@decision("legality", on=Chosen, answers=("card",), cites=(*CARD_CLAUSES, *PENALTIES))
def card_chosen(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire takes a step of the ladder, or lets the breach go without a card."""
    slots = answer.option.slots
    person, side, offence = str(slots["player"]), slots["of"], str(slots["offence"])
    boule = None if slots["boule"] is None else str(slots["boule"])
    if answer.choice == "none":
        yield book.rule("card.none", LADDER[offence], player=person, side=side, offence=offence)
    else:
        breach = (offence, boule, bool(slots["due"]))
        yield from step(book, now, (person, cast(Side, side)), answer.choice, breach)


@decision("win", on=(f.CardShown, f.LicenceShown, f.Ruled, Chosen), cites=("card.red", "umpire.strict_application"))
def no_player_left(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A side without a player who may take part has lost the game."""
    if now.winner is not None or now.phase in ("over", "result"):
        return
    full = book.limit(f"format.{now.setup.format}_players")
    clause = "card.red" if any(c.card == "red" for c in now.cards) else "umpire.strict_application"
    for side in SIDES:
        if nobody_left(now, side, full):
            yield forfeited(book, now, side, "no_player", clause)


RULES = (card_may_be_shown, card_shown, card_chosen, card_proposed, no_player_left)
