"""The laws of the fold: told again, undone, corrected, cut short or mirrored, a game stays the game it was."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import convert, structs, to_builtins

from benchmarks.games import random_game
from carreau.core.facts import SIDES, Change, Chosen, Corrected, Entry, Moment, Undone
from carreau.core.game import Game, Step, begun, correct, play, replay, undo
from carreau.core.judging import Judged, NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from tests.walks import FIPJP, built, likely, mirrored, mirrored_entry, new_game, played, state_of, step, walk

chances = st.integers(0, 2**32).map(Random)
some = settings(max_examples=20, deadline=None, derandomize=True, phases=(Phase.generate,))


@some
@given(chances)
def test_told_again_it_is_the_same_story(chance: Random) -> None:
    game = played(chance, 50)
    again = replay(FIPJP, game.log)
    assert again.line == game.line
    assert again.heard == game.heard


@some
@given(chances)
def test_any_beginning_of_a_game_is_a_game(chance: Random) -> None:
    games = list(walk(chance, 40))
    whole = games[-1]
    for short in games[::4]:
        begins = replay(FIPJP, whole.log[: len(short.log)])
        assert begins.line == short.line
        assert whole.as_entered(len(short.log) - 1) == short.state


@some
@given(chances)
def test_undoing_the_last_fact_is_as_if_it_had_never_been(chance: Random) -> None:
    for before, after in pairwise(walk(chance, 40)):
        if len(after.line) == len(before.line) + 1 and not isinstance(after.log[-1].fact, Chosen | Undone | Corrected):
            assert undo(after).line == before.line


@some
@given(chances)
def test_undoing_an_answer_asks_again(chance: Random) -> None:
    for before, after in pairwise(walk(chance, 40)):
        if isinstance(after.log[-1].fact, Chosen):
            assert undo(after, after.line[-1].seq).line == before.line


@some
@given(chances)
def test_undoing_an_undoing_brings_everything_back(chance: Random) -> None:
    game = played(chance, 30)
    for seq in [s.seq for s in game.line[2:]]:
        try:
            undone = undo(game, seq)
        except NotRecorded:
            continue
        assert undo(undone, len(undone.log) - 1).line == game.line


@some
@given(chances)
def test_correcting_and_correcting_back_changes_nothing(chance: Random) -> None:
    game = played(chance, 30)
    for old in game.line[2:]:
        other = built(chance, state_of(game), type(old.entry.fact)) if not isinstance(old.entry.fact, Chosen) else None
        try:
            changed = correct(game, [Change(seq=old.seq, facts=(other,) if other is not None else ())])
        except NotRecorded:
            continue
        if other is not None and not answered(game, old.seq):
            back = correct(changed, [Change(seq=old.seq, facts=(old.entry.fact,))])
            assert [s.state for s in back.line] == [s.state for s in game.line]
        assert undo(changed, len(changed.log) - 1).line == game.line


def answered(game: Game, seq: int) -> bool:
    """Did an entry raise a question whose answer goes when the entry is corrected?"""
    return any(s.settles == seq for s in game.line)


@some
@given(chances)
def test_what_is_refused_leaves_no_trace(chance: Random) -> None:
    game = played(chance, 30)
    lines = game.line
    for _ in range(20):
        step(chance, game)
    assert game.line == lines


# --- the letters of the sides ------------------------------------------------------------------------------


def canonical(value: Any) -> Any:
    """A value in which the order of lists and of two equal boules says nothing."""
    match value:
        case dict():
            named = {k: canonical(v) for k, v in value.items() if k != "id" or "ask" not in value}
            if value.get("equal") is True and {"near", "far"} <= value.keys():
                named["near"], named["far"] = sorted((value["near"], value["far"]))
            return named
        case list() | tuple():
            return sorted((canonical(v) for v in value), key=repr)
        case str() if ", " in value:
            return ", ".join(sorted(value.split(", ")))
        case _:
            return value


def told(step: Step) -> Any:
    """What a step says, in plain values."""
    state: Any = structs.replace(step.state, moment=Moment(), settling=None)
    return to_builtins({"rulings": step.rulings, "state": state})


@some
@given(chances)
def test_with_the_other_letters_everything_is_mirrored(chance: Random) -> None:
    game = played(chance, 45)
    mirror = replay(FIPJP, [mirrored_entry(entry) for entry in game.log])
    for ours, theirs in zip(game.line, mirror.line, strict=True):
        assert canonical(mirrored(told(ours))) == canonical(told(theirs))


def test_the_mirror_shows_both_sides_exchanged() -> None:
    assert mirrored({"side": "A", "hand_A": 1, "holds": ["B.3", "A1", "equal"]}) == {
        "side": "B", "hand_B": 1, "holds": ["A.3", "B1", "equal"],
    }  # fmt: skip
    assert mirrored({"reading": "A36", "object": "A.1, B.2"}) == {"reading": "A36", "object": "B.1, A.2"}


# --- two levels of telling -----------------------------------------------------------------------------------


class Seen:
    """Boules as they really lie: gaps from the jack that the judge never sees."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.gaps: dict[str, int] = {}

    def thrown(self, boule: str) -> bool:
        """A boule comes to lie somewhere, or out."""
        if self.chance.random() < 0.25:
            return False
        self.gaps[boule] = self.chance.randint(0, 6)
        return True

    def holds(self) -> str:
        """Who holds."""
        best = {s: min((g for b, g in self.gaps.items() if b.startswith(s)), default=None) for s in SIDES}
        a, b = best["A"], best["B"]
        if a is None or b is None:
            return "nobody" if a is b else "B" if a is None else "A"
        return "equal" if a == b else "A" if a < b else "B"

    def order(self) -> list[list[str]]:
        """The boules from the jack outwards."""
        return [sorted(b for b, g in self.gaps.items() if g == gap) for gap in sorted(set(self.gaps.values()))]


def plain_game(readings: dict[str, str]) -> Game:
    """A game with the jack thrown by A."""
    game = begun(FIPJP, setup_of(FIPJP.id, {"format": "triples", "readings": readings}))
    return play(play(game, f.DrawWon(side="A")), f.JackThrown(side="A", good=True))


def both_ways(chance: Random) -> Iterator[tuple[Game, Game]]:
    """An end of which one scorer says who holds, and another only maps the boules."""
    stated = measured = plain_game({"C21": chance.choice(("goes_on", "starts_again"))})
    seen = Seen(chance)
    while state_of(stated).phase == "play":
        turn = state_of(stated).turn
        assert turn is not None
        assert turn.side is not None
        boule = f"{turn.side}.{state_of(stated).played.of(turn.side) + 1}"
        moved = [] if seen.thrown(boule) else [{"object": "thrown", "out": True}]
        hit = [b for b in seen.gaps if b != boule and chance.random() < 0.1]
        for gone in hit:
            del seen.gaps[gone]
        moved += [{"object": b, "out": True} for b in hit]
        fact = {"kind": "BouleThrown", "side": turn.side, "moved": moved}
        stated = play(stated, convert({**fact, "holds": seen.holds()}, f.BouleThrown))
        measured = play(measured, convert(fact, f.BouleThrown))
        if seen.gaps:
            measured = play(measured, convert({"kind": "HeadMapped", "order": seen.order()}, f.HeadMapped))
        yield stated, measured


@some
@given(chances)
def test_stated_and_measured_give_the_same_turns_and_points(chance: Random) -> None:
    stated = measured = None
    for stated, measured in both_ways(chance):
        one, two = state_of(stated), state_of(measured)
        assert (one.head, one.phase) == (two.head, two.phase)
        assert one.turn == two.turn or one.phase == "count"  # where only one of them knows the points already
        assert (one.memory.run, one.memory.last) == (two.memory.run, two.memory.last)
        assert [b.live for b in one.boules] == [b.live for b in two.boules]
    assert stated is not None
    assert measured is not None
    side, points = state_of(measured).proposed or (None, 0)
    count = convert({"kind": "EndCounted", "side": side, "points": points}, f.EndCounted)
    assert state_of(play(stated, count)).score_log == state_of(play(measured, count)).score_log


@pytest.mark.parametrize("seed", range(3))
def test_a_game_at_random_comes_to_its_end(seed: int) -> None:
    """The random games of these tests are games: some of their ends are counted."""
    chance = Random(seed)
    game = new_game(chance)
    for _ in range(400):
        moment, fact = likely(chance, state_of(game))
        try:
            game = play(game, fact, moment=moment)
        except NotRecorded:
            continue
    assert state_of(game).ends_completed > 2


# --- as much as is needed is judged again, and no more -----------------------------------------------------


def test_what_a_correction_leaves_as_it_was_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(3)
    again = judged_in(monkeypatch)
    corrected = correct(game, [Change(seq=5, facts=(game.line[5].entry.fact,))])
    assert corrected.line == game.line
    assert [entry.moment.seq for entry in again] == [5]


def test_a_correction_that_lasts_is_judged_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another set-up is another state for ever."""
    game = random_game(3)
    again = judged_in(monkeypatch)
    renamed = structs.replace(game.log[0].fact, category="juniors")
    corrected = correct(game, [Change(seq=0, facts=(renamed,))])
    assert len(again) == len(corrected.line) == len(game.line)


def test_an_undoing_undone_judges_only_what_it_had_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(3)
    undone = undo(game)
    again = judged_in(monkeypatch)
    assert undo(undone, len(undone.log) - 1).line == game.line
    assert not again


def judged_in(monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    """The entries that are judged from now on."""
    entries: list[Entry] = []

    def noting(book: Rulebook, was: State, entry: Entry) -> Judged:
        entries.append(entry)
        return judged(book, was, entry)

    monkeypatch.setattr("carreau.core.game.judged", noting)
    return entries
