"""What is known of each row of the books besides its words: its screen, its cases, and how the editions differ.

It is found by playing all cases, which takes a while, so it lies beside this module: `python -m carreau.desk` writes
it from the project's docs and the books.
"""

import re
from functools import cache
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import msgspec
from msgspec import Struct

from carreau.books import BOOKS
from carreau.contrast import Contrast, Says, contrasts
from carreau.core.rulebook import Rulebook

PLACE = "rows.json"
MOST_CASES = 1
SCREEN = re.compile(r"^\| `([^`]+)` \| (S\d\d) \| ([^|]+) \|", re.MULTILINE)
LEDGER = re.compile(r"^\| `([^`]+)` \| \w+ \| (?:[^|\\]|\\.)* \| [^|]* \| ((?:[^|\\]|\\.)*) \|$", re.MULTILINE)


class Row(Struct, frozen=True, omit_defaults=True):
    """On which screen the row is entered and how; cases that prove it, and how many more there are."""

    screen: str = ""
    how: str = ""
    cases: tuple[str, ...] = ()
    more: int = 0


class Differs(Struct, frozen=True, omit_defaults=True):
    """A topic on which two editions differ: the rows of both, and a case that shows what comes of it."""

    topic: str
    here: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    case: str = ""


class Index(Struct, frozen=True):
    """All of it: the rows, and for each pair of editions of a sport their differences, by `one>other`."""

    rows: dict[str, Row]
    differences: dict[str, tuple[Differs, ...]]


@cache
def index() -> Index:
    """What lies beside this module."""
    return msgspec.json.decode(files("carreau.desk").joinpath(PLACE).read_bytes(), type=Index)


def row(id: str) -> Row:
    """What is known of a row."""
    return index().rows.get(id, Row())


def differences(one: str, other: str) -> tuple[Differs, ...]:
    """On what two editions differ."""
    return index().differences.get(f"{one}>{other}", ())


# --- written from the docs and the books ---------------------------------------------------------------


def rows_in(screens: str, ledger: str) -> dict[str, Row]:
    """The rows as the pages docs/screens.md and docs/ledger.md have them."""
    ways = {id: (screen, how.strip()) for id, screen, how in SCREEN.findall(screens)}
    proofs = {id: _cases(cell) for id, cell in LEDGER.findall(ledger)}
    return {
        id: Row(*ways.get(id, ("", "")), *proofs.get(id, ((), 0)))
        for id in sorted({*ways, *(id for id, (names, _) in proofs.items() if names)})
    }


def _cases(cell: str) -> tuple[tuple[str, ...], int]:
    plain, _, more = cell.replace("\\|", "|").strip().partition("; and ")
    names = tuple(name for name in re.split(r"; (?=[\w.-]+: )", plain) if name)
    return names[:MOST_CASES], max(len(names) - MOST_CASES, 0) + (
        int(found) if (found := re.sub(r"\D", "", more)) else 0
    )


def differing(one: Rulebook, other: Rulebook) -> tuple[Differs, ...]:
    """On what one edition differs from another, as the comparison finds it."""
    return tuple(_differs(contrast) for contrast in contrasts(one, other))


def _differs(contrast: Contrast) -> Differs:
    case = contrast.consequence.case if contrast.consequence is not None else ""
    return Differs(contrast.topic, _rows(contrast.here), _rows(contrast.there), case.partition("/")[2])


def _rows(says: Says) -> tuple[str, ...]:
    return says.rows


def pairs() -> list[tuple[Rulebook, Rulebook]]:
    """Two editions of one sport, each way round."""
    return [(a, b) for a, b in permutations(BOOKS.values(), 2) if a.sport.name == b.sport.name]


def write(root: Path) -> Path:
    """Write it into the package."""
    docs = root / "docs"
    rows = rows_in((docs / "screens.md").read_text("utf-8"), (docs / "ledger.md").read_text("utf-8"))
    found = Index(rows, {f"{one.id}>{other.id}": differing(one, other) for one, other in pairs()})
    target = root / "src" / "carreau" / "desk" / PLACE
    target.write_bytes(msgspec.json.encode(found).replace(b'},"', b'},\n"').replace(b"},{", b"},\n{") + b"\n")
    return target
