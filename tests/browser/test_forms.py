"""The forms of the page: any fact of any case goes in and comes out again, and leaves make what the desk says they make."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page

from carreau.books import BOOKS
from carreau.casebook import cases, opened
from carreau.core.facts import Corrected, Undone
from carreau.core.game import play
from carreau.core.judging import NotRecorded
from carreau.forms import around, content, fact_of, full, leaves_of
from carreau.forms.screens import some_answers
from carreau.sports import kit_of
from tests.browser.conftest import Phones

every_book = pytest.mark.parametrize("id", list(BOOKS))

ROUND = """async ([forms, kinds, facts]) => {
  const at = (name) => document.querySelector("script[src]").src.replace("app.js", name);
  const { Words, formOf } = await import(at("form.js"));
  const { same } = await import(at("leaves.js"));
  const there = { players: { A: ["A1", "A2"], B: ["B1", "B2"] }, boules: ["A.1", "B.1"], objects: ["jack", "A.1"] };
  const ctx = { t: (key) => key, named: (side) => side };
  const wrong = [];
  for (const fact of facts) {
    const form = formOf(new Words(ctx, forms, there), fact.kind, forms.kinds[fact.kind], fact, () => {});
    const back = JSON.parse(JSON.stringify(form.read()));
    if (!same(back, fact)) wrong.push([fact, back]);
  }
  return wrong;
}"""

LEAVES = """async ([sheet, tries]) => {
  const at = (name) => document.querySelector("script[src]").src.replace("app.js", name);
  const { factOf, answersIn, same } = await import(at("leaves.js"));
  const wrong = [];
  for (const [id, answers, there, fact] of tries) {
    const leaf = sheet.leaves.find((one) => one.id === id);
    const made = factOf(leaf, answers, there);
    if (!same(made, fact)) wrong.push([id, answers, made, fact]);
    if (!answersIn(leaf, fact, there, sheet.asks)) wrong.push([id, answers, "not read back", fact]);
  }
  return wrong;
}"""


@cache
def facts(id: str) -> tuple[dict[str, Any], ...]:
    """Every different fact of the cases of a book."""
    found: dict[str, dict[str, Any]] = {}
    for fact in _entered(id):
        if not isinstance(fact, Undone | Corrected):
            line = to_builtins(fact)
            found[repr(line)] = line
    return tuple(found.values())


def _entered(id: str) -> Iterator[Any]:
    book = BOOKS[id]
    for case in cases(id):
        begun = opened(case)
        yield from (step.entry.fact for step in begun.heard)
        for line in case.table:
            game = [begun]
            try:
                for moment, fact in kit_of(book).facts_of(line.when, lambda game=game: game[0].state):  # type: ignore[misc]
                    yield fact
                    game[0] = play(game[0], fact, moment=moment)
            except NotRecorded:
                continue


@pytest.fixture
def shell(phone: Phones) -> Page:
    return phone().open("/")


@every_book
def test_every_fact_goes_into_its_full_form_and_comes_out_again(shell: Page, id: str) -> None:
    """What a person can enter in the full forms is everything that the cases of the book ever say."""
    forms = full(BOOKS[id], "en")
    some = facts(id)
    assert len(some) > 40
    assert shell.evaluate(ROUND, [forms, list(forms["kinds"]), list(some)]) == []


@every_book
def test_the_page_makes_of_answers_what_the_desk_makes_of_them(shell: Page, id: str) -> None:
    book = BOOKS[id]
    tries = []
    for n, case in enumerate(cases(id)):
        there = around(book, opened(case).state)
        for leaf in leaves_of(book) if n % 9 == 0 else ():
            for answers in list(some_answers(book, leaf, there, most=4)):
                tries.append([leaf.id, answers, there, fact_of(leaf, answers, there)])
    assert len(tries) > 40
    assert shell.evaluate(LEAVES, [content(book, "en"), tries]) == []
