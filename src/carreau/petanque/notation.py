"""The short notation of pétanque: one fact in a few words, for cases, docs and typed commands.

    draw A · circle drawn 400 marked · jack 6.50 · jack ok · jack bad hidden · place 8.00 · agree bad
    A1 p holds=A · B s out holds=B · B s jack>2.99,marked A.1>out · A p thrown>stop=player:B1 · A p lying out
    head equal · near A.1 B.2 · equal A.1 B.1 · map A.1 B.1=A.2 · end A 3 · end void · close · result
    inspect boule A1 weight_mg=649 · setup target=11 stage=league · choose leave · undo 12
    umpire: CardShown card=yellow player=A1 offence=circle · @01:05 A1 p holds=A

`who:` before a fact says who enters it, `@mm:ss` when in game time, `tape:` and the like from what source. Every kind can
also be written in full: `Kind field=value field=value`, with JSON for what has parts.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from carreau.core.facts import Change, Chosen, Corrected, Side
from carreau.core.notation import NotUnderstood as NotUnderstood
from carreau.core.notation import Said, Words, fields_of, parts, understood, undone
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp, Terrain
from carreau.petanque.state import PetanqueState

KINDS: dict[str, type] = {k.__name__: k for k in f.PetanqueFact.__args__}
METRES = re.compile(r"-?\d+(\.\d{1,3})?m?$")
THROWER = re.compile(r"([AB])(\d*)$")
BOULE = re.compile(r"[AB]\.\d+$")


def facts_of(text: str, state: Callable[[], PetanqueState]) -> Iterator[Said]:
    """The facts of a text, one after the other; `state` gives the present state, for what the words leave out."""
    for part in parts(text):
        yield fact_of(part, state())


def fact_of(text: str, state: PetanqueState) -> Said:
    """One fact with its envelope. Raises NotUnderstood."""
    return understood(text, lambda words: _fact(words[0], words[1:], state), f.AnyFact)


def metres_mm(text: str) -> int:
    """`6.5` or `6.500m` as millimetres."""
    if not METRES.match(text):
        raise NotUnderstood(f"{text!r} is no length in metres such as 6.50")
    whole, _, part = text.rstrip("m").partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 1000 + int((part + "000")[:3]))


def metres_text(mm: int) -> str:
    """A length in metres with two decimals, or three if it needs them."""
    whole, rest = divmod(mm, 1000)
    return f"{whole}.{rest:03}".removesuffix("0")


def _fact(word: str, rest: Words, state: PetanqueState) -> Any:
    if word in KINDS:
        return _full(word, rest)
    if word in SHORT:
        return SHORT[word](rest, state)
    if (thrower := THROWER.match(word)) is not None:
        return _throw(thrower.group(1), word if thrower.group(2) else None, rest)
    raise NotUnderstood(
        f"{word!r} begins no fact; there are {', '.join(SHORT)}, a side or player, and the kinds by name"
    )


def _full(kind: str, rest: Words) -> Any:
    return msgspec.convert(dict(fields_of(rest)), KINDS[kind], strict=False)


def _side(words: Words, given: Side | None, what: str) -> Side:
    if words and words[0] in ("A", "B"):
        return words.pop(0)  # type: ignore[return-value]
    if words and (named := THROWER.match(words[0])) is not None:
        return named.group(1)  # type: ignore[return-value]
    if given is None:
        raise NotUnderstood(f"{what}: which side? write {what} A ... or {what} B ...")
    return given


def _draw(rest: Words, state: PetanqueState) -> Any:
    return f.DrawWon(side=_side(list(rest), None, "draw"))


def _circle(rest: Words, state: PetanqueState) -> Any:
    fields: dict[str, Any] = {}
    for word in rest:
        if word in ("drawn", "rigid", "folding"):
            fields["circle"] = word
        elif (by := THROWER.match(word)) is not None:
            fields |= {"side": by.group(1)} | ({"player": word} if by.group(2) else {})
        elif word in ("marked", "unmarked"):
            fields["marked"] = word == "marked"
        elif word.isdigit():
            fields["diameter_mm"] = int(word)
        else:
            fields.update(fields_of([word]))
    return msgspec.convert(fields, f.CirclePlaced, strict=False)


def _lies(rest: Words, state: PetanqueState, kind: Any, side: Side | None, what: str) -> Any:
    words = list(rest)
    fields: dict[str, Any] = {"side": _side(words, side, what)}
    for word in words:
        if THROWER.match(word):
            fields["player"] = word
        elif METRES.match(word):
            fields["range_mm"] = metres_mm(word)
        elif word in ("ok", "good", "bad"):
            fields["good"] = word != "bad"
        elif word in ("hidden", "visible"):
            fields["visible"] = word == "visible"
        elif word in ("marked", "unmarked"):
            fields["marked"] = word == "marked"
        elif word.startswith("stop="):
            fields["stopped"] = _stopper(word[5:])
        elif "=" in word:
            fields.update(fields_of([word]))
        else:
            fields["reason"] = word
    return msgspec.convert(fields, kind, strict=False)


def _jack(rest: Words, state: PetanqueState) -> Any:
    return _lies(rest, state, f.JackThrown, state.owner, "jack")


def _place(rest: Words, state: PetanqueState) -> Any:
    return _lies(rest, state, f.JackPlaced, state.turn.side if state.turn else None, "place")


def _agree(rest: Words, state: PetanqueState) -> Any:
    who = [w for w in rest if w in ("A", "B", "both", "umpire")]
    if "bad" not in rest:
        raise NotUnderstood("agree what? write agree bad, with A, B or umpire if it is not both")
    return f.JackAgreedBad(agreed_by=who[0] if who else "both")  # type: ignore[arg-type]


def _throw(side: str, player: str | None, rest: Words) -> Any:
    fields: dict[str, Any] = {"side": side, "player": player} if player else {"side": side}
    moved: list[dict[str, Any]] = []
    thrown: dict[str, Any] = {}
    for word in rest:
        if word in ("p", "s"):
            fields["how"] = "point" if word == "p" else "shot"
        elif word in ("lying", "left_lying"):
            fields["left_lying"] = True
        elif ">" in word:
            object, _, terms = word.partition(">")
            put = thrown if object == "thrown" else {"object": _object(object)}
            put.update(_terms(terms))
            if put is not thrown:
                moved.append(put)
        elif "=" in word and not word.startswith(("stop=", "overlap=", "line=", "lanes=")):
            fields.update(fields_of([word]))
        else:
            thrown.update(_terms(word))
    if thrown:
        moved.insert(0, {"object": "thrown", **thrown})
    return msgspec.convert({**fields, "moved": moved}, f.BouleThrown, strict=False)


def _object(name: str) -> str:
    if name != "jack" and not BOULE.match(name):
        raise NotUnderstood(f"{name!r} is no object: jack, thrown, or a boule such as A.2")
    return name


FLAGS: dict[str, dict[str, Any]] = {
    "out": {"out": True},
    "back": {"came_back": True},
    "dead": {"dead": True},
    "marked": {"marked": True},
    "unmarked": {"marked": False},
    "hidden": {"visible": False},
    "visible": {"visible": True},
    "floating": {"floating": True},
    "in_puddle": {"in_puddle": True},
    "between": {"ground_between": True},
    "foreign": {"foreign_terrain": True},
    "lost": {"found": False},
    "partly": {"partly_visible": True},
    "part_between": {"part_between": True},
    "puddle": {"puddle_between": True},
    "hanging": {"hanging": True},
    "overhead": {"overhead": True},
    "after_out": {"after_out": True},
    "moved": {},
}


NUMBERS = {"overlap": "overlap_mm", "lanes": "lanes_crossed", "thick": "line_mm"}


def _terms(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for term in text.split(","):
        name, eq, value = term.partition("=")
        if term in FLAGS:
            found |= FLAGS[term]
        elif METRES.match(term):
            found["range_mm"] = metres_mm(term)
        elif eq and name == "stop":
            found["stopped"] = _stopper(value)
        elif eq and name in NUMBERS:
            found[NUMBERS[name]] = int(value)
        elif eq and name in ("line", "hidden_by"):
            found[name] = value
        else:
            known = f"{', '.join(FLAGS)}, metres, stop=, overlap=, lanes=, line="
            raise NotUnderstood(f"{term!r} says nothing of an object; there are {known}")
    return found


STOPPED = {
    "equipment": "equipment",
    "beyond": "beyond_jack",
    "flight": "in_flight",
    "outside": "outside",
    "on": "rolled_on",
}


def _stopper(text: str) -> dict[str, Any]:
    """`player:A1`, `player:B`, `umpire`, `animal`; then `!` on purpose, `/equipment`, `/beyond`, `/flight`, `/outside`."""
    kind, *more = text.split("/")
    purpose = kind.endswith("!")
    kind, _, who = kind.rstrip("!").partition(":")
    found: dict[str, Any] = {"by": kind}
    if who:
        found |= {"side": who[0]} | ({"player": who} if len(who) > 1 else {})
    found |= {STOPPED[m]: True for m in more if m in STOPPED}
    return found | ({"on_purpose": True} if purpose else {})


def _head(rest: Words, state: PetanqueState) -> Any:
    return msgspec.convert({"holds": rest[0] if rest else "unknown"}, f.HeadStated)


def _near(rest: Words, state: PetanqueState) -> Any:
    return _pair(rest, False)


def _equal(rest: Words, state: PetanqueState) -> Any:
    return _pair(rest, True)


def _pair(rest: Words, equal: bool) -> Any:
    if len(rest) < 2:
        raise NotUnderstood("which two? write near A.1 B.2, the nearer one first")
    (near, far), gaps = _gaps(rest[:2])
    fields = {"near": near, "far": far, "equal": equal} | ({"gaps_mm": gaps} if gaps else {})
    fields |= dict(fields_of(rest[2:]))
    return msgspec.convert(fields, f.PointMeasured, strict=False)


def _map(rest: Words, state: PetanqueState) -> Any:
    groups = [_gaps(group.split("=")) for group in rest]
    gaps = {name: gap for _, of_group in groups for name, gap in of_group.items()}
    return msgspec.convert({"order": [names for names, _ in groups], "gaps_mm": gaps}, f.HeadMapped)


def _gaps(words: Words) -> tuple[list[str], dict[str, int]]:
    """Objects, and the gaps of those that have one: `A.1:0.082`."""
    parts = [(_object(name), colon, gap) for name, colon, gap in (word.partition(":") for word in words)]
    return [name for name, _, _ in parts], {name: metres_mm(gap) for name, colon, gap in parts if colon}


def _end(rest: Words, state: PetanqueState) -> Any:
    if not rest:
        raise NotUnderstood("end for whom? write end A 3, or end void")
    fields = dict(fields_of([w for w in rest if "=" in w]))
    words = [w for w in rest if "=" not in w]
    if words[0] in ("void", "0", "-"):
        return msgspec.convert(fields, f.EndCounted, strict=False)
    if len(words) < 2 or not words[1].isdigit():
        raise NotUnderstood("how many points? write end A 3, or end void")
    return msgspec.convert({"side": words[0], "points": int(words[1]), **fields}, f.EndCounted, strict=False)


def _close(rest: Words, state: PetanqueState) -> Any:
    return f.EndClosed()


def _result(rest: Words, state: PetanqueState) -> Any:
    return f.ResultAgreed()


def _choose(rest: Words, state: PetanqueState) -> Any:
    if not rest:
        offered = ", ".join(c.id for c in state.waiting.choices) if state.waiting else "nothing is asked"
        raise NotUnderstood(f"choose what? ({offered})")
    place: dict[str, Any] = {}
    fields: dict[str, Any] = {"choice": rest[0]}
    for name, value in fields_of(rest[1:]):
        if METRES.match(name):
            place["range_mm"] = metres_mm(name)
        elif name in ("range_mm", "visible", "inside", "hidden", "between", "before_found", "beyond_obstacle"):
            place |= {"visible": False} if name == "hidden" else {name: value}
        elif name == "outside":
            place["inside"] = False
        else:
            fields[name] = value
    return msgspec.convert({**fields, **({"place": place} if place else {})}, Chosen, strict=False)


def _undo(rest: Words, state: PetanqueState) -> Any:
    return undone(rest, state.moment.seq)


def _inspect(rest: Words, state: PetanqueState) -> Any:
    """`inspect boule A1 weight_mg=649`: the object, whose it is, who asked, and what was found."""
    if not rest:
        raise NotUnderstood("inspect what? write inspect boule, jack, circle, terrain or instrument and what was found")
    fields: dict[str, Any] = {"object": rest[0], "found": {}}
    for word in rest[1:]:
        name, eq, _ = word.partition("=")
        if not eq and (owner := THROWER.match(word)) is not None:
            fields |= {"side": owner.group(1)} | ({"player": word} if owner.group(2) else {})
        elif name in ("side", "player", "asked_by"):
            fields.update(fields_of([word]))
        else:
            fields["found"].update(fields_of([word]))
    return msgspec.convert(fields, f.Inspected)


def _setup(rest: Words, state: PetanqueState) -> Any:
    """`setup target=11 lanes`: the set-up said something else; the fields of the terrain need no bracket."""
    ground = {field.name for field in msgspec.structs.fields(Terrain)}
    said = msgspec.to_builtins(state.setup)
    for name, value in fields_of(rest):
        if name in ground:
            said["terrain"] = said.get("terrain", {}) | {name: value}
        else:
            said[name] = value
    put = msgspec.convert(said, GameSetUp, strict=False)
    return Corrected[f.PetanqueFact](changes=(Change[f.PetanqueFact](seq=0, facts=(put,)),))


SHORT: dict[str, Callable[[Words, PetanqueState], Any]] = {
    "draw": _draw,
    "circle": _circle,
    "jack": _jack,
    "place": _place,
    "agree": _agree,
    "head": _head,
    "near": _near,
    "equal": _equal,
    "map": _map,
    "end": _end,
    "close": _close,
    "result": _result,
    "inspect": _inspect,
    "setup": _setup,
    "choose": _choose,
    "undo": _undo,
}


def setup_of(rulebook: str, fields: dict[str, Any]) -> GameSetUp:
    """A set-up from a few fields: the players of a format are named A1, A2 ... unless `sides` lists others."""
    return msgspec.convert(
        {"kind": "GameSetUp", "version": 1, "rulebook": rulebook, "format": "triples", **fields}, GameSetUp
    )
