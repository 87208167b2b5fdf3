"""Entries that speak of others, that come twice, late or from before: what is shown, what is sent, what a person is asked."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from carreau import gamefile
from tests.browser.conftest import Phones
from tests.browser.phones import Phone
from tests.browser.serving import Line, Serving

HOLD = """() => {
  const real = window.fetch;
  window.fetch = async (...given) => {
    const reply = await real(...given);
    if (String(given[0]).includes("/facts")) await new Promise((go) => (window.letGo = go));
    return reply;
  };
}"""
FULL_FOR_ONE = """() => {
  const add = IDBObjectStore.prototype.add;
  window.refuses = true;
  IDBObjectStore.prototype.add = function (...given) {
    const refused = window.refuses && (given[0]?.entry ?? given[0])?.fact?.points === 2;
    if (refused) throw new DOMException("no room", "QuotaExceededError");
    return add.apply(this, given);
  };
}"""
STAYS = """() => {
  const real = window.setTimeout;
  window.setTimeout = (run, ms, ...more) => (ms === 10_000 ? 0 : real(run, ms, ...more));
}"""
TWO = """() => {
  document.querySelector(".pts[data-side=A] [data-points='2']").click();
  document.querySelector(".pts[data-side=B] [data-points='1']").click();
}"""
PUT = """(entry) => new Promise((resolve, reject) => {
  const opened = indexedDB.open("carreau");
  opened.onsuccess = () => {
    const tx = opened.result.transaction("outbox", "readwrite");
    tx.objectStore("outbox").put(entry);
    tx.oncomplete = () => { opened.result.close(); resolve(null); };
    tx.onabort = () => reject(tx.error);
  };
})"""
SEEN = """async () => {
  const at = (name) => document.querySelector("script[src]").src.replace("app.js", name);
  const { Game } = await import(at("game.js"));
  const game = new Game("ZZZZZZZZ", "none");
  game.sender.kick = async () => null;
  game.base = { head: 3, score: {}, teams: {} };
  game.show();
  game.head = 5; // the desk has said more, and it is not on the screen yet
  game.base = { ...game.base, head: 5 };
  await game.record({ kind: "Noted", text: "x" }, { words: "x" });
}"""
OTHER = "0123456789ABCDEFGHJKMNPQRT"


def key(page: Page, side: str, points: int) -> None:
    page.locator(f".pts[data-side={side}] [data-points='{points}']").click()


def score(page: Page) -> str:
    return "–".join(page.locator(".sc .n").all_inner_texts())


def scores(desk: Serving, game: str) -> list[tuple[int, int]]:
    """The score after each end of the story."""
    return [(f["score"]["A"], f["score"]["B"]) for f in desk.record(game) if f["kind"] == "EndCounted"]


def enter(desk: Serving, game: str, fid: str, fact: dict[str, Any]) -> None:
    """Somebody else enters something."""
    head = desk.ask("GET", f"/api/games/{game}")["head"]
    proposal = {"fid": fid * 26, "seen": head, "at_ms": 0, "by": "scorer", "source": "stated", "fact": fact}
    desk.ask("POST", f"/api/games/{game}/facts", json={"device": OTHER, "queue": 1, "facts": [proposal]})


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
    mine.saved()
    return made


# --- what is shown ----------------------------------------------------------------------------------


def test_a_reply_that_comes_after_its_own_story_counts_nothing_twice_and_loses_nothing(
    mine: Phone, game: str, desk: Serving
) -> None:
    page = mine.page
    expect(page.locator(".mark")).to_have_text("● saved")
    page.evaluate(HOLD)
    key(page, "A", 3)
    page.wait_for_function("() => window.letGo")
    enter(desk, game, "B", {"kind": "EndCounted", "side": "B", "points": 2})
    expect(page.locator(".sc .n").nth(1)).to_have_text("2")
    assert score(page) == "3–2", "the stream was faster than the answer"
    assert len(mine.stored("outbox")) == 1
    page.evaluate("() => window.letGo()")
    mine.saved()
    assert page.locator("[data-trouble=lost]").count() == 0, "an old answer is no loss"
    assert score(page) == "3–2"
    assert scores(desk, game) == [(3, 0), (3, 2)]


def test_an_undo_of_what_the_story_has_already_is_shown_at_once(
    mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    page = mine.page
    line.lose = 99  # the desk has it; its answers are lost
    key(page, "A", 3)
    page.wait_for_timeout(700)
    line.lose = 0
    line.drop = 99
    mine.open(f"/play/{game}")
    page.locator(".pads").wait_for()
    expect(page.locator(".mark")).to_have_text("▲ 1 kept here")
    expect(page.locator(".sc .n").first).to_have_text("3")
    line.drop = 0
    mine.saved(60_000)
    assert scores(desk, game) == [(3, 0)]


# --- what speaks of something else --------------------------------------------------------------------


def test_what_speaks_of_a_held_entry_speaks_of_what_stands_in_its_place(
    phone: Phones, mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    page, other = mine.page, phone().play(game)
    line.down()
    key(page, "A", 2)
    page.get_by_role("button", name="It was ◎").click()
    assert score(page) == "0–2"
    key(other, "A", 3)
    expect(other.locator(".mark")).to_have_text("● saved")
    line.up()
    page.locator("[data-screen=held]").wait_for(timeout=40_000)
    page.locator("[data-answer=correct]").click()
    mine.saved(40_000)
    assert desk.record(game)[-1]["score"] == {"A": 0, "B": 2}
    assert score(page) == "0–2"


@pytest.mark.parametrize("fact", [
    {"kind": "Undone", "seqs": [{"fid": "Y" * 26}]},
    {"kind": "Corrected", "changes": [{"seq": {"fid": "Y" * 26}, "facts": [{"kind": "EndCounted"}]}]},
])  # fmt: skip
def test_what_speaks_of_nothing_comes_to_a_person(mine: Phone, game: str, desk: Serving, fact: dict[str, Any]) -> None:
    page = mine.page
    entry = {"fid": "X" * 26, "game": game, "n": 0, "seen": 0, "after": None, "at_ms": 1, "by": "scorer"}
    more = {"source": "stated", "fact": fact, "words": "Undo it.", "wall_ms": 1, "mono_ms": 1, "state": "kept"}
    page.evaluate(PUT, entry | more)
    key(page, "A", 1)
    held = page.locator("[data-screen=held]")
    held.wait_for(timeout=20_000)
    expect(held).to_contain_text("neither kept here nor on the desk")
    page.locator("[data-answer=withdraw]").click()
    page.locator("dialog [data-answer=yes]").click()
    mine.saved(40_000)
    assert scores(desk, game) == [(1, 0)]


def test_the_strip_of_an_entry_that_was_withdrawn_corrects_nothing(
    phone: Phones, mine: Phone, game: str, desk: Serving, line: Line
) -> None:
    page, other = mine.page, phone().play(game)
    page.evaluate(STAYS)
    line.down()
    key(page, "A", 2)
    key(other, "A", 3)
    expect(other.locator(".mark")).to_have_text("● saved")
    line.up()
    page.locator("[data-screen=held]").wait_for(timeout=40_000)
    page.locator("[data-answer=theirs]").click()
    page.locator("dialog [data-answer=yes]").click()
    mine.saved(40_000)
    page.get_by_role("button", name="It was ◎").click()
    expect(page.locator(".strip.full")).to_have_count(0)
    mine.saved()
    assert scores(desk, game) == [(3, 0)]
    assert mine.stored("outbox") == []


# --- what was not kept, what was seen -----------------------------------------------------------------


def test_a_tap_that_was_not_kept_is_not_forgotten_when_the_next_one_is(mine: Phone, game: str, desk: Serving) -> None:
    page = mine.page
    page.evaluate(FULL_FOR_ONE)
    page.evaluate(TWO)
    mine.page.locator(".mark[data-state=unkept]").wait_for()
    trouble = page.locator("[data-trouble=unkept]")
    expect(trouble).to_contain_text("Not kept: End 1: ● +2.")
    expect(page.locator(".sc .n").nth(1)).to_have_text("1")
    assert score(page) == "0–1"
    tapped = page.evaluate("() => performance.now()")
    page.wait_for_timeout(1500)
    page.evaluate("() => { window.refuses = false; }")
    trouble.get_by_role("button", name="Try again").click()
    mine.saved()
    assert scores(desk, game) == [(0, 1), (2, 1)]
    first, second = (one["entry"] for one in mine.stored("diary") if one["what"] == "tapped")
    assert second["mono_ms"] < tapped, "it is the entry of the first tap"
    assert second["at_ms"] <= first["at_ms"], "and has its time"


def test_what_a_person_has_seen_is_what_the_screen_showed(phone: Phones) -> None:
    mine = phone()
    mine.open("/")
    mine.page.evaluate(SEEN)
    assert [entry["seen"] for entry in mine.stored("outbox")] == [3]
    assert "ZZZZZZZZ" in {entry["game"] for entry in mine.stored("outbox")}


# --- a desk that is none, a desk that has lost something ----------------------------------------------


def test_a_page_of_somebody_between_is_no_word_of_the_desk(phone: Phones, desk: Serving, line: Line) -> None:
    mine = phone(at=line.address)
    page = mine.page
    mine.open("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    mine.open("/new")
    line.drop = 1  # it begins on this phone
    page.get_by_role("button", name="Start").click()
    page.locator(".pads").wait_for()
    line.answer = 200
    game = page.url.rpartition("/")[2]
    line.hang_up()
    key(page, "A", 2)
    page.wait_for_timeout(2500)
    line.answer = None
    mine.saved(60_000)
    assert scores(desk, game) == [(2, 0)]


def test_a_game_that_is_only_on_this_phone_is_not_called_saved(phone: Phones, desk: Serving, line: Line) -> None:
    mine = phone(at=line.address)
    page = mine.page
    mine.open("/new")
    line.drop = 99
    page.get_by_role("button", name="Start").click()
    page.locator(".pads").wait_for()
    expect(page.locator(".mark")).to_have_text("▲ 1 kept here")
    page.locator(".mark").click()
    expect(page.locator(".screen")).to_contain_text("kept here, not sent")
    line.drop = 0
    page.get_by_role("button", name="Send now").click()
    mine.saved(40_000)
    expect(page.locator(".screen")).to_contain_text("The desk has everything.")


def test_what_the_desk_has_lost_is_remembered_and_goes_back_under_other_numbers(
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
    mine.saved(40_000)
    key(page, "B", 3)
    mine.saved(40_000)
    page.locator(".undoes").click()
    expect(page.locator(".sc .n").nth(1)).to_have_text("0")
    mine.saved(40_000)
    own_desk.stop()
    shutil.rmtree(own_desk.folder)
    shutil.copytree(tmp_path / "copy", own_desk.folder)
    own_desk.start()
    enter(own_desk, game, "N", {"kind": "Noted", "text": "Rain."})
    page.locator("[data-trouble=lost]").wait_for(timeout=40_000)
    key(page, "B", 4)
    expect(page.locator(".mark")).to_have_text("■ choose")
    page.reload()
    page.locator(".pads").wait_for()
    lost = page.locator("[data-trouble=lost]")
    expect(lost).to_contain_text("this phone has")
    page.wait_for_timeout(1000)
    assert scores(own_desk, game) == [(1, 0)], "nothing goes before it is decided"
    assert len(mine.stored("outbox")) == 1
    lost.get_by_role("button", name="Give").click()
    mine.saved(40_000)
    story = own_desk.record(game)
    assert [line["kind"] for line in story[2:]] == ["Noted", "EndCounted", "EndCounted", "Undone", "EndCounted"]
    assert story[4]["undone_by"] == 5
    assert story[-1]["score"] == {"A": 3, "B": 4}


# --- the record file ----------------------------------------------------------------------------------


def exported(page: Page) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name="Record file").click()
    return download.value.path().read_text("utf-8")


def test_a_record_file_can_be_read_wherever_it_is_made(mine: Phone, game: str, desk: Serving, line: Line) -> None:
    page = mine.page
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    key(page, "A", 2)
    mine.saved()
    enter(desk, game, "C", {"kind": "EndCounted", "side": "B", "points": 1})
    expect(page.locator(".sc .n").nth(1)).to_have_text("1")
    line.down()
    key(page, "A", 3)
    key(page, "B", 5)
    page.locator(".undoes").click()
    page.locator(".mark").click()
    text = exported(page)
    filed = gamefile.opened(text.encode())
    assert filed.sport.score(filed.game.book, filed.state) == {"A": 5, "B": 1}
    assert len(filed.record.entries) == 6
    line.up()
    mine.saved(40_000)
    page.wait_for_timeout(700)
    assert len(gamefile.opened(exported(page).encode()).record.entries) == 6


def test_the_record_file_of_a_game_that_the_desk_does_not_know(phone: Phones, line: Line) -> None:
    mine = phone(at=line.address)
    page = mine.page
    mine.open("/new")
    line.drop = 99
    page.locator("input[name=A]").fill("Les Lilas")
    page.get_by_role("button", name="Start").click()
    page.locator(".pads").wait_for()
    key(page, "A", 3)
    key(page, "B", 2)
    page.get_by_role("button", name="It was ●").click()
    page.locator(".mark").click()
    filed = gamefile.opened(exported(page).encode())
    assert filed.sport.score(filed.game.book, filed.state) == {"A": 5, "B": 0}
    assert filed.names["A"] == "Les Lilas"
    assert len(filed.record.entries) == 4
