"""What cannot have happened in a match of five pins is refused with the reason, and with what would help."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_seen import impossible, seen_in
from carreau.billiards.five_setup import GameSetUp
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

WHEN: dict[type, tuple[str, ...]] = {
    f.LagPlayed: ("draw",),
    f.StarterChosen: ("draw",),
    f.BallsPlacedForStart: ("start",),
    f.TouchedTooEarly: ("start", "stroke"),
    f.Placed: ("stroke",),
    f.CueBallPlaced: ("stroke",),
    f.Touched: ("stroke",),
    f.TableReady: ("stroke",),
    f.StrokePlayed: ("stroke",),
    f.NoLegalStroke: ("stroke",),
    f.ClockExpired: ("start", "stroke"),
    f.Disturbed: ("start", "stroke", "won"),
    f.WrongBallNoticed: ("stroke", "won"),
    f.BreakTaken: ("start", "stroke"),
    f.LeftTable: ("draw", "start", "stroke", "won"),
    f.RefusedToPlay: ("draw", "start", "stroke", "won"),
    f.LastPointAnnounced: ("won", "stroke", "start"),
    f.Recounted: ("stroke", "won", "over"),
}
PLAYED = tuple(WHEN)
NOT_NOW = {
    "draw": "refused.draw_first",
    "start": "refused.start_first",
    "stroke": "refused.stroke_is_due",
    "won": "refused.call_it_good",
    "over": "refused.match_over",
    "suspended": "refused.match_suspended",
}
STROKE_FAULTS = {
    "at_rest": "refused.ball_at_rest",
    "stands": "refused.pin_stands",
    "fell_twice": "refused.pin_fell_twice",
    "after_nothing": "refused.nothing_after",
    "no_pin": "refused.which_pin",
    "no_ball": "refused.which_ball",
    "off": "refused.pin_is_off",
}
OF_PLACING = ("placed_otherwise", "touched_early", "over_line")
LOOSE = ("in_motion", "spinning", "touched", "shifted", "foreign_matter")


@decision("door", on=(*PLAYED, f.Ruled))
def waits_for_an_answer(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Nothing more is played or ruled before the question that waits has been answered; notes can be made."""
    note = isinstance(fact, f.Ruled) and fact.outcome == "note"
    if (option := was.waiting) is not None and not note:
        yield book.refuse("refused.waiting", ask=option.ask, side=option.side)


@decision("door", on=Chosen)
def answer_was_asked(book: Bench, was: FivePinsState, now: FivePinsState, fact: Chosen, so_far: So) -> Rulings:
    """Only what was asked is answered, by somebody who may, with an answer that is offered."""
    asked = [o for o in was.options if fact.option in (o.id, o.ask)] if fact.option else list(was.options)
    named = (was.waiting if fact.option is None else None) or next(iter(asked), None)
    if named is None:
        yield book.refuse("refused.nothing_asked", choice=fact.choice)
    elif was.waiting is not None and named.waits and named is not was.waiting:
        yield book.refuse("refused.waiting", ask=was.waiting.ask, side=was.waiting.side)
    elif now.moment.by not in named.may:
        yield book.refuse("refused.may_not_answer", ask=named.ask, side=named.side, by=now.moment.by)
    elif not named.offers(fact.choice):
        offered = ", ".join(c.id for c in named.choices if c.refused is None)
        yield book.refuse("refused.no_such_choice", ask=named.ask, choice=fact.choice, offered=offered)


@decision("door", on=PLAYED)
def it_is_time(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Draw, start, strokes and the call of the last point follow each other; after the match nothing is played."""
    if was.phase not in WHEN[type(fact)]:
        yield book.refuse(NOT_NOW[was.phase])


@decision("door", on=f.ClockExpired)
def a_time_runs(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """The time for a stroke runs while one is to be played, that of the break during it."""
    if fact.clock == "break" and not was.on_break:
        yield book.refuse("refused.no_break_runs")
    elif fact.clock == "stroke" and (was.on_break or was.phase == "start"):
        yield book.refuse("refused.no_time_runs")


@decision("door", on=(f.StrokePlayed, f.Touched, f.TouchedTooEarly), cites=("stroke.in_turn",))
def player_is_in_turn(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed | f.Touched, so_far: So
) -> Rulings:
    """The players play in turn, and only the one at the table can foul."""
    turn = was.turn.side if was.turn is not None else None
    if was.phase in ("start", "stroke") and fact.side is not None and turn is not None and fact.side != turn:
        yield book.refuse("refused.other_player", "stroke.in_turn", side=fact.side, turn=turn)


@decision("door", on=(f.TouchedTooEarly, f.Placed, f.CueBallPlaced))
def ball_is_to_be_placed(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Placed | f.CueBallPlaced, so_far: So
) -> Rulings:
    """A ball is placed, or touched too early, only for the start or with ball in hand."""
    if was.phase != "stroke":
        return
    if was.kind == "normal" or (isinstance(fact, f.Placed) and was.kind != "ball_in_hand"):
        yield book.refuse("refused.no_ball_in_hand")
    elif isinstance(fact, f.TouchedTooEarly) and was.laid:
        yield book.refuse("refused.placed_already")


@decision("door", on=GameSetUp, cites=("distance.fixed", "match.odd_sets"))
def match_can_be_played(book: Bench, was: FivePinsState, now: FivePinsState, fact: GameSetUp, so_far: So) -> Rulings:
    """A match has its distance, and an odd number of sets."""
    if not fact.distance:
        yield book.refuse("refused.no_distance", "distance.fixed")
    if fact.sets % 2 == 0:
        yield book.refuse("refused.even_sets", "match.odd_sets", n=fact.sets)
    elif fact.sets > 1 and fact.format == "single":
        yield book.refuse("refused.sets_of_one_distance", "match.odd_sets", n=fact.sets)


@decision("door", on=f.LagPlayed, cites=("lag.no_stand_in",))
def lag_can_be_judged(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LagPlayed, so_far: So) -> Rulings:
    """Each player plays the draw himself, and somebody says how it went."""
    for side in fact.stand_in:
        yield book.refuse("refused.stand_in", "lag.no_stand_in", side=side)
    judged = fact.late or fact.collision or fact.touched or fact.failed or fact.equal or fact.nearer
    if not judged and len(fact.rest_mm) < 2:
        yield book.refuse("refused.lag_not_told")


@decision("door", on=f.StrokePlayed, cites=("pin.off",))
def stroke_can_be(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """A stroke is told in one form, a pin that is off cannot fall, none falls twice, and no ball moves unstruck."""
    if (fact.events is None) == (fact.quick is None):
        yield book.refuse("refused.stroke_in_one_form")
        return
    if (fault := _fault(was, fact)) is not None:
        why, what = fault
        yield book.refuse(STROKE_FAULTS[why], *(("pin.off",) if why == "off" else ()), what=what, pin=what[-1])
        return
    if gone := [e for e in fact.events or () if e[1] == "^" and BALLS[e[0]] not in fact.out]:
        yield book.refuse("refused.ball_did_not_leave", what=gone[0])


def _fault(was: FivePinsState, fact: f.StrokePlayed) -> tuple[str, str] | None:
    """What cannot be in the order of the stroke's events."""
    return impossible(fact, was.pins_in_play, loose=any(act in LOOSE for act in fact.acts))


BALLS: dict[str, f.BallOfStroke] = {"C": "cue", "O": "object", "R": "red"}


@decision("door", on=f.StrokePlayed)
def table_can_be_so(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """After a stroke a pin has fallen, is shifted or stands, and a ball that left the table rests nowhere on it."""
    if (fact.events is None) == (fact.quick is None) or _fault(was, fact) is not None:
        return
    fallen = seen_in(fact, {}, hand_counts=True).pins
    shifted = [s.pin for s in fact.shifted]
    for pin in fact.came_back:
        if pin not in fallen:
            yield book.refuse("refused.pin_did_not_fall", pin=pin)
    if twice := [p for p in shifted if p in fallen or shifted.count(p) > 1 or p not in was.pins_in_play]:
        yield book.refuse("refused.pin_in_two_ways", pin=twice[0])
    for ball in fact.out:
        if ball in fact.lies or any(s.touches == ball for s in fact.shifted) or fact.out.count(ball) > 1:
            yield book.refuse("refused.ball_is_out", what=ball)


@decision("door", on=f.StrokePlayed, cites=("contact.ball",))
def acts_can_be(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.StrokePlayed, so_far: So) -> Rulings:
    """Only what the cue ball rested against could be played too directly, only a placed ball placed wrongly."""
    if wrong := [c for c in fact.direct if c not in fact.contact]:
        yield book.refuse("refused.not_in_contact", "contact.ball", what=wrong[0])
    if fact.contact_moved is not None and not {"object", "red"} & set(fact.contact):
        yield book.refuse("refused.not_in_contact", "contact.ball", what="ball")
    if was.kind == "normal" and (wrong_acts := [a for a in fact.acts if a in OF_PLACING]):
        yield book.refuse("refused.not_when_placed", what=wrong_acts[0])


@decision("door", on=f.Touched, cites=("pin.off",))
def touch_can_be(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Touched, so_far: So) -> Rulings:
    """Only pins that are in play can be knocked over by a hand."""
    for pin in fact.pins:
        if pin not in was.pins_in_play:
            yield book.refuse("refused.pin_is_off", "pin.off", what=pin, pin=pin)
        elif fact.pins.count(pin) > 1:
            yield book.refuse("refused.pin_fell_twice", what=pin, pin=pin)


@decision("door", on=f.WrongBallNoticed)
def wrong_ball_can_be(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.WrongBallNoticed, so_far: So
) -> Rulings:
    """Only strokes of this set can have been played with the wrong ball, and none is judged for it twice."""
    if fact.strokes + fact.since > was.strokes:
        yield book.refuse("refused.not_so_many_strokes", n=was.strokes)
    elif fact.strokes == 1 and fact.since == 0:
        if was.stroke is None or not was.stroke.played or was.stroke.lost:
            yield book.refuse("refused.no_stroke_to_judge")
        elif was.stroke.wrong is not None:
            yield book.refuse("refused.judged_already", side=was.stroke.side)


@decision("door", on=(f.LeftTable, f.RefusedToPlay), cites=("match.begins",))
def match_has_begun(
    book: Bench, was: FivePinsState, now: FivePinsState, fact: f.LeftTable | f.RefusedToPlay, so_far: So
) -> Rulings:
    """Before the balls lie for the start there is no match that somebody could leave."""
    if was.phase == "draw" or (was.phase == "start" and was.set_no == 1):
        yield book.refuse("refused.not_begun", "match.begins", side=fact.side)


RULES = (
    a_time_runs,
    waits_for_an_answer, answer_was_asked, it_is_time, player_is_in_turn, ball_is_to_be_placed, match_can_be_played,
    lag_can_be_judged, stroke_can_be, table_can_be_so, acts_can_be, touch_can_be, wrong_ball_can_be, match_has_begun,
)  # fmt: skip
