"""Write the tables for phones: `python -m carreau.offline FOLDER`."""

import gzip
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path

from carreau.books import BOOKS
from carreau.offline import name_of, packed, tables


def main(arguments: Iterable[str] | None = None) -> int:
    """Write a file for each edition, or for those named, and say how large they are."""
    reader = ArgumentParser(prog="python -m carreau.offline", description="Tables for a phone without network.")
    reader.add_argument("folder", type=Path, help="where the files go; made if it is not there")
    reader.add_argument("editions", nargs="*", metavar="edition", help="the rulebooks; all of them without")
    asked = reader.parse_args(None if arguments is None else list(arguments))
    if strange := [id for id in asked.editions if id not in BOOKS]:
        reader.error(f"no rulebook {strange[0]}; there is {', '.join(BOOKS)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for line in _written(asked.folder, asked.editions or BOOKS):
        print(line)
    return 0


def _written(folder: Path, editions: Iterable[str]) -> Iterator[str]:
    for id in editions:
        made = tables(BOOKS[id])
        content = packed(made)
        target = folder / f"{name_of(made)}.json"
        target.write_bytes(content)
        yield f"{target.name}: {len(content)} bytes, {len(gzip.compress(content, mtime=0))} with gzip"


if __name__ == "__main__":
    raise SystemExit(main())
