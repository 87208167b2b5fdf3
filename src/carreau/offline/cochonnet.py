"""Billiard cochonnet without the book at hand: who plays after every plain ball."""

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import SIDES
from carreau.core.game import Game, begun, play
from carreau.core.rulebook import Rulebook
from carreau.offline.chart import Key, Play, Standing, charted, written
from carreau.sports import Json, kit_of

HEADS = ("nobody", "A", "B", "equal")
OUTCOMES = ("A", "B", "equal", "annulled")
BALLS = (8,)  # a side's balls
FIELDS = ("opener", "a", "b", "head", "good", "last", "balls", "again")
REPLIED = 2  # once so many good balls lie, it no longer matters how many
Readings = dict[str, str]


def tables(edition: Rulebook, readings: Readings) -> Json:
    """The order of play with eight balls a side."""
    ways = {balls: order(edition, balls, readings) for balls in BALLS}
    return {"order": {str(balls): written(way, charted(way)) for balls, way in ways.items()}}


def order(edition: Rulebook, balls: int, readings: Readings) -> Play:
    """How the order of play is walked: from nothing played, whoever has thrown the jack.

    A state is who threw the jack, the balls left, who lies nearest (0 nobody, 1 A, 2 B, 3 equal), whether the last ball
    was good, whose it was (0: none yet), the good balls so far (2: two or more), and of a tie whether the last ball made
    it (1), an earlier one (0), or there is none (-1).
    """
    game = table_of(edition, readings)

    def stated(key: Key) -> Game:
        return play(game, position(key), trusted=True)

    return Play(
        fields=FIELDS,
        starts=tuple((n, balls, balls, 0, 1, 0, 0, -1) for n in (1, 2)),
        outcomes=OUTCOMES,
        stated=stated,
        key_of=key_of,
        thrown=ball,
        does="ball",
    )


def table_of(edition: Rulebook, readings: Readings) -> Game:
    """A game in which nothing has been played."""
    return begun(edition, kit_of(edition).setup_of(edition.id, {"readings": readings}))


def ball(side: str, outcome: str) -> f.BallPlayed:
    """A ball of a side with its outcome; an annulled one rolled too softly."""
    if outcome == "annulled":
        return f.BallPlayed(side=side, good=False)  # type: ignore[arg-type]
    return f.BallPlayed(side=side, good=True, holds=outcome)  # type: ignore[arg-type]


def position(key: Key) -> f.PositionStated:
    """The state as a fact: each side that may lie nearest has a ball there."""
    opener, a, b, head, good, last, balls, again = key
    return f.PositionStated(
        thrown_by=SIDES[opener - 1],
        in_hand={"A": a, "B": b},
        head=HEADS[head],  # type: ignore[arg-type]
        last=SIDES[last - 1] if last else None,
        last_good=bool(good),
        good_balls=balls,
        run=None if again < 0 else 1 - again,
        balls=("A.1", "B.1"),
    )


def key_of(state: CochonnetState, before: Key) -> Key:
    """What decides who plays; who threw the jack is kept, for `before` knows."""
    memory = state.memory
    again = -1 if memory.run is None else int(memory.run == 0)
    last = SIDES.index(memory.last) + 1 if memory.last is not None else 0
    hands = (state.hand("A"), state.hand("B"))
    head = HEADS.index(memory.head)
    return (before[0], *hands, head, int(memory.good), last, min(memory.balls, REPLIED), again)


def standing(state: CochonnetState) -> Standing:
    """Where a game stands, if its order of play is plain."""
    if state.phase != "play" or state.head == "unknown" or state.jack.thrown_by is None:
        return None
    return str(BALLS[0]), key_of(state, (SIDES.index(state.jack.thrown_by) + 1,))
