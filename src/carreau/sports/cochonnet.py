"""Billiard cochonnet for the tools."""

from collections.abc import Iterator
from typing import Any

from carreau.billiards.cochonnet_count import official
from carreau.billiards.cochonnet_notation import facts_of, setup_of
from carreau.billiards.cochonnet_shorthand import written
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.sports import Flags, Json, Kit, Score, Sentence
from carreau.sports import parts as part


def stands(book: Rulebook, state: CochonnetState) -> Json:
    """How a game stands, under the same names as in pétanque; this game knows no cards, bars or clocks."""
    return {
        "phase": state.phase,
        "end": state.end,
        "score": score(book, state),
        "raw_score": part.points(state),
        "next": part.next_line(book, state),
        "holder": holder(state),
        "in_hand": {side: state.hand(side) for side in SIDES},
        "in_hand_of": part.in_hand_of(state),
        "options": [part.option_line(option) for option in state.options],
        "cards": [],
        "bars": [],
        "clocks": [],
        "winner": state.winner,
        "won_by": state.won_by,
    }


def holder(state: CochonnetState) -> str | None:
    """Whose ball lies nearest, while there is a jack."""
    return state.head if state.phase in ("play", "count") and not state.jack.out else None


def score(book: Rulebook, state: CochonnetState) -> Score:
    """The official score."""
    bench = Bench(book)
    return {side: official(bench, state, side) for side in SIDES}


def plain(state: CochonnetState) -> Json:
    """What a case may expect."""
    return {
        "next": part.turn(state),
        "holds": state.head,
        "score": part.score(state),
        "phase": state.phase,
        "hands": f"{state.hand('A')}-{state.hand('B')}",
        "jack": state.jack.status,
        "winner": state.winner,
        "live": (*state.live("A"), *state.live("B")),
    }


def title(book: Rulebook, state: CochonnetState) -> Sentence:
    """To how many points, by which book."""
    return "screen.game_cochonnet", {"target": book.limit("win.target"), "rulebook": book.id}


def standing(state: CochonnetState) -> Iterator[Sentence]:
    """Who has won, whose ball lies nearest, what is left to play."""
    if state.winner is not None:
        yield "screen.won", {"side": state.winner, "how": state.won_by}
    if (head := holder(state)) is not None:
        yield ("screen.nearest", {"side": head}) if head in SIDES else (f"screen.nearest_{head}", {})
        yield "screen.balls_left", {f"hand_{side}": state.hand(side) for side in SIDES}


def so_far(state: CochonnetState) -> Sentence:
    """How far the game is."""
    return "screen.so_far", {"number": state.end, "phase": state.phase}


def before(state: CochonnetState) -> Sentence:
    """How the game stood before what cannot be read."""
    slots = {f"points_{side}": state.points(side) for side in SIDES}
    return "screen.stands", {**slots, "number": state.end, "phase": state.phase}


def flags(given: Flags) -> Json:
    """The fields of a set-up; formats and other targets are unknown to this book, and refused."""
    fields: Json = part.teams(given, lambda id: {"id": id})
    fields |= {"format": given.format} if given.format is not None else {}
    return fields | ({"target": given.target} if given.target is not None else {})


def chapter(state: CochonnetState) -> int:
    """The end."""
    return state.end


def draw(side: str) -> Json:
    """The fact that this side won the draw."""
    return {"kind": "LagPlayed", "won_by": side}


def _setup_of(rulebook: str, fields: Any) -> Any:
    return setup_of(rulebook, dict(fields))


KIT = Kit(
    name="cochonnet",
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
    chapter_score=part.scored_before,
    title=title,
    standing=standing,
    so_far=so_far,
    before=before,
    chapter_key="screen.end",
    help="screen.help_cochonnet",
    sample="A1 holds=A",
    keeps_ends=True,
    draw=draw,
)
