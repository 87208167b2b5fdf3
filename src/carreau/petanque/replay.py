"""What has been thrown has been played: replays asked for, and boules that slipped from the hand."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.boule_stopped import replayed
from carreau.petanque.effects import BoulePlayed, PhaseIs
from carreau.petanque.marks import UNMARKED_CLAUSES
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("door", on=f.BouleDropped, cites=("order.without_point",))
def boule_can_be_dropped(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleDropped, so_far: So
) -> Rulings:
    """Only a side that has a boule in hand can drop one; in the movement of a throw only when it is its turn."""
    if was.phase in ("over", "suspended", "result") or was.hand(fact.side) <= 0:
        yield book.refuse("refused.nothing_to_drop", side=fact.side)
    elif fact.throwing and was.waiting is not None:
        yield book.refuse("refused.waiting", ask=was.waiting.ask, side=was.waiting.side)
    elif fact.throwing and was.turn is not None and was.turn.side not in (None, fact.side):
        yield book.refuse("refused.out_of_turn", "order.without_point", side=fact.side, turn=was.turn.side)


@decision("legality", on=f.BouleDropped, cites=("throw.no_replay",))
def boule_dropped(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleDropped, so_far: So) -> Rulings:
    """A boule that slips during the throw has been played; one that drops otherwise is taken up again."""
    if fact.throwing:
        yield book.rule("throw.slipped", "throw.no_replay", who=fact.player or fact.side)
    elif (answer := book.settled("A64")) is None:
        who = fact.player or fact.side
        yield book.ask_umpire("boule_dropped", "A64", "throw.no_replay", about=fact.side, who=who)
    else:
        yield _dropped_as_umpire_says(book, fact, answer)


def _dropped_as_umpire_says(book: Bench, fact: f.BouleDropped, answer: str) -> Ruling:
    if answer == "played":
        played = BoulePlayed(fact.side, fact.player)
        return book.rule("throw.slipped", played, "throw.no_replay", who=fact.player or fact.side)
    return book.rule("throw.taken_up", "throw.no_replay", who=fact.player or fact.side)


@decision("legality", on=Chosen, answers=("boule_dropped",), cites=("throw.no_replay",))
def umpire_on_a_dropped_boule(
    book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So
) -> Rulings:
    """The umpire says whether a boule dropped without a throw was played."""
    book.reading("A64")
    yield _dropped_as_umpire_says(book, answer.fact, answer.choice)


@decision("door", on=f.ReplayAsked, cites=("throw.no_replay",))
def something_was_thrown(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ReplayAsked, so_far: So
) -> Rulings:
    """A replay can only be asked of the boule that the side threw last."""
    boule = was.boule(was.thrown or "")
    if boule is None or boule.side != fact.side or was.phase not in ("play", "count"):
        yield book.refuse("refused.nothing_to_replay", "throw.no_replay", side=fact.side)


@decision("legality", on=f.ReplayAsked, cites=("throw.no_replay", *UNMARKED_CLAUSES))
def replay_asked(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ReplayAsked, so_far: So) -> Rulings:
    """A boule once thrown is not played again; of a player who was disturbed the umpire may judge otherwise."""
    answer = book.settled("A55") if fact.reason == "disturbed" else "no_replay"
    if answer is None:
        yield book.ask_umpire("disturbed_replay", "A55", "throw.no_replay", about=now.thrown or "", who=fact.side)
    else:
        yield from _replay_as_umpire_says(book, now, fact, answer)


def _replay_as_umpire_says(book: Bench, now: PetanqueState, fact: f.ReplayAsked, answer: str) -> Rulings:
    if answer == "no_replay":
        yield book.rule("throw.not_replayed", "throw.no_replay", side=fact.side, boule=now.thrown)
        return
    yield from replayed(book, now, now.thrown or "", "throw.no_replay", why="disturbed")
    if now.phase == "count":
        yield book.rule("throw.end_goes_on", PhaseIs("play"), "throw.no_replay", side=fact.side)


@decision("legality", on=Chosen, answers=("disturbed_replay",), cites=("throw.no_replay", *UNMARKED_CLAUSES))
def umpire_on_a_disturbed_throw(
    book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So
) -> Rulings:
    """The umpire says whether a player who was disturbed plays again."""
    book.reading("A55")
    yield from _replay_as_umpire_says(book, now, answer.fact, answer.choice)


RULES = (
    boule_can_be_dropped, boule_dropped, umpire_on_a_dropped_boule, something_was_thrown, replay_asked,
    umpire_on_a_disturbed_throw,
)  # fmt: skip
