"""The rules of the house that no linter knows: what the code of the rules may not touch, and what no file may say."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.__main__ import MISSING

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "src" / "carreau"
SPORTS = tuple(room for room in ("petanque", "billiards") if (HOUSE / room).is_dir())
RULES = ("core", *SPORTS)
READER = HOUSE / "core" / "rulebook.py"
LONGEST_FILE = 450
LARGEST_NUMBER = 99
TURNS_UNITS = "notation.py"  # metres and minutes as people type them

TOUCHES_A_FILE = frozenset(
    {"open", ".open", ".read_text", ".read_bytes", ".write_text", ".write_bytes", ".joinpath", ".iterdir", ".as_file"}
)
TOUCHES_THE_WORLD = frozenset(
    {"print", "input", "exec", "eval", "compile", "breakpoint", "__import__", ".import_module", "hash", "id"}
)
ARTICLE = re.compile(
    r"\b(?:art|article|articles|row)s?\.?\s*\d"  # "Article 9", "art. 9.3"
    r"|\b\d{1,2}\.\d{1,2}(?:\.\d+)?[a-z]{1,2}\b"  # "9.3c"
    r"|\b[a-z]+(?:-\d{4})?/\d",  # "fipjp-2016/9.3"
    re.IGNORECASE,
)
# The brackets keep these two lines from naming what they look for.
REGISTRY = re.compile(r"pypi[.]org|python[h]osted|registry[.]npmjs|deb[.]debian")
ONE_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/[\w.]|\B[.]library\b")


def modules(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from sorted((HOUSE / room).rglob("*.py"))


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def called(path: Path) -> Iterator[tuple[str, int]]:
    """The last name of everything that a module calls: `open` for `open(...)`, `.open` for `path.open(...)`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield f".{node.func.attr}", node.lineno


def matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if found := pattern.search(line):
            yield number, found.group()


@cache
def tracked() -> tuple[Path, ...]:
    """The files that git keeps or would keep; a copy without git can't tell, and then CI must not pass."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        if os.environ.get("CI") == "true":
            pytest.fail("CI needs a git checkout: which files are ours can't be told without it")
        pytest.skip("not a git checkout: which files are ours can't be told")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return tuple(path for name in sorted(set(listed.split("\0"))) if name and (path := ROOT / name).is_file())


def tracked_text() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        content = path.read_bytes()
        if b"\0" not in content:
            yield path, content.decode("utf-8", errors="replace")


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# --- the code of the rules -----------------------------------------------------------------------


def test_the_rules_are_there() -> None:
    for room in ("core", "petanque"):
        assert list(modules(room)), f"there is no code in {room}: the tests of this file would look at nothing"


def test_only_the_rulebook_reader_touches_a_file() -> None:
    found = [
        f"{place(path, line)} calls {name}()"
        for path in modules(*RULES)
        if path != READER
        for name, line in called(path)
        if name in TOUCHES_A_FILE
    ]
    assert not found, "facts come in and rulings go out; files belong to the command line:\n" + "\n".join(found)


def test_the_rules_touch_nothing_else_of_the_world() -> None:
    found = [
        f"{place(path, line)} calls {name}()"
        for path in modules(*RULES)
        for name, line in called(path)
        if name in TOUCHES_THE_WORLD
    ]
    assert not found, "the same facts must give the same rulings everywhere, without a word on a screen:\n" + "\n".join(
        found
    )


def test_no_article_number_in_the_code_of_a_sport() -> None:
    found = [
        f"{place(path, line)} says {words!r}"
        for path in modules(*SPORTS)
        for line, words in matches(ARTICLE, path.read_text(encoding="utf-8"))
    ]
    assert not found, "cite by key; article numbers stand in editions/*.toml:\n" + "\n".join(found)


def test_no_distance_or_time_in_the_code_of_a_sport() -> None:
    found = [
        f"{place(path, node.lineno)} says {node.value}"
        for path in modules(*SPORTS)
        if path.name != TURNS_UNITS
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and abs(node.value) > LARGEST_NUMBER
    ]
    assert not found, 'ask book.limit("..."); distances and times stand in editions/*.toml:\n' + "\n".join(found)


@pytest.mark.parametrize("words", ["see Article 9", "art. 35", "9.3c of the text", "fipjp-2016/9.3c", "Row 16"])
def test_an_article_number_is_recognised(words: str) -> None:
    assert ARTICLE.search(words)


@pytest.mark.parametrize("words", ["jack.too_near", "the party 3 are", "version 0.1.0", "A1 p holds=A", "start 9"])
def test_other_numbers_are_no_article_numbers(words: str) -> None:
    assert not ARTICLE.search(words)


# --- every file of ours --------------------------------------------------------------------------


def test_every_module_says_what_it_is() -> None:
    silent = [place(path, 1) for path in sorted(HOUSE.rglob("*.py")) if not ast.get_docstring(tree(path))]
    assert not silent, "a module begins with a sentence that says what it holds:\n" + "\n".join(silent)


def test_no_file_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in HOUSE.rglob("*.py")}
    long = [f"{place(path, length)}" for path, length in sorted(lengths.items()) if length > LONGEST_FILE]
    assert not long, "split these where a reader would look for the halves:\n" + "\n".join(long)


def test_no_registry_address() -> None:
    found = [
        f"{place(path, line)} says {words!r}"
        for path, text in tracked_text()
        for line, words in matches(REGISTRY, text)
    ]
    assert not found, "packages come by name, from wherever the reader's machine gets them:\n" + "\n".join(found)


def test_no_path_of_one_machine() -> None:
    found = [
        f"{place(path, line)} says {words!r}"
        for path, text in tracked_text()
        for line, words in matches(ONE_MACHINE, text)
    ]
    assert not found, "another reader's machine has no such place:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "folders", [("", "home", "ann"), ("see ", "root", ".cache"), ('"', "work", "x"), ("", "Users", "b")]
)
def test_a_path_of_one_machine_is_recognised(folders: tuple[str, ...]) -> None:
    assert ONE_MACHINE.search("/".join(folders))


@pytest.mark.parametrize("words", ["docs/home/page", "https://x.org/a/root/b", "a home/away match"])
def test_other_paths_are_no_path_of_one_machine(words: str) -> None:
    assert not ONE_MACHINE.search(words)


# --- the project file, the locks, the way in -------------------------------------------------------


def wanted(requirements: list[Any]) -> set[str]:
    """The plain names of a list of requirements; groups included by a group are looked at by themselves."""
    return {re.split(r"[\s<>=!~;\[]", r, maxsplit=1)[0].lower() for r in requirements if isinstance(r, str)}


def locked(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {found[1]: found[2] for line in lines if (found := re.match(r"([\w.-]+)==([\w.+!-]+)", line))}


def test_the_locks_hold_what_the_project_file_asks_for() -> None:
    table, groups = project()["project"], project()["dependency-groups"]
    to_run = wanted(table["dependencies"] + table["optional-dependencies"]["cli"] + groups["build"])
    to_test = wanted(groups["test"] + groups["dev"])
    assert to_run
    assert to_run <= set(locked("requirements.lock"))
    assert to_test
    assert to_test <= set(locked("requirements-dev.lock"))


def test_the_two_locks_agree() -> None:
    run, test = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: version for name, version in run.items() if test.get(name, version) != version} == {}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=[\w.-]+==)", (ROOT / lock).read_text(encoding="utf-8"))
    bare = [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry]
    assert not bare


def test_the_core_needs_msgspec_alone() -> None:
    assert wanted(project()["project"]["dependencies"]) == {"msgspec"}


def test_the_installed_version_is_the_one_of_the_source() -> None:
    from importlib.metadata import version

    assert version("carreau") == carreau.__version__


def test_scripts_can_be_started() -> None:
    assert [name for name in ("carreau", ".ci/run") if not os.access(ROOT / name, os.X_OK)] == []


def test_a_missing_extra_gives_one_clear_line() -> None:
    without = (
        "import sys\n"
        "sys.modules['cyclopts'] = None\n"
        "sys.modules['rich'] = None\n"
        "from carreau.__main__ import main\n"
        "sys.exit(main())\n"
    )
    run = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr.splitlines()) == (2, "", [MISSING])


def test_core_and_petanque_come_without_the_extras() -> None:
    """A library user pays for msgspec only: no web, screen or number library is loaded with the rules."""
    heavy = ["cyclopts", "rich", "numpy", "asyncio", "socket", "http", "pydantic"]
    code = (
        "import json, sys, pkgutil, importlib, carreau.core, carreau.petanque\n"
        "for room in (carreau.core, carreau.petanque):\n"
        "    for module in pkgutil.walk_packages(room.__path__, room.__name__ + '.'):\n"
        "        importlib.import_module(module.name)\n"
        f"print(json.dumps([name for name in {heavy!r} if name in sys.modules]))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == []
