"""Whole games kept end by end, the ends thrown in compiled code."""

import pytest

from carreau.books import BOOKS
from carreau.core.game import Game
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.simulate.by_ends import games_by_ends
from carreau.simulate.records import judged_again, record_of


def over(game: Game) -> PetanqueState:
    state = game.heard[-1].state
    assert isinstance(state, PetanqueState)
    return state


@pytest.mark.parametrize("book", ["fipjp-2016", "fpusa-1995", "suomi"])
def test_games_reach_their_last_point_and_judge_to_the_same_story(book: str) -> None:
    for game in games_by_ends(BOOKS[book], 3, levels=("expert", "club"), seed=2):
        state = over(game)
        assert state.phase == "over"
        assert state.points(state.winner or "A") >= 13
        judged_again(game, record_of(game))


def test_one_seed_gives_the_same_games_and_another_seed_others() -> None:
    def scores(seed: int) -> list[tuple[int, int]]:
        games = games_by_ends(BOOKS["fipjp-2016"], 4, format="singles", seed=seed)
        return [(over(game).points("A"), over(game).points("B")) for game in games]

    assert scores(1) == scores(1) != scores(2)


def test_the_side_that_scored_opens_as_the_book_says() -> None:
    game = next(games_by_ends(BOOKS["fipjp-2016"], 1, seed=4))
    counted = [step for step in game.heard if isinstance(step.entry.fact, f.EndCounted)]
    assert len(counted) > 3
    for step in counted[:-1]:
        turn = getattr(step.state, "turn", None)
        assert turn is not None
        assert step.entry.fact.side in (None, turn.side)


def test_the_better_side_wins_more_often_whichever_it_is() -> None:
    for levels, better in ((("elite", "club"), "A"), (("club", "elite"), "B")):
        games = games_by_ends(BOOKS["fipjp-2016"], 12, levels=levels, seed=6)
        assert sum(over(game).winner == better for game in games) >= 9
