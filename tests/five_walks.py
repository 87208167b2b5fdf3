"""Strokes and whole matches of five pins by chance, for the laws that hold whatever happens."""

from random import Random
from typing import Any

import msgspec

from carreau.billiards import five_facts as f
from carreau.billiards.five_state import FivePinsState
from carreau.core.facts import Chosen, Moment
from tests.five import BOOK

ACTS: tuple[f.Act, ...] = ("no_foot", "pushed", "jump", "in_motion", "leather_tip", "touched", "foot_outside")
HALVES: tuple[Any, ...] = ("lower", "upper", "astride", "across", None)
BALLS: tuple[f.BallOfStroke, ...] = ("cue", "object", "red")
SPOTS: tuple[f.Spot, ...] = ("top", "second_highest", "second_lowest", "bottom")
Said = tuple[Moment, Any]


def events(chance: Random, pins: tuple[str, ...], most: int = 8) -> tuple[str, ...]:
    """The events of a stroke, each of which can follow the others."""
    told: list[str] = []
    moving, standing = ["C"], list(pins)
    fallen: list[str] = []
    for _ in range(chance.randint(1, most)):
        ball = chance.choice(moving)
        kind = chance.choice(">>>!!!=~")
        if kind == "!" and standing:
            pin = standing.pop(chance.randrange(len(standing)))
            told.append(f"{ball}!{pin}")
            fallen.append(pin)
        elif kind == "~" and standing and fallen:
            pin = standing.pop(chance.randrange(len(standing)))
            told.append(f"{chance.choice(fallen)}~{pin}")
            fallen.append(pin)
        elif kind == ">":
            contact = chance.choice(("C>O", "C>R", "O>R"))
            if contact[0] in moving or contact[2] in moving:
                told.append(contact)
                moving += [b for b in (contact[0], contact[2]) if b not in moving]
        else:
            told.append(f"{ball}=")
    return tuple(told) or ("C=",)


def quick_of(told: tuple[str, ...]) -> f.Quick:
    """The same stroke in the few questions of the quick form, as a referee would answer them."""
    reached = told.index("C>O") if "C>O" in told else len(told)
    before, after = told[:reached], told[reached:]
    felled = {e[2] for e in told if e[1] in "!~"}
    by_cue = {e[2] for e in told if e[:2] == "C!"}
    for e in told:
        if e[1] == "~" and e[0] in by_cue:
            by_cue.add(e[2])
    early = {e[2] for e in before if e[1] in "!~"}
    red = next((e[0] for e in after if e in ("C>R", "O>R")), None)
    return f.Quick(
        object_ball="C>O" in told,
        red_before="C>R" in before,
        pins_before=bool(by_cue & early),
        red={"C": "cue", "O": "object", None: "nobody"}[red],  # type: ignore[arg-type]
        pins=tuple(p for p in f.PINS if p in felled),
        by_cue=bool(by_cue - early),
    )


def stroke(chance: Random, state: FivePinsState) -> f.StrokePlayed:
    """Any stroke that can follow, in either form, with whatever comes with it."""
    told = events(chance, state.pins_in_play)
    fallen = {e[2] for e in told if e[1] in "!~"}
    left = [p for p in state.pins_in_play if p not in fallen]
    few = chance.random() < 0.5
    out = tuple(b for b in BALLS if chance.random() < 0.05)
    balls = [b for b in BALLS if b not in out]
    lies = {b: f.Lying(half=chance.choice(HALVES)) for b in balls if chance.random() < 0.4}
    if chance.random() < 0.1 and balls:
        lies[chance.choice(balls)] = f.Lying(spot=chance.choice(SPOTS))
    shifted = (f.Shifted(pin=chance.choice(left), touches=chance.choice((None, *balls))),) if left else ()
    return f.StrokePlayed(
        events=None if few else told,
        quick=quick_of(told) if few else None,
        played=chance.choice(("own",) * 20 + ("opponents", "red")),
        acts=tuple(a for a in ACTS if chance.random() < 0.03),
        out=out,
        shifted=shifted if chance.random() < 0.1 else (),
        covered=tuple(p for p in f.PINS if chance.random() < 0.05),
        lies=lies,
        elapsed_ms=chance.choice((None, 1000, 39000, 41000, 61000)) if chance.random() < 0.2 else None,
    )


SELDOM = (
    f.NoLegalStroke(), f.Disturbed(), f.Disturbed(known=False), f.Disturbed(by="waiting_player"), f.TableReady(),
    f.TableReady(covered=("n",)), f.Placed(half="lower"), f.CueBallPlaced(), f.CueBallPlaced(means="other"),
    f.CueBallPlaced(means="tip"), f.TouchedTooEarly(), f.Touched(act="shifted", pins=("n",)), f.Touched(),
    f.WrongBallNoticed(), f.WrongBallNoticed(strokes=2), f.WrongBallNoticed(since=1), f.ClockExpired(elapsed_ms=41000),
    f.ClockExpired(elapsed_ms=61000), f.ClockExpired(clock="break", elapsed_ms=300000), f.BreakTaken(),
    f.LeftTable(side="A", leave=True), f.Recounted(score={"A": 3}), f.LastPointAnnounced(), f.BallsPlacedForStart(),
    f.StarterChosen(side="B"), f.OffenceSeen(offence="marks", side="A"), f.Noted(text="x"),
    f.Ruled(outcome="points", side="A", points=2, note="why"), f.Ruled(outcome="turn", side="B", note="why"),
    f.Ruled(outcome="suspend", note="why"), f.Ruled(outcome="resume", note="why"), f.LeftTable(side="B"),
)  # fmt: skip


def anything(chance: Random, state: FivePinsState) -> Said:
    """A fact that fits the moment more often than not."""
    by = chance.choice(("scorer", "scorer", "umpire"))
    at = chance.choice((None, chance.randrange(10**7)))
    waiting = state.waiting or (state.options[0] if state.options and chance.random() < 0.3 else None)
    if waiting is not None and chance.random() < 0.9:
        choice = chance.choice(waiting.choices).id
        return Moment(by=waiting.may[0], at_ms=at), Chosen(choice=choice, option=waiting.id)  # type: ignore[arg-type]
    if chance.random() < 0.1:
        return Moment(by=by, at_ms=at), chance.choice(SELDOM)  # type: ignore[arg-type]
    return Moment(by=by, at_ms=at), _next(chance, state)  # type: ignore[arg-type]


def _next(chance: Random, state: FivePinsState) -> Any:
    match state.phase:
        case "draw":
            lag = {"A": chance.randint(0, 9), "B": chance.randint(0, 9)}
            touched = tuple(s for s in ("A", "B") if chance.random() < 0.1)
            return f.LagPlayed(rest_mm=lag, touched=touched, late=chance.choice((None, None, None, "A")))  # type: ignore[arg-type]
        case "start":
            return f.BallsPlacedForStart()
        case "won":
            return f.LastPointAnnounced()
        case "suspended":
            return f.Ruled(outcome="resume", note="on")
        case "over":
            return f.Noted(text="over")
        case _:
            return stroke(chance, state)


def swapped(said: Any) -> Any:
    """The same with the sides exchanged, in facts, moments and states alike."""
    names = {"A": "B", "B": "A"}
    match said:
        case dict():
            return {swapped(k): swapped(v) for k, v in said.items()}
        case list() | tuple():
            return [swapped(v) for v in said]
        case str():
            return names.get(said, said)
        case _:
            return said


def mirrored(said: Said) -> Said:
    """The same entry with the sides exchanged."""
    moment, fact = said
    other = msgspec.convert(swapped(msgspec.to_builtins(moment)), Moment)
    return other, msgspec.convert(swapped(msgspec.to_builtins(fact)), BOOK.sport.facts)
