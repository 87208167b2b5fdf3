"""The words that the facts of pétanque share: who holds, what stopped what, and what a throw did to an object."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carreau.core.facts import Mm, Number, Side, Whole

Holds = Literal["A", "B", "equal", "nobody", "unknown"]

How = Literal["point", "shot"]

BouleId = Annotated[str, Meta(pattern=r"^[AB]\.[1-9]\d?$")]

LineKind = Literal["exterior", "lane_side", "lane_end", "boundary"]

Mover = Literal[
    "wind", "slope", "player", "umpire", "spectator", "animal", "object", "boule", "foreign_boule", "foreign_jack"
]

StopperKind = Literal[
    "player", "umpire", "spectator", "animal", "object", "fixed", "foreign_boule", "foreign_jack"
]  # `fixed`: something that does not move, such as a post; `object`: a moving thing

Breach = Literal[
    "out_of_turn", "too_many", "barred", "excluded", "absent", "wrong_circle", "two_together",
    "aid", "second_boule", "wet",
]  # fmt: skip

Offence = Literal[
    "circle", "feet_outside", "feet_lifted", "body_outside", "wheel_outside", "obstacle", "sweeping", "taps", "holes",
    "time", "mud", "practice", "measuring_feet", "absence", "wrong_boule", "aid", "second_boule", "wet", "noise",
    "disturbing", "between", "position", "dress", "smoking", "phone", "pick_up", "old_circle", "not_marking", "own_instrument",
    "refusal", "unsporting", "prize_sharing", "misconduct", "other",
]  # fmt: skip

Colour = Literal["yellow", "orange", "red"]

JackFault = Literal[
    "too_near", "too_far", "obstacle", "boundary", "end_line", "hidden", "off_lane", "circle_obstacle", "circle_boundary",
    "circle_other",
    "not_noted",
]  # fmt: skip

ClockName = Literal[
    "boule", "jack", "jack_place", "search_jack", "search_boule", "late", "absence", "medical", "game"
]  # fmt: skip

Instrument = Literal["eye", "tape", "callipers", "feet", "other"]


class Stopped(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stopped or deflected something in motion: absolute, the book works out who may choose."""

    by: StopperKind
    side: Side | None = None
    player: str | None = None
    on_purpose: bool = False
    equipment: bool = False
    beyond_jack: bool = False
    in_flight: bool = False
    outside: bool = False  # it had already left the playing area
    rolled_on: bool = False  # it was only deflected


class Moved(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a throw did to one object: `jack`, a boule such as `A.3`, or `thrown` for the boule thrown.

    `overlap_mm`: how much of it still projects on or inside the outer edge of the `line` (0 touches, below 0 is beyond).
    `range_mm`: from the circle's inner edge to its nearest point. `after_out`: moved by a boule that had been outside.
    `lanes_crossed`: lane side lines it has wholly crossed (1: it lies in the neighbouring lane); an overlap on a
    `lane_side` is that of the next one. `line_mm`: how thick the line is. `part_between`: prohibited ground lies between
    it and a part of the circle only; `puddle_between`: what lies between is a puddle.
    """

    object: str
    marked: bool | None = None
    dead: bool = False
    out: bool = False
    came_back: bool = False
    line: LineKind | None = None
    overlap_mm: Whole | None = None
    line_mm: Mm | None = None
    lanes_crossed: Number | None = None
    range_mm: Mm | None = None
    visible: bool | None = None
    partly_visible: bool = False
    hidden_by: Literal["boule", "other"] | None = None
    floating: bool = False
    in_puddle: bool = False
    ground_between: bool = False
    part_between: bool = False
    puddle_between: bool = False
    foreign_terrain: bool = False
    found: bool | None = None
    hanging: bool = False
    overhead: bool = False
    stopped: Stopped | None = None
    after_out: bool = False
