"""Sheets from the desk: of a game as it stands, for those who write and those who watch, and empty ones."""

from collections.abc import Iterator

import pytest

from carreau.books import BOOKS
from carreau.desk import Settings, Store
from tests.desk.desks import Wire, bench_on


@pytest.fixture
def examples(store: Store) -> Iterator[Wire]:
    """A desk with its examples, as somebody who only watches sees it."""
    with bench_on(store, Settings(rates=False)) as bench:
        yield bench.phone().http


def test_each_example_has_its_sheet(examples: Wire) -> None:
    """A PDF, and the same as a page that loads nothing from elsewhere."""
    games = examples.get("/api/games").json()["games"]
    assert {game["book"] for game in games} == set(BOOKS)
    for game in games:
        paper = examples.get(f"/g/{game['id']}/sheet.pdf?paper=letter&lang=fr")
        assert (paper.status_code, paper.headers["content-type"]) == (200, "application/pdf")
        assert paper.content.startswith(b"%PDF-")
        page = examples.get(f"/g/{game['id']}/sheet")
        assert game["teams"]["A"]["name"].split()[0] in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
    assert examples.get("/sheets/sheet.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("book", BOOKS)
def test_an_empty_sheet_of_each_book(examples: Wire, book: str) -> None:
    """For a day without power."""
    assert examples.get(f"/sheets/{book}.pdf").content.startswith(b"%PDF-")


def test_what_is_not_there(examples: Wire) -> None:
    """No such game, no such book, no such paper: refused in a sentence."""
    assert examples.get("/g/00000000/sheet.pdf").status_code == 404
    assert examples.get("/sheets/chess.pdf").status_code == 404
    game = examples.get("/api/games").json()["games"][0]["id"]
    assert examples.get(f"/g/{game}/sheet.pdf?paper=a3").status_code == 422
