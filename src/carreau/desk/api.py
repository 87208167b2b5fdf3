"""The JSON routes of the games: a request becomes facts, the room plays them, the answer shows what came of it."""

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from msgspec import ValidationError, structs

from carreau.books import BOOKS
from carreau.core.expected import short
from carreau.core.facts import Entry, Moment
from carreau.core.judging import NotRecorded
from carreau.core.record import VERSION, decoder
from carreau.core.ruling import Ruling
from carreau.desk import views
from carreau.desk.bodies import MOST_FACTS, MOST_NAME, Facts, Failure, NewGame, answer, body_of, tongue
from carreau.desk.exchange import LATEST_MS, Stop, Who
from carreau.desk.guard import SAFE, Guard, Lock, address_of
from carreau.desk.journal import log
from carreau.desk.live import DESK, Live, Watcher, board_message, message, words
from carreau.desk.people import People, is_id, new_id
from carreau.desk.plain import plain, plain_fact, plain_names
from carreau.desk.rooms import SHOWN_MS, Room, Rooms
from carreau.desk.settings import Settings
from carreau.desk.store import Lost, Store
from carreau.gamefile import told
from carreau.sports import Json

ID_LENGTH = 8

routes = APIRouter(prefix="/api")
Lang = Annotated[str | None, Query(max_length=5, description="The language of the sentences: en, fr, fi, it, es.")]
Since = Annotated[int | None, Query(ge=-1, le=10**6, description="The last entry that is known.")]
T = TypeVar("T")


class Desk:
    """What the routes need."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.rooms = Rooms(store, settings)
        self.live = Live(self.rooms, settings)
        self.people = People(store, settings)
        self.guard = Guard(settings)
        self.lock = Lock(settings.pin)
        self.forgot_ms = 0
        self.calls: dict[str, int] = {}  # games to which the umpire is called, and since when; no facts, so not kept

    def shown(self) -> list[Room]:
        """The rooms of the games that everybody may see, the newest first."""
        return [room for room in self.listed() if room.public]

    def listed(self) -> Iterator[Room]:
        """The rooms of the games in which something has been entered of late, the newest first."""
        for row in self.store.games(self.settings.now() - SHOWN_MS):
            if (room := self.rooms.room(row.id)) is not None:
                yield room


def desk_of(request: Request) -> Desk:
    """The desk that is asked."""
    desk: Desk = request.app.state.desk
    return desk


async def room_of(request: Request, id: str) -> Room:
    """The room of a game. Raises Failure if there is none, or if only those who write in it may look."""
    desk = desk_of(request)
    room = await aside(desk.rooms.room, id.upper()) if is_id(id.upper(), ID_LENGTH) else None
    if room is None:
        raise Failure(404, "no_game")
    looks = request.method in SAFE and not room.public
    if looks and not desk.people.who(room, desk.people.device(request)).writes:
        raise Failure(403, "not_public", why="not_public")
    return room


async def aside(work: Callable[..., T], *given: Any) -> T:
    """Do something that waits for the disk or takes a while beside the loop. Raises Failure when the store is lost."""
    try:
        return await to_thread.run_sync(partial(work, *given))
    except Lost as lost:
        log().error("not_kept", detail=str(lost))
        raise Failure(503, "not_kept", {"Retry-After": "2"}) from lost


# --- games -------------------------------------------------------------------------------------------


@routes.get("/games")
async def games(request: Request, lang: Lang = None) -> Response:
    """Every game of the desk, as a board."""
    desk = desk_of(request)
    device = desk.people.device(request)
    return answer({"games": await aside(_boards, desk, tongue(lang), device), "now_ms": desk.settings.now()})


def _boards(desk: Desk, lang: str, device: str) -> list[Json]:
    found = []
    for room in desk.listed():
        role = desk.people.who(room, device).role
        if room.public or role != "viewer":
            found.append({**views.public_board_of(room, lang), "role": role, "example": room.row.example or None})
            found[-1]["called_ms"] = desk.calls.get(room.id)
    return found


@routes.post("/games", status_code=201)
async def begin(request: Request, lang: Lang = None) -> Response:
    """Begin a game; sent again with the same body it is the same game."""
    desk = desk_of(request)
    body = await body_of(request, NewGame, desk.settings.largest_body)
    device = desk.people.device(request, body.device) or new_id()
    if not is_id(device) or (body.id is not None and not is_id(body.id, ID_LENGTH)):
        raise Failure(422, "malformed", why="malformed", detail="id")
    desk.people.may_begin(device)
    desk.guard.games(device, address_of(request))
    body = structs.replace(
        body, setup=plain_fact(body.setup), people=plain_names(body.people), name=plain(body.name)[:MOST_NAME]
    )
    room, status = await aside(_begun, desk, body, device, tongue(lang))
    who = desk.people.who(room, device)
    reply = answer({**_head(room), "role": who.role, "device": device}, status)
    desk.people.remember(reply, device)
    return reply


def _head(room: Room) -> Json:
    return {"id": room.id, "head": room.head, "begun_ms": room.begun_ms, "now_ms": room.now_ms()}


def _begun(desk: Desk, body: NewGame, device: str, lang: str) -> tuple[Room, int]:
    setup = _setup(body)
    now = desk.settings.now()
    if body.id is not None and (there := desk.rooms.room(body.id)) is not None:
        first = there.game.heard[0].entry.fact
        if first == setup and there.row.owner == device:
            return there, 200
        raise Failure(409, "id_taken")
    begun_ms = min(max(body.at_ms if body.at_ms is not None else now, now - LATEST_MS), now)
    who = Who(device=device, role="scorer", name=body.name)
    entry = Entry(moment=Moment(at_ms=0), fact=setup)
    try:
        id = body.id or new_id(ID_LENGTH)
        return desk.rooms.begin(id, entry, body.people, who, begun_ms, names=body.names), 201
    except NotRecorded as no:
        raise refused(no.ruling, lang) from no


def refused(ruling: Ruling, lang: str) -> Failure:
    """The book does not take it."""
    say = told(ruling.key, lang, {}, **ruling.slots)
    return Failure(422, "cannot_have_happened", why="cannot_have_happened", say=say, rows=list(ruling.cites))


def _setup(body: NewGame) -> Any:
    """The set-up of a new game, with what goes without saying filled in. Raises Failure."""
    try:
        fields = msgspec.json.decode(body.setup)
        fields = {"version": VERSION, **fields, "kind": "GameSetUp"}
        book = BOOKS[fields["rulebook"]]
        return decoder(book.sport).decode(msgspec.json.encode(fields))
    except (KeyError, TypeError, ValidationError, msgspec.DecodeError) as wrong:
        raise Failure(422, "malformed", why="malformed", detail=short(f"setup: {wrong}")) from wrong


@routes.get("/games/{id}")
async def state(request: Request, id: str, lang: Lang = None, since: Since = None) -> Response:
    """How a game stands, and its story after entry `since`."""
    desk, room = desk_of(request), (await room_of(request, id)).still()
    who = desk.people.here(room, desk.people.who(room, desk.people.device(request)))
    shown = await aside(_shown, room, tongue(lang), who.role, -1 if since is None else since)
    me = {"device": who.device or None, "role": who.role, "desk": who.desk, "lead": who.lead}
    return answer({**_head(room), **shown, "me": me})


def _shown(room: Room, lang: str, role: str, since: int) -> Json:
    return {"view": views.view_of(room, lang, role), "story": views.lines_of(room, lang, role, since)}


# --- facts -------------------------------------------------------------------------------------------


@routes.post("/games/{id}/facts")
async def facts(request: Request, id: str, lang: Lang = None) -> Response:
    """Enter facts in their order, as far as they can be entered; each that is acknowledged is on the disk."""
    desk = desk_of(request)
    body = await body_of(request, Facts, desk.settings.largest_body)
    if len(body.facts) > MOST_FACTS or not is_id(body.device) or not all(is_id(p.fid) for p in body.facts):
        raise Failure(
            422, "malformed", why="malformed", stopped_at=None, detail=f"facts: at most {MOST_FACTS}, ids of 26"
        )
    room = await room_of(request, id)
    device = desk.people.device(request, body.device)
    who = desk.people.may_write(room, device)
    desk.guard.facts(device, address_of(request), len(body.facts))
    body = structs.replace(body, facts=tuple(structs.replace(p, fact=plain_fact(p.fact)) for p in body.facts))
    reply = await aside(_entered, desk, room, body, who, tongue(lang))
    if reply[2]:
        desk.live.changed(room.id)
    response = answer(reply[1], reply[0])
    desk.people.remember(response, device)
    return response


def _entered(desk: Desk, room: Room, body: Facts, who: Who, lang: str) -> tuple[int, Json, bool]:
    since = min((p.seen for p in body.facts), default=room.head)
    try:
        settled = room.take(body.facts, who, body.queue)
    except Lost:
        desk.rooms.forget(room.id)
        raise
    now = room.still()
    reply: Json = {
        **_head(now),
        "acks": [msgspec.to_builtins(ack) for ack in settled.acks],
        **_shown(now, lang, who.role, since),
    }
    changed = bool(settled.events or settled.same)
    if settled.stop is None:
        return 200, reply, changed
    status = 409 if settled.stop.why == "story_moved" else 422
    return status, {**reply, **_stopped(now, settled.stop, lang, who.role)}, changed


def _stopped(room: Room, stop: Stop, lang: str, role: str) -> Json:
    """Why the desk has stopped, in words."""
    found: Json = {"error": stop.why, "stopped_at": stop.fid, "why": stop.why}
    if stop.why == "story_moved":
        since = views.lines_of(room, lang, role, stop.seen)
        return found | {"say": told("desk.error.story_moved", lang), "same_subject": stop.same_subject, "since": since}
    return found | {"say": _why(room, stop, lang, role), "rows": _rows(stop), "breach": stop.breach}


def _why(room: Room, stop: Stop, lang: str, role: str) -> str:
    reader = views.reader_of(room, lang, role)
    if stop.ruling is not None:
        return reader.ruled(room.game, stop.ruling)
    if stop.reason is not None:
        return reader.says(room.game, stop.reason.key, **stop.reason.slots)
    return told(f"desk.error.{stop.why}", lang, {}, detail=stop.detail or "")


def _rows(stop: Stop) -> list[str]:
    return list(stop.ruling.cites) if stop.ruling is not None else []


# --- streams -----------------------------------------------------------------------------------------


@routes.get("/games/{id}/events")
async def events(
    request: Request, id: str, c: Literal["board", "full"] = "board", lang: Lang = None, since: Since = None
) -> Response:
    """The changes of one game as they happen: server-sent events, the present state first."""
    desk, room = desk_of(request), await room_of(request, id)
    known = _last_event(request, since)
    device = desk.people.device(request)
    role = desk.people.here(room, desk.people.who(room, device)).role if c == "full" else "viewer"
    now = room.still()
    watcher = Watcher(c, tongue(lang), role, address_of(request), now.head, now.begun_ms)
    watcher.device = device
    return _streamed(desk, watcher, room.id, partial(_first, now, watcher, known))


def _last_event(request: Request, since: int | None) -> int | None:
    last = request.headers.get("last-event-id", "")
    return int(last) if last.isdigit() and len(last) < 8 else since


def _first(room: Room, watcher: Watcher, since: int | None) -> bytes:
    """The present state; on a full stream also what has been missed."""
    text = message("tick", {"now_ms": room.now_ms(), "head": room.head}) + board_message(room, watcher.lang)
    if watcher.channel == "board" or since is None or since >= room.head:
        return text
    return text + words(room, "full", watcher.lang, watcher.role, since)


@routes.get("/desk/events")
async def all_events(request: Request, lang: Lang = None) -> Response:
    """The boards of all games as they change."""
    desk = desk_of(request)
    watcher = Watcher("board", tongue(lang), "viewer", address_of(request), 0)
    return _streamed(desk, watcher, DESK, partial(_all_boards, desk, watcher.lang))


def _all_boards(desk: Desk, lang: str) -> bytes:
    rooms = desk.shown()
    return message("tick", {"now_ms": desk.settings.now(), "head": None}) + b"".join(
        board_message(room, lang) for room in rooms
    )


def _streamed(desk: Desk, watcher: Watcher, game: str, first: Callable[[], bytes]) -> Response:
    if desk.live.full(watcher.address):
        raise Failure(503, "too_many_streams", {"Retry-After": "10"})
    stream: AsyncIterator[bytes] = desk.live.stream(watcher, game, first)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)
