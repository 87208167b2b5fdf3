"""The order of play against a second reading of the text: every state of plain play, and every order of throws."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from msgspec import convert

from carreau.books import book
from carreau.core.game import Game, begun, play
from carreau.petanque.facts import BouleThrown, PositionStated
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState

FIPJP = book("fipjp-2016")
FORMATS = {6: "triples", 3: "singles"}
OTHER = {"A": "B", "B": "A"}
HEADS = ("nobody", "A", "B", "equal")
NULL = ("nobody", "equal")


class Here(NamedTuple):
    """What decides who plays: boules in hand, who holds, whether a boule has lain, who played last, and the run.

    `again`: whether the boule that left nobody holding is the last one played (True), or an earlier one (False).
    """

    opener: str
    a: int
    b: int
    head: str = "nobody"
    lain: bool = False
    last: str | None = None
    again: bool | None = None

    def hand(self, side: str) -> int:
        """The side's boules in hand."""
        return self.a if side == "A" else self.b


def plays(here: Here) -> tuple[str, set[str]] | None:
    """The side that plays by the text, and the rows that say so; None once nobody has a boule."""
    able = [side for side in "AB" if here.hand(side)]
    if not able:
        return None
    if len(able) == 1:
        return able[0], alone(here)
    if here.last is None:
        return here.opener, {"16.a"}
    if here.head in OTHER:
        return OTHER[here.head], {"16.b"}
    if here.head == "nobody" and not here.lain:
        return OTHER[here.last], {"16.k"}
    empty = {"16.l"} if here.head == "nobody" else set()
    return (here.last, empty | {"29.3a"}) if here.again else (OTHER[here.last], empty | {"29.3b"})


def alone(here: Here) -> set[str]:
    """Why the only side with boules plays them."""
    if here.head in OTHER:
        return {"16.b"}
    if here.head == "nobody" and not here.lain:
        return {"16.k"}
    empty = {"16.l"} if here.head == "nobody" else set()
    return empty | ({"29.2a"} if here.again else {"29.3c", "29.2a"})


def after(here: Here, thrower: str, head: str) -> Here:
    """The state once a boule of this side lies, or not, and so many hold."""
    left = here._replace(a=here.a - (thrower == "A"), b=here.b - (thrower == "B"), last=thrower, head=head)
    if head in OTHER:
        return left._replace(lain=True, again=None)
    if not here.lain and head == "nobody":
        return left._replace(again=None)
    began = here.head in OTHER or not here.lain
    return left._replace(lain=True, again=began)


@cache
def table(boules: int) -> tuple[Here, ...]:
    """Every state that can be reached with so many boules a side, whoever opens and whatever a throw does."""
    found = dict.fromkeys(Here(opener, boules, boules) for opener in "AB")
    todo = list(found)
    while todo:
        here = todo.pop()
        if (turn := plays(here)) is None:
            continue
        for there in (after(here, turn[0], head) for head in HEADS):
            if there not in found:
                found[there] = None
                todo.append(there)
    return tuple(found)


@cache
def end_of(boules: int) -> Game:
    """A game in which a position can be stated; the umpire lets an alternation go on when a tie becomes empty."""
    readings = {"readings": {"C21": "goes_on"}}
    return begun(FIPJP, setup_of(FIPJP.id, {"format": FORMATS[boules], **readings}))


def stated(boules: int, here: Here) -> Game:
    """The game in this state."""
    position = {
        "kind": "PositionStated",
        "opener": here.opener,
        "in_hand": {"A": here.a, "B": here.b},
        "last": here.last,
        "head": here.head,
        "boule_has_lain": here.lain,
        "run": None if here.again is None else 0 if here.again else 1,
        "jack": "locked",
    }
    return play(end_of(boules), convert(position, PositionStated), trusted=True)


def state_of(game: Game) -> PetanqueState:
    """How the game stands."""
    assert isinstance(game.state, PetanqueState)
    return game.state


def threw(game: Game, side: str, head: str) -> Game:
    """The game after a throw of which only the outcome was noted."""
    return play(game, convert({"kind": "BouleThrown", "side": side, "holds": head}, BouleThrown), trusted=True)


def turn_of(game: Game) -> tuple[str | None, set[str]] | None:
    """Who plays a boule by the judge, and the rows that it names."""
    state = state_of(game)
    if state.turn is None or state.turn.does != "boule":
        return None
    clauses = [FIPJP.clauses[key] for key in state.turn.clauses if key in FIPJP.clauses]  # other editions add theirs
    rows = {clause.row.removeprefix("fipjp-2016/") for clause in clauses}
    return state.turn.side, rows


@pytest.mark.parametrize(("boules", "states"), [(6, 876), (3, 216)])
def test_who_plays_in_every_state(boules: int, states: int) -> None:
    assert len(table(boules)) == states
    wrong = [
        (here, plays(here), judged)
        for here in table(boules)
        if (judged := turn_of(stated(boules, here))) != plays(here)
    ]
    assert not wrong, wrong[:3]


@pytest.mark.parametrize("boules", [6, 3])
def test_every_throw_leads_where_the_text_says(boules: int) -> None:
    wrong = [(here, head, said) for here in table(boules) for head, said in throws(boules, here)]
    assert not wrong, wrong[:3]


def throws(boules: int, here: Here) -> Iterator[tuple[str, object]]:
    """Each outcome of the next throw after which the judge and the text differ."""
    turn = plays(here)
    if turn is None:
        return
    thrower = turn[0]
    for head in HEADS:
        game = threw(stated(boules, here), thrower, head)
        there = after(here, thrower, head)
        if seen(game, here.opener) != there:
            yield head, seen(game, here.opener)
        elif turn_of(game) != plays(there):
            yield head, turn_of(game)


def seen(game: Game, opener: str) -> Here:
    """The judge's state in the words of the table."""
    state = state_of(game)
    memory = state.memory
    again = None if memory.run is None else memory.run == 0
    return Here(opener, state.hand("A"), state.hand("B"), memory.head, memory.ever_live, memory.last, again)


# --- every order of throws ---------------------------------------------------------------------------

Orders = Counter[str]


def by_text(boules: int) -> Orders:
    """How many sequences of outcomes give each order of throws, by the text."""

    @cache
    def onward(here: Here) -> Orders:
        turn = plays(here)
        if turn is None:
            return Counter({"": 1})
        found: Orders = Counter()
        for head in HEADS:
            for order, many in onward(after(here, turn[0], head)).items():
                found[turn[0] + order] += many
        return found

    return onward(Here("A", boules, boules))


def by_judge(boules: int) -> Orders:
    """The same, by the judge: each throw is really played, each state of the table once."""
    known: dict[Here, Orders] = {}

    def onward(here: Here) -> Orders:
        if here not in known:
            found: Orders = Counter()
            known[here] = found
            game = stated(boules, here)
            turn = turn_of(game)
            if turn is None:
                found[""] = 1
                return found
            side = str(turn[0])
            for head in HEADS:
                then = threw(game, side, head)
                for order, many in onward(seen(then, here.opener)).items():
                    found[side + order] += many
        return known[here]

    return onward(Here("A", boules, boules))


@pytest.mark.parametrize(("boules", "orders"), [(6, 462), (3, 10)])
def test_the_count_of_outcome_sequences_for_every_order_of_throws(boules: int, orders: int) -> None:
    text = by_text(boules)
    assert sum(text.values()) == len(HEADS) ** (2 * boules)
    assert len(text) == orders  # every order that the opener begins
    assert by_judge(boules) == text


# --- the traces of the state machine -------------------------------------------------------------------

TRACES = [
    ("ordinary", "A B A A B", "ABABB", "A"),
    ("the opening boules go out", "nobody nobody nobody B", "ABAB", "A"),
    ("B ties, ties last", "A equal equal equal equal A", "ABBABA", "B"),
    ("B shoots the head empty", "A nobody nobody nobody nobody A", "ABBABA", "B"),
    ("A's first out, B holds, A empties", "nobody B nobody nobody B", "ABAAB", "A"),
    ("a tie becomes empty", "A equal equal nobody nobody", "ABBAB", "A"),
]


@pytest.mark.parametrize(("title", "heads", "throwers", "then"), TRACES, ids=[t[0] for t in TRACES])
def test_traces_of_an_end(title: str, heads: str, throwers: str, then: str) -> None:
    game = stated(6, Here("A", 6, 6))
    for head, thrower in zip(heads.split(), throwers, strict=True):
        turn = turn_of(game)
        assert turn is not None
        assert turn[0] == thrower
        game = threw(game, thrower, head)
    turn = turn_of(game)
    assert turn is not None
    assert turn[0] == then
