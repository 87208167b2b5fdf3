"""A new version of the page, and the switch that takes the worker away: what a person has entered stays where it is."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

import carreau
from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Line, Serving

OUTBOX = 3
HERE = Path(carreau.__file__).parent


@pytest.fixture
def newer(tmp_path: Path) -> str:
    """The folder of a version that differs in one style sheet."""
    package = tmp_path / "newer" / "carreau"
    (package / "desk").mkdir(parents=True)
    for found in HERE.iterdir():
        if found.name not in ("desk", "__pycache__"):
            (package / found.name).symlink_to(found)
    for found in (HERE / "desk").iterdir():
        if found.name not in ("static", "__pycache__"):
            (package / "desk" / found.name).symlink_to(found)
    shutil.copytree(HERE / "desk" / "static", package / "desk" / "static")
    with (package / "desk" / "static" / "app.css").open("a", encoding="utf-8") as styles:
        styles.write("\n/* newer */\n")
    return str(package.parent)


def version(phone: Phone) -> str:
    """The digest of the page that is shown."""
    return str(phone.page.locator("script[src]").first.get_attribute("src")).split("/")[2]


def with_three_unsent(phone: Phone, desk: Serving, line: Line) -> str:
    """A phone that has a worker and three entries that the desk does not have; its game."""
    phone.open("/")
    game = desk.begin(phone.device())
    page = phone.play(game)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    expect(page.locator(".mark")).to_have_text("● saved")
    line.down()
    for points in range(1, OUTBOX + 1):
        page.locator(f".pts[data-side=A] [data-points='{points}']").click()
    expect(page.locator(".mark")).to_have_text("▲ 3 kept here")
    return game


def test_a_new_version_waits_until_nothing_is_at_stake(phone: Phones, own_desk: Serving, newer: str) -> None:
    line = Line(own_desk.port)
    mine = phone(at=line.address, kept=True)
    game = with_three_unsent(mine, own_desk, line)
    page = mine.page
    before = version(mine)
    own_desk.stop()
    own_desk.environment = {"PYTHONPATH": newer}
    own_desk.start()
    line.answer = 503  # the desk is there, and takes nothing
    page.reload()
    expect(page.locator(".mark")).to_have_text("▲ 3 kept here")
    assert version(mine) == before
    line.answer = None
    line.cut = True
    line.up()
    mine.saved(60_000)
    assert version(mine) == before, "no new version on a scoring screen"
    page.locator(".mark").click()
    expect(page.locator("[data-screen=unsent]")).to_contain_text("The desk has everything.")
    assert own_desk.record(game)[-1]["score"] == {"A": 6, "B": 0}
    mine.open("/")
    for _ in range(60):
        page.wait_for_timeout(500)
        page.goto(f"{line.address}/")
        if version(mine) != before:
            break
    assert version(mine) != before, "the new version is in"
    reply = page.request.get(f"{line.address}/s/{before}/play.js")
    assert reply.status == 200, "a page that is still open finds the files it knows"
    line.close()


def test_the_worker_can_be_taken_away(phone: Phones, own_desk: Serving) -> None:
    line = Line(own_desk.port)
    mine = phone(at=line.address, kept=True)
    game = with_three_unsent(mine, own_desk, line)
    page = mine.page
    own_desk.stop()
    own_desk.flags = (*own_desk.flags, "--no-worker")
    own_desk.start()
    line.answer = None
    line.up()
    line.drop = 10**6  # no entry reaches the desk yet
    page.goto(f"{line.address}/play/{game}")
    for _ in range(80):
        page.wait_for_timeout(500)
        if not page.evaluate("async () => (await caches.keys()).length"):
            break
    assert page.evaluate("async () => (await caches.keys()).length") == 0
    page.goto(f"{line.address}/play/{game}")
    assert not page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).some((one) => one.active)")
    expect(page.locator(".mark")).to_have_text("▲ 3 kept here")
    line.drop = 0
    mine.saved(60_000)
    assert own_desk.record(game)[-1]["score"] == {"A": 6, "B": 0}
    line.close()
