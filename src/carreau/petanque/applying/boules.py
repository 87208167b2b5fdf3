"""How effects change the boules, on the ground and in hand."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.core.nearness import without
from carreau.petanque import effects as e
from carreau.petanque.applying.parts import stays
from carreau.petanque.state import Bar, PetanqueState
from carreau.petanque.thrown import played


def changed_boule(state: PetanqueState, id: str, **changes: Any) -> PetanqueState:
    """The state with one boule changed."""
    boules = tuple([structs.replace(b, **changes) if b.id == id else b for b in state.boules])
    return structs.replace(state, boules=boules)


def _boule_live(state: PetanqueState, effect: Any) -> PetanqueState:
    boule = state.boule(effect.boule)
    if boule is not None and (boule.status, boule.reason, boule.lying) == ("live", None, False):
        return state
    return changed_boule(state, effect.boule, status="live", reason=None, lying=False)


def _boule_dead(state: PetanqueState, effect: e.BouleDead) -> PetanqueState:
    dead = changed_boule(state, effect.boule, status="dead", reason=effect.reason, lying=effect.lying)
    return structs.replace(dead, order=without(dead.order, (effect.boule,)))


def _replayed(state: PetanqueState, effect: e.BouleReplayed) -> PetanqueState:
    """The boule is in the hand again, and the order of play remembers what it remembered before the throw."""
    boule = state.boule(effect.boule)
    if boule is None:
        return state
    side = boule.side
    back = 0 if boule.extra else 1
    before = state.memory_before
    unplayed = before if before.run is None else structs.replace(before, run=before.run - 1)
    players = tuple(
        structs.replace(p, hand=p.hand + back) if p.id == boule.player and p.hand is not None else p
        for p in state.players
    )
    return structs.replace(
        state,
        boules=tuple(b for b in state.boules if b.id != effect.boule),
        played=state.played.plus(side, -1),
        out_of_hand=state.out_of_hand.plus(side, -back),
        extra=state.extra.plus(side, back - 1),
        players=players,
        memory=before,
        memory_before=unplayed,  # a throw that was none lengthens no alternation
        thrown=None,
        order=without(state.order, (effect.boule,)),
    )


def _disqualified(state: PetanqueState, effect: e.BouleDisqualified) -> PetanqueState:
    dead = changed_boule(state, effect.boule, status="dead", reason="disqualified", lying=False)
    return structs.replace(dead, order=without(dead.order, (effect.boule,)))


def _exchanged(state: PetanqueState, effect: e.BouleExchanged) -> PetanqueState:
    return changed_boule(state, effect.boule, player=effect.player)


def _replaced(state: PetanqueState, effect: e.BouleReplaced) -> PetanqueState:
    return changed_boule(state, effect.boule, status="lost", reason="lost") if effect.lost else state


def _moves_undone(state: PetanqueState, effect: e.MovesUndone) -> PetanqueState:
    """What was known of the nearness of the objects put back, and of those never moved, holds again."""
    put_back = (*state.put_back, *effect.objects)
    gone = {m.object for m in state.moved if m.object not in put_back} - {"thrown"}
    order = () if "jack" in gone else without(state.order_before, gone)
    undone = structs.replace(state, put_back=put_back, settled=(*state.settled, *effect.objects), order=order)
    if not effect.annulled:
        return undone
    head = state.memory.head if gone else state.memory_before.head
    return structs.replace(undone, thrown=None, memory=structs.replace(state.memory, head=head))


def _settled(state: PetanqueState, effect: e.PlaceSettled) -> PetanqueState:
    return structs.replace(state, settled=(*state.settled, *effect.objects))


def _played(state: PetanqueState, effect: e.BoulePlayed) -> PetanqueState:
    return played(state, effect.side, effect.player)


def _hand_lost(state: PetanqueState, effect: e.HandLost) -> PetanqueState:
    kinds = {"cancelled": state.cancelled, "disqualified": state.disqualified}
    gone = kinds[effect.how].plus(effect.side, effect.boules)
    players = tuple(
        structs.replace(p, hand=max(0, p.hand - effect.boules)) if p.id == effect.player and p.hand is not None else p
        for p in state.players
    )
    memory = state.memory
    if effect.turn_used:
        run = None if memory.run is None else memory.run + 1
        memory = structs.replace(memory, last=effect.side, run=run)
    used = state.cancelled_in_turn + (effect.boules if effect.how == "cancelled" and effect.turn_used else 0)
    return structs.replace(state, players=players, memory=memory, cancelled_in_turn=used, **{effect.how: gone})


def _barred(state: PetanqueState, effect: e.Barred) -> PetanqueState:
    left = state.hand(effect.side)
    boules = left if effect.boules is None else min(effect.boules, left)
    bar = Bar(side=effect.side, cause=effect.cause, boules=boules, player=effect.player)
    return structs.replace(state, bars=(*state.bars, bar))


def _unbarred(state: PetanqueState, effect: e.Unbarred) -> PetanqueState:
    bars = tuple(b for b in state.bars if (b.side, b.cause) != (effect.side, effect.cause))
    return structs.replace(state, bars=bars)


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.BouleLive: _boule_live,
    e.BouleDead: _boule_dead,
    e.BouleStays: stays,
    e.BouleRestored: _boule_live,
    e.BouleReplayed: _replayed,
    e.BouleDisqualified: _disqualified,
    e.BouleRevived: _boule_live,
    e.BouleExchanged: _exchanged,
    e.BouleReplaced: _replaced,
    e.MovesUndone: _moves_undone,
    e.PlaceSettled: _settled,
    e.BoulePlayed: _played,
    e.HandLost: _hand_lost,
    e.Barred: _barred,
    e.Unbarred: _unbarred,
}
