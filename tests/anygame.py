"""Games at random under each of the books: what could happen next, likely or not, and any fact of any kind."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import convert, inspect, to_builtins

from carreau.books import book
from carreau.core.facts import SIDES, Chosen, Moment
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as petanque
from carreau.sports import kit_of
from tests import five_walks, test_cochonnet_invariants, walks

Said = tuple[Moment, Any]
Next = Callable[[Random, Any], Said]
OTHERS = ("GameSetUp", "Undone", "Corrected", "Chosen")
BY = ("scorer", "scorer", "umpire", "A", "B", "both")


class Table(NamedTuple):
    """One book's games: how they are set up, and what is likely to happen next."""

    book: Rulebook
    setups: tuple[dict[str, Any], ...]
    likely: Next

    def start(self, chance: Random) -> Game:
        """A game just set up; at pétanque it is drawn as well."""
        game = begun(self.book, kit_of(self.book).setup_of(self.book.id, chance.choice(self.setups)))
        return play(game, petanque.DrawWon(side=chance.choice(SIDES))) if self.book.sport.name == "petanque" else game

    @property
    def kinds(self) -> tuple[type, ...]:
        """The kinds of facts that can be made up."""
        union = next(t for t in get_args(self.book.sport.facts) if t.__name__ == "Corrected")
        return tuple(k for k in get_args(get_args(union)[0]) if k.__name__ not in OTHERS)

    def anything(self, chance: Random, state: Any) -> Said:
        """A fact of any kind, said by anybody."""
        return Moment(by=chance.choice(BY)), self.built(chance, state, chance.choice(self.kinds))  # type: ignore[arg-type]

    def built(self, chance: Random, state: Any, kind: type) -> Any:
        """A fact of this kind: what it must say, and a few of the things that it may."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        known = Known(chance, state, tuple(self.book.clauses))
        while True:
            with suppress(msgspec.ValidationError):
                return convert({"kind": kind.__name__, **known.fields(info)}, kind)

    def walk(self, chance: Random, steps: int, seldom: float = 0.15) -> Iterator[Game]:
        """A game at random, after each fact that was recorded."""
        game = self.start(chance)
        yield game
        for _ in range(steps):
            make = self.anything if chance.random() < seldom else self.likely
            with suppress(NotRecorded, msgspec.ValidationError):
                moment, fact = make(chance, game.state)
                game = play(game, fact, moment=moment)
                yield game


class Known(NamedTuple):
    """What a made-up fact can speak of."""

    chance: Random
    state: Any
    clauses: tuple[str, ...]

    def fields(self, info: inspect.StructType) -> dict[str, Any]:
        """What must be said, and now and then what may be."""
        told = [field for field in info.fields if field.required or self.chance.random() < 0.3]
        return {field.encode_name: self.value(field.name, field.type) for field in told}

    def value(self, name: str, type_: Any) -> Any:
        """Something that the field can hold."""
        match type_:
            case inspect.Metadata(type=inner):
                return self.value(name, inner)
            case inspect.UnionType(types=types):
                some = [t for t in types if not isinstance(t, inspect.NoneType)]
                return self.value(name, self.chance.choice(some))
            case inspect.LiteralType(values=values):
                return self.chance.choice(values)
            case inspect.BoolType():
                return self.chance.random() < 0.5
            case inspect.IntType():
                return self.number(name)
            case inspect.StrType():
                return self.word(name)
            case inspect.TupleType(item_types=types):
                return [self.value(name, t) for t in types]
            case inspect.VarTupleType(item_type=item):
                return [self.value(name, item) for _ in range(self.chance.choice((0, 1, 1, 2)))]
            case inspect.DictType(key_type=key, value_type=value):
                return {self.value(name, key): self.value(name, value) for _ in range(self.chance.choice((0, 1, 2)))}
            case inspect.StructType():
                return self.fields(type_)
            case _:
                raise AssertionError(f"{name} has a type that nothing is made up for: {type_}")

    def number(self, name: str) -> int:
        """A length, a time or a small number."""
        if name.endswith("_ms"):
            return self.chance.choice(walks.TIMES)
        return self.chance.choice(walks.LENGTHS if name.endswith("_mm") else (0, 1, 2, 3))

    def word(self, name: str) -> Any:
        """A boule, a ball, a player, a clause or an event."""
        objects = [
            o.id for o in (*getattr(self.state, "boules", ()), *getattr(self.state, "balls", ())) if hasattr(o, "id")
        ]
        players = [p.id for p in getattr(self.state, "players", ())] or ["A1", "B1"]
        match name:
            case "player" | "by" | "boule_of" | "tapped_by" | "players" | "hands" | "of_player":
                return self.chance.choice(players)
            case "object" | "touched_before":
                return self.chance.choice(["jack", *objects])
            case "clause":
                return self.chance.choice(self.clauses)
            case "events":
                return self.chance.choice(("C>O", "C>R", "O!n", "C!c"))
            case "found":
                return self.chance.choice(("clean", "diameter_um", "mass_mg", "smaller"))
            case "choice" | "note" | "text" | "why" | "terrain" | "reason" | "refused_by":
                return "x"
            case _:
                return self.chance.choice(objects or ["A.1"])


NAMED = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2)]} for side in SIDES}
PETANQUE: tuple[dict[str, Any], ...] = ({}, {"format": "singles"}, {"format": "doubles", "sides": NAMED})
BY_ENDS = {"format": "singles", "detail": "ends"}
FIVE = ({"distance": 20}, {"format": "sets", "sets": 3, "distance": 12})
TABLES = {
    "fipjp-2016": Table(book("fipjp-2016"), (*PETANQUE, BY_ENDS), walks.likely),
    "fpusa-1995": Table(book("fpusa-1995"), (*PETANQUE, BY_ENDS), walks.likely),
    "suomi": Table(book("suomi"), ({}, {"format": "singles"}), walks.likely),
    "umb-5pin-1997": Table(book("umb-5pin-1997"), FIVE, five_walks.anything),
    "billard-cochonnet": Table(
        book("billard-cochonnet"), test_cochonnet_invariants.SETUPS, test_cochonnet_invariants.likely
    ),
}


def settled(game: Game) -> Game | None:
    """The game with every question that waits answered by the first answer that is offered; None if one is refused."""
    while (asked := game.state.waiting) is not None:
        choice = next(c.id for c in asked.choices if c.refused is None)
        try:
            game = play(game, Chosen(choice=choice, option=asked.id), moment=Moment(by=asked.may[0]))  # type: ignore[arg-type]
        except NotRecorded:
            return None
    return game


def alike(value: Any) -> Any:
    """A state without what only says in which order, when and by whom it was entered."""
    return _without_order(to_builtins(value))


def _without_order(value: Any) -> Any:
    match value:
        case dict() if "reminded" in value:
            kept = {k: _without_order(v) for k, v in value.items() if k not in ("moment", "settling")}
            return kept | {k: sorted(kept[k], key=str) for k in ("options", "reminded")}
        case dict():
            return {
                k: _without_order(v) for k, v in value.items() if k not in (("id",) if "ask" in value else ("seq",))
            }
        case list() | tuple():
            return [_without_order(v) for v in value]
        case _:
            return value
