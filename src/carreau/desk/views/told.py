"""What the sentence about a stroke at the table turns on: what it gave, or what a ball did."""

from typing import Any

from carreau.billiards import cochonnet_facts, five_facts
from carreau.billiards.cochonnet_facts import BallPlayed
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES
from carreau.core.game import Step
from carreau.sports import Slots


def told(step: Step) -> Slots:
    """The slots of a stroke of five pins and of a ball of cochonnet; nothing for other facts."""
    fact: Any = step.entry.fact
    if isinstance(fact, five_facts.StrokePlayed) and isinstance(step.state, FivePinsState):
        return _stroke(step.state)
    if isinstance(fact, cochonnet_facts.BallPlayed):
        return {"kind": _ball(fact), "reason": None}
    return {}


def _stroke(state: FivePinsState) -> Slots:
    stroke = state.stroke
    if stroke is None:
        return {}
    kind = None if state.waiting is not None else "nothing" if not stroke.awarded else "opponent"
    if kind == "opponent" and stroke.to == stroke.side:
        kind = "striker"
    score = {"a": state.points("A"), "b": state.points("B")}
    return {"side": stroke.side, "who": stroke.side, "to": stroke.to, "points": stroke.awarded, "kind": kind, **score}


def _ball(fact: BallPlayed) -> str | None:
    """The first of what was noted of the ball that its sentence has a variant for."""
    if any(moved.object == "jack" and (moved.out or moved.off_table) for moved in fact.moved):
        return "jack_out"
    if fact.touched_before:
        return "hit_first"
    if fact.far_cushion is False:
        return "too_soft"
    if fact.off_table or fact.line is not None:
        return "off_table" if fact.off_table else "past"
    return "holds" if fact.holds in SIDES else fact.holds
