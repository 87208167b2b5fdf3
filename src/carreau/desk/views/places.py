"""Where a game stands in the tables with which a phone goes on alone; they are made once, beside the play."""

from collections.abc import Mapping
from threading import Lock, Thread

from carreau.core.game import Game
from carreau.desk.views.shelf import tables_for
from carreau.gamefile import state_of
from carreau.offline import name_of, place_of
from carreau.sports import Json

Key = tuple[str, tuple[tuple[str, str], ...]]

_made: dict[Key, Json] = {}
_making: set[Key] = set()
_lock = Lock()
MOST = 32  # tables that are kept; a club plays by a few books


def key_of(edition: str, readings: Mapping[str, str]) -> Key:
    """An edition and the readings that a game has chosen."""
    return edition, tuple(sorted(readings.items()))


def place(game: Game) -> Json | None:
    """The table, the chart in it and the number of the state; None where the tables do not tell, or are being made."""
    made = tables_of(game.edition.id, state_of(game).setup.readings)
    found = place_of(made, game.book, game.state) if made is not None else None
    if made is None or found is None:
        return None
    return {"table": name_of(made), "order": found[0], "state": found[1]}


def tables_of(edition: str, readings: Mapping[str, str], *, wait: bool = False) -> Json | None:
    """The tables of an edition; where they have not been made they are begun, and `wait` waits for them."""
    key = key_of(edition, readings)
    if key not in _made:
        if wait:
            _make(key)
        else:
            _begin(key)
    return _made.get(key)


def _begin(key: Key) -> None:
    with _lock:
        if key in _making or key in _made or len(_made) >= MOST:
            return
        _making.add(key)
    Thread(target=_make, args=(key,), daemon=True).start()


def _make(key: Key) -> None:
    edition, readings = key
    _made[key] = tables_for(edition, dict(readings))
    _making.discard(key)


def made() -> tuple[Json, ...]:
    """The tables that are ready."""
    return tuple(_made.values())
