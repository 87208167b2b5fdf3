"""The short notation of billiard cochonnet: what is written is understood, and what is not says so."""

from typing import Any

import msgspec
import pytest

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_notation import NotUnderstood, fact_of, facts_of, setup_of
from carreau.core.facts import Chosen, Moment, Undone
from carreau.core.game import play
from carreau.core.judging import NotRecorded
from tests.cochonnet import BOOK, game_of, new_game, state_of

GAME = game_of("lag A; jack ok; A holds=A")
STATE = state_of(GAME)

WRITTEN: tuple[tuple[str, Any], ...] = (
    ("A", f.BallPlayed(side="A")),
    ("B2 short hit=jack,A.1", f.BallPlayed(side="B", player="B2", far_cushion=False, touched_before=("jack", "A.1"))),
    (
        "B far cushions=2 astride holds=B",
        f.BallPlayed(side="B", far_cushion=True, cushions=2, line="astride", holds="B"),
    ),
    ("B off dead", f.BallPlayed(side="B", off_table=True, good=False)),
    (
        "B A.1>out jack>over,unmarked",
        f.BallPlayed(
            side="B", moved=(f.Moved(object="A.1", out=True), f.Moved(object="jack", line="past", marked=False))
        ),
    ),
    ("B played<A.1", f.BallPlayed(side="B", order=(("played",), ("A.1",)))),
    ("B played=A.1", f.BallPlayed(side="B", order=(("played", "A.1"),))),
    ("jack B1 over", f.JackThrown(side="B", player="B1", line="past")),
    ("jack ok", f.JackThrown(side="A", good=True)),
    ("lag A=120 B=off", f.LagPlayed(balls={"A": f.Rolled(gap_mm=120), "B": f.Rolled(off_table=True)})),
    ("lag equal", f.LagPlayed(won_by="equal")),
    ("map A.1 B.1=B.2", f.EndMeasured(order=(("A.1",), ("B.1", "B.2")))),
    ("head equal", f.HeadStated(holds="equal")),
    ("moved A.1>off by=person", f.ObjectMoved(moved=(f.Moved(object="A.1", off_table=True),), by="person")),
    ("wrong of=B2 holds=A", f.WrongBallNoticed(ball="A.1", of_side="B", of_player="B2", holds="A")),
    ("end A 3", f.EndCounted(side="A", points=3)),
    ("end void why=equal", f.EndCounted(why="equal")),
    ("stop", f.Declined(side="B")),
    ("body A1", f.OffenceSeen(offence="body", side="A", player="A1")),
    ("turn B", f.Ruled(outcome="turn", side="B")),
    ("inspect smaller=no", f.Inspected(object="jack", found={"smaller": False})),
    ("choose leave option=3.1", Chosen(choice="leave", option="3.1")),
    ("undo", Undone(seqs=(3,))),
    ("undo 1 2", Undone(seqs=(1, 2))),
)


@pytest.mark.parametrize(("text", "fact"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_what_is_written_is_understood(text: str, fact: Any) -> None:
    assert fact_of(text, STATE) == (Moment(), fact)


@pytest.mark.parametrize(("text", "fact"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_every_kind_can_be_written_in_full(text: str, fact: Any) -> None:
    fields = {k: v for k, v in msgspec.to_builtins(fact).items() if k != "kind"}
    words = [f"{k}={v if isinstance(v, str) else msgspec.json.encode(v).decode()}" for k, v in fields.items()]
    assert fact_of(" ".join([type(fact).__name__, *words]), STATE) == (Moment(), fact)


def test_who_says_it_stands_before_it() -> None:
    assert fact_of("umpire: tape: head A", STATE)[0] == Moment(by="umpire", source="tape")


def test_facts_stand_in_lines_and_after_semicolons() -> None:
    text = "A holds=A  # the first\nB; B over"
    assert [type(fact).__name__ for _, fact in facts_of(text, lambda: STATE)] == ["BallPlayed"] * 3


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Q", "'Q' begins no fact"),
        ("nobody: A", "'nobody' is nobody"),
        ("umpire:", "names no fact"),
        ("A sideways", "'sideways' says nothing of a ball"),
        ("A A.1>up", "'up' says nothing of where something went"),
        ("lag A=up B=3", "'up' says nothing of a ball in the draw"),
        ("end A", "how many points"),
        ("choose", "choose what?"),
        ("turn", "which side?"),
        ("A holds=C", "Invalid enum value"),
        ("BallPlayed side=A colour=red", "unknown field"),
        ("A.1", "begins no fact"),
    ],
)
def test_what_is_not_understood_says_so(text: str, word: str) -> None:
    with pytest.raises(NotUnderstood, match=word.replace("?", r"\?")):
        fact_of(text, STATE)


def test_the_choices_are_named_when_none_is_chosen() -> None:
    asked = game_of("lag A; jack ok; A holds=A; B hit=A.1")
    with pytest.raises(NotUnderstood, match="put_back, leave"):
        fact_of("choose", state_of(asked))


def test_a_set_up_is_made_of_a_few_words() -> None:
    setup = setup_of(BOOK.id, {"players": "2v2", "ball_set": "four_colours"})
    assert setup.format == "2 v 2"
    assert [p.id for p in setup.sides["B"].players] == ["B1", "B2"]
    assert setup_of(BOOK.id, {}).format == "teams"


def test_a_game_is_set_up_once() -> None:
    with pytest.raises(NotRecorded) as no:
        play(new_game(), setup_of(BOOK.id, {}))
    assert no.value.ruling.key == "refused.set_up_already"
