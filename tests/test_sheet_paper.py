"""Score sheets on paper: names are literal, rows and heads over pages, sizes, fonts, the command, the words."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from carreau.books import BOOKS, book
from carreau.cli import main
from carreau.core.game import begun, play
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.say import SOURCE, compiling
from carreau.say.texts import catalogue
from carreau.sheets import PAPERS, empty_sheet, html, pdf, press, sheet_of
from carreau.sheets.page import stylesheet
from tests.printed import pages
from tests.proof import code
from tests.test_sheets import ADDRESS, BY_NAME, ROOT, ends_game, filled, follows, tables
from tests.test_translations import LACKING, slots_of

A4, LETTER = (595, 842), (612, 792)  # in points
KEY = re.compile(r'"(sheet\.[a-z_]*[a-z])"')  # a whole key, as the code names it

# --- paper -----------------------------------------------------------------------------------------

ODD = "#strong[x] $a^2$ *b* _c_ <d> & `e` \\u{41} @f \"g\" 'h' // -- ~ = + %"


def test_names_are_shown_as_they_are() -> None:
    """No sign of a name is markup, neither in the PDF nor in HTML."""
    sides = {"A": {"name": ODD, "players": [{"id": "A1"}]}, "B": {"name": "= Heading", "players": [{"id": "B1"}]}}
    game = begun(book("fipjp-2016"), setup_of("fipjp-2016", {"format": "singles", "sides": sides}))
    sheet = sheet_of(game, {"A1": "<script>alert(1)</script>", "B1": "]; panic()"})
    texts = " ".join(text for page in pages(pdf(sheet)) for text in page)
    for name in (ODD, "= Heading", "<script>alert(1)</script>", "]; panic()"):
        assert name in texts
    page = html(sheet)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_what_no_font_can_show() -> None:
    """The sheet is printed all the same: with a font of the system if one has it, else with a square."""
    sides = {"A": {"name": "Ajax \U0003fffd Ω Жук"}, "B": {"name": "a\u0301\u202e漢"}}
    sheet = sheet_of(begun(book("fipjp-2016"), setup_of("fipjp-2016", {"sides": sides})))
    printed = pdf(sheet)
    assert printed == pdf(sheet)
    assert "Ajax □ Ω Жук" in "".join(pages(printed)[0])
    with pytest.raises(press.Unprintable):
        press.printed(structs.replace(sheet, lang="no language at all"))


def test_a_long_game_goes_over_pages() -> None:
    """Sixty ends: the head of the table is repeated, every row stands on one page only, and none is lost."""
    game = ends_game(*(("A 1" if n % 10 == 0 else "void") for n in range(60)))
    sheet = sheet_of(game)
    rows = tables(sheet)["Score"].rows
    sheets = pages(pdf(sheet))
    assert [row[0] for row in rows] == [str(n) for n in range(1, 63)]  # and two to write in
    rows = rows[:60]
    assert len(sheets) > 1
    found = [[row for row in rows if follows(list(row[:6]), page)] for page in sheets]
    assert [row for part in found for row in part] == list(rows)
    with_rows = [page for page, part in zip(sheets, found, strict=True) if part]
    assert len(with_rows) > 1
    for page in with_rows:
        assert follows(["End", "Jack by", "● pts", "◎ pts", "● total", "◎ total"], page)
    assert sheets[1][0].startswith("Pétanque score sheet")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_size_of_the_paper(paper: Any) -> None:
    """A4 and Letter, upright."""
    printed = pdf(filled("doubles-timed", paper=paper))
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert boxes
    for width, height in boxes:
        assert (round(float(width)), round(float(height))) == (A4 if paper == "a4" else LETTER)
    assert f'<body class="{paper}' in html(filled("doubles-timed", paper=paper))


def test_nothing_is_smaller_than_nine_points_or_coloured() -> None:
    """The templates name no smaller size and no other colour than black on white."""
    folder = ROOT / "src" / "carreau" / "sheets"
    for text in (stylesheet(), (folder / "sheet.typ").read_text("utf-8")):
        sizes = [float(size) for size in re.findall(r"(?:font(?:-size)?: ?|size: ?)([\d.]+)pt", text)]
        assert sizes
        assert min(sizes) >= 9
        assert not re.search(r"#(?!000|fff)[0-9a-f]{3,6}\b|\brgb|\bred\b|\bgray\b", text)
    assert "thead { display: table-header-group; }" in stylesheet()
    assert "tr { break-inside: avoid; }" in stylesheet()


def test_every_width_has_its_style() -> None:
    """Widths are classes, for no page of the desk may carry style of its own."""
    known = set(re.findall(r"\.([cw]\d+) ", stylesheet()))
    every = [*(filled(name) for name in BY_NAME), *(empty_sheet(id) for id in BOOKS)]
    used = {name for sheet in every for name in re.findall(r'class="([cw]\d+)"', html(sheet))}
    assert used
    assert used <= known
    linked = html(filled("triples", url=ADDRESS), style="/s/abc/sheet.css")
    assert '<link rel="stylesheet" href="/s/abc/sheet.css">' in linked
    assert "<style" not in linked
    assert "style=" not in linked


def test_signs_that_steer_a_printer_are_left_out() -> None:
    """Neither a line end nor a turn of direction in a name reaches the page."""
    sides = {"A": {"name": "Les\u202eLilas\x07\x1b[2J\n"}, "B": {"name": "Port"}}
    game = begun(book("fipjp-2016"), setup_of("fipjp-2016", {"sides": sides}))
    sheet = sheet_of(game)
    assert "LesLilas[2J" in html(sheet)
    assert not re.search("[\x07\x1b\u202e]", html(sheet))
    assert pdf(sheet)


def test_a_person_who_came_in_is_hidden_too() -> None:
    """Whoever takes another's place may be entered by name."""
    players = [{"id": f"A{n}"} for n in (1, 2, 3)]
    game = begun(book("fipjp-2016"), setup_of("fipjp-2016", {"sides": {"A": {"players": players}}}))
    game = play(game, f.PlayerReplaced(player="A1", by="Wanda Nowak"))
    assert "Wanda Nowak" in html(sheet_of(game))
    assert "Wanda" not in html(sheet_of(game, hidden=True))


# --- the command -----------------------------------------------------------------------------------

TRIPLES = str(BY_NAME["triples"])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to write in, in English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def test_the_command_writes_a_file_and_says_which(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Named after the game or the book, or as asked; the same bytes as from the room itself."""
    assert main(["sheet", TRIPLES]) == 0
    assert capsys.readouterr().out == "triples.pdf\n"
    assert (here / "triples.pdf").read_bytes() == pdf(filled("triples"))
    assert main(["sheet", TRIPLES, "--html", "-o", "x.html", "--lang", "fr", "--paper", "letter", "--hide-names"]) == 0
    page = (here / "x.html").read_text("utf-8")
    assert '<html lang="fr">' in page
    assert '<body class="letter">' in page
    assert "Colette" not in page
    assert main(["sheet", "--empty", "umb-5pin-1997", "--format", "single"]) == 0
    assert (here / "umb-5pin-1997.pdf").read_bytes() == pdf(empty_sheet("umb-5pin-1997", format="single"))


def test_a_sheet_on_standard_output(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Nothing but the sheet; what was given for the head stands in it, and the code of the address."""
    words = [
        "sheet",
        TRIPLES,
        "--html",
        "-o",
        "-",
        "--competition",
        "Open <1>",
        "--url",
        ADDRESS,
        "--umpire",
        "M. Roux",
    ]
    assert main(words) == 0
    page = capfdbinary.readouterr().out.decode()
    assert page.startswith("<!doctype html>")
    assert "Open &lt;1&gt;" in page
    assert ADDRESS in page
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name the record of a game"),
        ([TRIPLES, "--empty", "fipjp-2016"], "Name the record of a game"),
        (["nothing.jsonl"], "can\u2019t be read"),
        ([str(ROOT / "README.md")], "line 1: "),
        (["--empty", "uno"], "no rulebook uno"),
        (["--empty", "fipjp-2016", "--format", "sets"], "no format sets here; there is triples, doubles, singles"),
        ([TRIPLES, "-o", "no/such/folder/x.pdf"], "Nothing can be written"),
        ([TRIPLES, "--lang", "xx"], "no sentences in xx"),
    ],
)
def test_what_cannot_be_printed_is_one_message(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    """Exit 2, one line, nothing written."""
    assert main(["sheet", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("carreau: ")
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert not list(here.iterdir())


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """As the others do."""
    assert main(["sheet", "--help"]) == 0
    told_of = capsys.readouterr().out
    assert "For example:" in told_of
    assert "carreau sheet --empty" in told_of


# --- the words -------------------------------------------------------------------------------------


def words_of(language: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The texts of the sheets in a language by context and key."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for path, message in compiling.messages(language):
        if path.name == "desk_sheets.po":
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[message.context or "", str(key)] = (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
    return found


def test_every_word_of_a_sheet_is_there_and_used() -> None:
    """The code names no text that is missing, and none stands idle."""
    sources = "".join(path.read_text("utf-8") for path, _ in (*code("sheets"), *code("cli")))
    have = {key for _, key in words_of(SOURCE)}
    assert set(KEY.findall(sources)) - {"sheet.css", "sheet.html", "sheet.typ"} <= have
    idle = {key for key in have if key not in sources and not _put_together(key, sources)}
    assert not idle, idle


def _put_together(key: str, sources: str) -> bool:
    """Is it made of a beginning and something that the code names?"""
    assert '"sheet.{' not in sources, "a key of which nothing is written out can't be looked for"
    return any(re.fullmatch(re.escape(part) + "[a-z_]+", key) for part in re.findall(r'"(sheet\.[a-z_]*)\{', sources))


WITHOUT = tuple(language for language, topics in LACKING.items() if "desk_sheets" in topics)


@pytest.mark.parametrize("language", [tongue for tongue in compiling.spoken() if tongue not in WITHOUT])
def test_the_languages_have_the_same_words(language: str) -> None:
    """The same texts, the same slots; letters that a table uses stand in the line below it."""
    english, other = words_of(SOURCE), words_of(language)
    assert other.keys() == english.keys()
    for where in english:
        assert slots_of(other[where]) == slots_of(english[where]), where
    words = catalogue(language)
    feet = {
        "boules_foot": ("cell_point", "cell_shot"),
        "marks_foot": ("mark_cannon", "mark_casin", "mark_hand", "mark_foul"),
    }
    feet["marks_foot"] += tuple(f"pin_{pin}" for pin in "cnesw")
    for foot, letters in feet.items():
        for letter in letters:
            sign = words.gettext(f"sheet.{letter}")
            assert re.search(rf"(?:^|[ :,·])\s*{re.escape(sign)} ", words.gettext(f"sheet.{foot}")), (foot, letter)
