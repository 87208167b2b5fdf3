"""The forms of the game: players and boules, the points to play to, timed games, what the organisers may set."""

import re
from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Side
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.petanque.door import BOULES_EACH
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

PLAYER = re.compile(r"([AB])\d+$")
SHORT_STAGES = ("league", "qualifying_heat")
YES_OR_NO = (
    "other_target",
    "umpire_only_measuring",
)  # what organisers may set beside the limits that the book leaves to them


def formats_of(book: Rulebook) -> tuple[str, ...]:
    """The forms of the game that a rulebook knows, by the number of players it gives to each."""
    keys = (key.removeprefix("format.") for key in book.limits if key.startswith("format."))
    return tuple(key.removesuffix("_players") for key in keys if key.endswith("_players"))


def formats(book: Bench) -> tuple[str, ...]:
    """The forms of the game at hand."""
    return formats_of(book.book)


@decision("door", on=GameSetUp)
def set_up_once(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game is set up once; what was wrong in the set-up is corrected."""
    if was.phase != "setup":
        yield book.refuse("refused.set_up_already")


@decision("door", on=GameSetUp, cites=("format.no_other", "format.triples", "format.doubles_singles"))
def format_exists(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """Only the forms of the book are played, by teams that have no player too many."""
    known = formats(book)
    if fact.format not in known:
        yield book.refuse("refused.no_such_format", "format.no_other", said=fact.format, known=", ".join(known))
        return
    most = book.limit(f"format.{fact.format}_players")
    clause = book.limit_clause(f"format.{fact.format}_players")
    for side, team in fact.sides.items():
        if len(team.players) > most:
            yield book.refuse(
                "refused.too_many_players", clause, "format.no_other", side=side, players=len(team.players), most=most,
                format=fact.format,
            )  # fmt: skip


@decision("door", on=GameSetUp, cites=("format.no_other", *BOULES_EACH))
def boules_fit(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """Every player has as many boules as the form of the game gives him."""
    if fact.format not in formats(book) or fact.boules_each is None:
        return
    each = book.limit(f"format.{fact.format}_boules")
    if fact.boules_each != each:
        clause = book.limit_clause(f"format.{fact.format}_boules")
        yield book.refuse(
            "refused.other_boules", clause, "format.no_other", format=fact.format, said=fact.boules_each, boules=each
        )


@decision("door", on=GameSetUp)
def players_are_named(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A player is named after the side and has a name of his own."""
    seen: set[str] = set()
    for side in SIDES:
        for player in _ids(fact, side):
            named = PLAYER.match(player)
            if named is None or named.group(1) != side:
                yield book.refuse("refused.player_name", player=player, side=side)
            elif player in seen:
                yield book.refuse("refused.player_twice", player=player, side=side)
            seen.add(player)


def _ids(fact: GameSetUp, side: Side) -> tuple[str, ...]:
    return tuple(player.id for player in fact.sides[side].players) if side in fact.sides else ()


@decision("door", on=GameSetUp, cites=("win.target", "win.short_target"))
def target_allowed(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game goes to the points of the book; to the smaller number only in leagues and qualifying heats."""
    yield from _target_refused(book, fact, SHORT_STAGES)


@decision("door", on=GameSetUp, cites=("win.target", "win.short_target"))
def short_in_eliminations(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game goes to the points of the book; to the smaller number only in leagues and elimination games."""
    yield from _target_refused(book, fact, ("league", "elimination"))


def _target_refused(book: Bench, fact: GameSetUp, short_stages: tuple[str, ...]) -> Rulings:
    usual, short = book.limit("win.target"), book.limit("win.short_target")
    if fact.target in (None, usual) or (fact.settings.get("other_target") is True and (fact.target or 0) > 0):
        return
    if fact.target != short:
        yield book.refuse(
            "refused.other_target", "win.target", "win.short_target", target=fact.target, usual=usual, short=short
        )
    elif fact.stage not in short_stages:
        yield book.refuse("refused.short_target", "win.short_target", target=short, usual=usual)


@decision("fact", on=GameSetUp, cites=("win.target", "win.short_target"))
def points_to_play_to(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """The set-up says to how many points the game is played; if it does not, the book does."""
    points = fact.target or book.limit("win.target")
    short = book.limit("win.short_target") if book.has_limit("win.short_target") else None
    clause = "win.short_target" if points == short else "win.target"
    yield book.rule("setup.target", clause, points=points)


@decision("door", on=GameSetUp, cites=("timed.allowed", "timed.lanes"))
def timed_allowed(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A game against time names its time and is played in marked lanes."""
    if fact.extra_ends < 0:
        yield book.refuse("refused.extra_ends", "timed.allowed", ends=fact.extra_ends)
    if not fact.timed:
        if fact.time_limit_ms is not None:
            yield book.refuse("refused.not_timed", "timed.allowed", limit_ms=fact.time_limit_ms)
        return
    if fact.time_limit_ms is None or fact.time_limit_ms <= 0:
        yield book.refuse("refused.no_time_limit", "timed.allowed")
    if not fact.terrain.lanes or fact.terrain.marked is False:
        yield book.refuse("refused.timed_without_lanes", "timed.lanes")


@decision("door", on=GameSetUp, cites=("format.no_other",))
def no_game_against_time(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A text that knows no game against time does not let one be played."""
    if fact.timed or fact.time_limit_ms is not None:
        book.reading("B29")
        yield book.refuse("refused.no_timed_game", "format.no_other")


@decision("fact", on=GameSetUp, cites=("timed.allowed",))
def timed_game(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A competition may limit the time of its games."""
    if fact.timed:
        kind = "extra_ends" if fact.extra_ends else "time_only"
        yield book.rule("setup.timed", "timed.allowed", kind=kind, limit_ms=fact.time_limit_ms, ends=fact.extra_ends)


@decision("door", on=GameSetUp)
def settings_known(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """The organisers set only what the book leaves to them."""
    numbers = {limit.setting for limit in book.book.limits.values() if limit.setting}
    known = {*numbers, *(name for name in YES_OR_NO if name in ("other_target",) or book.has("measure.umpire_only"))}
    for name, value in fact.settings.items():
        if name not in known:
            yield book.refuse("refused.no_such_setting", setting=name, known=", ".join(sorted(known)))
        elif name in numbers and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            yield book.refuse("refused.setting_number", setting=name, value=str(value))
        elif name in YES_OR_NO and not isinstance(value, bool):
            yield book.refuse("refused.setting_yes_no", setting=name, value=str(value))


RULES = (
    set_up_once, format_exists, boules_fit, players_are_named, target_allowed, timed_allowed, settings_known,
    points_to_play_to, timed_game,
)  # fmt: skip
