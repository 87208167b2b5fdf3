"""The kinds of contacts as numbers, and contact lists and paths as plain columns.

The numbers are those of the physics; they are written down here again, because facts can also be made from contacts
that somebody has noted by hand, where nothing is simulated.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carreau.observe.wrong import Misplaced

# on the table
BALL, CUSHION, PIN, FALL, PIN_FALL, LANDING, OUT, PIN_SHIFT = range(8)
TABLE_KINDS = ("ball", "cushion", "pin", "fall", "pin_fall", "landing", "out", "pin_shift")

# on the terrain
BODY, GROUND, OBSTACLE, BOARD = range(4)
GROUND_KINDS = ("body", "ground", "obstacle", "board")

BOTTOM, TOP, RIGHT, LEFT = range(4)  # the cushions


class Contact(NamedTuple):
    """One contact: when, of which kind, who came, who or what was met."""

    time_s: float
    kind: int
    first: int
    second: int


def contacts_of(contacts: Any, bodies: int, kinds: Sequence[str]) -> list[Contact]:
    """The contacts in order of time from a structured array, or from rows (time, kind, first, second).

    Of a structured array the fields `time_s`, `kind`, `first` and `second` are read. Raises `Misplaced` for a kind or a
    body that is not there.
    """
    if isinstance(contacts, np.ndarray) and contacts.dtype.names:
        missing = [name for name in Contact._fields if name not in contacts.dtype.names]
        if missing:
            raise Misplaced(f"contacts without {', '.join(missing)}; they have {', '.join(contacts.dtype.names)}")
        rows: Any = [contacts[name].tolist() for name in Contact._fields]
        found = [Contact(*row) for row in zip(*rows, strict=True)]
    else:
        found = [_contact(n, row) for n, row in enumerate(contacts)]
    for n, contact in enumerate(found):
        if not 0 <= contact.kind < len(kinds):
            raise Misplaced(f"contact {n}: kind {contact.kind}; 0 to {len(kinds) - 1} are {', '.join(kinds)}")
        by_pin = contact.kind == PIN_FALL and kinds is TABLE_KINDS
        if not by_pin and not -1 <= contact.first < bodies:
            raise Misplaced(f"contact {n}: body {contact.first}; there are {bodies}, the first is 0")
        if not contact.time_s >= 0:
            raise Misplaced(f"contact {n}: at {contact.time_s} s; times begin at 0")
    return sorted(found, key=lambda c: c.time_s)


def _contact(n: int, row: Any) -> Contact:
    try:
        time, kind, first, second = row
        return Contact(float(time), int(kind), int(first), int(second))
    except (ValueError, TypeError):
        raise Misplaced(f"contact {n}: time, kind, first and second are wanted, not {str(row)[:60]}") from None


def still_on(contacts: Sequence[Contact], balls: int, on_table: Sequence[bool] | None) -> list[bool]:
    """Which balls are on the table at the end: as said, and without those that the contacts have leaving it."""
    said = [True] * balls if on_table is None else [bool(yes) for yes in on_table]
    if len(said) != balls:
        raise Misplaced(f"on_table: {len(said)} values for {balls} balls")
    left = {contact.first for contact in contacts if contact.kind == OUT}
    return [yes and n not in left for n, yes in enumerate(said)]


class Path(NamedTuple):
    """Where one body was: times [M] and places seen from above [M, 2]."""

    times_s: NDArray[np.float64]
    points_m: NDArray[np.float64]


def paths_of(paths: Any, bodies: int) -> dict[int, Path]:
    """The paths by the number of the body, from a structured array with `time_s`, `body`, `x_m` and `y_m`."""
    around(paths, bodies)
    found = {}
    for body in np.unique(paths["body"]).tolist():
        rows = paths[paths["body"] == body]
        points = np.column_stack((rows["x_m"], rows["y_m"])).astype(np.float64)
        found[body] = Path(rows["time_s"].astype(np.float64), points)
    return found


def around(paths: Any, bodies: int) -> NDArray[np.float64]:
    """The lowest and the highest x and y of all paths [2, 2]; `Misplaced` for paths that cannot be."""
    names = getattr(getattr(paths, "dtype", None), "names", None) or ()
    missing = [name for name in ("time_s", "body", "x_m", "y_m") if name not in names]
    if missing:
        raise Misplaced(f"paths without {', '.join(missing)}; a path is an array with time_s, body, x_m and y_m")
    if not len(paths):
        return np.zeros((2, 2))
    first, last = int(paths["body"].min()), int(paths["body"].max())
    if first < 0 or last >= bodies:
        raise Misplaced(f"path of body {first if first < 0 else last}; there are {bodies}, the first is 0")
    box = np.array([[paths[axis].min(), paths[axis].max()] for axis in ("x_m", "y_m")], dtype=np.float64).T
    if not (np.isfinite(box).all() and np.isfinite(paths["time_s"].sum())):
        body = next(int(row["body"]) for row in paths if not np.isfinite([row["time_s"], row["x_m"], row["y_m"]]).all())
        raise Misplaced(f"path of body {body}: a place or time in it is no number")
    return box
