"""`carreau sheet`: the score sheet of a game, or an empty one, as PDF or HTML."""

import sys
from pathlib import Path
from typing import Annotated

import cyclopts

from carreau.books import BOOKS
from carreau.cli import STDIN
from carreau.cli.flags import Lang, flag, note
from carreau.cli.judge import read_game
from carreau.cli.screen import Stop, cry, language, stop
from carreau.gamefile import Filed, Unreadable
from carreau.sheets import FORMATS, About, NotPrinted, Paper, Sheet, empty_sheet, html, pdf, sheet_of
from carreau.sports import kit_of

LIBRARIES = {"typst": "pdf", "segno": "pdf", "jinja2": "web", "markupsafe": "web"}


def sheet(
    game: Annotated[str | None, note("The record of a game, or - for standard input.")] = None,
    *,
    output: Annotated[
        str | None,
        cyclopts.Parameter(
            name=["--output", "-o"],
            help="The file to write, or - for standard output; without it, a file here with the game's name.",
        ),
    ] = None,
    empty: Annotated[str | None, note("Print an empty sheet for this rulebook instead.")] = None,
    format: Annotated[
        str | None, note("Of an empty sheet. Pétanque: triples (the usual), doubles, singles; five pins: sets, single.")
    ] = None,
    paper: Annotated[Paper, note("The size of the paper.")] = "a4",
    lang: Lang = None,
    as_html: Annotated[bool, cyclopts.Parameter(name="--html", negative="", help="HTML to print, not PDF.")] = False,
    hide_names: Annotated[bool, flag("No names of people, and no notes, which may name them.")] = False,
    url: Annotated[str, note("The address of the record, printed and as a code.")] = "",
    competition: Annotated[str, note("What to fill in at the head; what is left out is a line to write on.")] = "",
    round: str = "",
    place: Annotated[str, note("The terrain or the table.")] = "",
    date: str = "",
    start: Annotated[str, note("The time of day.")] = "",
    end: Annotated[str, note("The time of day.")] = "",
    umpire: Annotated[str, note("The name of the umpire or referee.")] = "",
) -> int:
    """Print the score sheet of a game, or an empty one to fill in by hand.

    Exits with 2 when the record can't be read.

    For example:

    ```
    carreau sheet game.jsonl
    carreau sheet game.jsonl -o final.pdf --lang fr --paper letter
    carreau sheet --empty umb-5pin-1997 -o empty.pdf
    carreau sheet game.jsonl --html -o - > final.html
    ```
    """
    tongue = language(lang)
    about = About(competition=competition, round=round, place=place, date=date, start=start, end=end, umpire=umpire)
    if (game is None) == (empty is None):
        raise stop("sheet.game_or_empty", tongue)
    if empty is not None:
        made = _empty(empty, tongue, paper, format, about)
    else:
        try:
            filed = read_game(str(game), tongue)
        except Unreadable as no:
            cry(no.message(str(game), tongue))
            return 2
        made = _filled(filed, tongue, paper, url, about, hidden=hide_names)
    name = output or f"{_stem(game, empty)}.{'html' if as_html else 'pdf'}"
    _write(name, _printed(made, tongue, as_html=as_html), tongue)
    return 0


def _empty(rulebook: str, lang: str, paper: Paper, format: str | None, about: About) -> Sheet:
    if rulebook not in BOOKS:
        raise stop("screen.no_rulebook", lang, rulebook=rulebook, known=", ".join(BOOKS))
    known = FORMATS[kit_of(BOOKS[rulebook]).name]
    if format is not None and format not in known:
        raise stop("sheet.no_format", lang, format=format, known=", ".join(known))
    return empty_sheet(rulebook, lang=lang, paper=paper, format=format, about=about)


def _filled(filed: Filed, lang: str, paper: Paper, url: str, about: About, *, hidden: bool) -> Sheet:
    people = filed.record.people
    return sheet_of(filed.game, people, lang=lang, paper=paper, url=url, about=about, hidden=hidden)


def _stem(game: str | None, empty: str | None) -> str:
    if empty is not None:
        return empty
    return "sheet" if game in (None, STDIN) else Path(str(game)).stem


def _printed(sheet: Sheet, lang: str, *, as_html: bool) -> bytes:
    """The bytes to write. Raises Stop where a library is missing or the sheet can't be printed."""
    try:
        return html(sheet).encode() if as_html else pdf(sheet)
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        if name not in LIBRARIES:
            raise
        raise stop("screen.needs_extra", lang, extra=LIBRARIES[name]) from missing
    except NotPrinted as no:
        raise Stop(str(no)) from no


def _write(name: str, content: bytes, lang: str) -> None:
    """Write the file and say where it is; nothing is said beside a sheet on standard output."""
    if name == STDIN:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(name).write_bytes(content)
    except OSError as no:
        raise stop("screen.no_writing", lang, file=name, detail=no.strerror or str(no)) from no
    print(name)
