"""Ground without physics: whoever throws, a boule comes to rest anywhere around the jack, now and then outside."""

from math import hypot
from random import Random

from msgspec import Struct

from carreau.books import BOOKS
from carreau.core.facts import SIDES, Side
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState

SPREAD_MM = 600
IN_DOUBT_MM = 20  # closer than that, an eye can't tell two boules' distances apart


class Rates(Struct, frozen=True, kw_only=True):
    """How often things happen that are rare when everybody plays well; shares of all throws."""

    bad_jack: float = 0.1
    out: float = 0.05
    pushed_out: float = 0.04
    jack_moved: float = 0.06
    jack_out: float = 0.01


QUIET = Rates(bad_jack=0.0, out=0.0, pushed_out=0.0, jack_moved=0.0, jack_out=0.0)


class NoSkill:
    """Every boule lies at random around the jack: the ground for tests, for speed, and for the game without skill.

    `gaps` holds the distance of each live boule of this end from the jack, in mm.
    """

    def __init__(self, seed: int, rates: Rates | None = None) -> None:
        self.chance = Random(seed)
        self.rates = rates or Rates()
        self.gaps: dict[str, int] = {}
        self.played = dict.fromkeys(SIDES, 0)

    def circle(self, state: PetanqueState, side: Side) -> f.CirclePlaced:
        """The circle is drawn and marked, clear of everything."""
        self.gaps, self.played = {}, dict.fromkeys(SIDES, 0)
        return f.CirclePlaced(side=side, circle="drawn", diameter_mm=450, marked=True)

    def jack(self, state: PetanqueState, side: Side, player: str | None) -> f.JackThrown:
        """The jack is thrown to a good length, or by the rates a little too far."""
        bad = self.chance.random() < self.rates.bad_jack
        book = BOOKS[state.setup.rulebook]
        near, far = book.limit("jack.near"), book.limit("jack.far")
        length = far + 150 if bad else self.chance.randrange(near, far + 1, 10)
        return f.JackThrown(side=side, player=player, range_mm=length, visible=True, marked=True)

    def place(self, state: PetanqueState, side: Side) -> f.JackPlaced:
        """The jack is put down at a good length."""
        return f.JackPlaced(side=side, range_mm=8_000, visible=True, marked=True)

    def boule(self, state: PetanqueState, side: Side, player: str | None) -> f.BouleThrown:
        """The boule lies anywhere around the jack; by the rates it goes out, or moves something."""
        self.played[side] += 1
        thrown = f"{side}.{self.played[side]}"
        moved = self._moved(state, thrown)
        if not any(m.object == "thrown" for m in moved):
            self.gaps[thrown] = self._gap()
        return f.BouleThrown(side=side, player=player, how="point", holds=self._seen(), moved=moved)

    def _moved(self, state: PetanqueState, thrown: str) -> tuple[f.Moved, ...]:
        chance, rates = self.chance.random(), self.rates
        if chance < rates.out:
            return (f.Moved(object="thrown", out=True),)
        if (chance := chance - rates.out) < rates.pushed_out and self.gaps:
            gone = self.chance.choice(list(self.gaps))
            del self.gaps[gone]
            return (f.Moved(object=gone, out=True, marked=True),)
        if (chance := chance - rates.pushed_out) < rates.jack_moved:
            self.gaps = {id: self._gap() for id in self.gaps}
            return (f.Moved(object="jack", range_mm=self.chance.randrange(5_000, 11_000), visible=True, marked=True),)
        if chance - rates.jack_moved < rates.jack_out:
            return (f.Moved(object="jack", out=True, marked=True),)
        return ()

    def _gap(self) -> int:
        return round(hypot(self.chance.gauss(0, SPREAD_MM), self.chance.gauss(0, SPREAD_MM)))

    def _nearest(self) -> dict[Side, tuple[int, str]]:
        found: dict[Side, tuple[int, str]] = {}
        for side in SIDES:
            if gaps := [(gap, id) for id, gap in self.gaps.items() if id[0] == side]:
                found[side] = min(gaps)
        return found

    def _seen(self) -> f.Holds | None:
        """Who holds, if that can be seen without measuring."""
        nearest = self._nearest()
        if len(nearest) < len(SIDES):
            return next(iter(nearest), "nobody")
        if abs(nearest["A"][0] - nearest["B"][0]) <= IN_DOUBT_MM:
            return None
        return "A" if nearest["A"] < nearest["B"] else "B"

    def measured(self, state: PetanqueState) -> f.PointMeasured | None:
        """The nearest boule of each side, by tape."""
        nearest = self._nearest()
        if len(nearest) < len(SIDES):
            return None
        (gap, near), (far_gap, far) = sorted(nearest.values())
        return f.PointMeasured(
            near=near, far=far, equal=gap == far_gap, instrument="tape", gaps_mm={near: gap, far: far_gap}
        )

    def mapped(self, state: PetanqueState) -> f.HeadMapped:
        """The boules in the order of their gaps."""
        order: dict[int, list[str]] = {}
        for gap, id in sorted((gap, id) for id, gap in self.gaps.items()):
            order.setdefault(gap, []).append(id)
        return f.HeadMapped(order=tuple(tuple(ids) for ids in order.values()), gaps_mm=dict(self.gaps))

    def settle(self, state: PetanqueState) -> None:
        """Boules that are dead by the rulings lie there no more."""
        if len(self.gaps) != sum(b.live for b in state.boules):
            live = {b.id for b in state.boules if b.live}
            self.gaps = {id: self.gaps.get(id, self._gap()) for id in sorted(live)}
