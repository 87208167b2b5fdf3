"""How far long work has come: one line on standard error, only where somebody watches it on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from carreau.cli.screen import plain

Step = Callable[[int], None]


@contextmanager
def bar(what: str, total: int) -> Iterator[Step]:
    """A bar from 0 to `total`; what is given counts on. Without a terminal nothing is shown."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True, color_system=None if plain() else "auto")
    with Progress(*columns, console=screen, transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.advance(task, done)


@contextmanager
def line(text: Callable[[Any], str], first: str) -> Iterator[Callable[[Any], None]]:
    """A line that is written anew for each value given. Without a terminal nothing is shown."""
    if not sys.stderr.isatty():
        yield lambda value: None
        return
    from rich.console import Console

    screen = Console(stderr=True, color_system=None if plain() else "auto")
    with screen.status(first) as shown:
        yield lambda value: shown.update(text(value))
