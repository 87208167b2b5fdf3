"""Where a game stands in the tables with which a phone goes on alone; they are made once, beside the play."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock, Thread

from carreau.core.game import Game
from carreau.desk.views.shelf import tables_for
from carreau.gamefile import state_of
from carreau.offline import name_of, place_of
from carreau.sports import Json

Key = tuple[str, tuple[tuple[str, str], ...]]

_made: OrderedDict[Key, Json] = OrderedDict()  # the one that was asked for last at the end
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
    found = _found(key)
    if found is not None:
        return found
    if wait:
        return _make(key)
    _begin(key)
    return None


def ready(game: Game) -> bool:
    """Have the tables by which a game is played been made?"""
    return key_of(game.edition.id, state_of(game).setup.readings) in _made


def named(name: str) -> Json | None:
    """The tables of this name, if they are ready."""
    with _lock:
        return next((made for made in _made.values() if name_of(made) == name), None)


def _found(key: Key) -> Json | None:
    with _lock:
        if key in _made:
            _made.move_to_end(key)
        return _made.get(key)


def _begin(key: Key) -> None:
    with _lock:
        if key in _making or key in _made:
            return
        _making.add(key)
    Thread(target=_make, args=(key,), daemon=True).start()


def _make(key: Key) -> Json:
    """Make tables and keep them; those that nobody has asked for the longest give way."""
    edition, readings = key
    try:
        made = tables_for(edition, dict(readings))
        with _lock:
            _made[key] = made
            while len(_made) > MOST:
                _made.popitem(last=False)
        return made
    finally:
        with _lock:
            _making.discard(key)
