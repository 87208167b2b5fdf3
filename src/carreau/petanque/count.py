"""The end is complete: what it gives, who agrees, when the game is won."""

from collections.abc import Iterator
from typing import Any

from msgspec import convert

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.nearness import compared, leading, strictly_nearer
from carreau.core.ruling import Answered, Effect, Option, Ruling
from carreau.petanque import facts as f
from carreau.petanque.door import BOULES_EACH
from carreau.petanque.effects import EndOver, EndProposed, GameOver, GameWon, PhaseIs, PlayClosed, Scored
from carreau.petanque.order import TURN_FACTS, side_of, teller
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Given = tuple[Side | None, int | None, tuple[str, ...], str]

DEAD_CLAUSES = (
    "dead_jack_score.both", "dead_jack_score.both_next", "dead_jack_score.one", "dead_jack_score.none",
    "dead_jack_score.none_next",
)  # fmt: skip
DEAD = "dead_jack_score.end_over"
NEARER = ("count.strictly_nearer", "count.end_winner")
MEASURED = ("measure.who", "measure.who_at_the_end")
TIED = ("tie.none_left", "tie.none_left_next")
END_CLAUSES = (*DEAD_CLAUSES, DEAD, "count.nothing_live", *TIED, *NEARER, *MEASURED)


# --- what the end gives ----------------------------------------------------------------------------


def given(now: PetanqueState) -> Given:
    """What the end gives by the book: side and points (None while not known), the clauses, and the reason."""
    if now.jack.dead:
        return dead_jack_gives(now)
    if not now.any_live():
        return None, 0, ("count.nothing_live",), "nobody"
    if now.head == "equal":
        return None, 0, TIED, "equal"
    if now.head not in SIDES:
        return None, None, ("count.strictly_nearer", *MEASURED), "unknown"
    side: Side = now.head
    reason = "nearer" if now.live(other(side)) or not now.live(side) else "alone"
    return side, _nearer(now, side), NEARER, reason


def _nearer(now: PetanqueState, side: Side) -> int | None:
    mine, theirs = now.live(side), now.live(other(side))
    if leading(now.order, {side: mine, other(side): theirs}) != side:
        return None
    return strictly_nearer(now.order, mine, theirs)


def dead_jack_gives(now: PetanqueState, *, barred_too: bool = False) -> Given:
    """What the end gives with the jack dead: a point for each boule that only one side has left."""
    hands = {side: now.hand(side) + (now.barred(side) if barred_too else 0) for side in SIDES}
    left = [side for side in SIDES if hands[side] > 0]
    if len(left) == 1:
        return left[0], hands[left[0]], ("dead_jack_score.one", DEAD), "dead_jack"
    if left:
        return None, 0, ("dead_jack_score.both", "dead_jack_score.both_next", DEAD), "dead_jack"
    return None, 0, ("dead_jack_score.none", "dead_jack_score.none_next", DEAD), "dead_jack"


def gives(book: Bench, now: PetanqueState) -> Given:
    """What the end gives in this game: where the text leaves it open, as the game reads it."""
    side, points, clauses, why = given(now)
    if why == "dead_jack" and now.bars:
        return dead_jack_gives(now, barred_too=_barred_count(book))
    if why == "alone" and points and book.reading("A3") == "one_point":
        points = 1
    return side, points, clauses, why


def _barred_count(book: Bench) -> bool:
    """Do boules count that may not be played? A text that bars none does not ask."""
    return book.has_reading("A32") and book.reading("A32") == "all_in_hand"


@decision("score", on=TURN_FACTS, cites=END_CLAUSES)
def end_complete(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The end is complete when nobody has a boule left to play, or the jack is dead."""
    if now.phase != "play" and not (now.phase == "count" and _gives_something_else(was, now)):
        return
    if not (now.jack.dead or now.closed or now.both_empty):
        return
    if now.jack.dead and any(b.live and not _lives_on(now, b.id) for b in was.boules):
        book.reading("A53")
    side, points, clauses, why = gives(book, now)
    effects: tuple[Effect, ...] = (PhaseIs("count"),) if now.phase == "play" else _outdated(now, side, points)
    if points is None:
        effects = (*effects, EndProposed(side, None)) if now.proposed else effects
        yield book.rule("end.to_count", *effects, *clauses, reason=why, side=side, last=now.memory.last)
    else:
        done, reason = (*effects, EndProposed(side, points, clauses)), _reason(why, side)
        yield book.rule("end.gives", *done, *clauses, reason=reason, side=side, points=points, **_hands(now))


def _reason(why: str, side: Side | None) -> str:
    """The reason in one word: whether a dead jack gives points or none is another sentence."""
    return "dead_jack_void" if why == "dead_jack" and side is None else why


def _gives_something_else(was: PetanqueState, now: PetanqueState) -> bool:
    """Has the head to be counted anew? Also when somebody has stated a position with nothing left to play."""
    return was.phase != "count" or given(was) != given(now) or (now.proposed is None and was.proposed is not None)


def _outdated(now: PetanqueState, side: Side | None, points: int | None) -> tuple[Effect, ...]:
    """A count that waits for the other side lapses when the head gives something else, or cannot give so much."""
    asked = _open(now, "agree_points")
    if asked is None:
        return ()
    said, so_many = asked.slots["points_side"], int(asked.slots["points"] or 0)
    can = so_many if said is None else _can_give(now, side_of(str(said)))
    fits = so_many <= can and (points is None or (side, points) == (said, so_many))
    return () if fits else (Answered("agree_points"),)


def _can_give(now: PetanqueState, side: Side) -> int:
    return now.hand(side) if now.jack.dead else len(now.live(side))


def _lives_on(now: PetanqueState, boule: str) -> bool:
    still = now.boule(boule)
    return still is not None and still.live


@decision("score", on=TURN_FACTS, cites=("dead_jack_score.one",), unexpected=True)
def not_left_to_play(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """When the jack dies the umpire is told of boules that are not left to play, or that an absent player holds."""
    if not now.jack.dead or now.phase != "play":
        return
    for side in SIDES:
        taken = now.barred(side) + now.cancelled.of(side) + now.disqualified.of(side)
        away = sum(player.hand or 0 for player in now.side_players(side) if player.away)
        for why, boules in (("taken", taken), ("away", away)):
            if boules:
                book.reading("A32")
                yield book.rule("end.not_left", "dead_jack_score.one", side=side, why=why, boules=boules)


def _hands(now: PetanqueState) -> dict[str, Any]:
    return {f"hand_{side}": now.hand(side) for side in SIDES}


# --- closing an end early --------------------------------------------------------------------------


@decision("door", on=f.EndClosed, cites=("order.without_point",))
def end_can_be_closed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndClosed, so_far: So) -> Rulings:
    """An end is closed early only while boules are still to be played, and where the game allows it."""
    if was.phase != "play":
        yield book.refuse("refused.nothing_to_close", phase=was.phase)
    elif book.settled("A39") == "never":
        yield book.refuse("refused.no_early_close", "order.without_point")


@decision("fact", on=f.EndClosed, cites=("order.without_point", "count.strictly_nearer"))
def closed_early(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndClosed, so_far: So) -> Rulings:
    """Both sides together, or the umpire, may leave the boules in hand unplayed; what one side proposes is asked."""
    who = _agreed(now, fact.agreed_by)
    asked = _open(now, "close_end")
    if who in SIDES and (asked is None or asked.about == who):
        yield book.ask_umpire("close_end", "A39", "order.without_point", about=who, waits=False, **_hands(was))
    else:
        book.reading("A39")
        yield book.rule("end.closed", PlayClosed(), Answered("close_end"), "count.strictly_nearer", **_hands(was))


@decision("fact", on=Chosen, answers=("close_end",), cites=("order.without_point", "count.strictly_nearer"))
def close_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The other side, or the umpire, has said whether the boules in hand stay unplayed."""
    book.reading("A39")
    if answer.choice == "when_both_agree":
        yield book.rule("end.closed", PlayClosed(), "count.strictly_nearer", **_hands(now))
    else:
        yield book.rule("end.not_closed", "order.without_point", side=answer.option.about)


@decision("fact", on=f.BouleThrown, cites=("order.without_point",), during=("options",))
def close_lapsed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Whoever plays on has not agreed to close the end."""
    if (asked := _open(was, "close_end")) is not None:
        yield book.rule("end.not_closed", Answered("close_end"), "order.without_point", side=asked.about)


def _open(now: PetanqueState, ask: str) -> Option | None:
    return next((o for o in now.options if o.ask == ask), None)


def _agreed(now: PetanqueState, agreed_by: str) -> str:
    """Who stands behind an agreement: one side alone, both, or the umpire."""
    return "umpire" if teller(now) == "umpire" else agreed_by


# --- the points agreed -----------------------------------------------------------------------------

BETWEEN = ("draw", "circle", "jack", "place", "play", "agreed")  # where only the ends are noted
DOOR_CLAUSES = (*END_CLAUSES, "measure.put_back", *BOULES_EACH)


@decision("door", on=f.EndCounted, cites=DOOR_CLAUSES)
def count_is_possible(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted, so_far: So) -> Rulings:
    """Points are agreed when the end is complete, and no more of them than a side can have."""
    if (fact.side is None) != (fact.points == 0) or fact.points < 0:
        yield book.refuse("refused.points_without_side", side=fact.side, points=fact.points)
        return
    most = _most(book, was, fact)
    if fact.side is not None and fact.points > most:
        clause = book.limit_clause(f"format.{was.setup.format}_boules")
        yield book.refuse("refused.too_many_points", clause, side=fact.side, points=fact.points, most=most)
    elif was.setup.detail == "ends" and was.phase in BETWEEN:
        yield from _not_what_was_left(book, fact)
    elif was.phase != "count":
        yield book.refuse("refused.end_not_complete", phase=was.phase, **_hands(was))
    elif was.temp_removed:
        yield book.refuse("refused.still_lifted", "measure.put_back", objects=", ".join(was.temp_removed))
    elif now.moment.by not in ("umpire", "jury") and (no := _disagrees(book, was, fact)) is not None:
        yield no


def _most(book: Bench, was: PetanqueState, fact: f.EndCounted) -> int:
    if was.phase == "count" and fact.side is not None:
        barred = was.barred(fact.side) if was.bars and _barred_count(book) else 0
        return was.hand(fact.side) + barred if was.jack.dead else len(was.live(fact.side))
    players = book.limit(f"format.{was.setup.format}_players")
    return players * (was.setup.boules_each or book.limit(f"format.{was.setup.format}_boules"))


def _not_farther(was: PetanqueState, side: Side) -> int:
    """How many live boules of a side can count by all that was measured: none of the others is known to be as near."""
    if not was.order:
        return len(was.live(side))
    theirs = was.live(other(side))
    return sum(
        not any(compared(was.order, own, rival) in ("farther", "equal") for rival in theirs) for own in was.live(side)
    )


def _not_what_was_left(book: Bench, fact: f.EndCounted) -> Rulings:
    """With a dead jack the points noted are those of the boules noted as left to play."""
    if fact.why != "dead_jack" or not fact.in_hand or (fact.side is None and len(fact.in_hand) < len(SIDES)):
        return
    left = {side: boules for side in SIDES if (boules := fact.in_hand.get(side, 0)) > 0}
    side, points = next(iter(left.items())) if len(left) == 1 else (None, 0)
    if (fact.side, fact.points) != (side, points):
        clauses = ("dead_jack_score.one",) if side else _void_clauses(fact)
        hands: dict[str, Any] = {f"hand_{s}": fact.in_hand.get(s, 0) for s in SIDES}
        reason = _reason("dead_jack", side)
        yield book.refuse("refused.count", *clauses, reason=reason, side=side, points=points, **hands)


def _void_clauses(fact: f.EndCounted) -> tuple[str, ...]:
    """Void for boules on both sides or on none; where nobody noted how many were left, it is one of the two."""
    if not fact.in_hand:
        return (*DEAD_CLAUSES[:2], *DEAD_CLAUSES[3:])
    return DEAD_CLAUSES[:2] if any(fact.in_hand.values()) else DEAD_CLAUSES[3:]


def _disagrees(book: Bench, was: PetanqueState, fact: f.EndCounted) -> Ruling | None:
    """A count that the book excludes is refused; what only the sides can know is theirs to agree."""
    side, points, clauses, why = gives(book, was)
    if why in ("dead_jack", "equal") and (fact.side, fact.points) != (side, points):
        return book.refuse(
            "refused.count", *clauses, reason=_reason(why, side), side=side, points=points, **_hands(was)
        )
    return None


DISPUTED = ("measure.umpire", "measure.again")
AGREED_CLAUSES = (*END_CLAUSES, *DISPUTED, "count.loser_nothing")


@decision("score", on=f.EndCounted, cites=AGREED_CLAUSES)
def end_agreed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted, so_far: So) -> Rulings:
    """Points that both sides or the umpire agree end the end; what one side says is put to the other."""
    who, asked = _agreed(now, fact.agreed_by), _open(now, "agree_points")
    if who not in SIDES or (asked is not None and asked.side == who and _same(asked, fact)):
        yield from _ended(book, was, now, fact)
    elif asked is not None and asked.side == who:
        yield disputed(book, who)
    else:
        yield from _put_to_the_other(book, was, now, fact)


def _put_to_the_other(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted) -> Rulings:
    """One side has said its points; the question replaces an earlier one."""
    clauses, why = _because(book, was, fact)
    who = side_of(_agreed(now, fact.agreed_by))
    if _open(now, "agree_points") is not None:
        yield book.rule("count.said_again", Answered("agree_points"), *clauses, side=who)
    slots: dict[str, Any] = {f"in_hand_{side}": fact.in_hand.get(side) for side in SIDES}
    yield book.ask(
        "agree_points", other(who), ["agree", "dispute"], *clauses, default="agree", waits=False,
        points_side=fact.side, points=fact.points, said_why=fact.why, reason=why, **slots,
    )  # fmt: skip


def _same(asked: Option, fact: f.EndCounted) -> bool:
    return (asked.slots["points_side"], asked.slots["points"]) == (fact.side, fact.points)


@decision("score", on=Chosen, answers=("agree_points",), cites=AGREED_CLAUSES)
def count_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The other side has agreed the points, or disputes them; then the umpire measures."""
    if answer.choice == "agree":
        yield from _ended(book, was, now, _said_by_one(answer.option))
    else:
        yield disputed(book, answer.option.side)


def disputed(book: Bench, side: str) -> Ruling:
    """Points that are disputed the umpire measures; where the text knows no umpire they are measured again."""
    if not book.has("measure.umpire"):
        return book.rule("count.measured_again", Answered("agree_points"), "measure.again", side=side)
    return book.rule("count.disputed", Answered("agree_points"), "measure.umpire", side=side)


def _said_by_one(option: Option) -> f.EndCounted:
    slots = option.slots
    hands = {side: slots[f"in_hand_{side}"] for side in SIDES if slots[f"in_hand_{side}"] is not None}
    fields = {"side": slots["points_side"], "points": slots["points"], "why": slots["said_why"], "in_hand": hands}
    return convert(fields, f.EndCounted)


def _ended(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted) -> Rulings:
    """The end is over: the side that scored has the jack, a void end changes nothing."""
    clauses, why = _because(book, was, fact)
    done = (EndOver(fact.side is None), Answered("agree_points"))
    if fact.side is None:
        yield book.rule("end.void", *done, *clauses, why=why, end=now.end, owner=now.owner)
        return
    side, points = gives(book, was)[:2] if was.phase == "count" else (None, None)
    likely = was.phase != "count" or was.jack.dead or fact.points <= _not_farther(was, fact.side)
    same = side in (None, fact.side) and points in (None, fact.points) and likely
    key = "end.scored" if same else "end.scored_otherwise"
    yield book.rule(
        key, Scored("end", fact.side, fact.points), *done, *clauses, "count.loser_nothing", side=fact.side,
        points=fact.points, why=why, total=now.points(fact.side) + fact.points, end=now.end,
        computed_side=side, computed_points=points,
    )  # fmt: skip


def _because(book: Bench, was: PetanqueState, fact: f.EndCounted) -> tuple[tuple[str, ...], str]:
    """The clauses behind agreed points: those of the end as it lies, else of the reason stated, else none was noted."""
    if was.phase == "count":
        side, points, clauses, why = gives(book, was)
        if side == fact.side and points in (None, fact.points) and why != "unknown":
            return clauses, why
        return _stated(fact) if fact.why else (("count.strictly_nearer",), "agreement")
    return _stated(fact)


def _stated(fact: f.EndCounted) -> tuple[tuple[str, ...], str]:
    match fact.why:
        case "dead_jack" if fact.side is None:
            return _void_clauses(fact), "dead_jack"
        case "dead_jack":
            return ("dead_jack_score.one",), "dead_jack"
        case "equal":
            return TIED, "equal"
        case "nobody":
            return ("count.nothing_live",), "nobody"
        case "agreement":
            return ("count.strictly_nearer",), "agreement"
        case _:
            return ("count.strictly_nearer",), "not_noted"


@decision("fact", on=f.ComplaintMade, cites=DISPUTED)
def count_disputed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ComplaintMade, so_far: So) -> Rulings:
    """Until the points are agreed, a dispute about the count calls the umpire, who measures."""
    if fact.about == "count" and was.phase == "count":
        yield disputed(book, fact.side)


# --- the game won ----------------------------------------------------------------------------------


def target(book: Bench, state: PetanqueState) -> tuple[int, str]:
    """The points to reach, and the clause that gives them."""
    short = book.limit("win.short_target") if book.has_limit("win.short_target") else None
    if state.setup.target is not None and state.setup.target == short:
        return state.setup.target, "win.short_target"
    return state.setup.target or book.limit("win.target"), "win.target"


@decision("win", on=TURN_FACTS, cites=("win.target", "win.short_target"), unexpected=True)
def target_reached(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A side wins when it has reached the target and the points are agreed, by whatever kind of points."""
    if now.winner is not None or now.phase in ("over", "result") or not _scored_now(was, now):
        return
    points, clause = target(book, now)
    leader = max(SIDES, key=now.points)
    if now.points(leader) < points or now.points(leader) == now.points(other(leader)):
        return
    kind = next(line.kind for line in reversed(now.score_log) if line.side == leader)
    if kind in ("penalty", "absence") and _only_after_an_end(book) and not _end_over(was, now):
        return
    how = kind if kind in ("penalty", "absence") else "points"
    own, theirs = official(book, now, leader), official(book, now, other(leader))
    yield book.rule("game.won", GameWon(leader, how), clause, side=leader, how=how, own=own, theirs=theirs)


def _only_after_an_end(book: Bench) -> bool:
    """Do points of a penalty win the game only when an end is over? A text without penalties does not ask."""
    return book.has_reading("A5") and book.reading("A5") == "after_an_end"


def _scored_now(was: PetanqueState, now: PetanqueState) -> bool:
    return now.score_log != was.score_log or _end_over(was, now)


def _end_over(was: PetanqueState, now: PetanqueState) -> bool:
    return now.ends_completed > was.ends_completed


def official(book: Bench, state: PetanqueState, side: Side) -> int:
    """The official score: the points, not above the target unless the organiser says so."""
    earned, most = state.points(side), target(book, state)[0]
    return most if earned > most and book.reading("A4") == "capped" else earned


@decision("door", on=f.ResultAgreed)
def result_is_score(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ResultAgreed, so_far: So) -> Rulings:
    """The result agreed is the score that the ends give."""
    for side in SIDES:
        if fact.score and fact.score.get(side) not in (was.points(side), official(book, was, side)):
            yield book.refuse("refused.other_score", A=was.points("A"), B=was.points("B"))
            return


@decision("win", on=f.ResultAgreed, cites=("win.target", "win.short_target"))
def result_agreed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ResultAgreed, so_far: So) -> Rulings:
    """Once both sides, or the umpire, confirm the result, the game is closed."""
    yield book.rule("game.over", GameOver(), target(book, now)[1], side=now.winner)


RULES = (
    end_can_be_closed, count_is_possible, result_is_score, closed_early, close_answered, close_lapsed,
    count_disputed, not_left_to_play, end_complete, end_agreed, count_answered, target_reached, result_agreed,
)  # fmt: skip
