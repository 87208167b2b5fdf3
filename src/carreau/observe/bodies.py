"""Jack and boules as an observer has them: a name, a place and a radius each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carreau.observe.spots import JACK, not_there
from carreau.observe.wrong import Misplaced

__all__ = ("JACK", "Bodies", "Floats", "finite_places", "numbers")

Floats = NDArray[np.float64]


def numbers(data: ArrayLike, what: str) -> Floats:
    """An array of numbers; `Misplaced` for what is none, or not even."""
    try:
        return np.asarray(data, dtype=np.float64)
    except (ValueError, TypeError):
        raise Misplaced(f"{what}: numbers in metres are wanted, as many in each row; not {str(data)[:60]}") from None


def finite_places(positions_m: ArrayLike, what: str, names: Sequence[object] | None = None) -> Floats:
    """Places as an array [N, 2] or [N, 3] of metres; `Misplaced` for another shape or for what is no number."""
    places = numbers(positions_m, f"place of a {what}")
    if places.ndim != 2 or places.shape[1] not in (2, 3):
        raise Misplaced(f"positions {places.shape}: each {what} has two or three numbers in metres")
    for n in np.flatnonzero(~np.isfinite(places).all(axis=1)).tolist():
        named = names[n] if names is not None and n < len(names) else f"{what} {n}"
        raise Misplaced(f"{named} at {places[n].tolist()}: a place is two or three numbers in metres")
    return places


@dataclass(frozen=True)
class Bodies:
    """Bodies on the ground, by name: `jack`, and boules such as `A.3`.

    `positions_m` [N, 2] or [N, 3] are the centres in metres (with two numbers each lies on the plane ground),
    `radii_m` [N] or one number. Raises `Misplaced` for a name given twice, a place that is no number, no radius.
    """

    names: Sequence[str]
    positions_m: ArrayLike
    radii_m: ArrayLike

    def __post_init__(self) -> None:
        names = tuple(self.names)
        if len(set(names)) < len(names):
            raise Misplaced(f"bodies {', '.join(names)}: each name stands once")
        radii = numbers(self.radii_m, "radii")
        if radii.shape not in ((), (len(names),)):
            raise Misplaced(f"radii {radii.shape}: one number, or one for each of {len(names)} bodies")
        radii = np.broadcast_to(radii, (len(names),))
        places = finite_places(self.positions_m, "body", names)
        if len(places) != len(names):
            raise Misplaced(f"positions {places.shape}: {len(names)} bodies need {len(names)} x 2 or {len(names)} x 3")
        if places.shape[1] == 2:
            places = np.column_stack((places, radii))
        for name, radius in zip(names, radii.tolist(), strict=True):
            if not 0 < radius < 1:
                raise Misplaced(f"{name} with a radius of {radius} m: above 0 and below 1 m is possible")
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "positions_m", places)
        object.__setattr__(self, "radii_m", radii)

    @cached_property
    def places(self) -> dict[str, tuple[float, float, float, float]]:
        """By name: x, y and z of the centre and the radius, in metres."""
        rows: Any = np.column_stack((np.asarray(self.positions_m), np.asarray(self.radii_m))).tolist()
        return {name: tuple(row) for name, row in zip(self.names, rows, strict=True)}

    def place(self, name: str) -> tuple[float, float, float, float]:
        """x, y, z and radius of a body; `Misplaced` if it is not there."""
        if name not in self.places:
            raise not_there(name, self.names)
        return self.places[name]

    def only(self, names: Iterable[str]) -> "Bodies":
        """The jack and these bodies alone, in the order in which they stand here."""
        wanted = {JACK, *names}
        kept = [n for n in self.names if n in wanted]
        rows = [self.places[n] for n in kept]
        return Bodies(kept, np.array([row[:3] for row in rows]).reshape(-1, 3), np.array([row[3] for row in rows]))
