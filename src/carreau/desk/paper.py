"""Paper: the score sheet of a game as it stands, and empty sheets, to be printed or kept."""

from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from carreau import sheets
from carreau.books import BOOKS
from carreau.desk.api import aside, desk_of, room_of
from carreau.desk.bodies import Failure, without
from carreau.desk.html import FRESH, language_of, page_headers
from carreau.desk.invitations import origin_of
from carreau.desk.views import people_for
from carreau.sheets import Paper, Sheet

PDF = "application/pdf"
STYLE = "/sheets/sheet.css"

routes = APIRouter(include_in_schema=False)
OnPaper = Annotated[Paper, Query(description="The paper to print on.")]


@routes.get("/g/{id}/sheet.pdf")
async def sheet(request: Request, id: str, paper: OnPaper = "a4") -> Response:
    """The score sheet of a game; for those who only watch, with as many names as the board shows."""
    found = await _sheet(request, id, paper)
    return await _pdf(found, f"{id.upper()}.pdf")


@routes.get("/g/{id}/sheet")
async def sheet_page(request: Request, id: str, paper: OnPaper = "a4") -> Response:
    """The same sheet as a page of its own, for printing where no PDF can be shown."""
    found = await _sheet(request, id, paper)
    text = await aside(lambda: sheets.html(found, style=STYLE))
    return Response(text, media_type="text/html", headers=page_headers(language_of(request)))


@routes.get(STYLE)
async def style() -> Response:
    """How the pages of sheets are set."""
    text = files("carreau.sheets").joinpath("sheet.css").read_bytes()
    return Response(text, media_type="text/css", headers={"Cache-Control": "no-cache"})


@routes.get("/sheets/{book}.pdf")
async def empty(request: Request, book: str, paper: OnPaper = "a4", format: str | None = None) -> Response:
    """An empty sheet of a rulebook, for a day without power."""
    lang = language_of(request)
    if book not in BOOKS or (format is not None and format not in sheets.FORMATS[BOOKS[book].sport.name]):
        raise Failure(404, "not_found")
    found = await aside(lambda: sheets.empty_sheet(book, lang=lang, paper=paper, format=format))
    return await _pdf(found, f"{book}.pdf")


async def _sheet(request: Request, id: str, paper: Paper) -> Sheet:
    desk, room = desk_of(request), (await room_of(request, id)).still()
    who = desk.people.who(room, desk.people.device(request))
    people = people_for(room, who.role)
    hidden = not who.writes and (room.protects or not people)
    url, lang = f"{origin_of(request)}/g/{room.id}", language_of(request)
    return await aside(lambda: sheets.sheet_of(room.game, people, lang=lang, paper=paper, url=url, hidden=hidden))


async def _pdf(found: Sheet, name: str) -> Response:
    try:
        content = await aside(sheets.pdf, found)
    except ModuleNotFoundError as missing:
        raise without("pdf") from missing
    except sheets.NotPrinted as no:
        raise Failure(503, "not_printed", {"Retry-After": "60"}, say=str(no)) from no
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": FRESH}
    return Response(content, media_type=PDF, headers=headers)
