"""The order of play of billiard cochonnet against a second reading of the text, over every course of a short end."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from carreau.core.game import Game
from tests.cochonnet import game_of, state_of, told

OTHER = {"A": "B", "B": "A"}
BALLS = 3
COURSES = 455  # an end of three balls a side, cut off anywhere before its last ball
START = f'umpire: PositionStated thrown_by=A in_hand={{"A":{BALLS},"B":{BALLS}}}'


class Stroke(NamedTuple):
    """A ball of a side, and whose lies nearest after it; `over`: it came back past the line."""

    side: str
    after: str


History = tuple[Stroke, ...]


def left(history: History, side: str) -> int:
    """The side's balls in hand."""
    return BALLS - sum(stroke.side == side for stroke in history)


def run_of(history: History) -> int:
    """How many good balls have left both sides equally near, one after the other, up to now."""
    run = 0
    for stroke in reversed([s for s in history if s.after != "over"]):
        if stroke.after != "equal":
            break
        run += 1
    return run


def plays(history: History, rule: str) -> tuple[str, str] | None:
    """The side that plays by the text, and the row that says so; None once nobody has a ball."""
    able = [side for side in "AB" if left(history, side)]
    if not able:
        return None
    side, row = wanted(history, rule)
    return (side, row) if side in able else (OTHER[side], row)


def wanted(history: History, rule: str) -> tuple[str, str]:
    """The side whose turn it would be if everybody had balls."""
    if not history:
        return "A", "7.c"
    last, good = history[-1], [s for s in history if s.after != "over"]
    if last.after == "over":
        return last.side, "II.d"
    if len(good) == 1:
        return OTHER[last.side], "8.a"
    if last.after == "equal":
        return (last.side if run_of(history) == 1 else OTHER[last.side]), "8.b"
    by_rule = {"nearest_keeps": last.after, "farther_plays": OTHER[last.after], "alternate": OTHER[last.side]}
    return by_rule[rule], "8.b"


def outcomes(history: History, side: str) -> Iterator[str]:
    """What a ball of this side can lead to: nearest is a side with a good ball, equal are two."""
    lying = {s.side for s in history if s.after != "over"} | {side}
    yield from sorted(lying)
    yield from ["equal"] * (len(lying) == 2)
    yield "over"


def courses(game: Game, rule: str, history: History = ()) -> Iterator[tuple[History, Game]]:
    """Every course of the end, stroke by stroke, with the game after each."""
    yield history, game
    turn = plays(history, rule)
    if turn is None:
        return
    for after in outcomes(history, turn[0]):
        words = f"{turn[0]} over" if after == "over" else f"{turn[0]} holds={after}"
        there, _, refusal = told(game, words)
        assert refusal is None, (history, words, refusal)
        yield from courses(there, rule, (*history, Stroke(turn[0], after)))


@pytest.mark.parametrize("rule", ["nearest_keeps", "farther_plays", "alternate"])
def test_the_side_and_the_row_are_those_of_the_text(rule: str) -> None:
    """Who plays, and by which row, in every course of an end with three balls a side."""
    begun = game_of(START, readings={"C-A10": rule})
    seen: Counter[str] = Counter()
    for history, game in courses(begun, rule):
        state, turn = state_of(game), plays(history, rule)
        assert state.turn is not None
        if turn is None:
            assert (state.turn.does, state.phase) == ("count", "count"), history
            continue
        rows = {game.book.clauses[key].row.split("/")[1] for key in state.turn.clauses}
        assert (state.turn.side, rows) == (turn[0], {turn[1]}), history
        assert state.hand(turn[0]) == left(history, turn[0]) > 0  # type: ignore[arg-type]
        seen[turn[1]] += 1
    assert set(seen) == {"7.c", "8.a", "8.b", "II.d"}
    assert sum(seen.values()) == COURSES


# --- the two levels ------------------------------------------------------------------------------------


class Table:
    """Balls at hidden distances; now and then a ball moves others."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.at: dict[str, int] = {}

    def stroke(self, side: str, number: int) -> str:
        """The words for what moved; the ball itself lies somewhere too."""
        moved = [b for b in self.at if self.chance.random() < 0.2]
        out = [b for b in moved if self.chance.random() < 0.3]
        for ball in moved:
            self.at[ball] = self.chance.randint(1, 9)
        for ball in out:
            del self.at[ball]
        self.at[f"{side}.{number}"] = self.chance.randint(1, 9)
        return " ".join(f"{b}>{'out' if b in out else 'moved'}" for b in moved)

    def order(self) -> str:
        """The live balls from the nearest on, in short notation."""
        groups = [[b for b in self.at if self.at[b] == mm] for mm in sorted(set(self.at.values()))]
        return "<".join("=".join(group) for group in groups) if len(self.at) > 1 else ""

    def holds(self) -> str:
        """Whose ball lies nearest."""
        best = {b[0] for b in self.at if self.at[b] == min(self.at.values())}
        return best.pop() if len(best) == 1 else "equal"

    def count(self) -> str:
        """What the end gives."""
        holds = self.holds()
        if holds == "equal":
            return "end void"
        rival = min((mm for b, mm in self.at.items() if b[0] != holds), default=10)
        return f"end {holds} {sum(mm < rival for b, mm in self.at.items() if b[0] == holds)}"


@pytest.mark.parametrize("seed", range(25))
def test_said_and_measured_lead_to_the_same(seed: int) -> None:
    """A scorer who only says whose ball lies nearest and one who notes the order get the same turns and points."""
    chance, table = Random(seed), Table(Random(seed))
    said = measured = game_of("lag A; jack ok")
    while state_of(said).phase == "play":
        turn = state_of(said).turn
        assert turn is not None
        if chance.random() < 0.2:
            words = [f"{turn.side} over"] * 2
        else:
            moved = table.stroke(str(turn.side), state_of(said).played(turn.side) + 1)  # type: ignore[arg-type]
            words = [f"{turn.side} {moved} holds={table.holds()}", f"{turn.side} {moved} {table.order()}"]
        said, _, no = told(said, words[0])
        measured, _, also_no = told(measured, words[1])
        assert no is None
        assert also_no is None
        assert state_of(said).turn == state_of(measured).turn
        assert state_of(said).head == state_of(measured).head
    assert state_of(measured).proposed is not None
    said, _, no = told(said, table.count())
    measured, rulings, also_no = told(measured, f"{'A' if state_of(measured).head == 'A' else 'B'}: {table.count()}")
    assert no is None
    assert also_no is None
    assert [r.slots.get("why") for r in rulings if r.key == "points.scored"] in ([], ["nearest"], ["alone"])
    assert state_of(said).score_log == state_of(measured).score_log
    assert state_of(said).owner == state_of(measured).owner
