"""`docs/readings.md` lists what organisers should settle, as the rulebook has it."""

from carreau.books import book
from carreau.core.clause import Reading
from carreau.core.rulebook import Rulebook
from tests.proof import ROOT

PAGE = (ROOT / "docs" / "readings.md").read_text("utf-8")


def line(edition: Rulebook, id: str, reading: Reading) -> str:
    """A reading as a line of the page's table."""
    answers = ", ".join(f"`{answer}`" + ("\\*" if answer == reading.default else "") for answer in reading.answers)
    rows = " ".join(edition.clauses[key].row.split("/")[1] for key in reading.clauses)
    return f"| {id} | {reading.question} | {answers} | {rows} |"


def test_the_organisers_readings_are_those_of_the_book() -> None:
    fipjp = book("fipjp-2016")
    wanted = [line(fipjp, id, reading) for id, reading in fipjp.readings.items() if reading.decides == "setting"]
    table = PAGE.partition("## What organisers should settle")[2].splitlines()
    assert [row for row in table if row.startswith("| ")][2:] == wanted


def test_who_decides_is_told_of_each() -> None:
    told = {row.split("`")[1] for row in PAGE.partition("## Who decides")[2].splitlines() if row.startswith("| `")}
    assert told == {reading.decides for reading in book("fipjp-2016").readings.values()}
