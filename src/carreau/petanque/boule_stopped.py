"""Boules stopped or deflected on their way: replayed, left, dead, or set where somebody chooses."""

from collections.abc import Iterator

from msgspec import Struct, structs

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Ruling
from carreau.petanque import facts as f
from carreau.petanque.dead_boules import NEUTRAL, stopped_outside
from carreau.petanque.effects import BouleDead, BouleLive, BouleReplayed, BouleStays, PlaceSettled, TeamOut
from carreau.petanque.forfeit import forfeited
from carreau.petanque.marks import UNMARKED_CLAUSES, displaced, listed, marked, no_claim, put_back, unmarked
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

STRANGERS = ("foreign_boule", "foreign_jack", "animal", "object")
STOPPED_CLAUSES = (
    "boule_stopped.replay", "boule_stopped.neutral", "boule_stopped.own_side", "boule_stopped.pointed",
    "boule_stopped.shot", "boule_stopped.leave", "boule_stopped.line", "boule_stopped.on_purpose", *UNMARKED_CLAUSES,
)  # fmt: skip


class Stop(Struct, frozen=True, kw_only=True):
    """One boule that was stopped: whose it is, how it had been set moving, and the side of the player who stopped it.

    `stopper` means nothing when it was no player.
    """

    id: str
    side: Side
    thrown: bool
    how: f.How | None
    moved: f.Moved
    by: f.Stopped
    stopper: Side


def stops(now: PetanqueState, fact: f.BouleThrown) -> Iterator[Stop]:
    """The live boules of this throw that something stopped, and that no ruling has taken back yet."""
    for moved in now.moved:
        thrown = moved.object == "thrown"
        boule = now.boule((now.thrown or "") if thrown else moved.object)
        if moved.stopped is None or boule is None or not boule.live or boule.id in now.settled:
            continue
        by = moved.stopped
        whose = side_of(now, by) or boule.side
        yield Stop(id=boule.id, side=boule.side, thrown=thrown, how=fact.how, moved=moved, by=by, stopper=whose)


def side_of(now: PetanqueState, by: f.Stopped) -> Side | None:
    """The side of the player who stopped something; players nobody has registered are known by the side's letter."""
    if by.by != "player" or by.side is not None:
        return by.side
    player = now.player(by.player)
    return player.side if player else next((s for s in SIDES if (by.player or "").startswith(s)), None)


def was_dead(moved: f.Moved) -> bool:
    """Was it dead when it was stopped: outside the playing area, or on its way back from there?"""
    return stopped_outside(moved) or moved.came_back


@decision("door", on=f.BouleThrown, needs=("moved.stopped",))
def stopper_is_named(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """When a player has stopped something, it has to be said of which side; the choice depends on it."""
    for moved in fact.moved:
        by = moved.stopped
        if by is not None and by.by == "player" and side_of(was, by) is None:
            yield book.refuse("refused.stopper_unnamed", side=fact.side)


@decision("interference", on=f.BouleThrown, cites=STOPPED_CLAUSES, needs=("moved.stopped",))
def boule_stopped(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """What becomes of a stopped boule depends on who stopped it and on whether it was pointed, shot or struck."""
    found = list(stops(now, fact))
    meant = [s for s in found if s.by.by == "player" and s.by.on_purpose]
    for stop in meant:
        yield from _on_purpose(book, now, stop)
    again = [s for s in found if s.thrown and s.by.by in STRANGERS and not s.by.beyond_jack]
    for stop in again or found if not meant else ():
        if not was_dead(stop.moved):
            yield from _deflected(book, now, stop) if stop.by.rolled_on else _judged(book, now, stop)


def _deflected(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """A boule only turned aside is one stopped; where the text does not say so, the umpire does."""
    strangers = stop.by.by in STRANGERS and stop.thrown
    answer = "as_stopped" if strangers or not book.has_reading("B23") else book.settled("B23")
    if answer is None:
        yield book.ask_umpire("boule_deflected", "B23", _clause(stop), about=stop.id, boule=stop.id)
    elif answer == "as_stopped":
        yield from _judged(book, now, stop)
    else:
        yield _plays_on(book, stop)


def _clause(stop: Stop) -> str:
    """The clause under which a boule would fall that was stopped so."""
    if stop.by.by != "player":
        return "boule_stopped.neutral"
    if stop.thrown and stop.stopper == stop.side and stop.how != "shot":
        return "boule_stopped.own_side"
    return "boule_stopped.pointed" if stop.thrown and stop.how == "point" else "boule_stopped.shot"


def _plays_on(book: Bench, stop: Stop) -> Ruling:
    return book.rule("boule_stopped.stays", BouleStays(stop.id), _clause(stop), boule=stop.id, why="deflected")


@decision("interference", on=Chosen, answers=("boule_deflected",), cites=STOPPED_CLAUSES)
def umpire_on_a_deflection(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule that was deflected and rolled on is taken as stopped."""
    book.reading("B23")
    stop = _asked_about(now, answer)
    if answer.choice == "as_stopped":
        yield from _judged(book, now, stop)
    else:
        yield _plays_on(book, stop)


def _judged(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    if stop.by.by == "player":
        yield from _by_player(book, now, stop)
    elif stop.by.by in NEUTRAL:
        yield book.rule(
            "boule_stopped.stays", BouleStays(stop.id), "boule_stopped.neutral", boule=stop.id, why=stop.by.by
        )
    elif stop.by.by in STRANGERS:
        yield from (_thrown_by_stranger(book, now, stop) if stop.thrown else _struck_by_stranger(book, now, stop))


# --- by what belongs to no player, umpire or spectator ---------------------------------------------


def _thrown_by_stranger(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """Between circle and jack the boule is replayed; beyond the jack the umpire has the word."""
    if not stop.by.beyond_jack:
        yield from replayed(book, now, stop.id, "boule_stopped.replay", why="stranger")
        return
    answer = book.settled("A23")
    if answer is None:
        yield book.ask_umpire("boule_beyond_jack", "A23", "boule_stopped.replay", about=stop.id, boule=stop.id)
    else:
        yield from _beyond_jack(book, now, stop.id, answer)


def _beyond_jack(book: Bench, now: PetanqueState, id: str, answer: str) -> Rulings:
    if answer == "replayed":
        yield from replayed(book, now, id, "boule_stopped.replay", why="stranger")
    else:
        yield book.rule("boule_stopped.stays", BouleStays(id), "boule_stopped.replay", boule=id, why="beyond_jack")


def replayed(book: Bench, now: PetanqueState, id: str, clause: str, *, why: str) -> Rulings:
    """The boule goes back into the hand of its player; marked boules that it had moved go back too."""
    boule = now.boule(id)
    who = (boule.player or boule.side) if boule else None
    yield book.rule("boule_stopped.replayed", BouleReplayed(id), clause, boule=id, who=who, why=why)
    yield from _undone(book, now, [m for m in displaced(now) if m.object != "jack"], clause)


def _undone(book: Bench, now: PetanqueState, moved: list[f.Moved], clause: str) -> Rulings:
    """What goes back to its mark needs no answer any more to where it should lie."""
    back, stay = marked(moved), unmarked(moved)
    if back and book.reading("A24") == "marked_put_back":
        lapsed = tuple(Answered(o.id) for o in now.options if o.about in back)
        yield book.rule("boule_stopped.put_back", *put_back(back), *lapsed, clause, objects=listed(back))
    elif back:
        yield book.rule("boule_stopped.moved_left", clause, objects=listed(back))
    if stay:
        yield book.rule("boule.moved_stays", *no_claim(stay), objects=listed(stay))


REPLAYS = ("boule_stopped.replay", "boule_stopped.pointed", "throw.no_replay")


@decision(
    "dead_boules",
    on=(f.BouleThrown, f.ReplayAsked),
    cites=(*REPLAYS, *UNMARKED_CLAUSES),
    needs=("moved", "reason"),
    unexpected=True,
)
def jack_of_a_replayed_boule(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So
) -> Rulings:
    """The jack too goes back where a replayed boule found it, whatever stopped it afterwards."""
    clauses = [r.clauses[0] for r in so_far if any(isinstance(e, BouleReplayed) for e in r.effects)]
    for clause in clauses[:1]:
        yield from _undone(book, now, [m for m in displaced(now) if m.object == "jack"], clause)


def _struck_by_stranger(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """For a struck boule that a stranger stops no rule exists: it stays, or goes back to its mark."""
    answer = book.settled("A22") if stop.moved.marked else "stays"
    if answer is None:
        yield book.ask_umpire("boule_struck_stopped", "A22", "boule_stopped.neutral", about=stop.id, boule=stop.id)
    else:
        yield _struck_as_umpire_says(book, stop.id, answer)


def _struck_as_umpire_says(book: Bench, id: str, answer: str) -> Ruling:
    if answer == "put_back":
        return book.rule("boule_stopped.put_back", *put_back((id,)), "boule_stopped.neutral", objects=id)
    return book.rule("boule_stopped.stays", BouleStays(id), "boule_stopped.neutral", boule=id, why="stranger")


# --- by a player -----------------------------------------------------------------------------------


def _by_player(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    if not stop.thrown:
        yield from _struck(book, now, stop)
    elif stop.how is None:
        yield how_thrown(book, stop)
    elif stop.how == "shot":
        yield from _shot(book, now, stop)
    elif stop.stopper == stop.side:
        yield _own_side(book, stop)
    else:
        yield _leave_or_replay(book, now, stop)


def _leave_or_replay(book: Bench, now: PetanqueState, stop: Stop) -> Ruling:
    """The choice is the player's who threw, unless it is read as the whole side's."""
    boule = now.boule(stop.id)
    player = boule.player if boule is not None and book.reading("C40") == "thrower" else None
    id, choices, clause = stop.id, ("leave", "replay"), "boule_stopped.pointed"
    return book.ask(
        "boule_pointed", stop.side, choices, clause, default="leave", about=id, boule=id, who=player or stop.side
    )


def how_thrown(book: Bench, stop: Stop) -> Ruling:
    """Whether the boule was pointed or shot decides who chooses, so somebody has to say it."""
    clauses = ("boule_stopped.pointed", "boule_stopped.shot")
    may = ("umpire", "jury", "both", "scorer", "simulator")
    return book.ask("how_thrown", "umpire", ("point", "shot"), *clauses, may=may, about=stop.id, boule=stop.id)


def _own_side(book: Bench, stop: Stop) -> Ruling:
    effect = BouleDead(stop.id, "own_side")
    return book.rule("boule.dead", effect, "boule_stopped.own_side", boule=stop.id, reason="own_side")


def _shot(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """A shot stopped by an opponent is its side's to place; stopped by its own side it is dead, or the opponents'."""
    if stop.stopper != stop.side:
        yield from _opponents_choose(book, now, stop)
        return
    yield from _own_or_opponents(book, now, stop, "boule_shot_own", "A16")


def _struck(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """A struck boule is for the opponents of whoever stopped it; if that was its own side, the umpire may say dead."""
    if stop.stopper != stop.side:
        yield from _opponents_choose(book, now, stop)
        return
    yield from _own_or_opponents(book, now, stop, "boule_struck_own", "A17")


def _own_or_opponents(book: Bench, now: PetanqueState, stop: Stop, ask: str, reading: str) -> Rulings:
    match book.settled(reading):
        case None:
            clauses = ("boule_stopped.own_side", "boule_stopped.shot")
            yield book.ask_umpire(ask, reading, *clauses, about=stop.id, boule=stop.id)
        case "dead":
            yield _own_side(book, stop)
        case _:
            yield from _opponents_choose(book, now, stop)


def _opponents_choose(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """The opponents of the player leave the boule or set it on the line; without a mark it stays."""
    if has_line(book, now, stop):
        yield _line_offered(book, stop.id, other(stop.stopper))
    else:
        clauses = ("boule_stopped.shot", "boule_stopped.leave")
        yield book.rule("boule_stopped.stays", BouleStays(stop.id), *clauses, boule=stop.id, why="unmarked")


def _line_offered(book: Bench, id: str, side: str) -> Ruling:
    clauses = ("boule_stopped.shot", "boule_stopped.leave", "boule_stopped.line")
    return book.ask("boule_stopped", side, ("leave", "line"), *clauses, default="leave", about=id, boule=id)


def has_line(book: Bench, now: PetanqueState, stop: Stop) -> bool:
    """Is it known where the line begins: at a struck boule's marked place, or where a shot struck a marked object?"""
    if not stop.thrown:
        return bool(stop.moved.marked)
    return book.reading("A18") == "place_of_impact" and bool(marked(displaced(now)))


def _on_purpose(book: Bench, now: PetanqueState, stop: Stop) -> Rulings:
    """Whoever stops a moving boule on purpose loses the side the game; if it was dead already, the umpire judges."""
    answer = book.settled("C41") if was_dead(stop.moved) else "side_loses_game"
    if answer is None:
        yield book.ask_umpire(
            "dead_boule_stopped", "C41", "boule_stopped.on_purpose", about=stop.id, boule=stop.id, stopper=stop.stopper
        )  # fmt: skip
    elif answer == "side_loses_game":
        yield from side_loses(book, now, stop.stopper, stop.id)
    else:
        yield book.rule("boule_stopped.was_dead", "boule_stopped.on_purpose", boule=stop.id)


def side_loses(book: Bench, now: PetanqueState, side: Side, id: str) -> Rulings:
    """The side is out of this game, which its opponents have won."""
    clause = "boule_stopped.on_purpose"
    yield book.rule("boule_stopped.on_purpose", clause, boule=id, side=side)
    yield forfeited(book, now, side, "disqualified", TeamOut(side, "game"), clause)


# --- the answers -----------------------------------------------------------------------------------


def _asked_about(now: PetanqueState, answer: Answer) -> Stop:
    return next(s for s in stops(now, answer.fact) if s.id == answer.option.about)


@decision("interference", on=Chosen, answers=("boule_beyond_jack",), cites=("boule_stopped.replay", *UNMARKED_CLAUSES))
def umpire_beyond_the_jack(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule diverted beyond the jack stays or is replayed."""
    book.reading("A23")
    yield from _beyond_jack(book, now, answer.option.about, answer.choice)


@decision("interference", on=Chosen, answers=("boule_struck_stopped",), cites=("boule_stopped.neutral",))
def umpire_on_a_struck_boule(
    book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So
) -> Rulings:
    """The umpire says whether a struck boule stopped by a stranger stays or goes back."""
    book.reading("A22")
    yield _struck_as_umpire_says(book, answer.option.about, answer.choice)


@decision("interference", on=Chosen, answers=("how_thrown",), cites=STOPPED_CLAUSES)
def thrown_as_said(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Now that it is known whether the boule was pointed or shot, it is judged."""
    how: f.How = "shot" if answer.choice == "shot" else "point"
    yield from _by_player(book, now, structs.replace(_asked_about(now, answer), how=how))


@decision("interference", on=Chosen, answers=("boule_shot_own", "boule_struck_own"), cites=STOPPED_CLAUSES)
def umpire_on_own_side(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule stopped by its own side is dead or for the opponents to place."""
    book.reading("A17" if answer.option.ask == "boule_struck_own" else "A16")
    stop = _asked_about(now, answer)
    if answer.choice == "dead":
        yield _own_side(book, stop)
    else:
        yield from _opponents_choose(book, now, stop)


@decision("interference", on=Chosen, answers=("boule_pointed",), cites=("boule_stopped.pointed", *UNMARKED_CLAUSES))
def pointed_boule_chosen(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """A pointed boule that an opponent stopped is replayed or left, as its player wishes."""
    book.reading("C40")
    id = answer.option.about
    if answer.choice == "replay":
        yield from replayed(book, now, id, "boule_stopped.pointed", why="opponent")
    else:
        yield book.rule("boule_stopped.stays", BouleStays(id), "boule_stopped.pointed", boule=id, why="chosen")


@decision("door", on=Chosen, cites=("boule_stopped.line",))
def line_is_playable(book: Bench, was: PetanqueState, now: PetanqueState, fact: Chosen, so_far: So) -> Rulings:
    """On the line the boule may only be set on playable ground, and beyond the place where it was found."""
    asked = was.waiting
    if asked is None or asked.ask != "boule_stopped" or fact.choice != "line" or fact.place is None:
        return
    if fact.place.inside is False:
        yield book.refuse("refused.line_outside", "boule_stopped.line", boule=asked.about)
    elif fact.place.between and book.settled("A19") == "from_place_found_on":
        yield book.refuse("refused.line_before_place", "boule_stopped.line", boule=asked.about)


@decision("interference", on=Chosen, answers=("boule_stopped",), cites=STOPPED_CLAUSES)
def stopped_boule_chosen(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The boule is left where it stopped, or set on the line continued from where it came."""
    id = answer.option.about
    if answer.choice == "leave":
        yield book.rule("boule_stopped.stays", BouleStays(id), "boule_stopped.leave", boule=id, why="chosen")
    elif answer.chosen.place is not None and answer.chosen.place.between and book.settled("A19") is None:
        side = answer.option.side
        yield book.ask_umpire("line_before_place", "A19", "boule_stopped.line", about=id, boule=id, chooser=side)
    else:
        yield _on_line(book, id)


def _on_line(book: Bench, id: str) -> Ruling:
    return book.rule("boule_stopped.on_line", BouleLive(id), PlaceSettled((id,)), "boule_stopped.line", boule=id)


@decision("interference", on=Chosen, answers=("line_before_place",), cites=STOPPED_CLAUSES)
def umpire_on_the_line(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the line begins before the place where the boule was found; if not, it is chosen anew."""
    book.reading("A19")
    id = answer.option.about
    if answer.choice == "from_original_place_on":
        yield _on_line(book, id)
    else:
        yield _line_offered(book, id, str(answer.option.slots["chooser"]))


@decision("interference", on=Chosen, answers=("dead_boule_stopped",), cites=("boule_stopped.on_purpose",))
def umpire_on_a_dead_boule(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether stopping a boule on purpose that was dead already costs the game."""
    book.reading("C41")
    if answer.choice == "side_loses_game":
        side = next(s for s in SIDES if s == answer.option.slots["stopper"])
        yield from side_loses(book, now, side, answer.option.about)
    else:
        yield book.rule("boule_stopped.was_dead", "boule_stopped.on_purpose", boule=answer.option.about)


RULES = (
    stopper_is_named, boule_stopped, umpire_on_a_deflection, umpire_beyond_the_jack, umpire_on_a_struck_boule, thrown_as_said,
    umpire_on_own_side, pointed_boule_chosen, jack_of_a_replayed_boule, line_is_playable, stopped_boule_chosen,
    umpire_on_the_line, umpire_on_a_dead_boule,
)  # fmt: skip
