"""What the book only asks for: each is said once a match, when its moment comes."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Undone
from carreau.core.ruling import Reminded, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

REMINDERS = (
    "lag.balls", "lag.red", "lag.pins", "lag.ball_sides", "lag.same_ball", "officials.which_ball",
)  # fmt: skip
KINDS = tuple(kind for kind in f.FivePinsFact.__args__ if kind is not Undone)


def _comes(book: Bench, now: FivePinsState, key: str) -> bool:
    """Has the moment of this reminder come? Lots are drawn only if both players wish for the same ball."""
    moment = book.book.clauses[key].moment
    if moment == "turn":
        return now.phase == "stroke" and now.turn is not None
    if key == "lag.same_ball":
        wishes = [player.wish for player in now.setup.sides.values()]
        return now.phase == "draw" and len(wishes) > 1 and wishes[0] is not None and wishes[0] == wishes[1]
    return now.phase == "draw"


@decision("reminders", on=KINDS, cites=REMINDERS)
def moment_comes(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """How the draw is laid out, and whose ball is whose, is said the first time that it matters."""
    if len(now.reminded) == len(REMINDERS):
        return
    for key in REMINDERS:
        if key not in now.reminded and _comes(book, now, key):
            yield book.rule(f"reminder.{key}", Reminded(key), key)


RULES = (moment_comes,)
