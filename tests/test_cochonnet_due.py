"""Silence where somebody needs an answer is an error that names what is missing."""

from msgspec import structs

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_due import due
from tests.cochonnet import BOOK, game_of, state_of

STATE = state_of(game_of("lag A; jack ok; A holds=A"))


def test_what_must_be_ruled() -> None:
    """An end, a jack, a turn, whose ball lies nearest."""
    turn = tuple(r for r in game_of("lag A; jack ok; A holds=A").rulings if r.key == "turn.ball")
    assert due(BOOK, STATE, STATE, f.EndCounted(), ()) == "the end"
    assert due(BOOK, STATE, STATE, f.JackThrown(side="A"), ()) == "the jack"
    assert due(BOOK, STATE, STATE, f.BallPlayed(side="A"), ()) == "the turn"
    assert due(BOOK, STATE, STATE, f.BallPlayed(side="A"), turn) == "whose ball lies nearest"


def test_nobody_plays_while_nobody_knows() -> None:
    """Who lies nearest is not known: then it is not due to say who plays."""
    unknown = structs.replace(STATE, memory=structs.replace(STATE.memory, head="unknown"))
    assert due(BOOK, STATE, unknown, f.BallPlayed(side="A"), ()) is None
    assert due(BOOK, STATE, STATE, f.HeadStated(holds="A"), ()) is None
