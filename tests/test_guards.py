"""Guards of the design: limits nudged, pairs of cases that differ in one fact, readings answered both ways.

Each test lists exactly what is missing, so that a red one is a list of work.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest
from msgspec import structs

from carreau.books import book
from carreau.casebook import Case, Line, Outcome, opened, tried
from carreau.core.clause import Clause, Limit, Reading
from carreau.core.facts import Chosen
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded, asked_for
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.sports import kit_of
from tests.proof import GUARDED, ROOT, facts_in, judged, limit_is_used, of, outcomes, reading_is_used

RULED = ("decided", "asked")
every_book = pytest.mark.parametrize("known", [book(id) for id in GUARDED], ids=GUARDED)

NOT_NUDGED: dict[str, str] = {
    "measure.keep_off": "a reminder to keep away from whoever measures; nobody is judged by the distance",
    "replacement.singles, 1 less": "fewer than no replacement cannot be entered",
}
IDLE_LIMITS: dict[str, str] = {
    "measure.keep_off": "it stands in a reminder, which names the clause",
}
IDLE_READINGS: dict[str, str] = {}


# --- limits --------------------------------------------------------------------------------------

Nudge = tuple[str, str, Limit]


def nudges(key: str, limit: Limit) -> Iterator[Nudge]:
    """Every number of a limit moved by one unit each way: what it is called, its clause, and the limit then."""
    for step, word in ((-1, "less"), (1, "more")):
        yield f"{key}, 1 {word}", limit.clause, structs.replace(limit, value=limit.value + step)
        for category, own in limit.by.items():
            moved = limit.by | {category: structs.replace(own, value=own.value + step)}
            yield f"{key} ({category}), 1 {word}", own.clause, structs.replace(limit, by=moved)
        if limit.timed:
            timed = structs.replace(limit.timed, value=limit.timed.value + step)
            yield f"{key} (timed), 1 {word}", limit.timed.clause, structs.replace(limit, timed=timed)


def suspects(known: Rulebook, clause: str) -> list[Case]:
    """The cases that may notice: those that cite the clause, the shortest first; then those of its article."""
    row, article = known.clauses[clause].row, known.clauses[clause].article
    tried_cases = judged(known.id)
    citing = [
        (sum(len(o.cites) for o in lines), case) for case, lines in tried_cases if any(row in o.cites for o in lines)
    ]
    cited = [case for _, case in sorted(citing, key=lambda found: found[0])]
    return cited + [case for case, _ in tried_cases if case.article == article and case not in cited]


def fails(case: Case, book: Rulebook) -> bool:
    """Does the case fail under another book, in whatever way?"""
    try:
        return any(o.wrong for o in tried(case, book))
    except Exception:
        return True


def unguarded(known: Rulebook, key: str) -> Iterator[str]:
    """The nudges of a limit that no case notices."""
    for name, clause, moved in nudges(key, known.limits[key]):
        if key in NOT_NUDGED or name in NOT_NUDGED:
            continue
        nudged = structs.replace(known, limits=known.limits | {key: moved})
        if not any(fails(case, nudged) for case in suspects(known, clause)):
            yield f"{name}: no case of {of(known, known.clauses[clause].row)} notices"


@every_book
def test_a_limit_moved_by_one_unit_breaks_a_case(known: Rulebook) -> None:
    """Each number of the book, each way, also those for an age category and for timed games."""
    report([line for key in known.limits for line in unguarded(known, key)], "nudged limits that no case notices")


Number = tuple[str, Clause, Clause]


def numbers(known: Rulebook) -> Iterator[Number]:
    """Every number of an inspection moved by one unit each way: what it is called, its clause, and the clause then."""
    for clause in known.clauses.values():
        for place, check in enumerate(clause.checks):
            for end in ("min", "max"):
                if (value := getattr(check, end)) is not None:
                    for step, word in ((-1, "less"), (1, "more")):
                        moved = structs.replace(check, **{end: value + step})
                        checks = (*clause.checks[:place], moved, *clause.checks[place + 1 :])
                        yield f"{check.property} {end}, 1 {word}", clause, structs.replace(clause, checks=checks)


@every_book
def test_a_number_of_an_inspection_moved_by_one_unit_breaks_a_case(known: Rulebook) -> None:
    """A boule a gram too light, a circle a millimetre too wide: some case notices."""
    missing = []
    for name, clause, moved in numbers(known):
        nudged = structs.replace(known, clauses=known.clauses | {clause.key: moved})
        if not any(fails(case, nudged) for case in suspects(known, clause.key)):
            missing.append(f"{of(known, clause.row)} ({clause.key}) {name}: no case notices")
    report(missing, "nudged numbers of inspections that no case notices")


def test_the_excuses_name_limits() -> None:
    """Whatever is excused from a guard exists."""
    books = [book(id) for id in GUARDED]
    limits = [(key, limit) for known in books for key, limit in known.limits.items()]
    names = {name for key, limit in limits for name, _, _ in nudges(key, limit)} | {key for key, _ in limits}
    assert set(NOT_NUDGED) <= names
    assert set(IDLE_LIMITS) <= {key for key, _ in limits}
    assert set(IDLE_READINGS) <= {id for known in books for id in known.readings}


# --- pairs ---------------------------------------------------------------------------------------


def differ_in_one(one: Line, two: Line) -> bool:
    """As many facts, and exactly one of them another."""
    first, second = facts_in(one.when), facts_in(two.when)
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) == 1


@cache
def paired(id: str) -> frozenset[str]:
    """The rows with two lines of one case that differ in one fact: one says the row is cited, the other it is not."""
    found: set[str] = set()
    for _, lines in judged(id):
        for one, two in combinations(lines, 2):
            if differ_in_one(one.line, two.line):
                found |= parted(one, two) | parted(two, one)
    return frozenset(found)


def parted(citing: Outcome, silent: Outcome) -> set[str]:
    """The rows that one line says it cites and the other that it does not."""
    return set(citing.line.rows) & set(silent.line.not_)


def test_lines_that_differ_in_one_fact() -> None:
    """Not those with one fact more, nor those that differ in two, nor the same line again."""
    base = Line(when="A p holds=A;  B p holds=B # a comment")
    assert differ_in_one(base, Line(when="A p holds=A\nB p holds=A"))
    assert not differ_in_one(base, Line(when="A p holds=A; B p holds=B"))
    assert not differ_in_one(base, Line(when="A p holds=B; B p holds=A"))
    assert not differ_in_one(base, Line(when="A p holds=A"))


@every_book
def test_every_ruled_clause_has_a_pair_of_lines(known: Rulebook) -> None:
    """For each such clause two lines of one case differ in one fact; one cites the row, the other does not."""
    rows = [(of(known, c.row), c.key) for c in known.clauses.values() if c.handled in RULED]
    report(
        [f"{row} ({key})" for row, key in rows if row not in paired(known.id)], "decided or asked rows without a pair"
    )


# --- readings ------------------------------------------------------------------------------------


@cache
def answered(id: str) -> dict[str, set[str]]:
    """For each reading the answers that a line of a case was judged by, and whose rulings leaned on it."""
    found: dict[str, set[str]] = {reading: set() for reading in book(id).readings}
    for outcome in outcomes(id):
        leaned = {reading for r in said(outcome) for reading in r.readings}
        for reading, answer in answers_of(outcome):
            if reading in leaned:
                found[reading].add(answer)
    return found


def said(outcome: Outcome) -> Iterator[Ruling]:
    """All rulings of a line, its refusal included."""
    yield from outcome.rulings
    if outcome.refusal is not None:
        yield outcome.refusal


def answers_of(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """The readings that the case fixed beforehand, and those that somebody answered in this line."""
    yield from outcome.case.setup.get("readings", {}).items()
    if "choose" in outcome.line.when or "Chosen" in outcome.line.when:
        yield from chosen_in(outcome.case, outcome.line)


def chosen_in(case: Case, line: Line) -> Iterator[tuple[str, str]]:
    """Which readings the answers of a line settled, and how: the line is told again."""
    games: list[Game] = [opened(case)]
    for moment, fact in kit_of(games[0].book).facts_of(line.when, lambda: games[-1].state):
        if isinstance(fact, Chosen) and games[-1].options:
            option = asked_for(games[-1].state, fact)
            if (reading := option.slots.get("reading")) is not None:
                yield str(reading), fact.choice
        try:
            games.append(play(games[-1], fact, moment=moment))
        except NotRecorded:
            return


def open_readings(of: Rulebook, deciders: Iterable[str]) -> list[tuple[str, Reading]]:
    """The readings with several answers which these decide and the code uses."""
    kinds = tuple(deciders)
    known = of.readings.items()
    return [(id, r) for id, r in known if r.decides in kinds and len(r.answers) > 1 and reading_is_used(id, of)]


@every_book
def test_what_an_umpire_or_a_team_decides_is_tried_both_ways(known: Rulebook) -> None:
    """Two lines with different answers lean on each such reading, one of them with the answer that is pre-selected."""
    missing = []
    for id, reading in open_readings(known, ("umpire", "team")):
        got = answered(known.id)[id]
        if reading.default not in got:
            missing.append(f"{id}: no line answers {reading.default} and leans on it")
        if not got - {reading.default}:
            others = [a for a in reading.answers if a != reading.default]
            missing.append(f"{id}: no line answers {' or '.join(others)} and leans on it")
    report(missing, "readings of an umpire or a team without both answers")


@every_book
def test_what_a_setting_or_the_program_decides_has_a_case_for_the_other_answer(known: Rulebook) -> None:
    """Each such reading is tried with an answer that is not the usual one."""
    missing = []
    for id, reading in open_readings(known, ("setting", "program")):
        if not answered(known.id)[id] - {reading.default}:
            others = [a for a in reading.answers if a != reading.default]
            missing.append(f"{id}: no case with setup readings {id} = {' or '.join(others)} leans on it")
    report(missing, "readings by setting without a case for another answer")


# --- nothing idle --------------------------------------------------------------------------------


@every_book
def test_every_limit_is_used(known: Rulebook) -> None:
    """A number in the book that no rule reads would be a promise that nobody keeps: the code names it, or cases turn on it."""
    idle = [
        k for k in known.limits if not limit_is_used(k, known) and k not in IDLE_LIMITS and list(unguarded(known, k))
    ]
    report(idle, "limits that no rule reads")


@every_book
def test_every_reading_is_used(known: Rulebook) -> None:
    """A place where the text is unclear and several answers are possible is one where some rule turns on the answer."""
    idle = [
        f"{id}: {reading.question}"
        for id, reading in known.readings.items()
        if len(reading.answers) > 1 and not reading_is_used(id, known) and id not in IDLE_READINGS
    ]
    report(idle, "readings that no rule turns on")


def test_no_excuse_is_stale() -> None:
    """What is used needs no excuse."""
    assert not [key for key in IDLE_LIMITS if limit_is_used(key)]
    assert not [id for id in IDLE_READINGS if reading_is_used(id)]


@every_book
def test_the_rows_that_rule_are_closed(known: Rulebook) -> None:
    """No decided or asked row is without a decision."""
    report([f"{of(known, c.row)} ({c.key})" for c in known.open_rows()], "rows without a decision")


# --- published questions -------------------------------------------------------------------------


def test_every_published_question_is_a_case() -> None:
    """The questions that umpires have answered in public about this text are cases."""
    wanted = (ROOT / "tests" / "data" / "public_cases.txt").read_text("utf-8").split()
    have = {case.public for id in GUARDED for case, _ in judged(id)}
    assert len(wanted) == 66
    report([id for id in wanted if id not in have], "published questions without a case that holds")


def report(missing: list[str], what: str) -> None:
    """Fail with the list of what is missing."""
    assert not missing, f"{len(missing)} {what}:\n" + "\n".join(missing)
