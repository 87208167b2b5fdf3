"""The public pages of a game: its board on a phone, on a TV and over a stream, and its story."""

from bisect import bisect_left, bisect_right
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from carreau.desk import views
from carreau.desk.api import Desk, Lang, aside, desk_of, room_of
from carreau.desk.bodies import Failure, answer, tongue
from carreau.desk.codes import drawn
from carreau.desk.html import language_of, page
from carreau.desk.invitations import origin_of
from carreau.desk.retelling import chapters_of, language_said, told_lines
from carreau.desk.rooms import Room
from carreau.desk.words import words
from carreau.sports import Json, kit_of

PAGED = 50
WORDS = "desk.board."

routes = APIRouter(include_in_schema=False)


def said_by(lang: str, *prefixes: str) -> Json:
    """The few texts that a page's own script needs."""
    all_words = words(lang)
    wanted = prefixes or (WORDS,)
    texts = {key: text for key, text in all_words["texts"].items() if key.rpartition("\x04")[2].startswith(wanted)}
    return {**all_words, "texts": texts}


@routes.get("/g/{id}")
async def board(request: Request, id: str) -> Response:
    """The board of a game; without scripts it loads itself again."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    shown = await aside(views.public_board_of, room, lang)
    state = {"board": shown, "words": said_by(lang), "now_ms": room.now_ms()}
    as_of = datetime.fromtimestamp(desk_of(request).settings.now() / 1000).astimezone().strftime("%H:%M")
    return page(request, "board.html", lang, board=shown, own=own_readings(room), state=state, as_of=as_of)


def own_readings(room: Room) -> list[str]:
    """The open questions that this game answers otherwise than usual."""
    return sorted(getattr(room.game.line[0].entry.fact, "readings", {}))


@routes.get("/api/games/{id}/board", include_in_schema=True, tags=["games"])
async def board_now(request: Request, id: str, lang: Lang = None) -> Response:
    """The board alone, as everybody may see it, with the game time and the wall clock of the desk."""
    room = (await room_of(request, id)).still()
    shown = await aside(views.public_board_of, room, tongue(lang))
    return answer({"board": shown, "now_ms": room.now_ms(), "wall_ms": desk_of(request).settings.now()})


@routes.get("/g/{id}/story")
async def story(
    request: Request, id: str, before: int | None = None, at: int | None = None, ends: bool = False
) -> Response:
    """The story, newest first: fifty entries, those before one, or those around one."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    shown = await aside(views.public_board_of, room, lang)
    lines = await aside(told_lines, room, lang)
    chapters = chapters_of(lines)
    most = _upto([line["seq"] for line in lines], before, at)
    part = lines[max(most - PAGED, 0) : most]
    earlier = part[0]["seq"] if part and most > PAGED else None
    return page(
        request,
        "story.html",
        lang,
        board=shown,
        state={"board": shown, "words": said_by(lang), "now_ms": room.now_ms()},
        chapter_key=kit_of(room.game.book).chapter_key,
        said_in=language_said(room.game.book, lang),
        groups=_by_chapter(part),
        chapters=chapters,
        ends=ends,
        earlier=earlier,
        later=most < len(lines),
    )


def _upto(seqs: list[int], before: int | None, at: int | None) -> int:
    """How many lines from the beginning there are up to the last one shown; the public may lack some entries."""
    if at is not None:
        return min(max(bisect_right(seqs, at) + PAGED // 2, PAGED), len(seqs))
    return len(seqs) if before is None else bisect_left(seqs, before)


def _by_chapter(lines: list[Json]) -> list[tuple[int, list[Json]]]:
    """Newest first, under the end or set that each belongs to."""
    groups: list[tuple[int, list[Json]]] = []
    for line in reversed(lines):
        if not groups or groups[-1][0] != line["chapter"]:
            groups.append((line["chapter"], []))
        groups[-1][1].append(line)
    return groups


# --- big screens ---------------------------------------------------------------------------------------


@routes.get("/tv")
async def all_games(request: Request) -> Response:
    """Every game of the desk on one screen, or one after the other."""
    lang = language_of(request)
    boards = await aside(_boards, desk_of(request), lang)
    return _screen(request, lang, boards, "tv", None)


@routes.get("/tv/{id}")
async def one_game(request: Request, id: str) -> Response:
    """One game, as large as it goes."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    return _screen(request, lang, [await aside(views.public_board_of, room, lang)], "tv", room.id)


@routes.get("/overlay/{id}")
async def overlay(request: Request, id: str) -> Response:
    """The score over a picture: nothing behind it, in the lower third. Only pages that the desk names may frame it."""
    room, lang = (await room_of(request, id)).still(), language_of(request)
    frames = " ".join(desk_of(request).settings.overlay) or "'none'"
    return _screen(request, lang, [await aside(views.public_board_of, room, lang)], "overlay", room.id, frames)


def _screen(
    request: Request, lang: str, boards: list[Json], kind: str, id: str | None, frames: str = "'none'"
) -> Response:
    now_ms = desk_of(request).settings.now()
    state: dict[str, Any] = {"boards": boards, "words": said_by(lang), "now_ms": now_ms, "one": id, "kind": kind}
    code = _code(request) if not boards else None
    return page(request, "tv.html", lang, frames=frames, boards=boards, state=state, kind=kind, code=code)


def _code(request: Request) -> Markup | None:
    """On a screen with nothing to show: the address of this desk, to be read by a phone."""
    try:
        return Markup(drawn(f"{origin_of(request)}/"))
    except Failure:
        return None


def _boards(desk: Desk, lang: str) -> list[Json]:
    """The boards of the games that are listed, those that have been touched last first."""
    return [views.public_board_of(room, lang) for room in desk.shown()]
