"""Sentences: variants, plurals, names and numbers in both languages; every key that the code says has its sentence."""

from collections.abc import Mapping
from gettext import GNUTranslations
from pathlib import Path

import pytest

from carreau.books import book
from carreau.core.clause import Clause
from carreau.core.game import begun, undo
from carreau.core.judging import NotRecorded
from carreau.core.ruling import Choice, Option, Ruling
from carreau.petanque.setup import GameSetUp, Team
from carreau.say import (
    Unsaid,
    choice,
    compiling,
    languages,
    names_of,
    question,
    reminder,
    says,
    sentence,
    texts,
    values,
)

Slot = str | int | bool | None

SOURCE = {
    "en": """
msgid "jack.dead"
msgstr "The jack is dead."

msgctxt "too_near"
msgid "jack.dead"
msgstr "The jack is dead: {range_mm} is too near."

msgid "end.scored"
msgid_plural "end.scored"
msgstr[0] "{side} scores a point."
msgstr[1] "{side} scores {points} points."

msgctxt "no side"
msgid "end.scored"
msgstr "Nobody scores."

msgid "who.asked"
msgstr "{by} answers after {waited_ms}."

msgid "card.shown"
msgstr "{player} has a {card} card."

msgid "word.umpire"
msgstr "the umpire"

msgctxt "card"
msgid "word.yellow"
msgstr "yellow"

msgid "word.A"
msgstr "Team A"

msgid "found"
msgstr "{found} for {property}"

msgid "ask.restore"
msgstr "{side}: does {about} go back?"

msgid "choice.restore.leave"
msgstr "No, it stays."

msgid "choice.yes"
msgstr "Yes."
""",
    "fr": """
msgid "jack.dead"
msgstr "Le but est nul."

msgctxt "too_near"
msgid "jack.dead"
msgstr "Le but est nul : {range_mm}, c’est trop près."

msgid "end.scored"
msgid_plural "end.scored"
msgstr[0] "{side} marque {points} point."
msgstr[1] "{side} marque {points} points."
""",
}


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two small languages in the place of the real ones."""
    catalogues = {}
    for language, source in SOURCE.items():
        folder = tmp_path / "po" / language
        folder.mkdir(parents=True)
        (folder / "game.po").write_text(source, "utf-8")
    monkeypatch.setattr(compiling, "HERE", tmp_path)
    for target, _ in compiling.compile_all():
        with target.open("rb") as compiled:
            catalogues[target.stem] = GNUTranslations(compiled)
    monkeypatch.setattr("carreau.say.sentences.catalogue", catalogues.__getitem__)


def ruled(key: str, **slots: Slot) -> Ruling:
    return Ruling(key=key, slots=slots, clauses=(), cites=())


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize(
    ("key", "slots", "lang", "said"),
    [
        ("jack.dead", {}, "en", "The jack is dead."),
        ("jack.dead", {"reason": "not_noted"}, "en", "The jack is dead."),
        ("jack.dead", {"reason": "too_near", "range_mm": 2990}, "en", "The jack is dead: 2.99 m is too near."),
        ("jack.dead", {"reason": "too_near", "range_mm": 2999}, "fr", "Le but est nul : 2,999 m, c’est trop près."),
        ("end.scored", {"side": "A", "points": 1}, "en", "Les Lilas scores a point."),
        ("end.scored", {"side": "A", "points": 2}, "en", "Les Lilas scores 2 points."),
        ("end.scored", {"side": "A", "points": 0}, "fr", "Les Lilas marque 0 point."),
        ("end.scored", {"side": "B", "points": 2}, "fr", "{0} marque 2 points."),
        ("end.scored", {"side": None, "points": 0}, "en", "Nobody scores."),
        ("who.asked", {"by": "umpire", "waited_ms": 60000}, "en", "The umpire answers after 1:00."),
        ("who.asked", {"by": "A", "waited_ms": 3661500}, "en", "Les Lilas answers after 1:01:01.5."),
        ("card.shown", {"player": "A1", "card": "yellow"}, "en", "lulu has a yellow card."),
        ("card.shown", {"player": "A2", "card": "red"}, "en", "A2 has a red card."),
        ("found", {"found": 70500, "property": "diameter_um"}, "en", "70.5 mm for diameter_um"),
        ("no.such.key", {"side": "A"}, "fr", "no.such.key (side A)"),
        ("no.such.key", {}, "en", "no.such.key"),
        ("card.shown", {"player": "A1"}, "en", "card.shown (player A1)"),
        ("jack.dead", {}, "fr_FR.UTF-8", "Le but est nul."),
        ("jack.dead", {}, "sv", "The jack is dead."),
        ("who.asked", {"by": "B", "waited_ms": 500}, "fr", "{0} answers after 0:00.5."),
    ],
)
def test_a_ruling_is_a_sentence(key: str, slots: Mapping[str, Slot], lang: str, said: str) -> None:
    """Names with braces, plurals of both languages, decimals, what has no sentence: all come out whole."""
    names = {"A": "Les Lilas", "B": "{0}", "A1": "lulu"}
    assert says(ruled(key, **slots), lang, names) == said


@pytest.mark.usefixtures("spoken")
def test_without_names_a_team_is_called_by_its_letter() -> None:
    """Team A, or whatever our word for it is."""
    assert says(ruled("end.scored", side="A", points=3)) == "Team A scores 3 points."


@pytest.mark.usefixtures("spoken")
def test_exactly_one_language_or_none() -> None:
    """What a language does not say is missing there, also when it lacks a slot."""
    with pytest.raises(Unsaid, match=r"fr has no sentence for who\.asked"):
        sentence("who.asked", {"by": "A"}, "fr")
    with pytest.raises(Unsaid, match=r"en: card\.shown has the slots player, not 'card'"):
        sentence("card.shown", {"player": "A1"}, "en")


@pytest.mark.usefixtures("spoken")
def test_questions_and_answers() -> None:
    """A question is put by name; an answer has its own words, those of all questions, or its bare id."""
    option = Option(ask="restore", side="A", may=("A",), choices=(Choice("leave"), Choice("yes")), about="B.2")
    assert question(option, "en", {"A": "Les Lilas"}) == "Les Lilas: does B.2 go back?"
    assert choice(option, option.choices[0]) == "No, it stays."
    assert choice(option, "yes", "fr") == "Yes."
    assert choice(option, "on_the_line") == "on the line"


@pytest.mark.usefixtures("spoken")
def test_a_reminder_falls_back_on_the_clause() -> None:
    """A guidance clause without a sentence of its own is shown as the book paraphrases it."""
    clause = Clause(key="circle.tidy", row="x/1.a", handled="guidance", says="The circle is tidied.")
    assert reminder(clause, "fr") == "The circle is tidied."
    assert says(ruled("reminder.circle.tidy", n=1), clauses={"circle.tidy": clause}) == "The circle is tidied."
    assert says(ruled("reminder.circle.tidy")) == "reminder.circle.tidy"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("overlap_mm", 3, "3 mm"),
        ("gap_mm", 500, "0.50 m"),
        ("range_mm", 6000, "6.00 m"),
        ("range_mm", 20001, "20.001 m"),
        ("weight_mg", 650000, "650 g"),
        ("weight_mg", 9900, "9.9 g"),
        ("diameter_um", 70500, "70.5 mm"),
        ("limit_ms", 172800000, "48:00:00"),
        ("limit_ms", -1500, "-0:01.5"),
        ("points", 13, "13"),
    ],
)
def test_numbers_read_as_on_the_terrain(name: str, value: int, said: str) -> None:
    """Metres, minutes, grams: never thousandths of anything."""
    assert values.shown(name, value, {}, texts.catalogue("en"), {}, ".") == said


def test_yes_no_and_nobody() -> None:
    """What is no number and no name is one of our words."""
    shown = [values.shown("x", v, {}, texts.catalogue("fr"), {}, ",") for v in (True, False, None, "unheard-of")]
    assert shown == ["oui", "non", "personne", "unheard-of"]


def test_names_come_from_the_set_up() -> None:
    """Teams from the set-up where it names them, players from outside the log."""
    setup = GameSetUp(version=1, rulebook="fipjp-2016", format="doubles", sides={"A": Team(name="Lilas"), "B": Team()})
    assert names_of(setup, {"A1": "Lucie"}) == {"A": "Lilas", "A1": "Lucie"}


def test_the_log_itself_speaks() -> None:
    """What the core refuses without any clause is a sentence as well."""
    game = begun(book("fipjp-2016"), GameSetUp(version=1, rulebook="fipjp-2016", format="triples"))
    for seq in (0, 7):
        with pytest.raises(NotRecorded) as no:
            undo(game, seq)
        for language in languages():
            assert sentence(no.value.ruling.key, no.value.ruling.slots, language).endswith(".")


def test_two_files_cannot_differ_on_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word may stand in two topics, but then it is the same; which file would win is nobody's guess."""
    folder = tmp_path / "po" / "en"
    folder.mkdir(parents=True)
    monkeypatch.setattr(compiling, "HERE", tmp_path)
    for topic in ("a", "b"):
        (folder / f"{topic}.po").write_text('msgid "jack.dead"\nmsgstr "The jack is dead."\n', "utf-8")
    assert compiling.texts("en")["jack.dead"] == "The jack is dead."
    (folder / "b.po").write_text('msgid "jack.dead"\nmsgstr "Dead."\n', "utf-8")
    with pytest.raises(Unsaid, match=r"'jack\.dead' stands in a\.po and differs in b\.po"):
        compiling.compiled("en")
