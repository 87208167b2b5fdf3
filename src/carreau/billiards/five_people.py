"""Players who leave or refuse, the waiting player, disturbances from outside, and what the referee notes."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_award import room
from carreau.billiards.five_effects import MatchWon, PlayerOut, Recorded, Scored, SetForStart, TurnIs
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

# --- leaving ---------------------------------------------------------------------------------------

LEFT = ("quit.left", "quit.force_majeure")


@decision("fact", on=f.LeftTable, cites=LEFT)
def left_the_table(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LeftTable, so_far: So) -> Rulings:
    """Whoever leaves without the referee's leave loses the match, unless the delegate finds force majeure."""
    if fact.leave:
        yield book.rule("quit.with_leave", Recorded("left"), "quit.left", side=fact.side)
    else:
        answers = ("no", "yes")
        may = ("committee", "simulator")
        yield book.ask("force_majeure", "committee", answers, "quit.force_majeure", may=may, about=fact.side)


@decision("fact", on=Chosen, answers=("force_majeure",), cites=LEFT)
def force_majeure(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The delegate says whether force majeure excuses the player."""
    side: Side = "A" if answer.option.about == "A" else "B"
    if answer.choice == "yes":
        yield book.rule("quit.excused", Recorded("force_majeure"), "quit.force_majeure", side=side)
    else:
        yield _forfeit(book, side, "left", "quit.left")


def _forfeit(book: Bench, side: Side, how: str, clause: str) -> Ruling:
    book.reading("F-C12")
    book.reading("F-G4")
    out = (PlayerOut(side),) if how == "refused" else ()
    return book.rule("quit.match_lost", MatchWon(other(side), how), *out, clause, side=side, how=how)


@decision("fact", on=f.RefusedToPlay, cites=("quit.refused",))
def refused_to_play(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.RefusedToPlay, so_far: So) -> Rulings:
    """Whoever will not go on although the referee asks is out of the match and of the championship."""
    if fact.asked:
        yield _forfeit(book, fact.side, "refused", "quit.refused")


@decision("door", on=f.RefusedToPlay)
def player_was_asked(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.RefusedToPlay, so_far: So) -> Rulings:
    """First the referee asks the player to go on."""
    if not fact.asked:
        yield book.refuse("refused.ask_first", side=fact.side)


# --- conduct ---------------------------------------------------------------------------------------

OFFENCES = {"disturbing": "conduct.waiting", "left_place": "conduct.waiting", "marks": "conduct.marks"}


@decision("fact", on=f.OffenceSeen, cites=("conduct.waiting", "conduct.marks", "officials.ruling_noted"))
def offence_noted(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """What the book forbids without points is noted, for the disciplinary procedure."""
    book.reading("F-G8")
    clause = OFFENCES.get(fact.offence, "officials.ruling_noted")
    yield book.rule("offence.noted", Recorded(fact.offence), clause, side=fact.side, offence=fact.offence)


# --- disturbances ----------------------------------------------------------------------------------

DISTURBED = (
    "disturbance.not_charged", "disturbance.restored", "disturbance.start_again", "foul.touched", "conduct.waiting",
    "distance.cap",
)  # fmt: skip


@decision("fact", on=f.Disturbed, cites=DISTURBED)
def disturbed(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Disturbed, so_far: So) -> Rulings:
    """What a third person moves is charged to nobody; the referee puts it back, or may set up the start."""
    if fact.by == "waiting_player":
        yield from _by_waiting_player(book, now, fact)
        return
    yield book.rule("disturbance.not_charged", "disturbance.not_charged", kind=fact.by)
    yield from _restored(book, now, fact)


def _restored(book: Bench, now: FivePinsState, fact: f.Disturbed) -> Rulings:
    if fact.known:
        yield book.rule("disturbance.restored", "disturbance.restored")
    else:
        answers = ("as_near_as_possible", "start_again")
        yield book.ask("positions_unknown", "umpire", answers, "disturbance.start_again")


def _by_waiting_player(book: Bench, now: FivePinsState, fact: f.Disturbed) -> Rulings:
    waiting = other(_at_table(now))
    if (answer := book.settled("F-G10")) is None:
        yield book.ask_umpire("waiting_player", "F-G10", "conduct.waiting", about=waiting)
    else:
        yield from _waiting_judged(book, now, fact, answer)


def _at_table(now: FivePinsState) -> Side:
    return now.turn.side if now.turn is not None and now.turn.side is not None else now.set_starter or "A"


@decision("fact", on=Chosen, answers=("waiting_player",), cites=(*DISTURBED, "foul.penalty"))
def waiting_player(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says whether a touch by the waiting player is a foul."""
    book.reading("F-G10")
    yield from _waiting_judged(book, now, answer.fact, answer.choice)


def _waiting_judged(book: Bench, now: FivePinsState, fact: f.Disturbed, answer: str) -> Rulings:
    side = _at_table(now)
    if answer == "foul":
        points = book.limit("foul.penalty")
        fits = room(now, side, points)
        effect = Scored(side, fits, "waiting_player")
        yield book.rule("disturbance.foul", effect, "foul.touched", side=other(side), to=side, points=points)
        if fits < points:
            yield book.rule("award.capped", "distance.cap", side=side, points=points, target=now.setup.target)
    else:
        yield book.rule("disturbance.noted", Recorded("waiting_player"), "conduct.waiting", side=other(side))
    yield from _restored(book, now, fact)


START_AGAIN = ("disturbance.start_again", "disturbance.restored")


@decision("fact", on=Chosen, answers=("positions_unknown",), cites=START_AGAIN)
def positions_unknown(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """Where nobody can tell how balls and pins lay, the referee may set up the starting position."""
    if answer.choice != "start_again":
        yield book.rule("disturbance.restored", "disturbance.restored")
    elif (said := book.settled("F-A19")) is None:
        yield book.ask_umpire("who_plays_again", "F-A19", "disturbance.start_again", about=_at_table(now))
    else:
        yield _start_again(book, now, said)


@decision("fact", on=Chosen, answers=("who_plays_again",), cites=START_AGAIN)
def who_plays_again(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says who plays from the starting position; the score stays."""
    book.reading("F-A19")
    yield _start_again(book, now, answer.choice)


def _start_again(book: Bench, now: FivePinsState, said: str) -> Ruling:
    side = _at_table(now) if said == "same_player" else other(_at_table(now))
    turn = TurnIs(side, "stroke", ("disturbance.start_again",), kind="starting")
    return book.rule("disturbance.start_again", turn, SetForStart(), "disturbance.start_again", side=side)


RULES = (
    left_the_table, force_majeure, refused_to_play, player_was_asked, offence_noted, disturbed, waiting_player,
    positions_unknown, who_plays_again,
)  # fmt: skip
