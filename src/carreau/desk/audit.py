"""Who did what with a game beside entering facts: kept ninety days, the address of a device seven."""

from itertools import count

from fastapi import APIRouter, Request, Response
from msgspec.json import decode

from carreau.desk.api import Desk, Lang, aside, desk_of, room_of
from carreau.desk.bodies import answer
from carreau.desk.guard import address_of
from carreau.desk.people import Someone, handle, new_id
from carreau.desk.rooms import Room
from carreau.desk.store import Act
from carreau.sports import Json

DAY_MS = 24 * 3600 * 1000
KEPT_MS = 90 * DAY_MS
ADDRESS_MS = 7 * DAY_MS
HOUR_MS = 3600 * 1000
COUNT = count()  # of two acts in one millisecond the first comes first
CHANGES = ("Undone", "Corrected")

routes = APIRouter(prefix="/api", tags=["people"])


async def noted(request: Request, game: str, act: str, who: Someone, detail: str = "") -> None:
    """Remember what somebody did. Once an hour what is too old is forgotten."""
    desk = desk_of(request)
    now = desk.settings.now()
    done = Act(
        id=f"{now:013d}{next(COUNT) % 10**5:05d}{new_id(8)}",
        game=game,
        wall_ms=now,
        act=act,
        device=who.device,
        role="desk" if who.desk else who.role,
        address=address_of(request),
        detail=detail,
    )
    await aside(_kept, desk, done)


def _kept(desk: Desk, act: Act) -> None:
    access = desk.people.access
    access.note(act)
    if act.wall_ms - desk.forgot_ms > HOUR_MS:
        desk.forgot_ms = act.wall_ms
        access.forget(act.wall_ms - KEPT_MS, act.wall_ms - ADDRESS_MS)


@routes.get("/games/{id}/audit")
async def acts(request: Request, id: str, lang: Lang = None) -> Response:
    """Who came in, what was handed out, exported, taken back and corrected; for the umpire and whoever runs the desk."""
    desk, room = desk_of(request), (await room_of(request, id)).still()
    desk.people.may_let_in(room, desk.people.device(request))
    return answer({"id": room.id, "acts": await aside(_all, desk, room), "entries": entered(room)})


def _all(desk: Desk, room: Room) -> list[Json]:
    return [
        {
            "wall_ms": act.wall_ms,
            "act": act.act,
            "device": handle(room.id, act.device),
            "role": act.role,
            "address": act.address,
            "detail": act.detail,
        }
        for act in desk.people.access.acts(room.id)
    ]


def entered(room: Room) -> list[Json]:
    """Of each entry: which device entered it in which role, and when it arrived."""
    return [
        {
            "seq": event.seq,
            "device": handle(room.id, event.device),
            "role": event.role,
            "name": event.name,
            "wall_ms": event.wall_ms,
            "claimed_ms": event.claimed_ms,
            "changes": decode(event.line)["fact"]["kind"] in CHANGES,
        }
        for event in room.events
    ]
