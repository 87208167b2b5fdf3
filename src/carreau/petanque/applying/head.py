"""How effects change the head and the turn."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.core.nearness import Relation, unsaid, with_words, without
from carreau.petanque import effects as e
from carreau.petanque.state import PetanqueState, Turn


def _forgotten(state: PetanqueState, effect: e.OrderForgotten) -> PetanqueState:
    order = () if "jack" in effect.objects else without(state.order, effect.objects)
    return structs.replace(state, order=order, memory=structs.replace(state.memory, by=None))


def _pair(state: PetanqueState, effect: e.PairSaid) -> PetanqueState:
    word = Relation(effect.near, effect.far, effect.equal, effect.weight, effect.source)
    return structs.replace(state, order=with_words(state.order, (word,)))


def _head(state: PetanqueState, effect: e.HeadIs) -> PetanqueState:
    lain = state.memory.ever_live or effect.holds not in ("nobody", "unknown") or state.any_live()
    memory = structs.replace(state.memory, head=effect.holds, ever_live=lain, by=effect.by)
    return state if memory == state.memory else structs.replace(state, memory=memory)


def _opened(state: PetanqueState, effect: e.PairOpened) -> PetanqueState:
    return structs.replace(state, order=unsaid(state.order, effect.near, effect.far, e.UMPIRES_WORD - 1))


def _run(state: PetanqueState, effect: e.RunIs) -> PetanqueState:
    return structs.replace(state, memory=structs.replace(state.memory, run=effect.run))


def _turn(state: PetanqueState, effect: e.TurnIs) -> PetanqueState:
    turn = (
        None
        if effect.does is None
        else Turn(side=effect.side, does=effect.does, clauses=effect.clauses, ruled=effect.ruled)
    )
    return state if turn == state.turn else structs.replace(state, turn=turn)


def _lifted(state: PetanqueState, effect: e.Lifted) -> PetanqueState:
    return structs.replace(state, temp_removed=(*state.temp_removed, *effect.objects))


def _put_back(state: PetanqueState, effect: e.PutBack) -> PetanqueState:
    left = tuple(o for o in state.temp_removed if effect.objects and o not in effect.objects)
    return structs.replace(state, temp_removed=left)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.OrderForgotten: _forgotten,
    e.PairSaid: _pair,
    e.PairOpened: _opened,
    e.HeadIs: _head,
    e.RunIs: _run,
    e.TurnIs: _turn,
    e.Lifted: _lifted,
    e.PutBack: _put_back,
}
