"""A boule that was not the player's own: a warning and an exchange the first time, the boule lost the next."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    BouleDead,
    BouleDisqualified,
    BouleExchanged,
    CardGiven,
    MovesUndone,
    OffenceNoted,
    WrongBouleNoted,
)
from carreau.petanque.marks import displaced, listed, marked, put_back, reopened, unmarked
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Wrong = f.BouleThrown | f.OffenceSeen

WARNING_CLAUSES = ("wrong_boule.warning", "wrong_boule.exchanged", "wrong_boule.again", "wrong_boule.restore")


def wrong(fact: Wrong) -> bool:
    """Was it somebody else's boule?"""
    if isinstance(fact, f.OffenceSeen):
        return fact.offence == "wrong_boule"
    return fact.boule_of is not None and fact.boule_of != fact.player


def again(book: Rulebook, was: PetanqueState, fact: Wrong) -> bool:
    """Has the same player, or the same side if the organiser says so, done it before in this game?"""
    side = _side(was, fact)
    if not wrong(fact) or side is None:
        return False
    if book.reading("A30") == "same_side":
        return any(_side_of(was, who) == side for who in was.wrong_boules)
    return fact.player is not None and fact.player in was.wrong_boules


def uncertain(book: Rulebook, was: PetanqueState, fact: Wrong) -> bool:
    """Can nobody tell whether it is the same player's second, because a player was not named?"""
    side = _side(was, fact)
    before = [who for who in was.wrong_boules if _side_of(was, who) == side]
    unnamed = fact.player is None or any(who in SIDES for who in before)
    return bool(before) and unnamed and not again(book, was, fact)


def _side(was: PetanqueState, fact: Wrong) -> Side | None:
    player = was.player(fact.player)
    return fact.side or (player.side if player else None)


def _side_of(was: PetanqueState, who: str) -> Side | None:
    player = was.player(who)
    return player.side if player else next((s for s in SIDES if who.startswith(s)), None)


@decision("legality", on=(f.BouleThrown, f.OffenceSeen), cites=WARNING_CLAUSES, needs=("boule_of", "offence"))
def wrong_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: Wrong, so_far: So) -> Rulings:
    """Somebody else's boule earns a warning and is exchanged; the second time in a game it is disqualified."""
    if not wrong(fact):
        return
    book.reading("A30")
    if uncertain(book.book, was, fact):
        choices, clause = ("first", "again"), "wrong_boule.again"
        about, of = _boule(now, fact), _side(now, fact)
        yield book.ask("wrong_boule_again", "umpire", choices, clause, default="first", about=about, of=of)
    elif again(book.book, was, fact):
        yield from _again(book, now, fact)
    else:
        yield from _first(book, was, now, fact)


def _boule(now: PetanqueState, fact: Wrong) -> str:
    """The boule it is about: the one thrown, or the one named, as long as it was the last."""
    if isinstance(fact, f.OffenceSeen) and fact.boule is not None and fact.boule != now.thrown:
        return ""
    return now.thrown or ""


def _first(book: Bench, was: PetanqueState, now: PetanqueState, fact: Wrong) -> Rulings:
    side, id = _side(now, fact), _boule(now, fact)
    yield book.rule(
        "wrong_boule.warning", *_warned(book, fact, side), WrongBouleNoted(fact.player or side or ""),
        "wrong_boule.warning", who=fact.player or side, side=side,
    )  # fmt: skip
    if not id or (isinstance(fact, f.BouleThrown) and fact.breach):
        return
    if isinstance(fact, f.BouleThrown) and _had_none(was, fact):
        yield from _lent(book, now, fact, id)
    else:
        yield _exchanged(book, fact.player, id)


def _warned(book: Bench, fact: Wrong, side: Side | None) -> tuple[Effect, ...]:
    """The warning is a yellow card, unless the organiser's reading says otherwise or nobody knows who threw."""
    noted = OffenceNoted("wrong_boule", side, fact.player, warned=True)
    spoken = not book.has_reading("C32") or book.reading("C32") == "none"
    if spoken or fact.player is None or side is None:
        return (noted,)
    return (noted, CardGiven(fact.player, side, "yellow", "wrong_boule"))


def _exchanged(book: Bench, player: str | None, id: str) -> Ruling:
    return book.rule("wrong_boule.exchanged", BouleExchanged(id, player), "wrong_boule.exchanged", boule=id)


def _had_none(was: PetanqueState, fact: f.BouleThrown) -> bool:
    player = was.player(fact.player)
    return player is not None and player.hand == 0


def _lent(book: Bench, now: PetanqueState, fact: f.BouleThrown, id: str) -> Rulings:
    """Without a boule of his own the player has nothing to exchange: a team-mate's counts, or it is dead."""
    answer = book.settled("A29")
    if answer is None:
        yield book.ask_umpire(
            "wrong_boule_no_own", "A29", "wrong_boule.exchanged", about=id, boule=id, player=fact.player
        )
    else:
        yield from _lent_as_umpire_says(book, now, fact, id, answer)


def _lent_as_umpire_says(book: Bench, now: PetanqueState, fact: f.BouleThrown, id: str, answer: str) -> Rulings:
    if answer == "counts_for_side":
        owner = now.player(fact.boule_of)
        payer = owner.id if owner is not None and owner.side == fact.side else None
        exchanged = BouleExchanged(id, payer)
        yield book.rule(
            "wrong_boule.lent", exchanged, "wrong_boule.exchanged", boule=id, who=payer or fact.side, side=fact.side
        )
        return
    back = marked(displaced(now))
    effects = put_back(back, annulled=True)
    yield book.rule(
        "wrong_boule.dead", BouleDead(id, "contrary"), *effects, "wrong_boule.exchanged", boule=id, objects=listed(back)
    )


def _again(book: Bench, now: PetanqueState, fact: Wrong) -> Rulings:
    """The boule is lost, and all it moved goes back; the umpire may leave what was not marked."""
    side, id = _side(now, fact), _boule(now, fact)
    noted = (WrongBouleNoted(fact.player or side or ""), OffenceNoted("wrong_boule", side, fact.player))
    taken = (BouleDisqualified(id),) if id else ()
    moved = displaced(now) if id else ()
    undone = () if moved or not id else (MovesUndone((), True),)
    yield book.rule(
        "wrong_boule.again", *noted, *taken, *undone, "wrong_boule.again", boule=id, who=fact.player or side, side=side
    )
    if not moved:
        return
    stay = unmarked(moved)
    answer = _unmarked_too(book) if stay else "stays"
    if answer is None:
        yield book.ask_umpire("wrong_boule_unmarked", "C54", "wrong_boule.restore", about=id, objects=listed(stay))
    else:
        yield from _restored(book, now, answer)


def _unmarked_too(book: Bench) -> str | None:
    """Do unmarked things go back as well? None where the umpire has to say so."""
    if book.has_reading("C54"):
        return book.settled("C54")
    return "put_back" if book.reading("B22") == "all" else "stays"


def _restored(book: Bench, now: PetanqueState, answer: str) -> Rulings:
    moved = displaced(now)
    back = tuple(m.object for m in moved) if answer == "put_back" else marked(moved)
    effects = (*put_back(back, annulled=True), *reopened(now, back))
    key = "wrong_boule.restored" if back else "wrong_boule.nothing_restored"
    yield book.rule(key, *effects, "wrong_boule.restore", objects=listed(back or unmarked(moved)))


@decision("legality", on=Chosen, answers=("wrong_boule_again",), cites=WARNING_CLAUSES)
def first_or_again(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Where nobody was named, the umpire says whether it was the same player's second wrong boule."""
    book.reading("A30")
    if answer.choice == "again":
        yield from _again(book, now, answer.fact)
    else:
        yield from _first(book, was, now, answer.fact)


@decision("legality", on=Chosen, answers=("wrong_boule_no_own",), cites=("wrong_boule.exchanged",))
def counts_or_dead(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a team-mate's boule counts for the side or is dead."""
    book.reading("A29")
    yield from _lent_as_umpire_says(book, now, answer.fact, answer.option.about, answer.choice)


@decision("legality", on=Chosen, answers=("wrong_boule_unmarked",), cites=("wrong_boule.restore",))
def unmarked_goes_back(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether unmarked things that the disqualified boule moved go back too."""
    book.reading("C54")
    yield from _restored(book, now, answer.choice)


RULES = (wrong_boule, first_or_again, counts_or_dead, unmarked_goes_back)
