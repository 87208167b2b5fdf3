"""Big screens: all games or one, readable from afar; they come back alone, and after a power cut show what they knew."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.serving import Serving, serving
from tests.browser.test_board import DEVICE, SIDES, age, ends, entered

TV = (1920, 1080)
INSIDE = """() => [...document.querySelectorAll('.board .n')].every((e) => {
  const digit = e.getBoundingClientRect();
  const board = e.closest('.board').getBoundingClientRect();
  return digit.left >= board.left && digit.right <= board.right && digit.bottom <= board.bottom;
})"""


@pytest.fixture
def game(desk: Serving) -> str:
    made = desk.begin(DEVICE, sides=SIDES)
    entered(desk, made, *ends(("A", 3), ("B", 2)))
    return made


def test_one_game_in_large_digits(phone: Phones, desk: Serving, game: str) -> None:
    page = phone(size=TV).open(f"/tv/{game}")
    age(page, "live")
    digit = page.locator(".n").first
    assert float(digit.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 0.44 * TV[1]
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    assert page.locator("a, button, input, select").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    entered(desk, game, *ends(("B", 4)))
    expect(page.locator("[data-f=score-B]").first).to_have_text("6")


def test_swapped_and_with_short_names(phone: Phones, game: str) -> None:
    page = phone(size=TV).open(f"/tv/{game}?swap=1&names=short")
    age(page, "live")
    a, b = page.locator("[data-f=name-A]").first, page.locator("[data-f=name-B]").first
    assert (a.inner_text(), b.inner_text()) == ("LL", "VP")
    left, right = b.bounding_box(), a.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]


def test_all_games_at_once_at_most_twelve(phone: Phones, own_desk: Serving) -> None:
    page = phone(at=own_desk.address, size=TV).open("/tv")
    age(page, "live")
    expect(page.locator(".board")).to_have_count(5)
    games = [own_desk.begin(DEVICE, sides=SIDES, terrain={"id": str(n)}) for n in range(1, 10)]
    entered(own_desk, games[0], *ends(("A", 4)))
    page.reload()
    expect(page.locator(".board")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    inside = page.evaluate(INSIDE)
    assert inside is True
    entered(own_desk, games[0], *ends(("A", 2)))
    expect(page.locator(f"[data-board='{games[0]}'] [data-f=score-A]")).to_have_text("6")


def test_one_after_the_other_until_there_is_a_ruling(phone: Phones, own_desk: Serving) -> None:
    mine = phone(at=own_desk.address, size=TV)
    mine.page.clock.install()
    page = mine.open("/tv?rotate=1")
    age(page, "live")
    expect(page.locator(".board")).to_have_count(1)
    first = page.locator(".board").get_attribute("data-board")
    page.clock.fast_forward(12_500)
    expect(page.locator(".board")).to_have_count(1)
    assert page.locator(".board").get_attribute("data-board") != first


def test_it_comes_back_alone_and_knows_the_last_score(phone: Phones, own_desk: Serving) -> None:
    made = own_desk.begin(DEVICE, sides=SIDES)
    entered(own_desk, made, *ends(("A", 3)))
    mine = phone(at=own_desk.address, size=TV, kept=True)
    page = mine.open(f"/tv/{made}")
    age(page, "live")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    age(page, "live")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    age(page, "live")
    entered(own_desk, made, *ends(("B", 5)))
    expect(page.locator("[data-f=score-B]").first).to_have_text("5")
    own_desk.kill()
    page.reload()  # the power was cut: the screen starts again, and there is no desk yet
    expect(page.locator("[data-f=score-B]").first).to_have_text("5")
    assert page.locator("body").get_attribute("data-live") != "live"
    own_desk.start()
    entered(own_desk, made, *ends(("A", 2)))
    age(page, "live")
    expect(page.locator("[data-f=score-A]").first).to_have_text("5")


def test_only_named_sites_may_frame_the_overlay(desk: Serving, game: str, phone: Phones) -> None:
    import httpx

    with httpx.Client(base_url=desk.address) as client:
        for path in (f"/overlay/{game}", f"/g/{game}", f"/tv/{game}", "/tv"):
            assert "frame-ancestors 'none'" in client.get(path).headers["content-security-policy"]
    page = phone(size=(1280, 720)).open(f"/overlay/{game}?at=right")
    age(page, "live")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert (box["y"] > 360, box["x"] > 640) == (True, True)


def test_a_screen_with_nothing_to_show_has_the_address(phone: Phones, tmp_path: Path) -> None:
    with serving(tmp_path / "empty", "--no-examples") as bare:
        page = phone(at=bare.address, size=TV).open("/tv")
        expect(page.locator(".code svg")).to_be_visible()
        made = bare.begin(DEVICE, sides=SIDES)
        entered(bare, made, *ends(("A", 2)))
        expect(page.locator("[data-f=score-A]").first).to_have_text("2")
        expect(page.locator(".code")).to_have_count(0)
