"""A fact of five pins written back in the short notation, as a referee's clerk would type it."""

from collections.abc import Callable, Iterator
from typing import Any

from carreau.billiards import five_facts as f
from carreau.billiards.five_notation import LISTS, PIN_LISTS, QUICK
from carreau.core.facts import Chosen, Corrected, Undone
from carreau.core.notation import clock_text, correction, full, said_fields, withdrawal

Words = Iterator[str]


def written(fact: Any) -> str:
    """A fact in short notation; kinds without one in full."""
    short = SHORT.get(type(fact))
    return " ".join(short(fact) if short else full(fact))


# --- a stroke --------------------------------------------------------------------------------------

LIST_WORD = {field: word for word, field in LISTS.items()}
PINS_WORD = {field: word for word, field in PIN_LISTS.items()}
QUICK_WORD = {field: word for word, fields in QUICK.items() for field in fields.items()}
PLAYED = {"opponents": "wrong", "red": "red-played"}


def _stroke(fact: f.StrokePlayed) -> Words:
    if _is_short(fact):
        yield from (word for word in (fact.side,) if word)
        yield from fact.events or ()
        yield from _quick(fact.quick)
        yield from (PLAYED[fact.played],) if fact.played in PLAYED else ()
        yield from fact.acts
        yield from _after(fact)
    else:
        yield from full(fact)


def _is_short(fact: f.StrokePlayed) -> bool:
    """Can the words say it? A stroke begins with what happened, and a ball lies in a half, on a spot, or on both."""
    told = bool(fact.events) or (fact.events is None and fact.quick is not None)
    return told and all((lying.half or lying.spot) is not None for lying in fact.lies.values())


def _quick(quick: f.Quick | None) -> Words:
    if quick is None:
        return
    yield QUICK_WORD["object_ball", quick.object_ball]
    for field in ("red_before", "pins_before", "red", "by_cue"):
        if (word := QUICK_WORD.get((field, getattr(quick, field)))) is not None:
            yield word
    yield from (f"{word}={''.join(pins)}" for word, pins in (("pins", quick.pins), ("hand", quick.by_hand)) if pins)


def _after(fact: f.StrokePlayed) -> Words:
    for field, word in LIST_WORD.items():
        if found := getattr(fact, field):
            yield f"{word}={','.join(found)}"
    for field, word in PINS_WORD.items():
        if found := getattr(fact, field):
            yield f"{word}={''.join(found)}"
    if fact.contact_moved is not None:
        yield f"moved={fact.contact_moved}"
    if fact.shifted:
        yield f"shifted={','.join(f'{s.pin}:{s.touches}' if s.touches else s.pin for s in fact.shifted)}"
    for ball, lying in fact.lies.items():
        yield f"{ball}@{','.join(place for place in (lying.half, lying.spot) if place is not None)}"
    if fact.elapsed_ms is not None:
        yield f"at={clock_text(fact.elapsed_ms)}"


# --- the other facts -------------------------------------------------------------------------------

SIDES_OF_LAG = ("touched", "failed", "feet_outside", "stand_in")


def _lag(fact: f.LagPlayed) -> Words:
    yield "lag"
    yield from (f"{side}={rest}" for side, rest in fact.rest_mm.items())
    yield from said_fields(fact, "rest_mm", *SIDES_OF_LAG)
    yield from (f"{name}={','.join(sides)}" for name in SIDES_OF_LAG if (sides := getattr(fact, name)))


def _first(fact: f.StarterChosen) -> Words:
    yield f"first {fact.side}"


def _start(fact: f.BallsPlacedForStart) -> Words:
    yield "start"


def _covered(fact: Any) -> Words:
    if fact.covered is not None:
        yield f"covered={''.join(fact.covered)}"


def _laid(fact: f.Placed) -> Words:
    yield "laid"
    yield from (half for half in (fact.half,) if half)
    yield from _covered(fact)


def _place(fact: f.CueBallPlaced) -> Words:
    yield "place"
    yield {"other": "hand"}.get(fact.means, fact.means)
    yield from ("over",) if fact.over_line else ()
    yield from _covered(fact)


def _early(fact: f.TouchedTooEarly) -> Words:
    yield " ".join(["early", *((fact.side,) if fact.side else ())])


def _touch(fact: f.Touched) -> Words:
    yield "touch"
    yield from (side for side in (fact.side,) if side)
    yield fact.act
    yield from (f"pins={''.join(fact.pins)}",) if fact.pins else ()


def _ready(fact: f.TableReady) -> Words:
    yield "ready"
    yield from _covered(fact)


def _none_legal(fact: f.NoLegalStroke) -> Words:
    yield "none-legal"


def _clock(fact: f.ClockExpired) -> Words:
    yield f"{'clock' if fact.clock == 'stroke' else 'break-clock'} {clock_text(fact.elapsed_ms)}"


def _wrong(fact: f.WrongBallNoticed) -> Words:
    yield f"wrong {fact.strokes}"
    yield from (f"since={fact.since}",) if fact.since else ()


def _good(fact: f.LastPointAnnounced) -> Words:
    yield "good"


def _recount(fact: f.Recounted) -> Words:
    yield " ".join(["recount", *(f"{side}={points}" for side, points in fact.score.items())])


def _break(fact: f.BreakTaken) -> Words:
    yield "break new-referee" if fact.new_referee else "break"


def _left(fact: f.LeftTable) -> Words:
    yield f"left {fact.side}{' leave' * fact.leave}"


def _refuses(fact: f.RefusedToPlay) -> Words:
    yield f"refuses {fact.side}{' unasked' * (not fact.asked)}"


def _choose(fact: Chosen) -> Words:
    yield f"choose {fact.choice}"
    yield from said_fields(fact, "choice")


def _undo(fact: Undone) -> Words:
    return withdrawal(fact)


def _correct(fact: Corrected[Any]) -> Words:
    return correction(fact, written)


SHORT: dict[type, Callable[[Any], Words]] = {
    f.StrokePlayed: _stroke,
    f.LagPlayed: _lag,
    f.StarterChosen: _first,
    f.BallsPlacedForStart: _start,
    f.Placed: _laid,
    f.CueBallPlaced: _place,
    f.TouchedTooEarly: _early,
    f.Touched: _touch,
    f.TableReady: _ready,
    f.NoLegalStroke: _none_legal,
    f.ClockExpired: _clock,
    f.WrongBallNoticed: _wrong,
    f.LastPointAnnounced: _good,
    f.Recounted: _recount,
    f.BreakTaken: _break,
    f.LeftTable: _left,
    f.RefusedToPlay: _refuses,
    Chosen: _choose,
    Undone: _undo,
    Corrected: _correct,
}
