"""The throw of the jack: who throws it, what a good jack is, what stops it, and the jack placed by the opponents."""

from collections.abc import Iterator

from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    JackGood,
    JackHandedOver,
    JackInvalid,
    JackRethrown,
    OffenceNoted,
    SightRuled,
    ThrowRecognised,
)
from carreau.petanque.good_jack import CONDITIONS, Fault, all_faults
from carreau.petanque.order import scored_last
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

UNNOTED = ("jack.one_attempt", "jack.placed_by_opponents", "jack.placed_validly", "jack.bad_throw")


# --- who throws it ---------------------------------------------------------------------------------


@decision("door", on=f.JackThrown, cites=("jack.one_attempt", "jack.last_scorer"))
def jack_can_be_thrown(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack is thrown once the draw is made, by the side that owns it, one counted time an end."""
    if was.phase in ("jack", "place") and was.jack.attempts >= book.limit("jack.attempts"):
        yield book.refuse("refused.one_attempt", "jack.one_attempt", side=fact.side)
    elif was.phase not in ("circle", "jack", "agreed"):
        yield book.refuse("refused.no_jack_now", "jack.one_attempt", side=fact.side, phase=was.phase)
    elif was.owner is not None and fact.side != was.owner:
        clauses = ("jack.one_attempt", *scored_last(was))
        yield book.refuse("refused.not_its_jack", *clauses, side=fact.side, owner=was.owner)


@decision("door", on=f.JackThrown, cites=("card.red", "late.joins_next_end", "absence.leave"), needs=("player",))
def thrower_takes_part(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack is thrown by a player of the side who takes part in this end."""
    player = was.player(fact.player)
    if player is None or player.side != fact.side:
        if was.side_players(fact.side) or player is not None:
            yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)
    elif player.out:
        yield book.refuse("refused.excluded", "card.red", player=fact.player, side=fact.side)
    elif not player.plays:
        yield book.refuse("refused.sits_out", "late.joins_next_end", player=fact.player, side=fact.side)
    elif player.away:
        yield book.refuse("refused.away", "absence.leave", player=fact.player, side=fact.side)


@decision("door", on=f.JackThrown, needs=("stopped",))
def stopper_is_known(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """When a player stopped the jack, it has to be said of which side."""
    stopped = fact.stopped
    if stopped is not None and _of_a_side(stopped) and stopper_side(was, stopped) is None:
        yield book.refuse("refused.whose_player", player=stopped.player)


@decision("door", on=f.JackPlaced, cites=("jack.placed_by_opponents", "jack.agreed_bad"))
def jack_can_be_placed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackPlaced, so_far: So) -> Rulings:
    """The jack is placed by the opponents of the side that threw it, once the throw is recognised as failed."""
    if was.phase == "jack" and was.jack.status == "invalid":
        yield book.refuse("refused.not_agreed_bad", "jack.agreed_bad", side=fact.side)
    elif was.phase != "place":
        yield book.refuse("refused.no_placing_now", "jack.placed_by_opponents", side=fact.side, phase=was.phase)
    elif fact.side == was.jack.thrown_by:
        yield book.refuse("refused.not_its_place", "jack.placed_by_opponents", side=fact.side, other=other(fact.side))


@decision("door", on=GameSetUp, cites=("jack.range_younger",))
def younger_distances(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """Only competitions of younger players set distances of their own for the jack, and then shorter ones."""
    limits = book.book.limits["jack.near"], book.book.limits["jack.far"]
    own = [fact.settings[limit.setting] for limit in limits if limit.setting in fact.settings]
    younger = "younger" in fact.categories
    if own and not younger:
        yield book.refuse("refused.distances_not_younger", "jack.range_younger", category=fact.category)
    elif own and not _shorter(book):
        near, far = (limit.value for limit in limits)
        yield book.refuse("refused.distances_not_shorter", "jack.range_younger", near_mm=near, far_mm=far)
    elif younger and len(own) < len(limits) and book.reading("C56") == "must_be_set":
        yield book.refuse("refused.distances_not_set", "jack.range_younger", category=fact.category)


def _shorter(book: Bench) -> bool:
    """Do the organiser's distances leave a range, and none of them longer than the ordinary one?"""
    near, far = book.book.limits["jack.near"], book.book.limits["jack.far"]
    ordinary = all(limit.value <= limit.by["younger"].value for limit in (near, far))
    return ordinary and 0 < near.value < far.value


# --- the judgement on it ---------------------------------------------------------------------------


@decision("legality", on=(f.JackThrown, f.JackPlaced), cites=(*CONDITIONS, *UNNOTED))
def jack_judged(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLies, so_far: So) -> Rulings:
    """A jack stands when it is far enough, near enough, on its lane, clear of everything and visible."""
    if not (isinstance(fact, f.JackThrown) and how_stopped(now, fact)):
        yield from judged(book, now, fact)


ASKED = {"thing": ("jack_obstacle", "A8"), "lane": ("jack_across", "C3"), "sight": ("jack_partly_seen", "A43")}


@decision("legality", on=Chosen, answers=[ask for ask, _ in ASKED.values()], cites=(*CONDITIONS, *UNNOTED))
def jack_seen_by_umpire(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a thing is an obstacle, the string belongs to the lane, or a part seen is enough."""
    said = {slot: answer.option.slots.get(slot) for slot in ASKED}
    said = {slot: answer.choice if answer.option.ask == ask else said[slot] for slot, (ask, _) in ASKED.items()}
    for slot, (_, reading) in ASKED.items():
        if said[slot] is not None:
            book.reading(reading)
    if said["sight"] is not None:
        yield book.rule("jack.sight_ruled", SightRuled(), "jack.visible_disputed", reason=said["sight"])
    yield from judged(book, now, answer.fact, {slot: str(word) for slot, word in said.items() if word is not None})


def _lane(answer: str) -> str:
    return "inside" if answer == "on_lane" else "off"


def judged(book: Bench, now: PetanqueState, fact: f.JackLies, said: dict[str, str] | None = None) -> Rulings:
    """The jack as it lies, judged by every condition; `said`: what the umpire has answered."""
    lies = _with(fact, said or {})
    faults = all_faults(book, now, lies)
    if lies.good is None and not (faults and _clear_faults(now, faults, said or {})):
        settled = _settled(book, lies)
        if (question := _unclear(book, settled, faults, said or {})) is not None:
            yield question
            return
        faults = faults if settled is lies else all_faults(book, now, settled)
        lies = settled
    if faults and lies.good is not True:
        yield from (_fails(book, now, lies, fault, faults[0].reason) for fault in faults)
    else:
        yield _stands(book, lies, faults)


def _with(lies: f.JackLies, said: dict[str, str]) -> f.JackLies:
    """How the jack lies, with what the umpire has answered in the place of what was unclear."""
    if said.get("thing") == "no_obstacle":
        lies = structs.replace(lies, obstacle_gap_mm=None)
    if "lane" in said:
        lies = structs.replace(lies, on_lane=_lane(said["lane"]))
    return structs.replace(lies, visible=said["sight"] == "visible") if "sight" in said else lies


def _clear_faults(now: PetanqueState, faults: list[Fault], said: dict[str, str]) -> bool:
    """Does the jack fail whatever the umpire says of the thing it lies near?"""
    doubtful = "thing" not in said and now.moment.by not in ("umpire", "jury", "both")
    return not doubtful or any(fault.reason != "obstacle" or not fault.measures for fault in faults)


def _settled(book: Bench, lies: f.JackLies) -> f.JackLies:
    """What was settled for this game about lanes and partial sight, put in the place of what is unclear."""
    if lies.on_lane == "across" and (answer := book.settled("C3")) is not None:
        lies = structs.replace(lies, on_lane=_lane(answer))
    if not _seen_in_part(lies) or lies.on_lane == "across":
        return lies
    answer = book.settled("A43")
    return lies if answer is None else structs.replace(lies, visible=answer == "visible")


def _seen_in_part(lies: f.JackLies) -> bool:
    return lies.partly_visible and lies.visible is None


def _unclear(book: Bench, lies: f.JackLies, faults: list[Fault], said: dict[str, str]) -> Ruling | None:
    """The question that only the umpire can answer before the jack is judged; earlier answers go with it."""
    if faults:
        if book.settled("A8") is not None:
            return None
        gap = lies.obstacle_gap_mm
        return book.ask_umpire(
            "jack_obstacle", "A8", *faults[0].clauses, gap_mm=gap, limit_mm=faults[0].measures["limit_mm"]
        )
    thing, lane = said.get("thing"), said.get("lane")
    if lies.on_lane == "across":
        return book.ask_umpire("jack_across", "C3", "jack.on_lane", thing=thing)
    if _seen_in_part(lies):
        clauses = ("jack.visible", "jack.visible_disputed")
        return book.ask_umpire("jack_partly_seen", "A43", *clauses, thing=thing, lane=lane)
    return None


def _fails(book: Bench, now: PetanqueState, lies: f.JackLies, fault: Fault, first: str) -> Ruling:
    """A placed jack that fails is placed again; a thrown one waits for both sides, or the umpire, to recognise it."""
    if isinstance(lies, f.JackPlaced):
        clauses = dict.fromkeys((*fault.clauses, "jack.placed_validly"))
        return book.rule(
            "jack.placed_badly", JackInvalid(first), *clauses, side=lies.side, reason=fault.reason, **fault.measures
        )
    effects: list[Effect] = [JackInvalid(first)]
    by = recognised_by(now, lies)
    if by is not None and fault.reason == first:
        effects.append(ThrowRecognised(by))
    side = lies.side if isinstance(lies, f.JackThrown) else None
    said: tuple[Effect | str, ...] = (*effects, *fault.clauses, "jack.bad_throw")
    if not fault.measures:
        return book.rule("jack.bad", *said, side=side, reason=fault.reason)
    return book.rule("jack.invalid", *said, side=side, reason=fault.reason, **fault.measures)


def recognised_by(now: PetanqueState, lies: f.JackLies) -> str | None:
    """Who recognises a failed throw by entering it: the umpire, both sides, or a side that itself says it is bad."""
    match now.moment.by:
        case "umpire" | "jury":
            return "umpire"
        case "both":
            return "both"
        case "A" | "B" as side if lies.good is False:
            return side
        case _:
            return None


def _stands(book: Bench, lies: f.JackLies, faults: list[Fault]) -> Ruling:
    """The jack is good: as measured, as stated, or as stated against what was measured."""
    if faults:
        against = [clause for fault in faults for clause in fault.clauses]
        return book.rule("jack.good_as_stated", JackGood(), *against, reason=faults[0].reason, **faults[0].measures)
    if lies.range_mm is not None:
        clause = book.limit_clause("jack.near")
        return book.rule("jack.good", JackGood(), clause, reason="measured", range_mm=lies.range_mm)
    clause = "jack.placed_by_opponents" if isinstance(lies, f.JackPlaced) else "jack.one_attempt"
    return book.rule("jack.good", JackGood(), clause, reason="not_noted", range_mm=None)


@decision("legality", on=f.JackPlaced, cites=("clock.place_at_once",), needs=("slow",))
def placing_was_slow(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackPlaced, so_far: So) -> Rulings:
    """The side that places the jack does so at once; whether it was too slow is for the umpire."""
    answer = "too_slow" if now.moment.by in ("umpire", "jury") else book.settled("C17")
    if answer is None:
        yield book.ask_umpire("jack_place_slow", "C17", "clock.place_at_once", waits=False, by=fact.side)
    elif answer == "too_slow":
        yield _too_slow(book, fact.side)


@decision("legality", on=Chosen, answers=("jack_place_slow",), cites=("clock.place_at_once",))
def placing_timed(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the jack was placed in time."""
    book.reading("C17")
    side: Side = answer.option.slots["by"]  # type: ignore[assignment]
    if answer.choice == "too_slow":
        yield _too_slow(book, side)
    else:
        yield book.rule("jack.placed_in_time", "clock.place_at_once", side=side)


def _too_slow(book: Bench, side: Side) -> Ruling:
    return book.rule("jack.placed_too_slowly", OffenceNoted("time", side), "clock.place_at_once", side=side)


# --- what stops it ---------------------------------------------------------------------------------


def stopper_side(state: PetanqueState, stopped: f.Stopped) -> Side | None:
    """The side of the player, or of the bag, that stopped something."""
    player = state.player(stopped.player)
    return stopped.side or (player.side if player is not None else None)


def _of_a_side(stopped: f.Stopped) -> bool:
    return stopped.by == "player" or stopped.equipment


def how_stopped(now: PetanqueState, fact: f.JackThrown) -> str | None:
    """How a stopped throw is to be taken: `own`, `gear` of the own side, or `void`; None if it rolled to its place."""
    stopped = fact.stopped
    if stopped is None:
        return None
    if _of_a_side(stopped) and stopper_side(now, stopped) == fact.side:
        return "gear" if stopped.equipment else "own"
    return None if stopped.by == "fixed" and not stopped.equipment else "void"


STOPPED = ("jack.stopped", "jack.stopped_by_own")


@decision("legality", on=f.JackThrown, cites=STOPPED, needs=("stopped",))
def jack_stopped(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """A jack stopped by its own side is placed by the opponents; by anything else that moves, it is thrown again."""
    how = how_stopped(now, fact)
    if how == "gear":
        answer = book.settled("C8")
        if answer is None:
            yield book.ask_umpire("jack_gear", "C8", "jack.stopped_by_own", thrower=fact.side)
            return
        how = "own" if answer == "as_by_player" else "void"
    if how is not None:
        yield _stopped(book, fact, how)


@decision("legality", on=Chosen, answers=("jack_gear",), cites=STOPPED)
def gear_stopped_it(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said how a jack is taken that was stopped by the throwing side's own things."""
    book.reading("C8")
    yield _stopped(book, answer.fact, "own" if answer.choice == "as_by_player" else "void")


def _stopped(book: Bench, fact: f.JackThrown, how: str) -> Ruling:
    cause = fact.stopped.by if fact.stopped is not None else None
    if how == "own":
        effect = JackHandedOver(other(fact.side))
        return book.rule("jack.stopped_by_own", effect, "jack.stopped_by_own", side=fact.side, other=other(fact.side))
    return book.rule("jack.stopped", JackRethrown(), "jack.stopped", side=fact.side, cause=cause)


RULES = (
    younger_distances, jack_can_be_thrown, thrower_takes_part, stopper_is_known, jack_can_be_placed,
    jack_stopped, gear_stopped_it, jack_judged, jack_seen_by_umpire, placing_was_slow, placing_timed,
)  # fmt: skip
