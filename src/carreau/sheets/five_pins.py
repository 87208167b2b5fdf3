"""The sheet of a match of five pins: set by set, one inning a row."""

from collections.abc import Iterator
from typing import Any

from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Side
from carreau.core.game import Game
from carreau.sheets import incidents
from carreau.sheets.form import About, Block, Box, Column, Field, Fields, Group, Row, Table, Team, Teams, Ticks, Writing
from carreau.sheets.turns import Inning, Set, sets_of
from carreau.sheets.wording import NOTHING, Wording, blank, kind_of, minutes, walked

NUMBERS: dict[Side, str] = {"A": "1", "B": "2"}  # before the names are there
BALLS = {"white": "○", "spot": "◐", "coloured": "●"}
BLANK_INNINGS = 25
BLANK_SETS = {"sets": 3, "single": 1}
HUNDRED = 100


def blocks(words: Wording, about: About, game: Game | None, format: str) -> Iterator[Block]:
    """The parts of the sheet; without a game all of them are empty."""
    state = _state(game)
    yield Fields(
        (
            Field(words.say("sheet.table"), about.place),
            Field(words.say("sheet.distance"), str(state.setup.target) if state else ""),
            Field(words.say("sheet.best_of"), str(state.setup.sets) if state else ""),
            Field(words.say("sheet.minutes"), _minutes(game)),
            Field(words.say("sheet.referee"), about.umpire, 6),
            Field(words.say("sheet.from_break"), _from_break(words, game), 6),
        )
    )
    yield Teams(tuple(_player(words, side, state) for side in SIDES))
    yield from _lag(words, game, state)
    yield from _sets(words, game, format)
    if state is not None or format == "sets":
        yield _totals(words, game, state)
    yield _uncovered(words, game)
    yield from incidents.tables(words, game) if game else ()


def _state(game: Game | None) -> FivePinsState | None:
    found: Any = game.state if game else None
    return found if isinstance(found, FivePinsState) else None


def _minutes(game: Game | None) -> str:
    state = _state(game)
    return minutes(state.started_ms, game.line[-1].entry.moment.at_ms) if state and game else ""


def _from_break(words: Wording, game: Game | None) -> str:
    facts = [step.entry.fact for step in game.line] if game else []
    new = any(kind_of(fact) == "BreakTaken" and fact.new_referee for fact in facts)
    return words.say("sheet.new_referee") if new else (NOTHING if game else "")


def ball(words: Wording, state: FivePinsState | None, side: Side) -> str:
    """The sign of a player's ball; before anybody starts nobody has one."""
    if state is None or state.starter is None:
        return ""
    return BALLS[state.ball_of(side)]


def _player(words: Wording, side: Side, state: FivePinsState | None) -> Team:
    if state is None or state.starter is None:
        boxes = " / ".join(f"☐ {sign} {words.say('sheet.ball', ball=name)}" for name, sign in BALLS.items())
        return Team(mark="" if state else NUMBERS[side], name=words.team(side) if state else "", people=(boxes,))
    own = words.say("sheet.plays", ball=state.ball_of(side))
    return Team(mark=ball(words, state, side), name=words.team(side), people=(own,))


def _lag(words: Wording, game: Game | None, state: FivePinsState | None) -> Iterator[Block]:
    """Who won the draw and what that player chose; where the spots lie is the organiser's."""
    chosen = next((was for was, step in walked(game) if kind_of(step.entry.fact) == "Chosen"), None) if game else None
    option = chosen.waiting if chosen is not None and chosen.starter is None else None
    winner = option.side if option is not None else None
    sides = tuple(Box(words.team(side) if state else _numbered(words, side), winner == side) for side in SIDES)
    yield Ticks(words.say("sheet.lag_won"), sides)
    started = state.starter if state else None
    yield Ticks(
        words.say("sheet.chose"),
        (
            Box(words.say("sheet.start_self"), winner is not None and started == winner),
            Box(words.say("sheet.let_start"), winner is not None and started not in (None, winner)),
        ),
    )
    table = state.setup.table if state else None
    lies = {"end": table.end_mm, "second": table.second_mm, "gap": table.pin_gap_mm} if table else {}
    given = [words.say(f"sheet.spot_{name}", at_mm=mm) for name, mm in lies.items() if mm is not None]
    yield Fields((Field(words.say("sheet.spots"), ", ".join(given) or words.say("sheet.spots_usual"), 12),))


def _numbered(words: Wording, side: Side) -> str:
    return words.say("sheet.player_signs", mark=NUMBERS[side])


# --- the sets --------------------------------------------------------------------------------------


def _sets(words: Wording, game: Game | None, format: str) -> Iterator[Block]:
    state = _state(game)
    columns = (
        Column(words.say("sheet.inning"), 6),
        *(column for _ in SIDES for column in _of_a_player(words)),
    )
    if game is None or state is None:
        groups = (Group("", 1), *(Group(_numbered(words, side), 3) for side in SIDES))
        for number in range(1, BLANK_SETS[format] + 1):
            rows = blank(7, BLANK_INNINGS, first=1)
            yield _set_table(words, number, columns, groups, rows, foot=True)
            yield _result(words, None)
        return
    groups = (Group("", 1), *(Group(f"{ball(words, state, s)} {words.team(s)}".strip(), 3) for s in SIDES))
    for played in sets_of(words, game):
        rows = tuple(_inning(n, inning) for n, inning in enumerate(played.innings, 1))
        more = 0 if played.winner or state.winner else max(2, BLANK_INNINGS - len(rows))
        rows = (*rows, *blank(7, more, first=len(rows) + 1))
        yield _set_table(words, played.number, columns, groups, rows, foot=played.number == 1)
        yield _result(words, played)


def _of_a_player(words: Wording) -> tuple[Column, ...]:
    return (
        Column(words.say("sheet.points", mark=""), 8),
        Column(words.say("sheet.total", mark=""), 8),
        Column(words.say("sheet.marks"), 31, "left"),
    )


def _set_table(
    words: Wording,
    number: int,
    columns: tuple[Column, ...],
    groups: tuple[Group, ...],
    rows: tuple[Row, ...],
    *,
    foot: bool,
) -> Table:
    heading = words.say("sheet.set", number=number)
    return Table(
        heading=heading, columns=columns, groups=groups, rows=rows, foot=words.say("sheet.marks_foot") if foot else ""
    )


def _inning(number: int, inning: Inning) -> Row:
    cells = (cell for side in SIDES for cell in _cells(inning, side))
    return (str(number), *cells)


def _cells(inning: Inning, side: Side) -> tuple[str, str, str]:
    turn = inning.turns.get(side)
    if turn is None:
        return "", str(inning.total[side]), ""
    return str(turn.own) if turn.own else NOTHING, str(inning.total[side]), turn.marks


def _result(words: Wording, played: Set | None) -> Fields:
    """The line below a set."""
    if played is None:
        labels = (
            "sheet.set_won_by",
            "sheet.score",
            "sheet.innings",
            "sheet.average",
            "sheet.best",
            "sheet.penalties_given",
            "sheet.minutes",
        )
        return Fields(tuple(Field(words.say(label), "", 3) for label in labels))
    both = {side: played.score[side] for side in SIDES}
    pairs = (
        ("sheet.set_won_by", words.team(played.winner) if played.winner else ""),
        ("sheet.score", f"{both['A']}–{both['B']}"),
        ("sheet.innings", str(len(played.innings))),
        ("sheet.average", " / ".join(average(words, both[side], len(played.innings)) for side in SIDES)),
        ("sheet.best", " / ".join(str(played.best(side)) for side in SIDES)),
        ("sheet.penalties_given", " / ".join(str(played.given(side)) for side in SIDES)),
        ("sheet.minutes", minutes(played.first_ms, played.last_ms)),
    )
    return Fields(tuple(Field(words.say(label), value, 3) for label, value in pairs))


def average(words: Wording, points: int, innings: int) -> str:
    """Points an inning, to two places, with the comma of the language."""
    if not innings:
        return NOTHING
    whole, rest = divmod((2 * points * HUNDRED + innings) // (2 * innings), HUNDRED)
    return words.say("sheet.number", whole=whole, hundredths=f"{rest:02d}")


def _totals(words: Wording, game: Game | None, state: FivePinsState | None) -> Table:
    heads = (
        "sheet.sets",
        "sheet.match_points",
        "sheet.set_points",
        "sheet.points_all",
        "sheet.innings",
        "sheet.average",
        "sheet.best",
        "sheet.fouls",
    )
    columns = (Column(words.say("sheet.player"), 28, "left"), *(Column(words.say(head), 9) for head in heads))
    rows = blank(9, 2) if game is None or state is None else tuple(_total(words, game, state, s) for s in SIDES)
    return Table(heading=words.say("sheet.totals"), columns=columns, rows=rows)


def _total(words: Wording, game: Game, state: FivePinsState, side: Side) -> Row:
    played = tuple(sets_of(words, game))
    points = sum(one.score[side] for one in played)
    innings = sum(len(one.innings) for one in played)
    return (
        f"{ball(words, state, side)} {words.team(side)}".strip(),
        str(state.sets_won(side)),
        str(state.match_points.of(side)) if state.match_points else "",
        str(state.set_points.of(side)) if state.set_points else "",
        str(points),
        str(innings),
        average(words, points, innings),
        str(max((one.best(side) for one in played), default=0)),
        str(sum(one.fouls(side) for one in played)),
    )


def _uncovered(words: Wording, game: Game | None) -> Writing:
    """What was decided where the rules are silent: the text wants it on this sheet."""
    ruled = [step for step in game.line if kind_of(step.entry.fact) == "Ruled"] if game else []
    lines = tuple(words.noted(s.rulings, s.entry.fact.note) for s in ruled)
    return Writing(heading=words.say("sheet.uncovered"), lines=lines, blank=0 if lines else 3)
