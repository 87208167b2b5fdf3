"""The circle: who lays it and which one, its mark and its gaps, and what follows when somebody lifts it."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    Barred,
    CircleChosen,
    CircleRestored,
    OffenceNoted,
    PhaseIs,
    Rejected,
    Unbarred,
)
from carreau.petanque.good_jack import limit_refused
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


def laid_again(property: str) -> tuple[Effect, ...]:
    """The circle is refused for this, and another has to be laid before the jack is thrown."""
    return Rejected("circle", property), PhaseIs("circle")


@decision("door", on=f.CirclePlaced, cites=("circle.placer",))
def circle_can_be_placed(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So
) -> Rulings:
    """The side that has the jack lays the circle, before it throws the jack."""
    if was.phase not in ("circle", "jack", "agreed") or (was.phase == "jack" and was.jack.status != "in_hand"):
        yield book.refuse("refused.no_circle_now", "circle.placer", phase=was.phase)
    elif fact.side is not None and was.owner is not None and fact.side != was.owner:
        yield book.refuse("refused.not_its_circle", "circle.placer", side=fact.side, owner=was.owner)


@decision("fact", on=f.DrawWon, cites=("circle.choice",))
def which_circle(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.DrawWon, so_far: So) -> Rulings:
    """When both sides own regulation circles, the winner of the draw chooses, unless the organisers supply one."""
    both = all(side in now.setup.sides and now.setup.sides[side].owns_circle for side in SIDES)
    if both and not now.setup.terrain.organiser_circle:
        yield book.ask(
            "which_circle", fact.side, ["own", "opponents"], "circle.choice", default="own", waits=False,
            other=other(fact.side),
        )  # fmt: skip


@decision("fact", on=Chosen, answers=("which_circle",), cites=("circle.choice",))
def circle_chosen(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The circle that the winner of the draw chose is used all game, whoever has the jack."""
    winner: Side = answer.option.side  # type: ignore[assignment]
    owner = winner if answer.choice == "own" else other(winner)
    yield book.rule("circle.chosen", CircleChosen(owner), "circle.choice", side=winner, owner=owner)


@decision("legality", on=f.CirclePlaced, cites=("circle.from_opponents", "circle.choice"))
def right_circle(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So) -> Rulings:
    """Nobody draws a circle when the opponents offer a regulation one, or brings another than the one chosen."""
    side = fact.side or now.owner
    if fact.opponents_offer and fact.circle == "drawn" and fact.offer_fit is not False:
        yield book.rule("circle.refused", *laid_again("supplier"), "circle.from_opponents", reason="offer", side=side)
    if now.circle_of is None or side is None or fact.supplier not in ("own", "opponents"):
        return
    owner = side if fact.supplier == "own" else other(side)
    if owner != now.circle_of:
        yield book.rule("circle.refused", *laid_again("supplier"), "circle.choice", reason="choice", side=now.circle_of)


@decision("legality", on=f.CirclePlaced, cites=("circle.marked",), needs=("circle", "marked", "side"))
def circle_to_be_marked(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So
) -> Rulings:
    """A circle that is not marked has to be, before the jack is thrown."""
    if fact.marked is False:
        yield book.rule("circle.to_mark", "circle.marked", side=fact.side or now.owner)


@decision("legality", on=f.JackThrown, cites=("circle.marked",))
def thrown_unmarked(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """A jack thrown from an unmarked circle stands; the umpire reminds the side, or calls it an offence."""
    if now.circle.marked is not False:
        return
    answer = book.settled("C18")
    if answer is not None:
        yield _not_marked(book, fact.side, answer)
    elif not any(o.ask == "circle_unmarked" and o.about == fact.side for o in now.options):
        yield book.ask_umpire("circle_unmarked", "C18", "circle.marked", about=fact.side, waits=False, owner=fact.side)


@decision("legality", on=Chosen, answers=("circle_unmarked",), cites=("circle.marked",))
def unmarked_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether an unmarked circle is an offence."""
    book.reading("C18")
    yield _not_marked(book, answer.option.about, answer.choice)


def _not_marked(book: Bench, side: str, answer: str) -> Ruling:
    if answer == "offence":
        effect = OffenceNoted("not_marking", side)  # type: ignore[arg-type]
        return book.rule("circle.unmarked_offence", effect, "circle.marked", side=side)
    return book.rule("circle.unmarked_reminder", "circle.marked", side=side)


OBSTACLE = ("circle.start_obstacle", "circle.obstacle")
OTHER = ("circle.start_other", "circle.other")


@decision("legality", on=f.CirclePlaced, cites=(*OBSTACLE, *OTHER, "next_circle.obstacle"))
def circle_has_room(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced, so_far: So) -> Rulings:
    """The circle stands clear of every obstacle and of every other circle in use."""
    gap, least = fact.obstacle_gap_mm, book.limit("circle.obstacle_gap")
    if gap is not None and (gap < least or (gap == least and limit_refused(book))):
        later = ("next_circle.obstacle",) if was.ends_completed else ()
        yield book.rule(
            "circle.refused",
            *laid_again("obstacle_gap_mm"),
            *OBSTACLE,
            *later,
            reason="obstacle",
            gap_mm=gap,
            least_mm=least,
        )
    gap = fact.boundary_gap_mm if book.has_limit("circle.boundary_gap") else None
    if gap is not None and gap < (least := book.limit("circle.boundary_gap")):
        later = ("next_circle.obstacle",) if was.ends_completed else ()
        slots = {"gap_mm": gap, "least_mm": least}
        yield book.rule("circle.refused", *laid_again("boundary_gap_mm"), *OBSTACLE, *later, reason="boundary", **slots)
    gap = fact.other_gap_mm if book.has_limit("circle.other_gap") else None
    if gap is not None and gap < (least := book.limit("circle.other_gap")):
        yield book.rule(
            "circle.refused", *laid_again("other_gap_mm"), *OTHER, reason="other", gap_mm=gap, least_mm=least
        )


@decision("door", on=f.CircleLifted)
def circle_can_be_lifted(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CircleLifted, so_far: So
) -> Rulings:
    """Whoever lifts the circle belongs to the side; what was asked before comes first."""
    if was.waiting is not None:
        yield book.refuse("refused.waiting", ask=was.waiting.ask, side=was.waiting.side)
    player = was.player(fact.player)
    if fact.player is not None and (player.side != fact.side if player else bool(was.side_players(fact.side))):
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)


@decision("interference", on=f.CircleLifted, cites=("circle.lifted",))
def circle_lifted(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.CircleLifted, so_far: So) -> Rulings:
    """Who lifts the circle with boules still to be played bars the own side; before the jack nothing follows."""
    if now.phase in ("jack", "place"):
        yield book.rule("circle.put_back", CircleRestored(), "circle.lifted", reason="before_jack", side=fact.side)
    if now.phase != "play" or now.both_empty:
        return
    if fact.marked is False or now.circle.marked is False:
        yield book.rule("circle.umpire_puts_back", "circle.lifted", side=fact.side)
    why = "both" if _lifted(now, other(fact.side)) else ("accident" if fact.accident else "")
    if not why or _lifted(now, fact.side):
        yield _bars(book, now, fact.side)
    elif (answer := book.settled("C19")) is not None:
        yield _consequence(book, now, fact.side, answer)
    else:
        yield book.ask_umpire("circle_lifted", "C19", "circle.lifted", about=fact.side, owner=fact.side, reason=why)


def _lifted(now: PetanqueState, side: Side) -> bool:
    return any(b.side == side and b.cause == "circle" for b in now.bars)


def _bars(book: Bench, now: PetanqueState, side: Side) -> Ruling:
    return book.rule(
        "circle.lifted", CircleRestored(), Barred(side, "circle"), "circle.lifted", side=side, other=other(side),
        boules=now.hand(side),
    )  # fmt: skip


def _consequence(book: Bench, now: PetanqueState, side: Side, answer: str) -> Ruling:
    """What the umpire's reading gives: the lifting side barred, or nobody, not even the side that lifted it first."""
    if answer == "lifting_side_barred":
        return _bars(book, now, side)
    freed = (Unbarred(other(side), "circle"),) if _lifted(now, other(side)) else ()
    reason = "both" if freed else "accident"
    return book.rule("circle.put_back", CircleRestored(), *freed, "circle.lifted", reason=reason, side=side)


@decision("interference", on=Chosen, answers=("circle_lifted",), cites=("circle.lifted",))
def lifting_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a circle kicked away, or lifted by both sides, bars anybody."""
    book.reading("C19")
    yield _consequence(book, now, answer.option.about, answer.choice)  # type: ignore[arg-type]


@decision("fact", on=f.JackThrown, cites=("draw.winner", "circle.choice"))
def choices_lapse(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.JackThrown, so_far: So) -> Rulings:
    """Once the jack is thrown, the game is played on the terrain and from the circle that are there."""
    if any(o.ask == "terrain" for o in now.options):
        yield book.rule("terrain.as_it_is", Answered("terrain"), "draw.winner", side=now.draw)
    if any(o.ask == "which_circle" for o in now.options):
        yield book.rule("circle.as_it_is", Answered("which_circle"), "circle.choice", side=now.draw)


RULES = (
    circle_can_be_placed, which_circle, circle_chosen, right_circle, circle_to_be_marked, thrown_unmarked,
    unmarked_judged, circle_has_room, circle_can_be_lifted, circle_lifted, lifting_judged, choices_lapse,
)  # fmt: skip
