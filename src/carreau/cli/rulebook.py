"""`carreau rulebook`: the rulebooks, their clauses, limits and readings; one article explained with its cases."""

import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from carreau.books import BOOKS
from carreau.casebook import Case, cases
from carreau.cli.differ import differ
from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.screen import console, language, stop
from carreau.core.clause import Clause, Limit, Reading
from carreau.core.rulebook import Rulebook
from carreau.gamefile import told
from carreau.say import clause_says

if TYPE_CHECKING:
    from rich.console import RenderableType


def rulebook(
    book: Annotated[str | None, note("A rulebook; without it, all are listed.")] = None,
    article: Annotated[str | None, note("An article, a row or a key: 15, 15.2 or jack.too_near.")] = None,
    *,
    clauses: Annotated[bool, flag("All clauses.")] = False,
    limits: Annotated[bool, flag("All numbers.")] = False,
    readings: Annotated[bool, flag("All unclear places and how they are read.")] = False,
    diff: Annotated[tuple[str, str] | None, note("Two rulebooks of a sport: topic by topic how they differ.")] = None,
    page: Annotated[bool, flag("The whole book as a page: docs/rulebooks/BOOK.md.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """List the rulebooks; show the clauses, limits and readings of one; explain one article with its cases.

    For example:

    ```
    carreau rulebook
    carreau rulebook fipjp-2016 --limits
    carreau rulebook fipjp-2016 15.2
    carreau rulebook --diff fipjp-2016 fpusa-1995
    ```
    """
    tongue = language(lang)
    for name in (*((book,) if book is not None else ()), *(diff or ())):
        if name not in BOOKS:
            raise stop("screen.no_rulebook", tongue, rulebook=name, known=", ".join(BOOKS))
    if diff is not None:
        return differ(BOOKS[diff[0]], BOOKS[diff[1]], json, tongue)
    if book is None:
        return _listed(json)
    if page:
        return _page(BOOKS[book])
    shown = Book(BOOKS[book], tongue)
    if article is not None:
        return shown.explain(article, json)
    return shown.overview(clauses=clauses, limits=limits, readings=readings, json=json)


def _listed(json: bool) -> int:
    for book in BOOKS.values():
        line = {"id": book.id, "title": book.title, "sport": book.sport.name, "clauses": len(book.clauses)}
        print(_json(line) if json else f"{book.id:<17} {book.title}")
    return 0


def _page(book: Rulebook) -> int:
    from carreau.bookpage import page

    sys.stdout.write(page(book))
    return 0


def _json(line: Any) -> str:
    return msgspec.json.encode(line).decode()


class Book:
    """A rulebook shown to people or programs."""

    def __init__(self, book: Rulebook, lang: str) -> None:
        self.book = book
        self.lang = lang

    def overview(self, *, clauses: bool, limits: bool, readings: bool, json: bool) -> int:
        """The parts asked for; without any, how much there is of each."""
        every = not (clauses or limits or readings)
        if json:
            self._print_json(clauses or every, limits or every, readings or every)
            return 0
        screen = console()
        if every:
            screen.print(f"{self.book.title} ({self.book.id})", style="bold")
            counts = {
                "clauses": len(self.book.clauses),
                "limits": len(self.book.limits),
                "readings": len(self.book.readings),
            }
            screen.print(told("screen.book", self.lang, {}, **counts))
        for shown, part in ((clauses, self.clauses(self.book.clauses)), (limits, self.limits(self.book.limits))):
            if shown:
                screen.print(part)
        if readings:
            for id in self.book.readings:
                screen.print(self.reading(id))
        return 0

    def _print_json(self, clauses: bool, limits: bool, readings: bool) -> None:
        if clauses:
            for clause in self.book.clauses.values():
                print(_json(clause))
        if limits:
            for key, limit in self.book.limits.items():
                print(_json({"limit": key, **msgspec.to_builtins(limit)}))
        if readings:
            for id, reading in self.book.readings.items():
                print(_json({"reading": id, **msgspec.to_builtins(reading)}))

    def explain(self, article: str, json: bool) -> int:
        """One article, row or clause: what it says, its numbers, the unclear places, and the cases that show it."""
        found = {key: clause for key, clause in self.book.clauses.items() if belongs(clause, article)}
        if not found:
            articles = list(dict.fromkeys(clause.article for clause in self.book.clauses.values()))
            raise stop(
                "screen.no_article", self.lang, article=article, rulebook=self.book.id, known=", ".join(articles)
            )
        limits = {key: limit for key, limit in self.book.limits.items() if set(clauses_of(limit)) & set(found)}
        readings = {id: reading for id, reading in self.book.readings.items() if set(reading.clauses) & set(found)}
        rows = {clause.row.partition("/")[2] for clause in found.values()}
        shown = [case for case in cases(self.book.id) if any(rows & {*line.rows, *line.not_} for line in case.table)]
        if json:
            self._print_article(found, limits, readings, shown)
            return 0
        screen = console()
        for part in self._article(found, limits, readings, shown):
            screen.print(part)
        return 0

    def _print_article(
        self, clauses: dict[str, Clause], limits: dict[str, Limit], readings: dict[str, Reading], shown: list[Case]
    ) -> None:
        line = {
            "clauses": list(clauses.values()),
            "limits": limits,
            "readings": readings,
            "cases": [case.id for case in shown],
        }
        print(_json(line))

    def _article(
        self, clauses: dict[str, Clause], limits: dict[str, Limit], readings: dict[str, Reading], shown: list[Case]
    ) -> "Iterator[RenderableType]":
        from rich.text import Text

        yield Text(f"{self.book.title} ({self.book.id})", style="bold")
        yield self.clauses(clauses)
        if limits:
            yield Text(f"\n{told('screen.limits', self.lang)}", style="bold")
            yield self.limits(limits)
        if readings:
            yield Text(f"\n{told('screen.readings', self.lang)}", style="bold")
            yield from (self.reading(id) for id in readings)
        if shown:
            yield Text(f"\n{told('screen.cases', self.lang)}", style="bold")
            yield from (self.case(case) for case in shown)

    def clauses(self, clauses: dict[str, Clause]) -> "RenderableType":
        """Clauses with their rows, what is done with them, and what they say."""
        from rich.table import Table

        table = Table.grid(padding=(0, 1), expand=True)
        longest = max((len(clause.row.partition("/")[2]) for clause in clauses.values()), default=0)
        for width in (max(7, longest), 14):
            table.add_column(width=width, style="dim")
        table.add_column(ratio=1)
        for key, clause in clauses.items():
            table.add_row(clause.row.partition("/")[2], clause.handled, f"{clause_says(clause, self.lang)}  [{key}]")
        return table

    def limits(self, limits: dict[str, Limit]) -> "RenderableType":
        """Numbers with their units and clauses, and where they differ."""
        from rich.table import Table

        table = Table.grid(padding=(0, 1))
        for key, limit in limits.items():
            others = [f"{name}: {case.value} ({self._row(case.clause)})" for name, case in limit.by.items()]
            others += [f"timed: {limit.timed.value} ({self._row(limit.timed.clause)})"] if limit.timed else []
            others += [f"setting: {limit.setting}"] if limit.setting else []
            table.add_row(key, f"{limit.value} {limit.unit}", self._row(limit.clause), "; ".join(others))
        return table

    def _row(self, key: str) -> str:
        return self.book.clauses[key].row.partition("/")[2]

    def reading(self, id: str) -> "RenderableType":
        """An unclear place: the question, the answers, which is taken, and who decides."""
        from rich.text import Text

        reading = self.book.readings[id]
        answers = " | ".join(f"{answer}*" if answer == reading.default else answer for answer in reading.answers)
        return Text.assemble(
            (f"{id}  ", "dim"), reading.question, f"\n    {answers}", (f"  ({reading.decides}; {reading.basis})", "dim")
        )

    def case(self, case: Case) -> "RenderableType":
        """A case: its title, what is given, and its table."""
        from rich.text import Text

        text = Text.assemble((f"{case.title}\n", "italic"), (f"    {case.given}\n" if case.given else "", "dim"))
        for line in case.table:
            rows = " ".join(line.rows)
            said = " ".join(line.then) or line.refused or line.option or line.next or ""
            text.append(f"    {' '.join(line.when.split())}  →  {said}{f'  ({rows})' if rows else ''}\n")
        text.rstrip()
        return text


def belongs(clause: Clause, wanted: str) -> bool:
    """Is this the clause, or one of the article or paragraph, that is wanted?"""
    row = clause.row.partition("/")[2]
    wanted = wanted.removeprefix(clause.row.partition("/")[0] + "/")
    if wanted in (clause.key, row, clause.article):
        return True
    return re.match(re.escape(wanted) + r"[a-z]", row) is not None and "." in wanted


def clauses_of(limit: Limit) -> Iterator[str]:
    """Every clause that gives one of a limit's numbers."""
    yield limit.clause
    yield from (case.clause for case in limit.by.values())
    if limit.timed is not None:
        yield limit.timed.clause
