"""Calling the umpire: a flag beside the game in the list of games; the story knows nothing of it."""

from carreau.desk import Settings, Store
from tests.desk.desks import BEGUN_MS, Bench, bench_on


def called(bench: Bench, game: str) -> int | None:
    """Since when the umpire is called to a game, as the list says it."""
    games = bench.phone().http.get("/api/games").json()["games"]
    found = next(one for one in games if one["id"] == game)
    since: int | None = found["called_ms"]
    return since


def test_a_call_stands_in_the_list_until_it_is_taken_back(bench: Bench) -> None:
    phone = bench.phone()
    phone.begin()
    head = phone.look()["head"]
    assert called(bench, phone.game) is None
    path, body = f"/api/games/{phone.game}/call", {"on": True, "device": phone.device}
    assert phone.http.post(path, json=body).status_code == 200
    bench.time.pass_ms(5000)
    assert phone.http.post(path, json=body).json()["called_ms"] == BEGUN_MS  # called twice is called once
    assert called(bench, phone.game) == BEGUN_MS
    assert phone.http.post(path, json={**body, "on": False}).json()["called_ms"] is None
    assert called(bench, phone.game) is None
    assert phone.look()["head"] == head


def test_a_viewer_calls_nobody(store: Store) -> None:
    with bench_on(store, Settings(examples=False)) as bench:
        phone, other = bench.phone(), bench.phone()
        phone.begin()
        path = f"/api/games/{phone.game}/call"
        assert other.http.post(path, json={"on": True, "device": other.device}).status_code == 403
        assert called(bench, phone.game) is None


def test_a_strange_body_calls_nobody(bench: Bench) -> None:
    phone = bench.phone()
    phone.begin()
    path = f"/api/games/{phone.game}/call"
    assert phone.http.post(path, json={"on": "yes", "device": phone.device}).status_code == 422
    assert phone.http.post(path, json={"on": True, "device": phone.device, "why": "?"}).status_code == 422
    assert phone.http.post("/api/games/00000000/call", json={"on": True}).status_code == 404
    assert called(bench, phone.game) is None
