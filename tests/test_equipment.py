"""Equipment rows are data: each number and word of the book decides, at its limit and one unit beyond it."""

from collections.abc import Iterator
from typing import Any

import pytest

from carreau.books import book
from carreau.core.bench import Bench
from carreau.core.clause import Check, Clause
from carreau.core.game import begun, play
from carreau.petanque.effects import Rejected
from carreau.petanque.equipment import ALSO, CHILDRENS, CLAUSES_ON, KIT, checks
from carreau.petanque.facts import Inspected
from carreau.petanque.fpusa import FPUSA_1995
from carreau.petanque.notation import setup_of

BOOK = book("fipjp-2016")
WHEN: dict[str, dict[str, Any]] = {
    "championship": {"level": "international"},
    "age_restricted": {"age_restricted": True},
    "organiser_circle": {"terrain": {"organiser_circle": True}},
}
SAID = {
    "drawn": {"kind": "drawn"},
    "rigid": {"kind": "rigid"},
    "folding": {"kind": "folding"},
    "synthetic": {"material": "synthetic"},
}


def every() -> list[tuple[Clause, Check]]:
    """All checks of the book with their clauses."""
    return [
        (clause, check) for key, clause in BOOK.clauses.items() if key in (*KIT, CHILDRENS) for check in clause.checks
    ]


def values(check: Check) -> Iterator[tuple[int | bool | str, bool]]:
    """Values on both sides of what the check asks, and whether each passes."""
    if check.is_ is not None:
        yield from ((check.is_, True), (not check.is_, False))
    elif check.one_of is not None:
        yield from (*((word, True) for word in check.one_of), ("cheese", False))
    else:
        yield from (((check.min, True), (check.min - 1, False)) if check.min is not None else ())
        yield from (((check.max, True), (check.max + 1, False)) if check.max is not None else ())


def rejected(clause: Clause, check: Check, value: int | bool | str) -> bool:
    """Does an inspection that finds this value reject the object under this clause?"""
    game = begun(BOOK, setup_of(BOOK.id, WHEN.get(check.if_ or "", {})))
    found = {**SAID.get(check.if_ or "", {}), check.property: value}
    game = play(game, Inspected(object=check.object, found=found, side="A"))  # type: ignore[arg-type]
    cited = [r for r in game.rulings if clause.key in r.clauses]
    assert cited, f"{clause.key} says nothing of {found}"
    return any(isinstance(e, Rejected) and e.property == check.property for r in cited for e in r.effects)


@pytest.mark.parametrize(
    ("clause", "check"), every(), ids=lambda v: getattr(v, "key", None) or getattr(v, "property", "")
)
def test_both_sides_of_every_check(clause: Clause, check: Check) -> None:
    """What is allowed passes, and one unit or one word further it is rejected."""
    for value, passes in values(check):
        assert rejected(clause, check, value) is not passes, value


def test_every_equipment_row_is_checked() -> None:
    """No row that the book hands to inspections is left out, and each names what is looked at."""
    for edition in (BOOK, FPUSA_1995):
        rows = {key for key, clause in edition.clauses.items() if clause.handled == "equipment"}
        assert rows == {key for key in (*KIT, CHILDRENS) if key in edition.clauses and edition.clauses[key].checks}
    assert all(check.object for _, check in every())


def test_what_else_may_be_found_is_no_check() -> None:
    """Remarks such as paint or wear are known beside the checks, not among them."""
    bench = Bench(BOOK)
    for object, words in ALSO.items():
        assert not {check.property for _, check in checks(bench, object)} & set(words)


@pytest.mark.parametrize("id", ["fipjp-2016", "fpusa-1995", "suomi"])
def test_what_a_text_asks_of_a_circle_or_a_terrain_stands_in_its_own_clauses(id: str) -> None:
    """A circle that is laid is held against those alone."""
    for object, keys in CLAUSES_ON.items():
        found = {key for key, clause in book(id).clauses.items() if any(c.object == object for c in clause.checks)}
        assert found <= set(keys)
