"""What a stroke, or somebody, has moved: put back or left, and balls pushed into the out-of-play zone."""

from collections.abc import Iterator

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import BallDead, MovesUndone
from carreau.billiards.cochonnet_line import across, past
from carreau.billiards.cochonnet_state import Ball, CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


def names(moved: tuple[f.Moved, ...]) -> str:
    """What was moved, for a sentence."""
    return ", ".join(m.object for m in moved)


def annulled(now: CochonnetState) -> Ball | None:
    """The ball just played, if it has been annulled."""
    ball = now.ball(now.last_ball)
    return ball if ball is not None and not ball.live else None


# --- put back or left --------------------------------------------------------------------------------------


@decision("choice", on=f.BallPlayed, cites=("ball_moved.choice",))
def put_back_or_leave(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """What a ball moved that touched something too early is put back or left, all of it, as the opponents wish."""
    ball = annulled(now)
    if ball is not None and ball.touched_early and now.moved:
        book.reading("C-A25")
        yield book.ask(
            "touched_before", other(ball.side), ["put_back", "leave"], "ball_moved.choice", default="put_back",
            about=ball.id, objects=names(now.moved),
        )  # fmt: skip


@decision("choice", on=Chosen, answers=("touched_before",), cites=("ball_moved.choice",))
def opponents_chose(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The opponents have chosen; where something lay that nobody has marked, the umpire says."""
    book.reading("C-A25")
    unknown = tuple(m for m in now.moved if m.marked is False)
    if answer.choice == "leave":
        yield book.rule("moved.left", "ball_moved.choice", objects=names(now.moved))
    elif not unknown:
        yield _back(book, now.moved)
    elif (settled := book.settled("C-A20")) is not None:
        yield _marked_back(book, settled, now)
    else:
        yield book.ask_umpire("places_unknown", "C-A20", "ball_moved.choice", objects=names(unknown))


@decision("choice", on=Chosen, answers=("places_unknown",), cites=("ball_moved.choice",))
def places_ruled(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what goes back when not every earlier place is known."""
    book.reading("C-A20")
    yield _marked_back(book, answer.choice, now)


def _marked_back(book: Bench, answer: str, now: CochonnetState) -> Ruling:
    marked = tuple(m for m in now.moved if m.marked is not False)
    if answer == "nothing" or not marked:
        return book.rule("moved.left", "ball_moved.choice", objects=names(now.moved))
    return _back(book, marked)


def _back(book: Bench, moved: tuple[f.Moved, ...]) -> Ruling:
    effect = MovesUndone(tuple(m.object for m in moved))
    return book.rule("moved.put_back", effect, "ball_moved.choice", objects=names(moved))


@decision("choice", on=f.BallPlayed, cites=("dead_ball.too_hard",), needs=("moved",))
def moved_by_annulled(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """What a ball annulled for another reason displaced after the far cushion stays, unless the game reads it otherwise."""
    ball = annulled(now)
    if ball is None or ball.touched_early or not now.moved:
        return
    if book.reading("C-A14") == "put_back":
        effect = MovesUndone(tuple(m.object for m in now.moved))
        yield book.rule("moved.goes_back", effect, "dead_ball.too_hard", objects=names(now.moved))
    else:
        yield book.rule("moved.stays", "dead_ball.too_hard", objects=names(now.moved))


# --- moved by somebody ---------------------------------------------------------------------------------------


@decision("choice", on=f.ObjectMoved, cites=("edition.petanque",))
def moved_by_somebody(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.ObjectMoved, so_far: So
) -> Rulings:
    """Of balls moved by somebody the text says nothing: the umpire has them put back or left."""
    book.reading("C-A27")
    yield book.ask(
        "moved_by_somebody", "umpire", ["put_back", "leave"], "edition.petanque", default="put_back",
        objects=names(now.moved),
    )  # fmt: skip


@decision("choice", on=Chosen, answers=("moved_by_somebody",), cites=("edition.petanque",))
def moved_ruled(book: Bench, was: CochonnetState, now: CochonnetState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether what somebody moved goes back."""
    book.reading("C-A27")
    if answer.choice == "put_back":
        effect = MovesUndone(tuple(m.object for m in now.moved))
        yield book.rule("moved.put_back", effect, "edition.petanque", objects=names(now.moved))
    else:
        yield book.rule("moved.left", "edition.petanque", objects=names(now.moved))


# --- balls pushed away -----------------------------------------------------------------------------------------


@decision("dead_balls", on=(f.BallPlayed, f.ObjectMoved), cites=("start_line.zone",), needs=("moved",))
def pushed_away(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed | f.ObjectMoved, so_far: So
) -> Rulings:
    """A ball pushed past the starting line or off the table is out of play; the ball that pushed it stays good."""
    for moved in now.moved:
        if moved.object != "jack" and moved.object not in now.put_back:
            yield from _pushed(book, moved)


def _pushed(book: Bench, moved: f.Moved) -> Rulings:
    ball, zone = moved.object, "start_line.zone"
    if moved.off_table:
        book.reading("C-A21")
        yield book.rule("ball.pushed_out", BallDead(ball), zone, ball=ball, reason="off_table")
    elif past(book, moved.line):
        if book.reading("C-A5") == "dead":
            yield book.rule("ball.pushed_out", BallDead(ball), zone, ball=ball, reason="zone")
        else:
            yield book.rule("ball.lives_in_zone", zone, ball=ball)
    elif moved.out:
        yield book.rule("ball.pushed_out", BallDead(ball), zone, ball=ball, reason="not_noted")
    elif across(moved.line):
        yield book.rule("ball.across", zone, ball=ball)


RULES = (
    put_back_or_leave, opponents_chose, places_ruled, moved_by_annulled, moved_by_somebody, moved_ruled, pushed_away,
)  # fmt: skip
