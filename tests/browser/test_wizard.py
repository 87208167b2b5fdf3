"""A new game: three taps, what does not go together is struck with its row, and it begins without network too."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
from tests.browser.serving import Serving
from tests.browser.test_offline import ready_for_the_field

NUMBERS = "Pétanque, FIPJP 2016 · Triples · 6 boules a team · 1 throw for the jack, 6–10 m · 60 seconds for a throw"


def test_three_taps_from_home(phone: Phones, desk: Serving) -> None:
    page = phone().open("/")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name="Pétanque", exact=True).click()
    expect(page.locator(".numbers")).to_have_text(NUMBERS)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/play/\w{8}$"))
    setup = desk.record(page.url.rpartition("/")[2])[0]["fact"]
    assert (setup["rulebook"], setup["format"], setup["detail"]) == ("fipjp-2016", "triples", "ends")


def test_what_does_not_go_together_says_its_row(phone: Phones) -> None:
    page = phone().open("/new")
    target = page.locator("select[name=target]")
    assert target.locator("option[value='11']").is_disabled()
    assert "5.j" in (target.locator("option[value='11']").text_content() or "")
    page.get_by_text("Terrain, stage, age class, readings").click()
    page.select_option("select[name=stage]", "league")
    page.select_option("select[name=target]", "11")
    expect(page.locator(".say.stop")).to_be_hidden()
    assert page.locator("select[name=stage] option[value=elimination]").is_disabled()
    page.select_option("select[name=rulebook]", "fpusa-1995")
    assert page.locator("select[name=time] option[value='60+1']").is_disabled()
    expect(page.locator(".numbers")).to_contain_text("3 throws for the jack")
    page.select_option("select[name=rulebook]", "suomi")
    assert page.locator("select[name=target] option[value='11']").is_disabled()


def test_five_pins_needs_a_distance(phone: Phones, desk: Serving) -> None:
    page = phone().open("/new")
    page.get_by_role("button", name="Five pins").click()
    expect(page.locator(".say.stop")).to_contain_text("21.1a")
    page.get_by_role("button", name="Start").click()
    assert page.url.endswith("/new")
    page.locator("input[name=distance]").fill("55")
    expect(page.locator(".say.stop")).to_be_hidden()
    page.select_option("select[name=sets]", "3")
    page.locator("input[name=A]").fill("Rossi")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/play/\w{8}$"))
    setup = desk.record(page.url.rpartition("/")[2])[0]["fact"]
    page.wait_for_selector("#bar button")
    assert (setup["distance"], setup["sets"], setup["sides"]["A"]["name"]) == (55, 3, "Rossi")


def test_players_terrain_a_reading_and_hidden_names(phone: Phones, desk: Serving) -> None:
    page = phone().open("/new")
    page.select_option("select[name=format]", "doubles")
    page.get_by_text("Players of ●").click()
    page.locator("input[name=A1]").fill("Anna")
    page.locator("input[name=A2]").fill("Bruno")
    page.get_by_text("Terrain, stage, age class, readings").click()
    page.locator("input[name=terrain]").fill("4")
    page.get_by_text("open questions of the text").click()
    reading = page.locator(".reading select").first
    other = reading.locator("option").nth(1).get_attribute("value")
    if reading.input_value() == other:
        other = reading.locator("option").nth(0).get_attribute("value")
    assert other is not None
    reading.select_option(other)
    expect(page.locator(".badge")).to_have_text("1 reading changed")
    page.get_by_label("Under-18s play").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/play/\w{8}$"))
    game = page.url.rpartition("/")[2]
    setup = desk.record(game)[0]["fact"]
    assert [player["id"] for player in setup["sides"]["A"]["players"]] == ["A1", "A2"]
    assert (setup["terrain"]["id"], list(setup["readings"].values())) == ("4", [other])
    page.goto(f"{desk.address}/g/{game}")
    expect(page.locator(".badge")).to_contain_text("1 reading changed")
    page.goto(f"{desk.address}/g/{game}/story")
    assert "Anna" not in page.content()


def test_it_begins_without_network(phone: Phones, own_desk: Serving) -> None:
    mine = phone(at=own_desk.address, kept=True)
    page = mine.page
    ready_for_the_field(mine)
    own_desk.kill()
    page.goto(f"{own_desk.address}/new")
    page.locator("input[name=A]").fill("Les Lilas")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/play/\w{8}$"))
    game = page.url.rpartition("/")[2]
    page.locator(".pts[data-side=A] [data-points='2']").click()
    expect(page.locator(".mark")).to_contain_text("kept here")
    own_desk.start()
    mine.saved(timeout=60_000)
    assert [line["kind"] for line in own_desk.record(game)] == ["GameSetUp", "EndCounted"]


def test_it_remembers_the_last_game(phone: Phones) -> None:
    mine = phone()
    page = mine.open("/new")
    page.select_option("select[name=format]", "singles")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/play/\w{8}$"))
    page = mine.open("/new")
    expect(page.locator("select[name=format]")).to_have_value("singles")


@pytest.mark.parametrize("lang", ["en", "fr", "fi", "it", "es"])
def test_it_fits(phone: Phones, desk: Serving, lang: str) -> None:
    page = phone(lang=lang).open("/new")
    for sport in range(3):
        page.locator(".seg button").nth(sport).click()
        for width, height in (PHONE, SMALL, TABLET, (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (lang, sport, width)
            assert "desk." not in page.locator("#work").inner_text()
