"""Five pins in a browser: a whole set, taps as counted, the table to set up, fouls, the number pad, and without network."""

import time
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from carreau import casebook
from carreau.billiards import five_facts as f
from carreau.billiards.five_book import UMB_5PIN_1997 as BOOK
from carreau.core.game import Game, play
from carreau.core.game import begun as begun_match
from carreau.core.preview import preview
from carreau.core.ruling import Ruling
from carreau.desk.views.five_pins import outcome
from carreau.offline import tables
from carreau.offline.five_pins import quicks
from carreau.say import says
from carreau.sports import kit_of
from tests.browser.conftest import Phones
from tests.browser.phones import SMALL, TABLET
from tests.browser.serving import Line, Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
SLIP_S = 0.65


def new_match(desk: Serving, **more: Any) -> str:
    sides = {"A": {"name": "Rossi"}, "B": {"name": "Meyer"}}
    setup = {"rulebook": "umb-5pin-1997", "format": "sets", "distance": 20, "sets": 3, "sides": sides, **more}
    return str(desk.ask("POST", "/api/games", json={"setup": setup, "device": DEVICE})["id"])


class Referee:
    """Somebody who sits at the table, and whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = 0.0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """One tap on a button by its name, no quicker than two taps that are both meant."""
        time.sleep(max(0.0, self.last + SLIP_S - time.monotonic()))
        self.page.get_by_role("button", name=name, exact=exact).first.click()
        self.last = time.monotonic()
        self.taps += 1

    def count(self, *names: str) -> int:
        """So many taps."""
        before = self.taps
        for name in names:
            self.tap(name)
        return self.taps - before

    def ready(self) -> None:
        """Put pins and balls back."""
        expect(self.page.locator(".screen.picture")).to_be_visible()
        self.tap("Ready: start 40 s")
        expect(self.page.locator(".stroke")).to_be_visible()

    def announces(self, words: str) -> None:
        expect(self.page.locator("button.announce:visible")).to_have_text(words)

    def score(self, a: int, b: int) -> None:
        expect(self.page.locator(".five-side .n")).to_have_text([str(a), str(b)])


@pytest.fixture
def match(desk: Serving) -> str:
    return new_match(desk)


def begun(page: Page) -> Referee:
    """A match with the draw behind it: Rossi starts."""
    referee = Referee(page)
    referee.tap("Rossi starts")
    referee.tap("Balls placed: Rossi starts")
    referee.announces("Announce: 0")
    return referee


def started(phone: Phones, desk: Serving, **more: Any) -> Referee:
    """A fresh match on a fresh phone, at its first stroke."""
    return begun(phone().play(new_match(desk, **more)))


# --- a whole match by sets -------------------------------------------------------------------------


def test_a_whole_match_of_two_sets(phone: Phones, match: str, desk: Serving) -> None:
    one = phone()
    page = one.play(match)
    referee = Referee(page)
    page.get_by_role("group", name="Nearest the bottom cushion").get_by_role("button", name="Meyer").click()
    expect(page.locator(".follows")).to_contain_text("Will Meyer start")
    referee.tap("Record: let the opponent start")
    expect(page.get_by_text("Rossi starts this set.")).to_be_visible()
    assert referee.count("Balls placed: Rossi starts") == 1

    assert referee.count("All five", "Red: cannon 4", "Announce: 16 to Rossi") == 3
    referee.ready()
    referee.score(16, 0)
    expect(page.locator(".told")).to_have_text("Rossi 16. 16–0.")
    assert referee.count("Announce: 0") == 1
    expect(page.locator(".told")).to_have_text("Meyer 0. 16–0.")
    referee.tap("Red: cannon 4")
    referee.tap("Announce: 4 to Rossi, last point, 20–0")
    last_point(referee, "Announce: last point. Set to Rossi, 20–0", "The result stands: 20–0")

    expect(page.get_by_text("Meyer starts this set.")).to_be_visible()
    expect(page.get_by_text("Set 1: 20–0")).to_be_visible()
    expect(page.locator("header .mid")).to_have_text("Set 2 · 1–0 · to 20")
    referee.tap("Balls placed: Meyer starts")
    referee.tap("Announce: 0")
    referee.count("All five", "Red: cannon 4", "Announce: 16 to Rossi")
    referee.ready()
    assert referee.count("None", "Announce: object ball, 2 to Rossi, ball in hand") == 2
    expect(page.locator(".jobs")).to_contain_text("ball in hand, in the half away from the other white ball")
    assert referee.count("Where was it?", "Lower half") == 2
    expect(page.locator(".jobs")).to_contain_text("upper half")
    expect(page.locator(".table .anywhere")).to_have_count(1)
    referee.ready()
    referee.tap("Red: casin 3")
    referee.tap("Announce: 2 to Rossi, last point, 20–0")
    last_point(referee, "Announce: last point. Set to Rossi, 20–0", "The result stands: 20–0")
    expect(page.locator(".result h2")).to_have_text("Rossi wins the match.")
    expect(page.locator(".result")).to_contain_text("Set points 3–0")
    one.saved()
    kinds = [line["kind"] for line in desk.record(match)]
    assert kinds.count("StrokePlayed") == 7
    assert kinds[-1] == "LastPointAnnounced"


def last_point(referee: Referee, label: str, yes: str) -> None:
    """The result is locked only by somebody who says so twice."""
    referee.tap(label)
    expect(referee.page.locator("dialog")).to_contain_text("whatever is found out later")
    referee.tap("Not yet")
    expect(referee.page.locator("button.announce:visible")).to_have_text(label)
    referee.tap(label)
    referee.tap(yes)


# --- one stroke ------------------------------------------------------------------------------------


def test_strokes_take_the_taps_they_may(phone: Phones, desk: Serving) -> None:
    """Nothing 1, one pin 2, castle and casin 3, a miss 2, a foul 3 taps; each then comes back to the next stroke."""
    referee = started(phone, desk, distance=60)
    assert referee.count("Announce: 0") == 1
    assert referee.count("east pin, standing", "Announce: 2 to Meyer") == 2
    referee.ready()
    assert referee.count("All five", "Red: casin 3", "Announce: 15 to Rossi") == 3
    referee.ready()
    assert referee.count("None", "Announce: object ball, 2 to Rossi, ball in hand") == 2
    referee.ready()
    assert referee.count("Foul…", "Leather tip", "Announce: leather tip, 2 to Meyer, ball in hand") == 3
    referee.ready()
    referee.score(17, 4)


def test_the_stroke_fits_a_phone_without_scrolling(phone: Phones, desk: Serving) -> None:
    page = started(phone, desk).page
    high = page.evaluate("document.documentElement.scrollHeight")
    assert high <= 664
    for pin in page.locator(".castle .pin").all():
        box = pin.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 49 - 0.5


def test_a_small_phone_scrolls_down_and_never_sideways(phone: Phones, desk: Serving) -> None:
    page = begun(phone(size=SMALL).play(new_match(desk))).page
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]


def test_what_cannot_have_been_says_why(phone: Phones, desk: Serving) -> None:
    referee = started(phone, desk)
    referee.count("None", "Red: cannon 4")
    referee.announces("That cannot have been")
    expect(referee.page.locator(".why-not")).not_to_be_empty()
    expect(referee.page.locator("button.announce")).to_have_attribute("aria-disabled", "true")


def test_red_or_pin_first_asks_for_the_object_ball(phone: Phones, desk: Serving) -> None:
    referee = started(phone, desk)
    expect(referee.page.locator(".afterwards")).to_be_hidden()
    referee.count("Red", "Pin", "north pin, standing")
    expect(referee.page.locator(".afterwards")).to_be_visible()
    with_both = "Announce: red ball, pins, 6 to Meyer, ball in hand"
    referee.announces(with_both)
    referee.tap("Never")
    expect(referee.page.locator("button.announce:visible")).to_contain_text("object ball")
    referee.tap("Yes")
    referee.announces(with_both)


def test_who_reached_the_red_first_is_asked(phone: Phones, desk: Serving) -> None:
    """The program shows the question and never picks."""
    referee = started(phone, desk)
    referee.count("Unsure…", "Red: who reached it first was not seen")
    referee.announces("Record; then the referee answers")


def test_a_pin_that_is_off_cannot_fall(phone: Phones, desk: Serving) -> None:
    """A ball covers the place of the north pin: it stays off, can't be tapped, and is not one of all five."""
    referee = started(phone, desk)
    referee.count("north pin, standing", "Announce: 2 to Rossi")
    referee.page.get_by_role("button", name="north", exact=True).click()
    referee.ready()
    north = referee.page.locator("[data-pin=n]")
    expect(north).to_have_attribute("data-status", "out")
    expect(north).to_have_attribute("aria-disabled", "true")
    referee.tap("All five")
    referee.announces("Announce: 10 to Meyer")


def test_the_number_pad_enters_a_stroke_where_it_is_wanted(phone: Phones, desk: Serving) -> None:
    referee = started(phone, desk)
    page = referee.page
    page.keyboard.press("Numpad8")
    referee.announces("Announce: 0")
    referee.tap("☰", exact=False) if page.get_by_role("button", name="☰").count() else page.locator(".more").click()
    referee.tap("Number pad: off")
    for key in ("Numpad8", "NumpadSubtract"):
        page.keyboard.press(key)
    referee.announces("Announce: 5 to Rossi")
    page.keyboard.press("NumpadEnter")
    referee.ready()
    page.keyboard.press("Numpad0")
    referee.announces("Announce: object ball, 2 to Rossi, ball in hand")
    page.keyboard.press("Numpad0")


def test_a_tablet_shows_a_large_castle_and_the_last_strokes(phone: Phones, desk: Serving) -> None:
    referee = begun(phone(size=TABLET).play(new_match(desk)))
    referee.tap("Announce: 0")
    expect(referee.page.locator(".recent li")).to_have_text(["Rossi 0. 0–0."])
    box = referee.page.locator("[data-pin=c]").bounding_box()
    assert box is not None
    assert box["width"] >= 90


def test_an_undo_takes_a_stroke_back(phone: Phones, desk: Serving) -> None:
    referee = started(phone, desk)
    referee.tap("Red: cannon 4")
    referee.tap("Announce: 4 to Rossi")
    referee.score(4, 0)
    referee.tap("Undo: ● 4")
    referee.score(0, 0)
    referee.announces("Announce: 0")


# --- every way to fill the form --------------------------------------------------------------------


def outcomes() -> Iterator[str]:
    """The strokes of the cases that reach every number of points, as far as the form can say them."""
    found = tomllib.loads((casebook.folder() / BOOK.id / "outcomes.toml").read_text("utf-8"))
    lines = [line["when"] for case in found["case"] for line in case["table"] if "when" in line]
    yield from (line for line in dict.fromkeys(lines) if line.startswith(("hit", "miss")) and "both" not in line)


def test_the_form_announces_what_the_book_gives(phone: Phones, desk: Serving) -> None:
    """Each of these strokes, filled in on the page: what stands on the button is what the book rules."""
    page = started(phone, desk, distance=60).page
    game = begun_game(60)
    strokes = list(outcomes())
    assert len(strokes) >= 50
    for line in strokes:
        fact = next(iter(kit_of(BOOK).facts_of(line, lambda: game.state)))[1]
        page.evaluate(FILL, to_builtins(fact))
        expect(page.locator("button.announce:visible")).to_have_text(expected(game, fact), timeout=10_000)


def expected(game: Game, fact: Any) -> str:
    """The announcement in English, from what the book rules."""
    gives = outcome(preview(game, fact))
    assert gives is not None
    names, to, points = {"A": "Rossi", "B": "Meyer"}, gives["to"], gives["points"]
    fouls = ", ".join(says(Ruling(key=f"desk.five.foul.{f}", slots={}, clauses=(), cites=())) for f in gives["fouls"])
    number = f"{points} to {names[to]}" if points else "0"
    parts = [*([fouls] if fouls else []), number, *(["ball in hand"] if gives["hand"] else [])]
    return f"Announce: {', '.join(parts)}"


def begun_game(distance: int) -> Game:
    """The match of the page, on this side."""
    setup = {
        "format": "sets",
        "distance": distance,
        "sets": 3,
        "sides": {"A": {"name": "Rossi"}, "B": {"name": "Meyer"}},
    }
    game = begun_match(BOOK, kit_of(BOOK).setup_of(BOOK.id, setup))
    return play(play(game, f.StarterChosen(side="A")), f.BallsPlacedForStart())


FILL = """(fact) => {
  const quick = { object_ball: true, red: "nobody", pins: [], ...fact.quick };
  const set = (at, on) => { if (at && (at.getAttribute("aria-pressed") === "true") !== Boolean(on)) at.click(); };
  const q = (what) => document.querySelector(what);
  const named = (text) => [...document.querySelectorAll(".stroke button")].find((b) => b.textContent === text);
  q("[data-first=object]").click();
  set(q("[data-first=red]"), quick.red_before);
  set(q("[data-first=pin]"), quick.pins_before);
  if (!quick.object_ball) (quick.red_before || quick.pins_before ? q("[data-then=never]") : q("[data-first=none]")).click();
  for (const pin of "cnesw") set(q(`.castle [data-pin=${pin}]`), quick.pins.includes(pin));
  const red = { cue: "cannon", object: "casin" }[quick.red];
  const now = [...document.querySelectorAll(".fell .stack button")];
  if (red) set(now.find((b) => b.textContent.includes(red)), true);
  else now.filter((b) => /cannon|casin/.test(b.textContent)).forEach((b) => set(b, false));
  set(now[3], quick.by_cue);
  const acts = fact.acts || [];
  const foul = [...document.querySelectorAll(".stroke .two button")][0];
  foul.click();
  const tiles = { in_motion: "motion", leather_tip: "tip", touched: "touched", no_foot: "foot", jump: "jump",
    pushed: "pushed" };
  const several = ["touched", "foot"];
  for (const [act, tile] of Object.entries(tiles)) {
    if (several.includes(tile)) {
      q(`.fouls [data-foul=${tile}]`).click();
      const inside = [...document.querySelectorAll(".fouls [data-foul]")].slice(1);
      set(inside.find((b) => b.dataset.foul === act), acts.includes(act));
      q(`.fouls [data-foul=${tile}]`).click();
    } else set(q(`.fouls [data-foul=${tile}]`), acts.includes(act));
  }
  foul.click();
}"""


def test_every_stroke_of_the_table_is_looked_up_rightly(phone: Phones, desk: Serving) -> None:
    """All 2,048 answers to the referee's questions: the page finds the outcome that the book gives."""
    page = started(phone, desk, distance=99).page
    game = begun_game(99)
    table = tables(BOOK)
    asked = [f.StrokePlayed(side="A", quick=quick) for quick in quicks()]
    found = page.evaluate(LOOK_UP, [[to_builtins(fact) for fact in asked], table])
    assert len(found) == 2048
    for fact, looked_up in zip(asked[::7], found[::7], strict=True):
        gives = outcome(preview(game, fact))
        assert (gives is None) == (looked_up is None), fact
        if gives is not None:
            assert looked_up == gives | {"score": looked_up["score"]}, fact
            assert not looked_up["to"] or looked_up["score"] == gives["score"], fact


LOOK_UP = """async ([facts, rules]) => {
  const { worth } = await import(document.querySelector("script[src]").src.replace("app.js", "strokes.js"));
  const view = { stroke: { kind: "starting" }, pins: [], turn: "A", score: { A: 0, B: 0 }, target: 99 };
  return facts.map((fact) => worth(view, fact, rules));
}"""


# --- without network -------------------------------------------------------------------------------


def test_strokes_go_on_without_network(phone: Phones, desk: Serving, line: Line) -> None:
    """The table of the book says what strokes are worth; the desk comes to the same score."""
    match = new_match(desk, distance=60)
    one = phone(at=line.address)
    page = one.play(match)
    referee = begun(page)
    one.saved()
    referee.tap("Announce: 0")  # with network: the table has been fetched
    one.saved()
    line.down()
    referee.count("All five", "Red: casin 3", "Announce: 15 to Meyer")
    referee.ready()
    referee.score(0, 15)
    referee.count("None", "Announce: object ball, 2 to Meyer, ball in hand")
    referee.ready()
    referee.score(0, 17)
    expect(page.locator(".mark")).to_contain_text("kept")
    referee.count("Foul…", "Leather tip")
    referee.announces("Record: the book says later what it gives")
    referee.tap("Leather tip")
    referee.tap("Back to the pins")
    referee.tap("Announce: 0")
    line.up()
    one.saved(60_000)
    referee.score(0, 17)
    assert [line["kind"] for line in desk.record(match)].count("StrokePlayed") == 4
