"""Records out of the desk and into it: a whole game as a file, checked line by line before anything of it is kept."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from carreau.core.facts import Entry
from carreau.core.game import Game
from carreau.core.record import chained, line_of, written
from carreau.desk.api import Desk, Lang, _head, aside, desk_of, room_of
from carreau.desk.audit import noted
from carreau.desk.bodies import Failure, answer, raw_body, tongue
from carreau.desk.exchange import Proposal, Who, first_event
from carreau.desk.guard import address_of
from carreau.desk.people import new_id
from carreau.desk.plain import plain_fact
from carreau.desk.rooms import Room
from carreau.desk.store import Event, GameRow
from carreau.desk.views import people_for, reader_of
from carreau.desk.views.said import said
from carreau.gamefile import Filed, Unreadable, opened
from carreau.sports import Json

RECORD = "application/x-ndjson"
FILE = "record"
SHOWN = 20

routes = APIRouter(prefix="/api", tags=["records"])
OnGame = Annotated[str | None, Query(max_length=8, description="The game that the record is of, if the desk has it.")]


@routes.get("/games/{id}/record")
async def record(request: Request, id: str) -> Response:
    """The record file of a game: every entry, nothing left out."""
    desk, room = desk_of(request), (await room_of(request, id)).still()
    who = desk.people.who(room, desk.people.device(request))
    if room.protects and not who.writes:
        raise Failure(403, "not_public", why="not_public")
    content = await aside(b"".join, written(room.game, people_for(room, who.role)))
    await noted(request, room.id, "exported", who)
    headers = {"Content-Disposition": f'attachment; filename="{room.id}.jsonl"', "Cache-Control": "no-store"}
    return Response(content, media_type=RECORD, headers={**headers, "X-Carreau-Mark": mark_of(room)})


def mark_of(room: Room) -> str:
    """Sixteen letters that only this very log has."""
    return room.events[-1].digest.hex()[:16]


@routes.post("/import", status_code=201)
async def bring(
    request: Request, game: OnGame = None, confirm: bool = False, device: str | None = None, lang: Lang = None
) -> Response:
    """Take a record in. A new game is begun with it; of a game that is there it says what is new, and asks first."""
    desk = desk_of(request)
    here = desk.people.device(request, device) or new_id()
    desk.guard.games(here, address_of(request))
    content = await raw_body(request, desk.settings.largest_record)
    filed = await aside(_read, content, tongue(lang))
    if game is not None:
        room = await room_of(request, game)
        return await _onto(desk, room, filed, desk.people.may_write(room, here), confirm, tongue(lang))
    desk.people.may_begin(here)
    room = await aside(begin_with, desk, filed, here)
    await noted(request, room.id, "imported", desk.people.who(room, here))
    reply = answer({**_head(room), "device": here, "new": room.head + 1, "same": 0, "conflicts": []}, 201)
    desk.people.remember(reply, here)
    return reply


def _read(content: bytes, lang: str) -> Filed:
    try:
        return opened(b"\n".join(bytes(plain_fact(msgspec.Raw(line))) for line in content.split(b"\n")))
    except Unreadable as no:
        say = no.message(FILE, lang)
        raise Failure(422, "broken_record", why="broken_record", line=no.line, say=say) from no


def begin_with(desk: Desk, filed: Filed, device: str, **flags: Any) -> Room:
    """A game that begins with everything that a record says."""
    now = desk.settings.now()
    last = max((step.entry.moment.at_ms or 0 for step in filed.game.heard), default=0)
    id = new_id(8)
    row = GameRow(
        id=id,
        book=filed.game.edition.id,
        created_ms=now,
        begun_ms=now - last,
        people=filed.record.people,
        owner=device,
        **flags,
    )
    desk.store.add(row, events_of(filed.game, Who(device=device, role="scorer"), now))
    room = desk.rooms.room(id)
    assert room is not None
    return room


def events_of(game: Game, who: Who, now: int) -> list[Event]:
    """The entries of a record as the log of a desk has them."""
    log = [first_event(game.heard[0].entry, new_id(), who, now)]
    for step in game.heard[1:]:
        log.append(_event(step.entry, who, now, log[-1]))
    return log


def _event(entry: Entry, who: Who, now: int, before: Event) -> Event:
    line = line_of(entry).decode().rstrip("\n")
    return Event(
        seq=before.seq + 1,
        fid=new_id(),
        device=who.device,
        role=who.role,
        wall_ms=now,
        said_seen=before.seq,
        seen=before.seq,
        subject="",
        line=line,
        digest=chained(before.digest, line.encode()),
    )


# --- onto a game that is there -------------------------------------------------------------------------


class Merging(Struct, frozen=True):
    """How a record and a game differ: the entries that both have, the first that differs, the record's further ones."""

    same: int
    differs: int | None
    new: tuple[Entry, ...]


def merging(game: Game, other: Game) -> Merging:
    """Compare a record with a game, entry by entry; what is told at which time does not matter."""
    for n, (mine, theirs) in enumerate(zip(game.heard, other.heard, strict=False)):
        if mine.entry.fact != theirs.entry.fact:
            return Merging(n, n, ())
    shorter = min(len(game.heard), len(other.heard))
    return Merging(shorter, None, tuple(step.entry for step in other.heard[shorter:]))


async def _onto(desk: Desk, room: Room, filed: Filed, who: Who, confirm: bool, lang: str) -> Response:
    found = merging(room.game, filed.game)
    if found.differs is not None:
        raise Failure(409, "record_differs", **await aside(_both, room, filed, found, lang, who.role))
    if confirm and found.new:
        await aside(_added, room, found, who)
        desk.live.changed(room.id)
    added = len(found.new) if confirm else 0
    shown = {"new": len(found.new), "same": found.same, "conflicts": [], "added": added, "confirm": not confirm}
    return answer({**_head(room), **shown}, 200)


def _both(room: Room, filed: Filed, found: Merging, lang: str, role: str) -> Json:
    """The first entry on which they part, as each tells it."""
    reader, seq = reader_of(room, lang, role), found.same
    mine, theirs = room.game.heard[seq], filed.game.heard[seq]
    conflict = {"seq": seq, "here": said(room.game, mine, reader), "there": said(filed.game, theirs, reader)}
    return {"why": "record_differs", "same": found.same, "new": 0, "conflicts": [conflict]}


def _added(room: Room, found: Merging, who: Who) -> None:
    """All of the further entries, or none. Raises Failure."""
    proposals: list[Proposal] = []
    for entry in found.new:
        m = entry.moment
        fact = msgspec.Raw(msgspec.json.encode(entry.fact))
        before = proposals[-1].fid if proposals else None
        proposals.append(
            Proposal(
                fid=new_id(), seen=found.same - 1, after=before, at_ms=m.at_ms, by=m.by, source=m.source, fact=fact
            )
        )
    settled = room.take(tuple(proposals), who, whole=True)
    if settled.stop is not None:
        raise Failure(409, "record_differs", why="record_differs", same=room.head, new=0, conflicts=[])
