"""What came of a shot at a boule, by the measures of precision shooting: missed, touched, driven off, a carreau."""

import math
from typing import Literal

from carreau.simulate.head import Played

Outcome = Literal["miss", "touch", "hit", "carreau"]
CIRCLE_M = (
    0.5  # the target stands in the middle of a circle a metre wide: it leaves it, and the boule thrown stays in it
)
POINTS: dict[Outcome, int] = {"miss": 0, "touch": 1, "hit": 3, "carreau": 5}


def outcome(played: Played, target: str) -> Outcome:
    """Missed (something else was met first, or nothing), touched, driven out of the circle, or driven out and replaced."""
    if played.first_met() != target:
        return "miss"
    middle = played.before.boules[target]
    if math.dist(played.after.boules[target][:2], middle[:2]) < CIRCLE_M:
        return "touch"
    stays = math.dist(played.after.boules[played.thrown][:2], middle[:2]) < CIRCLE_M
    return "carreau" if stays else "hit"
