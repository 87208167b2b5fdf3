"""The state of a pétanque game: computed from its facts, never edited."""

from typing import Literal

from msgspec import Struct

from carreau.core.facts import Side
from carreau.core.nearness import Order
from carreau.core.ruling import State
from carreau.petanque.facts import Colour, Holds, Moved, Offence
from carreau.petanque.setup import GameSetUp

Phase = Literal["setup", "draw", "circle", "jack", "place", "play", "count", "agreed", "result", "over", "suspended"]
Does = Literal["jack", "place", "boule", "count"]
JackIs = Literal["in_hand", "thrown", "invalid", "handed_over", "open", "locked", "dead"]
BouleIs = Literal["live", "dead", "lost", "taken_up"]
Step = Colour | Literal["warning", "boule", "end"]
Gone = Literal["cancelled", "disqualified", "barred", "lost"]


class BySide(Struct, frozen=True, gc=False):
    """A number for each side."""

    A: int = 0
    B: int = 0

    def of(self, side: Side) -> int:
        """The side's number."""
        return self.A if side == "A" else self.B

    def plus(self, side: Side, more: int) -> "BySide":
        """The numbers with the side's changed by so much."""
        return BySide(self.A + more, self.B) if side == "A" else BySide(self.A, self.B + more)


class Boule(Struct, frozen=True, gc=False, kw_only=True):
    """A boule played in this end. `lying`: dead but not taken off; `reason`: why it is dead, `not_noted` if nobody said.

    `extra`: thrown although the side had no such boule to play, so that it never left the hand.
    """

    id: str
    side: Side
    player: str | None = None
    status: BouleIs = "live"
    reason: str | None = None
    lying: bool = False
    marked: bool | None = None
    extra: bool = False

    @property
    def live(self) -> bool:
        """Does it count?"""
        return self.status == "live"


class Jack(Struct, frozen=True, gc=False, kw_only=True):
    """The jack of this end: who threw it, who placed it, where it lies if that was noted, and why it is dead.

    `attempts`: counted throws of the side that has it; `passes`: how often it has passed to the other side.
    """

    status: JackIs = "in_hand"
    thrown_by: Side | None = None
    placed_by: Side | None = None
    reason: str | None = None
    range_mm: int | None = None
    visible: bool | None = None
    marked: bool | None = None
    hit: bool = False
    range_before_mm: int | None = None
    displaced_out: bool = False
    foreign_terrain: bool = False
    recognised_bad: tuple[str, ...] = ()
    attempts: int = 0
    passes: int = 0
    passed_to: Side | None = None
    contested_by: Side | None = None
    before: "Jack | None" = None  # as it lay before it was last displaced
    contested_for: str | None = None
    sight_ruled: bool = False
    contests_ruled: tuple[str, ...] = ()  # what the umpire has refused a contest for; "any" if no reason was noted

    @property
    def live(self) -> bool:
        """Can the end be played to it?"""
        return self.status in ("open", "locked")

    @property
    def dead(self) -> bool:
        """Has it died in this end?"""
        return self.status == "dead"


class Circle(Struct, frozen=True, gc=False, kw_only=True):
    """The circle of this end, as far as noted."""

    placed: bool = False
    placed_by: Side | None = None
    drawn_by: str | None = None
    kind: str | None = None
    marked: bool | None = None
    diameter_mm: int | None = None
    obstacle_gap_mm: int | None = None
    boundary_gap_mm: int | None = None
    other_gap_mm: int | None = None
    longest_mm: int | None = None
    elsewhere_possible: bool | None = None
    moved_back: bool = False


class PlayerNow(Struct, frozen=True, gc=False, kw_only=True):
    """A player in this game. `hand`: boules in hand while every throw of the side named its player, else None.

    `plays`: takes part in this end; `joins`: takes part from the next; `away_ms`: game time of leaving.
    """

    id: str
    side: Side
    hand: int | None = None
    present: bool = True
    plays: bool = True
    out: bool = False
    away: bool = False
    away_ms: int | None = None
    leave: bool | None = None
    medical: bool = False
    cancelled: int = 0
    owes: int = 0
    misses: int = 0
    exemption: str | None = None
    replaced: bool = False
    age: int | None = None
    out_why: str | None = None
    cards_before: int = 0


class Card(Struct, frozen=True, gc=False, kw_only=True):
    """A step of the ladder: for whom, the card or the penalty spoken, for what, in which end and by which entry."""

    player: str
    side: Side
    card: Step
    offence: str | None = None
    end: int = 0
    seq: int = 0


class Seen(Struct, frozen=True, gc=False, kw_only=True):
    """A breach on record: by whom, what, in which end, by which entry."""

    offence: Offence
    side: Side | None = None
    player: str | None = None
    end: int = 0
    seq: int = 0
    warned: bool = False
    boule: str | None = None


class Points(Struct, frozen=True, gc=False, kw_only=True):
    """A line of the score log: points of an end, of a penalty or for an absence."""

    kind: Literal["end", "penalty", "absence", "stated"]
    side: Side
    points: int
    end: int
    cites: tuple[str, ...] = ()


class Bar(Struct, frozen=True, gc=False, kw_only=True):
    """Boules that may not be played in this end: a side's or a player's, how many, and why."""

    side: Side
    cause: Literal["circle", "pick_up", "excluded", "missing"]
    boules: int
    player: str | None = None


class Clock(Struct, frozen=True, gc=False, kw_only=True):
    """A running or paused clock, in game time; `limit_ms` is what the book allows."""

    clock: str
    side: Side | None = None
    player: str | None = None
    since_ms: int | None = None
    limit_ms: int | None = None
    paused: bool = False
    paused_at_ms: int | None = None


class Memory(Struct, frozen=True, gc=False, kw_only=True):
    """What the order of play remembers: who played last, whether a boule has lain in this end, the run of an alternation.

    `run` counts the boules since the head became null (a tie, or emptied): 0 is the boule that made it so.
    `by`: who said who holds (`A`, `B`, `both`, `umpire`), None when it was worked out.
    """

    last: Side | None = None
    ever_live: bool = False
    run: int | None = None
    head: Holds = "nobody"
    by: str | None = None


class Turn(Struct, frozen=True, gc=False, kw_only=True):
    """Who acts next and what it does, with the clauses that say so; `ruled` if an umpire has set the turn."""

    side: Side | None
    does: Does
    clauses: tuple[str, ...] = ()
    ruled: bool = False


class Complaint(Struct, frozen=True, gc=False, kw_only=True):
    """A complaint about boules: held until the end is over, or admitted."""

    side: Side
    about: str
    held: bool = False
    ends: int = 0


class PetanqueState(State, frozen=True, kw_only=True):
    """How the game stands after a fact.

    `moved`: what the boule thrown last moved; `put_back`: which of it lies where it lay before; `settled`: whose place
    a ruling has given; `order_before`: what was known of nearness before that throw.
    `arrived`, `late`: sides that have come, or come too late, since the last announcement or restart; `short`, `owed`:
    players out, and boules owed, of a side whose players are not noted; `released_ms`: of the minute, when the boule or
    jack of this turn left the hand.
    """

    setup: GameSetUp
    phase: Phase = "setup"
    before_pause: Phase | None = None
    draw: Side | None = None
    owner: Side | None = None
    opener: Side | None = None
    end: int = 0
    ends_completed: int = 0
    jack: Jack = Jack()
    circle: Circle = Circle()
    boules: tuple[Boule, ...] = ()
    thrown: str | None = None
    allotted: BySide = BySide()
    played: BySide = BySide()
    out_of_hand: BySide = BySide()
    cancelled: BySide = BySide()
    disqualified: BySide = BySide()
    extra: BySide = BySide()
    bars: tuple[Bar, ...] = ()
    players: tuple[PlayerNow, ...] = ()
    noted: tuple[Side, ...] = ()
    memory: Memory = Memory()
    memory_before: Memory = Memory()
    order: Order = ()
    order_before: Order = ()
    moved: tuple[Moved, ...] = ()
    put_back: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    temp_removed: tuple[str, ...] = ()
    measuring: Literal["A", "B", "umpire", "both"] | None = None
    measured: tuple[str, ...] = ()
    turn: Turn | None = None
    closed: bool = False
    score_log: tuple[Points, ...] = ()
    cards: tuple[Card, ...] = ()
    offences: tuple[Seen, ...] = ()
    wrong_boules: tuple[str, ...] = ()
    clocks: tuple[Clock, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    competition_started: bool = False
    announced_ms: int | None = None
    games_start_ms: int | None = None
    game_started: bool = False
    game_started_ms: int | None = None
    time_up: bool = False
    ends_after_time: int = 0
    waiting_for_foreign_game: bool = False
    terrain: str | None = None
    circle_of: Side | None = None
    unlicensed: tuple[str, ...] = ()
    next_circle: Literal["jack", "before_displacement", "same", "nearest"] | None = None
    winner: Side | None = None
    won_by: str | None = None
    result_agreed: bool = False
    out_of_competition: tuple[str, ...] = ()
    proposed: tuple[Side | None, int] | None = None
    proposed_by: tuple[str, ...] = ()
    reported_refusals: int = 0
    rulings_by_umpire: int = 0
    arrived: tuple[Side, ...] = ()
    late: tuple[Side, ...] = ()
    restarted: bool = False
    game_signalled: bool = False
    game_signal_ms: int | None = None
    released_ms: int | None = None
    cancelled_in_turn: int = 0
    short: BySide = BySide()
    owed: BySide = BySide()
    missing: BySide = BySide()

    @property
    def head(self) -> Holds:
        """Who holds now."""
        return self.memory.head

    @property
    def tied(self) -> bool:
        """Do both sides hold, with boules that were measured equal?"""
        return self.memory.head == "equal"

    @property
    def jack_side(self) -> Side | None:
        """Who throws the jack: the side that owns it, or the one it has passed to."""
        return (self.jack.passed_to if self.phase in ("circle", "jack") else None) or self.owner

    def barred(self, side: Side) -> int:
        """Boules of a side that may not be played in this end."""
        return sum(b.boules for b in self.bars if b.side == side) if self.bars else 0

    def hand(self, side: Side) -> int:
        """Boules a side has left to play: not played, cancelled, disqualified, lost or barred."""
        if side == "A":
            left = self.allotted.A - self.out_of_hand.A - self.cancelled.A - self.disqualified.A
        else:
            left = self.allotted.B - self.out_of_hand.B - self.cancelled.B - self.disqualified.B
        return left - self.barred(side) if self.bars else left

    def live(self, side: Side) -> tuple[str, ...]:
        """The side's boules that count, by id."""
        return tuple([b.id for b in self.boules if b.side == side and b.status == "live"])

    def any_live(self) -> bool:
        """Does any boule count?"""
        return any(boule.status == "live" for boule in self.boules)

    def boule(self, id: str) -> Boule | None:
        """A boule of this end by its id."""
        for boule in reversed(self.boules):  # mostly it is the boule played last that is looked for
            if boule.id == id:
                return boule
        return None

    def player(self, id: str | None) -> PlayerNow | None:
        """A player of this game by id."""
        for player in self.players:
            if player.id == id:
                return player
        return None

    def side_players(self, side: Side) -> tuple[PlayerNow, ...]:
        """The players of a side."""
        return tuple([p for p in self.players if p.side == side])

    def points(self, side: Side) -> int:
        """All points of a side, above the target too."""
        return sum([p.points for p in self.score_log if p.side == side])

    @property
    def both_empty(self) -> bool:
        """Has no side a boule left to play?"""
        return self.hand("A") == 0 and self.hand("B") == 0


def points_for_lateness(state: PetanqueState, side: Side) -> tuple[Points, ...]:
    """What a side has got, before the end that comes next, because its opponents were late."""
    end = max(1, state.end)
    return tuple(p for p in state.score_log if (p.kind, p.side, p.end) == ("absence", side, end))
