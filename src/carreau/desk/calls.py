"""Calling the umpire: a flag beside a game, for the umpires' list. It is no fact of the game and changes nothing in it."""

from fastapi import APIRouter, Request, Response

from carreau.desk.api import desk_of, room_of
from carreau.desk.bodies import Body, answer, body_of
from carreau.desk.guard import address_of

routes = APIRouter(prefix="/api/games/{id}", tags=["games"])


class Call(Body, frozen=True, kw_only=True):
    """`on`: somebody calls; else the umpire has come, or nobody calls any more."""

    on: bool
    device: str | None = None


@routes.post("/call")
async def call(request: Request, id: str) -> Response:
    """Call the umpire to a game, or take the call back."""
    desk = desk_of(request)
    body = await body_of(request, Call, desk.settings.largest_body)
    room = await room_of(request, id)
    who = desk.people.may_write(room, desk.people.device(request, body.device))
    desk.guard.facts(who.device, address_of(request), 1)
    if body.on:
        desk.calls.setdefault(room.id, desk.settings.now())
    else:
        desk.calls.pop(room.id, None)
    desk.live.changed(room.id)
    return answer({"id": room.id, "called_ms": desk.calls.get(room.id)})
