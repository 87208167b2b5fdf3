"""A rulebook is a value: its clauses, limits and readings, and the decisions that cite them."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, ClassVar, Literal

from msgspec import Struct, convert, structs

from carreau.core.facts import Moment

Handled = Literal["decided", "asked", "guidance", "definition", "equipment", "administrative"]
Decides = Literal["program", "setting", "umpire", "team"]
Basis = Literal["text", "practice", "ours"]
Slot = str | int | bool | None


class WrongRulebook(Exception):
    """A rulebook that contradicts itself, names what does not exist or leaves a clause without code."""


class Check(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"is_": "is", "if_": "if"}):
    """One number or word that an inspection compares, in whole units."""

    object: str | None = None
    property: str
    min: int | None = None
    max: int | None = None
    one_of: tuple[str, ...] | None = None
    is_: bool | None = None
    if_: str | None = None
    unless: str | None = None

    def passes(self, found: int | str | bool) -> bool:
        """Does what was found satisfy the check, both ends included?"""
        if self.is_ is not None:
            return found is self.is_
        if self.one_of is not None:
            return found in self.one_of
        if not isinstance(found, int) or isinstance(found, bool):
            return False
        return (self.min is None or found >= self.min) and (self.max is None or found <= self.max)


class Clause(Struct, frozen=True, kw_only=True):
    """One normative statement of the text, under a key that says its topic and is the same in every edition."""

    key: str
    row: str
    handled: Handled
    says: str
    moment: str | None = None
    checks: tuple[Check, ...] = ()

    @property
    def article(self) -> str:
        """The article the row stands in: `9` for `fipjp-2016/9.3c`."""
        return self.row.split("/")[1].split(".")[0]


class LimitCase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A limit's other number, for an age category or for timed games, with the clause that gives it."""

    value: int
    clause: str


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of the text with its unit and its clause."""

    value: int
    unit: str
    clause: str
    by: dict[str, LimitCase] = {}
    timed: LimitCase | None = None
    setting: str | None = None

    def for_game(self, categories: Iterable[str], timed: bool, settings: Mapping[str, Any]) -> "Limit":
        """The number of one game: the organiser's where the text lets him, else the category's or the timed game's."""
        case = next((self.by[c] for c in categories if c in self.by), None) or (self.timed if timed else None)
        own = structs.replace(self, value=case.value, clause=case.clause) if case else self
        setting = settings.get(self.setting) if self.setting else None
        return structs.replace(own, value=setting) if isinstance(setting, int) else own


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place where the text is unclear: the question, the answers, the one to take and who decides."""

    question: str
    answers: tuple[str, ...]
    default: str
    basis: Basis
    decides: Decides
    clauses: tuple[str, ...] = ()


class Effect(Struct, frozen=True, tag_field="effect"):
    """The only way a ruling changes a state. Two effects of one topic about one thing must agree."""

    topic: ClassVar[str | None] = None

    def about(self) -> str:
        """Which object, player or side the effect concerns, to find contradictions."""
        return ""


class Choice(Struct, frozen=True, omit_defaults=True, rename={"refused": "not"}):
    """One answer to an option; `refused` says why it can't be taken now."""

    id: str
    refused: str | None = None


class Option(Struct, frozen=True, kw_only=True):
    """A choice that the rules give to somebody. Nothing is chosen by itself; `default` is only pre-selected."""

    ask: str
    side: str
    may: tuple[str, ...]
    choices: tuple[Choice, ...]
    id: str = ""
    clauses: tuple[str, ...] = ()
    default: str | None = None
    about: str = ""
    waits: bool = True
    slots: dict[str, Slot] = {}

    def offers(self, choice: str) -> bool:
        """Can this answer be given?"""
        return any(c.id == choice and c.refused is None for c in self.choices)


class Asked(Effect, frozen=True, tag=True):
    """The judgement waits for somebody's choice."""

    option: Option


class Answered(Effect, frozen=True, tag=True):
    """A choice has been made, or it has lapsed."""

    option: str


class Refused(Effect, frozen=True, tag=True):
    """The fact cannot have happened, or may not be recorded; `breach` names how it can be entered as an offence."""

    breach: str | None = None


class Reminded(Effect, frozen=True, tag=True):
    """A reminder of the book has been shown."""

    clause: str


class Ruling(Struct, frozen=True, kw_only=True):
    """What the book says of a fact: a message key with its slots, the clauses it cites and what it changes."""

    key: str
    slots: dict[str, Slot]
    clauses: tuple[str, ...]
    cites: tuple[str, ...]
    readings: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    decision: str = ""


class Settling(Struct, frozen=True, kw_only=True):
    """A judgement that a question interrupted: the fact, the state before it, and the stage that goes on."""

    seq: int
    fact: Any
    was: Any
    stage: int
    so_far: tuple[Ruling, ...] = ()


class State(Struct, frozen=True, kw_only=True):
    """What every sport's state carries: who spoke last, what is asked and what has been reminded of."""

    moment: Moment = Moment()
    options: tuple[Option, ...] = ()
    settling: Settling | None = None
    reminded: frozenset[str] = frozenset()

    @property
    def waiting(self) -> Option | None:
        """The one question that the game waits for."""
        return next((o for o in self.options if o.waits), None) if self.options else None


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


def decision(
    stage: str,
    *,
    on: type | tuple[type, ...],
    cites: Iterable[str] = (),
    answers: Iterable[str] = (),
    needs: Iterable[str] = (),
    during: Iterable[str] = (),
) -> Callable[[Judge], Decision]:
    """Declare a decision. With `answers` it judges a `Chosen` that answers one of these asks.

    With `needs` it is consulted only about facts that fill in at least one of these fields: a throw that moved nothing
    is not shown to the decisions about what a throw moved. With `during` it is consulted only while the state before
    the fact has something in at least one of these fields: what lapses needs to have been asked.
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
        )

    return declare


class Sport(Struct, frozen=True, kw_only=True):
    """What a sport gives to the fold: its kinds of facts, its first state, and how facts and effects change a state."""

    name: str
    facts: Any  # the tagged union of the sport's facts
    setup: type
    chosen: type
    stages: tuple[str, ...]
    start: Callable[["Rulebook", Any], State]
    absorb: Callable[["Rulebook", Any, Any], Any]
    apply: Callable[[Any, Any], Any]
    due: Callable[["Rulebook", Any, Any, Any, tuple[Ruling, ...]], str | None]


Plan = tuple[tuple[int, tuple[Decision, ...]], ...]
Filled = tuple[bool, ...]
NOTHING: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


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
    fields: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    plans: dict[tuple[type, Filled], Plan] = {}
    rows: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    replies: dict[tuple[str, str], tuple[Decision, ...]] = {}

    def limit(self, key: str) -> int:
        """The number behind a key, in the limit's own unit."""
        return self.limits[key].value

    def limit_clause(self, key: str) -> str:
        """The clause that gives the number in this game."""
        return self.limits[key].clause

    def reading(self, reading: str) -> str:
        """The answer this game takes: as chosen for it, else the default."""
        return self.chosen.get(reading) or self.readings[reading].default

    def settled(self, reading: str) -> str | None:
        """The answer fixed beforehand for this game, if any; without one, whoever decides is asked."""
        return self.chosen.get(reading)

    def plan(self, was: State, fact: Any) -> Plan:
        """The stages in which such a fact is judged in such a state, each with its number and its decisions."""
        kind = type(fact)
        needs, during = self.fields.get(kind, NOTHING)
        filled = tuple([bool(getattr(fact, name)) for name in needs] + [bool(getattr(was, name)) for name in during])
        found = self.plans.get((kind, filled))
        if found is None:
            found = self.plans[kind, filled] = _planned(self, kind, filled)
        return found

    def cited(self, decision: Decision, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The rows of these clauses, each of which the decision must have declared. A memo, since rulings repeat."""
        found = self.rows.get((decision.name, clauses))
        if found is None:
            if not clauses:
                raise WrongRulebook(f"decision {decision.name} made a ruling without a clause")
            if undeclared := [key for key in clauses if key not in decision.cites]:
                raise WrongRulebook(f"decision {decision.name} cites {undeclared[0]}, which it does not declare")
            found = tuple(dict.fromkeys(self.clauses[key].row for key in clauses))
            self.rows[decision.name, clauses] = found
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
        cited = {key for d in self.decisions for key in d.cites}
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


class Bench:
    """The rulebook as one decision sees it: lends limits and readings, notes what was leaned on, makes rulings."""

    __slots__ = ("_decision", "_leaned", "book")
    _decision: Decision

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._leaned: tuple[str, ...] = ()

    def sits(self, decision: Decision) -> None:
        """Sit for another decision, which has leaned on nothing yet."""
        self._decision = decision
        self._leaned = ()

    def limit(self, key: str) -> int:
        """The number behind a key, in the limit's own unit."""
        return self.book.limit(key)

    def limit_clause(self, key: str) -> str:
        """The clause that gives the number in this game."""
        return self.book.limit_clause(key)

    def reading(self, reading: str) -> str:
        """The answer this game takes; every ruling made after this says that it leaned on the reading."""
        self._lean(reading)
        return self.book.reading(reading)

    def settled(self, reading: str) -> str | None:
        """The answer fixed for this game beforehand, or None when somebody has to be asked."""
        self._lean(reading)
        return self.book.settled(reading)

    def rule(self, key: str, *said: Effect | str, **slots: Slot) -> Ruling:
        """Make a ruling. `said` mixes its effects and the keys of the clauses it cites, of which one is a must."""
        return self._ruled(key, said, slots)

    def _ruled(self, key: str, said: tuple[Effect | str, ...], slots: dict[str, Slot]) -> Ruling:
        clauses = tuple([s for s in said if isinstance(s, str)])
        rows = self.book.cited(self._decision, clauses)
        effects = tuple([_citing(s, rows) for s in said if not isinstance(s, str)])
        return Ruling(
            key=key,
            slots=slots,
            clauses=clauses,
            cites=rows,
            readings=self._leaned,
            effects=effects,
            decision=self._decision.name,
        )

    def refuse(self, key: str, *clauses: str, breach: str | None = None, **slots: Slot) -> Ruling:
        """Refuse a fact at the door, with the reason, the clauses and the breach under which it could be entered."""
        effects: tuple[Effect, ...] = (Refused(breach=breach),)
        return Ruling(
            key=key,
            slots=slots,
            clauses=clauses,
            cites=self.book.cited(self._decision, clauses) if clauses else (),
            readings=self._leaned,
            effects=effects,
            decision=self._decision.name,
        )

    def ask(
        self,
        ask: str,
        side: str,
        choices: Iterable[str | Choice],
        *clauses: str,
        default: str | None = None,
        may: tuple[str, ...] | None = None,
        about: str = "",
        waits: bool = True,
        **slots: Slot,
    ) -> Ruling:
        """Put a question to a side or an official; the ruling's key is `ask.<ask>`."""
        offered = tuple(c if isinstance(c, Choice) else Choice(c) for c in choices)
        option = Option(
            ask=ask,
            side=side,
            may=may or may_answer(side),
            choices=offered,
            default=default,
            about=about,
            waits=waits,
            slots=dict(slots),
        )
        return self._ruled(f"ask.{ask}", (Asked(option), *clauses), {"side": side, "about": about, **slots})

    def ask_umpire(
        self, ask: str, reading: str, *clauses: str, about: str = "", waits: bool = True, **slots: Slot
    ) -> Ruling:
        """Put a reading to the umpire, its default pre-selected; both sides together may answer as well."""
        self._lean(reading)
        known = self.book.readings[reading]
        said = {"reading": reading, **slots}
        option = Option(
            ask=ask,
            side="umpire",
            may=may_answer("umpire"),
            choices=tuple(Choice(answer) for answer in known.answers),
            default=known.default,
            about=about,
            waits=waits,
            slots=said,
        )
        return self._ruled(f"ask.{ask}", (Asked(option), *clauses), {"side": "umpire", "about": about, **said})

    def _lean(self, reading: str) -> None:
        if reading not in self.book.readings:
            raise WrongRulebook(
                f"decision {self._decision.name} leans on reading {reading}, which {self.book.id} lacks"
            )
        if reading not in self._leaned:
            self._leaned = (*self._leaned, reading)


def may_answer(side: str) -> tuple[str, ...]:
    """Who may enter the answer: a side's also the scorer and umpire; an umpire's also both sides together."""
    if side in ("A", "B"):
        return (side, "both", "scorer", "umpire", "simulator")
    if side == "umpire":
        return ("umpire", "jury", "both", "simulator")
    return (side,)


def _citing(effect: Effect, rows: tuple[str, ...]) -> Effect:
    """A question names the rows that give the choice."""
    return Asked(structs.replace(effect.option, clauses=rows)) if isinstance(effect, Asked) else effect


def assembled(book: Rulebook, *, complete: bool = True) -> Rulebook:
    """Check a book against itself and index its decisions; refuse one that cannot be trusted."""
    _check_clauses(book)
    for d in book.decisions:
        if d.stage not in book.sport.stages:
            raise WrongRulebook(f"decision {d.name} stands in a stage that {book.sport.name} does not have: {d.stage}")
        if unknown := [k for k in d.cites if k not in book.clauses]:
            raise WrongRulebook(f"decision {d.name} cites clauses that {book.id} does not have: {', '.join(unknown)}")
    if complete and (open_rows := book.open_rows()):
        raise WrongRulebook(f"{book.id}: no decision cites {', '.join(c.key for c in open_rows)}")
    return structs.replace(book, fields=_fields_needed(book), plans={}, replies=_by_ask(book), rows={})


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


def _fields_needed(book: Rulebook) -> dict[type, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each kind of fact the fields, of the fact and of the state, on which it depends who is consulted."""
    kinds = {kind for d in book.decisions for kind in d.on}
    apt = {kind: [d for d in book.decisions if kind in d.on and not d.answers] for kind in kinds}
    return {
        kind: (
            tuple(sorted({name for d in decisions for name in d.needs if hasattr(kind, name)})),
            tuple(sorted({name for d in decisions for name in d.during})),
        )
        for kind, decisions in apt.items()
    }


def _planned(book: Rulebook, kind: type, filled: Filled) -> Plan:
    """Stage by stage the decisions for a kind of fact with these fields filled in; stages without any are left out."""
    needs, during = book.fields.get(kind, NOTHING)
    of_fact = {name for name, full in zip(needs, filled, strict=False) if full}
    of_state = {name for name, full in zip(during, filled[len(needs) :], strict=True) if full}
    apt = [
        d
        for d in book.decisions
        if kind in d.on
        and not d.answers
        and (not d.needs or of_fact & set(d.needs))
        and (not d.during or of_state & set(d.during))
    ]
    staged = [(n, tuple(d for d in apt if d.stage == stage)) for n, stage in enumerate(book.sport.stages)]
    return tuple((n, decisions) for n, decisions in staged if decisions)


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
    source: Mapping[str, Any], sport: Sport, decisions: Iterable[Decision], *, complete: bool = True
) -> Rulebook:
    """A rulebook from its TOML and its decisions in the order of judging."""
    book = Rulebook(
        id=source["id"],
        title=source["title"],
        sport=sport,
        clauses=dict(_clauses(source["id"], source["clauses"])),
        limits=convert(source.get("limits", {}), dict[str, Limit]),
        readings=convert(source.get("readings", {}), dict[str, Reading]),
        decisions=tuple(decisions),
    )
    return assembled(book, complete=complete)


CLAUSE_FIELDS = ("row", "handled", "says", "moment")


def _clauses(id: str, table: Mapping[str, dict[str, Any]]) -> Iterator[tuple[str, Clause]]:
    for key, line in table.items():
        plain = {k: v for k, v in line.items() if k in CLAUSE_FIELDS}
        rest = {k: v for k, v in line.items() if k not in CLAUSE_FIELDS}
        yield key, convert({**plain, "key": key, "row": f"{id}/{line['row']}", "checks": _checks(rest)}, Clause)


def _checks(rest: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {k: rest[k] for k in ("object", "if", "unless") if k in rest}
    several = rest.get("checks")
    if several is not None:
        return [shared | check for check in several]
    return [rest] if rest else []
