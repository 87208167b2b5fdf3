"""What a fact of pétanque speaks about: the fourth boule of the seventh end, a clock, a player."""

from typing import Any

from carreau.core import subjects
from carreau.core.facts import SIDES
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

TEMPLATES: dict[type, str] = {
    GameSetUp: "setup",
    f.DrawWon: "toss",
    f.TerrainChosen: "terrain",
    f.SignalGiven: "signal:{what}",
    f.PlayersCame: "team:{side}/came:{players}",
    f.PlayerLeft: "player:{player}/left",
    f.PlayerBack: "player:{player}/back",
    f.PlayerReplaced: "player:{player}/replaced",
    f.LicenceShown: "player:{player}/licence",
    f.Inspected: "inspected:{object}:{side}:{player}",
    f.CirclePlaced: "{end}/circle",
    f.CircleLifted: "{end}/circle/lifted",
    f.OldCirclesErased: "{end}/circle/old",
    f.JackThrown: "{end}/jack/try:{attempt}",
    f.JackPlaced: "{end}/jack/placed",
    f.JackAgreedBad: "{end}/jack/bad",
    f.JackLifted: "{end}/jack/lifted",
    f.JackContested: "{end}/jack/contest",
    f.ContestSettled: "{end}/jack/contest/settled",
    f.BouleThrown: "{end}/boule:{next}",
    f.BouleDropped: "{end}/boule:{next}",
    f.ObjectMoved: "{after}/moved:{object}",
    f.ObjectUncovered: "{after}/uncovered",
    f.ObjectChanged: "{after}/changed:{object}",
    f.Found: "{after}/found:{object}",
    f.BouleRemoved: "{end}/removed:{boule}",
    f.BouleFoundLying: "{after}/lying:{boule}",
    f.BoulesPickedUp: "{after}/picked_up:{boules}",
    f.ReplayAsked: "{after}/replay",
    f.HeadStated: "{after}/head",
    f.HeadMapped: "{after}/head",
    f.PointMeasured: "{after}/head",
    f.MeasuringBegun: "{after}/measuring",
    f.MeasuringEnded: "{after}/measuring/ended",
    f.MeasuringDisturbed: "{after}/measuring/disturbed:{object}",
    f.EndCounted: "{end}/count",
    f.EndClosed: "{end}/closed",
    f.ResultAgreed: "result",
    f.OffenceSeen: "{end}/offence:{offence}:{side}:{player}",
    f.CardShown: "{end}/card:{side}:{player}:{offence}",
    f.ComplaintMade: "{end}/complaint:{side}:{about}",
    f.ComplaintSettled: "{end}/complaint:{side}:{about}/settled",
    f.ForeignGameWaits: "{after}/foreign_game",
    f.ClockStarted: "clock:{clock_id}/started",
    f.ClockPaused: "clock:{clock_id}/paused",
    f.ClockExpired: "clock:{clock_id}/expired",
    f.Released: "{after}/released",
    f.Ruled: "{after}/ruled:{outcome}",
    f.PositionStated: "{after}/position",
    f.Reported: subjects.NOTE,
    f.Noted: subjects.NOTE,
}
PAIR = "{after}/measure:{pair}"
OF_THE_TURN = ("boule", "jack", "jack_place", "search_jack", "search_boule")


def subject(fact: Any, state: PetanqueState, uid: str = "") -> str:
    """The address of what a fact speaks about, in the state before it; `uid` is the entry's own, for notes."""
    where = _where(fact, state, uid)
    if isinstance(fact, f.PointMeasured) and fact.near is not None and fact.far is not None:
        return PAIR.format_map(where)
    if isinstance(fact, f.Ruled) and fact.outcome == "note":
        return subjects.NOTE.format_map(where)
    return subjects.address(fact, state, TEMPLATES, where)


def end_of(state: PetanqueState) -> int:
    """The end under way, or the one that comes next."""
    return max(state.end, state.ends_completed + 1)


def _where(fact: Any, state: PetanqueState, uid: str) -> dict[str, object]:
    number, thrown = end_of(state), _thrown(state)
    passed = f"{state.jack.passes}." if state.jack.passes and state.phase in ("circle", "jack") else ""
    return {
        "end": f"end:{number}",
        "next": thrown + 1,
        "after": f"end:{number}/after:{thrown}",
        "attempt": f"{passed}{_attempts(state) + 1}",
        "clock_id": _clock(fact, number, thrown) if hasattr(fact, "clock") else "",
        "pair": "+".join(sorted((fact.near or "", fact.far or ""))) if isinstance(fact, f.PointMeasured) else "",
        "uid": uid or subjects.UNSAID,
    }


def _thrown(state: PetanqueState) -> int:
    """How many boules have been played in the end under way."""
    return sum(state.played.of(side) for side in SIDES) if state.end > state.ends_completed else 0


def _attempts(state: PetanqueState) -> int:
    return state.jack.attempts if state.end > state.ends_completed else 0


def _clock(fact: Any, end: int, thrown: int) -> str:
    """A clock by its name and what it belongs to: a moment of an end, a player, a side, or the game."""
    if fact.clock in OF_THE_TURN:
        return f"{fact.clock}@{end}.{thrown + 1}"
    whose = getattr(fact, "player", None) or getattr(fact, "side", None)
    return f"{fact.clock}@{whose}" if whose is not None else str(fact.clock)
