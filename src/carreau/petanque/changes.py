"""Changing jack or boule: when they are lost or broken, and the new set of the next end."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.dead_boules import STRING, deaths
from carreau.petanque.effects import BouleDead, BouleLive, BouleReplaced, Recorded
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

IN_AN_END = ("jack", "place", "play", "count")
PIECE_CLAUSES = (
    "change.largest_piece", "dead_boule.out", "dead_boule.wholly_beyond", "dead_boule.lanes", "dead_boule.end_line",
    "dead_boule.left_lane", "dead_boule.came_back", "dead_boule.removed", *STRING,
)  # fmt: skip


@decision("door", on=f.ObjectChanged, cites=("change.only_two_cases", "change.lost", "change.new_set"))
def change_is_allowed(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectChanged, so_far: So
) -> Rulings:
    """Nothing is changed during a game but what is lost or broken, or what the umpire has ordered changed."""
    if fact.reason == "other":
        yield book.refuse("refused.no_change", "change.only_two_cases", object=fact.object)
    elif fact.reason == "lost" and _still_searching(book, fact.elapsed_ms):
        left = (_search_ms(book) or 0) - (fact.elapsed_ms or 0)
        yield book.refuse("refused.still_searching", "change.lost", object=fact.object, left_ms=left)
    elif fact.new_set and fact.reason != "ordered" and was.phase in IN_AN_END:
        yield book.refuse("refused.new_set_next_end", "change.new_set", object=fact.object, end=was.end)


def _still_searching(book: Bench, elapsed_ms: int | None) -> bool:
    """Is there time left to search? Without a time given, or in the text, the search is over."""
    limit = _search_ms(book)
    return elapsed_ms is not None and limit is not None and elapsed_ms < limit


def _search_ms(book: Bench) -> int | None:
    """How long a lost boule may be searched for, where the text says so."""
    return book.limit("clock.search_change") if book.has_limit("clock.search_change") else None


def _clause(book: Bench, object: str, clause: str) -> str:
    """The clause for a boule, or the jack's own where the text has one."""
    return book.first(f"{clause}_jack", clause) if object == "jack" else clause


CHANGE_CLAUSES = (
    "change.lost", "change.lost_jack", "change.broken", "change.broken_jack", "change.new_set",
    "boule_kit.replace_faulty", *PIECE_CLAUSES,
)  # fmt: skip


@decision("legality", on=f.ObjectChanged, cites=CHANGE_CLAUSES)
def changed(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectChanged, so_far: So) -> Rulings:
    """A lost boule or jack is replaced after the search, a broken one at once if there are boules left to play."""
    match fact.reason:
        case "lost":
            yield book.rule("change.lost", _clause(book, fact.object, "change.lost"), object=fact.object)
            yield from _lost(book, now, fact.object)
        case "broken":
            yield from _broken(book, now, fact)
        case _:  # ordered by the umpire
            yield book.rule("change.ordered", "boule_kit.replace_faulty", object=fact.object)
    if fact.new_set and fact.reason != "ordered":
        who = fact.player or _owner(now, fact)
        yield book.rule("change.new_set", Recorded("new_set"), "change.new_set", who=who)


def _owner(now: PetanqueState, fact: f.ObjectChanged) -> Side | None:
    boule, player = now.boule(fact.object), now.player(fact.player)
    return fact.side or (boule.side if boule else player.side if player else None)


# --- lost ------------------------------------------------------------------------------------------


def _lost(book: Bench, now: PetanqueState, object: str) -> Rulings:
    """Whether a played boule that nobody can find counts in this end, the umpire says."""
    boule = now.boule(object)
    if boule is None or not boule.live or now.phase not in ("play", "count"):
        return
    answer = book.settled("A33")
    if answer is None:
        yield book.ask_umpire("boule_lost", "A33", "change.lost", about=object, boule=object)
    else:
        yield _lost_as_umpire_says(book, object, answer)


def _lost_as_umpire_says(book: Bench, id: str, answer: str) -> Ruling:
    key = "change.counts" if answer == "counted" else "change.counts_not"
    return book.rule(key, BouleReplaced(id, lost=answer != "counted"), "change.lost", boule=id)


@decision("legality", on=Chosen, answers=("boule_lost",), cites=("change.lost",))
def umpire_on_a_lost_boule(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a boule that was lost in the end counts."""
    book.reading("A33")
    yield _lost_as_umpire_says(book, answer.option.about, answer.choice)


@decision("legality", on=f.Found, cites=("change.lost",))
def boule_found(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Found, so_far: So) -> Rulings:
    """A boule found while the search may last stays in the game; later it has been lost."""
    boule = now.boule(fact.object)
    if boule is None or boule.status == "dead":
        return
    limit = _search_ms(book)
    if limit is None or fact.elapsed_ms <= limit:
        yield book.rule("change.found", BouleLive(boule.id), "change.lost", boule=boule.id)
    elif boule.live:
        yield from _lost(book, now, boule.id)


@decision("legality", on=f.ClockExpired, cites=("change.lost",))
def search_over(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ClockExpired, so_far: So) -> Rulings:
    """When the search for a boule has lasted as long as it may, the boule may be changed."""
    if fact.clock == "search_boule" and _search_ms(book) is not None and not _still_searching(book, fact.elapsed_ms):
        yield book.rule("change.search_over", "change.lost", side=fact.side)


# --- broken ----------------------------------------------------------------------------------------


def _broken(book: Bench, now: PetanqueState, fact: f.ObjectChanged) -> Rulings:
    played = fact.object == "jack" or now.boule(fact.object) is not None
    if played and fact.equal_pieces:
        yield _which_piece(book, fact.object)
    elif played:
        yield from _largest_piece(book, now, fact)
    if _to_be_replaced(now):
        yield book.rule("change.replaced", _clause(book, fact.object, "change.broken"), object=fact.object)
    if fact.object != "jack" and not fact.new_set:
        yield _set_offered(book, now, fact)


def _which_piece(book: Bench, object: str) -> Ruling:
    pieces, clause = ("this_piece", "other_piece"), "change.largest_piece"
    return book.ask("equal_pieces", "umpire", pieces, clause, default="this_piece", about=object, object=object)


def _to_be_replaced(now: PetanqueState) -> bool:
    """Are there boules left to play, so that the broken thing is still needed?"""
    return not now.both_empty or now.phase not in ("play", "count")


def _largest_piece(book: Bench, now: PetanqueState, fact: f.ObjectChanged) -> Rulings:
    """The largest piece stands for the whole, and lives or dies where it lies."""
    jacks = ("change.broken_jack",) if fact.object == "jack" else ()
    yield book.rule("change.largest_piece", "change.largest_piece", *jacks, object=fact.object)
    boule = now.boule(fact.object)
    if boule is None or not boule.live or fact.largest_piece is None:
        return
    found = list(deaths(book, now, fact.largest_piece))
    for reason, clauses in found:
        yield book.rule("boule.dead", BouleDead(boule.id, found[0][0]), *clauses, boule=boule.id, reason=reason)


@decision("legality", on=Chosen, answers=("equal_pieces",), cites=(*PIECE_CLAUSES, "change.broken_jack"))
def umpire_on_the_pieces(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Of two equal pieces the umpire says which one counts."""
    if answer.choice == "this_piece":
        yield from _largest_piece(book, now, answer.fact)
    else:
        yield book.rule("change.other_piece", "change.largest_piece", object=answer.option.about)


def _set_offered(book: Bench, now: PetanqueState, fact: f.ObjectChanged) -> Ruling:
    """From the next end on the player may take a new set."""
    who = fact.player or _owner(now, fact) or "umpire"
    side = _owner(now, fact) or "umpire"
    sets = ("one_boule", "new_set")
    return book.ask("new_set", side, sets, "change.new_set", default="one_boule", about=who, waits=False, who=who)


@decision("legality", on=Chosen, answers=("new_set",), cites=("change.new_set",))
def set_chosen(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The player takes a new set from the next end on, or replaces the one boule."""
    key = "change.new_set" if answer.choice == "new_set" else "change.one_boule"
    yield book.rule(key, Recorded(answer.choice), "change.new_set", who=answer.option.about)


@decision("fact", on=(f.CirclePlaced, f.JackThrown), cites=("change.new_set",), during=("options",))
def replacement_due(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Where a broken boule has to be replaced, its player takes part in the next end with a matching one or another set."""
    for option in was.options if was.end != now.end else ():
        if option.ask == "new_set":
            yield book.rule("change.due", "change.new_set", who=option.about)


RULES = (
    change_is_allowed, changed, umpire_on_a_lost_boule, boule_found, search_over, umpire_on_the_pieces, set_chosen,
)  # fmt: skip
