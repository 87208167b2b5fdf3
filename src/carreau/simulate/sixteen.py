"""The stroke that everybody dreams of: all five pins and a cannon. The numbers were searched for, the result is played."""

from dataclasses import dataclass
from math import degrees, radians

import numpy as np

from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.physics.table import Cue
from carreau.simulate.cueing import AZIMUTH, Cueist, Range, candidates
from carreau.simulate.five_cloth import KINDS
from carreau.simulate.five_layout import BALLS, Layout, cloth_of, indices, somewhere
from carreau.simulate.five_stroke import ROOM, Played, play_one
from carreau.simulate.five_worth import Values, seen, worth
from carreau.simulate.picture import Floats
from carreau.simulate.strokes import many

SPEEDS = Range(2.5, 5.5)
CAREFUL = Cueist("careful", speed=0.004, azimuth_rad=0.0006, offset=0.006)  # a hand so steady that it can be shown
REPEATED = 64


@dataclass(frozen=True, slots=True)
class Found:
    """A stroke in the whole millimetres, tenths of a degree and hundredths in which it can be written down.

    `share`: how often it is worth as much under the errors of a careful hand.
    """

    places_mm: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    speed_m_s: float
    angle_deg: float
    side: float
    height: float
    share: float = 0.0

    @property
    def cue(self) -> Cue:
        """The stroke of the cue."""
        return Cue(self.speed_m_s, radians(self.angle_deg), self.side, self.height)

    @property
    def layout(self) -> Layout:
        """Where the balls lie: cue ball, object ball, red; all pins are up."""
        places = {name: (x / 1000, y / 1000) for name, (x, y) in zip(BALLS, self.places_mm, strict=True)}
        return Layout(places, cloth_of(ROOM.table).castle)


SIXTEEN = Found(((1662, 899), (1619, 550), (2758, 794)), 4.96, -94.8, 0.22, -0.29)  # of `searched(2, 100_000)`
SEED = 1


def sixteen() -> Played:
    """Play it: nothing of the outcome is written down, the physics plays it and the book counts it."""
    return play_one(SIXTEEN.cue, SIXTEEN.layout, seed=SEED)


def most() -> int:
    """The most that a stroke can be worth: all pins and a cannon, by the numbers of the book."""
    values = Values.of(UMB_5PIN_1997)
    return 4 * values.outer + values.centre + values.cannon


def searched(seed: int, strokes: int) -> list[Found]:
    """Play so many strokes from positions by chance; those that are worth the most, the steadiest first."""
    chance = np.random.default_rng(seed)
    cloth, radius = cloth_of(ROOM.table), ROOM.balls[0].radius_m
    low, high = (radius + 0.01,) * 2, (cloth.length_m - radius - 0.01, cloth.width_m - radius - 0.01)
    lone = Layout({}, cloth.castle)
    cue, object_, red = (somewhere(lone, name, low, high, cloth, radius, chance, strokes) for name in BALLS)
    places = np.stack([cue, object_, red], axis=1)
    apart = np.stack([np.hypot(*(places[:, a] - places[:, b]).T) for a, b in ((0, 1), (0, 2), (1, 2))])
    places = places[(apart > 2 * radius + 0.01).all(axis=0)]
    cues = candidates(places[:, 0], places[:, 1], 2 * radius, SPEEDS, chance)
    best = np.flatnonzero(_points(places, cues) == most())
    found = [_steady(_written(places[n], cues[n]), chance) for n in best]
    return sorted((f for f in found if f is not None), key=lambda f: -f.share)


def _points(places: Floats, cues: Floats) -> Floats:
    """What strokes from places [S, 3, 2] bring their player [S]."""
    strokes = many(ROOM, places, 0, cues, pins_m=np.array([*cloth_of(ROOM.table).castle.values()]), seed=SEED)
    told = seen(strokes.kinds, strokes.firsts, strokes.seconds, indices("A"), KINDS)
    return worth(told, Values.of(UMB_5PIN_1997))[0].astype(np.float64)


def _written(places: Floats, cue: Floats) -> Found:
    """The stroke in round numbers."""
    (a, b, c) = ((round(x * 1000), round(y * 1000)) for x, y in places.tolist())
    speed, _, side, height, _ = cue.tolist()
    return Found((a, b, c), round(speed, 2), round(degrees(cue[AZIMUTH]), 1), round(side, 2), round(height, 2))


def _steady(found: Found, chance: np.random.Generator) -> Found | None:
    """The stroke with its share, if in round numbers it is still worth the most."""
    row = np.array([[found.speed_m_s, radians(found.angle_deg), found.side, found.height, 0.0]])
    tried = np.concatenate([row, CAREFUL.executed(np.repeat(row, REPEATED, axis=0), chance)])
    places = np.broadcast_to(found.layout.places_m, (len(tried), 3, 2))
    worth_it = _points(places, tried) == most()
    if not worth_it[0]:
        return None
    return Found(
        found.places_mm, found.speed_m_s, found.angle_deg, found.side, found.height, float(worth_it[1:].mean())
    )
