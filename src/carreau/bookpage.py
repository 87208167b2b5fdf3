"""One page a rulebook: what the program decides, asks or only reminds of, the numbers, and how unclear places are read."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from carreau.books import BOOKS
from carreau.core.clause import Check, Clause, Handled, Limit, Reading
from carreau.core.rulebook import Rulebook

PLACE = Path("docs") / "rulebooks"

HEADINGS: dict[Handled, tuple[str, str]] = {
    "decided": ("What the program decides", "It rules by itself on the facts it is given."),
    "asked": ("What the program asks", "The choice belongs to a side or to the umpire; nothing is chosen by itself."),
    "equipment": ("What an inspection compares", "What was found is compared with these numbers and words."),
    "guidance": ("What the program only reminds of", "The reminder comes when its moment does; nothing is ruled."),
    "definition": ("What words mean", "Other rows build on these; they rule nothing alone."),
    "administrative": (
        "What happens off the ground",
        "It is for organisers and federations, not for the referee of a game.",
    ),
}

BASIS = {"text": "the text", "practice": "practice", "ours": "our own reading"}
DECIDES = {"program": "the program", "setting": "the set-up", "umpire": "the umpire", "team": "the side"}


def page(book: Rulebook) -> str:
    """The page of a book."""
    return "\n".join(_lines(book)).rstrip() + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield f"# {book.title}\n"
    yield f"`{book.id}` · {len(book.clauses)} clauses, {len(book.limits)} limits, {len(book.readings)} readings.\n"
    yield f"Written by `python -m carreau.bookpage` from the rulebook. {PARAPHRASE}\n"
    for handled, (heading, meaning) in HEADINGS.items():
        clauses = [clause for clause in book.clauses.values() if clause.handled == handled]
        if clauses:
            yield f"## {heading}\n\n{meaning}\n"
            yield from _table(("row", "what it says", *EXTRA.get(handled, ())), (_row(c) for c in clauses))
    if book.limits:
        yield "## Limits\n"
        yield from _table(("limit", "number", "row", "otherwise"), _limits(book))
    if book.readings:
        yield "## Unclear places, and how they are read\n"
        yield "The first answer given is taken unless the set-up, the umpire or the side says otherwise.\n"
        yield from _table(("id", "question", "answers", "basis", "decides", "rows"), _readings(book))


PARAPHRASE = "What a row says is our own wording; the official text is not copied."
EXTRA: dict[Handled, tuple[str, ...]] = {"equipment": ("compared",), "guidance": ("moment",)}


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def _row(clause: Clause) -> tuple[str, ...]:
    cells: tuple[str, ...] = (_number(clause.row), clause.says)
    if clause.handled == "equipment":
        cells += ("; ".join(_check(check) for check in clause.checks),)
    if clause.handled == "guidance":
        cells += ((clause.moment or "").replace("_", " "),)
    return cells


def _number(row: str) -> str:
    return row.partition("/")[2]


def _check(check: Check) -> str:
    """A comparison in words: `boule diameter_um 70500 to 80000`."""
    what = f"{check.object} {check.property}" if check.object else check.property
    return " ".join([what, _allowed(check), *_conditions(check)])


def _allowed(check: Check) -> str:
    if check.one_of is not None:
        return "is " + " or ".join(check.one_of)
    if check.is_ is not None:
        return "yes" if check.is_ else "no"
    match check.min, check.max:
        case int(least), int(most):
            return f"{least} to {most}" if least != most else str(least)
        case int(least), None:
            return f"{least} or more"
        case _, most:
            return f"{most} or less"


def _conditions(check: Check) -> Iterator[str]:
    if check.if_ is not None:
        yield f"if {check.if_.replace('_', ' ')}"
    if check.unless is not None:
        yield f"unless {check.unless.replace('_', ' ')}"


def _limits(book: Rulebook) -> Iterator[tuple[str, ...]]:
    for key, limit in book.limits.items():
        row = _number(book.clauses[limit.clause].row)
        yield f"`{key}`", f"{limit.value} {limit.unit}", row, "; ".join(_otherwise(book, limit))


def _otherwise(book: Rulebook, limit: Limit) -> Iterator[str]:
    for name, case in limit.by.items():
        yield f"{name}: {case.value} ({_number(book.clauses[case.clause].row)})"
    if limit.timed is not None:
        yield f"timed games: {limit.timed.value} ({_number(book.clauses[limit.timed.clause].row)})"
    if limit.setting is not None:
        yield f"setting `{limit.setting}`"


def _readings(book: Rulebook) -> Iterator[tuple[str, ...]]:
    for id, reading in book.readings.items():
        yield (
            id, reading.question, ", ".join(_answers(reading)), BASIS[reading.basis], DECIDES[reading.decides],
            " ".join(_rows(book.clauses, reading)),
        )  # fmt: skip


def _answers(reading: Reading) -> Iterator[str]:
    """The answer that is taken first, then the others."""
    yield f"**{reading.default}**"
    yield from (answer for answer in reading.answers if answer != reading.default)


def _rows(clauses: Mapping[str, Clause], reading: Reading) -> list[str]:
    return [_number(clauses[key].row) for key in reading.clauses]


def write(root: Path) -> Iterator[Path]:
    """Write the pages of all books into the project's docs."""
    (root / PLACE).mkdir(parents=True, exist_ok=True)
    for book in BOOKS.values():
        target = root / PLACE / f"{book.id}.md"
        target.write_text(page(book), "utf-8")
        yield target


if __name__ == "__main__":
    for written in write(Path(__file__).parents[2]):
        print(written)
