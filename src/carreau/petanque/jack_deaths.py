"""What kills a displaced jack: each test of the text by itself, and the doubts that only an umpire can settle."""

from collections.abc import Callable, Iterator
from operator import attrgetter

from msgspec import Struct

from carreau.core.bench import Bench
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as f
from carreau.petanque.count import dead_jack_gives
from carreau.petanque.state import PetanqueState

Book = Bench | Rulebook


class Death(Struct, frozen=True):
    """One reason why a jack is dead, its clauses, the limit that it has passed and the range to the point measured."""

    reason: str
    clauses: tuple[str, ...]
    limit_mm: int | None = None
    range_mm: int | None = None


Test = Callable[[Book, PetanqueState, f.Moved], Iterator[Death]]


def beyond(book: Book, moved: f.Moved) -> bool:
    """Does no part of it, seen from above, lie on or inside the line any more? Touching the line is not beyond."""
    if moved.out or moved.overlap_mm is None:
        return moved.out
    thick = moved.line_mm if moved.line_mm and book.reading("A10") == "inner_edge" else 0
    inside = moved.overlap_mm - thick
    return inside < 0 or (inside == 0 and book.reading("A9") == "dead")


def lanes_crossed(book: Book, moved: f.Moved) -> int:
    """How many lane side lines it has wholly crossed: 1 in the neighbouring lane."""
    one_more = moved.line == "lane_side" and beyond(book, moved)
    return (moved.lanes_crossed or 0) + (1 if one_more else 0)


def across_line(book: Book, now: PetanqueState, moved: f.Moved) -> bool:
    """Does it lie across, or touch, a line that would have killed it?"""
    if moved.overlap_mm is None or moved.overlap_mm >= book.limit("jack.diameter") or beyond(book, moved):
        return False
    if moved.line not in ("lane_side", "lane_end"):
        return True
    return book.has_limit("dead_jack.lanes") and (
        moved.line == "lane_end" or lanes_crossed(book, moved) == book.limit("dead_jack.lanes")
    )


def left_terrain(book: Book, moved: f.Moved) -> bool:
    """Does it lie outside its own marked terrain: on another's, or wholly across one of its lines?"""
    over = moved.line in ("lane_side", "lane_end") and beyond(book, moved)
    return moved.foreign_terrain or over or bool(moved.lanes_crossed)


def went_out_before(moved: f.Moved) -> bool:
    """Had it left the playing area before it came back, or before somebody stopped it?"""
    return moved.came_back or (moved.stopped is not None and moved.stopped.outside)


def out_of_bounds(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Wholly beyond the boundary as seen from above, once and for all."""
    if went_out_before(moved) and not book.has_reading("B12"):
        yield Death("came_back", ("dead_jack.out", "jack_stopped.came_back"))
    elif moved.out and moved.line != "lane_end":
        yield Death("out", ("dead_jack.out",))
    elif moved.line in (None, "exterior", "boundary") and beyond(book, moved):
        yield Death("out", ("dead_jack.out", "dead_jack.wholly_beyond", *STRING[: bool(moved.line_mm)]))


STRING = ("dead_jack.string",)  # what a text says of lines that are strings, which are as thick as they are


def floating(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Floating freely in a puddle."""
    if moved.floating:
        yield Death("floating", ("dead_jack.floating",))


def unseen(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Hidden from the circle by anything but a boule."""
    if moved.visible is False and moved.hidden_by != "boule":
        yield Death("not_visible", ("dead_jack.not_visible",))


def out_of_range(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Too far from the circle, or too near to it; both limits themselves are live."""
    if moved.range_mm is None:
        return
    if book.limit("dead_jack.near") <= moved.range_mm <= book.limit("dead_jack.far") - book.limit("jack.diameter"):
        return  # all of it lies within both limits, whichever point of it is measured
    points = _points(book, moved.range_mm)
    found = {answer: _out(book, *ranges) for answer, ranges in points.items()}
    answer = "nearest_point"
    if len(set(found.values())) > 1:
        book.reading("A7")
        answer = book.reading("A6")
    nearest, farthest = points[answer]
    if found[answer] == "too_near":
        yield Death("too_near", (book.limit_clause("dead_jack.near"),), book.limit("dead_jack.near"), nearest // 2)
    elif found[answer] == "too_far":
        yield Death("too_far", (book.limit_clause("dead_jack.far"),), book.limit("dead_jack.far"), farthest // 2)


def _points(book: Book, range_mm: int) -> dict[str, tuple[int, int]]:
    """Twice the ranges to compare with the near and the far limit, by the point of the jack that a game measures.

    `range_mm` is to its nearest point; twice, so that half a jack is a whole number.
    """
    near, jack = 2 * range_mm, book.limit("jack.diameter")
    return {"nearest_point": (near, near), "centre": (near + jack, near + jack), "whole_jack": (near, near + 2 * jack)}


def _out(book: Book, nearest: int, farthest: int) -> str | None:
    if nearest < 2 * book.limit("dead_jack.near"):
        return "too_near"
    return "too_far" if farthest > 2 * book.limit("dead_jack.far") else None


def off_its_lanes(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Past the neighbouring lane, or past a lane's end; in a timed game, off its own lane."""
    if not book.has_limit("dead_jack.lanes"):
        return
    most, crossed = book.limit("dead_jack.lanes"), lanes_crossed(book, moved)
    if now.setup.timed and (crossed > most or moved.foreign_terrain or beyond(book, moved)):
        yield Death("left_lane", (book.limit_clause("dead_jack.lanes"),))
    if not now.setup.timed and _past_the_neighbour(book, crossed - most):
        yield Death("lanes", (book.limit_clause("dead_jack.lanes"),))
    if moved.line == "lane_end" and beyond(book, moved) and (crossed == 0 or book.reading("C10") == "kills"):
        yield Death("end_line", ("dead_jack.end_line",))


def _past_the_neighbour(book: Book, too_many: int) -> bool:
    return too_many > 1 or (too_many == 1 and book.reading("C9") == "beyond_neighbour")


def cut_off(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Behind prohibited ground as seen from the circle."""
    if moved.ground_between and book.has("dead_jack.ground_between"):
        yield Death("ground_between", ("dead_jack.ground_between",))


def unfound(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Searched for, and given up."""
    if moved.found is False and moved.dead:
        yield Death("not_found", ("dead_jack.not_found", "dead_jack.lost"))


TESTS: tuple[Test, ...] = (out_of_bounds, floating, unseen, out_of_range, off_its_lanes, unfound, cut_off)
FROM_ITS_WAY = (out_of_bounds, off_its_lanes)
TESTS_WHERE_IT_STOPPED = tuple(test for test in TESTS if test not in FROM_ITS_WAY)


class Doubt(Struct, frozen=True):
    """What only an umpire can say of a jack: the question, its reading, the answer that kills, and of what it dies."""

    ask: str
    reading: str
    kills: str
    deaths: Test


def _deflected_out(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if deflected(moved):
        yield from out_of_bounds(book, now, moved)
        yield from off_its_lanes(book, now, moved)


def deflected(moved: f.Moved) -> bool:
    """Did an umpire or a spectator turn it aside while it was still in the playing area?"""
    return moved.stopped is not None and moved.stopped.by in ("umpire", "spectator") and not went_out_before(moved)


def _touched_above(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if moved.overhead:
        yield Death("overhead", ("dead_jack.out",))


def _hanging(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if moved.hanging:
        yield Death("hanging", ("dead_jack.out",))


def _half_seen(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if moved.partly_visible and moved.visible is None:
        yield Death("not_visible", ("dead_jack.not_visible",))


def _partly_cut_off(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if moved.part_between:
        yield Death("ground_between", ("dead_jack.ground_between",))


def _behind_puddle(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if moved.puddle_between:
        yield Death("puddle_between", ("dead_jack.floating", "dead_jack.ground_between"))


def _came_back(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    if went_out_before(moved):
        yield Death("came_back", ("dead_jack.out", "dead_jack.wholly_beyond"))


DOUBTS = (
    Doubt("jack_came_back", "B12", "dead", _came_back),
    Doubt("jack_deflected_out", "A21", "dead", _deflected_out),
    Doubt("jack_overhead", "A62", "dead", _touched_above),
    Doubt("jack_hanging", "A63", "dead", _hanging),
    Doubt("jack_partly_visible", "A43", "not_visible", _half_seen),
    Doubt("jack_part_between", "C11", "any_part", _partly_cut_off),
    Doubt("jack_puddle_between", "C12", "for_all", _behind_puddle),
)
DOUBT = {doubt.ask: doubt for doubt in DOUBTS}
DOUBTFUL_FIELDS = (
    "came_back", "stopped", "overhead", "hanging", "partly_visible", "part_between", "puddle_between",
)  # fmt: skip
_doubtful = attrgetter(*DOUBTFUL_FIELDS)


def ruled_beforehand(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """What the answers fixed for this game say of a doubtful jack."""
    for doubt in open_doubts(book, moved):
        deaths = tuple(doubt.deaths(book, now, moved))
        if deaths and book.settled(doubt.reading) == doubt.kills:
            yield from deaths


def doubts(book: Book, now: PetanqueState, moved: f.Moved) -> tuple[Doubt, ...]:
    """What is left for the umpire to say."""
    return tuple(
        d for d in open_doubts(book, moved) if any(d.deaths(book, now, moved)) and book.settled(d.reading) is None
    )


def open_doubts(book: Book, moved: f.Moved) -> Iterator[Doubt]:
    """The doubts that this text leaves open; none about a jack of which nothing doubtful is said."""
    doubtful = DOUBTS if any(_doubtful(moved)) else ()
    return (doubt for doubt in doubtful if book.has_reading(doubt.reading))


def deaths(book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """Every reason why the jack is dead; stated without one, it was not noted."""
    found = False
    for test in (*(TESTS_WHERE_IT_STOPPED if deflected(moved) else TESTS), ruled_beforehand):
        for death in test(book, now, moved):
            found = True
            yield death
    if moved.dead and not found:
        yield Death("not_noted", dead_jack_gives(now)[2][:1])


def certain(test: Test, book: Book, now: PetanqueState, moved: f.Moved) -> Iterator[Death]:
    """What a test finds, unless the umpire has yet to say whether a jack deflected out is dead."""
    if test not in FROM_ITS_WAY or not deflected(moved):
        yield from test(book, now, moved)
