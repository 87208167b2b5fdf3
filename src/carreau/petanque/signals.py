"""Official signals: rain, suspension, calling off, going on, a new phase of the competition."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.clock import end_under_way
from carreau.petanque.count import official
from carreau.petanque.effects import GameWon, Paused, Recorded
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

OVER = ("over", "result")
STOPS = ("suspended", "called_off")


def stopped_by(now: PetanqueState, fact: f.SignalGiven) -> set[str]:
    """Which of umpire and jury want the game stopped: those named, and whoever enters the signal."""
    return {who for who in (*fact.agreed_by, now.moment.by) if who in ("umpire", "jury")}


@decision("door", on=f.SignalGiven, cites=("weather.stop", "weather.finish_end"))
def signal_possible(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.SignalGiven, so_far: So) -> Rulings:
    """Teams do not stop a game by themselves, and only a game that was stopped goes on."""
    if fact.what in (*STOPS, "resumed", "rain", "new_phase") and was.phase in OVER:
        yield book.refuse("refused.game_over")
    elif fact.what == "resumed" and was.phase != "suspended":
        yield book.refuse("refused.not_suspended", "weather.stop")
    elif fact.what == "suspended" and was.phase == "suspended":
        yield book.refuse("refused.suspended_already", "weather.stop")
    elif fact.what in STOPS and not stopped_by(now, fact) and now.moment.by != "simulator":
        yield book.refuse("refused.umpire_and_jury", "weather.stop", by=now.moment.by)


SIGNAL_CLAUSES = ("weather.finish_end", "weather.stop", "phase.overrun")


@decision("legality", on=f.SignalGiven, cites=SIGNAL_CLAUSES)
def signal(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.SignalGiven, so_far: So) -> Rulings:
    """In rain the end is finished unless the umpire says otherwise; stopping a game takes umpire and jury."""
    if fact.what == "rain" and now.phase != "suspended":
        yield from _rain(book, now)
    elif fact.what in STOPS:
        both = stopped_by(now, fact) == {"umpire", "jury"} or now.moment.by == "simulator"
        yield from _stopped(book, now, fact.what) if both else _half(book, now, fact)
    elif fact.what == "resumed":
        yield book.rule("weather.resumed", Paused(False), "weather.stop")
    elif fact.what == "new_phase":
        yield book.ask(
            "overrun",
            "umpire",
            ("play_on", "stop_here"),
            "phase.overrun",
            may=("umpire", "jury", "simulator"),
            waits=False,
        )


def _rain(book: Bench, now: PetanqueState) -> Rulings:
    if end_under_way(now):
        yield book.rule("weather.finish_end", "weather.finish_end", end=now.end)
        yield book.ask(
            "rain",
            "umpire",
            ("finish", "halt"),
            "weather.finish_end",
            default="finish",
            may=("umpire", "simulator"),
            waits=False,
        )
    else:
        yield book.rule("weather.between_ends", "weather.stop", end=now.ends_completed)


def _half(book: Bench, now: PetanqueState, fact: f.SignalGiven) -> Rulings:
    """One of umpire and jury is missing: the other is asked. The umpire alone halts the game meanwhile."""
    missing = "jury" if "umpire" in stopped_by(now, fact) else "umpire"
    if missing == "jury" and now.phase != "suspended":
        yield book.rule("weather.halted", Paused(True), "weather.finish_end")
    yield book.ask(
        "stop_game", missing, ("stop", "go_on"), "weather.stop", may=(missing, "simulator"), waits=False, how=fact.what
    )


def _stopped(book: Bench, now: PetanqueState, what: str) -> Rulings:
    if now.phase != "suspended":
        yield book.rule("weather.suspended", Paused(True), "weather.stop")
    if what != "called_off":
        return
    if (answer := book.settled("A54")) is None:
        yield book.ask_umpire("stopped_game", "A54", "weather.stop", waits=False)
    else:
        yield _result(book, answer)


def _result(book: Bench, answer: str) -> Ruling:
    closed = () if answer == "suspended" else (GameWon(None, answer, final=True),)
    return book.rule("weather.result", *closed, "weather.stop", how=answer)


@decision("legality", on=Chosen, answers=("rain",), cites=("weather.finish_end",))
def in_rain(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire may halt the end in the rain."""
    if answer.choice == "halt" and now.phase not in (*OVER, "suspended"):
        yield book.rule("weather.halted", Paused(True), "weather.finish_end")
    else:
        yield book.rule("weather.plays_on", "weather.finish_end")


@decision("legality", on=Chosen, answers=("stop_game",), cites=("weather.stop",))
def stop_game(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Umpire and jury agree to stop the game, or it goes on."""
    if answer.choice == "stop" and now.phase not in OVER:
        yield from _stopped(book, now, str(answer.option.slots["how"]))
        yield book.rule("weather.agreed", "weather.stop")
    else:
        go_on = (Paused(False),) if now.phase == "suspended" else ()
        yield book.rule("weather.resumed", *go_on, "weather.stop")


@decision("legality", on=Chosen, answers=("stopped_game",), cites=("weather.stop",))
def stopped_game(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire, with the jury, says what becomes of a game that was called off."""
    book.reading("A54")
    yield _result(book, answer.choice)


@decision("legality", on=Chosen, answers=("overrun",), cites=("phase.overrun",))
def overrun(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """A game that runs into the next phase is played on, or stopped as it stands; there is no tie-break by itself."""
    if answer.choice == "play_on" or now.phase in OVER:
        yield book.rule("phase.play_on", Recorded("phase"), "phase.overrun")
        return
    ahead = [side for side in SIDES if now.points(side) > now.points(other(side))]
    winner = ahead[0] if ahead else None
    scores = {f"points_{side}": official(book, now, side) for side in SIDES}
    won = GameWon(winner, "new_phase", final=True)
    yield book.rule("phase.stopped", won, "phase.overrun", side=winner, **scores)


RULES = (signal_possible, signal, in_rain, stop_game, stopped_game, overrun)
