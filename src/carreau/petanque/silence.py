"""Where the summary is silent: what happened is recorded, nothing is ruled, and the book says that it says nothing."""

from collections.abc import Iterator
from functools import cache

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Undone
from carreau.core.rulebook import load
from carreau.core.ruling import Reminded, Ruling
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState
from carreau.petanque.suomi.topics import topics_of

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

JUDGED = tuple(kind for kind in (GameSetUp, *f.PetanqueFact.__args__) if kind not in (Undone, Chosen))


@decision("reminders", on=tuple(dict.fromkeys(JUDGED)), cites=("edition.summary",))
def says_nothing(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Of what the summary leaves out it says once a game that it does, and names the row of the full text."""
    for topic in dict.fromkeys(topics_of(was, now, fact)):
        if (said := f"silent.{topic}") not in now.reminded:
            yield book.rule(f"silent.{topic}", Reminded(said), "edition.summary", row=speaks()[topic])


@cache
def speaks() -> dict[str, str]:
    """For each topic on which the summary is silent the row of the full text that would speak."""
    summary, full = load("carreau.petanque", "suomi"), load("carreau.petanque", "fipjp-2016")
    return {topic: f"{full['id']}/{full['clauses'][key]['row']}" for topic, key in summary["silent"].items()}


RULES = (says_nothing,)
