"""Table, balls, pins, light and hall inspected: the book's numbers are data, and each fault is named."""

from collections.abc import Iterator

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import Recorded
from carreau.billiards.five_state import FivePinsState
from carreau.core.bench import Bench
from carreau.core.clause import Check, Clause
from carreau.core.decision import decision
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

KIT = (
    "table.surface", "table.bed", "table.cushions", "table.cushion_height", "table.no_holes", "table.size_tolerance",
    "table.cushions_fixed", "table.frame_width", "table.frame_plain", "table.cushions_approved", "table.diamonds",
    "table.frame_unmarked", "table.cloth_new", "table.cloth_covers", "table.cloth_approved", "table.height",
    "table.heater", "table.heater_on", "equipment.balls", "equipment.ball_diameter", "equipment.ball_weight",
    "equipment.ball_weights", "equipment.pins", "equipment.pin_colours", "equipment.pin_size", "equipment.chalk",
    "table.spots_marked", "table.no_rings", "table.lines_drawn", "table.lines_applied", "equipment.cue_tip",
    "equipment.light", "equipment.light_measured", "equipment.light_glare", "equipment.light_height",
    "equipment.hall_light", "table.floor_lines", "equipment.scoreboard", "equipment.waiting_place", "equipment.shoes",
)  # fmt: skip


def checks(book: Bench, object: str) -> Iterator[tuple[Clause, Check]]:
    """Every number or word that the book asks of such an object, with its clause."""
    for key in KIT:
        clause = book.book.clauses[key]
        yield from ((clause, check) for check in clause.checks if check.object == object)


@decision("door", on=f.Inspected)
def finding_makes_sense(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Inspected, so_far: So) -> Rulings:
    """An inspection finds what can be looked for, in the unit that its name says."""
    known = {check.property: check for _, check in checks(book, fact.object)}
    for name, value in fact.found.items():
        if name not in known:
            yield book.refuse(
                "refused.no_such_property", object=fact.object, property=name, known=", ".join(sorted(known))
            )
        elif not _sensible(known[name], value):
            yield book.refuse("refused.no_such_finding", object=fact.object, property=name, value=str(value))


def _sensible(check: Check, value: object) -> bool:
    if check.is_ is not None:
        return isinstance(value, bool)
    if check.one_of is not None:
        return isinstance(value, str)
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@decision("fact", on=f.Inspected, cites=KIT)
def satisfies_the_book(book: Bench, was: FivePinsState, now: FivePinsState, fact: f.Inspected, so_far: So) -> Rulings:
    """What is inspected satisfies the book in everything that was looked at, or each fault is named."""
    holds = {str(v) for v in fact.found.values()} | ({"official"} if now.setup.official else set())
    if fact.object == "ball":
        book.reading("F-T2")
    for key in KIT:
        asked = [check for clause, check in _asked(book, fact, holds) if clause.key == key]
        faults = [check for check in asked if not check.passes(fact.found[check.property])]
        for check in faults:
            yield _rejected(book, fact, key, check)
        if asked and not faults:
            yield book.rule("kit.passes", key, kind=fact.object)


def _asked(book: Bench, fact: f.Inspected, holds: set[str]) -> Iterator[tuple[Clause, Check]]:
    """The checks of what was looked at that apply here."""
    for clause, check in checks(book, fact.object):
        if_, unless = check.if_, check.unless
        if check.property in fact.found and (if_ is None or if_ in holds) and (unless is None or unless not in holds):
            yield clause, check


def _rejected(book: Bench, fact: f.Inspected, key: str, check: Check) -> Ruling:
    found = fact.found[check.property]
    return book.rule(
        "kit.rejected", Recorded(f"{fact.object} {check.property}"), key,
        kind=fact.object, property=check.property, found=found, min=check.min, max=check.max,
    )  # fmt: skip


RULES = (finding_makes_sense, satisfies_the_book)
