"""`carreau simulate game`: a whole game that plays itself; and what the commands of this group share."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import cyclopts
from msgspec import ValidationError

from carreau.books import BOOKS
from carreau.cli.flags import Format, Lang, Target, Teams, note
from carreau.cli.new import two_teams
from carreau.cli.progress import line
from carreau.cli.screen import Stop, cry, language, ready, stop
from carreau.core.game import Game
from carreau.core.judging import NotRecorded
from carreau.gamefile import stands, told
from carreau.say import says

Book = Annotated[str, cyclopts.Parameter(name=["--book", "--rulebook"], help="The rulebook of the game.")]
Seed = Annotated[
    int,
    cyclopts.Parameter(
        help="The same seed gives the same result; a whole number from 0.", validator=cyclopts.validators.Number(gte=0)
    ),
]
Surface = Annotated[str | None, note("The ground: hard_clay, fine_gravel (the usual), coarse_gravel or sand.")]

EXTRAS = {"numpy": "sim", "numba": "sim", "shapely": "sim", "matplotlib": "plot", "pyarrow": "study"}


@contextmanager
def simulating(lang: str) -> Iterator[None]:
    """What physics, referee or book refuse, or what is not installed, becomes a reason to stop."""
    try:
        from carreau.observe.wrong import Misplaced
        from carreau.physics.wrong import EndlessEvents, Unphysical
        from carreau.simulate.games import NotOffered
    except ModuleNotFoundError as no:
        raise missing(no, lang) from no
    try:
        yield
    except ModuleNotFoundError as no:
        raise missing(no, lang) from no
    except NotOffered as no:
        raise stop(f"screen.no_{no.what}", lang, said=no.said, known=", ".join(no.known)) from no
    except EndlessEvents as no:
        raise stop("screen.endless", lang, detail=str(no)) from no
    except (Unphysical, Misplaced) as no:
        raise stop("screen.unphysical", lang, detail=str(no)) from no
    except ValidationError as no:
        raise stop("screen.no_setup", lang, detail=str(no)) from no
    except NotRecorded as no:
        raise Stop(says(no.ruling, lang)) from no


def missing(no: ModuleNotFoundError, lang: str) -> Stop:
    """The reason to stop when a library of an extra is not there; what is no extra of ours goes on as it is."""
    name = (no.name or "").partition(".")[0]
    if name not in EXTRAS:
        raise no
    return stop("screen.needs_extra", lang, extra=EXTRAS[name])


def announce(physics: str, lang: str) -> None:
    """Say once, on standard error, that the physics (`table` or `terrain`) has to be compiled first."""
    from carreau.physics.compiled import first_time

    if first_time(physics):
        cry(told("screen.compiling", lang))


def write(path: str, content: bytes, lang: str) -> None:
    """Write a file. Raises Stop if that can't be."""
    try:
        Path(path).write_bytes(content)
    except OSError as no:
        raise stop("screen.no_writing", lang, file=path, detail=no.strerror or str(no)) from no


def game(
    *,
    book: Book = "fipjp-2016",
    seed: Seed = 1,
    levels: Annotated[
        str, note('How well the sides play, with a comma between: "elite,club"; one word is for both.')
    ] = "",
    teams: Teams = "",
    format: Format = None,
    target: Target = None,
    surface: Surface = None,
    output: Annotated[
        str | None, cyclopts.Parameter(name=["--output", "-o"], help="The record to write; without it, it is printed.")
    ] = None,
    lang: Lang = None,
) -> int:
    """Let two players play a whole game, to the last point, and write its record.

    The record is judged again before it is written: it tells the story of the game that was played.

    For example:

    ```
    carreau simulate game --book fipjp-2016 --seed 7 -o game.jsonl
    carreau simulate game --levels elite,novice --teams "Les Lilas,Saint-Ouen" --surface sand
    carreau simulate game --book umb-5pin-1997 --seed 3 -o match.jsonl
    ```
    """
    tongue = language(lang)
    if book not in BOOKS:
        raise stop("screen.no_rulebook", tongue, rulebook=book, known=", ".join(BOOKS))
    names = two_teams(teams, tongue)
    with simulating(tongue):
        from carreau.simulate.games import Wishes, physics_of, whole_game
        from carreau.simulate.records import judged_again, record_of

        edition = BOOKS[book]
        announce(physics_of(edition), tongue)
        with line(stands_in(tongue), "") as told_so_far:
            wishes = Wishes(
                seed=seed, format=format, teams=(names[0], names[1]) if names else None, levels=words(levels),
                target=target, surface=surface, told=told_so_far,
            )  # fmt: skip
            played = whole_game(edition, wishes)
        record = record_of(played)
        filed = judged_again(played, record)
    if output is None:
        sys.stdout.write(record.decode())
        return 0
    write(output, record, tongue)
    from carreau.cli.sheet import Sheet

    ready()
    print(f"{output}  {Sheet(filed, tongue).summary()}")
    return 0


def stands_in(lang: str) -> Callable[[Game], str]:
    """How a game stands, in a sentence of this language."""
    return lambda game: stands(game, lang, {})


def words(said: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(word.strip() for word in said.split(",") if word.strip())
