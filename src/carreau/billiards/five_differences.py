"""What is otherwise in one state of a match of five pins than in another: score, sets, stroke, pins, people."""

from carreau.billiards.five_state import FivePinsState
from carreau.core.difference import Difference, Differences, by_side, members, number, questions, turns, winner
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook


def differences(book: Rulebook, was: FivePinsState, now: FivePinsState) -> Differences:
    """What differs, the weightiest first."""
    yield from winner(was, now)
    yield from by_side("sets", *({side: s.sets_won(side) for side in SIDES} for s in (was, now)))
    yield from number("set", was.set_no, now.set_no)
    yield from by_side("score", *({side: s.points(side) for side in SIDES} for s in (was, now)))
    yield from turns(was, now)
    yield from questions(was, now)
    yield from _stroke(was, now)
    yield from members("pin_off", "pin", was.pins_out, now.pins_out)
    yield from members("excluded", "player", was.excluded, now.excluded)


def _stroke(was: FivePinsState, now: FivePinsState) -> Differences:
    before, after = ((s.kind, s.half if s.kind == "ball_in_hand" else None) for s in (was, now))
    if before != after and now.phase == "stroke":
        yield Difference(topic="stroke", key=f"differs.stroke_{now.kind}", slots={"half": after[1]})
