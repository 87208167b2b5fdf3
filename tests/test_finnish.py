"""Finnish: the summary says its rulings, its questions and its silence in it; no sentence inflects a name."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from carreau.books import book
from carreau.core.ruling import Asked, Ruling
from carreau.say import Unsaid, clause_says, compiling, says, sentence
from carreau.say.texts import Slots
from tests.messages import SILENT, said
from tests.proof import HOUSE, ROOT, code, outcomes
from tests.test_sentences import _raw_words, _unsaid_answers, messages, placeholders
from tests.test_translations import said as all_said
from tests.test_translations import told as all_told

SUOMI = book("suomi")
FI = "fi"


def spoken() -> Iterator[Ruling]:
    """Every ruling of every case of the summary."""
    yield from (r for o in outcomes(SUOMI.id) for r in (*o.rulings, *((o.refusal,) if o.refusal else ())))


def test_whatever_the_cases_rule_can_be_said_in_finnish() -> None:
    """Rulings, refusals and questions, each a whole sentence without a word of the code in it."""
    missing: set[str] = set()
    for ruling in spoken():
        try:
            sentence(ruling.key, ruling.slots, FI, {})
        except Unsaid as no:
            missing.add(str(no).partition("{")[0])
            continue
        missing |= {*_raw_words(ruling, FI)}
        missing |= {line for e in ruling.effects if isinstance(e, Asked) for line in _unsaid_answers(e.option, FI)}
    assert not missing, "\n".join(sorted(missing))


# --- what the decisions of the summary can say, whether a case comes to it or not ----------------

Function = tuple[str, str]


@cache
def modules() -> dict[str, tuple[Path, ast.Module]]:
    """The modules of the rules by their dotted names."""
    found = {}
    for path, tree in code("petanque", "core"):
        dotted = ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts)
        found[dotted.removesuffix(".__init__")] = (path, tree)
    return found


@cache
def functions(module: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module by name."""
    return {n.name: n for n in ast.walk(modules()[module][1]) if isinstance(n, ast.FunctionDef)}


@cache
def imported(module: str) -> dict[str, Function]:
    """Where the names that a module imports come from."""
    nodes = [n for n in ast.walk(modules()[module][1]) if isinstance(n, ast.ImportFrom) and n.module]
    return {a.asname or a.name: (str(n.module), a.name) for n in nodes for a in n.names}


def reached(waiting: list[Function]) -> set[Function]:
    """The functions that these call, directly or not."""
    seen: set[Function] = set()
    while waiting:
        module, name = waiting.pop()
        if (module, name) in seen or module not in modules() or name not in functions(module):
            continue
        seen.add((module, name))
        used = {n.id for n in ast.walk(functions(module)[name]) if isinstance(n, ast.Name)}
        waiting += [(module, n) if n in functions(module) else imported(module).get(n, ("", "")) for n in used]
    return seen


def keys() -> set[str]:
    """What the decisions of the summary can say, and what the core refuses."""
    start = [(d.judge.__module__, d.judge.__name__) for d in SUOMI.decisions]
    lines: set[tuple[str, int]] = set()
    for module, name in reached(start):
        node, place = functions(module)[name], str(modules()[module][0].relative_to(ROOT))
        lines |= {(place, line) for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    ours = [s for s in said() if _stands(s.place) in lines or "/core/" in s.place]
    guidance = {f"reminder.{c.key}" for c in SUOMI.clauses.values() if c.handled == "guidance"}
    return {key for s in ours for key in s.keys if not key.startswith("reminder.")} | guidance


def _stands(place: str) -> tuple[str, int]:
    path, _, line = place.rpartition(":")
    return path, int(line)


def test_whatever_the_summary_can_say_is_there_in_finnish() -> None:
    """Each key of its decisions has a plain Finnish text."""
    wanted = keys()
    assert {"head.holds", "silent.warning", "refused.no_such_entry", "ask.foot_fault"} <= wanted
    missing = sorted(key for key in wanted if ("", key) not in messages(FI))
    assert not missing, "no Finnish text:\n" + "\n".join(missing)


def test_finnish_says_no_more_than_english() -> None:
    """Each Finnish text is one that English has, with slots that are given there."""
    english = messages("en")
    strange = [where for where in messages(FI) if where not in english and not _own_variant(where)]
    more = [
        f"{where}: {sorted(placeholders(m) - placeholders(english[where]))}"
        for where, m in messages(FI).items()
        if where in english and placeholders(m) - placeholders(english[where])
    ]
    assert not strange, f"Finnish texts of what English does not say: {strange}"
    assert not more, "slots that English does not have:\n" + "\n".join(more)


def _own_variant(where: tuple[str, str]) -> bool:
    """A variant of a text that English says in one sentence for all."""
    return bool(where[0]) and ("", where[1]) in messages("en")


def test_every_catalogue_says_who_has_read_it() -> None:
    """Nobody whose language it is has read the Finnish texts yet, and they say so."""
    for path in compiling.topics(FI):
        assert "No native reader yet." in path.read_text("utf-8").partition("\n")[0], path.name


def test_each_silent_topic_comes_up_in_a_case() -> None:
    """A topic that no case raises may be one that no fact can raise."""
    raised = {r.key.removeprefix("silent.") for r in spoken() if r.key.startswith("silent.")}
    assert raised == set(SILENT)


def test_the_silent_topics_name_rows_of_the_full_text() -> None:
    """Each topic names the row that would speak, and the sentence shows it."""
    full = book("fipjp-2016")
    rows = {clause.row for clause in full.clauses.values()}
    silent = [r for r in spoken() if r.key.startswith("silent.")]
    assert all(r.slots["row"] in rows for r in silent)
    assert all(str(r.slots["row"]) in says(r, lang) for r in silent for lang in ("en", "fr", FI))


def test_the_clauses_are_told_in_finnish() -> None:
    """Every row of the summary is told in Finnish and in English."""
    assert all(clause_says(clause, FI) != clause.says == clause_says(clause) for clause in SUOMI.clauses.values())
    out = SUOMI.clauses["dead_jack.out"]
    assert clause_says(out, "fi_FI") == clause_says(out, FI)


# --- grammar: words and names stand in the nominative ----------------------------------------------

ENDING = re.compile(r"\}:?[a-zåäö]")
SMALL_START = re.compile(r"(^|[.?!] )[a-zåäö]")


def inflected() -> Iterator[str]:
    """Finnish texts that add a case ending to a slot: of the rulebooks, the command line and the desk."""
    yield from (where[2] for where, texts in all_told(FI).items() if any(map(ENDING.search, texts)))


def test_no_slot_takes_a_case_ending() -> None:
    """A team of any name, a player, a pin: the sentence bends around them, for nobody knows how they are inflected."""
    assert ENDING.search("{side}n vuoro.")
    assert ENDING.search("{side}:n vuoro.")
    assert {topic.partition("_")[0] for topic, _, _ in all_told(FI)} >= {"desk", "jack", "clauses"}
    assert not [*inflected()]


def test_every_sentence_opens_with_a_capital() -> None:
    """Also a second sentence that would open with one of our words: whatever the cases rule or ask, without names."""
    assert SMALL_START.search("Vuorossa joukkue A. tuomari mittaa.")
    told = {sentence(key, untyped(slots), FI, {}) for key, slots in all_said() if not key.startswith("reminder.")}
    assert len(told) > 900
    assert not sorted(text for text in told if SMALL_START.search(text))


def untyped(slots: Slots) -> Slots:
    """The slots without what somebody typed, which is said as typed."""
    return {name: "" if name in ("note", "said", "detail") else value for name, value in slots.items()}
