"""Boules, jack, circle, terrain and instruments inspected, what follows for their owners, and the players' licences."""

from collections.abc import Iterator, Mapping

from carreau.core.bench import Bench
from carreau.core.clause import Check, Clause
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import PhaseIs, Recorded, Registered, Rejected, TeamOut
from carreau.petanque.forfeit import forfeited
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Found = Mapping[str, int | bool | str]

TAMPERED = ("boule_kit.filled", "boule_kit.altered", "boule_kit.retempered")
CHILDRENS = "boule_kit.childrens_boule"
FAULTY = (
    "boule_kit.approved",
    "boule_kit.material",
    "boule_kit.diameter",
    "boule_kit.weight",
    "boule_kit.marks",
    CHILDRENS,
)
JACK = ("jack_kit.material", "jack_kit.diameter", "jack_kit.weight", "jack_kit.magnetic")
CIRCLE = ("circle.drawn_size", "circle.rigid_size", "circle.folding", "circle.from_organisers")
GROUND = ("terrain.size_championship", "terrain.size_other", "terrain.barriers", "terrain.boundary")
KIT = (*FAULTY[:-1], *TAMPERED, *JACK, *CIRCLE, *GROUND, "measure.instruments")
CLAUSES_ON = {"circle": CIRCLE, "terrain": GROUND}
WORN = ("worn", "defective")
ALSO = {"boule": (*WORN, "engraving"), "jack": ("painted",)}
CHAMPIONSHIPS = ("national_championship", "international")


def checks(book: Bench, object: str) -> Iterator[tuple[Clause, Check]]:
    """Every number or word that the book asks of such an object, with its clause."""
    for clause in clauses_of(book, *KIT, CHILDRENS):
        yield from ((clause, check) for check in clause.checks if check.object == object)


def clauses_of(book: Bench, *keys: str) -> Iterator[Clause]:
    """The clauses that this edition has."""
    known = book.book.clauses
    return (known[key] for key in keys if key in known)


@decision("door", on=f.Inspected, cites=("boule_kit.tampered_out",))
def finding_makes_sense(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """An inspection finds what can be looked for, and a tampered boule has an owner."""
    known = {check.property: check for _, check in checks(book, fact.object)}
    for name, value in fact.found.items():
        if name not in known and name not in also(book, fact.object):
            there = ", ".join((*known, *also(book, fact.object)))
            yield book.refuse("refused.no_such_property", object=fact.object, property=name, known=there)
        elif name in known and not sensible(known[name], value):
            yield book.refuse("refused.no_such_finding", object=fact.object, property=name, value=str(value))
    player = was.player(fact.player)
    if fact.player is not None and (fact.side not in (None, player.side) if player else bool(was.players)):
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)
    if owner(was, fact) is None and any(_fails(book, was, fact, c) for c in clauses_of(book, *TAMPERED)):
        yield book.refuse("refused.whose_boule", "boule_kit.tampered_out")


def also(book: Bench, object: str) -> tuple[str, ...]:
    """What may be found besides what the book measures."""
    engraved = ("engraved",) if object == "boule" and book.has_reading("B26") else ()
    return (*ALSO.get(object, ()), *engraved)


def sensible(check: Check, value: object) -> bool:
    """Can this be found where the check looks?"""
    if check.is_ is not None:
        return isinstance(value, bool)
    if check.one_of is not None:
        return isinstance(value, str)
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def owner(state: PetanqueState, fact: f.Inspected) -> Side | None:
    """The side whose object is inspected."""
    player = state.player(fact.player)
    return fact.side or (player.side if player else None)


def conditions(book: Bench, state: PetanqueState, found: Found, player: str | None) -> frozenset[str]:
    """The circumstances that decide which checks apply."""
    setup = state.setup
    holds = {str(found.get("kind", "")), str(found.get("material", ""))}
    if setup.level in CHAMPIONSHIPS:
        holds.add("championship")
    if setup.terrain.organiser_circle:
        holds.add("organiser_circle")
    if setup.age_restricted and _young_enough(book, state, player):
        holds.add("age_restricted")
    return frozenset(holds)


def _young_enough(book: Bench, state: PetanqueState, player: str | None) -> bool:
    known = state.player(player)
    if not book.has_limit("boule_kit.childrens_age"):
        return False
    return known is None or known.age is None or known.age <= book.limit("boule_kit.childrens_age")


def _applies(check: Check, holds: frozenset[str]) -> bool:
    return (check.if_ is None or check.if_ in holds) and (check.unless is None or check.unless not in holds)


def _fails(book: Bench, state: PetanqueState, fact: f.Inspected, clause: Clause) -> bool:
    holds = conditions(book, state, fact.found, fact.player)
    return any(not check.passes(value) for check, value in _found(clause, fact.object, fact.found, holds))


def _found(clause: Clause, object: str, found: Found, holds: frozenset[str]) -> list[tuple[Check, int | bool | str]]:
    """What was found beside what the clause asks, as far as it applies."""
    return [
        (check, found[check.property])
        for check in clause.checks
        if check.object == object and check.property in found and _applies(check, holds)
    ]


def looked_at(now: PetanqueState, fact: f.Inspected | f.CirclePlaced | GameSetUp) -> tuple[str, Found, str | None]:
    """The object that a fact tells of, what is known of it, and the player it belongs to."""
    if isinstance(fact, f.Inspected):
        kind = {"kind": now.circle.kind} if fact.object == "circle" and now.circle.kind else {}
        return fact.object, kind | fact.found, fact.player
    if isinstance(fact, f.CirclePlaced):
        said: dict[str, int | bool | str | None] = {
            "kind": fact.circle,
            "diameter_mm": fact.diameter_mm,
            "feet_fit": fact.feet_fit,
        }
        said |= {"approved": fact.approved, "supplier": fact.supplier}
        return "circle", _known(said), None
    ground = fact.terrain
    sizes = {"length_mm": ground.length_mm, "width_mm": ground.width_mm} if ground.marked is not False else {}
    gaps = {"barrier_gap_mm": ground.barrier_gap_mm, "boundary_gap_mm": ground.boundary_gap_mm}
    return "terrain", _known(sizes | gaps), None


def _known(said: Mapping[str, int | bool | str | None]) -> Found:
    return {name: value for name, value in said.items() if value is not None}


@decision("fact", on=(f.Inspected, f.CirclePlaced, GameSetUp), cites=KIT)
def satisfies_the_book(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected | f.CirclePlaced | GameSetUp, so_far: So
) -> Rulings:
    """What is inspected or laid satisfies the book in everything that was looked at, or is rejected for each fault."""
    object, found, player = looked_at(now, fact)
    if not found:
        return
    holds = conditions(book, now, found, player)
    for clause in clauses_of(book, *CLAUSES_ON.get(object, KIT)):
        key, seen = clause.key, _found(clause, object, found, holds)
        if not seen:
            continue
        faults = [(check, value) for check, value in seen if not check.passes(value)]
        for check, value in faults:
            yield _rejected(book, now, object, key, check, value)
        if not faults:
            yield book.rule("equipment.passes", key, kind=object)


def _rejected(book: Bench, now: PetanqueState, object: str, key: str, check: Check, value: int | bool | str) -> Ruling:
    again = (PhaseIs("circle"),) if object == "circle" and now.phase == "jack" and now.jack.status == "in_hand" else ()
    effects: tuple[Effect, ...] = (Rejected(object, check.property), *again)
    return book.rule(
        "equipment.rejected", *effects, key, reason=f"{object}_{check.property}", property=check.property, found=value,
        min=check.min, max=check.max,
    )  # fmt: skip


@decision("fact", on=f.Inspected, cites=(CHILDRENS,))
def childrens_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """In an event reserved for children a boule may have the smaller figures; in between the umpire says."""
    seen = _found(book.book.clauses[CHILDRENS], fact.object, fact.found, conditions(book, now, fact.found, fact.player))
    faults = [(check, value) for check, value in seen if not check.passes(value)]
    for check, value in faults:
        yield _rejected(book, now, "boule", CHILDRENS, check, value)
    if faults or not seen:
        return
    if all(value == check.min for check, value in seen) or all(_ordinary(book, check, value) for check, value in seen):
        yield book.rule("equipment.passes", CHILDRENS, kind="boule")
    elif (answer := book.settled("C38")) is not None:
        yield _in_between(book, answer)
    else:
        about = fact.player or owner(now, fact) or ""
        yield book.ask_umpire("childrens_boule", "C38", CHILDRENS, about=about, waits=False, owner=owner(now, fact))


def _ordinary(book: Bench, check: Check, value: int | bool | str) -> bool:
    """Would the boule pass in any event?"""
    asked = (
        c
        for clause in clauses_of(book, *KIT)
        for c in clause.checks
        if (c.object, c.property) == (check.object, check.property)
    )
    return all(c.passes(value) for c in asked)


def _in_between(book: Bench, answer: str) -> Ruling:
    if answer == "smallest":
        return book.rule("equipment.passes", CHILDRENS, kind="boule")
    return book.rule("equipment.neither_size", Rejected("boule", "childrens_boule"), CHILDRENS)


@decision(
    "legality",
    on=Chosen,
    answers=("childrens_boule",),
    cites=(CHILDRENS, "boule_kit.replace_faulty", "boule_kit.change_set"),
)
def childrens_boule_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule between the children's figures and the ordinary ones may be played."""
    book.reading("C38")
    yield _in_between(book, answer.choice)
    if answer.choice == "exact":
        about, side = answer.option.about, answer.option.slots.get("owner")
        yield from _must_change(book, about, side if isinstance(side, str) else None)


def rejected_for(so_far: So) -> frozenset[str]:
    """The clauses for which this inspection has rejected a boule."""
    rejected = (r for r in so_far if any(isinstance(e, Rejected) and e.object == "boule" for e in r.effects))
    return frozenset(key for ruling in rejected for key in ruling.clauses)


@decision("legality", on=f.Inspected, cites=("boule_kit.tampered_out",))
def tampered(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """Whoever plays a tampered boule is out of the competition at once, with every partner, and the game is lost."""
    side = owner(now, fact)
    if side is None or not rejected_for(so_far) & set(TAMPERED):
        return
    yield book.rule("boule.tampered", TeamOut(side, "competition"), "boule_kit.tampered_out", side=side)
    if now.phase != "over":
        yield forfeited(book, now, side, "tampered", "boule_kit.tampered_out")


@decision("legality", on=f.Inspected, cites=("boule_kit.replace_faulty", "boule_kit.change_set"))
def must_change(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """A boule that is worn, badly made or outside the norms, but not tampered with, is changed; the set may be."""
    faults = rejected_for(so_far)
    worn = fact.object == "boule" and any(fact.found.get(name) is True for name in WORN)
    if not faults & set(TAMPERED) and (worn or faults & set(FAULTY)):
        side = owner(now, fact)
        yield from _must_change(book, fact.player or side or "", side)


def _must_change(book: Bench, about: str, side: str | None) -> Rulings:
    yield book.rule("boule.must_change", "boule_kit.replace_faulty", player=about, side=side)
    if side is not None and book.has("boule_kit.change_set"):
        yield book.ask(
            "change_set",
            side,
            ["one_boule", "set"],
            "boule_kit.change_set",
            default="one_boule",
            about=about,
            waits=False,
        )


@decision("legality", on=Chosen, answers=("change_set",), cites=("boule_kit.change_set",))
def set_changed(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The player changes the one boule, or takes a whole new set."""
    what = Recorded(f"{answer.choice} changed by {answer.option.about}")
    yield book.rule("boule.changed", what, "boule_kit.change_set", kind=answer.choice, player=answer.option.about)


@decision("fact", on=f.Inspected, cites=("boule_kit.inspection",))
def inspection_ordered(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """Umpire and jury have boules examined whenever they wish."""
    ordered_by = fact.asked_by or now.moment.by
    if fact.object == "boule" and ordered_by in ("umpire", "jury"):
        yield book.rule("boule.inspected", Recorded("inspection"), "boule_kit.inspection", by=ordered_by)


@decision("door", on=f.LicenceShown)
def player_is_known(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.LicenceShown, so_far: So) -> Rulings:
    """Papers are shown by players of the game."""
    if was.players and was.player(fact.player) is None:
        yield book.refuse("refused.unknown_player", player=fact.player)


@decision("fact", on=f.LicenceShown, cites=("licence.shown",))
def licence(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.LicenceShown, so_far: So) -> Rulings:
    """A player is registered with a licence, or with proof of identity and of membership together."""
    if fact.licence or (fact.identity and fact.membership):
        yield book.rule("licence.in_order", Registered(fact.player, True), "licence.shown", player=fact.player)
    else:
        missing = "identity" if fact.membership else ("membership" if fact.identity else "licence")
        yield book.rule(
            "licence.missing", Rejected("player", missing), Registered(fact.player, False), "licence.shown",
            player=fact.player, reason=missing,
        )  # fmt: skip


@decision("door", on=(f.BouleThrown, f.JackThrown), cites=("licence.shown",), during=("unlicensed",))
def thrower_is_registered(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown | f.JackThrown, so_far: So
) -> Rulings:
    """A player without papers is not registered and throws nothing."""
    if fact.player in was.unlicensed and getattr(fact, "breach", None) != "excluded":
        breach = "excluded" if isinstance(fact, f.BouleThrown) else None
        yield book.refuse("refused.not_registered", "licence.shown", breach=breach, player=fact.player, side=fact.side)


RULES = (
    finding_makes_sense, satisfies_the_book, childrens_boule, inspection_ordered, tampered, must_change,
    childrens_boule_judged, set_changed, player_is_known, licence, thrower_is_registered,
)  # fmt: skip
