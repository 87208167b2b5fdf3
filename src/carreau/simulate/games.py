"""Games that play themselves, whichever the book: what may be wished for, and who plays each sport."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

from carreau.core.game import Game
from carreau.core.rulebook import Rulebook

Told = Callable[[Game], None]


class Wishes(Struct, frozen=True, kw_only=True):
    """How a game is to be played: one seed gives one game.

    `teams`: the names of the two sides; `levels`: how well each plays (one name is for both); `format`, `target`: as in
    the set-up, None for the book's usual; `surface`: of a terrain; `told`: is called with the game after every fact.
    """

    seed: int = 1
    format: str | None = None
    teams: tuple[str, str] | None = None
    levels: tuple[str, ...] = ()
    target: int | None = None
    surface: str | None = None
    told: Told | None = None


class NotOffered(ValueError):
    """Something that does not exist was wished for: `what` (level, surface, format, style ...), and the `known` ones."""

    def __init__(self, what: str, said: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no {what} {said!r}; there is {', '.join(known)}")
        self.what = what
        self.said = said
        self.known = known


def offered(what: str, said: str, known: Any) -> str:
    """What was said, if there is such a thing. Raises NotOffered."""
    if said not in known:
        raise NotOffered(what, said, tuple(known))
    return said


def both(levels: tuple[str, ...], usual: str, known: Any) -> tuple[str, str]:
    """The levels of sides A and B. Raises NotOffered for a level that is not known, or more than two."""
    named = levels or (usual,)
    for level in named:
        offered("level", level, known)
    if len(named) > 2:
        raise NotOffered("level", ",".join(named), tuple(known))
    return named[0], named[-1]


PLAYED = {
    "petanque": ("terrain", "carreau.simulate.terrain_game"),
    "five_pins": ("table", "carreau.simulate.five_cloth"),
    "cochonnet": ("table", "carreau.simulate.cochonnet_bed"),
}  # sport: the folder of its physics, and the module whose `whole_game(edition, wishes)` plays it


def physics_of(edition: Rulebook) -> str:
    """The folder of the physics that a game by this book needs: `table` or `terrain`."""
    return PLAYED[edition.sport.name][0]


def whole_game(edition: Rulebook, wishes: Wishes) -> Game:
    """A game by this book from the first fact to the last point. Raises NotOffered."""
    game: Game = import_module(PLAYED[edition.sport.name][1]).whole_game(edition, wishes)
    return game
