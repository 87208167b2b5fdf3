"""What a correction changes: every difference between two states has its key and a whole sentence."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec import structs

from carreau.casebook import told
from carreau.core import difference as d
from carreau.core.facts import Change
from carreau.core.game import Game, begun, correct, play, undo
from carreau.core.ruling import Option, Ruling
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.petanque.state import Card, PlayerNow
from carreau.say import says, sentence
from carreau.sports import kit_of
from carreau.sports.courtside import difference
from tests.anygame import TABLES, Table
from tests.messages import LANGUAGES
from tests.proof import FIPJP
from tests.test_possible import every_book

END = "draw A; jack ok marked; A p holds=A; B p holds=B; A s B.1>out holds=A"


def told_at(book_id: str, text: str, **setup: Any) -> Game:
    """A game of a book."""
    table = TABLES[book_id]
    return told(begun(table.book, kit_of(table.book).setup_of(book_id, setup)), text)[0]


def game_of(text: str, **setup: Any) -> Game:
    """A game of pétanque."""
    return told(begun(FIPJP, setup_of(FIPJP.id, setup)), text)[0]


def said(was: Game, now: Game) -> list[str]:
    """The sentences of what differs."""
    return [says(Ruling(key=x.key, slots=x.slots, clauses=(), cites=())) for x in between(was, now)]


def between(was: Game, now: Game) -> tuple[d.Difference, ...]:
    """What differs."""
    return difference(now.book, was.state, now.state)


def keys(was: Game, now: Game) -> set[str]:
    """The keys of what differs."""
    return {x.key for x in between(was, now)}


# --- every sport -----------------------------------------------------------------------------------


@every_book
def test_equal_states_do_not_differ_and_others_do(table: Table) -> None:
    """Nothing between a state and itself; every change of score, turn, end or winner is told."""
    for seed in range(6):
        games = list(table.walk(Random(seed), 40, seldom=0.2))
        for was, now in pairwise(games):
            assert difference(now.book, now.state, now.state) == ()
            topics = {x.topic for x in between(was, now)}
            one, two = kit_of(was.book).plain(was.state), kit_of(now.book).plain(now.state)
            if one["score"] != two["score"] and one.get("end") == two.get("end"):
                assert topics & {"score", "set", "sets"}
            if one["winner"] != two["winner"]:
                assert "winner" in topics
            if was.state.waiting is None and now.state.waiting is None and one["next"] != two["next"]:
                assert "turn" in topics


@every_book
def test_whatever_differs_can_be_said(table: Table) -> None:
    """A whole sentence in each language, between any two states of any games, both ways."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        chance = Random(seed)
        games = [*table.walk(chance, 40, seldom=0.4), *table.walk(chance, 40)]
        for _ in range(60):
            one, two = chance.choice(games), chance.choice(games)
            for x in difference(one.book, one.state, two.state):
                seen[x.key] += 1
                for language in LANGUAGES:
                    text = sentence(x.key, x.slots, language, {})
                    assert "None" not in text
                    assert "_" not in text
    assert len(seen) > 12


# --- pétanque --------------------------------------------------------------------------------------


def test_the_last_throw_was_another_one() -> None:
    game = game_of(END)
    other = correct(game, [Change(seq=5, facts=(f.BouleThrown(side="A", holds="B"),))])
    assert said(game, other) == [
        "Team A plays the next boule, not Team B.",
        "Team B holds the point, not Team A.",
        "Boule B.1 counts.",
    ]


def test_an_end_was_the_other_sides() -> None:
    """The example of the specification: end 6 was not A's."""
    game = game_of("draw A; end A 3; end B 5; end A 3; end A 1", detail="ends")
    other = correct(game, [Change(seq=5, facts=(f.EndCounted(side="B", points=1),))])
    assert said(game, other) == [
        "The score is 6–6, not 7–5.",
        "Team B throws the jack, not Team A.",
        "Jack in end 5: Team B, not Team A.",
    ]
    assert said(game, undo(game))[:2] == ["The score is 6–5, not 7–5.", "It is end 3, not 4."]


def test_the_score_is_the_official_one() -> None:
    """Points above the target do not differ from the target."""
    game = game_of("draw A; end A 6; end A 6; end A 2", detail="ends")
    other = correct(game, [Change(seq=4, facts=(f.EndCounted(side="A", points=1),))])
    assert between(game, other) == ()
    fewer = correct(game, [Change(seq=4, facts=())])
    assert "Nobody has won yet." in said(game, fewer)
    assert "Team A has won." in said(fewer, game)


def test_a_jack_that_died_and_what_the_end_gives() -> None:
    alive = game_of("draw A; jack ok; A p holds=A; B p holds=B", format="singles")
    dead = told(alive, "A s jack>out")[0]
    assert {
        "differs.jack_dead",
        "differs.next_count",
        "differs.holder_none",
        "differs.hands",
        "differs.gives_nothing",
    } <= keys(alive, dead)
    assert {"differs.jack_alive", "differs.holder_side"} <= keys(dead, alive)
    given = told(alive, "A p holds=A; B p holds=A; B p holds=A; A p holds=A; map A.1 B.1 A.2 A.3 B.2 B.3")[0]
    assert "differs.gives" in keys(alive, given)


def test_who_holds_in_each_way() -> None:
    game = game_of("draw A; jack ok; A p holds=A; B p holds=B")
    words = {w: told(game, f"A p holds={w}")[0] for w in ("equal", "nobody")}
    assert "differs.holder_equal" in keys(game, words["equal"])
    assert "differs.holder_nobody" in keys(game, words["nobody"])
    unknown = play(game, f.BouleThrown(side="A", moved=(f.Moved(object="jack", marked=True, range_mm=7000),)))
    assert {"differs.holder_unknown", "differs.next_nobody"} <= keys(game, unknown)
    assert next(x for x in between(unknown, game) if x.topic == "holder").slots["was"] is None


def test_boules_and_people() -> None:
    named = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2)]} for side in "AB"}
    game = game_of("draw A; jack ok; A1 p holds=A", format="doubles", sides=named)
    carded = told(game, "umpire: CardShown card=yellow player=A1 offence=circle")[0]
    assert [x.slots for x in between(game, carded) if x.topic == "card"] == [{"player": "A1", "card": "yellow"}]
    assert keys(carded, game) >= {"differs.card_fewer"}
    assert keys(game, undo(game)) >= {"differs.boule_fewer", "differs.holder_nobody", "differs.hands"}
    assert keys(undo(game), game) >= {"differs.boule_more"}
    out = told(game, "umpire: CardShown card=red player=B2 offence=circle")[0]
    assert {"differs.out_more", "differs.card_more"} <= keys(game, out)
    gone = told(game, "B1 p thrown>out holds=A")[0]
    assert "differs.boule_dead" in keys(told(game, "B1 p holds=A")[0], gone)


@pytest.mark.parametrize(("step", "topic"), [("warning", "warning"), ("boule", "boule_lost"), ("end", "end_missed")])
def test_the_steps_of_the_other_ladder(step: Any, topic: str) -> None:
    was: Any = game_of("draw A").state
    now = structs.replace(was, cards=(Card(player="A1", side="A", card=step),))
    assert [x.key for x in difference(FIPJP, was, now)] == [f"differs.{topic}_more"]
    assert [x.key for x in difference(FIPJP, now, was)] == [f"differs.{topic}_fewer"]


def test_a_question_opens_and_closes() -> None:
    game = game_of(END)
    stopped = f.Moved(object="jack", marked=True, stopped=f.Stopped(by="player", side="A"))
    asked = play(game, f.BouleThrown(side="B", how="shot", moved=(stopped,)))
    assert {"A question is put to Team B.", "Team B has to choose first."} <= set(said(game, asked))
    assert "differs.question_closes" in keys(asked, game)


def test_the_thrower_of_the_jack_may_be_open() -> None:
    was = game_of("draw A")
    assert "differs.thrower_nobody" in keys(was, undo(was))
    assert "Jack in end 1: Team A." in said(undo(was), was)


def test_a_player_is_out_or_not() -> None:
    was: Any = game_of("draw A").state
    now = structs.replace(was, players=(PlayerNow(id="A1", side="A", out=True),))
    assert [x.key for x in difference(FIPJP, now, was)] == ["differs.out_fewer"]


# --- the table games -------------------------------------------------------------------------------


def test_five_pins() -> None:
    game = told_at("umb-5pin-1997", "first A; start; hit pins=n; hit pins=w", format="sets", sets=3, distance=4)
    longer = told_at("umb-5pin-1997", "first A; start; hit pins=n", distance=60)
    assert keys(longer, told(longer, "miss")[0]) >= {
        "differs.score",
        "differs.stroke_ball_in_hand",
        "differs.next_hand",
    }
    won = told(game, "hit cannon")[0]
    assert said(game, told(won, "good")[0])[:2] == ["The sets are 1–0, not 0–0.", "It is set 2, not 1."]
    off = told(game, "hit covered=n")[0]
    assert {"differs.pin_off_more"} == {x.key for x in between(game, off) if x.topic == "pin_off"}
    assert "differs.pin_off_fewer" in keys(off, game)
    out: Any = structs.replace(game.state, excluded=("A",))
    assert [x.key for x in difference(game.book, game.state, out)] == ["differs.excluded_more"]


def test_cochonnet() -> None:
    game = told_at("billard-cochonnet", "lag A; jack ok; A holds=A; B holds=B")
    assert keys(game, told(game, "B over")[0]) >= {"differs.balls_left", "differs.ball_more"}
    away = told(game, "B jack>off")[0]
    assert {"differs.jack_out", "differs.nearest_none"} <= keys(game, away)
    assert "differs.jack_in_play" in keys(away, game)
    lost = correct(game, [Change(seq=4, facts=(annulled(game),))])
    assert {"differs.ball_annulled", "differs.nearest_side"} <= keys(game, lost)
    assert "differs.ball_live" in keys(lost, game)
    warned = told(game, "OffenceSeen offence=body side=A player=A1; umpire: choose warning option=body_beyond")[0]
    assert "differs.warned_more" in keys(game, warned)


def annulled(game: Game) -> Any:
    """B's ball as one that came back past the line."""
    return next(iter(kit_of(game.book).facts_of("B over", lambda: game.state)))[1]


# --- the parts -------------------------------------------------------------------------------------


def test_numbers_names_and_members() -> None:
    assert list(d.number("end", 3, 3)) == []
    assert [x.slots for x in d.number("end", 3, 4)] == [{"was": 3, "now": 4}]
    assert list(d.by_side("score", {"A": 1, "B": 2}, {"A": 1, "B": 2})) == []
    assert list(d.by_name("holder", "A", "A")) == []
    assert [(x.key, x.slots) for x in d.by_name("holder", "A", None, n=1)] == [
        ("differs.holder_nobody", {"was": "A", "n": 1})
    ]
    two = list(d.members("card", "player", ["A1"], ["A1", "A1", "B1"], card="red"))
    assert [(x.key, x.slots["player"]) for x in two] == [("differs.card_more", "A1"), ("differs.card_more", "B1")]


def test_a_question_is_known_by_what_it_asks_whom_about() -> None:
    state = game_of("draw A").state
    here = Option(ask="card", side="umpire", may=("umpire",), choices=(), id="1.1", about="A1")
    later = structs.replace(here, id="7.2")
    one, two = structs.replace(state, options=(here,)), structs.replace(state, options=(later,))
    assert list(d.questions(one, two)) == []
    assert [x.key for x in d.questions(state, two)] == ["differs.question_opens"]
