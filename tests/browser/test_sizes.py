"""How much a phone has to load before the first tap, and that it loads nothing the second time."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones
from tests.browser.serving import Serving

SCORER = 60_000
AGAIN = 1_000  # bytes of a page that is looked at a second time, the state of the game aside


def loaded(page: Page, path: str, until: str) -> dict[str, int]:
    """What came over the line until something could be tapped, by address: the bodies as they were packed."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    asked: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def sent(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["request"]["url"].split("/", 3)[3]

    def came(event: dict[str, Any]) -> None:
        name = asked.get(event["requestId"], "?")
        sizes[name] = sizes.get(name, 0) + int(event["encodedDataLength"])

    line.on("Network.requestWillBeSent", sent)
    line.on("Network.dataReceived", came)
    page.goto(path)
    page.locator(until).first.wait_for()
    page.wait_for_timeout(300)  # and the tables, that are looked at from the first tap on
    found = dict(sizes)
    line.detach()
    return found


@pytest.mark.parametrize("detail", ["ends", "boules"])
def test_the_first_load_of_a_scorer(phone: Phones, desk: Serving, detail: str) -> None:
    mine = phone()
    game = desk.begin("0123456789ABCDEFGHJKMNPQRS", detail=detail)
    first = loaded(mine.page, f"{desk.address}/play/{game}", "#work button:visible")
    files = {name: size for name, size in first.items() if not name.startswith("sw.js")}
    assert sum(files.values()) <= SCORER, files


def test_the_second_load_of_a_scorer_is_nothing_but_the_game(phone: Phones, desk: Serving) -> None:
    mine = phone(kept=True)
    game = desk.begin("0123456789ABCDEFGHJKMNPQRS")
    mine.play(game)
    mine.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    mine.page.wait_for_timeout(1000)
    second = loaded(mine.page, f"{desk.address}/play/{game}", "#work button:visible")
    files = {name: size for name, size in second.items() if not name.startswith(("api/", "sw.js"))}
    assert sum(files.values()) <= AGAIN, files
