"""What is otherwise in one state of a game of billiard cochonnet than in another: score, turn, nearest, jack, balls."""

from carreau.billiards.cochonnet_count import official
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.difference import Difference, Differences, by_name, by_side, members, number, questions, turns, winner
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook


def differences(book: Rulebook, was: CochonnetState, now: CochonnetState) -> Differences:
    """What differs, the weightiest first."""
    yield from winner(was, now)
    yield from by_side("score", *({side: official(Bench(book), s, side) for side in SIDES} for s in (was, now)))
    yield from number("end", was.end, now.end)
    yield from turns(was, now)
    yield from questions(was, now)
    yield from by_name("nearest", _nearest(was), _nearest(now))
    thrower = (s.jack.thrown_by or s.owner for s in (was, now))
    yield from by_name("thrower", *thrower, number=max(now.end, now.ends_completed + 1))
    if was.end == now.end:
        yield from _table(was, now)
    shown = ([w.player or w.side for w in s.warnings] for s in (was, now))
    yield from members("warned", "player", *shown)


def _nearest(state: CochonnetState) -> str:
    return state.head if state.phase in ("play", "count") and not state.jack.out else "none"


def _table(was: CochonnetState, now: CochonnetState) -> Differences:
    if was.jack.out != now.jack.out:
        yield Difference(topic="jack", key="differs.jack_out" if now.jack.out else "differs.jack_in_play")
    yield from by_side("balls_left", *({side: s.hand(side) for side in SIDES} for s in (was, now)))
    before, after = ({b.id: b.live for b in s.balls} for s in (was, now))
    yield from members("ball", "ball", before, after)
    for id in after:
        if before.get(id, after[id]) != after[id]:
            yield Difference(
                topic="ball", key=f"differs.ball_{'live' if after[id] else 'annulled'}", slots={"ball": id}
            )
