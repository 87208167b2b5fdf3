"""What can be entered: full forms hold every fact, leaves make facts, and every decided or asked row has its way."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError, convert, structs, to_builtins

from carreau.books import BOOKS
from carreau.casebook import Case, cases, opened
from carreau.core.clause import Clause
from carreau.core.facts import Entry
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.forms import (
    answers_in,
    around,
    content,
    fact_of,
    form_of,
    forms_of,
    full,
    incident,
    leaves_of,
    likely,
    sheet_of,
)
from carreau.forms.fields import Field, fits
from carreau.forms.leaves import Leaf, rows_of
from carreau.forms.page import field_names, values
from carreau.forms.screens import HEAD, PLACE, NoWay, Reached, some_answers, table, walk, way_of
from carreau.ledger import RULED
from carreau.petanque import facts as f
from carreau.say import Unsaid, sentence
from carreau.sports import NAMES, kit_of

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 12 * 1024  # bytes of what a page loads of a book's forms, compressed
every_book = pytest.mark.parametrize("book", list(BOOKS.values()), ids=list(BOOKS))

ways = cache(lambda id: walk(BOOKS[id]))


# --- the walk through the ledgers ------------------------------------------------------------------


@every_book
def test_every_decided_or_asked_row_can_be_entered(book: Rulebook) -> None:
    """A person can enter what each row needs: the facts of a case that cites it, or a leaf that gets it in that game."""
    wanted = {clause.row for clause in book.clauses.values() if clause.handled in RULED}
    reached: dict[str, Reached] = ways(book.id)
    assert wanted
    assert wanted - reached.keys() == set()


@every_book
def test_the_page_of_screens_is_up_to_date(book: Rulebook) -> None:
    """`python -m carreau.forms` writes it."""
    written = (ROOT / PLACE).read_text("utf-8")
    assert written.startswith(HEAD)
    assert "\n".join(table(book, ways(book.id))) in written


def test_a_fact_that_no_form_holds_has_no_way() -> None:
    """The walk would notice a field that is missing from the forms."""
    book = BOOKS["fipjp-2016"]
    game = opened(next(cases(book.id)))
    odd = structs.replace(f.DrawWon(side="A"), side="C")
    with pytest.raises(NoWay):
        way_of(book, game.state, odd)


def test_a_row_without_a_case_is_not_reached() -> None:
    """Without cases nothing is proven."""
    assert walk(BOOKS["suomi"], ()) == {}


# --- full forms ------------------------------------------------------------------------------------


@every_book
def test_the_full_forms_hold_every_fact_of_the_cases(book: Rulebook) -> None:
    """Whatever a case enters can be filled in, and read back it is the same fact."""
    seen = 0
    for game in games(book.id):
        fact = game.line[-1].entry.fact
        entered = {name: value for name, value in to_builtins(fact).items() if name != "kind"}
        kind = type(fact).__name__
        assert fits(form_of(book, kind), entered), (kind, entered)
        seen += 1
    assert seen > 100


@every_book
def test_a_form_shows_every_field_of_its_kind(book: Rulebook) -> None:
    """Nothing of a kind is left out, and what has no default is marked as needed."""
    for kind in book.sport.kinds if hasattr(book.sport, "kinds") else ():
        assert {field.name for field in form_of(book, kind.__name__)} == set(kind.__struct_fields__)
    for fields in forms_of(book).values():
        for field in fields:
            assert field.holds in ("choice", "yes", "number", "text", "part", "list", "table", "any")


WRONG = [
    ("BouleThrown", {"side": "C"}),
    ("BouleThrown", {"side": "A", "together": -1}),
    ("BouleThrown", {"side": "A", "left_lying": "yes"}),
    ("BouleThrown", {"side": None}),
    ("BouleThrown", {"side": "A", "moved": [{"object": "jack", "visible": 1}]}),
    ("BouleThrown", {"side": "A", "moved": {"object": "jack"}}),
    ("BouleThrown", {"side": "A", "colour": "red"}),
    ("Inspected", {"object": "boule", "found": "worn"}),
    ("Ruled", {"outcome": "note", "votes": [1]}),
]


@pytest.mark.parametrize(("kind", "entered"), WRONG)
def test_a_form_takes_only_what_the_kind_takes(kind: str, entered: dict[str, Any]) -> None:
    book = BOOKS["fipjp-2016"]
    assert not fits(form_of(book, kind), entered)
    with pytest.raises((ValidationError, ValueError)):
        convert({"kind": kind, **entered}, book.sport.facts)


def test_units_names_and_nested_parts() -> None:
    """Lengths and times have their unit, names of things theirs, and a part is a form of its own."""
    fields = {field.name: field for field in form_of(BOOKS["fipjp-2016"], "BouleThrown")}
    assert (fields["elapsed_ms"].unit, fields["player"].things, fields["together"].usual) == ("ms", "players", 1)
    moved = fields["moved"].item
    assert moved is not None
    inner = {field.name: field for field in moved.fields}
    assert (inner["range_mm"].unit, inner["stopped"].holds, inner["object"].needed) == ("mm", "part", True)


# --- leaves ----------------------------------------------------------------------------------------


@cache
def games(id: str) -> tuple[Game, ...]:
    """Games of a book in many states: after each fact of the tables of its cases."""
    return tuple(game for case in cases(id) for game in _stages(BOOKS[id], case))


def _stages(book: Rulebook, case: Case) -> Iterator[Game]:
    begun = opened(case)
    yield begun
    for line in case.table:
        game = [begun]
        try:
            for moment, fact in kit_of(book).facts_of(line.when, lambda game=game: game[0].state):  # type: ignore[misc]
                game[0] = play(game[0], fact, moment=moment)
                yield game[0]
        except NotRecorded:
            continue


@cache
def some_games(id: str) -> tuple[Game, ...]:
    """Some of them, mixed, but always the same."""
    found = list(games(id))
    Random(7).shuffle(found)
    return tuple(found[:400])


def said(game: Game, leaf: Leaf, fact: Any) -> tuple[bool, tuple[Ruling, ...]]:
    """Would the fact be recorded, and what would the book say?"""
    moment = structs.replace(game.state.moment, seq=game.state.moment.seq + 1, by=leaf.by, source="stated")
    try:
        return True, judged(game.book, game.state, Entry(moment=moment, fact=fact))[1]
    except NotRecorded as no:
        return False, (no.ruling,)


def tries(
    book: Rulebook, leaf: Leaf, among: tuple[Game, ...] | None = None
) -> Iterator[tuple[bool, tuple[Ruling, ...]]]:
    """The leaf with its usual answers, then with others, in one state after the other."""
    for game in some_games(book.id) if among is None else among:
        there = around(book, game.state)
        for answers in islice(some_answers(book, leaf, there), 6):
            try:
                fact = convert(fact_of(leaf, answers, there), book.sport.facts)
            except ValidationError:
                continue  # the state has no side to play, or no boule to name
            yield said(game, leaf, fact)


@every_book
def test_every_leaf_is_recorded_or_refused_with_a_row(book: Rulebook) -> None:
    """In some state that a game can come to; and what the book says then has rows of this edition only."""
    prefix = f"{book.id}/"
    for leaf in leaves_of(book):
        done = leaf.full  # the rest is filled in where nothing can be missing
        for passed, rulings in tries(book, leaf):
            cites = {row for ruling in rulings for row in ruling.cites}
            assert all(row.startswith(prefix) for row in cites), (leaf.id, cites)
            done = done or passed or bool(cites & set(rows_of(leaf, book)))
            if done and cites:
                break
        assert done, leaf.id


@every_book
def test_a_leaf_names_rows_that_its_fact_gets(book: Rulebook) -> None:
    """At least one row shown with a leaf is cited on its fact, but for those about which the book rules only later."""
    silent = [leaf.id for leaf in leaves_of(book) if leaf.id not in LATER and not gets(book, leaf)]
    assert silent == []


LATER = {
    "absence_minute", "back", "ball_back", "circles_erased", "found", "inspected", "jack_uncovered", "late_clock",
    "minute_paused", "over_time", "player_arrives", "recounted", "start_search",
}  # fmt: skip


def gets(book: Rulebook, leaf: Leaf) -> bool:
    """Does the book cite one of a leaf's rows on its fact in some state?"""
    rows = set(rows_of(leaf, book))
    reached = {row for row, found in ways(book.id).items() if found.way.leaf == leaf}
    return bool(rows & reached) or any(
        rows & set(ruling.cites)
        for among in (None, games(book.id))
        for _, rulings in tries(book, leaf, among)
        for ruling in rulings
    )


@every_book
def test_three_taps_reach_every_leaf(book: Rulebook) -> None:
    """Open, a group, a leaf: each leaf stands in a group of the sheet, and no group is longer than two screens."""
    sheet = content(book, "en")
    groups = [group["id"] for group in sheet["groups"]]
    assert len(groups) <= 12
    for leaf in sheet["leaves"]:
        assert leaf["group"] in groups
        assert leaf["rows"], leaf["id"]
    for group in groups:
        assert 1 <= sum(leaf["group"] == group for leaf in sheet["leaves"]) <= 20


@every_book
def test_answers_come_back_out_of_the_fact_they_make(book: Rulebook) -> None:
    """A leaf recognises its own facts: an entry is corrected in the form that it was entered with."""
    sheet, seen = sheet_of(book.sport.name), 0
    for game in some_games(book.id)[:60]:
        there = around(book, game.state)
        for leaf in leaves_of(book):
            for answers in islice(some_answers(book, leaf, there), 4):
                fact = fact_of(leaf, answers, there)
                found = answers_in(leaf, fact, there, sheet)
                assert found is not None, (leaf.id, answers, fact)
                assert fact_of(leaf, found, there) == fact
                seen += 1
    assert seen > 500


def test_what_a_leaf_cannot_make_is_not_its_own() -> None:
    book = BOOKS["fipjp-2016"]
    sheet = sheet_of("petanque")
    out = next(leaf for leaf in leaves_of(book) if leaf.id == "jack_out")
    fact = {"kind": "BouleThrown", "side": "A", "moved": [{"object": "jack", "out": True}]}
    there = {"turn": "A", "players": {"A": [], "B": []}}
    assert answers_in(out, fact, there, sheet) == {}
    assert answers_in(out, {**fact, "how": "shot"}, there, sheet) == {"how": "shot"}
    assert answers_in(out, {**fact, "side": "B"}, there, sheet) is None
    assert answers_in(out, {**fact, "landed": False}, there, sheet) is None
    assert answers_in(out, {**fact, "kind": "JackThrown"}, there, sheet) is None


def test_a_leaf_without_a_row_is_absent() -> None:
    """Only what the edition speaks about is on its sheet."""
    there = {id: {leaf.id for leaf in leaves_of(BOOKS[id])} for id in ("fipjp-2016", "fpusa-1995", "suomi")}
    assert "card_yellow" in there["fipjp-2016"]
    assert "card_yellow" not in there["fpusa-1995"] | there["suomi"]
    assert "penalty" in there["fpusa-1995"] - there["fipjp-2016"]
    assert "jack_lanes" in there["fipjp-2016"] - there["fpusa-1995"]
    assert len(there["suomi"]) < len(there["fpusa-1995"]) < len(there["fipjp-2016"])


@every_book
def test_three_leaves_are_likely_in_every_state(book: Rulebook) -> None:
    ids = {leaf.id for leaf in leaves_of(book)}
    for game in some_games(book.id):
        found = likely(book, game.state)
        assert len(set(found)) == 3
        assert set(found) <= ids


def test_the_likely_ones_follow_the_game() -> None:
    """A boule to be played: the jack may go out; the jack to be thrown: it may fall short."""
    book = BOOKS["fipjp-2016"]
    turns = [(getattr(game.state, "turn", None), likely(book, game.state)) for game in games(book.id)]
    by_turn = {turn.does: found for turn, found in turns if turn is not None}
    assert by_turn["boule"][0] == "jack_out"
    assert by_turn["jack"][0] == "jack_short"


# --- what a page loads -----------------------------------------------------------------------------


@every_book
def test_what_a_page_loads_is_small(book: Rulebook) -> None:
    for part in (content(book, "en"), full(book, "en")):
        packed = gzip.compress(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())
        assert len(packed) <= LARGEST


def keys(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The message keys of a book's forms, with the variant that is asked for."""
    sport = book.sport.name
    sheet = content(book, "en")
    yield from ((f"desk.group.{group['id']}", "") for group in sheet["groups"])
    yield from ((f"desk.{word}.{leaf['id']}", sport) for leaf in sheet["leaves"] for word in ("leaf", "find"))
    yield from ((f"desk.ask.{name}", "") for name in sheet["asks"])
    yield from ((f"desk.kind.{kind}", "") for kind in forms_of(book))
    yield from ((f"desk.field.{name}", "") for name in field_names(book))
    yield from ((f"desk.value.{value}", sport) for value in values(book))


@every_book
def test_every_word_of_the_forms_is_there(book: Rulebook) -> None:
    missing = []
    for key, variant in keys(book):
        try:
            assert sentence(key, {"kind": variant} if variant else {}, "en")
        except Unsaid:
            missing.append(key)
    assert missing == []


def test_all_sheets_explain_their_questions_and_number_their_leaves_once() -> None:
    for sport in NAMES:
        sheet = sheet_of(sport)
        ids = [leaf.id for leaf in sheet.leaf]
        assert len(set(ids)) == len(ids)
        assert {leaf.group for leaf in sheet.leaf} == {group.id for group in sheet.group}
        assert {name for leaf in sheet.leaf for name in leaf.questions} == set(sheet.ask)
        assert all(id in ids for some in sheet.likely.values() for id in some)


def test_leaves_speak_of_clauses_that_some_book_has() -> None:
    """A key that no edition knows is a slip of the pen."""
    known: set[str] = set()
    for book in BOOKS.values():
        clauses: dict[str, Clause] = dict(book.clauses)
        known |= {*clauses, *book.covered, *book.supplied}
    for sport in NAMES:
        assert {key for leaf in sheet_of(sport).leaf for key in leaf.clauses} - known == set()


def test_a_field_of_several_types_takes_each() -> None:
    field = next(field for field in form_of(BOOKS["fipjp-2016"], "Inspected") if field.name == "found")
    assert isinstance(field.item, Field)
    assert field.item.holds == "any"
    assert fits((field,), {"found": {"worn": True, "weight_mg": 700_000, "material": "metal"}})


# --- in words --------------------------------------------------------------------------------------


def test_a_throw_says_what_happened_beside_it() -> None:
    """A plain throw has nothing to add; an incident is its leaf with the answers."""
    book, names = BOOKS["fipjp-2016"], {"A": "Les Lilas", "B": "Vieux-Port"}
    stopped = f.Stopped(by="player", side="A")
    shot = f.BouleThrown(side="B", how="shot", moved=(f.Moved(object="jack", marked=True, stopped=stopped),))
    assert (
        incident(book, shot, "en", names)
        == "Jack stopped: Struck, stopped by a player (Les Lilas, it was marked, to shoot)"
    )
    assert incident(book, f.BouleThrown(side="B", holds="B"), "en", names) is None
    assert incident(book, f.BouleThrown(side="B", moved=(f.Moved(object="thrown", out=True),)), "en", names) is None
    assert incident(book, f.DrawWon(side="A"), "en", names) is None
