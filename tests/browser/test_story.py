"""A choice, the ruling card, the story with Undo and what it was instead, and corrections that show what would change."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import SMALL, TABLET
from tests.browser.serving import Line, Serving
from tests.browser.test_happened import BEFORE, SLIP_S, last, new_game, tell

STOPPED = {"by": "player", "side": "A"}


def stop(marked: bool) -> dict[str, Any]:
    """A shot of B whose jack a player of A stopped."""
    return {
        "kind": "BouleThrown", "side": "B", "how": "shot", "holds": "B",
        "moved": [{"object": "jack", "marked": marked, "stopped": STOPPED}],
    }  # fmt: skip


def ends(desk: Serving, *counted: tuple[str, int]) -> str:
    """A game of which only ends are noted."""
    told: list[dict[str, Any]] = [
        {"kind": "DrawWon", "side": "A"},
        *({"kind": "EndCounted", "side": s, "points": n} for s, n in counted),
    ]
    return new_game(desk, *told, detail="ends")


def press(page: Page, name: str, inside: str = "body", *, exact: bool = False) -> None:
    """A press that is meant."""
    page.locator(inside).get_by_role("button", name=name, exact=exact).first.click()


def saved(page: Page) -> None:
    page.locator(".mark[data-state=saved]").wait_for()


def unfold(page: Page) -> None:
    """Open every end of the story."""
    page.locator(".chapter").first.wait_for()
    page.evaluate("document.querySelectorAll('.chapter').forEach((end) => { end.open = true; })")


# --- a choice that is pending ------------------------------------------------------------------------


def test_a_marked_jack_gives_three_answers_with_what_each_leads_to(phone: Phones, desk: Serving) -> None:
    """Scenario 6: the consequence shown before choosing is the ruling after it; two taps."""
    game = new_game(desk, *BEFORE, stop(True))
    page = phone().play(game, "#choice")
    page.locator(".option").first.wait_for()
    assert page.locator(".option").count() == 3
    expect(page.locator(".choice")).to_contain_text("Vieux-Port")
    expect(page.locator(".choice .art")).to_contain_text("15")
    wanted = page.locator(".option").first.locator(".consequence").all_inner_texts()
    always = page.locator(".choice > .consequence").inner_text()
    enter = page.locator(".choice .pri")
    page.locator(".option").last.click()
    expect(enter).to_contain_text("Set it on the line")
    page.locator(".option").first.click()
    expect(enter).to_have_text("Record: ◎: Leave the jack where it is.")
    enter.click()
    saved(page)
    expect(page.locator(".screen")).to_have_count(0)
    entry = last(desk, game)
    assert (entry["fact"]["choice"], entry["by"]) == ("leave", "B")
    view = desk.ask("GET", f"/api/games/{game}")["view"]
    held = view["teams"][view["holder"]]["name"] if view.get("holder") in ("A", "B") else None
    for sentence in wanted:
        if held and "holds" in sentence:
            assert held in sentence
    assert always or wanted


def test_an_unmarked_jack_stays_and_the_other_answers_are_struck_through(phone: Phones, desk: Serving) -> None:
    """Without a mark there is nothing to go back to: nobody is asked, and the card says why."""
    game = new_game(desk, *BEFORE, stop(False))
    view = desk.ask("GET", f"/api/games/{game}")["view"]
    offered = [one for one in (view["question"] or {"choices": []})["choices"] if one["refused"] is None]
    assert len(offered) <= 1
    page = phone().play(game, f"#ruling?seq={view['head']}")
    expect(page.locator(".because")).to_contain_text("15.d")


def test_an_answer_that_names_a_place_asks_for_it(phone: Phones, desk: Serving) -> None:
    game = new_game(desk, *BEFORE, stop(True))
    page = phone().play(game, "#choice")
    page.locator("[data-choice=line]").click()
    page.locator(".where [data-field=range_mm] input").fill("9000")
    page.locator(".where [data-field=visible] button").first.click()
    expect(page.locator(".outlook")).not_to_be_empty()
    page.locator(".choice .pri").click()
    saved(page)
    assert last(desk, game)["fact"]["place"] == {"range_mm": 9000, "visible": True}


def test_the_throw_that_asks_can_be_taken_back_from_the_choice(phone: Phones, desk: Serving) -> None:
    game = new_game(desk, *BEFORE, stop(True))
    page = phone().play(game, "#choice")
    press(page, "Undo:", ".choice")
    saved(page)
    assert last(desk, game)["kind"] == "Undone"
    assert desk.ask("GET", f"/api/games/{game}")["view"]["question"] is None


# --- why ---------------------------------------------------------------------------------------------


def test_the_card_goes_from_verdict_to_fact_and_clause_and_other_editions(phone: Phones, desk: Serving) -> None:
    game = new_game(desk, *BEFORE, {"kind": "BouleThrown", "side": "B", "moved": [{"object": "jack", "out": True}]})
    page = phone().play(game)
    press(page, "Why?", "#status")
    expect(page.locator(".ruling .card").first).to_contain_text("dead")
    expect(page.locator(".because")).to_contain_text("9.1a")
    press(page, "What other editions would rule")
    expect(page.locator(".ruling")).to_contain_text("fpusa-1995")
    press(page, "In the story")
    expect(page.locator(".entry").first).to_be_visible()


# --- the story ---------------------------------------------------------------------------------------


def test_undo_names_what_it_takes_and_offers_what_it_was(phone: Phones, desk: Serving) -> None:
    """Scenario 7: the state is as before; put back and replaced in one more tap; the minute keeps its start."""
    game = new_game(desk, *BEFORE)
    before = desk.ask("GET", f"/api/games/{game}")["view"]
    tell(desk, game, {"kind": "BouleThrown", "side": "B", "holds": "A"})
    thrown = desk.ask("GET", f"/api/games/{game}")
    page = phone().play(game)
    undo = page.locator("#bar .undoes")
    expect(undo).to_contain_text("boule 2")
    undo.click()
    saved(page)
    now = desk.ask("GET", f"/api/games/{game}")["view"]
    assert (now["turn"], now["score"], now["phase"]) == (before["turn"], before["score"], before["phase"])
    expect(page.locator(".strip")).to_contain_text("Is the ground as before?")
    press(page, "◎ holds", ".strip")
    page.locator(".strip:not(.full)").wait_for(state="attached")
    saved(page)
    expect(page.locator(".turn .plays")).to_contain_text("Les Lilas")
    story = desk.record(game)
    assert [line["kind"] for line in story[-3:]] == ["Undone", "Undone", "Corrected"]
    assert story[-1]["fact"]["changes"][0]["facts"][0]["holds"] == "B"
    clock = next(one for one in desk.ask("GET", f"/api/games/{game}")["view"]["clocks"] if one["kind"] == "boule")
    first = next(one for one in thrown["view"]["clocks"] if one["kind"] == "boule")
    assert clock["start_ms"] == first["start_ms"]


def test_put_back_brings_an_entry_back_until_something_new_is_recorded(phone: Phones, desk: Serving) -> None:
    game = new_game(desk, *BEFORE)
    page = phone().play(game, "#story")
    again = page.locator(".story .two button").last
    expect(again).to_have_attribute("aria-disabled", "true")
    press(page, "Undo:", ".story")
    page.locator(".screen").wait_for(state="detached")
    saved(page)
    press(page, "Story", "#bar")
    again = page.locator(".story .two button").last
    expect(again).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".entry s").first).to_be_visible()
    expect(page.locator(".story")).to_contain_text("Undone by")
    again.click()
    saved(page)
    expect(page.locator('.entry[data-seq="3"] s')).to_have_count(0)
    expect(again).to_have_attribute("aria-disabled", "true")


def test_nothing_disappears_from_the_story_and_it_can_be_filtered(phone: Phones, desk: Serving) -> None:
    game = ends(desk, ("A", 2), ("B", 1))
    tell(
        desk,
        game,
        {"kind": "Corrected", "changes": [{"seq": 3, "facts": [{"kind": "EndCounted", "side": "A", "points": 1}]}]},
    )
    page = phone().play(game, "#story")
    page.locator(".chapter").first.wait_for()
    unfold(page)
    assert page.locator(".entry").count() == 5
    expect(page.locator('.entry[data-seq="3"] s')).to_be_visible()
    expect(page.locator('.entry[data-seq="3"]')).to_contain_text("Corrected by")
    page.get_by_role("combobox").select_option("corrections")
    assert {e.get_attribute("data-seq") for e in page.locator(".entry").all()} == {"3", "4"}


# --- corrections -------------------------------------------------------------------------------------


def test_an_older_end_is_corrected_in_five_taps_with_what_would_change(phone: Phones, desk: Serving) -> None:
    """Task 12 and scenario 8: end 2 of 13; the preview is what stands afterwards; an agreed end needs both teams."""
    game = ends(desk, *((side, 1) for side in "ABABABABABABA"))
    page = phone().play(game)
    press(page, "Story", "#bar")
    unfold(page)
    page.locator('.entry[data-seq="3"] .dots-button').click()
    press(page, "Correct", "dialog", exact=True)
    press(page, "Les Lilas, 3 points", ".correct")
    would = page.locator(".would-change")
    expect(would).to_contain_text("If it was ● +3")
    expect(page.locator(".correct .pri")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("checkbox", name="Both teams agree").check()
    expect(page.locator(".correct .pri")).not_to_have_attribute("aria-disabled", "true")
    head = desk.ask("GET", f"/api/games/{game}")["head"]
    changes = would.locator("li").all_inner_texts()
    page.locator(".correct .pri").click()
    saved(page)
    after = desk.ask("GET", f"/api/games/{game}")
    assert after["head"] == head + 1
    assert after["view"]["score"] == {"A": 10, "B": 5}
    assert any("10" in text for text in changes), changes
    assert after["story"][3]["corrected_by"] == after["head"]


def test_a_later_entry_that_no_longer_fits_is_answered_first(phone: Phones, desk: Serving) -> None:
    """The first boule was held by B after all: the boule after it was A's, and nothing is cut without a word."""
    game = new_game(
        desk,
        *BEFORE,
        {"kind": "BouleThrown", "side": "B", "holds": "B"},
        {"kind": "BouleThrown", "side": "A", "holds": "A"},
    )
    page = phone().play(game, "#correct?seq=4")
    page.locator(".correct [data-field=holds] button, .correct [data-ask=holds] button").first.wait_for()
    press(page, "● Les Lilas", ".correct [data-field=holds]")
    misfit = page.locator(".misfit")
    expect(misfit).to_contain_text("Entry 5 would no longer fit")
    expect(page.locator(".correct .pri")).to_have_attribute("aria-disabled", "true")
    head = desk.ask("GET", f"/api/games/{game}")["head"]
    press(page, "Correct 5 too: it was ◎ Vieux-Port", ".misfit")
    expect(misfit).to_have_count(0)
    expect(page.locator(".correct .pri")).not_to_have_attribute("aria-disabled", "true")
    assert desk.ask("GET", f"/api/games/{game}")["head"] == head
    page.locator(".correct .pri").click()
    saved(page)
    changed = last(desk, game)["fact"]["changes"]
    assert [change["seq"] for change in changed] == [4, 5]
    assert changed[1]["facts"][0]["side"] == "B"


def test_leave_it_records_nothing(phone: Phones, desk: Serving) -> None:
    game = ends(desk, ("A", 2), ("B", 1))
    page = phone().play(game)
    page.evaluate("location.hash = '#correct?seq=2'")
    press(page, "Vieux-Port, 4 points", ".correct")
    expect(page.locator(".would-change li").first).to_be_visible()
    press(page, "Leave it", ".correct")
    page.locator(".screen").wait_for(state="detached")
    assert len(desk.record(game)) == 4


def test_an_incident_is_corrected_in_the_leaf_that_it_was(phone: Phones, desk: Serving) -> None:
    game = new_game(
        desk, *BEFORE, {"kind": "OffenceSeen", "offence": "feet_outside", "side": "A", "player": "A1", "on": "boule"}
    )
    page = phone().play(game, "#correct?seq=4")
    page.locator(".correct [data-leaf=feet]").wait_for()
    press(page, "feet lifted", ".correct")
    expect(page.locator(".correct .pri")).to_contain_text("feet lifted")
    expect(page.locator(".correct .pri")).not_to_have_attribute("aria-disabled", "true")
    page.locator(".correct .pri").click()
    saved(page)
    assert last(desk, game)["fact"]["changes"][0]["facts"][0]["offence"] == "feet_lifted"


def test_without_network_a_correction_waits_for_the_book(phone: Phones, desk: Serving, line: Line) -> None:
    game = ends(desk, ("A", 2), ("B", 1))
    one = phone(at=line.address, clean=False)
    page = one.play(game)
    saved(page)
    page.evaluate("location.hash = '#story'")
    page.locator(".entry").first.wait_for()
    page.evaluate("location.hash = '#correct?seq=2'")
    page.locator(".correct .pts").first.wait_for()
    line.down()
    time.sleep(SLIP_S)
    press(page, "Vieux-Port, 4 points", ".correct")
    expect(page.locator(".would-change")).to_contain_text("computed when connected", timeout=15_000)
    expect(page.locator(".correct .pri")).to_have_attribute("aria-disabled", "true")
    page.evaluate("location.hash = '#story'")
    expect(page.locator(".entry").first).to_be_visible()


def test_the_screens_fit_a_small_phone_and_a_tablet(phone: Phones, desk: Serving) -> None:
    game = new_game(desk, *BEFORE, stop(True))
    for size in (SMALL, TABLET):
        one = phone(size=size)
        page = one.play(game, "#choice")
        for screen, there in (
            ("choice", ".option"),
            ("story", ".entry"),
            ("ruling?seq=4", ".because"),
            ("correct?seq=4", ".entered"),
        ):
            page.evaluate(f"location.hash = '#{screen}'")
            page.locator(there).first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], screen
            assert one.found_by_axe() == [], screen
