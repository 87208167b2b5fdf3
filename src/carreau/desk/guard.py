"""The door of the desk: what every answer carries, which requests can only come from our own pages, how often."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter, SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.desk.bodies import Failure, tongue
from carreau.desk.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
ANSWERS = "default-src 'none'; frame-ancestors 'none'"  # the policy of what is no page
YEAR_S = 365 * 24 * 3600
FREE = ("/s/", "/sw.js")  # files that a browser keeps
FACTS = parse("50/5 seconds")  # ten a second, fifty at once
FACTS_AN_HOUR = parse("600/hour")
GAMES = parse("30/minute")
LOOKS = parse("25/5 seconds")
PAGES = parse("5/5 seconds")  # of each of the phones that may share an address
ASKS = parse("5/hour")
WRONG_CODES = parse("5/10 minutes")


class Guard:
    """How often somebody may do something: by device, and by address for all the devices that share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._trying: Counter[str] = Counter()
        storage = MemoryStorage()
        self._window = MovingWindowRateLimiter(storage)
        self._hour = SlidingWindowCounterRateLimiter(storage)

    def facts(self, device: str, address: str, count: int) -> None:
        """So many facts come. Raises Failure."""
        self._limit("facts", FACTS, device, address, count)
        self._limit("hour", FACTS_AN_HOUR, device, address, count)

    def games(self, device: str, address: str) -> None:
        """A game begins. Raises Failure."""
        self._limit("games", GAMES, device, address)

    def looks(self, device: str, address: str) -> None:
        """Somebody wants to know what would follow. Raises Failure."""
        self._limit("looks", LOOKS, device, address)

    def pages(self, address: str) -> None:
        """Somebody looks. Raises Failure."""
        self._hit(self._window, times(PAGES, self.settings.streams_an_address), ("pages", address), 1)

    @contextmanager
    def tries(self, address: str) -> Iterator[None]:
        """Somebody says a code; until it is known to be right it counts as wrong. Raises Failure after too many of them."""
        left = self._window.get_window_stats(WRONG_CODES, "codes", address).remaining
        if self.settings.rates and self._trying[address] >= left:
            raise self._too_often(WRONG_CODES, ("codes", address), self._window)
        self._trying[address] += 1
        try:
            yield
        finally:
            self._trying[address] -= 1
            if not self._trying[address]:
                del self._trying[address]

    def asks(self, address: str) -> None:
        """Somebody writes to the desk. Raises Failure."""
        self._hit(self._window, ASKS, ("asks", address), 1)

    def missed(self, address: str) -> None:
        """The code was wrong."""
        self._window.hit(WRONG_CODES, "codes", address)

    def _limit(self, what: str, item: RateLimitItem, device: str, address: str, count: int = 1) -> None:
        limiter = self._hour if item is FACTS_AN_HOUR else self._window
        self._hit(limiter, times(item, self.settings.streams_an_address), (what, "address", address), count)
        self._hit(limiter, item, (what, "device", device or address), count)

    def _hit(self, limiter: Any, item: RateLimitItem, key: tuple[str, ...], count: int) -> None:
        if self.settings.rates and count and not limiter.hit(item, *key, cost=count):
            raise self._too_often(item, key, limiter)

    def _too_often(self, item: RateLimitItem, key: tuple[str, ...], limiter: Any) -> Failure:
        wait = max(1, round(limiter.get_window_stats(item, *key).reset_time - time.time()))
        return Failure(429, "too_often", {"Retry-After": str(min(wait, item.get_expiry()))})


def times(item: RateLimitItem, n: int) -> RateLimitItem:
    """A limit for so many at once."""
    return type(item)(item.amount * max(n, 1), item.multiples)


class Lock:
    """The desk's own digits; only their argon2id hash is kept, and looking takes a tenth of a second."""

    def __init__(self, pin: str | None) -> None:
        self._hasher = PasswordHasher()
        self._hash = self._hasher.hash(pin) if pin else None

    def opens(self, pin: str) -> bool:
        """Are these the digits?"""
        if self._hash is None:
            return False
        try:
            return self._hasher.verify(self._hash, pin)
        except (VerificationError, InvalidHashError):
            return False


# --- the door --------------------------------------------------------------------------------------------


class Door:
    """Every request comes through it, and every answer goes out with what protects the page."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app = app
        self.guard = guard
        self.settings = guard.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what no page of ours would send, pass everything else on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        secure = self.settings.tls or scope["scheme"] == "https"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), secure)
            await send(message)

        try:
            self._check(scope)
        except Failure as no:
            await no.answer(_language(scope))(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _check(self, scope: Scope) -> None:
        headers, path = Headers(scope=scope), scope["path"]
        if scope["method"] in SAFE:
            if not path.startswith(FREE):
                self.guard.pages(address_in(scope))
            return
        if headers.get("origin") not in self._origins(scope, headers):
            raise Failure(403, "not_from_here", why="not_from_here")
        if path.startswith("/api/") and headers.get("x-carreau") != "1":
            raise Failure(403, "not_from_here", why="not_from_here")
        length = headers.get("content-length", "0")
        most = self.settings.largest_record if path == "/api/import" else self.settings.largest_body
        if length.isdigit() and int(length) > most:
            raise Failure(413, "too_large", most_bytes=most)

    def _origins(self, scope: Scope, headers: Headers) -> tuple[str, ...]:
        """The addresses that our pages have: the one that is asked, and the one that people type."""
        scheme = "https" if self.settings.tls else scope["scheme"]
        typed = self.settings.origin
        return (f"{scheme}://{headers.get('host', '')}", *([typed.rstrip("/")] if typed else []))


def protect(headers: MutableHeaders, secure: bool) -> None:
    """What every answer carries; a page has said its own policy."""
    headers.setdefault("Content-Security-Policy", ANSWERS)
    headers["Referrer-Policy"] = "no-referrer"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Permissions-Policy"] = "screen-wake-lock=(self), fullscreen=(self)"
    headers["X-Robots-Tag"] = "noindex"
    if secure:
        headers["Strict-Transport-Security"] = f"max-age={YEAR_S}"


def address_in(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return address_in(request.scope)


def _language(scope: Scope) -> str:
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])
    return tongue(asked[0])
