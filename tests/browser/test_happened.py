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


def test_a_dead_jack_is_three_taps_by_its_group(person: Person, desk: Serving, game: str) -> None:
    person.opens()
    person.tap("Jack moved or dead", ".groups")
    person.tap("Went out", ".leaves")
    assert person.taps == 3
    person.page.locator(".mark[data-state=saved]").wait_for()
    assert last(desk, game)["kind"] == "BouleThrown"


def test_a_jack_stopped_by_a_player_comes_to_the_choice_in_four(person: Person, desk: Serving, game: str) -> None:
    """Task 9: the tile asks whose player it was with the same tap; the button says the whole sentence."""
    person.opens()
    person.tap("Jack stopped", ".groups", exact=True)
    tile = person.page.locator('.leaves [data-leaf="jack_stopped_player"]')
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
    setup = {"rulebook": edition, "format": "1v1" if edition == "billard-cochonnet" else "single"}
    if edition == "umb-5pin-1997":
        setup["distance"] = 60  # type: ignore[assignment]
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
        page.locator(".leaves .tile").first.wait_for()
        shown = page.locator(".leaves [data-leaf]")
        seen |= {str(tile.get_attribute("data-leaf")) for tile in shown.all()}
        assert all(tile.locator(".art").inner_text() for tile in shown.all())
        page.get_by_role("button", name="All groups").click()
    assert seen == wanted
