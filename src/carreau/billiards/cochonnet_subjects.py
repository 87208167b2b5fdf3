"""What a fact of billiard cochonnet speaks about: the fifth ball of the third end, the count, a player's offence."""

from typing import Any

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core import subjects
from carreau.core.facts import SIDES

TEMPLATES: dict[type, str] = {
    GameSetUp: "setup",
    f.LagPlayed: "lag",
    f.JackThrown: "{end}/jack/try:{attempt}",
    f.BallPlayed: "{end}/ball:{next}",
    f.WrongBallNoticed: "{after}/wrong_ball",
    f.ObjectMoved: "{after}/moved",
    f.HeadStated: "{after}/head",
    f.EndMeasured: "{after}/head",
    f.Declined: "{end}/declined:{side}",
    f.EndCounted: "{end}/count",
    f.OffenceSeen: "{end}/offence:{offence}:{side}:{player}",
    f.Inspected: "inspected:{object}",
    f.Ruled: "{after}/ruled:{outcome}",
    f.PositionStated: "{after}/position",
}


def subject(fact: Any, state: CochonnetState, uid: str = "") -> str:
    """The address of what a fact speaks about, in the state before it; `uid` is the entry's own, for notes."""
    end = max(state.end, state.ends_completed + 1)
    played = sum(state.played(side) for side in SIDES) if state.began else 0
    passed = "passed." if state.jack.passed and state.phase == "jack" else ""
    where = {
        "end": f"end:{end}",
        "next": played + 1,
        "after": f"end:{end}/after:{played}",
        "attempt": f"{passed}{(state.jack.attempts if state.began else 0) + 1}",
        "uid": uid or subjects.UNSAID,
    }
    if isinstance(fact, f.Ruled) and fact.outcome == "other":
        return subjects.NOTE.format_map(where)
    return subjects.address(fact, state, TEMPLATES, where)
