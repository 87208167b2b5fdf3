"""A whole match of five pins that plays itself: the book says who does what, the cloth says what comes of it."""

from collections.abc import Callable
from random import Random
from typing import Protocol, cast

from carreau.billiards import five_facts as f
from carreau.billiards.five_hand import Playable
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import Chosen, Side
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.simulate.table_game import Stuck, TableGame

THINKS_S = (8.0, 30.0)  # between the balls at rest and the stroke; nobody is late
SETS_UP_S = (5.0, 9.0)
Told = Callable[[Game], None]


class Cloth(Protocol):
    """What happens between two facts of a match: somebody plays, and this says what a referee could see.

    Positions stay with the cloth; `settle` tells it how the match stands after the rulings, so that pins and balls stand
    where the book has them.
    """

    lasted_s: float  # how long the balls rolled in the last stroke or draw

    def lag(self, state: FivePinsState) -> f.LagPlayed:
        """Both players play the cushion draw."""

    def set_up(self, state: FivePinsState) -> None:
        """The referee sets the table for the starting stroke."""

    def chooses(self, state: FivePinsState, option: Option) -> str:
        """What is answered to a question: by a player for the better, by the referee as it was."""

    def lay(self, state: FivePinsState) -> Playable:
        """The ball in hand is laid; in which half."""

    def place(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        """The player places the ball for the start or in hand; which places of pins it and the others cover then."""

    def stroke(self, state: FivePinsState, side: Side) -> f.StrokePlayed:
        """The player plays."""

    def settle(self, state: FivePinsState) -> None:
        """Take in what the rulings on the stroke have changed."""

    def covered(self, state: FivePinsState) -> tuple[f.Pin, ...]:
        """The places of pins that balls cover now."""


class FivePinsMatch(TableGame):
    """A match under way; `told` hears of the game after every stroke."""

    def __init__(
        self, edition: Rulebook, setup: GameSetUp, cloth: Cloth, chance: Random, told: Told | None = None
    ) -> None:
        super().__init__(edition, setup, chance)
        self.cloth = cloth
        self.told = told

    @property
    def state(self) -> FivePinsState:
        """How the match stands."""
        return cast(FivePinsState, self.game.state)

    def whole(self) -> Game:
        """The match to its last point. Raises Stuck when nobody can bring it on."""
        while self.state.phase != "over":
            self.next()
        return self.game

    def next(self) -> None:
        """What happens next, by what the match waits for."""
        match self.state.phase:
            case "draw":
                self.wait(*THINKS_S)
                lag = self.cloth.lag(self.state)
                self.roll(self.cloth.lasted_s)
                self.enter(lag)
            case "start":
                self._start()
            case "stroke":
                self._stroke()
            case "won":
                self.wait(2.0, 4.0)
                self.enter(f.LastPointAnnounced())
            case phase:
                raise Stuck(f"nobody acts in the phase {phase}", self.game)
        self.answer(self._chooses)

    def _chooses(self, option: Option) -> str:
        return self.cloth.chooses(self.state, option)

    def _start(self) -> None:
        self._leave_the_break()
        self.wait(*SETS_UP_S)
        self.enter(f.BallsPlacedForStart())
        self.cloth.set_up(self.state)

    def _leave_the_break(self) -> None:
        """A break that is only offered is not taken."""
        for option in self.state.options:
            if option.ask == "break" and option.offers("not_taken"):
                self.enter(Chosen(choice="not_taken", option=option.id))

    def _stroke(self) -> None:
        side = self._at_table()
        self._leave_the_break()
        if self.state.kind == "ball_in_hand":
            self._ball_in_hand()
        if self.state.kind != "normal":
            self.enter(f.CueBallPlaced(covered=self.cloth.place(self.state)))
            self.cloth.settle(self.state)
        self.wait(*THINKS_S)
        stroke = self.cloth.stroke(self.state, side)
        self.roll(self.cloth.lasted_s)
        self.enter(stroke)
        self.answer(self._chooses)
        self.cloth.settle(self.state)
        if self.state.phase == "stroke" and self.state.kind == "normal":
            self._table_ready()
        if self.told is not None:
            self.told(self.game)

    def _at_table(self) -> Side:
        turn = self.state.turn
        if turn is None or turn.side is None:
            raise Stuck("it is nobody's turn", self.game)
        return turn.side

    def _ball_in_hand(self) -> None:
        """The choice of the incoming player first, then the referee lays the ball."""
        for option in self.state.options:
            if option.ask == "hand_choice":
                self.wait(2.0, 6.0)
                self.enter(Chosen(choice=self.cloth.chooses(self.state, option), option=option.id))
                self.cloth.settle(self.state)
        if not self.state.laid:
            self.wait(*SETS_UP_S)
            self.enter(f.Placed(half=self.cloth.lay(self.state)))

    def _table_ready(self) -> None:
        """Pins that fell stand again, except where a ball covers their place."""
        self.wait(*SETS_UP_S)
        self.enter(f.TableReady(covered=self.cloth.covered(self.state)))
        self.cloth.settle(self.state)
