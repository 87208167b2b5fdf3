"""What the tests of five pins share: its cases, judged once, and matches told in its short notation."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, convert

from carreau import casebook
from carreau.billiards.five_book import UMB_5PIN_1997
from carreau.billiards.five_notation import facts_of, setup_of, stands
from carreau.billiards.five_state import FivePinsState
from carreau.casebook import Case, Line, Outcome
from carreau.core.facts import Moment
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling

BOOK = UMB_5PIN_1997
FOLDER = casebook.folder() / BOOK.id
Told = tuple[Game, tuple[Ruling, ...], Ruling | None]


class Shown:
    """A state as the case book looks at it: this sport has no jack, no boules in hand and no cards."""

    head = None
    cards: tuple[Any, ...] = ()

    class jack:
        """Nothing to compare."""

        status = None

    def __init__(self, state: Any) -> None:
        self.state = state

    def hand(self, side: str) -> int:
        """Nobody has boules in hand."""
        return 0

    def live(self, side: str) -> tuple[str, ...]:
        """No boules lie."""
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


class FiveCase(Struct, frozen=True, kw_only=True):
    """A case and what each of its lines says of how the match stands."""

    case: Case
    stands: tuple[dict[str, str], ...]

    @property
    def id(self) -> str:
        """Where the case stands."""
        return self.case.id


def state_of(game: Game) -> FivePinsState:
    """How a match stands."""
    return cast(FivePinsState, game.state)


def new_game(edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A match just set up."""
    return begun(edition, setup_of(edition.id, setup))


def told(game: Game, text: str) -> Told:
    """The match after some facts, with all rulings on them, as far as the first refusal."""
    games, rulings = [game], list[Ruling]()
    try:
        for moment, fact in facts_of(text, lambda: state_of(games[-1])):
            games.append(play(games[-1], fact, moment=moment))
            rulings += games[-1].rulings
    except NotRecorded as no:
        return games[-1], tuple(rulings), no.ruling
    return games[-1], tuple(rulings), None


def game_of(text: str, edition: Rulebook = BOOK, **setup: Any) -> Game:
    """A match of facts in short notation, none of which is refused."""
    game, _, refusal = told(new_game(edition, **setup), text)
    assert refusal is None, f"{refusal.key} {refusal.slots}"
    return game


def opened(case: Case, edition: Rulebook = BOOK) -> Game:
    """The match of a case before its table."""
    game = new_game(edition, **case.setup)
    if case.position is not None:
        position = convert({"kind": "PositionStated", **case.position}, edition.sport.facts)
        game = play(game, position, moment=Moment(by="umpire", at_ms=3_600_000))
    game, _, refusal = told(game, case.given)
    assert refusal is None, f"{case.title}: {refusal.key} {refusal.slots}"
    return game


def tried(five: FiveCase, edition: Rulebook = BOOK) -> Iterator[Outcome]:
    """Each line of a case judged by the book."""
    before = opened(five.case, edition)
    for line, expected in zip(five.case.table, five.stands, strict=True):
        game, rulings, refusal = told(before, line.when)
        seen: Any = Shown(game.state)
        outcome = Outcome(case=five.case, line=line, rulings=rulings, refusal=refusal, state=seen, wrong=())
        wrong = (*casebook._wrong(five.case, line, outcome), *_differs(expected, state_of(game)))
        yield Outcome(case=five.case, line=line, rulings=rulings, refusal=refusal, state=seen, wrong=wrong)


def _differs(expected: dict[str, str], state: FivePinsState) -> Iterator[str]:
    have = stands(state)
    for name, want in expected.items():
        if have.get(name) != want:
            yield f"{name} should be {want}, is {have.get(name)}"


@cache
def cases() -> tuple[FiveCase, ...]:
    """All cases of the book, article by article."""
    return tuple(case for path in sorted(FOLDER.glob("*.toml"), key=casebook._by_article) for case in _in_file(path))


def _in_file(path: Path) -> Iterator[FiveCase]:
    for source in tomllib.loads(path.read_text("utf-8")).get("case", ()):
        expected = tuple(line.pop("stands", {}) for line in source["table"])
        yield FiveCase(case=convert(casebook._whole(source, BOOK.id, path.stem), Case), stands=expected)


@cache
def judged() -> tuple[tuple[FiveCase, tuple[Outcome, ...]], ...]:
    """Every case with what the book really says on each of its lines."""
    return tuple((case, tuple(tried(case))) for case in cases())


def facts_in(line: Line) -> tuple[str, ...]:
    """The facts of a line of a case, one by one, as they are written."""
    return tuple(" ".join(part.split()) for part in line.when.split(";") if part.strip())
