"""What a new game can be: the wizard's table says no where the core does, by the same row, and nowhere else."""

import gzip
from itertools import product

import msgspec
import pytest

from carreau.books import BOOKS
from carreau.desk import setups
from carreau.say import languages
from tests.desk.desks import Bench


@pytest.mark.parametrize("id", BOOKS)
def test_the_table_refuses_what_the_core_refuses(id: str) -> None:
    """Every combination of the questions that something is refused about."""
    book = BOOKS[id]
    choices = [choice for choice in setups.choices_of(book) if choice.bears]
    for options in product(*(choice.options for choice in choices)):
        named = {choice.name: option.id for choice, option in zip(choices, options, strict=True)}
        ruled = setups.refusal(book, named)
        found = [no for no in setups.refusals(id) if all(named[name] == value for name, value in no.when)]
        assert (ruled is not None) == bool(found), named
        if ruled is not None and len(found) == 1:
            assert (found[0].ruling.key, found[0].ruling.cites) == (ruled.key, ruled.cites), named


@pytest.mark.parametrize("id", BOOKS)
def test_the_other_questions_refuse_nothing(id: str) -> None:
    """Each of their answers alone, in a game that can be played."""
    book = BOOKS[id]
    playable = {"distance": "60"}
    for choice in setups.choices_of(book):
        if not choice.bears:
            for option in choice.options:
                assert setups.refusal(book, {**playable, choice.name: option.id}) is None, (choice.name, option.id)


def test_the_cases_of_the_specification() -> None:
    """Time at the FPUSA, 11 points, Finland's 13, an even number of sets, no distance."""

    def row(id: str, *when: tuple[str, str]) -> tuple[str, ...]:
        return next(no.ruling.cites for no in setups.refusals(id) if set(no.when) == set(when))

    assert row("fpusa-1995", ("time", "60+1")) == ("fpusa-1995/1.e",)
    assert row("fipjp-2016", ("target", "11"), ("stage", "elimination")) == ("fipjp-2016/5.j",)
    assert row("suomi", ("target", "11")) == ("suomi/seuraavat-erat.a",)
    assert row("umb-5pin-1997", ("sets", "4")) == ("umb-5pin-1997/21.1d",)
    assert row("umb-5pin-1997", ("distance", "unsaid")) == ("umb-5pin-1997/21.1a",)


def test_the_numbers_come_from_the_book() -> None:
    text = [
        line["text"] for line in setups.numbers(BOOKS["fpusa-1995"], "en") if ["category", "minimes"] in line["when"]
    ]
    assert "3 throws for the jack, 4–8 m" in text  # this edition's own distances for the youngest


@pytest.mark.parametrize("lang", languages())
def test_a_page_loads_it_in_one_piece(quick: Bench, lang: str) -> None:
    reply = quick.phone().http.get(f"/setups/{lang}.json")
    assert reply.status_code == 200
    assert set(reply.json()) == set(BOOKS)
    assert len(setups.setups(lang)) < 4 * 1024


def test_only_what_can_be_chosen_is_a_reading(quick: Bench) -> None:
    found = quick.phone().http.get("/readings/suomi.json").json()
    assert found
    assert all(len(reading["answers"]) > 1 and reading["default"] in reading["answers"] for reading in found)
    assert quick.phone().http.get("/readings/nothing.json").status_code == 404
    assert msgspec.json.decode(gzip.decompress(setups.readings("suomi"))) == found
