"""Records out and in, and the games to try: what is broken is named by its line, and nothing of it is kept."""

from collections.abc import Iterator
from importlib.resources import files

import httpx
import pytest

from carreau.desk import Settings, Store
from carreau.gamefile import opened
from carreau.sports import Json
from tests.desk.desks import DRAW, Bench, Phone, bench_on, end


def brought(phone: Phone, content: bytes, **params: str) -> httpx.Response:
    return phone.http.post(
        "/api/import", params=params, content=content, headers={"Content-Type": "application/x-ndjson"}
    )


def record(phone: Phone) -> bytes:
    return phone.http.get(f"/api/games/{phone.game}/record").content


def test_a_game_goes_to_another_desk_and_is_the_same(bench: Bench) -> None:
    phone = bench.game(DRAW, end("A", 3), end("B", 1), {"kind": "Undone", "seqs": [3]}, end("B", 2))
    with bench_on(Store("sqlite://", durable=False).open()) as other:
        guest = other.phone()
        reply = brought(guest, record(phone))
        assert (reply.status_code, reply.json()["new"]) == (201, 6)
        guest.game = reply.json()["id"]
        assert record(guest) == record(phone)
        assert guest.look()["view"]["score"] == phone.look()["view"]["score"] == {"A": 3, "B": 2}
        guest.seen = guest.look()["head"]
        assert guest.enter(end("A", 1)).status_code == 200, "it goes on there"


def test_the_mark_is_of_this_very_log(quick: Bench) -> None:
    one, two = quick.game(DRAW, end("A", 3)), quick.game(DRAW, end("A", 2))
    marks = [p.http.get(f"/api/games/{p.game}/record").headers["x-carreau-mark"] for p in (one, one, two)]
    assert marks[0] == marks[1] != marks[2]
    assert len(marks[0]) == 16


@pytest.mark.parametrize("spoil", [lambda r: r[:-20] + b"\n", lambda r: r + b"x\n", lambda r: b"", lambda r: r + r])
def test_of_a_broken_record_nothing_is_taken(quick: Bench, spoil: object) -> None:
    phone = quick.game(DRAW, end("A", 3))
    assert callable(spoil)
    reply = brought(phone, spoil(record(phone)))
    body = reply.json()
    assert (reply.status_code, body["error"]) == (422, "broken_record")
    assert isinstance(body["line"], int)
    assert f"line {body['line']}" in body["say"]
    assert len(quick.store.games()) == 1


def test_a_record_with_more_is_shown_before_it_is_taken(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    longer = record(phone) + b'{"fact":{"kind":"EndCounted","side":"B","points":1}}\n'
    first = brought(phone, longer, game=phone.game, device=phone.device).json()
    assert (first["same"], first["new"], first["added"], first["confirm"]) == (3, 1, 0, True)
    assert phone.look()["head"] == 2
    second = brought(phone, longer, game=phone.game, device=phone.device, confirm="1").json()
    assert (second["added"], second["head"]) == (1, 3)
    assert phone.look()["view"]["score"] == {"A": 3, "B": 1}


def test_a_record_that_tells_another_story_is_not_taken(quick: Bench) -> None:
    phone, other = quick.game(DRAW, end("A", 3)), quick.game(DRAW, end("A", 2), end("B", 1))
    reply = brought(phone, record(other), game=phone.game, device=phone.device, confirm="1")
    body = reply.json()
    assert (reply.status_code, body["error"], body["same"]) == (409, "record_differs", 2)
    assert body["conflicts"][0] == {"seq": 2, "here": "End 1: 3 to Team A.", "there": "End 1: 2 to Team A."}
    assert phone.look()["head"] == 2


def test_a_hostile_record_is_too_large(quick: Bench) -> None:
    reply = brought(quick.phone(), b" " * (quick.settings.largest_record + 1))
    assert (reply.status_code, reply.json()["error"]) == (413, "too_large")


# --- games to try ----------------------------------------------------------------------------------


@pytest.fixture
def shown(store: Store) -> Iterator[Bench]:
    """A desk on its first start."""
    with bench_on(store, Settings()) as made:
        yield made


def examples(bench: Bench) -> dict[str, Json]:
    games = bench.phone().http.get("/api/games").json()["games"]
    return {game["example"]: game for game in games if game["example"]}


def test_there_is_a_game_of_each_book_to_try(shown: Bench) -> None:
    found = examples(shown)
    assert sorted(found) == ["billard-cochonnet", "fipjp-2016", "fpusa-1995", "suomi", "umb-5pin-1997"]
    assert {game["role"] for game in found.values()} == {"scorer"}
    assert not any(game["closed"] for game in found.values())
    with bench_on(shown.store, Settings()) as again:
        assert examples(again).keys() == found.keys(), "another start begins no others"


def test_anybody_plays_on_in_it_and_it_can_begin_anew(shown: Bench) -> None:
    phone = shown.phone().at(examples(shown)["fipjp-2016"]["id"])
    turn = phone.look()["view"]["turn"]
    assert phone.enter({"kind": "BouleThrown", "side": turn, "holds": turn}).status_code == 200
    fresh = phone.http.post(f"/api/games/{phone.game}/reset").json()
    assert examples(shown)["fipjp-2016"]["id"] == fresh["id"] != phone.game
    assert fresh["head"] == phone.look()["head"] - 1
    mine = shown.game(DRAW)
    reply = mine.http.post(f"/api/games/{mine.game}/reset")
    assert (reply.status_code, reply.json()["error"]) == (403, "no_example")


def test_the_examples_are_sound_records() -> None:
    for book in ("billard-cochonnet", "fipjp-2016", "fpusa-1995", "suomi", "umb-5pin-1997"):
        filed = opened(files("carreau.desk.examples").joinpath(f"{book}.jsonl").read_bytes())
        assert filed.game.edition.id == book
        assert filed.game.state.waiting is None
