"""How two rulebooks differ, as an umpire would want it: topic, here, there, and what comes of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from carreau.cli.screen import clean, console, ready, stop
from carreau.contrast import Consequence, Contrast, Says, contrasts
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.gamefile import told
from carreau.say import says
from carreau.story import ruling_line

if TYPE_CHECKING:
    from rich.text import Text

SHOWN = 2  # rulings of each book on one case


def differ(here: Rulebook, there: Rulebook, json: bool, lang: str) -> int:
    """Print every topic on which the books differ."""
    if here.sport.name != there.sport.name:
        raise stop("screen.other_sport", lang, rulebook=here.id, other=there.id)
    if json:
        ready()
        for contrast in contrasts(here, there):
            print(msgspec.json.encode(_object(contrast, here, there, lang)).decode())
        return 0
    screen = console()
    found = list(contrasts(here, there))
    for part in (text for contrast in found for text in _text(contrast, here, there, lang)):
        screen.print(part)
    screen.print(told("screen.differences", lang, n=len(found), rulebook=here.id, other=there.id))
    return 0


def _object(contrast: Contrast, here: Rulebook, there: Rulebook, lang: str) -> dict[str, Any]:
    found = contrast.consequence
    shown = found and {
        "case": found.case,
        "given": found.given,
        "when": found.when,
        "here": [ruling_line(r, here, lang, {}) for r in found.here],
        "there": [ruling_line(r, there, lang, {}) for r in found.there],
    }
    return {"topic": contrast.topic, "here": contrast.here, "there": contrast.there, "consequence": shown}


def topic(key: str) -> str:
    """A topic in words: `dead jack: far`."""
    return key.replace("_", " ").replace(".", ": ", 1)


def _text(contrast: Contrast, here: Rulebook, there: Rulebook, lang: str) -> "Iterator[Text]":
    from rich.text import Text

    yield Text(topic(contrast.topic), style="bold")
    yield _said(here, contrast.here, lang)
    yield _said(there, contrast.there, lang)
    if contrast.consequence is not None:
        yield from _so(contrast.consequence, here, there, lang)
    yield Text()


def _said(book: Rulebook, said: Says, lang: str) -> "Text":
    from rich.text import Text

    number = "" if said.value is None else f"{said.value} {said.unit or ''}".strip()
    what = "; ".join(filter(None, (number, said.says))) or told("screen.says_nothing", lang)
    rows = " ".join(row.partition("/")[2] for row in said.rows)
    return Text.assemble((f"  {book.id} ", "dim"), (f"{rows} " if rows else "", "cyan"), what)


def _so(found: Consequence, here: Rulebook, there: Rulebook, lang: str) -> "Iterator[Text]":
    from rich.text import Text

    told_first = f"{' '.join(found.given.split())}  →  " if found.given else ""
    yield Text(f"  {clean(told_first)}{clean(' '.join(found.when.split()))}", style="dim")
    for book, rulings in ((here, found.here), (there, found.there)):
        said = " ".join(_says(r, book, lang) for r in rulings[:SHOWN]) or told("screen.rules_nothing", lang)
        yield Text.assemble((f"    {book.id} ", "dim"), clean(said))


def _says(ruling: Ruling, book: Rulebook, lang: str) -> str:
    return says(ruling, lang, {}, book.clauses)
