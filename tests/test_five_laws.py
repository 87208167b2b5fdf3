"""Whatever happens in a match of five pins, these things hold: by chance, mirrored, undone and told again."""

from contextlib import suppress
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import StrokeLost, TimePenalty
from carreau.billiards.five_notation import NotUnderstood, facts_of
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Chosen, other
from carreau.core.game import Game, Step, play, replay, undo
from carreau.core.judging import NotRecorded
from tests.five import BOOK, new_game, state_of, told
from tests.five_walks import Said, anything, mirrored, swapped

chances = st.integers(0, 2**32).map(Random)
MAY_LOWER = (f.WrongBallNoticed, f.Recounted, f.Ruled, f.PositionStated, f.LastPointAnnounced)


def walk(chance: Random, game: Game, steps: int) -> tuple[Game, list[Said]]:
    """A match by chance, and the entries that were recorded."""
    entered: list[Said] = []
    for _ in range(steps):
        said = anything(chance, state_of(game))
        with suppress(NotRecorded):
            game = play(game, said[1], moment=said[0])
            entered.append(said)
    return game, entered


def match(chance: Random) -> Game:
    """A match of any of the usual kinds."""
    sets = chance.choice((1, 1, 3, 5))
    return new_game(distance=chance.choice((10, 30, 60)), sets=sets)


def holds(was: FivePinsState, step: Step, now: FivePinsState) -> None:
    """The invariants of one step."""
    fact, effects = step.entry.fact, [e for r in step.rulings for e in r.effects]
    for side in SIDES:
        assert 0 <= now.points(side) <= now.setup.target
        if not isinstance(fact, MAY_LOWER) and now.set_no == was.set_no:
            assert now.points(side) >= was.points(side)
        assert now.sets_won(side) <= now.setup.sets_needed
    assert now.penalties <= 2
    assert [p.pin for p in now.pins] == list(f.PINS)
    assert all((p.status == "displaced") == (p.touches is not None) for p in now.pins)
    assert [b.ball for b in now.balls] == ["A", "B", "red"]
    assert (now.phase == "over") == (now.winner is not None)
    stroke = now.stroke
    if isinstance(fact, f.StrokePlayed) and now.waiting is None and stroke is not None and now.phase == "stroke":
        assert now.turn is not None
        assert now.turn.side == other(stroke.side)
        lost = any(isinstance(e, StrokeLost) for e in effects)
        if now.hand_owed is None and was.hand_owed is None and not lost:
            assert (now.turn.does == "hand") == stroke.hand
    if isinstance(fact, f.StrokePlayed) and stroke is not None and not any(isinstance(e, TimePenalty) for e in effects):
        gained = [side for side in SIDES if now.points(side) != was.points(side)]
        assert len(gained) <= 1 or isinstance(fact, Chosen)
    if was.phase == "over" and was.won_by == "points":
        assert (now.score, now.winner) == (was.score, was.winner)


@settings(deadline=None, max_examples=30)
@given(chance=chances)
def test_the_invariants_hold_whatever_is_entered(chance: Random) -> None:
    """Scores grow up to the distance, players alternate, every pin is somewhere, sets are not won twice."""
    game, _ = walk(chance, match(chance), 60)
    for before, step in zip(game.line, game.line[1:], strict=False):
        assert isinstance(before.state, FivePinsState)
        assert isinstance(step.state, FivePinsState)
        holds(before.state, step, step.state)


@settings(deadline=None, max_examples=20)
@given(chance=chances)
def test_a_record_told_again_is_the_same_match(chance: Random) -> None:
    """The log alone gives the match."""
    game, _ = walk(chance, match(chance), 40)
    assert replay(BOOK, game.log).line == game.line


@settings(deadline=None, max_examples=30)
@given(chance=chances)
def test_what_is_undone_has_never_been(chance: Random) -> None:
    """Undoing the last entry gives the story before it."""
    game, _ = walk(chance, match(chance), 25)
    said = anything(chance, state_of(game))
    with suppress(NotRecorded):
        after = play(game, said[1], moment=said[0])
        if not isinstance(said[1], Chosen):
            assert undo(after, after.line[-1].seq).line == game.line


@settings(deadline=None, max_examples=30)
@given(chance=chances)
def test_exchanging_the_players_mirrors_everything(chance: Random) -> None:
    """No rule prefers a player."""
    game, entered = walk(chance, match(chance), 40)
    other_game = new_game(distance=state_of(game).setup.distance, sets=state_of(game).setup.sets)
    for said in entered:
        moment, fact = mirrored(said)
        other_game = play(other_game, fact, moment=moment)
    assert plain(other_game) == swapped(plain(game))


def plain(game: Game) -> object:
    """All that a mirrored match must share."""
    state = state_of(game)
    shared = (
        state.score,
        state.sets,
        state.phase,
        state.winner,
        state.turn,
        state.pins,
        state.half,
        state.match_points,
    )
    lying = {ball.ball: (ball.half, ball.spot, ball.off) for ball in state.balls}
    keys = [ruling.key for step in game.line for ruling in step.rulings]
    return msgspec.json.decode(msgspec.json.encode([shared, lying, keys]))


WORDS = (
    "C>O", "C>R", "O!n", "n~c", "H!e", "-!s", "C+O>R", "hit", "miss", "pins=ne", "cannon", "both", "by-cue", "pushed",
    "out=cue", "at=41", "lag", "A=1", "B=x", "first", "start", "good", "wrong", "2", "laid", "lower", "place", "tip",
    "over", "early", "touch", "clock", "41", "choose", "penalty", "umpire:", "@1:05", "@x:", "undo", "0", "setup",
    "sets=2", "rule", "{", "[1]", '"x', 'note="y"', "StrokePlayed", 'events=["C>O"]', "played=own", "A", "B",
    "shifted=n:red", "covered=zz", "cue@upper", "x@y", "recount", "inspect", "sets=[]", "ready", "covered=",
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
def test_any_words_make_a_fact_or_one_clear_message(words: list[str]) -> None:
    """What is typed is understood, refused by the book, or not understood; nothing else happens."""
    game = play(new_game(), f.PositionStated(striker="A"))
    with suppress(NotUnderstood):
        told(game, " ".join(words))


def test_the_words_of_the_notation_are_facts() -> None:
    """The examples of the notation's own page are understood."""
    game = play(new_game(), f.PositionStated(striker="A"))
    for text in ("lag A=120 B=95", "C>O O!n C>R", "hit pins=ne cannon", "miss red-first pins=c", "break-clock 300"):
        assert list(facts_of(text, lambda: state_of(game)))
