"""A sheet filled in from a game, or left empty to be filled in by hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unicodedata import category

from msgspec import convert, to_builtins

from carreau.books import BOOKS
from carreau.core.game import Game
from carreau.core.record import mark_of
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.gamefile import digest_of, told
from carreau.say import names_of
from carreau.sheets import cochonnet, five_pins, petanque
from carreau.sheets.form import (
    About,
    Block,
    Box,
    Closing,
    Field,
    Fields,
    Notice,
    Paper,
    Sheet,
    Signature,
    Signatures,
    Table,
    Ticks,
)
from carreau.sheets.wording import MARKS, Wording, kind_of, minutes
from carreau.sports import kit_of

Blocks = Callable[[Wording, About, Game | None, str], Iterator[Block]]
SPORTS: dict[str, Blocks] = {
    "petanque": petanque.blocks,
    "five_pins": five_pins.blocks,
    "cochonnet": cochonnet.blocks,
}
FORMATS = {  # of each sport those that there is a sheet for, the usual one first
    "petanque": ("triples", "doubles", "singles"),
    "five_pins": ("sets", "single"),
    "cochonnet": ("teams",),
}
UNKNOWN = About()
JOINERS = "\u200c\u200d"  # which hold the letters of some scripts together
BY_TARGET = ("points", "penalty", "absence")
TEAMS_SIGN = (("sheet.captain_signs", MARKS["A"]), ("sheet.captain_signs", MARKS["B"]), ("sheet.umpire_signs", ""))
FIVE_SIGN = (("sheet.player_signs", ""), ("sheet.player_signs", ""), ("sheet.referee_signs", ""))
BY_TIME = ("time", "draw")
BY_RULING = ("ruled", "ruling")


def sheet_of(
    game: Game,
    people: Mapping[str, str] | None = None,
    *,
    lang: str = "en",
    paper: Paper = "a4",
    url: str = "",
    about: About = UNKNOWN,
    hidden: bool = False,
) -> Sheet:
    """The sheet of a game. `people`: names by player; `hidden`: leave them out, and what was written about them."""
    state: Any = game.state
    words = Wording(book=game.book, lang=lang, names=_names(game, people, hidden), hidden=hidden)
    made = digest_of(game.edition)
    other = state.setup.digest not in (None, made)
    notice = (Notice(told("screen.other_digest", lang, digest=state.setup.digest)),) if other else ()
    blocks = (
        *_about(words, about),
        *notice,
        *_parts(words, about, game, state.setup.format),
        *_end(words, about, game),
    )
    return _sheet(words, paper, blocks, _closing(words, game, url), empty=False)


def empty_sheet(
    rulebook: str, *, lang: str = "en", paper: Paper = "a4", format: str | None = None, about: About = UNKNOWN
) -> Sheet:
    """An empty sheet of a rulebook, by its id: the same parts and numbers, to be typed in afterwards. Raises ValueError."""
    book = BOOKS[rulebook]
    words = Wording(book=book, lang=lang)
    known = FORMATS[book.sport.name]
    form = format or known[0]
    if form not in known:
        raise ValueError(f"no sheet for {form!r}; there is {', '.join(known)}")
    parts = (*_about(words, about), *_parts(words, about, None, form))
    blocks = _signed_first(parts, tuple(_end(words, about, None)))
    closing = Closing(heading=words.say("sheet.closing"), lines=(_by_book(words, book), words.say("sheet.empty_form")))
    return _sheet(words, paper, blocks, closing, empty=True)


def _signed_first(parts: tuple[Block, ...], end: tuple[Block, ...]) -> tuple[Block, ...]:
    """Result and signatures before what begins a new page: on the front of a form with a back."""
    back = next((n for n, part in enumerate(parts) if isinstance(part, Table) and part.new_page), len(parts))
    return (*parts[:back], *end, *parts[back:])


def _names(game: Game, people: Mapping[str, str] | None, hidden: bool) -> dict[str, str]:
    """The names to print; a player of five pins is a side, and its name is a person's."""
    state: Any = game.state
    if hidden:
        return {} if game.book.sport.name == "five_pins" else names_of(state.setup)
    return names_of(state.setup, people)


def _sheet(words: Wording, paper: Paper, blocks: tuple[Block, ...], closing: Closing, *, empty: bool) -> Sheet:
    title = words.say(f"sheet.title_{words.book.sport.name}")
    sides = "" if empty else f"{words.team('A')} – {words.team('B')}"
    first, rest = words.say("sheet.page", page="\0", pages="\1").split("\0")
    between, last = rest.split("\1")
    sheet = Sheet(
        lang=words.lang,
        paper=paper,
        title=title,
        subtitle=sides,
        blocks=blocks,
        closing=closing,
        running=" · ".join(filter(None, (title, sides, words.book.id))),
        page=(first, between, last),
        empty=empty,
    )
    return convert(_clean(to_builtins(sheet)), Sheet)


def _clean(value: Any) -> Any:
    """The same without characters that steer a printer or turn the direction of a line; names come from anywhere."""
    match value:
        case str():
            return "".join(c for c in value if c in JOINERS or category(c) not in ("Cc", "Cf", "Cs"))
        case list() | tuple():
            return [_clean(part) for part in value]
        case dict():
            return {name: _clean(part) for name, part in value.items()}
        case _:
            return value


def _about(words: Wording, about: About) -> Iterator[Block]:
    yield Fields(
        (
            Field(words.say("sheet.competition"), about.competition, 9),
            Field(words.say("sheet.round"), about.round, 3),
            Field(words.say("sheet.date"), about.date, 4),
            Field(words.say("sheet.start"), about.start, 4),
            Field(words.say("sheet.finish"), about.end, 4),
        )
    )


def _parts(words: Wording, about: About, game: Game | None, format: str) -> Iterator[Block]:
    yield Fields(tuple(_played(words, game, format)))
    if game is not None and (others := [f"{id} {answer}" for id, answer in _differing(game.book)]):
        yield Fields((Field(words.say("sheet.other_readings"), ", ".join(others), 12),))
    yield from SPORTS[words.book.sport.name](words, about, game, format)


def _played(words: Wording, game: Game | None, format: str) -> Iterator[Field]:
    """By which book, in which form, to how many points."""
    yield Field(words.say("sheet.rulebook"), words.book.id, 5)
    if words.billiards:
        return
    if words.book.sport.name == "petanque":
        yield Field(words.say("sheet.form"), words.say("sheet.format", format=format), 4)
    if game is not None:
        slots = words.kit.title(game.book, game.state)[1]
        yield Field(words.say("sheet.target"), str(slots["target"]), 3)
    else:
        yield Field(words.say("sheet.target"), "", 3)


# --- the end of the sheet --------------------------------------------------------------------------


def _end(words: Wording, about: About, game: Game | None) -> Iterator[Block]:
    """Result and signatures."""
    roles = FIVE_SIGN if words.billiards else TEAMS_SIGN
    names = ((words.team("A"), words.team("B")) if game else ("", "")) + (about.umpire,)
    lines = tuple(
        Signature(words.say(role, mark=mark).strip(), name) for (role, mark), name in zip(roles, names, strict=True)
    )
    yield Signatures(words.say("sheet.result_signed"), tuple(_result(words, game)), lines)


def _result(words: Wording, game: Game | None) -> Iterator[Fields | Ticks]:
    """The result, how it came about, in how many minutes."""
    state: Any = game.state if game else None
    won = _winning(game)
    by = state.won_by if state is not None and won is not None else None
    ways = {
        "sheet.by_target": by in BY_TARGET,
        "sheet.by_time": by in BY_TIME,
        "sheet.by_forfeit": by is not None and by not in (*BY_TARGET, *BY_TIME, *BY_RULING),
        "sheet.by_ruling": by in BY_RULING,
    }
    score = _final(words, game, won) if game else ""
    yield Fields(
        (
            Field(words.say("sheet.result"), score, 6),
            Field(words.say("sheet.winner"), words.team(state.winner) if state and state.winner else "", 6),
        )
    )
    times = [step.entry.moment.at_ms for step in game.line if step.entry.moment.at_ms is not None] if game else []
    spent = minutes(times[0], times[-1]) if times else ""
    more = "" if words.billiards else f"{words.say('sheet.minutes')} {spent or '............'}"
    yield Ticks(words.say("sheet.by"), tuple(Box(words.say(way), is_) for way, is_ in ways.items()), more)


def _winning(game: Game | None) -> Ruling | None:
    """The ruling that closed the game."""
    steps = reversed(game.line) if game else ()
    ends = ("GameWon", "MatchWon")
    return next((r for s in steps for r in s.rulings if any(kind_of(e) in ends for e in r.effects)), None)


def _final(words: Wording, game: Game, won: Ruling | None) -> str:
    """The score; for a forfeit as the book wants it written, for sets how many were won."""
    state: Any = game.state
    if words.billiards and state.setup.by_sets:
        return f"{state.sets_won('A')}–{state.sets_won('B')}"
    score = kit_of(game.book).score(game.book, state)
    if won is not None and won.key == "game.forfeit" and state.winner is not None:
        own, theirs = won.slots["own"], won.slots["theirs"]
        return f"{own}–{theirs}" if state.winner == "A" else f"{theirs}–{own}"
    return f"{score['A']}–{score['B']}"


def _closing(words: Wording, game: Game, url: str) -> Closing:
    lines = (
        words.say("sheet.facts", n=len(game.heard)),
        words.say("sheet.log_mark", mark=mark_of(game.log)),
        _by_book(words, game.book),
        *(_reading(words, id, answer) for id, answer in _differing(game.book)),
        words.say("sheet.entered"),
    )
    alt = words.say("sheet.code", address=url) if url else ""
    return Closing(heading=words.say("sheet.closing"), lines=lines, url=url, alt=alt)


def _by_book(words: Wording, book: Rulebook) -> str:
    return words.say("sheet.by_book", rulebook=book.id, digest=digest_of(book))


def _differing(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The readings of this game that are not those that the book takes by itself."""
    return ((id, answer) for id, answer in sorted(book.chosen.items()) if answer != book.readings[id].default)


def _reading(words: Wording, id: str, answer: str) -> str:
    reading = words.book.readings[id]
    rows = " ".join(words.book.clauses[key].row.partition("/")[2] for key in reading.clauses)
    said = words.say("sheet.reading", reading=id, answer=answer, usual=reading.default, rows=rows)
    return f"{said} {reading.question}" if words.lang == "en" else said
