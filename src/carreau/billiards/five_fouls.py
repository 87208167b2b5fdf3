"""The fouls of a stroke: the wrong first contact, the acts that the referee saw, and the pins of the cue ball."""

from collections.abc import Iterator

from carreau.billiards.five_effects import Complement, FoulCalled
from carreau.billiards.five_facts import Act
from carreau.billiards.five_state import FivePinsState, Stroke
from carreau.billiards.five_value import STROKES, StrokeFact
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

PENALTY = "foul.penalty"


def called(book: Bench, stroke: Stroke, offence: str, clause: str, *more: str, penalty: int | None = None) -> Ruling:
    """A foul that costs the penalty and gives ball in hand; `penalty`: what it costs, if not the usual."""
    cost = book.limit(PENALTY) if penalty is None else penalty
    effect = FoulCalled(offence, clause, cost)
    return book.rule("foul.called", effect, clause, PENALTY, *more, side=stroke.side, offence=offence)


# --- the first contact -----------------------------------------------------------------------------

FIRST = (
    "foul.red_first", "foul.pins_first", "foul.object_ball", "foul.red_complement", "stroke.object_missed",
    "stroke.wrong_first", "start.must_touch", PENALTY,
)  # fmt: skip


def first_contact(stroke: Stroke) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The names that a wrong first contact bears, each with its clauses."""
    seen = stroke.seen
    if seen.red_first:
        yield "red_first", "foul.red_first", ("stroke.wrong_first",)
    if seen.pins_first:
        yield "pins_first", "foul.pins_first", ("stroke.wrong_first",)
    if not seen.object_hit:
        start = ("start.must_touch",) if stroke.kind == "starting" else ()
        yield "object_ball", "foul.object_ball", ("stroke.object_missed", *start)


@decision("fouls", on=STROKES, cites=FIRST)
def wrong_first_contact(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """The cue ball has to reach the object ball, and before it neither touch the red nor fell a pin."""
    stroke = now.judged
    if stroke is None or not stroke.played or stroke.seen.correct or stroke.waived:
        return
    if stroke.wrong is not None and book.reading("F-A11") == "wrong_ball_alone":
        return
    each = book.reading("F-C2") == "each_name"
    for n, (offence, clause, more) in enumerate(first_contact(stroke)):
        yield called(book, stroke, offence, clause, *more, penalty=None if each or n == 0 else 0)
    if stroke.seen.red_first:
        yield _complement(book, stroke)


def _complement(book: Bench, stroke: Stroke) -> Ruling:
    """The red touched first costs its complement, unless that is read as the penalty itself."""
    points = book.limit("foul.red_complement") if book.reading("F-C13") == "added" else 0
    how = "added" if points else "included"
    return book.rule("foul.complement", Complement(points), "foul.red_complement", points=points, how=how)


@decision("fouls", on=STROKES, cites=("foul.pins_after", "stroke.pins_by_cue_ball"))
def pins_by_cue_ball(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """Pins that the cue ball fells after a correct contact make a foul by name, without penalty or ball in hand."""
    stroke = now.judged
    if stroke is None or not stroke.seen.pins_by_cue or not stroke.seen.correct:
        return
    book.reading("F-C1")
    book.reading("F-C6")
    effect = FoulCalled("pins_after", "foul.pins_after", 0, False)
    clauses = ("foul.pins_after", "stroke.pins_by_cue_ball")
    yield book.rule("foul.called", effect, *clauses, side=stroke.side, offence="pins_after")


# --- the ball --------------------------------------------------------------------------------------


@decision("fouls", on=STROKES, cites=("foul.wrong_ball", "stroke.wrong_ball", PENALTY))
def wrong_ball(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """Whoever plays another ball than his own fouls; the ball struck is the cue ball."""
    stroke = now.judged
    if stroke is not None and stroke.wrong is not None:
        book.reading("F-A11")
        yield called(book, stroke, "wrong_ball", "foul.wrong_ball", "stroke.wrong_ball")


@decision("fouls", on=STROKES, cites=("foul.ball_outside", "ball_out.foul", "stroke.other_foul", PENALTY))
def ball_outside(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """Balls driven off the table make one foul, however many they are."""
    stroke = now.judged
    if stroke is not None and stroke.fact is not None and stroke.fact.out:
        yield called(book, stroke, "ball_outside", "foul.ball_outside", "ball_out.foul", "stroke.other_foul")


CONTACT = ("contact.ball", "contact.cushion", "contact.detach", "contact.lost_support")


@decision("fouls", on=STROKES, cites=(*CONTACT, "foul.in_contact", "stroke.other_foul", PENALTY))
def ball_in_contact(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """What the cue ball rests against is not played directly, nor moved otherwise than by losing its support."""
    stroke = now.judged
    if stroke is None or stroke.fact is None or stroke.waived:
        return
    if stroke.fact.contact_moved == "lost_support":
        yield book.rule("contact.lost_support", "contact.lost_support")
    direct = stroke.fact.direct
    why = (
        *(("contact.ball",) if {"object", "red"} & set(direct) else ()),
        *(("contact.cushion",) if "cushion" in direct else ()),
        *(("contact.detach",) if stroke.fact.contact_moved == "stroke" else ()),
    )
    if why or "in_contact" in stroke.acts:
        yield called(book, stroke, "in_contact", "foul.in_contact", *why, "stroke.other_foul")


# --- the player ------------------------------------------------------------------------------------

ACTS: dict[Act, tuple[str, tuple[str, ...]]] = {
    "in_motion": ("foul.in_motion", ()),
    "leather_tip": ("foul.leather_tip", ("stroke.tip_only",)),
    "touched_twice": ("foul.touched_twice", ()),
    "foreign_matter": ("foul.foreign_matter", ()),
    "shifted": ("foul.shifted", ()),
    "no_foot": ("foul.no_foot", ()),
    "placed_otherwise": ("foul.placed_otherwise", ()),
    "touched_early": ("foul.touched_early", ()),
    "jump": ("foul.jump", ()),
    "touched": ("foul.touched", ()),
    "pushed": ("foul.pushed", ()),
}
PLACING = ("start.placed_with_cue", "ball_in_hand.placed_with_cue", "ball_in_hand.touched_early")
ACT_CLAUSES = (*dict.fromkeys(c for clause, more in ACTS.values() for c in (clause, *more)), *PLACING)


def acts_of(stroke: Stroke) -> Iterator[Act]:
    """The acts that are fouls: as entered, as the referee has said, and one act under two paragraphs once."""
    for act in stroke.acts:
        if act == "touched_twice" and "pushed" in stroke.acts:
            continue
        if act == "spinning" and stroke.said.get("spinning") == "in_motion":
            yield "in_motion"
        elif act in ACTS:
            yield act


@decision("fouls", on=STROKES, cites=(*ACT_CLAUSES, "stroke.other_foul", PENALTY))
def acts_seen(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """Each act that the referee saw is a foul of its own."""
    stroke = now.judged
    if stroke is None:
        return
    if {"touched_twice", "pushed"} <= set(stroke.acts):
        book.reading("F-A5")
    if not stroke.played:
        book.reading("F-A9")
    for act in acts_of(stroke):
        clause, more = ACTS[act]
        yield called(book, stroke, act, clause, *more, *_of_placing(act, stroke), "stroke.other_foul")
    if "jump_object" in stroke.acts:
        book.reading("F-A25")
        yield book.rule("foul.none", "foul.jump", offence="jump_object")


def _of_placing(act: Act, stroke: Stroke) -> tuple[str, ...]:
    """The clauses on placing the ball, at the start or with ball in hand."""
    starting = stroke.kind == "starting"
    if act == "placed_otherwise":
        return (PLACING[0] if starting else PLACING[1],)
    return PLACING[2:] if act == "touched_early" and not starting else ()


FEET = ("start.feet", "ball_in_hand.feet", "stroke.floor_lines")


@decision("fouls", on=STROKES, cites=(*FEET, "foul.foot_outside", "stroke.other_foul", PENALTY))
def foot_outside(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """At the start and with ball in hand the feet on the floor stay inside its lines; in other strokes they need not."""
    stroke = now.judged
    if stroke is None:
        return
    outside = "foot_outside" in stroke.acts or stroke.said.get("foot_on_line") == "outside"
    if outside and stroke.kind == "normal":
        yield book.rule("foul.none", "foul.foot_outside", offence="foot_outside")
    elif outside:
        feet = "start.feet" if stroke.kind == "starting" else "ball_in_hand.feet"
        more = (feet, "stroke.floor_lines", "stroke.other_foul")
        yield called(book, stroke, "foot_outside", "foul.foot_outside", *more)


LINE = ("start.central_line", "ball_in_hand.central_line")


@decision("fouls", on=STROKES, cites=(*LINE, PENALTY))
def over_the_line(book: Bench, was: FivePinsState, now: FivePinsState, fact: StrokeFact, so_far: So) -> Rulings:
    """A stroke from beyond the central line is a foul only if the referee says so."""
    stroke = now.judged
    if stroke is not None and stroke.said.get("over_line") == "foul":
        yield called(book, stroke, "over_line", LINE[0] if stroke.kind == "starting" else LINE[1])


RULES = (
    pins_by_cue_ball, wrong_ball, wrong_first_contact, ball_outside, acts_seen, ball_in_contact, foot_outside,
    over_the_line,
)  # fmt: skip
