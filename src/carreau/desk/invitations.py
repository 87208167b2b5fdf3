"""Letting somebody in: a key in the address of a QR code, or six digits that can be said, once and for ten minutes.

The key stands behind the `#` of the address, which no browser sends: the page posts it and gets a role for its device.
"""

import hashlib
import hmac
import secrets
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from msgspec import structs

from carreau.desk.api import Desk, Lang, aside, desk_of, room_of
from carreau.desk.audit import noted
from carreau.desk.bodies import MOST_NAME, Body, Failure, answer, body_of
from carreau.desk.guard import address_of
from carreau.desk.people import Someone, handle, is_id, new_id
from carreau.desk.plain import plain
from carreau.desk.rooms import Room
from carreau.desk.store import EVERY_GAME, Grant, Invitation
from carreau.sports import Json

KEY_LENGTH = 20  # of five bits each
TEN_MINUTES_MS = 10 * 60 * 1000
MOST_MISSES = 20  # in a million
LETTERS: dict[str, str] = {"scorer": "s", "umpire": "u", "desk": "d"}

routes = APIRouter(prefix="/api", tags=["people"])
Wanted = Literal["scorer", "umpire", "desk"]


class Invite(Body, frozen=True, kw_only=True):
    """Somebody is to be let in as `role`."""

    role: Wanted = "scorer"
    device: str | None = None


class Join(Body, frozen=True, kw_only=True):
    """A device comes in, by a key or by digits; `name`: what its bearer is called."""

    device: str
    key: str | None = None
    digits: str | None = None
    name: str = ""


class Pin(Body, frozen=True, kw_only=True):
    """The desk's own digits."""

    device: str
    pin: str


class Asking(Body, frozen=True, kw_only=True):
    """A device that asks for something that needs no more words."""

    device: str | None = None


class Rotated(Body, frozen=True, kw_only=True):
    """Whose rights end: of the scorers, the umpires, or of all others."""

    role: Literal["scorer", "umpire"] | None = None
    device: str | None = None


# --- letting in ----------------------------------------------------------------------------------------


@routes.post("/games/{id}/invitations", status_code=201)
async def invite(request: Request, id: str, lang: Lang = None) -> Response:
    """A new key and new digits, for one device and ten minutes. A scorer lets scorers in; the umpire and the desk anybody."""
    desk = desk_of(request)
    body = await body_of(request, Invite, desk.settings.largest_body)
    room = await room_of(request, id)
    device = desk.people.device(request, body.device)
    who = desk.people.may_write(room, device) if body.role == "scorer" else desk.people.may_let_in(room, device)
    key, digits = new_id(KEY_LENGTH), f"{secrets.randbelow(10**6):06d}"
    invitation = await aside(_invited, desk, room, body.role, key, digits)
    await noted(request, room.id, "invited", who, body.role)
    address = f"{origin_of(request)}/j/{room.id}#{LETTERS[body.role]}.{key}"
    shown = {"role": body.role, "key": f"{LETTERS[body.role]}.{key}", "digits": digits, "url": address}
    return answer({"id": room.id, **shown, "until_ms": invitation.until_ms, "wall_ms": invitation.made_ms}, 201)


def _invited(desk: Desk, room: Room, role: Wanted, key: str, digits: str) -> Invitation:
    now = desk.settings.now()
    invitation = Invitation(
        id=new_id(),
        game=room.id,
        role="umpire" if role == "umpire" else "scorer",
        desk=role == "desk",
        key=key_digest(key),
        digits=digits_digest(desk.people.secret, room.id, digits),
        made_ms=now,
        until_ms=now + TEN_MINUTES_MS,
    )
    desk.people.access.invite(invitation, now - TEN_MINUTES_MS)
    return invitation


def key_digest(key: str) -> bytes:
    """All that the desk keeps of a key: it is long enough to need no salt."""
    return hashlib.sha256(key.encode()).digest()


def digits_digest(secret: str, game: str, digits: str) -> bytes:
    """All that the desk keeps of digits; who reads the database alone can't try a million of them."""
    return hmac.digest(secret.encode(), f"{game}/{digits}".encode(), "sha256")


def origin_of(request: Request) -> str:
    """The address that people type."""
    settings = desk_of(request).settings
    scheme = "https" if settings.tls else request.url.scheme
    return (settings.origin or f"{scheme}://{request.headers.get('host', '')}").rstrip("/")


# --- coming in -----------------------------------------------------------------------------------------


@routes.post("/games/{id}/join")
async def join(request: Request, id: str, lang: Lang = None) -> Response:
    """Come in by a key or by digits. The same device with the same key again is in already."""
    desk = desk_of(request)
    body = await body_of(request, Join, desk.settings.largest_body)
    if not is_id(body.device) or (body.key is None) == (body.digits is None):
        raise Failure(422, "malformed", why="malformed", detail="device, and key or digits")
    room = await room_of(request, id)
    device = desk.people.device(request, body.device)
    with desk.guard.tries(address_of(request)):
        invitation = await aside(_invitation, desk, room, device, body)
        if invitation is None:
            desk.guard.missed(address_of(request))
    if invitation is None:
        await noted(request, room.id, "wrong_code", Someone(device=device, role="viewer"))
        raise Failure(403, "wrong_code", why="wrong_code")
    await aside(_let_in, desk, room, invitation, device, plain(body.name)[:MOST_NAME])
    who = desk.people.who(room, device)
    await noted(request, room.id, "joined", who)
    reply = answer({"id": room.id, "head": room.head, "device": device, **standing(who)})
    desk.people.remember(reply, device)
    return reply


def standing(who: Someone) -> Json:
    """What a device is, as it is told itself."""
    return {"role": who.role, "desk": who.desk, "lead": who.lead}


def _invitation(desk: Desk, room: Room, device: str, body: Join) -> Invitation | None:
    """The invitation that somebody names. Raises Failure: it is over."""
    named = key_digest(body.key.partition(".")[2].upper()) if body.key is not None else None
    said = digits_digest(desk.people.secret, room.id, "".join((body.digits or "").split()))
    found = None
    for one in desk.people.access.invitations(room.id):
        if hmac.compare_digest(one.key, named) if named is not None else hmac.compare_digest(one.digits, said):
            found = one
    now = desk.settings.now()
    mine = found is not None and found.taken_by == device
    open_still = found is not None and found.taken_by is None and found.ended_ms is None and now < found.until_ms
    if found is not None and (mine or open_still):
        return found
    if found is not None and named is not None:
        raise Failure(410, "code_over", why="expired")
    if named is None:
        desk.people.access.missed(room.id, MOST_MISSES, now)
    return None


def _let_in(desk: Desk, room: Room, invitation: Invitation, device: str, name: str) -> None:
    people = desk.people
    if invitation.taken_by == device:
        return
    before = people.grant(room, device)
    kept = before if before is not None and before.ended_ms is None else None
    now = desk.settings.now()
    grant = Grant(
        game=room.id,
        device=device,
        role="umpire" if "umpire" in (invitation.role, kept.role if kept else "") else "scorer",
        desk=invitation.desk or (kept is not None and kept.desk),
        name=name or (kept.name if kept else ""),
        given_ms=now,
        lead_ms=kept.lead_ms if kept else None,
    )
    if not people.access.take(invitation.id, grant):
        raise Failure(410, "code_over", why="expired")
    people.changed(room.id)


@routes.post("/pin")
async def pin(request: Request, lang: Lang = None) -> Response:
    """Whoever knows the desk's digits runs the desk on this device, for all its games."""
    desk = desk_of(request)
    body = await body_of(request, Pin, desk.settings.largest_body)
    if not is_id(body.device):
        raise Failure(422, "malformed", why="malformed", detail="device")
    device = desk.people.device(request, body.device)
    with desk.guard.tries(address_of(request)):
        known = await aside(desk.lock.opens, body.pin)
        if not known:
            desk.guard.missed(address_of(request))
    if not known:
        await noted(request, EVERY_GAME, "wrong_pin", Someone(device=device, role="viewer"))
        raise Failure(403, "wrong_code", why="wrong_code")
    now = desk.settings.now()
    grant = Grant(game=EVERY_GAME, device=device, desk=True, scores=False, given_ms=now)
    await aside(desk.people.access.give, grant)
    desk.people.changed(EVERY_GAME)
    await noted(request, EVERY_GAME, "pin", Someone(device=device, role="scorer", desk=True))
    reply = answer({"device": device, "desk": True})
    desk.people.remember(reply, device)
    return reply


@routes.get("/me")
async def me(request: Request) -> Response:
    """Who this device is by its cookie, and whether it may begin games here."""
    desk = desk_of(request)
    device = desk.people.device(request)
    wide = desk.people.given(EVERY_GAME).get(device)
    runs = wide is not None and wide.ended_ms is None
    needed = desk.settings.pin is not None
    return answer({"device": device or None, "desk": runs, "pin": needed, "begins": runs or not needed})


# --- who is in -----------------------------------------------------------------------------------------


@routes.get("/games/{id}/devices")
async def devices(request: Request, id: str, lang: Lang = None) -> Response:
    """Who can write now, for those who can: when each was here last, and what it still keeps."""
    desk, room = desk_of(request), await room_of(request, id)
    who = desk.people.may_write(room, desk.people.device(request))
    shown = [_device(desk, room, grant, who) for grant in desk.people.grants(room)]
    invited = await aside(_open, desk, room)
    return answer({"wall_ms": desk.settings.now(), "me": standing(who), "devices": shown, "invitations": invited})


def _device(desk: Desk, room: Room, grant: Grant, who: Someone) -> Json:
    here = desk.live.listens(room.id, grant.device)
    return {
        "device": handle(room.id, grant.device),
        "name": grant.name,
        "role": grant.role,
        "desk": grant.desk,
        "lead": grant.device == desk.people.lead(room),
        "me": grant.device == who.device,
        "here": here,
        "seen_ms": desk.settings.now() if here else desk.people.seen.get((room.id, grant.device)),
        "waiting": room.row.queues.get(grant.device, 0),
    }


def _open(desk: Desk, room: Room) -> list[Json]:
    now = desk.settings.now()
    return [
        {"role": "desk" if one.desk else one.role, "until_ms": one.until_ms}
        for one in desk.people.access.invitations(room.id)
        if one.taken_by is None and one.ended_ms is None and now < one.until_ms
    ]


@routes.post("/games/{id}/devices/{device}/end")
async def end(request: Request, id: str, device: str, lang: Lang = None) -> Response:
    """Take away what a device may do, at once; a device may always leave by itself. What it has not sent stays on it."""
    desk = desk_of(request)
    body = await body_of(request, Asking, desk.settings.largest_body)
    room = await room_of(request, id)
    here = desk.people.device(request, body.device)
    who = desk.people.may_write(room, here)
    grant = next((one for one in desk.people.grants(room) if handle(room.id, one.device) == device), None)
    if grant is None:
        raise Failure(404, "no_device")
    if grant.device != here and not (who.desk or (who.lets_in and not grant.desk)):
        raise Failure(403, "not_the_desk", why="not_the_desk")
    await aside(_ended, desk, room, [grant])
    desk.live.again(room.id, {grant.device})
    await noted(request, room.id, "ended", who, handle(room.id, grant.device))
    return answer({"id": room.id, "ended": [device]})


@routes.post("/games/{id}/rotate")
async def rotate(request: Request, id: str, lang: Lang = None) -> Response:
    """New keys: what was shown so far lets nobody in, and everybody else has to come in anew."""
    desk = desk_of(request)
    body = await body_of(request, Rotated, desk.settings.largest_body)
    room = await room_of(request, id)
    here = desk.people.device(request, body.device)
    who = desk.people.may_let_in(room, here)
    await aside(desk.people.access.end_invitations, room.id, desk.settings.now(), body.role)
    others = [
        grant
        for grant in desk.people.grants(room)
        if grant.device != here and not grant.desk and body.role in (None, grant.role)
    ]
    await aside(_ended, desk, room, others)
    desk.live.again(room.id, {grant.device for grant in others})
    await noted(request, room.id, "rotated", who, body.role or "")
    return answer({"id": room.id, "ended": [handle(room.id, grant.device) for grant in others]})


def _ended(desk: Desk, room: Room, grants: list[Grant]) -> None:
    now = desk.settings.now()
    desk.people.access.give(*(structs.replace(grant, ended_ms=now) for grant in grants))
    desk.people.changed(room.id)


@routes.post("/games/{id}/lead")
async def lead(request: Request, id: str, lang: Lang = None) -> Response:
    """This device keeps the score from now on; the one before goes on as an assistant, with all that it has kept."""
    desk = desk_of(request)
    body = await body_of(request, Asking, desk.settings.largest_body)
    room = await room_of(request, id)
    who = desk.people.may_write(room, desk.people.device(request, body.device))
    grant = desk.people.grant(room, who.device)
    now = desk.settings.now()
    taken: Any = grant or Grant(game=room.id, device=who.device, name=who.name, given_ms=now)
    await aside(desk.people.access.give, structs.replace(taken, lead_ms=now))
    desk.people.changed(room.id)
    await noted(request, room.id, "lead", who)
    return answer({"id": room.id, **standing(desk.people.who(room, who.device))})
