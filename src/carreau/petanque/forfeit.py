"""A side wins without playing to the target, or nobody does; and players who take no further part."""

from collections.abc import Iterator
from typing import Literal, cast

from carreau.core.bench import Bench
from carreau.core.facts import SIDES, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque.count import official, target
from carreau.petanque.effects import GameWon, HandLost, PlayerOut, TeamOut
from carreau.petanque.state import PetanqueState


def forfeited(
    book: Bench, now: PetanqueState, loser: Side, how: str, *said: Effect | str, **slots: str | int | None
) -> Ruling:
    """The other side has won, whatever the score, which stands as it is unless the organiser says otherwise."""
    winner = other(loser)
    untouched = book.reading("A42") == "as_it_stands"
    own = official(book, now, winner) if untouched else target(book, now)[0]
    theirs = official(book, now, loser) if untouched else 0
    won = GameWon(winner, how, final=True)
    return book.rule("game.forfeit", won, *said, side=winner, loser=loser, how=how, own=own, theirs=theirs, **slots)


def nobody_wins(book: Bench, how: str, *said: Effect | str) -> Ruling:
    """The game is closed without a winner."""
    return book.rule("game.nobody_wins", GameWon(None, how, final=True), *said, how=how)


def both_out(now: PetanqueState, scope: Literal["game", "competition"]) -> tuple[TeamOut, TeamOut]:
    """Both teams are out, the one that won the draw named first."""
    first = now.draw or SIDES[0]
    return TeamOut(first, scope), TeamOut(other(first), scope)


def side_asked(answer: Answer) -> Side:
    """The side that a question of this kind is about."""
    return cast(Side, answer.option.slots["of"])


def hand_of(now: PetanqueState, person: str, side: Side) -> int | None:
    """How many boules this player has left; None where the throws of the side did not all name their player."""
    player = now.player(person)
    if player is not None and not player.plays:
        return 0
    left = now.hand(side)
    if left == 0 or (player is not None and player.hand is not None):
        return min(left, player.hand) if player is not None and player.hand is not None else 0
    return left if alone(now, side) else None


def alone(now: PetanqueState, side: Side) -> bool:
    """Is the side a single player?"""
    return now.setup.format == "singles"


def person_of(now: PetanqueState, player: str | None, side: Side | None) -> tuple[str, Side] | None:
    """Whom an entry means: a player, the single player of a side, or the side where no player was noted."""
    known = now.player(player)
    if known is not None:
        return known.id, known.side
    named = side or next((s for s in SIDES if player is not None and player.startswith(s)), None)
    if named is None:
        return None
    team = now.side_players(named)
    if player is None and len(team) == 1:
        return team[0].id, named
    return player or named, named


def taken_out(now: PetanqueState, person: str, side: Side, scope: str, why: str) -> Iterator[Effect]:
    """A player takes no further part; the boules he has not played are cancelled."""
    yield PlayerOut(person, side, "game" if scope == "game" else "competition", why)
    if left := hand_of(now, person, side):
        yield HandLost(side, left, "cancelled", person if now.player(person) else None)


def nobody_left(now: PetanqueState, side: Side, full: int) -> bool:
    """Has the side no player any more who may take part?"""
    team = now.side_players(side)
    return all(p.out for p in team) if team else now.short.of(side) >= full
