"""The rulebooks on a phone and a tablet: every row, found by its words, editions side by side, without network too."""

import gzip

import httpx
import pytest
from playwright.sync_api import Browser, expect

from carreau.books import BOOKS
from carreau.say import languages
from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
from tests.browser.serving import Serving
from tests.browser.test_offline import ready_for_the_field

MOST_BYTES = 30 * 1024


@pytest.mark.parametrize("id", BOOKS)
def test_every_row_is_there_in_every_language(desk: Serving, id: str) -> None:
    with httpx.Client(base_url=desk.address) as client:
        for lang in languages():
            html = client.get(f"/rulebook/{id}", params={"lang": lang}).text
            assert all(f'id="{clause.row.partition("/")[2]}"' in html for clause in BOOKS[id].clauses.values())
            assert all(f'id="r{reading}"' in html for reading in BOOKS[id].readings)
            assert len(gzip.compress(html.encode(), 5)) <= MOST_BYTES, lang
            assert "desk.rules." not in html


def test_searching_with_and_without_a_script(phone: Phones, browser: Browser, desk: Serving) -> None:
    page = phone().open("/rulebook/fipjp-2016")
    page.get_by_label("Search").fill("spectator")
    shown = page.locator("[data-says]:visible")
    count = shown.count()
    assert 0 < count < 40
    expect(page.locator("[data-f=found]")).to_have_text(str(count))
    page.goto(f"{desk.address}/rulebook/fipjp-2016#15.2")
    expect(page.locator("[id='15.2']")).to_be_in_viewport()
    context = browser.new_context(java_script_enabled=False, base_url=desk.address, locale="en")
    plain = context.new_page()
    plain.goto("/rulebook/fipjp-2016?q=struck+jack+player")
    assert "15.2" in plain.locator("article h3").all_inner_texts()
    assert plain.locator("article").count() < 20
    context.close()


def test_editions_side_by_side(phone: Phones, desk: Serving) -> None:
    page = phone(size=TABLET).open("/rulebook/fipjp-2016")
    page.get_by_role("link", name="Compare: Pétanque, FPUSA 1995").click()
    topic = page.locator("[data-says]").first
    boxes = [section.bounding_box() for section in topic.locator("section").all()]
    assert len({box["y"] for box in boxes if box}) == 1  # columns, not one under the other
    page.get_by_label("Search").fill("time limit game")
    page.get_by_label("Search").fill("")
    link = topic.locator("section a").first
    name = link.inner_text()
    link.click()
    expect(page.locator(f"[id='{name}']")).to_be_in_viewport()


def test_where_a_row_was_cited_in_a_game(phone: Phones, desk: Serving) -> None:
    made = next(g["id"] for g in desk.ask("GET", "/api/games")["games"] if g["example"] == "fipjp-2016")
    page = phone().open(f"/rulebook/fipjp-2016?game={made}#16.b")
    page.locator("[id='16.b'] .how a").first.click()
    expect(page.locator("li:target")).to_be_visible()


def test_it_opens_without_network(phone: Phones, own_desk: Serving) -> None:
    mine = phone(at=own_desk.address, kept=True)
    ready_for_the_field(mine)
    game = own_desk.begin(mine.device())
    page = mine.play(game)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.includes('/rulebook/fipjp-2016'))"
    )
    page.wait_for_timeout(1500)
    own_desk.kill()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rulebook").click()
    expect(page.locator("[id='15.2']")).to_be_attached(timeout=20_000)
    page.get_by_label("Search").fill("15.2a")
    expect(page.locator("[data-f=found]")).not_to_be_empty()


def test_it_fits(phone: Phones, desk: Serving) -> None:
    page = phone().page
    for path in ("/rulebook", "/rulebook/suomi", "/rulebook/fipjp-2016/suomi"):
        page.goto(desk.address + path)
        for width, height in (PHONE, SMALL, TABLET, (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
