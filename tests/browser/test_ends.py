"""Pétanque by ends in a browser: taps, the strip, what is undone and corrected, the result."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
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


class Finger:
    """Counts what it taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1


def test_what_each_thing_costs_in_taps(phone: Phones, desk: Serving) -> None:
    mine = phone()
    page = mine.play(mine.begin())
    finger = Finger(page)

    def cost(*steps: Locator, most: int) -> None:
        before = finger.taps
        for step in steps:
            finger.tap(step)
        assert finger.taps - before <= most

    cost(page.locator(".pts[data-side=A] [data-points='3']"), most=1)
    expect(page.locator(".sc .n").first).to_have_text("3")
    cost(page.get_by_role("button", name="It was ◎"), most=1)
    expect(page.locator(".sc .n").nth(1)).to_have_text("3")
    cost(page.get_by_role("button", name="No points", exact=True), most=1)
    expect(page.locator("h1")).to_have_text("End 3 · to 13")
    cost(page.get_by_role("button", name="Jack dead"), most=1)
    cost(page.locator(".undoes"), most=1)
    expect(page.locator("h1")).to_have_text("End 2 · to 13")
    mine.saved()
    cost(page.get_by_role("button", name="Why?"), most=1)
    expect(page.locator("[data-screen=ruling]")).to_be_visible()
    page.go_back()
    cost(page.get_by_role("button", name="Menu"), page.get_by_role("button", name="Share, let somebody in"), most=2)
    expect(page.locator(".qr")).to_be_visible()


def test_a_new_game_from_home(phone: Phones) -> None:
    page = phone().open("/")
    finger = Finger(page)
    finger.tap(page.get_by_role("button", name="New"))
    finger.tap(page.get_by_role("button", name="Start"))
    page.wait_for_url("**/play/*")
    assert finger.taps <= 5


def test_one_plays_one_has_three_boules(phone: Phones, desk: Serving) -> None:
    page = phone().play(desk.begin(DEVICE, format="singles"))
    expect(page.locator(".pts[data-side=A] button:visible")).to_have_count(3)


def test_the_last_end_gives_way_to_the_result(phone: Phones, desk: Serving, game: str) -> None:
    mine = phone()
    page = mine.play(game)
    for points in (6, 5, 4):
        key(page, "B", points)
    expect(page.locator(".result h2")).to_have_text("13–0, Vieux-Port.")
    expect(page.locator(".pads")).to_be_hidden()
    mine.saved()
    assert desk.record(game)[-1]["fact"]["points"] == 4, "the raw points stay in the story"
    page.locator(".undoes").click()
    expect(page.locator(".pads")).to_be_visible()
    page.locator(".pts[data-side=B] [data-points='2']").click()
    page.get_by_role("button", name="Both agree the result").click()
    expect(page.locator(".result")).to_contain_text("The game is closed")


def test_no_button_moves_or_changes_its_size(phone: Phones, game: str) -> None:
    mine = phone()
    page = mine.play(game)
    buttons = page.locator(".pads button, #bar button, #work > .two button")
    before = [one.bounding_box() for one in buttons.all()]
    for tap in (
        ".pts[data-side=A] [data-points='6']",
        "[data-act=null]",
        ".undoes",
        ".pts[data-side=B] [data-points='1']",
    ):
        page.locator(tap).click()
        page.locator(".strip.full").wait_for()
        assert [one.bounding_box() for one in buttons.all()] == before, tap
    mine.saved()
    assert [one.bounding_box() for one in buttons.all()] == before


WIDEST = "Pétanque-Club Sainte-Marie-aux-Mines"


@pytest.mark.parametrize("lang", ["en", "fr", "fi", "it", "es"])
@pytest.mark.parametrize(("size", "fits"), [(PHONE, True), (SMALL, True), ((320, 568), False), (TABLET, True)])
def test_every_button_is_large_enough_and_nothing_runs_out_of_the_page(
    phone: Phones, desk: Serving, lang: str, size: tuple[int, int], fits: bool
) -> None:
    sides = {"A": {"name": WIDEST}, "B": {"name": "Vieux-Port"}}
    game = desk.begin(DEVICE, sides=sides)
    mine = phone(size=size, lang=lang, clean=lang == "fi")
    page = mine.play(game)
    key(page, "A", 3)
    page.locator(".strip.full").wait_for()
    small = page.evaluate(SMALL_BUTTONS)
    assert small == [], "at least 44 px each way"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if fits:
        pads = page.locator(".pads").bounding_box()
        page.locator("[data-act=null]").click()
        assert page.locator(".pads").bounding_box() == pads, "the buttons stay where they are"
        expect(page.locator(".strip.full button")).to_have_count(4)
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "without scrolling"
    page.evaluate("() => { document.documentElement.style.fontSize = '212%'; }")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "at 200 % text it goes down only"
    assert page.evaluate(CLIPPED) == []


SMALL_BUTTONS = """() => [...document.querySelectorAll("button, a.button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, Math.round(one.offsetWidth), Math.round(one.offsetHeight)])
  .filter(([, width, height]) => width < 44 || height < 44)"""
CLIPPED = """() => [...document.querySelectorAll("button")].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
