"""What compiled ends must know of a book, asked of the book: where a thrown jack is good, a moved one dead, what that gives."""

import math
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from carreau.books import BOOKS
from carreau.core.facts import SIDES, Side, other
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.petanque.facts import BouleThrown, Moved, PositionStated
from carreau.simulate.petanque import Sides, set_up
from carreau.simulate.turns import format_of, settled, state_of

NEAR, FAR, EDGE, DEAD_NEAR, DEAD_FAR, LAW = range(6)
OUT = (Moved(object="jack", out=True, marked=True),)


class Law(Struct, frozen=True):
    """`ranges` [LAW], m: of a good jack from the circle's inner edge, what it keeps from the edge, and where a moved one dies.

    `given` int8 [n + 1, n + 1]: what a dead jack gives by the boules left to A and to B, above 0 for A.
    """

    ranges: NDArray[np.float64]
    given: NDArray[np.int8]


@cache
def law(rulebook: str, boules: int) -> Law:
    """The law of a book for so many boules a side."""
    edition = BOOKS[rulebook]
    game = begun(edition, set_up(edition, Sides(format=format_of(boules))))
    given = np.zeros((boules + 1, boules + 1), np.int8)
    for a in range(boules + 1):
        for b in range(boules + 1):
            if a + b < 2 * boules:
                given[a, b] = _given(game, "A" if a < boules else "B", {"A": a, "B": b})
    return Law(ranges_of(game.edition), given)


def ranges_of(book: Rulebook) -> NDArray[np.float64]:
    """The ranges of a book, [LAW], m; what it does not limit is left without a limit."""
    found = np.empty(LAW)
    found[NEAR], found[FAR] = book.limit("jack.near"), book.limit("jack.far")
    found[EDGE] = book.limit("jack.boundary_gap") if book.has_limit("jack.boundary_gap") else 0.0
    found[DEAD_NEAR] = book.limit("dead_jack.near") if book.has_limit("dead_jack.near") else 0.0
    found[DEAD_FAR] = book.limit("dead_jack.far") if book.has_limit("dead_jack.far") else math.inf
    return found / 1000.0


def _given(game: Game, side: Side, left: dict[Side, int]) -> int:
    """The points when a boule of this side has driven the jack out, and so many are left then."""
    hand = {s: n + (s == side) for s, n in left.items()}
    holds = other(side)
    position = PositionStated(opener=side, in_hand=hand, last=holds, head=holds, boule_has_lain=True, jack="locked")
    state = state_of(settled(play(play(game, position, trusted=True), BouleThrown(side=side, moved=OUT), trusted=True)))
    assert state.jack.dead
    assert state.proposed is not None
    winner, points = state.proposed
    return -points if winner == SIDES[1] else points
