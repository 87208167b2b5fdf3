"""The scripts of the page are checked as strictly as the Python: their types stand in comments, tsc reads them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OWN = ROOT / "build/types/node_modules/.bin/tsc"  # where .ci/run puts it
PLANTED = """/** @param {string} name @returns {number} */
export const length = (name) => name;
"""


def compiler() -> str:
    """The TypeScript compiler; a person's machine may do without, CI may not."""
    found = str(OWN) if OWN.exists() else shutil.which("tsc")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("tsc is missing: .ci/run installs it into build/types")
    if found is None:
        pytest.skip("tsc is not here (npm install --prefix build/types typescript)")
    return found


def checked(where: Path) -> subprocess.CompletedProcess[str]:
    """What the compiler says of a folder with a jsconfig.json."""
    command = [compiler(), "--project", str(where / "jsconfig.json"), "--pretty", "false"]
    return subprocess.run(command, capture_output=True, text=True, cwd=where, check=False)


def test_every_script_of_the_page_keeps_to_its_types() -> None:
    """No error in any module, in strict mode."""
    said = checked(ROOT)
    assert said.returncode == 0, said.stdout


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    """The check can fail: a text returned as a number is an error."""
    rules = (ROOT / "jsconfig.json").read_text().replace("src/carreau/desk/static/*.js", "*.js")
    (tmp_path / "jsconfig.json").write_text(rules)
    (tmp_path / "wrong.js").write_text(PLANTED)
    said = checked(tmp_path)
    assert said.returncode != 0
    assert "wrong.js(2" in said.stdout
