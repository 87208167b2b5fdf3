"""Clocks in a browser: they survive reloads, lost networks and a phone's clock that is moved; they only propose."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
MINUTE_MS = 60_000
FIVE_MINUTES_MS = 300_000


class Told:
    """A game that is told to the desk directly, from some time ago on."""

    def __init__(self, desk: Serving, ago_ms: int, **more: Any) -> None:
        self.desk = desk
        sides = {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}
        setup = {"rulebook": "fipjp-2016", "format": "triples", "detail": "boules", "sides": sides, **more}
        begun = {"setup": setup, "device": DEVICE, "at_ms": int(time.time() * 1000) - ago_ms}
        self.id = str(desk.ask("POST", "/api/games", json=begun)["id"])
        self.n = 0
        self.tell({"kind": "DrawWon", "side": "A"}, 1000)
        self.tell({"kind": "JackThrown", "side": "A", "good": True}, 2000)

    def tell(self, fact: dict[str, Any], at_ms: int) -> None:
        self.n += 1
        proposal = {
            "fid": str(self.n).rjust(26, "0"),
            "seen": self.n - 1,
            "after": None,
            "at_ms": at_ms,
            "by": "scorer",
            "source": "stated",
            "fact": fact,
        }
        body = {"device": DEVICE, "queue": 0, "facts": [proposal]}
        self.desk.ask("POST", f"/api/games/{self.id}/facts", json=body)

    def now_ms(self) -> int:
        """Game time."""
        return int(self.desk.ask("GET", f"/api/games/{self.id}")["now_ms"])

    def clock(self, name: str) -> dict[str, Any]:
        clocks = self.desk.ask("GET", f"/api/games/{self.id}")["view"]["clocks"]
        return next(clock for clock in clocks if clock["id"] == name)


def shown(page: Page) -> int:
    """The seconds that the minute shows; below 0 when it is over."""
    text = page.locator(".turn .clk").inner_text().removeprefix("≈")
    minutes, _, seconds = text.removeprefix("+").partition(":")
    return (int(minutes) * 60 + int(seconds)) * (-1 if text.startswith("+") else 1)


def off_by(page: Page, told: Told) -> float:
    """How far what is shown is from what the desk's own clock says, in seconds (a begun second is shown whole)."""
    expect(page.locator(".turn .clk")).to_have_text(re.compile(r"\d:\d\d"))
    clock = told.clock("boule")
    before = told.now_ms()
    seconds = shown(page)
    after = told.now_ms()
    low, high = ((clock["start_ms"] + MINUTE_MS - at) / 1000 for at in (after, before))
    return float(max(0.0, low - seconds, seconds - 1 - high))


def test_the_minute_is_right_after_a_reload(phone: Phones, desk: Serving) -> None:
    """Within 0.3 s of the desk's clock, before and after."""
    told = Told(desk, 60_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, told.now_ms() - 5000)
    one = phone()
    page = one.play(told.id)
    one.saved()
    assert off_by(page, told) <= 0.3
    page.reload()
    page.wait_for_selector("#bar button")
    assert off_by(page, told) <= 0.3
    expect(page.locator(".turn .clk")).not_to_contain_text("≈")


def test_the_minute_goes_on_after_a_reload_without_network(phone: Phones, desk: Serving, line: Line) -> None:
    """Within 2 s: by the offset that was learnt before and the phone's clock."""
    told = Told(desk, 60_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, told.now_ms() - 3000)
    one = phone(at=line.address, kept=True, clean=False)
    page = one.play(told.id)
    one.saved()
    page.wait_for_function(
        "navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true)"
    )
    page.reload()
    one.saved()
    line.down()
    page.reload()
    page.wait_for_selector("#bar button")
    assert off_by(page, told) <= 2


def test_a_page_that_slept_shows_the_right_time_when_it_wakes(phone: Phones, desk: Serving) -> None:
    """Nothing is counted by ticks: a page that drew nothing for a while shows what the desk's clock says."""
    told = Told(desk, 60_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, told.now_ms())
    page = phone().play(told.id)
    page.evaluate(
        """() => { window.real = requestAnimationFrame; window.held = []; requestAnimationFrame = (run) => held.push(run); }"""
    )
    time.sleep(6)
    page.evaluate(
        """() => { requestAnimationFrame = window.real; held.forEach((run) => requestAnimationFrame(run)); }"""
    )
    time.sleep(0.2)
    assert off_by(page, told) <= 0.3


def test_a_phone_whose_clock_is_moved_says_that_it_guesses(phone: Phones, desk: Serving) -> None:
    told = Told(desk, 60_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, told.now_ms())
    page = phone().play(told.id)
    expect(page.locator(".turn .clk")).to_have_text(re.compile(r"^0:\d\d$|^1:00$"))
    page.evaluate("() => { const real = Date.now; Date.now = () => real() + 90_000; }")
    expect(page.locator(".turn .clk")).to_have_text(re.compile("^≈"))


def test_a_pause_stops_the_minute_and_it_goes_on_where_it_stood(phone: Phones, desk: Serving) -> None:
    told = Told(desk, 60_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, told.now_ms() - 10_000)
    one = phone()
    page = one.play(told.id)
    page.get_by_role("button", name="Pause").click()
    one.saved()
    at = shown(page)
    time.sleep(2.2)
    assert shown(page) == at
    page.get_by_role("button", name="Go on").click()
    one.saved()
    assert at - 2 <= shown(page) <= at
    clock = told.clock("boule")
    assert (clock["paused_ms"], clock["side"]) == (None, "B")


def test_a_search_that_runs_out_books_nothing_until_somebody_confirms_and_then_at_its_limit(
    phone: Phones, desk: Serving
) -> None:
    told = Told(desk, 400_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, 10_000)
    told.tell({"kind": "ClockStarted", "clock": "search_jack", "happened_ms": 20_000}, 20_000)
    one = phone()
    page = one.play(told.id, "#clocks")
    card = page.locator("[data-clock=search_jack]")
    expect(card).to_contain_text("Nothing is booked.")
    assert desk.ask("GET", f"/api/games/{told.id}")["view"]["asks"] == "boule"
    assert len(desk.record(told.id)) == 5
    card.get_by_role("button", name="Not found: the jack is dead").click()
    expect(card).to_have_count(0)
    one.page.locator(".mark[data-state=saved]").wait_for()
    over = desk.record(told.id)[-1]
    assert over["fact"] == {"kind": "ClockExpired", "clock": "search_jack", "elapsed_ms": FIVE_MINUTES_MS}
    assert over["at_ms"] == 20_000 + FIVE_MINUTES_MS
    assert desk.ask("GET", f"/api/games/{told.id}")["view"]["asks"] == "count"


def test_a_minute_over_its_time_calls_the_umpire_or_they_had_played(phone: Phones, desk: Serving) -> None:
    told = Told(desk, 200_000)
    told.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, 10_000)
    one = phone()
    page = one.play(told.id, "#clocks")
    card = page.locator("[data-clock=boule]")
    expect(card).to_contain_text("Nothing is booked.")
    earlier = card.get_by_role("button", name="One second earlier")
    earlier.click()
    earlier.click()
    card.get_by_role("button", name="They had played: 0:56").click()
    one.page.locator(".mark[data-state=saved]").wait_for()
    assert desk.record(told.id)[-1]["fact"] == {"kind": "Released", "elapsed_ms": 56_000, "side": "B"}
    card.get_by_role("button", name="Time is over: call the umpire").click()
    one.page.locator(".mark[data-state=saved]").wait_for()
    over = desk.record(told.id)[-1]
    assert (over["fact"]["kind"], over["at_ms"]) == ("ClockExpired", 10_000 + MINUTE_MS)
    expect(card).to_contain_text("It is recorded that the time was over.")


@pytest.mark.parametrize("size", [(390, 664), (360, 600)])
def test_the_clocks_fit_a_phone(phone: Phones, desk: Serving, size: tuple[int, int]) -> None:
    told = Told(desk, 100_000)
    page = phone(size=size).play(told.id, "#clocks")
    expect(page.locator("[data-clock=boule]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for box in [b.bounding_box() for b in page.locator(".screen button").all() if b.is_visible()]:
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.9
