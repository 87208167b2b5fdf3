"""What the public sees of a game, names that are taken away again, and games that are deleted."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from itsdangerous import BadSignature, URLSafeTimedSerializer
from msgspec import structs

from carreau.core.facts import SIDES
from carreau.desk.api import Desk, Lang, aside, desk_of, room_of
from carreau.desk.audit import noted
from carreau.desk.bodies import Body, Failure, answer, body_of
from carreau.desk.guard import address_of
from carreau.desk.html import language_of, page
from carreau.desk.people import Someone
from carreau.desk.plain import MOST_NOTE, plain
from carreau.desk.rooms import SHOWN_MS, Room
from carreau.desk.store import EVERY_GAME
from carreau.desk.store.tables import Names
from carreau.sports import Json

ASKED = "asked_to_hide"
FORM = "carreau-form"
HOUR_S = 3600

routes = APIRouter()


class Shown(Body, frozen=True, kw_only=True):
    """What the public is told from now on; what is not said stays as it is."""

    names: Names | None = None
    public: bool | None = None
    device: str | None = None


class Erased(Body, frozen=True, kw_only=True):
    """The names of these players go, or of all."""

    players: tuple[str, ...] | None = None
    device: str | None = None


class Asked(Body, frozen=True, kw_only=True):
    """Somebody does not want to be named."""

    say: str


class Deleted(Body, frozen=True, kw_only=True):
    """The game itself is said again, so that nobody deletes one by a slip."""

    confirm: str
    device: str | None = None


# --- what is shown -------------------------------------------------------------------------------------


@routes.get("/api/games/{id}/privacy", tags=["people"])
async def privacy(request: Request, id: str, lang: Lang = None) -> Response:
    """What the public sees, until when, whose names are kept, and who has asked to be hidden."""
    desk, room = desk_of(request), await room_of(request, id)
    desk.people.may_let_in(room, desk.people.device(request))
    return answer(await aside(_privacy, desk, room))


def _privacy(desk: Desk, room: Room) -> Json:
    asked = [act for act in desk.people.access.acts(room.id) if act.act == ASKED]
    over = getattr(room.game.state, "winner", None) is not None
    return {
        "id": room.id,
        "names": room.row.names,
        "protects": room.protects,
        "public": room.row.public,
        "public_now": room.public,
        "until_ms": room.events[-1].wall_ms + SHOWN_MS if over else None,
        "people": room.row.people,
        "asked": [{"wall_ms": act.wall_ms, "say": act.detail} for act in asked],
    }


@routes.post("/api/games/{id}/privacy", tags=["people"])
async def show(request: Request, id: str, lang: Lang = None) -> Response:
    """Say what the public is told: the umpire, or whoever runs the desk."""
    desk = desk_of(request)
    body = await body_of(request, Shown, desk.settings.largest_body)
    room = await room_of(request, id)
    who = desk.people.may_let_in(room, desk.people.device(request, body.device))
    names = body.names or room.row.names
    public = room.row.public if body.public is None else body.public
    await aside(desk.people.access.show, room.id, names, public)
    await _told_anew(desk, room)
    await noted(request, room.id, "privacy", who, f"names {names}, {'public' if public else 'not public'}")
    return answer(await aside(_privacy, desk, room))


async def _told_anew(desk: Desk, room: Room) -> None:
    """The room takes what the store has, and everybody who watches begins anew."""
    row = await aside(desk.store.game, room.id)
    if row is not None:
        room.told(row)
    desk.live.again(room.id)


# --- names that go -------------------------------------------------------------------------------------


@routes.post("/api/games/{id}/erase", tags=["people"])
async def erase(request: Request, id: str, lang: Lang = None) -> Response:
    """Take the names of players away for good: from now on they are `A1` and `B2` everywhere; what was ruled stays."""
    desk = desk_of(request)
    body = await body_of(request, Erased, desk.settings.largest_body)
    room = await room_of(request, id)
    who = desk.people.may_run(room, desk.people.device(request, body.device))
    people = room.row.people
    gone = sorted(id for id in people if id not in SIDES) if body.players is None else list(body.players)
    if unknown := [id for id in gone if id not in people]:
        raise Failure(422, "malformed", why="malformed", detail=f"players: {unknown[0]}")
    await aside(desk.store.rename, room.id, {id: name for id, name in people.items() if id not in gone})
    await _told_anew(desk, room)
    await noted(request, room.id, "names_erased", who, " ".join(gone))
    return answer({"id": room.id, "erased": gone})


@routes.post("/api/games/{id}/delete", tags=["people"])
async def delete(request: Request, id: str, lang: Lang = None) -> Response:
    """Delete a game with its log, for good."""
    desk = desk_of(request)
    body = await body_of(request, Deleted, desk.settings.largest_body)
    room = await room_of(request, id)
    who = desk.people.may_run(room, desk.people.device(request, body.device))
    if body.confirm.upper() != room.id:
        raise Failure(422, "malformed", why="malformed", detail="confirm")
    await aside(_deleted, desk, room)
    desk.live.again(room.id)
    await noted(request, EVERY_GAME, "deleted", who, room.id)
    return answer({"id": room.id, "deleted": True})


def _deleted(desk: Desk, room: Room) -> None:
    with room.lock:
        desk.people.access.delete(room.id, desk.settings.now())
        room.row = structs.replace(room.row, gone_ms=desk.settings.now())
        desk.rooms.forget(room.id)
        desk.people.changed(room.id)


# --- asking the desk -----------------------------------------------------------------------------------


@routes.post("/api/games/{id}/hide", status_code=202, tags=["people"])
async def ask_to_hide(request: Request, id: str, lang: Lang = None) -> Response:
    """Anybody may ask the desk not to be named."""
    desk = desk_of(request)
    body = await body_of(request, Asked, desk.settings.largest_body)
    await _asked(request, await room_of(request, id), body.say)
    return answer({"asked": True}, 202)


async def _asked(request: Request, room: Room, say: str) -> None:
    desk = desk_of(request)
    said = plain(say).strip()
    if not said or len(said) > MOST_NOTE:
        raise Failure(422, "too_long", why="malformed", most=MOST_NOTE, field="say")
    desk.guard.asks(address_of(request))
    device = desk.people.device(request)
    await noted(request, room.id, ASKED, Someone(device=device, role="viewer"), said)


@routes.get("/g/{id}/hide", include_in_schema=False)
async def form(request: Request, id: str) -> Response:
    """The same without a script: who sees what here, for how long, and a form."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    return _form(request, room, lang, sent=False)


def _form(request: Request, room: Room, lang: str, *, sent: bool) -> Response:
    desk = desk_of(request)
    once = request.cookies.get(FORM) or secrets.token_urlsafe(16)
    token = _signer(desk).dumps([room.id, once])
    reply = page(request, "hide.html", lang, id=room.id, token=token, sent=sent, most=MOST_NOTE)
    reply.set_cookie(FORM, once, max_age=HOUR_S, httponly=True, samesite="strict", secure=desk.settings.tls)
    return reply


def _signer(desk: Desk) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(desk.people.secret, salt="form")


@routes.post("/g/{id}/hide", include_in_schema=False)
async def filled(
    request: Request,
    id: str,
    token: Annotated[str, Form(max_length=400)] = "",
    say: Annotated[str, Form(max_length=4 * MOST_NOTE)] = "",
) -> Response:
    """What the form sends; the token shows that it is ours."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    try:
        named, once = _signer(desk_of(request)).loads(token, max_age=HOUR_S)
    except BadSignature as no:
        raise Failure(403, "not_from_here", why="not_from_here") from no
    if named != room.id or not secrets.compare_digest(once, request.cookies.get(FORM, "")):
        raise Failure(403, "not_from_here", why="not_from_here")
    await _asked(request, room, say)
    return _form(request, room, lang, sent=True)
