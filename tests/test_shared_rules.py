"""What editions share: a rule that one of them prints and another takes for granted, a clause that one of them lacks."""

from typing import Any

import pytest
from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.clause import Reading, WrongRulebook
from carreau.core.decision import Decision, decision
from carreau.core.rulebook import Rulebook, assembled
from carreau.petanque.book import FIPJP_2016
from carreau.petanque.facts import Noted

GRANTED = Reading(
    question="Does the side without the point play?",
    answers=("it_plays",),
    default="it_plays",
    basis="practice",
    decides="program",
    clauses=("order.opener",),
    supplies={"order.without_point": ("order.opener",)},
)


@decision("fact", on=Noted, cites=("order.without_point", "order.opener", "circle.marked"))
def shared(*_: Any) -> tuple[()]:
    """A rule that several editions list."""
    return ()


def silent(*missing: str, reading: Reading | None = GRANTED) -> Rulebook:
    """The book without some clauses, and without all decisions but the shared one."""
    clauses = {key: clause for key, clause in FIPJP_2016.clauses.items() if key not in missing}
    readings = {"X1": reading} if reading else {}
    return structs.replace(
        FIPJP_2016, clauses=clauses, limits={}, readings=readings, decisions=(shared,), elsewhere=frozenset(missing)
    )


def bench(book: Rulebook, sits: Decision = shared) -> Bench:
    """The book as the shared decision sees it."""
    seat = Bench(assembled(book, complete=False))
    seat.decision = sits
    return seat


def test_a_rule_taken_for_granted_cites_what_it_rests_on() -> None:
    """The ruling names the clause that stands in for the one not printed, and the reading."""
    ruling = bench(silent("order.without_point")).rule("head.holds", "order.without_point")
    assert (ruling.clauses, ruling.cites, ruling.readings) == (("order.opener",), ("fipjp-2016/16.a",), ("X1",))


def test_a_refusal_leans_on_it_too() -> None:
    """What is refused under such a rule says so as well."""
    assert bench(silent("order.without_point")).refuse("refused.out_of_turn", "order.without_point").readings == ("X1",)


def test_a_clause_that_is_printed_is_cited_itself() -> None:
    """Nothing stands in for what the text says, and such a reading is refused."""
    ruling = bench(silent(reading=None)).rule("head.holds", "order.without_point")
    assert (ruling.cites, ruling.readings) == (("fipjp-2016/16.b",), ())
    with pytest.raises(WrongRulebook, match=r"supplies order\.without_point, which fipjp-2016 has already"):
        bench(silent())


def test_what_is_supplied_rests_on_the_text() -> None:
    """A reading can't put a rule on clauses that the book does not have."""
    loose = structs.replace(GRANTED, supplies={"order.without_point": ("no.such",)})
    with pytest.raises(WrongRulebook, match="with clauses that"):
        bench(silent("order.without_point", reading=loose))


def test_a_clause_of_another_edition_is_left_out() -> None:
    """A ruling cites those of its clauses that the edition has; one that has none is an error of the book."""
    seat = bench(silent("circle.marked", reading=None))
    assert seat.rule("x", "order.opener", "circle.marked").clauses == ("order.opener",)
    with pytest.raises(WrongRulebook, match="has no such clause"):
        seat.rule("x", "circle.marked")


def test_the_first_clause_of_one_meaning() -> None:
    """A shared rule takes the clause under which its edition prints the meaning."""
    seat = bench(silent("circle.marked", reading=None))
    assert seat.first("circle.marked", "order.opener") == "order.opener"
    assert seat.first("order.opener", "circle.marked") == "order.opener"
    assert not seat.has("circle.marked")


def test_which_questions_an_edition_leaves_open() -> None:
    """A reading may serve under another edition's id."""
    own = Reading(question="?", answers=("a",), default="a", basis="ours", decides="umpire", serves="C21")
    seat = bench(silent(reading=own))
    assert seat.has_reading("C21")
    assert not seat.has_reading("C22")
