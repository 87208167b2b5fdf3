"""The sentences of the pages in one language: everything whose key begins with `desk.`, as one object."""

import hashlib
from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import pages_of
from carreau.say import languages
from carreau.say.texts import catalogue
from carreau.sports import Json

PREFIX = "desk."
WITH_FORMS = (
    "desk.yes.",
    "desk.no.",
    "desk.instead.",
    "desk.leaf.",
    "desk.find.",
    "desk.group.",
    "desk.ask.",
    "desk.kind.",
    "desk.field.",
    "desk.value.",
)
PARTS: dict[str, tuple[str, ...]] = {
    "core": ("desk.shell.", "desk.ends.", "desk.games."),
    "five_pins": ("desk.five.",),
    "cochonnet": ("desk.cochonnet.",),
    "new": ("desk.new.", "desk.setup.", "desk.book.", "desk.format.", "desk.detail.", "desk.board.article"),
    "screens": (
        "desk.happened.", "desk.choice.", "desk.ruling.", "desk.story.", "desk.correct.", "desk.form.", "desk.held.",
        "desk.unsent.", "desk.share.", "desk.join.", "desk.map.", "desk.settings.", "desk.check.", "desk.tablet.",
    ),
    "none": ("desk.error.", "desk.board.", "desk.hide.", "desk.status.", "desk.rules.", "desk.control."),
}  # fmt: skip
REST = "play"  # what is in no other part belongs to the screens of the sports
CONTEXT = "\x04"
UP_TO = 101  # the numbers among which a language's singular is looked for

routes = APIRouter(include_in_schema=False)


@cache
def words(lang: str) -> Json:
    """`texts` by key (a variant of a text as `variant\\x04key`); `one`: the numbers that take the first of two forms.

    A text that a language does not have yet stands there in English.
    """
    own = _texts(lang)
    return {"lang": lang, "one": _singular(lang), "texts": {**_texts("en"), **own}}


def part_of(key: str) -> str:
    """With which part of a page a text is loaded: the first screen is there before the others."""
    plain = key.rpartition(CONTEXT)[2]
    return next((part for part, prefixes in PARTS.items() if plain.startswith(prefixes)), REST)


@cache
def packed(lang: str, part: str = "") -> tuple[bytes, str]:
    """The words of a part, or all of them, as they go out, and their digest."""
    whole = words(lang)
    texts = {key: text for key, text in whole["texts"].items() if not part or part_of(key) == part}
    content = msgspec.json.encode({**whole, "texts": texts})
    return content, hashlib.sha256(content).hexdigest()[:16]


def _texts(lang: str) -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = {}
    entries: dict[Any, str] = vars(catalogue(lang))["_catalog"]
    for id, text in entries.items():
        key, form = id if isinstance(id, tuple) else (id, None)
        plain = key.rpartition(CONTEXT)[2]
        if not plain.startswith(PREFIX) or plain.startswith(WITH_FORMS):  # those come with the forms of a book
            continue
        if form is None:
            found[key] = text
        else:
            forms = found.setdefault(key, ["", ""])
            assert isinstance(forms, list)
            forms[form] = text
    return dict(sorted(found.items()))


def _singular(lang: str) -> list[int]:
    """The numbers that go with the first form: 1, in French also 0."""
    form = vars(catalogue(lang)).get("plural", lambda n: int(n != 1))
    return [n for n in range(UP_TO) if form(n) == 0]


@routes.get("/words/{lang}.json")
async def words_of(request: Request, lang: str, d: str = "", part: str = "") -> Response:
    """The words of a language, or of one part; under their digest, or that of all files, they never change."""
    if lang not in languages() or part not in ("", REST, *PARTS):
        raise Failure(404, "not_found")
    content, digest = packed(lang, part)
    keep = "public, max-age=31536000, immutable" if d in (digest, pages_of(request).assets.digest) else "no-cache"
    return Response(content, media_type=JSON, headers={"Cache-Control": keep, "ETag": f'"{digest}"'})
