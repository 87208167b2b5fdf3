"""What somebody entered, in one sentence, and what an Undo would take back."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from carreau.core.facts import SIDES, Chosen, Corrected, Undone
from carreau.core.game import Game, Step
from carreau.core.ruling import Option, Slot
from carreau.desk.views.reader import Reader
from carreau.desk.views.told import told
from carreau.forms import incident
from carreau.say import choice, question
from carreau.sports import Slots

PLAIN = (str, int, bool)


def said(game: Game, step: Step, reader: Reader) -> str:
    """The sentence of an entry: `desk.said.<kind>` with its fields, or the kind's own name where it has none."""
    fact = step.entry.fact
    if isinstance(fact, Chosen):
        return _answer(game, step, fact, reader)
    kind = type(fact).__name__
    for key in (f"desk.said.{kind}", f"desk.kind.{kind}"):
        sentence = reader.says(game, key, **slots_of(step))
        if not sentence.startswith(key):
            return _with_incident(game, fact, sentence, reader)
    return kind


def _with_incident(game: Game, fact: Any, sentence: str, reader: Reader) -> str:
    """The sentence of a throw, and what happened beside it."""
    more = incident(game.book, fact, reader.lang, reader.names(game))
    return reader.says(game, "desk.story.incident", what=sentence, incident=more) if more else sentence


def undoes(game: Game, step: Step, reader: Reader) -> str:
    """What undoing an entry takes back, as a button says it: `boule 7`."""
    kind = type(step.entry.fact).__name__
    key = f"desk.undo.{kind}"
    shown = structs.replace(reader, signs=True)
    named = shown.says(game, key, **slots_of(step))
    return named if not named.startswith(key) else said(game, step, reader).rstrip(".")


def slots_of(step: Step) -> Slots:
    """The plain fields of a fact, and what the sentence needs beside them."""
    fact = step.entry.fact
    slots: Slots = {name: value for name, value in structs.asdict(fact).items() if value is None or _plain(value)}
    slots |= {"who": _who(fact), "number": _number(step), "end": _end(step), "by": step.entry.moment.by}
    return slots | _more(fact) | told(step)


def _plain(value: object) -> bool:
    return isinstance(value, PLAIN)


def _who(fact: Any) -> str | None:
    found = getattr(fact, "player", None) or getattr(fact, "side", None)
    return str(found) if found is not None else None


def _number(step: Step) -> int:
    """The boule, ball or stroke it was, counted in its end or set."""
    state: Any = step.state
    played = getattr(state, "played", None)
    if played is None:
        return int(getattr(state, "strokes", 0))
    of: Callable[[str], int] = played if callable(played) else played.of
    return sum(of(side) for side in SIDES)


def _end(step: Step) -> int:
    """The end that an entry belongs to: that of points is the one they close."""
    state: Any = step.state
    number = int(getattr(state, "end", 0) or getattr(state, "set_no", 0))
    return number or int(getattr(state, "ends_completed", 0))


def _more(fact: Any) -> Slots:
    """What the sentence turns on where that is more than one field."""
    if isinstance(fact, Undone):
        return {"n": len(fact.seqs), "first": min(fact.seqs, default=0)}
    if isinstance(fact, Corrected):
        return {"n": len(fact.changes), "first": min((change.seq for change in fact.changes), default=0)}
    moved = getattr(fact, "moved", None)
    if moved is None or not hasattr(fact, "holds"):
        return _good(fact)
    others = [lies for lies in moved if lies.object not in ("thrown", "jack")]
    out = any(lies.object == "thrown" and (lies.out or lies.dead) for lies in moved)
    slots: dict[str, Slot] = {"boules": len(others), "kind": "out" if out else _held(fact.holds)}
    return slots


def _held(holds: str | None) -> str:
    return "holds" if holds in SIDES else holds or "unsaid"


def _good(fact: Any) -> Slots:
    if isinstance(fact, Struct) and hasattr(fact, "good"):
        return {"kind": {True: "good", False: "bad", None: None}[fact.good]}
    if hasattr(fact, "holds"):
        return {"kind": _held(fact.holds)}
    return {}


def _answer(game: Game, step: Step, fact: Chosen, reader: Reader) -> str:
    asked = _asked(game, step, fact)
    names = reader.names(game)
    if asked is None:
        return reader.says(game, "desk.said.Chosen", by=step.entry.moment.by, answer=fact.choice.replace("_", " "))
    answer = choice(asked, fact.choice, reader.lang, names)
    return reader.says(
        game,
        "desk.said.Chosen",
        by=step.entry.moment.by,
        answer=answer,
        question=question(asked, reader.lang, names),
    )


def _asked(game: Game, step: Step, fact: Chosen) -> Option | None:
    """The question that an answer belongs to, as it stood before it."""
    before = [earlier for earlier in game.heard[: step.seq] if earlier.state.options][-1:]
    options = before[0].state.options if before else ()
    waiting = next((option for option in options if option.waits), None)
    return next((option for option in options if option.id == fact.option), waiting)
