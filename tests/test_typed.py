"""Whoever types what cannot be understood is told what to write instead."""

import pytest

from carreau.petanque.notation import NotUnderstood, fact_of, metres_mm
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

STATE = PetanqueState(setup=GameSetUp(version=1, rulebook="fipjp-2016", format="triples"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("agree", "write agree bad"),
        ("ObjectMoved object=jack by=" + "9" * 5000, "too long a number"),
        ("A jakc>out", "'jakc' is no object"),
        ("near A.1", "write near A.1 B.2"),
        ("end", "write end A 3, or end void"),
        ("end A", "write end A 3, or end void"),
        ("end A three", "write end A 3, or end void"),
        ("choose", "choose what? (nothing is asked)"),
        ("inspect", "write inspect boule, jack, circle"),
    ],
)
def test_the_message_says_what_to_write(text: str, says: str) -> None:
    """One sentence, with the word that is wrong or the form that is right."""
    with pytest.raises(NotUnderstood) as no:
        fact_of(text, STATE)
    assert says in str(no.value)


def test_a_comma_makes_no_metres() -> None:
    """A length is typed with a point."""
    with pytest.raises(NotUnderstood, match=r"no length in metres such as 6\.50"):
        metres_mm("6,5")
