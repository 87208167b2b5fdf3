"""The kinds of facts of a pétanque game: what an umpire could say, in whole millimetres and milliseconds."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from carreau.core.facts import Chosen, Corrected, Fact, Mm, Ms, Number, Side, Undone, Whole
from carreau.petanque.setup import GameSetUp

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
    "refusal", "unsporting", "misconduct", "other",
]  # fmt: skip
Colour = Literal["yellow", "orange", "red"]
JackFault = Literal[
    "too_near", "too_far", "obstacle", "boundary", "end_line", "hidden", "off_lane", "circle_obstacle", "circle_other",
    "not_noted",
]  # fmt: skip
ClockName = Literal[
    "boule", "jack", "jack_place", "search_jack", "search_boule", "late", "absence", "medical", "game"
]  # fmt: skip
Instrument = Literal["eye", "tape", "callipers", "feet", "other"]


class Stopped(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stopped or deflected something in motion: absolute, the book works out who may choose."""

    by: StopperKind
    side: Side | None = None
    player: str | None = None
    on_purpose: bool = False
    equipment: bool = False
    beyond_jack: bool = False
    in_flight: bool = False
    outside: bool = False  # it had already left the playing area


class Moved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
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
    ground_between: bool = False
    part_between: bool = False
    puddle_between: bool = False
    foreign_terrain: bool = False
    found: bool | None = None
    hanging: bool = False
    overhead: bool = False
    stopped: Stopped | None = None
    after_out: bool = False


class DrawWon(Fact, frozen=True, kw_only=True, tag=True):
    """A side has won the draw: it throws the jack first and chooses the terrain where none is allotted."""

    side: Side


class TerrainChosen(Fact, frozen=True, kw_only=True, tag=True):
    """The terrain the game is played on, or moves to; `leave`: the umpire has allowed the move."""

    terrain: str
    side: Side | None = None
    leave: bool | None = None


class SignalGiven(Fact, frozen=True, kw_only=True, tag=True):
    """An official signal. `happened_ms`: when, in game time, if not at the envelope's time.

    `end_running`: whether an end was under way, where the record does not show it.
    """

    what: Literal[
        "announcement", "competition", "games", "game", "restart", "new_phase", "rain", "suspended", "resumed", "time_up",
        "called_off",
    ]  # fmt: skip
    happened_ms: Ms | None = None
    agreed_by: tuple[Literal["umpire", "jury", "committee", "both"], ...] = ()
    end_running: bool | None = None


class PlayersCame(Fact, frozen=True, kw_only=True, tag=True):
    """Players of a side are on the terrain. `late_ms`: after the announcement or restart; `after_start_ms`: after the games' start."""

    side: Side
    players: tuple[str, ...] = ()
    late_ms: Ms | None = None
    after_start_ms: Ms | None = None


class PlayerLeft(Fact, frozen=True, kw_only=True, tag=True):
    """A player has left the playing area. `leave`: the umpire allowed it; `medical`: a doctor has certified it."""

    player: str
    leave: bool | None = None
    medical: bool = False


class PlayerBack(Fact, frozen=True, kw_only=True, tag=True):
    """A player is back; `absent_ms` from leaving, `fraud`: the medical absence was a pretence, says the umpire."""

    player: str
    absent_ms: Ms | None = None
    fraud: bool = False


class PlayerReplaced(Fact, frozen=True, kw_only=True, tag=True):
    """Another person takes a player's place before the competition. `elsewhere`: was registered with another team of it."""

    player: str
    by: str
    elsewhere: bool = False


class LicenceShown(Fact, frozen=True, kw_only=True, tag=True):
    """A player has shown, or not, a licence or the document his federation accepts."""

    player: str
    licence: bool = False
    identity: bool = False
    membership: bool = False


class Inspected(Fact, frozen=True, kw_only=True, tag=True):
    """An inspection of boules, jack, circle or terrain: property -> value, in whole um, mg or mm."""

    object: Literal["boule", "jack", "circle", "terrain", "instrument"]
    found: dict[str, Whole | bool | str]
    side: Side | None = None
    player: str | None = None
    asked_by: Literal["umpire", "jury", "A", "B"] | None = None


class CirclePlaced(Fact, frozen=True, kw_only=True, tag=True):
    """The circle has been drawn or laid. `moved_back_mm`: behind the jack's last place, along the line of the last end.

    `at_jack`: around the place where the next end starts; `spot_gap_mm`: from there to the nearest obstacle;
    `longest_mm`: the longest throw possible from there, `distance_missing`: some legal distance is not.
    `opponents_offer`: they offered a regulation circle, `offer_fit`: it was found in order or not.
    """

    side: Side | None = None
    circle: Literal["drawn", "rigid", "folding"] | None = None
    supplier: Literal["own", "opponents", "organiser"] | None = None
    diameter_mm: Mm | None = None
    feet_fit: bool | None = None
    approved: bool | None = None
    marked: bool | None = None
    obstacle_gap_mm: Mm | None = None
    other_gap_mm: Mm | None = None
    moved_back_mm: Mm | None = None
    longest_mm: Mm | None = None
    elsewhere_possible: bool | None = None
    opponents_offer: bool = False
    offer_fit: bool | None = None
    at_jack: bool | None = None
    spot_gap_mm: Mm | None = None
    distance_missing: bool | None = None


class CircleLifted(Fact, frozen=True, kw_only=True, tag=True):
    """A player has picked the circle up, or kicked it away by accident."""

    side: Side
    player: str | None = None
    accident: bool = False
    marked: bool | None = None


class OldCirclesErased(Fact, frozen=True, kw_only=True, tag=True):
    """The old circles near the new one have been wiped out."""

    side: Side | None = None


class JackLies(Fact, frozen=True, kw_only=True):
    """How a thrown or placed jack lies. `good`: stated valid or not, with `reason`; `range_mm` from the inner edge.

    `partly_visible`: only a part of it can be seen, and nobody has said yet whether that is enough.
    """

    good: bool | None = None
    reason: JackFault | None = None
    range_mm: Mm | None = None
    obstacle_gap_mm: Mm | None = None
    boundary_gap_mm: Mm | None = None
    end_line_gap_mm: Mm | None = None
    visible: bool | None = None
    partly_visible: bool = False
    on_lane: Literal["inside", "across", "off"] | None = None
    marked: bool | None = None


class JackThrown(JackLies, frozen=True, kw_only=True, tag=True):
    """The jack has been thrown by a side; `taps` on the landing spot before it, `elapsed_ms` of the minute."""

    side: Side
    player: str | None = None
    stopped: Stopped | None = None
    taps: Number | None = None
    tapped_by: str | None = None
    elapsed_ms: Ms | None = None


class JackPlaced(JackLies, frozen=True, kw_only=True, tag=True):
    """The jack has been put down by hand by the opponents of the side whose throw failed."""

    side: Side
    circle_moved_back_mm: Mm | None = None
    elsewhere_possible: bool | None = None
    slow: bool = False


class JackAgreedBad(Fact, frozen=True, kw_only=True, tag=True):
    """A side (`agreed_by`), both or the umpire recognise that the jack throw failed."""

    agreed_by: Literal["A", "B", "both", "umpire"]
    reason: JackFault | None = None


class JackLifted(Fact, frozen=True, kw_only=True, tag=True):
    """A side has picked the jack up before the throw was recognised as failed."""

    side: Side
    player: str | None = None


class JackContested(Fact, frozen=True, kw_only=True, tag=True):
    """A side disputes the validity of the jack."""

    side: Side
    reason: JackFault | None = None


class ContestSettled(Fact, frozen=True, kw_only=True, tag=True):
    """The dispute about the jack is decided by agreement or umpire (`upheld`), or by tape (`range_mm`).

    `place_known`: where the jack lay was marked or is agreed, if a boule has moved it since.
    """

    upheld: bool | None = None
    range_mm: Mm | None = None
    place_known: bool | None = None


class BouleThrown(Fact, frozen=True, kw_only=True, tag=True):
    """A side has thrown a boule. `holds`: who holds afterwards; `moved`: what it did; `breach`: how it broke the rules.

    `boule_of`: the player (or side) whose boule it was, if not the thrower's own; `left_lying`: a dead boule not removed.
    """

    side: Side
    player: str | None = None
    how: How | None = None
    holds: Holds | None = None
    moved: tuple[Moved, ...] = ()
    boule_of: str | None = None
    left_lying: bool = False
    together: Number = 1
    landed: bool = True
    elapsed_ms: Ms | None = None
    breach: Breach | None = None

    @property
    def several(self) -> bool:
        """Did more than one boule leave the hand at once?"""
        return self.together > 1

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if the throw moved it."""
        return next((m for m in self.moved if m.object == "jack"), None) if self.moved else None


class BouleDropped(Fact, frozen=True, kw_only=True, tag=True):
    """A boule has slipped from a hand; `throwing`: during the movement of a throw."""

    side: Side
    player: str | None = None
    throwing: bool = False


class ObjectMoved(Fact, frozen=True, kw_only=True, tag=True):
    """A resting jack or boule has been moved by something that is not a throw; `lies`: how it lies now, if noted."""

    object: str
    by: Mover
    side: Side | None = None
    player: str | None = None
    marked: bool | None = None
    agreed: bool = False
    on_purpose: bool = False
    lies: Moved | None = None

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if it was moved; that may not have been noted."""
        lies = self.lies or Moved(object="jack")
        marked = lies.marked if self.marked is None else self.marked
        return structs.replace(lies, marked=marked) if self.object == "jack" else None


class ObjectUncovered(Fact, frozen=True, kw_only=True, tag=True):
    """Something that hid the jack has been taken away."""

    covered_by: Literal["leaf", "paper", "stone", "other"]
    side: Side | None = None
    player: str | None = None


class ObjectChanged(Fact, frozen=True, kw_only=True, tag=True):
    """A jack or boule is to be changed: lost (searched for `elapsed_ms`), broken, ordered by the umpire, or for another reason."""

    object: str
    reason: Literal["lost", "broken", "ordered", "other"]
    player: str | None = None
    side: Side | None = None
    elapsed_ms: Ms | None = None
    largest_piece: Moved | None = None
    equal_pieces: bool = False
    new_set: bool = False

    @property
    def jack_lies(self) -> Moved | None:
        """How the largest piece of a broken jack lies, if it was noted: it counts as the jack."""
        return self.largest_piece if self.object == "jack" and self.reason == "broken" else None


class BouleRemoved(Fact, frozen=True, kw_only=True, tag=True):
    """A dead boule has been taken off the ground."""

    boule: str


class BouleFoundLying(Fact, frozen=True, kw_only=True, tag=True):
    """A dead boule was not taken off."""

    boule: str


class BoulesPickedUp(Fact, frozen=True, kw_only=True, tag=True):
    """Somebody has picked played boules up. `agreed`: conceded by both sides; `accident`: by mistake."""

    side: Side
    player: str | None = None
    boules: tuple[str, ...] = ()
    agreed: bool = False
    accident: bool = False
    marked: bool | None = None


class HeadStated(Fact, frozen=True, kw_only=True, tag=True):
    """Who holds, as said by both, a side or the umpire; `moved_again`: the objects have moved since a frozen word."""

    holds: Holds


class PointMeasured(Fact, frozen=True, kw_only=True, tag=True):
    """Two boules compared: `near` lies nearer than `far`, or they are equal; or `holds` alone when boules are not noted."""

    near: str | None = None
    far: str | None = None
    equal: bool = False
    holds: Holds | None = None
    side: Side | None = None
    player: str | None = None
    instrument: Instrument | None = None
    gaps_mm: dict[str, Mm] = {}
    cleaned: bool | None = None


class HeadMapped(Fact, frozen=True, kw_only=True, tag=True):
    """The live boules in order from the jack, equal ones in one group; gaps surface to surface are for show."""

    order: tuple[tuple[str, ...], ...]
    gaps_mm: dict[str, Mm] = {}
    uncertainty_mm: Mm | None = None


class Lifted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An object taken away for a moment, and whether its place was marked first."""

    object: str
    marked: bool = True


class MeasuringBegun(Fact, frozen=True, kw_only=True, tag=True):
    """A measurement begins, by a side or the umpire, with these objects lifted."""

    side: Side | None = None
    player: str | None = None
    umpire: bool = False
    lifted: tuple[Lifted, ...] = ()
    instrument: Instrument | None = None
    foreign_body: bool = False


class MeasuringEnded(Fact, frozen=True, kw_only=True, tag=True):
    """The measurement is over; `put_back`: these objects lie in their places again."""

    put_back: tuple[str, ...] = ()


class MeasuringDisturbed(Fact, frozen=True, kw_only=True, tag=True):
    """While measuring, the jack or a boule was touched by a side or the umpire. `displaced`: it did not settle in its old place."""

    object: str
    side: Side | None = None
    umpire: bool = False
    pair: tuple[str, str] | None = None
    displaced: bool = True
    cleaning: bool = False
    marked: bool | None = None


class EndCounted(Fact, frozen=True, kw_only=True, tag=True):
    """The points of the end, agreed: a side and its points, or nobody and 0. `in_hand`: boules left when the jack died."""

    side: Side | None = None
    points: Whole = 0
    why: Literal["dead_jack", "equal", "nobody", "agreement", "not_noted"] | None = None
    agreed_by: Literal["both", "A", "B", "umpire"] = "both"
    in_hand: dict[Side, Number] = {}


class EndClosed(Fact, frozen=True, kw_only=True, tag=True):
    """The boules still in hand will not be played."""

    agreed_by: Literal["both", "A", "B", "umpire"] = "both"


class ResultAgreed(Fact, frozen=True, kw_only=True, tag=True):
    """Both sides, or the umpire, confirm the result."""

    score: dict[Side, Number] = {}


class OffenceSeen(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire, or both sides, have seen a breach.

    `count`: how many taps, holes or feet; `distance_mm`: kept by a person; `scoring`: the phone only keeps the record.
    """

    offence: Offence
    side: Side | None = None
    player: str | None = None
    on: Literal["boule", "jack"] | None = None
    boule: str | None = None
    count: Number | None = None
    distance_mm: Mm | None = None
    person: Literal["player", "spectator"] = "player"
    complicity: bool = False
    scoring: bool = False
    note: str | None = None


class CardShown(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire has shown a card to a player (or to every player of a side) for an offence."""

    card: Colour
    player: str | None = None
    side: Side | None = None
    offence: Offence | None = None
    boule: str | None = None


class ComplaintMade(Fact, frozen=True, kw_only=True, tag=True):
    """A side complains: to the umpire or to somebody else, about boules or another matter."""

    side: Side
    about: Literal[
        "material", "diameter", "weight", "marks", "altered", "unmarked_boule", "unmarked_jack", "picked_up", "jack",
        "count", "other",
    ]  # fmt: skip
    to: Literal["umpire", "other"] = "umpire"
    player: str | None = None
    object: str | None = None


class ComplaintSettled(Fact, frozen=True, kw_only=True, tag=True):
    """The umpire has looked into a complaint about the opponents' boules."""

    side: Side
    about: Literal["material", "diameter", "weight", "marks", "altered", "other"]
    upheld: bool


class ReplayAsked(Fact, frozen=True, kw_only=True, tag=True):
    """A side asks to play a boule again."""

    side: Side
    reason: str | None = None


class ForeignGameWaits(Fact, frozen=True, kw_only=True, tag=True):
    """The jack lies on ground where another game has an end under way; `room`: there is room to wait."""

    room: bool = True
    over: bool = False


class ClockStarted(Fact, frozen=True, kw_only=True, tag=True):
    """A clock has been started."""

    clock: ClockName
    side: Side | None = None
    player: str | None = None
    happened_ms: Ms | None = None


class ClockPaused(Fact, frozen=True, kw_only=True, tag=True):
    """A clock has been stopped for a while."""

    clock: ClockName
    why: str | None = None


class ClockExpired(Fact, frozen=True, kw_only=True, tag=True):
    """A clock shows that much time. Clocks only propose: no penalty comes from a clock alone."""

    clock: ClockName
    elapsed_ms: Ms
    side: Side | None = None
    player: str | None = None


class Released(Fact, frozen=True, kw_only=True, tag=True):
    """A boule or the jack left the hand that long after the minute began."""

    elapsed_ms: Ms
    side: Side | None = None
    player: str | None = None


class Found(Fact, frozen=True, kw_only=True, tag=True):
    """A searched jack or boule was found after that time; `lies`: how it lies."""

    object: str
    elapsed_ms: Ms
    lies: Moved | None = None

    @property
    def jack_lies(self) -> Moved | None:
        """How the jack lies, if it was found; that may not have been noted."""
        return (self.lies or Moved(object="jack")) if self.object == "jack" else None


class Ruled(Fact, frozen=True, kw_only=True, tag=True):
    """An official's own ruling on what the book leaves to him or does not foresee; the envelope says who."""

    outcome: Literal[
        "note", "turn", "points", "void_end", "jack_dead", "jack_live", "jack_valid", "jack_invalid", "boule_dead",
        "boule_live", "holds", "player_out", "team_out", "both_out", "game_won", "licence_withdrawn", "prizes_withheld",
        "results_annulled", "suspend", "resume", "call_off", "smooth_running", "extended_to_team", "to_jury",
    ]  # fmt: skip
    note: str | None = None
    clause: str | None = None
    side: Side | None = None
    player: str | None = None
    object: str | None = None
    points: Number | None = None
    holds: Holds | None = None
    refused_by: str | None = None
    jury_size: Number | None = None
    votes: tuple[Number, Number] | None = None
    president_with: Literal["first", "second"] | None = None


class Reported(Fact, frozen=True, kw_only=True, tag=True):
    """Paper about people, without an effect on the game. `after_ms`: how long after the ruling it was sent."""

    what: Literal["conduct", "spectator", "committee", "appeal"]
    note: str | None = None
    player: str | None = None
    side: Side | None = None
    after_ms: Ms | None = None


class Noted(Fact, frozen=True, kw_only=True, tag=True):
    """A remark in the story; `briefing`: players were told or asked to respect the rules, which is no warning."""

    text: str
    briefing: bool = False
    side: Side | None = None
    circle_cleared: bool = False


class PositionStated(Fact, frozen=True, kw_only=True, tag=True):
    """How it lies now. It replaces the state of the end; what is left out stays as it was, or is as at an end's beginning.

    `in_hand` and `thrown` per side; `hands` per player; `boules`: the ones on the ground, live unless in `dead`.
    """

    end: Number | None = None
    score: dict[Side, Number] = {}
    opener: Side | None = None
    in_hand: dict[Side, Number] = {}
    hands: dict[str, Number] = {}
    last: Side | None = None
    head: Holds | None = None
    boule_has_lain: bool | None = None
    jack: Literal["in_hand", "open", "locked", "placed", "dead", "invalid"] | None = None
    jack_marked: bool | None = None
    thrown_by: Side | None = None
    boules: tuple[BouleId, ...] = ()
    dead: tuple[BouleId, ...] = ()
    order: tuple[tuple[BouleId, ...], ...] = ()
    run: Number | None = None
    ends_completed: Number | None = None


PetanqueFact = (
    GameSetUp | DrawWon | TerrainChosen | SignalGiven | PlayersCame | PlayerLeft | PlayerBack | PlayerReplaced
    | LicenceShown | Inspected | CirclePlaced | CircleLifted | OldCirclesErased | JackThrown | JackPlaced | JackAgreedBad
    | JackLifted | JackContested | ContestSettled | BouleThrown | BouleDropped | ObjectMoved | ObjectUncovered
    | ObjectChanged | BouleRemoved | BouleFoundLying | BoulesPickedUp | HeadStated | PointMeasured | HeadMapped
    | MeasuringBegun | MeasuringEnded | MeasuringDisturbed | EndCounted | EndClosed | ResultAgreed | OffenceSeen
    | CardShown | ComplaintMade | ComplaintSettled | ReplayAsked | ForeignGameWaits | ClockStarted | ClockPaused
    | ClockExpired | Released | Found | Ruled | Reported | Noted | PositionStated | Chosen | Undone
)  # fmt: skip
AnyFact = PetanqueFact | Corrected[PetanqueFact]
