"""What every game shows whatever its sport: who plays, the score, what to do next and why, what an Undo takes back."""

from typing import Any

from carreau.core.facts import SIDES, Undone
from carreau.core.game import Game, Step
from carreau.core.ruling import Ruling
from carreau.desk.views.places import place
from carreau.desk.views.question import asked_by, question_of
from carreau.desk.views.reader import Reader, article, rows_of
from carreau.desk.views.said import said, undoes
from carreau.forms import around, likely
from carreau.gamefile import expected, state_of
from carreau.say import question, says
from carreau.sports import Json, courtside, kit_of

TURN = "turn."


def frame(game: Game, reader: Reader) -> Json:
    """The part of a view that is the same in every sport."""
    state = state_of(game)
    kit = kit_of(game.book)
    setup = state.setup
    return {
        "sport": kit.name,
        "book": game.edition.id,
        "detail": getattr(setup, "detail", "boules"),
        "umpire": bool(getattr(setup, "umpire", False)),
        "head": len(game.heard) - 1,
        "teams": teams(game, reader),
        "players": {id: reader.people[id] for id in sorted(reader.people)},
        "score": kit.score(game.book, state),
        "target": target(game),
        "chapter": kit.chapter(state),
        "phase": state.phase,
        "turn": state.turn.side if state.turn is not None and state.waiting is None else None,
        "status": status(game, reader),
        "last": last(game, reader),
        "again": again(game, reader),
        "question": question_of(game, state.waiting, reader) if state.waiting is not None else None,
        "open": [question_of(game, option, reader) for option in state.options if not option.waits],
        "legal": legal(game) if reader.role != "viewer" else [],
        "likely": likely(game.book, state) if reader.role != "viewer" else [],
        "around": around(game.book, state) if reader.role != "viewer" else None,
        "clocks": [],
        "place": place(game),
        "closed": courtside.courtside_of(game.book).customs.closed(state),
        "winner": state.winner,
        "won_by": state.won_by,
    }


def teams(game: Game, reader: Reader) -> Json:
    """The sides by name; a side without one is named by our word for it."""
    return {side: {"name": reader.says(game, "desk.team", side=side)} for side in SIDES}


def target(game: Game) -> int | None:
    """The points to reach."""
    _, slots = kit_of(game.book).title(game.book, game.state)
    points = slots.get("target")
    return points if isinstance(points, int) else None


def status(game: Game, reader: Reader) -> Json:
    """One sentence that says what comes next, with the rows and the entry that it comes from."""
    state = state_of(game)
    names = reader.names(game)
    if state.waiting is not None:
        rows = asked_by(game, state.waiting)
        text, seq = question(state.waiting, reader.lang, names), int(state.waiting.id.split(".")[0])
        return {"text": text, "art": article(rows), "rows": rows, "seq": seq}
    if state.winner is not None:
        text = reader.says(game, "screen.won", side=state.winner, how=state.won_by)
        return {"text": text, "art": None, "rows": [], "seq": game.line[-1].seq}
    ruling, seq = turn_ruling(game)
    rows = rows_of(game, state.turn.clauses) if state.turn is not None else list(ruling.cites) if ruling else []
    text = says(ruling, reader.lang, names) if ruling is not None else expected(game, reader.lang, names)
    return {"text": text, "art": article(rows), "rows": rows, "seq": seq}


def turn_ruling(game: Game) -> tuple[Ruling | None, int]:
    """The ruling by which it is whose turn it is, and the entry that it belongs to."""
    now: Any = game.state
    step = game.line[-1]
    for earlier in reversed(game.line):
        turn: Any = getattr(earlier.state, "turn", None)
        if turn != now.turn:
            break
        step = earlier
        if (found := _turn_in(earlier)) is not None:
            return found, earlier.seq
    return _turn_in(step), step.seq


def _turn_in(step: Step) -> Ruling | None:
    return next((ruling for ruling in reversed(step.rulings) if ruling.key.startswith(TURN)), None)


def last(game: Game, reader: Reader) -> Json | None:
    """The last entry of the story, what an Undo of it takes back, and whether this reader may."""
    step = game.line[-1]
    if step.seq == 0:
        return None
    taken = undoes(game, step, reader)
    undo = reader.says(game, "desk.undo", what=taken)
    return {"seq": step.seq, "text": said(game, step, reader), "undo": undo, "may_undo": barred(game, step.seq, reader)}


def again(game: Game, reader: Reader) -> Json | None:
    """What has been undone just now, and can be put back."""
    step = game.heard[-1]
    if not isinstance(step.entry.fact, Undone) or not step.entry.fact.seqs:
        return None
    first = game.heard[min(step.entry.fact.seqs)]
    if isinstance(first.entry.fact, Undone):
        return None  # it has been put back already
    text = reader.says(game, "desk.put_back", what=undoes(game, first, reader))
    return {"seq": step.seq, "text": text, "may_undo": barred(game, step.seq, reader)}


def barred(game: Game, seq: int, reader: Reader) -> Json | None:
    """Why this reader may not withdraw an entry; None if he may."""
    no = courtside.may_undo(game, (seq,), reader.person)
    return {"say": reader.says(game, no.key, **no.slots), "seq": no.seq} if no is not None else None


def legal(game: Game) -> list[Json]:
    """The kinds of facts that could be entered now, the likeliest first, and what is known of each already."""
    forms = courtside.legal_now(game.book, game.state)
    return [{"kind": form.kind, "fields": form.fields, "by": form.by} for form in forms]
