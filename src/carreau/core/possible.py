"""What can be entered now: the kinds of facts that the door lets pass, the likeliest first, filled in as far as known."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import By, Chosen, Entry, Fact
from carreau.core.judging import NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State


class Form(Struct, frozen=True, kw_only=True):
    """A fact that could be entered: `given` names the fields that the state fills in, `by` who may say it.

    The other fields hold an example, with which the fact would be recorded.
    """

    fact: Any
    by: By = "scorer"
    given: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the fact."""
        return type(self.fact).__name__

    @property
    def fields(self) -> dict[str, Any]:
        """What is filled in already."""
        return {name: getattr(self.fact, name) for name in self.given}

    @property
    def independent(self) -> bool:
        """Can it be entered whatever has happened meanwhile?"""
        fact: Fact = self.fact
        return fact.independent


def possible(book: Rulebook, state: State, forms: Iterable[Form]) -> Iterator[Form]:
    """Of these forms the first of each kind that would be recorded in this state."""
    seen: set[str] = set()
    for form in forms:
        if form.kind not in seen and passes(book, state, form):
            seen.add(form.kind)
            yield form


def passes(book: Rulebook, state: State, form: Form) -> bool:
    """Would the fact be recorded?"""
    moment = structs.replace(state.moment, seq=state.moment.seq + 1, by=form.by, source="stated")
    try:
        judged(book, state, Entry(moment=moment, fact=form.fact))
    except NotRecorded:
        return False
    return True


def answers(state: State) -> Iterator[Form]:
    """An answer to each question that is open, the one that waits first; the default is filled in if there is one."""
    for option in sorted(state.options, key=lambda option: not option.waits):
        offered = sorted((c.id for c in option.choices if c.refused is None), key=lambda id: id != option.default)
        by: By = option.may[0]  # type: ignore[assignment]  # a book names only those that an envelope knows
        yield from (Form(fact=Chosen(choice=id, option=option.id), by=by, given=("option",)) for id in offered[:1])
