"""The cushion draw at five pins, as a referee tells it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from carreau.billiards.five_facts import LagPlayed
from carreau.core.facts import SIDES, Side
from carreau.observe.cloth import Balls, FivePinTable
from carreau.observe.contacts import BALL, CUSHION, PIN, TABLE_KINDS, TOP, Contact, contacts_of, still_on
from carreau.observe.referee import KEEN, Referee
from carreau.observe.tape import nearest_mm
from carreau.observe.wrong import Misplaced


def lag_played(
    contacts: Any,
    rest_m: ArrayLike,
    *,
    radii_m: ArrayLike,
    roles: Sequence[str] = ("A", "B", "red"),
    on_table: Sequence[bool] | None = None,
    table: FivePinTable | None = None,
    left: Side = "A",
    late: Side | None = None,
    referee: Referee = KEEN,
) -> LagPlayed:
    """The cushion draw: where the two balls came to rest, and what each of them touched on its way.

    `roles` [N]: the balls of `A` and `B`, and the `red`, if it is on the table. `rest_mm` is from the bottom cushion to
    the ball. When the two collide, the ball that was outside its own half of the width is at fault: `left` started on the left;
    contacts without places (`y_m`) leave the fault unknown. `late`: whose ball started too late, if one did.
    """
    if len(set(roles)) < len(roles) or not set(SIDES) <= set(roles) <= {*SIDES, "red"}:
        raise Misplaced(f"balls {', '.join(roles)}: the draw has a ball of A and one of B, and perhaps the red")
    found = contacts_of(contacts, len(roles), TABLE_KINDS)
    balls = Balls(rest_m, radii_m, still_on(found, len(roles), on_table))
    sides: dict[Side, int] = {side: list(roles).index(side) for side in SIDES}
    reached = {c.first for c in found if c.kind == CUSHION and c.second == TOP}
    gone = {n for n, on in enumerate(balls.on_table) if not on}
    touched = _touched(found, frozenset(sides.values()))
    rest = {side: nearest_mm(balls.places[n][0] - balls.radii[n]) for side, n in sides.items() if n not in gone}
    return LagPlayed(
        rest_mm=rest,
        late=late,
        collision=_collision(contacts, sides, table or FivePinTable(), left, referee),
        touched=tuple(side for side, n in sides.items() if n in touched),
        failed=tuple(side for side, n in sides.items() if n in gone or n not in reached),
    )


def _touched(contacts: Sequence[Contact], whites: frozenset[int]) -> set[int]:
    """The balls that touched the red or a pin."""
    of_pins = {c.first for c in contacts if c.kind == PIN}
    of_red = {n for c in contacts if c.kind == BALL and not {c.first, c.second} <= whites for n in (c.first, c.second)}
    return (of_pins | of_red) & whites


def _collision(
    contacts: Any, sides: Mapping[Side, int], table: FivePinTable, left: Side, referee: Referee
) -> Literal["A", "B", "unknown"] | None:
    """By whose fault the two balls touched, if they did: by that of the one outside its own half."""
    if not (isinstance(contacts, np.ndarray) and contacts.dtype.names):
        pairs = [{int(row[2]), int(row[3])} for row in contacts if row[1] == BALL]
        return "unknown" if set(sides.values()) in pairs else None
    of_both = [c for c in contacts if c["kind"] == BALL and {int(c["first"]), int(c["second"])} == set(sides.values())]
    if not of_both:
        return None
    where = float(min(of_both, key=lambda c: float(c["time_s"]))["y_m"]) if "y_m" in contacts.dtype.names else None
    if where is None or abs(where - table.width_m / 2) <= referee.line_m:
        return "unknown"
    right: Side = "B" if left == "A" else "A"
    return right if where > table.width_m / 2 else left
