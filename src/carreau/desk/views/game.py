"""The view and the board of a game of any sport."""

from collections.abc import Callable
from importlib import import_module

from carreau.core.game import Game
from carreau.desk.views.board import board
from carreau.desk.views.frame import frame
from carreau.desk.views.reader import Reader
from carreau.sports import Json, kit_of

__all__ = ("Reader", "board", "view")

OWN = frozenset({"petanque", "five_pins", "cochonnet"})  # the sports whose view has more than the frame


def view(game: Game, reader: Reader) -> Json:
    """All that a scorer's screen shows of a game, in the reader's language."""
    name = kit_of(game.book).name
    if name not in OWN:
        return frame(game, reader) | kit_of(game.book).stands(game.book, game.state)
    made: Callable[[Game, Reader], Json] = import_module(f"carreau.desk.views.{name}").view
    return made(game, reader)
