"""What the tests of billiard cochonnet share: its cases, judged once, and games told in its short notation."""

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from msgspec import convert

from carreau import casebook
from carreau.billiards.cochonnet_book import BILLARD_COCHONNET
from carreau.billiards.cochonnet_notation import facts_of, setup_of
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.casebook import Case, Line, Outcome
from carreau.core.facts import Moment
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling

BOOK = BILLARD_COCHONNET
Told = tuple[Game, tuple[Ruling, ...], Ruling | None]


class Shown:
    """A state as the case book looks at it: this sport knows no cards."""

    cards: tuple[Any, ...] = ()

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def state_of(game: Game) -> CochonnetState:
    """How a game stands."""
    return cast(CochonnetState, game.state)


def new_game(edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A game just set up."""
    return begun(edition, setup_of(edition.id, setup))


def told(game: Game, text: str) -> Told:
    """The game after some facts, with all rulings on them, as far as the first refusal."""
    games, rulings = [game], list[Ruling]()
    try:
        for moment, fact in facts_of(text, lambda: state_of(games[-1])):
            games.append(play(games[-1], fact, moment=moment))
            rulings += games[-1].rulings
    except NotRecorded as no:
        return games[-1], tuple(rulings), no.ruling
    return games[-1], tuple(rulings), None


def game_of(text: str, edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A game of facts in short notation, none of which is refused."""
    game, _, refusal = told(new_game(edition, **setup), text)
    assert refusal is None, f"{refusal.key} {refusal.slots}"
    return game


def opened(case: Case, edition: Rulebook = BOOK) -> Game:
    """The game of a case before its table."""
    game = new_game(edition, **case.setup)
    if case.position is not None:
        position = convert({"kind": "PositionStated", **case.position}, edition.sport.facts)
        game = play(game, position, moment=Moment(by="umpire"))
    game, _, refusal = told(game, case.given)
    assert refusal is None, f"{case.title}: {refusal.key} {refusal.slots}"
    return game


def tried(case: Case, edition: Rulebook = BOOK) -> Iterator[Outcome]:
    """Each line of a case judged by the book."""
    before = opened(case, edition)
    for line in case.table:
        game, rulings, refusal = told(before, line.when)
        seen: Any = Shown(game.state)
        outcome = Outcome(case=case, line=line, rulings=rulings, refusal=refusal, state=seen, wrong=())
        wrong = tuple(casebook._wrong(case, line, outcome))
        yield Outcome(case=case, line=line, rulings=rulings, refusal=refusal, state=seen, wrong=wrong)


def cases() -> tuple[Case, ...]:
    """All cases of the book."""
    return tuple(casebook.cases(BOOK.id))


@cache
def judged() -> tuple[tuple[Case, tuple[Outcome, ...]], ...]:
    """Every case with what the book really says on each of its lines."""
    return tuple((case, tuple(tried(case))) for case in cases())


def facts_in(line: Line) -> tuple[str, ...]:
    """The facts of a line of a case, one by one, as they are written."""
    return tuple(" ".join(part.split()) for part in line.when.split(";") if part.strip())
