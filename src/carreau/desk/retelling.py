"""The story as those who watch read it: sentences, and behind each its "why"; nothing that is not for the public."""

from datetime import datetime

from carreau.core.rulebook import Rulebook
from carreau.desk import views
from carreau.desk.rooms import Room
from carreau.say import clause_says
from carreau.sports import Json

QUIET = ("turn.", "clock.")
PRIVATE = ("Noted", "PlayerNamed", "Reported")
SIDES = ("A", "B")


def told_lines(room: Room, lang: str) -> list[Json]:
    """Every line that the public may read, with the wall clock and the clauses behind its rulings."""
    said = clauses_said(room.game.book, lang)
    hidden = room.protects
    return [
        _told(room, line, said)
        for line in views.lines_of(room, lang, views.PUBLIC)
        if not (hidden and line["kind"] in PRIVATE)
    ]


def _told(room: Room, line: Json, said: dict[str, str]) -> Json:
    loud = [ruling for ruling in line["rulings"] if not ruling["key"].startswith(QUIET)]
    at_ms = line["at_ms"]
    moment = datetime.fromtimestamp((room.begun_ms + at_ms) / 1000).astimezone() if at_ms is not None else None
    return {
        **line,
        "rulings": loud or line["rulings"],
        "because": [(row, said[row]) for row in _rows(line) if row in said],
        "readings": sorted({id for ruling in line["rulings"] for id in ruling["readings"]}),
        "clock": moment.strftime("%H:%M") if moment else "",
        "iso": moment.isoformat(timespec="seconds") if moment else "",
    }


def _rows(line: Json) -> list[str]:
    return list(dict.fromkeys(row for ruling in line["rulings"] for row in ruling["rows"]))


def clauses_said(book: Rulebook, lang: str) -> dict[str, str]:
    """What each row of a book says, in our words."""
    return {clause.row: clause_says(clause, lang) for clause in book.clauses.values()}


def language_said(book: Rulebook, lang: str) -> str:
    """The language in which the rows of a book can be said to a reader of another."""
    return lang if any(clause_says(clause, lang) != clause.says for clause in book.clauses.values()) else "en"


def chapters_of(lines: list[Json]) -> dict[int, Json]:
    """Of each end or set: the score after it, and what each side got in it."""
    after: dict[int, Json] = {}
    for line in lines:
        after[line["chapter"]] = line["score"]
    found: dict[int, Json] = {}
    before = dict.fromkeys(SIDES, 0)
    for chapter in sorted(after):
        score = after[chapter]
        found[chapter] = {"score": score, "got": {side: score[side] - before[side] for side in SIDES}}
        before = score
    return found
