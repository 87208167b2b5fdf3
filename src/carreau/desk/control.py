"""The control table: every game of the desk in one table, the calls for the umpire on top, and when each was heard last."""

from typing import Any

from fastapi import APIRouter, Request, Response

from carreau.desk import views
from carreau.desk.api import Desk, Lang, aside, desk_of
from carreau.desk.board_pages import said_by
from carreau.desk.bodies import answer, tongue
from carreau.desk.html import language_of, page
from carreau.desk.rooms import Room
from carreau.sports import Json

MINUTE_MS = 60_000

routes = APIRouter()


@routes.get("/api/desk/table", tags=["desk"])
async def table(request: Request, lang: Lang = None) -> Response:
    """A line for each game: where, who, how it stands, since when, the last entry, the last word of a phone that scores."""
    desk = desk_of(request)
    return answer({"games": await aside(lines, desk, tongue(lang)), "wall_ms": desk.settings.now()})


@routes.get("/table", include_in_schema=False)
async def table_page(request: Request) -> Response:
    """The same for a laptop at the control table; without scripts it loads itself again."""
    desk, lang = desk_of(request), language_of(request)
    shown = await aside(lines, desk, lang)
    state = {"games": shown, "wall_ms": desk.settings.now(), "words": said_by(lang, "desk.board.", "desk.control.")}
    return page(request, "table.html", lang, games=shown, state=state)


def lines(desk: Desk, lang: str) -> list[Json]:
    """Calls first, then games under way by their place, then those that are over."""
    return sorted((_line(desk, room, lang) for room in desk.shown()), key=_order)


def _order(line: Json) -> tuple[Any, ...]:
    return line["called_ms"] is None, line["closed"], line["place"] or "~", line["id"]


def _line(desk: Desk, room: Room, lang: str) -> Json:
    board = views.public_board_of(room, lang)
    first, last = room.events[0].wall_ms, room.events[-1].wall_ms
    heard = [ms for (game, _), ms in tuple(desk.people.seen.items()) if game == room.id]
    until = last if board["closed"] else desk.settings.now()
    return {
        "id": room.id,
        "place": board["place"],
        "teams": board["teams"],
        "score": board["score"],
        "chapter": board["chapter_text"],
        "line": board["line"],
        "closed": board["closed"],
        "minutes": max(until - first, 0) // MINUTE_MS,
        "entry_ms": last,
        "heard_ms": max(heard, default=None),
        "called_ms": desk.calls.get(room.id),
        "unsent": sum(room.row.queues.values()),
    }
