"""Five pins for the tools."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from carreau.billiards import five_notation
from carreau.billiards.five_notation import facts_of, setup_of
from carreau.billiards.five_shorthand import written
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.sports import Flags, Json, Kit, Score, Sentence, Slots
from carreau.sports import parts as part

PLAYERS_A_SIDE = 2  # strokes in an inning: one of each player
AN_HOUR = 60 * 60 * 1000


def stands(book: Rulebook, state: FivePinsState) -> Json:
    """How a match stands."""
    return {
        "phase": state.phase,
        "set": state.set_no,
        "inning": inning(state),
        "score": score(book, state),
        "raw_score": part.points(state),
        "sets": {side: state.sets_won(side) for side in SIDES},
        "next": part.next_line(book, state),
        "stroke": state.kind,
        "half": state.half,
        "balls": {ball.ball: ball.spot or ball.half for ball in state.balls},
        "pins_out": list(state.pins_out),
        "pins_displaced": [p.pin for p in state.pins if p.status == "displaced"],
        "options": [part.option_line(option) for option in state.options],
        "match_points": to_builtins(state.match_points),
        "set_points": to_builtins(state.set_points),
        "winner": state.winner,
        "won_by": state.won_by,
    }


def inning(state: FivePinsState) -> int:
    """The inning of this set that is being played: one stroke of each player."""
    return state.strokes // PLAYERS_A_SIDE + 1 if state.phase in ("start", "stroke") else _innings(state)


def _innings(state: FivePinsState) -> int:
    return -(-state.strokes // PLAYERS_A_SIDE)


def holder(state: FivePinsState) -> None:
    """Nobody holds anything at five pins."""


def score(book: Rulebook, state: FivePinsState) -> Score:
    """The points of this set; nobody gets more than the distance."""
    return part.points(state)


def plain(state: FivePinsState) -> Json:
    """What a case may expect."""
    return dict(five_notation.stands(state))


def title(book: Rulebook, state: FivePinsState) -> Sentence:
    """To which distance, in how many sets, by which book."""
    slots: Slots = {"target": state.setup.target, "n": state.setup.sets, "rulebook": book.id}
    return "screen.game_sets" if state.setup.by_sets else "screen.game_distance", slots


def standing(state: FivePinsState) -> Iterator[Sentence]:
    """Who has won, the sets, and what is special about the stroke to come."""
    if state.winner is not None:
        yield "screen.won", {"side": state.winner, "how": state.won_by}
    if state.setup.by_sets:
        yield "screen.sets", {f"sets_{side}": state.sets_won(side) for side in SIDES}
    if state.winner is None and state.kind == "ball_in_hand" and state.half is not None:
        yield "screen.hand_in", {"half": state.half}
    if state.winner is None and state.pins_out:
        yield "screen.pins_out", {"pins": ", ".join(state.pins_out)}


def so_far(state: FivePinsState) -> Sentence:
    """How far the match is."""
    return "screen.so_far_set", {"number": state.set_no, "inning": inning(state), "phase": state.phase}


def before(state: FivePinsState) -> Sentence:
    """How the match stood before what cannot be read."""
    slots = {f"points_{side}": state.points(side) for side in SIDES}
    return "screen.stands_set", {**slots, "number": state.set_no, "phase": state.phase}


def flags(given: Flags) -> Json:
    """The fields of a set-up: the points to reach are its distance, and a player is a side."""
    names = given.teams or tuple(name for id, name in given.people.items() if id[1:] == "1")
    fields: Json = {"format": given.format} if given.format is not None else {}
    fields |= {"sides": {side: {"name": n} for side, n in zip(SIDES, names, strict=False)}} if names else {}
    return fields | ({"distance": given.target} if given.target is not None else {})


def chapter(state: FivePinsState) -> int:
    """The set, once somebody starts."""
    return state.set_no if state.starter is not None else 0


def chapter_score(state: FivePinsState) -> Score:
    """The sets won."""
    return {side: state.sets_won(side) for side in SIDES}


def _setup_of(rulebook: str, fields: Any) -> Any:
    return setup_of(rulebook, dict(fields))


KIT = Kit(
    name="five_pins",
    package="carreau.billiards",
    facts_of=facts_of,
    written=written,
    setup_of=_setup_of,
    flags=flags,
    stands=stands,
    holder=holder,
    plain=plain,
    score=score,
    chapter=chapter,
    chapter_score=chapter_score,
    title=title,
    standing=standing,
    so_far=so_far,
    before=before,
    chapter_key="screen.set",
    help="screen.help_five_pins",
    sample="hit pins=n",
    keeps_ends=False,
    case_ms=AN_HOUR,
)
