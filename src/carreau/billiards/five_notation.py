"""The short notation of five pins: one fact in a few words, for cases, docs and typed commands.

    lag A=120 B=95 · lag late=A · lag touched=B · lag collision=unknown · lag equal · first A · start
    C>O O!n C>R              a stroke by its events in order (see StrokePlayed), here with the pins c n e s w
    hit pins=ne cannon       the same stroke in the few questions of the quick form
    miss red-first pins=c    object ball missed, the red touched, the centre pin down
    hit pins=n by-cue · hit pins-first pins=n · hit both · hit casin pins=all · hit hand=w
    C>O out=cue,red      after any stroke: acts (pushed, foot_outside, ...), wrong (the opponent's ball was played),
        red-played, rests=red (the cue ball rested against it), direct=red, moved=stroke, up=n, shifted=n:object,e,
        covered=n,s, cue@upper object@astride red@top red@upper,top, taken=top, at=40.5 (seconds)
    A C>O                    a side before it only says who
    laid lower covered=n · place hand · place tip over · early · touch shifted pins=n · ready covered=
    clock 41 · break-clock 300 · none-legal · wrong 2 since=1 · disturbed by=referee unknown · good · recount A=59
    break · left A leave · refuses A · offence marks A · inspect table bed_um=45000 · setup distance=60 sets=3
    choose respot · undo 12 · umpire: rule points A 2 note=\"...\" · @12:05 C>O · Kind field=value

`who:` before a fact says who enters it, `@mm:ss` when in game time.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import structs

from carreau.billiards import five_facts as f
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import SIDES, Change, Chosen, Corrected
from carreau.core.notation import NUMBER, Said, Words, clock_ms, fields_of, parts, typed, understood, undone
from carreau.core.notation import NotUnderstood as NotUnderstood

Fields = dict[str, Any]

KINDS: dict[str, type] = {k.__name__: k for k in f.FivePinsFact.__args__}
ACTS = get_args(f.Act)
EVENT = re.compile(str(next(iter(get_args(f.Event)[1:])).pattern))


def facts_of(text: str, state: Callable[[], FivePinsState]) -> Iterator[Said]:
    """The facts of a text, one after the other; `state` gives the present state, for what the words leave out."""
    for part in parts(text):
        yield fact_of(part, state())


def fact_of(text: str, state: FivePinsState) -> Said:
    """One fact with its envelope. Raises NotUnderstood."""
    return understood(text, lambda words: _fact(words, state), f.AnyFact)


def _fact(words: Words, state: FivePinsState) -> Any:
    word, rest = words[0], words[1:]
    if word in KINDS:
        return msgspec.convert(dict(fields_of(rest)), KINDS[word], strict=False)
    if word in SHORT:
        return SHORT[word](rest, state)
    if word in SIDES and rest:
        return _stroke(rest, {"side": word})
    if word in ("hit", "miss") or EVENT.match(word):
        return _stroke(words, {})
    raise NotUnderstood(
        f"{word!r} begins no fact; there are {', '.join(SHORT)}, hit, miss, events such as C>O, and the kinds by name"
    )


def _list(text: str) -> list[str]:
    """`n,s` as a list; nothing at all as an empty one."""
    return [part for part in text.split(",") if part]


def _pins(text: str) -> list[str]:
    """`nes`, `n,e,s` or `all`."""
    return list(f.PINS) if text == "all" else [sign for sign in text if sign != ","]


# --- a stroke --------------------------------------------------------------------------------------

QUICK: dict[str, Fields] = {
    "hit": {"object_ball": True},
    "miss": {"object_ball": False},
    "red-first": {"red_before": True},
    "pins-first": {"pins_before": True},
    "cannon": {"red": "cue"},
    "casin": {"red": "object"},
    "both": {"red": "both"},
    "by-cue": {"by_cue": True},
}
FLAGS: dict[str, Fields] = {"wrong": {"played": "opponents"}, "red-played": {"played": "red"}}
QUICK_PINS = {"pins": "pins", "hand": "by_hand"}
LISTS = {"out": "out", "taken": "spots_taken", "rests": "contact", "direct": "direct"}
PIN_LISTS = {"up": "came_back", "covered": "covered"}
HALVES = ("lower", "upper", "astride", "across")


def _stroke(words: Words, fields: Fields) -> Any:
    events, acts = [], []
    quick: Fields = {}
    lies: Fields = {}
    for word in words:
        name, eq, value = word.partition("=")
        if EVENT.match(word):
            events.append(word)
        elif word in QUICK:
            quick |= QUICK[word]
        elif eq and name in QUICK_PINS:
            quick[QUICK_PINS[name]] = _pins(value)
        elif word in ACTS:
            acts.append(word)
        elif "@" in word:
            ball, _, places = word.partition("@")
            lies[ball] = _lying(word, places.split(","))
        else:
            fields |= _of_stroke(word, name, value)
    told: Fields = ({"events": events} if events else {}) | ({"quick": quick} if quick else {})
    return msgspec.convert({**fields, **told, "acts": acts, "lies": lies}, f.StrokePlayed, strict=False)


def _of_stroke(word: str, name: str, value: str) -> Fields:
    if word in FLAGS:
        return FLAGS[word]
    if name in LISTS:
        return {LISTS[name]: _list(value)}
    if name in PIN_LISTS:
        return {PIN_LISTS[name]: _pins(value)}
    if name == "shifted":
        return {"shifted": [_shifted(part) for part in _list(value)]}
    if name == "moved":
        return {"contact_moved": value}
    if name == "at":
        return {"elapsed_ms": clock_ms(value)}
    if name in {field.name for field in structs.fields(f.StrokePlayed)}:
        return {name: typed(value)}
    known = ", ".join((*QUICK, *FLAGS, *LISTS, *PIN_LISTS, "shifted", "moved", "at", *ACTS))
    raise NotUnderstood(f"{word!r} says nothing of a stroke; there are events such as C>O, pins=, hand=, {known}")


def _lying(word: str, places: list[str]) -> Fields:
    lying = {"half" if place in HALVES else "spot": place for place in places}
    if len(lying) < len(places):
        raise NotUnderstood(f"{word!r}: a ball lies in one half ({', '.join(HALVES)}) and on one spot at most")
    return lying


def _shifted(text: str) -> Fields:
    pin, _, ball = text.partition(":")
    return {"pin": pin} | ({"touches": ball} if ball else {})


# --- the other facts -------------------------------------------------------------------------------


def _lag(rest: Words, state: FivePinsState) -> Any:
    fields: Fields = {"rest_mm": {}}
    for word in rest:
        name, _, value = word.partition("=")
        if name in SIDES and value:
            fields["rest_mm"][name] = int(value) if NUMBER.match(value) else value
        elif name in ("touched", "failed", "feet_outside", "stand_in"):
            fields[name] = list(value.replace(",", ""))
        else:
            fields |= dict(fields_of([word]))
    return msgspec.convert(fields, f.LagPlayed, strict=False)


def _first(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert({"side": rest[0] if rest else ""}, f.StarterChosen)


def _start(rest: Words, state: FivePinsState) -> Any:
    return f.BallsPlacedForStart()


def _covered(words: Words) -> Fields:
    found = [word.partition("=")[2] for word in words if word.startswith("covered=")]
    return {"covered": _pins(found[0])} if found else {}


def _laid(rest: Words, state: FivePinsState) -> Any:
    halves = [word for word in rest if word in ("lower", "upper")]
    return msgspec.convert(_covered(rest) | ({"half": halves[0]} if halves else {}), f.Placed)


def _place(rest: Words, state: FivePinsState) -> Any:
    means = {"hand": "other", "other": "other", "tip": "tip", "cue": "cue"}
    named = [means[word] for word in rest if word in means]
    fields = {"over_line": "over" in rest} | ({"means": named[0]} if named else {})
    return msgspec.convert(fields | _covered(rest), f.CueBallPlaced)


def _early(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert({"side": rest[0]} if rest else {}, f.TouchedTooEarly)


def _touch(rest: Words, state: FivePinsState) -> Any:
    fields: Fields = {}
    for word in rest:
        if word.startswith("pins="):
            fields["pins"] = _pins(word[5:])
        else:
            fields |= {"side": word} if word in SIDES else {"act": word}
    return msgspec.convert(fields, f.Touched)


def _ready(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert(_covered(rest), f.TableReady)


def _clock(rest: Words, state: FivePinsState) -> Any:
    return f.ClockExpired(elapsed_ms=clock_ms(rest[0] if rest else ""))


def _break_clock(rest: Words, state: FivePinsState) -> Any:
    return f.ClockExpired(clock="break", elapsed_ms=clock_ms(rest[0] if rest else ""))


def _none_legal(rest: Words, state: FivePinsState) -> Any:
    return f.NoLegalStroke()


def _wrong(rest: Words, state: FivePinsState) -> Any:
    fields = dict(fields_of([word for word in rest if "=" in word]))
    numbers = [int(word) for word in rest if NUMBER.match(word)]
    return msgspec.convert(fields | ({"strokes": numbers[0]} if numbers else {}), f.WrongBallNoticed)


def _disturbed(rest: Words, state: FivePinsState) -> Any:
    fields = dict(fields_of([word for word in rest if "=" in word]))
    return msgspec.convert(fields | {"known": "unknown" not in rest}, f.Disturbed)


def _good(rest: Words, state: FivePinsState) -> Any:
    return f.LastPointAnnounced()


def _recount(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert({"score": dict(fields_of(rest))}, f.Recounted)


def _break(rest: Words, state: FivePinsState) -> Any:
    return f.BreakTaken(new_referee="new-referee" in rest)


def _left(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert({"side": rest[0] if rest else "", "leave": "leave" in rest}, f.LeftTable)


def _refuses(rest: Words, state: FivePinsState) -> Any:
    return msgspec.convert({"side": rest[0] if rest else "", "asked": "unasked" not in rest}, f.RefusedToPlay)


def _offence(rest: Words, state: FivePinsState) -> Any:
    fields: Fields = {}
    for word in rest:
        fields |= {"side": word} if word in SIDES else dict(fields_of([word])) if "=" in word else {"offence": word}
    return msgspec.convert(fields, f.OffenceSeen)


def _inspect(rest: Words, state: FivePinsState) -> Any:
    if not rest:
        raise NotUnderstood(
            "inspect what? write inspect table, balls, ball, pins, cue, light or hall and what was found"
        )
    found = dict(fields_of(rest[1:]))
    return msgspec.convert({"object": rest[0], "found": found}, f.Inspected)


def _rule(rest: Words, state: FivePinsState) -> Any:
    fields: Fields = {"outcome": rest[0] if rest else ""}
    for word in rest[1:]:
        name, eq, value = word.partition("=")
        if name in SIDES and eq:
            fields.setdefault("score", {})[name] = typed(value)
        elif word in SIDES:
            fields["side"] = word
        elif NUMBER.match(word):
            fields["points"] = int(word)
        else:
            fields |= {name: str(typed(value))}
    return msgspec.convert(fields, f.Ruled)


def _choose(rest: Words, state: FivePinsState) -> Any:
    if not rest:
        offered = ", ".join(c.id for c in state.waiting.choices) if state.waiting else "nothing is asked"
        raise NotUnderstood(f"choose what? ({offered})")
    return msgspec.convert({"choice": rest[0], **dict(fields_of(rest[1:]))}, Chosen, strict=False)


def _undo(rest: Words, state: FivePinsState) -> Any:
    return undone(rest, state.moment.seq)


def _setup(rest: Words, state: FivePinsState) -> Any:
    """`setup distance=60 sets=3`: the set-up said something else."""
    said = msgspec.to_builtins(state.setup) | dict(fields_of(rest))
    put = msgspec.convert(_by_sets(said), GameSetUp, strict=False)
    return Corrected[f.FivePinsFact](changes=(Change[f.FivePinsFact](seq=0, facts=(put,)),))


def _by_sets(fields: Fields) -> Fields:
    """More than one set is a match by sets."""
    return {"format": "sets"} | fields if fields.get("sets", 1) != 1 else fields


SHORT: dict[str, Callable[[Words, FivePinsState], Any]] = {
    "lag": _lag,
    "first": _first,
    "start": _start,
    "laid": _laid,
    "place": _place,
    "early": _early,
    "touch": _touch,
    "ready": _ready,
    "clock": _clock,
    "break-clock": _break_clock,
    "none-legal": _none_legal,
    "wrong": _wrong,
    "disturbed": _disturbed,
    "good": _good,
    "recount": _recount,
    "break": _break,
    "left": _left,
    "refuses": _refuses,
    "offence": _offence,
    "inspect": _inspect,
    "rule": _rule,
    "choose": _choose,
    "undo": _undo,
    "setup": _setup,
}


def setup_of(rulebook: str, fields: Fields) -> GameSetUp:
    """A set-up from a few fields: one distance of 60 points unless they say otherwise."""
    base = {"kind": "GameSetUp", "version": 1, "rulebook": rulebook, "distance": 60}
    return msgspec.convert(_by_sets(base | fields), GameSetUp)


def stands(state: FivePinsState) -> dict[str, str]:
    """How the match stands, in the words that a case may expect."""
    turn = state.turn
    return {
        "next": f"{turn.side or '-'} {turn.does}" if turn is not None else "nobody",
        "score": f"{state.points('A')}-{state.points('B')}",
        "sets": f"{state.sets_won('A')}-{state.sets_won('B')}",
        "phase": state.phase,
        "winner": state.winner or "nobody",
        "half": state.half or "unknown",
        "out": "".join(state.pins_out) or "none",
        "displaced": " ".join(f"{p.pin}:{p.touches}" for p in state.pins if p.status == "displaced") or "none",
        "match_points": _two(state.match_points),
        "set_points": _two(state.set_points),
        "spots": " ".join(f"{b.ball}@{b.spot}" for b in state.balls if b.spot is not None) or "none",
        "fouls": " ".join(foul.offence for foul in state.stroke.fouls) or "none"
        if state.stroke is not None
        else "none",
        "break": "yes" if state.on_break else "no",
    }


def _two(points: Any) -> str:
    return f"{points.A}-{points.B}" if points is not None else "none"
