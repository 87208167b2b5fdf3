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


def test_a_whole_game(phone: Phones, game: str, desk: Serving) -> None:
    """Eight points, seven under our own reading where the text breaks off, and five more: 13 to 7, marked for good."""
    one = phone()
    page = one.play(game)
    marker = begun(page)
    marker.hold("A", 16)
    marker.tap("8 for Blancs")
    marker.title("8 – 0 · End 2")
    marker.plays("● Blancs throw the jack")

    marker.tap("Good")
    marker.hold("A", 8)
    marker.plays("● Blancs hold and play on")
    expect(page.locator(".hands")).to_contain_text("●○○○○○○○")
    marker.tap("Jack out…")
    expect(page.locator("dialog")).to_contain_text(BADGE)
    expect(page.locator("dialog")).to_contain_text("◎ Rouges: 7 balls left")
    marker.tap("Record: jack out")
    marker.title("8 – 7 · End 3")
    expect(page.locator(".badges")).to_have_text(BADGE)

    marker.plays("◎ Rouges throw the jack")
    marker.tap("Good")
    expect(page.get_by_role("button", name="● Blancs hold", exact=True)).to_have_attribute("aria-disabled", "true")
    marker.hold("B")
    marker.hold("A", 15)
    marker.tap("5 for Blancs")
    expect(page.locator(".throwing h2")).to_have_text("Blancs win, 13–7.")
    one.saved()
    page.reload()
    expect(page.locator(".badges")).to_have_text(BADGE)
    kinds = [line["kind"] for line in desk.record(game)]
    assert (kinds.count("BallPlayed"), kinds.count("EndCounted")) == (41, 2)


def test_a_ball_hit_first_is_a_choice_of_the_others(phone: Phones, game: str, desk: Serving) -> None:
    one = phone(clean=False)
    page = one.play(game)
    marker = begun(page)
    marker.hold("A")
    marker.tap("Hit a ball first")
    marker.tap("Ball 1 of ●")
    page.locator(".hit").get_by_role("button", name="● Blancs").click()
    one.saved()
    told = desk.record(game)[-1]
    assert told["kind"] == "BallPlayed"
    assert any(ruling["stops_play"] for ruling in told["rulings"])


def test_the_last_balls_may_stay_unplayed(phone: Phones, game: str) -> None:
    """The button says who may stop, once the others have nothing left and the points are enough."""
    page = phone().play(game)
    marker = begun(page)
    marker.tap("Stop")
    expect(page.locator(".strip")).to_contain_text("once the others have no ball left")


def test_it_fits_a_phone_and_a_small_one_never_scrolls_sideways(phone: Phones, game: str) -> None:
    page = phone().play(game)
    begun(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 664
    small = phone(size=SMALL).play(game)
    expect(small.locator(".turn .plays")).to_have_text("● Blancs play")
    assert small.evaluate("document.documentElement.scrollWidth") <= SMALL[0]


def test_balls_go_on_without_network(phone: Phones, game: str, desk: Serving, line: Line) -> None:
    """Who plays is looked up in the table of the book; what it does not hold waits."""
    one = phone(at=line.address)
    page = one.play(game)
    marker = begun(page)
    marker.hold("A")
    one.saved()
    page.wait_for_timeout(2000)  # the table is made beside the play
    marker.tap("Too soft")
    one.saved()
    line.down()
    marker.hold("B")
    marker.plays("◎ Rouges hold and play on")
    expect(page.locator(".mark")).to_contain_text("kept")
    line.up()
    one.saved(60_000)
    marker.plays("◎ Rouges hold and play on")
    assert [told["kind"] for told in desk.record(game)].count("BallPlayed") == 3
