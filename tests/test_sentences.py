"""Every key that the rules can say has a whole sentence in every language, with the slots that the rules give it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Message

from carreau.core.ruling import Asked, Option, Ruling
from carreau.say import COUNTS, SOURCE, VARIANTS, Unsaid, compiling, languages, sentence
from carreau.say.sentences import asked_slots
from carreau.say.texts import catalogue, text
from tests.messages import LANGUAGES, Scope, choices_by_ask, said, slots_by_key
from tests.proof import FIPJP, GUARDED, code, outcomes

TYPED = frozenset(
    {"offered", "choice", "ask", "reading", "objects", "boules", "said", "setting", "property", "value"}
)  # shown as they are typed
# The same word as in English in some other language.
ALIKE = frozenset({"word.orange", "word.no", "choice.leave.not_given", "screen.column_casin"})
WORD = re.compile(r"[a-z]+(_[a-z]+)*")
SHOWN = re.compile(r"(screen|record|differs|rights)\.([a-z_]*[a-z])?")
FIXED = ("word.", "choice.", "refused_choice.", "reminder.")

Text = tuple[str, str]  # context, key


@cache
def messages(language: str) -> dict[Text, Message]:
    """The messages of a language by context and key, without those of the desk and what the clauses say."""
    found = ((p, m) for p, m in compiling.messages(language) if not p.name.startswith(("desk_", "clauses_")))
    return {(m.context or "", _key(m)): m for _, m in found}


def _key(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def strings(message: Message) -> tuple[str, ...]:
    """A message's text, or its texts for one and for several."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(message: Message) -> frozenset[str]:
    """The slots that a text speaks of."""
    return frozenset(name for s in strings(message) for _, name, _, _ in Formatter().parse(s) if name is not None)


def test_every_language_has_its_catalogue() -> None:
    """Those of all rulebooks among them; in sources and compiled."""
    assert set(LANGUAGES) <= set(languages())
    assert tuple(compiling.spoken()) == languages() == ("en", "es", "fi", "fr", "it")


@pytest.mark.parametrize("language", compiling.spoken())
def test_the_compiled_catalogue_is_that_of_the_sources(language: str) -> None:
    """After a change of a sentence: python -m carreau.say."""
    committed = compiling.HERE.joinpath("mo", f"{language}.mo").read_bytes()
    assert committed == compiling.compiled(language), f"{language}.mo is out of date: run python -m carreau.say"


def test_every_key_in_the_code_can_be_read() -> None:
    """A key is written out, or its parts are listed in tests/messages.py; else nobody can check its sentence."""
    report([f"{call.place}: {call.unread}" for call in said() if call.unread], "keys that cannot be read")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_sentence(language: str) -> None:
    """Each key that the rules can say, and each question, has a plain text whatever the values of its slots."""
    missing = [key for key in slots_by_key() if ("", key) not in messages(language)]
    if language == SOURCE:  # the book's own words stand in for a reminder in English
        missing = [key for key in missing if not key.startswith("reminder.")]
    lines = [f"{key} ({slots_by_key()[key][0].place})" for key in sorted(missing)]
    report(lines, f"keys without a sentence in {language}")


@cache
def shown() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What the reader of records and the screens say: keys written out, and patterns of those put together."""
    nodes = [node for _, tree in code("") for node in ast.walk(tree)]
    plain = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and _is_key(n.value)}
    joined = ["".join(_hole(v) for v in n.values) for n in nodes if isinstance(n, ast.JoinedStr)]
    return frozenset(plain), tuple(re.compile(j) for j in joined if SHOWN.match(j))


def _is_key(text: str) -> bool:
    """A whole key, not the beginning of one that is put together."""
    return SHOWN.fullmatch(text) is not None and not text.endswith(".")


def _hole(value: ast.expr) -> str:
    return str(value.value) if isinstance(value, ast.Constant) else "[a-z_]+"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_shown_has_its_text(language: str) -> None:
    """What a broken record and a screen say is there in each language."""
    report(sorted(key for key in shown()[0] if ("", key) not in messages(language)), f"texts missing in {language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_has_its_words(language: str) -> None:
    """What can be answered to a question can be read on a button."""
    have = {key for _, key in messages(language)}
    missing = [
        f"choice.{ask}.{choice}"
        for ask, choices in sorted(choices_by_ask().items())
        for choice in sorted(choices)
        if not {f"choice.{ask}.{choice}", f"choice.{choice}"} & have
    ]
    report(missing, f"answers without words in {language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_speak_only_of_slots_that_are_given(language: str) -> None:
    """A plain text uses what every place gives that says it; a variant what some place gives."""
    report(list(_strangers(language)), f"slots that no ruling gives, in {language}")


def _strangers(language: str) -> Iterator[str]:
    for (context, key), message in messages(language).items():
        calls = [call for call in slots_by_key().get(key, ()) if not call.more]
        if not calls or len(calls) != len(slots_by_key()[key]):
            continue
        gives = [call.slots for call in calls]
        known = frozenset.union(*gives) if context else frozenset.intersection(*gives)
        if strange := sorted(placeholders(message) - known):
            given = ", ".join(sorted(known)) or "none"
            yield f"{key} [{context}] {', '.join(strange)}; there is {given} ({calls[0].place})"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_the_languages_say_the_same(language: str) -> None:
    """The same texts in each language, with the same slots, and none left in English."""
    report(list(_differences(language)), f"differences between en and {language}")


def _differences(language: str) -> Iterator[str]:
    english, other = messages(SOURCE), messages(language)
    for where in sorted(english.keys() | other.keys()):
        if where not in other:
            yield f"{where} is missing in {language}"
        elif where not in english:
            if not where[1].startswith("reminder."):
                yield f"{where} is missing in en"
        elif placeholders(english[where]) != placeholders(other[where]):
            yield f"{where}: {sorted(placeholders(english[where]))}, but {sorted(placeholders(other[where]))}"
        elif strings(english[where]) == strings(other[where]) and where[1] not in ALIKE and _has_words(english[where]):
            yield f"{where} is the same in both"


def _has_words(message: Message) -> bool:
    """Is there anything to translate beside the slots?"""
    return any(re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", s)) for s in strings(message))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_idle_or_broken(language: str) -> None:
    """Each text belongs to a key of the code, is whole, and speaks of slots by their plain names."""
    report(list(_faults(language)), f"faulty texts in {language}")


def _faults(language: str) -> Iterator[str]:
    for (context, key), message in messages(language).items():
        if not key.startswith(FIXED) and key not in slots_by_key() and not _is_shown(key):
            yield f"{key} [{context}]: no rule says it"
        if not all(s.strip() for s in strings(message)):
            yield f"{key} [{context}]: an empty text"
        if strange := sorted(p for p in placeholders(message) if not p.isidentifier()):
            yield f"{key} [{context}]: {strange} is no slot"
        if not key.startswith(("word.", "choice.", "screen.")) and not all(
            s.rstrip("»” )")[-1:] in ".?!" for s in strings(message)
        ):
            yield f"{key} [{context}]: a sentence ends with a full stop or a question mark"
        if (
            isinstance(message.id, tuple | list)
            and not _is_shown(key)
            and not any(c.more or c.slots & {*COUNTS} for c in slots_by_key().get(key, ()))
        ):
            yield f"{key} [{context}]: plural, but no slot {', '.join(COUNTS)} is given"


def _is_shown(key: str) -> bool:
    plain, patterns = shown()
    return key in plain or any(p.fullmatch(key) for p in patterns)


# --- what the cases really say -------------------------------------------------------------------


@cache
def spoken() -> tuple[tuple[str, Ruling], ...]:
    """Every ruling of every case with the case's id."""
    lines = [o for id in GUARDED for o in outcomes(id)]
    return tuple((o.case.id, r) for o in lines for r in (*o.rulings, *((o.refusal,) if o.refusal else ())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_cases_rule_can_be_said(language: str) -> None:
    """Each ruling and question of each case is a whole sentence, without a word of the code left in it."""
    report(sorted(set(_unsaid(language))), f"things that cases rule and {language} cannot say")


def _unsaid(language: str) -> Iterator[str]:
    for _, ruling in spoken():
        if ruling.key.startswith("reminder.") and language == SOURCE:
            continue
        try:
            sentence(ruling.key, ruling.slots, language, {})
        except Unsaid as missing:
            yield f"{ruling.key}: {str(missing).partition('{')[0]}"
            continue
        yield from _raw_words(ruling, language)
        yield from (
            line for e in ruling.effects if isinstance(e, Asked) for line in _unsaid_answers(e.option, language)
        )


def _raw_words(ruling: Ruling, language: str) -> Iterator[str]:
    """Values that would stand in the sentence as the code writes them."""
    template = text(ruling.key, ruling.slots, catalogue(language)) or ""
    for _, name, _, _ in Formatter().parse(template):
        value = ruling.slots.get(name or "")
        if name is None or name in TYPED or not isinstance(value, str) or not WORD.fullmatch(value):
            continue
        if not {("", f"word.{value}"), (name, f"word.{value}")} & messages(language).keys():
            yield f"{ruling.key}: {{{name}}} is {value!r}; say word.{value}"


def _unsaid_answers(option: Option, language: str) -> Iterator[str]:
    have = {key for _, key in messages(language)}
    for choice in option.choices:
        if not {f"choice.{option.ask}.{choice.id}", f"choice.{choice.id}"} & have:
            yield f"choice.{option.ask}.{choice.id}"
        if choice.refused is not None and f"refused_choice.{choice.refused}" not in have:
            yield f"refused_choice.{choice.refused}"
    try:
        sentence(f"ask.{option.ask}", asked_slots(option), language, {})
    except Unsaid as missing:
        yield f"ask.{option.ask}: {str(missing).partition('{')[0]}"


def test_variants_are_of_values_that_occur() -> None:
    """A variant for a value that no case ever rules is a misspelling, or lacks its case."""
    report(sorted(_idle_variants()), "variants that no case says")


def _idle_variants() -> Iterator[str]:
    values: dict[str, set[str]] = {}
    for _, ruling in spoken():
        had = values.setdefault(ruling.key, set())
        had |= {str(ruling.slots[v]) for v in VARIANTS if ruling.slots.get(v) not in (None, "")}
    for context, key in messages(SOURCE):
        plain = context and not context.startswith("no ") and not key.startswith(FIXED)
        if plain and context not in values.get(key, ()):
            yield f"{key} [{context}]"


def report(missing: list[str], what: str) -> None:
    """Fail with the list of what is missing."""
    assert not missing, f"{len(missing)} {what}:\n" + "\n".join(missing)


def test_the_guards_look_at_something() -> None:
    """The code says things, the cases rule, and the book has reminders."""
    assert {"head.holds", "refused.no_such_entry", "ask.tie_emptied"} <= slots_by_key().keys()
    assert choices_by_ask()["tie_emptied"] == {*FIPJP.readings["C21"].answers}
    assert spoken()


def test_keys_are_read_from_the_code() -> None:
    """Written out, chosen by a condition, kept in a name or a table, put together: all are read."""
    module = ast.parse(SAMPLE)
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    calls = [call for f in functions for call in ast.walk(f) if isinstance(call, ast.Call)]
    scopes = {id(call): Scope(module, f) for f in functions for call in ast.walk(f) if isinstance(call, ast.Call)}
    read = [scopes[id(call)].values(call.args[0]) for call in calls if getattr(call.func, "attr", "") == "rule"]
    assert read == [("a.b",), ("c", "d"), ("e", "f"), ("g", "h"), ("x.i", "x.j"), ()]


SAMPLE = """
TABLE = {1: "g", 2: "h"}

def judge(book, fact):
    key, clause = "e" if fact else "f", "z"
    part = "i" if fact else "j"
    book.rule("a.b")
    book.rule("c" if fact else "d")
    book.rule(key)
    book.rule(TABLE[fact])
    book.rule(f"x.{part}")
    book.rule(fact.no_such_field)
"""
