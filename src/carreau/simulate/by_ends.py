"""Whole games of pétanque end by end: the ends are thrown in compiled code, and the book keeps the game."""

from collections.abc import Iterator
from itertools import count
from random import Random

import numpy as np
from msgspec import structs

from carreau.core.facts import SIDES, Moment, Side
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.simulate.ends import thrown_ends
from carreau.simulate.petanque import FORMATS, Sides, set_up

AT_ONCE = 512  # ends
MOMENT = Moment(by="simulator", source="simulator")


def games_by_ends(
    edition: Rulebook,
    games: int,
    *,
    levels: tuple[str, str] = ("elite", "elite"),
    format: str = "triples",
    seed: int = 0,
) -> Iterator[Game]:
    """So many games to the last point, of which the record holds the points of each end: for studies of whole games.

    Who opens an end, what it counts and when the game is won is the book's word; what lies between is `thrown_ends`. One
    seed gives the same games. Raises Unphysical, EndlessEvents.
    """
    setup = structs.replace(set_up(edition, Sides(format=format)), detail="ends")
    ends = {"A": _points(edition.id, levels, format, seed, 0), "B": _points(edition.id, levels, format, seed, 1)}
    draw = Random(seed)
    for _ in range(games):
        game = play(begun(edition, setup, moment=MOMENT), f.DrawWon(side=draw.choice(SIDES)), moment=MOMENT)
        while (turn := _state(game).turn) is not None and turn.side is not None:
            points = next(ends[turn.side])
            side: Side | None = None if points == 0 else "A" if points > 0 else "B"
            game = play(game, f.EndCounted(side=side, points=abs(points)), moment=MOMENT)
        yield play(game, f.ResultAgreed(), moment=MOMENT)


def _points(rulebook: str, levels: tuple[str, str], format: str, seed: int, opener: int) -> Iterator[int]:
    """What ends give that A (0) or B (1) opens, above 0 for A; every other one that is thrown, of two to choose from."""
    players, boules = FORMATS[format]
    for lot in count():
        own = int(np.random.SeedSequence([seed, opener, lot]).generate_state(1)[0])
        thrown = thrown_ends(AT_ONCE, levels=levels, boules=players * boules, rulebook=rulebook, seed=own)
        yield from thrown.points[opener::2].tolist()


def _state(game: Game) -> PetanqueState:
    state = game.heard[-1].state
    assert isinstance(state, PetanqueState)
    return state
