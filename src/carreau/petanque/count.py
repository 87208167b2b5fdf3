"""The end is complete: what it gives, who agrees, when the game is won."""

from collections.abc import Iterator

from carreau.core.facts import SIDES, Side, other
from carreau.core.nearness import leading, strictly_nearer
from carreau.core.rulebook import Bench, Ruling, decision
from carreau.petanque import facts as f
from carreau.petanque.effects import EndOver, EndProposed, GameOver, GameWon, PhaseIs, Scored
from carreau.petanque.order import HEAD_FACTS, TURN_FACTS
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Given = tuple[Side | None, int | None, tuple[str, ...], str]

DEAD_CLAUSES = (
    "dead_jack_score.both", "dead_jack_score.both_next", "dead_jack_score.one", "dead_jack_score.none",
    "dead_jack_score.none_next",
)  # fmt: skip
END_CLAUSES = (*DEAD_CLAUSES, "count.nothing_live", "tie.none_left", "count.strictly_nearer", "measure.who")


def given(now: PetanqueState) -> Given:
    """What the end gives by the book: side and points (None while not known), the clauses, and the reason."""
    if now.jack.dead:
        return _dead_jack(now)
    if not now.any_live():
        return None, 0, ("count.nothing_live",), "nobody"
    if now.head == "equal":
        return None, 0, ("tie.none_left",), "equal"
    if now.head not in SIDES:
        return None, None, ("count.strictly_nearer", "measure.who"), "unknown"
    side: Side = now.head  # type: ignore[assignment]
    return side, _nearer(now, side), ("count.strictly_nearer",), "nearer"


def _nearer(now: PetanqueState, side: Side) -> int | None:
    mine, theirs = now.live(side), now.live(other(side))
    if leading(now.order, {side: mine, other(side): theirs}) != side:
        return None
    return strictly_nearer(now.order, mine, theirs)


def _dead_jack(now: PetanqueState) -> Given:
    left = [side for side in SIDES if now.hand(side) > 0]
    if len(left) == 1:
        return left[0], now.hand(left[0]), ("dead_jack_score.one",), "dead_jack"
    if left:
        return None, 0, ("dead_jack_score.both", "dead_jack_score.both_next"), "dead_jack"
    return None, 0, ("dead_jack_score.none", "dead_jack_score.none_next"), "dead_jack"


@decision("score", on=tuple(k for k in HEAD_FACTS if k is not f.PositionStated) + (f.PositionStated,), cites=END_CLAUSES)
def end_complete(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The end is complete when nobody has a boule left to play, or the jack is dead."""
    if now.phase != "play" and not (now.phase == "count" and was.phase == "count" and _knows_more(was, now)):
        return
    if not (now.jack.dead or now.both_empty or now.closed):
        return
    side, points, clauses, why = given(now)
    effects = [PhaseIs("count")] if now.phase == "play" else []
    if points is None:
        yield book.rule(f"end.count_{why}", *effects, *clauses, side=side, last=now.memory.last)
    else:
        yield book.rule(f"end.gives_{why}", *effects, EndProposed(side, points), *clauses, side=side, points=points, **_hands(now))


def _hands(now: PetanqueState) -> dict[str, int]:
    return {f"hand_{side}": now.hand(side) for side in SIDES}


def _knows_more(was: PetanqueState, now: PetanqueState) -> bool:
    return given(was) != given(now)


@decision("door", on=f.EndCounted, cites=(*END_CLAUSES, "measure.put_back", "format.boules_triples", "format.boules_doubles_singles"))
def count_is_possible(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted, so_far: So) -> Rulings:
    """Points are agreed when the end is complete, and no more of them than a side can have."""
    if (fact.side is None) != (fact.points == 0) or fact.points < 0:
        yield book.refuse("refused.points_without_side", side=fact.side, points=fact.points)
        return
    most = _most(book, was, fact)
    if fact.side is not None and fact.points > most:
        clause = book.limit_clause(f"format.{was.setup.format}_boules")
        yield book.refuse("refused.too_many_points", clause, side=fact.side, points=fact.points, most=most)
    elif was.setup.detail == "ends" and was.phase in ("draw", "circle", "agreed"):
        return
    elif was.phase != "count":
        yield book.refuse("refused.end_not_complete", phase=was.phase, **_hands(was))
    elif was.temp_removed:
        yield book.refuse("refused.still_lifted", "measure.put_back", objects=", ".join(was.temp_removed))
    elif now.moment.by not in ("umpire", "jury") and (no := _disagrees(book, was, fact)) is not None:
        yield no


def _most(book: Bench, was: PetanqueState, fact: f.EndCounted) -> int:
    if was.phase == "count" and fact.side is not None:
        return was.hand(fact.side) if was.jack.dead else len(was.live(fact.side))
    players = book.limit(f"format.{was.setup.format}_players")
    return players * (was.setup.boules_each or book.limit(f"format.{was.setup.format}_boules"))


def _disagrees(book: Bench, was: PetanqueState, fact: f.EndCounted) -> Ruling | None:
    """A count that the book excludes is refused; what only the sides can know is theirs to agree."""
    side, points, clauses, why = given(was)
    if why in ("dead_jack", "nobody", "equal") and (fact.side, fact.points) != (side, points):
        return book.refuse(f"refused.count_{why}", *clauses, side=side, points=points, **_hands(was))
    return None


@decision("score", on=f.EndCounted, cites=END_CLAUSES)
def end_agreed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndCounted, so_far: So) -> Rulings:
    """Agreed points end the end: the side that scored has the jack, a void end changes nothing."""
    clauses, why = _because(was, fact)
    if fact.side is None:
        yield book.rule("end.void", EndOver(True), *clauses, why=why, end=now.end, owner=now.owner)
        return
    computed = given(was)[:2] if was.phase == "count" else (None, None)
    effects = (Scored("end", fact.side, fact.points), EndOver(False))
    key = "end.scored" if computed[1] in (None, fact.points) and computed[0] in (None, fact.side) else "end.scored_otherwise"
    total = now.points(fact.side) + fact.points
    yield book.rule(
        key, *effects, *clauses, side=fact.side, points=fact.points, total=total, why=why, end=now.end,
        computed_side=computed[0], computed_points=computed[1],
    )  # fmt: skip


def _because(was: PetanqueState, fact: f.EndCounted) -> tuple[tuple[str, ...], str]:
    """The clauses behind agreed points; a stated reason or a noted one, else that it was not noted."""
    if was.phase == "count":
        _, _, clauses, why = given(was)
        return (clauses, why) if why != "unknown" else (("count.strictly_nearer",), "agreement")
    match fact.why:
        case "dead_jack" if fact.side is None:
            both = fact.in_hand and all(fact.in_hand.get(s, 0) for s in SIDES)
            return (DEAD_CLAUSES[:2] if both or not fact.in_hand else DEAD_CLAUSES[3:]), "dead_jack"
        case "dead_jack":
            return ("dead_jack_score.one",), "dead_jack"
        case "equal":
            return ("tie.none_left",), "equal"
        case "nobody":
            return ("count.nothing_live",), "nobody"
        case _:
            return ("count.strictly_nearer",), "not_noted"


def target(book: Bench, state: PetanqueState) -> tuple[int, str]:
    """The points to reach, and the clause that gives them."""
    if state.setup.target is not None and state.setup.target == book.limit("win.short_target"):
        return state.setup.target, "win.short_target"
    return state.setup.target or book.limit("win.target"), "win.target"


@decision("win", on=TURN_FACTS, cites=("win.target", "win.short_target"))
def target_reached(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A side wins when it has reached the target and the points are agreed, by whatever kind of points."""
    if now.winner is not None or len(now.score_log) == len(was.score_log) or now.phase in ("over", "result"):
        return
    points, clause = target(book, now)
    for side in SIDES:
        if now.points(side) >= points:
            book.reading("A4")
            kind = now.score_log[-1].kind
            how = "points" if kind in ("end", "stated") else kind
            yield book.rule(
                "game.won", GameWon(side, how), clause, side=side, how=how, own=official(book, now, side),
                theirs=official(book, now, other(side)),
            )  # fmt: skip


def official(book: Bench, state: PetanqueState, side: Side) -> int:
    """The official score: the points, not above the target unless the organiser says so."""
    capped = book.book.reading("A4") == "capped"
    return min(state.points(side), target(book, state)[0]) if capped else state.points(side)


@decision("door", on=f.ResultAgreed)
def result_is_the_score(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ResultAgreed, so_far: So) -> Rulings:
    """The result agreed is the score that the ends give."""
    for side in SIDES:
        if fact.score and fact.score.get(side) not in (was.points(side), official(book, was, side)):
            yield book.refuse("refused.other_score", A=was.points("A"), B=was.points("B"))
            return


@decision("win", on=f.ResultAgreed, cites=("win.target", "win.short_target"))
def result_agreed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ResultAgreed, so_far: So) -> Rulings:
    """Once both sides, or the umpire, confirm the result, the game is closed."""
    yield book.rule("game.over", GameOver(), target(book, now)[1], side=now.winner)


@decision("score", on=f.EndClosed, cites=("count.strictly_nearer",))
def closed_early(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.EndClosed, so_far: So) -> Rulings:
    """Both sides may agree that the boules still in hand are not played."""
    book.reading("A39")
    yield book.rule("end.closed", "count.strictly_nearer", **_hands(was))


RULES = (count_is_possible, result_is_the_score, closed_early, end_complete, end_agreed, target_reached, result_agreed)
