"""`carreau judge`: the story of a game, or of every game of a folder."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec

from carreau.cli import STDIN
from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.screen import clean, console, cry, language, ready, stop
from carreau.gamefile import Filed, Unreadable, lines_of, opened
from carreau.say import says
from carreau.story import fact_lines, state_line


def judge(
    *games: Annotated[str, note("Records, folders of records, or - for standard input.")],
    why: Annotated[bool, flag("Show the clauses behind each ruling and what it changes.")] = False,
    at: Annotated[int | None, note("Stop after fact N.")] = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Referee a game: what is ruled after every fact, by which article, who plays, who holds, the score.

    Exits with 0, also when somebody has to choose something; with 2 when a record can't be read.

    For example:

    ```
    carreau judge game.jsonl
    carreau judge game.jsonl --at 25 --why
    carreau judge - --json < game.jsonl
    carreau judge games/
    ```
    """
    tongue = language(lang)
    if not games:
        raise stop("screen.no_game", tongue)
    if at is not None and at < 0:
        raise stop("screen.at_below", tongue)
    if len(games) == 1 and (games[0] == STDIN or not Path(games[0]).is_dir()):
        return _one(games[0], tongue, why=why, at=at, json=json)
    return _several(list(_files(games, tongue)), tongue, at=at, json=json)


def read_game(name: str, lang: str, at: int | None = None) -> Filed:
    """The game of a file or of standard input. Raises Stop if there is no such file, Unreadable if it is no game."""
    if name == STDIN:
        return opened(lines_of(sys.stdin.buffer), at)
    try:
        with Path(name).open("rb") as stream:
            return opened(lines_of(stream), at)
    except OSError as no:
        raise stop("screen.no_file", lang, file=name, detail=no.strerror or str(no)) from no


def _one(name: str, lang: str, *, why: bool, at: int | None, json: bool) -> int:
    try:
        filed = read_game(name, lang, at)
    except Unreadable as no:
        cry(no.message(name, lang))
        return 2
    if json:
        _print_lines(filed, lang)
        return 0
    from carreau.cli.sheet import Sheet

    screen = console()
    for part in Sheet(filed, lang, why=why).whole():
        screen.print(part)
    return 0


def _print_lines(filed: Filed, lang: str) -> None:
    lines = [*fact_lines(filed.game, lang, filed.names), {"state": state_line(filed.game)}]
    sys.stdout.write("".join(msgspec.json.encode(line).decode() + "\n" for line in lines))


def _files(games: tuple[str, ...], lang: str) -> Iterator[str]:
    for game in games:
        path = Path(game)
        found = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        if not found:
            raise stop("screen.empty_folder", lang, folder=game)
        yield from (str(file) for file in found)


def _several(games: list[str], lang: str, *, at: int | None, json: bool) -> int:
    """One line a game; a broken one has its message in its line, and the others are judged all the same."""
    ready()
    broken = False
    for line, fails in _in_lines(games, partial(_in_one_line, lang=lang, at=at, json=json)):
        print(line)
        broken = broken or fails
    return 2 if broken else 0


MANY = 200  # from so many games on, starting a second process is worth its time


def _in_lines(games: list[str], in_one_line: Callable[[str], tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """The lines in the order of the games; many games are judged by as many processes as there are cores."""
    if len(games) < MANY or STDIN in games:
        yield from map(in_one_line, games)
        return
    with ProcessPoolExecutor() as pool:
        yield from pool.map(in_one_line, games, chunksize=32)


def _in_one_line(name: str, lang: str, at: int | None, json: bool) -> tuple[str, bool]:
    """A game's line, and whether it is broken."""
    try:
        filed = read_game(name, lang, at)
    except Unreadable as no:
        return (_broken_object(name, no, lang) if json else clean(no.message(name, lang))), True
    return (_object(name, filed) if json else clean(_line(name, filed, lang))), False


def _object(name: str, filed: Filed) -> str:
    return _json({"game": name, "facts": len(filed.game.heard), "state": state_line(filed.game)})


def _broken_object(name: str, no: Unreadable, lang: str) -> str:
    names: dict[str, str] = {}
    error = {"line": no.line, "key": no.ruling.key, "slots": no.ruling.slots, "says": says(no.ruling, lang, names)}
    return _json({"game": name, "error": error, "message": no.message(name, lang)})


def _json(line: dict[str, Any]) -> str:
    return msgspec.json.encode(line).decode()


def _line(name: str, filed: Filed, lang: str) -> str:
    from carreau.cli.sheet import Sheet

    return f"{name}  {Sheet(filed, lang).summary()}"
