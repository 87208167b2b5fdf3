"""The story as people read it: one line an entry, with what was entered, what was ruled, and who entered it."""

from typing import Any

from msgspec import to_builtins

from carreau.core.facts import Corrected, Undone
from carreau.core.game import Game, Step
from carreau.core.ruling import Asked, Ruling
from carreau.desk.rooms import Room
from carreau.desk.store.tables import Confirmed
from carreau.desk.views.reader import Reader, article, cited
from carreau.desk.views.said import said
from carreau.sports import Json, kit_of
from carreau.story import Told, telling


def lines_of(room: Room, reader: Reader) -> list[Json]:
    """The whole story, in its order. A line is made again only when what it tells has changed."""
    names = reader.names(room.game)
    key = ("lines", reader.lang, reader.role, reader.discreet)
    before, made = room.cache.get(key, (None, {}))
    if before != names:
        made = {}
    also = _also(room)
    found: dict[int, tuple[Any, Json]] = {}
    for told in telling(room.game):
        seq = told.step.seq
        says = (told.step, told.undone_by, told.corrected_by, also.get(seq, []))
        known = made.get(seq)
        same = known is not None and known[0][0] is says[0] and known[0][1:] == says[1:]
        found[seq] = known if same else (says, _line(room, told, reader, says[3]))
    room.cache[key] = (names, found)
    return [line for _, line in found.values()]


def _line(room: Room, told: Told, reader: Reader, also: list[Confirmed]) -> Json:
    """One entry; what is for the scorers' phones alone is left out for the public."""
    step = told.step
    heard = room.game.heard[step.seq]
    event, moment = room.events[step.seq], heard.entry.moment
    kit = kit_of(room.game.book)
    line: Json = {
        "seq": step.seq,
        "at_ms": moment.at_ms,
        "wall_ms": event.wall_ms,
        "by": moment.by,
        "source": moment.source,
        "kind": type(heard.entry.fact).__name__,
        "text": said(room.game, heard, reader),
        "rulings": [ruling_of(room.game, ruling, reader) for ruling in step.rulings],
        "undone_by": told.undone_by,
        "corrected_by": told.corrected_by,
        "chapter": kit.chapter(step.state),
        "score": kit.score(room.game.book, step.state),
        "late": event.claimed_ms is not None and event.claimed_ms != moment.at_ms,
    }
    if reader.role == "viewer":
        return line
    return line | {
        "fid": event.fid,
        "same": [row.fid for row in also],
        "who": {"role": event.role, "name": event.name},
        "also": [row.name or row.role for row in also],
        "fact": to_builtins(heard.entry.fact),
    }


def _also(room: Room) -> dict[int, list[Confirmed]]:
    """What others have entered of the same, by entry."""
    found: dict[int, list[Confirmed]] = {}
    for row in room.same:
        found.setdefault(row.seq, []).append(row)
    return found


def ruling_of(game: Game, ruling: Ruling, reader: Reader) -> Json:
    """A ruling with its sentence and its rows."""
    rows = cited(game.book, ruling)
    return {
        "key": ruling.key,
        "text": reader.ruled(game, ruling),
        "rows": rows,
        "art": article(rows),
        "readings": list(ruling.readings),
        "stops_play": any(isinstance(effect, Asked) for effect in ruling.effects),
    }


def is_about_facts(step: Step) -> bool:
    """Is it an undoing or a correction?"""
    fact: Any = step.entry.fact
    return isinstance(fact, Undone | Corrected)
