"""What a fact of five pins speaks about: the fourteenth stroke of the second set, a clock, a player."""

from typing import Any

from carreau.billiards import five_facts as f
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import FivePinsState
from carreau.core import subjects

TEMPLATES: dict[type, str] = {
    GameSetUp: "setup",
    f.LagPlayed: "lag",
    f.StarterChosen: "lag",
    f.BallsPlacedForStart: "{set}/start",
    f.StrokePlayed: "{set}/stroke:{next}",
    f.Touched: "{set}/stroke:{next}",
    f.TouchedTooEarly: "{set}/stroke:{next}",
    f.Placed: "{after}/laid",
    f.CueBallPlaced: "{after}/placed",
    f.TableReady: "{after}/table",
    f.NoLegalStroke: "{after}/no_legal_stroke",
    f.ClockExpired: "clock:{clock_id}/expired",
    f.WrongBallNoticed: "{after}/wrong_ball",
    f.Disturbed: "{after}/disturbed",
    f.OffenceSeen: "{set}/offence:{offence}:{side}",
    f.BreakTaken: "break",
    f.LeftTable: "player:{side}/left",
    f.RefusedToPlay: "player:{side}/refused",
    f.LastPointAnnounced: "{set}/last_point",
    f.Recounted: "{after}/recount",
    f.Inspected: "inspected:{object}:{side}",
    f.Ruled: "{after}/ruled:{outcome}",
    f.PositionStated: "{after}/position",
    f.Noted: subjects.NOTE,
}


def subject(fact: Any, state: FivePinsState, uid: str = "") -> str:
    """The address of what a fact speaks about, in the state before it; `uid` is the entry's own, for notes."""
    where = {
        "set": f"set:{state.set_no}",
        "next": state.strokes + 1,
        "after": f"set:{state.set_no}/after:{state.strokes}",
        "clock_id": _clock(fact, state) if isinstance(fact, f.ClockExpired) else "",
        "uid": uid or subjects.UNSAID,
    }
    if isinstance(fact, f.Ruled) and fact.outcome == "note":
        return subjects.NOTE.format_map(where)
    return subjects.address(fact, state, TEMPLATES, where)


def _clock(fact: f.ClockExpired, state: FivePinsState) -> str:
    return f"stroke@{state.set_no}.{state.strokes + 1}" if fact.clock == "stroke" else "break"
