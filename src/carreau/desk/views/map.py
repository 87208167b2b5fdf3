"""The map of the head: places that somebody pointed at become the facts that observe sees in them, no surer than a finger.

Millimetres; the jack at the origin, x to the right seen from the circle, y from the circle outwards.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

from carreau.core.facts import Mm, Side, Whole
from carreau.core.game import Game
from carreau.core.preview import preview
from carreau.desk.views.reader import Reader
from carreau.observe.head import gap_m, head_mapped, order, point_measured
from carreau.observe.spots import JACK, Spots
from carreau.observe.tape import TAPE, nearest_mm
from carreau.petanque import facts as f
from carreau.petanque.order import standing
from carreau.petanque.state import PetanqueState
from carreau.sports import Json

BOULE_M = 0.037  # ours: boules are 70.5 to 80 mm across, and a gap hardly turns on it
JACK_M = 0.015
TAPE_MM = 1
MOST = 24

Objects = Annotated[dict[f.BouleId, "Placed"], Meta(max_length=MOST)]


class Placed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a boule was put on the map, how sure the finger was, or the gap that a tape has shown."""

    x_mm: Whole
    y_mm: Whole
    within_mm: Annotated[int, Meta(ge=1, le=1000)] = 40
    tape_mm: Mm | None = None


class Sketch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map as a phone draws it; the jack lies at the origin."""

    boules: Objects
    device: str | None = None
    measured_by: Side | None = None


class Gap(Struct, frozen=True, kw_only=True):
    """How far a boule lies from the jack on a map, and how sure that is."""

    id: str
    gap_mm: int
    within_mm: int
    taped: bool

    def apart(self, farther: "Gap") -> bool:
        """Is this one nearer for sure?"""
        return farther.gap_mm - self.gap_mm > self.within_mm + farther.within_mm


def mapped(game: Game, sketch: Sketch, reader: Reader) -> Json:
    """What a map tells: the gaps from the nearest on, which pairs need a tape, who would hold, and the facts to record.

    Raises `Misplaced` for a boule that nobody can have put there.
    """
    spots = spots_of(sketch)
    gaps = gaps_of(sketch, spots)
    facts = list(proposals(sketch, spots, gaps))
    close = [[near.id, far.id] for near, far in _too_close(gaps)]
    holds = _would_hold(game, facts)
    return {
        "gaps": [to_builtins(gap) for gap in gaps],
        "close": close,
        "holds": holds,
        "say": sentence(game, gaps, holds, reader),
        "proposals": [{"fact": to_builtins(fact), "source": source, "by": "scorer"} for fact, source in facts],
    }


def spots_of(sketch: Sketch) -> Spots:
    """The places in metres; a boule that was measured lies as far away as the tape says, where the finger put it."""
    places = {JACK: (0.0, 0.0)} | {id: _spot(placed) for id, placed in sketch.boules.items()}
    return Spots(places, {id: JACK_M if id == JACK else BOULE_M for id in places})


def _spot(placed: Placed) -> tuple[float, float]:
    x, y = placed.x_mm / 1000, placed.y_mm / 1000
    if placed.tape_mm is None:
        return x, y
    away = math.sqrt((placed.tape_mm / 1000 + BOULE_M + JACK_M) ** 2 - (BOULE_M - JACK_M) ** 2)
    seen = math.hypot(x, y)
    return (x / seen * away, y / seen * away) if seen else (0.0, away)


def gaps_of(sketch: Sketch, spots: Spots) -> list[Gap]:
    """The gaps from the jack, the nearest first."""
    ordered = [id for group in order(spots) for id in group]
    return [
        Gap(
            id=id,
            gap_mm=nearest_mm(gap_m(spots, id, JACK)),
            within_mm=TAPE_MM if sketch.boules[id].tape_mm is not None else sketch.boules[id].within_mm,
            taped=sketch.boules[id].tape_mm is not None,
        )
        for id in ordered
    ]


def proposals(sketch: Sketch, spots: Spots, gaps: list[Gap]) -> Iterator[tuple[Any, f.Instrument | str]]:
    """The facts of a map with their sources: the map itself, then each pair of neighbours that a tape has told apart."""
    if not gaps:
        return
    unsure = 2 * max(gap.within_mm for gap in gaps)  # of two gaps, each of which may be out by so much
    whole = head_mapped(spots, uncertainty_m=unsure / 1000)
    places = {JACK: (0, 0)} | {id: _whole_mm(spots, id) for id in sketch.boules}
    yield f.HeadMapped(order=whole.order, gaps_mm=whole.gaps_mm, uncertainty_mm=unsure, places_mm=places), "map"
    taped = [gap.id for gap in gaps if gap.taped]
    for near, far in pairwise(taped):
        yield point_measured(spots, near, far, instrument=TAPE, side=sketch.measured_by), "tape"


def _whole_mm(spots: Spots, id: str) -> tuple[int, int]:
    x, y, _, _ = spots.place(id)
    return round(x * 1000), round(y * 1000)


def _too_close(gaps: list[Gap]) -> Iterator[tuple[Gap, Gap]]:
    """Neighbours that the map does not tell apart."""
    return ((near, far) for near, far in pairwise(gaps) if not near.apart(far))


def _would_hold(game: Game, facts: list[tuple[Any, str]]) -> str | None:
    """Who would hold by this map and what is known already; None where somebody has to measure."""
    after: Game | None = game
    for fact, _ in facts:
        after = preview(after, fact).after if after is not None else None
    state: Any = after.state if after is not None else None
    return standing(state) if isinstance(state, PetanqueState) else None


# --- in words ----------------------------------------------------------------------------------------


def sentence(game: Game, gaps: list[Gap], holds: str | None, reader: Reader) -> str:
    """What the map says of the nearest two, or of the only one."""
    if not gaps:
        return reader.says(game, "desk.map.empty")
    if holds is None:
        return reader.says(game, "desk.map.close")
    kind = "holds" if holds in ("A", "B") else holds
    return reader.says(game, "desk.map.tells", side=holds, kind=kind)


def last_map(game: Game) -> Json | None:
    """The last map of the end under way, with its age in game time, for those who watch."""
    now: Any = game.state
    for step in reversed(game.line):
        was: Any = step.state
        if getattr(was, "end", 0) != getattr(now, "end", 0):
            return None
        fact = step.entry.fact
        if isinstance(fact, f.HeadMapped) and fact.places_mm:
            return _shown(fact, step.seq, step.entry.moment.at_ms)
    return None


def _shown(fact: f.HeadMapped, seq: int, at_ms: int | None) -> Json:
    gaps: Mapping[str, int] = fact.gaps_mm
    within = (fact.uncertainty_mm or 0) // 2
    return {
        "seq": seq,
        "at_ms": at_ms,
        "within_mm": within,
        "places_mm": {id: list(place) for id, place in fact.places_mm.items()},
        "gaps_mm": dict(gaps),
    }
