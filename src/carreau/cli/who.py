"""`carreau who`: who plays, and why, from any position."""

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import ValidationError, convert

from carreau.books import BOOKS
from carreau.cli.flags import Format, Json, Lang, Rules, Setup, note
from carreau.cli.new import game_from
from carreau.cli.screen import Stop, console, language, stop
from carreau.core.facts import Moment, other
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded
from carreau.core.record import Record
from carreau.gamefile import Filed, state_of
from carreau.say import says
from carreau.sports import kit_of
from carreau.story import next_line, ruling_line

HANDS = re.compile(r"A(\d{1,2}),\s*B(\d{1,2})$")

Side = Literal["A", "B"]


def who(
    *,
    hand: Annotated[str, note("Boules or balls left to play: A2,B3. Five pins has none.")] = "",
    last: Annotated[Side | None, note("The side that played last; without it, nobody has played.")] = None,
    head: Annotated[Literal["A", "B", "equal", "nobody", "unknown"], note("Who holds the point.")] = "nobody",
    opener: Annotated[Side, note("The side that had the jack in this end, or starts the set.")] = "A",
    lain: Annotated[bool | None, note("Has a boule counted in this end? Asked only when nobody holds.")] = None,
    run: Annotated[
        int | None, note("Boules played since the head was equal or emptied; 0: the last one made it so.")
    ] = None,
    jack: Annotated[Literal["in_hand", "open", "locked", "placed", "dead", "invalid"], note("The jack.")] = "locked",
    format: Format = None,
    rulebook: Rules = "fipjp-2016",
    setup: Setup = (),
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Who plays now, and why: say what boules are left, who played last and who holds.

    For example:

    ```
    carreau who --format triples --hand A2,B3 --last B --head equal
    carreau who --hand A6,B5 --last B --head nobody --no-lain
    carreau who --rulebook billard-cochonnet --hand A3,B4 --last B --head A
    carreau who --rulebook umb-5pin-1997 --setup distance=50 --last A
    ```
    """
    tongue = language(lang)
    asked = {"head": head, "opener": opener, "last": last, "lain": lain, "run": run, "jack": jack}
    position = _position(rulebook, hand, asked, tongue)
    game = _stated(game_from(tongue, rulebook, format, "", "", None, setup)[0], position, tongue)
    return _as_json(game, tongue) if json else _as_text(game, tongue)


def _position(rulebook: str, hand: str, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """How it lies, in the words of the sport's own fact."""
    sport = BOOKS[rulebook].sport.name if rulebook in BOOKS else "petanque"
    if sport == "five_pins":
        return {"kind": "PositionStated", "striker": other(asked["last"]) if asked["last"] else asked["opener"]}
    hands = HANDS.match(hand)
    if hands is None:
        raise stop("screen.hands_unclear", lang, hand=hand)
    words = {"last": "last", "head": "head", "run": "run"} | OWN_WORDS[sport]
    fields = {field: asked[word] for field, word in words.items() if asked[word] is not None}
    return {"kind": "PositionStated", "in_hand": {"A": int(hands[1]), "B": int(hands[2])}, **fields}


OWN_WORDS = {
    "petanque": {"opener": "opener", "jack": "jack", "boule_has_lain": "lain"},
    "cochonnet": {"thrown_by": "opener"},
}


def _stated(game: Game, position: dict[str, Any], lang: str) -> Game:
    try:
        fact = convert(position, game.edition.sport.facts)
        return play(game, fact, moment=Moment(by="umpire"), trusted=True)
    except ValidationError as wrong:
        raise stop("screen.no_setup", lang, detail=str(wrong)) from wrong
    except NotRecorded as no:
        raise Stop(says(no.ruling, lang)) from no


def _as_json(game: Game, lang: str) -> int:
    rulings = [ruling_line(ruling, game.book, lang, {}) for ruling in game.rulings]
    held = kit_of(game.book).holder(state_of(game))
    line = {"next": next_line(game), "holder": held, "rulings": rulings}
    print(msgspec.json.encode(line).decode())
    return 0


def _as_text(game: Game, lang: str) -> int:
    from carreau.cli.sheet import Sheet
    from carreau.story import telling

    sheet = Sheet(Filed(record=Record(edition=game.edition, lines=()), game=game), lang, why=True)
    screen = console()
    screen.print(sheet.answer([*telling(game)][-1]))
    for part in sheet.state():
        screen.print(part)
    return 0
