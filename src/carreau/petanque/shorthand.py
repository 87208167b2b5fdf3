"""A fact written back in the short notation, as a scorer would type it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import structs

from carreau.core.facts import Chosen, Corrected, Undone
from carreau.core.notation import correction, full, said_fields, value_of, withdrawal
from carreau.petanque import facts as f
from carreau.petanque.notation import FLAGS, NUMBERS, STOPPED, metres_text

Words = Iterator[str]


def written(fact: Any) -> str:
    """A fact in short notation; kinds without one in full."""
    short = SHORT.get(type(fact))
    return " ".join(short(fact) if short else full(fact))


def _draw(fact: f.DrawWon) -> Words:
    yield f"draw {fact.side}"


def _circle(fact: f.CirclePlaced) -> Words:
    yield "circle"
    yield from (word for word in (fact.side, fact.circle) if word)
    if fact.diameter_mm is not None:
        yield str(fact.diameter_mm)
    yield from _marked(fact.marked)
    yield from said_fields(fact, "side", "circle", "diameter_mm", "marked")


def _marked(marked: bool | None) -> Words:
    if marked is not None:
        yield "marked" if marked else "unmarked"


LIES = ("side", "player", "range_mm", "good", "visible", "marked", "reason", "stopped")


def _jack(fact: f.JackThrown) -> Words:
    yield "jack"
    yield from _lies(fact, fact.player or fact.side)
    if fact.stopped is not None:
        yield f"stop={stopper(fact.stopped)}"


def _place(fact: f.JackPlaced) -> Words:
    yield "place"
    yield from _lies(fact, fact.side)


def _lies(fact: Any, who: str) -> Words:
    yield who
    if fact.range_mm is not None:
        yield metres_text(fact.range_mm)
    if fact.good is not None:
        yield "ok" if fact.good else "bad"
    if fact.visible is not None:
        yield "visible" if fact.visible else "hidden"
    yield from _marked(fact.marked)
    yield from said_fields(fact, *LIES)
    if fact.reason is not None:
        yield fact.reason


def stopper(stopped: f.Stopped) -> str:
    """`player:A1!/flight`: what stopped something, whose it was, whether on purpose, and where."""
    who = stopped.player or stopped.side
    said = f"{stopped.by}{f':{who}' if who else ''}{'!' * stopped.on_purpose}"
    return "/".join([said, *(word for word, name in STOPPED.items() if getattr(stopped, name))])


def _agree(fact: f.JackAgreedBad) -> Words:
    if fact.reason is not None:
        yield from full(fact)
    else:
        yield f"agree bad {fact.agreed_by}"


THROWN = ("side", "player", "how", "holds", "moved", "left_lying")


def _throw(fact: f.BouleThrown) -> Words:
    yield fact.player or fact.side
    if fact.how is not None:
        yield fact.how[0]
    for moved in fact.moved:
        yield f"{moved.object}>{','.join(_terms(moved)) or 'moved'}"
    if fact.left_lying:
        yield "lying"
    if fact.holds is not None:
        yield f"holds={fact.holds}"
    yield from said_fields(fact, *THROWN)


FLAG_OF = {(name, value): flag for flag, terms in FLAGS.items() for name, value in terms.items()}
NUMBER_OF = {name: word for word, name in NUMBERS.items()}


def _terms(moved: f.Moved) -> Words:
    for name in structs.asdict(moved):
        value = getattr(moved, name)
        if name == "object" or value is None or (name, value) in NOTHING_SAID:
            continue
        if name == "range_mm":
            yield metres_text(value)
        elif name == "stopped":
            yield f"stop={stopper(value)}"
        else:
            yield FLAG_OF.get((name, value)) or f"{NUMBER_OF.get(name, name)}={value}"


NOTHING_SAID = {(field.name, field.default) for field in structs.fields(f.Moved) if not field.required}


def _head(fact: f.HeadStated) -> Words:
    yield f"head {fact.holds}"


def _near(fact: f.PointMeasured) -> Words:
    if fact.near is None or fact.far is None or not fact.gaps_mm.keys() <= {fact.near, fact.far}:
        yield from full(fact)
        return
    pair = " ".join(_with_gap(name, fact.gaps_mm) for name in (fact.near, fact.far))
    yield f"{'equal' if fact.equal else 'near'} {pair}"
    yield from said_fields(fact, "near", "far", "equal", "gaps_mm")


def _map(fact: f.HeadMapped) -> Words:
    unsaid = fact.uncertainty_mm is not None or fact.places_mm
    if unsaid or not fact.gaps_mm.keys() <= {name for group in fact.order for name in group}:
        yield from full(fact)
    else:
        groups = ("=".join(_with_gap(name, fact.gaps_mm) for name in group) for group in fact.order)
        yield " ".join(["map", *groups])


def _with_gap(name: str, gaps_mm: Mapping[str, int]) -> str:
    return f"{name}:{metres_text(gaps_mm[name])}" if name in gaps_mm else name


def _end(fact: f.EndCounted) -> Words:
    yield f"end {fact.side} {fact.points}" if fact.side else "end void"
    yield from said_fields(fact, "side", "points")


def _close(fact: f.EndClosed) -> Words:
    yield from ("close",) if fact.agreed_by == "both" else full(fact)


def _result(fact: f.ResultAgreed) -> Words:
    yield from full(fact) if fact.score else ("result",)


def _inspect(fact: f.Inspected) -> Words:
    owner = fact.player or fact.side
    if not fact.found or OWN & set(fact.found) or (fact.player and fact.side != fact.player[:1]):
        yield from full(fact)
        return
    yield " ".join(["inspect", fact.object, *((owner,) if owner else ())])
    yield from said_fields(fact, "object", "found", "side", "player")
    yield from (f"{name}={value_of(value)}" for name, value in fact.found.items())


OWN = frozenset({"side", "player", "asked_by"})  # what the words say of the inspection, and not of the thing


def _choose(fact: Chosen) -> Words:
    yield f"choose {fact.choice}"
    if fact.place is not None and fact.place.range_mm is not None:
        yield metres_text(fact.place.range_mm)
    if fact.place is not None:
        yield from said_fields(fact.place, "range_mm")
    yield from said_fields(fact, "choice", "place")


def _undo(fact: Undone) -> Words:
    return withdrawal(fact)


def _correct(fact: Corrected[Any]) -> Words:
    return correction(fact, written)


SHORT: dict[type, Callable[[Any], Words]] = {
    f.DrawWon: _draw,
    f.CirclePlaced: _circle,
    f.JackThrown: _jack,
    f.JackPlaced: _place,
    f.JackAgreedBad: _agree,
    f.BouleThrown: _throw,
    f.HeadStated: _head,
    f.PointMeasured: _near,
    f.HeadMapped: _map,
    f.EndCounted: _end,
    f.EndClosed: _close,
    f.ResultAgreed: _result,
    f.Inspected: _inspect,
    Chosen: _choose,
    Undone: _undo,
    Corrected: _correct,
}
