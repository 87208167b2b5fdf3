"""How two rulebooks of a sport differ: topic by topic what each says, and what comes of it in a case."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct, structs

from carreau.casebook import Case, Line, cases, heard, opened
from carreau.comparing import same
from carreau.core.clause import Clause, Limit
from carreau.core.judging import Contradiction, NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Refused, Reminded, Ruling

NOT_RULED = ("administrative", "guidance")


class Says(Struct, frozen=True, kw_only=True):
    """What one book says on a topic: in which rows, in our words, with which number."""

    rows: tuple[str, ...] = ()
    says: str | None = None
    value: int | None = None
    unit: str | None = None


class Consequence(Struct, frozen=True, kw_only=True):
    """What happens, and what the one book rules on it by the clause of the topic, and the other instead."""

    case: str
    given: str
    when: str
    here: tuple[Ruling, ...]
    there: tuple[Ruling, ...]


class Contrast(Struct, frozen=True, kw_only=True):
    """One topic on which two books differ."""

    topic: str
    here: Says
    there: Says
    consequence: Consequence | None = None


def contrasts(here: Rulebook, there: Rulebook) -> Iterator[Contrast]:
    """Where the books differ, in the order of the first one's text, then what only the other one says."""
    pair = Pair(here, there)
    for key, clause in here.clauses.items():
        if clause.handled not in NOT_RULED:
            yield from pair.clause(key)
    for key, limit in here.limits.items():
        if there.has_limit(key) and _numbers(limit) != _numbers(there.limits[key]):
            yield pair.limit(key)
    for key, clause in there.clauses.items():
        if clause.handled not in NOT_RULED and not pair.said_here(key):
            yield from pair.only_there(key)


class Pair:
    """Two rulebooks side by side, with their cases."""

    def __init__(self, here: Rulebook, there: Rulebook) -> None:
        self.here = here
        self.there = there

    @cached_property
    def _here_cases(self) -> tuple[Case, ...]:
        return tuple(cases(self.here.id))

    @cached_property
    def _there_cases(self) -> tuple[Case, ...]:
        return tuple(cases(self.there.id))

    def said_here(self, key: str) -> bool:
        """Does the first book say this, in a row of its own or in another?"""
        return self.here.has(key) or key in self.here.covered

    def clause(self, key: str) -> Iterator[Contrast]:
        """What comes of it if the other book lacks the clause, compares other numbers, or decides it by another rule."""
        clause, other = self.here.clauses[key], _clause(self.there, key)
        if other is not None and not _differs(self.here, self.there, clause, other):
            return
        found = self._consequence(clause, refused=other is None)
        if found is not None or _alone(clause, other):
            yield Contrast(topic=key, here=_says(clause), there=_says(other), consequence=found)

    def limit(self, key: str) -> Contrast:
        """A number that differs."""
        mine, theirs = self.here.limits[key], self.there.limits[key]
        clause = self.here.clauses[mine.clause]
        return Contrast(
            topic=key,
            here=_number(self.here, mine),
            there=_number(self.there, theirs),
            consequence=self._consequence(clause, refused=False),
        )

    def only_there(self, key: str) -> Iterator[Contrast]:
        """What only the second book says."""
        clause = self.there.clauses[key]
        found = _consequence(clause, self._there_cases, self.there, self.here, refused=True)
        if found is not None or _alone(clause, None):
            yield Contrast(topic=key, here=Says(), there=_says(clause), consequence=found and _turned(found))

    def _consequence(self, clause: Clause, *, refused: bool) -> Consequence | None:
        return _consequence(clause, self._here_cases, self.here, self.there, refused=refused)


def _alone(clause: Clause, other: Clause | None) -> bool:
    """Is it a difference even where no case shows what comes of it? What a word means is none."""
    if other is None:
        return clause.handled != "definition"
    return not _compares_alike(clause, other) and clause.says != other.says


def _turned(found: Consequence) -> Consequence:
    return structs.replace(found, here=found.there, there=found.here)


def _clause(book: Rulebook, key: str) -> Clause | None:
    """The clause of this topic, or the one whose row says it too."""
    return book.clauses.get(book.covered.get(key, key))


def _differs(here: Rulebook, there: Rulebook, clause: Clause, other: Clause) -> bool:
    """May the books rule otherwise on this topic: by other functions, or by other numbers of an inspection?"""
    return _deciding(here, clause.key) != _deciding(there, clause.key) or not _compares_alike(clause, other)


def _compares_alike(one: Clause, two: Clause) -> bool:
    """Does an inspection compare the same, in whatever order?"""
    return set(one.checks) == set(two.checks)


def _deciding(book: Rulebook, key: str) -> frozenset[str]:
    return frozenset(d.name for d in book.decisions if key in d.cites)


def _numbers(limit: Limit) -> tuple[object, ...]:
    """The numbers of a limit without their clauses."""
    others = {name: case.value for name, case in limit.by.items()}
    return limit.value, limit.unit, others, limit.timed.value if limit.timed else None


def _says(clause: Clause | None) -> Says:
    return Says() if clause is None else Says(rows=(clause.row,), says=clause.says)


def _number(book: Rulebook, limit: Limit) -> Says:
    rows = dict.fromkeys(book.clauses[key].row for key in (limit.clause, *(c.clause for c in limit.by.values())))
    cases_of = {**limit.by, **({"timed": limit.timed} if limit.timed else {})}
    others = "; ".join(f"{name}: {case.value}" for name, case in cases_of.items())
    return Says(rows=tuple(rows), value=limit.value, unit=limit.unit, says=others or None)


# --- what comes of it ------------------------------------------------------------------------------


def _consequence(
    clause: Clause, known: tuple[Case, ...], mine: Rulebook, other: Rulebook, *, refused: bool
) -> Consequence | None:
    """The first line of a case whose ruling by the clause the other book does not make.

    A line on which the other book refuses a fact says little of this clause; with `refused` it is taken if there is no
    better one.
    """
    row = clause.row.partition("/")[2]
    lines = ((case, line) for case in known for line in case.table if row in line.rows)
    second: Consequence | None = None
    for case, line in lines:
        parts = _parts(clause.row, case, line, mine, other)
        if parts is not None and not any(_refuses(r) for r in parts.there):
            return parts
        second = second or parts
    return second if refused else None


def _parts(row: str, case: Case, line: Line, mine: Rulebook, other: Rulebook) -> Consequence | None:
    here, there = _told(case, line, mine), _told(case, line, other)
    only_here = tuple(r for r in here if row in r.cites and not any(same(r, one) for one in there))
    only_there = tuple(r for r in there if not any(same(r, one) for one in here))
    if not only_here:
        return None
    return Consequence(case=case.id, given=case.given, when=line.when, here=only_here, there=only_there)


def _refuses(ruling: Ruling) -> bool:
    return any(isinstance(effect, Refused) for effect in ruling.effects)


def _told(case: Case, line: Line, book: Rulebook) -> tuple[Ruling, ...]:
    """What a book rules on a line of a case, without reminders; if it refuses something before, that it does."""
    try:
        _, rulings, no = heard(opened(_by(case, book), book), line.when)
    except NotRecorded as refused:
        return (refused.ruling,)
    except (Contradiction, ValueError):
        return ()
    said = (*rulings, *((no.ruling,) if no is not None else ()))
    return tuple(r for r in said if not _reminds(r))


def _by(case: Case, book: Rulebook) -> Case:
    """The case without readings that this book does not offer."""
    chosen = case.setup.get("readings", {})
    known = {id: a for id, a in chosen.items() if id in book.readings and a in book.readings[id].answers}
    return structs.replace(case, setup={**case.setup, "readings": known}) if chosen != known else case


def _reminds(ruling: Ruling) -> bool:
    return ruling.key.startswith("reminder.") and any(isinstance(e, Reminded) for e in ruling.effects)
