"""What comes in and what goes out as JSON: bodies checked by their types, answers, and failures that say what is wrong."""

from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response
from msgspec import Struct

from carreau.core.expected import short
from carreau.core.facts import By, Ms, Number
from carreau.desk.exchange import Proposal
from carreau.desk.store.tables import Names
from carreau.gamefile import told
from carreau.say import languages
from carreau.sports import Json

MOST_FACTS = 50
MOST_NAME = 40
JSON = "application/json"


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body names what it knows and nothing else."""


class NewGame(Body, frozen=True, kw_only=True):
    """A game to begin. `id` made by the phone; `at_ms`: when, in milliseconds since 1970 by the desk's clock.

    `names`: what the public is told: the teams' names, the players' too, or nothing that somebody could be known by.
    """

    setup: msgspec.Raw
    id: str | None = None
    device: str | None = None
    people: dict[str, str] = {}
    at_ms: int | None = None
    name: str = ""
    names: Names = "teams"


class Facts(Body, frozen=True, kw_only=True):
    """What a phone has kept: at most fifty facts of how many it still has."""

    device: str
    facts: tuple[Proposal, ...]
    queue: Number = 0


class Wondered(Body, frozen=True, kw_only=True):
    """A fact to look at before it is entered."""

    fact: msgspec.Raw
    by: By = "scorer"
    at_ms: Ms | None = None
    device: str | None = None
    both_agree: bool = False


class Failure(Exception):
    """An answer that says why not."""

    def __init__(self, status: int, error: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.headers = headers
        self.more = more

    def answer(self, lang: str) -> Response:
        """As it goes out."""
        slots = {name: value for name, value in self.more.items() if isinstance(value, str | int)}
        say = self.more.get("say") or told(f"desk.error.{self.error}", lang, {}, **slots)
        return answer({"error": self.error, **self.more, "say": say}, self.status, self.headers)


def without(extra: str) -> Failure:
    """This desk lacks the libraries of an extra."""
    return Failure(501, "needs_extra", say=told("screen.needs_extra", "en", {}, extra=extra))


T = TypeVar("T")


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The body of a request. Raises Failure: too large, no JSON, or not what it should be."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Failure(415, "not_json_type")
    content = await raw_body(request, most)
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as wrong:
        raise Failure(422, "malformed", why="malformed", stopped_at=None, detail=short(str(wrong))) from wrong
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        raise Failure(400, "not_json", detail=short(str(wrong))) from wrong


async def raw_body(request: Request, most: int) -> bytes:
    """The bytes of a body, no more of them than may be."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Failure(413, "too_large", most_bytes=most)
        parts.append(part)
    return b"".join(parts)


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON that nobody keeps."""
    return Response(
        msgspec.json.encode(content),
        status_code=status,
        media_type=JSON,
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def tongue(lang: str | None) -> str:
    """The language asked for, if there are sentences in it, else English."""
    asked = (lang or "en")[:2].lower()
    return asked if asked in languages() else "en"


__all__ = ("JSON", "MOST_FACTS", "Facts", "Failure", "Json", "NewGame", "Wondered", "answer", "body_of", "tongue")
