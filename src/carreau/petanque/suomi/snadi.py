"""The snadi: who throws it, a throw off the terrain, and the failed throw that hands it to the opponents at once."""

from collections.abc import Iterator

from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, other
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import EndOver, JackDead, JackHandedOver
from carreau.petanque.good_jack import CONDITIONS
from carreau.petanque.jack import UNNOTED, judged
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

LIES = (*CONDITIONS, *UNNOTED)
THROWN_OUT = ("dead_jack.out", "dead_boule.out", "dead_jack_score.both")


@decision("legality", on=(f.JackThrown, f.JackPlaced), cites=(*LIES, *THROWN_OUT))
def snadi_judged(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLies, so_far: So) -> Rulings:
    """A snadi is good on the terrain, in range, clear of obstacles and visible; whatever stopped it, it lies there."""
    lies = on_terrain(book, fact)
    thrown_out = isinstance(fact, f.JackThrown) and lies.on_lane == "off" and lies.good is not True
    if thrown_out and book.reading("S-A13") == "void_end":
        effects = (JackDead("out"), EndOver(True))
        yield book.rule("jack.thrown_out", *effects, *THROWN_OUT, owner=now.owner)
    else:
        yield from judged(book, now, lies)


def on_terrain(book: Bench, lies: f.JackLies) -> f.JackLies:
    """The snadi across the line of the terrain counts as on it, or as off it."""
    if lies.on_lane != "across":
        return lies
    inside = book.reading("S-A4") == "live_until_wholly_beyond"
    return structs.replace(lies, on_lane="inside" if inside else "off")


@decision("legality", on=Chosen, answers=("jack_obstacle",), cites=LIES)
def thing_beside_snadi(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the thing that the snadi lies near is an obstacle."""
    book.reading("A8")
    yield from judged(book, now, on_terrain(book, answer.fact), {"thing": answer.choice})


@decision("interference", on=f.JackThrown, cites=("jack.thrower", "circle.drawn"), needs=("player",))
def drawer_throws(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """Whoever drew the circle throws the snadi; what follows when a partner throws it is a reading."""
    drawer = now.circle.drawn_by
    if fact.player in (None, drawer) or drawer is None or now.phase == "agreed":
        return
    how = book.reading("S-A1")
    failed = (JackHandedOver(other(fact.side)),) if how == "throw_invalid" else ()
    slots = {"player": fact.player, "thrower": drawer, "how": how}
    yield book.rule("jack.not_by_the_drawer", *failed, "jack.thrower", "circle.drawn", **slots)


FAILED = ("jack.placed_by_opponents", "jack.placed_validly")


@decision("interference", on=(f.JackThrown, f.PositionStated), cites=FAILED)
def throw_fails(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """After a bad throw nobody has to agree to anything: the opponents place the snadi."""
    if now.phase == "jack" and now.jack.status == "invalid":
        yield from handed_over(book, now)


def handed_over(book: Bench, now: PetanqueState) -> Rulings:
    """The opponents of the thrower have the snadi; they cannot decline to place it."""
    book.reading("C4")
    thrower = now.jack.thrown_by or now.owner or "A"
    slots = {"side": other(thrower), "thrower": thrower}
    yield book.rule("jack.handed_over", JackHandedOver(other(thrower)), *FAILED, **slots)


@decision("door", on=f.JackAgreedBad)
def a_throw_lies_there(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So
) -> Rulings:
    """Only a throw can be found to have failed."""
    if was.jack.thrown_by is None or was.jack.placed_by is not None or was.phase not in ("jack", "play", "count"):
        yield book.refuse("refused.no_throw_to_judge", phase=was.phase)


@decision("interference", on=f.JackAgreedBad, cites=FAILED)
def found_bad(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad, so_far: So) -> Rulings:
    """Before the first boule a throw that both sides, or the umpire, call bad goes to the opponents."""
    if fact.agreed_by in ("both", "umpire") and not now.boules and now.jack.live:
        yield from handed_over(book, now)


RULES = (a_throw_lies_there, snadi_judged, thing_beside_snadi, drawer_throws, throw_fails, found_bad)
