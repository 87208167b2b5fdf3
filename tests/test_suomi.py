"""The Finnish summary: rows that cover several rows of other texts, and random games in which it never loses its way."""

from contextlib import suppress
from random import Random

import pytest
from msgspec import structs

from carreau.books import book
from carreau.core.bench import Bench
from carreau.core.clause import Reading, WrongRulebook
from carreau.core.facts import SIDES, Chosen
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded, judged
from carreau.core.rulebook import assembled
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from tests.walks import anything, likely, setups, state_of

SUOMI = book("suomi")
FIPJP = book("fipjp-2016")


def test_a_row_is_cited_for_all_that_it_covers() -> None:
    """The shared decision speaks of two rows; the summary says both in one."""
    bench = Bench(SUOMI)
    bench.decision = next(d for d in FIPJP.decisions if d.name == "order.whose_turn")
    ruling = bench.rule("turn.boule", "tie.alternate", side="A", hand=3)
    assert ruling.clauses == ("tie.last_again",)
    assert ruling.cites == (SUOMI.clauses["tie.last_again"].row,)
    assert bench.here("tie.alternate", "tie.last_again", "order.jack_losers_open") == ("tie.last_again",)


def test_a_row_covers_nothing_that_stands_elsewhere() -> None:
    """Neither a clause that the text has, nor one that another row covers already."""
    for key in ("tie.none_left", "order.emptied"):
        clause = structs.replace(SUOMI.clauses["tie.last_again"], covers=(key,))
        broken = structs.replace(SUOMI, clauses=SUOMI.clauses | {"tie.last_again": clause})
        with pytest.raises(WrongRulebook, match=f"tie.last_again covers {key}|covers {key}"):
            assembled(broken)


def test_what_the_book_itself_decides_is_never_asked() -> None:
    """A reading decided by the program is settled; one decided by the umpire is not, until it is fixed."""
    assert SUOMI.settled("C21") == SUOMI.readings["C21"].default
    assert SUOMI.settled("S-A6") is None
    assert SUOMI.for_game((), False, {}, {"S-A6": "boule_dead"}).settled("S-A6") == "boule_dead"
    assert isinstance(SUOMI.readings["C21"], Reading)


def game(chance: Random) -> Game:
    """A game by the summary, some of its readings fixed."""
    setup = {k: v for k, v in chance.choice(setups()).items() if k != "readings"}
    readings = {id: chance.choice(r.answers) for id, r in SUOMI.readings.items() if chance.random() < 0.3}
    started = begun(SUOMI, setup_of(SUOMI.id, {**setup, "readings": readings}))
    return play(started, f.DrawWon(side=chance.choice(SIDES)))


@pytest.mark.parametrize("seed", range(40))
def test_random_games(seed: int) -> None:
    """Whatever is entered is recorded or refused; hands hold no fewer than nothing, and silence gives no points."""
    chance = Random(seed)
    going = game(chance)
    for _ in range(60):
        moment, fact = (likely if chance.random() < 0.6 else anything)(chance, state_of(going))
        before = state_of(going)
        try:
            going = play(going, fact, moment=moment)
        except NotRecorded:
            continue
        now = state_of(going)
        assert all(now.hand(side) >= 0 for side in SIDES)
        assert not now.cards
        assert not now.bars
        if not isinstance(fact, f.EndCounted | f.Ruled | Chosen | f.PositionStated):
            assert now.score_log == before.score_log


@pytest.mark.parametrize("seed", range(20))
def test_the_summary_judges_games_of_the_full_text(seed: int) -> None:
    """Each fact of such a game is judged from the state it really had, whatever the summary lacks."""
    chance = Random(seed)
    setup = {k: v for k, v in chance.choice(setups()).items() if k != "readings"}
    going = play(begun(FIPJP, setup_of(FIPJP.id, setup)), f.DrawWon(side=chance.choice(SIDES)))
    for _ in range(40):
        moment, fact = (likely if chance.random() < 0.6 else anything)(chance, state_of(going))
        was = going.state
        with suppress(NotRecorded):
            going = play(going, fact, moment=moment)
            state, rulings = judged(SUOMI, was, going.heard[-1].entry)
            assert all(row.startswith("suomi/") for ruling in rulings for row in ruling.cites)
            assert state is not was
