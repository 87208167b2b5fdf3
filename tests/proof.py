"""What the tests of the book share: what it says on every line of every case, judged once, and what the code names."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from carreau.books import BOOKS, book
from carreau.casebook import Outcome
from carreau.core.rulebook import Rulebook
from carreau.ledger import Tried, judged_cases

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "src" / "carreau"
FIPJP = book("fipjp-2016")
GUARDED = tuple(BOOKS)
RULES = {"petanque": "petanque/**/*.py", "five_pins": "billiards/five_*.py", "cochonnet": "billiards/cochonnet_*.py"}


@cache
def judged(id: str = FIPJP.id) -> Tried:
    """Every case of a book that holds, with what the book really says on each of its lines."""
    return tuple((case, lines) for case, lines in judged_cases(book(id)) if lines and not any(o.wrong for o in lines))


def outcomes(id: str = FIPJP.id) -> Iterator[Outcome]:
    """Every line of every case of a book that holds."""
    for _, lines in judged(id):
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
def rules_of(sport: str) -> tuple[ast.Module, ...]:
    """The modules of a sport's rules, parsed."""
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(HOUSE.glob(RULES[sport])))


def limit_is_used(key: str, of: Rulebook = FIPJP) -> bool:
    """Does a rule ask for this limit, by its name or by one that it puts together?"""
    return any(re.fullmatch(pattern, key) for pattern in asked_limits(of.sport.name)) or (
        key not in of.clauses and key in strings_in_code(of.sport.name)
    )


def reading_is_used(reading: str, of: Rulebook = FIPJP) -> bool:
    """Does a rule turn on this reading, or on the question of another edition that it answers?"""
    return bool({reading, of.readings[reading].serves} & strings_in_code(of.sport.name))


@cache
def strings_in_code(sport: str) -> frozenset[str]:
    """All strings in the rules of a sport."""
    nodes = (node for tree in rules_of(sport) for node in ast.walk(tree))
    return frozenset(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))


@cache
def asked_limits(sport: str) -> frozenset[str]:
    """What the rules hand to `limit` and `limit_clause`, as patterns."""
    calls = (n for tree in rules_of(sport) for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args)
    asking = [c.args[0] for c in calls if getattr(c.func, "attr", None) in ("limit", "limit_clause")]
    return frozenset(pattern for node in asking if (pattern := _pattern(node)) is not None)


def _pattern(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(key)):
            return re.escape(key)
        case ast.JoinedStr(values=parts):
            return "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[a-z_]+" for p in parts)
        case _:
            return None


def of(rulebook: Rulebook, row: str) -> str:
    """A row without its book: `9.3c`."""
    return row.removeprefix(f"{rulebook.id}/")
