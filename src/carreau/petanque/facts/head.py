"""Facts about the head and the end: who holds, what was measured, what was agreed, how it lies now."""

from typing import Literal

from msgspec import Struct

from carreau.core.facts import Fact, Mm, Number, Side, Whole
from carreau.petanque.facts.words import BouleId, Holds, Instrument


class HeadStated(Fact, frozen=True, kw_only=True, tag=True):
    """Who holds, as said by both, a side or the umpire; `moved_again`: the objects have moved since a frozen word."""

    holds: Holds


class PointMeasured(Fact, frozen=True, kw_only=True, tag=True):
    """Two boules compared: `near` lies nearer than `far`, or they are equal; or `holds` alone when boules are not noted."""

    near: str | None = None
    far: str | None = None
    equal: bool = False
    holds: Holds | None = None
    side: Side | None = None
    player: str | None = None
    instrument: Instrument | None = None
    gaps_mm: dict[str, Mm] = {}
    cleaned: bool | None = None


class HeadMapped(Fact, frozen=True, kw_only=True, tag=True):
    """The live boules in order from the jack, equal ones in one group; gaps surface to surface are for show.

    `places_mm`: where jack and boules lie, for show: to the right of the jack and beyond it, seen from the circle.
    """

    order: tuple[tuple[str, ...], ...]
    gaps_mm: dict[str, Mm] = {}
    uncertainty_mm: Mm | None = None
    places_mm: dict[str, tuple[Whole, Whole]] = {}


class Lifted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An object taken away for a moment, and whether its place was marked first."""

    object: str
    marked: bool = True


class MeasuringBegun(Fact, frozen=True, kw_only=True, tag=True):
    """A measurement begins, by a side or the umpire, with these objects lifted."""

    side: Side | None = None
    player: str | None = None
    umpire: bool = False
    lifted: tuple[Lifted, ...] = ()
    instrument: Instrument | None = None
    foreign_body: bool = False


class MeasuringEnded(Fact, frozen=True, kw_only=True, tag=True):
    """The measurement is over; `put_back`: these objects lie in their places again."""

    put_back: tuple[str, ...] = ()


class MeasuringDisturbed(Fact, frozen=True, kw_only=True, tag=True):
    """While measuring, something was touched by a side or the umpire. `displaced`: it did not settle in its old place."""

    object: str
    side: Side | None = None
    umpire: bool = False
    pair: tuple[str, str] | None = None
    displaced: bool = True
    cleaning: bool = False
    marked: bool | None = None


class EndCounted(Fact, frozen=True, kw_only=True, tag=True):
    """The points of the end, agreed: a side and its points, or nobody and 0. `in_hand`: boules left when the jack died."""

    side: Side | None = None
    points: Whole = 0
    why: Literal["dead_jack", "equal", "nobody", "agreement", "not_noted"] | None = None
    agreed_by: Literal["both", "A", "B", "umpire"] = "both"
    in_hand: dict[Side, Number] = {}


class EndClosed(Fact, frozen=True, kw_only=True, tag=True):
    """The boules still in hand will not be played."""

    agreed_by: Literal["both", "A", "B", "umpire"] = "both"


class ResultAgreed(Fact, frozen=True, kw_only=True, tag=True):
    """Both sides, or the umpire, confirm the result."""

    score: dict[Side, Number] = {}


class PositionStated(Fact, frozen=True, kw_only=True, tag=True):
    """How it lies now. It replaces the state of the end; what is left out stays as it was, or is as at an end's beginning.

    `in_hand` and `thrown` per side; `hands` per player; `boules`: the ones on the ground, live unless in `dead`.
    """

    end: Number | None = None
    score: dict[Side, Number] = {}
    opener: Side | None = None
    in_hand: dict[Side, Number] = {}
    hands: dict[str, Number] = {}
    last: Side | None = None
    head: Holds | None = None
    boule_has_lain: bool | None = None
    jack: Literal["in_hand", "open", "locked", "placed", "dead", "invalid"] | None = None
    jack_marked: bool | None = None
    thrown_by: Side | None = None
    boules: tuple[BouleId, ...] = ()
    dead: tuple[BouleId, ...] = ()
    order: tuple[tuple[BouleId, ...], ...] = ()
    run: Number | None = None
    ends_completed: Number | None = None
