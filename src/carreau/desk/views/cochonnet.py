"""A game of billiard cochonnet as its screens show it: who plays, what a ball can have done, the jack out, the count."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import to_builtins

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.books import BOOKS
from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, play
from carreau.core.possible import Form, passes
from carreau.core.preview import preview
from carreau.desk.views.board import chapters
from carreau.desk.views.frame import frame
from carreau.desk.views.reader import Reader, article, rows_of
from carreau.offline.cochonnet import position, table_of
from carreau.sports import Json, kit_of

BROKEN_OFF = "C-A18"  # the reading where the text breaks off
STOP = "need_not_play"
FIRST = (1, 8, 8, 0, 1, 0, 0, -1)  # A to play the first ball of an end
WAYS: dict[str, Json] = {
    "A": {"holds": "A"},
    "B": {"holds": "B"},
    "equal": {"holds": "equal"},
    "too_soft": {"far_cushion": False},
    "past": {"line": "past"},
    "off_table": {"off_table": True},
}


def view(game: Game, reader: Reader) -> Json:
    """All that the screens of a game of billiard cochonnet show."""
    state: CochonnetState = game.state  # type: ignore[assignment]  # a game of this sport
    doing = asks(state)
    return frame(game, reader) | {
        "asks": doing,
        "detail": "ends" if state.setup.detail == "ends" else "boules",
        "holds": kit_of(game.book).holder(state),
        "end": max(state.end, state.ends_completed + 1),
        "hands": {side: state.hand(side) for side in SIDES},
        "allotted": {side: state.allotted.get(side, 0) for side in SIDES},
        "ball": sum(state.played(side) for side in SIDES) + 1,
        "balls": [to_builtins(ball) for ball in state.balls],
        "jack": {"status": state.jack.status, "by": state.jack.thrown_by, "attempt": state.jack.attempts + 1},
        "who": {side: [player(p.id, p.hand, reader) for p in state.side_players(side)] for side in SIDES},
        "ways": ways(game, reader),
        "how": {"say": reader.says(game, "desk.cochonnet.how"), "art": article(rows_of(game, ("cushion.two",)))},
        "streak": to_builtins(state.streak),
        "stop": stop(state),
        "count": count(game, state) if doing == "count" else None,
        "broken_off": list(broken_off(game, reader)),
        "notice": reader.says(game, "desk.cochonnet.notice"),
        "ends": chapters(state),
    }


def asks(state: CochonnetState) -> str:
    """What the screen asks for: an answer, the draw, the jack, a ball, who lies nearest, the points, or nothing."""
    if state.waiting is not None:
        return "question"
    if state.winner is not None or state.phase == "over":
        return "over"
    if state.phase in ("setup", "lag"):
        return "lag"
    if state.setup.detail == "ends":
        return "count"
    if state.phase == "play" and state.head == "unknown":
        return "head"
    if state.turn is not None:
        return state.turn.does
    return "count" if state.phase == "count" else "nothing"


def player(id: str, hand: int | None, reader: Reader) -> Json:
    """A player, with the balls in hand as far as they are noted by player."""
    return {"id": id, "name": reader.people.get(id), "hand": hand}


# --- a ball ----------------------------------------------------------------------------------------


def ways(game: Game, reader: Reader) -> list[Json]:
    """What a plain ball can have done: the fields that say so, the outcome as the tables of a phone name it, and why it
    cannot have been.
    """
    state: CochonnetState = game.state  # type: ignore[assignment]  # a game of this sport
    chosen = tuple(sorted(state.setup.readings.items()))
    side = state.turn.side if asks(state) == "ball" and state.turn is not None else None
    return [
        {
            "id": id,
            "fields": fields,
            "outcome": _outcome(game.edition.id, chosen, id),
            "no": _no(game, side, id, reader),
        }
        for id, fields in WAYS.items()
    ]


def _no(game: Game, side: Side | None, way: str, reader: Reader) -> str | None:
    """Why such a ball of this side is refused."""
    if side is None or "holds" not in WAYS[way]:
        return None
    no = preview(game, f.BallPlayed(side=side, **WAYS[way])).no
    return reader.ruled(game, no) if no is not None else None


@cache
def _outcome(edition: str, readings: tuple[tuple[str, str], ...], way: str) -> str | None:
    """Does such a ball count, by the book?"""
    at_first = play(table_of(BOOKS[edition], dict(readings)), position(FIRST), trusted=True)
    fact = f.BallPlayed(side="A", **WAYS[way])
    would = preview(at_first, fact)
    if would.state is None:
        return None
    after: CochonnetState = would.state  # type: ignore[assignment]
    ball = after.ball(after.last_ball)
    if ball is None or not ball.live:
        return "annulled"
    return str(WAYS[way]["holds"]) if "holds" in WAYS[way] else None


# --- stopping, the count, where the text breaks off ------------------------------------------------


def stop(state: CochonnetState) -> Json | None:
    """The side that may leave its last balls unplayed, with the answer that says so."""
    option = next((option for option in state.options if option.ask == STOP), None)
    if option is None:
        return None
    fact = {"kind": "Chosen", "choice": "stop", "option": option.id}
    return {"side": option.side, "option": option.id, "fact": fact}


def count(game: Game, state: CochonnetState) -> Json:
    """What the end can give: what the book proposes, and the points that would be recorded for each side."""
    by = "umpire" if state.umpire_counts is not None else "scorer"
    proposed = state.proposed
    most = max(state.allotted.values(), default=0)
    return {
        "by": by,
        "proposed": {"side": proposed[0], "points": proposed[1]} if proposed is not None else None,
        "umpire": state.umpire_counts,
        "points": {side: [n for n in range(1, most + 1) if _counts(game, by, side, n)] for side in SIDES},
        "none": _counts(game, by, None, 0),
        "live": {side: list(state.live(side)) for side in SIDES},
    }


def _counts(game: Game, by: Any, side: Side | None, points: int) -> bool:
    return passes(game.book, game.state, Form(fact=f.EndCounted(side=side, points=points), by=by))


def broken_off(game: Game, reader: Reader) -> Iterator[Json]:
    """The rulings that rest on what we read where the text stops: they are marked for good."""
    for step in game.line:
        for ruling in step.rulings:
            if BROKEN_OFF in ruling.readings:
                say = reader.says(game, "desk.cochonnet.broken_off")
                yield {"seq": step.seq, "reading": BROKEN_OFF, "text": reader.ruled(game, ruling), "say": say}
