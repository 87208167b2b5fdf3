"""From metres to the whole millimetres of a fact, and what an instrument can tell apart.

A fact must not be on another side of a limit than the thing it speaks of, so nothing is rounded blindly: each function
says which way it goes, and a millionth of a millimetre is the noise below which two numbers are the same.
"""

import math
from dataclasses import dataclass

from carreau.observe.wrong import Misplaced
from carreau.petanque.facts import Instrument as InstrumentName

NOISE_M = 1e-9
MIDDLE_OF_THE_RANGE_MM = 7000  # no book asks for a longer shortest range, none allows a shorter longest one


@dataclass(frozen=True, slots=True)
class Instrument:
    """What measures, and the difference in metres below which it calls two gaps equal; 0: none but the exact ones."""

    name: InstrumentName
    resolution_m: float

    def __post_init__(self) -> None:
        if not 0 <= self.resolution_m < 1:
            raise Misplaced(f"resolution of the {self.name}: {self.resolution_m} m; from 0 to below 1 m is possible")


EXACT = Instrument("other", 0.0)
CALLIPERS = Instrument("callipers", 0.0001)
TAPE = Instrument("tape", 0.001)
EYE = Instrument("eye", 0.02)  # ours: two boules a metre from the jack that players stop arguing about


def _millimetres(metres: float) -> float:
    """Millimetres, without the noise around a whole number."""
    millimetres = metres * 1000
    whole = round(millimetres)
    return float(whole) if abs(millimetres - whole) < NOISE_M * 1000 else millimetres


def nearest_mm(metres: float) -> int:
    """The nearest millimetre, for what is only shown; never below 0."""
    return max(0, round(_millimetres(metres)))


def gap_mm(metres: float) -> int:
    """A gap in full millimetres: a jack at 999.9 mm is short of a metre. Overlapping things have a gap of 0.

    All limits on gaps say "at least", so a full millimetre less never makes a gap good that is not, and never the other
    way round.
    """
    return max(0, math.floor(_millimetres(metres)))


def range_mm(metres: float) -> int:
    """A range as the tape is read at the limits: full millimetres below 7 m, a begun millimetre as a whole one above.

    6000.4 mm is 6000 and good, 5999.6 mm is 5999 and too near, 10000.4 mm is 10001 and too far. Every book's shortest
    range lies below 7 m and its longest above, for the throw and for a displaced jack.
    """
    millimetres = max(0.0, _millimetres(metres))
    return math.floor(millimetres) if millimetres < MIDDLE_OF_THE_RANGE_MM else math.ceil(millimetres)


def overlap_mm(metres: float, line_mm: int = 0) -> int:
    """What still projects over the outer edge of a line: 0 only if it touches, below 0 only if it is wholly beyond.

    The same is true at the inner edge of a string `line_mm` thick: the fact is above, at or below `line_mm` as the
    overlap itself is, because some games read that edge.
    """
    millimetres = _millimetres(metres)
    whole = math.ceil(millimetres) if millimetres > 0 else math.floor(millimetres)
    if whole == line_mm > millimetres > 0:
        whole -= 1 if line_mm > 1 else 0
    return whole
