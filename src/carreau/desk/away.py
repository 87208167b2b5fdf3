"""What a phone takes along to go on alone: the tables of each rulebook, and what a game by it can be."""

import gzip
from functools import cache, lru_cache
from typing import Any

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.core.rulebook import Rulebook
from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import ASK, YEAR
from carreau.desk.views.places import MOST, named, tables_of
from carreau.offline import name_of
from carreau.offline import packed as table_bytes
from carreau.sports import Json

routes = APIRouter(include_in_schema=False)


@cache
def names() -> dict[str, str]:
    """The name of each edition's table, as a game without readings of its own is played by it."""
    return {id: name_of(tables_of(id, {}, wait=True) or {}) for id in BOOKS}


@lru_cache(maxsize=MOST)
def table(name: str) -> bytes:
    """A table by its name, packed. Raises Failure where there is none; it may be ready the next time."""
    made = named(name) or _usual(name)
    if made is None:
        raise Failure(404, "not_found")
    return gzip.compress(table_bytes(made), 9, mtime=0)


def _usual(name: str) -> Json | None:
    """The table of an edition without readings of a game's own, if it has this name."""
    edition = name.rpartition("-")[0]
    made = tables_of(edition, {}, wait=True) if edition in BOOKS else None
    return made if made is not None and name_of(made) == name else None


@routes.get("/offline/index.json")
async def index(request: Request) -> Response:
    """The names of the tables by edition."""
    return _sent(gzip.compress(msgspec.json.encode(await to_thread.run_sync(names)), 9, mtime=0), request, ASK)


@routes.get("/offline/{name}.json")
async def one(request: Request, name: str) -> Response:
    """A table; its name says what is in it, so it never changes."""
    return _sent(await to_thread.run_sync(table, name), request, YEAR)


@routes.get("/books.json")
async def books(request: Request) -> Response:
    """What a game can be by each rulebook."""
    return _sent(gzip.compress(msgspec.json.encode(await to_thread.run_sync(kinds)), 9, mtime=0), request, ASK)


@cache
def kinds() -> Json:
    """For each rulebook its sport, its formats with the boules of a side, the points to reach."""
    return {id: _kind(book) for id, book in BOOKS.items()}


def _kind(book: Rulebook) -> Json:
    formats = [name for name in ("triples", "doubles", "singles") if book.has_limit(f"format.{name}_boules")]
    return {
        "sport": book.sport.name,
        "formats": {name: _format(book, name) for name in formats},
        "targets": [book.limit(key) for key in ("win.target", "win.short_target") if book.has_limit(key)],
    }


def _format(book: Rulebook, name: str) -> dict[str, Any]:
    players, boules = book.limit(f"format.{name}_players"), book.limit(f"format.{name}_boules")
    return {"players": players, "boules": players * boules}


def _sent(packed: bytes, request: Request, keep: str) -> Response:
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=JSON, headers=headers)
