"""The draw for the jack, the next game between the same opponents, and the throw of the jack."""

from collections.abc import Iterator

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_effects import JackFailed, JackGood, JackOwned, PhaseIs
from carreau.billiards.cochonnet_line import across, past
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side, other
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


# --- who has the first jack ----------------------------------------------------------------------------


@decision("fact", on=f.LagPlayed, cites=("lag.passed_line", "lag.nearest"))
def ball_of_the_draw_lost(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.LagPlayed, so_far: So
) -> Rulings:
    """In the draw a ball that comes back past the starting line, or never reached the far cushion, loses."""
    for side, ball in fact.balls.items():
        yield from _lost(book, side, ball)


def _lost(book: Bench, side: Side, ball: f.Rolled) -> Rulings:
    if past(book, ball.line):
        yield book.rule("lag.over", "lag.passed_line", side=side)
    if ball.off_table:
        book.reading("C-A21")
        yield book.rule("lag.off", "lag.passed_line", side=side)
    if ball.far_cushion is False:
        book.reading("C-A3")
        yield book.rule("lag.short", "lag.nearest", side=side)


@decision("fact", on=f.LagPlayed, cites=("lag.nearest",))
def draw_won(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.LagPlayed, so_far: So) -> Rulings:
    """The side whose ball comes back nearest to the starting line has the jack; when nobody's does, they roll again."""
    winner = fact.won_by or _nearest(book, fact)
    if winner in SIDES:
        yield book.rule("lag.won", JackOwned(_side(winner)), "lag.nearest", side=winner)
    else:
        book.reading("C-A3")
        yield book.rule("lag.again", "lag.nearest", reason="equal" if _valid(book, fact) else "both_lost")


def _side(name: str) -> Side:
    return "A" if name == "A" else "B"


def _valid(book: Bench, fact: f.LagPlayed) -> dict[str, int]:
    """How far from the line the balls lie that can win."""
    return {
        side: ball.gap_mm or 0
        for side, ball in fact.balls.items()
        if ball.far_cushion is not False and not ball.off_table and not past(book, ball.line)
    }


def _nearest(book: Bench, fact: f.LagPlayed) -> str:
    gaps = _valid(book, fact)
    best = [side for side, gap in gaps.items() if gap == min(gaps.values())]
    return best[0] if len(best) == 1 else "equal"


@decision("fact", on=GameSetUp, cites=("rematch.losers_throw",))
def next_game(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """In another game between the same opponents the losers of the last one throw the first jack; others draw."""
    if fact.previous is None:
        return
    book.reading("C-A23")
    if fact.previous.same_players:
        loser = fact.previous.loser
        yield book.rule("rematch.losers", JackOwned(loser), PhaseIs("jack"), "rematch.losers_throw", side=loser)


# --- the throw of the jack -------------------------------------------------------------------------------


def faults(book: Bench, fact: f.JackThrown) -> list[str]:
    """What is wrong with a throw by what is noted of it."""
    found = ["short"] if fact.far_cushion is False else []
    if fact.off_table:
        book.reading("C-A21")
        found.append("off_table")
    elif past(book, fact.line):
        found.append("over")
    return found


@decision("fact", on=f.JackThrown, cites=("jack.comes_back",))
def jack_good(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack is good when it has touched the far cushion and has not come back past the starting line."""
    found = faults(book, fact)
    if fact.good is False or (found and not fact.good):
        return
    if fact.cushions is not None and fact.cushions < book.limit("cushion.fewest"):
        book.reading("C-A6")
    why = "said" if found else "across" if across(fact.line) else None
    yield book.rule("jack.comes_back", JackGood(), "jack.comes_back", side=fact.side, why=why)


@decision("fact", on=f.JackThrown, cites=("jack.second_throw", "jack.passes_over"))
def jack_failed(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.JackThrown, so_far: So) -> Rulings:
    """A jack too soft or too hard is thrown a second time by the same player, then twice by the other side, and so on."""
    found = faults(book, fact)
    if fact.good or (not found and fact.good is None):
        return
    for reason in found or ["not_noted"]:
        if now.jack.attempts < book.limit("jack.attempts"):
            yield book.rule("jack.again", JackFailed(), "jack.second_throw", side=fact.side, reason=reason)
        else:
            to = other(fact.side)
            yield book.rule("jack.passes", JackFailed(to), "jack.passes_over", side=fact.side, to=to, reason=reason)


RULES = (ball_of_the_draw_lost, draw_won, next_game, jack_good, jack_failed)
