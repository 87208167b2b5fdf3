"""The leaves that are likeliest now: those of what the game waits for, as the sheet of the sport lists them."""

from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State
from carreau.forms.leaves import leaves_of, sheet_of

SHOWN = 3
ELSE = "else"


def likely(book: Rulebook, state: State) -> tuple[str, ...]:
    """Three leaves of this book, the likeliest first."""
    lists = sheet_of(book.sport.name).likely
    turn = getattr(state, "turn", None)
    does = turn.does if turn is not None else ELSE
    there = {leaf.id for leaf in leaves_of(book)}
    wanted = (*lists.get(does, ()), *lists.get(ELSE, ()), *(leaf.id for leaf in leaves_of(book)))
    return tuple(dict.fromkeys(id for id in wanted if id in there))[:SHOWN]
