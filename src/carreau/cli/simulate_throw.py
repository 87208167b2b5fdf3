"""`carreau simulate throw`: one throw into a head, played by the physics, seen by the referee, ruled by the book."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import to_builtins

from carreau.books import BOOKS
from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.screen import clean, console, language, ready, stop
from carreau.cli.simulate import Book, Seed, Surface, announce, simulating
from carreau.core.facts import Side
from carreau.core.rulebook import Rulebook
from carreau.gamefile import told
from carreau.story import fact_lines, state_line, telling

if TYPE_CHECKING:
    from carreau.physics.terrain import Throw
    from carreau.simulate.head import Head, Make
    from carreau.simulate.one_throw import Tried

HeadText = Annotated[
    str | None,
    note("How it lies, in metres from the circle's middle, left positive: “jack 8.2,0; A.1 7.9,0.2; B.1 8.4,-0.1”."),
]
Style = Annotated[
    str | None, note("How to throw: roulette, half_lob, lob, shot or raspaille; else the player chooses.")
]
Level = Annotated[str | None, note("Whose hand throws: world, elite, expert, club, novice; without it, it never errs.")]


def throw(
    *,
    head: HeadText = None,
    side: Annotated[Side, note("Whose boule it is.")] = "A",
    style: Style = None,
    at: Annotated[str | None, note("Shoot this boule: B.1.")] = None,
    to: Annotated[str | None, note("Point to this spot: 8.1,0.")] = None,
    release: Annotated[
        str | None,
        note("Or say how it leaves the hand: m/s, degrees up, degrees to the left, turns of backspin a second."),
    ] = None,
    level: Level = None,
    surface: Surface = None,
    carreau: Annotated[bool, flag("Play a carreau, found by trying shot after shot.")] = False,
    book: Book = "fipjp-2016",
    seed: Seed = 1,
    svg: Annotated[str | None, note("Draw it into this SVG file.")] = None,
    png: Annotated[str | None, note("Draw it into this PNG file.")] = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Throw one boule into a head: what it touches, where all come to rest, and what the book says of it.

    With --carreau head, shot and hand are given: --side, --head, --at, --to, --style, --level and --release don't count.
    A place or angle that begins with a minus needs the equals sign: --to=-1,0.

    For example:

    ```
    carreau simulate throw
    carreau simulate throw --at B.1 --level elite --seed 4
    carreau simulate throw --head "jack 8.2,0; B.1 8.1,0.1" --style roulette --surface hard_clay
    carreau simulate throw --release 9.2,25,0,3 --json
    carreau simulate throw --carreau --png carreau.png
    ```
    """
    tongue = language(lang)
    if book not in BOOKS:
        raise stop("screen.no_rulebook", tongue, rulebook=book, known=", ".join(BOOKS))
    _pictures(svg, png, tongue)
    with simulating(tongue):
        announce("terrain", tongue)
        edition, make = _edition(book), _make(surface, seed)
        if carreau:
            from carreau.simulate.one_throw import carreau as found

            tried = found(edition, make, seed=seed)
        else:
            tried = _tried(edition, make, side, (head, style, at, to, release, level), seed, tongue)
        for picture in (svg, png):
            if picture is not None:
                _draw(tried, make, picture, told("screen.carreau_title", tongue, {}) if carreau else None, tongue)
    _tell(tried, make, json=json, lang=tongue)
    return 0


def _edition(book: str) -> Rulebook:
    """A book of pétanque. Raises NotOffered."""
    from carreau.simulate.games import offered

    known = [name for name, edition in BOOKS.items() if edition.sport.name == "petanque"]
    return BOOKS[offered("ground_book", book, known)]


def _make(surface: str | None, seed: int) -> "Make":
    from carreau.physics.terrain import SURFACES
    from carreau.simulate.games import offered
    from carreau.simulate.head import Make

    return Make(surface=offered("surface", surface or "fine_gravel", SURFACES), seed=seed)


Said = tuple[str | None, str | None, str | None, str | None, str | None, str | None]


def _tried(edition: Rulebook, make: "Make", side: Side, said: Said, seed: int, lang: str) -> "Tried":
    from carreau.physics.terrain import STYLES, THROWERS
    from carreau.simulate.games import offered
    from carreau.simulate.one_throw import USUAL, head_of, tried, wanted

    head, style, at, to, release, level = said
    lies = USUAL if head is None else head_of(head)
    if style is not None:
        offered("style", style, STYLES)
    if level is not None:
        offered("level", level, THROWERS)
    spot = None if to is None else _numbers(to, "--to", 2, "8.1,0", lang)
    want = wanted(lies, make, side, style=style, at=at, to=spot)
    hand = None if release is None else _release(lies, _numbers(release, "--release", 4, "9.2,25,0,3", lang))
    return tried(edition, lies, make, side, want, level=level, seed=seed, release=hand)


def _numbers(said: str, name: str, count: int, example: str, lang: str) -> tuple[float, ...]:
    try:
        found = tuple(float(part) for part in said.split(","))
    except ValueError:
        found = ()
    if len(found) != count:
        raise stop("screen.no_numbers", lang, name=name, text=said, example=example)
    return found


def _release(head: "Head", said: tuple[float, ...]) -> "Throw":
    from carreau.physics.terrain import Throw
    from carreau.simulate.head import from_circle

    speed, up, aside, turns = said
    own = Throw(speed, math.radians(up), math.radians(aside), 2 * math.pi * turns)
    return from_circle(head, own, head.towards)


def _pictures(svg: str | None, png: str | None, lang: str) -> None:
    """A picture has the ending of its kind; said before anything is thrown."""
    for name, ending in ((svg, ".svg"), (png, ".png")):
        if name is not None and Path(name).suffix.lower() != ending:
            raise stop("screen.picture_ending", lang, file=name, ending=ending)


def _draw(tried: "Tried", make: "Make", path: str, title: str | None, lang: str) -> None:
    from carreau.simulate.picture import save
    from carreau.simulate.terrain_picture import terrain_picture
    from carreau.simulate.throw_scene import scene_of

    scene = scene_of(tried, make, lang, title)
    try:
        save(terrain_picture(scene), path, title=scene.title)
    except OSError as no:
        raise stop("screen.no_writing", lang, file=path, detail=no.strerror or str(no)) from no


def _tell(tried: "Tried", make: "Make", *, json: bool, lang: str) -> None:
    ready()
    if json:
        sys.stdout.write("".join(msgspec.json.encode(line).decode() + "\n" for line in _lines(tried, make, lang)))
        return
    from carreau.cli.sheet import Sheet
    from carreau.core.record import Record
    from carreau.gamefile import Filed
    from carreau.simulate.throw_scene import throw_line, touch_line, touches

    screen, head = console(), tried.played.before
    screen.print(clean(f"{tried.played.thrown}: {throw_line(tried.executed, head, lang)}"), style="bold")
    for touch in touches(tried.played):
        screen.print(clean(f"  {touch_line(touch, head, lang)}"))
    filed = Filed(record=Record(edition=tried.game.edition, lines=(), people={}), game=tried.game)
    sheet = Sheet(filed, lang)
    for part in list(telling(tried.game))[2:]:
        screen.print(sheet.fact(part))


def _lines(tried: "Tried", make: "Make", lang: str) -> list[dict[str, Any]]:
    """What made the throw, each contact, where each body rests, the facts with their rulings, how the game stands."""
    from carreau.simulate.one_throw import measures
    from carreau.simulate.results import made
    from carreau.simulate.throw_scene import touches

    played = tried.played
    constants = {name: to_builtins(getattr(make, name)) for name in ("jack", "boule_a", "boule_b", "surface")}
    rests = {"jack": played.after.jack, **played.after.boules}
    return [
        {"made": made("terrain", constants, seed=make.seed)},
        {"thrown": played.thrown, "how": tried.want.how, "style": tried.want.style, "meant": measures(tried.meant),
         "executed": measures(tried.executed)},
        *({"contact": touch._asdict()} for touch in touches(played)),
        {"rest_m": {name: [round(value, 5) for value in place or ()] for name, place in rests.items()}},
        *list(fact_lines(tried.game, lang, {}))[1:],
        {"state": state_line(tried.game)},
    ]  # fmt: skip
