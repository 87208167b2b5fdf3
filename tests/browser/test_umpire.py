"""The umpire's tablet: cards with the step that the book proposes, calls; and the control table on a laptop."""

from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, TABLET
from tests.browser.serving import Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
LAPTOP = (1280, 800)
PLAYERS = {side: {"name": name, "players": [{"id": f"{side}1"}, {"id": f"{side}2"}]} for side, name in (("A", "Les Lilas"), ("B", "Vieux-Port"))}  # fmt: skip  # noqa: E501


def game_of_doubles(desk: Serving) -> str:
    return desk.begin(DEVICE, format="doubles", detail="boules", umpire=True, sides=PLAYERS, terrain={"id": "4"})


def test_a_breach_the_proposed_card_and_the_next_step(phone: Phones, desk: Serving) -> None:
    """Yellow first; the same player again: orange. A card is never shown without its offence."""
    game = game_of_doubles(desk)
    mine = phone(size=LAPTOP)
    page = mine.play(game, "#umpire")

    def breach() -> None:
        page.locator("[data-person=A1]").click()
        page.locator("[data-offence=circle]").click()

    breach()
    expect(page.locator(".next")).to_contain_text("Proposed: Yellow card")
    assert len(desk.record(game)) == 1  # looked at, not recorded
    page.get_by_role("button", name="Record: ● A1").click()
    mine.saved()
    expect(page.locator("section[aria-label='Open questions']")).to_contain_text("Yellow card")
    page.get_by_role("button", name="Answer").click()
    page.locator(".screen.choice .big").click()
    mine.saved()
    page.goto(f"{desk.address}/play/{game}#umpire")
    expect(page.locator(".step.yellow")).to_be_visible()
    page.wait_for_timeout(700)
    breach()
    expect(page.locator(".next")).to_contain_text("Orange card")


def test_calls_come_first_and_end_when_the_umpire_is_there(phone: Phones, desk: Serving) -> None:
    game = game_of_doubles(desk)
    desk.ask("POST", f"/api/games/{game}/call", json={"on": True, "device": DEVICE})
    page = phone(size=TABLET).play(game, "#umpire")
    expect(page.locator("section[aria-label='The umpire is called']")).to_contain_text("Les Lilas")
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_role("button", name="I am here")).to_have_count(0)


def test_three_columns_and_one(phone: Phones, desk: Serving) -> None:
    game = game_of_doubles(desk)
    page = phone(size=LAPTOP).play(game, "#umpire")
    page.locator(".umpire .groups button").first.wait_for()
    tops = [one.bounding_box() for one in page.locator(".screen.umpire > .stack").all()]
    assert len({box["y"] for box in tops if box}) == 1
    assert len(tops) == 3
    small = phone(size=PHONE, clean=False).play(game, "#umpire")
    small.locator("[data-person=A1]").wait_for()
    assert small.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small.get_by_role("button", name="Something happened").click()
    small.wait_for_url("**#happened")


def test_the_control_table(phone: Phones, desk: Serving) -> None:
    game = game_of_doubles(desk)
    desk.ask("POST", f"/api/games/{game}/call", json={"on": True, "device": DEVICE})
    page = phone(size=LAPTOP).open("/table")
    first = page.locator("tbody tr").first
    expect(first).to_have_class("called")
    page.get_by_role("button", name="Score").click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_count(1)
    expect(page.locator("tbody tr.called").first).to_be_visible()
    desk.ask("POST", f"/api/games/{game}/call", json={"on": False, "device": DEVICE})
    row = page.locator("tbody tr", has=page.locator(f"a[href^='/g/{game}']"))
    expect(row).not_to_have_class("called", timeout=20_000)
    expect(row).to_contain_text("4")
    row.get_by_role("link").click()
    page.wait_for_url(f"**/g/{game}*")
