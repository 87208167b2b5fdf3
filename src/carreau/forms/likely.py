"""The leaves that are likeliest now: those of what the game waits for, as the sheet of the sport lists them."""

from itertools import islice

from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State
from carreau.forms.leaves import leaves_by_id, sheet_of, stands_in

SHOWN = 3
ELSE = "else"


def likely(book: Rulebook, state: State) -> tuple[str, ...]:
    """Three leaves of this book, the likeliest first."""
    lists = sheet_of(book.sport.name).likely
    turn = getattr(state, "turn", None)
    does = turn.does if turn is not None else ELSE
    known = leaves_by_id(book.sport.name)
    wanted = dict.fromkeys((*lists.get(does, ()), *lists.get(ELSE, ())))
    found = tuple(id for id in wanted if stands_in(known[id], book))
    more = (id for id in known if id not in wanted and stands_in(known[id], book))
    return (*found, *islice(more, max(0, SHOWN - len(found))))[:SHOWN]
