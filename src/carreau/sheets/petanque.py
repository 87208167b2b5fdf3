"""The sheet of a game of pétanque, of whatever edition."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from carreau.core.facts import SIDES
from carreau.core.game import Game, Step
from carreau.petanque import effects as e
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.sheets import ends, incidents
from carreau.sheets.form import About, Block, Box, Column, Field, Fields, Row, Table, Team, Teams, Ticks
from carreau.sheets.wording import MARKS, Wording, blank, root_of, walked

BOULES = 12
BLANK_ROWS = 16  # as many as leave room for the rest of the page
ROOM = "…" * 14  # to write a name on
SIZES = {"triples": 3, "doubles": 2, "singles": 1}


def blocks(words: Wording, about: About, game: Game | None, format: str) -> Iterator[Block]:
    """The parts of the sheet; without a game all of them are empty."""
    state = _state(game)
    yield Fields(
        (
            Field(words.say("sheet.terrain"), about.place or (state.setup.terrain.id or "" if state else "")),
            Field(words.say("sheet.time_limit"), _limit(words, state)),
            Field(words.say("sheet.umpire"), about.umpire, 6),
        )
    )
    yield Teams(tuple(_team(words, side, state, SIZES.get(format, 3)) for side in SIDES))
    yield _toss(words, state)
    yield _checked(words, game)
    yield _score(words, game)
    if game is None or any(isinstance(step.entry.fact, f.BouleThrown) for step in game.line):
        yield _boules(words, game, format)
    yield from incidents.tables(words, game)


def _limit(words: Wording, state: PetanqueState | None) -> str:
    """How long a timed game goes, and how many ends more."""
    if state is None or not state.setup.extra_ends or state.setup.time_limit_ms is None:
        return words.time(state.setup.time_limit_ms) if state else ""
    return words.say("sheet.time_and_ends", time_ms=state.setup.time_limit_ms, n=state.setup.extra_ends)


def _state(game: Game | None) -> PetanqueState | None:
    found: Any = game.state if game else None
    return found if isinstance(found, PetanqueState) else None


def _team(words: Wording, side: Any, state: PetanqueState | None, size: int) -> Team:
    """A side with its players; the licence is written by hand."""
    ids = [p.id for p in state.setup.sides[side].players] if state and side in state.setup.sides else []
    people = ids or [f"{side}{n}" for n in range(1, size + 1)]
    named = (words.names.get(id, "") if state else "" for id in people)
    lines = tuple(words.say("sheet.licensed", number=n, name=name or ROOM) for n, name in enumerate(named, 1))
    return Team(mark=MARKS[side], name=words.team(side) if state else "", people=lines)


def _toss(words: Wording, state: PetanqueState | None) -> Ticks:
    won = state.draw if state else None
    return Ticks(words.say("sheet.toss"), tuple(Box(_named(words, side, state), won == side) for side in SIDES))


def _named(words: Wording, side: Any, state: PetanqueState | None) -> str:
    return f"{MARKS[side]} {words.team(side)}" if state else MARKS[side]


def _checked(words: Wording, game: Game | None) -> Ticks:
    """Whose boules were looked at."""
    facts = [step.entry.fact for step in game.line] if game else []
    looked = {
        fact.side or (fact.player or "")[:1]
        for fact in facts
        if isinstance(fact, f.Inspected) and fact.object == "boule"
    }
    return Ticks(words.say("sheet.boules_checked"), tuple(Box(MARKS[side], side in looked) for side in SIDES))


# --- the score -------------------------------------------------------------------------------------


def _score(words: Wording, game: Game | None) -> Table:
    columns = ends.columns(words, Column(words.say("sheet.null_why"), 47, "left"))
    if game is None:
        return Table(heading=words.say("sheet.score"), columns=columns, rows=blank(8, ends.BLANK_ENDS, first=1))
    rows = tuple((*ends.cells(row), _remark(words, row), str(row.step.seq)) for row in ends.ends_of(game))
    state: Any = game.state
    more = blank(8, ends.to_go(game, len(rows)), first=state.ends_completed + 1)
    return Table(heading=words.say("sheet.score"), columns=columns, rows=(*rows, *more))


def _remark(words: Wording, row: ends.End) -> str:
    """Why an end gave nothing, how its jack died, or what points beside the ends were for; with the rows."""
    if beside := ends.beside(words, row):
        return beside
    deaths = [r for r in row.during if any(isinstance(x, e.JackDead) for x in r.effects)]
    if row.before.jack.dead and deaths:
        return f"{words.ruled(deaths[-1:])} {words.rows(deaths[-1:])}"
    if not row.void:
        return ""
    over = [r for r in row.step.rulings if any(isinstance(x, e.EndOver) for x in r.effects)]
    return f"{words.ruled(over)} {words.rows(over)}"


# --- boule by boule --------------------------------------------------------------------------------


def _boules(words: Wording, game: Game | None, format: str) -> Table:
    columns = (Column(words.say("sheet.end"), 5), *(Column(str(n), 8) for n in range(1, BOULES + 1)))
    rows = tuple(_boule_rows(words, game)) if game else blank(BOULES + 1, BLANK_ROWS, first=1)
    return Table(
        heading=words.say("sheet.boules"),
        columns=columns,
        rows=rows,
        foot=words.say("sheet.boules_foot"),
        new_page=game is None,
    )


def _boule_rows(words: Wording, game: Game) -> Iterator[Row]:
    """One row an end, its throws in their order; a replayed boule makes an end that needs a second row."""
    settled = {root_of(step): step for step in game.line}
    throws = (step for _, step in walked(game) if isinstance(step.entry.fact, f.BouleThrown))
    for end, steps in groupby(throws, _end_of):
        cells = [_throw(words, step, settled[step.seq]) for step in steps]
        for first in range(0, len(cells), BOULES):
            part = cells[first : first + BOULES]
            yield (str(end) if first == 0 else "", *part, *[""] * (BOULES - len(part)))


def _end_of(step: Step) -> int:
    state: Any = step.state
    return int(state.end)


def _throw(words: Wording, step: Step, settled: Step) -> str:
    """Who threw, how, and what came of it once all was answered."""
    fact = step.entry.fact
    now: Any = settled.state
    how = {"point": words.say("sheet.cell_point"), "shot": words.say("sheet.cell_shot")}.get(fact.how or "", "")
    player = fact.player[1:] if fact.player else ""
    return f"{MARKS[fact.side]}{player}{how}{_outcome(now, step, fact.side)}"


def _outcome(now: Any, step: Step, side: str) -> str:
    before: Any = step.state
    boule = now.boule(before.thrown) if before.thrown else None
    if boule is not None and not boule.live:
        return "×"
    return {"equal": "=", side: "✓"}.get(now.head, "")
