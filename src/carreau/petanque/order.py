"""Who plays: the opening boule, the side without the point, ties and an emptied head; and who holds."""

from collections.abc import Iterator
from typing import cast

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.nearness import Order, heavier, leading
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    AGREED_WORD,
    BouleDead,
    HeadIs,
    JackRestored,
    OrderForgotten,
    PlaceSettled,
    RunIs,
    TurnIs,
)
from carreau.petanque.facts import Holds
from carreau.petanque.state import Does, Memory, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NULL = ("equal", "nobody")
THROWS = (f.BouleThrown, f.BouleDropped)
HEAD_FACTS = (
    f.BouleThrown, f.BouleDropped, f.HeadStated, f.PointMeasured, f.HeadMapped, f.MeasuringBegun, f.MeasuringDisturbed,
    f.MeasuringEnded, f.ObjectMoved, f.BoulesPickedUp, f.Found, f.ClockExpired, f.Ruled, f.CardShown, f.OffenceSeen,
    f.ObjectChanged, f.BouleRemoved, f.BouleFoundLying, f.PlayerLeft, f.PlayerBack, f.ContestSettled, f.EndClosed,
    f.CircleLifted, f.JackThrown, f.JackPlaced, f.PositionStated, f.EndCounted, f.ComplaintMade, Chosen,
)  # fmt: skip
TURN_FACTS: tuple[type, ...] = tuple(k for k in f.PetanqueFact.__args__ if k.__name__ != "Undone")


def standing(now: PetanqueState) -> Holds | None:
    """Who holds by what is known of the head: live boules and the words on their nearness; None while not enough."""
    return _leading(now, now.order)


def firm(now: PetanqueState) -> Holds | None:
    """Who holds by the words alone that no side can take back; None if they do not say."""
    words = heavier(now.order, AGREED_WORD)
    return _leading(now, words) if words else None


def _leading(now: PetanqueState, words: Order) -> Holds | None:
    return cast("Holds | None", leading(words, {side: now.live(side) for side in SIDES}))


def side_of(name: str) -> Side:
    """The side that a boule, a player or a side's own name belongs to."""
    return next(side for side in SIDES if name.startswith(side))


def teller(now: PetanqueState) -> str:
    """In whose name the present fact was said: a side, both, or the umpire."""
    by = now.moment.by
    return "umpire" if by in ("umpire", "jury") else by if by in SIDES else "both"


# --- the head after a throw ----------------------------------------------------------------------

HEAD_CLAUSES = ("order.without_point", "tie.meaning", "order.emptied", "order.opening_out", "measure.who")


@decision("head", on=f.BouleThrown, cites=HEAD_CLAUSES)
def head_after_throw(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """After a boule the side whose boule lies nearest holds the point; what is said counts before what is computed."""
    if now.jack.dead or now.phase not in ("play", "count"):
        return
    said = fact.holds if now.thrown is not None and not _since_said(so_far) else None
    settled = firm(now) if said is not None and now.order and teller(now) != "umpire" else None
    holds = settled or said or standing(now) or _unsaid(was, now, _shifted(now))
    if said == holds and now.order:
        yield from said_otherwise(book, now, said)
    if holds == "nobody" and now.any_live():
        gone = tuple(BouleDead(id, "not_noted") for side in SIDES for id in now.live(side))
        yield book.rule("head.all_gone", *gone, *_head(now, "nobody", teller(now), thrown=True), "order.emptied")
    else:
        yield head_ruling(book, now, holds, by=teller(now) if said == holds else None, thrown=True)


def _since_said(so_far: So) -> bool:
    """Has a choice put jack or boules elsewhere since it was said who holds?"""
    return any(_chosen_place(ruling, effect) for ruling in so_far for effect in ruling.effects)


def _chosen_place(ruling: Ruling, effect: Effect) -> bool:
    if type(effect) is JackRestored:
        return "jack_stopped.restore" in ruling.clauses
    contrary = type(effect) is BouleDead and effect.reason == "contrary"
    return contrary or type(effect) is PlaceSettled


def said_otherwise(book: Bench, now: PetanqueState, said: Holds) -> Rulings:
    """A word on who holds that is against what was measured stands; what was measured is forgotten."""
    computed = standing(now)
    if said in (*SIDES, "equal") and computed in (*SIDES, "equal") and computed != said:
        yield book.rule("head.said_otherwise", OrderForgotten(("jack",)), "measure.who", holds=said, computed=computed)


def _shifted(now: PetanqueState) -> set[str]:
    """What lies elsewhere since the last throw, the boule thrown included."""
    moved = {m.object for m in now.moved if m.object not in ("thrown", *now.put_back)}
    return moved | {now.thrown} if now.thrown is not None else moved


def _unsaid(was: PetanqueState, now: PetanqueState, shifted: set[str]) -> Holds:
    """Who holds when neither words nor measures tell: the same side as before if nothing could change that."""
    lived, live = _live(was), _live(now)
    changed = shifted | (lived ^ live)
    same = all(id != "jack" and _harmless(was.head, id, id in lived, id in live) for id in changed)
    return was.head if same else "unknown"


def _live(state: PetanqueState) -> set[str]:
    return {b.id for b in state.boules if b.status == "live"}


def _lives_the_same(was: PetanqueState, now: PetanqueState) -> bool:
    return now.boules is was.boules or _live(was) == _live(now)


def _harmless(head: Holds, boule: str, lived: bool, lives: bool) -> bool:
    """A boule that did not count before takes nothing from the side that holds, nor does one boule fewer of the others."""
    if head not in SIDES:
        return not lived and not lives
    return not lived if boule.startswith(head) else not lives


def head_ruling(
    book: Bench, now: PetanqueState, holds: Holds, *, by: str | None = None, thrown: bool = False, key: str = "head"
) -> Ruling:
    """The ruling that says who holds, and how long nobody has held."""
    effects = _head(now, holds, by, thrown=thrown)
    match holds:
        case "A" | "B":
            return book.rule(f"{key}.holds", *effects, "order.without_point", side=holds)
        case "equal":
            return book.rule(f"{key}.equal", *effects, "tie.meaning")
        case "nobody":
            clause = "order.emptied" if now.memory.ever_live else "order.opening_out"
            return book.rule(f"{key}.nobody", *effects, clause)
        case _:
            return book.rule("head.unknown", *effects, "measure.who", side=now.memory.last)


def _head(now: PetanqueState, holds: Holds, by: str | None, *, thrown: bool) -> tuple[Effect, ...]:
    """Who holds, with the length of an alternation where it changes."""
    if holds == "unknown":
        return (HeadIs(holds, by),)
    run = run_after(now, holds, settles=thrown or now.head == "unknown" or _last_boule_gone(now))
    return (HeadIs(holds, by),) if run == now.memory.run else (HeadIs(holds, by), RunIs(run))


def _last_boule_gone(now: PetanqueState) -> bool:
    """Has the boule played last been ruled dead after it had lain? It counts as dead from the throw on."""
    boule = now.boule(now.thrown) if now.thrown else None
    return boule is not None and not boule.live and now.memory.last == boule.side


def run_after(now: PetanqueState, holds: Holds, *, settles: bool) -> int | None:
    """How many boules have been played since nobody holds: by the throw that `settles` it, or by a later change."""
    if holds not in NULL:
        return None
    before = now.memory_before if settles else now.memory
    if not before.ever_live:
        return 0 if holds == "equal" else None
    if before.head not in NULL or before.run is None:
        return 0
    return before.run + 1 if settles else before.run


# --- the head when something else has changed ------------------------------------------------------


@decision("head", on=tuple(k for k in HEAD_FACTS if k not in (f.BouleThrown, f.HeadStated)), cites=HEAD_CLAUSES)
def head_after_change(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """When boules die, live again, move or are measured, who holds is worked out anew."""
    if now.jack.dead or now.phase not in ("play", "count") or _ruled(so_far, HeadIs):
        return
    if isinstance(fact, f.PointMeasured) and fact.holds is not None:
        return
    dropped = isinstance(fact, f.BouleDropped) and now.thrown != was.thrown
    shifted = _touched(so_far) | ({now.thrown} if dropped and now.thrown else set())
    stated = isinstance(fact, f.PositionStated) and (fact.head is not None or not now.any_live())
    if stated or (not shifted and now.order == was.order and _lives_the_same(was, now)):
        return
    holds = standing(now) or _unsaid(was, now, shifted)
    if holds != now.head or dropped:
        yield head_ruling(book, now, holds, thrown=dropped)


def _touched(so_far: So) -> set[str]:
    """What lies in a new place by the rulings on this fact."""
    return {id for r in so_far for e in r.effects if isinstance(e, OrderForgotten) for id in e.objects}


def _ruled(so_far: So, kind: type) -> bool:
    return any([isinstance(effect, kind) for ruling in so_far for effect in ruling.effects])


# --- ties and an emptied head ----------------------------------------------------------------------


@decision("order", on=THROWS, cites=("tie.alternate", "order.emptied"), during=("tied",))
def tie_becomes_empty(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """When a tie becomes an empty terrain, the alternation goes on, unless the umpire sees it otherwise."""
    before = now.memory_before
    emptied = before.head == "equal" and now.head == "nobody" and now.thrown != was.thrown
    if now.phase != "play" or now.jack.dead or not emptied or not all(now.hand(side) for side in SIDES):
        return
    answer = book.settled("C21")
    if answer is None:
        yield book.ask_umpire("tie_emptied", "C21", "tie.alternate", "order.emptied")
    elif answer == "starts_again":
        yield book.rule("order.starts_again", RunIs(0), "order.emptied", side=now.memory.last)


@decision("order", on=Chosen, answers=("tie_emptied",), cites=("tie.alternate", "order.emptied"))
def tie_emptied(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the alternation goes on or begins anew."""
    book.reading("C21")
    if answer.choice == "goes_on":
        yield book.rule("order.goes_on", RunIs(now.memory.run), "tie.alternate", side=now.memory.last)
    else:
        yield book.rule("order.starts_again", RunIs(0), "order.emptied", side=now.memory.last)


@decision("order", on=THROWS, cites=("order.opening_out",))
def always_in_turn(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Where the sides are read to play in turn whenever nothing lies, who emptied the ground does not play again."""
    emptied = now.head == "nobody" and now.memory.ever_live and now.memory.run == 0 and now.thrown != was.thrown
    after_tie = now.memory_before.head == "equal"
    if now.phase == "play" and emptied and not after_tie and book.reading("B6") == "always_alternate":
        yield book.rule("order.in_turn", RunIs(1), "order.opening_out", side=now.memory.last)


@decision("order", on=f.BouleThrown, cites=("tie.alternate",), needs=("moved",))
def another_tie(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Where a tie that gives way to another one is a change, the side that played last plays again."""
    tied = now.memory_before.head == "equal" and now.head == "equal" and now.phase == "play"
    other_tie = any(m.object != "thrown" and m.object not in now.put_back for m in now.moved)
    if tied and other_tie and book.reading("B35") == "starts_again":
        yield book.rule("order.another_tie", RunIs(0), "tie.alternate", side=now.memory.last)


@decision("fact", on=f.BouleThrown, cites=("order.jack_losers_open",))
def first_boule_left(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Where the side that lost the jack may leave the first boule to the other, it may be the other that plays it."""
    first = was.memory.last is None and bool(was.jack.passes)
    others = first and was.turn is not None and was.turn.side not in (None, fact.side) and fact.breach is None
    if others and book.reading("B25") == "may_leave_it":
        yield book.rule("order.first_left", "order.jack_losers_open", side=fact.side)


# --- whose turn it is ------------------------------------------------------------------------------

Named = tuple[Side | None, Does | None, tuple[str, ...]]


def next_to_act(now: PetanqueState) -> Named:
    """Who acts next, what it does, and the clauses that say so."""
    match now.phase:
        case "play":
            side, clauses = next_boule(now)
            return (side, "boule", clauses) if side else (None, None, ("measure.who",))
        case "jack" if now.jack.status == "invalid":
            return None, None, ("jack.agreed_bad",)
        case "circle" | "jack" | "agreed" if now.jack_side is not None:
            return now.jack_side, "jack", ("jack.one_attempt", *scored_last(now))
        case "place" if now.jack.thrown_by is not None:
            return other(now.jack.thrown_by), "place", ("jack.placed_by_opponents",)
        case "count":
            return (
                now.memory.last,
                "count",
                now.proposed_by if now.proposed else ("measure.who", "measure.who_at_the_end"),
            )
        case _:
            return None, None, ()


def next_boule(now: PetanqueState) -> tuple[Side | None, tuple[str, ...]]:
    """The side that plays the next boule: the table of the order of play."""
    memory = now.memory
    a_has, b_has = now.hand("A") > 0, now.hand("B") > 0
    if memory.head == "unknown" or not (a_has or b_has):
        return None, ()
    if not (a_has and b_has):
        return "A" if a_has else "B", _only_side(memory)
    if memory.last is None:
        lost = ("order.jack_losers_open",) if now.jack.placed_by or now.jack.passes else ()
        return now.opener, ("order.opener", *lost, *scored_last(now))
    if memory.head in SIDES:
        return other(memory.head), ("order.without_point",)
    if memory.head == "nobody" and not memory.ever_live:
        return other(memory.last), ("order.opening_out",)
    emptied = ("order.emptied",) if memory.head == "nobody" else ()
    if memory.run == 0:
        return memory.last, (*emptied, "tie.last_again")
    return other(memory.last), (*emptied, "tie.alternate")


def _only_side(memory: Memory) -> tuple[str, ...]:
    """The clauses under which the only side that has boules left plays them."""
    if memory.last is None:
        return ("order.opener",)
    if memory.head in SIDES:
        return ("order.without_point", "order.other_finishes")
    if memory.head == "nobody" and not memory.ever_live:
        return ("order.opening_out",)
    emptied = ("order.emptied",) if memory.head == "nobody" else ()
    return (*emptied, *(("tie.one_side_remains",) if memory.run else ()), "tie.one_side_left")


def scored_last(now: PetanqueState) -> tuple[str, ...]:
    """The clause that gives the jack and the first boule to who scored last, once somebody has scored."""
    return ("jack.last_scorer",) if any(line.kind == "end" for line in now.score_log) else ()


TURN_CLAUSES = (
    "order.other_finishes", "jack.last_scorer", "measure.who_at_the_end", "dead_jack_score.end_over", "count.end_winner",
    "tie.none_left_next", "jack.agreed_bad", "jack.one_attempt", "jack.placed_by_opponents", "measure.who", "order.opener",
    "order.jack_losers_open",
    "order.without_point", "order.opening_out", "order.emptied", "tie.last_again", "tie.alternate", "tie.one_side_left",
    "tie.one_side_remains", "tie.none_left", "count.nothing_live", "count.strictly_nearer", "dead_jack_score.both",
    "dead_jack_score.both_next", "dead_jack_score.one", "dead_jack_score.none", "dead_jack_score.none_next",
)  # fmt: skip


@decision("turn", on=TURN_FACTS, cites=TURN_CLAUSES)
def whose_turn(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Who plays follows from who holds, who has boules and who played last; an umpire's word stands until a throw."""
    return turn_follows(book, was, now, fact, next_to_act(now))


@decision("turn", on=TURN_FACTS, cites=TURN_CLAUSES)
def turn_on_empty_ground(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The same where the ground that a throw has emptied has rules of its own, and those on ties say nothing of it."""
    side, does, clauses = next_to_act(now)
    yield from turn_follows(book, was, now, fact, (side, does, _emptied(book, clauses)))


def _emptied(book: Bench, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The side that emptied the ground plays again; if nothing lies then, each plays in turn."""
    if "order.emptied" not in clauses:
        return clauses
    book.reading("B6")
    return ("order.emptied", "order.opening_out") if "tie.alternate" in clauses else ("order.emptied",)


def turn_follows(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, named: Named) -> Rulings:
    """The ruling on who acts next, where it is another or a boule was thrown."""
    known = now.turn
    if type(fact) is f.Ruled and fact.outcome == "turn":
        return
    kept = known is not None and known.ruled and now.memory == was.memory and now.phase == was.phase
    if kept and not isinstance(fact, THROWS):
        return
    side, does, clauses = here = named[0], named[1], book.here(*named[2])
    if does is None:
        if known is not None and clauses:
            kind = "head" if now.phase == "play" else "jack"
            yield book.rule("turn.unknown", TurnIs(None, None), *clauses, kind=kind, side=now.memory.last)
    elif isinstance(fact, f.BouleThrown) or known is None or (known.side, known.does, known.clauses) != here:
        hand = now.hand(side) if side else 0
        how = "agree" if does == "count" and now.proposed else None
        yield book.rule(f"turn.{does}", TurnIs(side, does, clauses), *clauses, side=side, hand=hand, how=how)


RULES = (head_after_throw, head_after_change, tie_becomes_empty, tie_emptied, whose_turn)
