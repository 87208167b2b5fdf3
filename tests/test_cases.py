"""Every case holds: the book says what the case says it must."""

import pytest

from carreau.books import BOOKS
from carreau.casebook import Case, cases, tried

ALL = [case for rulebook in BOOKS for case in cases(rulebook)]


@pytest.mark.parametrize("case", ALL, ids=lambda c: c.id)
def test_case_holds(case: Case) -> None:
    """Each line of the case's table gives what it says."""
    wrong = [f"{o.line.when}\n    {w}" for o in tried(case) for w in o.wrong]
    assert not wrong, f"{case.id}\n" + "\n".join(wrong)
