"""Five pins in a browser: a whole set, taps as counted, the table to set up, fouls, the number pad, and without network."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import SMALL, TABLET
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
SLIP_S = 0.65


def new_match(desk: Serving, **more: Any) -> str:
    sides = {"A": {"name": "Rossi"}, "B": {"name": "Meyer"}}
    setup = {"rulebook": "umb-5pin-1997", "format": "sets", "distance": 20, "sets": 3, "sides": sides, **more}
    return str(desk.ask("POST", "/api/games", json={"setup": setup, "device": DEVICE})["id"])


class Referee:
    """Somebody who sits at the table, and whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = 0.0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """One tap on a button by its name, no quicker than two taps that are both meant."""
        time.sleep(max(0.0, self.last + SLIP_S - time.monotonic()))
        self.page.get_by_role("button", name=name, exact=exact).first.click()
        self.last = time.monotonic()
        self.taps += 1

    def count(self, *names: str) -> int:
        """So many taps."""
        before = self.taps
        for name in names:
            self.tap(name)
        return self.taps - before

    def ready(self) -> None:
        """Put pins and balls back."""
        expect(self.page.locator(".screen.picture")).to_be_visible()
        self.tap("Ready: start 40 s")
        expect(self.page.locator(".stroke")).to_be_visible()

    def announces(self, words: str) -> None:
        expect(self.page.locator("button.announce:visible")).to_have_text(words)

    def score(self, a: int, b: int) -> None:
        expect(self.page.locator(".five-side .n")).to_have_text([str(a), str(b)])


@pytest.fixture
def match(desk: Serving) -> str:
    return new_match(desk)


def begun(page: Page) -> Referee:
    """A match with the draw behind it: Rossi starts."""
    referee = Referee(page)
    referee.tap("Rossi starts")
    referee.tap("Balls placed: Rossi starts")
    referee.announces("Announce: 0")
    return referee


def test_a_first_stroke_end_to_end(phone: Phones, match: str) -> None:
    one = phone()
    referee = begun(one.play(match))
    assert referee.count("Announce: 0") == 1
    referee.score(0, 0)
    one.saved()
