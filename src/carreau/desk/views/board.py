"""What the public sees of a game: score, who plays and why, what is left to play; no player's name unless it may be shown."""

from typing import Any

from carreau.core.facts import SIDES
from carreau.core.game import Game
from carreau.core.ruling import Ruling
from carreau.desk.views.clocks import MINUTES, clocks_of
from carreau.desk.views.frame import status, target, teams
from carreau.desk.views.reader import Reader, article, cited
from carreau.desk.views.said import said
from carreau.gamefile import state_of
from carreau.petanque.state import PetanqueState
from carreau.sports import Json, kit_of

QUIET = ("clock.", "turn.", "reminder.")


def board(game: Game, reader: Reader) -> Json:
    """The board of a game. `at_ms`: game time of the last entry."""
    state = state_of(game)
    kit = kit_of(game.book)
    stands = kit.stands(game.book, state)
    text, art = last(game, reader)
    return {
        "head": len(game.heard) - 1,
        "sport": kit.name,
        "book": game.edition.id,
        "teams": teams(game, reader),
        "score": kit.score(game.book, state),
        "target": target(game),
        "chapter": kit.chapter(state),
        "chapter_text": reader.says(game, kit.chapter_key, number=kit.chapter(state)),
        "place": place(state),
        "turn": state.turn.side if state.turn is not None and state.waiting is None else None,
        "line": line(game, reader),
        "last": text,
        "art": art,
        "left": stands.get("in_hand"),
        "allotted": _allotted(state),
        "holds": kit.holder(state),
        "chapters": chapters(state),
        "sets": stands.get("sets"),
        "clock": clock(game, reader),
        "closed": state.winner is not None,
        "winner": state.winner,
        "at_ms": game.heard[-1].entry.moment.at_ms,
    }


def place(state: Any) -> str | None:
    """The terrain or lane that the game is on, if the set-up names one."""
    id = getattr(getattr(state.setup, "terrain", None), "id", None)
    return str(id) if id is not None else None


def line(game: Game, reader: Reader) -> str:
    """What comes next; a question that waits is told as such."""
    state = state_of(game)
    return (
        str(status(game, reader)["text"]) if state.waiting is None or state.winner is not None else _asked(game, reader)
    )


def _asked(game: Game, reader: Reader) -> str:
    return reader.says(game, "desk.board.asked", side=state_of(game).waiting.side)


def last(game: Game, reader: Reader) -> tuple[str, str | None]:
    """The last ruling that is more than whose turn it is, else what was entered; with its article."""
    step = game.heard[-1]
    told = [ruling for ruling in step.rulings if not ruling.key.startswith(QUIET)]
    if not told:
        return (said(game, step, reader) if step.seq else ""), None
    loudest = next((ruling for ruling in told if _stops(ruling)), told[0])
    return reader.ruled(game, loudest), article(cited(game.book, loudest))


def _stops(ruling: Ruling) -> bool:
    """Does the ruling change more than the turn or the holder?"""
    return any(type(effect).__name__ not in ("HeadIs", "RunIs") for effect in ruling.effects)


def _allotted(state: object) -> Json | None:
    """The boules or balls that each side has in an end, if the game knows such a thing."""
    allotted = getattr(state, "allotted", None)
    if allotted is None or isinstance(allotted, dict):
        return allotted
    return {side: allotted.of(side) for side in SIDES}


def chapters(state: object) -> list[list[int]]:
    """The points of each end that is agreed."""
    done = [[0, 0] for _ in range(int(getattr(state, "ends_completed", 0)))]
    for line in getattr(state, "score_log", ()):
        if line.kind == "end" and 0 < line.end <= len(done):
            done[line.end - 1][SIDES.index(line.side)] += line.points
    return done


def clock(game: Game, reader: Reader) -> Json | None:
    """The minute, where one runs."""
    state = game.state
    if not isinstance(state, PetanqueState):
        return None
    return next((c for c in clocks_of(game, state, reader) if c["kind"] in MINUTES), None)
