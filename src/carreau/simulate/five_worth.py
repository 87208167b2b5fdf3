"""What strokes of five pins are worth in a player's mind: many at once, from their contacts, by the numbers of the book.

This is how a player weighs strokes before playing one; what the stroke then really brings, the book says.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carreau.core.rulebook import Rulebook

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
CENTRE = 0  # the index of the centre pin


@dataclass(frozen=True, slots=True)
class Kinds:
    """The numbers by which the contacts of a table call what has happened."""

    ball: int
    fall: int
    pin_fall: int
    out: int


@dataclass(frozen=True, slots=True)
class Values:
    """What the book gives for pins, red and fouls."""

    outer: int
    centre: int
    alone: int
    cannon: int
    casin: int
    penalty: int
    complement: int

    @classmethod
    def of(cls, book: Rulebook) -> "Values":
        """The values of a book of five pins."""
        return cls(
            outer=book.limit("score.outer_pin"),
            centre=book.limit("score.centre_pin"),
            alone=book.limit("score.centre_alone"),
            cannon=book.limit("cannon.value"),
            casin=book.limit("cannon.casin"),
            penalty=book.limit("foul.penalty"),
            complement=book.limit("foul.red_complement"),
        )


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of each stroke [S]; `felled` [S, 5]: the pin fell; `red_by`: 0 nobody, 1 cue, 2 object ball."""

    object_hit: Flags
    red_first: Flags
    pins_first: Flags
    pins_after: Flags
    red_by: Ints
    felled: Flags
    out: Flags

    @property
    def foul(self) -> Flags:
        """Was the stroke a foul of any kind?"""
        return ~self.object_hit | self.red_first | self.pins_first | self.pins_after | self.out


def seen(kinds: Ints, firsts: Ints, seconds: Ints, balls: tuple[int, int, int], names: Kinds) -> Seen:
    """Work out the contacts [S, K] in their order; a kind below 0 is none. `balls`: indices of cue, object ball, red."""
    number, most = kinds.shape
    cue, object_, red = balls
    hit, red_first, pins_first, pins_after, out = (np.zeros(number, dtype=np.bool_) for _ in range(5))
    red_by = np.zeros(number, dtype=np.int64)
    felled = np.zeros((number, 5), dtype=np.bool_)
    by_cue = np.zeros((number, 5), dtype=np.bool_)
    rows = np.arange(number)
    for k in range(most):
        kind, a, b = kinds[:, k], firsts[:, k], seconds[:, k]
        met = kind == names.ball
        pair = [
            met & (((a == i) & (b == j)) | ((a == j) & (b == i)))
            for i, j in ((cue, object_), (cue, red), (object_, red))
        ]
        red_first |= pair[1] & ~hit
        by = np.where(pair[1], 1, 2)
        red_by = np.where((pair[1] | pair[2]) & hit & (red_by == 0), by, red_by)
        hit |= pair[0]
        falls = (kind == names.fall) | (kind == names.pin_fall)
        if falls.any():
            pin = np.where(falls, b, 0)
            from_pin = (kind == names.pin_fall) & by_cue[rows, np.where(kind == names.pin_fall, a, 0)]
            mine = falls & (((kind == names.fall) & (a == cue)) | from_pin)
            felled[rows, pin] |= falls
            by_cue[rows, pin] |= mine
            pins_first |= mine & ~hit
            pins_after |= mine & hit
        out |= kind == names.out
    return Seen(hit, red_first, pins_first, pins_after, red_by, felled, out)


def pin_points(felled: Flags, values: Values) -> Ints:
    """The points of the pins that fell [S, 5]."""
    outer = felled.sum(axis=1) - felled[:, CENTRE]
    with_others = outer * values.outer + felled[:, CENTRE] * values.centre
    alone = felled[:, CENTRE] & (outer == 0)
    return np.where(alone, values.alone, with_others).astype(np.int64)


def worth(strokes: Seen, values: Values) -> tuple[Ints, Ints]:
    """The points that strokes bring to their player and to the opponent [S], under the usual readings of the book.

    A wrong first contact is one foul, whatever names it bears; a red touched first is worth its complement alone.
    """
    first = ~strokes.object_hit | strokes.red_first | strokes.pins_first
    red = np.where(strokes.red_first, 0, np.array([0, values.cannon, values.casin])[strokes.red_by])
    made = pin_points(strokes.felled, values) + red
    fouls = first.astype(np.int64) + strokes.out
    extra = values.penalty * fouls + values.complement * strokes.red_first
    nothing = np.zeros(len(made), dtype=np.int64)
    return np.where(strokes.foul, nothing, made), np.where(strokes.foul, made + extra, nothing)
