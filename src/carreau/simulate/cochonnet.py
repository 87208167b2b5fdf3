"""A whole game of billiard cochonnet that plays itself: the book says who does what, the table says what comes of it."""

from collections.abc import Callable
from random import Random
from typing import Protocol, cast

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import Chosen, Side
from carreau.core.game import Game
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.simulate.table_game import Stuck, TableGame

THINKS_S = (8.0, 30.0)
MEASURES_S = (5.0, 20.0)
STOP = "need_not_play"
Told = Callable[[Game], None]


class Bed(Protocol):
    """What happens between two facts of a game: somebody rolls a ball, and this says what could be seen.

    Positions stay with the bed; `settle` tells it how the game stands after the rulings, so that what is annulled or
    out of play is taken off and what was put back lies where it lay.
    """

    lasted_s: float  # how long the balls rolled the last time

    def lag(self, state: CochonnetState) -> f.LagPlayed:
        """A player of each side rolls a ball for the jack."""

    def jack(self, state: CochonnetState, side: Side) -> f.JackThrown:
        """The side rolls the jack."""

    def ball(self, state: CochonnetState, side: Side) -> f.BallPlayed:
        """The side rolls a ball."""

    def chooses(self, state: CochonnetState, option: Option) -> str:
        """What a side answers, for the better; an umpire, as it was."""

    def measured(self, state: CochonnetState) -> f.EndMeasured:
        """The order of the live balls from the nearest on."""

    def settle(self, state: CochonnetState) -> None:
        """Take in what the rulings have changed."""


class CochonnetGame(TableGame):
    """A game under way; `told` hears of it after every end."""

    def __init__(self, edition: Rulebook, setup: GameSetUp, bed: Bed, chance: Random, told: Told | None = None) -> None:
        super().__init__(edition, setup, chance)
        self.bed = bed
        self.told = told

    @property
    def state(self) -> CochonnetState:
        """How the game stands."""
        return cast(CochonnetState, self.game.state)

    def whole(self) -> Game:
        """The game to its last point. Raises Stuck when nobody can bring it on."""
        while self.state.phase != "over":
            ended = self.state.ends_completed
            self.next()
            if self.told is not None and self.state.ends_completed > ended:
                self.told(self.game)
        return self.game

    def next(self) -> None:
        """What happens next, by what the game waits for."""
        self.wait(*THINKS_S)
        match self.state.phase:
            case "lag":
                self._rolled(self.bed.lag(self.state))
            case "jack":
                self._rolled(self.bed.jack(self.state, self._side()))
            case "play":
                self._play()
            case "count":
                self._count()
            case phase:
                raise Stuck(f"nobody acts in the phase {phase}", self.game)
        self.answer(self._chooses)
        self.bed.settle(self.state)

    def _rolled(self, fact: f.LagPlayed | f.JackThrown | f.BallPlayed) -> None:
        """What was rolled is noted when it lies still."""
        self.roll(self.bed.lasted_s)
        self.enter(fact)

    def _chooses(self, option: Option) -> str:
        return self.bed.chooses(self.state, option)

    def _side(self) -> Side:
        turn = self.state.turn
        if turn is None or turn.side is None:
            raise Stuck("it is nobody's turn", self.game)
        return turn.side

    def _play(self) -> None:
        """A ball, or the last ones are left unplayed; where nobody knows who lies nearest, it is measured first."""
        state = self.state
        if state.turn is None or state.turn.side is None:
            self.enter(self.bed.measured(state))
            return
        for option in state.options:
            if option.ask == STOP:
                self.enter(Chosen(choice=self.bed.chooses(state, option), option=option.id))
        if self.state.phase == "play":
            self._rolled(self.bed.ball(self.state, self._side()))

    def _count(self) -> None:
        """The points that the balls give; without an order they are measured, an open question the umpire settles."""
        state = self.state
        side, points = state.proposed or (None, None)
        if points is None and not state.jack.out and not self._just_measured():
            self.wait(*MEASURES_S)
            self.enter(self.bed.measured(state))
            return
        self.enter(
            f.EndCounted(side=side if points else None, points=points or 0),
            by="umpire" if points is None else "simulator",
        )

    def _just_measured(self) -> bool:
        return isinstance(self.game.line[-1].entry.fact, f.EndMeasured)
