"""A stroke at five pins, and the cushion draw, as a referee tells them: contacts in order, pins, balls out, where they lie."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from carreau.billiards.five_facts import PINS, Act, BallOfStroke, Pin, StrokePlayed
from carreau.core.facts import Side
from carreau.observe.bodies import numbers
from carreau.observe.cloth import Balls, FivePinTable
from carreau.observe.contacts import (
    BALL,
    CUSHION,
    FALL,
    OUT,
    PIN,
    PIN_FALL,
    PIN_SHIFT,
    TABLE_KINDS,
    Contact,
    contacts_of,
    still_on,
)  # fmt: skip
from carreau.observe.five_lag import lag_played
from carreau.observe.five_rest import (
    FALLEN,
    SHIFTED,
    STANDING,
    covered,
    lying,
    pin_places,
    rested,
    shifted,
    spots_taken,
)  # fmt: skip
from carreau.observe.referee import HUMAN, KEEN, Referee
from carreau.observe.tape import NOISE_M
from carreau.observe.wrong import Misplaced

__all__ = ["HUMAN", "KEEN", "Referee", "lag_played", "stroke_played"]

LETTERS: dict[BallOfStroke, str] = {"cue": "C", "object": "O", "red": "R"}
TABLE = FivePinTable()
CHATTER_S = 0.002  # touches of the same two things that follow each other faster are one
FLIES_M = 0.001  # a ball that has left the cloth by less than a millimetre rolls


def stroke_played(
    contacts: Any,
    rest_m: ArrayLike,
    *,
    radii_m: ArrayLike,
    roles: Sequence[BallOfStroke] = ("cue", "object", "red"),
    pins: Sequence[Pin] = PINS,
    pin_states: Sequence[int] | None = None,
    pins_m: ArrayLike | None = None,
    on_table: Sequence[bool] | None = None,
    start_m: ArrayLike | None = None,
    flight: tuple[ArrayLike, ArrayLike] | None = None,
    table: FivePinTable = TABLE,
    referee: Referee = KEEN,
    side: Side | None = None,
    played: Literal["own", "opponents", "red"] = "own",
    acts: Iterable[Act] = (),
    elapsed_ms: int | None = None,
) -> StrokePlayed:
    """A stroke: what touched and felled what in order, and how the table lies now.

    `contacts`: structured array (or rows time, kind, first, second) of the stroke, balls and pins by number. `roles` [N]:
    which ball is the cue ball, the object ball, the red; `pins` [P]: which pins stood, `pin_states` [P] (0 stands, 1 shifted, 2
    fallen; without them the contacts say what fell) and `pins_m` [P, 2] where they stand now. `rest_m` [N, 2 or 3] and
    `on_table` [N]: where the balls lie; `start_m` [N, 2 or 3]: where they lay, for what the cue ball rested against.
    `flight`: times [T] and places [T, N, 3] of the balls, for jumps. Raises `Misplaced` for what cannot be.
    """
    _check_roles(roles, pins)
    found = contacts_of(contacts, len(roles), TABLE_KINDS)
    balls = Balls(rest_m, radii_m, still_on(found, len(roles), on_table))
    view = _Stroke(found, tuple(roles), tuple(pins), balls, referee)
    states = _states(view, pin_states)
    places = pin_places(pins, pins_m, table)
    contact, direct = (
        rested(Balls(start_m, balls.radii), roles, found, table, referee) if start_m is not None else ((), ())
    )
    jumped: tuple[Act, ...] = ("jump",) if flight is not None and view.jumped(flight, places) else ()
    return StrokePlayed(
        side=side,
        events=(*view.events(), *view.against()),
        played=played,
        acts=(*acts, *jumped),
        contact=contact,
        direct=direct,
        out=view.out,
        shifted=tuple(shifted(balls, roles, pins, states, places)),
        covered=covered(balls, pins, states, table),
        lies={
            role: lying(balls.places[n], balls.radii[n], table, referee)
            for n, role in enumerate(roles)
            if role not in view.out
        },
        spots_taken=spots_taken(balls, table),
        elapsed_ms=elapsed_ms,
    )


def _check_roles(roles: Sequence[str], pins: Sequence[str]) -> None:
    if sorted(roles) != sorted(LETTERS):
        raise Misplaced(f"balls {', '.join(roles)}: a stroke has a cue, an object and a red ball, each once")
    if len(set(pins)) < len(pins) or not set(pins) <= set(PINS):
        raise Misplaced(f"pins {', '.join(pins)}: there are {', '.join(PINS)}, each once")


def _states(view: "_Stroke", pin_states: Sequence[int] | None) -> list[int]:
    """The state of each pin: as given, else as the contacts say."""
    if pin_states is None:
        return [FALLEN if pin in view.fallen else SHIFTED if pin in view.dragged else STANDING for pin in view.pins]
    states = [int(state) for state in pin_states]
    if len(states) != len(view.pins) or not set(states) <= {STANDING, SHIFTED, FALLEN}:
        raise Misplaced(f"pin_states {states}: 0 stands, 1 shifted or 2 fallen for each of {len(view.pins)} pins")
    return states


class _Stroke:
    """One stroke as a referee beside the table sees it."""

    def __init__(
        self,
        contacts: list[Contact],
        roles: tuple[BallOfStroke, ...],
        pins: tuple[Pin, ...],
        balls: Balls,
        referee: Referee,
    ) -> None:
        self.contacts, self.roles, self.pins, self.balls, self.referee = contacts, roles, pins, balls, referee
        for contact in contacts:
            self._check(contact)

    def _check(self, contact: Contact) -> None:
        of_pins = contact.kind in (PIN, FALL, PIN_FALL, PIN_SHIFT)
        if contact.kind == BALL and not 0 <= contact.second < len(self.roles):
            raise Misplaced(f"contact at {contact.time_s} s with ball {contact.second}; there are {len(self.roles)}")
        if contact.kind == PIN_FALL and not 0 <= contact.first < len(self.pins):
            raise Misplaced(f"contact at {contact.time_s} s of pin {contact.first}; there are {len(self.pins)}")
        if of_pins and not 0 <= contact.second < len(self.pins):
            raise Misplaced(f"contact at {contact.time_s} s with pin {contact.second}; there are {len(self.pins)}")

    @property
    def fallen(self) -> set[Pin]:
        """The pins that fell."""
        return {self.pins[c.second] for c in self.contacts if c.kind in (FALL, PIN_FALL)}

    @property
    def dragged(self) -> set[Pin]:
        """The pins that a ball has dragged."""
        return {self.pins[c.second] for c in self.contacts if c.kind == PIN_SHIFT}

    @property
    def out(self) -> tuple[BallOfStroke, ...]:
        """The balls that are off the table."""
        return tuple(role for role, on in zip(self.roles, self.balls.on_table, strict=True) if not on)

    def letter(self, ball: int) -> str:
        """C, O or R."""
        return LETTERS[self.roles[ball]]

    def events(self) -> tuple[str, ...]:
        """The events in the words of the fact."""
        told: list[tuple[float, str]] = []
        gone: set[int] = set()
        for contact in self.contacts:
            if contact.kind == OUT:
                gone.add(contact.first)
            elif (event := self._event(contact, gone)) is not None:
                self._tell(told, contact.time_s, event)
        return tuple(event for _, event in self._at_once(told))

    def _event(self, contact: Contact, gone: set[int]) -> str | None:
        match contact.kind:
            case k if k == BALL:
                pair = sorted((self.letter(contact.first), self.letter(contact.second)), key="COR".index)
                return f"{pair[0]}>{pair[1]}"
            case k if k == CUSHION:
                return f"{self.letter(contact.first)}="
            case k if k == PIN_FALL:
                return f"{self.pins[contact.first]}~{self.pins[contact.second]}"
            case k if k == FALL:
                return self._fall(contact, gone)
        return None

    def _fall(self, contact: Contact, gone: set[int]) -> str:
        pin = self.pins[contact.second]
        if contact.first < 0:
            return f"-!{pin}"
        letter = self.letter(contact.first)
        if contact.first in gone:
            return f"{letter}^{pin}"
        other = self._also_hit(contact)
        return f"C+{other}!{pin}" if other else f"{letter}!{pin}"

    def _also_hit(self, fall: Contact) -> str | None:
        """The ball beside the cue ball that hit the pin at the same moment: only the referee can say which felled it."""
        hits = [
            c for c in self.contacts if c.kind == PIN and c.second == fall.second and c.time_s <= fall.time_s + NOISE_M
        ]
        own = [c.time_s for c in hits if c.first == fall.first]
        felled = max(own, default=fall.time_s)
        both = {self.letter(c.first) for c in hits if abs(c.time_s - felled) <= self.referee.time_s}
        both.add(self.letter(fall.first))
        others = sorted(both - {"C"})
        return others[0] if "C" in both and others else None

    def _tell(self, told: list[tuple[float, str]], time: float, event: str) -> None:
        """Adds an event, unless it is the same touch still: two balls that chatter are one contact for anybody."""
        last = next((t for t, e in reversed(told) if e == event), None)
        if event[1] in ">=" and last is not None and time - last <= max(self.referee.time_s, CHATTER_S):
            return
        told.append((time, event))

    def _at_once(self, told: list[tuple[float, str]]) -> list[tuple[float, str]]:
        """The same, with the two doubts that only a referee can settle where first contacts fall together."""
        for first, second, both in (("C>O", "C>R", "C>O+R"), ("C>R", "O>R", "C+O>R")):
            a = next((n for n, (_, e) in enumerate(told) if e == first), None)
            b = next((n for n, (_, e) in enumerate(told) if e == second), None)
            if a is None or b is None or abs(told[a][0] - told[b][0]) > self.referee.time_s:
                continue
            if both == "C+O>R" and not any(e == "C>O" for _, e in told[: min(a, b)]):
                continue  # before the object ball the red was simply touched first
            early, late = sorted((a, b))
            told = [*told[:early], (told[early][0], both), *told[early + 1 : late], *told[late + 1 :]]
        return told

    def against(self) -> Iterator[str]:
        """Balls that came to rest against each other though no contact was seen: the referee says whether they touch."""
        touched = {frozenset((c.first, c.second)) for c in self.contacts if c.kind == BALL}
        lie = sorted((n for n, on in enumerate(self.balls.on_table) if on), key=lambda n: "COR".index(self.letter(n)))
        for one, other in combinations(lie, 2):
            if frozenset((one, other)) not in touched and self.balls.gap_m(one, other) <= self.referee.gap_m:
                yield f"{self.letter(one)}_{self.letter(other)}"

    def jumped(self, flight: tuple[ArrayLike, ArrayLike], pins_m: Sequence[tuple[float, float]]) -> bool:
        """Did the cue ball fly over a pin or the red before it touched the object ball?"""
        times, places = numbers(flight[0], "times of the flight"), numbers(flight[1], "places of the flight")
        if places.shape != (len(times), len(self.roles), 3):
            raise Misplaced(
                f"flight {places.shape}: {len(times)} times need {len(times)} x {len(self.roles)} x 3 numbers"
            )
        cue, red = self.roles.index("cue"), self.roles.index("red")
        radius = self.balls.radii[cue]
        until = next((c.time_s for c in self.contacts if self._is_pair(c, "cue", "object")), math.inf)
        flies = (times < until) & (places[:, cue, 2] > radius + FLIES_M)
        over_red = np.hypot(*(places[:, cue, :2] - places[:, red, :2]).T) < radius + self.balls.radii[red] - FLIES_M
        over_pin = np.zeros(len(times), dtype=np.bool_)
        down = {c.second: c.time_s for c in self.contacts if c.kind in (FALL, PIN_FALL)}
        for n, pin in enumerate(pins_m):
            near = np.hypot(*(places[:, cue, :2] - np.asarray(pin)).T) < radius
            over_pin |= near & (times < down.get(n, math.inf))
        return bool((flies & (over_red | over_pin)).any())

    def _is_pair(self, contact: Contact, one: BallOfStroke, other: BallOfStroke) -> bool:
        return contact.kind == BALL and {self.roles[contact.first], self.roles[contact.second]} == {one, other}
