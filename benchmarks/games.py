"""Games to measure with: played at random by the rules, the same ones for the same seed."""

from random import Random
from typing import Any

from msgspec import convert

from carreau.books import book
from carreau.core.facts import SIDES, Chosen, Moment, Side, other
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.gamefile import state_of
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp

FORMATS = {"triples": 3, "doubles": 2, "singles": 1}
TOWNS = ("Arles", "Brest", "Cassis", "Dax", "Évian", "Foix", "Gap", "Hyères", "Issoire", "Joigny", "Lens", "Metz")
ANSWERERS = ("A", "B", "both", "umpire", "jury", "committee")


class Random13:
    """Two sides that play at random, but by the rules, to the end of the game."""

    def __init__(self, seed: int, *, facts: int | None = None) -> None:
        self.chance = Random(seed)
        self.facts = facts
        self.game = begun(book("fipjp-2016"), self._set_up())

    def _set_up(self) -> GameSetUp:
        format = self.chance.choice(tuple(FORMATS))
        towns = self.chance.sample(TOWNS, 2)
        sides = {
            side: {"name": town, "players": [{"id": f"{side}{n + 1}"} for n in range(FORMATS[format])]}
            for side, town in zip(SIDES, towns, strict=True)
        }
        fields = {"kind": "GameSetUp", "version": 1, "rulebook": "fipjp-2016", "format": format, "sides": sides}
        return convert(fields, GameSetUp)

    @property
    def long_enough(self) -> bool:
        """Have as many facts been entered as were asked for?"""
        return self.facts is not None and len(self.game.heard) >= self.facts

    def whole(self) -> Game:
        """The game played out, or as many facts of it as were asked for, never ending before."""
        self.enter(f.DrawWon(side=self.chance.choice(SIDES)))
        while not self.long_enough and state_of(self.game).winner is None:
            self._end()
        if state_of(self.game).phase == "result" and not self.long_enough:
            self.enter(f.ResultAgreed())
        return self.game

    def enter(self, *facts: Any, by: Any = "scorer") -> bool:
        """Record the first of these facts that can have happened; then answer what is asked."""
        for fact in facts:
            try:
                self.game = play(self.game, fact, moment=Moment(by=by), trusted=True)
            except NotRecorded:
                continue
            self._answer()
            return True
        return False

    def _answer(self) -> None:
        while (option := self.game.state.waiting) is not None and not self.long_enough:
            offered = [choice.id for choice in option.choices if choice.refused is None]
            by = next(who for who in ANSWERERS if who in option.may)
            facts = [Chosen(choice=choice) for choice in self.chance.sample(offered, len(offered))]
            if not self.enter(*facts, by=by):
                raise RuntimeError(f"nobody can answer {option.ask}")

    def _end(self) -> None:
        owner: Side = state_of(self.game).owner or "A"
        self.enter(f.CirclePlaced(side=owner, circle="drawn", diameter_mm=400, marked=True))
        self.enter(f.JackThrown(side=owner, range_mm=self.chance.randrange(6000, 10001, 10), marked=True))
        while not self.long_enough and state_of(self.game).phase == "play":
            self._turn()
        if not self.long_enough:
            self._count()

    def _turn(self) -> None:
        state = state_of(self.game)
        if state.turn is None or state.turn.side is None:
            self.enter(f.HeadStated(holds=self.chance.choice(("A", "B"))), by="umpire")
            return
        side = state.turn.side
        player = self.chance.choice([p.id for p in state.side_players(side) if p.hand] or [None])
        how: f.How = self.chance.choice(("point", "point", "shot"))
        holds: f.Holds = self.chance.choice((side, side, side, other(side), "equal"))
        plain = f.BouleThrown(side=side, player=player, how=how, holds=side)
        varied = f.BouleThrown(side=side, player=player, how=how, holds=holds, moved=self._moved(side))
        self.enter(varied, plain, f.BouleThrown(side=side, player=player, holds=other(side)))

    def _moved(self, side: Side) -> tuple[f.Moved, ...]:
        """Mostly nothing; sometimes a boule goes out, dies, or the jack is moved."""
        there = [*state_of(self.game).live(other(side)), *state_of(self.game).live(side)]
        match self.chance.randrange(16):
            case 0 if there:
                return (f.Moved(object=there[0], out=True, marked=True),)
            case 1:
                return (f.Moved(object="thrown", out=True),)
            case 2:
                return (f.Moved(object="jack", range_mm=self.chance.randrange(5000, 20500, 10), marked=True),)
            case 3 if there:
                return (f.Moved(object=there[-1], range_mm=9000), f.Moved(object="jack", range_mm=9500))
            case 4:
                return (f.Moved(object="thrown", line="boundary", overlap_mm=self.chance.randrange(-9, 9)),)
            case _:
                return ()

    def _count(self) -> None:
        state = state_of(self.game)
        void = f.EndCounted()
        if state.proposed is not None:
            given, points = state.proposed
            self.enter(f.EndCounted(side=given, points=points), void)
            return
        side: Side = self.chance.choice(SIDES)
        most = max(1, len(state.live(side)))
        scored = f.EndCounted(side=side, points=self.chance.randrange(1, most + 1), agreed_by="umpire")
        if self.facts is not None and state.points(side) > LAST_BUT_SOME:
            self.enter(f.HeadStated(holds="equal"), by="umpire")
            self.enter(void, by="umpire")
        self.enter(scored, f.EndCounted(side=other(side), points=1), void, by="umpire")


LAST_BUT_SOME = 6


def random_game(seed: int) -> Game:
    """A whole game."""
    return Random13(seed).whole()


def game_of(facts: int, seed: int = 1) -> Game:
    """A game cut off after exactly so many facts, the set-up included."""
    while True:
        game = Random13(seed, facts=facts).whole()
        if len(game.heard) >= facts:
            return game
        seed += 1
