"""Every case of five pins holds, and together they prove every row, limit and reading of the book."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from msgspec import structs

from carreau.billiards.five_notation import facts_of
from carreau.casebook import Line, Outcome
from carreau.core.clause import Clause
from carreau.core.facts import Chosen
from carreau.core.game import play
from carreau.core.judging import NotRecorded, asked_for
from carreau.core.rulebook import Rulebook
from tests.five import BOOK, FiveCase, cases, facts_in, judged, opened, state_of, tried

PUBLIC = {f"FP-{n:02}" for n in range(1, 32, 2)}


@pytest.mark.parametrize("case", cases(), ids=lambda c: c.id)
def test_case_holds(case: FiveCase) -> None:
    """Each line of the case's table gives what it says."""
    wrong = [f"{o.line.when}\n    {w}" for o in tried(case) for w in o.wrong]
    assert not wrong, f"{case.id}\n" + "\n".join(wrong)


def test_no_row_is_open() -> None:
    """A decision can cite each decided or asked clause, and a case that holds does."""
    assert BOOK.open_rows() == ()
    cited = {row for _, lines in judged() for o in lines if not o.wrong for row in o.cites}
    ruled = [c for c in BOOK.clauses.values() if c.handled in ("decided", "asked", "guidance", "equipment")]
    assert [c.row for c in ruled if c.row not in cited] == []


def differ_in_one(one: Line, two: Line) -> bool:
    """As many facts, and exactly one of them another."""
    first, second = facts_in(one), facts_in(two)
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) == 1


def test_every_ruled_clause_has_a_pair_of_lines() -> None:
    """For each such clause two lines of one case differ in one fact; one cites the row, the other does not."""
    paired: set[str] = set()
    for _, lines in judged():
        for one, two in combinations([o.line for o in lines if not o.wrong], 2):
            if differ_in_one(one, two):
                paired |= (set(one.rows) & set(two.not_)) | (set(two.rows) & set(one.not_))
    rows = {c.row.split("/")[1]: key for key, c in BOOK.clauses.items() if c.handled in ("decided", "asked")}
    missing = [f"{row} ({key})" for row, key in rows.items() if row not in paired]
    assert not missing, "rows without a pair:\n" + "\n".join(missing)


# --- limits ----------------------------------------------------------------------------------------


def fails(case: FiveCase, book: Rulebook) -> bool:
    """Does the case fail under another book, in whatever way?"""
    try:
        return any(o.wrong for o in tried(case, book))
    except Exception:
        return True


@cache
def citing(row: str) -> tuple[FiveCase, ...]:
    """The cases that cite a row, the shortest first."""
    found = [case for case, lines in judged() if any(row in o.cites for o in lines)]
    return tuple(sorted(found, key=lambda case: len(case.case.table)))


@pytest.mark.parametrize("key", BOOK.limits)
@pytest.mark.parametrize("step", [-1, 1])
def test_a_limit_moved_by_one_unit_breaks_a_case(key: str, step: int) -> None:
    """Each number of the book, each way."""
    limit = BOOK.limits[key]
    moved = structs.replace(BOOK, limits=BOOK.limits | {key: structs.replace(limit, value=limit.value + step)})
    assert any(fails(case, moved) for case in citing(BOOK.clauses[limit.clause].row))


def numbers() -> Iterator[tuple[str, str, Clause]]:
    """Every number of an inspection moved by one unit each way."""
    for clause in BOOK.clauses.values():
        for place, check in enumerate(clause.checks):
            for end in ("min", "max"):
                value = getattr(check, end)
                for step in (-1, 1) if value is not None else ():
                    other = structs.replace(check, **{end: value + step})
                    checks = (*clause.checks[:place], other, *clause.checks[place + 1 :])
                    name = f"{clause.key} {check.property} {end} {step:+}"
                    yield name, clause.row, structs.replace(clause, checks=checks)


@pytest.mark.parametrize(("row", "clause"), [(r, c) for _, r, c in numbers()], ids=[n for n, _, _ in numbers()])
def test_a_number_of_an_inspection_moved_by_one_unit_breaks_a_case(row: str, clause: Clause) -> None:
    """A ball a gram too light, a hall a lux too dark: some case notices."""
    moved = structs.replace(BOOK, clauses=BOOK.clauses | {clause.key: clause})
    assert any(fails(case, moved) for case in citing(row))


# --- readings --------------------------------------------------------------------------------------


def answers_of(case: FiveCase, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """The readings that the case fixed beforehand, and those that somebody answered in this line."""
    yield from outcome.case.setup.get("readings", {}).items()
    if "choose" not in outcome.line.when:
        return
    games = [opened(case.case)]
    for moment, fact in facts_of(outcome.line.when, lambda: state_of(games[-1])):
        if isinstance(fact, Chosen) and games[-1].options:
            reading = asked_for(games[-1].state, fact).slots.get("reading")
            if reading is not None:
                yield str(reading), fact.choice
        try:
            games.append(play(games[-1], fact, moment=moment))
        except NotRecorded:
            return


def test_every_reading_is_tried_both_ways() -> None:
    """What the referee decides by its usual answer and another one; what is set beforehand by every other one."""
    found: dict[str, set[str]] = {id: set() for id in BOOK.readings}
    for case, lines in judged():
        for outcome in lines:
            said = (*outcome.rulings, *((outcome.refusal,) if outcome.refusal else ()))
            leaned = {reading for r in said for reading in r.readings}
            for reading, answer in answers_of(case, outcome):
                if reading in leaned:
                    found[reading].add(answer)
    missing = [
        f"{id}: {', '.join(sorted(wanted))}"
        for id, reading in BOOK.readings.items()
        if len(reading.answers) > 1
        and (wanted := set(reading.answers) - found[id] - ({reading.default} if reading.decides != "umpire" else set()))
    ]
    assert not missing, "answers that no case tries:\n" + "\n".join(missing)


def test_the_published_questions_are_cases() -> None:
    """The questions asked in public about this game have a case that holds."""
    have = {case.case.public for case, lines in judged() if not any(o.wrong for o in lines)}
    assert have >= PUBLIC
