"""A ball played: too soft, too hard, against too few cushions, against something too early; and the wrong ball."""

from collections.abc import Iterator

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_absorbing import side_of, touched
from carreau.billiards.cochonnet_door import could_hold
from carreau.billiards.cochonnet_effects import BallAnnulled, BallExchanged
from carreau.billiards.cochonnet_line import across, past
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


def played(now: CochonnetState) -> str:
    """The id of the ball just played."""
    return now.last_ball or ""


def too_early(book: Bench, fact: f.BallPlayed) -> bool:
    """Did it touch something before the far cushion that annuls it? An unplayed ball only where the game says so."""
    if touched(fact):
        return True
    return f.UNPLAYED in fact.touched_before and book.book.settled("C-A15") == "annulled"


def too_soft(fact: f.BallPlayed) -> bool:
    """Did it not reach the far cushion, although nothing was in its way?"""
    return fact.far_cushion is False and not touched(fact)


def few_cushions(book: Bench, fact: f.BallPlayed) -> bool:
    """Did it touch the far cushion, but too few cushions in all?"""
    return fact.cushions is not None and fact.cushions < book.limit("cushion.fewest") and fact.far_cushion is not False


# --- the cushions ------------------------------------------------------------------------------------------


@decision("legality", on=f.BallPlayed, cites=("dead_ball.too_soft", "cushion.far"))
def ball_too_soft(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball that does not reach the far cushion is annulled."""
    if too_soft(fact) and not fact.good:
        ball = played(now)
        yield book.rule("ball.too_soft", BallAnnulled(ball), "dead_ball.too_soft", "cushion.far", ball=ball)


@decision("legality", on=f.BallPlayed, cites=("dead_ball.too_hard", "start_line.zone"), needs=("line", "off_table"))
def ball_too_hard(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball that comes back past the starting line, or leaves the table, is annulled; lying on the line it is not past."""
    if too_early(book, fact) or fact.good:
        return
    ball = played(now)
    if fact.off_table:
        book.reading("C-A21")
        yield book.rule("ball.too_hard", BallAnnulled(ball), "dead_ball.too_hard", ball=ball, reason="off_table")
    elif past(book, fact.line):
        yield book.rule("ball.too_hard", BallAnnulled(ball), "dead_ball.too_hard", ball=ball, reason="over")
    elif across(fact.line):
        yield book.rule("ball.across", "start_line.zone", ball=ball)


@decision("legality", on=f.BallPlayed, cites=("cushion.two",))
def one_cushion(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball touches two cushions at least; what follows if it touched the far one only, the text does not say."""
    if not few_cushions(book, fact) or too_early(book, fact) or fact.good:
        return
    ball, answer = played(now), book.reading("C-A6")
    if answer == "umpire_rules":
        yield book.ask("one_cushion", "umpire", ["annulled", "stands"], "cushion.two", default="annulled", about=ball)
    else:
        yield _few_ruled(book, answer, ball)


@decision("legality", on=Chosen, answers=("one_cushion",), cites=("cushion.two",))
def one_cushion_ruled(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what a ball against one cushion is worth."""
    book.reading("C-A6")
    yield _few_ruled(book, answer.choice, answer.option.about)


def _few_ruled(book: Bench, answer: str, ball: str) -> Ruling:
    if answer == "annulled":
        return book.rule("ball.one_cushion", BallAnnulled(ball), "cushion.two", ball=ball)
    return book.rule("ball.one_cushion_stands", "cushion.two", ball=ball)


# --- something touched too early ----------------------------------------------------------------------------


@decision("legality", on=f.BallPlayed, cites=("dead_ball.touched_before", "cushion.nothing_before"))
def touched_too_early(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball that hits other balls or the jack before it has touched the far cushion is annulled."""
    if (objects := touched(fact)) and not fact.good:
        ball = played(now)
        yield book.rule(
            "ball.touched_before", BallAnnulled(ball, touched=True), "dead_ball.touched_before", "cushion.nothing_before",
            ball=ball, objects=", ".join(objects),
        )  # fmt: skip


UNPLAYED_CLAUSES = ("dead_ball.touched_before", "start_line.launch")


@decision("legality", on=f.BallPlayed, cites=UNPLAYED_CLAUSES, needs=("touched_before",))
def unplayed_ball_touched(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So
) -> Rulings:
    """Whether it is a fault to touch a ball that nobody has played yet, the umpire says."""
    if f.UNPLAYED not in fact.touched_before or touched(fact) or too_soft(fact) or fact.good:
        return
    ball, answer = played(now), book.settled("C-A15")
    if answer is None:
        yield book.ask_umpire("unplayed_touched", "C-A15", *UNPLAYED_CLAUSES, about=ball)
    else:
        yield _unplayed_ruled(book, answer, ball)


@decision("legality", on=Chosen, answers=("unplayed_touched",), cites=UNPLAYED_CLAUSES)
def unplayed_ruled(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether an unplayed ball counts as touched; it is put back in any case."""
    book.reading("C-A15")
    yield _unplayed_ruled(book, answer.choice, answer.option.about)


def _unplayed_ruled(book: Bench, answer: str, ball: str) -> Ruling:
    if answer == "annulled":
        effect = BallAnnulled(ball, touched=True)
        return book.rule("ball.touched_unplayed", effect, "dead_ball.touched_before", ball=ball)
    return book.rule("ball.unplayed_put_back", "start_line.launch", ball=ball)


# --- what is said of the stroke --------------------------------------------------------------------------------


def _broke(book: Bench, fact: f.BallPlayed) -> tuple[str, ...]:
    """The clauses that the stroke broke by what is noted of it."""
    if too_early(book, fact):
        return ("dead_ball.touched_before",)
    soft = ("dead_ball.too_soft",) if too_soft(fact) else ()
    hard = ("dead_ball.too_hard",) if fact.off_table or past(book, fact.line) else ()
    return (*soft, *hard, *(("cushion.two",) if few_cushions(book, fact) else ()))


SAID = ("dead_ball.touched_before", "dead_ball.too_soft", "dead_ball.too_hard", "cushion.two", "order.after_annulled")


@decision("legality", on=f.BallPlayed, cites=SAID)
def stroke_as_said(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """What is said of a stroke counts: annulled without a reason, or good whatever else is noted."""
    if fact.good is None:
        return
    ball, broke = played(now), _broke(book, fact)
    if fact.good and broke:
        yield book.rule("ball.good_as_said", *broke, ball=ball)
    elif not fact.good and not broke:
        yield book.rule("ball.annulled", BallAnnulled(ball), "order.after_annulled", ball=ball, reason="not_noted")


# --- the wrong ball ------------------------------------------------------------------------------------------


@decision("door", on=f.WrongBallNoticed, cites=("wrong_ball.exchanged",))
def wrong_ball_in_time(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.WrongBallNoticed, so_far: So
) -> Rulings:
    """A wrong ball is noticed before the next one is played, once."""
    ball = was.ball(fact.ball)
    if ball is None or was.phase not in ("play", "count"):
        yield book.refuse("refused.no_such_ball", ball=fact.ball, end=was.end)
    elif fact.ball != was.last_ball:
        book.reading("C-A9")
        yield book.refuse("refused.noticed_too_late", "wrong_ball.exchanged", ball=fact.ball)
    elif ball.exchanged:
        yield book.refuse("refused.exchanged_already", "wrong_ball.exchanged", ball=fact.ball)
    elif fact.holds is not None and not could_hold(was, fact.holds, None):
        yield book.refuse("refused.cannot_lie_nearest", side=fact.holds if fact.holds in SIDES else None)


@decision("fact", on=f.WrongBallNoticed, cites=("wrong_ball.exchanged",))
def wrong_ball(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.WrongBallNoticed, so_far: So) -> Rulings:
    """The player's own ball takes the place of the wrong one, which goes back to its owner; nobody is punished."""
    side, lives = side_of(fact.ball), fact.ball in (*now.live("A"), *now.live("B"))
    if not lives or fact.of_side == side:
        book.reading("C-A9")
    why = None if lives else "annulled"
    to, effect = fact.of_player or fact.of_side, BallExchanged(fact.ball)
    yield book.rule("ball.exchanged", effect, "wrong_ball.exchanged", side=side, ball=fact.ball, owner=to, why=why)


RULES = (
    wrong_ball_in_time, wrong_ball, ball_too_soft, ball_too_hard, one_cushion, one_cushion_ruled, touched_too_early,
    unplayed_ball_touched, unplayed_ruled, stroke_as_said,
)  # fmt: skip
