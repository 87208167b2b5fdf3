"""The documentation runs: every Python block, and every console block with the output it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.M | re.S)
SETS_UP = ("./carreau test", "./carreau prove", "git clone")  # run by .ci/run itself, or not at all


def blocks(page: Path, kind: str) -> list[str]:
    """The blocks of one kind in a page."""
    return [text for found, text in BLOCK.findall(page.read_text("utf-8")) if found == kind]


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown under it."""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    return [(command.strip(), shown) for command, _, shown in (part.partition("\n") for part in parts)]


def agrees(shown: str, got: str) -> bool:
    """Does the output equal what is shown? A line `...` stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ \t]*\n" for line in shown.splitlines()
    )
    return re.fullmatch(pattern, got if got.endswith("\n") or not got else got + "\n") is not None


PYTHON = [pytest.param(page, id=page.name) for page in PAGES if page.exists() and blocks(page, "python")]
CONSOLE = [
    pytest.param(command, shown, id=f"{page.name}: {command}"[:90])
    for page in PAGES
    if page.exists()
    for block in blocks(page, "console")
    for command, shown in steps(block)
    if not command.startswith(SETS_UP)
]


@pytest.mark.parametrize("page", PYTHON)
def test_python_blocks_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's Python blocks run one after the other, as a reader would type them."""
    monkeypatch.chdir(ROOT)
    space: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), space)


@pytest.mark.parametrize(("command", "shown"), CONSOLE)
def test_console_blocks_show_the_truth(command: str, shown: str) -> None:
    """A command of the documentation prints what the page shows."""
    run = re.sub(r"(?:^|(?<=\| ))(?:\./)?carreau ", "python -m carreau ", command)
    run = re.sub(r"(?:^|(?<=\| ))python ", f"{sys.executable} ", run)
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", "LANG": "C.UTF-8"}
    done = subprocess.run(run, shell=True, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=120)
    printed = done.stdout + done.stderr
    assert agrees(shown, printed), f"$ {command}\nshown:\n{shown}\nprinted (exit {done.returncode}):\n{printed}"
