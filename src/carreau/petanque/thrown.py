"""A boule leaves the hand: what the throw itself changes. No rule stands here."""

from typing import Any

from msgspec import structs

from carreau.core.facts import Side
from carreau.core.nearness import without
from carreau.petanque import facts as f
from carreau.petanque.state import Bar, Boule, Jack, PetanqueState, PlayerNow

EXTRA = ("too_many", "excluded", "absent")


def next_id(state: PetanqueState, side: Side) -> str:
    """The id of the side's next boule in this end: one that no boule on record has."""
    number, taken = state.played.of(side) + 1, [boule.id for boule in state.boules]
    while f"{side}.{number}" in taken:
        number += 1
    return f"{side}.{number}"


def thrown(state: PetanqueState, fact: f.BouleThrown) -> PetanqueState:
    """The state with a boule thrown: out of the hand, on the ground, and what it moved in its new place."""
    first = next_id(state, fact.side)
    moved = _with_marks(state, fact.moved) if fact.moved else ()
    left = structs.replace(state, **_afresh(state, first, fact.side, moved), **_leaves_hand(state, fact, first))
    for _ in range(1, boules_at_once(fact)):
        left = structs.replace(left, **_leaves_hand(left, fact, next_id(left, fact.side)))
    return displaced(left, fact.moved) if fact.moved else left


Changes = dict[str, Any]  # fields of a state with their new values: all that a throw changes is changed at once


def _afresh(state: PetanqueState, first: str, side: Side, moved: tuple[f.Moved, ...]) -> Changes:
    """What is remembered of the throw before gives way to this one and what it moved."""
    return {
        "thrown": first,
        "moved": moved,
        "memory_before": state.memory,
        "memory": structs.replace(state.memory, last=side),
        "order_before": state.order,
        "put_back": (),
        "settled": (),
        "measured": (),
    }


def _with_marks(state: PetanqueState, moved: tuple[f.Moved, ...]) -> tuple[f.Moved, ...]:
    """What was moved, with what was known beforehand of the marks."""
    return tuple(structs.replace(m, marked=_marked(state, m.object)) if m.marked is None else m for m in moved)


def _marked(state: PetanqueState, object: str) -> bool | None:
    boule = state.boule(object)
    return state.jack.marked if object == "jack" else boule.marked if boule else None


def boules_with(state: PetanqueState, fact: f.BouleThrown) -> tuple[str, ...]:
    """The ids of the boules that left the hand together with the first, in the state before the throw."""
    first = int(next_id(state, fact.side).split(".")[1])
    return tuple(f"{fact.side}.{first + n}" for n in range(1, boules_at_once(fact)))


def boules_at_once(fact: f.BouleThrown) -> int:
    """How many boules left the hand in this one throw."""
    return max(fact.together, 2 if fact.breach == "two_together" else 1)


def _leaves_hand(state: PetanqueState, fact: f.BouleThrown, id: str) -> Changes:
    """One boule of the side is on the ground, and one fewer in the hand it came from."""
    marked = next((m.marked for m in fact.moved if m.object == "thrown"), None) if fact.moved else None
    extra = fact.breach in EXTRA
    boule = Boule(id=id, side=fact.side, player=fact.player, marked=marked, extra=extra)
    changes: Changes = {"boules": (*state.boules, boule), "played": state.played.plus(fact.side, 1)}
    if extra:
        return changes | {"extra": state.extra.plus(fact.side, 1)}
    changes["out_of_hand"] = state.out_of_hand.plus(fact.side, 1)
    if fact.breach == "barred":
        changes["bars"] = _one_barred_fewer(state, fact.side)
    return changes | _from_hand(state, fact) if state.players else changes


def _one_barred_fewer(state: PetanqueState, side: Side) -> tuple[Bar, ...]:
    first = next(b for b in state.bars if b.side == side and b.boules > 0)
    return tuple(structs.replace(b, boules=b.boules - 1) if b is first else b for b in state.bars)


def played(state: PetanqueState, side: Side, player: str | None) -> PetanqueState:
    """The state after a boule has been played that moved nothing."""
    fact = f.BouleThrown(side=side, player=player)
    first = next_id(state, side)
    return structs.replace(state, **_afresh(state, first, side, ()), **_leaves_hand(state, fact, first))


def _from_hand(state: PetanqueState, fact: f.BouleThrown) -> Changes:
    """The thrower, or who lent the boule, has one fewer; a throw without a name makes the side's hands unknown."""
    thrower = state.player(fact.player)
    if thrower is not None and thrower.hand == 0:
        thrower = _lender(state, fact)
    elif thrower is None and fact.player is not None:
        return {}
    if thrower is not None:
        return _one_fewer(state, thrower)
    if fact.side not in state.noted:
        return {}
    players = tuple(structs.replace(p, hand=None) if p.side == fact.side else p for p in state.players)
    return {"players": players, "noted": tuple(s for s in state.noted if s != fact.side)}


def _lender(state: PetanqueState, fact: f.BouleThrown) -> PlayerNow | None:
    """The team-mate who lent the boule when the thrower had none."""
    owner = state.player(fact.boule_of)
    return owner if owner is not None and owner.side == fact.side else None


def _one_fewer(state: PetanqueState, player: PlayerNow) -> Changes:
    if player.hand is None:
        return {}
    place = state.players.index(player)
    fewer = structs.replace(player, hand=player.hand - 1)
    return {"players": (*state.players[:place], fewer, *state.players[place + 1 :])}


def displaced(state: PetanqueState, moved: tuple[f.Moved, ...]) -> PetanqueState:
    """Objects have new places: what was known of their nearness is gone, and the jack's new place is noted."""
    jack, order = state.jack, state.order
    for m in moved:
        if m.object == "jack":
            jack, order = jack_hit(jack, m), ()
        elif m.object != "thrown":
            order = without(order, (m.object,))
    struck = {m.object for m in moved} - {"jack", "thrown"}
    boules = _unmarked(state.boules, struck) if struck else state.boules
    return structs.replace(state, jack=jack, order=order, boules=boules)


def _unmarked(boules: tuple[Boule, ...], moved: set[str]) -> tuple[Boule, ...]:
    """A boule that has moved lies where nobody has marked it yet."""
    if not any([b.marked and b.id in moved for b in boules]):
        return boules
    return tuple(structs.replace(b, marked=None) if b.id in moved else b for b in boules)


def jack_hit(jack: Jack, moved: f.Moved) -> Jack:
    """The jack in its new place, which a boule or something else gave it."""
    marked = moved.marked if moved.marked is not None else jack.marked
    return structs.replace(
        jack,
        hit=True,
        range_before_mm=jack.range_mm,
        range_mm=moved.range_mm,
        visible=moved.visible,
        marked=marked,
        displaced_out=moved.out or moved.foreign_terrain,
        foreign_terrain=moved.foreign_terrain,
        before=structs.replace(jack, before=None, marked=marked),
    )
