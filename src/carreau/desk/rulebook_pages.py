"""The rulebooks to read: every row in our words, how it is handled and where it is entered, readings, editions side by side."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from carreau.books import BOOKS
from carreau.core.clause import Check, Clause, Limit
from carreau.core.rulebook import Rulebook
from carreau.desk import rows
from carreau.desk.api import aside, room_of
from carreau.desk.bodies import Failure
from carreau.desk.html import language_of, page
from carreau.desk.retelling import language_said
from carreau.desk.rooms import Room
from carreau.say import clause_says
from carreau.sports import Json

KEEP = "no-cache"
METRES = 1000

routes = APIRouter(include_in_schema=False)


@routes.get("/rulebook")
@routes.get("/rulebook/")
async def books(request: Request) -> Response:
    """The books there are."""
    found = [{"id": book.id, "title": book.title, "rows": len(book.clauses)} for book in BOOKS.values()]
    return page(request, "rulebooks.html", language_of(request), keep=KEEP, books=found)


@routes.get("/rulebook/{id}")
async def book(request: Request, id: str, q: str = "", game: str | None = None) -> Response:
    """One book. `q`: only rows with these words; `game`: with the entries of a game in which a row was cited."""
    if id not in BOOKS:
        raise Failure(404, "not_found")
    lang = language_of(request)
    seen = await aside(seen_in, (await room_of(request, game)).still()) if game else {}
    shown = await to_thread.run_sync(articles, BOOKS[id], lang, q, seen)
    others = [other.id for other in BOOKS.values() if other.sport.name == BOOKS[id].sport.name and other.id != id]
    return page(
        request,
        "rulebook.html",
        lang,
        keep=KEEP,
        book={"id": id, "title": BOOKS[id].title},
        ids=list(BOOKS),
        others=others,
        articles=shown,
        readings=readings(BOOKS[id], q),
        said_in=language_said(BOOKS[id], lang),
        q=q,
        game=game,
    )


def articles(book: Rulebook, lang: str, q: str, seen: dict[str, list[int]]) -> list[Json]:
    """The rows in the order of the text, article by article."""
    by_clause = {key: list(found) for key, found in groupby(sorted(limits(book)), key=lambda one: one[0])}
    shown = []
    for article, clauses in groupby(book.clauses.values(), key=lambda clause: clause.article):
        found = [_row(clause, lang, by_clause, seen) for clause in clauses]
        wanted = [line for line in found if not q or _has(line, q)]
        if wanted:
            shown.append({"article": article, "rows": wanted})
    return shown


def _has(line: Json, q: str) -> bool:
    text = f"{line['row']} {line['says']}".casefold()
    return all(word in text for word in q.casefold().split())


def _row(clause: Clause, lang: str, by_clause: dict[str, Any], seen: dict[str, list[int]]) -> Json:
    known = rows.row(clause.row)
    return {
        "row": clause.row.partition("/")[2],
        "says": clause_says(clause, lang),
        "handled": clause.handled,
        "screen": known.screen,
        "how": known.how,
        "cases": known.cases,
        "more": known.more,
        "numbers": [text for _, text in by_clause.get(clause.key, [])],
        "checks": [check_said(check) for check in clause.checks],
        "seen": seen.get(clause.row, []),
    }


def limits(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every number of a book with the key of its clause."""
    for limit in book.limits.values():
        yield limit.clause, number(limit.value, limit.unit)
        for category, case in limit.by.items():
            yield case.clause, f"{category.replace('_', ' ')}: {number(case.value, limit.unit)}"


def number(value: int, unit: str) -> str:
    """A number as people say it: 6,000 mm are 6 m."""
    if unit == "mm" and value >= METRES:
        return f"{value / METRES:g} m"
    if unit == "ms":
        return f"{value // 1000} s"
    return f"{value} {unit}"


def check_said(check: Check) -> str:
    """A comparison of an inspection: `boule diameter: 70.5–80 mm`."""
    what = " ".join(filter(None, (check.object, _property(check.property))))
    return f"{what}: {allowed(check)}"


def _property(name: str) -> str:
    for ending in ("_um", "_mg", "_mm"):
        name = name.removesuffix(ending)
    return name.replace("_", " ")


def allowed(check: Check) -> str:
    """What the check lets pass, in the units that people use."""
    if check.one_of is not None:
        return " / ".join(check.one_of)
    if check.is_ is not None:
        return "✓" if check.is_ else "✗"
    by, unit = units(check.property)
    ends = [f"{end / by:g}" if end is not None else "" for end in (check.min, check.max)]
    between = ends[0] if ends[0] == ends[1] else "–".join(ends)
    return " ".join(filter(None, (between if all(ends) else f"≥ {ends[0]}" if ends[0] else f"≤ {ends[1]}", unit)))


def units(property: str) -> tuple[int, str]:
    """By what a stored number is divided for people, and their unit."""
    if property.endswith("_um"):
        return 1000, "mm"
    if property.endswith("_mg"):
        return 1000, "g"
    return 1, "mm" if property.endswith("_mm") else ""


def readings(book: Rulebook, q: str = "") -> list[Json]:
    """The unclear places, with what is taken and what else there is."""
    found = []
    for id, reading in book.readings.items():
        if q and not all(word in f"{id} {reading.question}".casefold() for word in q.casefold().split()):
            continue
        at = [book.clauses[key].row.partition("/")[2] for key in reading.clauses if key in book.clauses]
        others = [answer for answer in reading.answers if answer != reading.default]
        found.append(
            {
                "id": id,
                "question": reading.question,
                "default": reading.default.replace("_", " "),
                "others": [answer.replace("_", " ") for answer in others],
                "basis": reading.basis,
                "rows": at,
            }
        )
    return found


def seen_in(room: Room) -> dict[str, list[int]]:
    """By which entries of a game each row was cited."""
    found: dict[str, list[int]] = {}
    for step in room.game.line:
        for row in dict.fromkeys(row for ruling in step.rulings for row in ruling.cites):
            found.setdefault(row, []).append(step.seq)
    return found


# --- editions side by side -----------------------------------------------------------------------------


@routes.get("/rulebook/{one}/{other}")
async def side_by_side(request: Request, one: str, other: str) -> Response:
    """Two editions of the same game: only where they differ, topic by topic; three where a third one exists."""
    if one not in BOOKS or other not in BOOKS or not rows.differences(one, other):
        raise Failure(404, "not_found")
    lang = language_of(request)
    third = [b for b in BOOKS.values() if b.sport.name == BOOKS[one].sport.name and b.id not in (one, other)][:1]
    columns = [BOOKS[one], BOOKS[other], *third]
    shown = await to_thread.run_sync(topics, columns, lang)
    return page(
        request,
        "compare.html",
        lang,
        keep=KEEP,
        books=[{"id": b.id, "title": b.title} for b in columns],
        topics=shown,
        said_in=language_said(BOOKS[one], lang),
    )


def topics(columns: list[Rulebook], lang: str) -> list[Json]:
    """What each book says where the first two differ."""
    return [_topic(columns, differs, lang) for differs in rows.differences(columns[0].id, columns[1].id)]


def _topic(columns: list[Rulebook], differs: rows.Differs, lang: str) -> Json:
    says = [_says(book, differs.topic, lang) for book in columns]
    for at, own in enumerate((differs.here, differs.there)):
        if not says[at] and own:
            says[at] = _rows_said(columns[at], own, lang)
    return {"topic": differs.topic.replace("_", " ").replace(".", ": ", 1), "says": says, "case": differs.case}


def _says(book: Rulebook, topic: str, lang: str) -> list[Json]:
    if book.has_limit(topic):
        return [_limit_said(book, book.limits[topic], lang)]
    clause = book.clauses.get(book.covered.get(topic, topic))
    return _rows_said(book, (clause.row,), lang) if clause is not None else []


def _limit_said(book: Rulebook, limit: Limit, lang: str) -> Json:
    clause = book.clauses[limit.clause]
    return {
        "row": clause.row.partition("/")[2],
        "says": f"{number(limit.value, limit.unit)}: {clause_says(clause, lang)}",
    }


def _rows_said(book: Rulebook, own: tuple[str, ...], lang: str) -> list[Json]:
    by_row = {clause.row: clause for clause in book.clauses.values()}
    return [{"row": row.partition("/")[2], "says": clause_says(by_row[row], lang)} for row in own if row in by_row]
