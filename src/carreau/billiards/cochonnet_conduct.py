"""Where the players stand and what the text only asks of them: the umpire's own choice, and reminders."""

from collections.abc import Callable, Iterator
from typing import Any

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_absorbing import side_of
from carreau.billiards.cochonnet_effects import BallAnnulled, BallDead, WarningGiven
from carreau.billiards.cochonnet_order import FACTS
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Reminded, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

BODY = "conduct.body"


@decision("fact", on=f.OffenceSeen, cites=(BODY,))
def body_beyond(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """A body beyond the width of the table: the text names no penalty, the umpire says what follows."""
    answer = book.settled("C-A8")
    if answer is None:
        yield book.ask_umpire("body_beyond", "C-A8", BODY, about=fact.player or fact.side, waits=False)
    else:
        yield _body_ruled(book, answer, fact.side, fact.player)


@decision("fact", on=Chosen, answers=("body_beyond",), cites=(BODY,))
def body_ruled(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what follows for the player."""
    book.reading("C-A8")
    about = answer.option.about
    yield _body_ruled(book, answer.choice, side_of(about), None if about in SIDES else about)


def _body_ruled(book: Bench, answer: str, side: Side, player: str | None) -> Ruling:
    if answer == "warning":
        effect = WarningGiven(side, player, "body")
        return book.rule("body.warned", effect, BODY, side=side, player=player)
    return book.rule("body.nothing", BODY, side=side, player=player)


# --- reminders ---------------------------------------------------------------------------------------------

Comes = Callable[[CochonnetState, Any, So], bool]
REMINDERS = ("start_line.drawn", "conduct.players_place", "start_line.launch", "dead_ball.removed")


def _set_up(now: CochonnetState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, GameSetUp)


def _turn(now: CochonnetState, fact: Any, so_far: So) -> bool:
    return now.turn is not None and now.turn.does in ("jack", "ball")


def _ball_dead(now: CochonnetState, fact: Any, so_far: So) -> bool:
    return any(isinstance(effect, BallAnnulled | BallDead) for ruling in so_far for effect in ruling.effects)


MOMENTS: dict[str, Comes] = {"setup": _set_up, "turn": _turn, "ball_dead": _ball_dead}


@decision("reminders", on=FACTS, cites=REMINDERS)
def moment_comes(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.AnyFact, so_far: So) -> Rulings:
    """What the text asks without a penalty is said the first time in a game that it matters."""
    for key in REMINDERS:
        moment = book.book.clauses[key].moment
        if key not in now.reminded and moment is not None and MOMENTS[moment](now, fact, so_far):
            yield book.rule(f"reminder.{key}", Reminded(key), key)


RULES = (body_beyond, body_ruled, moment_comes)
