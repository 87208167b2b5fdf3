"""A fact written in short notation is understood as the same fact again."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from benchmarks.games import random_game
from carreau.billiards import cochonnet_notation as cochonnet
from carreau.billiards import five_notation as five
from carreau.billiards.five_shorthand import written as five_written
from carreau.billiards.five_state import FivePinsState
from carreau.books import BOOKS
from carreau.casebook import cases
from carreau.core.facts import Change, Corrected
from carreau.core.game import begun
from carreau.core.notation import Said, clock_ms, clock_text, entered
from carreau.gamefile import opened
from carreau.petanque import facts as f
from carreau.petanque.notation import NotUnderstood, fact_of, metres_mm, metres_text
from carreau.petanque.setup import GameSetUp
from carreau.petanque.shorthand import written
from carreau.petanque.state import PetanqueState
from carreau.sports import Kit, kit_of

ROOT = Path(__file__).parent.parent
FIVE = {*five.SHORT, *five.QUICK, *five.FLAGS, *five.LISTS, *five.PIN_LISTS, *five.QUICK_PINS, *five.HALVES}
COCHONNET = {*cochonnet.SHORT, *cochonnet.STROKES, *cochonnet.MOVES, *cochonnet.LINES}
FIVE_STATE = FivePinsState(setup=five.setup_of("umb-5pin-1997", {}))
STATE = PetanqueState(setup=GameSetUp(version=1, rulebook="fipjp-2016", format="triples"))

TYPED = [
    "draw A",
    "circle A drawn 400 marked obstacle_gap_mm=999",
    "circle unmarked",
    "jack A2 6.50 ok visible marked stop=player:B1!/equipment/flight",
    "jack A bad too_near",
    "place B 8.001 hidden unmarked slow=true",
    "agree bad umpire",
    "agree bad both",
    "A1 p holds=A",
    "B s jack>2.99,marked,stop=umpire thrown>out A.1>moved lying holds=nobody breach=out_of_turn",
    "A thrown>line=boundary,overlap=-3,thick=20,lanes=1,hidden,between",
    "head equal",
    "near A.1 B.2 side=A",
    "equal A.1 B.2",
    "map A.1=B.1 A.2",
    "map A.1:0.082=B.1 A.2:1.50",
    "near A.1:0.082 B.2:0.41 side=A",
    "equal A.1:0.00 B.2:0.00",
    "end A 3 why=dead_jack",
    "end void",
    "close",
    "result",
    "choose line 12.000 visible=true inside=false option=4.1 note=\"as marked\"",
    "choose 4",
    "undo 3 4",
    "CardShown card=yellow player=A1 offence=circle",
    "Inspected object=boule found={\"weight_mg\":650000,\"marks_legible\":true}",
    "JackAgreedBad agreed_by=A reason=too_far",
    "PointMeasured holds=A",
    "HeadMapped order=[[\"A.1\"]] gaps_mm={\"A.1\":12}",
    "HeadMapped order=[[\"A.1\"]] places_mm={\"A.1\":[-120,40]}",
    "EndClosed agreed_by=umpire",
    "ResultAgreed score={\"A\":13,\"B\":4}",
    "Noted text=\"true\"",
    "inspect boule B2 asked_by=A marks_legible=false weight_mg=650000",
    "inspect jack magnetic=true",
    "Inspected object=boule found={\"weight_mg\":650000} player=A1",
]  # fmt: skip


@pytest.mark.parametrize("text", TYPED)
def test_words_come_back(text: str) -> None:
    moment, fact = fact_of(text, STATE)
    assert fact_of(written(fact), STATE) == (moment, fact)


@pytest.mark.parametrize(
    "words", ["C>O red@upper,top", "A C>O C>R taken=top cue@astride red@top", "hit pins=n cue@lower"]
)
def test_where_a_ball_rests_comes_back(words: str) -> None:
    """Its half, its spot, or both, as a simulated stroke tells them."""
    _, stroke = five.fact_of(words, FIVE_STATE)
    assert five_written(stroke) == words
    assert five.fact_of(five_written(stroke), FIVE_STATE) == five.fact_of(words, FIVE_STATE)


def test_a_ball_rests_in_one_half() -> None:
    with pytest.raises(five.NotUnderstood, match="one half"):
        five.fact_of("C>O red@upper,lower", FIVE_STATE)


@pytest.mark.parametrize(
    "text", ["umpire: head A", "@1:05 A1 p", "@61:00.5 both: tape: near A.1 B.1", "clock: @0:07 close"]
)
def test_who_when_and_from_what_source(text: str) -> None:
    moment, fact = fact_of(text, STATE)
    assert fact_of(entered(moment, written(fact)), STATE) == (moment, fact)


@pytest.mark.parametrize("id", BOOKS)
def test_facts_of_games_and_cases_come_back(id: str) -> None:
    """Whatever a case or an example tells, in every sport."""
    sport = kit_of(BOOKS[id])
    state = begun(BOOKS[id], sport.setup_of(id, {})).state
    found = 0
    for moment, fact in chain(_played(id), *(_facts(sport, line.when, state) for c in cases(id) for line in c.table)):
        if not isinstance(fact, Corrected):
            found += 1
            words = entered(moment, sport.written(fact))
            assert [*sport.facts_of(words, lambda: state)] == [(moment, fact)], words
    assert found > 100


def _played(id: str) -> Iterator[Said]:
    """The facts of random games, and of the examples by this book."""
    games = [random_game(3)] if id == "fipjp-2016" else []
    filed = [opened(path.read_bytes()) for path in sorted(ROOT.glob("examples/*.jsonl"))]
    games += [f.game for f in filed if f.record.edition.id == id]
    for game in games:
        for step in game.heard[1:]:
            yield structs.replace(step.entry.moment, seq=0), step.entry.fact


def _facts(sport: Kit, text: str, state: Any) -> list[Said]:
    try:
        return list(sport.facts_of(text, lambda: state))
    except NotUnderstood:  # words that lean on the state of the case
        return []


@pytest.mark.parametrize(("page", "words"), [("notation-five-pins.md", FIVE), ("notation-cochonnet.md", COCHONNET)])
def test_every_word_of_the_table_games_is_explained(page: str, words: set[str]) -> None:
    told = (ROOT / "docs" / page).read_text("utf-8")
    quoted = {word for code in re.findall(r"`([^`]+)`", told) for word in re.split(r"[ =:@,>]", code)}
    assert words - quoted == set()


def test_a_correction_is_written_as_it_is_typed_in_play() -> None:
    changes = (
        Change[f.PetanqueFact](seq=3, facts=(f.DrawWon(side="B"), f.HeadStated(holds="A"))),
        Change[f.PetanqueFact](seq=5, facts=()),
    )
    assert written(Corrected[f.PetanqueFact](changes=changes)) == "correct 3: draw B; head A | 5:"


@pytest.mark.parametrize(
    ("mm", "text"), [(6500, "6.50"), (999, "0.999"), (20_001, "20.001"), (0, "0.00"), (5010, "5.01")]
)
def test_metres(mm: int, text: str) -> None:
    assert (metres_text(mm), metres_mm(text)) == (text, mm)


@pytest.mark.parametrize(("ms", "text"), [(61_000, "1:01"), (0, "0:00"), (61_500, "1:01.5"), (3_900_000, "65:00")])
def test_times(ms: int, text: str) -> None:
    assert (clock_text(ms), clock_ms(text)) == (text, ms)


LONG = "9" * 5000
NO_FACTS = [
    "umpire:", "@soon A p", "@inf A p", "nobody: A p", f"end A {LONG}", f"A p overlap={LONG}", "A p overlap=x", "A p a=[",
    f"Noted text={LONG}", f"Noted text={'[' * 5000}", "undo 3 then", "setup target=x",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_FACTS, ids=[text[:20] for text in NO_FACTS])
def test_words_that_make_no_fact(text: str) -> None:
    with pytest.raises(NotUnderstood):
        fact_of(text, STATE)


@pytest.mark.parametrize("id", BOOKS)
def test_what_nobody_understands_is_said_in_every_sport(id: str) -> None:
    sport = kit_of(BOOKS[id])
    state = begun(BOOKS[id], sport.setup_of(id, {})).state
    for text in ("tango", "nobody: head A", f"Noted text={'9' * 5000}", "undo x", "@soon undo 1", "choose"):
        with pytest.raises(NotUnderstood):
            list(sport.facts_of(text, lambda: state))
