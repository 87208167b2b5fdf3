"""The checks before play: limits of the edition beside each field, what was looked at is recorded and judged."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phones import PHONE, SMALL, TABLET
from tests.browser.serving import Serving

DEVICE = "0123456789ABCDEFGHJKMNPQRS"
PLAYERS = {side: {"name": side, "players": [{"id": f"{side}1"}]} for side in ("A", "B")}


def test_boules_jack_and_licences(phone: Phones, desk: Serving) -> None:
    game = desk.begin(DEVICE, format="singles", detail="boules", umpire=True, sides=PLAYERS)
    mine = phone()
    page = mine.play(game, "#checks")
    boules = page.locator("details", has=page.locator("summary", has_text="Boules ● A1"))
    expect(boules.locator("summary")).to_contain_text("70.5–80 mm")
    boules.locator("summary").click()
    page.locator("input[name='boule A1 diameter_um']").fill("72,5")
    page.locator("input[name='boule A1 weight_mg']").fill("649")
    page.locator("select[name='boule A1 filled']").select_option("false")
    page.locator("details", has=page.locator("summary", has_text="Jack")).locator("summary").click()
    page.locator("input[name='jack  diameter_um']").fill("30")
    page.get_by_role("checkbox", name="B1").check()
    expect(page.get_by_role("status").filter(has_text="checked")).to_contain_text("5 of")
    page.get_by_role("button", name="Record checks").click()
    expect(page.locator(".answers li")).to_have_count(3)
    mine.saved()
    facts = [line["fact"] for line in desk.record(game)[1:]]
    assert {"kind": "Inspected", "object": "jack", "found": {"diameter_um": 30_000}} in facts
    boule = next(fact for fact in facts if fact.get("object") == "boule")
    assert boule["found"] == {"diameter_um": 72_500, "weight_mg": 649_000, "filled": False}
    assert next(fact for fact in facts if fact["kind"] == "LicenceShown")["player"] == "B1"
    ruled = [ruling["key"] for line in desk.record(game) for ruling in line["rulings"]]
    assert "equipment.rejected" in ruled
    page.get_by_role("button", name="Record checks").click()
    page.wait_for_timeout(700)
    assert len(desk.record(game)) == 4  # nothing is recorded twice


def test_a_number_that_is_none_is_not_taken(phone: Phones, desk: Serving) -> None:
    game = desk.begin(DEVICE, format="singles", detail="boules", sides=PLAYERS)
    page = phone().play(game, "#checks")
    page.locator("summary", has_text="Boules ● A1").click()
    field = page.locator("input[name='boule A1 diameter_um']")
    field.fill("abc")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Record checks")).to_be_disabled()


@pytest.mark.parametrize(
    ("book", "more", "objects"),
    [
        ("fpusa-1995", {}, 5),
        ("suomi", {}, 5),
        ("umb-5pin-1997", {"distance": 60}, 10),
        ("billard-cochonnet", {}, 1),
    ],
)
def test_every_sport_has_its_list(phone: Phones, desk: Serving, book: str, more: dict[str, int], objects: int) -> None:
    sport = {"format": "triples", "detail": "boules"} if book in ("fpusa-1995", "suomi") else {}
    reply = desk.ask("POST", "/api/games", json={"setup": {"rulebook": book, **sport, **more}, "device": DEVICE})
    page = phone().play(reply["id"], "#checks")
    page.locator("details").first.wait_for()
    titles = page.locator("details > summary > b").all_inner_texts()
    assert len({title.rstrip("●◎ ").split(" ●")[0].split(" ◎")[0] for title in titles}) >= min(objects, len(titles))
    for summary in page.locator("details > summary").all():
        summary.click()
    assert "desk.check" not in page.locator(".screen").inner_text()
    for width, height in (PHONE, SMALL, TABLET, (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (book, width)
