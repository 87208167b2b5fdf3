"""Players of the table: how well they cue, and how they find a stroke: many are tried, the best ones with their error.

A cue is a row of five numbers: speed (m/s), azimuth (rad), side and height (radii), elevation (rad).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from carreau.simulate.picture import Floats

SPEED, AZIMUTH, SIDE, HEIGHT, ELEVATION = range(5)
FURTHEST_OFFSET = 0.45  # radii from the middle of the ball, so that an error of the hand is no miscue
LIMIT_OFFSET = 0.495
TOO_LOW = 0.0


@dataclass(frozen=True, slots=True)
class Cueist:
    """How well somebody cues: standard deviations of what is done from what is meant; and how long is thought.

    `tried`: strokes looked at without error; `weighed`: how many of the best are weighed with it, each `repeated` times.
    The errors are ours, not measured: a champion hits a ball at 1.5 m within 3 mm, a beginner within 30 mm.
    """

    name: str
    speed: float
    azimuth_rad: float
    offset: float
    tried: int = 600
    weighed: int = 16
    repeated: int = 24

    def executed(self, cues: Floats, chance: np.random.Generator) -> Floats:
        """The cues [S, 5] as this player's hand plays them: Gaussian errors, offsets never beyond the miscue limit."""
        error = chance.standard_normal((len(cues), 4))
        done = cues.copy()
        done[:, SPEED] *= np.maximum(0.2, 1 + self.speed * error[:, 0])
        done[:, AZIMUTH] += self.azimuth_rad * error[:, 1]
        done[:, SIDE] += self.offset * error[:, 2]
        done[:, HEIGHT] += self.offset * error[:, 3]
        return within_reach(done)


LEVELS = {
    "champion": Cueist("champion", speed=0.02, azimuth_rad=0.002, offset=0.02),
    "club": Cueist("club", speed=0.05, azimuth_rad=0.006, offset=0.05, tried=300),
    "beginner": Cueist("beginner", speed=0.12, azimuth_rad=0.02, offset=0.10, tried=120, weighed=8),
    "perfect": Cueist("perfect", speed=0.0, azimuth_rad=0.0, offset=0.0, tried=2000, weighed=1, repeated=1),
}


def within_reach(cues: Floats) -> Floats:
    """The same cues with the tip never so far out that it slips off."""
    far = np.hypot(cues[:, SIDE], cues[:, HEIGHT])
    shrink = np.where(far > LIMIT_OFFSET, LIMIT_OFFSET / np.maximum(far, 1e-12), 1.0)
    cues[:, SIDE] *= shrink
    cues[:, HEIGHT] *= shrink
    return cues


Valued = Callable[[Floats, Floats], Floats]  # places [S, ...] and cues [S, 5] to what each is worth [S]


def best(
    places: Floats, cues: Floats, valued: Valued, cueist: Cueist, chance: np.random.Generator
) -> tuple[int, float]:
    """Which of these strokes has the best mean under the player's error, and that mean.

    `places` [S, ...] are whatever goes with a stroke, such as where the ball in hand is put.
    """
    plain = valued(places, cues)
    order = np.argsort(-plain, kind="stable")[: cueist.weighed]
    if cueist.repeated == 1:
        return int(order[0]), float(plain[order[0]])
    again = np.repeat(order, cueist.repeated)
    means = (
        valued(places[again], cueist.executed(cues[again], chance)).reshape(len(order), cueist.repeated).mean(axis=1)
    )
    top = int(np.argmax(means))
    return int(order[top]), float(means[top])


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where a number of the cue is tried."""

    low: float
    high: float

    def drawn(self, chance: np.random.Generator, number: int) -> Floats:
        """So many numbers in the range, each as likely."""
        return chance.uniform(self.low, self.high, number)


def candidates(
    cue_ball_m: Floats, object_ball_m: Floats, reach_m: float, speeds: Range, chance: np.random.Generator,
    *, direct: float = 0.7,
) -> Floats:  # fmt: skip
    """Strokes to be tried [S, 5]: most go straight at the object ball, full or thin; the others in any direction.

    `cue_ball_m`, `object_ball_m` [S, 2]; `reach_m`: the distance of the centres as the balls touch.
    """
    number = len(cue_ball_m)
    way = object_ball_m - cue_ball_m
    apart = np.maximum(np.hypot(way[:, 0], way[:, 1]), reach_m)
    thin = np.arcsin(np.clip(reach_m / apart * chance.uniform(-1, 1, number), -1, 1))
    straight = np.arctan2(way[:, 1], way[:, 0]) + thin
    anywhere = chance.uniform(-np.pi, np.pi, number)
    azimuth = np.where(chance.random(number) < direct, straight, anywhere)
    far = FURTHEST_OFFSET * np.sqrt(chance.random(number))
    turn = chance.uniform(-np.pi, np.pi, number)
    flat = np.zeros(number)
    return np.stack([speeds.drawn(chance, number), azimuth, far * np.cos(turn), far * np.sin(turn), flat], axis=1)
