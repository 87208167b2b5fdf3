"""Without network: a whole game on the phone alone, reloads, a desk that restarts, a phone in the background."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Line, Serving

TAKEN_ALONG = """async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("carreau-")) ?? "none");
  const names = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return names.filter((name) => name.startsWith("/offline/")).length >= 6 && names.includes("/setups/en.json");
}"""


def key(page: Page, side: str, points: int) -> None:
    page.locator(f".pts[data-side={side}] [data-points='{points}']").click()


def score(page: Page) -> str:
    return "–".join(page.locator(".sc .n").all_inner_texts())


def ready_for_the_field(phone: Phone) -> None:
    """Wait until the phone has everything that it needs without network."""
    phone.open("/")
    for _ in range(240):
        if phone.page.evaluate(TAKEN_ALONG):
            return
        phone.page.wait_for_timeout(250)
    raise AssertionError("the worker has not taken along what the phone needs")


def begin(page: Page) -> None:
    """A new game with the names of two teams."""
    page.locator("input[name=A]").fill("Les Lilas")
    page.locator("input[name=B]").fill("Vieux-Port")
    page.get_by_role("button", name="Start").click()
    page.locator(".pads").wait_for()


def test_a_game_begun_and_played_without_network(phone: Phones, desk: Serving, line: Line) -> None:
    mine = phone(at=line.address, kept=True)
    page = mine.page
    ready_for_the_field(mine)
    line.down()
    page.get_by_role("button", name="New").click()
    begin(page)
    page.locator("[data-draw=A]").click()
    expect(page.locator("#status .said")).to_have_text("Les Lilas throw the jack.")
    for side, points in (("A", 3), ("B", 2), ("A", 1)):
        key(page, side, points)
        page.locator(".strip.full").wait_for()
    assert score(page) == "4–2"
    expect(page.locator(".mark")).to_have_text("▲ 4 kept here")
    expect(page.locator("#status .art")).to_contain_text("by table fipjp-2016-")
    page.reload()
    page.locator(".pads").wait_for()
    assert score(page) == "4–2"
    game = page.url.rpartition("/")[2]
    line.up()
    mine.saved(40_000)
    story = desk.record(game)
    assert [(f["kind"], f["score"]) for f in story[2:]] == [
        ("EndCounted", {"A": 3, "B": 0}),
        ("EndCounted", {"A": 3, "B": 2}),
        ("EndCounted", {"A": 4, "B": 2}),
    ]
    assert page.locator(".screen").count() == 0, "no dialog"
    assert not mine.stored("outbox")


def test_undone_and_corrected_without_network(phone: Phones, desk: Serving, line: Line) -> None:
    mine = phone(at=line.address)
    mine.open("/")
    game = desk.begin(mine.device())
    page = mine.play(game)
    mine.saved()
    line.down()
    key(page, "A", 2)
    page.get_by_role("button", name="It was ◎").click()
    assert score(page) == "0–2"
    key(page, "A", 6)
    assert score(page) == "6–2"
    page.locator(".undoes").click()
    assert score(page) == "0–2"
    page.get_by_role("button", name="Put back").click()
    assert score(page) == "6–2"
    key(page, "A", 6)
    page.locator(".undoes").click()
    expect(page.locator(".sc .n").first).to_have_text("6")
    line.up()
    mine.saved(40_000)
    page.reload()
    page.locator(".pads").wait_for()
    expect(page.locator(".sc .n").first).to_have_text("6")
    assert score(page) == "6–2"
    assert desk.record(game)[-1]["score"] == {"A": 6, "B": 2}


def test_the_whole_game_to_its_result_without_network(phone: Phones, desk: Serving, line: Line) -> None:
    mine = phone(at=line.address)
    mine.open("/")
    game = desk.begin(mine.device())
    page = mine.play(game)
    mine.saved()
    line.down()
    for _ in range(3):
        key(page, "B", 5)
        page.wait_for_timeout(650)  # the same button sooner would be a slip
    expect(page.locator(".result h2")).to_have_text("13–0, Team B.")
    page.get_by_role("button", name="Both agree the result").click()
    expect(page.locator(".mark")).to_have_text("▲ 4 kept here")
    line.up()
    mine.saved(40_000)
    assert [f["kind"] for f in desk.record(game)] == ["GameSetUp", *["EndCounted"] * 3, "ResultAgreed"]
    expect(page.locator(".result")).to_contain_text("The game is closed")


def test_a_desk_that_goes_and_comes_back(phone: Phones, own_desk: Serving) -> None:
    mine = phone(at=own_desk.address)
    mine.open("/")
    game = own_desk.begin(mine.device())
    page = mine.play(game)
    key(page, "A", 1)
    mine.saved()
    own_desk.kill()
    key(page, "B", 3)
    expect(page.locator(".mark")).to_have_text("▲ 1 kept here")
    own_desk.start()
    mine.saved(40_000)
    assert own_desk.record(game)[-1]["score"] == {"A": 1, "B": 3}
    expect(page.locator(".mark")).to_have_text("● saved", timeout=40_000)


@pytest.mark.parametrize("status", [502, 500])
def test_a_proxy_that_only_says_no(phone: Phones, desk: Serving, line: Line, status: int) -> None:
    mine = phone(at=line.address)
    mine.open("/")
    game = desk.begin(mine.device())
    page = mine.play(game)
    mine.saved()
    line.answer = status
    line.hang_up()
    key(page, "A", 4)
    expect(page.locator(".mark")).to_have_text("▲ 1 kept here")
    time.sleep(3)
    line.answer = None
    mine.saved(40_000)
    expect(page.locator(".mark")).to_have_text("● saved", timeout=40_000)
    assert desk.record(game)[-1]["score"] == {"A": 4, "B": 0}


def test_a_page_from_the_background_asks_before_it_says_live(phone: Phones, desk: Serving, line: Line) -> None:
    mine, yours = phone(at=line.address), phone()
    mine.open("/")
    game = desk.begin(mine.device())
    page, other = mine.play(game), yours.play(game)
    expect(page.locator(".mark")).to_have_text("● saved")
    page.evaluate(HIDDEN, True)
    line.down()
    key(other, "B", 2)
    yours.saved()
    page.evaluate(HIDDEN, False)
    expect(page.locator(".mark")).to_have_text("● saved · no signal")
    assert score(page) == "0–0"
    line.up()
    expect(page.locator(".mark")).to_have_text("● saved", timeout=40_000)
    assert score(page) == "0–2"


HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
