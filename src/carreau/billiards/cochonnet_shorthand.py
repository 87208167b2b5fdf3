"""A fact of billiard cochonnet written back in the short notation, as a scorer would type it."""

from collections.abc import Callable, Iterator
from typing import Any

from carreau.billiards import cochonnet_facts as f
from carreau.core.facts import Chosen, Corrected, Undone
from carreau.core.notation import correction, full, said_fields, withdrawal

Words = Iterator[str]

LINE = {"past": "over"}


def written(fact: Any) -> str:
    """A fact in short notation; kinds without one in full."""
    short = SHORT.get(type(fact))
    return " ".join(short(fact) if short else full(fact))


def _flags(fact: Any) -> Words:
    """How something came to lie: short of the far cushion or not, before or over a line, off the table."""
    if (far := getattr(fact, "far_cushion", None)) is not None:
        yield "far" if far else "short"
    if fact.line is not None:
        yield LINE.get(fact.line, fact.line)
    if fact.off_table:
        yield "off"


def _lag(fact: f.LagPlayed) -> Words:
    yield "lag"
    if fact.won_by is not None:
        yield fact.won_by
    for side, ball in fact.balls.items():
        gap = [] if ball.gap_mm is None else [str(ball.gap_mm)]
        yield f"{side}={','.join([*_flags(ball), *gap])}"


FLAGGED = ("side", "player", "good", "far_cushion", "line", "off_table")


def _jack(fact: f.JackThrown) -> Words:
    yield f"jack {fact.player or fact.side}"
    if fact.good is not None:
        yield "ok" if fact.good else "bad"
    yield from _flags(fact)
    yield from said_fields(fact, *FLAGGED)


def _ball(fact: f.BallPlayed) -> Words:
    yield fact.player or fact.side
    if fact.good is not None:
        yield "good" if fact.good else "dead"
    yield from _flags(fact)
    if fact.touched_before:
        yield f"hit={','.join(fact.touched_before)}"
    yield from _moved(fact.moved)
    yield from said_fields(fact, *FLAGGED, "touched_before", "moved", "order")
    yield from _order(fact.order)


def _moved(moved: tuple[f.Moved, ...]) -> Words:
    for part in moved:
        words = [*_flags(part), *(("out",) if part.out else ())]
        words += [] if part.marked is None else ["marked" if part.marked else "unmarked"]
        yield f"{part.object}>{','.join(words) or 'moved'}"


def _order(order: tuple[tuple[str, ...], ...]) -> Words:
    text = "<".join("=".join(group) for group in order)
    if sum(len(group) for group in order) == 1:
        yield f'order=[["{text}"]]'
    elif text:
        yield text


def _objects(fact: f.ObjectMoved) -> Words:
    yield "moved"
    yield from _moved(fact.moved)
    yield from said_fields(fact, "moved")


def _wrong(fact: f.WrongBallNoticed) -> Words:
    yield f"wrong {fact.ball}"
    if (owner := fact.of_player or fact.of_side) is not None:
        yield f"of={owner}"
    if fact.holds is not None:
        yield f"holds={fact.holds}"


def _head(fact: f.HeadStated) -> Words:
    yield f"head {fact.holds}"


def _map(fact: f.EndMeasured) -> Words:
    if fact.gaps_mm:
        yield from full(fact)
    else:
        yield " ".join(["map", *("=".join(group) for group in fact.order)])


def _end(fact: f.EndCounted) -> Words:
    yield f"end {fact.side} {fact.points}" if fact.side else "end void"
    yield from said_fields(fact, "side", "points")


def _stop(fact: f.Declined) -> Words:
    yield f"stop {fact.side}"
    yield from said_fields(fact, "side")


def _body(fact: f.OffenceSeen) -> Words:
    yield f"body {fact.player or fact.side}"


def _inspect(fact: f.Inspected) -> Words:
    yield " ".join(["inspect", *(f"{name}={'yes' if found else 'no'}" for name, found in fact.found.items())])


def _choose(fact: Chosen) -> Words:
    yield f"choose {fact.choice}"
    yield from said_fields(fact, "choice")


def _undo(fact: Undone) -> Words:
    return withdrawal(fact)


def _correct(fact: Corrected[Any]) -> Words:
    return correction(fact, written)


SHORT: dict[type, Callable[[Any], Words]] = {
    f.LagPlayed: _lag,
    f.JackThrown: _jack,
    f.BallPlayed: _ball,
    f.ObjectMoved: _objects,
    f.WrongBallNoticed: _wrong,
    f.HeadStated: _head,
    f.EndMeasured: _map,
    f.EndCounted: _end,
    f.Declined: _stop,
    f.OffenceSeen: _body,
    f.Inspected: _inspect,
    Chosen: _choose,
    Undone: _undo,
    Corrected: _correct,
}
