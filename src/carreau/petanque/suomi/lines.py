"""The line around the terrain: whatever ends up outside is dead, a boule as well as the snadi; and the snadi unseen."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.dead_boules import stopped_outside, wholly_over
from carreau.petanque.dead_jack import DISPLACING, Displaced, at_stake
from carreau.petanque.effects import BouleDead, BouleLive, JackDead, JackLive, OrderForgotten
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

MOVING = (f.BouleThrown, f.ObjectMoved)
Moving = f.BouleThrown | f.ObjectMoved


def lying(now: PetanqueState, fact: Moving) -> Iterator[tuple[str, f.Moved]]:
    """What this fact moved, by name, and how it lies now."""
    if isinstance(fact, f.ObjectMoved):
        yield from ((fact.object, lies) for lies in (fact.lies,) if lies is not None)
    else:
        yield from ((now.thrown or "thrown" if m.object == "thrown" else m.object, m) for m in fact.moved)


def outside(book: Bench, now: PetanqueState, moved: f.Moved) -> str | None:
    """Why it is dead where it went: out, wholly beyond the line, or back after it was out; None while it lives."""
    if moved.came_back:
        return "came_back" if book.reading("S-A5") == "dead" else None
    elsewhere = moved.foreign_terrain and now.setup.terrain.marked is not False
    if moved.out or elsewhere or moved.lanes_crossed or stopped_outside(moved):
        return "out"
    if moved.overlap_mm is None or (moved.object == "jack" and moved.overlap_mm >= book.limit("jack.diameter")):
        return None
    across = not wholly_over(book, moved)
    return "beyond" if not across or book.reading("S-A4") == "dead" else None


def has_line(moved: f.Moved) -> bool:
    """Does it say anything of a boundary?"""
    left = moved.out or moved.came_back or bool(moved.lanes_crossed) or stopped_outside(moved)
    return left or moved.overlap_mm is not None


@decision("door", on=MOVING, cites=("terrain.any_surface", "dead_boule.out"), needs=("moved", "lies"))
def there_is_a_line(book: Bench, was: PetanqueState, now: PetanqueState, fact: Moving, so_far: So) -> Rulings:
    """On ground without a boundary nothing can be out."""
    if was.setup.terrain.marked is False:
        for name, moved in lying(now, fact):
            if has_line(moved):
                yield book.refuse("refused.no_boundary", "terrain.any_surface", "dead_boule.out", object=name)


@decision("dead_boules", on=MOVING, cites=("dead_boule.out",), needs=("moved", "lies"))
def boule_outside(book: Bench, was: PetanqueState, now: PetanqueState, fact: Moving, so_far: So) -> Rulings:
    """A boule that ends up off the terrain is dead; across the line it is for now not off it."""
    for id, moved in lying(now, fact):
        boule = now.boule(id)
        if boule is None or not boule.live:
            continue
        reason = outside(book, now, moved) or ("not_noted" if moved.dead else None)
        if reason is not None:
            lies_there = isinstance(fact, f.BouleThrown) and fact.left_lying
            yield book.rule("boule.dead", BouleDead(id, reason, lies_there), "dead_boule.out", boule=id, reason=reason)
        elif has_line(moved):
            yield book.rule("boule.on_line", BouleLive(id), "dead_boule.out", boule=id)


DEATHS = ("dead_jack.out", "dead_boule.out", "dead_jack.not_visible", "dead_jack_score.end_over")


@decision("dead_jack", on=DISPLACING, cites=DEATHS, needs=("jack_lies",))
def snadi_dead(book: Bench, was: PetanqueState, now: PetanqueState, fact: Displaced, so_far: So) -> Rulings:
    """A displaced snadi dies off the terrain or out of sight, and of nothing else; a boule before it hides nothing."""
    moved = at_stake(now, fact, so_far)
    if moved is None:
        return
    found = list(_deaths(book, now, moved))
    for reason, clauses in found:
        yield book.rule(
            "jack.dead", JackDead(found[0][0]), *clauses, reason=reason, range_mm=moved.range_mm, limit_mm=None
        )
    if not found and has_line(moved):
        yield book.rule("jack.on_line", JackLive(moved.range_mm), "dead_jack.out", overlap_mm=moved.overlap_mm)
    if not found and moved.partly_visible and moved.visible is None:
        yield book.rule("jack.seen_in_part", JackLive(moved.range_mm), "dead_jack.not_visible")
    if not found and moved.visible is False:
        yield book.rule("jack.behind_boule", JackLive(moved.range_mm), "dead_jack.not_visible")


def _deaths(book: Bench, now: PetanqueState, moved: f.Moved) -> Iterator[tuple[str, tuple[str, ...]]]:
    reason, unseen = outside(book, now, moved), _unseen(book, moved)
    if reason is not None:
        yield ("came_back" if reason == "came_back" else "out"), ("dead_jack.out", "dead_boule.out")
    if unseen:
        yield "not_visible", ("dead_jack.not_visible",)
    if moved.dead and reason is None and not unseen:
        yield "not_noted", ("dead_jack_score.end_over",)


def _unseen(book: Bench, moved: f.Moved) -> bool:
    """Is it hidden by anything but a boule? A part that can be seen is by the reading enough."""
    if moved.hidden_by == "boule":
        return False
    if moved.partly_visible and moved.visible is None:
        return book.reading("A43") == "not_visible"
    return moved.visible is False


@decision("interference", on=(f.ObjectMoved, f.MeasuringDisturbed), cites=("measure.instruments",))
def measured_no_more(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved | f.MeasuringDisturbed, so_far: So
) -> Rulings:
    """Where the text does not say whether a thing goes back, what was measured of it counts no more."""
    stays = isinstance(fact, f.MeasuringDisturbed) and not fact.displaced
    if not stays and now.phase in ("play", "count") and (fact.object == "jack" or now.boule(fact.object) is not None):
        yield book.rule("measure.anew", OrderForgotten((fact.object,)), "measure.instruments", object=fact.object)


RULES = (there_is_a_line, measured_no_more, boule_outside, snadi_dead)
