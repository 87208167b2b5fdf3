"""What a player tries: to point beside the jack, or to shoot the boule that holds; with which style, at which spot."""

import math
from dataclasses import dataclass, replace
from typing import Literal

from carreau.core.facts import Side, other
from carreau.petanque.facts import How
from carreau.physics.terrain import Throw
from carreau.simulate.aiming import reach
from carreau.simulate.head import Head, Make, Place, from_circle

IN_FRONT_M = 0.15  # a boule in front of the jack is worth more than one behind it
CLOSE_M = 0.40  # an opposing boule as close as that is shot at rather than outpointed
BLOCKED_M = 0.12  # a boule so near the line stands in the way of a rolling one

StyleName = Literal["roulette", "half_lob", "lob", "shot", "raspaille"]
ROLLING = {"hard_clay": "roulette", "fine_gravel": "half_lob", "coarse_gravel": "half_lob", "sand": "half_lob"}


@dataclass(frozen=True, slots=True)
class Intent:
    """What a player means to do: point to a spot or shoot at one, in a style; `at`: the boule that is shot at."""

    how: How
    style: str
    spot: Place
    at: str | None = None


def intent(head: Head, make: Make, side: Side, hand: int) -> Intent:
    """The choice of a player of this side with so many boules of the side left: shoot a close boule, else point."""
    gaps = head.gaps_m(make)
    theirs = {name: gap for name, gap in gaps.items() if name.startswith(other(side))}
    best = min(theirs, key=lambda name: (theirs[name], name), default=None)
    behind = best is not None and theirs[best] < min((g for n, g in gaps.items() if n not in theirs), default=math.inf)
    if best is not None and behind and theirs[best] < CLOSE_M and hand > 1:
        return Intent("shot", "shot", head.boules[best], best)
    assert head.jack is not None
    range_m, towards = head.ahead(head.jack)
    spot = replace(head, towards=towards).point_at(range_m - IN_FRONT_M)
    return Intent("point", _style(head, make, spot), spot)


def _style(head: Head, make: Make, spot: Place) -> str:
    """Roll where the way is free, else throw over what stands in it."""
    usual = ROLLING.get(str(make.surface), "half_lob")
    return "lob" if any(_stands_in(head, boule, spot) for boule in head.boules.values()) else usual


def _stands_in(head: Head, boule: Place, spot: Place) -> bool:
    length, towards = head.ahead(spot)
    away, direction = head.ahead(boule)
    along, aside = away * math.cos(direction - towards), away * math.sin(direction - towards)
    return 0.5 * length < along < length + BLOCKED_M and abs(aside) < BLOCKED_M


def meant(head: Head, make: Make, want: Intent, name: str) -> Throw:
    """The throw that would do it on even ground. Raises Unphysical where the style does not reach so far."""
    range_m, azimuth = head.ahead(want.spot)
    return from_circle(head, reach(want.style, make.surface, make.body(name)).throw(range_m), azimuth)
