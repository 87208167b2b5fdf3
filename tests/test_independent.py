"""What does not depend on the head: such a fact may come before a throw or stroke as well as after it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import structs

from carreau.core.facts import Moment
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded
from carreau.core.preview import preview
from tests.anygame import TABLES, Said, Table, alike, settled

TRIES = 20
PLAYS = ("BouleThrown", "StrokePlayed", "BallPlayed")
INDEPENDENT = {
    "petanque": {
        "Noted", "Reported", "Inspected", "Ruled", "CardShown", "ComplaintMade", "ClockStarted", "ClockPaused", "ClockExpired",
    },
    "five_pins": {"Noted", "Inspected", "OffenceSeen", "Ruled"},
    "cochonnet": {"Inspected", "OffenceSeen", "Ruled"},
}  # fmt: skip
every_book = pytest.mark.parametrize("table", list(TABLES.values()), ids=list(TABLES))


def kinds(table: Table) -> tuple[type, ...]:
    """The kinds of which some fact is independent."""
    return tuple(k for k in table.kinds if k.__name__ in INDEPENDENT[table.book.sport.name])


def moments(chance: Random, table: Table, game: Game) -> Iterator[tuple[Said, Said]]:
    """An independent fact and the throw or stroke that is due."""
    throw = table.likely(chance, game.state)
    if type(throw[1]).__name__ not in PLAYS or game.state.waiting is not None or incomplete(game.state):
        return
    for kind in kinds(table):
        facts = (table.built(chance, game.state, kind) for _ in range(TRIES))
        by = "umpire" if kind.__name__ in ("CardShown", "Ruled") else throw[0].by
        if (fact := next((fact for fact in facts if fact.independent), None)) is not None:
            yield (structs.replace(throw[0], by=by), fact), throw


def incomplete(state: Any) -> bool:
    """Has a side of which nobody is noted lost a player? Who then plays at all is not told."""
    short = getattr(state, "short", None)
    return short is not None and bool(short.A or short.B)


def later(game: Game | None, said: Said) -> Game | None:
    """The game with one more fact; None if it is refused."""
    try:
        return play(game, said[1], moment=said[0]) if game is not None else None
    except NotRecorded:
        return None


def told(game: Game, *all_said: Said) -> Game | None:
    """The game after some facts, with what then waits answered."""
    after: Game | None = game
    for said in all_said:
        after = later(after, said)
    return settled(after) if after is not None else None


@every_book
def test_an_independent_fact_may_come_before_a_throw_or_after_it(table: Table) -> None:
    """The state is the same, whichever of the two is entered first."""
    seen: Counter[str] = Counter()
    wrong: list[Any] = []
    for seed in range(12):
        chance = Random(seed)
        for game in table.walk(chance, 40):
            for fact, throw in moments(chance, table, game):
                if later(game, fact) is None or later(game, throw) is None:
                    continue
                one, two = told(game, fact, throw), told(game, throw, fact)
                seen[type(fact[1]).__name__] += 1
                if one is None or two is None or alike(one.state) != alike(two.state):
                    wrong.append((fact[1], throw[1]))
    assert not wrong, f"{len(wrong)} pairs that do not commute, such as {wrong[0]}"
    assert set(seen) == INDEPENDENT[table.book.sport.name] - NOT_HERE.get(table.book.id, set())


NOT_HERE = {"fpusa-1995": {"CardShown"}}  # this book knows no cards


@every_book
def test_what_waits_does_not_hold_up_an_independent_fact(table: Table) -> None:
    """While a question is open, a card, a note or a clock can still be entered, and the question stays."""
    tried: Counter[str] = Counter()
    for seed in range(20):
        chance = Random(seed)
        for game in table.walk(chance, 60, seldom=0.4):
            if (asked := game.state.waiting) is None:
                continue
            for kind in kinds(table):
                fact = table.built(chance, game.state, kind)
                if not fact.independent:
                    continue
                tried[kind.__name__] += 1
                would = preview(game, fact, moment=Moment(by="umpire"))
                assert "refused.waiting" not in [ruling.key for ruling in would.rulings], fact
                assert would.state is None or asked in would.state.options, fact
    assert tried or table.book.id == "suomi"  # the summary leaves hardly a choice to anybody


@every_book
def test_each_book_declares_them_with_the_kinds_of_facts(table: Table) -> None:
    """The kinds of which no fact is independent are all others."""
    chance = Random(1)
    game = list(table.walk(chance, 12))[-1]
    found = {k.__name__ for k in table.kinds for _ in range(60) if table.built(chance, game.state, k).independent}
    assert found == INDEPENDENT[table.book.sport.name]
