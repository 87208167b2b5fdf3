"""The balls and the players: two sides, the same number of balls for everybody, whole colours for each side."""

import re
from collections.abc import Iterator

from carreau.billiards.cochonnet_effects import Rejected
from carreau.billiards.cochonnet_facts import Inspected
from carreau.billiards.cochonnet_setup import COLOURS, GameSetUp
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Book = Bench | Rulebook

PLAYER = re.compile(r"([AB])\d+$")
LIMITS = {"two_colours": "balls.each_of_two", "four_colours": "balls.each_of_four"}


def per_colour(book: Book, setup: GameSetUp) -> int:
    """How many balls of each colour the set has."""
    return book.limit(LIMITS[setup.ball_set])


def sizes(setup: GameSetUp) -> dict[Side, int] | None:
    """How many players each side has, once both sides name theirs."""
    named = {side: len(setup.sides[side].players) for side in SIDES if side in setup.sides}
    return named if len(named) == len(SIDES) and all(named.values()) else None


def in_play(book: Book, setup: GameSetUp) -> int:
    """How many balls are shared out: the whole set, or one colour each for two players, as the game reads it."""
    colours = len(COLOURS[setup.ball_set])
    two_players = sizes(setup) == dict.fromkeys(SIDES, 1)
    if colours > len(SIDES) and two_players and book.reading("C-A1") == "four_each":
        colours = len(SIDES)
    return colours * per_colour(book, setup)


def shares(book: Book, setup: GameSetUp) -> dict[Side, int]:
    """The balls of each side: the same number for every player, or half of the set where no players are named."""
    players, balls = sizes(setup) or dict.fromkeys(SIDES, 1), in_play(book, setup)
    return {side: n * (balls // sum(players.values())) for side, n in players.items()}


# --- the set-up ------------------------------------------------------------------------------------


@decision("door", on=GameSetUp)
def set_up_once(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game is set up once; what was wrong in the set-up is corrected."""
    if was.phase != "setup":
        yield book.refuse("refused.set_up_already")


@decision("door", on=GameSetUp, cites=("side.two",))
def two_sides(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """There are two sides, neither fewer nor more."""
    if fact.sides and set(fact.sides) != set(SIDES):
        yield book.refuse("refused.two_sides", "side.two", n=len(fact.sides))


@decision("door", on=GameSetUp)
def players_are_named(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """A player is named after the side and has a name of his own."""
    seen: set[str] = set()
    for side, team in fact.sides.items():
        for player in team.players:
            named = PLAYER.match(player.id)
            if named is None or named.group(1) != side:
                yield book.refuse("refused.player_name", player=player.id, side=side)
            elif player.id in seen:
                yield book.refuse("refused.player_twice", player=player.id, side=side)
            seen.add(player.id)


@decision("door", on=GameSetUp, cites=("balls.equal", "balls.sets"))
def balls_can_be_shared(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """Everybody has the same number of balls, and each side plays whole colours."""
    players = sizes(fact)
    if players is None:
        return
    everybody, balls = sum(players.values()), in_play(book, fact)
    if balls % everybody:
        yield book.refuse("refused.unequal_balls", "balls.equal", n=everybody, of=balls)
    elif any(share % per_colour(book, fact) for share in shares(book, fact).values()):
        yield book.refuse("refused.broken_colour", "balls.sets", n=per_colour(book, fact))


@decision("door", on=GameSetUp, cites=("balls.equal",))
def nobody_has_more(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """Balls noted for a player are the equal share."""
    players = sizes(fact)
    if players is None or in_play(book, fact) % sum(players.values()):
        return
    each = in_play(book, fact) // sum(players.values())
    for player in (p for team in fact.sides.values() for p in team.players):
        if player.balls not in (None, each):
            yield book.refuse("refused.other_share", "balls.equal", player=player.id, said=player.balls, n=each)


@decision("door", on=GameSetUp, cites=("balls.sets",))
def colours_are_in_the_set(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So
) -> Rulings:
    """A side plays colours of the set, as many as its balls need, and none that the other side plays."""
    named = [colour for team in fact.sides.values() for colour in team.colours]
    known = COLOURS[fact.ball_set]
    for colour in dict.fromkeys(named):
        if colour not in known:
            yield book.refuse("refused.no_such_colour", "balls.sets", colour=colour, known=", ".join(known))
        elif named.count(colour) > 1:
            yield book.refuse("refused.colour_twice", "balls.sets", colour=colour)
    for side in (side for side in SIDES if set(fact.sides) == set(SIDES)):
        colours, balls = len(fact.sides[side].colours), shares(book, fact)[side]
        if colours and colours * per_colour(book, fact) != balls:
            yield book.refuse("refused.other_colours", "balls.sets", side=side, n=balls)


@decision("fact", on=GameSetUp, cites=("balls.sets",))
def balls_of_sides(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """The set is shared between the sides."""
    balls = shares(book, fact)
    yield book.rule("balls.shared", "balls.sets", **{f"balls_{side}": balls[side] for side in SIDES})


@decision("fact", on=GameSetUp, cites=("balls.equal",))
def balls_of_players(book: Bench, was: CochonnetState, now: CochonnetState, fact: GameSetUp, so_far: So) -> Rulings:
    """All players have the same number of balls."""
    if (players := sizes(fact)) is not None:
        yield book.rule("balls.each", "balls.equal", n=in_play(book, fact) // sum(players.values()))


# --- the jack as an object ---------------------------------------------------------------------------


@decision("door", on=Inspected, cites=("jack_kit.smaller",))
def can_be_looked_for(book: Bench, was: CochonnetState, now: CochonnetState, fact: Inspected, so_far: So) -> Rulings:
    """An inspection finds what the text asks for."""
    known = {check.property for check in book.book.clauses["jack_kit.smaller"].checks}
    for name in fact.found:
        if name not in known:
            there = ", ".join(sorted(known))
            yield book.refuse("refused.no_such_property", object=fact.object, property=name, known=there)


@decision("fact", on=Inspected, cites=("jack_kit.smaller",))
def jack_inspected(book: Bench, was: CochonnetState, now: CochonnetState, fact: Inspected, so_far: So) -> Rulings:
    """The jack is smaller than the balls and of a colour of its own; no size is asked of it."""
    checks = [c for c in book.book.clauses["jack_kit.smaller"].checks if c.property in fact.found]
    failed = [c.property for c in checks if not c.passes(fact.found[c.property])]
    for name in failed:
        yield book.rule("jack_kit.rejected", Rejected(fact.object, name), "jack_kit.smaller", kind=name)
    if not failed:
        yield book.rule("jack_kit.passes", "jack_kit.smaller")


RULES = (
    set_up_once, two_sides, players_are_named, balls_can_be_shared, nobody_has_more, colours_are_in_the_set,
    balls_of_sides, balls_of_players, can_be_looked_for, jack_inspected,
)  # fmt: skip
