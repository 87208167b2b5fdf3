"""Rulings, questions, answers and reminders as sentences; a team's name goes in as it is, whatever it is made of."""

import re
from collections.abc import Mapping
from typing import Any

from carreau.core.clause import Clause
from carreau.core.ruling import Choice, Option, Ruling
from carreau.say.texts import Slots, Unsaid, catalogue, languages, text
from carreau.say.values import Names, is_side, shown

SOURCE = "en"
COMMAS = {"fr": ",", "fi": ",", "es": ",", "it": ","}
REMINDER = "reminder."
FIRST_SLOT = re.compile(r"\{(\w+)\}")

__all__ = (
    "SOURCE",
    "choice",
    "clause_says",
    "languages",
    "names_of",
    "question",
    "refusal_of",
    "reminder",
    "says",
    "sentence",
)


def says(
    ruling: Ruling, lang: str = SOURCE, names: Names | None = None, clauses: Mapping[str, Clause] | None = None
) -> str:
    """What an umpire would say of a ruling. `names`: of sides and players; `clauses`: the book's, for its reminders."""
    if ruling.key.startswith(REMINDER):
        return _reminded(ruling.key, ruling.slots, lang, names, clauses)
    return _said(ruling.key, ruling.slots, lang, names)


def question(option: Option, lang: str = SOURCE, names: Names | None = None) -> str:
    """The question that an option puts to somebody."""
    return _said(f"ask.{option.ask}", asked_slots(option), lang, names)


def choice(option: Option, answer: Choice | str, lang: str = SOURCE, names: Names | None = None) -> str:
    """One answer to an option, in words."""
    id = answer if isinstance(answer, str) else answer.id
    slots = asked_slots(option)
    for language in _tongues(lang):
        for key in (f"choice.{option.ask}.{id}", f"choice.{id}"):
            try:
                return sentence(key, slots, language, names)
            except Unsaid:
                continue
    return id.replace("_", " ")


def refusal_of(option: Option, answer: Choice, lang: str = SOURCE, names: Names | None = None) -> str:
    """Why an answer can't be taken now; empty where it can."""
    return _said(f"refused_choice.{answer.refused}", asked_slots(option), lang, names) if answer.refused else ""


def reminder(clause: Clause, lang: str = SOURCE, names: Names | None = None) -> str:
    """What the book reminds of when a clause's moment has come."""
    return _reminded(f"{REMINDER}{clause.key}", {}, lang, names, {clause.key: clause})


def asked_slots(option: Option) -> Slots:
    """The slots of a question: whom it is put to, what it is about, and what the asking decision added."""
    return {"side": option.side, "about": option.about, **option.slots}


def names_of(setup: Any, people: Mapping[str, str] | None = None) -> dict[str, str]:
    """The names to say: of the teams from a set-up, of the players from the record's `people`."""
    return {**(people or {}), **{side: team.name for side, team in setup.sides.items() if team.name}}


def sentence(key: str, slots: Slots, lang: str, names: Names | None = None) -> str:
    """The sentence of a key in exactly this language. Raises Unsaid."""
    words = catalogue(lang)
    found = text(key, slots, words)
    if found is None:
        raise Unsaid(f"{lang} has no sentence for {key} {dict(slots)}")
    known, comma = names or {}, COMMAS.get(lang, ".")
    values = {name: shown(name, value, slots, words, known, comma) for name, value in slots.items()}
    try:
        full = found.format_map(values)
    except (KeyError, ValueError, IndexError) as wrong:
        raise Unsaid(f"{lang}: {key} has the slots {', '.join(slots) or 'none'}, not {wrong}") from wrong
    return _opened(found, full, slots, known)


def _opened(template: str, full: str, slots: Slots, names: Names) -> str:
    """A sentence that opens with one of our words opens with a capital; a name stays as its bearer writes it."""
    first = FIRST_SLOT.match(template)
    if first is None:
        return full
    value = slots.get(first[1])
    named = is_side(first[1], value) or value in names
    return full if named else full[:1].upper() + full[1:]


def clause_says(clause: Clause, lang: str = SOURCE) -> str:
    """What a clause says, in our words; in English where a language has none of its own."""
    for language in _tongues(lang):
        try:
            return sentence(f"clause.{clause.row}", {}, language)
        except Unsaid:
            continue
    return clause.says


def _tongues(lang: str) -> tuple[str, ...]:
    """The languages to try: the one asked for (`fr`, `fr_FR.UTF-8`), then the language of the source."""
    asked = re.split(r"[-_.@]", lang)[0].lower()
    return (asked, SOURCE) if asked in languages() and asked != SOURCE else (SOURCE,)


def _said(key: str, slots: Slots, lang: str, names: Names | None) -> str:
    for language in _tongues(lang):
        try:
            return sentence(key, slots, language, names)
        except Unsaid:
            continue
    return _plain(key, slots)


def _plain(key: str, slots: Slots) -> str:
    """A key without a sentence; shown as it is rather than nothing at all."""
    return f"{key} ({', '.join(f'{name} {value}' for name, value in slots.items())})" if slots else key


def _reminded(key: str, slots: Slots, lang: str, names: Names | None, clauses: Mapping[str, Clause] | None) -> str:
    """A reminder's own sentence, else what the book says of the clause."""
    clause = (clauses or {}).get(key.removeprefix(REMINDER))
    said = _said(key, slots, lang, names)
    return clause_says(clause, lang) if clause is not None and said == _plain(key, slots) else said
