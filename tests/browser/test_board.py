"""The public board and story of a game: whole without a script, live with one, honest about their age, small."""

import gzip
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
from tests.browser.serving import Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
SIDES = {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}
MOST_BYTES = 20 * 1024
LOADED = re.compile(r'(?:href|src)="(/s/[^"]+\.(?:css|js|svg))"')
IMPORTED = re.compile(r'from "\./([a-z_]+\.js)"')
SHOW = """([hidden]) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
NOTE = """() => {
  const score = () => document.querySelector('[data-f=score-A]').textContent;
  window.seen = [];
  const watch = new MutationObserver(() => window.seen.push([document.body.dataset.live, score()]));
  watch.observe(document.body, { attributes: true });
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll('a.button, summary, nav a')].filter((e) => {
  const { width, height } = e.getBoundingClientRect();
  return width && (width < 44 || height < 44);
}).map((e) => e.outerHTML)"""


def entered(desk: Serving, game: str, *facts: dict[str, Any]) -> None:
    """Facts of another phone."""
    head = desk.ask("GET", f"/api/games/{game}")["head"]
    proposals = [
        {"fid": f"{game}{head + n:0>18}", "seen": head, "after": None, "fact": fact} for n, fact in enumerate(facts)
    ]
    for before, after in pairwise(proposals):
        after["after"] = before["fid"]
    desk.ask("POST", f"/api/games/{game}/facts", json={"device": DEVICE, "facts": proposals})


def ends(*points: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"kind": "EndCounted", "side": side, "points": n} for side, n in points]


def notes(n: int) -> list[dict[str, Any]]:
    return [{"kind": "Noted", "text": f"rain {k}"} for k in range(n)]


@pytest.fixture
def game(desk: Serving) -> str:
    made = desk.begin(DEVICE, sides=SIDES)
    entered(desk, made, *ends(("A", 3), ("B", 2)))
    return made


def score(page: Page) -> str:
    return "–".join(page.locator("main .n").all_inner_texts())


def age(page: Page, state: str) -> None:
    expect(page.locator(f"body[data-live={state}]")).to_be_attached(timeout=20_000)


def test_it_is_whole_without_scripts(browser: Browser, desk: Serving, game: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="fr", base_url=desk.address)
    page = context.new_page()
    page.goto(f"/g/{game}")
    assert score(page) == "3–2"
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.locator("[data-f=ends-A] td").all_inner_texts() == ["3", "·"]
    assert page.locator("[data-f=ends-B] td").all_inner_texts() == ["·", "2"]
    assert 'http-equiv="refresh" content="20"' in page.content()
    page.goto(f"/g/{game}/story")
    assert page.locator("li[id^=e]").first.get_attribute("id") == "e2"
    context.close()


def test_it_follows_the_game(phone: Phones, desk: Serving, game: str) -> None:
    page = phone().open(f"/g/{game}")
    age(page, "live")
    entered(desk, game, *ends(("B", 4)))
    expect(page.locator("[data-f=score-B]")).to_have_text("6")
    assert page.locator("[data-f=ends-n] th").all_inner_texts()[1:] == ["1", "2", "3"]
    assert page.locator("[data-f=ends-B] td").all_inner_texts() == ["·", "2", "4"]
    assert "3–6" in page.title()


def test_a_correction_changes_the_number_and_says_so(phone: Phones, desk: Serving, game: str) -> None:
    page = phone().open(f"/g/{game}")
    age(page, "live")
    change = {"seq": 2, "facts": ends(("B", 5))}
    entered(desk, game, {"kind": "Corrected", "changes": [change]})
    expect(page.locator("[data-f=score-B]")).to_have_text("5")
    assert page.locator("[data-f=last]").inner_text()


def test_a_late_joiner_a_restart_and_the_honest_age(phone: Phones, own_desk: Serving) -> None:
    """The snapshot first; no signal once 35 s have passed; live again with the right score, and never loaded again."""
    made = own_desk.begin(DEVICE, sides=SIDES)
    entered(own_desk, made, *ends(("A", 1), ("A", 2)))
    mine = phone(at=own_desk.address)
    mine.page.clock.install()
    page = mine.open(f"/g/{made}")
    assert score(page) == "3–0"
    age(page, "live")
    page.evaluate("window.here = true")
    own_desk.kill()
    age(page, "old")
    page.clock.fast_forward(36_000)
    age(page, "gone")
    assert "no signal since" in page.locator("[data-f=age]").inner_text()
    own_desk.start()
    entered(own_desk, made, *ends(("B", 4)))
    page.clock.fast_forward(31_000)
    age(page, "live")
    expect(page.locator("[data-f=score-B]")).to_have_text("4")
    assert page.evaluate("window.here") is True


def test_shown_again_it_fetches_before_it_says_live(phone: Phones, desk: Serving, game: str) -> None:
    mine = phone()
    mine.page.clock.install()
    page = mine.open(f"/g/{game}")
    age(page, "live")
    page.evaluate(SHOW, [True])
    page.clock.fast_forward(600_000)
    age(page, "gone")
    entered(desk, game, *ends(("A", 6)))
    page.evaluate(NOTE)
    page.evaluate(SHOW, [False])
    age(page, "live")
    lives = [score_a for state, score_a in page.evaluate("window.seen") if state == "live"]
    assert set(lives) == {"9"}


def test_the_first_load_is_small(desk: Serving, game: str) -> None:
    """HTML, style, scripts and everything that they import, as they go over the line."""
    import httpx

    with httpx.Client(base_url=desk.address) as client:
        html = client.get(f"/g/{game}").text
        total = len(gzip.compress(html.encode(), 5))
        waiting, seen = list(LOADED.findall(html)), set()
        while waiting:
            address = waiting.pop()
            if address in seen:
                continue
            seen.add(address)
            content = client.get(address)
            total += len(gzip.compress(content.content, 9))
            folder = address.rpartition("/")[0]
            waiting += (
                [f"{folder}/{name}" for name in IMPORTED.findall(content.text)] if address.endswith(".js") else []
            )
    assert total <= MOST_BYTES, f"{total} bytes in {len(seen) + 1} requests"


# --- the story -----------------------------------------------------------------------------------------


def test_the_story_says_why(phone: Phones, desk: Serving) -> None:
    made = next(g["id"] for g in desk.ask("GET", "/api/games")["games"] if g["book"] == "fipjp-2016" and g["example"])
    page = phone().open(f"/g/{made}/story?at=40#e40")
    line = page.locator("#e40")
    expect(line).to_be_in_viewport()
    assert line.evaluate("e => e.matches(':target')")
    holder = page.locator("li", has=page.locator("details")).first
    holder.locator("summary").click()
    expect(holder.locator("dd").first).to_be_visible()


def test_the_story_in_pages_and_only_its_ends(phone: Phones, desk: Serving) -> None:
    made = desk.begin(DEVICE, sides=SIDES)
    entered(desk, made, *notes(49))
    entered(desk, made, *ends(("A", 1), ("B", 1)), *notes(20))
    page = phone().open(f"/g/{made}/story")
    assert page.locator("li").count() == 50
    page.locator("a[rel=next]").click()
    assert page.locator("li").last.get_attribute("id") == "e0"
    assert page.locator("a[rel=next]").count() == 0
    page.get_by_role("link", name="Only ends").click()
    assert page.locator("li").count() == 0
    assert "1–1" in page.locator("h2 .sum").all_inner_texts()


def test_what_is_new_is_said_and_nothing_moves(phone: Phones, desk: Serving, game: str) -> None:
    page = phone().open(f"/g/{game}/story")
    age(page, "live")
    entered(desk, game, *ends(("A", 2)))
    link = page.get_by_role("link", name="1 new entry: show it")
    expect(link).to_be_visible()
    assert page.locator("li").first.get_attribute("id") == "e2"
    link.click()
    expect(page.locator("li").first).to_have_attribute("id", "e3")


def test_names_that_are_markup_stay_text(phone: Phones, desk: Serving) -> None:
    evil = "<script>alert(1)</script>"
    made = desk.begin(DEVICE, sides={"A": {"name": evil}, "B": {"name": "</script><b>"}})
    page = phone().open(f"/g/{made}")
    age(page, "live")
    assert evil in page.locator("[data-f=name-A]").inner_text()
    entered(desk, made, *ends(("B", 2)))
    expect(page.locator("[data-f=score-B]")).to_have_text("2")
    assert page.locator("[data-f=name-B]").inner_text() == "</script><b>"


def test_it_fits_in_every_language(phone: Phones, desk: Serving, game: str) -> None:
    page = phone().page
    for lang in ("en", "fr", "fi", "it", "es"):
        for path in ("", "/story"):
            page.goto(f"{desk.address}/g/{game}{path}?lang={lang}")
            for width, height in (PHONE, SMALL, TABLET, (320, 568)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (lang, path, width)
                assert page.evaluate(SMALL_TARGETS) == []
