"""What a screen shows of a game: the view of a scorer, the board of those who watch, the lines of the story.

The modules make these of a game and a reader; here they are made of a room, which keeps what it has made.
"""

from collections.abc import Callable
from typing import TypeVar

from carreau.core.facts import SIDES
from carreau.desk.rooms import Room
from carreau.desk.views import game as of_game
from carreau.desk.views import story
from carreau.desk.views.places import ready
from carreau.desk.views.reader import Reader
from carreau.gamefile import Names
from carreau.sports import Json

__all__ = ("board_of", "changed_before", "lines_of", "public_board_of", "reader_of", "view_of")

PUBLIC = "viewer"
T = TypeVar("T")


def view_of(room: Room, lang: str, role: str) -> Json:
    """All that a screen shows of a game."""
    return _kept(room, ("view", lang, role), lambda: of_game.view(room.game, reader_of(room, lang, role)))


def board_of(room: Room, lang: str, role: str = PUBLIC) -> Json:
    """The small snapshot for those who watch."""
    reader = reader_of(room, lang, role)
    about = {"id": room.id, "begun_ms": room.begun_ms}
    return _kept(room, ("board", lang, role), lambda: {**about, **of_game.board(room.game, reader)})


def public_board_of(room: Room, lang: str) -> Json:
    """The board as everybody may see it."""
    return board_of(room, lang, PUBLIC)


def lines_of(room: Room, lang: str, role: str, since: int = -1) -> list[Json]:
    """The lines of the story after entry `since`, and earlier ones that entries after it have changed.

    A line that is sent again takes the place of the one with the same number.
    """
    lines = _story(room, lang, role)
    again = changed_before(room, since)
    return [line for line in lines if line["seq"] > since or line["seq"] in again]


def changed_before(room: Room, since: int) -> set[int]:
    """The entries as far as `since` that tell another thing now: withdrawn, corrected, put back or judged anew."""
    known = {event.seq for event in room.events if event.seq <= since}
    if not known or not any(story.is_about_facts(step) for step in room.game.heard[since + 1 :]):
        twice = {row.seq for row in room.same if row.wall_ms >= room.events[min(since, room.head)].wall_ms}
        return known & twice
    return known


def reader_of(room: Room, lang: str, role: str) -> Reader:
    """A reader of a game in a role; the public reads no names where they are hidden."""
    discreet = role == PUBLIC and room.protects
    return Reader(lang=lang, people=people_for(room, role), role=role, discreet=discreet)  # type: ignore[arg-type]  # a role of ours


def people_for(room: Room, role: str) -> Names:
    """The names that a role may see: the public those of players only where somebody has chosen so."""
    shown = role != PUBLIC or (room.row.names == "shown" and not room.protects)
    return {id: name for id, name in room.row.people.items() if shown or id in SIDES}


def _story(room: Room, lang: str, role: str) -> list[Json]:
    return _kept(room, ("story", lang, role), lambda: story.lines_of(room, reader_of(room, lang, role)))


def _kept(room: Room, key: tuple[str, ...], made: Callable[[], T]) -> T:
    """What has been made of this ledger already, under the same names and with the same tables, else made now."""
    ledger, beside = room.ledger, (room.row.names, room.row.people, ready(room.game))
    found = room.cache.get(key)
    if found is None or found[0] is not ledger or found[1] != beside:
        found = (ledger, beside, made())
        room.cache[key] = found
    kept: T = found[2]
    return kept
