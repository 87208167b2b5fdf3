"""Jack and boules by name and place, for whoever has pointed at them and has no arrays."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from carreau.observe.wrong import Misplaced

JACK = "jack"

Place = tuple[float, float, float, float]  # x, y and z of the centre and the radius, in metres


class Lying(Protocol):
    """Whatever knows its bodies by name, and where each lies."""

    @property
    def names(self) -> Sequence[str]:
        """The jack and the boules."""
        ...

    def place(self, name: str) -> Place:
        """x, y, z and radius of a body in metres; `Misplaced` if it is not there."""
        ...


@dataclass(frozen=True)
class Spots:
    """Bodies that lie on plane ground: x and y of each centre in metres, and its radius."""

    spots_m: Mapping[str, tuple[float, float]]
    radii_m: Mapping[str, float]

    def __post_init__(self) -> None:
        for name, spot in self.spots_m.items():
            if not all(math.isfinite(number) for number in spot):
                raise Misplaced(f"{name} at {list(spot)}: a place is two numbers in metres")
            if not 0 < self.radii_m.get(name, 0) < 1:
                raise Misplaced(
                    f"{name} with a radius of {self.radii_m.get(name)} m: above 0 and below 1 m is possible"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The jack and the boules."""
        return tuple(self.spots_m)

    def place(self, name: str) -> Place:
        """x, y, z and radius of a body in metres; `Misplaced` if it is not there."""
        if name not in self.spots_m:
            raise not_there(name, self.spots_m)
        x, y = self.spots_m[name]
        return x, y, self.radii_m[name], self.radii_m[name]


def not_there(name: str, names: Iterable[str]) -> Misplaced:
    """A body that nobody has placed."""
    return Misplaced(f"{name} is not on the ground; there are {', '.join(names) or 'no bodies'}")
