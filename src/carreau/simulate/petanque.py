"""A whole game of pétanque that plays itself: the book says who does what, the ground says what comes of it."""

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol

from msgspec import Struct, convert

from carreau.core.facts import SIDES, By, Chosen, Moment, Side, other
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.record import VERSION
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option
from carreau.gamefile import digest_of
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState
from carreau.simulate.games import Told
from carreau.sports import kit_of

FORMATS = {"triples": (3, 2), "doubles": (2, 3), "singles": (1, 3)}  # players of a side, boules of each
TURN_S = (12, 40)  # from one throw to the next
MOST_FACTS = 5_000
HANDED = ("line", "named", "recount", "other")  # answers that must bring something with them


class Ground(Protocol):
    """What happens between two facts: somebody throws, and this says what could be seen.

    Positions stay with the ground; `settle` tells it how the game stands after the rulings, so that what is dead is
    taken off and what was put back lies where it lay.
    """

    def circle(self, state: PetanqueState, side: Side) -> f.CirclePlaced:
        """The side lays the circle of the next end."""

    def jack(self, state: PetanqueState, side: Side, player: str | None) -> f.JackThrown:
        """The side throws the jack."""

    def place(self, state: PetanqueState, side: Side) -> f.JackPlaced:
        """The side puts the jack down by hand."""

    def boule(self, state: PetanqueState, side: Side, player: str | None) -> f.BouleThrown:
        """The side throws a boule."""

    def measured(self, state: PetanqueState) -> f.PointMeasured | None:
        """The two boules in question, measured; None when no two can be compared."""

    def mapped(self, state: PetanqueState) -> f.HeadMapped:
        """The live boules in order."""

    def settle(self, state: PetanqueState) -> None:
        """Take in what the rulings on the last fact have changed."""


class Stuck(RuntimeError):
    """A game that does not go on: nobody can act, or it has grown beyond every game; `game` is how far it came."""

    def __init__(self, text: str, game: Game) -> None:
        super().__init__(text)
        self.game = game


class Sides(Struct, frozen=True, kw_only=True):
    """Who plays: the form of the game, the names of the two teams, and of their players by id."""

    format: str = "triples"
    teams: tuple[str, str] | None = None
    target: int | None = None


def set_up(edition: Rulebook, sides: Sides) -> GameSetUp:
    """Line 0 of a simulated game: every player is named by id, so that each one's boules are counted."""
    players, _ = FORMATS[sides.format]
    teams: dict[str, dict[str, Any]] = {
        side: {"players": [{"id": f"{side}{n + 1}"} for n in range(players)]} for side in SIDES
    }
    for side, name in zip(SIDES, sides.teams or (), strict=False):
        teams[side]["name"] = name
    fields: dict[str, Any] = {
        "kind": "GameSetUp", "version": VERSION, "rulebook": edition.id, "digest": digest_of(edition),
        "format": sides.format, "sides": teams,
    }  # fmt: skip
    return convert(fields | ({} if sides.target is None else {"target": sides.target}), GameSetUp)


class SelfPlay:
    """A game under way: the facts so far, and who is asked for the next one."""

    def __init__(
        self, edition: Rulebook, setup: GameSetUp, ground: Ground, chance: Random, told: Told | None = None
    ) -> None:
        self.told = told
        self.ground = ground
        self.chance = chance
        self.at_ms = 0
        self.game = begun(edition, setup, moment=self._moment())

    @property
    def state(self) -> PetanqueState:
        """How the game stands."""
        assert isinstance(self.game.state, PetanqueState)
        return self.game.state

    def whole(self) -> Game:
        """The game to its last point. Raises Stuck when nobody can bring it on."""
        while self.state.phase != "over":
            if len(self.game.heard) > MOST_FACTS:
                raise Stuck(f"more than {MOST_FACTS} facts", self.game)
            self.next()
        return self.game

    def next(self) -> None:
        """What happens next, by what the game waits for."""
        state = self.state
        match state.phase:
            case "setup" | "draw":
                self.enter(f.DrawWon(side=self.chance.choice(SIDES)))
            case "circle" | "agreed":
                self._circle(state)
            case "jack":
                self._jack(state)
            case "place":
                self._place(state)
            case "play":
                self._boule(state)
            case "count":
                self._count(state)
            case "result":
                score: Any = kit_of(self.game.book).score(self.game.book, state)
                self.enter(f.ResultAgreed(score=score))
            case phase:
                raise Stuck(f"nobody acts in the phase {phase}", self.game)

    def _circle(self, state: PetanqueState) -> None:
        side = state.owner or "A"
        if not self.enter(self.ground.circle(state, side)):
            raise Stuck("no circle can be laid", self.game)
        if self.state.phase in ("circle", "agreed"):  # refused where it lies, or nobody has to lay one
            self._jack(self.state)

    def _jack(self, state: PetanqueState) -> None:
        if state.jack.status == "invalid":
            self.enter(f.JackAgreedBad(agreed_by="both"))
            return
        side = state.jack_side or "A"
        self.at_ms += 1000 * self.chance.randrange(*TURN_S)
        self._must(self.ground.jack(state, side, self._player(state, side)))

    def _place(self, state: PetanqueState) -> None:
        assert state.jack.thrown_by is not None
        self._must(self.ground.place(state, other(state.jack.thrown_by)))

    def _boule(self, state: PetanqueState) -> None:
        turn = state.turn
        if turn is None or turn.side is None or turn.does != "boule":
            self._measure(state)
            return
        self.at_ms += 1000 * self.chance.randrange(*TURN_S)
        self._must(self.ground.boule(state, turn.side, self._player(state, turn.side)))

    def _measure(self, state: PetanqueState) -> None:
        """Who holds can't be seen: two boules are measured, and if that does not tell, all of them."""
        pair = self.ground.measured(state)
        if pair is not None and self.enter(pair, source="tape") and self.state.head != "unknown":
            return
        self._must(self.ground.mapped(self.state), source="map")

    def _count(self, state: PetanqueState) -> None:
        if state.jack.live and state.any_live() and (state.head == "unknown" or state.proposed is None):
            self._must(self.ground.mapped(state), source="map")
            state = self.state
        side, points = state.proposed or (None, 0)
        self._must(f.EndCounted(side=side, points=points))

    def _player(self, state: PetanqueState, side: Side) -> str | None:
        """The player of the side who throws: those with the most boules left first, as most teams do."""
        hands = [(p.hand or 0, p.id) for p in state.side_players(side) if p.plays and not p.out and not p.away]
        able = [hand for hand in hands if hand[0] > 0] or hands
        return max(able, key=lambda hand: (hand[0], hand[1]))[1] if able else None

    def _must(self, fact: Any, source: Any = "simulator") -> None:
        if not self.enter(fact, source=source):
            raise Stuck(f"the book refuses {fact}: {self.refusal}", self.game)

    def enter(self, fact: Any, *, by: By = "simulator", source: Any = "simulator") -> bool:
        """Record a fact and answer what is asked because of it; False when the book refuses it."""
        try:
            self.game = play(self.game, fact, moment=self._moment(by, source), trusted=True)
        except NotRecorded as no:
            self.refusal = no
            return False
        self._answer()
        self.ground.settle(self.state)
        if self.told is not None:
            self.told(self.game)
        return True

    refusal: NotRecorded | None = None

    def _moment(self, by: By = "simulator", source: Any = "simulator") -> Moment:
        return Moment(by=by, source=source, at_ms=self.at_ms)

    def _answer(self) -> None:
        """Whoever is asked answers, one question after the other, in the likeliest way."""
        while (option := self.state.waiting) is not None:
            if not any(self._gives(option, choice) for choice in likeliest(option)):
                raise Stuck(f"nobody can answer {option.ask}", self.game)

    def _gives(self, option: Option, choice: str) -> bool:
        by: Any = option.may[0]
        try:
            self.game = play(self.game, Chosen(choice=choice), moment=self._moment(by), trusted=True)
        except NotRecorded as no:
            self.refusal = no
            return False
        return True


def likeliest(option: Option) -> Iterable[str]:
    """The answers to a question, the one the book has pre-selected first, those that need more words last."""
    offered = [c.id for c in option.choices if c.refused is None]
    return sorted(offered, key=lambda id: (id != option.default, id in HANDED))
