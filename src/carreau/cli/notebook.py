"""The file in which a game is written down while it is played."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from carreau.core.game import Game
from carreau.core.record import line_of, written
from carreau.gamefile import opened

NewGame = Callable[[], tuple[Game, dict[str, str]]]


class Notebook:
    """A record that grows: each fact is on the disk before anybody is told what it means."""

    def __init__(self, file: BinaryIO, game: Game, people: dict[str, str], torn: int = 0) -> None:
        self._file = file
        self.game = game
        self.people = people
        self.torn = torn

    @classmethod
    def opened(cls, path: Path, new: NewGame) -> "Notebook":
        """The notebook of a file, begun anew if there is none. Raises Unreadable, OSError, and Stop from `new`."""
        if not path.exists() or not path.stat().st_size:
            game, people = new()
            notebook = cls(_own(path), game, people)
            notebook._put(b"".join(written(game, people)))
            return notebook
        file = _own(path)
        try:
            torn = _cut(file)
            file.seek(0)
            filed = opened(file.read())
        except BaseException:
            file.close()
            raise
        return cls(file, filed.game, filed.record.people, torn)

    def write(self, game: Game) -> None:
        """Write the last entry of a game down; only then is it the game of this notebook."""
        self._put(line_of(game.heard[-1].entry))
        self.game = game

    def _put(self, lines: bytes) -> None:
        """Append, and wait until the disk has it; what could only be written in part is taken back."""
        end = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(lines)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(end)
            raise

    def __enter__(self) -> "Notebook":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _own(path: Path) -> BinaryIO:
    """The file, for one writer at a time where the system can see to that. Raises BlockingIOError."""
    file = path.open("r+b" if path.exists() else "x+b", buffering=0)
    try:
        import fcntl
    except ImportError:  # another system than Unix
        return file
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise
    return file


def _cut(file: BinaryIO) -> int:
    """Take off a last line that was not written to its end: nobody has been told of it. Gives its length."""
    whole = file.read()
    kept = whole.rfind(b"\n") + 1
    torn = len(whole) - kept
    if torn and _complete(whole[kept:]):
        file.seek(0, os.SEEK_END)
        file.write(b"\n")
        return 0
    if torn and kept:
        file.truncate(kept)
        return torn
    return 0


def _complete(line: bytes) -> bool:
    """Is it a whole line that only lacks its end?"""
    return line.rstrip().endswith(b"}") and line.count(b"{") == line.count(b"}")
