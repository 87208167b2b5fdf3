"""Where the next end starts: where the snadi stopped, and by a reading where the text gives no place."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.circle import laid_again
from carreau.petanque.effects import EndOver, NextCircle
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

PLACE = ("next_circle.at_jack", "next_circle.winner_throws", "circle.start_obstacle")
ENDING = (f.EndCounted, f.Ruled, f.JackThrown, Chosen)


@decision("turn", on=ENDING, cites=PLACE)
def next_circle_lies(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The next circle is where the snadi stopped; a dead snadi or a void end leaves the place to the reading."""
    ends = [effect for ruling in so_far for effect in ruling.effects if isinstance(effect, EndOver)]
    if now.phase != "agreed" or now.jack.status == "in_hand" or not ends:
        return
    void = ends[0].void
    if void and book.reading("S-A15") == "same_circle_again":
        yield book.rule("next_circle.same", NextCircle("same"), *PLACE[:2], reason="void")
    elif not now.jack.dead:
        yield book.rule("next_circle.at_jack", NextCircle("jack"), *PLACE[:2])
    elif book.reading("S-A8") == "nearest_valid_place":
        yield book.rule("next_circle.nearest", NextCircle("nearest"), *PLACE)
    else:
        yield book.rule("next_circle.same", NextCircle("same"), *PLACE[:2], reason="dead")


@decision("legality", on=f.CirclePlaced, cites=PLACE)
def circle_elsewhere(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So) -> Rulings:
    """The circle leaves its place only for an obstacle that is too near there."""
    if fact.at_jack is not False or not was.ends_completed or was.next_circle == "nearest":
        return
    gap, least = fact.spot_gap_mm, book.limit("circle.obstacle_gap")
    no_room = gap is not None and (gap < least or (gap == least and book.reading("C1") == "refused"))
    if no_room and book.reading("S-A8") == "nearest_valid_place":
        yield book.rule("next_circle.shifted", *PLACE[::2], gap_mm=gap, least_mm=least)
    elif not no_room:
        reason = "same" if was.next_circle == "same" else "at_jack"
        yield book.rule("circle.refused", *laid_again("at_jack"), "next_circle.at_jack", reason=reason)


RULES = (next_circle_lies, circle_elsewhere)
