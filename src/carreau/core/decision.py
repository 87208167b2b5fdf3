"""A decision of the rules, and which of them are consulted about a fact: the others have nothing to say."""

from collections.abc import Callable, Iterable
from operator import attrgetter, ne
from typing import Any

from msgspec import Struct, structs

from carreau.core.ruling import Ruling, State

Judge = Callable[..., Iterable[Ruling]]


class Decision(Struct, frozen=True, kw_only=True):
    """A small function of the rules, its stage, the kinds of facts it judges and the clauses it may cite."""

    name: str
    stage: str
    on: tuple[type, ...]
    cites: tuple[str, ...]
    judge: Judge
    answers: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    during: tuple[str, ...] = ()
    unexpected: bool = False


def decision(
    stage: str,
    *,
    on: type | tuple[type, ...],
    cites: Iterable[str] = (),
    answers: Iterable[str] = (),
    needs: Iterable[str] = (),
    during: Iterable[str] = (),
    unexpected: bool = False,
) -> Callable[[Judge], Decision]:
    """Declare a decision. With `answers` it judges a `Chosen` that answers one of these asks.

    With `needs` it is consulted only about facts that fill in at least one of these fields: a throw that moved nothing
    is not shown to the decisions about what a throw moved. `moved.line` is a field of what stands in a field: it is
    filled in if something that was moved says there what it would not say by itself. With `during` it is consulted only
    while the state before the fact has something in at least one of these fields: what lapses needs to have been asked.
    An `unexpected` one is not consulted about what the state waits for as long as all that was ruled on it is ordinary:
    the side whose turn it is may play, and no game is won as long as nobody has scored.
    """

    def declare(judge: Judge) -> Decision:
        kinds = on if isinstance(on, tuple) else (on,)
        name = f"{judge.__module__.split('.')[-1]}.{judge.__name__}"
        return Decision(
            name=name,
            stage=stage,
            on=kinds,
            cites=tuple(cites),
            judge=judge,
            answers=tuple(answers),
            needs=tuple(needs),
            during=tuple(during),
            unexpected=unexpected,
        )

    return declare


class Plan(Struct, frozen=True, kw_only=True):
    """Who is consulted about a fact: at the door, then in the stages, each with its number.

    `full`: it leaves out those who have nothing to say while the fact takes its usual course, and so does this not.
    """

    door: tuple[Decision, ...]
    stages: tuple[tuple[int, tuple[Decision, ...]], ...]
    full: "Plan | None" = None
    rests: dict[int, "Plan"] = {}

    def after(self, stage: int) -> "Plan":
        """What is left of it when a stage is over. A memo, since throws often leave their usual course there."""
        found = self.rests.get(stage)
        if found is None:
            rest = tuple(s for s in self.stages if s[0] > stage)
            found = self.rests[stage] = Plan(door=(), stages=rest, full=self.full, rests={})
        return found


NOBODY = Plan(door=(), stages=())

Read = Callable[[Any], tuple[Any, ...]]
Filled = tuple[bool, ...]
Said = tuple[frozenset[str], frozenset[str]]  # the names of fields filled in: of the fact, and of the state


def _nothing(value: Any) -> tuple[Any, ...]:
    return ()


def _reader(names: tuple[str, ...]) -> Read:
    """Reads several fields at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda value: (getattr(value, names[0]),)) if names else _nothing


class Inner(Struct, frozen=True):
    """Fields of what stands in a field of a fact: one value, several, or none."""

    field: str
    names: tuple[str, ...]
    known: dict[type, tuple[Read, tuple[Any, ...]]]

    def filled(self, inside: Any) -> Filled:
        """Which of them say something in at least one of the values; nothing if there is none."""
        if not inside:
            return ()
        values = inside if isinstance(inside, tuple) else (inside,)
        read, unsaid = self._read(type(values[0]))
        if len(values) == 1:
            return tuple(map(ne, read(values[0]), unsaid))
        said = [tuple(map(ne, read(value), unsaid)) for value in values]
        return tuple(map(any, zip(*said, strict=True)))

    def _read(self, kind: type) -> tuple[Read, tuple[Any, ...]]:
        """How to read these fields of a kind of value, and what they say by themselves."""
        found = self.known.get(kind)
        if found is None:
            unsaid = {field.name: field.default for field in structs.fields(kind)}
            found = self.known[kind] = (_reader(self.names), tuple(unsaid[name] for name in self.names))
        return found


class Fields(Struct, frozen=True, kw_only=True):
    """The fields of a kind of fact, and of the state, on which it depends who is consulted, and how to read them."""

    needs: tuple[str, ...]
    during: tuple[str, ...]
    inner: tuple[Inner, ...]
    of_fact: Read
    of_state: Read
    insides: Read
    plans: dict[Any, Plan]

    def filled(self, was: State, fact: Any) -> tuple[Filled, ...]:
        """Which of them are filled in: of the fact, of the state, and of each group of inner fields if one is."""
        of_fact, of_state = tuple(map(bool, self.of_fact(fact))), tuple(map(bool, self.of_state(was)))
        insides = self.insides(fact)
        if not any(insides):
            return of_fact, of_state
        return (of_fact, of_state, *map(Inner.filled, self.inner, insides))

    def said(self, filled: tuple[Filled, ...]) -> Said:
        """The names of what is filled in: of the fact, and of the state."""
        of_fact, of_state, *insides = filled
        said = {name for name, there in zip(self.needs, of_fact, strict=True) if there}
        for inner, inside in zip(self.inner, insides, strict=False):
            said |= {f"{inner.field}.{name}" for name, there in zip(inner.names, inside, strict=False) if there}
        return frozenset(said), frozenset(n for n, there in zip(self.during, of_state, strict=True) if there)


def fields_of(decisions: Iterable[Decision], kind: type) -> Fields:
    """The fields on which it depends which of these decisions are consulted about a kind of fact."""
    judging = [d for d in decisions if kind in d.on and not d.answers]
    there = sorted({name for d in judging for name in d.needs if hasattr(kind, name.split(".")[0])})
    needs = tuple(name for name in there if "." not in name)
    inside = [name.split(".") for name in there if "." in name]
    inner = tuple(Inner(field, tuple(n for f, n in inside if f == field), {}) for field in dict(inside))
    during = tuple(sorted({name for d in judging for name in d.during}))
    return Fields(
        needs=needs,
        during=during,
        inner=inner,
        of_fact=_reader(needs),
        of_state=_reader(during),
        insides=_reader(tuple(i.field for i in inner)),
        plans={},
    )


def planned(decisions: Iterable[Decision], stages: tuple[str, ...], kind: type, said: Said) -> Plan:
    """The decisions for a kind of fact of which this is filled in, while it takes its usual course."""
    of_fact, of_state = said
    apt = [
        d
        for d in decisions
        if kind in d.on
        and not d.answers
        and (not d.needs or of_fact & set(d.needs))
        and (not d.during or of_state & set(d.during))
    ]
    return _staged([d for d in apt if not d.unexpected], stages, _staged(apt, stages))


def _staged(decisions: list[Decision], stages: tuple[str, ...], full: Plan | None = None) -> Plan:
    """Decisions stage by stage; stages without any are left out."""
    door, *later = [(n, tuple(d for d in decisions if d.stage == stage)) for n, stage in enumerate(stages)]
    return Plan(door=door[1], stages=tuple(stage for stage in later if stage[1]), full=full, rests={})
