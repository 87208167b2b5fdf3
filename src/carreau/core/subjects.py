"""What a fact speaks about, as a stable address: two people who tell of the same thing meet there."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from carreau.core.facts import Chosen, Corrected, Undone
from carreau.core.game import Game
from carreau.core.judging import asked_for

SubjectOf = Callable[[Any, Any, str], str]
Where = Mapping[str, object]  # the parts of an address that the state gives, by name
UNSAID = "-"
NOTE = "note:{uid}"  # what is like nothing else has an address of its own


def address(fact: Any, state: Any, templates: Mapping[type, str], where: Where) -> str:
    """The address of a fact in the state before it, by the template of its kind.

    A template has the names of `where` and of the fact's fields in braces. What is not noted is written `-`.
    """
    match fact:
        case Chosen():
            return f"option:{_asked(fact, state)}"
        case Undone(seqs=seqs):
            return f"entry:{min(seqs, default=UNSAID)}"
        case Corrected(changes=changes):
            return f"entry:{min((change.seq for change in changes), default=UNSAID)}"
        case _:
            return templates[type(fact)].format_map(Parts(fact, where))


class Parts(dict[str, object]):
    """What a template may name: the parts that the state gives, else the fields of the fact."""

    def __init__(self, fact: Any, where: Where) -> None:
        super().__init__(where)
        self.fact = fact

    def __missing__(self, name: str) -> str:
        return _said(getattr(self.fact, name))


def _asked(fact: Chosen, state: Any) -> str:
    try:
        return asked_for(state, fact).id
    except LookupError:  # nobody has asked: the door will say so
        return UNSAID


def _said(value: Any) -> str:
    match value:
        case None | () | "":
            return UNSAID
        case tuple():
            return "+".join(sorted(map(str, value)))
        case _:
            return str(value)


def in_story(game: Game, fact: Any, subject_of: SubjectOf, *, seen: int | None = None, uid: str = "") -> str:
    """The address of a fact for somebody who has seen the story as far as entry `seen`.

    A jack that is thrown again, a second warning: where that story holds the same address already, it is another thing,
    and the address has its number.
    """
    known = [step for step in game.line if seen is None or step.seq <= seen]
    here = subject_of(fact, known[-1].state, uid)
    times = sum(subject_of(step.entry.fact, before.state, "") == here for before, step in pairwise(known))
    return f"{here}#{times + 1}" if times else here
