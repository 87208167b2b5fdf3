"""What the tests of the book share: what it says on every line of every case, judged once, and what the code names."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from carreau.books import book
from carreau.casebook import Outcome
from carreau.core.rulebook import Rulebook
from carreau.ledger import Tried, judged_cases

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "src" / "carreau"
FIPJP = book("fipjp-2016")


@cache
def judged() -> Tried:
    """Every case that holds, with what the book really says on each of its lines."""
    return tuple((case, lines) for case, lines in judged_cases(FIPJP) if lines and not any(o.wrong for o in lines))


def outcomes() -> Iterator[Outcome]:
    """Every line of every case that holds."""
    for _, lines in judged():
        yield from lines


def facts_in(when: str) -> tuple[str, ...]:
    """The facts of a line of a case, one by one, as they are written."""
    lines = (line.split("#")[0] for line in when.split("\n"))
    return tuple(" ".join(part.split()) for line in lines for part in line.split(";") if part.strip())


@cache
def code(*rooms: str) -> tuple[tuple[Path, ast.Module], ...]:
    """The modules of some rooms of the house, parsed."""
    paths = [path for room in rooms for path in sorted((HOUSE / room).rglob("*.py"))]
    return tuple((path, ast.parse(path.read_text("utf-8"))) for path in paths)


@cache
def named_in_code() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """All strings in the rules of the sport, and patterns for those that are put together."""
    plain: set[str] = set()
    patterns: set[str] = set()
    for _, tree in code("petanque"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                patterns.add("".join(_part(value) for value in node.values))
    return frozenset(plain), tuple(re.compile(p) for p in sorted(patterns))


def _part(value: ast.expr) -> str:
    return re.escape(str(value.value)) if isinstance(value, ast.Constant) else "[a-z_]+"


def used_in_code(name: str) -> bool:
    """Do the rules of the sport name this limit or reading?"""
    plain, patterns = named_in_code()
    return name in plain or any(p.fullmatch(name) for p in patterns)


def of(rulebook: Rulebook, row: str) -> str:
    """A row without its book: `9.3c`."""
    return row.removeprefix(f"{rulebook.id}/")
