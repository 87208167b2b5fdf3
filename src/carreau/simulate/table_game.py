"""What the games on a table share when they play themselves: the log, the time, and answers to what is asked."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import convert

from carreau.core.facts import By, Chosen, Moment
from carreau.core.game import Game, begun, play
from carreau.core.record import VERSION
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.gamefile import digest_of

MOST_FACTS = 20_000
Answer = Callable[[Option], str]


class Stuck(RuntimeError):
    """A game that does not go on: nobody can act, or it has grown beyond every game; `game` is how far it came."""

    def __init__(self, text: str, game: Game) -> None:
        super().__init__(text)
        self.game = game


def set_up(edition: Rulebook, fields: Mapping[str, Any]) -> Any:
    """Line 0 of a simulated game by this book."""
    known = {"kind": "GameSetUp", "version": VERSION, "rulebook": edition.id, "digest": digest_of(edition)}
    return convert({**known, **fields}, edition.sport.setup)


class TableGame:
    """A game under way: the facts so far, each said by the simulator, at the time that has passed since the first."""

    def __init__(self, edition: Rulebook, setup: Any, chance: Random) -> None:
        self.chance = chance
        self.at_ms = 0
        self.game = begun(edition, setup, moment=self._moment())

    def _moment(self, by: By = "simulator") -> Moment:
        return Moment(by=by, source="simulator", at_ms=self.at_ms)

    def wait(self, shortest_s: float, longest_s: float) -> None:
        """Let some time pass, in whole tenths of a second."""
        self.at_ms += round(self.chance.uniform(shortest_s, longest_s) * 10) * 100

    def roll(self, seconds: float) -> None:
        """Let the time pass in which balls roll."""
        self.at_ms += round(seconds * 1000)

    def enter(self, fact: Any, by: By = "simulator") -> None:
        """One more fact, judged; some only an umpire can say. Raises `core.judging.NotRecorded` if it is refused."""
        if len(self.game.heard) >= MOST_FACTS:
            raise Stuck(f"more than {MOST_FACTS} facts", self.game)
        self.game = play(self.game, fact, moment=self._moment(by))

    def answer(self, choose: Answer) -> None:
        """Answer whatever the game waits for, one question after the other."""
        while (option := self.game.state.waiting) is not None:
            self.wait(1.0, 4.0)
            self.enter(Chosen(choice=choose(option), option=option.id))


def usual(option: Option) -> str:
    """The answer that is pre-selected, else the first that can be given."""
    open_to = [choice.id for choice in option.choices if choice.refused is None]
    return option.default if option.default in open_to else open_to[0]
