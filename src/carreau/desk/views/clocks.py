"""The clocks of a game of pétanque: what runs, since when in game time, and which could be started."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from carreau.core.facts import Side
from carreau.core.game import Game
from carreau.core.possible import Form, passes
from carreau.core.preview import preview
from carreau.core.rulebook import Rulebook
from carreau.desk.views.reader import Reader, article, rows_of
from carreau.petanque import facts as f
from carreau.petanque.clock import LIMITS
from carreau.petanque.state import Clock, PetanqueState
from carreau.sports import Json

SEARCHES = {"search_jack": ("clock.search", ""), "search_boule": ("clock.search_change", "")}
BY_HAND: tuple[f.ClockName, ...] = ("search_jack", "search_boule", "game", "late", "absence", "medical")


def clocks_of(game: Game, state: PetanqueState, reader: Reader) -> list[Json]:
    """Every clock that runs or waits."""
    return [_clock(game, state, clock, reader) for clock in state.clocks]


def _clock(game: Game, state: PetanqueState, clock: Clock, reader: Reader) -> Json:
    limit, clause = limit_of(game.book, state, clock.clock)
    rows = rows_of(game, (clause,)) if clause else []
    return {
        "id": clock.clock,
        "kind": clock.clock,
        "say": reader.says(game, f"desk.clock.{clock.clock}", side=clock.side, player=clock.player),
        "start_ms": clock.since_ms,
        "limit_ms": clock.limit_ms if clock.limit_ms is not None else limit,
        "paused_ms": clock.paused_at_ms if clock.paused else None,
        "spent_ms": spent_ms(clock),
        "side": clock.side,
        "player": clock.player,
        "rows": rows,
        "art": article(rows),
        "expired": _has_expired(game, clock),
        "at_limit": _at_limit(game, state, clock, limit, reader),
        "acts": list(_acts(game, clock, reader)),
    }


def spent_ms(clock: Clock) -> int | None:
    """What a clock that waits shows; a running one is for whoever knows the time."""
    known = clock.paused and clock.since_ms is not None and clock.paused_at_ms is not None
    return clock.paused_at_ms - clock.since_ms if known else None  # type: ignore[operator]


def _has_expired(game: Game, clock: Clock) -> bool:
    """Has somebody confirmed already that the time is over?"""
    for step in reversed(game.line):
        at, fact = step.entry.moment.at_ms, step.entry.fact
        if at is not None and clock.since_ms is not None and at < clock.since_ms:
            return False
        if isinstance(fact, f.ClockExpired) and fact.clock == clock.clock:
            return True
    return False


# --- what a clock proposes: nothing is booked until somebody confirms it -------------------------------------------------

MINUTES = ("boule", "jack")


def _at_limit(game: Game, state: PetanqueState, clock: Clock, limit: int | None, reader: Reader) -> Json | None:
    """The fact that somebody may confirm when the time is over. It happened at the limit, whenever that is confirmed;
    with `elapsed` the phone says how much the clock shows.
    """
    allowed = clock.limit_ms if clock.limit_ms is not None else limit
    if allowed is None or clock.since_ms is None:
        return None
    over_ms = clock.since_ms + allowed
    name: f.ClockName = clock.clock  # type: ignore[assignment]  # a clock of this game
    fact: Any = f.ClockExpired(clock=name, elapsed_ms=allowed, side=clock.side, player=clock.player)
    if name == "game":
        fact = f.SignalGiven(what="time_up", happened_ms=over_ms)
    by = "umpire" if reader.role == "umpire" else "scorer"
    return {
        "say": reader.says(game, f"desk.over.{name}", side=clock.side, player=clock.player, kind=by),
        "fact": to_builtins(fact),
        "by": by,
        "at_ms": over_ms,
        "elapsed": name in MINUTES,
        "no": _no(game, state, fact, reader) if name == "game" else None,
    }


def _no(game: Game, state: PetanqueState, fact: Any, reader: Reader) -> str | None:
    """Why it could not be recorded now."""
    would = preview(game, fact)
    return reader.ruled(game, would.no) if would.no is not None else None


def _acts(game: Game, clock: Clock, reader: Reader) -> Iterator[Json]:
    """What else happens to a clock: they had played in time, or the jack has been found. The phone says when."""
    facts: list[Any] = []
    if clock.clock in MINUTES:
        facts.append(f.Released(elapsed_ms=0, side=clock.side))
    if clock.clock == "search_jack":
        facts.append(f.Found(object="jack", elapsed_ms=0))
    for fact in facts:
        kind = type(fact).__name__
        yield {"say": reader.says(game, f"desk.act.{kind}"), "fact": to_builtins(fact), "by": "scorer"}


def limit_of(book: Rulebook, state: PetanqueState, name: str) -> tuple[int | None, str]:
    """What the book, or the organiser, allows on a clock, and the clause that says so."""
    if name == "game":
        return state.setup.time_limit_ms, "timed.allowed" if book.has("timed.allowed") else ""
    limit, clause = LIMITS.get(name) or SEARCHES.get(name, ("", ""))
    if not limit or not book.has_limit(limit):
        return None, ""
    return book.limit(limit), clause if clause and book.has(clause) else book.limit_clause(limit)


def startable(game: Game, state: PetanqueState, reader: Reader) -> list[Json]:
    """The clocks that somebody could start now, with what is allowed on each."""
    running = {clock.clock for clock in state.clocks}
    offered = [name for name in BY_HAND if name not in running and _can_start(game, state, name)]
    return [_offer(game, state, name, reader) for name in offered]


def _can_start(game: Game, state: PetanqueState, name: f.ClockName) -> bool:
    limit, _ = limit_of(game.book, state, name)
    return limit is not None and any(passes(game.book, state, form) for form in _starts(state, name))


def _starts(state: PetanqueState, name: f.ClockName) -> Iterator[Form]:
    sides: tuple[Side | None, ...] = ("A", "B") if name in ("late", "absence", "medical") else (None,)
    for side in sides:
        player = next((p.id for p in state.players if p.side == side), None) if name == "medical" else None
        yield Form(fact=f.ClockStarted(clock=name, side=side, player=player))


def _offer(game: Game, state: PetanqueState, name: str, reader: Reader) -> Json:
    limit, clause = limit_of(game.book, state, name)
    rows = rows_of(game, (clause,)) if clause else []
    return {
        "id": name,
        "say": reader.says(game, f"desk.clock.{name}"),
        "limit_ms": limit,
        "asks": {"late": "side", "absence": "player", "medical": "player"}.get(name),
        "rows": rows,
        "art": article(rows),
    }
