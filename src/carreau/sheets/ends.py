"""The score of a game of ends, row by row, as the fold has it: pétanque and billiard cochonnet."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, Step
from carreau.core.ruling import Ruling
from carreau.sheets.form import Column
from carreau.sheets.wording import MARKS, NOTHING, Wording, kind_of, walked
from carreau.sports import Score, kit_of

BLANK_ENDS = 20
MINUS = "\N{MINUS SIGN}"


class End(Struct, frozen=True, kw_only=True):
    """A row of the score: an end, or points given beside the ends (`kind`: penalty, absence, stated, lapsed).

    `during`: what was ruled from the end's beginning on; `before`: the state in which it was counted.
    """

    number: int
    kind: str
    jack: Side | None
    points: Score
    total: Score
    step: Step
    before: Any
    during: tuple[Ruling, ...] = ()

    @property
    def void(self) -> bool:
        """Did it give nothing?"""
        return not any(self.points.values())


def ends_of(game: Game) -> Iterator[End]:
    """The rows in their order."""
    during: list[Ruling] = []
    for was, step in walked(game):
        now: Any = step.state
        during += step.rulings
        over = now.ends_completed > was.ends_completed and kind_of(step.entry.fact) != "PositionStated"
        gains: Score = {side: now.points(side) - was.points(side) for side in SIDES}
        if over or any(gains.values()):
            yield _row(game, was, step, "end" if over else _kind(was, now), gains, tuple(during))
        during = [] if over else during


def _kind(was: Any, now: Any) -> str:
    """What the points beside the ends were given for."""
    new = [p.kind for p in now.score_log if p not in was.score_log and p.kind != "end"]
    if new:
        return str(new[-1])
    return "stated" if len(now.score_log) >= len(was.score_log) else "lapsed"


def _row(game: Game, was: Any, step: Step, kind: str, points: Score, during: tuple[Ruling, ...]) -> End:
    now: Any = step.state
    total = kit_of(game.book).score(game.book, now)
    number = was.ends_completed + 1 if kind == "end" else max(1, now.end)
    jack = was.jack.thrown_by or was.owner
    return End(number=number, kind=kind, jack=jack, points=points, total=total, step=step, before=was, during=during)


def beside(words: Wording, end: End) -> str:
    """For what an entry gave points that no end gave, with the rows; in an end of its own or beside one."""
    new = [r for r in end.step.rulings for e in r.effects if kind_of(e) == "Scored" and getattr(e, "kind", "") != "end"]
    if end.kind == "end":
        return f"{words.ruled(new)} {words.rows(new)}" if new else ""
    return words.say("sheet.beside", kind=end.kind, rows=words.rows(new or end.step.rulings) or NOTHING)


def columns(words: Wording, *more: Column) -> tuple[Column, ...]:
    """The heads of the score, with `more` before the last."""
    return (
        Column(words.say("sheet.end"), 6),
        Column(words.say("sheet.jack_by"), 8),
        *(Column(words.say("sheet.points", mark=MARKS[side]), 8) for side in SIDES),
        *(Column(words.say("sheet.total", mark=MARKS[side]), 8) for side in SIDES),
        *more,
        Column(words.say("sheet.fact"), 7),
    )


def cells(end: End) -> tuple[str, ...]:
    """The first cells of a row: the end, who threw the jack, points and totals."""
    counts = end.kind == "end"
    return (
        str(end.number),
        MARKS[end.jack] if counts and end.jack else "",
        *(_points(end.points[side], counts) for side in SIDES),
        *(str(end.total[side]) for side in SIDES),
    )


def _points(points: int, counts: bool) -> str:
    if points == 0:
        return NOTHING if counts else ""
    return str(points) if points > 0 else f"{MINUS}{-points}"


def to_go(game: Game, rows: int) -> int:
    """How many empty rows a game that is not over leaves to write in."""
    state: Any = game.state
    return 0 if state.phase in ("over", "result") else max(2, BLANK_ENDS - rows)
