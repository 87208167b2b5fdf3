"""What a game brought beside its score: cards and breaches, choices and rulings, people who came and went, remarks."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from carreau.core.facts import SIDES, Chosen
from carreau.core.game import Game, Step
from carreau.core.judging import asked_for
from carreau.core.ruling import Ruling
from carreau.say import choice, question
from carreau.sheets.form import Column, Row, Table, Writing
from carreau.sheets.wording import Wording, blank, effects, kind_of, root_of, walked

PENAL = ("OffenceNoted", "CardGiven", "HandLost", "BouleDisqualified", "PlayerOut", "TeamOut", "WarningGiven")
SEEN = ("OffenceSeen", "CardShown")
PEOPLE = (
    "PlayersCame", "PlayerLeft", "PlayerBack", "PlayerReplaced", "LicenceShown", "ComplaintMade", "ComplaintSettled",
    "SignalGiven", "ForeignGameWaits", "TerrainChosen", "LeftTable", "RefusedToPlay", "BreakTaken",
)  # fmt: skip
SPOKEN = ("Ruled", "ContestSettled")
BLANK_ROWS = 3


def tables(words: Wording, game: Game | None) -> Iterator[Table | Writing]:
    """The sections after the score; empty ones only on an empty sheet, and then no inspections."""
    made = (
        cards_table(words, _cards(words, game)),
        rulings_table(words, _rulings(words, game)),
        people_table(words, _people(words, game)),
        checks_table(words, _checks(words, game)),
    )
    for table in made[: -1 if game is None else None]:
        if game is None:
            yield Table(heading=table.heading, columns=table.columns, rows=blank(len(table.columns), BLANK_ROWS))
        elif table.rows:
            yield table
    lines = tuple(_remarks(words, game))
    if lines or game is None:
        yield Writing(heading=words.say("sheet.remarks"), lines=lines, blank=0 if lines else 2)


def cards_table(words: Wording, rows: Iterator[Row]) -> Table:
    """Cards and breaches."""
    columns = (
        *_when(words),
        Column(words.say("sheet.player"), 18, "left"),
        Column(words.say("sheet.what"), 36, "left"),
        Column(words.say("sheet.article"), 11),
        Column(words.say("sheet.step"), 12),
        Column(words.say("sheet.boule_lost"), 8),
    )
    return Table(heading=words.say("sheet.cards"), columns=columns, rows=tuple(rows))


def rulings_table(words: Wording, rows: Iterator[Row]) -> Table:
    """Choices, and what the umpire ruled."""
    columns = (
        *_when(words),
        Column(words.say("sheet.who"), 15, "left"),
        Column(words.say("sheet.what"), 58, "left"),
        Column(words.say("sheet.article"), 12),
    )
    return Table(heading=words.say("sheet.rulings"), columns=columns, rows=tuple(rows))


def people_table(words: Wording, rows: Iterator[Row]) -> Table:
    """Who was absent, late, replaced; complaints; signals and time."""
    columns = (
        *_when(words),
        Column(words.say("sheet.effect"), 73, "left"),
        Column(words.say("sheet.article"), 12),
    )
    return Table(heading=words.say("sheet.absences"), columns=columns, rows=tuple(rows))


def checks_table(words: Wording, rows: Iterator[Row]) -> Table:
    """What was inspected."""
    columns = (
        *_when(words),
        Column(words.say("sheet.player"), 22, "left"),
        Column(words.say("sheet.found"), 51, "left"),
        Column(words.say("sheet.article"), 12),
    )
    return Table(heading=words.say("sheet.checks"), columns=columns, rows=tuple(rows))


def _when(words: Wording) -> tuple[Column, Column]:
    return Column(words.say("sheet.time_head"), 9), Column(
        words.say("sheet.set_head" if words.billiards else "sheet.end"), 6
    )


def _at(words: Wording, step: Step) -> tuple[str, str]:
    return words.time(step.entry.moment.at_ms), str(words.kit.chapter(step.state) or "")


def _cards(words: Wording, game: Game | None) -> Iterator[Row]:
    """A breach with all that was answered about it is one row."""
    for _, steps in groupby(game.line if game else (), root_of):
        group = list(steps)
        if any(kind_of(s.entry.fact) in SEEN for s in group) or any(any(effects(s, *PENAL)) for s in group):
            rulings = tuple(r for s in group for r in s.rulings)
            yield (
                *_at(words, group[0]),
                _offender(words, group),
                words.ruled(rulings),
                words.rows(rulings),
                _steps(words, group),
                _lost(group),
            )


def _offender(words: Wording, group: list[Step]) -> str:
    found = [person for s in group for effect in effects(s, *PENAL) if (person := _person(s, effect))]
    fact = group[0].entry.fact
    told = getattr(fact, "player", None) or getattr(fact, "side", None)
    return ", ".join(words.person(p) for p in dict.fromkeys(found or ([told] if told else [])))


def _person(step: Step, effect: Any) -> str | None:
    """Whom an effect is about; a boule is its player's."""
    state: Any = step.state
    about = state.boule(effect.boule) if hasattr(effect, "boule") and not hasattr(effect, "player") else effect
    found: str | None = getattr(about, "player", None) or getattr(about, "side", None)
    return found


def _steps(words: Wording, group: list[Step]) -> str:
    return ", ".join(words.say("sheet.card", card=c.card) for s in group for c in effects(s, "CardGiven"))


def _lost(group: list[Step]) -> str:
    lost = sum(c.boules for s in group for c in effects(s, "HandLost"))
    lost += sum(1 for s in group for _ in effects(s, "BouleDisqualified"))
    return str(lost) if lost else ""


def _rulings(words: Wording, game: Game | None) -> Iterator[Row]:
    for was, step in walked(game) if game else ():
        fact = step.entry.fact
        penal = any(effects(step, *PENAL))
        if isinstance(fact, Chosen) and not penal:
            text = _chosen(words, was, fact, step.rulings)
            yield (*_at(words, step), _chooser(words, was, fact), text, words.rows(step.rulings))
        elif kind_of(fact) in SPOKEN and not penal:
            text = words.noted(step.rulings, getattr(fact, "note", None))
            yield (*_at(words, step), speaker(words, step.entry.moment.by), text, words.rows(step.rulings))


def _chooser(words: Wording, was: Any, fact: Chosen) -> str:
    return speaker(words, asked_for(was, fact).side)


def _chosen(words: Wording, was: Any, fact: Chosen, rulings: tuple[Ruling, ...]) -> str:
    """The question, what was answered, and what the book said to that."""
    option = asked_for(was, fact)
    asked = question(option, words.lang, words.names)
    answer = choice(option, fact.choice, words.lang, words.names)
    told = f"{asked} – {answer.rstrip('.')}."
    return " ".join(part for part in (told, words.noted(rulings, fact.note)) if part)


def speaker(words: Wording, by: Any) -> str:
    """Who said something: a side by its mark, an official by his office."""
    if by in SIDES:
        return words.side(by)
    if words.billiards and by == "umpire":
        return words.say("sheet.referee")
    return words.say("sheet.speaker", by=by)


def _people(words: Wording, game: Game | None) -> Iterator[Row]:
    for _, step in walked(game) if game else ():
        fact = step.entry.fact
        if kind_of(fact) not in PEOPLE:
            continue
        if text := words.ruled(step.rulings, fact.by if kind_of(fact) == "PlayerReplaced" else None):
            yield (*_at(words, step), text, words.rows(step.rulings))


def _checks(words: Wording, game: Game | None) -> Iterator[Row]:
    for _, step in walked(game) if game else ():
        fact = step.entry.fact
        if kind_of(fact) == "Inspected" and (text := words.ruled(step.rulings)):
            whose = words.person(getattr(fact, "player", None) or getattr(fact, "side", None))
            yield (*_at(words, step), whose, text, words.rows(step.rulings))


def _remarks(words: Wording, game: Game | None) -> Iterator[str]:
    for _, step in walked(game) if game else ():
        fact = step.entry.fact
        if kind_of(fact) == "Noted":
            yield words.note(fact.text)
        elif kind_of(fact) == "Reported":
            yield words.noted(step.rulings, fact.note)
