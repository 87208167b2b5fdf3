"""What players may do to the ground: nothing, but tap the landing spot of the jack and fill one hole of a boule."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import OffenceNoted
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

ALLOWED = {"taps": "obstacle.taps", "holes": "obstacle.hole"}
GROUND = ("obstacle", "sweeping", *ALLOWED)


@decision("legality", on=f.OffenceSeen, cites=("obstacle.untouched", "obstacle.taps", "obstacle.hole"))
def ground_touched(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Nobody flattens, moves or crushes anything; a few taps before the jack, one hole before a boule are allowed."""
    if fact.offence in GROUND:
        yield from _touched(book, now, fact)


@decision("legality", on=f.OffenceSeen, cites=("obstacle.untouched", "obstacle.hole"))
def ground_touched_after_the_jack(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So
) -> Rulings:
    """The same where it is forbidden only once the jack has been thrown."""
    if fact.offence not in GROUND:
        return
    who = fact.player or fact.side
    if now.jack.thrown_by is None or now.phase in ("draw", "circle", "agreed"):
        yield book.rule("ground.before_jack", "obstacle.untouched", who=who)
    elif fact.offence == "holes" and allowed(book, now, fact) and not _must_play(now, fact):
        choices = ("about_to_play", "not_his_to_fill")
        yield book.ask("hole_filled", "umpire", choices, "obstacle.hole", default="about_to_play", who=who)
    else:
        yield from _touched(book, now, fact)


def _must_play(now: PetanqueState, fact: f.OffenceSeen) -> bool:
    """Is it certain that this player is the one about to play: the only one of the side who has boules left?"""
    player = now.player(fact.player)
    if now.setup.format == "singles":
        return True
    others = [p for p in now.side_players(player.side) if p.id != player.id] if player else []
    return player is not None and bool(player.hand) and all(p.hand == 0 for p in others)


@decision("legality", on=Chosen, answers=("hole_filled",), cites=("obstacle.untouched", "obstacle.hole"))
def hole_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Only the player about to play fills the hole, and only that of the last boule; the umpire says who it was."""
    who = answer.option.slots["who"]
    if answer.choice == "about_to_play":
        yield book.rule("ground.allowed", "obstacle.hole", offence="holes", who=who)
        return
    note = OffenceNoted("holes", answer.fact.side, answer.fact.player)
    yield book.rule("ground.offence", note, "obstacle.untouched", "obstacle.hole", offence="holes", who=who)


def _touched(book: Bench, now: PetanqueState, fact: f.OffenceSeen) -> Rulings:
    own = (ALLOWED[fact.offence],) if fact.offence in ALLOWED else ()
    if own and allowed(book, now, fact):
        yield book.rule("ground.allowed", *own, offence=fact.offence, who=fact.player or fact.side)
        return
    note = OffenceNoted(fact.offence, fact.side, fact.player)
    who, offence = fact.player or fact.side, fact.offence
    yield book.rule("ground.offence", note, "obstacle.untouched", *own, offence=offence, who=who)


def allowed(book: Bench, now: PetanqueState, fact: f.OffenceSeen) -> bool:
    """Were the taps, or the holes filled, no more than allowed, and done by the side about to throw?"""
    if fact.count is None or fact.count > book.limit(
        {"taps": "obstacle.taps", "holes": "obstacle.holes"}[fact.offence]
    ):
        return False
    turn, player = now.turn, now.player(fact.player)
    side = fact.side or (player.side if player else None)
    does = "jack" if fact.offence == "taps" else "boule"
    return turn is None or turn.does != does or side in (None, turn.side)


@decision("legality", on=f.JackThrown, cites=("obstacle.untouched", "obstacle.taps"), needs=("taps", "tapped_by"))
def landing_spot_tapped(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """Only whoever throws the jack taps the landing spot beforehand, and only so many times."""
    too_often = fact.taps is not None and fact.taps > book.limit("obstacle.taps")
    somebody_else = fact.tapped_by is not None and fact.player is not None and fact.tapped_by != fact.player
    if too_often or somebody_else:
        person = fact.tapped_by or fact.player
        note, who = OffenceNoted("taps", fact.side, person), person or fact.side
        yield book.rule("ground.offence", note, "obstacle.untouched", "obstacle.taps", offence="taps", who=who)


@decision("legality", on=f.OffenceSeen, cites=("throw.mud",))
def mud_on_the_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen, so_far: So) -> Rulings:
    """Mud is wiped off before the throw; a boule thrown with it counts, and the ladder of cards applies."""
    if fact.offence == "mud":
        note = OffenceNoted("mud", fact.side, fact.player, boule=fact.boule)
        yield book.rule("offence.mud", note, "throw.mud", who=fact.player or fact.side)


RULES = (ground_touched, landing_spot_tapped, mud_on_the_boule)
