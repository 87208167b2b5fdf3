"""The map of the head in a browser: tap, drag, pinch, arrows and typed numbers give the same facts; no surer than a finger."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Line, Serving
from tests.browser.test_clocks import Told

Box = dict[str, float]


@pytest.fixture
def told(desk: Serving) -> Told:
    """Two boules lie, and who holds is to be measured."""
    game = Told(desk, 60_000)
    game.tell({"kind": "BouleThrown", "side": "A", "holds": "A"}, 10_000)
    game.tell({"kind": "BouleThrown", "side": "B", "holds": "unknown"}, 20_000)
    return game


class Sketcher:
    """Somebody with a finger over the picture."""

    def __init__(self, one: Phone, told: Told) -> None:
        self.told = told
        self.page: Page = one.play(told.id, "#map")
        self.one = one
        self.page.locator(".map svg[data-within]").wait_for()

    @property
    def box(self) -> Box:
        found: Any = self.page.locator(".map svg").bounding_box()
        return dict(found)

    def at(self, x_mm: float, y_mm: float, across_mm: float = 2000) -> tuple[float, float]:
        """Where a place on the ground is on the page."""
        box = self.box
        side = min(box["width"], box["height"])
        k = side / across_mm
        return box["x"] + box["width"] / 2 + x_mm * k, box["y"] + box["height"] / 2 - y_mm * k

    def take(self, team: str) -> None:
        self.page.get_by_role("button", name=f"Place a boule of {team}").click()

    def tap(self, x_mm: float, y_mm: float) -> None:
        self.page.mouse.click(*self.at(x_mm, y_mm))

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def spots(self) -> dict[str, dict[str, int]]:
        """The sketch as the phone keeps it, a moment later."""
        self.page.wait_for_timeout(150)
        read = """(key) => new Promise((done) => { const opened = indexedDB.open("carreau"); opened.onsuccess = () => {
          const asked = opened.result.transaction("prefs").objectStore("prefs").get(key);
          asked.onsuccess = () => { opened.result.close(); done(asked.result ?? {}); }; }; })"""
        found: dict[str, dict[str, int]] = self.page.evaluate(read, f"map:{self.told.id}:1")
        return found

    def publish(self) -> list[dict[str, Any]]:
        """Put it on the story; the facts that came of it."""
        n = len(self.told.desk.record(self.told.id))
        self.button("Put on the story")
        self.page.locator(".screen").wait_for(state="detached")
        self.one.saved()
        return [line["fact"] for line in self.told.desk.record(self.told.id)[n:]]


@pytest.fixture
def sketcher(phone: Phones, told: Told) -> Sketcher:
    return Sketcher(phone(), told)


def close_to(spot: dict[str, int], x: int, y: int, within: int = 12) -> bool:
    return abs(spot["x_mm"] - x) <= within and abs(spot["y_mm"] - y) <= within


def test_a_tap_places_and_the_facts_go_on_the_story(sketcher: Sketcher, desk: Serving) -> None:
    sketcher.take("Les Lilas")
    sketcher.tap(400, 100)
    sketcher.take("Vieux-Port")
    sketcher.tap(-150, -100)
    expect(sketcher.page.locator(".map .say")).to_contain_text("By this map Vieux-Port hold the point.")
    (fact,) = sketcher.publish()
    assert (fact["kind"], fact["order"]) == ("HeadMapped", [["B.1"], ["A.1"]])
    assert fact["uncertainty_mm"] >= 2 * 40
    assert desk.record(sketcher.told.id)[-1]["source"] == "map"
    assert desk.ask("GET", f"/api/games/{sketcher.told.id}")["view"]["holds"] == "B"


def test_a_tap_a_drag_arrows_and_typed_numbers_come_to_the_same(sketcher: Sketcher) -> None:
    """Each way leaves A.1 at the same place; every gesture has its button."""
    page = sketcher.page
    sketcher.take("Les Lilas")
    sketcher.tap(300, 100)
    tapped = sketcher.spots()["A.1"]
    assert close_to(tapped, 300, 100)
    page.mouse.move(*sketcher.at(300, 100))
    page.mouse.down()
    page.mouse.move(*sketcher.at(100, 0), steps=4)
    page.mouse.move(*sketcher.at(-200, 50), steps=4)
    page.mouse.up()
    dragged = sketcher.spots()["A.1"]
    assert close_to(dragged, -200, 50)
    spot = page.locator("[data-object='A.1']")
    if spot.get_attribute("aria-pressed") != "true":
        spot.press("Enter")
    for _ in range(3):
        sketcher.page.get_by_role("button", name="Right", exact=True).click()
    page.locator("[data-object='A.1']").press("ArrowUp")
    sketcher.button("Fine 1 mm")
    sketcher.page.get_by_role("button", name="Towards the circle", exact=True).click()
    moved = sketcher.spots()["A.1"]
    assert (moved["x_mm"] - dragged["x_mm"], moved["y_mm"] - dragged["y_mm"]) == (30, 9)


def test_two_boules_within_the_finger_are_not_told_apart_and_a_tape_tells_them(
    sketcher: Sketcher, desk: Serving
) -> None:
    sketcher.take("Les Lilas")
    sketcher.tap(300, 0)
    sketcher.take("Vieux-Port")
    sketcher.tap(0, 310)
    page = sketcher.page
    expect(page.locator(".map .say")).to_contain_text("Too close to tell: measure.")
    expect(page.get_by_role("button", name="Nearer: ◎1")).to_be_visible()
    sketcher.button("List")
    page.get_by_label("Gap of ●1 by the tape, in cm").fill("25.2")
    page.get_by_label("Gap of ●1 by the tape, in cm").press("Enter")
    page.get_by_label("Gap of ◎1 by the tape, in cm").fill("25,0")
    page.get_by_label("Gap of ◎1 by the tape, in cm").press("Enter")
    expect(page.locator(".map .say")).to_contain_text("By this map Vieux-Port hold the point.")
    facts = sketcher.publish()
    assert [fact["kind"] for fact in facts] == ["HeadMapped", "PointMeasured"]
    assert (facts[1]["near"], facts[1]["far"], facts[1]["gaps_mm"]) == ("B.1", "A.1", {"A.1": 252, "B.1": 250})
    assert desk.record(sketcher.told.id)[-1]["source"] == "tape"


def test_a_sketch_that_is_closed_records_nothing_and_is_there_again(sketcher: Sketcher, desk: Serving) -> None:
    n = len(desk.record(sketcher.told.id))
    sketcher.take("Les Lilas")
    sketcher.tap(400, 100)
    sketcher.button("Back")
    sketcher.page.locator(".screen").wait_for(state="detached")
    assert len(desk.record(sketcher.told.id)) == n
    sketcher.one.play(sketcher.told.id, "#map")
    expect(sketcher.page.locator("[data-object='A.1']")).to_be_visible()


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_a_pinch_zooms_as_the_buttons_do_and_makes_the_finger_surer(sketcher: Sketcher) -> None:
    page = sketcher.page
    svg = page.locator(".map svg")
    first = int(svg.get_attribute("data-within") or 0)
    session = page.context.new_cdp_session(page)
    (x, y), spread = sketcher.at(0, 0), 30.0
    touch(session, "touchStart", (x - spread, y), (x + spread, y))
    for _ in range(6):
        spread += 10
        touch(session, "touchMove", (x - spread, y), (x + spread, y))
    touch(session, "touchEnd")
    pinched = int(svg.get_attribute("data-within") or 0)
    assert pinched < first * 0.8
    assert sketcher.spots() == {}  # a pinch places nothing
    for _ in range(8):
        page.get_by_role("button", name="Closer").click()
    assert int(svg.get_attribute("data-within") or 0) <= 10
    for _ in range(12):
        page.get_by_role("button", name="Farther away").click()
    assert int(svg.get_attribute("data-within") or 0) >= 60


def test_without_network_the_sketch_stays_and_nothing_is_promised(phone: Phones, told: Told, line: Line) -> None:
    sketcher = Sketcher(phone(at=line.address, clean=False), told)
    line.down()
    sketcher.take("Les Lilas")
    sketcher.tap(400, 100)
    expect(sketcher.page.locator(".map .say")).to_contain_text("The map is read when connected")
    expect(sketcher.page.get_by_role("button", name="Put on the story")).to_have_attribute("aria-disabled", "true")
    line.up()
    assert close_to(sketcher.spots()["A.1"], 400, 100)
