"""Whose turn it is, as a table made by asking the book: every state of plain play, and where each throw leads."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from carreau.books import BOOKS
from carreau.core.facts import SIDES, Chosen, Moment, Side
from carreau.core.game import Game, begun, play
from carreau.petanque.facts import BouleThrown, Holds, PositionStated
from carreau.petanque.state import Memory, PetanqueState
from carreau.simulate.petanque import FORMATS, Sides, likeliest, set_up

HEADS: tuple[Holds, ...] = ("nobody", "A", "B", "equal")  # the columns of the table
NOBODY, HOLDS_A, HOLDS_B, EQUAL = range(len(HEADS))
OVER = -1  # nobody has a boule left


class Here(NamedTuple):
    """What decides who plays: who opened, the boules in hand, and what the order of play remembers."""

    opener: Side
    hand_a: int
    hand_b: int
    memory: Memory


class Turns(Struct, frozen=True):
    """The order of play as a machine: state -> the side that throws, and the next state by who holds afterwards.

    `side`: int8 [S], 0 for A, 1 for B, OVER once nobody has a boule; `after`: int16 [S, 4], by the columns of HEADS;
    `opens`: the state in which A opens, and the one in which B does.
    """

    side: NDArray[np.int8]
    after: NDArray[np.int16]
    opens: tuple[int, int]


@cache
def turns(rulebook: str, boules: int) -> Turns:
    """The table of a book for so many boules a side (6 or 3), asked of the book itself; takes about a second, once."""
    edition = BOOKS[rulebook]
    known: dict[Here, int] = {}
    side: list[int] = []
    after: list[list[int]] = []
    empty = begun(edition, set_up(edition, Sides(format=format_of(boules))))
    todo = [Here(opener, boules, boules, Memory()) for opener in SIDES]
    for here in todo:
        known[here] = len(known)
    for here in todo:  # grows while it is walked through
        game = _stated(empty, here)
        plays = _plays(game)
        side.append(OVER if plays is None else SIDES.index(plays))
        after.append([])
        for there in _next(game, here.opener, plays):
            if there not in known:
                known[there] = len(known)
                todo.append(there)
            after[-1].append(known[there])
    return Turns(np.array(side, np.int8), np.array([row or [OVER] * len(HEADS) for row in after], np.int16), (0, 1))


def format_of(boules: int) -> str:
    return next(name for name, (players, each) in FORMATS.items() if players * each == boules)


def _stated(empty: Game, here: Here) -> Game:
    """A game that stands there."""
    memory = here.memory
    position = PositionStated(
        opener=here.opener, in_hand={"A": here.hand_a, "B": here.hand_b}, last=memory.last, head=memory.head,
        boule_has_lain=memory.ever_live, run=memory.run, jack="locked",
    )  # fmt: skip
    return play(empty, position, trusted=True)


def _plays(game: Game) -> Side | None:
    turn = state_of(game).turn
    return None if turn is None or turn.does != "boule" else turn.side


def _next(game: Game, opener: Side, plays: Side | None) -> Iterator[Here]:
    """Where a throw leads, for each that may hold after it."""
    if plays is None:
        return
    for holds in HEADS:
        thrown = settled(play(game, BouleThrown(side=plays, holds=holds), trusted=True))
        yield _here(state_of(thrown), opener)


def settled(game: Game) -> Game:
    """The game once whoever is asked has given the likeliest answer."""
    while (option := state_of(game).waiting) is not None:
        by = option.may[0]
        game = play(game, Chosen(choice=next(iter(likeliest(option)))), moment=Moment(by=by), trusted=True)  # type: ignore[arg-type]
    return game


def _here(state: PetanqueState, opener: Side) -> Here:
    memory = state.memory
    run = None if memory.run is None else min(memory.run, 1)  # 0 is the boule that left nobody holding
    kept = Memory(last=memory.last, ever_live=memory.ever_live, run=run, head=memory.head)
    return Here(opener, state.hand("A"), state.hand("B"), kept)


def state_of(game: Game) -> PetanqueState:
    assert isinstance(game.state, PetanqueState)
    return game.state
