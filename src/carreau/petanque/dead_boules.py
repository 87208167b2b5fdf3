"""Boules that leave the ground: which are dead, what they moved, and when one lives again."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleDead, BouleLive, BouleRevived
from carreau.petanque.marks import UNMARKED_CLAUSES, displaced, listed, no_claim, parted, put_back
from carreau.petanque.state import Boule, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Death = tuple[str, tuple[str, ...]]
STRING = ("dead_jack.string",)  # what a text says of jack and boules alike where the line is a string

NEUTRAL = ("umpire", "spectator")
DEAD_CLAUSES = (
    "dead_boule.out", "dead_boule.wholly_beyond", "dead_boule.lanes", "dead_boule.end_line", "dead_boule.left_lane",
    "dead_boule.came_back", "dead_boule.removed", *STRING,
)  # fmt: skip
ELSEWHERE = ("moved.overlap_mm", "moved.lanes_crossed", "moved.foreign_terrain")


@decision("dead_boules", on=f.BouleThrown, cites=("dead_boule.off_terrain_lives",), needs=ELSEWHERE)
def off_the_terrain(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A boule that has left the marked terrain lives, as long as none of the dead-boule cases applies."""
    for id, moved in tested(book, now):
        over_end = moved.line == "lane_end" and moved.overlap_mm is not None and wholly_over(book, moved)
        left = moved.foreign_terrain or lines_crossed(book, moved) > 0 or over_end
        if left and not any(deaths(book, now, moved)):
            yield book.rule("boule.off_terrain", BouleLive(id), "dead_boule.off_terrain_lives", boule=id)


def tested(book: Bench, now: PetanqueState) -> Iterator[tuple[str, f.Moved]]:
    """The boules of this throw whose life depends on where they went: not those that a ruling has given their place."""
    for moved in now.moved:
        id = now.thrown if moved.object == "thrown" else moved.object
        boule = now.boule(id) if id else None
        goes_back = moved.after_out and bool(parted(book, (moved,))[0])
        if boule is not None and boule.live and boule.id not in now.settled and not goes_back:
            yield boule.id, moved


def deaths(book: Bench, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Why a boule is dead where it went: each case that applies, with its clauses."""
    known = [*_left(moved), *_beyond(book, moved), *_across_lanes(book, now, moved)]
    if moved.dead and not known:
        known.append(("not_noted", ("dead_boule.removed",)))
    yield from known


def _left(moved: f.Moved) -> Iterator[Death]:
    if moved.came_back:
        yield "came_back", ("dead_boule.out", "dead_boule.came_back")
    elif moved.out or stopped_outside(moved):
        yield "out", ("dead_boule.out",)


def stopped_outside(moved: f.Moved) -> bool:
    """Had it left the playing area before somebody stopped it?"""
    return moved.stopped is not None and moved.stopped.outside


def _beyond(book: Bench, moved: f.Moved) -> Iterator[Death]:
    if moved.line == "lane_side" or moved.overlap_mm is None:
        return
    if not wholly_over(book, moved):
        if moved.line != "lane_end" and not moved.line_mm and book.has_reading("B36") and book.reading("B36") == "dead":
            yield "across", ("dead_boule.out",)
        return
    if moved.line != "lane_end":
        string = moved.line_mm is not None and book.has(STRING[0])
        yield "beyond", STRING if string else ("dead_boule.wholly_beyond",)
    elif not book.has("dead_boule.end_line"):
        return
    elif not moved.lanes_crossed or book.reading("C10") == "kills":
        yield "end_line", ("dead_boule.end_line",)


def wholly_over(book: Bench, moved: f.Moved) -> bool:
    """Does no part of it project on the line or inside it? Which edge counts, and what touching is, are readings."""
    overlap = moved.overlap_mm or 0
    if moved.line_mm and book.reading("A10") == "inner_edge":
        overlap -= moved.line_mm
    return overlap < 0 or (overlap == 0 and book.reading("A9") == "dead")


def lines_crossed(book: Bench, moved: f.Moved) -> int:
    """How many side lines of lanes it has wholly crossed; the overlap on a side line is that of the next one."""
    next_too = moved.line == "lane_side" and moved.overlap_mm is not None and wholly_over(book, moved)
    return (moved.lanes_crossed or 0) + next_too


def _across_lanes(book: Bench, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Beside its lane a boule may lie as many lanes away as the book allows, in timed games none."""
    crossed = lines_crossed(book, moved)
    if not book.has_limit("dead_boule.lanes"):
        return
    allowed, clause = book.limit("dead_boule.lanes"), book.limit_clause("dead_boule.lanes")
    if crossed and not now.setup.timed and book.reading("C9") == "beyond_second_neighbour":
        allowed += 1
    if crossed > allowed:
        yield ("left_lane" if now.setup.timed else "lanes"), (clause,)


@decision(
    "dead_boules",
    on=f.BouleThrown,
    cites=(*DEAD_CLAUSES, "dead_boule.on_line", "boule_stopped.neutral"),
    needs=(*ELSEWHERE, *(f"moved.{how}" for how in ("out", "came_back", "stopped", "dead", "hanging", "overhead"))),
)
def dead_where_it_went(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A boule is dead once all of it is beyond a line that kills, even if it comes back; across the line it lives."""
    for id, moved in tested(book, now):
        found = list(deaths(book, now, moved))
        if found and _sent_out_by_neutral(moved):
            yield from _sent_out(book, now, fact, id, found)
        elif found:
            yield from _dead(book, id, found, fact.left_lying)
        else:
            yield from _doubtful(book, id, moved)


def _dead(book: Bench, id: str, found: list[Death], lying: bool) -> Rulings:
    for reason, clauses in found:
        yield book.rule("boule.dead", BouleDead(id, found[0][0], lying), *clauses, boule=id, reason=reason)


def _sent_out_by_neutral(moved: f.Moved) -> bool:
    return moved.stopped is not None and moved.stopped.by in NEUTRAL and not moved.dead


def _sent_out(book: Bench, now: PetanqueState, fact: f.BouleThrown, id: str, found: list[Death]) -> Rulings:
    match book.settled("A21"):
        case None:
            yield book.ask_umpire("boule_sent_out", "A21", "boule_stopped.neutral", about=id, boule=id)
        case "dead":
            yield from _dead(book, id, found, fact.left_lying)
        case _:
            yield book.rule("boule.lives", BouleLive(id), "boule_stopped.neutral", boule=id, why="sent_out")


def _doubtful(book: Bench, id: str, moved: f.Moved) -> Rulings:
    """What hangs, or has touched something above the ground, the umpire judges; a boule across the line lives."""
    if moved.hanging:
        yield from _umpires(book, "boule_hanging", "A63", id)
    elif moved.overhead:
        yield from _umpires(book, "boule_overhead", "A62", id)
    elif moved.overlap_mm is not None and (moved.line not in LANE_LINES or book.has_limit("dead_boule.lanes")):
        wholly_over(book, moved)
        string = moved.line_mm is not None and book.has(STRING[0])
        yield book.rule("boule.on_line", BouleLive(id), *(STRING if string else ("dead_boule.on_line",)), boule=id)


LANE_LINES = ("lane_side", "lane_end")


def _umpires(book: Bench, ask: str, reading: str, id: str) -> Rulings:
    answer = book.settled(reading)
    if answer is None:
        yield book.ask_umpire(ask, reading, "dead_boule.out", about=id, boule=id)
    else:
        yield _as_umpire_says(book, ask, id, answer)


def _as_umpire_says(book: Bench, ask: str, id: str, answer: str) -> Ruling:
    why = ask.removeprefix("boule_")
    if answer == "dead":
        return book.rule("boule.dead", BouleDead(id, why), "dead_boule.out", boule=id, reason=why)
    return book.rule("boule.lives", BouleLive(id), "dead_boule.out", boule=id, why=why)


@decision("dead_boules", on=Chosen, answers=("boule_hanging", "boule_overhead"), cites=("dead_boule.out",))
def umpire_on_a_boule(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule that hangs, or touched something overhead, is dead."""
    book.reading("A63" if answer.option.ask == "boule_hanging" else "A62")
    yield _as_umpire_says(book, answer.option.ask, answer.option.about, answer.choice)


@decision("dead_boules", on=Chosen, answers=("boule_sent_out",), cites=(*DEAD_CLAUSES, "boule_stopped.neutral"))
def umpire_on_a_boule_sent_out(
    book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So
) -> Rulings:
    """The umpire says whether a boule that he or a spectator sent out is dead."""
    book.reading("A21")
    id = answer.option.about
    if answer.choice == "live":
        yield book.rule("boule.lives", BouleLive(id), "boule_stopped.neutral", boule=id, why="sent_out")
        return
    moved = next(m for found, m in tested(book, now) if found == id)
    yield from _dead(book, id, list(deaths(book, now, moved)), answer.fact.left_lying)


@decision(
    "dead_boules", on=f.BouleThrown, cites=("dead_boule.moved_restored", *UNMARKED_CLAUSES), needs=("moved.after_out",)
)
def moved_after_it_was_out(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So
) -> Rulings:
    """What a boule moved after it had been out goes back if it was marked; the rest stays where it is."""
    back, stay = parted(book, [m for m in displaced(now) if m.after_out])
    if back:
        yield book.rule("boule.moved_restored", *put_back(back), "dead_boule.moved_restored", objects=listed(back))
    if stay:
        yield book.rule("boule.moved_stays", *no_claim(stay), objects=listed(stay))


@decision("door", on=(f.BouleRemoved, f.BouleFoundLying))
def dead_boule_is_there(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleRemoved | f.BouleFoundLying, so_far: So
) -> Rulings:
    """Only a dead boule of this end is taken off, or found not taken off."""
    boule = was.boule(fact.boule)
    if boule is None:
        yield book.refuse("refused.no_such_boule", boule=fact.boule, end=was.end)
    elif boule.live:
        yield book.refuse("refused.boule_lives", boule=fact.boule)


@decision("fact", on=(f.BouleRemoved, f.BouleFoundLying), cites=("dead_boule.removed",))
def dead_boule_removed(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleRemoved | f.BouleFoundLying, so_far: So
) -> Rulings:
    """A dead boule is taken off at once; while it lies, it can come to life again."""
    key = "boule.removed" if isinstance(fact, f.BouleRemoved) else "boule.left_lying"
    yield book.rule(key, "dead_boule.removed", boule=fact.boule)


@decision("fact", on=(f.BouleThrown, f.BouleDropped), cites=("revival.opponents_play",))
def revived(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown | f.BouleDropped, so_far: So
) -> Rulings:
    """A dead boule left lying lives again, where it lies, the moment the opponents of its owner play a boule."""
    if type(fact) is f.BouleDropped and not fact.throwing:
        return
    for boule in was.boules:
        if boule.lying and not boule.live and boule.side != fact.side and _may_live(book, boule):
            yield book.rule(
                "boule.revived", BouleRevived(boule.id), "revival.opponents_play", boule=boule.id, side=boule.side
            )


OUTSIDE = ("out", "beyond", "end_line", "lanes", "left_lane")


@decision("fact", on=(f.BouleThrown, f.BouleDropped), cites=("revival.opponents_play",))
def revived_by_anybody(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown | f.BouleDropped, so_far: So
) -> Rulings:
    """A dead boule left lying lives again, where it lies, the moment anybody plays another boule."""
    if isinstance(fact, f.BouleThrown) or fact.throwing:
        for boule in was.boules:
            if boule.lying and not boule.live and _may_live(book, boule):
                alive = BouleRevived(boule.id)
                yield book.rule("boule.revived", alive, "revival.opponents_play", boule=boule.id, side=boule.side)


def _may_live(book: Bench, boule: Boule) -> bool:
    if book.has_reading("C22"):
        book.reading("C22")
    return book.reading("A52") == "where_it_lies" or boule.reason not in OUTSIDE


RULES = (
    off_the_terrain, dead_where_it_went, umpire_on_a_boule, umpire_on_a_boule_sent_out, moved_after_it_was_out,
    dead_boule_is_there, dead_boule_removed, revived,
)  # fmt: skip
