"""Games written down end by end become records: `A,3` for three points to A, `-,0` for an end that gave nothing."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import ValidationError, convert

from carreau.core.facts import Moment, Side
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.record import VERSION
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.gamefile import Unreadable, digest_of
from carreau.sports import Flags, kit_of

LINE = re.compile(r"(?P<side>[AB-])\s*[,;\t]\s*(?P<points>\d{1,3})$")
HEADING = re.compile(r"side\s*[,;\t]\s*points$", re.I)
NOBODY = "-"

End = tuple[int, Side | None, int]  # the line of the file, who scored, how many points


def ends_of(text: str) -> Iterator[End]:
    """The ends of a file with their lines; remarks (#) and a heading are passed over. Raises Unreadable."""
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line or HEADING.match(line):
            continue
        found = LINE.match(line)
        if found is None or (found["side"] == NOBODY) != (int(found["points"]) == 0):
            raise Unreadable(number, _wrong("record.no_end", text=line[:40]))
        side: Any = None if found["side"] == NOBODY else found["side"]
        yield number, side, int(found["points"])


def set_up(edition: Rulebook, flags: Flags) -> Any:
    """The set-up of a game of which only the ends are known. Raises Unreadable when there is no such game."""
    sport = kit_of(edition)
    if not sport.keeps_ends:
        raise Unreadable(0, _wrong("record.no_ends", rulebook=edition.id))
    fields = {"kind": "GameSetUp", "version": VERSION, "rulebook": edition.id, "digest": digest_of(edition)}
    fields |= {**sport.flags(flags), "detail": "ends"}
    try:
        return convert(fields, edition.sport.setup)
    except ValidationError as wrong:
        raise Unreadable(0, _wrong("record.unreadable", kind="GameSetUp", place=None, detail=str(wrong))) from wrong


def game_of(edition: Rulebook, setup: Any, ends: Iterator[End], *, draw: Side | None = None) -> Game:
    """The game that these ends make, judged. Raises Unreadable at the line that the book refuses."""
    game, number = None, 0
    try:
        game = begun(edition, setup)
        if draw is not None and (won := kit_of(edition).draw) is not None:
            game = _played(game, won(draw))
        for number, side, points in ends:  # noqa: B007 - the line is for the message
            game = _played(game, {"kind": "EndCounted", "points": points} | ({"side": side} if side else {}))
    except NotRecorded as no:
        raise Unreadable(number, no.ruling, fact=no.fact if game else None, before=game) from no
    return game


def _played(game: Game, fact: dict[str, Any]) -> Game:
    return play(game, convert(fact, game.edition.sport.facts), moment=Moment(), trusted=True)


def _wrong(key: str, **slots: Any) -> Ruling:
    return Ruling(key=key, slots=slots, clauses=(), cites=())
