"""Something happened: every incident in three taps, with what the book would say before it is recorded."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from carreau.books import book
from carreau.forms import leaves_of
from tests.browser.conftest import Phones
from tests.browser.phones import SMALL, TABLET
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
NAMES = {"A": "Les Lilas", "B": "Vieux-Port"}
BEFORE = (
    {"kind": "DrawWon", "side": "A"},
    {"kind": "JackThrown", "side": "A", "good": True, "marked": True},
    {"kind": "BouleThrown", "side": "A", "holds": "A"},
)
SLIP_S = 0.65


def new_game(desk: Serving, *facts: dict[str, Any], **more: Any) -> str:
    """A game with these facts told already."""
    sides = {side: {"name": NAMES[side], "players": [{"id": f"{side}{n}"} for n in (1, 2, 3)]} for side in "AB"}
    game = desk.begin(DEVICE, **{"detail": "boules", "sides": sides, **more})
    tell(desk, game, *facts)
    return game


def tell(desk: Serving, game: str, *facts: dict[str, Any], by: str = "scorer") -> None:
    """Facts from another phone."""
    for fact in facts:
        head = desk.ask("GET", f"/api/games/{game}")["head"]
        fid = f"{time.time_ns():026d}"[-26:]
        one = {
            "fid": fid,
            "seen": head,
            "after": None,
            "at_ms": 1000 * head,
            "by": by,
            "source": "stated",
            "fact": fact,
        }
        desk.ask("POST", f"/api/games/{game}/facts", json={"device": DEVICE, "queue": 1, "facts": [one]})


class Person:
    """Somebody whose taps are counted, no quicker than two taps that are both meant."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str, inside: str = "body", *, exact: bool = False) -> None:
        self.page.locator(inside).get_by_role("button", name=name, exact=exact).first.click()
        self.taps += 1

    def opens(self) -> None:
        self.tap("Something happened")
        expect(self.page.locator(".happened .groups button").first).to_be_visible()


@pytest.fixture
def game(desk: Serving) -> str:
    return new_game(desk, *BEFORE)


@pytest.fixture
def person(phone: Phones, game: str) -> Person:
    return Person(phone().play(game))


def last(desk: Serving, game: str) -> dict[str, Any]:
    """The last entry that the desk has."""
    return desk.record(game)[-1]


# --- taps ------------------------------------------------------------------------------------------


def test_a_dead_jack_is_two_taps_by_the_likely_ones(person: Person, desk: Serving, game: str) -> None:
    """Task 8: open, the first tile; before the tap it says what follows and by which article."""
    person.opens()
    tile = person.page.locator(".likely .tile").first
    expect(tile.locator(".art")).to_contain_text("9.1a")
    expect(tile.locator(".would")).to_contain_text("dead")
    person.tap("Went out", ".likely")
    assert person.taps == 2
    person.page.locator(".mark[data-state=saved]").wait_for()
    fact = last(desk, game)["fact"]
    assert fact == {"kind": "BouleThrown", "side": "B", "moved": [{"object": "jack", "out": True}]}
    to_the_end(person.page)


def test_a_dead_jack_is_three_taps_by_its_group(person: Person, desk: Serving, game: str) -> None:
    person.opens()
    person.tap("Jack moved or dead", ".groups")
    person.tap("Went out", ".happened .leaves")
    assert person.taps == 3
    person.page.locator(".mark[data-state=saved]").wait_for()
    assert last(desk, game)["kind"] == "BouleThrown"
    to_the_end(person.page)


def to_the_end(page: Page) -> None:
    """Scroll down: what stands half under the bar is not small for that."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def test_a_jack_stopped_by_a_player_comes_to_the_choice_in_four(person: Person, desk: Serving, game: str) -> None:
    """Task 9: the tile asks whose player it was with the same tap; the button says the whole sentence."""
    person.opens()
    person.tap("Jack stopped", ".groups", exact=True)
    tile = person.page.locator('.happened .leaves [data-leaf="jack_stopped_player"]')
    tile.get_by_role("button", name="● Les Lilas", exact=True).click()
    person.taps += 1
    enter = person.page.locator(".telling .pri")
    expect(enter).to_have_text("Record: Jack stopped: Struck, stopped by a player (● Les Lilas, it was marked)")
    expect(person.page.locator(".outlook")).to_contain_text("15.2")
    enter.click()
    person.taps += 1
    assert person.taps == 4
    expect(person.page.locator(".screen[data-screen=choice]")).to_be_visible()
    moved = last(desk, game)["fact"]["moved"]
    assert moved == [{"object": "jack", "marked": True, "stopped": {"by": "player", "side": "A"}}]


# --- every leaf of every edition -------------------------------------------------------------------

EDITIONS = ("fipjp-2016", "fpusa-1995", "suomi", "billard-cochonnet", "umb-5pin-1997")


def other_game(desk: Serving, edition: str) -> str:
    """A game of an edition, as far as its draw."""
    if edition in ("fipjp-2016", "fpusa-1995", "suomi"):
        return new_game(desk, *BEFORE, rulebook=edition)
    setup: dict[str, Any] = {"rulebook": edition, **({"distance": 60} if edition == "umb-5pin-1997" else {})}
    made = desk.ask("POST", "/api/games", json={"setup": setup, "device": DEVICE})
    return str(made["id"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_leaf_is_three_taps_away_and_names_rows_of_its_edition(
    phone: Phones, desk: Serving, edition: str
) -> None:
    """Scenario 4: open, group, leaf; what it shows and what its preview cites is of this edition only."""
    page = phone().play(other_game(desk, edition), "#happened")
    page.locator(".happened .groups button").first.wait_for()
    wanted = {leaf.id for leaf in leaves_of(book(edition))}
    seen: set[str] = set()
    for group in page.locator(".groups [data-group]").all():
        if group.get_attribute("data-group") == "*":
            continue
        group.click()
        page.locator(".happened .leaves .tile").first.wait_for()
        shown = page.locator(".happened .leaves [data-leaf]")
        seen |= {str(tile.get_attribute("data-leaf")) for tile in shown.all()}
        assert all(tile.locator(".art").inner_text() for tile in shown.all())
        page.get_by_role("button", name="All groups").click()
    assert seen == wanted


# --- finding, noting, calling ----------------------------------------------------------------------


def test_find_looks_through_labels_and_synonyms(person: Person) -> None:
    """An accent or a capital makes no difference; a word that is nowhere says so."""
    person.opens()
    field = person.page.get_by_role("searchbox", name="Find")
    field.fill("DOG")
    expect(person.page.locator(".happened .leaves [data-leaf=boule_other]")).to_be_visible()
    field.fill("card yellow")
    expect(person.page.locator(".happened .leaves .tile")).to_have_count(1)
    field.fill("elephant")
    expect(person.page.locator(".happened .leaves")).to_contain_text("Nothing found")


def test_only_a_note(person: Person, desk: Serving, game: str) -> None:
    person.opens()
    person.tap("Only a note")
    person.page.get_by_role("textbox", name="Only a note").fill("a dog on the terrain")
    person.tap("Record the note")
    person.page.locator(".mark[data-state=saved]").wait_for()
    assert last(desk, game)["fact"] == {"kind": "Noted", "text": "a dog on the terrain"}


def test_the_umpire_is_called_and_nothing_else(person: Person, desk: Serving, game: str) -> None:
    person.opens()
    person.tap("Call the umpire")
    expect(person.page.locator(".screen")).to_have_count(0)
    listed = next(one for one in desk.ask("GET", "/api/games")["games"] if one["id"] == game)
    assert listed["called_ms"] is not None
    assert len(desk.record(game)) == 1 + len(BEFORE)


def test_a_yellow_card_is_said_by_the_umpire_in_five_taps(person: Person, desk: Serving, game: str) -> None:
    """Task 13: whose card with the leaf, then for what; a scorer enters only what the umpire said."""
    person.opens()
    person.tap("Umpire and cards", ".groups")
    person.page.locator('.happened .leaves [data-leaf="card_yellow"]').get_by_role("button", name="● 1").click()
    enter = person.page.locator(".telling .pri")
    expect(enter).to_have_attribute("aria-disabled", "true")
    person.tap("foot outside", ".telling")
    expect(enter).to_contain_text("the umpire said")
    expect(person.page.locator(".outlook .art").first).to_be_visible()
    enter.click()
    person.page.locator(".mark[data-state=saved]").wait_for()
    assert person.taps + 2 == 5
    entry = last(desk, game)
    assert (entry["kind"], entry["by"]) == ("CardShown", "umpire")
    assert entry["fact"] == {
        "kind": "CardShown", "card": "yellow", "player": "A1", "side": "A", "offence": "feet_outside",
    }  # fmt: skip


def test_a_grave_thing_is_asked_once_more(person: Person, desk: Serving, game: str) -> None:
    """A deliberate stop loses the game: the dialog says what follows, and leaving it records nothing."""
    person.opens()
    person.tap("Boule stopped", ".groups")
    person.page.locator('.happened .leaves [data-leaf="stopped_on_purpose"]').get_by_role(
        "button", name="● Les Lilas"
    ).click()
    enter = person.page.locator(".telling .pri")
    enter.click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Stopped on purpose")
    dialog.get_by_role("button", name="Leave it").click()
    assert len(desk.record(game)) == 1 + len(BEFORE)
    time.sleep(SLIP_S)
    enter.click()
    dialog.get_by_role("button", name="Record:").click()
    person.page.locator(".mark[data-state=saved]").wait_for()
    assert len(desk.record(game)) == 2 + len(BEFORE)


def test_everything_else_has_its_full_form(person: Person, desk: Serving, game: str) -> None:
    """A kind without a leaf of its own: every field is there, and the book answers while it is filled in."""
    person.opens()
    person.tap("Everything else", ".groups")
    person.tap("The circle was drawn or laid", ".happened .leaves")
    form = person.page.locator(".telling.full")
    form.locator("summary").first.click()
    form.locator("[data-field=circle] button", has_text="drawn").click()
    expect(form.locator(".outlook")).not_to_be_empty()
    person.page.get_by_role("button", name="Back").last.click()
    expect(person.page.locator(".happened .leaves .tile").first).to_be_visible()


def test_a_refused_thing_can_be_entered_as_the_breach_it_was(person: Person, desk: Serving, game: str) -> None:
    """It is struck through with the reason; the button offers the breach."""
    tell(desk, game, *({"kind": "BouleThrown", "side": "B", "holds": "A"} for _ in range(6)))
    person.opens()
    person.tap("Everything else", ".groups")
    person.tap("A boule was thrown", ".happened .leaves")
    form = person.page.locator(".telling.full")
    form.locator("[data-field=side] button", has_text="Vieux-Port").first.click()
    expect(form.locator(".outlook .stop")).to_be_visible()
    expect(form.locator(".pri")).to_have_attribute("aria-disabled", "true")


def test_without_network_the_leaf_is_kept_and_the_book_waits(phone: Phones, desk: Serving, line: Line) -> None:
    """The sheet has been loaded once; no preview, the articles stand there, and the tap is not lost."""
    game = new_game(desk, *BEFORE)
    one = phone(at=line.address, clean=False)
    page = one.play(game)
    person = Person(page)
    person.opens()
    page.locator(".likely .would").first.wait_for(state="attached")
    line.down()
    person.tap("Jack moved or dead", ".groups")
    expect(page.locator(".happened .leaves [data-leaf=jack_lost] .art")).to_contain_text("9.5")
    person.tap("Went out", ".happened .leaves")
    expect(page.locator(".mark[data-state=kept], .mark[data-state=sending]")).to_be_visible()
    line.up()
    one.saved(40_000)
    assert last(desk, game)["fact"]["moved"] == [{"object": "jack", "out": True}]


def test_a_tablet_shows_groups_leaves_and_preview_at_once(phone: Phones, desk: Serving, game: str) -> None:
    page = phone(size=TABLET).play(game, "#happened")
    person = Person(page)
    page.locator(".groups button").first.wait_for()
    person.tap("Jack moved or dead", ".groups")
    for part in (".groups", ".happened .leaves .tile", ".likely"):
        expect(page.locator(part).first).to_be_visible()
    person.tap("Went out", ".happened .leaves")
    assert person.taps == 2
    page.locator(".mark[data-state=saved]").wait_for()
    assert last(desk, game)["kind"] == "BouleThrown"


def test_the_sheet_works_by_keyboard_alone_on_a_small_phone(phone: Phones, desk: Serving, game: str) -> None:
    page = phone(size=SMALL).play(game, "#happened")
    tile = page.locator(".groups button", has_text="Circle and feet")
    tile.wait_for()
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".happened .leaves h2")).to_be_focused()
    page.locator('.happened .leaves [data-leaf="body"] button').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".telling h2")).to_be_focused()
    expect(page.locator(".telling .pri")).not_to_have_attribute("aria-disabled", "true")
    page.locator(".telling .pri").focus()
    page.keyboard.press("Enter")
    page.locator(".mark[data-state=saved]").wait_for()
    assert last(desk, game)["fact"]["offence"] == "body_outside"
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
