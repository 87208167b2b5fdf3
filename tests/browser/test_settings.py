"""The settings of a phone: they hold at once and after a reload; keys and typed words press the same buttons."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
SIDES = {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}


@pytest.fixture
def game(desk: Serving) -> str:
    return desk.begin(DEVICE, sides=SIDES)


def score(page: Page) -> str:
    return "–".join(page.locator(".sc .n").all_inner_texts())


def test_language_look_hand_and_size_at_once_and_for_good(phone: Phones) -> None:
    mine = phone()
    page = mine.open("/settings")
    page.get_by_label("dark", exact=True).check()
    page.get_by_label("left", exact=True).check()
    page.get_by_label("largest").check()
    page.select_option("select[name=lang]", "fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Retour")).to_be_visible()
    page.reload()
    page.wait_for_selector("select[name=lang]")
    found = page.evaluate("({ ...document.documentElement.dataset, lang: document.documentElement.lang })")
    assert found == {"theme": "dark", "hand": "left", "size": "3", "lang": "fr"}
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(16, 18, 20)"
    for width, height in (PHONE, SMALL, TABLET, (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_single_keys_only_where_they_are_wanted(phone: Phones, desk: Serving, game: str) -> None:
    mine = phone()
    page = mine.play(game)
    page.wait_for_timeout(1500)
    page.keyboard.press("e")
    assert score(page) == "0–0"  # off unless somebody wants them
    page = mine.open("/settings")
    page.get_by_label("Single keys").check()
    page.get_by_role("button", name="Change the keys").click()
    page.locator("[data-key=B2]").click()
    page.keyboard.press("m")
    expect(page.locator("[data-key=B2]")).to_have_text("M")
    page = mine.play(game)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('/keys.js'))"
    )
    page.wait_for_timeout(500)
    page.keyboard.press("e")
    expect(page.locator(".sc .n").first).to_have_text("3")
    page.keyboard.press("m")
    expect(page.locator(".sc .n").nth(1)).to_have_text("2")
    page.wait_for_timeout(700)
    page.keyboard.press("z")
    expect(page.locator(".sc .n").nth(1)).to_have_text("0")
    mine.saved()
    page.keyboard.press("j")
    page.wait_for_url(re.compile("#happened"))


def test_typed_words_press_the_same_buttons(phone: Phones, desk: Serving, game: str) -> None:
    mine = phone()
    page = mine.play(game, "#typed")
    said = page.get_by_role("log").locator("li").first

    def typed(word: str) -> None:
        page.locator("input[name=typed]").fill(word)
        page.keyboard.press("Enter")
        expect(said.locator("b")).to_have_text(word)

    typed("a3")
    expect(said).to_contain_text("Les Lilas 3, Vieux-Port 0, to 13.")
    mine.saved()
    typed("b 2")
    mine.saved()
    typed("null")
    mine.saved()
    typed("s")
    expect(said).to_contain_text("Les Lilas 3, Vieux-Port 2")
    typed("u")
    expect(said).to_contain_text("Undo")
    typed("xyz")
    expect(said).to_contain_text("no command")
    typed("out")
    expect(said).to_contain_text("can't be entered now")
    page.goto(f"{desk.address}/play/{game}")
    mine.saved()
    assert [line["kind"] for line in desk.record(game)] == ["GameSetUp", *["EndCounted"] * 3, "Undone"]


def test_a_stroke_of_five_pins_is_typed(phone: Phones, desk: Serving) -> None:
    made = next(g["id"] for g in desk.ask("GET", "/api/games")["games"] if g["example"] == "umb-5pin-1997")
    before = len(desk.record(made))
    mine = phone()
    page = mine.play(made)
    page.locator("[data-act=announce]").wait_for(timeout=20_000)
    page.goto(f"{desk.address}/play/{made}#typed")
    page.locator("input[name=typed]").fill("5pin: o ne casin")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").locator("li")).to_have_count(1)
    mine.saved()
    last = desk.record(made)[-1]
    assert len(desk.record(made)) == before + 1
    assert last["kind"] == "StrokePlayed"
    assert (sorted(last["fact"]["quick"]["pins"]), last["fact"]["quick"]["red"]) == (["e", "n"], "object")


def test_what_is_not_sent_is_not_erased_by_one_tap(phone: Phones, desk: Serving, line: Line, game: str) -> None:
    mine = phone(at=line.address, kept=True)
    page = mine.play(game)
    line.down()
    page.locator(".pts[data-side=A] [data-points='2']").click()
    expect(page.locator(".mark")).to_contain_text("kept here")
    line.up()
    page.route("**/facts*", lambda route: route.abort())
    page.goto(f"{line.address}/settings")
    expect(page.get_by_text("1 entry not sent.")).to_be_visible()
    page.get_by_role("button", name="Erase…").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 entry is only here and would be lost")
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name="Export all").click()
    text = download.value.path().read_text("utf-8")
    page.wait_for_timeout(700)
    assert '"EndCounted"' in text.splitlines()[-1]
    page.get_by_role("button", name="Erase…").click()
    page.get_by_role("button", name="Keep everything").click()
    page.wait_for_timeout(700)
    assert len(mine.stored("outbox")) == 1
    page.get_by_role("button", name="Erase…").click()
    page.get_by_role("button", name="Erase, and lose 1 entry").click()
    page.wait_for_url(f"{line.address}/")
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    assert mine.stored("outbox") == []
