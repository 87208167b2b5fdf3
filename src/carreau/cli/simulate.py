"""`carreau simulate`: one throw, or a whole game that plays itself."""

from typing import Annotated

import cyclopts

from carreau.cli.flags import Lang, note
from carreau.cli.screen import Stop, language, stop

Book = Annotated[str, cyclopts.Parameter(name=["--book", "--rulebook"], help="The rulebook of the game.")]
Seed = Annotated[int, note("The same seed gives the same result.")]

EXTRAS = {"numpy": "sim", "numba": "sim", "shapely": "sim", "matplotlib": "plot", "pyarrow": "study"}


def missing(no: ModuleNotFoundError, lang: str) -> Stop:
    """The reason to stop when a library of an extra is not there; what is no extra of ours goes on as it is."""
    name = (no.name or "").partition(".")[0]
    if name not in EXTRAS:
        raise no
    return stop("screen.needs_extra", lang, extra=EXTRAS[name])


def game(
    *,
    book: Book = "fipjp-2016",
    seed: Seed = 1,
    output: Annotated[str, cyclopts.Parameter(name=["--output", "-o"], help="The record to write; - prints it.")] = "-",
    lang: Lang = None,
) -> int:
    """Let two players play a whole game, to the last point, and write its record.

    For example:

    ```
    carreau simulate game --book fipjp-2016 --seed 7 -o game.jsonl
    ```
    """
    tongue = language(lang)
    raise stop("screen.no_simulation", tongue, rulebook=book, known="")
