"""The sheet of a game of billiard cochonnet."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import SIDES
from carreau.core.game import Game, Step
from carreau.sheets import ends, incidents
from carreau.sheets.form import About, Block, Box, Column, Field, Fields, Notice, Row, Table, Team, Teams, Ticks
from carreau.sheets.wording import MARKS, Wording, blank, effects, kind_of, root_of, walked

BALLS = 16
BLANK_ROWS = 16  # as many as leave room for the rest of the page
ROOM = "…" * 14  # to write a name on
TRUNCATED = "C-A18"  # the reading of the sentence where the source breaks off


def blocks(words: Wording, about: About, game: Game | None, format: str) -> Iterator[Block]:
    """The parts of the sheet; without a game all of them are empty."""
    state = _state(game)
    yield Fields((Field(words.say("sheet.table"), about.place, 6), Field(words.say("sheet.umpire"), about.umpire, 6)))
    yield Teams(tuple(_team(words, side, state) for side in SIDES))
    yield Ticks(words.say("sheet.lag_won"), tuple(Box(_named(words, s, state), _first(game) == s) for s in SIDES))
    yield _score(words, game)
    if game is None or any(kind_of(step.entry.fact) == "BallPlayed" for step in game.line):
        yield _balls(words, game)
    if state is None or any(points.reading == TRUNCATED for points in state.score_log):
        yield Notice(words.say("sheet.reading_mark", reading=TRUNCATED))
    yield from incidents.tables(words, game)


def _state(game: Game | None) -> CochonnetState | None:
    found: Any = game.state if game else None
    return found if isinstance(found, CochonnetState) else None


def _first(game: Game | None) -> str | None:
    """Who won the draw for the jack."""
    owners = (step.state for step in game.line) if game else ()
    return next((state.owner for state in owners if isinstance(state, CochonnetState) and state.owner), None)


def _named(words: Wording, side: Any, state: CochonnetState | None) -> str:
    return f"{MARKS[side]} {words.team(side)}" if state else MARKS[side]


def _team(words: Wording, side: Any, state: CochonnetState | None) -> Team:
    team = state.setup.sides.get(side) if state else None
    ids = [p.id for p in team.players] if team else []
    names = [words.names.get(id, id) for id in ids] or ([""] if state else [ROOM, ROOM])
    people = tuple(words.say("sheet.numbered", number=n, name=name) for n, name in enumerate(names, 1))
    colours = ", ".join(words.say("sheet.colour", colour=c) for c in team.colours) if team else ""
    return Team(
        mark=MARKS[side], name=words.team(side) if state else "", people=(*people, *([colours] if colours else []))
    )


def _score(words: Wording, game: Game | None) -> Table:
    out, remark = Column(words.say("sheet.jack_out"), 20, "left"), Column(words.say("sheet.remark"), 27, "left")
    columns = ends.columns(words, out, remark)
    if game is None:
        return Table(heading=words.say("sheet.score"), columns=columns, rows=blank(9, ends.BLANK_ENDS, first=1))
    rows = tuple(
        (*ends.cells(row), _jack_out(words, row), _remark(words, row), str(row.step.seq)) for row in ends.ends_of(game)
    )
    state: Any = game.state
    more = blank(9, ends.to_go(game, len(rows)), first=state.ends_completed + 1)
    return Table(heading=words.say("sheet.score"), columns=columns, rows=(*rows, *more))


def _jack_out(words: Wording, row: ends.End) -> str:
    """Who sent the jack out, the balls left then, and how often in a row."""
    state: Any = row.step.state
    fact = row.step.entry.fact
    by = state.jack.sent_out_by or getattr(fact, "sent_out_by", None)
    if not state.jack.out and by is None:
        return ""
    left = getattr(fact, "in_hand", None) or {side: state.hand(side) for side in SIDES}
    streak = state.streak.times if state.streak is not None else 0
    text = words.say(
        "sheet.sent_out", from_side=MARKS[by] if by else "?", left_A=left.get("A", 0), left_B=left.get("B", 0)
    )
    return f"{text}, {words.say('sheet.streak', n=streak)}" if streak else text


def _remark(words: Wording, row: ends.End) -> str:
    """Why an end gave nothing, and the mark of the reading by which its points were given."""
    new: Any = row.step.state
    readings = {p.reading for p in new.score_log if p not in row.before.score_log and p.reading}
    marked = [f"† {reading}" for reading in sorted(readings)]
    if beside := ends.beside(words, row):
        return " ".join([beside, *marked])
    if not row.void:
        return " ".join(marked)
    over = [r for r in row.step.rulings if any(kind_of(x) == "EndOver" for x in r.effects)]
    return " ".join([words.ruled(over), words.rows(over), *marked])


def _balls(words: Wording, game: Game | None) -> Table:
    columns = (Column(words.say("sheet.end"), 5), *(Column(str(n), 6) for n in range(1, BALLS + 1)))
    rows = tuple(_ball_rows(game)) if game else blank(BALLS + 1, BLANK_ROWS, first=1)
    return Table(
        heading=words.say("sheet.balls"),
        columns=columns,
        rows=rows,
        foot=words.say("sheet.balls_foot"),
        new_page=game is None,
    )


def _ball_rows(game: Game) -> Iterator[Row]:
    settled = {root_of(step): step for step in game.line}
    played = (step for _, step in walked(game) if kind_of(step.entry.fact) == "BallPlayed")
    for end, steps in groupby(played, _end_of):
        cells = [_ball(step, settled[step.seq]) for step in steps]
        for first in range(0, len(cells), BALLS):
            part = cells[first : first + BALLS]
            yield (str(end) if first == 0 else "", *part, *[""] * (BALLS - len(part)))


def _end_of(step: Step) -> int:
    state: Any = step.state
    return int(state.end)


def _ball(step: Step, settled: Step) -> str:
    """Who played, and what came of it once all was answered."""
    fact = step.entry.fact
    before, now = (s.state for s in (step, settled))
    state: Any = now
    first: Any = before
    ball = state.ball(first.last_ball)
    outcome = {"equal": "=", fact.side: "✓"}.get(state.head, "")
    if ball is not None and not ball.live:
        outcome = "×"
    player = fact.player[1:] if fact.player else ""
    return f"{MARKS[fact.side]}{player}{outcome}{'▲' if any(effects(settled, 'JackOut')) else ''}"
