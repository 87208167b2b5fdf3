"""What an inspection compares before play, by each rulebook: objects, properties, limits and rows, as data for a list."""

import hashlib
from functools import cache

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.core.clause import Check, Clause
from carreau.core.record import kinds
from carreau.core.rulebook import Rulebook
from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import ASK, YEAR, pages_of
from carreau.desk.rulebook_pages import allowed, units
from carreau.sports import Json

OWNED = ("boule", "cue", "player")  # these belong to a player or a side
LICENCE = "licence.shown"

routes = APIRouter(include_in_schema=False)


def checks_of(book: Rulebook) -> Json:
    """The objects in the order of the text, each with what is looked at; whether players show a licence."""
    objects: dict[str, dict[str, Json]] = {}
    for clause in book.clauses.values():
        for check in clause.checks:
            if check.object is not None:
                found = objects.setdefault(check.object, {})
                found.setdefault(check.property, _property(check))["limits"].append(_limit(clause, check))
    licence = book.clauses.get(LICENCE)
    return {
        "book": book.id,
        "objects": [
            {"object": name, "owned": name in OWNED and _has_side(book), "properties": list(found.values())}
            for name, found in objects.items()
        ],
        "licence": licence.row.partition("/")[2] if licence is not None else None,
    }


def _has_side(book: Rulebook) -> bool:
    """Does an inspection by this book say whose the object is?"""
    return "side" in kinds(book.sport)["Inspected"].__struct_fields__


def _property(check: Check) -> Json:
    """What is entered: yes or no, one of several words, or a number in the unit that people use."""
    by, unit = units(check.property)
    holds = "yes" if check.is_ is not None else "word" if check.one_of is not None else "number"
    return {"property": check.property, "holds": holds, "by": by, "unit": unit, "words": check.one_of, "limits": []}


def _limit(clause: Clause, check: Check) -> Json:
    return {
        "row": clause.row.partition("/")[2],
        "allowed": "" if check.is_ is not None or check.one_of is not None else allowed(check),
        "is": check.is_,
        "words": check.one_of,
        "if": check.if_,
        "unless": check.unless,
    }


@cache
def _content(id: str) -> tuple[bytes, str]:
    content = msgspec.json.encode(checks_of(BOOKS[id]))
    return content, hashlib.sha256(content).hexdigest()[:16]


@routes.get("/checks/{book}.json")
async def checks(request: Request, book: str, d: str = "") -> Response:
    """The list of a rulebook."""
    if book not in BOOKS:
        raise Failure(404, "not_found")
    content, tag = await to_thread.run_sync(_content, book)
    keep = YEAR if d == pages_of(request).assets.digest else ASK
    return Response(content, media_type=JSON, headers={"Cache-Control": keep, "ETag": f'"{tag}"'})
