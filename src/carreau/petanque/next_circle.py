"""Where the next end starts: around the jack, clear of obstacles, or a step back along the line of the last end."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Ruling
from carreau.petanque import facts as f
from carreau.petanque.circle import laid_again
from carreau.petanque.effects import EndOver, NextCircle, OnTerrain
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

AT = ("next_circle.at_jack", "next_circle.before_displacement")


@decision("turn", on=(f.EndCounted, f.Ruled, Chosen), cites=(*AT, "foreign_terrain.return"))
def next_end_starts(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The next end starts where the jack lies; after a foreign terrain or a dead jack from where it was displaced."""
    if now.phase != "agreed" or now.jack.status == "in_hand" or not any(_ends(r) for r in so_far):
        return
    if now.jack.foreign_terrain:
        home = (OnTerrain(now.terrain),) if now.terrain else ()
        yield book.rule("terrain.return", *home, "foreign_terrain.return", terrain=now.terrain or "")
        yield _place(book, "before_displacement")
    elif not now.jack.dead:
        yield _place(book, "jack")
    elif (answer := book.settled("C13")) is not None:
        yield _place(book, "before_displacement" if answer == "before_displacement" else "jack")
    else:
        yield book.ask_umpire("next_circle", "C13", "next_circle.before_displacement", waits=False)


@decision("turn", on=(f.EndCounted, f.Ruled, Chosen), cites=(*AT, "foreign_terrain.return"))
def next_end_at_the_jack(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The next end starts where the jack lies; if it went out, from where it was displaced; always on the own terrain."""
    if now.phase != "agreed" or now.jack.status == "in_hand" or not any(_ends(r) for r in so_far):
        return
    if now.jack.foreign_terrain:
        home = (OnTerrain(now.terrain),) if now.terrain else ()
        yield book.rule("terrain.return", *home, "foreign_terrain.return", terrain=now.terrain or "")
    elif not now.jack.dead:
        yield _place(book, "jack")
    elif now.jack.reason in ("out", "came_back"):
        yield _place(book, "before_displacement")
    elif (answer := book.settled("B11")) is not None:
        yield _place(book, "before_displacement" if answer == "before_displacement" else "jack")
    else:
        yield book.ask_umpire("next_circle", "B11", "next_circle.before_displacement", waits=False)


def _ends(ruling: Ruling) -> bool:
    return any(isinstance(effect, EndOver) for effect in ruling.effects)


def _place(book: Bench, at: str) -> Ruling:
    if at == "jack":
        return book.rule("next_circle.at_jack", NextCircle("jack"), "next_circle.at_jack")
    return book.rule(
        "next_circle.before_displacement", NextCircle("before_displacement"), "next_circle.before_displacement"
    )


@decision("turn", on=Chosen, answers=("next_circle",), cites=AT)
def place_said(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says from where the end after a dead jack starts."""
    book.reading("C13")
    yield _place(book, "before_displacement" if answer.choice == "before_displacement" else "jack")


@decision("fact", on=(f.CirclePlaced, f.JackThrown), cites=("next_circle.before_displacement",))
def place_settled(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Nobody asks any more where the end starts once it has started."""
    if any(o.ask == "next_circle" for o in now.options):
        yield book.rule("next_circle.where_laid", Answered("next_circle"), "next_circle.before_displacement")


def follows_an_end(was: PetanqueState, fact: f.CirclePlaced) -> bool:
    """Is this the circle of a later end, the place of which is given? Not one moved after the jack has passed."""
    return was.ends_completed > 0 and not (was.phase == "jack" and was.jack.passes)


@decision("legality", on=f.CirclePlaced, cites=(*AT, "next_circle.obstacle", "next_circle.displacement_obstacle"))
def circle_beside_place(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So
) -> Rulings:
    """The circle leaves its place only for an obstacle that is too near, and then keeps the regulation distance."""
    if fact.at_jack is not False or fact.moved_back_mm or not follows_an_end(was, fact):
        return
    least = book.limit("circle.obstacle_gap")
    displaced = ("next_circle.displacement_obstacle",) if was.next_circle == "before_displacement" else ()
    if fact.spot_gap_mm is not None and fact.spot_gap_mm < least:
        clauses = ("next_circle.obstacle", *displaced)
        yield book.rule("next_circle.shifted", *clauses, gap_mm=fact.spot_gap_mm, least_mm=least)
        return
    if was.next_circle is None and was.jack.foreign_terrain:
        return
    reason = "before_displacement" if was.next_circle == "before_displacement" else "at_jack"
    yield book.rule("circle.refused", *laid_again("at_jack"), f"next_circle.{reason}", reason=reason)


BACK = ("next_circle.step_back", "next_circle.other_direction", "next_circle.displacement_range")


@decision("legality", on=f.CirclePlaced, cites=BACK, needs=("moved_back_mm",))
def stepped_back(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So) -> Rulings:
    """The circle goes back only if the longest throw is impossible everywhere, and no further than it needs."""
    if not follows_an_end(was, fact):
        return
    far, longest, back = book.limit("jack.far"), fact.longest_mm, fact.moved_back_mm or 0
    if fact.elsewhere_possible:
        yield book.rule(
            "circle.refused",
            *laid_again("moved_back_mm"),
            "next_circle.other_direction",
            reason="other_direction",
            far_mm=far,
        )
    elif longest is not None and longest >= far:
        yield _although_long_enough(book, fact, far)
    elif longest is None or longest + back == far:
        displaced = ("next_circle.displacement_range",) if was.next_circle == "before_displacement" else ()
        clauses = ("next_circle.step_back", *displaced)
        yield book.rule("next_circle.stepped_back", *clauses, back_mm=back, far_mm=far)
    elif longest + back > far:
        yield book.rule(
            "circle.refused", *laid_again("moved_back_mm"), "next_circle.step_back", reason="too_far_back",
            most_mm=far - longest,
        )  # fmt: skip
    else:
        yield _part_of_the_way(book, fact, far - longest)


def _although_long_enough(book: Bench, fact: f.CirclePlaced, far: int) -> Ruling:
    """The longest throw is possible: only another reading of the text lets the circle go back for a shorter one."""
    if fact.distance_missing and book.has_reading("C15") and book.reading("C15") == "any_distance_impossible":
        return book.rule("next_circle.stepped_back", "next_circle.step_back", back_mm=fact.moved_back_mm, far_mm=far)
    return book.rule(
        "circle.refused", *laid_again("moved_back_mm"), "next_circle.step_back", reason="long_enough", far_mm=far
    )


def _part_of_the_way(book: Bench, fact: f.CirclePlaced, most: int) -> Ruling:
    answer = book.settled("C16")
    if answer is None:
        return book.ask_umpire("step_back", "C16", "next_circle.step_back", back_mm=fact.moved_back_mm, most_mm=most)
    return _how_far(book, answer, fact.moved_back_mm or 0, most)


def _how_far(book: Bench, answer: str, back: int, most: int) -> Ruling:
    if answer == "exactly_longest_throw":
        return book.rule(
            "circle.refused",
            *laid_again("moved_back_mm"),
            "next_circle.step_back",
            reason="not_all_the_way",
            most_mm=most,
        )
    return book.rule("next_circle.part_of_the_way", "next_circle.step_back", back_mm=back, most_mm=most)


@decision("legality", on=Chosen, answers=("step_back",), cites=("next_circle.step_back",))
def step_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a step back may stop short of what the longest throw needs."""
    book.reading("C16")
    slots = answer.option.slots
    yield _how_far(book, answer.choice, int(slots["back_mm"] or 0), int(slots["most_mm"] or 0))


PLACERS = "next_circle.placers_step_back"


@decision("door", on=f.JackPlaced, cites=(PLACERS, "next_circle.other_direction"), needs=("circle_moved_back_mm",))
def placers_may_move_it(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackPlaced, so_far: So) -> Rulings:
    """The side that places the jack moves the circle only if its spot never allowed the longest throw."""
    far, longest, back = book.limit("jack.far"), was.circle.longest_mm, fact.circle_moved_back_mm or 0
    if fact.elsewhere_possible or (fact.elsewhere_possible is None and was.circle.elsewhere_possible):
        yield book.refuse(
            "refused.circle_stays", PLACERS, "next_circle.other_direction", reason="other_direction", far_mm=far
        )
    elif longest is not None and longest >= far:
        yield book.refuse("refused.circle_stays", PLACERS, reason="long_enough", far_mm=far)
    elif longest is not None and longest + back > far:
        yield book.refuse("refused.circle_stays", PLACERS, reason="too_far_back", far_mm=far)


@decision("legality", on=f.JackPlaced, cites=(PLACERS,), needs=("circle_moved_back_mm",))
def placers_moved_it(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackPlaced, so_far: So) -> Rulings:
    """The circle that the placing side moved is the circle of the end."""
    book.reading("C52")
    yield book.rule("next_circle.moved_by_placers", PLACERS, side=fact.side, back_mm=fact.circle_moved_back_mm)


RULES = (
    next_end_starts, place_said, place_settled, circle_beside_place, stepped_back, step_judged, placers_may_move_it,
    placers_moved_it,
)  # fmt: skip
