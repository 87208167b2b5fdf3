"""Players who leave the game where that is treated like coming late: the ends they miss, and perhaps points."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.absence import absent_ms
from carreau.petanque.absorbing import boules_each
from carreau.petanque.effects import OffenceNoted, PlayerJoins, PlayerOut, Scored
from carreau.petanque.forfeit import person_of, side_asked
from carreau.petanque.ladder import sits_out
from carreau.petanque.people import good_jack_lies, late_points
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

LEFT = ("absence.leave", "absence.penalty", "absence.incomplete_team")
BACK = ("absence.leave", "absence.penalty", "late.joins_next_end", "late.player_barred", "late.end_started")
POINTS = ("absence.penalty", "late.first_point", "late.more_points")


@decision("legality", on=f.PlayerLeft, cites=LEFT)
def leaves_without_leave(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerLeft, so_far: So
) -> Rulings:
    """Nobody leaves without the umpire's permission; who does is treated as absent."""
    if fact.leave is None:
        yield book.ask(
            "leave", "umpire", ("given", "not_given"), "absence.leave", default="given", about=fact.player,
            waits=False, player=fact.player,
        )  # fmt: skip
    else:
        yield from _left(book, now, fact.player, leave=fact.leave)


@decision("legality", on=Chosen, answers=("leave",), cites=LEFT)
def leave_said(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the player had leave."""
    yield from _left(book, now, str(answer.option.slots["player"]), leave=answer.choice == "given")


def _left(book: Bench, now: PetanqueState, player: str, *, leave: bool) -> Rulings:
    if leave:
        yield book.rule("absence.with_leave", "absence.leave", player=player)
        return
    side = _side(now, player)
    yield book.rule("absence.without_leave", OffenceNoted("absence", side, player), "absence.leave", player=player)
    out = sits_out(book, now, (player, side))
    yield book.rule("absence.treated_as_late", *out, "absence.penalty", "absence.incomplete_team", player=player)


def _side(now: PetanqueState, player: str) -> Side:
    whom = person_of(now, player, None)
    return whom[1] if whom is not None else now.owner or SIDES[0]


@decision("legality", on=f.PlayerBack, cites=(*BACK, *POINTS))
def back_as_if_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerBack, so_far: So) -> Rulings:
    """Who left without leave comes back like a late player; with leave he plays on."""
    player = was.player(fact.player)
    if player is None or player.out:
        return
    without = any(s.offence == "absence" and s.player == player.id for s in was.offences)
    if player.plays and not without:
        yield book.rule("absence.plays_on", "absence.leave", player=player.id)
        return
    link = ("absence.penalty",) if without else ()
    away = absent_ms(was, now, fact, player)
    slots = {"player": player.id, "side": player.side}
    if away is not None and away > book.limit("late.player_limit"):
        out = PlayerOut(player.id, player.side, "game", "late")
        yield book.rule("people.barred", out, *link, "late.player_barred", **slots)
    elif good_jack_lies(now):
        waits = PlayerJoins(player.id, False)
        yield book.rule("people.joins_next", waits, *link, "late.joins_next_end", **slots)
    else:
        boules = boules_each(book.book, now.setup) if now.end > now.ends_completed and not player.plays else 0
        joins = PlayerJoins(player.id, True, boules)
        yield book.rule("people.joins", joins, *link, "late.end_started", **slots)
    if without:
        yield from _points_for_absence(book, player.side, away)


def _points_for_absence(book: Bench, side: Side, away: int | None) -> Rulings:
    """Whether one player's absence costs points as a team's does, the umpire says."""
    points = late_points(book, away) if away is not None else (0, 0)
    if not points[0]:
        return
    if (answer := book.settled("B18")) is None:
        yield book.ask_umpire(
            "absence_points", "B18", "absence.penalty", about=side, waits=False, of=side, points=sum(points)
        )
    else:
        yield _said(book, side, sum(points), answer)


def _said(book: Bench, side: Side, points: int, answer: str) -> Ruling:
    if answer == "missed_ends_only":
        return book.rule("absence.no_points", "absence.penalty", side=side)
    more = ("late.more_points",) if points > book.limit("late.first_points") else ()
    scored = Scored("absence", other(side), points)
    clauses = ("absence.penalty", "late.first_point", *more)
    return book.rule("absence.points", scored, *clauses, side=other(side), points=points, other=side)


@decision("legality", on=Chosen, answers=("absence_points",), cites=POINTS)
def points_for_absence(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the absence of one player costs points."""
    book.reading("B18")
    yield _said(book, side_asked(answer), int(answer.option.slots["points"] or 0), answer.choice)


RULES = (leaves_without_leave, leave_said, back_as_if_late, points_for_absence)
