"""What somebody might try: codes, cookies, scripts in names, too much of everything, records that lie."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from carreau.desk import Settings, Store
from carreau.desk.bodies import Failure
from carreau.desk.guard import ANSWERS, Guard
from carreau.desk.pages import POLICY
from carreau.desk.people import new_id
from carreau.desk.plain import plain
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP, Bench, Phone, bench_on, end

SCRIPT = "<script>alert(1)</script>"
NOTE: Json = {"kind": "Noted", "text": ""}


@pytest.fixture
def bench(tmp_path: Any) -> Iterator[Bench]:
    """A desk where only those write who have been let in, and where it is counted."""
    store = Store(f"sqlite:///{tmp_path / 'desk.sqlite'}", durable=False).open()
    with bench_on(store, Settings(examples=False)) as made:
        yield made
    store.close()


def named(name: str) -> Json:
    """A set-up with a team of this name."""
    return {**SETUP, "sides": {"A": {"name": name}}}


def test_a_script_in_a_name_is_a_name(bench: Bench) -> None:
    owner = bench.phone()
    owner.begin(named(SCRIPT), people={"A1": SCRIPT}, names="shown")
    for path in ("/g/{}", "/g/{}/story", "/tv/{}", "/overlay/{}", "/tv"):
        page = owner.http.get(path.format(owner.game))
        assert page.status_code == 200
        assert SCRIPT not in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
    assert owner.look()["view"]["teams"]["A"]["name"] == SCRIPT
    assert owner.http.get(f"/api/games/{owner.game}").headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Zoë Lilás 7", "Zoë Lilás 7"),
        ("evil\u202egpj", "evil\N{REPLACEMENT CHARACTER}gpj"),
        ("a\u2066b\u2069c", "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"),
        ("a\x00\x1b[31mb", "a\N{REPLACEMENT CHARACTER}[31mb"),
        ("two\nlines\tand tab", "two lines and tab"),
        ("\ufeffbom", "\N{REPLACEMENT CHARACTER}bom"),
        ("emoji 👩\u200d🦰", "emoji 👩\u200d🦰"),
    ],
)
def test_what_cannot_be_seen_is_shown_as_a_mark(bench: Bench, typed: str, shown: str) -> None:
    assert plain(typed) == shown
    owner = bench.phone()
    id = new_id(8)
    assert owner.begin(named(typed), people={"A1": typed}, id=id).status_code == 201
    assert owner.begin(named(typed), people={"A1": typed}, id=id).status_code == 200, "sent again it is the same"
    assert owner.look()["view"]["teams"]["A"]["name"] == shown
    assert owner.look()["view"]["players"]["A1"] == shown
    owner.enter(DRAW)
    proposal = owner.proposal({**NOTE, "text": typed})
    assert [owner.send(proposal).json()["acks"][0]["how"] for _ in range(2)] == ["recorded", "already"]
    assert owner.look()["story"][2]["fact"]["text"] == shown


def test_texts_have_an_end(bench: Bench) -> None:
    owner = bench.phone()
    assert owner.begin(named("x" * 41)).status_code == 422
    assert owner.begin(people={"A1": "x" * 41}).status_code == 422
    assert owner.begin({**SETUP, "terrain": {"id": "x" * 121}}).status_code == 422
    assert bench.store.games() == []
    assert owner.begin(named("x" * 40), people={"A1": "é" * 40}).status_code == 201
    assert owner.enter(DRAW, {**NOTE, "text": "x" * 500}).status_code == 200
    long = owner.send(owner.proposal({**NOTE, "text": "x" * 501}))
    assert (long.status_code, long.json()["error"]) == (422, "too_long")
    assert owner.look()["head"] == 2


def test_a_replayed_cookie_opens_no_other_game(bench: Bench) -> None:
    owner, other = bench.game(DRAW), bench.game(DRAW)
    thief = bench.phone()
    thief.http.client.cookies = owner.http.client.cookies
    thief.at(other.game)
    assert thief.send(thief.proposal(end("A", 1))).status_code == 403
    assert bench.store.heads()[other.game] == 1


def record(owner: Phone) -> list[bytes]:
    """The lines of a record."""
    return owner.http.get(f"/api/games/{owner.game}/record").content.splitlines(keepends=True)


HOSTILE = {
    "nothing": b"",
    "no record": b"hello",
    "a line that is none": b"{}\n{}\n",
    "zeros": b"\0" * 1000,
    "deep": b"[" * 100_000,
    "a long number": b'{"seq":' + b"9" * 5000 + b"}",
    "another book": b'{"seq":0,"fact":{"kind":"GameSetUp","version":1,"rulebook":"../../etc"}}\n',
    "a name twice": b'{"seq":0,"seq":1}\n',
    "text": "ﬁ💥".encode("utf-16"),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_record(bench: Bench, content: bytes) -> None:
    phone = bench.phone()
    reply = phone.http.post("/api/import", content=content, headers={"Content-Type": "application/x-ndjson"})
    assert reply.status_code in (400, 422), reply.text
    assert reply.json()["say"]
    assert bench.store.games() == []


def test_a_record_with_one_line_changed_or_out_of_place(bench: Bench) -> None:
    owner = bench.game(DRAW, end("A", 3), end("B", 1))
    lines = record(owner)
    kind = {"Content-Type": "application/x-ndjson"}
    games = len(bench.store.games())
    changed = [*lines[:2], lines[2].replace(b'"points":3', b'"points":30'), lines[3]]
    for wrong in (lines[:1] + lines[2:], lines[::-1], [*lines, lines[-1]], changed):
        reply = bench.phone().http.post("/api/import", content=b"".join(wrong), headers=kind)
        assert reply.status_code == 422, reply.text
    assert len(bench.store.games()) == games
    hidden = b"".join(lines).replace(b"}\n", b"}\n", 1)
    assert bench.phone().http.post("/api/import", content=hidden, headers=kind).status_code == 201


def test_names_in_a_record_are_made_plain(bench: Bench) -> None:
    owner = bench.phone()
    owner.begin(named("Lilas"))
    content = b"".join(record(owner)).replace(b"Lilas", "Li\u202elas".encode())
    phone = bench.phone()
    reply = phone.http.post("/api/import", content=content, headers={"Content-Type": "application/x-ndjson"})
    phone.game = reply.json()["id"]
    assert phone.look()["view"]["teams"]["A"]["name"] == "Li\N{REPLACEMENT CHARACTER}las"


# --- how often -------------------------------------------------------------------------------------------


def test_facts_have_a_rate(bench: Bench) -> None:
    owner = bench.game(DRAW)
    notes = [owner.proposal({**NOTE, "text": str(n)}) for n in range(60)]
    assert owner.send(*notes[:40]).status_code == 200
    late = owner.send(*notes[40:])
    assert (late.status_code, late.json()["error"]) == (429, "too_often")
    assert 1 <= int(late.headers["retry-after"]) <= 5
    assert owner.look()["head"] == 41, "what was refused stays on the phone"
    other = bench.game(DRAW)
    assert other.enter(end("A", 1)).status_code == 200, "another device has its own"


def test_previews_have_a_rate(bench: Bench) -> None:
    owner = bench.game(DRAW)
    body = {"fact": end("A", 1)}
    statuses = [owner.http.post(f"/api/games/{owner.game}/preview", json=body).status_code for _ in range(30)]
    assert statuses[:20] == [200] * 20
    assert statuses[-1] == 429


def test_pages_have_a_rate_and_files_have_none(bench: Bench) -> None:
    phone = bench.phone()
    statuses = [phone.http.get("/api/me").status_code for _ in range(120)]
    assert (statuses[:90], statuses[-1]) == ([200] * 90, 429)
    assert phone.http.get("/s/x/app.js").status_code == 404


def test_many_devices_of_one_address_have_a_rate(bench: Bench) -> None:
    """A new device for each request does not get around it."""
    statuses = [
        bench.phone().http.post("/api/pin", json={"device": new_id(), "pin": "1"}).status_code for _ in range(6)
    ]
    assert statuses[-1] == 429
    guard = Guard(Settings(streams_an_address=2))
    for _ in range(60):
        guard.games(new_id(), "203.0.113.9")
    with pytest.raises(Failure, match="too_often"):
        guard.games(new_id(), "203.0.113.9")
    for _ in range(30):
        guard.games("D" * 26, "203.0.113.10")
    with pytest.raises(Failure, match="too_often"):
        guard.games("D" * 26, "203.0.113.10")
    guard.games(new_id(), "203.0.113.10")


def test_two_thousand_streams_from_one_address(bench: Bench) -> None:
    """Twenty are open; everybody else is told when to come again."""
    owner = bench.game(DRAW)
    path = f"/api/games/{owner.game}/events"
    live = bench.app.state.desk.live
    live.addresses["203.0.113.1"] = bench.settings.streams_an_address
    refused = [owner.http.get(path).status_code for _ in range(50)]
    assert refused == [503] * 50
    assert owner.http.get(path).headers["retry-after"]
    live.addresses.clear()
    live.addresses["198.51.100.1"] = bench.settings.streams
    assert owner.http.get(path).status_code == 503, "and not more than a thousand in all"
    live.addresses.clear()


# --- what every answer carries ---------------------------------------------------------------------------

EVERYTHING = (
    "/",
    "/g/{}",
    "/tv",
    "/overlay/{}",
    "/api/games",
    "/api/health",
    "/sw.js",
    "/nowhere",
    "/api/games/NOTTHERE",
)


@pytest.mark.parametrize("path", EVERYTHING)
def test_headers(bench: Bench, path: str) -> None:
    owner = bench.game()
    headers = owner.http.get(path.format(owner.game)).headers
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["permissions-policy"] == "screen-wake-lock=(self), fullscreen=(self)"
    assert headers["content-security-policy"] in (POLICY, ANSWERS)
    assert "access-control-allow-origin" not in headers
    assert "strict-transport-security" not in headers


def test_the_policy_of_pages() -> None:
    assert POLICY.split("; ") == [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ]  # fmt: skip


def test_https_is_remembered(tmp_path: Any) -> None:
    store = Store(f"sqlite:///{tmp_path / 'desk.sqlite'}", durable=False).open()
    with bench_on(store, Settings(examples=False, tls=True, overlay=("https://stream.test",))) as bench:
        phone = bench.phone()
        phone.http.client.headers["Origin"] = "https://desk.test"
        phone.begin()
        assert phone.http.get("/").headers["strict-transport-security"] == "max-age=31536000"
        framed = phone.http.get(f"/overlay/{phone.game}").headers["content-security-policy"]
        assert "frame-ancestors https://stream.test" in framed
        assert "frame-ancestors 'none'" in phone.http.get(f"/g/{phone.game}").headers["content-security-policy"]
    store.close()


def test_a_fault_of_ours_carries_them_too(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("carreau.desk.views.view_of", broken)
    owner = bench.game()
    reply = owner.http.get(f"/api/games/{owner.game}")
    assert (reply.status_code, reply.headers["content-security-policy"]) == (500, ANSWERS)
    assert "on purpose" not in reply.text


def test_the_database_is_the_owners_alone(tmp_path: Any) -> None:
    store = Store.in_folder(tmp_path / "data").open()
    store.tell("secret", "x")
    assert (tmp_path / "data" / "desk.sqlite").stat().st_mode & 0o077 == 0
    store.close()


def test_a_role_that_ends_ends_the_stream_of_its_device(bench: Bench) -> None:
    owner = bench.game(DRAW)
    live = bench.app.state.desk.live

    async def told() -> list[bytes]:
        from carreau.desk.live import Watcher

        mine, theirs = Watcher("full", "en", "scorer", "x", 1), Watcher("full", "en", "scorer", "x", 1)
        mine.device, theirs.device = "M" * 26, "T" * 26
        live.watchers[owner.game] = {mine, theirs}
        live.again(owner.game, {"T" * 26})
        live.watchers.pop(owner.game)
        return [json.dumps([mine.over, theirs.over]).encode()]

    assert asyncio.run(told()) == [b"[false, true]"]
