"""The session at the terminal that the README shows is a real one."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.test_docs import ROOT, agrees

SESSION = re.compile(r"^```text\n\$ \./carreau play game\.jsonl (.*)\n((?:.*\n)*?)```", re.M)
ENTERED = "draw A\njack 6.50\nA1 p holds=A\nB1 s jack>2.80\nundo\nB1 s jack>3.20 holds=A\nA2 p\n"


def test_the_session_shows_what_happens(tmp_path: Path) -> None:
    found = SESSION.search((ROOT / "README.md").read_text("utf-8"))
    assert found is not None
    command = f"{sys.executable} -m carreau play {tmp_path / 'game.jsonl'} --lang en {found[1]}"
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, input=ENTERED.encode(), capture_output=True, timeout=60
    )
    assert agrees(found[2], done.stdout.decode()), done.stdout.decode()
    entered = re.findall(r"^\d+> (.*)$", found[2], re.M)
    assert [line for line in ENTERED.splitlines() if line in entered] == entered
