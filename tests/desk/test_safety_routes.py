"""Every route that writes refuses whoever may not, whatever is no body of its own, and stores nothing then.

The routes are read from the application: a new one that writes has to be entered here, or its test fails.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from msgspec import Struct

from carreau.desk import PARTS, Settings, Store
from carreau.desk.people import new_id
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP, Bench, Phone, bench_on, end

VIEWER, SCORER, DESK = "viewer", "scorer", "desk"


class Writing(Struct, frozen=True, kw_only=True):
    """A route that writes: a body that it takes, and the least that somebody must be to use it."""

    body: Json = {}
    least: str = SCORER
    raw: bool = False


FACT: Json = {"device": "", "facts": [{"fid": "F" * 26, "seen": 1, "fact": end("A", 1)}]}
WRITING: dict[str, Writing] = {
    "/api/games": Writing(body={"setup": SETUP}, least=VIEWER),
    "/api/games/{id}/facts": Writing(body=FACT),
    "/api/games/{id}/preview": Writing(body={"fact": end("A", 1)}),
    "/api/games/{id}/map": Writing(body={"boules": {}}),
    "/api/games/{id}/call": Writing(body={"on": True}),
    "/api/games/{id}/reset": Writing(body={}, least="example"),
    "/api/games/{id}/invitations": Writing(body={"role": "scorer"}),
    "/api/games/{id}/join": Writing(body={"device": "J" * 26, "digits": "000000"}, least=VIEWER),
    "/api/games/{id}/devices/{device}/end": Writing(body={}),
    "/api/games/{id}/rotate": Writing(body={}, least=DESK),
    "/api/games/{id}/lead": Writing(body={}),
    "/api/games/{id}/privacy": Writing(body={"public": False}, least=DESK),
    "/api/games/{id}/erase": Writing(body={}, least=DESK),
    "/api/games/{id}/delete": Writing(body={"confirm": ""}, least=DESK),
    "/api/games/{id}/hide": Writing(body={"say": "A1"}, least=VIEWER),
    "/api/pin": Writing(body={"device": "J" * 26, "pin": "1"}, least=VIEWER),
    "/api/qr": Writing(body={"place": "/g/K7QM2XR4"}, least=VIEWER),
    "/api/import": Writing(raw=True, least=VIEWER),
    "/g/{id}/hide": Writing(raw=True, least=VIEWER),
}
NEEDS_ROLE = [path for path, about in WRITING.items() if about.least in (SCORER, DESK)]
JSON_BODIES = [path for path, about in WRITING.items() if not about.raw]


def written_to() -> set[str]:
    """The addresses of all routes that are not only for looking."""
    found: set[str] = set()
    for part in PARTS:
        for route in part.routes.routes:
            methods: Iterable[str] = getattr(route, "methods", ()) or ()
            if set(methods) - {"GET", "HEAD", "OPTIONS"}:
                found.add(str(getattr(route, "path", "")))
    return found


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A desk where only those write who have been let in."""
    place = tmp_path_factory.mktemp("strict") / "strict.sqlite"
    store = Store(f"sqlite:///{place}", durable=False).open()
    with bench_on(store, Settings(examples=False, rates=False)) as made:
        yield made
    store.close()


def everything(bench: Bench, *, acts: bool = False) -> str:
    """All that the database holds, without the acts that are noted of those who tried."""
    with bench.store.reading() as db:
        tables = ("games", "events", "confirmations", "grants", "invitations", *(("audit",) if acts else ()))
        return str([db.exec_driver_sql(f"SELECT * FROM {table}").all() for table in tables])


def ask(phone: Phone, path: str, body: Json | None = None, **more: Any) -> httpx.Response:
    """Send to a route."""
    game = phone.game
    place = path.replace("{id}", game).replace("{device}", "0" * 12)
    return phone.http.post(place, **({"json": body} if body is not None else {}), **more)


def filled(path: str, phone: Phone) -> Json:
    """A body of the route that would do something."""
    body = dict(WRITING[path].body)
    return body | {"device": phone.device} if path.endswith("facts") else body


def test_every_route_that_writes_is_tried_here() -> None:
    assert written_to() == set(WRITING)


@pytest.mark.parametrize("path", NEEDS_ROLE)
def test_a_viewer_is_refused(strict: Bench, path: str) -> None:
    owner = strict.game(DRAW)
    before, viewer = everything(strict, acts=True), strict.phone().at(owner.game)
    reply = ask(viewer, path, filled(path, viewer))
    assert reply.status_code == 403, reply.text
    assert everything(strict, acts=True) == before


@pytest.mark.parametrize("path", NEEDS_ROLE)
def test_somebody_of_another_game_is_refused(strict: Bench, path: str) -> None:
    """A scorer's cookie is worth nothing in a game that its phone was not let into."""
    owner, other = strict.game(DRAW), strict.game(DRAW)
    other.game = owner.game
    before = everything(strict)
    assert ask(other, path, filled(path, other)).status_code == 403
    assert everything(strict) == before


@pytest.mark.parametrize("path", NEEDS_ROLE)
def test_somebody_whose_time_is_over_is_refused(strict: Bench, path: str) -> None:
    owner = strict.game(DRAW)
    anna = strict.phone()
    shown = owner.http.post(f"/api/games/{owner.game}/invitations", json={"role": "umpire"}).json()
    anna.http.post(f"/api/games/{owner.game}/join", json={"device": anna.device, "key": shown["key"]})
    anna.at(owner.game)
    owner.http.post(f"/api/games/{owner.game}/rotate", json={})
    before = everything(strict)
    reply = ask(anna, path, filled(path, anna))
    assert (reply.status_code, reply.json()["why"]) == (403, "expired")
    assert everything(strict) == before


@pytest.mark.parametrize("path", sorted(set(WRITING) - {"/api/games", "/api/pin", "/api/qr", "/api/import"}))
def test_a_game_that_is_not_there(strict: Bench, path: str) -> None:
    phone = strict.phone()
    phone.game = "NOTTHERE"
    before = everything(strict)
    assert ask(phone, path, filled(path, phone) or None).status_code in (404, 415, 422)
    assert everything(strict) == before


@pytest.mark.parametrize("path", JSON_BODIES)
@pytest.mark.parametrize(
    ("content", "statuses"),
    [
        (b"", (400,)),
        (b"{", (400,)),
        (b"[]", (422,)),
        (b'"x"', (422,)),
        (b"\xff\xfe", (400,)),
        (b'{"device": 3}', (422,)),
        (b'{"nobody": "knows this"}', (422,)),
        (b'{"device": "' + b"[" * 70_000 + b'"}', (413,)),
        (b"[" * 20_000, (400, 422)),
        (b"\0" * 200, (400,)),
    ],
    ids=["nothing", "half", "list", "text", "no text", "number", "unknown", "too large", "deep", "zeros"],
)
def test_a_body_that_is_none(strict: Bench, path: str, content: bytes, statuses: tuple[int, ...]) -> None:
    owner = strict.game(DRAW)
    before = everything(strict)
    reply = ask(owner, path, content=content, headers={"Content-Type": "application/json"})
    no_body_needed = path.endswith("/reset")
    assert reply.status_code in ((*statuses, 403) if no_body_needed else statuses), reply.text
    assert reply.json()["say"]
    assert everything(strict) == before


@pytest.mark.parametrize("path", sorted(WRITING))
def test_ten_megabytes(strict: Bench, path: str) -> None:
    owner = strict.game(DRAW)
    before = everything(strict)
    kind = "application/x-www-form-urlencoded" if path.startswith("/g/") else "application/json"
    reply = ask(owner, path, content=b"a" * 10_000_000, headers={"Content-Type": kind})
    assert reply.status_code == 413, reply.text
    assert everything(strict) == before


@pytest.mark.parametrize("path", sorted(WRITING))
@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.test", "https://desk.test", "http://desk.test:81"])
def test_a_request_from_another_site(strict: Bench, path: str, origin: str | None) -> None:
    owner = strict.game(DRAW)
    before = everything(strict, acts=True)
    owner.http.client.headers.pop("Origin")
    headers = {"Origin": origin} if origin else {}
    reply = ask(owner, path, filled(path, owner), headers=headers)
    assert (reply.status_code, reply.json()["error"]) == (403, "not_from_here")
    assert everything(strict, acts=True) == before


@pytest.mark.parametrize("path", [path for path in sorted(WRITING) if path.startswith("/api/")])
def test_a_request_without_our_header(strict: Bench, path: str) -> None:
    owner = strict.game(DRAW)
    before = everything(strict, acts=True)
    owner.http.client.headers.pop("X-Carreau")
    assert ask(owner, path, filled(path, owner)).status_code == 403
    assert everything(strict, acts=True) == before


@pytest.mark.parametrize("path", [path for path in JSON_BODIES if not path.endswith("/reset")])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_of_another_kind(strict: Bench, path: str, kind: str) -> None:
    """Only JSON that says so: a form of another site can't."""
    owner = strict.game(DRAW)
    before = everything(strict)
    reply = ask(owner, path, content=b"{}", headers={"Content-Type": kind})
    assert reply.status_code == 415
    assert everything(strict) == before


def test_looking_changes_nothing(strict: Bench) -> None:
    """Every address that can be looked at, looked at by a viewer and by whoever began the game."""
    owner = strict.game(DRAW, end("A", 3))
    before = everything(strict)
    for phone in (owner, strict.phone()):
        for part in PARTS:
            for route in part.routes.routes:
                path = str(getattr(route, "path", ""))
                if "GET" in (getattr(route, "methods", ()) or ()) and not path.endswith("events"):
                    place = path.replace("{id}", owner.game).replace("{seq}", "2").replace("{lang}", "en")
                    assert phone.http.get(place).status_code < 500, place
    assert everything(strict) == before


def test_the_owner_can(strict: Bench) -> None:
    """The bodies above do something when the right person sends them, so that a refusal means something."""
    for path in NEEDS_ROLE:
        owner = strict.game(DRAW)
        body = filled(path, owner)
        if path.endswith("delete"):
            body = {"confirm": owner.game}
        if path.endswith("facts"):
            body["facts"][0]["fid"] = new_id()
        reply = ask(owner, path, body)
        expected = (404,) if path.endswith("/end") else (200, 201, 202)
        assert reply.status_code in expected, f"{path}: {reply.text}"
