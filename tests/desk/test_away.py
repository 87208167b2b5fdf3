"""What a phone takes along to go on alone: the tables that its game is played by, whatever that game has chosen."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from carreau.desk import away
from carreau.desk.bodies import Failure
from carreau.desk.views import places
from carreau.offline import name_of
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP, Bench

CHOSEN = {"A6": "centre"}
WAIT_S = 30


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins without tables."""
    for name, empty in (("_made", places._made.copy()), ("_making", set())):
        empty.clear()
        monkeypatch.setattr(places, name, empty)
    away.table.cache_clear()
    yield
    away.table.cache_clear()


def until(said: Callable[[], Any]) -> Any:
    """What is said as soon as it is something."""
    end = time.monotonic() + WAIT_S
    while not (found := said()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def small(edition: str, readings: dict[str, str]) -> Json:
    """Tables that are made at once."""
    return {"edition": edition, "digest": "-".join(readings.values()) + "abcd"}


def test_a_game_with_readings_of_its_own_has_its_table(quick: Bench) -> None:
    """The view names it as soon as it has been made, without anything new in the game, and the desk has it."""
    phone = quick.game(DRAW, setup={**SETUP, "detail": "boules", "readings": CHOSEN})
    phone.enter({"kind": "JackThrown", "side": "A", "good": True})
    place = until(lambda: phone.look()["view"]["place"])
    reply = phone.http.get(f"/offline/{place['table']}.json")
    assert reply.status_code == 200
    assert reply.json()["readings"] == CHOSEN
    assert place["table"] not in phone.http.get("/offline/index.json").json().values()


def test_a_table_that_was_not_ready_is_found_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "tables_for", lambda *_: {"edition": "none", "digest": "abcdef"})
    with pytest.raises(Failure):
        away.table("none-abcd")
    places.tables_of("none", {}, wait=True)
    assert away.table("none-abcd")


def test_tables_that_could_not_be_made_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(edition: str, readings: dict[str, str]) -> Json:
        raise OSError("no room")

    key = places.key_of("fipjp-2016", {})
    monkeypatch.setattr(places, "tables_for", failing)
    places._making.add(key)
    with pytest.raises(OSError, match="no room"):
        places._make(key)
    monkeypatch.setattr(places, "tables_for", small)
    assert until(lambda: places.tables_of("fipjp-2016", {})) == small("fipjp-2016", {})


def test_the_table_that_nobody_asked_for_the_longest_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "tables_for", small)
    numbers = [str(n) for n in range(places.MOST)]
    for n in numbers:
        places.tables_of("suomi", {"A6": n}, wait=True)
    assert places.tables_of("suomi", {"A6": numbers[0]})
    assert until(lambda: places.tables_of("suomi", {"A6": "one more"}))
    there = {made["digest"] for made in places._made.values()}
    assert len(there) == places.MOST
    assert small("suomi", {"A6": numbers[0]})["digest"] in there
    assert small("suomi", {"A6": numbers[1]})["digest"] not in there


def test_an_unknown_name_makes_nothing(quick: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table that an edition usually has is made for its name; another one is not found."""
    made: list[str] = []

    def noted(edition: str, readings: dict[str, str]) -> Json:
        made.append(edition)
        return small(edition, readings)

    monkeypatch.setattr(places, "tables_for", noted)
    wire = quick.phone().http
    assert wire.get("/offline/nobody-1234.json").status_code == 404
    assert made == []
    assert wire.get("/offline/suomi-1234.json").status_code == 404
    assert made == ["suomi"]
    assert wire.get(f"/offline/{name_of(small('suomi', {}))}.json").status_code == 200
