"""Games at random: what could happen next in a state, sensible things more often, everything now and then."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import msgspec
from msgspec import convert, inspect

from carreau.books import book
from carreau.core.facts import SIDES, Change, Chosen, Entry, Moment
from carreau.core.game import Game, begun, correct, play, undo
from carreau.core.judging import NotRecorded
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState

FIPJP = book("fipjp-2016")
OTHER = {"A": "B", "B": "A"}
KINDS: tuple[type, ...] = tuple(
    k for k in get_args(f.PetanqueFact) if k.__name__ not in ("GameSetUp", "Undone", "Chosen")
)
LENGTHS = (0, 1, 400, 2999, 3000, 6500, 20001)
TIMES = (0, 59_999, 60_001, 300_001, 3_600_001)
BY_PEOPLE = ("scorer", "scorer", "umpire", "A", "B", "both")

Said = tuple[Moment, Any]


def setups() -> list[dict[str, Any]]:
    """A few games to play: with players noted and without, in each format, on lanes, by the clock, by ends."""
    named = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2)]} for side in SIDES}
    lanes = {"lanes": True, "marked": True}
    return [
        {},
        {"format": "singles"},
        {"format": "doubles", "sides": named},
        {"format": "doubles", "sides": named, "readings": {"C21": "goes_on", "A37": "dead"}},
        {"timed": True, "time_limit_ms": 3_600_000, "terrain": lanes},
        {"format": "singles", "detail": "ends"},
    ]


def new_game(chance: Random) -> Game:
    """A game of one of these kinds, drawn and ready for the first jack."""
    game = begun(FIPJP, setup_of(FIPJP.id, chance.choice(setups())))
    return play(game, f.DrawWon(side=chance.choice(SIDES)))


def state_of(game: Game) -> PetanqueState:
    """How the game stands."""
    assert isinstance(game.state, PetanqueState)
    return game.state


# --- what happens next ---------------------------------------------------------------------------------


def likely(chance: Random, state: PetanqueState) -> Said:
    """What would happen next in a game that runs as it should."""
    if state.options and (state.waiting or chance.random() < 0.5):
        return answer(chance, state)
    if state.temp_removed:
        return Moment(), f.MeasuringEnded(put_back=state.temp_removed)
    turn = state.turn
    match turn.does if turn else None:
        case "jack" if turn is not None and turn.side is not None:
            return Moment(), f.JackThrown(side=turn.side, good=chance.random() < 0.9)
        case "place" if turn is not None and turn.side is not None:
            return Moment(), f.JackPlaced(side=turn.side, good=chance.random() < 0.9)
        case "boule" if turn is not None and turn.side is not None:
            return Moment(), throw(chance, state, turn.side)
        case "count":
            return counted(chance, state)
        case _:
            return settling(chance, state)


def answer(chance: Random, state: PetanqueState) -> Said:
    """Somebody who may answers what is asked."""
    option = state.waiting or chance.choice(state.options)
    choice = chance.choice([c.id for c in option.choices if c.refused is None] or ["none"])
    fact: dict[str, Any] = {"kind": "Chosen", "choice": choice}
    if option is not state.waiting:
        fact["option"] = option.ask
    if choice == "line":
        fact["place"] = {"range_mm": 6500, "visible": True, "inside": True}
    return Moment(by=option.may[0]), convert(fact, Chosen)  # type: ignore[arg-type]


def throw(chance: Random, state: PetanqueState, side: str) -> Any:
    """A boule of this side, by a player who has one, with somebody holding afterwards who can."""
    able = [p.id for p in state.side_players(side) if p.plays and not p.away and not p.out and (p.hand or 0) > 0]  # type: ignore[arg-type]
    dead = chance.random() < 0.2
    live = {s: [*state.live(s), *(["new"] if s == side and not dead else [])] for s in SIDES}
    heads = [s for s in SIDES if live[s]] + (["equal"] if all(live.values()) else []) or ["nobody"]
    fact: dict[str, Any] = {"kind": "BouleThrown", "side": side, "how": chance.choice(("point", "shot", None))}
    if able and chance.random() < 0.9:
        fact["player"] = chance.choice(able)
    if chance.random() < 0.8:
        fact["holds"] = chance.choice(heads)
    moved = [{"object": "thrown", chance.choice(("out", "dead")): True}] if dead else []
    boules = [b.id for b in state.boules if b.live]
    if boules and chance.random() < 0.2:
        moved.append({"object": chance.choice(boules), "out": chance.random() < 0.5, "marked": chance.random() < 0.5})
    if chance.random() < 0.06:
        moved.append({"object": "jack", "range_mm": chance.choice(LENGTHS), "marked": chance.random() < 0.5})
    return convert(fact | {"moved": moved, "left_lying": dead and chance.random() < 0.3}, f.BouleThrown)


def counted(chance: Random, state: PetanqueState) -> Said:
    """The points of the end, as the book proposes them or as it can be."""
    if state.proposed is not None and chance.random() < 0.8:
        side, points = state.proposed
    else:
        side = state.head if state.head in SIDES else None
        points = 1 if side else 0
    by = chance.choice(("scorer", "scorer", "A", "umpire"))
    fact = {"kind": "EndCounted", "side": side, "points": points, "agreed_by": "A" if by == "A" else "both"}
    return Moment(by=by), convert(fact, f.EndCounted)  # type: ignore[arg-type]


def settling(chance: Random, state: PetanqueState) -> Said:
    """What brings a game on in which nobody can act: who holds is said, a failed jack recognised, the result agreed."""
    if state.phase == "result":
        return Moment(), f.ResultAgreed()
    if state.phase == "suspended":
        return Moment(by="umpire"), f.SignalGiven(what="resumed")
    if state.jack.status == "invalid":
        return Moment(), f.JackAgreedBad(agreed_by="both")
    holds: list[str] = [s for s in SIDES if state.live(s)] or ["nobody"]
    by, fact = chance.choice(("both", "umpire")), {"kind": "HeadStated", "holds": chance.choice(holds)}
    return Moment(by=by), convert(fact, f.HeadStated)  # type: ignore[arg-type]


def anything(chance: Random, state: PetanqueState, kinds: tuple[type, ...] = KINDS) -> Said:
    """A fact of any kind, with fields filled in at random from what the game knows."""
    kind = chance.choice(kinds)
    by = "umpire" if kind in (f.Ruled, f.CardShown) else chance.choice(BY_PEOPLE)
    return Moment(by=by), built(chance, state, kind)  # type: ignore[arg-type]


def built(chance: Random, state: PetanqueState, kind: type) -> Any:
    """A fact of this kind: what it must say, and a few of the things that it may."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return convert({"kind": kind.__name__, **_fields(chance, state, info)}, f.PetanqueFact)


def _fields(chance: Random, state: PetanqueState, info: inspect.StructType) -> dict[str, Any]:
    told = [field for field in info.fields if field.required or chance.random() < 0.3]
    return {field.name: _value(chance, state, field.name, field.type) for field in told}


def _value(chance: Random, state: PetanqueState, name: str, type_: Any) -> Any:
    match type_:
        case inspect.Metadata(type=inner):
            return _value(chance, state, name, inner)
        case inspect.UnionType(types=types):
            return _value(chance, state, name, chance.choice([t for t in types if not isinstance(t, inspect.NoneType)]))
        case inspect.LiteralType(values=values):
            return chance.choice(values)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType():
            return _number(chance, name)
        case inspect.StrType():
            return _word(chance, state, name)
        case inspect.TupleType(item_types=types):
            return [_value(chance, state, name, t) for t in types]
        case inspect.VarTupleType(item_type=item):
            return [_value(chance, state, name, item) for _ in range(chance.choice((0, 1, 1, 2)))]
        case inspect.DictType(key_type=key, value_type=value):
            full = chance.random() < 0.7
            return {_value(chance, state, name, key): _value(chance, state, name, value)} if full else {}
        case inspect.StructType():
            return _fields(chance, state, type_)
        case _:
            raise AssertionError(f"{name} has a type that nothing is made up for: {type_}")


def _number(chance: Random, name: str) -> int:
    if name.endswith("_ms"):
        return chance.choice(TIMES)
    if name.endswith("_mm"):
        return chance.choice(LENGTHS)
    return chance.choice((0, 1, 2, 3))


def _word(chance: Random, state: PetanqueState, name: str) -> str:
    boules = [b.id for b in state.boules] or ["A.1"]
    players = [p.id for p in state.players] or ["A1", "B1"]
    match name:
        case "player" | "by" | "boule_of" | "tapped_by" | "players" | "hands":
            return chance.choice(players)
        case "object":
            return chance.choice(["jack", "thrown", *boules])
        case "boule" | "boules" | "dead" | "near" | "far" | "pair" | "order" | "put_back" | "gaps_mm":
            return chance.choice(boules)
        case "clause":
            return chance.choice(sorted(FIPJP.clauses))
        case _:
            return "x"


def step(chance: Random, game: Game) -> Game:
    """The game with one more fact; the same game when what was tried can't be recorded."""
    roll = chance.random()
    try:
        if roll < 0.03 and len(game.line) > 3:
            return undo(game, chance.choice(game.line[2:]).seq)
        if roll < 0.06 and len(game.line) > 3:
            return corrected(chance, game)
        moment, fact = likely(chance, state_of(game)) if roll < 0.8 else anything(chance, state_of(game))
        return play(game, fact, moment=moment)
    except NotRecorded:
        return game
    except msgspec.ValidationError:
        return game


def corrected(chance: Random, game: Game) -> Game:
    """One entry of the story said something else."""
    step_ = chance.choice(game.line[2:])
    kind = type(step_.entry.fact)
    facts = (step_.entry.fact,) if kind is Chosen else (built(chance, state_of(game), kind),)
    return correct(game, [Change(seq=step_.seq, facts=facts)])


def walk(chance: Random, steps: int) -> Iterator[Game]:
    """A game at random, one fact after the other."""
    game = new_game(chance)
    yield game
    for _ in range(steps):
        after = step(chance, game)
        if after is not game:
            game = after
            yield game


def played(chance: Random, steps: int) -> Game:
    """A game at random after so many tries."""
    return list(walk(chance, steps))[-1]


# --- the other side of the net -------------------------------------------------------------------------

SIDE = re.compile(r"(?<![A-Za-z0-9])([AB])(?=\.\d|\d|$|[, )])")
NOT_SIDES = ("reading", "readings", "chosen", "rulebook")


def mirrored(value: Any) -> Any:
    """The same with A and B exchanged, wherever a side, a boule or a player is named."""
    match value:
        case dict():
            return {_key(k): v if k in NOT_SIDES else mirrored(v) for k, v in value.items()}
        case list() | tuple():
            return [mirrored(v) for v in value]
        case str():
            return SIDE.sub(lambda found: OTHER[found[1]], value)
        case _:
            return value


def _key(key: Any) -> Any:
    if isinstance(key, str) and key[-2:] in ("_A", "_B"):
        return key[:-1] + OTHER[key[-1]]
    return mirrored(key)


def mirrored_entry(entry: Entry) -> Entry:
    """An entry of the log as it would be had the sides the other letters."""
    fact = mirrored(msgspec.to_builtins(entry.fact))
    moment = convert(mirrored(msgspec.to_builtins(entry.moment)), Moment)
    return Entry(moment=moment, fact=convert(fact, type(entry.fact) if "changes" not in fact else f.AnyFact))
