"""`carreau new`: the first line of a record, to start from; and the flags that set a game up."""

import sys
from typing import Any

from msgspec import ValidationError, convert

from carreau.books import BOOKS
from carreau.cli.flags import Format, Lang, Players, Rules, Setup, Target, Teams
from carreau.cli.screen import Stop, language, stop
from carreau.core.game import Game, begun
from carreau.core.judging import NotRecorded
from carreau.core.notation import NotUnderstood, typed
from carreau.core.record import VERSION, written
from carreau.gamefile import digest_of
from carreau.say import says
from carreau.sports import Flags, kit_of


def new(
    *,
    rulebook: Rules = "fipjp-2016",
    format: Format = None,
    teams: Teams = "",
    players: Players = "",
    target: Target = None,
    setup: Setup = (),
    lang: Lang = None,
) -> int:
    """Print the first line of a record, and the names of its players if they are given.

    For example:

    ```
    carreau new --teams "Les Lilas,Saint-Ouen" > game.jsonl
    carreau new --format doubles --setup timed=true --setup time_limit_ms=2700000 --setup terrain.lanes=true
    carreau new --rulebook umb-5pin-1997 --teams "Ann,Bob" --target 60 --setup sets=3
    ```
    """
    tongue = language(lang)
    game, people = game_from(tongue, rulebook, format, teams, players, target, setup)
    sys.stdout.write(b"".join(written(game, people)).decode())
    return 0


def game_from(
    lang: str, rulebook: str, format: str | None, teams: str, players: str, target: int | None, setup: tuple[str, ...]
) -> tuple[Game, dict[str, str]]:
    """A new game from flags, and the names of its players. Raises Stop."""
    if rulebook not in BOOKS:
        raise stop("screen.no_rulebook", lang, rulebook=rulebook, known=", ".join(BOOKS))
    edition = BOOKS[rulebook]
    people = dict(_people(players, lang))
    flags = Flags(format=format, target=target, teams=two_teams(teams, lang), people=people)
    fields: dict[str, Any] = {
        "kind": "GameSetUp", "version": VERSION, "rulebook": rulebook, "digest": digest_of(edition),
    }  # fmt: skip
    fields |= kit_of(edition).flags(flags)
    try:
        return begun(edition, convert(_with(fields, setup, lang), edition.sport.setup, strict=False)), people
    except ValidationError as wrong:
        raise stop("screen.no_setup", lang, detail=str(wrong)) from wrong
    except NotRecorded as no:
        raise Stop(says(no.ruling, lang)) from no


def _people(players: str, lang: str) -> list[tuple[str, str]]:
    """The names of the players by their ids: A1, A2 ... B1 ..."""
    if not players:
        return []
    teams = players.split("/")
    if len(teams) != 2:
        raise stop("screen.players_of_two", lang)
    return [
        (f"{side}{number}", name.strip())
        for side, team in zip("AB", teams, strict=True)
        for number, name in enumerate(team.split(","), 1)
    ]


def two_teams(teams: str, lang: str) -> tuple[str, ...]:
    """The names of sides A and B, or none. Raises Stop."""
    names = tuple(name.strip() for name in teams.split(",")) if teams else ()
    if names and (len(names) != 2 or not all(names)):
        raise stop("screen.two_teams", lang)
    return names


def _with(fields: dict[str, Any], setup: tuple[str, ...], lang: str) -> dict[str, Any]:
    """The fields of a set-up with those given as `name=value` or `part.name=value`."""
    for said in setup:
        name, eq, value = said.partition("=")
        if not eq or not name:
            raise stop("screen.setup_field", lang, said=said)
        *parts, last = name.split(".")
        place = fields
        for part in parts:
            place = place.setdefault(part, {})
        try:
            place[last] = typed(value) if parts[:1] == ["settings"] or value[:1] in ("[", "{") else value
        except (NotUnderstood, TypeError) as no:
            raise stop("screen.setup_field", lang, said=said) from no
    return fields
