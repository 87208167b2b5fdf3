"""Pétanque boule by boule in a browser: one tap a boule, the jack, measuring, the count, undo, without network."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.phones import SMALL, TABLET
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
NAMES = {"A": "Les Lilas", "B": "Vieux-Port"}
SLIP_MS = 700.0
SIGNS = {"A": "●", "B": "◎"}


def new_game(desk: Serving, **more: Any) -> str:
    sides = {side: {"name": NAMES[side], "players": [{"id": f"{side}{n}"} for n in (1, 2, 3)]} for side in "AB"}
    return desk.begin(DEVICE, **{"detail": "boules", "sides": sides, **more})


@pytest.fixture
def game(desk: Serving) -> str:
    return new_game(desk)


class Scorer:
    """Somebody who scores boule by boule, and whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """One tap on a button by its name; on the same place again no quicker than when both taps are meant."""
        button = self.page.locator("#work, #bar").get_by_role("button", name=name, exact=exact).first.element_handle()
        assert button is not None
        since_ms = button.evaluate("(at) => performance.now() - (at.tapped ?? -1e6)")
        if since_ms < SLIP_MS:
            time.sleep((SLIP_MS - since_ms) / 1000)
        button.click()
        button.evaluate("(at) => { at.tapped = performance.now(); }")
        self.taps += 1

    def holds(self, side: str) -> None:
        """The boule came to rest, and this side holds (or it is equal, nobody, out)."""
        self.tap(f"{SIGNS[side]} {NAMES[side]}" if side in SIGNS else side)

    def plays(self) -> str:
        """Whose turn the screen says it is."""
        return self.page.locator(".turn .plays").inner_text()

    def expect_turn(self, side: str) -> None:
        expect(self.page.locator(".turn .plays")).to_have_text(f"{SIGNS[side]} {NAMES[side]} play")

    def left(self) -> tuple[int, int]:
        """The boules left of both sides."""
        dots = self.page.locator(".hands .dots").all_inner_texts()
        return dots[0].count("●"), dots[1].count("●")

    def begin(self) -> None:
        """The draw and a good jack."""
        self.holds("A")
        expect(self.page.locator(".turn .plays")).to_have_text("● Les Lilas throw the jack")
        self.tap("Jack good")
        self.expect_turn("A")


@pytest.fixture
def scorer(phone: Phones, game: str) -> Scorer:
    found = Scorer(phone().play(game))
    found.begin()
    found.taps = 0
    return found


def kinds(desk: Serving, game: str) -> list[str]:
    return [line["kind"] for line in desk.record(game) if line["undone_by"] is None]


# --- taps ---------------------------------------------------------------------------------------------


def test_a_plain_boule_is_one_tap_and_a_boule_out_too(scorer: Scorer, desk: Serving, game: str) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    assert scorer.taps == 1
    scorer.tap("Boule out")
    expect(scorer.page.locator(".told")).to_have_text("Boule 2, Vieux-Port: out.")
    scorer.expect_turn("B")
    assert (scorer.taps, scorer.left()) == (2, (5, 5))
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    thrown = [line["fact"] for line in desk.record(game)[3:]]
    assert thrown == [
        {"kind": "BouleThrown", "side": "A", "holds": "A"},
        {"kind": "BouleThrown", "side": "B", "moved": [{"object": "thrown", "out": True}]},
    ]


def test_measuring_is_two_taps_and_the_minute_begins_after_it(scorer: Scorer, desk: Serving, game: str) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    scorer.taps = 0
    scorer.tap("Measuring…")
    expect(scorer.page.locator(".turn .plays")).to_have_text("Who holds the point?")
    expect(scorer.page.locator("h2", has_text="Measured: who is nearer?")).to_be_visible()
    expect(scorer.page.locator(".turn .clk")).to_be_empty()
    scorer.holds("B")
    scorer.expect_turn("A")
    assert scorer.taps == 2
    expect(scorer.page.locator(".turn .clk")).to_have_text(re.compile("^(1:00|0:5[0-9])$"))
    measured = desk.record(game)[-1]
    assert (measured["fact"], measured["source"]) == (
        {"kind": "PointMeasured", "holds": "B", "instrument": "tape"},
        "tape",
    )


def test_both_can_agree_by_eye_instead_of_measuring(scorer: Scorer, desk: Serving, game: str) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    scorer.tap("Measuring…")
    expect(scorer.page.locator(".turn .plays")).to_have_text("Who holds the point?")
    scorer.tap("By eye…")
    scorer.holds("B")
    scorer.expect_turn("A")
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    said = desk.record(game)[-1]
    assert (said["fact"], said["by"], said["source"]) == ({"kind": "HeadStated", "holds": "B"}, "both", "eye")


def test_counting_and_agreeing_an_end_are_two_taps(scorer: Scorer, desk: Serving, game: str) -> None:
    for n in range(12):
        scorer.holds("A") if n < 2 else scorer.tap("Boule out")
        expect(scorer.page.locator(".told")).to_have_text(re.compile(f"^Boule {n + 1},"))
    expect(scorer.page.locator(".count h2")).to_have_text("Les Lilas hold. How many points?")
    scorer.taps = 0
    numbers = scorer.page.locator(".count .scores:not([hidden]) button")
    assert [n.get_attribute("aria-disabled") for n in numbers.all()] == [None, *["true"] * 5]
    scorer.tap("1")
    scorer.tap("Both agree: ● Les Lilas +1 → 1 – 0")
    expect(scorer.page.locator(".turn .plays")).to_have_text("● Les Lilas throw the jack")
    assert scorer.taps == 2
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    counted = desk.record(game)[-1]
    assert (counted["fact"], counted["by"]) == ({"kind": "EndCounted", "side": "A", "points": 1}, "both")


def test_undo_is_one_tap_and_says_what_it_takes_back(scorer: Scorer, desk: Serving, game: str) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    before = desk.ask("GET", f"/api/games/{game}")["view"]
    scorer.holds("B")
    scorer.expect_turn("A")
    scorer.taps = 0
    scorer.tap("Undo: boule 2")
    scorer.expect_turn("B")
    assert scorer.taps == 1
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    after = desk.ask("GET", f"/api/games/{game}")["view"]
    for same in ("turn", "hands", "holds", "boule", "clocks", "status", "last", "asks"):
        assert after[same] == before[same], same  # the minute began when it began
    scorer.tap("Put back", exact=False)
    scorer.expect_turn("A")


# --- a whole end, and a whole game ---------------------------------------------------------------------

TRACE = [  # after each boule: who holds, and who plays then ("B ties, ties last")
    ("A", "B"), ("A", "B"), ("Equal", "B"), ("Equal", "A"), ("A", "B"), ("B", "A"), ("A", "B"), ("Equal", "B"),
    ("B", "A"), ("B", "A"), ("B", "A"), ("B", None),
]  # fmt: skip


def test_an_end_with_ties_shows_the_turn_of_the_book_after_every_tap(scorer: Scorer, desk: Serving, game: str) -> None:
    """After a tie the side that played last plays again, then the sides in turn; hands go down one by one."""
    thrown = {"A": 0, "B": 0}
    turn = "A"
    for n, (holds, then) in enumerate(TRACE, 1):
        thrown[turn] += 1
        scorer.holds(holds)
        expect(scorer.page.locator(".told")).to_have_text(re.compile(f"^Boule {n},"))
        if then is None:
            break
        scorer.expect_turn(then)
        assert scorer.left() == (6 - thrown["A"], 6 - thrown["B"])
        turn = then
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    shown = desk.ask("GET", f"/api/games/{game}")["view"]
    assert (shown["asks"], shown["hands"]) == ("count", {"A": 0, "B": 0})
    assert kinds(desk, game).count("BouleThrown") == 12


def play_an_end(scorer: Scorer, winner: str, points: int) -> None:
    """Twelve boules, the point going to and fro, the last one for the winner; A has opened."""
    for n in range(1, 13):
        scorer.holds(winner if n == 12 else "AB"[n % 2 == (winner == "B")])
        expect(scorer.page.locator(".told")).to_have_text(re.compile(f"^Boule {n},"))
    scorer.tap(str(points))
    scorer.tap("Both agree", exact=False)


def test_a_whole_game_of_triples_to_the_agreed_result(scorer: Scorer, desk: Serving, game: str) -> None:
    """Five ends, 13 to 4, with fifteen taps an end at most."""
    ends = [("A", 4), ("B", 4), ("A", 3), ("A", 3), ("A", 4)]
    for n, (side, points) in enumerate(ends):
        if n:
            scorer.tap("Jack good")
        play_an_end(scorer, side, points)
    scorer.tap("Both agree: 13 – 4")
    expect(scorer.page.locator(".turn .plays")).to_have_text("The game is over")
    assert scorer.taps == 15 * len(ends)
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    shown = desk.ask("GET", f"/api/games/{game}")["view"]
    assert (shown["score"], shown["winner"], shown["closed"]) == ({"A": 13, "B": 4}, "A", True)
    assert shown["ends"] == [[4, 0], [0, 4], [3, 0], [3, 0], [4, 0]]
    assert kinds(desk, game).count("BouleThrown") == 60


# --- the jack ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "then"),
    [
        ("fipjp-2016", "◎ Vieux-Port place the jack"),
        ("suomi", "◎ Vieux-Port place the jack"),
        ("fpusa-1995", "● Les Lilas throw the jack"),
    ],
)
def test_a_bad_jack_goes_on_as_the_edition_says(phone: Phones, desk: Serving, rulebook: str, then: str) -> None:
    game = new_game(desk, rulebook=rulebook)
    scorer = Scorer(phone().play(game))
    scorer.holds("A")
    expect(scorer.page.locator(".turn .plays")).to_have_text("● Les Lilas throw the jack")
    scorer.tap("Jack bad…")
    scorer.page.locator(".faults button", has_text="Too short").click()
    expect(scorer.page.locator(".turn .plays")).to_have_text(then)
    if "place" in then:
        scorer.tap("Placed, good")
    else:
        expect(scorer.page.locator(".throwing h2")).to_have_text("How does the jack lie? Throw 2 of 3.")
        scorer.tap("Jack good")
    scorer.expect_turn("A")


# --- chips ----------------------------------------------------------------------------------------------


def test_what_is_noted_of_a_boule_is_in_its_fact_and_which_rows_are_open_stays(
    scorer: Scorer, desk: Serving, game: str
) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    for row in ("Who", "Point / shot", "Jack", "Others out"):
        scorer.tap(row)
    scorer.tap("B2")
    scorer.tap("Shot")
    scorer.tap("Jack moved")
    scorer.tap("One more of Les Lilas")
    scorer.holds("B")
    scorer.expect_turn("A")
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    assert desk.record(game)[-1]["fact"] == {
        "kind": "BouleThrown",
        "side": "B",
        "player": "B2",
        "how": "shot",
        "holds": "B",
        "moved": [{"object": "jack"}, {"object": "A.1", "out": True}],
    }
    assert scorer.page.locator(".chips [aria-pressed=true]").count() == 0
    scorer.page.reload()
    expect(scorer.page.get_by_role("button", name="A2")).to_be_visible()


# --- a question, layout, no network -------------------------------------------------------------------------


def test_a_question_takes_the_place_of_the_buttons(scorer: Scorer, desk: Serving, game: str) -> None:
    scorer.holds("A")
    scorer.expect_turn("B")
    scorer.page.locator(".mark[data-state=saved]").wait_for()
    stopped = {"object": "jack", "marked": True, "stopped": {"by": "player", "side": "A"}}
    fact = {"kind": "BouleThrown", "side": "B", "how": "shot", "holds": "B", "moved": [stopped]}
    told = {
        "fid": "3".rjust(26, "0"),
        "seen": 3,
        "after": None,
        "at_ms": 60_000,
        "by": "scorer",
        "source": "stated",
        "fact": fact,
    }
    desk.ask("POST", f"/api/games/{game}/facts", json={"device": DEVICE, "queue": 0, "facts": [told]})
    expect(scorer.page.locator(".turn .plays")).to_have_text("An answer is waited for", timeout=20_000)
    big = scorer.page.locator("#work .big")
    assert big.first.text_content() == "Answer…"
    assert scorer.page.locator("#work .slot-live, #work .three button:not(.empty)").count() == 0


@pytest.mark.parametrize("size", [(390, 664), SMALL])
def test_all_controls_are_in_view_and_large_enough(phone: Phones, game: str, size: tuple[int, int]) -> None:
    one = phone(size=size)
    scorer = Scorer(one.play(game))
    scorer.begin()
    page = scorer.page
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    for box in [b.bounding_box() for b in page.get_by_role("button").all() if b.is_visible()]:
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.9, box
        assert box["y"] + box["height"] <= size[1] + 1, box


def test_no_button_moves_when_the_turn_changes(scorer: Scorer) -> None:
    def places() -> list[Any]:
        names = (".big", ".three:not(.faults) button", "#bar button")
        return [b.bounding_box() for name in names for b in scorer.page.locator(name).all()]

    before = places()
    scorer.holds("A")
    scorer.expect_turn("B")
    assert places() == before
    scorer.holds("B")
    scorer.expect_turn("A")
    assert places() == before


def test_twice_the_text_is_whole_and_goes_no_wider(phone: Phones, game: str) -> None:
    scorer = Scorer(phone(size=(360, 600)).play(game))
    scorer.page.evaluate("document.documentElement.style.fontSize = '200%'")
    scorer.begin()
    assert scorer.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tablet_has_the_map_open_beside_the_buttons(phone: Phones, game: str) -> None:
    one = phone(size=TABLET)
    scorer = Scorer(one.play(game))
    scorer.begin()
    picture = scorer.page.locator(".beside .map svg")
    expect(picture).to_be_visible()
    expect(scorer.page.locator(".boules")).to_have_css("display", "grid")
    left, right = picture.bounding_box(), scorer.page.locator(".big").first.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]


def test_without_network_the_turn_comes_from_the_table(phone: Phones, desk: Serving, line: Line, game: str) -> None:
    one = phone(at=line.address, clean=False)
    scorer = Scorer(one.play(game))
    scorer.begin()
    one.saved()
    line.down()
    scorer.holds("A")
    scorer.expect_turn("B")
    scorer.holds("Equal")
    scorer.expect_turn("B")
    scorer.tap("Boule out")
    scorer.expect_turn("A")
    expect(scorer.page.locator("#status .art")).to_contain_text("by table fipjp-2016-")
    line.up()
    one.saved(40_000)
    assert desk.ask("GET", f"/api/games/{game}")["view"]["turn"] == "A"
    assert kinds(desk, game).count("BouleThrown") == 3


def test_ends_without_network_are_played_to_the_next_jack_and_on(phone: Phones, desk: Serving, line: Line) -> None:
    """Two ends by the tables alone, a bad jack between them; with the network back the desk has the same."""
    game = new_game(desk, format="singles", sides={side: {"name": NAMES[side]} for side in "AB"})
    one = phone(at=line.address, clean=False)
    scorer = Scorer(one.play(game))
    scorer.begin()
    one.saved()
    line.down()
    for holds in ("A", "B", "A", "B", "A", "B"):
        scorer.holds(holds)
    expect(scorer.page.locator(".count h2")).to_contain_text("How many points?")
    scorer.tap("2")
    scorer.tap("Both agree: ◎ Vieux-Port +2")
    expect(scorer.page.locator(".turn .plays")).to_have_text("◎ Vieux-Port throw the jack")
    scorer.tap("Jack bad…")
    scorer.page.locator(".faults button", has_text="Too long").click()
    expect(scorer.page.locator(".turn .plays")).to_have_text("● Les Lilas place the jack")
    scorer.tap("Placed, good")
    scorer.expect_turn("B")
    assert scorer.left() == (3, 3)
    scorer.holds("B")
    scorer.expect_turn("A")
    line.up()
    one.saved(60_000)
    shown = desk.ask("GET", f"/api/games/{game}")["view"]
    assert (shown["score"], shown["turn"], shown["hands"]) == ({"A": 0, "B": 2}, "A", {"A": 3, "B": 2})
