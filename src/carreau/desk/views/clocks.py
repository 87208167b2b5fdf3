"""The clocks of a game of pétanque: what runs, since when in game time, and which could be started."""

from collections.abc import Iterator

from carreau.core.facts import Side
from carreau.core.game import Game
from carreau.core.possible import Form, passes
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
    }


def spent_ms(clock: Clock) -> int | None:
    """What a clock that waits shows; a running one is for whoever knows the time."""
    known = clock.paused and clock.since_ms is not None and clock.paused_at_ms is not None
    return clock.paused_at_ms - clock.since_ms if known else None  # type: ignore[operator]


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
