"""Balls and jack of billiard cochonnet, as somebody who watches the table tells them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from carreau.billiards.cochonnet_facts import (
    PLAYED,
    UNPLAYED,
    BallPlayed,
    EndMeasured,
    JackThrown,
    LagPlayed,
    Line,
    Moved,
    Rolled,
)  # fmt: skip
from carreau.core.facts import SIDES, Side
from carreau.observe.bodies import JACK, Bodies, finite_places, numbers
from carreau.observe.cloth import Balls, CochonnetTable
from carreau.observe.contacts import BALL, CUSHION, TABLE_KINDS, TOP, Contact, contacts_of, still_on
from carreau.observe.head import gaps_m, order
from carreau.observe.tape import EXACT, NOISE_M, Instrument, nearest_mm
from carreau.observe.wrong import Misplaced

TABLE = CochonnetTable()
STILL_M = 1e-6  # what lies within this of its old place has not moved
CHATTER_S = 0.002  # touches of one cushion that follow each other faster are one


def line_of(x: float, radius: float, table: CochonnetTable = TABLE) -> Line:
    """How a ball lies to the starting line: before it, astride, its centre past it, or all of it past.

    What only touches the line with its edge lies before it, or on the other side is not wholly past.
    """
    beyond = table.line_m - x
    if beyond <= -radius + NOISE_M:
        return "before"
    if beyond <= NOISE_M:
        return "astride"
    return "centre_past" if beyond <= radius + NOISE_M else "past"


class _Roll:
    """One ball or jack rolled, as it is seen: its cushions, what it met before the far one, where everything lies."""

    def __init__(
        self,
        names: Sequence[str],
        thrown: str,
        contacts: Any,
        rest_m: ArrayLike,
        radii_m: ArrayLike,
        on_table: Sequence[bool] | None,
        table: CochonnetTable,
    ) -> None:
        if len(set(names)) < len(names) or thrown not in names:
            raise Misplaced(f"{thrown} among {', '.join(names)}: each name stands once, and the one played is there")
        self.names, self.table, self.own = tuple(names), table, list(names).index(thrown)
        self.contacts = contacts_of(contacts, len(names), TABLE_KINDS)
        self.balls = Balls(rest_m, radii_m, still_on(self.contacts, len(names), on_table))
        if len(self.balls.places) != len(names):
            raise Misplaced(f"rest_m has {len(self.balls.places)} balls, there are {len(names)} names")

    @property
    def cushions(self) -> list[Contact]:
        """Its contacts with cushions; those that follow one another on the same cushion at once are one."""
        found: list[Contact] = []
        last: dict[int, float] = {}
        for contact in self.contacts:
            if contact.kind == CUSHION and contact.first == self.own:
                if contact.time_s - last.get(contact.second, -1.0) > CHATTER_S:
                    found.append(contact)
                last[contact.second] = contact.time_s
        return found

    @property
    def far_cushion_s(self) -> float | None:
        """When it reached the far cushion."""
        return next((c.time_s for c in self.cushions if c.second == TOP), None)

    def met_before(self, time_s: float) -> list[str]:
        """What it touched of the other balls before that time, each once, in order."""
        met = [
            self.names[c.second if c.first == self.own else c.first]
            for c in self.contacts
            if c.kind == BALL and self.own in (c.first, c.second) and c.time_s < time_s
        ]
        return list(dict.fromkeys(met))

    def line(self, ball: int) -> Line | None:
        """How a ball lies to the starting line; None off the table."""
        on = self.balls.on_table[ball]
        return line_of(self.balls.places[ball][0], self.balls.radii[ball], self.table) if on else None

    def seen(self) -> dict[str, Any]:
        """What is said of the rolled ball itself."""
        return {
            "far_cushion": self.far_cushion_s is not None,
            "cushions": len(self.cushions),
            "line": self.line(self.own),
            "off_table": not self.balls.on_table[self.own],
        }


def jack_thrown(
    side: Side,
    contacts: Any,
    rest_m: ArrayLike,
    *,
    radii_m: ArrayLike,
    names: Sequence[str] = (JACK,),
    on_table: Sequence[bool] | None = None,
    table: CochonnetTable = TABLE,
    player: str | None = None,
) -> JackThrown:
    """The jack has been rolled: cushions touched, and how it lies to the starting line.

    `contacts`: structured array, or rows (time, kind, first, second); `names` [N] of what is on the table, the `jack`
    among them; `rest_m` [N, 2 or 3], `radii_m` [N] or one number, `on_table` [N] as after the roll.
    """
    roll = _Roll(names, JACK, contacts, rest_m, radii_m, on_table, table)
    return JackThrown(side=side, player=player, **roll.seen())


def ball_played(
    side: Side,
    contacts: Any,
    rest_m: ArrayLike,
    *,
    radii_m: ArrayLike,
    names: Sequence[str],
    played: str,
    before_m: ArrayLike,
    on_table: Sequence[bool] | None = None,
    unplayed: Collection[str] = (),
    ordered: Iterable[str] | None = None,
    marked: Collection[str] | None = None,
    instrument: Instrument = EXACT,
    table: CochonnetTable = TABLE,
    player: str | None = None,
) -> BallPlayed:
    """A ball has been rolled: its cushions, what it touched before the far one, what lies elsewhere now.

    `names` [N]: `jack`, balls such as `B.2`, and the one `played`; `before_m` [N, 2 or 3] where they lay (the played ball's
    own line is not read). `unplayed`: those that wait in the out-of-play zone. `ordered`: the balls to put in order by their
    nearness to the jack, if they are (None: not; the head can be measured afterwards). `marked`: whose old place is known.
    """
    roll = _Roll(names, played, contacts, rest_m, radii_m, on_table, table)
    reached = roll.far_cushion_s
    met = roll.met_before(float("inf") if reached is None else reached)
    touched = [name for name in met if name not in unplayed]
    if any(name in unplayed for name in met):
        touched.append(UNPLAYED)
    return BallPlayed(
        side=side,
        player=player,
        touched_before=tuple(touched),
        moved=tuple(_moved(roll, before_m, unplayed, marked)),
        order=() if ordered is None else _order(roll, ordered, instrument),
        **roll.seen(),
    )


def _moved(
    roll: _Roll, before_m: ArrayLike, unplayed: Collection[str], marked: Collection[str] | None
) -> Iterable[Moved]:
    """What lies elsewhere than before; balls not yet played are put back without a word."""
    before = numbers(before_m, "before_m")
    if before.ndim != 2 or len(before) != len(roll.names) or before.shape[1] < 2:
        raise Misplaced(f"before_m {before.shape}: {len(roll.names)} balls need {len(roll.names)} x 2 numbers")
    for n, name in enumerate(roll.names):
        if n == roll.own or name in unplayed:
            continue
        on = roll.balls.on_table[n]
        if on and float(np.hypot(*(before[n, :2] - roll.balls.places[n]))) <= STILL_M:
            continue
        known = None if marked is None else name in marked
        yield Moved(object=name, line=roll.line(n), off_table=not on, marked=known)


def _order(roll: _Roll, ordered: Iterable[str], instrument: Instrument) -> tuple[tuple[str, ...], ...]:
    bodies = Bodies(roll.names, roll.balls.places, roll.balls.radii)
    own = roll.names[roll.own]
    groups = order(bodies, [name for name in ordered if name != JACK], instrument)
    return tuple(tuple(PLAYED if name == own else name for name in group) for group in groups)


def end_measured(
    rest_m: ArrayLike,
    *,
    radii_m: ArrayLike,
    names: Sequence[str],
    ordered: Iterable[str] | None = None,
    instrument: Instrument = EXACT,
) -> EndMeasured:
    """The balls in order from the nearest to the jack on, equal ones together, and their gaps in millimetres for show.

    `names` [N] with the `jack`; `ordered`: the live balls (all, if not said). Gaps are between the surfaces.
    """
    bodies = Bodies(names, finite_places(rest_m, "ball")[:, :2], radii_m)
    live = [name for name in names if name != JACK] if ordered is None else list(ordered)
    gaps = {name: nearest_mm(gap) for name, gap in sorted(gaps_m(bodies, live).items())}
    return EndMeasured(order=order(bodies, live, instrument), gaps_mm=gaps)


def lag_played(
    rolls: Mapping[Side, tuple[Any, ArrayLike]],
    *,
    radius_m: float,
    on_table: Mapping[Side, bool] | None = None,
    table: CochonnetTable = TABLE,
) -> LagPlayed:
    """The draw for the jack: of each side, the contacts of its ball, alone on the table, and its place [2 or 3].

    `gap_mm` is from the starting line to the ball; of a ball that lies across it, 0.
    """
    balls = {}
    for side in SIDES:
        if side in rolls:
            contacts, place = rolls[side]
            on = True if on_table is None else on_table.get(side, True)
            roll = _Roll((side,), side, contacts, numbers(place, "place of a ball")[None], radius_m, [on], table)
            balls[side] = _rolled(roll)
    return LagPlayed(balls=balls)


def _rolled(roll: _Roll) -> Rolled:
    seen = roll.seen()
    gap = None
    if not seen["off_table"]:
        gap = nearest_mm(abs(roll.balls.places[0][0] - roll.table.line_m) - roll.balls.radii[0])
    return Rolled(far_cushion=seen["far_cushion"], line=seen["line"], off_table=seen["off_table"], gap_mm=gap)
