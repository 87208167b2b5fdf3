"""Nearness is an order with its sources, never a comparison of floats: who is nearer, who is equal, and how many."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import Struct

Compared = Literal["nearer", "farther", "equal"]


class Relation(Struct, frozen=True, gc=False):
    """`near` lies nearer than `far`, or both are equal; the highest `weight` of two opposite words counts."""

    near: str
    far: str
    equal: bool = False
    weight: int = 0
    source: str = "stated"

    def joins(self, x: str, y: str) -> bool:
        """Is this relation about these two?"""
        return (self.near == x and self.far == y) or (self.near == y and self.far == x)


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
    said = {pair for r in kept for pair in ((r.near, r.far), (r.far, r.near))}
    told = Told(order)
    return (*kept, *(word for x, y in pairs if (x, y) not in said and (word := _implied(told, x, y)) is not None))


def _implied(told: "Told", x: str, y: str) -> Relation | None:
    """What follows for a pair from words on others."""
    how = told.compared(x, y)
    if how is None:
        return None
    near, far = (y, x) if how == "farther" else (x, y)
    return Relation(near, far, how == "equal", 0, "implied")


def compared(order: Order, x: str, y: str) -> Compared | None:
    """How x lies to y, through others where need be; None when nobody has said."""
    for word in order:
        if word.joins(x, y):
            return "equal" if word.equal else ("nearer" if word.near == x else "farther")
    return _through(_reached(_links(order), x), x, y) or _back(_through(_reached(_links(order), y), y, x))


class Told:
    """An order that is asked many times: the words by their pairs, and what follows from them once it is needed."""

    def __init__(self, order: Order) -> None:
        self.pairs: dict[tuple[str, str], Compared] = {}
        for word in order:
            if (word.near, word.far) not in self.pairs:  # the first word on a pair counts
                self.pairs[word.near, word.far] = "equal" if word.equal else "nearer"
                self.pairs[word.far, word.near] = "equal" if word.equal else "farther"
        self.links = _links(order)
        self.reached: dict[str, dict[str, int]] = {}

    def compared(self, x: str, y: str) -> Compared | None:
        """How x lies to y, as `compared` says of the order."""
        return self.pairs.get((x, y)) or _through(self._behind(x), x, y) or _back(_through(self._behind(y), y, x))

    def _behind(self, x: str) -> dict[str, int]:
        if x not in self.reached:
            self.reached[x] = _reached(self.links, x)
        return self.reached[x]


Links = Mapping[str, list[tuple[str, int]]]


def _links(order: Order) -> Links:
    """What is said of each object: what lies no nearer than it, with 1 if strictly farther and 0 if equal."""
    links: dict[str, list[tuple[str, int]]] = {}
    for word in order:
        links.setdefault(word.near, []).append((word.far, 0 if word.equal else 1))
        if word.equal:
            links.setdefault(word.far, []).append((word.near, 0))
    return links


def _reached(links: Links, x: str) -> dict[str, int]:
    """Everything found behind x along the words: 1 if strictly behind, 0 if only through equals."""
    best: dict[str, int] = {x: 0}
    todo = [x]
    while todo:
        here = todo.pop()
        so_far = best[here]
        for there, farther in links.get(here, ()):
            strict = so_far or farther
            if best.get(there, -1) < strict:
                best[there] = strict
                todo.append(there)
    return best


def _through(reached: Mapping[str, int], x: str, y: str) -> Compared | None:
    """How x lies to y when this is found behind x."""
    found = reached.get(y)
    return None if found is None else "nearer" if found else "equal"


def _back(how: Compared | None) -> Compared | None:
    """The same seen from the other object."""
    return "farther" if how == "nearer" else how


def _reaches(order: Order, x: str, y: str) -> int | None:
    """1 if y is found strictly behind x along the words, 0 if only through equals, None if not at all."""
    return _reached(_links(order), x).get(y)


def contradictory(order: Order) -> bool:
    """Do the words run in a circle, so that something would be nearer than itself?"""
    return any(not r.equal and _reaches(order, r.far, r.near) is not None for r in order)


def nearest(order: Order, objects: Iterable[str]) -> tuple[str, ...] | None:
    """The nearest of some objects and its equals; None while that is not known."""
    return _nearest(Told(order), tuple(objects))


def _nearest(told: Told, names: tuple[str, ...]) -> tuple[str, ...] | None:
    for best in names:
        equals = [best]
        for other in names:
            how = "nearer" if other == best else told.compared(best, other)
            if how == "equal":
                equals.append(other)
            elif how != "nearer":
                break
        else:
            return tuple(equals)
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
    told = Told(order)
    first, second = present
    best, rival = _nearest(told, held[first]), _nearest(told, held[second])
    if best is not None and rival is not None:
        return _led(told.compared(best[0], rival[0]), first, second)
    return _led_without_rank(told, held, first, second)


def _led(how: Compared | None, first: str, second: str) -> str | None:
    return {"nearer": first, "farther": second, "equal": "equal"}[how] if how else None


def _led_without_rank(told: Told, held: Mapping[str, tuple[str, ...]], first: str, second: str) -> str | None:
    """A side leads as soon as one of its objects is nearer than every opposing one, whatever its others do."""
    for side, rival in ((first, second), (second, first)):
        if any(all(told.compared(mine, theirs) == "nearer" for theirs in held[rival]) for mine in held[side]):
            return side
    return None


def strictly_nearer(order: Order, mine: Iterable[str], theirs: Iterable[str]) -> int | None:
    """How many of mine lie strictly nearer than the best of theirs; all of them when there is no other; None if unknown."""
    rivals = tuple(theirs)
    told = Told(order)
    count = 0
    for own in mine:
        unknown = False
        for rival in rivals:
            how = told.compared(own, rival)
            if how in ("farther", "equal"):
                break
            unknown = unknown or how is None
        else:
            if unknown:
                return None
            count += 1
    return count
