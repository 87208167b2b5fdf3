"""A stroke worked out once: what was reached in which order, which pins count, and what only the referee can say."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from carreau.billiards.five_facts import PINS, Pin, Quick, StrokePlayed

Reacher = Literal["cue", "object"]
Why = Literal["by_itself", "by_itself_chain", "leaning", "leaning_chain", "hand"]
Answers = Mapping[str, str]

RED_ORDER = "red"  # the place of the one doubt that a stroke in the quick form can leave


class Lost(Struct, frozen=True, kw_only=True):
    """A pin that went over and has not fallen by the book."""

    pin: Pin
    why: Why


class Seen(Struct, frozen=True, kw_only=True):
    """What a stroke did, in either form of telling it.

    `red_first`, `pins_first`: before the object ball, by the cue ball; `pins_by_cue`: after it; `red_by`: who reached the
    red first after it; `pins`: fallen, and counted. The rest is what only the events in their order can say.
    """

    object_hit: bool
    red_first: bool = False
    pins_first: bool = False
    pins_by_cue: bool = False
    red_by: Reacher | None = None
    pins: tuple[Pin, ...] = ()
    by_hand: tuple[Pin, ...] = ()
    red_again: bool = False
    red_by_both: bool = False
    lost: tuple[Lost, ...] = ()
    chained: tuple[Pin, ...] = ()
    leaned: tuple[Pin, ...] = ()

    @property
    def correct(self) -> bool:
        """Was the object ball reached, and nothing wrong before it?"""
        return self.object_hit and not self.red_first and not self.pins_first

    @property
    def told(self) -> tuple[object, ...]:
        """All that a stroke's worth depends on: the same in both forms."""
        by_cue = self.pins_by_cue and self.correct
        return self.object_hit, self.red_first, self.pins_first, by_cue, self.red_by, self.pins


class Doubt(Struct, frozen=True, kw_only=True):
    """What only the referee can say of a stroke: its place in it, what is asked, and the answers."""

    place: str
    ask: str
    reading: str | None
    answers: tuple[str, ...]
    about: str = ""


# --- events ----------------------------------------------------------------------------------------

Meanings = dict[str, tuple[str, ...]]


def meanings(event: str) -> Meanings:
    """What an event can mean, by the referee's answer; a plain event means itself."""
    match event:
        case "C>O+R":
            return {"together": ("C>O", "C>R"), "red_first": ("C>R", "C>O")}
        case "C+O>R":
            return {"cue_ball": ("C>R", "O>R"), "object_ball": ("O>R", "C>R")}
    match event[:1], event[1:2], event[2:]:
        case "C", "+", rest:
            ball, pin = rest[0], rest[-1]
            return {"other_ball": (f"{ball}!{pin}",), "cue_ball": (f"C!{pin}",)}
        case ball, "_", rest:
            return {"touched": (f"{ball}>{rest}",), "not_touched": ()}
        case ball, "?", pin:
            return {"by_itself": (f"-!{pin}",), "felled": (f"{ball}!{pin}",)}
        case ball, "^", pin:
            return {"count": (f"{ball}!{pin}",), "do_not_count": (f"-!{pin}",)}
    return {"": (event,)}


ASKS: dict[str, tuple[str, str | None]] = {
    "together": ("met_at_once", "F-A7"),
    "cue_ball": ("reached_red_first", None),
    "other_ball": ("felled_by", "F-A22"),
    "touched": ("rests_against", "F-A12"),
    "by_itself": ("fell_by_itself", "F-A20"),
    "count": ("back_from_frame", "F-A26"),
}


def plain(events: tuple[str, ...], said: Answers) -> Iterator[str]:
    """The events as answered; what has not been answered yet means the first of its meanings."""
    for place, event in enumerate(events):
        means = meanings(event)
        yield from means.get(said.get(str(place), ""), next(iter(means.values())))


def _full(fact: StrokePlayed, said: Answers, hand_counts: bool) -> Seen:
    object_hit = red_first = pins_first = pins_by_cue = False
    reached: list[Reacher] = []
    fallen: dict[str, str] = {}
    lost: dict[str, Why] = {}
    chained, leaned = [], []
    for event in plain(fact.events or (), said):
        ball, how, what = event[0], event[1], event[2:]
        if event == "C>O":
            object_hit = True
        elif how == ">" and object_hit:
            reached.append("cue" if ball == "C" else "object")
        elif how == ">":
            red_first |= ball == "C" and fact.played != "red"
        elif how == "~" and ball in lost:
            lost[what] = _chain(lost[ball])
        elif ball == "-" or (ball == "H" and not hand_counts) or (ball == "C" and how == "/"):
            lost[what] = {"-": "by_itself", "H": "hand", "C": "leaning"}[ball]  # type: ignore[assignment]
        elif how in "!~/":
            by = fallen[ball] if how == "~" else ball
            fallen[what] = by
            lost.pop(what, None)
            chained += [what] if how == "~" else []
            leaned += [what] if how == "/" else []
            pins_first |= by == "C" and not object_hit
            pins_by_cue |= by == "C" and object_hit
    return Seen(
        object_hit=object_hit,
        red_first=red_first,
        pins_first=pins_first,
        pins_by_cue=pins_by_cue,
        red_by=reached[0] if reached else None,
        pins=in_order(fallen),
        by_hand=in_order(p for p, by in fallen.items() if by == "H"),
        red_again=len(reached) > 1,
        red_by_both=len(set(reached)) > 1,
        lost=tuple(Lost(pin=p, why=lost[p]) for p in in_order(lost)),
        chained=in_order(chained),
        leaned=in_order(leaned),
    )


def _chain(why: Why) -> Why:
    """What a pin that has not fallen fells has not fallen either."""
    return {"by_itself": "by_itself_chain", "leaning": "leaning_chain"}.get(why, why)  # type: ignore[return-value]


def in_order(pins: object) -> tuple[Pin, ...]:
    """Pins, each once, the centre pin first."""
    named = set(pins)  # type: ignore[call-overload]
    return tuple(pin for pin in PINS if pin in named)


def _quick(quick: Quick, said: Answers, hand_counts: bool, red_struck: bool) -> Seen:
    by_hand = in_order(quick.by_hand)
    pins = in_order(p for p in (*quick.pins, *by_hand) if hand_counts or p not in by_hand)
    both = quick.red == "both"
    first = said.get(RED_ORDER, "cue_ball").removesuffix("_ball") if both else quick.red
    return Seen(
        object_hit=quick.object_ball,
        red_first=quick.red_before and not red_struck,
        pins_first=quick.pins_before,
        pins_by_cue=quick.by_cue,
        red_by=None if first == "nobody" else first,  # type: ignore[arg-type]
        pins=pins,
        by_hand=by_hand if hand_counts else (),
        red_again=both,
        red_by_both=both,
        lost=() if hand_counts else tuple(Lost(pin=p, why="hand") for p in by_hand),
    )


def seen_in(fact: StrokePlayed, said: Answers, *, hand_counts: bool) -> Seen:
    """The stroke as far as it has been told; `hand_counts`: pins count that the player's hand felled."""
    if fact.quick is not None:
        return _quick(fact.quick, said, hand_counts, fact.played == "red")
    return _full(fact, said, hand_counts)


# --- doubts ----------------------------------------------------------------------------------------


def doubts(fact: StrokePlayed, said: Answers, *, hand_counts: bool, red_counts: bool) -> Iterator[Doubt]:
    """What has to be asked because the stroke's worth turns on it; `red_counts`: also after a wrong first contact."""
    for doubt in _all_doubts(fact):
        if doubt.place in said:
            continue
        told = {
            _worth(seen_in(fact, {**said, doubt.place: answer}, hand_counts=hand_counts), red_counts)
            for answer in doubt.answers
        }
        if len(told) > 1:
            yield doubt


def _worth(seen: Seen, red_counts: bool) -> tuple[object, ...]:
    """The stroke's worth without what cannot matter: a red after the red was touched first."""
    return seen.told if red_counts or not seen.red_first else (*seen.told[:4], seen.pins)


def _all_doubts(fact: StrokePlayed) -> Iterator[Doubt]:
    if fact.quick is not None:
        if fact.quick.red == "both":
            both = ("cue_ball", "object_ball")
            yield Doubt(place=RED_ORDER, ask="reached_red_first", reading=None, answers=both)
        return
    for place, event in enumerate(fact.events or ()):
        answers = tuple(meanings(event))
        if len(answers) > 1:
            ask, reading = ASKS[answers[0]]
            yield Doubt(place=str(place), ask=ask, reading=reading, answers=answers, about=_about(event))


def _about(event: str) -> str:
    """The pin that a doubt is about."""
    return event[-1] if event[-1] in PINS else ""


# --- what cannot have happened ---------------------------------------------------------------------


def impossible(fact: StrokePlayed, standing: tuple[Pin, ...], *, loose: bool) -> tuple[str, str] | None:
    """Why the events cannot be, and of which of them; `loose`: a ball may have moved without being struck."""
    if fact.quick is not None:
        return _impossible_quick(fact.quick, standing, loose=loose)
    down: set[str] = set()
    put_back: set[str] = set()
    moving = {"C", "R"} if fact.played == "red" else {"C"}
    for event in plain(fact.events or (), {}):
        ball, how, what = event[0], event[1], event[2:]
        struck = ball in moving or (how == ">" and what in moving)
        if ball in "OR" and not struck and not loose and how != "/":
            return "at_rest", event
        if how == ">":
            moving |= {what, ball}
        elif how in "!~/":
            if how == "~" and ball not in down | put_back:
                return "stands", event
            if what not in standing:
                return "off", event
            if what in down:
                return "fell_twice", event
            (put_back if ball == "-" or event[:2] == "C/" or ball in put_back else down).add(what)
    return None


def _impossible_quick(quick: Quick, standing: tuple[Pin, ...], *, loose: bool) -> tuple[str, str] | None:
    pins = (*quick.pins, *(p for p in quick.by_hand if p not in quick.pins))
    if len(set(pins)) < len(pins):
        return "fell_twice", "".join(pins)
    if gone := [p for p in pins if p not in standing]:
        return "off", gone[0]
    if not quick.object_ball and (quick.red != "nobody" or quick.by_cue):
        return "after_nothing", "object"
    struck = set(quick.pins) - set(quick.by_hand)
    if (quick.pins_before or quick.by_cue) and not struck:
        return "no_pin", "cue"
    if struck and not (quick.object_ball or quick.red_before or quick.pins_before or loose):
        return "no_ball", "".join(quick.pins)
    return None
