"""Facts about the jack: thrown, placed, lifted, contested, uncovered."""

from typing import Literal

from carreau.core.facts import Fact, Mm, Ms, Number, Side
from carreau.petanque.facts.words import JackFault, Stopped


class JackLies(Fact, frozen=True, kw_only=True):
    """How a thrown or placed jack lies. `good`: stated valid or not, with `reason`; `range_mm` from the inner edge.

    `partly_visible`: only a part of it can be seen, and nobody has said yet whether that is enough.
    """

    good: bool | None = None
    reason: JackFault | None = None
    range_mm: Mm | None = None
    obstacle_gap_mm: Mm | None = None
    boundary_gap_mm: Mm | None = None
    end_line_gap_mm: Mm | None = None
    visible: bool | None = None
    partly_visible: bool = False
    on_lane: Literal["inside", "across", "off"] | None = None
    marked: bool | None = None


class JackThrown(JackLies, frozen=True, kw_only=True, tag=True):
    """The jack has been thrown by a side; `taps` on the landing spot before it, `elapsed_ms` of the minute."""

    side: Side
    player: str | None = None
    stopped: Stopped | None = None
    taps: Number | None = None
    tapped_by: str | None = None
    elapsed_ms: Ms | None = None


class JackPlaced(JackLies, frozen=True, kw_only=True, tag=True):
    """The jack has been put down by hand by the opponents of the side whose throw failed."""

    side: Side
    circle_moved_back_mm: Mm | None = None
    elsewhere_possible: bool | None = None
    slow: bool = False


class JackAgreedBad(Fact, frozen=True, kw_only=True, tag=True):
    """A side (`agreed_by`), both or the umpire recognise that the jack throw failed."""

    agreed_by: Literal["A", "B", "both", "umpire"]
    reason: JackFault | None = None


class JackLifted(Fact, frozen=True, kw_only=True, tag=True):
    """A side has picked the jack up before the throw was recognised as failed."""

    side: Side
    player: str | None = None


class JackContested(Fact, frozen=True, kw_only=True, tag=True):
    """A side disputes the validity of the jack."""

    side: Side
    reason: JackFault | None = None


class ContestSettled(Fact, frozen=True, kw_only=True, tag=True):
    """The dispute about the jack is decided by agreement or umpire (`upheld`), or by tape (`range_mm`).

    `place_known`: where the jack lay was marked or is agreed, if a boule has moved it since.
    """

    upheld: bool | None = None
    range_mm: Mm | None = None
    place_known: bool | None = None


class ObjectUncovered(Fact, frozen=True, kw_only=True, tag=True):
    """Something that hid the jack has been taken away."""

    covered_by: Literal["leaf", "paper", "stone", "other"]
    side: Side | None = None
    player: str | None = None
