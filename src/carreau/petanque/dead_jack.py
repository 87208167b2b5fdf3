"""The jack displaced: when it is dead, when an umpire has to say so, and when it lives."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    ClockRuns,
    ClockStops,
    JackDead,
    JackLive,
    JackRestored,
    MovesUndone,
    PlaceSettled,
)
from carreau.petanque.jack_deaths import (
    DOUBT,
    DOUBTFUL_FIELDS,
    STRING,
    Death,
    Test,
    across_line,
    certain,
    cut_off,
    deaths,
    doubts,
    floating,
    left_terrain,
    off_its_lanes,
    out_of_bounds,
    out_of_range,
    ruled_beforehand,
    unfound,
    unseen,
)
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


DISPLACING = (f.BouleThrown, f.ObjectMoved, f.Found, f.ObjectChanged)
WENT_OUT = tuple(f"jack_lies.{how}" for how in ("out", "came_back", "stopped", "overlap_mm", "floating"))
IN_DOUBT = tuple(f"jack_lies.{field}" for field in DOUBTFUL_FIELDS)
Displaced = f.BouleThrown | f.ObjectMoved | f.Found | f.ObjectChanged
SEARCH_ENDS: tuple[Effect, ...] = (ClockStops("search_jack"), Answered("jack_not_found"))


def at_stake(now: PetanqueState, fact: Displaced, so_far: So) -> f.Moved | None:
    """How the displaced jack lies, unless it is dead already or a ruling has given it another place."""
    if now.phase not in ("play", "count") or not now.jack.live or placed_by_ruling(so_far):
        return None
    return fact.jack_lies


def placed_by_ruling(so_far: So) -> bool:
    """Has the jack been put back, or set where somebody chose?"""
    return any(_gives_place(effect) for ruling in so_far for effect in ruling.effects)


def _gives_place(effect: object) -> bool:
    return isinstance(effect, JackRestored | JackLive) or (
        isinstance(effect, PlaceSettled | MovesUndone) and "jack" in effect.objects
    )


def ruled_dead(book: Bench, now: PetanqueState, fact: Displaced, so_far: So, *tests: Test) -> Rulings:
    """The rulings of some tests; the jack dies of the first reason in the text's order, whatever else is true."""
    moved = at_stake(now, fact, so_far)
    if moved is None:
        return
    for test in tests:
        for death in certain(test, book, now, moved):
            yield _dead(book, now, fact, moved, death)


def _dead(
    book: Bench,
    now: PetanqueState,
    fact: Displaced,
    moved: f.Moved,
    death: Death,
    *also: Effect,
    first: Death | None = None,
) -> Ruling:
    first = next(deaths(book.book, now, moved), first or death)
    if isinstance(fact, f.ObjectChanged):
        book.reading("A57")
    struck = isinstance(fact, f.BouleThrown)
    clauses = [c for c in death.clauses if struck or c != "jack_stopped.came_back"]
    also = (*also, *SEARCH_ENDS) if isinstance(fact, f.Found) else also
    effects = (JackDead(first.reason), *also)
    return book.rule(
        "jack.dead", *effects, *clauses, reason=death.reason, range_mm=death.range_mm, limit_mm=death.limit_mm
    )


@decision(
    "dead_jack",
    on=DISPLACING,
    cites=("dead_jack.out", "dead_jack.wholly_beyond", "dead_jack.floating", "jack_stopped.came_back", *STRING),
    needs=WENT_OUT,
)
def jack_out(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A jack wholly beyond the boundary is dead even when it comes back, and so is one that floats in a puddle."""
    yield from ruled_dead(book, now, fact, so_far, out_of_bounds, floating)


@decision("dead_jack", on=DISPLACING, cites=("dead_jack.not_visible",), needs=("jack_lies.visible",))
def jack_unseen(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A displaced jack that can't be seen from the circle is dead, unless only a boule hides it."""
    yield from ruled_dead(book, now, fact, so_far, unseen)


@decision(
    "dead_jack",
    on=DISPLACING,
    cites=("dead_jack.too_near", "dead_jack.too_far", "dead_jack.too_far_younger"),
    needs=("jack_lies.range_mm",),
)
def jack_out_of_range(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A displaced jack is dead nearer than the near limit or beyond the far one."""
    yield from ruled_dead(book, now, fact, so_far, out_of_range)


@decision(
    "dead_jack",
    on=DISPLACING,
    cites=("dead_jack.lanes", "dead_jack.end_line", "dead_jack.left_lane"),
    needs=(*WENT_OUT, "jack_lies.lanes_crossed", "jack_lies.foreign_terrain"),
)
def jack_off_its_lanes(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """The jack dies past the neighbouring lane, past an end line, and in a timed game wherever it leaves its lane."""
    yield from ruled_dead(book, now, fact, so_far, off_its_lanes)


@decision("dead_jack", on=DISPLACING, cites=("dead_jack.ground_between",), needs=("jack_lies.ground_between",))
def jack_cut_off(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """Prohibited ground between the circle and the jack kills the jack."""
    yield from ruled_dead(book, now, fact, so_far, cut_off)


NOT_FOUND = ("dead_jack.not_found", "dead_jack.lost")


@decision("dead_jack", on=DISPLACING, cites=NOT_FOUND, needs=("jack_lies.found",))
def jack_given_up(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A displaced jack that was searched for in vain is dead."""
    yield from ruled_dead(book, now, fact, so_far, unfound)


DOUBTFUL = (
    "dead_jack.out",
    "dead_jack.wholly_beyond",
    "dead_jack.not_visible",
    "dead_jack.floating",
    "dead_jack.ground_between",
    *STRING,
)
OFF_LANES = ("dead_jack.lanes", "dead_jack.end_line", "dead_jack.left_lane")


@decision("dead_jack", on=DISPLACING, cites=(*DOUBTFUL, *OFF_LANES), needs=IN_DOUBT)
def jack_ruled_beforehand(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """Where the umpires of a competition have agreed on a doubtful case beforehand, nobody is asked."""
    yield from ruled_dead(book, now, fact, so_far, ruled_beforehand)


@decision(
    "dead_jack",
    on=DISPLACING,
    cites=("dead_jack_score.both", "dead_jack_score.one", "dead_jack_score.none"),
    needs=("jack_lies.dead",),
)
def jack_stated_dead(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A jack said to be dead is dead; without a reason the rule that gives it effect is named."""
    moved = at_stake(now, fact, so_far)
    if moved is None:
        return
    for death in deaths(book.book, now, moved):
        if death.reason == "not_noted":
            yield _dead(book, now, fact, moved, death)


@decision("dead_jack", on=DISPLACING, cites=(*DOUBTFUL, *OFF_LANES), needs=IN_DOUBT)
def jack_in_doubt(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """What a text leaves to judgement is asked of the umpire, unless the jack is dead anyway."""
    moved = at_stake(now, fact, so_far)
    if moved is None or searched(moved) or any(deaths(book.book, now, moved)):
        return
    for doubt in doubts(book.book, now, moved):
        clauses = [c for death in doubt.deaths(book.book, now, moved) for c in death.clauses]
        yield book.ask_umpire(doubt.ask, doubt.reading, *clauses, about="jack")


LIVES = (
    "jack_moved.by_boule", "foreign_terrain.live", "dead_jack.on_line", "dead_jack.behind_boule", "dead_jack.puddle",
    "dead_jack.off_terrain_lives", *STRING,
)  # fmt: skip


@decision("dead_jack", on=Chosen, answers=tuple(DOUBT), cites=(*DOUBTFUL, *OFF_LANES, *LIVES))
def doubt_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire's word kills the jack or lets it live."""
    doubt, moved = DOUBT[answer.option.ask], answer.fact.jack_lies
    book.reading(doubt.reading)
    open_doubts = tuple(o.id for o in now.options if o.ask in DOUBT)
    if answer.choice == doubt.kills:
        reasons = tuple(doubt.deaths(book.book, now, moved))
        answered = tuple(Answered(id) for id in open_doubts)
        for death in reasons:
            yield _dead(book, now, answer.fact, moved, death, *answered, first=reasons[0])
    elif not open_doubts:
        yield from alive(book, now, answer.fact, moved)


def alive(book: Bench, now: PetanqueState, fact: Displaced, moved: f.Moved) -> Rulings:
    """What there is to say of a displaced jack that lives."""
    live = JackLive(moved.range_mm)
    if isinstance(fact, f.BouleThrown):
        yield book.rule("jack.live", live, "jack_moved.by_boule", range_mm=moved.range_mm)
    elif isinstance(fact, f.Found):
        yield book.rule("jack.found", live, *SEARCH_ENDS, "jack_moved.by_boule")
    if moved.foreign_terrain:
        yield book.rule("jack.live_elsewhere", live, "foreign_terrain.live")
    if left_terrain(book, moved) and book.has("dead_jack.off_terrain_lives"):
        yield book.rule("jack.off_terrain", live, "dead_jack.off_terrain_lives")
    if across_line(book, now, moved):
        clauses = ("dead_jack.on_line", *STRING[: bool(moved.line_mm)])
        yield book.rule("jack.on_line", live, *clauses, overlap_mm=moved.overlap_mm)
    if moved.in_puddle and book.has("dead_jack.puddle"):
        yield book.rule("jack.in_puddle", live, "dead_jack.puddle")
    if moved.visible is False and moved.hidden_by == "boule":
        yield book.rule("jack.behind_boule", live, "dead_jack.behind_boule")


@decision("dead_jack", on=DISPLACING, cites=LIVES, needs=("jack_lies",))
def jack_lives(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A jack that a boule of this game has moved counts where it lies, on another terrain too, unless it is dead."""
    moved = at_stake(now, fact, so_far)
    if moved is None or searched(moved) or doubts(book.book, now, moved) or any(deaths(book, now, moved)):
        return
    yield from alive(book, now, fact, moved)


def searched(moved: f.Moved) -> bool:
    """Is nobody able to say yet where it lies?"""
    return moved.found is False and not moved.dead


@decision("dead_jack", on=f.BouleThrown, cites=("dead_jack.not_found",), needs=("jack_lies.found",))
def search_begins(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A displaced jack that nobody sees is searched for, and the time of the search is limited."""
    moved = at_stake(now, fact, so_far)
    if moved is not None and searched(moved) and not any(deaths(book.book, now, moved)):
        clock = ClockRuns("search_jack", since_ms=now.moment.at_ms, limit_ms=book.limit("clock.search"))
        yield book.rule("jack.searched", clock, book.limit_clause("clock.search"), limit_ms=book.limit("clock.search"))


@decision("door", on=f.BouleThrown, cites=("dead_jack.not_found",), during=("clocks",))
def search_is_over(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Nobody plays while the jack is being searched for."""
    if was.jack.live and any(clock.clock == "search_jack" for clock in was.clocks):
        yield book.refuse("refused.jack_searched", book.limit_clause("clock.search"), side=fact.side)


@decision("interference", on=f.Found, cites=NOT_FOUND)
def found_too_late(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Found, so_far: So) -> Rulings:
    """A jack found after the time of the search is dead wherever it lies."""
    if at_stake(now, fact, so_far) is not None and fact.elapsed_ms > book.limit("clock.search"):
        yield _not_found(book)


@decision("dead_jack", on=f.ClockExpired, cites=NOT_FOUND)
def search_time_up(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """When the time of the search is over the jack is dead; a clock alone only asks for the word."""
    if fact.clock != "search_jack" or not now.jack.live or fact.elapsed_ms < book.limit("clock.search"):
        return
    clause = book.limit_clause("clock.search")
    if now.moment.by != "clock":
        yield _not_found(book)
    elif not any(option.ask == "jack_not_found" for option in now.options):
        yield book.ask("jack_not_found", "umpire", ["dead", "found"], clause, default="dead", about="jack", waits=False)


def _not_found(book: Bench) -> Ruling:
    clause = book.limit_clause("clock.search")
    effects = (JackDead("not_found"), *SEARCH_ENDS)
    clauses = (clause, "dead_jack.lost")
    return book.rule("jack.dead", *effects, *clauses, reason="not_found", range_mm=None, limit_mm=None)


@decision("dead_jack", on=Chosen, answers=("jack_not_found",), cites=(*NOT_FOUND, "jack_moved.by_boule"))
def search_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the jack was found in time."""
    if answer.choice == "dead":
        yield _not_found(book)
    else:
        yield book.rule("jack.found", JackLive(), *SEARCH_ENDS, "jack_moved.by_boule")


RULES = (
    search_is_over, jack_out, jack_unseen, jack_out_of_range, jack_off_its_lanes, jack_given_up, jack_cut_off,
    jack_ruled_beforehand, jack_stated_dead, jack_in_doubt, doubt_settled, jack_lives, search_begins, found_too_late,
    search_time_up, search_settled,
)  # fmt: skip
