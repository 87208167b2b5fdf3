"""One throw into a head: chosen, thrown, observed and judged by a book."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from carreau.core.facts import Moment, Side, other
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.observe.head import head_mapped, holder, order
from carreau.observe.plane import contains
from carreau.observe.tape import TAPE
from carreau.petanque import facts as f
from carreau.petanque.facts import How
from carreau.petanque.state import PetanqueState
from carreau.physics.terrain import THROWERS, Throw
from carreau.physics.wrong import Unphysical
from carreau.simulate.aiming import executed
from carreau.simulate.choosing import Intent, intent, meant
from carreau.simulate.head import Head, Make, Place, Played, thrown
from carreau.simulate.petanque import Sides, set_up
from carreau.simulate.shots import outcome
from carreau.simulate.terrain_game import seen

JACK_AT = (8.265, 0.0)  # 8 m from the circle's edge
USUAL = Head(
    jack=JACK_AT,
    boules={"B.1": (8.40, 0.12), "A.1": (7.55, -0.35), "A.2": (8.95, 0.55)},
)  # B holds, and A has four boules left
CARREAU = Head(jack=JACK_AT, boules={"B.1": (8.05, 0.03), "A.1": (7.30, -0.55)})
MOMENT = Moment(by="simulator", source="simulator")
FROM_MAP = Moment(by="simulator", source="map")
TRIES = 400


@dataclass(frozen=True, slots=True)
class Tried:
    """A throw and what the book says of it: what was meant, what the hand did, what happened, the game after it."""

    want: Intent
    meant: Throw
    executed: Throw
    played: Played
    game: Game


def wanted(head: Head, make: Make, side: Side, *, style: str | None, at: str | None, to: Place | None) -> Intent:
    """What a player means to do: shoot `at` a boule, point `to` a spot, or what such a player would choose.

    Raises Unphysical for a boule that is not there.
    """
    if at is not None:
        if at not in head.boules:
            raise Unphysical(f"boule {at} is not on the ground; there is {', '.join(head.boules) or 'none'}")
        return Intent("shot", style or "shot", head.boules[at], at)
    if to is not None:
        return Intent("point", style or "half_lob", to)
    chosen = intent(head, make, side, hand_of(head, side))
    return chosen if style is None else _in_style(head, chosen, style)


def _in_style(head: Head, chosen: Intent, style: str) -> Intent:
    """The same player, told to throw in a style: to shoot needs a boule, to point a spot."""
    how: How = "shot" if style in ("shot", "raspaille") else "point"
    if how == chosen.how:
        return replace(chosen, style=style)
    assert head.jack is not None
    if how == "point":
        return Intent("point", style, head.jack)
    nearest = min(head.boules, key=lambda name: math.dist(head.boules[name][:2], head.jack[:2]), default=None)  # type: ignore[index]
    if nearest is None:
        raise Unphysical(f"a {style} needs a boule on the ground to be thrown at")
    return Intent("shot", style, head.boules[nearest], nearest)


def hand_of(head: Head, side: Side) -> int:
    """The boules of a side of six that do not lie there."""
    return max(1, 6 - sum(name.startswith(side) for name in head.boules))


def tried(
    edition: Rulebook, head: Head, make: Make, side: Side, want: Intent, *, level: str | None = None, seed: int = 1,
    release: Throw | None = None,
) -> Tried:  # fmt: skip
    """The throw, with the error of a level (None: none), observed and judged. `release` overrules what is meant."""
    name = f"{side}.{1 + max((int(n[2:]) for n in head.boules if n.startswith(side)), default=0)}"
    aimed = release or meant(head, make, want, name)
    done = aimed if level is None else executed(aimed, THROWERS[level], np.random.default_rng(seed))
    played = thrown(head, done, name, make)
    return Tried(want, aimed, done, played, judged(edition, played, make, side, want.how))


def judged(edition: Rulebook, played: Played, make: Make, side: Side, how: How) -> Game:
    """A game that stands as before the throw, with the throw, and with the head mapped if nobody saw who holds."""
    game = begun(edition, set_up(edition, Sides()), moment=MOMENT)
    game = play(game, position(played.before, make, side), moment=MOMENT, trusted=True)
    state = game.state
    assert isinstance(state, PetanqueState)
    if state.turn is not None and state.turn.side == other(side):
        raise Unphysical(f"side {side} throws, but as it lies side {other(side)} plays next (--side {other(side)})")
    game = play(game, seen(played, make, side, None, how), moment=MOMENT, trusted=True)
    state = game.state
    assert isinstance(state, PetanqueState)
    if state.head == "unknown" and state.waiting is None:
        live = [b.id for b in state.boules if b.live]
        mapped = head_mapped(played.after.observed(make).only(live), live, instrument=TAPE)
        game = play(game, mapped, moment=FROM_MAP, trusted=True)
    return game


def position(head: Head, make: Make, side: Side) -> f.PositionStated:
    """How it lies before the throw, as a fact: the side that is to throw has the turn."""
    bodies = head.observed(make)
    ordered = order(bodies, instrument=TAPE)
    holds = holder(ordered)
    return f.PositionStated(
        opener=other(side), in_hand={"A": hand_of(head, "A"), "B": hand_of(head, "B")}, last=other(side), head=holds,
        boule_has_lain=bool(head.boules), run=1 if holds == "equal" else None, jack="locked", jack_marked=True,
        boules=tuple(sorted(head.boules)), order=ordered,
    )  # fmt: skip


def carreau(edition: Rulebook, make: Make, *, head: Head = CARREAU, seed: int = 1) -> Tried:
    """A carreau, found by trying: the same shot by the same hand, again and again, until the boule takes the place.

    Raises Unphysical when the ground gives none.
    """
    want = wanted(head, make, "A", style=None, at="B.1", to=None)
    for attempt in range(TRIES):
        found = tried(edition, head, make, "A", want, level="world", seed=seed + attempt)
        if outcome(found.played, "B.1") == "carreau":
            return found
    raise Unphysical(f"no carreau in {TRIES} shots on {make.surface}")


def head_of(text: str) -> Head:
    """A head as it is typed: `jack 8.2,0; A.1 7.9,0.2; B.1 8.4,-0.1`, metres from the circle's middle, left positive.

    Raises Unphysical with the words that are none.
    """
    at: dict[str, Place] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, where = part.partition(" ")
        x, _, y = where.partition(",")
        if name in at:
            raise Unphysical(f"{name} lies twice in the head")
        try:
            at[name] = place = (float(x), float(y))
        except ValueError:
            raise Unphysical(f"{part!r} in the head: a name and its place, such as A.1 7.9,0.2") from None
        if not contains(*place, USUAL.terrain.area):
            raise Unphysical(f"{part!r} in the head: outside {USUAL.terrain.name}, whose near end the circle is at")
    jack = at.pop("jack", None)
    if jack is None:
        raise Unphysical("the head has no jack: it is given as in jack 8.2,0")
    for name in at:
        if name[:2] not in ("A.", "B.") or not name[2:].isdecimal() or not 1 <= int(name[2:]) <= 6:
            raise Unphysical(f"{name!r} in the head: boules are called A.1 to A.6 and B.1 to B.6")
    return replace(USUAL, jack=jack, boules=at)


def measures(throw: Throw) -> Mapping[str, float]:
    """A throw in the units that people use: m/s, degrees, turns a second."""
    return {
        "speed_m_s": round(throw.speed_m_s, 3),
        "elevation_deg": round(math.degrees(throw.elevation_rad), 2),
        "azimuth_deg": round(math.degrees(throw.azimuth_rad), 2),
        "backspin_turns_s": round(throw.backspin_rad_s / (2 * math.pi), 2),
        "height_m": round(throw.from_m[2], 3),
    }
