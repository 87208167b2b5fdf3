"""The head: who plays, with the answers that the summary leaves open, and points measured with the feet."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import OffenceNoted
from carreau.petanque.order import TURN_CLAUSES, TURN_FACTS, Named, next_to_act, turn_follows
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("turn", on=TURN_FACTS, cites=TURN_CLAUSES)
def whose_turn_it_is(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """The side that does not lead plays; while no boule has stayed on the terrain the sides take turns."""
    yield from turn_follows(book, was, now, fact, _first_boule_out(book, now) or next_to_act(now))


def _first_boule_out(book: Bench, now: PetanqueState) -> Named | None:
    """Whom the first boule that goes out leaves to play, where a game reads the general rule into it."""
    memory = now.memory
    empty = now.phase == "play" and memory.head == "nobody" and not memory.ever_live
    if not empty or memory.last is None or now.hand(memory.last) == 0:
        return None
    if book.reading("S-A9") == "opponents":
        return None
    return memory.last, "boule", ("order.opening_out", "tie.last_again")


@decision("legality", on=(f.MeasuringBegun, f.PointMeasured), cites=("measure.instruments",), needs=("instrument",))
def feet_are_no_instrument(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun | f.PointMeasured, so_far: So
) -> Rulings:
    """A point is measured with proper instruments, and feet are none."""
    if fact.instrument == "feet":
        noted = OffenceNoted("measuring_feet", fact.side, fact.player)
        yield book.rule("measure.by_feet", noted, "measure.instruments", side=fact.side, player=fact.player)


RULES = (feet_are_no_instrument, whose_turn_it_is)
