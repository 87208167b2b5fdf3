"""Who is consulted about a fact: those who are not would have had nothing to say."""

from random import Random

import pytest
from msgspec import structs

from benchmarks.games import random_game
from carreau.books import book
from carreau.core.decision import Decision, Plan
from carreau.core.game import begun, play, replay
from carreau.core.rulebook import Rulebook, assembled
from carreau.ledger import Tried, judged_cases
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from tests.proof import GUARDED
from tests.walks import FIPJP, played


def everybody(edition: Rulebook) -> Rulebook:
    """The book that asks also those who have nothing to say about what is expected, or about how it was moved."""
    return assembled(structs.replace(edition, decisions=tuple(map(_asked, edition.decisions))), complete=False)


def _asked(decision: Decision) -> Decision:
    needs = tuple(dict.fromkeys(name.split(".")[0] for name in decision.needs))
    return structs.replace(decision, needs=needs, unexpected=False)


def said(tried: Tried) -> list[object]:
    """What a book says on each line of its cases."""
    return [(o.rulings, o.refusal, o.state) for _, lines in tried for o in lines]


@pytest.mark.parametrize("id", GUARDED)
def test_a_case_says_the_same_when_everybody_is_asked(id: str) -> None:
    """No case of any book hides a word of a decision that was passed over."""
    assert said(judged_cases(everybody(book(id)))) == said(judged_cases(book(id)))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_says_the_same_when_everybody_is_asked(seed: int) -> None:
    """Nor does a game, played by the rules or at random."""
    for game in (random_game(seed), played(Random(seed), 60)):
        assert replay(everybody(FIPJP), game.log).line == replay(FIPJP, game.log).line


# --- how it is known who has nothing to say ---------------------------------------------------------------


def consulted(fact: f.BouleThrown) -> tuple[Plan, set[str]]:
    """Who is consulted about this first boule of an end, on its usual course."""
    game = begun(FIPJP, setup_of(FIPJP.id, {}))
    game = play(play(game, f.DrawWon(side="A")), f.JackThrown(side="A", good=True))
    plan = game.book.plan(game.state, fact)
    return plan, {d.name for decisions in (plan.door, *(d for _, d in plan.stages)) for d in decisions}


def test_a_boule_in_its_turn_is_not_shown_to_who_guards_the_order() -> None:
    plan, names = consulted(f.BouleThrown(side="A"))
    assert plan.full is not None
    assert not names & {"door.in_turn", "count.target_reached"}
    plan, names = consulted(f.BouleThrown(side="B"))
    assert plan.full is None
    assert names >= {"door.in_turn", "count.target_reached"}


def test_what_one_of_two_boules_did_is_shown_to_who_judges_it() -> None:
    still = f.Moved(object="A.1", range_mm=7000)
    over = f.Moved(object="A.2", overlap_mm=0)
    assert "dead_boules.dead_where_it_went" not in consulted(f.BouleThrown(side="A", moved=(still,)))[1]
    assert "dead_boules.dead_where_it_went" in consulted(f.BouleThrown(side="A", moved=(still, over)))[1]


def test_no_is_also_an_answer() -> None:
    """That the jack is not visible is said, although it is a no; that it is not dead goes without saying."""
    unseen = f.Moved(object="jack", visible=False, dead=False)
    _, names = consulted(f.BouleThrown(side="A", moved=(unseen,)))
    assert "dead_jack.jack_unseen" in names
    assert "dead_jack.jack_stated_dead" not in names
