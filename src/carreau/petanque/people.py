"""Teams and players who come late, incomplete teams, and players replaced before the competition."""

from collections.abc import Iterator
from typing import Literal

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.absorbing import boules_each
from carreau.petanque.clock import end_under_way
from carreau.petanque.effects import (
    GameWon,
    LatePointsLapse,
    PlayerJoins,
    PlayerOut,
    PlayerSwapped,
    Recorded,
    Scored,
    TeamLate,
    TeamOut,
)
from carreau.petanque.forfeit import both_out, forfeited, side_asked
from carreau.petanque.order import TURN_FACTS
from carreau.petanque.state import PetanqueState, PlayerNow, points_for_lateness

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Scope = Literal["game", "competition"]

# --- a team comes late ---------------------------------------------------------------------------


@decision("door", on=f.PlayersCame)
def players_are_registered(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, so_far: So
) -> Rulings:
    """Who comes belongs to the team."""
    team = {p.id for p in was.side_players(fact.side)}
    if team and (strangers := [p for p in fact.players if p not in team]):
        yield book.refuse("refused.no_such_player", player=strangers[0], side=fact.side)


def team_comes(was: PetanqueState, fact: f.PlayersCame) -> bool:
    """Is it the team that comes, and not one more player of a team already there?"""
    there = any(p.present for p in was.side_players(fact.side)) and bool(fact.players)
    return fact.side not in was.arrived and not there


def late_ms(was: PetanqueState, now: PetanqueState, fact: f.PlayersCame) -> int | None:
    """How long after the announcement, or the restart: as stated, else by the clock."""
    return _after(fact.late_ms, now, was.announced_ms)


def _after(stated: int | None, now: PetanqueState, since: int | None) -> int | None:
    if stated is not None or since is None or now.moment.at_ms is None:
        return stated
    return now.moment.at_ms - since


def hour_ms(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame) -> int | None:
    """How long after the start of the games, or what the organiser counts the hour from."""
    announced, started = late_ms(was, now, fact), _after(fact.after_start_ms, now, was.games_start_ms)
    if was.restarted or (announced is None and started is None):
        return announced
    return announced if book.reading("C57") == "announcement" else started


def late_points(book: Bench, late: int) -> tuple[int, int]:
    """The points for the grace gone by, and those for the time after it."""
    grace, step = book.limit("late.grace"), book.limit("late.step")
    if late < grace:
        return 0, 0
    gone = late - grace
    steps = gone // step if book.reading("A41") == "completed" else -(-gone // step)
    return book.limit("late.first_points"), steps * book.limit("late.step_points")


LATE_CLAUSES = (
    "late.first_point", "late.first_point_timed", "late.more_points", "late.restart", "late.out",
    "absence.incomplete_team",
)  # fmt: skip


@decision("legality", on=f.PlayersCame, cites=LATE_CLAUSES)
def team_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, so_far: So) -> Rulings:
    """A team that comes after the grace has given points to its opponents; after the hour it is out."""
    yield from _team_late(book, was, now, fact, "competition")


@decision("legality", on=f.PlayersCame, cites=LATE_CLAUSES)
def team_late_loses_the_game(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, so_far: So
) -> Rulings:
    """A team that comes after the grace has given points to its opponents; after the hour it has lost this game."""
    yield from _team_late(book, was, now, fact, "game")


def _team_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, scope: Scope) -> Rulings:
    if not team_comes(was, fact) or now.phase in ("over", "result"):
        return
    hour = hour_ms(book, was, now, fact)
    if hour is not None and hour > book.limit("late.limit"):
        yield _out(book, was, now, fact.side, scope)
        return
    late = late_ms(was, now, fact)
    points = late_points(book, late) if late is not None else (0, 0)
    if not points[0]:
        return
    clauses = _late_clauses(book, was, points)
    if not _missing(was, other(fact.side)) and other(fact.side) not in was.late:
        yield _scored(book, fact.side, sum(points), clauses)
    elif (answer := book.settled("A40")) is None:
        yield book.ask_umpire(
            "both_late", "A40", *clauses, about=fact.side, of=fact.side, points=sum(points), had=_had(was, fact.side)
        )
        yield book.rule("people.late", TeamLate(fact.side), *clauses, side=fact.side)
    else:
        yield from _both_late(book, fact.side, sum(points), _had(was, fact.side), clauses, answer)


def _had(was: PetanqueState, side: Side) -> int:
    """The points a late side had got from its late opponents, when nobody knew yet that it was late too."""
    return 0 if _missing(was, side) else sum(line.points for line in points_for_lateness(was, side))


def _late_clauses(book: Bench, was: PetanqueState, points: tuple[int, int]) -> tuple[str, ...]:
    first = book.limit_clause("late.first_points")
    more = (book.limit_clause("late.step"),) if points[1] else ()
    return (first, *more, *(("late.restart",) if was.restarted else ()))


def _missing(was: PetanqueState, side: Side) -> bool:
    """Is nobody of this side there, as far as its players are noted?"""
    team = was.side_players(side)
    return bool(team) and side not in was.arrived and not any(p.present for p in team)


def _scored(book: Bench, late: Side, points: int, clauses: tuple[str, ...]) -> Ruling:
    book.reading("C33")
    scored = Scored("absence", other(late), points)
    return book.rule(
        "people.late_points", scored, TeamLate(late), *clauses, side=other(late), points=points, other=late
    )


def _both_late(
    book: Bench, late: Side, points: int, had: int, clauses: tuple[str, ...], answer: str
) -> Iterator[Ruling]:
    if answer == "points_to_both":
        yield _scored(book, late, points, clauses)
        return
    yield book.rule("people.both_late", TeamLate(late), *clauses, side=late)
    if had:
        yield book.rule("people.points_lapse", LatePointsLapse(late), *clauses, side=late, points=had)


@decision("legality", on=Chosen, answers=("both_late",), cites=LATE_CLAUSES)
def both_late(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether points are given when both teams are late."""
    book.reading("A40")
    late = side_asked(answer)
    points = int(answer.option.slots["points"] or 0)
    had = int(answer.option.slots["had"] or 0)
    yield from _both_late(book, late, points, had, (book.limit_clause("late.first_points"),), answer.choice)


def _out(book: Bench, was: PetanqueState, now: PetanqueState, late: Side, scope: Scope) -> Ruling:
    clauses = ("late.out", *(("late.restart",) if was.restarted else ()))
    if _missing(was, other(late)):
        out = both_out(now, scope)
        return book.rule("game.nobody_wins", GameWon(None, "late", final=True), *out, *clauses, how="late")
    return forfeited(book, now, late, "late", TeamOut(late, scope), *clauses)


@decision("door", on=(f.CirclePlaced, f.JackThrown), cites=("absence.incomplete_team",))
def somebody_is_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A team may begin incomplete, but not without any player."""
    for side in SIDES if was.ends_completed == 0 else ():
        team = was.side_players(side)
        if team and not any(p.present for p in team):
            yield book.refuse("refused.team_absent", "absence.incomplete_team", side=side)


@decision("legality", on=(f.CirclePlaced, f.JackThrown), cites=("absence.incomplete_team",))
def team_incomplete(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """An incomplete team plays without the boules of its missing player."""
    if was.end == now.end:
        return
    each = boules_each(book.book, now.setup)
    full = each * book.limit(f"format.{now.setup.format}_players")
    for side in SIDES:
        boules = now.allotted.of(side)
        if boules < full and any(not p.present for p in now.side_players(side)):
            yield book.rule("people.incomplete", "absence.incomplete_team", side=side, boules=boules)


# --- a player comes late -------------------------------------------------------------------------

JOIN_CLAUSES = ("late.joins_next_end", "late.player_barred", "late.end_started")


@decision("legality", on=f.PlayersCame, cites=JOIN_CLAUSES)
def player_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, so_far: So) -> Rulings:
    """Who comes after an end has started joins the next one; after an hour he may not play this game at all."""
    yield from _player_late(book, was, now, fact, end_under_way(now))


@decision("legality", on=f.PlayersCame, cites=JOIN_CLAUSES)
def player_late_for_a_good_jack(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, so_far: So
) -> Rulings:
    """The same where an end has started only when a jack lies that stands."""
    yield from _player_late(book, was, now, fact, good_jack_lies(now))


def good_jack_lies(now: PetanqueState) -> bool:
    """Has a jack that stands been thrown in this end, and are its points not agreed yet?"""
    return now.end > now.ends_completed and now.phase in ("play", "count")


def _player_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame, started: bool) -> Rulings:
    named = fact.players or tuple(p.id for p in was.side_players(fact.side))
    came = [p for p in was.side_players(fact.side) if p.id in named and not p.present and not p.out]
    since = _since_start(book, was, now, fact)
    for player in came:
        if since is not None and since > book.limit("late.player_limit") and not team_comes(was, fact):
            out = PlayerOut(player.id, player.side, "game", "late")
            yield book.rule("people.barred", out, "late.player_barred", player=player.id, side=player.side)
        else:
            yield _joins(book, now, player, started)


def _since_start(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayersCame) -> int | None:
    """How long this game has been going on."""
    if fact.after_start_ms is not None:
        return fact.after_start_ms
    first = book.reading("A46") == "first_jack_throw"
    return _after(None, now, was.game_started_ms if first else was.game_signal_ms)


def _joins(book: Bench, now: PetanqueState, player: PlayerNow, started: bool) -> Ruling:
    if book.has_reading("C36"):
        book.reading("C36")
    slots = {"player": player.id, "side": player.side}
    if started:
        return book.rule("people.joins_next", PlayerJoins(player.id, False), "late.joins_next_end", **slots)
    circle_there = now.end > now.ends_completed
    boules = boules_each(book.book, now.setup) if circle_there else 0
    return book.rule("people.joins", PlayerJoins(player.id, True, boules), "late.end_started", **slots)


@decision("reminders", on=TURN_FACTS, cites=("late.next_game", "late.league"), unexpected=True)
def plays_next_game(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Who missed the game may play the next one if his team-mates have won it; in a league whatever the result."""
    if now.phase != "over" or was.phase == "over":
        return
    for player in now.players:
        missed = player.out_why == "late" or not player.present
        if not missed or player.replaced or player.side in now.out_of_competition:
            continue
        clause = (
            "late.league" if now.setup.stage == "league" else "late.next_game" if player.side == now.winner else None
        )
        if clause is not None:
            how = book.reading("C47") if book.has_reading("C47") else "next_and_following"
            yield book.rule(
                "people.next_game", Recorded("eligible"), clause, player=player.id, side=player.side, how=how
            )


# --- replacing a player --------------------------------------------------------------------------


@decision(
    "door", on=f.PlayerReplaced, cites=("replacement.number", "replacement.until_start", "replacement.not_registered")
)
def may_be_replaced(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced, so_far: So) -> Rulings:
    """Players are replaced before the competition starts, only so many, and not by somebody of another team."""
    player = was.player(fact.player)
    if player is None:
        yield book.refuse("refused.no_such_player", player=fact.player, side=None)
        return
    most = book.limit(f"replacement.{was.setup.format}")
    if was.competition_started or was.game_started:
        yield book.refuse("refused.too_late_to_replace", "replacement.until_start", player=fact.player)
    elif fact.elsewhere or was.player(fact.by) is not None:
        yield book.refuse("refused.registered_elsewhere", "replacement.not_registered", player=fact.by)
    elif sum(p.replaced for p in was.side_players(player.side)) >= most:
        yield book.refuse("refused.too_many_replaced", "replacement.number", side=player.side, n=most)


@decision("fact", on=f.PlayerReplaced, cites=("replacement.number",))
def replaced(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced, so_far: So) -> Rulings:
    """Another person takes the player's place."""
    swapped: Effect = PlayerSwapped(fact.player, fact.by)
    yield book.rule("people.replaced", swapped, "replacement.number", player=fact.player, by=fact.by)


@decision("door", on=f.PlayerReplaced, cites=("replacement.until_start",))
def may_be_replaced_beforehand(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced, so_far: So
) -> Rulings:
    """Players are replaced until the competition begins, by somebody who is not in the game already."""
    if was.player(fact.player) is None or was.player(fact.by) is not None:
        stranger = fact.player if was.player(fact.player) is None else fact.by
        yield book.refuse("refused.no_such_player", player=stranger, side=None)
    elif was.competition_started or was.game_started:
        yield book.refuse("refused.too_late_to_replace", "replacement.until_start", player=fact.player)


@decision("fact", on=f.PlayerReplaced, cites=("replacement.until_start",))
def replaced_beforehand(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced, so_far: So
) -> Rulings:
    """Another person takes the player's place."""
    swapped: Effect = PlayerSwapped(fact.player, fact.by)
    yield book.rule("people.replaced", swapped, "replacement.until_start", player=fact.player, by=fact.by)


RULES = (
    players_are_registered, somebody_is_there, may_be_replaced, team_late, both_late, team_incomplete, player_late,
    plays_next_game, replaced,
)  # fmt: skip
