"""What lies beside the desk about each row agrees with the docs and the books."""

from pathlib import Path

import pytest

from carreau.books import BOOKS
from carreau.desk import rows

DOCS = Path(__file__).parents[2] / "docs"


def test_rows_are_those_of_the_docs() -> None:
    """Written anew by `python -m carreau.desk` when the docs have changed."""
    made = rows.rows_in((DOCS / "screens.md").read_text("utf-8"), (DOCS / "ledger.md").read_text("utf-8"))
    assert rows.index().rows == made


@pytest.mark.parametrize("id", BOOKS)
def test_a_row_that_is_ruled_on_has_a_screen_and_a_case(id: str) -> None:
    ruled = [clause.row for clause in BOOKS[id].clauses.values() if clause.handled in ("decided", "asked")]
    assert [row for row in ruled if not (rows.row(row).screen and rows.row(row).cases)] == []


def test_the_differences_are_those_of_the_comparison() -> None:
    """One pair; the others are written by the same run."""
    assert rows.differences("suomi", "fpusa-1995") == rows.differing(BOOKS["suomi"], BOOKS["fpusa-1995"])
    assert set(rows.index().differences) == {f"{a.id}>{b.id}" for a, b in rows.pairs()}
    assert rows.differences("fipjp-2016", "umb-5pin-1997") == ()
