"""What screens show of a game: computed from the game alone, in whole sentences, and only what the book would take."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carreau.books import book
from carreau.core.facts import Chosen, Moment, Undone
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.desk.views.game import Reader, board, view
from carreau.desk.views.said import said
from carreau.gamefile import opened
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.say.texts import catalogue
from carreau.sports import Json

ROOT = Path(__file__).parents[2]
PETANQUE = ("fipjp-2016", "fpusa-1995", "suomi")
FILES = ROOT.joinpath("examples").glob("*.jsonl")
EXAMPLES = sorted(path.stem for path in FILES if any(name in path.read_text("utf-8")[:400] for name in PETANQUE))
SCORER = Reader(role="scorer", people={"A1": "Anna"})
KEY = re.compile(r"\b(desk|word|screen|ask|choice|turn|clock|differs)\.[a-zA-Z_]+")


@cache
def example(name: str) -> Game:
    return opened(ROOT.joinpath("examples", f"{name}.jsonl").read_bytes()).game


def told(rulebook: str, *facts: Any, **setup: Any) -> Game:
    """A game of these facts, ten seconds apart."""
    game = begun(book(rulebook), setup_of(rulebook, setup), moment=Moment(at_ms=0))
    for n, fact in enumerate(facts, 1):
        game = play(game, fact, moment=Moment(at_ms=n * 10_000))
    return game


JACK = (f.DrawWon(side="A"), f.JackThrown(side="A", good=True))


def texts_in(shown: Any) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        for value in shown.values():
            yield from texts_in(value)
    elif isinstance(shown, list):
        for value in shown:
            yield from texts_in(value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_moment_of_a_game_can_be_shown(name: str) -> None:
    """No step of an example game leaves a key without a sentence, or something that JSON does not know."""
    whole = example(name)
    for n in range(1, len(whole.line) + 1, max(1, len(whole.line) // 40)):
        game = msgspec.structs.replace(whole, line=whole.line[:n])
        shown = view(game, SCORER)
        assert msgspec.json.decode(msgspec.json.encode(shown))["head"] == len(whole.heard) - 1
        unsaid = [text for text in texts_in({"view": shown, "board": board(game, SCORER)}) if KEY.search(text)]
        assert not unsaid, unsaid
        state: Any = game.state
        assert shown["turn"] == (state.turn.side if state.turn and not state.waiting else None)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_entry_is_a_sentence(name: str) -> None:
    game = example(name)
    for step in game.heard:
        sentence = said(game, step, SCORER)
        assert not KEY.search(sentence)
        assert not re.search(r"[{}]|\bnone\b", sentence), sentence


def test_every_kind_of_fact_of_petanque_has_a_sentence() -> None:
    english = catalogue("en")
    kinds = [kind.__name__ for kind in f.PetanqueFact.__args__] + ["Corrected"]
    missing = [kind for kind in kinds if english.gettext(f"desk.said.{kind}") == f"desk.said.{kind}"]
    plural = [kind for kind in missing if english.ngettext(f"desk.said.{kind}", "", 1) == f"desk.said.{kind}"]
    assert plural == []


# --- what is asked for, phase by phase ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "asks", "turn"),
    [
        ((), "draw", None),
        (JACK[:1], "jack", "A"),
        (JACK, "boule", "A"),
        ((*JACK, f.BouleThrown(side="A", holds="A")), "boule", "B"),
        ((*JACK, f.BouleThrown(side="A", holds="A"), f.BouleThrown(side="B", holds="unknown")), "head", None),
        ((*JACK, f.BouleThrown(side="A", holds="A"), f.EndClosed()), "count", "A"),
        ((JACK[0], f.JackThrown(side="A", good=False)), "question", None),
        ((*JACK, f.SignalGiven(what="suspended", agreed_by=("umpire",))), "suspended", "A"),
    ],
)
def test_what_the_screen_asks_for(facts: tuple[Any, ...], asks: str, turn: str | None) -> None:
    shown = view(told("fipjp-2016", *facts), SCORER)
    assert (shown["asks"], shown["turn"]) == (asks, turn)


def test_after_a_bad_jack_the_opponents_place_it_where_the_edition_says_so() -> None:
    """By agreement of both it is one tap; the text of 1995 has it thrown again."""
    found = {}
    for rulebook in PETANQUE:
        game = told(rulebook, JACK[0])
        bad = play(game, f.JackThrown(side="A", good=False, reason="too_near"), moment=Moment(by="both"))
        shown = view(bad, SCORER)
        found[rulebook] = (shown["asks"], shown["turn"], shown["jack"]["most"], shown["jack"]["attempt"])
    assert found == {
        "fipjp-2016": ("place", "B", 1, 2),
        "fpusa-1995": ("jack", "A", 3, 2),
        "suomi": ("place", "B", 1, 2),
    }


@pytest.mark.parametrize("rulebook", PETANQUE)
def test_a_jack_is_bad_for_reasons_of_its_own_edition(rulebook: str) -> None:
    game = told(rulebook, JACK[0])
    faults = view(game, SCORER)["jack"]["faults"]
    rows = {clause.row.partition("/")[2] for clause in game.book.clauses.values()}
    assert len(faults) >= 2
    assert all(fault["art"] in rows for fault in faults)
    for fault in faults:
        bad = play(game, f.JackThrown(side="A", good=False, reason=fault["id"]), moment=Moment(by="both"))
        cited = {row.partition("/")[2] for ruling in bad.rulings for row in ruling.cites}
        assert fault["art"] in cited


def test_who_plays_and_who_holds_in_one_sentence_with_its_article() -> None:
    sides = {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}
    shown = view(told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"), sides=sides), SCORER)
    assert shown["status"] == {
        "text": "Vieux-Port play: Les Lilas hold the point.",
        "art": "16.b",
        "rows": ["fipjp-2016/16.b"],
        "seq": 3,
    }
    assert (shown["hands"], shown["boule"], shown["holds"]) == ({"A": 5, "B": 6}, 2, "A")


def test_undo_says_what_it_takes_back() -> None:
    game = told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"))
    shown = view(game, SCORER)
    assert (shown["last"]["undo"], shown["last"]["may_undo"]) == ("Undo: boule 1", None)
    undone = play(game, Undone(seqs=(3,)))
    shown = view(undone, SCORER)
    assert shown["last"]["undo"] == "Undo: jack thrown"
    assert shown["again"]["text"] == "Put back: boule 1"


def test_a_viewer_may_undo_nothing_and_is_told_no_names() -> None:
    game = told("fipjp-2016", *JACK, sides={"A": {"players": [{"id": "A1"}, {"id": "A2"}, {"id": "A3"}]}})
    shown = view(game, Reader(role="viewer"))
    assert shown["last"]["may_undo"] is not None
    assert shown["players"] == {}
    assert "Anna" not in str(shown)


# --- questions ---------------------------------------------------------------------------------------


def test_each_answer_says_beforehand_what_it_leads_to() -> None:
    """The consequence that is shown is what is there after the choice; what is not offered says why."""
    stopped = f.Moved(object="jack", marked=True, stopped=f.Stopped(by="player", side="A"))
    game = told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"))
    asked = play(game, f.BouleThrown(side="B", how="shot", moved=(stopped,), holds="B"), moment=Moment(at_ms=40_000))
    question = view(asked, SCORER)["question"]
    assert (question["of"], [c["id"] for c in question["choices"]]) == ("B", ["leave", "restore", "line"])
    assert question["choices"][2]["place"]
    leave = question["choices"][0]
    after = play(asked, Chosen(choice="leave"), moment=Moment(by="B", at_ms=50_000))
    assert f"Team {view(after, SCORER)['holds']} holds the point, not Team A." in leave["consequence"]
    unmarked = f.Moved(object="jack", marked=False, stopped=f.Stopped(by="player", side="A"))
    other = play(game, f.BouleThrown(side="B", how="shot", moved=(unmarked,), holds="B"), moment=Moment(at_ms=40_000))
    again = view(other, SCORER)["question"]
    offered = [c["id"] for c in (again or {"choices": []})["choices"] if c["refused"] is None]
    assert offered in ([], ["leave"])


# --- the count ---------------------------------------------------------------------------------------


def counting(*last: Any) -> Game:
    return told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"), f.BouleThrown(side="B", holds="A"), *last)


def test_only_points_that_the_book_takes_are_offered_with_the_score_after_them() -> None:
    game = counting(f.BouleThrown(side="B", holds="A"), f.EndClosed())
    count = view(game, SCORER)["count"]
    for side in ("A", "B"):
        offered = {one["points"]: one["score"] for one in count["points"][side]}
        taken = {}
        for points in range(1, 7):
            try:
                after = play(game, f.EndCounted(side=side, points=points))
            except NotRecorded:
                continue
            taken[points] = view(after, SCORER)["score"]
        assert offered == taken
    assert 1 in {one["points"] for one in count["points"]["A"]}
    assert 6 not in {one["points"] for one in count["points"]["A"]}


def test_only_comparisons_that_are_still_needed_are_asked() -> None:
    game = counting(f.EndClosed())
    near = view(game, SCORER)["count"]["nearer"]
    assert near == {"side": "A", "best": "B.1", "boules": [{"id": "A.1", "is": None, "source": None}]}
    measured = play(game, f.PointMeasured(near="A.1", far="B.1", instrument="tape"), moment=Moment(source="tape"))
    near = view(measured, SCORER)["count"]["nearer"]
    assert near["boules"][0]["is"] == "nearer"
    assert view(measured, SCORER)["count"]["proposed"] == {"side": "A", "points": 1}


# --- clocks ------------------------------------------------------------------------------------------


def clock(game: Game, name: str, reader: Reader = SCORER) -> Json:
    return next(c for c in view(game, reader)["clocks"] if c["id"] == name)


def test_the_minute_runs_from_rest_with_its_limit_and_article() -> None:
    minute = clock(told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A")), "boule")
    assert (minute["start_ms"], minute["limit_ms"], minute["side"]) == (30_000, 60_000, "B")
    assert (minute["paused_ms"], minute["spent_ms"], minute["art"]) == (None, None, "21.a")


def test_a_pause_does_not_count() -> None:
    game = told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"), f.ClockPaused(clock="boule"))
    minute = clock(game, "boule")
    assert (minute["paused_ms"], minute["spent_ms"]) == (40_000, 10_000)
    on = play(game, f.ClockStarted(clock="boule", side="B", happened_ms=90_000 - 10_000), moment=Moment(at_ms=90_000))
    assert clock(on, "boule")["start_ms"] == 80_000


@pytest.mark.parametrize("rulebook", ["fipjp-2016", "fpusa-1995"])
def test_nothing_is_booked_at_the_limit_before_somebody_confirms_and_then_at_the_limit(rulebook: str) -> None:
    game = told(rulebook, *JACK, f.BouleThrown(side="A", holds="A"), f.ClockStarted(clock="search_jack"))
    search = clock(game, "search_jack")
    limit = game.book.limit("clock.search")
    assert (search["limit_ms"], search["expired"]) == (limit, False)
    proposed = search["at_limit"]
    assert (proposed["at_ms"], proposed["fact"]["elapsed_ms"]) == (40_000 + limit, limit)
    assert not game.state.jack.dead  # type: ignore[attr-defined]
    fact = msgspec.convert(proposed["fact"], game.book.sport.facts)
    late = play(game, fact, moment=Moment(by=proposed["by"], at_ms=proposed["at_ms"]))
    assert late.state.jack.dead  # type: ignore[attr-defined]


def test_only_a_minute_over_its_time_is_a_fault_and_the_card_is_the_umpires() -> None:
    game = told("fipjp-2016", *JACK, f.BouleThrown(side="A", holds="A"))
    proposed = clock(game, "boule", Reader(role="umpire"))["at_limit"]
    assert (proposed["by"], proposed["elapsed"], proposed["at_ms"]) == ("umpire", True, 90_000)
    at_the_limit = msgspec.convert(proposed["fact"], game.book.sport.facts)
    assert play(game, at_the_limit).rulings[0].key == "clock.shows"
    over = msgspec.structs.replace(at_the_limit, elapsed_ms=60_001)
    assert play(game, over).rulings[0].key == "clock.late"
    assert view(play(game, over), SCORER)["open"][0]["of"] == "umpire"


def test_a_confirmed_time_is_not_proposed_again() -> None:
    game = told(
        "fipjp-2016",
        *JACK,
        f.ClockStarted(clock="search_boule"),
        f.ClockExpired(clock="search_boule", elapsed_ms=300_000),
    )
    assert clock(game, "search_boule")["expired"]


def test_clocks_that_can_be_started_have_the_limit_of_their_edition() -> None:
    limits = {}
    for rulebook in PETANQUE:
        offers = view(told(rulebook, *JACK), SCORER)["startable"]
        limits[rulebook] = {offer["id"]: offer["limit_ms"] for offer in offers}
    assert limits["fipjp-2016"]["search_jack"] == 300_000
    assert limits["fipjp-2016"]["late"] == 3_600_000
    assert "game" not in limits["fipjp-2016"]  # nobody has limited its time
    assert limits["suomi"] != limits["fipjp-2016"]


# --- the board ---------------------------------------------------------------------------------------


def test_the_board_has_the_ends_and_no_names() -> None:
    game = example("triples")
    shown = board(game, Reader())
    assert (shown["score"], shown["chapters"][:3], shown["closed"]) == (
        {"A": 13, "B": 7},
        [[3, 0], [0, 2], [1, 0]],
        True,
    )
    assert sum(end[0] for end in shown["chapters"]) >= 13
    assert len(msgspec.json.encode(shown)) < 1500
