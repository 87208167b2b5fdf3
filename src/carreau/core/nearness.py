"""Nearness is an order with its sources, never a comparison of floats: who is nearer, who is equal, and how many."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import Struct

Compared = Literal["nearer", "farther", "equal"]


class Relation(Struct, frozen=True):
    """`near` lies nearer than `far`, or both are equal; the highest `weight` of two opposite words counts."""

    near: str
    far: str
    equal: bool = False
    weight: int = 0
    source: str = "stated"

    def joins(self, x: str, y: str) -> bool:
        """Is this relation about these two?"""
        return {self.near, self.far} == {x, y}


Order = tuple[Relation, ...]


def in_order(groups: Iterable[Iterable[str]], weight: int = 0, source: str = "stated") -> Order:
    """The relations of a list from the nearest to the farthest; those of one group are equal."""
    found: list[Relation] = []
    before: str | None = None
    for group in groups:
        members = list(group)
        for first, second in pairwise(members):
            found.append(Relation(first, second, True, weight, source))
        if before is not None and members:
            found.append(Relation(before, members[0], False, weight, source))
        before = members[-1] if members else before
    return tuple(found)


def with_words(order: Order, said: Iterable[Relation]) -> Order:
    """The order with new words: what heavier words say stands, what lighter or older ones said against them gives way."""
    for word in said:
        order = _with_word(order, word)
    return order


def _with_word(order: Order, word: Relation) -> Order:
    firm = heavier(order, word.weight)
    if firm and compared(firm, word.near, word.far) not in (None, _meaning(word)):
        return order
    if any(r.joins(word.near, word.far) for r in firm):
        return order
    kept = tuple(r for r in order if not r.joins(word.near, word.far))
    if compared(kept, word.near, word.far) in (None, _meaning(word)):
        return (*kept, word)
    return (*(r for r in kept if r.weight > word.weight or not _between(kept, r, word.near, word.far)), word)


def _meaning(word: Relation) -> Compared:
    return "equal" if word.equal else "nearer"


def heavier(order: Order, weight: int) -> Order:
    """Only the words that weigh more than this."""
    return tuple(r for r in order if r.weight > weight)


def unsaid(order: Order, x: str, y: str, weight: int) -> Order:
    """The order without the words, up to this weight, that tell two objects apart or equal."""
    return tuple(r for r in order if r.weight > weight or not (r.joins(x, y) or _between(order, r, x, y)))


def _between(order: Order, word: Relation, x: str, y: str) -> bool:
    """Is the word a link of a chain from x to y or back?"""
    ends = [(word.near, word.far), (word.far, word.near)] if word.equal else [(word.near, word.far)]
    chains = [(x, first, second, y) for first, second in ends] + [(y, first, second, x) for first, second in ends]
    return any(_reaches(order, a, b) is not None and _reaches(order, c, d) is not None for a, b, c, d in chains)


def without(order: Order, gone: Iterable[str]) -> Order:
    """The order when some objects have moved or died: what was known of them is forgotten, not what it implied."""
    lost = frozenset(gone)
    if not any(r.near in lost or r.far in lost for r in order):
        return order
    kept = tuple(r for r in order if r.near not in lost and r.far not in lost)
    names = sorted({n for r in order for n in (r.near, r.far)} - lost)
    pairs = [(x, y) for i, x in enumerate(names) for y in names[i + 1 :]]
    unsaid_yet = [(x, y) for x, y in pairs if not any(r.joins(x, y) for r in kept)]
    return (*kept, *(word for x, y in unsaid_yet if (word := _implied(order, x, y)) is not None))


def _implied(order: Order, x: str, y: str) -> Relation | None:
    """What follows for a pair from words on others."""
    how = compared(order, x, y)
    if how is None:
        return None
    near, far = (y, x) if how == "farther" else (x, y)
    return Relation(near, far, how == "equal", 0, "implied")


def compared(order: Order, x: str, y: str) -> Compared | None:
    """How x lies to y, through others where need be; None when nobody has said."""
    for word in order:
        if word.joins(x, y):
            return "equal" if word.equal else ("nearer" if word.near == x else "farther")
    if (down := _reaches(order, x, y)) is not None:
        return "equal" if down == 0 else "nearer"
    if (up := _reaches(order, y, x)) is not None:
        return "equal" if up == 0 else "farther"
    return None


def _reaches(order: Order, x: str, y: str) -> int | None:
    """1 if y is found strictly behind x along the words, 0 if only through equals, None if not at all."""
    best: dict[str, int] = {x: 0}
    todo = [x]
    while todo:
        here = todo.pop()
        for word in order:
            there = _next(word, here)
            strict = max(best[here], 0 if word.equal else 1)
            if there is not None and best.get(there, -1) < strict:
                best[there] = strict
                todo.append(there)
    return best.get(y)


def _next(word: Relation, here: str) -> str | None:
    if word.near == here:
        return word.far
    return word.near if word.equal and word.far == here else None


def contradictory(order: Order) -> bool:
    """Do the words run in a circle, so that something would be nearer than itself?"""
    return any(not r.equal and _reaches(order, r.far, r.near) is not None for r in order)


def nearest(order: Order, objects: Iterable[str]) -> tuple[str, ...] | None:
    """The nearest of some objects and its equals; None while that is not known."""
    names = tuple(objects)
    for best in names:
        how = {n: compared(order, best, n) for n in names if n != best}
        if all(h in ("nearer", "equal") for h in how.values()):
            return (best, *(n for n, h in how.items() if h == "equal"))
    return None


def leading(order: Order, sides: Mapping[str, Iterable[str]]) -> str | None:
    """The side whose nearest object is strictly nearest, `equal`, `nobody` without objects, or None while unknown."""
    held = {side: tuple(objects) for side, objects in sides.items()}
    present = [side for side, objects in held.items() if objects]
    if not present:
        return "nobody"
    if len(present) == 1:
        return present[0]
    if not order:
        return None
    best = {side: nearest(order, held[side]) for side in present}
    first, second = present
    if best[first] is not None and best[second] is not None:
        return _led(compared(order, best[first][0], best[second][0]), first, second)  # type: ignore[index]
    return _led_without_rank(order, held, first, second)


def _led(how: Compared | None, first: str, second: str) -> str | None:
    return {"nearer": first, "farther": second, "equal": "equal"}[how] if how else None


def _led_without_rank(order: Order, held: Mapping[str, tuple[str, ...]], first: str, second: str) -> str | None:
    """A side leads as soon as one of its objects is nearer than every opposing one, whatever its others do."""
    for side, rival in ((first, second), (second, first)):
        if any(all(compared(order, mine, theirs) == "nearer" for theirs in held[rival]) for mine in held[side]):
            return side
    return None


def strictly_nearer(order: Order, mine: Iterable[str], theirs: Iterable[str]) -> int | None:
    """How many of mine lie strictly nearer than the best of theirs; all of them when there is no other; None if unknown."""
    rivals = tuple(theirs)
    count = 0
    for own in mine:
        how = [compared(order, own, rival) for rival in rivals]
        if all(h == "nearer" for h in how):
            count += 1
        elif not any(h in ("farther", "equal") for h in how):
            return None
    return count
