"""The short notation of billiard cochonnet: one fact in a few words, for cases, docs and typed commands.

    setup 2v2 four_colours · lag A · lag equal · lag A=120 B=over · jack ok · jack short · jack A1 over
    A1 holds=A · A short · A over · A off · A cushions=1 · A line=astride · A hit=jack,B.1 · A dead · A good
    A A.2>out jack>over,unmarked · A played<B.1=A.1<B.2 · moved jack>over by=person · wrong A.3 of=B holds=A
    head A · map A.1 B.1=A.2 · end A 3 · end void why=jack_out sent_out_by=A · stop A · body A1 · turn B
    inspect smaller=no · choose leave · undo 12 · umpire: choose annulled

`who:` before a fact says who enters it. Every kind can also be written in full: `Kind field=value field=value`, with JSON
for what has parts.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_setup import COLOURS, GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.facts import Change, Chosen, Corrected, Side
from carreau.core.notation import NUMBER, Said, Words, fields_of, parts, typed, understood, undone
from carreau.core.notation import NotUnderstood as NotUnderstood

KINDS: dict[str, type] = {k.__name__: k for k in f.CochonnetFact.__args__}
SIDE = re.compile(r"([AB])(\d*)$")
ORDER = re.compile(r"(played|[AB]\.\d+)([<=](played|[AB]\.\d+))+$")
PLAYERS = re.compile(r"\d+(v\d+)*$")
LINES = ("before", "astride", "centre_past", "past")


def facts_of(text: str, state: Callable[[], CochonnetState]) -> Iterator[Said]:
    """The facts of a text, one after the other; `state` gives the present state, for what the words leave out."""
    for part in parts(text):
        yield fact_of(part, state())


def fact_of(text: str, state: CochonnetState) -> Said:
    """One fact with its envelope. Raises NotUnderstood."""
    return understood(text, lambda words: _fact(words[0], words[1:], state), f.AnyFact)


def _fact(word: str, rest: Words, state: CochonnetState) -> Any:
    if word in KINDS:
        return msgspec.convert(dict(fields_of(rest)), KINDS[word], strict=False)
    if word in SHORT:
        return SHORT[word](rest, state)
    if (player := SIDE.match(word)) is not None:
        return _ball({"side": player[1]} | ({"player": word} if player[2] else {}), rest)
    raise NotUnderstood(
        f"{word!r} begins no fact; there are {', '.join(SHORT)}, a side or player, and the kinds by name"
    )


# --- how something came to lie -----------------------------------------------------------------------------

FLAGS: dict[str, dict[str, Any]] = {
    "short": {"far_cushion": False},
    "far": {"far_cushion": True},
    "over": {"line": "past"},
    "off": {"off_table": True},
    **{line: {"line": line} for line in LINES},
}
STROKES: dict[str, dict[str, Any]] = FLAGS | {"dead": {"good": False}, "bad": {"good": False}, "good": {"good": True}}
MOVES: dict[str, dict[str, Any]] = {k: v for k, v in FLAGS.items() if "far_cushion" not in v} | {
    "out": {"out": True},
    "marked": {"marked": True},
    "unmarked": {"marked": False},
    "moved": {},
}


def _moved(word: str) -> dict[str, Any]:
    object, _, terms = word.partition(">")
    found: dict[str, Any] = {"object": object}
    for term in terms.split(","):
        if term not in MOVES:
            raise NotUnderstood(f"{term!r} says nothing of where something went; there are {', '.join(MOVES)}")
        found |= MOVES[term]
    return found


def _ball(fields: dict[str, Any], rest: Words) -> Any:
    moved: list[dict[str, Any]] = []
    for word in rest:
        name, eq, value = word.partition("=")
        if word in STROKES:
            fields |= STROKES[word]
        elif ORDER.match(word):
            fields["order"] = [group.split("=") for group in word.split("<")]
        elif ">" in word:
            moved.append(_moved(word))
        elif eq and name == "hit":
            fields["touched_before"] = value.split(",")
        elif eq:
            fields[name] = typed(value)
        else:
            known = f"{', '.join(STROKES)}, hit=, holds=, cushions=, an order and what moved"
            raise NotUnderstood(f"{word!r} says nothing of a ball; there are {known}")
    return msgspec.convert(fields | {"moved": moved}, f.BallPlayed, strict=False)


def _jack(rest: Words, state: CochonnetState) -> Any:
    side = state.turn.side if state.turn is not None and state.turn.does == "jack" else state.owner
    fields: dict[str, Any] = {"side": side}
    for word in rest:
        if (player := SIDE.match(word)) is not None:
            fields |= {"side": player[1]} | ({"player": word} if player[2] else {})
        elif word == "ok" or word in STROKES:
            fields |= STROKES.get(word, {"good": True})
        else:
            fields.update(fields_of([word]))
    return msgspec.convert(fields, f.JackThrown, strict=False)


def _lag(rest: Words, state: CochonnetState) -> Any:
    balls: dict[str, dict[str, Any]] = {}
    won: str | None = None
    for word in rest:
        side, eq, said = word.partition("=")
        if not eq:
            won = side
            continue
        balls[side] = {}
        for term in said.split(","):
            balls[side] |= {"gap_mm": int(term)} if term.isdigit() else FLAGS.get(term) or _no_term(term)
    return msgspec.convert({"balls": balls, "won_by": won}, f.LagPlayed)


def _no_term(term: str) -> dict[str, Any]:
    raise NotUnderstood(f"{term!r} says nothing of a ball in the draw; there are {', '.join(FLAGS)} and millimetres")


# --- the other facts ---------------------------------------------------------------------------------------


def _side(rest: Words, given: Side | None, what: str) -> str:
    named = next((word for word in rest if SIDE.match(word)), None) or given
    if named is None:
        raise NotUnderstood(f"{what}: which side? write {what} A or {what} B")
    return named


def _objects(rest: Words, state: CochonnetState) -> Any:
    moved = [_moved(word) for word in rest if ">" in word]
    fields = dict(fields_of([word for word in rest if ">" not in word]))
    return msgspec.convert(fields | {"moved": moved}, f.ObjectMoved)


def _wrong(rest: Words, state: CochonnetState) -> Any:
    fields: dict[str, Any] = {"ball": state.last_ball or ""}
    for word in rest:
        name, eq, value = word.partition("=")
        if not eq:
            fields["ball"] = name
        elif name == "of":
            fields |= {"of_side": value[:1]} | ({"of_player": value} if len(value) > 1 else {})
        else:
            fields[name] = typed(value)
    return msgspec.convert(fields, f.WrongBallNoticed)


def _head(rest: Words, state: CochonnetState) -> Any:
    return msgspec.convert({"holds": rest[0] if rest else "unknown"}, f.HeadStated)


def _map(rest: Words, state: CochonnetState) -> Any:
    return msgspec.convert({"order": [group.split("=") for group in rest]}, f.EndMeasured)


def _end(rest: Words, state: CochonnetState) -> Any:
    fields = dict(fields_of([w for w in rest if "=" in w]))
    words = [w for w in rest if "=" not in w]
    if words[:1] == ["void"]:
        return msgspec.convert(fields, f.EndCounted)
    if len(words) < 2 or not NUMBER.match(words[1]):
        raise NotUnderstood("how many points, and for whom? write end A 3, or end void")
    return msgspec.convert({"side": words[0], "points": int(words[1]), **fields}, f.EndCounted)


def _stop(rest: Words, state: CochonnetState) -> Any:
    fields = dict(fields_of([w for w in rest if "=" in w]))
    side = _side([w for w in rest if "=" not in w], state.turn.side if state.turn else None, "stop")
    return msgspec.convert({"side": side, **fields}, f.Declined)


def _body(rest: Words, state: CochonnetState) -> Any:
    who = _side(rest, state.turn.side if state.turn else None, "body")
    player = {"player": who} if len(who) > 1 else {}
    return msgspec.convert({"offence": "body", "side": who[0], **player}, f.OffenceSeen)


def _turn(rest: Words, state: CochonnetState) -> Any:
    return msgspec.convert({"outcome": "turn", "side": _side(rest, None, "turn")}, f.Ruled)


def _inspect(rest: Words, state: CochonnetState) -> Any:
    return msgspec.convert({"object": "jack", "found": dict(fields_of(rest))}, f.Inspected)


def _choose(rest: Words, state: CochonnetState) -> Any:
    if not rest:
        offered = ", ".join(c.id for c in state.options[0].choices) if state.options else "nothing is asked"
        raise NotUnderstood(f"choose what? ({offered})")
    return msgspec.convert({"choice": rest[0], **dict(fields_of(rest[1:]))}, Chosen)


def _undo(rest: Words, state: CochonnetState) -> Any:
    return undone(rest, state.moment.seq)


def _setup(rest: Words, state: CochonnetState) -> Any:
    """`setup 1v2`, `setup four_colours`, `setup ball_set=...`: the set-up said something else."""
    said = msgspec.to_builtins(state.setup) | _setup_words(rest)
    put = msgspec.convert(said, GameSetUp)
    return Corrected[f.CochonnetFact](changes=(Change[f.CochonnetFact](seq=0, facts=(put,)),))


def _setup_words(words: Words) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for word in words:
        if PLAYERS.match(word):
            fields["sides"] = sides_of(word)
        elif word in COLOURS:
            fields["ball_set"] = word
        else:
            fields.update(fields_of([word]))
    return fields


def sides_of(players: str) -> dict[str, Any]:
    """The sides of `2v2`, their players named A1, A2, B1, B2."""
    sizes = zip("ABCDEFGH", players.split("v"), strict=False)
    return {side: {"players": [{"id": f"{side}{n + 1}"} for n in range(int(size))]} for side, size in sizes}


SHORT: dict[str, Callable[[Words, CochonnetState], Any]] = {
    "setup": _setup,
    "lag": _lag,
    "jack": _jack,
    "moved": _objects,
    "wrong": _wrong,
    "head": _head,
    "map": _map,
    "end": _end,
    "stop": _stop,
    "body": _body,
    "turn": _turn,
    "inspect": _inspect,
    "choose": _choose,
    "undo": _undo,
}


def setup_of(rulebook: str, fields: dict[str, Any]) -> GameSetUp:
    """A set-up from a few fields; `players = "2v2"` names the players A1, A2, B1, B2."""
    given = dict(fields)
    if (players := given.pop("players", None)) is not None:
        given["sides"] = sides_of(players)
    return msgspec.convert({"kind": "GameSetUp", "version": 1, "rulebook": rulebook, **given}, GameSetUp)
