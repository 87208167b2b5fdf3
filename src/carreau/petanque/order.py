"""Who plays: the opening boule, the side without the point, ties and an emptied head; and who holds."""

from collections.abc import Iterator

from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.nearness import leading
from carreau.core.rulebook import Bench, Ruling, decision
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleDead, HeadIs, RunIs, TurnIs
from carreau.petanque.state import Does, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

NULL = ("equal", "nobody")
HEAD_FACTS = (
    f.BouleThrown, f.BouleDropped, f.HeadStated, f.PointMeasured, f.HeadMapped, f.MeasuringDisturbed, f.MeasuringEnded,
    f.ObjectMoved, f.BoulesPickedUp, f.Found, f.ClockExpired, f.Ruled, f.CardShown, f.OffenceSeen, Chosen, f.ObjectChanged,
    f.BouleRemoved, f.PlayerLeft, f.PlayerBack, f.ContestSettled, f.EndClosed, f.CircleLifted, f.JackThrown, f.JackPlaced,
)  # fmt: skip
TURN_FACTS = tuple(k for k in f.PetanqueFact.__args__ if k is not f.Undone)


def standing(now: PetanqueState) -> str | None:
    """Who holds by what is known of the head: the boules that live and the words on their nearness; None if that is not enough."""
    return leading(now.order, {side: now.live(side) for side in SIDES})


def unchanged(was: PetanqueState, now: PetanqueState) -> bool:
    """Do the same boules lie where they lay, and the jack too?"""
    return was.jack.range_mm == now.jack.range_mm and not _jack_moved(was, now) and set(was.live("A") + was.live("B")) == set(
        now.live("A") + now.live("B")
    )


def _jack_moved(was: PetanqueState, now: PetanqueState) -> bool:
    return was.jack is not now.jack and now.jack.hit and was.jack != now.jack


def _after_throw(was: PetanqueState, now: PetanqueState, fact: f.BouleThrown) -> str:
    """Who holds after a throw of which nobody said it: computed where it can be, else unknown."""
    computed = standing(now)
    if computed is not None:
        return computed
    still = not any(m.object != "thrown" for m in fact.moved)
    thrown = now.boule(now.thrown) if now.thrown else None
    if still and (thrown is None or not thrown.live):
        return was.head
    if still and was.head == fact.side:
        return was.head
    return "unknown"


@decision(
    "head",
    on=f.BouleThrown,
    cites=("order.without_point", "tie.meaning", "order.emptied", "order.opening_out", "measure.who", "count.nothing_live"),
)
def head_after_throw(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """After a boule the point is held by the side whose boule lies nearest; what is stated counts before what is computed."""
    if now.jack.dead or now.phase != "play":
        return
    holds = fact.holds if fact.holds is not None and now.thrown else _after_throw(was, now, fact)
    if holds == "nobody" and now.any_live():
        gone = tuple(BouleDead(id, "not_noted") for side in SIDES for id in now.live(side))
        yield book.rule("head.all_gone", *gone, HeadIs("nobody"), "order.emptied")
    else:
        yield head_ruling(book, now, holds)


def head_ruling(book: Bench, now: PetanqueState, holds: str) -> Ruling:
    """The ruling that says who holds."""
    match holds:
        case "A" | "B":
            return book.rule("head.holds", HeadIs(holds), "order.without_point", side=holds)
        case "equal":
            return book.rule("head.equal", HeadIs("equal"), "tie.meaning")
        case "nobody":
            clause = "order.emptied" if now.memory.ever_live else "order.opening_out"
            return book.rule("head.nobody", HeadIs("nobody"), clause)
        case _:
            return book.rule("head.unknown", HeadIs("unknown"), "measure.who", side=now.memory.last)


@decision(
    "head",
    on=tuple(k for k in HEAD_FACTS if k is not f.BouleThrown and k is not f.HeadStated),
    cites=("order.without_point", "tie.meaning", "order.emptied", "order.opening_out", "measure.who", "count.nothing_live"),
)
def head_after_change(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """When boules die, live again, move or are measured, who holds is worked out anew."""
    if now.jack.dead or now.phase not in ("play", "count"):
        return
    if now.order == was.order and unchanged(was, now) and not isinstance(fact, f.PointMeasured):
        return
    stated = fact.holds if isinstance(fact, f.PointMeasured) else None
    holds = stated or standing(now) or (now.head if _keeps(was, now) else "unknown")
    if holds != now.head:
        yield head_ruling(book, now, holds)


def _keeps(was: PetanqueState, now: PetanqueState) -> bool:
    """Is the stated holder still the holder although the head has changed? Yes if only the other side lost boules."""
    if now.head not in SIDES:
        return False
    rivals = {b.id for b in now.boules if b.side != now.head and b.live}
    before = {b.id for b in was.boules if b.side != now.head and b.live}
    mine = set(now.live(now.head)) == set(was.live(now.head))
    return mine and rivals <= before and not _jack_moved(was, now)


@decision(
    "order",
    on=HEAD_FACTS,
    cites=("tie.last_again", "tie.alternate", "order.emptied"),
)
def run_of_turns(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """While nobody holds, it is remembered how many boules have been played since that began."""
    if not _settled_now(was, now, fact):
        return
    run = _run(now)
    changed = _kind_changed(now) and isinstance(fact, f.BouleThrown)
    if changed and now.hand("A") and now.hand("B") and (answer := book.settled("C21")) != "goes_on":
        if answer is None:
            yield book.ask_umpire("tie_emptied", "C21", "tie.alternate", "order.emptied")
            return
        run = 0
    if run != now.memory.run:
        clause = "tie.alternate" if run else "tie.last_again"
        yield book.rule("order.run", RunIs(run), clause, run=run)


def _settled_now(was: PetanqueState, now: PetanqueState, fact: f.AnyFact) -> bool:
    """Has this fact given the head, or changed it? An unknown head gives no run yet."""
    if now.phase not in ("play", "count") or now.jack.dead or now.head == "unknown":
        return False
    return isinstance(fact, f.BouleThrown) or now.head != was.head


def _run(now: PetanqueState) -> int | None:
    before = now.memory_before
    if now.head not in NULL:
        return None
    if not before.ever_live:
        return 0 if now.head == "equal" else None
    if before.head in NULL and before.run is not None:
        return before.run + 1
    return 0


def _kind_changed(now: PetanqueState) -> bool:
    before = now.memory_before
    return before.run is not None and before.head in NULL and now.head in NULL and before.head != now.head


@decision("order", on=Chosen, answers=("tie_emptied",), cites=("tie.last_again", "tie.alternate"))
def tie_emptied(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """When a tie becomes an empty head, the umpire says whether the alternation goes on or begins anew."""
    book.reading("C21")
    if answer.choice == "goes_on":
        yield book.rule("order.run", RunIs(_run(now)), "tie.alternate", run=_run(now))
    else:
        yield book.rule("order.run", RunIs(0), "tie.last_again", run=0)


Named = tuple[Side | None, Does | None, tuple[str, ...]]


def next_to_act(now: PetanqueState) -> Named:
    """Who acts next, what it does, and the clauses that say so."""
    match now.phase:
        case "circle" | "jack" | "agreed":
            if now.owner is None:
                return None, None, ()
            return now.owner, "jack", ("jack.one_attempt",)
        case "place":
            return other(now.jack.thrown_by or "A"), "place", ("jack.placed_by_opponents",)
        case "play":
            side, clauses = next_boule(now)
            return (side, "boule", clauses) if side else (None, None, ())
        case "count":
            return now.memory.last, "count", ("measure.who",)
        case _:
            return None, None, ()


def next_boule(now: PetanqueState) -> tuple[Side | None, tuple[str, ...]]:
    """The side that plays the next boule: the table of the order of play."""
    memory, hands = now.memory, {side: now.hand(side) for side in SIDES}
    if memory.head == "unknown" or not any(hands.values()):
        return None, ()
    if not all(hands.values()):
        return ("A" if hands["A"] else "B"), _only_side(now)
    if memory.last is None:
        return now.opener, ("order.opener", "order.jack_losers_open") if now.jack.placed_by else ("order.opener",)
    if memory.head in SIDES:
        return other(memory.head), ("order.without_point",)  # type: ignore[arg-type]
    if memory.head == "nobody" and not memory.ever_live:
        return other(memory.last), ("order.opening_out",)
    emptied = ("order.emptied",) if memory.head == "nobody" else ()
    if memory.run == 0:
        return memory.last, (*emptied, "tie.last_again")
    return other(memory.last), (*emptied, "tie.alternate")


def _only_side(now: PetanqueState) -> tuple[str, ...]:
    if now.head == "equal":
        return ("tie.one_side_remains", "tie.one_side_left") if (now.memory.run or 0) > 0 else ("tie.one_side_left",)
    if now.memory.last is None:
        return ("order.opener",)
    return ("order.without_point",)


TURN_CLAUSES = (
    "jack.one_attempt", "jack.placed_by_opponents", "measure.who", "order.opener", "order.jack_losers_open",
    "order.without_point", "order.opening_out", "order.emptied", "tie.last_again", "tie.alternate", "tie.one_side_left",
    "tie.one_side_remains",
)  # fmt: skip


@decision("turn", on=TURN_FACTS, cites=TURN_CLAUSES)
def whose_turn(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Who plays follows from who holds, who has boules and who played last."""
    side, does, clauses = next_to_act(now)
    known = now.turn
    same = known is not None and (known.side, known.does, known.clauses) == (side, does, clauses)
    if does is None:
        if known is not None:
            yield _no_turn(book, now)
    elif not same or isinstance(fact, f.BouleThrown):
        yield book.rule(f"turn.{does}", TurnIs(side, does, clauses), *clauses, side=side, hand=now.hand(side) if side else 0)


def _no_turn(book: Bench, now: PetanqueState) -> Ruling:
    return book.rule("turn.unknown", TurnIs(None, None), "measure.who", side=now.memory.last)


RULES = (head_after_throw, head_after_change, run_of_turns, tie_emptied, whose_turn)
