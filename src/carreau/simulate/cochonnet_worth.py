"""What balls of cochonnet are worth in a player's mind: many at once, from where everything comes to rest."""

import numpy as np
from numpy.typing import NDArray

from carreau.simulate.picture import Floats

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

NEAR_M = 0.5  # a ball this much nearer is thought of as half a point
LOST = -0.4  # a ball annulled, beside what lies then


def points(to_jack_m: Floats, mine: Flags) -> Floats:
    """The points as it lies [S] from distances to the jack [S, N]: positive for mine [N]; a ball out of play is infinite."""
    own = np.where(mine, to_jack_m, np.inf)
    others = np.where(mine, np.inf, to_jack_m)
    best, best_of_others = own.min(axis=1, initial=np.inf), others.min(axis=1, initial=np.inf)
    ahead = (own < best_of_others[:, None]).sum(axis=1) - (others < best[:, None]).sum(axis=1)
    counted: Floats = ahead.astype(np.float64)
    return counted


def standing(to_jack_m: Floats, mine: Flags) -> Floats:
    """How it lies for a player [S]: the points, and how much nearer the best own ball is than that of the others."""
    own = np.where(mine, to_jack_m, np.inf).min(axis=1, initial=np.inf)
    others = np.where(mine, np.inf, to_jack_m).min(axis=1, initial=np.inf)
    nearer = np.tanh((np.minimum(others, 9.0) - np.minimum(own, 9.0)) / NEAR_M) / 2
    lies: Floats = points(to_jack_m, mine) + nearer
    return lies


def worth(to_jack_m: Floats, mine: Flags, good: Flags, jack_out: Flags, now: float) -> Floats:
    """What strokes are worth [S]: as it lies then; an annulled ball leaves what lies `now`; a jack gone out is nothing."""
    kept = np.where(good, standing(to_jack_m, mine), now + LOST)
    return np.where(jack_out, 0.0, kept)
