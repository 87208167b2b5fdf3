"""Measuring: who measures and with what, and what is lifted for it."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import Lifted, OffenceNoted, OrderForgotten, PutBack
from carreau.petanque.order import teller
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

AT_THE_END = "measure.who_at_the_end"  # the duty where a text gives it after the end only
PLAYING = ("play", "count", "suspended")


def measurer(now: PetanqueState, fact: f.AnyFact) -> str:
    """In whose name it was measured: a side's, both sides' or the umpire's."""
    if teller(now) == "umpire" or getattr(fact, "umpire", False):
        return "umpire"
    return getattr(fact, "side", None) or teller(now)


# --- the door ------------------------------------------------------------------------------------


@decision("door", on=(f.HeadStated, f.PointMeasured, f.HeadMapped, f.MeasuringBegun, f.MeasuringDisturbed))
def there_is_a_head(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Nothing is measured or disturbed before a boule has been played, nor after the points are agreed."""
    if was.phase not in PLAYING or not was.boules:
        yield book.refuse("refused.nothing_to_measure", phase=was.phase)


@decision("door", on=(f.PointMeasured, f.HeadMapped, f.MeasuringBegun), cites=("measure.umpire_only",))
def only_the_umpire(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Where the organisers have left all measuring to the umpire, the teams only agree by eye."""
    by_eye = "eye" in (getattr(fact, "instrument", None), now.moment.source) or now.moment.by == "both"
    if was.setup.settings.get("umpire_only_measuring") and measurer(now, fact) != "umpire" and not by_eye:
        yield book.refuse("refused.umpire_measures", "measure.umpire_only")


@decision("door", on=(f.BouleThrown, f.EndClosed), cites=("measure.put_back",), during=("temp_removed",))
def all_is_put_back(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Play goes on only when everything lifted for measuring lies in its place again."""
    yield book.refuse("refused.still_lifted", "measure.put_back", objects=", ".join(was.temp_removed))


@decision("door", on=(f.MeasuringBegun, f.MeasuringEnded))
def lifted_is_there(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.MeasuringEnded, so_far: So
) -> Rulings:
    """Only what lies there is lifted, and only what was lifted is put back."""
    if isinstance(fact, f.MeasuringEnded):
        for object in fact.put_back:
            if object not in was.temp_removed:
                yield book.refuse("refused.not_lifted", object=object)
        return
    for lifted in fact.lifted:
        if _is_boule(lifted.object) and was.boule(lifted.object) is None:
            yield book.refuse("refused.no_such_boule", boule=lifted.object, end=was.end)


def _is_boule(object: str) -> bool:
    return object[:2] in tuple(f"{side}." for side in SIDES)


# --- who measures, with what -------------------------------------------------------------------------


@decision(
    "fact", on=(f.MeasuringBegun, f.PointMeasured), cites=("measure.who", AT_THE_END, "measure.again", "measure.umpire")
)
def who_measures(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.PointMeasured, so_far: So
) -> Rulings:
    """The side that played last measures first, its opponents after it, the umpire whenever he is called."""
    who, last = measurer(now, fact), was.memory.last
    duty = book.first("measure.who", AT_THE_END)
    if duty == AT_THE_END and was.phase != "count":
        return
    if who == "umpire":
        if isinstance(fact, f.MeasuringBegun) or fact.near is None:
            yield book.rule("measure.umpire_measures", "measure.umpire")
    elif isinstance(fact, f.PointMeasured) and (fact.side is None or fact.side in was.measured):
        return
    elif who not in SIDES:
        yield book.rule("measure.due", duty, side=last)
    elif who == last:
        yield book.rule("measure.begun", duty, side=who)
    elif last in was.measured:
        yield book.rule("measure.again", "measure.again", side=who, other=last)
    else:
        yield book.rule("measure.other_first", duty, side=who, other=last)


@decision("fact", on=(f.MeasuringBegun, f.PointMeasured), cites=("measure.feet",), needs=("instrument",))
def not_with_the_feet(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.PointMeasured, so_far: So
) -> Rulings:
    """A point is not measured with the feet."""
    if fact.instrument == "feet":
        noted = OffenceNoted("measuring_feet", fact.side, fact.player)
        yield book.rule("measure.by_feet", noted, "measure.feet", side=fact.side, player=fact.player)


@decision("fact", on=(f.MeasuringBegun, f.PointMeasured), cites=("measure.feet",), needs=("instrument",))
def only_with_instruments(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.PointMeasured, so_far: So
) -> Rulings:
    """The feet are one example: whether other things that are no instruments are forbidden too, the umpire says."""
    if fact.instrument != "other":
        return
    if (answer := book.settled("B27")) is None:
        yield book.ask_umpire("other_instrument", "B27", "measure.feet", waits=False, by=fact.side, player=fact.player)
    else:
        yield _instrument(book, answer, fact.side, fact.player)


def _instrument(book: Bench, answer: str, side: Side | None, player: str | None) -> Ruling:
    if answer == "feet_only":
        return book.rule("measure.instrument_allowed", "measure.feet", side=side, player=player)
    noted = OffenceNoted("measuring_feet", side, player)
    return book.rule("measure.no_instrument", noted, "measure.feet", side=side, player=player)


@decision("legality", on=Chosen, answers=("other_instrument",), cites=("measure.feet",))
def instrument_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a thing that is no instrument may be used for measuring."""
    book.reading("B27")
    slots = answer.option.slots
    side = next((s for s in SIDES if s == slots["by"]), None)
    yield _instrument(book, answer.choice, side, None if slots["player"] is None else str(slots["player"]))


@decision("fact", on=(f.MeasuringBegun, f.PointMeasured), cites=("measure.clean",))
def clean_first(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.PointMeasured, so_far: So
) -> Rulings:
    """What sticks to a boule or the jack is taken off before measuring."""
    dirty = fact.foreign_body if isinstance(fact, f.MeasuringBegun) else fact.cleaned is False
    if dirty:
        yield book.rule("measure.clean_first", "measure.clean")


@decision("fact", on=f.MeasuringBegun, cites=("measure.lift_marked", "boule_moved.unmarked"), needs=("lifted",))
def lifted_for_measuring(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun, so_far: So
) -> Rulings:
    """What is in the way of a measurement may be lifted once its place is marked; unmarked, it is displaced."""
    marked = tuple(x.object for x in fact.lifted if x.marked)
    unmarked = tuple(x.object for x in fact.lifted if not x.marked)
    if marked:
        yield book.rule("measure.lifted", Lifted(marked), "measure.lift_marked", objects=", ".join(marked))
    if unmarked:
        moved = tuple(x for x in unmarked if x == "jack" or _is_boule(x))
        effects: tuple[Effect, ...] = (Lifted(unmarked), *((OrderForgotten(moved),) if moved else ()))
        yield book.rule("measure.lifted_unmarked", *effects, "boule_moved.unmarked", objects=", ".join(unmarked))


@decision("fact", on=f.MeasuringEnded, cites=("measure.put_back",))
def put_back(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringEnded, so_far: So) -> Rulings:
    """After measuring, everything lifted goes back to its place."""
    left = tuple(object for object in was.temp_removed if object not in fact.put_back)
    if fact.put_back:
        objects = ", ".join(fact.put_back)
        yield book.rule("measure.put_back", PutBack(fact.put_back), "measure.put_back", objects=objects)
    if left:
        yield book.rule("measure.still_lifted", "measure.put_back", objects=", ".join(left))


RULES = (
    there_is_a_head, only_the_umpire, all_is_put_back, lifted_is_there, who_measures, not_with_the_feet, clean_first,
    lifted_for_measuring, put_back,
)  # fmt: skip
