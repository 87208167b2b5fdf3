"""The page of the table's physics states the constants that the code has."""

from dataclasses import fields
from pathlib import Path

from carreau.physics.table import CONSTANTS, Constants

PAGE = Path(__file__).resolve().parent.parent / "docs" / "physics.md"


def row(name: str, about: dict[str, str]) -> str:
    """A line of the table of constants."""
    carom, pooltool = (getattr(CONSTANTS[preset], name) for preset in ("carom", "pooltool"))
    unit = f" {about['unit']}" if about["unit"] else ""
    said = (f"`{name}`", f"{carom:.6g}{unit}", f"{pooltool:.6g}", about["error"], about["grade"], about["source"])
    return f"| {' | '.join(said)} |"


def test_every_constant_is_there_with_its_value_error_and_evidence() -> None:
    shown = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    wanted = [row(each.name, dict(each.metadata)) for each in fields(Constants) if each.metadata]
    assert [line for line in shown if line.count("|") == 7] == wanted
