"""What only the referee can say of a stroke: contacts at the same instant, pins in doubt, acts on the edge of a foul."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import Answer as Said
from carreau.billiards.five_effects import NoLegal, Waived
from carreau.billiards.five_seen import RED_ORDER, Doubt, doubts
from carreau.billiards.five_state import FivePinsState, Stroke
from carreau.core.bench import Bench, may_answer
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

ASK = {
    "met_at_once": "met_at_once",
    "felled_by": "felled_by",
    "rests_against": "rests_against",
    "fell_by_itself": "fell_by_itself",
    "back_from_frame": "back_from_frame",
    "spinning": "ball_spins",
    "foot_on_line": "foot_on_line",
    "over_line": "placed_over_line",
}
READING = {
    "met_at_once": "F-A7",
    "felled_by": "F-A22",
    "rests_against": "F-A12",
    "fell_by_itself": "F-A20",
    "back_from_frame": "F-A26",
    "spinning": "F-A21",
    "foot_on_line": "F-A23",
    "over_line": "F-A3",
}
CLAUSES: dict[str, tuple[str, ...]] = {
    "met_at_once": ("foul.red_first", "cannon.first_only"),
    "reached_red_first": ("cannon.first_only",),
    "felled_by": ("foul.pins_after",),
    "rests_against": ("cannon.value", "cannon.casin", "stroke.worth_nothing"),
    "fell_by_itself": ("pin.by_itself",),
    "back_from_frame": ("foul.ball_outside",),
    "spinning": ("foul.in_motion",),
    "foot_on_line": ("foul.foot_outside", "stroke.floor_lines"),
}
SAID = {
    "met_at_once": "said.met_at_once",
    "reached_red_first": "said.reached_red_first",
    "felled_by": "said.felled_by",
    "rests_against": "said.rests_against",
    "fell_by_itself": "said.fell_by_itself",
    "back_from_frame": "said.back_from_frame",
    "spinning": "said.ball_spins",
    "foot_on_line": "said.foot_on_line",
    "over_line": "said.placed_over_line",
}
NAMES = {name: doubt for doubt, name in ASK.items()} | {"reached_red_first": "reached_red_first"}
OF_ACTS = ("spinning", "foot_on_line", "over_line")
LINES = ("start.central_line", "ball_in_hand.central_line")
CITED = (*dict.fromkeys(c for clauses in CLAUSES.values() for c in clauses), *LINES)


def clauses_of(doubt: str, stroke: Stroke) -> tuple[str, ...]:
    """The clauses that a doubt is about."""
    if doubt == "over_line":
        return (LINES[0] if stroke.kind == "starting" else LINES[1],)
    return CLAUSES[doubt]


@decision("fact", on=f.StrokePlayed, cites=CITED)
def doubtful(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """Where a stroke's worth turns on what only the referee can say, the referee is asked; order is never guessed."""
    stroke = now.judged
    if stroke is None or stroke.fact is None:
        return
    counts = book.book.reading("F-A10") == "counts_too"
    hand = book.book.reading("F-A14") == "count"
    found = doubts(stroke.fact, stroke.said, hand_counts=hand, red_counts=counts)
    for doubt in (*found, *_of_acts(stroke)):
        yield from _asked(book, stroke, doubt)


def _of_acts(stroke: Stroke) -> Iterator[Doubt]:
    for act in OF_ACTS:
        if act in stroke.acts and (act != "foot_on_line" or stroke.kind != "normal"):
            yield Doubt(place=act, ask=act, reading=READING[act], answers=())


def _asked(book: Bench, stroke: Stroke, doubt: Doubt) -> Rulings:
    clauses, name = clauses_of(doubt.ask, stroke), doubt.ask
    if doubt.reading is None:
        may = (*may_answer("umpire"), "scorer")
        answers = ("cue_ball", "object_ball")
        yield book.ask("reached_red_first", "umpire", answers, *clauses, may=may, about=doubt.about, place=doubt.place)
    elif (answer := book.settled(doubt.reading)) is not None:
        yield book.rule(SAID[name], Said(doubt.place, answer), *clauses, how=answer, what=doubt.about)
    else:
        yield book.ask_umpire(ASK[name], READING[name], *clauses, about=doubt.about, place=doubt.place)


@decision("fact", on=Chosen, answers=tuple(NAMES), cites=CITED)
def doubt_settled(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """What the referee says of the stroke holds, and the stroke is judged by it."""
    name, stroke = NAMES[answer.option.ask], now.stroke
    if name in READING:
        book.reading(READING[name])
    if stroke is not None:
        place = str(answer.option.slots.get("place") or RED_ORDER)
        said = Said(place, answer.choice)
        yield book.rule(SAID[name], said, *clauses_of(name, stroke), how=answer.choice, what=answer.option.about)


# --- no legal stroke -------------------------------------------------------------------------------

NO_LEGAL = "contact.no_legal_stroke"


@decision("fact", on=f.NoLegalStroke, cites=(NO_LEGAL,))
def no_legal_stroke(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.NoLegalStroke, so_far: So) -> Rulings:
    """Where every stroke is a foul, the player just touches the cue ball or plays for the best defence."""
    side = now.turn.side if now.turn is not None and now.turn.side is not None else "A"
    yield book.rule("stroke.none_legal", NoLegal(), NO_LEGAL, side=side)
    yield book.ask("no_legal_stroke", side, ("touch_cue_ball", "defend"), NO_LEGAL, waits=False)


@decision("fact", on=Chosen, answers=("no_legal_stroke",), cites=(NO_LEGAL,))
def none_legal_chosen(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The player has said how; whatever then happens is judged by what it does."""
    yield book.rule("stroke.none_legal_chosen", NO_LEGAL, side=answer.option.side, how=answer.choice)


def wrong_contact(stroke: Stroke) -> bool:
    """Was the object ball not correctly reached, or a ball in contact played?"""
    fact = stroke.fact
    moved = fact is not None and (bool(fact.direct) or fact.contact_moved == "stroke")
    return not stroke.seen.correct or moved or "in_contact" in stroke.acts


@decision("fact", on=f.StrokePlayed, cites=(NO_LEGAL,))
def foul_without_choice(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So
) -> Rulings:
    """A foul that could not be avoided is one all the same, unless the referee waives it."""
    stroke = now.judged
    if stroke is None or not stroke.no_legal or not wrong_contact(stroke):
        return
    if (answer := book.settled("F-A13")) is None:
        yield book.ask_umpire("foul_unavoidable", "F-A13", NO_LEGAL)
    else:
        yield _unavoidable(book, stroke, answer)


@decision("fact", on=Chosen, answers=("foul_unavoidable",), cites=(NO_LEGAL,))
def unavoidable_judged(book: Bench, was: FivePinsState, now: FivePinsState, answer: Answer, so_far: So) -> Rulings:
    """The referee says whether a foul without any legal stroke is charged."""
    book.reading("F-A13")
    if now.stroke is not None:
        yield _unavoidable(book, now.stroke, answer.choice)


def _unavoidable(book: Bench, stroke: Stroke, answer: str) -> Ruling:
    effects = (Waived(),) if answer == "waived" else ()
    return book.rule("said.foul_unavoidable", *effects, NO_LEGAL, how=answer, side=stroke.side)


RULES = (doubtful, doubt_settled, no_legal_stroke, none_legal_chosen, foul_without_choice, unavoidable_judged)
