"""On which screen each fact is entered, and the walk through the ledger: every decided or asked row can be reached.

A row is reached by a case that cites it: each fact of the case is entered on a screen (a tap, an answer, a leaf or a full
form), made again from what was entered there, and judged; a ruling on one of them must cite the row.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert, structs, to_builtins

from carreau.books import BOOKS
from carreau.casebook import Case, Line, cases, tried
from carreau.core.facts import SIDES, By, Chosen, Corrected, Moment, Undone
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import State
from carreau.forms.around import around
from carreau.forms.fields import fits, form_of
from carreau.forms.leaves import Ask, Leaf, Tap, answers_in, fact_of, leaves_of, rows_of, sheet_of
from carreau.forms.page import word
from carreau.ledger import RULED
from carreau.sports import kit_of

Json = dict[str, Any]

PLACE = Path("docs") / "screens.md"
STORY, CHOICE, SETUP, SHEET, CHECKS = "S08", "S06", "S01", "S05", "S23"
CHECKED = ("Inspected", "LicenceShown")
NUMBERS = (3, 60_001, 400, 999, 2_999, 21_000, 900_000, 3_600_001)  # measures on both sides of what books ask
ORDER = ("tap", "leaf", "answer", "story", "form")  # the easiest first


class Way(Struct, frozen=True, kw_only=True):
    """How a fact is entered: on which screen, by a tap, an answer, a leaf, a full form, or in the story; what it makes."""

    screen: str
    by: str
    kind: str
    fact: Any
    leaf: Leaf | None = None

    @property
    def named(self) -> str:
        """The way in words."""
        leaf = f", {word(f'desk.leaf.{self.leaf.id}', 'en')}" if self.leaf is not None else ""
        return f"{self.by} {self.kind}{leaf}"


class NoWay(LookupError):
    """No screen enters this fact."""


def way_of(book: Rulebook, state: State, fact: Any) -> Way:
    """How a fact is entered where the game stands so. Raises NoWay."""
    kind, entered = type(fact).__name__, to_builtins(fact)
    values = {name: value for name, value in entered.items() if name != "kind"}
    match fact:
        case Undone():
            return Way(screen=STORY, by="story", kind=kind, fact=fact)
        case Corrected():
            return _correction(book, state, fact)
        case Chosen():
            return Way(screen=CHOICE, by="answer", kind=kind, fact=_formed(book, kind, values))
    if (tap := _tap(book, kind, values)) is not None:
        return Way(screen=tap.screen, by="tap", kind=kind, fact=_formed(book, kind, values))
    if (found := _leaf(book, state, entered)) is not None:
        leaf, made = found
        return Way(screen=SHEET, by="leaf", kind=kind, fact=convert(made, book.sport.facts), leaf=leaf)
    screen = CHECKS if kind in CHECKED else SETUP if kind == "GameSetUp" else SHEET
    return Way(screen=screen, by="form", kind=kind, fact=_formed(book, kind, values))


def _correction(book: Rulebook, state: State, fact: Corrected[Any]) -> Way:
    """A correction is made in the story, with what each entry should have said entered as it would have been at first."""
    parts = [way_of(book, state, part) for change in fact.changes for part in change.facts]
    changes = []
    made = iter(parts)
    for change in fact.changes:
        changes.append(structs.replace(change, facts=tuple(next(made).fact for _ in change.facts)))
    first = next(iter(parts), None)
    by_setup = first is not None and first.kind == "GameSetUp"
    return Way(
        screen=SETUP if by_setup else STORY,
        by="form" if by_setup else "story",
        kind="GameSetUp" if by_setup else "Corrected",
        fact=structs.replace(fact, changes=tuple(changes)),
    )


def _formed(book: Rulebook, kind: str, values: Json) -> Any:
    """The fact as its full form makes it. Raises NoWay if the form can't hold it."""
    if not fits(form_of(book, kind), values):
        raise NoWay(f"no form of {kind} holds {values}")
    return convert({"kind": kind, **values}, book.sport.facts)


def _tap(book: Rulebook, kind: str, values: Json) -> Tap | None:
    taps = (tap for tap in sheet_of(book.sport.name).tap if tap.kind == kind)
    return next((tap for tap in taps if set(values) <= set(tap.fields)), None)


def _leaf(book: Rulebook, state: State, entered: Json) -> tuple[Leaf, Json] | None:
    """The leaf that gives this fact, and the fact made again from its answers."""
    sheet, there = sheet_of(book.sport.name), around(book, state)
    for leaf in leaves_of(book):
        answers = answers_in(leaf, entered, there, sheet)
        if answers is not None:
            return leaf, fact_of(leaf, answers, there)
    return None


# --- the walk --------------------------------------------------------------------------------------


class Reached(Struct, frozen=True, kw_only=True):
    """A row that a person can reach: by which way, in which case; `own`: one of its own article."""

    row: str
    way: Way
    case: str
    own: bool
    before: Game | None = None

    @property
    def rank(self) -> tuple[int, bool]:
        """How easy the way is; a case of the row's own article comes before another."""
        return ORDER.index(self.way.by), not self.own


def walk(book: Rulebook, some: Iterable[Case] | None = None) -> dict[str, Reached]:
    """The easiest way to each row that is decided or asked, by all cases of the book; those of its own article first."""
    articles = {clause.row: clause.article for clause in book.clauses.values() if clause.handled in RULED}
    found: dict[str, Reached] = {}
    for case in cases(book.id) if some is None else some:
        for outcome in tried(case, book):
            here = {
                row for row in outcome.cites & articles.keys() if _may_be_easier(found.get(row), case, articles[row])
            }
            if outcome.wrong or not here:
                continue
            for before, way, cited in reenacted(book, case, outcome.line):
                for row in here & cited:
                    own = case.article == articles[row]
                    reached = Reached(row=row, way=way, case=case.id, own=own, before=before)
                    if row not in found or reached.rank < found[row].rank:
                        found[row] = reached
    return {row: _easier(book, reached) for row, reached in found.items()}


def _may_be_easier(so_far: Reached | None, case: Case, article: str) -> bool:
    """Could a case of this article show an easier way than the one found?"""
    return so_far is None or (ORDER.index("tap"), case.article != article) < so_far.rank


def _easier(book: Rulebook, reached: Reached) -> Reached:
    """Where a case fills in a full form: a leaf that gets the same row in the same game, if there is one."""
    if reached.way.by != "form" or reached.before is None:
        return reached
    game, there = reached.before, around(book, reached.before.state)
    for leaf in leaves_of(book):
        for answers in some_answers(book, leaf, there) if reached.row in rows_of(leaf, book) else ():
            try:
                fact = convert(fact_of(leaf, answers, there), book.sport.facts)
            except ValidationError:
                continue
            by: By = leaf.by  # type: ignore[assignment]  # the sheets name only those that an envelope knows
            if reached.row in _cited(game, structs.replace(game.state.moment, by=by), fact):
                way = Way(screen=SHEET, by="leaf", kind=leaf.kind, fact=fact, leaf=leaf)
                return structs.replace(reached, way=way)
    return reached


def some_answers(book: Rulebook, leaf: Leaf, there: Json, *, most: int = 60) -> Iterator[Json]:
    """Answers to the questions of a leaf that need one, as many as are asked for; nothing where one has none."""
    sheet = sheet_of(book.sport.name)
    lists = [[(name, answer) for answer in _answers(sheet.ask[name], there)] for name in leaf.needed]
    for some in islice(product(*lists), most):
        yield dict(some)


def _answers(ask: Ask, there: Json) -> list[Any]:
    players = [player for side in SIDES for player in there["players"][side]]
    things = {"sides": SIDES, "people": (*SIDES, *players), "players": players}
    if ask.things is not None:
        return list(things[ask.things] if ask.things in things else there[ask.things])
    if ask.unit is not None:
        return sorted({ask.least, max(ask.least, 1), *(n for n in NUMBERS if ask.least <= n <= ask.most)})
    return list(ask.values) or ["A4"]


def reenacted(book: Rulebook, case: Case, line: Line) -> Iterator[tuple[Game | None, Way, frozenset[str]]]:
    """The facts of a case as people enter them, with the game before each and the rows that the rulings on it cite."""
    for before, moment, fact in _story(book, case, line):
        if before is None:
            way = _set_up(book, fact)
            yield before, way, _begun_cites(book, way.fact)
        else:
            way = way_of(book, before.state, fact)
            yield before, way, _cited(before, moment, way.fact)


def _set_up(book: Rulebook, fact: Any) -> Way:
    values = {name: value for name, value in to_builtins(fact).items() if name != "kind"}
    return Way(screen=SETUP, by="form", kind="GameSetUp", fact=_formed(book, "GameSetUp", values))


def _story(book: Rulebook, case: Case, line: Line) -> Iterator[tuple[Game | None, Moment, Any]]:
    """The facts of a case up to the end of a line, each with the game before it."""
    sport = kit_of(book)
    setup = sport.setup_of(book.id, case.setup)
    yield None, Moment(), setup
    games = [begun(book, setup)]
    if case.position is not None:
        position = convert({"kind": "PositionStated", **case.position}, book.sport.facts)
        yield games[-1], (moment := Moment(by="umpire", at_ms=sport.case_ms)), position
        games.append(play(games[-1], position, moment=moment))
    for text in (case.given, line.when):
        for moment, fact in sport.facts_of(text, lambda: games[-1].state):
            yield games[-1], moment, fact
            try:
                games.append(play(games[-1], fact, moment=moment))
            except NotRecorded:
                return


def _cited(before: Game, moment: Moment, fact: Any) -> frozenset[str]:
    """The rows that a fact cites; those of all rulings after a correction, which judges again."""
    try:
        after = play(before, fact, moment=moment)
    except NotRecorded as no:
        return frozenset(no.ruling.cites)
    steps = after.line if isinstance(fact, Corrected | Undone) else after.line[-1:]
    return frozenset(row for step in steps for ruling in step.rulings for row in ruling.cites)


def _begun_cites(book: Rulebook, setup: Any) -> frozenset[str]:
    try:
        return frozenset(row for ruling in begun(book, setup).rulings for row in ruling.cites)
    except NotRecorded as no:
        return frozenset(no.ruling.cites)


# --- the page --------------------------------------------------------------------------------------

HEAD = """# Where each row is entered

Every decided or asked row of the five books, and the easiest way on a screen of the courtside app to facts that the book
rules on with that row. Nobody writes this page: `python -m carreau.forms` does, from the sheets, the forms and the cases.

| screen | what it is |
| --- | --- |
| S01 | new game |
| S03 | boule by boule |
| S04 | map of the head |
| S05 | something happened: a leaf, or the full form of a kind |
| S06 | a choice is pending |
| S08 | story, undo, correct |
| S09 | clocks |
| S10, S11, S12 | five pins: stroke, table picture, draw and breaks |
| S13 | cochonnet |
| S21 | the count |
| S23 | checks before play |
"""


def page() -> str:
    """The ways to all rows of all books, as a page to read."""
    return "\n".join([HEAD, *(line for book in BOOKS.values() for line in table(book, walk(book)))])


def table(book: Rulebook, reached: Mapping[str, Reached]) -> Iterator[str]:
    """The rows of one book, each with its easiest way."""
    rows = [clause.row for clause in book.clauses.values() if clause.handled in RULED]
    yield f"## {book.title} (`{book.id}`)\n"
    yield f"{len(reached)} of {len(rows)} rows.\n"
    yield "| row | screen | how | case |\n| --- | --- | --- | --- |"
    for row in rows:
        yield _row_line(row, reached.get(row))
    yield ""


def _row_line(row: str, reached: Reached | None) -> str:
    if reached is None:
        return f"| `{row}` | – | – | – |"
    case = reached.case.partition("/")[2].replace("|", "\\|")
    return f"| `{row}` | {reached.way.screen} | {reached.way.named} | {case} |"


def write(root: Path) -> Path:
    """Write the page into the project's docs."""
    target = root / PLACE
    target.write_text(page(), "utf-8")
    return target
