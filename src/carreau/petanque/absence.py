"""Players who leave the game: the umpire's leave, their boules, a doctor's word."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import ClockRuns, ClockStops, HandLost, OffenceNoted, Paused, PlayerJoins, TeamOut
from carreau.petanque.forfeit import forfeited, person_of, side_asked
from carreau.petanque.state import PetanqueState, PlayerNow

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

# --- leaving -------------------------------------------------------------------------------------


@decision("door", on=(f.PlayerLeft, f.PlayerBack), cites=("umpire.strict_application",))
def leaves_or_returns(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerLeft | f.PlayerBack, so_far: So
) -> Rulings:
    """Only a player of the game leaves it, and only who has left comes back; a pretence is the umpire's word."""
    player = was.player(fact.player)
    back = isinstance(fact, f.PlayerBack)
    if player is None and was.players:
        yield book.refuse("refused.no_such_player", player=fact.player, side=None)
    elif player is not None and player.away != back:
        yield book.refuse("refused.not_away" if back else "refused.away_already", player=fact.player)
    elif isinstance(fact, f.PlayerBack) and fact.fraud and now.moment.by not in ("umpire", "jury", "simulator"):
        yield book.refuse("refused.umpire_only", "umpire.strict_application", by=now.moment.by)


LEAVE_CLAUSES = ("absence.leave", "absence.game_goes_on", "absence.medical")


@decision("legality", on=f.PlayerLeft, cites=LEAVE_CLAUSES)
def player_left(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerLeft, so_far: So) -> Rulings:
    """Nobody leaves without the umpire's permission, and the game goes on; a doctor's word may make it wait."""
    if fact.medical:
        limit = book.limit("absence.medical")
        runs = ClockRuns("medical", _side(now, fact.player), fact.player, now.moment.at_ms, limit)
        yield book.rule("absence.medical", runs, "absence.medical", player=fact.player, limit_ms=limit)
        yield from _waiting(book, now, fact.player)
        return
    if fact.leave is None:
        yield book.ask(
            "leave", "umpire", ("given", "not_given"), "absence.leave", default="given", about=fact.player, waits=False,
            player=fact.player,
        )  # fmt: skip
    elif not fact.leave:
        yield _without_leave(book, now, fact.player)
    yield book.rule("absence.game_goes_on", "absence.game_goes_on", player=fact.player)


def _side(now: PetanqueState, player: str) -> Side:
    whom = person_of(now, player, None)
    return whom[1] if whom is not None else now.owner or SIDES[0]


def _without_leave(book: Bench, now: PetanqueState, player: str) -> Ruling:
    seen = OffenceNoted("absence", _side(now, player), player)
    return book.rule("absence.without_leave", seen, "absence.leave", player=player)


@decision("legality", on=Chosen, answers=("leave",), cites=LEAVE_CLAUSES)
def leave_given(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the player had leave."""
    player = str(answer.option.slots["player"])
    if answer.choice == "given":
        yield book.rule("absence.with_leave", "absence.leave", player=player)
    else:
        yield _without_leave(book, now, player)


def _waiting(book: Bench, now: PetanqueState, player: str) -> Rulings:
    if now.phase in STOPPED:
        return
    if (answer := book.settled("C35")) is None:
        yield book.ask_umpire("medical_wait", "C35", "absence.medical", about=player, waits=False, player=player)
    else:
        yield _waits(book, player, waits=answer == "game_waits")


STOPPED = ("suspended", "over", "result")


def _waits(book: Bench, player: str, *, waits: bool) -> Ruling:
    if waits:
        return book.rule("absence.game_waits", Paused(True), "absence.medical", player=player)
    return book.rule("absence.no_wait", "absence.medical", player=player)


@decision("legality", on=Chosen, answers=("medical_wait",), cites=LEAVE_CLAUSES)
def game_waits(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the game waits for the player whom the doctor sees to."""
    book.reading("C35")
    player = str(answer.option.slots["player"])
    yield _waits(book, player, waits=answer.choice == "game_waits" and now.phase not in STOPPED)


# --- coming back ---------------------------------------------------------------------------------

BACK_CLAUSES = ("absence.medical", "absence.medical_fraud", "late.joins_next_end", "absence.boules_cancelled")


@decision("legality", on=f.PlayerBack, cites=BACK_CLAUSES)
def player_back(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerBack, so_far: So) -> Rulings:
    """Who comes back plays the boules he has left, or joins the next end; a false illness costs the team its place."""
    player = was.player(fact.player)
    side = _side(now, fact.player)
    if fact.fraud:
        out = TeamOut(side, "competition")
        yield forfeited(book, now, side, "fraud", out, "absence.medical_fraud", player=fact.player)
        return
    medical = player is not None and player.medical
    clock = next((c for c in was.clocks if c.clock == "medical" and c.player == fact.player), None)
    if medical or clock is not None:
        yield from _medical_over(book, now, fact.player, absent_ms(was, now, fact, player))
    if player is not None and not player.plays and not player.out and _under_way(now):
        yield book.rule(
            "people.joins_next", PlayerJoins(player.id, False), "late.joins_next_end", player=player.id, side=side
        )
    yield from _minutes_gone(book, was, now, side)


def _under_way(now: PetanqueState) -> bool:
    return now.end > now.ends_completed and now.phase in ("place", "play", "count", "jack")


def absent_ms(was: PetanqueState, now: PetanqueState, fact: f.PlayerBack, player: PlayerNow | None) -> int | None:
    """How long the player was away: as stated, else by the clock."""
    if fact.absent_ms is not None or player is None or player.away_ms is None or now.moment.at_ms is None:
        return fact.absent_ms
    return now.moment.at_ms - player.away_ms


def _medical_over(book: Bench, now: PetanqueState, player: str, absent_ms: int | None) -> Rulings:
    stop = (ClockStops("medical"), *((Paused(False),) if now.phase == "suspended" else ()))
    limit = book.limit("absence.medical")
    if absent_ms is not None and absent_ms > limit:
        seen = OffenceNoted("absence", _side(now, player), player)
        yield book.rule(
            "absence.too_long", *stop, seen, "absence.medical", player=player, elapsed_ms=absent_ms, limit_ms=limit
        )
    else:
        yield book.rule("absence.back", *stop, "absence.medical", player=player)


@decision("legality", on=f.ClockExpired, cites=BACK_CLAUSES)
def medical_time_over(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """The game waits no longer than the book allows for a player whom the doctor sees to."""
    if fact.clock != "medical":
        return
    limit = book.limit("absence.medical")
    if fact.elapsed_ms > limit:
        go_on = (Paused(False),) if now.phase == "suspended" else ()
        slots = {"player": fact.player, "elapsed_ms": fact.elapsed_ms, "limit_ms": limit}
        yield book.rule("absence.medical_over", ClockStops("medical"), *go_on, "absence.medical", **slots)


# --- boules of absent players --------------------------------------------------------------------


def due_absent(now: PetanqueState, side: Side) -> tuple[PlayerNow, ...]:
    """The absent players whose boules are due: nobody else of their side, whose turn it is, has one left."""
    if side not in now.noted or now.turn is None or now.turn.side != side or now.turn.does != "boule":
        return ()
    holding = tuple(p for p in now.side_players(side) if p.hand)
    return holding if all(p.away for p in holding) else ()


def only_absent_due(book: Bench, now: PetanqueState, side: Side) -> bool:
    """Does each minute of this turn cost a boule, as only absent players have one left to play?"""
    return book.has_limit("absence.cancel_step") and bool(due_absent(now, side))


CANCEL_CLAUSES = ("absence.boules_cancelled", "absence.game_goes_on")


@decision("legality", on=f.ClockExpired, cites=CANCEL_CLAUSES)
def absent_boules(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """When only the boules of absent players are due, one of them is cancelled for every full minute."""
    side = _side(now, fact.player) if fact.player else fact.side or (now.turn.side if now.turn else None)
    if side is None or now.phase != "play" or not _for_absent(book, now, fact, side):
        return
    boules = minutes_due(book, now, side, fact.player, fact.elapsed_ms)
    if not boules:
        yield book.rule("absence.none_yet", "absence.game_goes_on", side=side, elapsed_ms=fact.elapsed_ms)
    elif now.moment.by == "clock":
        yield book.ask(
            "cancel", "umpire", ("cancel", "wait"), "absence.boules_cancelled", default="cancel", waits=False, of=side,
            boules=boules, player=fact.player,
        )  # fmt: skip
    else:
        yield cancelled(book, now, side, fact.player, boules)


def _for_absent(book: Bench, now: PetanqueState, fact: f.ClockExpired, side: Side) -> bool:
    """Is it the clock of the absent, or the minute of a side of which only absent players have boules?"""
    return fact.clock == "absence" or (fact.clock == "boule" and only_absent_due(book, now, side))


def minutes_due(book: Bench, now: PetanqueState, side: Side, player: str | None, elapsed_ms: int) -> int:
    """How many more boules the minutes of this turn have cost; in an alternation only the one of the turn."""
    absent = due_absent(now, side)
    noted = side in now.noted
    if (noted and not absent) or (now.turn is not None and now.turn.side != side):
        return 0
    left = sum(p.hand or 0 for p in absent) if noted else now.hand(side)
    boules = min(elapsed_ms // book.limit("absence.cancel_step") - now.cancelled_in_turn, left)
    book.reading("C34")
    alternate = now.memory.run is not None and now.hand(other(side)) > 0 and book.reading("A31") == "uses_turn"
    return max(0, min(boules, 1) if alternate else boules)


def cancelled(book: Bench, now: PetanqueState, side: Side, player: str | None, boules: int) -> Ruling:
    """The boules due are cancelled, each in the place of a throw."""
    book.reading("C34")
    used = book.reading("A31") == "uses_turn"
    owners: list[str | None] = [p.id for p in due_absent(now, side) for _ in range(p.hand or 0)]
    owners = owners or [player] * boules
    lost = tuple(HandLost(side, 1, "cancelled", owner, turn_used=used) for owner in owners[:boules])
    left = now.hand(side) - boules
    return book.rule("absence.cancelled", *lost, "absence.boules_cancelled", side=side, boules=boules, left=left)


def _minutes_gone(book: Bench, was: PetanqueState, now: PetanqueState, side: Side) -> Rulings:
    """A player who comes back in the middle of his turn has lost a boule for each minute gone."""
    clock = next((c for c in was.clocks if c.clock == "absence" and c.side == side), None)
    if clock is None:
        return
    at, since = now.moment.at_ms, clock.since_ms
    gone = minutes_due(book, was, side, None, at - since) if at is not None and since is not None else 0
    if gone:
        yield cancelled(book, was, side, None, gone)
    yield book.rule("absence.clock_stops", ClockStops("absence"), "absence.boules_cancelled", side=side)


@decision("legality", on=Chosen, answers=("cancel",), cites=CANCEL_CLAUSES)
def cancel(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire confirms what the clock shows, or waits."""
    slots = answer.option.slots
    side = side_asked(answer)
    player = None if slots["player"] is None else str(slots["player"])
    boules = min(int(slots["boules"] or 0), now.hand(side))
    if answer.choice == "cancel" and boules:
        yield cancelled(book, now, side, player, boules)
    else:
        yield book.rule("absence.waits", "absence.boules_cancelled", side=side)


RULES = (
    leaves_or_returns, player_left, leave_given, game_waits, player_back, medical_time_over, absent_boules, cancel,
)  # fmt: skip
