"""The same without network, with reloads and with kills in WebKit."""

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.serving import Line, Serving
from tests.browser.webkit import NEEDED, Kept, TappingLine, driven, element, screen

KILLS = 8
LATEST_S = 0.060
OWNER = "0123456789ABCDEFGHJKMNPQRS"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen for WebKit; CI fails without it."""
    missing = [str(path) for path in NEEDED if not path.exists()]
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"CI needs {missing}")
    if missing:
        pytest.skip(f"there is no {missing}")
    with screen() as name:
        yield name


def until(driver: Any, true: Callable[[], bool]) -> None:
    """Wait for something on the page."""
    WebDriverWait(driver, 60, 0.1).until(lambda _: true())


@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
def test_without_network_a_reload_and_back(display: str, desk: Serving) -> None:
    line = Line(desk.port)
    game = desk.begin(OWNER)
    with driven(display) as driver:

        def mark() -> str:
            return str(element(driver, ".mark").text)

        def tap(side: str, points: int) -> None:
            element(driver, f".pts[data-side={side}] [data-points='{points}']").click()

        driver.get(f"{line.address}/play/{game}")
        until(driver, lambda: mark() == "● saved")
        assert driver.execute_script("return 'serviceWorker' in navigator && !('SyncManager' in window)")
        driver.execute_async_script("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done());")
        until(driver, lambda: bool(driver.execute_script("return Boolean(navigator.serviceWorker.controller)")))
        time.sleep(2)  # the worker takes along what it needs
        line.down()
        tap("A", 3)
        tap("B", 2)
        until(driver, lambda: mark() == "▲ 2 kept here")
        driver.get(f"{line.address}/play/{game}")
        until(driver, lambda: mark() == "▲ 2 kept here")
        assert [found.text for found in driver.find_elements("css selector", ".sc .n")] == ["3", "2"]
        tap("A", 1)
        element(driver, ".strip.full button").click()  # it was the other team
        until(driver, lambda: mark() == "▲ 4 kept here")
        line.up()
        until(driver, lambda: mark() == "● saved")
        until(driver, lambda: [e.text for e in driver.find_elements("css selector", ".sc .n")] == ["3", "3"])
    line.close()
    story = desk.record(game)
    assert [fact["kind"] for fact in story] == ["GameSetUp", "EndCounted", "EndCounted", "EndCounted", "Corrected"]
    assert story[-1]["score"] == {"A": 3, "B": 3}


@pytest.mark.timeout(400)
def test_what_was_shown_as_kept_survives_every_kill(display: str, desk: Serving, tmp_path: Path) -> None:
    kills, chance = int(os.environ.get("CARREAU_KILLS_WEBKIT", KILLS)), random.Random(1)
    line = TappingLine(desk.port)
    game = desk.begin(OWNER)
    shown = 0
    for n in range(kills):
        line.api = n == 0  # the first time the desk is there, then it is away
        since = len(line.heard)
        browser = Kept(display, tmp_path, f"{line.address}/play/{game}")
        try:
            there = line.wait("there", since)
            assert there >= shown, f"kill {n}: {there} there, {shown} had been shown as kept"
            line.wait("tap", since)
            if n == 0:
                time.sleep(5)  # the desk has the first tap, and the worker what it needs
            time.sleep(chance.random() * LATEST_S)
        finally:
            browser.kill()
        shown = max([number for what, number in line.heard[since:] if what == "shown"], default=0) if n else 0
        time.sleep(0.2)
    line.api = True
    since = len(line.heard)
    browser = Kept(display, tmp_path, f"{line.address}/play/{game}")
    there = line.wait("there", since)
    assert there >= shown
    line.wait("tap", since)
    line.wait("saved", line.heard.index(("tap", 0), since), 60)
    browser.kill()
    line.close()
    story = desk.record(game)[1:]
    assert len(story) == there + 2, "the first tap, those that were there, and the last one: none lost, none twice"
    assert {fact["kind"] for fact in story} == {"EndCounted"}
