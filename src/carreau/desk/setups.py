"""What a new game can be by each rulebook, as data: choices, which of them don't go together and by which row, numbers.

What is refused is asked of the core, for every combination, once; a page looks it up without network.
"""

import gzip
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, get_args, get_type_hints

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response
from msgspec import Struct

from carreau.books import BOOKS
from carreau.core.clause import Reading
from carreau.core.game import begun
from carreau.core.judging import NotRecorded
from carreau.core.record import VERSION, decoder
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.desk.bodies import JSON, Failure
from carreau.desk.pages import ASK, YEAR, pages_of
from carreau.gamefile import told
from carreau.petanque.formats import formats_of
from carreau.petanque.setup import Category, GameSetUp
from carreau.say import languages, says
from carreau.sports import Json, kit_of

routes = APIRouter(include_in_schema=False)

TIMES = ((45, 1), (45, 2), (60, 1), (60, 2), (75, 2), (90, 2))  # minutes, and ends after them
OTHER_TARGETS = (11, 15)  # points that people agree on, beside those of the book
DISTANCES = (40, 50, 60, 80, 100, 120)
CATEGORIES: tuple[str, ...] = get_args(Category)
PLAYERS = (1, 2, 4)
Combination = tuple[tuple[str, str], ...]


class Option(Struct, frozen=True):
    """One answer to one question: its id, and the fields of the set-up that it fills in."""

    id: str
    sets: Json = {}


class Choice(Struct, frozen=True, kw_only=True):
    """One question of the wizard; the first option is taken unless somebody chooses. `first`: it is asked at once."""

    name: str
    options: tuple[Option, ...]
    first: bool = False
    free: str | None = None  # a number may be typed instead: the field that it fills
    bears: bool = True  # something may be refused because of it


class No(Struct, frozen=True):
    """Options that do not go together, and the ruling that says why."""

    when: Combination
    ruling: Ruling


# --- the questions of each sport -----------------------------------------------------------------------


def choices_of(book: Rulebook) -> tuple[Choice, ...]:
    """What is asked about a game by a book."""
    return {"petanque": petanque, "five_pins": five_pins, "cochonnet": cochonnet}[book.sport.name](book)


def petanque(book: Rulebook) -> tuple[Choice, ...]:
    """Format, points, time, how it is told; the ground, the stage, the ages, who rules."""
    timed = [
        Option(f"{n}+{ends}", {"timed": True, "time_limit_ms": n * 60_000, "extra_ends": ends}) for n, ends in TIMES
    ]
    kinds = tuple(Option(name, {"format": name}) for name in formats_of(book))
    return (
        Choice(name="format", first=True, bears=False, options=kinds),
        Choice(name="target", first=True, options=tuple(_target(book, n) for n in _targets(book))),
        Choice(name="time", first=True, options=(Option("none"), *timed)),
        _detail("ends", "boules"),
        Choice(
            name="ground",
            options=(
                Option("open"),
                Option("marked", {"terrain": {"marked": True}}),
                Option("lanes", {"terrain": {"marked": True, "lanes": True}}),
            ),
        ),
        Choice(name="stage", options=tuple(Option(name, {"stage": name}) for name in _words("stage"))),
        Choice(name="category", bears=False, options=tuple(Option(name, {"category": name}) for name in CATEGORIES)),
        Choice(name="level", bears=False, options=tuple(Option(name, {"level": name}) for name in _words("level"))),
        _umpire(),
    )


def _words(field: str) -> list[str]:
    """What a field of the set-up can be, what is usual first."""
    usual = GameSetUp.__struct_fields__.index(field) - len(GameSetUp.__struct_fields__)
    return sorted(
        get_args(get_type_hints(GameSetUp)[field]), key=lambda word: word != GameSetUp.__struct_defaults__[usual]
    )


def _targets(book: Rulebook) -> tuple[int, ...]:
    own = [book.limit(key) for key in ("win.target", "win.short_target") if book.has_limit(key)]
    return tuple(dict.fromkeys([*own, *OTHER_TARGETS]))


def _target(book: Rulebook, points: int) -> Option:
    return Option(str(points), {"target": points} if points != book.limit("win.target") else {})


def _detail(*names: str) -> Choice:
    return Choice(name="detail", first=True, bears=False, options=tuple(Option(n, {"detail": n}) for n in names))


def _umpire() -> Choice:
    return Choice(
        name="umpire", bears=False, options=(Option("no", {"umpire": False}), Option("yes", {"umpire": True}))
    )


def five_pins(book: Rulebook) -> tuple[Choice, ...]:
    """Sets, the distance (which has to be said), the balls."""
    sets = (Option("3", {"format": "sets", "sets": 3}), Option("5", {"format": "sets", "sets": 5}))
    even = Option("4", {"format": "sets", "sets": 4})
    return (
        Choice(name="sets", first=True, options=(Option("1", {"format": "single"}), *sets, even)),
        Choice(
            name="distance",
            first=True,
            free="distance",
            options=(Option("unsaid"), *(Option(str(n), {"distance": n}) for n in DISTANCES)),
        ),
        Choice(
            name="other_ball",
            bears=False,
            options=(Option("spot", {"other_ball": "spot"}), Option("coloured", {"other_ball": "coloured"})),
        ),
        Choice(
            name="official", bears=False, options=(Option("no", {"official": False}), Option("yes", {"official": True}))
        ),
        _umpire(),
    )


def cochonnet(book: Rulebook) -> tuple[Choice, ...]:
    """The balls, how it is told, how many play."""
    return (
        _detail("balls", "ends"),
        Choice(
            name="ball_set",
            first=True,
            options=(Option("two_colours", {"ball_set": "two_colours"}), Option("four_colours", {"ball_set": "four_colours"})),
        ),
        Choice(name="players", options=(Option("unsaid"), *(Option(str(n), _sides(n)) for n in (*PLAYERS, 3)))),
        Choice(
            name="previous",
            bears=False,
            options=(Option("none"), *(Option(side, {"previous": {"loser": side}}) for side in ("A", "B"))),
        ),
        _umpire(),
    )  # fmt: skip


def _sides(n: int) -> Json:
    return {"sides": {side: {"players": [{"id": f"{side}{k + 1}"} for k in range(n)]} for side in ("A", "B")}}


# --- what does not go together -------------------------------------------------------------------------


def merged(*parts: Json) -> Json:
    """Fields laid over one another; what is an object is merged."""
    whole: Json = {}
    for part in parts:
        for name, value in part.items():
            inner = whole.get(name)
            whole[name] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return whole


def setup_with(book: Rulebook, options: dict[str, str]) -> Any:
    """The set-up of a game with these options, the first ones for the rest."""
    found = [_option(choice, options.get(choice.name)) for choice in choices_of(book)]
    fields = merged({"kind": "GameSetUp", "version": VERSION, "rulebook": book.id}, *(o.sets for o in found))
    return decoder(book.sport).decode(msgspec.json.encode(fields))


def _option(choice: Choice, id: str | None) -> Option:
    return next((option for option in choice.options if option.id == id), choice.options[0])


def refusal(book: Rulebook, options: dict[str, str]) -> Ruling | None:
    """Why the book knows no such game; None if it does."""
    try:
        begun(book, setup_with(book, options))
    except NotRecorded as no:
        return no.ruling
    return None


@cache
def refusals(id: str) -> tuple[No, ...]:
    """The smallest sets of options that no game of a book has together: one option, or two of different questions."""
    book = BOOKS[id]
    choices = [choice for choice in choices_of(book) if choice.bears]
    names = [choice.name for choice in choices]
    judged = {
        combination: refusal(book, dict(combination))
        for options in product(*(choice.options for choice in choices))
        for combination in [tuple(zip(names, (option.id for option in options), strict=True))]
    }
    small: list[Combination] = []
    for size in (1, 2):
        for part in _parts(judged, size):
            within = [combination for combination in judged if set(part) <= set(combination)]
            smaller = any(set(known) <= set(part) for known in small)
            if not smaller and all(judged[combination] is not None for combination in within):
                small.append(part)
    return tuple(No(part, _reason(part, small, judged)) for part in small)


def _parts(judged: dict[Combination, Any], size: int) -> Iterator[Combination]:
    yield from dict.fromkeys(part for combination in judged for part in combinations(combination, size))


def _reason(part: Combination, small: list[Combination], judged: dict[Combination, Ruling | None]) -> Ruling:
    """The ruling where nothing else is wrong; where something always is, the one that comes most often."""
    others = [set(known) for known in small if known != part]
    within = [(c, ruling) for c, ruling in judged.items() if ruling is not None and set(part) <= set(c)]
    alone = [ruling for c, ruling in within if not any(known <= set(c) for known in others)]
    found = alone or [ruling for _, ruling in within]
    often = Counter(ruling.key for ruling in found)
    return max(found, key=lambda ruling: often[ruling.key])


# --- the numbers above Start ---------------------------------------------------------------------------

NUMBERS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "petanque": (("jack", ("jack.attempts", "jack.near", "jack.far")), ("throw", ("clock.throw",))),
    "five_pins": (("stroke", ("clock.stroke",)), ("pins", ("score.outer_pin", "score.centre_pin"))),
    "cochonnet": (("to", ("win.target",)), ("cushions", ("cushion.fewest",))),
}
TURNS = {"jack.near": 1000, "jack.far": 1000, "clock.throw": 1000, "clock.stroke": 1000}  # into metres and seconds


def numbers(book: Rulebook, lang: str) -> list[Json]:
    """Sentences with the book's own numbers, and with which option each is true."""
    found = [*_boules(book, lang)]
    categories = CATEGORIES if book.sport.name == "petanque" else ("",)
    for category in categories:
        setup = setup_with(book, {"category": category} if category else {})
        mine = book.for_game(setup.categories, setup.timed, setup.settings, setup.readings)
        for name, limits in NUMBERS[book.sport.name]:
            if all(mine.has_limit(key) for key in limits):
                when = [["category", category]] if category else []
                found.append({"when": when, "text": _number(mine, name, limits, lang)})
    return found


def _boules(book: Rulebook, lang: str) -> Iterator[Json]:
    for format in formats_of(book):
        n = book.limit(f"format.{format}_players") * book.limit(f"format.{format}_boules")
        yield {"when": [["format", format]], "text": told("desk.new.line.boules", lang, {}, boules=n)}


def _number(book: Rulebook, name: str, limits: tuple[str, ...], lang: str) -> str:
    values = [_plain(book.limit(key) / TURNS.get(key, 1)) for key in limits]
    slots: dict[str, str | int] = {"n": book.limit(limits[0]) // TURNS.get(limits[0], 1)}
    slots |= {f"v{at}": value for at, value in enumerate(values)}
    return told(f"desk.new.line.{name}", lang, {}, **slots)


def _plain(value: float) -> str:
    return f"{value:g}"


# --- what a page loads ---------------------------------------------------------------------------------


@cache
def setups(lang: str) -> bytes:
    """All rulebooks in one language, packed."""
    found = {id: _page(book, lang) for id, book in BOOKS.items()}
    return gzip.compress(msgspec.json.encode(found), 9, mtime=0)


def _page(book: Rulebook, lang: str) -> Json:
    return {
        "sport": book.sport.name,
        "choices": [_choice(choice) for choice in choices_of(book)],
        "no": [_no(book, no, lang) for no in refusals(book.id)],
        "numbers": numbers(book, lang),
        "formats": {
            name: {
                "players": book.limit(f"format.{name}_players"),
                "boules": book.limit(f"format.{name}_boules"),
            }
            for name in formats_of(book)
        },
        "target": book.limit("win.target") if book.has_limit("win.target") else None,
        "open": sum(len(reading.answers) > 1 for reading in book.readings.values()),
        "keeps_ends": kit_of(book).keeps_ends,
    }


def _choice(choice: Choice) -> Json:
    options = [{"id": option.id, "sets": option.sets} for option in choice.options]
    return {"name": choice.name, "first": choice.first, "free": choice.free, "options": options}


def _no(book: Rulebook, no: No, lang: str) -> Json:
    say = says(no.ruling, lang, {}, book.clauses)
    return {"when": [list(pair) for pair in no.when], "say": say, "rows": list(no.ruling.cites)}


@cache
def readings(id: str) -> bytes:
    """The open questions of a book that have more than one answer, packed."""
    book = BOOKS[id]
    found = [_reading(book, id, r) for id, r in book.readings.items() if len(r.answers) > 1]
    return gzip.compress(msgspec.json.encode(found), 9, mtime=0)


def _reading(book: Rulebook, id: str, reading: Reading) -> Json:
    rows = [book.clauses[key].row.partition("/")[2] for key in reading.clauses if key in book.clauses]
    return {
        "id": id,
        "question": reading.question,
        "answers": reading.answers,
        "default": reading.default,
        "basis": reading.basis,
        "decides": reading.decides,
        "rows": rows,
    }


@routes.get("/setups/{lang}.json")
async def setups_of(request: Request, lang: str, d: str = "") -> Response:
    """What a new game can be."""
    if lang not in languages():
        raise Failure(404, "not_found")
    return _sent(request, await to_thread.run_sync(setups, lang), d)


@routes.get("/readings/{book}.json")
async def readings_of(request: Request, book: str, d: str = "") -> Response:
    """The open questions of a rulebook."""
    if book not in BOOKS:
        raise Failure(404, "not_found")
    return _sent(request, await to_thread.run_sync(readings, book), d)


def _sent(request: Request, packed: bytes, d: str) -> Response:
    keep = YEAR if d == pages_of(request).assets.digest else ASK
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=JSON, headers=headers)
