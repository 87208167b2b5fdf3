"""How a game starts: the points to play to, sides of the same size, the draw, and who stands in the circle."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import Rejected
from carreau.petanque.equipment import checks, sensible
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState
from carreau.petanque.suomi.topics import FOUND

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("door", on=GameSetUp, cites=("win.target",))
def only_target(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game is played to the points of the book and to no others."""
    usual = book.limit("win.target")
    if fact.target not in (None, usual):
        yield book.refuse("refused.only_target", "win.target", target=fact.target, usual=usual)


@decision("door", on=GameSetUp, cites=("format.triples",))
def sides_are_alike(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """As many play on one side as on the other."""
    sizes = {side: len(fact.sides[side].players) for side in SIDES if side in fact.sides}
    if len(sizes) == len(SIDES) and all(sizes.values()) and len(set(sizes.values())) > 1:
        yield book.refuse("refused.sides_differ", "format.triples", A=sizes["A"], B=sizes["B"])


@decision("door", on=GameSetUp)
def nothing_to_set(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """The summary leaves nothing to organisers."""
    for name in fact.settings:
        yield book.refuse("refused.nothing_to_set", setting=name)


@decision("fact", on=f.DrawWon, cites=("draw.winner", "draw.coin"))
def lots_are_drawn(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.DrawWon, so_far: So) -> Rulings:
    """The winner of the draw throws the jack first."""
    yield book.rule("draw.won", "draw.winner", "draw.coin", side=fact.side)


@decision("fact", on=f.Inspected, cites=("jack_kit.name",))
def wooden_jack(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """The basics speak of a wooden ball; whether another jack will do is a reading."""
    other_stuff = fact.object == "jack" and fact.found.get("material") not in (None, "wood")
    if other_stuff and book.reading("S-A12") == "wood_only":
        what, material = Rejected("jack", "material"), str(fact.found["material"])
        yield book.rule(
            "equipment.rejected", what, "jack_kit.name", reason="wooden_jack", found=material, property="material"
        )


@decision("door", on=f.Inspected)
def finding_can_be(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Inspected, so_far: So) -> Rulings:
    """An inspection finds what can be looked for, in a thing of a player of the game."""
    known = {check.property: check for _, check in checks(book, fact.object)}
    for name, value in fact.found.items():
        if name not in known and name not in FOUND[fact.object]:
            there = ", ".join(dict.fromkeys((*known, *FOUND[fact.object])))
            yield book.refuse("refused.no_such_property", object=fact.object, property=name, known=there)
        elif name in known and not sensible(known[name], value):
            yield book.refuse("refused.no_such_finding", object=fact.object, property=name, value=str(value))
    player = was.player(fact.player)
    if fact.player is not None and (fact.side not in (None, player.side) if player else bool(was.players)):
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)


RULES = (only_target, sides_are_alike, nothing_to_set, finding_can_be, lots_are_drawn, wooden_jack)
