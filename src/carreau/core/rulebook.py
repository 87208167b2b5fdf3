"""A rulebook is a value: its clauses, limits and readings, and the decisions that cite them."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert, structs

from carreau.core.clause import Clause, Limit, Reading, WrongRulebook
from carreau.core.decision import NOBODY, Decision, Fields, Plan, fields_of, planned
from carreau.core.ruling import Ruling, State


def _expects_nothing(was: Any, fact: Any) -> bool:
    """A sport that does not say what it waits for has every decision consulted."""
    return False


class Sport(Struct, frozen=True, kw_only=True):
    """What a sport gives to the fold: its kinds of facts, its first state, and how facts and effects change a state.

    `changes` says how each kind of effect changes a state; `due` names what nobody has ruled on although somebody must;
    `expects` says whether a fact is just what the state waits for, and `ordinary` are the effects by which it then takes
    its usual course.
    """

    name: str
    facts: Any  # the tagged union of the sport's facts
    setup: type
    chosen: type
    stages: tuple[str, ...]
    start: Callable[["Rulebook", Any], State]
    absorb: Callable[["Rulebook", Any, Any], Any]
    changes: Mapping[type, Callable[[Any, Any], Any]]
    due: Callable[["Rulebook", Any, Any, Any, tuple[Ruling, ...]], str | None]
    expects: Callable[[Any, Any], bool] = _expects_nothing
    ordinary: frozenset[type] = frozenset()


Keys = tuple[str, ...]
Cited = tuple[Keys, Keys, Keys]  # the keys of clauses, their rows, and the readings that supplied some of them


class Rulebook(Struct, frozen=True, kw_only=True):
    """One edition, or the book of one game once `for_game` has fixed its limits and readings."""

    id: str
    title: str
    sport: Sport
    clauses: dict[str, Clause]
    limits: dict[str, Limit]
    readings: dict[str, Reading]
    decisions: tuple[Decision, ...]
    chosen: dict[str, str] = {}
    served: dict[str, str] = {}
    supplied: dict[str, tuple[str, tuple[str, ...]]] = {}
    covered: dict[str, str] = {}
    fields: dict[type, Fields] = {}
    rows: dict[tuple[str, tuple[str, ...]], Cited] = {}
    elsewhere: frozenset[str] = frozenset()
    replies: dict[tuple[str, str], tuple[Decision, ...]] = {}

    def limit(self, key: str) -> int:
        """The number behind a key, in the limit's own unit."""
        return self.limits[key].value

    def limit_clause(self, key: str) -> str:
        """The clause that gives the number in this game."""
        return self.limits[key].clause

    def asks(self, question: str) -> str:
        """The id under which this edition asks a question: its own, or that of the reading that serves it."""
        return self.served.get(question, question)

    def has(self, clause: str) -> bool:
        """Does this edition have the clause?"""
        return clause in self.clauses

    def has_limit(self, key: str) -> bool:
        """Does this edition give the number?"""
        return key in self.limits

    def has_reading(self, question: str) -> bool:
        """Does this edition leave the question open?"""
        return self.asks(question) in self.readings

    def reading(self, question: str) -> str:
        """The answer this game takes: as chosen for it, else the default."""
        id = self.asks(question)
        return self.chosen.get(id) or self.readings[id].default

    def settled(self, question: str) -> str | None:
        """The answer fixed beforehand for this game; without one, whoever decides is asked, except the book itself."""
        id = self.asks(question)
        known = self.readings.get(id)
        own = known.default if known is not None and known.decides == "program" else None
        return self.chosen.get(id) or own

    def plan(self, was: State, fact: Any) -> Plan:
        """Who is consulted about such a fact in such a state, as long as it takes its usual course if it is expected."""
        kind = type(fact)
        fields = self.fields.get(kind)
        if fields is None:
            return NOBODY
        filled = fields.filled(was, fact)
        found = fields.plans.get(filled)
        if found is None:
            found = fields.plans[filled] = planned(self.decisions, self.sport.stages, kind, fields.said(filled))
        return found if found.full is None or self.sport.expects(was, fact) else found.full

    def cited(self, decision: Decision, clauses: tuple[str, ...]) -> Cited:
        """These clauses, their rows, and the readings that supply what this text takes for granted.

        All are declared by the decision, and at least one is in this edition: one that several editions share may cite
        clauses that one of them does not have. A memo, since rulings repeat.
        """
        found = self.rows.get((decision.name, clauses))
        if found is None:
            found = self.rows[decision.name, clauses] = _cited(self, decision, clauses)
        return found

    def replying(self, stage: str, ask: str) -> tuple[Decision, ...]:
        """The decisions of a stage that judge an answer to this question."""
        return self.replies.get((stage, ask), ())

    def for_game(
        self, categories: Iterable[str], timed: bool, settings: Mapping[str, Any], chosen: Mapping[str, str]
    ) -> "Rulebook":
        """The book of one game: limits by category and setting, readings as chosen for it."""
        for reading, answer in chosen.items():
            _check_answer(self, reading, answer)
        names = tuple(categories)
        limits = {key: limit.for_game(names, timed, settings) for key, limit in self.limits.items()}
        return structs.replace(self, limits=limits, chosen=dict(chosen))

    def open_rows(self) -> tuple[Clause, ...]:
        """The decided and asked clauses that no decision can cite yet."""
        cited = {self.covered.get(key, key) for d in self.decisions for key in d.cites}
        return tuple(c for c in self.clauses.values() if c.handled in ("decided", "asked") and c.key not in cited)

    def amended(
        self,
        id: str,
        title: str,
        *,
        clauses: Mapping[str, Clause] | None = None,
        dropped: Iterable[str] = (),
        limits: Mapping[str, Limit] | None = None,
        readings: Mapping[str, Reading] | None = None,
        without: Iterable[Decision] = (),
        decisions: Iterable[Decision] = (),
        was: Mapping[str, str] | None = None,
    ) -> "Rulebook":
        """A new edition of the same text; `was`: rows that moved (key -> new row). What changes nothing is refused."""
        moved = {k: _moved(self, k, row) for k, row in (was or {}).items()}
        _must_change(self.clauses, dict(clauses or {}), "clause")
        _must_change(self.limits, dict(limits or {}), "limit")
        _must_change(self.readings, dict(readings or {}), "reading")
        gone = tuple(dropped)
        if missing := [k for k in gone if k not in self.clauses]:
            raise WrongRulebook(f"{id} drops clauses that {self.id} does not have: {', '.join(missing)}")
        if strangers := [d.name for d in without if d not in self.decisions]:
            raise WrongRulebook(f"{id} leaves out decisions that {self.id} does not have: {', '.join(strangers)}")
        kept_clauses = {k: c for k, c in self.clauses.items() if k not in gone}
        table = {k: structs.replace(c, row=c.row.replace(self.id, id, 1)) for k, c in kept_clauses.items()}
        table |= moved | dict(clauses or {})
        kept = tuple(d for d in self.decisions if d not in tuple(without)) + tuple(decisions)
        return assembled(
            structs.replace(
                self,
                id=id,
                title=title,
                clauses=table,
                limits=self.limits | dict(limits or {}),
                readings=self.readings | dict(readings or {}),
                decisions=kept,
            )
        )


def _cited(book: Rulebook, decision: Decision, clauses: tuple[str, ...]) -> Cited:
    if not clauses:
        raise WrongRulebook(f"decision {decision.name} made a ruling without a clause")
    declared = {*decision.cites, *(book.covered.get(key, key) for key in decision.cites)}
    if undeclared := [key for key in clauses if key not in declared]:
        raise WrongRulebook(f"decision {decision.name} cites {undeclared[0]}, which it does not declare")
    supplied = [book.supplied[key] for key in clauses if key not in book.clauses and key in book.supplied]
    own = [book.covered.get(key, key) for key in clauses]
    here = [key for key in own if key in book.clauses] + [key for _, keys in supplied for key in keys]
    if not here:
        raise WrongRulebook(f"decision {decision.name} cites {clauses[0]}, and {book.id} has no such clause")
    rows = dict.fromkeys(book.clauses[key].row for key in here)
    return tuple(dict.fromkeys(here)), tuple(rows), tuple(dict.fromkeys(reading for reading, _ in supplied))


def _moved(book: Rulebook, key: str, row: str) -> Clause:
    if key not in book.clauses:
        raise WrongRulebook(f"the amendment moves {key}, which {book.id} does not have")
    if book.clauses[key].row == row:
        raise WrongRulebook(f"the amendment moves {key} to where it already stands")
    return structs.replace(book.clauses[key], row=row)


def _must_change(old: Mapping[str, Any], new: Mapping[str, Any], what: str) -> None:
    for key, value in new.items():
        if old.get(key) == value:
            raise WrongRulebook(f"the amendment of {what} {key} changes nothing")


def _check_answer(book: Rulebook, reading: str, answer: str) -> None:
    known = book.readings.get(reading)
    if known is None:
        raise WrongRulebook(f"{book.id} has no reading {reading}")
    if answer not in known.answers:
        raise WrongRulebook(f"reading {reading} can be {', '.join(known.answers)}, not {answer}")


def assembled(book: Rulebook, *, complete: bool = True) -> Rulebook:
    """Check a book against itself and index its decisions; refuse one that cannot be trusted."""
    _check_clauses(book)
    covered = _covered(book)
    book = structs.replace(book, covered=covered)
    supplied = _supplied(book)
    for d in book.decisions:
        if d.stage not in book.sport.stages:
            raise WrongRulebook(f"decision {d.name} stands in a stage that {book.sport.name} does not have: {d.stage}")
        if unknown := [k for k in d.cites if k not in book.clauses and k not in book.elsewhere]:
            raise WrongRulebook(f"decision {d.name} cites clauses that {book.id} does not have: {', '.join(unknown)}")
        if d.cites and not any(k in book.clauses or k in covered or k in supplied for k in d.cites):
            raise WrongRulebook(f"decision {d.name} finds nothing in {book.id} to cite: leave it out there")
    if complete and (open_rows := book.open_rows()):
        raise WrongRulebook(f"{book.id}: no decision cites {', '.join(c.key for c in open_rows)}")
    served = {reading.serves: id for id, reading in book.readings.items() if reading.serves}
    return structs.replace(
        book, fields=_fields_needed(book), replies=_by_ask(book), rows={}, served=served, supplied=supplied
    )


def _covered(book: Rulebook) -> dict[str, str]:
    """For each key that a row of this text covers the key of that row."""
    found: dict[str, str] = {}
    for clause in book.clauses.values():
        for key in clause.covers:
            if key in book.clauses or key in found:
                raise WrongRulebook(f"{clause.key} covers {key}, which {book.id} has already")
            found[key] = clause.key
    return found


def _supplied(book: Rulebook) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each rule that the text takes for granted the reading that says so, and the clauses it rests on."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for id, reading in book.readings.items():
        for key, clauses in reading.supplies.items():
            if key in book.clauses or key in book.covered or key in found:
                raise WrongRulebook(f"reading {id} supplies {key}, which {book.id} has already")
            if not clauses or any(clause not in book.clauses for clause in clauses):
                raise WrongRulebook(f"reading {id} supplies {key} with clauses that {book.id} does not have")
            found[key] = (id, clauses)
    return found


def _check_clauses(book: Rulebook) -> None:
    rows = [c.row for c in book.clauses.values()]
    if double := {r for r in rows if rows.count(r) > 1}:
        raise WrongRulebook(f"{book.id} has two clauses for {', '.join(sorted(double))}")
    for key, limit in book.limits.items():
        cases = (*limit.by.values(), *((limit.timed,) if limit.timed else ()))
        for clause in (limit.clause, *(case.clause for case in cases)):
            if clause not in book.clauses:
                raise WrongRulebook(f"limit {key} names the clause {clause}, which {book.id} does not have")
    for id, reading in book.readings.items():
        if reading.default not in reading.answers:
            raise WrongRulebook(f"reading {id} defaults to {reading.default}, which is none of its answers")
        if unknown := [k for k in reading.clauses if k not in book.clauses]:
            raise WrongRulebook(f"reading {id} names clauses that {book.id} does not have: {', '.join(unknown)}")


def _fields_needed(book: Rulebook) -> dict[type, Fields]:
    return {kind: fields_of(book.decisions, kind) for d in book.decisions for kind in d.on}


def _by_ask(book: Rulebook) -> dict[tuple[str, str], tuple[Decision, ...]]:
    table: dict[tuple[str, str], tuple[Decision, ...]] = {}
    for d in book.decisions:
        for ask in d.answers:
            table[d.stage, ask] = (*table.get((d.stage, ask), ()), d)
    return table


def load(package: str, name: str) -> dict[str, Any]:
    """Read one edition's TOML from a sport package: `load("carreau.petanque", "fipjp-2016")`."""
    source: dict[str, Any] = tomllib.loads(files(package).joinpath("editions", f"{name}.toml").read_text("utf-8"))
    return source


def edition(
    source: Mapping[str, Any],
    sport: Sport,
    decisions: Iterable[Decision],
    *,
    elsewhere: Iterable[str] = (),
    complete: bool = True,
) -> Rulebook:
    """A rulebook from its TOML and its decisions in the order of judging.

    `elsewhere`: keys of clauses that other editions of the sport have, which shared decisions may cite as well.
    """
    book = Rulebook(
        id=source["id"],
        title=source["title"],
        sport=sport,
        clauses=dict(_clauses(source["id"], source["clauses"])),
        limits=convert(source.get("limits", {}), dict[str, Limit]),
        readings=convert(source.get("readings", {}), dict[str, Reading]),
        elsewhere=frozenset(elsewhere),
        decisions=tuple(decisions),
    )
    return assembled(book, complete=complete)


CLAUSE_FIELDS = ("row", "handled", "says", "moment", "covers")


def _clauses(id: str, table: Mapping[str, dict[str, Any]]) -> Iterator[tuple[str, Clause]]:
    for key, line in table.items():
        plain = {k: v for k, v in line.items() if k in CLAUSE_FIELDS}
        rest = {k: v for k, v in line.items() if k not in CLAUSE_FIELDS}
        made = {**plain, "key": key, "row": f"{id}/{line['row']}", "checks": _checks(rest)}
        yield key, convert(made, Clause)


def _checks(rest: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {k: rest[k] for k in ("object", "if", "unless") if k in rest}
    several = rest.get("checks")
    if several is not None:
        return [shared | check for check in several]
    return [rest] if rest else []
