"""`carreau import ends`: a record from the points of each end."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from carreau.books import BOOKS
from carreau.cli import STDIN
from carreau.cli.flags import Format, Lang, note
from carreau.cli.screen import cry, language, stop
from carreau.core.record import written
from carreau.gamefile import Unreadable
from carreau.importing import ends_of, game_of, set_up
from carreau.sports import Flags


def ends(
    file: Annotated[str, note("The ends, one a line: A,3 or B,1 or -,0; - reads standard input.")],
    *,
    rulebook: Annotated[str, note("The rulebook of the game.")] = "fipjp-2016",
    format: Format = None,
    target: Annotated[int | None, note("The points to reach; without it, those of the book.")] = None,
    teams: Annotated[str, note("The names of sides A and B, with a comma between.")] = "",
    draw: Annotated[Literal["A", "B"] | None, note("Who won the draw, if that is known.")] = None,
    lang: Lang = None,
) -> int:
    """Write the record of a game of which the points of each end are known to standard output.

    For example:

    ```
    carreau import ends final.csv --teams "Les Lilas,Saint-Ouen" > final.jsonl
    ```
    """
    tongue = language(lang)
    if rulebook not in BOOKS:
        raise stop("screen.no_rulebook", tongue, rulebook=rulebook, known=", ".join(BOOKS))
    edition = BOOKS[rulebook]
    try:
        setup = set_up(edition, Flags(format=format, target=target, teams=_teams(teams, tongue)))
        game = game_of(edition, setup, ends_of(_text(file, tongue)), draw=draw)
    except Unreadable as no:
        cry(no.message(file, tongue))
        return 2
    sys.stdout.write(b"".join(written(game)).decode())
    return 0


def _teams(teams: str, lang: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in teams.split(",")) if teams else ()
    if names and (len(names) != 2 or not all(names)):
        raise stop("screen.two_teams", lang)
    return names


def _text(file: str, lang: str) -> str:
    try:
        return (sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()).decode()
    except OSError as no:
        raise stop("screen.no_file", lang, file=file, detail=no.strerror or str(no)) from no
    except UnicodeDecodeError as no:
        raise stop("screen.no_text", lang, file=file) from no
