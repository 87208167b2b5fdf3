"""`carreau ledger`: every row of the text, how it is handled, and what is still open."""

from pathlib import Path
from typing import Annotated

from carreau.books import BOOKS
from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.screen import language, stop
from carreau.core.rulebook import Rulebook
from carreau.gamefile import told


def ledger(
    book: Annotated[str | None, note("A rulebook; without it, all of them.")] = None,
    *,
    json: Json = False,
    write: Annotated[bool, flag("Write docs/ledger.md anew; run it from the project.")] = False,
    lang: Lang = None,
) -> int:
    """Print how many rows of the text are handled how, and which are open.

    For example:

    ```
    carreau ledger
    carreau ledger fipjp-2016 --json
    ```
    """
    tongue = language(lang)
    if book is not None and book not in BOOKS:
        raise stop("screen.no_rulebook", tongue, rulebook=book, known=", ".join(BOOKS))
    shown = [BOOKS[book]] if book is not None else list(BOOKS.values())
    if write:
        return _written(tongue)
    for one in shown:
        _print_json(one) if json else _print_summary(one, tongue)
    return 0


def _written(lang: str) -> int:
    from carreau.ledger import PLACE, write

    root = Path.cwd()
    if not (root / PLACE).parent.is_dir():
        raise stop("screen.no_project", lang, place=str(PLACE))
    print(write(root))
    return 0


def _print_json(book: Rulebook) -> None:
    from carreau.ledger import lines

    for line in lines(book):
        print(line)


def _print_summary(book: Rulebook, lang: str) -> None:
    from carreau.ledger import rows

    table = rows(book)
    still = [row.id for row in table if row.open]
    print(f"{book.title} ({book.id})")
    for handled in dict.fromkeys(row.handled for row in table):
        print(f"  {handled:<15} {sum(row.handled == handled for row in table)}")
    print(told("screen.open_rows", lang, rows=len(table), still=len(still)))
    if still:
        print("  " + " ".join(still))
