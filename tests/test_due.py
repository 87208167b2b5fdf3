"""What must be ruled after a fact: a book without the decision that rules it is caught in the act."""

import pytest
from msgspec import convert, structs

from carreau.books import book
from carreau.core.game import begun, play
from carreau.core.judging import Contradiction
from carreau.core.rulebook import Rulebook, assembled
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of

FIPJP = book("fipjp-2016")


def without(*names: str) -> Rulebook:
    """The book without some of its decisions."""
    left = tuple(d for d in FIPJP.decisions if d.name not in names)
    assert len(left) == len(FIPJP.decisions) - len(names)
    return assembled(structs.replace(FIPJP, decisions=left), complete=False)


@pytest.mark.parametrize(
    ("silent", "on"),
    [
        (("order.whose_turn",), "the turn"),
        (("order.head_after_throw",), "who holds"),
    ],
)
def test_a_throw_must_be_ruled_on(silent: tuple[str, ...], on: str) -> None:
    game = begun(without(*silent), setup_of(FIPJP.id, {}))
    game = play(play(game, f.DrawWon(side="A")), f.JackThrown(side="A", good=True))
    with pytest.raises(Contradiction, match=on):
        play(game, f.BouleThrown(side="A", holds="A"))


def test_points_agreed_must_end_the_end() -> None:
    game = begun(without("count.end_agreed"), setup_of(FIPJP.id, {"detail": "ends"}))
    game = play(game, f.DrawWon(side="A"))
    with pytest.raises(Contradiction, match="the end"):
        play(game, convert({"kind": "EndCounted", "side": "A", "points": 1}, f.EndCounted))
