"""Ground with physics: players choose, their hands err, boules fly and roll, and what came of it becomes facts."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import numpy as np

from carreau.books import BOOKS
from carreau.core.facts import SIDES, Side
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook
from carreau.observe.bodies import JACK
from carreau.observe.head import head_mapped, holder, order, point_measured
from carreau.observe.sight import Circle
from carreau.observe.tape import EYE, TAPE
from carreau.observe.terrain import boule_thrown, jack_placed, jack_thrown
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.physics.terrain import SURFACES, THROWERS
from carreau.simulate.aiming import executed, reach
from carreau.simulate.choosing import intent, meant
from carreau.simulate.games import Wishes, both, offered
from carreau.simulate.head import LENGTH_M, START, WIDTH_M, Head, Make, Played, from_circle, thrown
from carreau.simulate.law import EDGE, NEAR, ranges_of
from carreau.simulate.petanque import FORMATS, SelfPlay, Sides, set_up

FIRST_CIRCLE_M = 2.0  # from the end of the terrain
LONGEST_M = 9.5  # from the circle's middle: what players like at most
CLEAR_M = 0.02  # more than the book asks: what the middle of the jack keeps from the limits
SAFE_M = 0.3  # what its thrower keeps from both, where there is room
PLACED_M = 8.0
USUAL_LEVEL = "club"
USUAL_SURFACE = "fine_gravel"
TELLS_NOTHING = {"object", "marked", "range_mm", "visible"}  # of a Moved: it only says that something lies elsewhere


def whole_game(edition: Rulebook, wishes: Wishes) -> Game:
    """A game of pétanque on ground. Raises NotOffered, Stuck."""
    sides = Sides(
        format=offered("format", wishes.format or "triples", FORMATS), teams=wishes.teams, target=wishes.target
    )
    levels = both(wishes.levels, USUAL_LEVEL, THROWERS)
    surface = offered("surface", wishes.surface or USUAL_SURFACE, SURFACES)
    ground = Ground(dict(zip(SIDES, levels, strict=True)), wishes.seed, Make(surface=surface, seed=wishes.seed))
    return SelfPlay(edition, set_up(edition, sides), ground, Random(wishes.seed), wishes.told).whole()


class Ground:
    """A terrain on which two sides play; see `carreau.simulate.petanque.Ground`. One seed gives one course of things."""

    def __init__(self, levels: Mapping[Side, str], seed: int, make: Make | None = None) -> None:
        self.chance = np.random.default_rng(seed)
        self.throwers = {side: THROWERS[name] for side, name in levels.items()}
        self.make = make or Make(seed=seed)
        self.head = Head()
        self.before = self.head
        self.last_throw: Played | None = None

    # --- circle and jack -----------------------------------------------------------------------------

    def circle(self, state: PetanqueState, side: Side) -> f.CirclePlaced:
        """The circle is drawn where the book has the end begin, to be played towards the longer part of the terrain."""
        x, y = self._where(state)
        towards = 0.0 if x < LENGTH_M / 2 else math.pi
        self.head = Head(circle=Circle(x, y, START.radius_m), towards=towards, terrain=self.head.terrain)
        at_jack = True if state.ends_completed else None
        diameter = round(2000 * START.radius_m)
        return f.CirclePlaced(side=side, circle="drawn", diameter_mm=diameter, marked=True, at_jack=at_jack)

    def _where(self, state: PetanqueState) -> tuple[float, float]:
        if not state.ends_completed:
            return FIRST_CIRCLE_M, 0.0
        circle = self.head.circle
        where = state.next_circle or ("before_displacement" if state.jack.dead else "jack")
        places = {"same": (circle.x_m, circle.y_m), "before_displacement": self.before.jack, "jack": self.head.jack}
        x, y = (places.get(where, self.head.jack) or (circle.x_m, circle.y_m))[:2]
        inside = WIDTH_M / 2 - START.radius_m  # a jack that lies across the edge: the circle stands beside it
        return min(max(x, START.radius_m), LENGTH_M - START.radius_m), min(max(y, -inside), inside)

    def jack(self, state: PetanqueState, side: Side, player: str | None) -> f.JackThrown:
        """The jack is thrown to a length that the thrower likes."""
        near, far = self._lengths(state)
        safe = min(SAFE_M, (far - near) / 2)
        wanted = float(self.chance.uniform(near + safe, far - safe))
        aside = math.atan2(-self.head.circle.y_m, wanted)  # back to the middle of the terrain
        throw = reach("half_lob", self.make.surface, self.make.jack).throw(wanted)
        throw = from_circle(self.head, throw, self.head.towards + aside * math.cos(self.head.towards))
        self.head = replace(self.head, jack=None, boules={})
        self._throw(executed(throw, self.throwers[side], self.chance), JACK)
        assert self.head.jack is not None
        return jack_thrown(side, self.head.jack, circle=self.head.circle, terrain=self.head.terrain, player=player)

    def _lengths(self, state: PetanqueState) -> tuple[float, float]:
        """The shortest and the longest throw of the jack, from the circle's middle."""
        limits = ranges_of(BOOKS[state.setup.rulebook])
        far = min(LONGEST_M, self._room() - float(limits[EDGE]) - CLEAR_M)
        return float(limits[NEAR]) + START.radius_m + CLEAR_M, far

    def _room(self) -> float:
        x = self.head.circle.x_m
        return LENGTH_M - x if math.cos(self.head.towards) > 0 else x

    def place(self, state: PetanqueState, side: Side) -> f.JackPlaced:
        """The opponents put the jack down in the middle, at a good length."""
        range_m = min(PLACED_M, self._lengths(state)[1])
        x, _ = self.head.point_at(range_m)
        self.head = replace(self.head, jack=(x, 0.0))
        return jack_placed(side, (x, 0.0), circle=self.head.circle, terrain=self.head.terrain)

    # --- boules --------------------------------------------------------------------------------------

    def boule(self, state: PetanqueState, side: Side, player: str | None) -> f.BouleThrown:
        """A player chooses, throws as well as the level lets it be, and what is seen is told."""
        name = f"{side}.{state.played.of(side) + 1}"
        want = intent(self.head, self.make, side, state.hand(side))
        throw = executed(meant(self.head, self.make, want, name), self.throwers[side], self.chance)
        played = self._throw(throw, name)
        return seen(played, self.make, side, player, want.how)

    def _throw(self, throw: object, name: str) -> Played:
        played = thrown(self.head, throw, name, self.make)  # type: ignore[arg-type]
        self.before, self.head, self.last_throw = self.head, played.after, played
        return played

    # --- the head ------------------------------------------------------------------------------------

    def measured(self, state: PetanqueState) -> f.PointMeasured | None:
        """The nearest boule of each side, by tape."""
        gaps = self.head.gaps_m(self.make)
        best = [min((n for n in gaps if n.startswith(side)), key=gaps.__getitem__, default=None) for side in ("A", "B")]
        if best[0] is None or best[1] is None:
            return None
        return point_measured(self.head.observed(self.make), best[0], best[1], instrument=TAPE)

    def mapped(self, state: PetanqueState) -> f.HeadMapped:
        """All boules in order, those equal by tape in one group."""
        return head_mapped(self.head.observed(self.make), instrument=TAPE)

    def settle(self, state: PetanqueState) -> None:
        """Dead boules are taken off; what a ruling has put back lies where it lay."""
        dead = {b.id for b in state.boules if not b.live} & set(self.head.boules)
        back = [name for name in state.put_back if name in self.before.boules or name == JACK]
        if back:
            boules = {**self.head.boules, **{n: self.before.boules[n] for n in back if n != JACK}}
            jack = self.before.jack if JACK in back else self.head.jack
            self.head = replace(self.head, boules=boules, jack=jack)
        if dead:
            self.head = self.head.without(dead)


def seen(played: Played, make: Make, side: Side, player: str | None = None, how: f.How | None = None) -> f.BouleThrown:
    """A throw as a fact. Who holds is told where nothing is in doubt and two boules can be told apart by eye."""
    after = played.after
    ordered = [*(n for n in played.names if n != played.thrown), played.thrown]
    bodies = after.observed(make).only(ordered)
    fact = boule_thrown(
        side, bodies, played.moved, thrown=played.thrown, circle=after.circle, terrain=after.terrain,
        contacts=played.told.contacts, paths=played.told.paths, marked=set(played.names), player=player, how=how,
    )  # fmt: skip
    if any(_tells(m) for m in fact.moved):
        return fact
    holds = holder(order(bodies, instrument=EYE))
    return fact if holds == "equal" else _holding(fact, holds)


def _holding(fact: f.BouleThrown, holds: f.Holds) -> f.BouleThrown:
    return f.BouleThrown(side=fact.side, player=fact.player, how=fact.how, holds=holds, moved=fact.moved)


def _tells(moved: f.Moved) -> bool:
    """Does it say more than that the object lies elsewhere, so that it may be dead or may go back?"""
    return any(
        getattr(moved, field) not in (None, False, "") and field not in TELLS_NOTHING
        for field in moved.__struct_fields__
    )
