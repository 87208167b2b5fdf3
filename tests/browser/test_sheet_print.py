"""Score sheets as a browser prints them: black, nothing under nine points, heads repeated, nothing cut off."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from carreau.sheets import Sheet, empty_sheet, html, sheet_of
from tests.browser.phones import axe
from tests.test_sheets import ends_game, filled, tables

SHEETS = {
    "petanque": lambda: filled("cards", url="https://desk.example/g/AB12CD34"),
    "five_pins": lambda: filled("five-pin-match"),
    "cochonnet": lambda: filled("cochonnet"),
    "empty": lambda: empty_sheet("fipjp-2016"),
    "long": lambda: sheet_of(ends_game(*["void"] * 60)),
}
NINE_POINTS = 12  # in pixels of CSS
MILLIMETRE = 96 / 25.4
WIDE = round(182 * MILLIMETRE)  # A4 without its margins
LOOKED_AT = """() => {
  const own = [...document.querySelectorAll('body *')].filter(e => e.closest('svg') === null)
  const style = own.map(e => [e, getComputedStyle(e)])
  return {
    smallest: Math.min(...style.map(([, s]) => parseFloat(s.fontSize))),
    colours: [...new Set(style.map(([, s]) => s.color))],
    over: style.filter(([e]) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map(([e]) => e.outerHTML.slice(0, 80)),
    wide: document.documentElement.scrollWidth,
    heads: [...new Set([...document.querySelectorAll('thead')].map(e => getComputedStyle(e).display))],
    rows: [...new Set([...document.querySelectorAll('tr')].map(e => getComputedStyle(e).breakInside))],
  }
}"""


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_in_print(browser: Browser, name: str) -> None:
    """What the style gives on paper, and what axe says of the page."""
    sheet: Sheet = SHEETS[name]()
    page = browser.new_page(viewport={"width": WIDE, "height": 900})
    try:
        page.emulate_media(media="print")
        page.set_content(html(sheet))
        seen: dict[str, Any] = page.evaluate(LOOKED_AT)
        assert seen["smallest"] >= NINE_POINTS - 0.01
        assert seen["colours"] == ["rgb(0, 0, 0)"]
        assert seen["over"] == []
        assert seen["wide"] <= WIDE
        assert (seen["heads"], seen["rows"]) == (["table-header-group"], ["avoid"])
        page.evaluate(axe())
        found = page.evaluate("axe.run()")
        assert [(wrong["id"], wrong["help"]) for wrong in found["violations"]] == []
        printed = page.pdf(prefer_css_page_size=True)
        rows = sum(len(table.rows) for table in tables(sheet).values())
        assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) >= 1 + rows // 60
    finally:
        page.close()
