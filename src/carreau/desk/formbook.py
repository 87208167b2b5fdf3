"""What a page loads to enter anything: everything that can be entered under a book, in one language."""

import hashlib
from collections.abc import Callable
from functools import cache

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.core.rulebook import Rulebook
from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import pages_of
from carreau.forms import content, full
from carreau.say import languages
from carreau.sports import Json

routes = APIRouter(include_in_schema=False)
Part = Callable[[Rulebook, str], Json]
YEAR = "public, max-age=31536000, immutable"


@routes.get("/forms/{book}/{lang}.json")
async def forms(request: Request, book: str, lang: str, d: str = "") -> Response:
    """The leaves of "something happened", with their words."""
    return await _answer(request, book, lang, d, content)


@routes.get("/forms/{book}/{lang}/full.json")
async def full_forms(request: Request, book: str, lang: str, d: str = "") -> Response:
    """The full form of each kind of entry, with the words of its fields."""
    return await _answer(request, book, lang, d, full)


async def _answer(request: Request, book: str, lang: str, d: str, part: Part) -> Response:
    if book not in BOOKS or lang not in languages():
        raise Failure(404, "not_found")
    found, tag = await to_thread.run_sync(_packed, book, lang, part)
    keep = YEAR if d in (tag, pages_of(request).assets.digest) else "no-cache"
    return Response(found, media_type=JSON, headers={"Cache-Control": keep, "ETag": f'"{tag}"'})


@cache
def _packed(book: str, lang: str, part: Part) -> tuple[bytes, str]:
    found = msgspec.json.encode(part(BOOKS[book], lang))
    return found, hashlib.sha256(found).hexdigest()[:16]
