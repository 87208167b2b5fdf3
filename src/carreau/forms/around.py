"""What lies around a fact that somebody enters: the side to play, the boules on the ground, the players there are.

A leaf names these by `$turn`, `$opponent`, `$last` ...; nothing here rules, it only reads how the game stands.
"""

from typing import Any

from carreau.core.facts import SIDES, other
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State

Json = dict[str, Any]


def around(book: Rulebook, state: State) -> Json:
    """The things of the game as it stands, for the leaves and the forms of its book; what is unknown is left out.

    `turn` and `opponent`: the side to play and the other; `jack_side`, `placer`: who throws the jack, who places it;
    `boules`: those that are live, `dead`: those that are not, `last`: the one played last; `objects`: what can be moved;
    `players`: side by side; `marked`: is the jack's place marked; `seen`: the breach noted last; `score`.
    """
    return {name: value for name, value in _around(state).items() if value is not None}


def _around(state: Any) -> Json:
    turn = state.turn.side if state.turn is not None else None
    jack_side = _jack_side(state)
    boules = [b for b in _balls(state) if not getattr(b, "extra", False)]
    live = [b.id for b in boules if b.live]
    seen = next(reversed(getattr(state, "offences", ())), None)
    return {
        "turn": turn,
        "opponent": other(turn) if turn else None,
        "jack_side": jack_side,
        "placer": other(jack_side) if jack_side else None,
        "boules": live,
        "dead": [b.id for b in boules if not b.live],
        "last": boules[-1].id if boules else None,
        "objects": [*(["jack"] if hasattr(state, "jack") else []), *live],
        "players": {side: _players(state, side) for side in SIDES},
        "marked": getattr(getattr(state, "jack", None), "marked", None),
        "seen": {"offence": seen.offence, "side": seen.side, "player": seen.player} if seen is not None else None,
        "score": {side: state.score.of(side) for side in SIDES} if hasattr(state, "score") else None,
    }


def _balls(state: Any) -> tuple[Any, ...]:
    """The boules, or balls, of this end."""
    found: tuple[Any, ...] = getattr(state, "boules", ()) or getattr(state, "balls", ())
    return tuple(ball for ball in found if hasattr(ball, "live"))


def _players(state: Any, side: str) -> list[str]:
    return [p.id for p in getattr(state, "players", ()) if p.side == side and not getattr(p, "replaced", False)]


def _jack_side(state: Any) -> Any:
    """Who has the jack in this end: who is to throw it, or who threw it."""
    jack = getattr(state, "jack", None)
    if jack is None:
        return None
    return jack.thrown_by or getattr(state, "jack_side", None) or getattr(state, "owner", None)
