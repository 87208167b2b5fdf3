"""A wrong ball that nobody had seen at once: judged until the next stroke, forgiven once both have erred."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import BallsExchanged, Recorded, Rejudged
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("fact", on=f.WrongBallNoticed, cites=("foul.wrong_ball", "wrong_ball.both", "wrong_ball.exchanged"))
def wrong_ball_found(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.WrongBallNoticed, so_far: So
) -> Rulings:
    """One wrong stroke is judged if the next has not been played; when both erred, the points stand and balls are exchanged."""
    if fact.strokes > 1 and not fact.since:
        yield book.rule("wrong_ball.points_stand", "wrong_ball.both", n=fact.strokes)
        yield book.rule("wrong_ball.exchanged", BallsExchanged(), "wrong_ball.exchanged")
        return
    book.reading("F-A11")
    if fact.since:
        yield book.rule("wrong_ball.too_late", Recorded("wrong_ball"), "foul.wrong_ball", n=fact.since)
    else:
        side = was.stroke.side if was.stroke is not None else None
        yield book.rule("wrong_ball.judged_again", Rejudged(), "foul.wrong_ball", side=side)


RULES = (wrong_ball_found,)
