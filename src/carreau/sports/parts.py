"""The parts of a game's state that look the same to programs in every sport: whose turn, what is asked, what cases expect."""

from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.sports import Flags, Json, Score


def next_line(book: Rulebook, state: Any) -> Json | None:
    """Who does what next, and the rows that say so; an answer that is waited for comes before everything else.

    Nobody in particular (`side` null) counts when the points are known and only have to be agreed.
    """
    if state.waiting is not None:
        return {"side": state.waiting.side, "does": "choose", "clauses": list(state.waiting.clauses)}
    if state.turn is None:
        return None
    return {"side": state.turn.side, "does": state.turn.does, "clauses": rows_of(book, state.turn.clauses)}


def rows_of(book: Rulebook, keys: tuple[str, ...]) -> list[str]:
    """The rows behind keys: this text's own, those that cover them, or those on which a rule taken for granted rests."""
    here: list[str] = []
    for key in (book.covered.get(key, key) for key in keys):
        here += [key] if book.has(key) else book.supplied.get(key, ("", ()))[1]
    return list(dict.fromkeys(book.clauses[key].row for key in here))


def option_line(option: Option) -> Json:
    """A choice that waits for somebody; `not` says why an answer can't be given."""
    return {
        "id": option.id,
        "side": option.side,
        "may": list(option.may),
        "ask": option.ask,
        "choices": [to_builtins(choice) for choice in option.choices],
        "clauses": list(option.clauses),
    }


def points(state: Any) -> Score:
    """All points of the sides, also those above the target."""
    return {side: state.points(side) for side in SIDES}


def in_hand_of(state: Any) -> dict[str, int] | None:
    """What each player has left to play, while every throw of the side named its player."""
    return {player.id: player.hand for player in state.players if player.hand is not None} or None


def turn(state: Any) -> str:
    """Who does what next, as a case says it: `B boule`."""
    return f"{state.turn.side or '-'} {state.turn.does}" if state.turn else "nobody"


def score(state: Any) -> str:
    """The score as a case says it: `3-0`."""
    return f"{state.points('A')}-{state.points('B')}"


def teams(flags: Flags, player: Callable[[str], Any]) -> Json:
    """The sides of a set-up: the teams by name, their players by id."""
    sides: Json = {side: {"name": name} for side, name in zip(SIDES, flags.teams, strict=False)}
    for id in flags.people:
        sides.setdefault(id[0], {}).setdefault("players", []).append(player(id))
    return {"sides": sides} if sides else {}


def scored_before(state: Any) -> Score:
    """The points of the ends before the present one, and those stated."""
    log = [p for p in state.score_log if p.end < state.end or p.kind == "stated"]
    return {side: sum(p.points for p in log if p.side == side) for side in SIDES}
