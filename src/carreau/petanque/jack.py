"""The throw of the jack: its range, its gaps, its visibility, who may contest it and who places it."""

from collections.abc import Iterator

from carreau.core.rulebook import Bench, Ruling, decision
from carreau.petanque import facts as f
from carreau.petanque.effects import JackGood, JackInvalid, JackLocked
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("door", on=f.JackThrown, cites=("jack.one_attempt",))
def jack_can_be_thrown(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack is thrown once the draw is made, by the side that owns it, one counted time an end."""
    if was.phase not in ("circle", "jack", "agreed"):
        yield book.refuse("refused.no_jack_now", "jack.one_attempt", side=fact.side, phase=was.phase)
    elif was.owner is not None and fact.side != was.owner:
        yield book.refuse("refused.not_its_jack", "jack.one_attempt", side=fact.side, owner=was.owner)
    elif was.phase == "jack" and was.jack.status == "invalid":
        yield book.refuse("refused.one_attempt", "jack.one_attempt", side=fact.side)


def failures(book: Bench, now: PetanqueState, fact: f.JackLies) -> Iterator[tuple[str, str]]:
    """Why a jack does not stand: each condition that fails, with its clause."""
    if fact.range_mm is not None:
        if fact.range_mm < book.limit("jack.near"):
            yield "too_near", book.limit_clause("jack.near")
        elif fact.range_mm > book.limit("jack.far"):
            yield "too_far", book.limit_clause("jack.far")


@decision("legality", on=(f.JackThrown, f.JackPlaced), cites=("jack.range", "jack.range_younger"))
def jack_judged(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackLies, so_far: So) -> Rulings:
    """A thrown jack stands when it is far enough, near enough, clear and visible."""
    failed = list(failures(book, now, fact))
    for reason, clause in failed:
        yield book.rule("jack.invalid", JackInvalid(failed[0][0]), clause, reason=reason)
    if not failed and fact.good is not False:
        yield book.rule("jack.good", JackGood(), book.limit_clause("jack.near"), range_mm=fact.range_mm)


@decision("fact", on=f.BouleThrown, cites=("contest.too_late",))
def jack_locked(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """As soon as the opponents of the side that threw the jack have played a boule, it is good beyond dispute."""
    if was.jack.status == "open" and was.jack.thrown_by is not None and fact.side != was.jack.thrown_by:
        yield book.rule("jack.locked", JackLocked(), "contest.too_late", side=fact.side)


RULES = (jack_can_be_thrown, jack_judged, jack_locked)
