"""The jack without the book at hand: who opens after a good one, and what follows a failed one."""

from typing import Any

from carreau.core.facts import Moment, Side, other
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.sports import Json, kit_of

THROWERS: tuple[Side, Side] = ("A", "B")  # the side that has the jack first, and the one that it may pass to
BOTH = Moment(by="both")
AGAIN, PASSED, PLACED = "again", "passed", "placed"


def jack(edition: Rulebook, readings: dict[str, str]) -> Json:
    """What follows a jack: a list has an entry for the side that has it first and one for the side that it passes to.

    `good`: who plays the first boule after a good throw, the `thrower` or the `other`. `bad`: after each failed throw that
    both recognise the side throws `again`, the jack has `passed`, or it is `placed` by the other; nothing where the book
    asks. `placed`: who plays first after that. In terms of the side that threw last.
    """
    fields = {"format": "triples", "readings": readings}
    game = play(begun(edition, kit_of(edition).setup_of(edition.id, fields)), f.DrawWon(side=THROWERS[0]))
    good: list[str] = []
    bad: list[list[str | None]] = []
    for side in THROWERS:
        good.append(_opener(play(game, f.JackThrown(side=side, good=True)), side))
        bad.append([])
        while not bad[-1] or bad[-1][-1] == AGAIN:
            game = play(game, f.JackThrown(side=side, good=False), moment=BOTH)
            bad[-1].append(_follows(game, side))
        if bad[-1][-1] != PASSED:
            break
    return {"good": good, "bad": bad, "placed": _placed(game)}


def _follows(game: Game, side: Side) -> str | None:
    """What a failed throw of a side leads to."""
    state = _of(game)
    if state.waiting is not None or state.turn is None:
        return None
    if state.turn.does == "place":
        return PLACED
    return AGAIN if state.turn.side == side else PASSED


def _placed(game: Game) -> str | None:
    """Who opens after the jack has been placed, if it is placed at all."""
    thrower = _of(game).jack.thrown_by
    if _of(game).phase != "place" or thrower is None:
        return None
    return _opener(play(game, f.JackPlaced(side=other(thrower), good=True)), thrower)


def _opener(game: Game, thrower: Side) -> str:
    turn = _of(game).turn
    assert turn is not None
    assert turn.does == "boule"
    return "thrower" if turn.side == thrower else "other"


def _of(game: Game) -> PetanqueState:
    state: Any = game.state
    assert isinstance(state, PetanqueState)
    return state
