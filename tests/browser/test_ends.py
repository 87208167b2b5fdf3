"""Pétanque by ends in a browser: taps, the strip, what is undone and corrected, the result."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.serving import Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"


@pytest.fixture
def game(desk: Serving) -> str:
    sides = {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}
    return desk.begin(DEVICE, sides=sides)


def key(page: Page, side: str, points: int) -> None:
    page.locator(f".pts[data-side={side}] [data-points='{points}']").click()


def score(page: Page) -> str:
    return "–".join(page.locator(".sc .n").all_inner_texts())


def test_an_end_is_one_tap(phone: Phones, desk: Serving, game: str) -> None:
    mine = phone()
    page = mine.play(game)
    key(page, "A", 3)
    assert score(page) == "3–0"
    mine.saved()
    assert [line["kind"] for line in desk.record(game)] == ["GameSetUp", "EndCounted"]
    expect(page.locator(".strip .said")).to_have_text("● +3 → 3–0")
    expect(page.locator(".undoes")).to_have_text("Undo: ● +3, end 1")
    page.get_by_role("button", name="It was ◎").click()
    expect(page.locator(".sc .n").nth(1)).to_have_text("3")
    assert score(page) == "0–3"
    mine.saved()
    page.locator(".undoes").click()
    expect(page.locator(".sc .n").nth(1)).to_have_text("0")
    mine.saved()
    page.get_by_role("button", name="Put back").click()
    expect(page.locator(".sc .n").nth(1)).to_have_text("3")
    mine.saved()
