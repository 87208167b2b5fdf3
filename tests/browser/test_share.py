"""Letting somebody in: codes, digits, who can write, what is taken away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Serving, serving


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A desk where only those write who are let in."""
    with serving(tmp_path_factory.mktemp("strict")) as running:
        yield running


@pytest.fixture
def owner(phone: Phones, desk: Serving) -> Phone:
    mine = phone()
    mine.play(mine.begin())
    return mine


def test_a_code_for_everybody_is_two_taps_away(owner: Phone) -> None:
    page = owner.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share, let somebody in").click()
    code = page.locator(".qr")
    code.wait_for()
    box = code.bounding_box()
    assert box is not None
    assert box["width"] >= 260
    assert page.evaluate("() => document.querySelector('.qr').naturalWidth > 0")
    expect(page.locator(".address")).to_have_text(owner.page.url.split("#")[0].replace("/play/", "/g/"))


def test_somebody_comes_in_by_digits_scores_and_is_sent_away(phone: Phones, owner: Phone, desk: Serving) -> None:
    page, yours = owner.page, phone()
    game = page.url.rpartition("/")[2]
    other = yours.play(game)
    expect(other.locator(".banner")).to_contain_text("only looks")
    expect(other.locator(".pts[data-side=A] [data-points='1']")).to_have_attribute("aria-disabled", "true")
    page.goto(f"{page.url}#share")
    page.get_by_role("button", name="A scorer: show the code").click()
    digits = page.locator(".digits").inner_text()
    other.get_by_role("button", name="Enter a code").click()
    other.get_by_label("The six digits").fill(digits)
    other.get_by_label("Your name").fill("Anna")
    other.get_by_role("button", name="Come in").click()
    other.locator(".pads").wait_for()
    other.locator(".pts[data-side=A] [data-points='1']:not([aria-disabled])").click()
    yours.saved()
    assert desk.record(game)[-1]["score"] == {"A": 1, "B": 0}
    page.get_by_role("button", name="Take away").click(timeout=60_000)
    page.locator("dialog [data-answer=yes]").click()
    expect(page.get_by_text("Anna")).to_have_count(0, timeout=20_000)
    other.wait_for_timeout(700)
    other.locator(".pts[data-side=A] [data-points='2']").click(force=True)
    expect(other.locator(".banner").first).to_be_visible(timeout=40_000)
    assert desk.record(game)[-1]["score"] == {"A": 1, "B": 0}


def test_the_key_of_a_code_leaves_the_address(phone: Phones, owner: Phone, desk: Serving) -> None:
    game = owner.page.url.rpartition("/")[2]
    owner.page.goto(f"{owner.page.url}#share")
    with owner.page.expect_response(lambda reply: reply.url.endswith("/invitations?lang=en")) as asked:
        owner.page.get_by_role("button", name="An umpire: show the code").click()
    key = asked.value.json()["key"]
    yours = phone()
    page = yours.open(f"/j/{game}#{key}")
    expect(page.get_by_text("rule as the umpire")).to_be_visible()
    assert key not in page.url
    page.get_by_role("button", name="Come in").click()
    page.locator(".pads").wait_for()
    assert page.url.endswith(f"/play/{game}")
    expect(page.locator(".banner")).to_have_count(0)
