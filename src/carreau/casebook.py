"""The cases: data an umpire can check. Each is judged by the real book, and the ledger is made of what they really cited."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, structs

from carreau.books import book
from carreau.core.facts import Moment
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Refused, Ruling, State
from carreau.sports import kit_of

Texts = str | tuple[str, ...]


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"not_": "not"}):
    """One line of a case's table: what happens, and what the book must say.

    `then`: message keys that must be ruled; `rows` cited, `not` not cited; `refused`: the key of a refusal at the door;
    `option`: what is asked then, and `offers` its choices; `next` (`B boule`), `holds`, `score` (`3-0`), `phase`, `points`;
    `lives`/`dead`: boules that are live or dead afterwards; `leans`: readings leaned on; `stands`: whatever else a sport
    says of how a game stands (`sets`, `half`, `out` ... at five pins).
    """

    when: str
    then: Texts = ()
    rows: tuple[str, ...] = ()
    not_: tuple[str, ...] = ()
    refused: str | None = None
    option: str | None = None
    side: str | None = None
    offers: tuple[str, ...] | None = None
    next: str | None = None
    holds: str | None = None
    score: str | None = None
    phase: str | None = None
    lives: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    leans: tuple[str, ...] = ()
    breach: str | None = None
    jack: str | None = None
    hands: str | None = None
    cards: tuple[str, ...] | None = None
    winner: str | None = None
    stands: dict[str, str] = {}


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A situation and a table of what can happen in it. `public`: the id of the published question it answers."""

    title: str
    table: tuple[Line, ...]
    given: str = ""
    setup: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    public: str | None = None
    note: str | None = None
    book: str = ""
    article: str = ""

    @property
    def id(self) -> str:
        """Where the case stands: `fipjp-2016/9: the jack driven away`."""
        return f"{self.book}/{self.article}: {self.title}"


class Outcome(Struct, frozen=True, kw_only=True):
    """What the book really said on one line of a case."""

    case: Case
    line: Line
    rulings: tuple[Ruling, ...]
    refusal: Ruling | None
    state: State
    wrong: tuple[str, ...]

    @property
    def cites(self) -> frozenset[str]:
        """All rows that the line's rulings cited, a refusal's included."""
        said = (*self.rulings, *((self.refusal,) if self.refusal else ()))
        return frozenset(row for ruling in said for row in ruling.cites)


def folder() -> Path:
    """Where the cases stand: beside the source, or inside the installed package."""
    inside = Path(__file__).parent / "cases"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "cases"


def cases(rulebook: str, where: Path | None = None) -> Iterator[Case]:
    """All cases of a book, article by article."""
    for path in sorted((where or folder()).joinpath(rulebook).glob("*.toml"), key=_by_article):
        for source in tomllib.loads(path.read_text("utf-8")).get("case", ()):
            yield convert(_whole(source, rulebook, path.stem), Case)


def _by_article(path: Path) -> tuple[int, str]:
    digits = "".join(c for c in path.stem if c.isdigit())
    return int(digits or 0), path.stem


def _whole(source: Mapping[str, Any], rulebook: str, article: str) -> dict[str, Any]:
    lines = [
        {**line, "then": [line["then"]]} if isinstance(line.get("then"), str) else line for line in source["table"]
    ]
    return {**source, "table": lines, "book": rulebook, "article": article}


def opened(case: Case, edition: Rulebook | None = None) -> Game:
    """The game of a case before its table: set up, position stated, and what is given played."""
    edition = edition or book(case.book)
    sport = kit_of(edition)
    game = begun(edition, sport.setup_of(edition.id, case.setup))
    if case.position is not None:
        position = convert({"kind": "PositionStated", **case.position}, edition.sport.facts)
        game = play(game, position, moment=Moment(by="umpire", at_ms=sport.case_ms))
    return told(game, case.given)[0]


def told(game: Game, text: str) -> tuple[Game, tuple[Ruling, ...]]:
    """The game after some facts in short notation, with all rulings on them. Raises NotRecorded."""
    after, rulings, no = heard(game, text)
    if no is not None:
        raise no
    return after, rulings


Heard = tuple[Game, tuple[Ruling, ...], NotRecorded | None]


def heard(game: Game, text: str) -> Heard:
    """The game after some facts in short notation, with all rulings on them, as far as the first that is refused."""
    games, rulings = [game], list[Ruling]()
    try:
        for moment, fact in kit_of(game.book).facts_of(text, lambda: games[-1].state):
            games.append(play(games[-1], fact, moment=moment))
            rulings += games[-1].rulings
    except NotRecorded as no:
        return games[-1], tuple(rulings), no
    return games[-1], tuple(rulings), None


def tried(case: Case, edition: Rulebook | None = None) -> Iterator[Outcome]:
    """Each line of a case judged by the book."""
    game = opened(case, edition)
    for line in case.table:
        yield _tried(case, line, game)


def _tried(case: Case, line: Line, before: Game) -> Outcome:
    game, rulings, no = heard(before, line.when)
    refusal = no.ruling if no is not None else None
    said = Outcome(case=case, line=line, rulings=rulings, refusal=refusal, state=game.state, wrong=())
    return structs.replace(said, wrong=tuple(_wrong(case, line, said, kit_of(game.book).plain(game.state))))


def _wrong(case: Case, line: Line, got: Outcome, plain: Mapping[str, Any]) -> Iterator[str]:
    keys = {r.key for r in got.rulings}
    rows = {f"{case.book}/{row}" for row in line.rows}
    if got.refusal is not None and line.refused is None:
        yield f"refused: {got.refusal.key} {got.refusal.slots}"
    if line.refused is not None and (got.refusal is None or got.refusal.key != line.refused):
        yield f"should be refused as {line.refused}, was {got.refusal.key if got.refusal else 'recorded'}"
    if missing := sorted(set(line.then) - keys):
        yield f"should rule {', '.join(missing)}, ruled {', '.join(sorted(keys)) or 'nothing'}"
    if missing := sorted(rows - got.cites):
        yield f"should cite {', '.join(missing)}, cited {', '.join(sorted(got.cites)) or 'nothing'}"
    if there := sorted({f"{case.book}/{row}" for row in line.not_} & got.cites):
        yield f"should not cite {', '.join(there)}"
    leaned = {reading for r in (*got.rulings, *((got.refusal,) if got.refusal else ())) for reading in r.readings}
    if missing := sorted(set(line.leans) - leaned):
        yield f"should lean on {', '.join(missing)}, leaned on {', '.join(sorted(leaned)) or 'nothing'}"
    for name, want, have in (*_asked(line, got.state), *_stands(line, plain), *_breach(line, got.refusal)):
        if want is not None and want != have:
            yield f"{name} should be {want}, is {have}"


Wanted = Iterator[tuple[str, Any, Any]]  # what it is, what the line says, what there is


def _asked(line: Line, state: State) -> Wanted:
    waiting = state.waiting or (state.options[0] if state.options else None)
    yield "option", line.option, waiting.ask if waiting else "nothing"
    yield "side", line.side, waiting.side if waiting else None
    yield "offers", line.offers, tuple(c.id for c in waiting.choices) if waiting else ()


PLAIN = ("next", "holds", "score", "phase", "hands", "jack", "winner", "cards")


def _stands(line: Line, plain: Mapping[str, Any]) -> Wanted:
    live = plain.get("live", ())
    for name in PLAIN:
        yield name, getattr(line, name), plain.get(name, NOTHING)
    for name, want in line.stands.items():
        yield name, want, plain.get(name, NOTHING)
    yield "live", line.lives or None, tuple(b for b in line.lives if b in live)
    yield "dead", line.dead or None, tuple(b for b in line.dead if b not in live and "live" in plain)


NOTHING = "nothing that this sport knows"


def _breach(line: Line, refusal: Ruling | None) -> Wanted:
    offered = [e.breach for e in refusal.effects if isinstance(e, Refused)] if refusal else []
    yield "breach", line.breach, offered[0] if offered else None
