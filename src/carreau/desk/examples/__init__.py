"""One game of each book to try, in the middle of play: anybody may score it, and it can be begun anew."""

from importlib.resources import files

from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.desk.api import Desk, _head, aside, desk_of, room_of
from carreau.desk.bodies import Failure, answer
from carreau.desk.filing import begin_with
from carreau.desk.guard import address_of
from carreau.desk.rooms import Room
from carreau.gamefile import opened

routes = APIRouter(prefix="/api", tags=["games"])
TOLD = "examples"
NOBODY = ""


def begin_examples(desk: Desk) -> None:
    """On the first start of a desk: an example of each book."""
    if desk.store.told(TOLD) is None:
        for book in BOOKS:
            begin_example(desk, book)
        desk.store.tell(TOLD, "begun")


def begin_example(desk: Desk, book: str) -> Room:
    """The example of a book, as a new game."""
    record = files("carreau.desk.examples").joinpath(f"{book}.jsonl").read_bytes()
    return begin_with(desk, opened(record), NOBODY, example=book)


@routes.post("/games/{id}/reset", status_code=201)
async def reset(request: Request, id: str) -> Response:
    """An example begins anew, as another game; what was played stays under its own address."""
    desk, room = desk_of(request), await room_of(request, id)
    if not room.row.example:
        raise Failure(403, "no_example", why="not_yours")
    desk.guard.games(desk.people.device(request), address_of(request))
    fresh = await aside(_again, desk, room)
    return answer({**_head(fresh), "role": desk.people.who(fresh, desk.people.device(request)).role}, 201)


def _again(desk: Desk, room: Room) -> Room:
    fresh = begin_example(desk, room.row.example)
    desk.rooms.put_away(room)
    return fresh
