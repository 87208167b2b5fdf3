"""What can be entered now: every kind that is listed would be recorded, every other kind is refused."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from carreau.books import book
from carreau.casebook import cases, heard, opened
from carreau.core.facts import Corrected, Moment, Undone
from carreau.core.game import Game, play
from carreau.core.possible import Form, passes
from carreau.core.preview import preview
from carreau.core.rulebook import Rulebook
from carreau.sports.courtside import courtside_of, legal_now
from tests.anygame import TABLES, Table

every_book = pytest.mark.parametrize("table", list(TABLES.values()), ids=list(TABLES))
NEVER = {  # kinds that a book refuses whatever happens, or that a game just drawn has behind it
    "fipjp-2016": {"DrawWon"},
    "fpusa-1995": {"DrawWon", "JackPlaced", "CardShown"},
    "suomi": {"DrawWon"},
}
ACTS = {
    "jack": "JackThrown", "place": "JackPlaced", "boule": "BouleThrown", "ball": "BallPlayed", "count": "EndCounted",
    "choose": "Chosen", "announce": "LastPointAnnounced",
}  # fmt: skip


@every_book
def test_what_is_not_listed_is_refused(table: Table) -> None:
    """Whatever is tried, likely or not: a fact that would be recorded is of a kind that is listed."""
    missing: dict[str, Any] = {}
    for seed in range(3):
        chance = Random(seed)
        for game in table.walk(chance, 30, seldom=0.3):
            kinds = {form.kind for form in legal_now(game.book, game.state)}
            for moment, fact in (
                table.likely(chance, game.state),
                *(table.anything(chance, game.state) for _ in "123456"),
            ):
                if type(fact).__name__ not in kinds and preview(game, fact, moment=moment).recorded:
                    missing[type(fact).__name__] = (fact, moment.by, game.state)
    assert not missing


@pytest.mark.parametrize("edition", [book(id) for id in TABLES], ids=list(TABLES))
def test_what_the_cases_enter_was_listed(edition: Rulebook) -> None:
    """For each fact that a line of a case enters, the state before it has a form of its kind."""
    missing: dict[str, Any] = {}
    for case in cases(edition.id):
        begun = opened(case)
        for line in case.table:
            after = heard(begun, line.when)[0]
            for before, step in pairwise(after.line[len(begun.line) - 1 :]):
                fact = step.entry.fact
                if not isinstance(fact, Undone | Corrected) and not offered(after, before.state, type(fact)):
                    missing[type(fact).__name__] = (case.id, line.when)
    assert not missing


def offered(game: Game, state: Any, kind: type) -> bool:
    """Is there a form of this kind that would be recorded?"""
    forms = courtside_of(game.book).forms(game.book, state)
    return any(passes(game.book, state, form) for form in forms if type(form.fact) is kind)


@every_book
def test_what_is_listed_would_be_recorded(table: Table) -> None:
    """Each kind once, with a fact that is recorded when its author enters it; what is filled in is that fact's."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        chance = Random(seed)
        for game in table.walk(chance, 30, seldom=0.3):
            forms = legal_now(game.book, game.state)
            assert len({form.kind for form in forms}) == len(forms)
            for form in forms:
                play(game, form.fact, moment=Moment(by=form.by, at_ms=game.state.moment.at_ms))
                assert form.fields.items() <= {n: getattr(form.fact, n) for n in form.fact.__struct_fields__}.items()
                assert form.independent == form.fact.independent
            seen.update(form.kind for form in forms)
    assert {k.__name__ for k in table.kinds} - seen.keys() <= NEVER.get(table.book.id, set()) | RARE


RARE = {"ContestSettled", "ResultAgreed", "LastPointAnnounced", "BouleRemoved"}  # not in every handful of games


@every_book
def test_the_likeliest_comes_first(table: Table) -> None:
    """What the game waits for heads the list, with the side whose turn it is filled in."""
    seen: Counter[str] = Counter()
    for seed in range(3):
        for game in table.walk(Random(seed), 40, seldom=0.05):
            state: Any = game.state
            if state.phase == "over":
                continue
            if state.waiting is not None:
                form, does, side = legal_now(game.book, state)[0], "choose", None
            elif state.turn is not None and state.turn.does in ACTS and not getattr(state, "temp_removed", ()):
                form, does, side = first(game), state.turn.does, state.turn.side
            else:
                continue
            seen[does] += 1
            assert form.kind == ACTS[does], (does, form)
            if side is not None and does in ("jack", "place", "boule", "ball"):
                assert form.fields["side"] == side
    assert seen


def first(game: Game) -> Form:
    """The likeliest that is no answer to a question which may stay open."""
    return next(form for form in legal_now(game.book, game.state) if form.kind != "Chosen")
