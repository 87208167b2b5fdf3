"""What a page loads to enter anything: everything that can be entered under a book, in one language."""

import hashlib
from functools import cache

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import pages_of
from carreau.forms import content
from carreau.say import languages

routes = APIRouter(include_in_schema=False)
YEAR = "public, max-age=31536000, immutable"


@routes.get("/forms/{book}/{lang}.json")
async def forms(request: Request, book: str, lang: str, d: str = "") -> Response:
    """The leaves of "something happened" and the full forms, with their words."""
    if book not in BOOKS or lang not in languages():
        raise Failure(404, "not_found")
    found, tag = await to_thread.run_sync(_packed, book, lang)
    keep = YEAR if d in (tag, pages_of(request).assets.digest) else "no-cache"
    return Response(found, media_type=JSON, headers={"Cache-Control": keep, "ETag": f'"{tag}"'})


@cache
def _packed(book: str, lang: str) -> tuple[bytes, str]:
    found = msgspec.json.encode(content(BOOKS[book], lang))
    return found, hashlib.sha256(found).hexdigest()[:16]
