"""What a good jack is: its range, its gaps, its lane, its visibility; each condition that fails, with its clauses."""

from collections.abc import Iterator

from msgspec import Struct

from carreau.core.bench import Bench
from carreau.core.ruling import Slot
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState

CONDITIONS = (
    "jack.range", "jack.range_minimes", "jack.range_cadets", "jack.range_juniors", "jack.range_younger",
    "jack.obstacle", "jack.boundary", "jack.boundary_timed", "jack.visible", "jack.visible_disputed", "jack.on_lane",
    "circle.obstacle", "circle.other", "jack_kit.diameter",
)  # fmt: skip


class Fault(Struct, frozen=True):
    """A condition that a jack fails, the clauses that set it, and the measures to show."""

    reason: str
    clauses: tuple[str, ...]
    measures: dict[str, Slot] = {}


def out_of_range(book: Bench, range_mm: int) -> Fault | None:
    """Is the jack too near or too far, measured to the point of it that this game takes?"""
    if book.limit("jack.near") <= range_mm <= book.limit("jack.far") - book.limit("jack.diameter"):
        return None  # all of it lies within both limits
    found = {answer: _out(book, range_mm, answer) for answer in book.book.readings["A6"].answers}
    if len(set(found.values())) == 1:
        return _range_fault(book, range_mm, next(iter(found.values())))
    answer = book.reading("A6")
    return _range_fault(book, range_mm, found[answer], () if answer == "nearest_point" else ("jack_kit.diameter",))


def _out(book: Bench, range_mm: int, answer: str) -> str | None:
    """`range_mm` is to the nearest point; twice every length, so that half a jack is a whole number."""
    jack = 0 if answer == "nearest_point" else book.limit("jack.diameter")
    nearest, farthest = (jack, jack) if answer == "centre" else (0, 2 * jack)
    if 2 * range_mm + nearest < 2 * book.limit("jack.near"):
        return "too_near"
    return "too_far" if 2 * range_mm + farthest > 2 * book.limit("jack.far") else None


def _range_fault(book: Bench, range_mm: int, reason: str | None, also: tuple[str, ...] = ()) -> Fault | None:
    if reason is None:
        return None
    key = {"too_near": "jack.near", "too_far": "jack.far"}[reason]
    measures: dict[str, Slot] = {"range_mm": range_mm, "limit_mm": book.limit(key)}
    return Fault(reason, (book.limit_clause(key), *also), measures)


def clauses_of(book: Bench, reason: str | None) -> tuple[str, ...]:
    """The clauses behind a reason that somebody states; none when it was not noted."""
    if reason in LIMITS:
        return (book.limit_clause(LIMITS[reason]),) if book.has_limit(LIMITS[reason]) else ()
    return (OTHERS[reason],) if reason in OTHERS and book.has(OTHERS[reason]) else ()


LIMITS = {
    "too_near": "jack.near", "too_far": "jack.far", "obstacle": "jack.obstacle_gap",
    "boundary": "jack.boundary_gap", "end_line": "jack.end_line_gap",
}  # fmt: skip
OTHERS = {
    "hidden": "jack.visible", "off_lane": "jack.on_lane", "circle_obstacle": "circle.obstacle",
    "circle_boundary": "circle.obstacle", "circle_other": "circle.other",
}  # fmt: skip


def failures(book: Bench, now: PetanqueState, lies: f.JackLies) -> Iterator[Fault]:
    """Each condition that the jack fails by what was measured or stated of it."""
    if not isinstance(lies, f.JackPlaced):  # who places the jack did not choose the circle
        yield from _circle_faults(book, now)
    if lies.on_lane == "off":
        yield Fault("off_lane", ("jack.on_lane",))
    if lies.range_mm is not None and (fault := out_of_range(book, lies.range_mm)) is not None:
        yield fault
    yield from _gap_faults(book, now, lies)
    if lies.visible is False:
        yield Fault("hidden", ("jack.visible",))


def _circle_faults(book: Bench, now: PetanqueState) -> Iterator[Fault]:
    circle = now.circle
    gaps = (
        ("circle_obstacle", circle.obstacle_gap_mm, "circle.obstacle_gap", ("circle.obstacle",)),
        ("circle_boundary", circle.boundary_gap_mm, "circle.boundary_gap", ("circle.obstacle",)),
        ("circle_other", circle.other_gap_mm, "circle.other_gap", ("circle.other",)),
    )
    for reason, gap, key, clauses in gaps:
        if gap is None or not book.has_limit(key) or not any(book.has(clause) for clause in clauses):
            continue
        limit = book.limit(key)
        at_limit = reason == "circle_obstacle" and gap == limit and limit_refused(book)
        if (gap < limit or at_limit) and _is_obstacle(book, reason):
            yield Fault(reason, clauses, {"gap_mm": gap, "limit_mm": limit})


def limit_refused(book: Bench) -> bool:
    """Is a circle refused that stands at the very limit from an obstacle? Only where a text is at odds with itself."""
    return book.has_reading("C1") and book.reading("C1") == "refused"


def _gap_faults(book: Bench, now: PetanqueState, lies: f.JackLies) -> Iterator[Fault]:
    if lies.obstacle_gap_mm is None and lies.boundary_gap_mm is None and lies.end_line_gap_mm is None:
        return
    obstacle = ("jack.obstacle_gap", clauses_of(book, "obstacle"))
    if (
        lies.obstacle_gap_mm is not None
        and now.setup.timed
        and book.has_reading("C2")
        and book.reading("C2") == "obstacles_too"
    ):
        obstacle = ("jack.boundary_gap", (*clauses_of(book, "obstacle"), *clauses_of(book, "boundary")))
    gaps = (
        ("obstacle", lies.obstacle_gap_mm, *obstacle),
        ("boundary", lies.boundary_gap_mm, "jack.boundary_gap", clauses_of(book, "boundary")),
        ("end_line", lies.end_line_gap_mm, "jack.end_line_gap", clauses_of(book, "end_line")),
    )
    for reason, gap, key, clauses in gaps:
        if gap is not None and clauses and gap < book.limit(key) and _is_obstacle(book, reason):
            yield Fault(reason, clauses, {"gap_mm": gap, "limit_mm": book.limit(key)})


def _is_obstacle(book: Bench, reason: str) -> bool:
    """A thing measured as an obstacle counts as one, unless it was settled otherwise; the umpire has the last word."""
    return "obstacle" not in reason or book.settled("A8") != "no_obstacle"


def all_faults(book: Bench, now: PetanqueState, lies: f.JackLies) -> list[Fault]:
    """What the jack fails by its measures, and the stated reason of a bad one unless the measures give it already."""
    faults = list(failures(book, now, lies))
    bad = lies.good is False or (lies.good is None and lies.reason is not None)
    reason = lies.reason or "not_noted"
    if not bad or reason in [fault.reason for fault in faults] or (reason == "not_noted" and faults):
        return faults
    unnoted = "jack.placed_validly" if isinstance(lies, f.JackPlaced) else "jack.placed_by_opponents"
    return [*faults, Fault(reason, clauses_of(book, reason) or (unnoted,))]
