"""The state of a game of billiard cochonnet: computed from its facts, never edited."""

from typing import Literal

from msgspec import Struct

from carreau.billiards.cochonnet_facts import Holds, Moved
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.core.facts import SIDES, Side
from carreau.core.nearness import Order
from carreau.core.ruling import State

Phase = Literal["setup", "lag", "jack", "play", "count", "over"]
Does = Literal["lag", "jack", "ball", "count"]
JackIs = Literal["in_hand", "failed", "live", "out"]


class Ball(Struct, frozen=True, kw_only=True):
    """A ball played in this end. `touched_early`: annulled for a contact before the far cushion."""

    id: str
    side: Side
    player: str | None = None
    live: bool = True
    touched_early: bool = False
    exchanged: bool = False


class Jack(Struct, frozen=True, kw_only=True):
    """The jack of this end. `attempts`: throws of the side in a row; `passed`: it came over from the other side."""

    status: JackIs = "in_hand"
    thrown_by: Side | None = None
    thrower: str | None = None
    attempts: int = 0
    passed: bool = False
    sent_out_by: Side | None = None

    @property
    def out(self) -> bool:
        """Has it gone out in this end?"""
        return self.status == "out"


class PlayerNow(Struct, frozen=True, kw_only=True):
    """A player in this game; `hand`: balls to play while every ball of the side names its player, else None."""

    id: str
    side: Side
    hand: int | None = None


class Memory(Struct, frozen=True, kw_only=True):
    """What the order of play remembers: who played last and whether that ball was good, and the good balls so far.

    `run` counts the good balls since nobody lies nearest alone: 0 is the ball that made it so.
    `by`: who said whose ball lies nearest; None when it was worked out.
    """

    last: Side | None = None
    good: bool = True
    balls: int = 0
    run: int | None = None
    head: Holds = "nobody"
    by: str | None = None


class Turn(Struct, frozen=True, kw_only=True):
    """Who acts next and what it does, with the clauses that say so; `ruled` if an umpire has set the turn."""

    side: Side | None
    does: Does
    clauses: tuple[str, ...] = ()
    ruled: bool = False


class Points(Struct, frozen=True, kw_only=True):
    """A line of the score log; `reading`: the one by which they were given, where the text breaks off."""

    kind: Literal["end", "penalty", "stated"]
    side: Side
    points: int
    end: int
    reading: str | None = None


class Streak(Struct, frozen=True):
    """How many ends in a row a side has sent the jack out while both sides had balls."""

    side: Side
    times: int


class Warned(Struct, frozen=True, kw_only=True):
    """A warning given: to whom, for what, in which end."""

    side: Side
    player: str | None
    offence: str
    end: int


class CochonnetState(State, frozen=True, kw_only=True):
    """How the game stands after a fact.

    `owner`: the side that has the jack; `moved`: what the last stroke moved, `put_back`: which of it lies where it lay
    before; `order_before`, `memory_before`: what was known before that stroke.
    """

    setup: GameSetUp
    phase: Phase = "setup"
    owner: Side | None = None
    end: int = 0
    ends_completed: int = 0
    jack: Jack = Jack()
    balls: tuple[Ball, ...] = ()
    last_ball: str | None = None
    allotted: dict[Side, int] = {}
    players: tuple[PlayerNow, ...] = ()
    memory: Memory = Memory()
    memory_before: Memory = Memory()
    order: Order = ()
    order_before: Order = ()
    moved: tuple[Moved, ...] = ()
    put_back: tuple[str, ...] = ()
    closed: bool = False
    proposed: tuple[Side | None, int] | None = None
    umpire_counts: str | None = None
    turn: Turn | None = None
    streak: Streak | None = None
    score_log: tuple[Points, ...] = ()
    warnings: tuple[Warned, ...] = ()
    winner: Side | None = None
    won_by: str | None = None

    @property
    def head(self) -> Holds:
        """Whose ball lies nearest."""
        return self.memory.head

    def played(self, side: Side) -> int:
        """How many balls the side has played in this end."""
        return max((int(b.id[2:]) for b in self.balls if b.side == side), default=0)

    def hand(self, side: Side) -> int:
        """How many balls the side has left to play."""
        return self.allotted.get(side, 0) - self.played(side)

    def live(self, side: Side) -> tuple[str, ...]:
        """The side's balls that count, by id."""
        return tuple(b.id for b in self.balls if b.side == side and b.live)

    def any_live(self) -> bool:
        """Does any ball count?"""
        return any(b.live for b in self.balls)

    def ball(self, id: str | None) -> Ball | None:
        """A ball of this end by its id."""
        return next((b for b in self.balls if b.id == id), None)

    def player(self, id: str | None) -> PlayerNow | None:
        """A player of this game by id."""
        return next((p for p in self.players if p.id == id), None)

    def side_players(self, side: Side) -> tuple[PlayerNow, ...]:
        """The players of a side."""
        return tuple(p for p in self.players if p.side == side)

    def points(self, side: Side) -> int:
        """All points of a side, above the target too."""
        return sum(p.points for p in self.score_log if p.side == side)

    @property
    def both_empty(self) -> bool:
        """Has no side a ball left to play?"""
        return all(self.hand(side) == 0 for side in SIDES)

    @property
    def began(self) -> bool:
        """Is an end under way?"""
        return self.end > self.ends_completed
