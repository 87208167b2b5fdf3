"""Billiard cochonnet in a browser: a whole game, a ball hit first, the jack out where the text breaks off, stopping."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import SMALL
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
SLIP_S = 0.65
NAMES = {"A": "Blancs", "B": "Rouges"}
SIGNS = {"A": "●", "B": "◎"}
BADGE = "Decided under our reading C-A18; the source stops here."


def new_game(desk: Serving, **more: Any) -> str:
    sides = {side: {"name": name} for side, name in NAMES.items()}
    setup = {"rulebook": "billard-cochonnet", "sides": sides, **more}
    return str(desk.ask("POST", "/api/games", json={"setup": setup, "device": DEVICE})["id"])


class Marker:
    """Somebody who marks the game, ball by ball."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.last = 0.0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """One tap on a button by its name, no quicker than two taps that are both meant."""
        time.sleep(max(0.0, self.last + SLIP_S - time.monotonic()))
        self.page.locator("#work, #bar, dialog").get_by_role("button", name=name, exact=exact).first.click()
        self.last = time.monotonic()

    def hold(self, side: str, times: int = 1) -> None:
        """So many balls after which this side lies nearest."""
        for _ in range(times):
            before = self.page.locator(".hands").inner_text()
            self.tap(f"{SIGNS[side]} {NAMES[side]} hold")
            expect(self.page.locator(".hands")).not_to_have_text(before, use_inner_text=True)

    def plays(self, words: str) -> None:
        expect(self.page.locator(".turn .plays")).to_have_text(words)

    def title(self, words: str) -> None:
        expect(self.page.locator("header .mid")).to_have_text(words)


@pytest.fixture
def game(desk: Serving) -> str:
    return new_game(desk)


def begun(page: Page) -> Marker:
    """The draw is won by Blancs, who throw a good jack; the notice has been read."""
    marker = Marker(page)
    marker.tap("Read: go on")
    marker.tap("● Blancs")
    marker.tap("Good")
    marker.plays("● Blancs play")
    return marker


def test_a_first_ball(phone: Phones, game: str) -> None:
    one = phone()
    marker = begun(one.play(game))
    marker.hold("A")
    marker.plays("◎ Rouges play")
    one.saved()
