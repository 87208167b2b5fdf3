"""The ledger: all rows are in it, what proves them is what the book really cited, and the page is up to date."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from carreau import bookpage, ledger
from carreau.books import BOOKS, book
from carreau.casebook import Case, Line
from tests.proof import judged

FIPJP = book("fipjp-2016")
ROOT = Path(__file__).resolve().parent.parent
OPENS = Case(
    title="The winner of the draw opens",
    given="draw A; jack ok",
    table=(
        Line(when="A p holds=A", rows=("16.b",)),
        Line(when="B p holds=B", refused="refused.out_of_turn", rows=("16.a",)),
    ),
    book=FIPJP.id,
    article="16",
)


def proved(case: Case) -> set[str]:
    """The rows for which the ledger takes this case as proof."""
    return {row.id for row in ledger.rows(FIPJP, ledger.judged_cases(FIPJP, [case])) if row.cases}


def test_every_row_of_every_text_is_in_the_ledger() -> None:
    """One row for each clause, in the order of the text; 845 in all."""
    for rulebook in BOOKS.values():
        assert [row.id for row in ledger.rows(rulebook, ())] == [c.row for c in rulebook.clauses.values()]
    assert {id: len(rulebook.clauses) for id, rulebook in BOOKS.items()} == ROWS


ROWS = {"fipjp-2016": 275, "fpusa-1995": 230, "suomi": 71, "billard-cochonnet": 42, "umb-5pin-1997": 227}


@pytest.mark.parametrize("id", ROWS)
def test_no_row_is_open(id: str) -> None:
    """Whatever is decided or asked has its decision, and a case that holds in which the book cites it."""
    assert [row.id for row in ledger.open_rows(book(id), judged(id))] == []


def test_each_book_has_its_page() -> None:
    """After a change of a rulebook: python -m carreau.bookpage."""
    for rulebook in BOOKS.values():
        committed = (ROOT / bookpage.PLACE / f"{rulebook.id}.md").read_text("utf-8")
        assert committed == bookpage.page(rulebook), f"the page of {rulebook.id} is out of date"
    assert len(list((ROOT / bookpage.PLACE).glob("*.md"))) == len(BOOKS)


def test_a_page_says_everything_of_its_book() -> None:
    """Each clause once, each number, each unclear place with what is taken."""
    for rulebook in BOOKS.values():
        lines = bookpage.page(rulebook).splitlines()
        for clause in rulebook.clauses.values():
            row = f"| {clause.row.partition('/')[2]} | "
            assert sum(line.startswith(row) for line in lines) == 1, clause.row
        assert all(any(line.startswith(f"| `{key}` | ") for line in lines) for key in rulebook.limits)
        for id, reading in rulebook.readings.items():
            (told,) = [line for line in lines if line.startswith(f"| {id} | ")]
            assert f"**{reading.default}**" in told


def test_a_case_proves_what_its_rulings_cite() -> None:
    """Rulings and refusals both; not what only happened before the table."""
    assert {"fipjp-2016/16.a", "fipjp-2016/16.b"} <= proved(OPENS)
    assert not proved(structs.replace(OPENS, given="draw A; jack ok; A p holds=A", table=()))


def test_a_case_that_fails_proves_nothing() -> None:
    """One wrong line, or a beginning that cannot be, and no row of the case is proved."""
    wrong = Line(when="A p holds=A", rows=("9.3c",))
    assert not proved(structs.replace(OPENS, table=(*OPENS.table, wrong)))
    assert not proved(structs.replace(OPENS, given="draw A; A p holds=A"))


def test_a_row_is_open_until_a_case_proves_it() -> None:
    """Rows that are ruled need a decision and a case; those that only define or guide do not."""
    none = {row.id for row in ledger.open_rows(FIPJP, ())}
    one = {row.id for row in ledger.open_rows(FIPJP, ledger.judged_cases(FIPJP, [OPENS]))}
    assert none - one == proved(OPENS) & none != set()
    assert all(FIPJP.clauses[row.clause].handled in ("decided", "asked") for row in ledger.open_rows(FIPJP, ()))
    assert "fipjp-2016/6.q" not in none


def test_programs_get_one_object_a_row() -> None:
    """The five fields that others build on."""
    row = structs.replace(ledger.rows(FIPJP, ())[0], decisions=("order.whose_turn", "door.in_turn"), cases=("x/1: y",))
    assert json.loads(json.dumps(row.line)) == {
        "id": row.id, "handled": row.handled, "clause": row.clause, "decision": "order.whose_turn, door.in_turn",
        "cases": ["x/1: y"],
    }  # fmt: skip
    assert structs.replace(row, decisions=()).line["decision"] is None


def test_the_page_is_what_the_books_and_cases_give() -> None:
    """After a change of rules or cases: python -m carreau.ledger."""
    committed = (ROOT / ledger.PLACE).read_text("utf-8")
    assert committed == ledger.page(), "docs/ledger.md is out of date: run python -m carreau.ledger"
