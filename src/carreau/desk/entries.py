"""One entry in full, what other editions would have ruled on it, and what a fact would do before it is entered."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from msgspec import ValidationError, structs

from carreau.books import editions
from carreau.comparing import Difference, differences
from carreau.core.clause import WrongRulebook
from carreau.core.expected import short
from carreau.core.facts import Moment
from carreau.core.game import Game, Step
from carreau.core.preview import Preview, preview
from carreau.core.record import decoder
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option, Ruling
from carreau.desk import views
from carreau.desk.api import Lang, aside, desk_of, room_of
from carreau.desk.bodies import Failure, Wondered, answer, body_of, tongue
from carreau.desk.exchange import Who, may_enter
from carreau.desk.guard import address_of
from carreau.desk.rooms import Room
from carreau.desk.views import story
from carreau.desk.views.five_pins import outcome
from carreau.desk.views.question import asked_by, question_of, said_differences
from carreau.desk.views.reader import Reader
from carreau.desk.views.said import said
from carreau.gamefile import state_of
from carreau.say import choice, clause_says, question, says
from carreau.sports import Json, courtside

routes = APIRouter(prefix="/api/games/{id}", tags=["entries"])
Seq = Annotated[int, Path(ge=0, le=10**6)]


@routes.get("/entries/{seq}")
async def entry(request: Request, id: str, seq: Seq, lang: Lang = None) -> Response:
    """One entry: its line, and of each ruling the clauses and readings behind it."""
    room = await _room_with(request, id, seq)
    who = desk_of(request).people.who(room, desk_of(request).people.device(request))
    return answer(await aside(_entry, room, seq, tongue(lang), who.role))


async def _room_with(request: Request, id: str, seq: int) -> Room:
    room = (await room_of(request, id)).still()
    if seq > room.head:
        raise Failure(404, "no_entry", seq=seq)
    return room


def _entry(room: Room, seq: int, lang: str, role: str) -> Json:
    line = next(line for line in views.lines_of(room, lang, role) if line["seq"] == seq)
    book = room.game.book
    step = next((step for step in room.game.line if step.seq == seq), room.game.heard[seq])
    because = [_because(book, ruling, lang) for ruling in step.rulings]
    told = [{**ruling, **why} for ruling, why in zip(line["rulings"], because, strict=False)]
    return {"id": room.id, "head": room.head, **line, "rulings": told, "book": book.id}


def _because(book: Rulebook, ruling: Ruling, lang: str) -> Json:
    """The clauses that a ruling rests on, as we put them, and the readings that it leaned on."""
    rows = [clause for key in ruling.clauses if (clause := book.clauses.get(key)) is not None]
    readings = [(id, book.readings[id]) for id in ruling.readings if id in book.readings]
    return {
        "because": [{"row": c.row, "text": clause_says(c, lang), "handled": c.handled} for c in rows],
        "leaned": [{"id": id, **_reading(reading)} for id, reading in readings],
    }


def _reading(reading: Any) -> Json:
    return {name: value for name, value in msgspec.to_builtins(reading).items() if name != "id"}


# --- other editions ----------------------------------------------------------------------------------


@routes.get("/entries/{seq}/compare")
async def compared(request: Request, id: str, seq: Seq, lang: Lang = None) -> Response:
    """What the other editions of the same text would have ruled on an entry."""
    room = await _room_with(request, id, seq)
    who = desk_of(request).people.who(room, desk_of(request).people.device(request))
    return answer({"seq": seq, "editions": await aside(_compared, room, seq, tongue(lang), who.role)})


def _compared(room: Room, seq: int, lang: str, role: str) -> list[Json]:
    game = room.game
    reader = views.reader_of(room, lang, role)
    return [
        _edition(room, other, seq, reader) for other in editions(game.book.sport.name) if other.id != game.edition.id
    ]


def _edition(room: Room, other: Rulebook, seq: int, reader: Reader) -> Json:
    """`same`: both rule alike; else what only ours rules and what only theirs does; `none`: it has no such game."""
    try:
        found = _at(room, other, seq)
    except WrongRulebook:
        return {"book": other.id, "same": False, "none": True, "here": [], "there": []}
    here = [story.ruling_of(room.game, ruling, reader) for ruling in found.here] if found else []
    there = [_theirs(room, other, ruling, reader) for ruling in found.there] if found else []
    return {"book": other.id, "same": found is None, "none": False, "here": here, "there": there}


def _at(room: Room, other: Rulebook, seq: int) -> Difference | None:
    """The difference at one entry, from the state that the game had before it; nothing else is judged again."""
    game = room.game
    if story.is_about_facts(game.heard[seq]):
        return None
    step = next((step for step in game.line if step.seq == seq), game.heard[seq])
    line: tuple[Step, ...] = (game.line[0],)
    if seq > 0:
        standing = any(step.seq == seq for step in game.line)
        before = [s for s in game.line if s.seq < seq][-1] if standing else game.heard[seq - 1]
        line = (structs.replace(game.line[0], state=before.state), step)
    only = structs.replace(game, line=line)
    return next((d for d in differences(only, other) if d.entry.moment.seq == seq), None)


def _theirs(room: Room, other: Rulebook, ruling: Ruling, reader: Reader) -> Json:
    text = says(ruling, reader.lang, reader.names(room.game), other.clauses)
    return {"key": ruling.key, "text": text, "rows": list(ruling.cites), "readings": list(ruling.readings)}


# --- what would follow -------------------------------------------------------------------------------


@routes.post("/preview")
async def preview_of(request: Request, id: str, lang: Lang = None) -> Response:
    """What a fact would do; nothing is recorded."""
    desk = desk_of(request)
    body = await body_of(request, Wondered, desk.settings.largest_body)
    room = (await room_of(request, id)).still()
    who = desk.people.may_write(room, desk.people.device(request, body.device))
    desk.guard.looks(who.device, address_of(request))
    return answer(await aside(_previewed, room, body, who, tongue(lang)))


def _previewed(room: Room, body: Wondered, who: Who, lang: str) -> Json:
    game = room.game
    try:
        fact = decoder(game.edition.sport).decode(body.fact)
        would = preview(game, fact, moment=Moment(by=body.by, at_ms=body.at_ms))
    except (msgspec.DecodeError, ValidationError, RecursionError) as wrong:
        raise Failure(422, "malformed", why="malformed", stopped_at=None, detail=short(str(wrong))) from wrong
    reader = views.reader_of(room, lang, who.role)
    may = may_enter(game, fact, body.by, who, both_agree=body.both_agree)
    return {
        "head": room.head,
        "recorded": would.recorded,
        "rulings": [story.ruling_of(would.after or game, r, reader) for r in would.rulings] if would.recorded else [],
        "differences": said_differences(game, courtside.changes(would), reader),
        "misfit": _misfit(would, reader),
        "no": {"say": reader.ruled(game, would.no), "rows": list(would.no.cites)} if would.no is not None else None,
        "breach": would.breach,
        "outcome": outcome(would),
        "question": question_of(would.after, would.asks, reader) if would.asks is not None and would.after else None,
        "opens": _opened(would, reader),
        "may": {"say": reader.says(game, may.key, **may.slots), "seq": may.seq} if may is not None else None,
    }


def _opened(would: Preview, reader: Reader) -> list[Json]:
    """The questions that would lie open without holding up play, each with the answer that the book proposes."""
    if would.after is None:
        return []
    known = {option.id for option in state_of(would.before).options}
    fresh = [option for option in state_of(would.after).options if option.id not in known and not option.waits]
    return [_proposal(would.after, option, reader) for option in fresh]


def _proposal(game: Game, option: Option, reader: Reader) -> Json:
    names, rows = reader.names(game), asked_by(game, option)
    proposed = next((answer for answer in option.choices if answer.id == option.default), None)
    return {
        "id": option.id,
        "about": option.about or None,
        "text": question(option, reader.lang, names),
        "default": choice(option, proposed, reader.lang, names) if proposed is not None else None,
        "rows": rows,
    }


def _misfit(would: Preview, reader: Reader) -> Json | None:
    """The later entry that would no longer fit."""
    if would.misfit is None:
        return None
    step = would.before.heard[would.misfit]
    return {"seq": would.misfit, "text": said(would.before, step, reader)}
