"""What a phone has kept: it leaves by the desk's word or a person's, whatever else happens."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Line, Serving

FULL = """() => {
  const add = IDBObjectStore.prototype.add;
  window.full = true;
  IDBObjectStore.prototype.add = function (...given) {
    if (window.full) throw new DOMException("no room", "QuotaExceededError");
    return add.apply(this, given);
  };
}"""
JUNK = """() => new Promise((resolve, reject) => {
  const opened = indexedDB.open("carreau");
  opened.onsuccess = () => {
    const tx = opened.result.transaction("outbox", "readwrite");
    tx.objectStore("outbox").put({ fid: "HALF", n: "?", fact: "end A 3" });
    tx.oncomplete = () => { opened.result.close(); resolve(null); };
    tx.onabort = () => reject(tx.error);
  };
})"""


def key(page: Page, side: str, points: int) -> None:
    page.locator(f".pts[data-side={side}] [data-points='{points}']").click()


def score(page: Page) -> str:
    return "–".join(page.locator(".sc .n").all_inner_texts())


def scores(desk: Serving, game: str) -> list[tuple[int, int]]:
    """The score after each end of the story."""
    return [(f["score"]["A"], f["score"]["B"]) for f in desk.record(game) if f["kind"] == "EndCounted"]


@pytest.fixture
def mine(phone: Phones, line: Line) -> Phone:
    """A phone behind a line that can be cut."""
    made = phone(at=line.address)
    made.open("/")
    return made


@pytest.fixture
def game(mine: Phone, desk: Serving) -> str:
    made = desk.begin(mine.device())
    mine.play(made)
    return made


# --- two people at once ----------------------------------------------------------------------------


def test_the_same_end_with_the_same_result_asks_nobody(
    phone: Phones, mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    yours = phone()
    other = yours.play(game)
    line.down()
    key(mine.page, "A", 3)
    key(other, "A", 3)
    yours.saved()
    line.up()
    mine.saved(40_000)
    assert scores(desk, game) == [(3, 0)]
    assert mine.page.locator(".screen").count() == 0


@pytest.mark.parametrize(("answer", "after"), [("theirs", 3), ("correct", 2), ("both", 5)])
def test_the_same_end_with_another_result_asks_the_later_one(
    phone: Phones, mine: Phone, game: str, desk: Serving, line: Line, answer: str, after: int
) -> None:
    yours = phone()
    other = yours.play(game)
    line.down()
    key(mine.page, "A", 2)
    key(other, "A", 3)
    yours.saved()
    line.up()
    mine.page.locator("[data-screen=held]").wait_for(timeout=40_000)
    assert other.locator(".screen").count() == 0, "nobody asks the one who was first"
    expect(mine.page.locator(".mark")).to_have_text("■ choose")
    expect(mine.page.locator("[data-screen=held]")).to_contain_text("3 to Team A")
    mine.page.locator(f"[data-answer={answer}]").click()
    if answer == "theirs":
        mine.page.locator("dialog [data-answer=yes]").click()
    mine.saved()
    assert desk.record(game)[-1]["score"] == {"A": after, "B": 0}
    expect(other.locator(".sc .n").first).to_have_text(str(after))
    expect(mine.page.locator("#bar")).to_be_visible()


def test_what_came_meanwhile_is_shown_before_it_is_asked_whether_it_is_still_true(
    phone: Phones, mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    other = (yours := phone()).play(game)
    key(mine.page, "A", 1)
    mine.saved()
    expect(other.locator(".sc .n").first).to_have_text("1")
    line.down()
    mine.page.locator(".undoes").click()
    key(other, "B", 4)
    yours.saved()
    line.up()
    mine.page.locator("[data-screen=held]").wait_for(timeout=40_000)
    expect(mine.page.locator("[data-screen=held]")).to_contain_text("4 to Team B")
    mine.page.locator("[data-answer=no]").click()
    mine.page.locator("dialog [data-answer=yes]").click()
    mine.saved()
    assert scores(desk, game) == [(1, 0), (1, 4)]


# --- what may not get lost ---------------------------------------------------------------------------


def test_a_full_phone_says_so_and_gives_the_text(mine: Phone, game: str, desk: Serving) -> None:
    page = mine.page
    page.evaluate(FULL)
    key(page, "A", 3)
    trouble = page.locator("[data-trouble=unkept]")
    expect(trouble).to_contain_text("Not kept: End 1: ● +3.")
    assert score(page) == "0–0", "the number goes back"
    expect(trouble.locator("textarea")).to_have_value("Write it down: 0–0, end 1; then: End 1: ● +3.")
    expect(page.locator(".mark")).to_have_text("✕ not kept")
    expect(page.locator(".pts[data-side=B] [data-points='1']")).to_have_attribute("aria-disabled", "true")
    page.evaluate("() => { window.full = false; }")
    trouble.get_by_role("button", name="Try again").click()
    expect(page.locator(".sc .n").first).to_have_text("3")
    mine.saved()
    assert scores(desk, game) == [(3, 0)]


def test_an_entry_that_cannot_be_read_holds_nothing_up(mine: Phone, game: str, desk: Serving) -> None:
    page = mine.page
    page.evaluate(JUNK)
    key(page, "B", 1)
    expect(page.locator(".mark")).to_have_text("■ choose")
    page.locator(".mark").click()
    expect(page.locator("[data-state=broken] textarea")).to_have_value('{"fid":"HALF","n":"?","fact":"end A 3"}')
    page.get_by_role("button", name="Put it away").click()
    page.locator("dialog [data-answer=yes]").click()
    mine.saved()
    assert scores(desk, game) == [(0, 1)]


def test_a_desk_restored_from_an_older_copy_is_given_back_what_it_lost(
    phone: Phones, own_desk: Serving, tmp_path: Path
) -> None:
    mine = phone(at=own_desk.address)
    mine.open("/")
    game = own_desk.begin(mine.device())
    page = mine.play(game)
    key(page, "A", 1)
    mine.saved()
    own_desk.stop()
    shutil.copytree(own_desk.folder, tmp_path / "copy")
    own_desk.start()
    key(page, "A", 2)
    key(page, "B", 3)
    mine.saved(40_000)
    own_desk.stop()
    shutil.rmtree(own_desk.folder)
    shutil.copytree(tmp_path / "copy", own_desk.folder)
    own_desk.start()
    lost = page.locator("[data-trouble=lost]")
    lost.wait_for(timeout=40_000)
    expect(lost).to_contain_text("The desk has lost entries 2 to 3; this phone has 2 of them.")
    lost.get_by_role("button", name="Give 2 entries back").click()
    mine.saved(40_000)
    assert scores(own_desk, game) == [(1, 0), (3, 0), (3, 3)]


def test_a_code_that_has_been_taken_away_leaves_the_outbox_as_it_is(
    mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    page = mine.page
    line.down()
    for points in (1, 2, 3):
        key(page, "A", points)
    line.answer = 403
    line.up()
    expect(page.locator(".banner")).to_contain_text("may not write", timeout=40_000)
    expect(page.locator(".mark")).to_have_text("▲ 3 kept here")
    assert len(mine.stored("outbox")) == 3
    line.answer = None
    page.get_by_role("button", name="Try again").click()
    mine.saved(40_000)
    assert scores(desk, game) == [(1, 0), (3, 0), (6, 0)]


def test_a_line_that_loses_and_doubles(mine: Phone, game: str, desk: Serving, line: Line) -> None:
    page = mine.page
    for points, how in ((1, "lose"), (2, "drop"), (3, "twice")):
        setattr(line, how, 1)
        key(page, "B", points)
        mine.saved(40_000)
    assert scores(desk, game) == [(0, 1), (0, 3), (0, 6)]


# --- the finger --------------------------------------------------------------------------------------


def test_a_second_tap_of_the_same_button_is_a_slip_and_another_button_is_not(
    mine: Phone, game: str, desk: Serving
) -> None:
    page = mine.page
    page.locator(".pts[data-side=A] [data-points='2']").dblclick()
    key(page, "B", 1)
    mine.saved()
    assert scores(desk, game) == [(2, 0), (2, 1)]


def test_a_finger_that_slides_off_has_not_tapped(mine: Phone, game: str, desk: Serving) -> None:
    page = mine.page
    box = page.locator(".pts[data-side=A] [data-points='2']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] - 200)
    page.mouse.up()
    assert score(page) == "0–0"
    assert scores(desk, game) == []


# --- plain http, several tabs ------------------------------------------------------------------------


def test_without_https_it_works_and_says_what_is_missing(phone: Phones, desk: Serving) -> None:
    club = f"http://club.test:{desk.port}"
    mine = phone(at=club, flags=("--host-resolver-rules=MAP club.test 127.0.0.1",))
    mine.open("/")
    game = desk.begin(mine.device())
    page = mine.play(game)
    assert not page.evaluate("() => isSecureContext || Boolean(navigator.serviceWorker) || Boolean(navigator.locks)")
    expect(page.locator(".banner")).to_contain_text("Keep it open while ▲ is shown")
    second = mine.context.new_page()
    second.goto(f"{club}/play/{game}")
    second.locator(".pads").wait_for()
    key(page, "A", 1)
    second.locator(".pts[data-side=B] [data-points='2']").click()
    mine.saved(40_000)
    second.locator(".mark[data-state=saved]").wait_for(timeout=40_000)
    expect(page.locator(".sc .n").nth(1)).to_have_text("2")
    assert sorted(scores(desk, game)[-1:]) == [(1, 2)]
    assert len([f for f in desk.record(game) if f["kind"] == "EndCounted"]) == 2


def test_two_tabs_send_once(mine: Phone, game: str, desk: Serving) -> None:
    second = mine.context.new_page()
    second.goto(mine.page.url)
    second.locator(".pads").wait_for()
    for points in (1, 2, 3):
        key(mine.page, "A", points)
        second.locator(f".pts[data-side=B] [data-points='{points}']").click()
    mine.saved(40_000)
    second.locator(".mark[data-state=saved]").wait_for(timeout=40_000)
    assert len(scores(desk, game)) == 6
    assert scores(desk, game)[-1] == (6, 6)
