"""The route of the map: places that somebody pointed at come back as the facts that are seen in them. Nothing is stored."""

from fastapi import APIRouter, Request, Response

from carreau.desk import views
from carreau.desk.api import Lang, aside, desk_of, room_of
from carreau.desk.bodies import Failure, answer, body_of, tongue
from carreau.desk.guard import address_of
from carreau.desk.rooms import Room
from carreau.desk.views.map import Sketch, mapped
from carreau.observe.wrong import Misplaced
from carreau.petanque.state import PetanqueState
from carreau.sports import Json

routes = APIRouter(prefix="/api")


@routes.post("/games/{id}/map")
async def sketched(request: Request, id: str, lang: Lang = None) -> Response:
    """What a map of the head tells: gaps, pairs that are too close to call, who would hold, and the facts to enter."""
    desk = desk_of(request)
    sketch = await body_of(request, Sketch, desk.settings.largest_body)
    room = (await room_of(request, id)).still()
    who = desk.people.may_write(room, desk.people.device(request, sketch.device))
    desk.guard.looks(who.device, address_of(request))
    return answer(await aside(_mapped, room, sketch, tongue(lang), who.role))


def _mapped(room: Room, sketch: Sketch, lang: str, role: str) -> Json:
    if not isinstance(room.game.state, PetanqueState):
        raise Failure(422, "no_map")
    try:
        return mapped(room.game, sketch, views.reader_of(room, lang, role))
    except Misplaced as wrong:
        raise Failure(422, "malformed", why="malformed", detail=str(wrong)) from wrong
