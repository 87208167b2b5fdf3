"""Score sheets: they say what the fold says, in every language, as tagged PDF and as HTML, and the same each time."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from carreau.books import BOOKS, book
from carreau.casebook import told
from carreau.core.facts import SIDES
from carreau.core.game import Game, begun, play
from carreau.core.record import chained, line_of, mark_of
from carreau.gamefile import Filed, opened
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.say import languages
from carreau.sheets import About, Sheet, empty_sheet, html, pdf, sheet_of
from carreau.sheets.ends import ends_of
from carreau.sheets.form import Fields, Notice, Signatures, Table, Teams, Ticks, Writing
from carreau.sheets.turns import sets_of
from carreau.sheets.wording import Wording
from carreau.sports import kit_of
from tests.anygame import TABLES
from tests.anygame import Table as Games
from tests.printed import objects, pages

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(ROOT.glob("examples/*.jsonl"))
BY_NAME = {path.stem: path for path in EXAMPLES}
ADDRESS = "https://desk.example/g/AB12CD34"


@cache
def filed(name: str) -> Filed:
    """An example game."""
    return opened(BY_NAME[name].read_bytes())


@cache
def filled(name: str, lang: str = "en", **how: Any) -> Sheet:
    """The sheet of an example game."""
    return sheet_of(filed(name).game, filed(name).record.people, lang=lang, **how)


def tables(sheet: Sheet) -> dict[str, Table]:
    """The tables of a sheet by heading."""
    return {block.heading: block for block in sheet.blocks if isinstance(block, Table)}


def values(sheet: Sheet) -> dict[str, str]:
    """The fields of a sheet by label, those of the result too."""
    parts = [part for block in sheet.blocks for part in (block.result if isinstance(block, Signatures) else (block,))]
    return {field.label: field.value for part in parts if isinstance(part, Fields) for field in part.fields}


def ticked(sheet: Sheet) -> dict[str, list[str]]:
    """What is ticked behind each label."""
    parts = [part for block in sheet.blocks for part in (block.result if isinstance(block, Signatures) else (block,))]
    return {part.label: [box.text for box in part.boxes if box.ticked] for part in parts if isinstance(part, Ticks)}


def ends_game(*counts: str, **fields: Any) -> Game:
    """A game told by its ends: `A 3`, `void`."""
    start = begun(book("fipjp-2016"), setup_of("fipjp-2016", {"detail": "ends", **fields}))
    game, _ = told(start, "; ".join(["draw A", *(f"end {count}" for count in counts)]))
    return game


# --- the score is that of the fold -----------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in BY_NAME if n != "five-pin-match"])
def test_the_score_is_that_of_the_fold(name: str) -> None:
    """Points sum up to the state's; each total is the official score after that entry; the last one is the result."""
    game = filed(name).game
    kit, state = kit_of(game.book), game.state
    rows = tables(filled(name))["Score"].rows
    counted = [row for row in rows if row[-1]]
    for n, side in enumerate(SIDES):
        assert sum(int(row[2 + n]) for row in counted if row[2 + n] not in ("", "–")) == state.points(side)  # type: ignore[attr-defined]
    for row in counted:
        official = kit.score(game.book, game.state_at(int(row[-1])))
        assert (row[4], row[5]) == (str(official["A"]), str(official["B"]))
    assert len([row for row in counted if row[1]]) == state.ends_completed  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("lang", languages())
def test_every_example_in_every_language(name: str, lang: str) -> None:
    """The same bytes twice; tagged, in its language, with its title; every row of the score stands on a page."""
    sheet = filled(name, lang)
    printed = pdf(sheet)
    assert printed == pdf(sheet_of(filed(name).game, filed(name).record.people, lang=lang))
    for part in (b"/StructTreeRoot", b"/MarkInfo", b"/Marked true", f"/Lang({lang})".encode(), b"pdfuaid"):
        assert part in printed or any(part in body for body in objects(printed).values()), part
    texts = [text for page in pages(printed) for text in page]
    assert texts[0] == sheet.title
    for table in (t for t in sheet.blocks if isinstance(t, Table) and t.rows):
        for row in (row for row in table.rows if max(map(len, row)) < 9):
            assert follows([cell for cell in row if cell], texts), row
    page = html(sheet)
    assert page == html(filled(name, lang))
    assert f'<html lang="{lang}">' in page


def follows(cells: list[str], texts: list[str]) -> bool:
    """Do these cells stand one after the other? Signs from another font make pieces of their own."""
    cell = [r"\n?".join(re.escape(letter) for letter in text) for text in cells]
    return re.search("(?:^|\n)" + "\n".join(cell) + "(?:\n|$)", "\n".join(texts)) is not None


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_games_at_random(table: Games) -> None:
    """Whatever happens, there is a sheet, and its points are those of the state."""
    for seed in range(6):
        *_, game = table.walk(Random(seed), 90)
        sheet = sheet_of(game)
        assert html(sheet)
        if table.book.sport.name == "five_pins":
            _sets_agree(game)
        else:
            _ends_agree(game)
        if seed == 0:
            assert pdf(sheet)


def _ends_agree(game: Game) -> None:
    state: Any = game.state
    rows = list(ends_of(game))
    for side in SIDES:
        assert sum(row.points[side] for row in rows) == state.points(side)
    if rows:
        assert rows[-1].total == kit_of(game.book).score(game.book, rows[-1].step.state)


def _sets_agree(game: Game) -> None:
    state: Any = game.state
    played = list(sets_of(Wording(book=game.book, lang="en"), game))
    for told_set in played:
        if told_set.innings:
            assert told_set.innings[-1].total == told_set.score
    scores = [told_set.score for told_set in played if told_set.winner]
    assert scores[-1:] == [{s: result.score.of(s) for s in SIDES} for result in state.sets[-1:]][-len(scores) or 1 :]
    if played and not played[-1].winner:
        assert played[-1].score == {s: state.score.of(s) for s in SIDES}


# --- five pins -------------------------------------------------------------------------------------


def test_a_match_of_five_pins_inning_by_inning() -> None:
    """The sets, what each turn gave, where a foul's points went, and the sums below."""
    sheet = filled("five-pin-match")
    first = tables(sheet)["Set 1"].rows
    assert first[0] == ("1", "6", "6", "cn", "3", "3", "K")
    assert first[3] == ("4", "–", "23", "F object ball →2", "–", "11", "▲ C F ball outside →6")
    assert first[6] == ("7", "6", "40", "▲ C e", "3", "24", "T →2 K")
    assert first[-1][:3] == ("11", "1", "50")
    state: Any = filed("five-pin-match").game.state
    for n, result in enumerate(state.sets, 1):
        last = tables(sheet)[f"Set {n}"].rows[-1]
        assert (last[2], last[5]) == (str(result.score.A), str(result.score.B))
    totals = tables(sheet)["Totals"].rows
    assert totals[0][:6] == ("○ Marta Lindqvist", "2", "1", "2", "135", "35")
    assert ticked(sheet) == {
        "Draw won by": ["Davide Ferrante"],
        "Chose": ["to let the opponent start"],
        "By": ["target"],
    }
    assert values(sheet)["Result"] == "2–1"
    assert [team.people[0] for team in _teams(sheet)] == ["plays the white ball", "plays the coloured ball"]


def _teams(sheet: Sheet) -> Iterator[Any]:
    return (team for block in sheet.blocks if isinstance(block, Teams) for team in block.teams)


def test_decisions_that_the_rules_do_not_cover_stand_on_the_sheet() -> None:
    """Umb 1.2c: what a referee decides where the text is silent is written here, in his words."""
    noted = _ruled("The lamp went out; the stroke is played again.")
    game = play(filed("five-pin-match").game, noted, moment=_umpire())
    written = next(b for b in sheet_of(game).blocks if isinstance(b, Writing) and "1.2c" in b.heading)
    assert written.lines[0].endswith("The lamp went out; the stroke is played again.")
    hidden = next(b for b in sheet_of(game, hidden=True).blocks if isinstance(b, Writing) and "1.2c" in b.heading)
    assert "lamp" not in hidden.lines[0]
    assert written.blank == 0


def _ruled(note: str) -> Any:
    from carreau.billiards.five_facts import Ruled

    return Ruled(outcome="note", note=note)


# --- what else a sheet tells -----------------------------------------------------------------------


def test_cards_choices_and_people() -> None:
    """The tables after the score: who, what, by which article, what it cost."""
    sheet = filled("cards")
    cards = tables(sheet)["Cards and breaches"].rows
    assert [(row[1], row[2], row[5], row[6]) for row in cards[:3]] == [
        ("1", "● Rosa Lindqvist", "Yellow", ""),
        ("2", "● Rosa Lindqvist", "Orange", ""),
        ("2", "● Rosa Lindqvist", "", "1"),
    ]
    assert cards[0][4] == "6.u 35.1a"
    rulings = tables(sheet)["Choices and rulings by the umpire"].rows
    assert rulings[0][2] == "The umpire"
    assert [row[2] for row in rulings[1:]] == ["●", "◎", "◎"]
    people = tables(sheet)["Absences, late arrivals, replacements, complaints, signals"].rows
    assert "3 points" in people[1][2]
    assert [row for row in tables(sheet)["Score"].rows if not row[1]] == [
        ("3", "", "3", "", "5", "4", "Penalty points, 2a.g", "58")
    ]


def test_boule_by_boule() -> None:
    """Each throw of an end: whose, who, how, and what came of it; a boule played again makes a second row."""
    rows = tables(filled("triples"))["Boule by boule"].rows
    assert rows[0] == (
        "1",
        *["●1p✓", "◎1p", "◎1p✓", "●2s✓", "◎2p", "◎2p", "◎3s", "◎3p✓", "●2p", "●1p✓", "●3p✓", "●3p✓"],
    )
    assert (rows[1][0], rows[2][0], rows[2][1]) == ("2", "", "◎3p✓")
    assert rows[3][1] == "◎2p×"
    thrown = [s for s in filed("triples").game.line if isinstance(s.entry.fact, f.BouleThrown)]
    assert sum(cell != "" for row in rows for cell in row[1:]) == len(thrown)
    assert "Boule by boule" not in tables(sheet_of(ends_game("A 3", "B 2")))


def test_readings_that_differ_and_the_mark_of_the_broken_sentence() -> None:
    """A game under another reading says so; a result by C-A18 carries its mark, and no other does."""
    assert any(line.startswith("Reading C37 (5.k): play_on") for line in filled("doubles-timed").closing.lines)
    assert values(filled("doubles-timed"))["Other readings"] == "C37 play_on"
    assert not any(line.startswith("Reading") for line in filled("triples").closing.lines)
    assert "Other readings" not in values(filled("triples"))
    sheet = filled("cochonnet")
    marked = [row for row in tables(sheet)["Score"].rows if "† C-A18" in row[7]]
    assert [(row[0], row[6]) for row in marked] == [("6", "by ●, balls left 0–7")]
    assert any(isinstance(block, Notice) and "C-A18" in block.text for block in sheet.blocks)
    game = filed("cochonnet").game
    early = structs.replace(game, line=game.line[:50], heard=game.heard[:50])
    assert not any(isinstance(block, Notice) for block in sheet_of(early).blocks)


def test_how_a_game_ended() -> None:
    """Target, time and forfeit; a forfeit is written as the book wants it; an open game has nothing ticked."""
    assert ticked(filled("triples"))["By"] == ["target"]
    assert ticked(filled("doubles-timed"))["By"] == ["time"]
    assert values(filled("doubles-timed"))["Time limit"] == "35:00 + 1 end"
    out = play(ends_game("A 3"), f.Ruled(outcome="team_out", side="A"), moment=_umpire())
    assert ticked(sheet_of(out))["By"] == ["forfeit"]
    won = next(r for r in out.rulings if r.key == "game.forfeit")
    assert values(sheet_of(out))["Result"] == f"{won.slots['theirs']}–{won.slots['own']}"
    going = sheet_of(ends_game("A 3"))
    assert ticked(going)["By"] == []
    rows = tables(going)["Score"].rows
    assert (len(rows), rows[1]) == (20, ("2", *[""] * 7))


def _umpire() -> Any:
    from carreau.core.facts import Moment

    return Moment(by="umpire")


def test_another_state_of_the_edition_is_said() -> None:
    """A record made by another version of our book is no silent matter on paper."""
    game = begun(book("fipjp-2016"), setup_of("fipjp-2016", {"digest": "0123456789abcdef"}))
    assert any(isinstance(block, Notice) and "0123456789abcdef" in block.text for block in sheet_of(game).blocks)


def test_names_hidden() -> None:
    """Without names no player is named anywhere, neither in tables nor in sentences; the team is."""
    people = filed("cards").record.people
    shown = sheet_of(filed("cards").game, people, hidden=True)
    page = html(shown)
    assert not any(name in page for name in people.values())
    assert "Amicale du Marronnier" in page
    noted = play(filed("triples").game, f.Noted(text="Anna was stung by a wasp"))
    assert "wasp" in html(sheet_of(noted))
    assert "wasp" not in html(sheet_of(noted, hidden=True))
    five = html(sheet_of(filed("five-pin-match").game, filed("five-pin-match").record.people, hidden=True))
    assert not any(name in five for name in filed("five-pin-match").record.people.values())


# --- the end of the sheet --------------------------------------------------------------------------


def test_the_closing_lines() -> None:
    """Facts, mark, book with version, code of the address; nothing of an address that is not given."""
    sheet = filled("triples", url=ADDRESS)
    game = filed("triples").game
    lines = sheet.closing.lines
    assert lines[0] == f"{len(game.heard)} facts"
    assert lines[1] == f"Log mark {mark_of(game.log)}"
    assert lines[2].startswith("Rulebook fipjp-2016, version ")
    assert len(lines[2].split()[-1]) == 16
    assert "Entered with Carreau" in lines
    assert "<svg" in html(sheet)
    assert ADDRESS in " ".join(pages(pdf(sheet))[-1])
    assert b"/Alt" in pdf(sheet)
    assert "<svg" not in html(filled("triples"))
    assert [page[-1] for page in pages(pdf(sheet))] == ["Page 1 of 2", "Page 2 of 2"]


def test_the_mark_of_a_log() -> None:
    """It covers every entry and their order, and is the same chain however one comes to it."""
    game = filed("cards").game
    digest = b""
    for entry in game.log:
        digest = chained(digest, line_of(entry).rstrip(b"\n"))
    assert mark_of(game.log) == digest.hex()[:16]
    marks = {mark_of(game.log[:n]) for n in range(len(game.log))}
    assert len(marks) == len(game.log)
    assert mark_of((*game.log[:-2], game.log[-1], game.log[-2])) != mark_of(game.log)


# --- empty sheets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", BOOKS)
@pytest.mark.parametrize("lang", languages())
def test_empty_sheets(id: str, lang: str) -> None:
    """They have the same parts as a filled one, numbered, with nothing filled in, and are PDF that is tagged too."""
    sheet = empty_sheet(id, lang=lang)
    printed = pdf(sheet)
    assert printed == pdf(empty_sheet(id, lang=lang))
    assert b"/StructTreeRoot" in printed
    assert "<svg" not in html(sheet)
    numbered = [t for t in sheet.blocks if isinstance(t, Table) and t.rows[0][0]]
    assert numbered
    for table in numbered:
        assert [row[0] for row in table.rows] == [str(n) for n in range(1, len(table.rows) + 1)]
        assert not any(cell for row in table.rows for cell in row[1:])
    assert not any(ticked(sheet).values())
    assert set(values(sheet).values()) - {""} <= {id, *_formats(lang), _spots(sheet)}


def _formats(lang: str) -> set[str]:
    return {Wording(book=book("fipjp-2016"), lang=lang).say("sheet.format", format="triples")}


def _spots(sheet: Sheet) -> str:
    return Wording(book=book("fipjp-2016"), lang=sheet.lang).say("sheet.spots_usual")


def test_an_empty_sheet_has_the_tables_of_a_filled_one() -> None:
    """What was written on paper can be typed in afterwards in the same places."""
    for id, name in (
        ("fipjp-2016", "triples"),
        ("billard-cochonnet", "cochonnet"),
        ("umb-5pin-1997", "five-pin-match"),
    ):
        empty, full = tables(empty_sheet(id)), tables(filled(name))
        shared = [heading for heading in full if heading in empty]
        assert {*full} - {*shared} <= ({"Choices and rulings by the umpire"} if id == "umb-5pin-1997" else set())
        for heading in shared:
            assert [c.head for c in empty[heading].columns] == [c.head for c in full[heading].columns]
    assert len(pages(pdf(empty_sheet("fipjp-2016")))) == 2
    assert len(pages(pdf(empty_sheet("billard-cochonnet")))) == 2
    assert len(next(_teams(empty_sheet("fipjp-2016", format="doubles"))).people) == 2


def test_the_head_of_the_sheet() -> None:
    """What the log does not know is given, or left to be written."""
    about = About(
        competition="Open de Lyon", round="1/8", place="12", date="2026-05-03", start="9:30", umpire="M. Roux"
    )
    sheet = sheet_of(ends_game("A 3"), about=about)
    found = values(sheet)
    assert (found["Competition"], found["Terrain"], found["Umpire"], found["Finish"]) == (
        "Open de Lyon",
        "12",
        "M. Roux",
        "",
    )
    assert [line.name for b in sheet.blocks if isinstance(b, Signatures) for line in b.lines][-1] == "M. Roux"
