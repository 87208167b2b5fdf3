"""Tables that were made once lie on the machine's own shelf: a desk that starts again has them at once.

They are found by a digest of everything they are made from; another rule, another table, another name. A shelf that
can't be used is no failure.
"""

import gzip
import hashlib
import os
import tempfile
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from carreau.books import BOOKS
from carreau.offline import packed, tables
from carreau.sports import Json

SOURCES = ("core", "petanque", "billiards", "offline")
ENDINGS = (".py", ".toml")


def tables_for(edition: str, readings: dict[str, str]) -> Json:
    """The tables of an edition, from the shelf where they are."""
    place = _place(edition, readings)
    with suppress(OSError, EOFError, msgspec.DecodeError, gzip.BadGzipFile):
        found: Json = msgspec.json.decode(gzip.decompress(place.read_bytes()))
        return found
    made = tables(BOOKS[edition], readings)
    with suppress(OSError):
        _lay(place, gzip.compress(packed(made), 6, mtime=0))
    return msgspec.json.decode(packed(made), type=Json)


def _place(edition: str, readings: dict[str, str]) -> Path:
    read = hashlib.sha256(msgspec.json.encode(sorted(readings.items()))).hexdigest()[:8]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "carreau" / "tables" / f"{edition}-{read}-{sources()}.json.gz"


def _lay(place: Path, content: bytes) -> None:
    """Put a file there whole or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(number, "wb") as file:
        file.write(content)
    os.replace(name, place)


@cache
def sources() -> str:
    """A digest of the rules and of what makes the tables."""
    whole = hashlib.sha256()
    for room in SOURCES:
        _read(files("carreau").joinpath(room), whole)
    return whole.hexdigest()[:16]


def _read(folder: Traversable, whole: "hashlib._Hash") -> None:
    for found in sorted(folder.iterdir(), key=lambda each: each.name):
        if found.is_dir():
            _read(found, whole)
        elif found.name.endswith(ENDINGS):
            whole.update(found.name.encode() + b"\0" + found.read_bytes() + b"\0")
