"""The ledger of a rulebook: every row of the text, how it is handled, by which decision, and which cases prove it."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from carreau.books import BOOKS
from carreau.casebook import Case, Outcome, cases, tried
from carreau.core.clause import Check, Handled
from carreau.core.rulebook import Rulebook

RULED: tuple[Handled, ...] = ("decided", "asked")
SHOWN_CASES = 3
PLACE = Path("docs") / "ledger.md"

Tried = tuple[tuple[Case, tuple[Outcome, ...]], ...]


class Row(Struct, frozen=True, kw_only=True):
    """One row of the text in the ledger; `cases` are the passing ones whose rulings really cited it."""

    id: str
    handled: Handled
    clause: str
    says: str
    article: str
    decisions: tuple[str, ...]
    cases: tuple[str, ...]
    moment: str | None = None
    checks: tuple[Check, ...] = ()

    @property
    def open(self) -> bool:
        """Does the row still lack its decision, or a case that proves it?"""
        return self.handled in RULED and not (self.decisions and self.cases)

    @property
    def line(self) -> dict[str, object]:
        """The row as programs read it."""
        decision = ", ".join(self.decisions) or None
        return {
            "id": self.id,
            "handled": self.handled,
            "clause": self.clause,
            "decision": decision,
            "cases": list(self.cases),
        }


def judged_cases(book: Rulebook, some: Iterable[Case] | None = None) -> Tried:
    """The book's cases (or some of them) with what the book really says on each of their lines."""
    return tuple((case, _judged(case, book)) for case in (cases(book.id) if some is None else some))


def _judged(case: Case, book: Rulebook) -> tuple[Outcome, ...]:
    """The lines of a case; none if the book cannot even come to them, for then it proves nothing."""
    try:
        return tuple(tried(case, book))
    except Exception:
        return ()


def rows(book: Rulebook, judged: Tried | None = None) -> tuple[Row, ...]:
    """One row for each clause, in the order of the text."""
    proofs = _proofs(judged_cases(book) if judged is None else judged)
    decisions = _decisions(book)
    return tuple(
        Row(
            id=clause.row,
            handled=clause.handled,
            clause=clause.key,
            says=clause.says,
            article=clause.article,
            decisions=decisions.get(clause.key, ()),
            cases=proofs.get(clause.row, ()),
            moment=clause.moment,
            checks=clause.checks,
        )
        for clause in book.clauses.values()
    )


def open_rows(book: Rulebook, judged: Tried | None = None) -> tuple[Row, ...]:
    """The rows that somebody decides or is asked about, but for which a decision or a case is missing."""
    return tuple(row for row in rows(book, judged) if row.open)


def _proofs(judged: Tried) -> dict[str, tuple[str, ...]]:
    """Which passing cases cited each row."""
    found: dict[str, tuple[str, ...]] = {}
    for case, outcomes in judged:
        if any(o.wrong for o in outcomes):
            continue
        for row in {row for o in outcomes for row in o.cites}:
            found[row] = (*found.get(row, ()), case.id)
    return found


def _decisions(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """Which decisions may cite each clause."""
    found: dict[str, tuple[str, ...]] = {}
    for decision in book.decisions:
        for key in dict.fromkeys(book.covered.get(key, key) for key in decision.cites):
            found[key] = (*found.get(key, ()), decision.name)
    return found


def page(books: Iterable[Rulebook] | None = None) -> str:
    """The ledger of all books as a page to read."""
    written = "\n".join(line for book in (BOOKS.values() if books is None else books) for line in _book_page(book))
    return f"{HEAD}\n{written}"


HEAD = """# The ledger

Every statement of the rule texts, one a row: how it is handled, which decision may cite it, and which cases made the
book cite it. Nobody writes this page: `python -m carreau.ledger` does, from the rulebooks and the cases.

- **decided**: the book rules. **asked**: a side or an umpire is asked. **guidance**: a reminder when its moment comes.
- **definition**: it says what a word means. **equipment**: an inspection compares. **administrative**: off the terrain.
"""


def _book_page(book: Rulebook) -> Iterator[str]:
    table = rows(book)
    missing = [row for row in table if row.open]
    yield f"## {book.title} (`{book.id}`)\n"
    yield f"{len(table)} rows: {_summary(table)}. Open: {len(missing)}.\n"
    if missing:
        yield "Without a decision or a proving case: " + ", ".join(row.id for row in missing) + ".\n"
    for article, group in groupby(table, key=lambda row: row.article):
        yield f"### Article {article}\n"
        yield "| row | handled | what it says | decision | cases |\n| --- | --- | --- | --- | --- |"
        yield from (_row_line(row) for row in group)
        yield ""


def _summary(table: tuple[Row, ...]) -> str:
    kinds = [row.handled for row in table]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(sorted(kinds)))


def _row_line(row: Row) -> str:
    cells = (f"`{row.id}`", row.handled, _says(row), ", ".join(f"`{d}`" for d in row.decisions), _some(row))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _says(row: Row) -> str:
    moment = f" *Reminder: {row.moment.replace('_', ' ')}.*" if row.moment else ""
    return row.says + moment


def _some(row: Row) -> str:
    """The cases of the row's own article before others, and how many more there are."""
    prefix = f"{row.id.split('/')[0]}/{row.article}: "
    ordered = sorted(row.cases, key=lambda case: not case.startswith(prefix))
    shown = "; ".join(case.partition("/")[2] for case in ordered[:SHOWN_CASES])
    rest = len(ordered) - SHOWN_CASES
    return f"{shown}; and {rest} more" if rest > 0 else shown


def lines(book: Rulebook) -> Iterator[str]:
    """The ledger for programs: one JSON object a row."""
    for row in rows(book):
        yield json.dumps(row.line, ensure_ascii=False)


def write(root: Path) -> Path:
    """Write the page into the project's docs."""
    target = root / PLACE
    target.parent.mkdir(exist_ok=True)
    target.write_text(page(), "utf-8")
    return target


if __name__ == "__main__":
    print(write(Path(__file__).parents[2]))
