"""A desk in the test's own process, its clock, and phones that send to it as a real one does."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from msgspec.structs import replace

from carreau.desk import Settings, Store, create_app
from carreau.desk.people import new_id
from carreau.sports import Json

BEGUN_MS = 1_790_000_000_000
SETUP: Json = {"rulebook": "fipjp-2016", "format": "triples", "detail": "ends"}
DRAW: Json = {"kind": "DrawWon", "side": "A"}


def end(side: str, points: int) -> Json:
    """The points of an end."""
    return {"kind": "EndCounted", "side": side, "points": points}


class Time:
    """A wall clock that stands until the test turns it."""

    def __init__(self) -> None:
        self.now = BEGUN_MS

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, ms: int) -> None:
        """Let time go by."""
        self.now += ms


class Wire:
    """A client of the application, without a network: its requests are run to their end one by one."""

    def __init__(self, app: Any, loop: asyncio.AbstractEventLoop, address: str = "203.0.113.1") -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
        headers = {"X-Carreau": "1", "Origin": "http://desk.test"}
        self.client = httpx.AsyncClient(transport=transport, base_url="http://desk.test", headers=headers, timeout=30)
        self.loop = loop

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask and wait for the answer."""
        return self.loop.run_until_complete(self.client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Look."""
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        """Send."""
        return self.request("POST", path, **more)


class Phone:
    """A phone: its device id, its cookies, the game that it is at and the head that it has seen."""

    def __init__(self, wire: Wire, name: str = "") -> None:
        self.http = wire
        self.device = new_id()
        self.name = name
        self.game = ""
        self.seen = 0
        self.before: str | None = None

    def begin(self, setup: Json | None = None, **more: Any) -> httpx.Response:
        """Begin a game."""
        reply = self.http.post("/api/games", json={"setup": setup or SETUP, "device": self.device, **more})
        if reply.status_code in (200, 201):
            self.game, self.seen = reply.json()["id"], reply.json()["head"]
        return reply

    def at(self, game: str) -> "Phone":
        """Open a game."""
        self.game = game
        self.seen = self.look()["head"]
        return self

    def look(self, since: int | None = None, lang: str = "en") -> Json:
        """How the game stands."""
        params: Json = {"lang": lang} | ({"since": since} if since is not None else {})
        found: Json = self.http.get(f"/api/games/{self.game}", params=params).json()
        return found

    def proposal(self, fact: Json, **more: Any) -> Json:
        """A fact as a phone sends it: after the one before it, as the person saw the game."""
        made = {"fid": new_id(), "seen": self.seen, "after": self.before, "fact": fact, **more}
        self.before = made["fid"]
        return made

    def send(self, *proposals: Json, lang: str = "en", queue: int | None = None) -> httpx.Response:
        """Send what has been kept."""
        body = {"device": self.device, "queue": len(proposals) if queue is None else queue, "facts": proposals}
        return self.http.post(f"/api/games/{self.game}/facts", params={"lang": lang}, json=body)

    def enter(self, *facts: Json, **more: Any) -> httpx.Response:
        """Enter facts and take in what the desk answers."""
        reply = self.send(*(self.proposal(fact, **more) for fact in facts))
        if reply.status_code == 200:
            self.seen = reply.json()["head"]
        return reply


class Bench:
    """A desk to test, with its store, its clock and phones."""

    def __init__(self, store: Store, settings: Settings | None = None) -> None:
        self.time = Time()
        self.store = store
        self.settings = replace(settings or Settings(trusting=True, examples=False, rates=False), now=self.time)
        self.app = create_app(store, self.settings)
        self.loop = asyncio.new_event_loop()

    def phone(self, name: str = "") -> Phone:
        """One more phone."""
        return Phone(Wire(self.app, self.loop), name)

    def close(self) -> None:
        """Let what is still being told be told, and end."""
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def game(self, *facts: Json, setup: Json | None = None) -> Phone:
        """A phone in a game that it has begun and in which these facts were entered."""
        phone = self.phone()
        assert phone.begin(setup).status_code == 201
        if facts:
            reply = phone.enter(*facts)
            assert reply.status_code == 200, reply.text
        return phone


@contextmanager
def bench_on(store: Store, settings: Settings | None = None) -> Iterator[Bench]:
    """A desk over a store."""
    bench = Bench(store, settings)
    try:
        yield bench
    finally:
        bench.close()
