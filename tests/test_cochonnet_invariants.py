"""Whatever happens in a game of billiard cochonnet, these things hold: random games, answered and undone."""

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from msgspec import convert, structs, to_builtins

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import EndOver, Scored
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import SIDES, Chosen, Entry, Moment, Side
from carreau.core.game import Game, Step, play, replay, undo
from carreau.core.judging import NotRecorded
from tests.cochonnet import BOOK, game_of, new_game, state_of

LINES: tuple[f.Line | None, ...] = (None, None, "before", "astride", "centre_past", "past")
WORDS: tuple[f.Holds, ...] = ("A", "B", "equal", "nobody", "unknown")
SETUPS: tuple[dict[str, Any], ...] = (
    {},
    {"players": "2v2"},
    {"players": "1v3", "ball_set": "four_colours"},
    {"detail": "ends"},
    {"readings": {"C-A10": "farther_plays", "C-A18": "umpire_rules", "C-A6": "umpire_rules", "C-A11": "umpire_rules"}},
    {"readings": {"C-A10": "alternate", "C-A14": "put_back", "C-A5": "live", "C-A4": "centre", "C-A16": "last_scorer"}},
)
Said = tuple[Moment, Any]


def side(chance: Random) -> Side:
    """Either side."""
    return chance.choice(SIDES)


def often(chance: Random, how: float) -> bool:
    """Does it happen this time?"""
    return chance.random() < how


def player(chance: Random, state: CochonnetState, of: Side) -> str | None:
    """One of the side's players, often the one who threw the jack, or nobody named."""
    team = [p.id for p in state.side_players(of) if p.hand != 0]
    if not team or often(chance, 0.3):
        return None
    thrower = state.jack.thrower
    return thrower if thrower in team and state.memory.last is None else chance.choice(team)


def moved(chance: Random, state: CochonnetState) -> tuple[f.Moved, ...]:
    """Some of what lies on the table has gone somewhere."""
    lying = [b.id for b in state.balls if b.live] + ["jack"] * often(chance, 0.3)
    return tuple(
        f.Moved(object=o, line=chance.choice(LINES), off_table=often(chance, 0.1), out=often(chance, 0.1), marked=mark)
        for o in lying
        if often(chance, 0.15)
        for mark in [chance.choice((None, True, False))]
    )


def ball(chance: Random, state: CochonnetState, of: Side) -> f.BallPlayed:
    """A ball with everything that can be noted of it, most often a good one."""
    lying = [b.id for b in state.balls if b.live] + ["jack", "unplayed"]
    return f.BallPlayed(
        side=of,
        player=player(chance, state, of),
        good=chance.choice((None,) * 8 + (True, False)),
        far_cushion=chance.choice((None, True, True, True, True, False)),
        cushions=chance.choice((None, None, None, 2, 3, 1)),
        touched_before=(chance.choice(lying),) if often(chance, 0.1) else (),
        line=chance.choice((*LINES, *[None] * 6)),
        off_table=often(chance, 0.05),
        moved=moved(chance, state),
        holds=chance.choice((None, of, of, "A", "B", "equal")),
    )


def likely(chance: Random, state: CochonnetState) -> Said:
    """What would happen next."""
    if state.options and (state.waiting or often(chance, 0.5)):
        option = state.waiting or state.options[0]
        by: Any = chance.choice(option.may)
        return Moment(by=by), Chosen(choice=chance.choice(option.choices).id, option=option.id)
    turn = state.turn
    of: Side = turn.side if turn is not None and turn.side is not None else side(chance)
    match turn.does if turn else None:
        case "lag":
            return Moment(), f.LagPlayed(won_by=chance.choice(("A", "B", "equal")))
        case "jack":
            return Moment(), f.JackThrown(side=of, player=player(chance, state, of), line=chance.choice(LINES))
        case "ball":
            return Moment(), ball(chance, state, of)
        case "count":
            return counted(chance, state)
        case _:
            return Moment(), f.HeadStated(holds=chance.choice(WORDS))


def counted(chance: Random, state: CochonnetState) -> Said:
    """The points of an end as the book has them, or any."""
    by: Any = chance.choice(("scorer", "umpire", "A", "B"))
    if state.proposed is not None and often(chance, 0.8):
        return Moment(by=by), f.EndCounted(side=state.proposed[0], points=state.proposed[1])
    points = chance.randint(0, 3)
    return Moment(by=by), f.EndCounted(side=side(chance) if points else None, points=points)


def anything(chance: Random, state: CochonnetState) -> Said:
    """Something else, sensible or not."""
    live = [b.id for b in state.balls if b.live]
    chance.shuffle(live)
    facts = (
        f.HeadStated(holds=chance.choice(WORDS)),
        f.EndMeasured(order=tuple((b,) for b in live[: chance.randint(0, len(live))])),
        f.ObjectMoved(moved=moved(chance, state), by="person"),
        f.WrongBallNoticed(ball=chance.choice([*live, "A.1"]), of_side=side(chance)),
        f.Declined(side=side(chance)),
        f.OffenceSeen(offence="body", side=side(chance)),
        f.Inspected(object="jack", found={"smaller": often(chance, 0.5)}),
        f.Ruled(outcome="turn", side=side(chance)),
        f.JackThrown(side=side(chance), good=True),
        ball(chance, state, side(chance)),
        counted(chance, state)[1],
        f.LagPlayed(balls={"A": f.Rolled(gap_mm=9), "B": f.Rolled(far_cushion=False)}),
        f.PositionStated(
            thrown_by=side(chance), in_hand={"A": 2, "B": 2}, balls=("A.1", "B.1"), head=chance.choice(WORDS)
        ),
    )
    return Moment(by=chance.choice(("scorer", "umpire", "A"))), chance.choice(facts)


@cache
def random_game(seed: int, steps: int = 140) -> Game:
    """A game in which anything may be entered at any time."""
    chance = Random(seed)
    game = new_game(**SETUPS[seed % len(SETUPS)])
    for _ in range(steps):
        with suppress(NotRecorded):
            make = likely if often(chance, 0.9) else anything
            moment, fact = make(chance, state_of(game))
            game = play(game, fact, moment=moment)
        if often(chance, 0.02) and len(game.line) > 2:
            with suppress(NotRecorded):
                game = undo(game, chance.choice(game.line[1:]).seq)
    return game


def steps_of(game: Game) -> list[tuple[CochonnetState, Step, CochonnetState]]:
    """Each step of the story with the states around it, those of stated positions left out."""
    pairs = zip(game.line, game.line[1:], strict=False)
    known = [(a.state, b, b.state) for a, b in pairs if not isinstance(b.entry.fact, f.PositionStated)]
    return [(a, b, c) for a, b, c in known if isinstance(a, CochonnetState) and isinstance(c, CochonnetState)]


def effects(step: Step, kind: type) -> list[Any]:
    """The effects of one kind that a fact had."""
    return [e for r in step.rulings for e in r.effects if isinstance(e, kind)]


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_score_only_grows(seed: int) -> None:
    """One side at most scores in a step, never more than balls make it; a void end leaves score and jack alone."""
    for was, step, now in steps_of(random_game(seed)):
        assert all(now.points(s) >= was.points(s) for s in SIDES)
        scored = effects(step, Scored)
        assert len(scored) == len(now.score_log) - len(was.score_log) <= 1
        for points in scored:
            assert 1 <= points.points <= now.allotted[points.side]
            assert points.kind == "end" or points.points == BOOK.limit("dead_jack_score.penalty")
            assert now.owner == points.side or now.winner == points.side
        if effects(step, EndOver) and not scored and now.setup.readings.get("C-A16") is None:
            assert now.owner in (was.owner, was.jack.thrown_by, now.jack.thrown_by)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ball_is_somewhere(seed: int) -> None:
    """In hand, live or annulled, and together the whole set; whoever is to play has a ball."""
    game = random_game(seed)
    stated = any(isinstance(s.entry.fact, f.PositionStated) for s in game.line)
    for _, _, now in steps_of(game):
        assert all(now.hand(s) >= 0 for s in SIDES)
        if not stated:
            assert sum(now.hand(s) for s in SIDES) + len(now.balls) == sum(now.allotted.values()) == 16
        turn = now.turn
        if turn is not None and turn.does == "ball" and turn.side is not None and now.waiting is None:
            assert now.hand(turn.side) > 0
            assert turn.clauses


@pytest.mark.parametrize("seed", SEEDS)
def test_no_game_goes_on_once_it_is_won(seed: int) -> None:
    """A side with the target has won, and only then the game is over."""
    for _, _, now in steps_of(random_game(seed, 260)):
        won = any(now.points(s) >= BOOK.limit("win.target") for s in SIDES)
        assert won == (now.phase == "over") == (now.winner is not None)


@pytest.mark.parametrize("seed", SEEDS)
def test_points_by_our_reading_are_marked(seed: int) -> None:
    """Whatever was scored where the text breaks off carries the reading, in the ruling and in the log of points."""
    for _, step, _ in steps_of(random_game(seed)):
        for ruling in step.rulings:
            assert ruling.cites
            assert all(row.startswith(f"{BOOK.id}/") for row in ruling.cites)
            by_ours = "dead_jack_score.one" in ruling.clauses
            marked = [e.reading for e in ruling.effects if isinstance(e, Scored)]
            assert not by_ours or "C-A18" in ruling.readings
            assert marked in ([], ["C-A18"] if by_ours else [None])


@pytest.mark.parametrize("seed", SEEDS)
def test_told_again_it_is_the_same_story(seed: int) -> None:
    """A log gives the same story whenever it is told, and what is played and undone has not been."""
    game = random_game(seed)
    assert replay(BOOK, game.log).line == game.line
    with suppress(NotRecorded):
        moment, fact = likely(Random(seed), state_of(game))
        assert undo(play(game, fact, moment=moment)).line == game.line


OTHER = {"A": "B", "B": "A"}


def as_read(value: Any) -> Any:
    """The same as JSON would have it, with lists for tuples."""
    return mirrored(mirrored(value))


def mirrored(value: Any) -> Any:
    """The same with the sides' letters exchanged."""
    match value:
        case dict():
            return {mirrored(k): mirrored(v) for k, v in value.items()}
        case list() | tuple():
            return [mirrored(v) for v in value]
        case str() if value in OTHER or (value[:1] in OTHER and value[1:].lstrip(".").isdigit()):
            return OTHER[value[0]] + value[1:]
        case _:
            return value


@pytest.mark.parametrize("seed", SEEDS)
def test_with_the_other_letters_it_is_the_mirror(seed: int) -> None:
    """Nothing in the rules knows one side from the other."""
    game = random_game(seed)
    log = [
        Entry(
            moment=structs.replace(e.moment, by=mirrored(e.moment.by)),
            fact=convert(mirrored(to_builtins(e.fact)), f.AnyFact),
        )
        for e in game.log
    ]
    other = replay(BOOK, log)
    for mine, theirs in zip(game.line, other.line, strict=True):
        assert [(r.key, r.clauses) for r in mine.rulings] == [(r.key, r.clauses) for r in theirs.rulings]
        assert isinstance(mine.state, CochonnetState)
        assert isinstance(theirs.state, CochonnetState)
        assert mirrored(to_builtins(mine.state.turn)) == as_read(to_builtins(theirs.state.turn))
        assert [mine.state.points(s) for s in SIDES] == [theirs.state.points(s) for s in reversed(SIDES)]


def test_the_walks_go_everywhere() -> None:
    """The random games come to every kind of fact, to games won, and to most of what can be ruled."""
    games = [random_game(seed, 260) for seed in range(60)]
    kinds = {type(s.entry.fact).__name__ for g in games for s in g.line}
    known = {k.__name__ for k in get_args(f.CochonnetFact)} - {"Undone"}
    assert kinds == known
    assert {state_of(g).won_by for g in games} >= {"points"}
    said = {r.key for g in games for s in g.line for r in s.rulings}
    assert {"jack_out.penalty", "jack_out.unplayed", "jack_out.umpire", "moved.put_back", "stop.stops"} <= said


def test_a_jack_tried_for_ever_goes_to_and_fro() -> None:
    """Two failed throws each, without an end."""
    game = game_of("lag A;" + "jack over; jack short;" * 9)
    assert state_of(game).turn is not None
    assert state_of(game).owner == "B"
    assert state_of(game).score_log == ()
