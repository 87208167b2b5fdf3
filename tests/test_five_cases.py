"""What the cases of five pins prove beyond the guards of every book: each answer of each reading, and every row shown."""

from collections.abc import Iterator

from carreau.billiards.five_notation import facts_of
from carreau.casebook import Outcome
from carreau.core.facts import Chosen
from carreau.core.game import play
from carreau.core.judging import NotRecorded, asked_for
from tests.five import BOOK, judged, opened, state_of


def test_every_row_that_is_shown_is_cited() -> None:
    """A case that holds cites each row that rules, asks, reminds or compares."""
    cited = {row for _, lines in judged() for o in lines if not o.wrong for row in o.cites}
    ruled = [c for c in BOOK.clauses.values() if c.handled in ("decided", "asked", "guidance", "equipment")]
    assert [c.row for c in ruled if c.row not in cited] == []


def answers_of(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """The readings that the case fixed beforehand, and those that somebody answered in this line."""
    yield from outcome.case.setup.get("readings", {}).items()
    if "choose" not in outcome.line.when:
        return
    games = [opened(outcome.case)]
    for moment, fact in facts_of(outcome.line.when, lambda: state_of(games[-1])):
        if isinstance(fact, Chosen) and games[-1].options:
            reading = asked_for(games[-1].state, fact).slots.get("reading")
            if reading is not None:
                yield str(reading), fact.choice
        try:
            games.append(play(games[-1], fact, moment=moment))
        except NotRecorded:
            return


def test_every_reading_is_tried_both_ways() -> None:
    """What the referee decides by its usual answer and another one; what is set beforehand by every other one."""
    found: dict[str, set[str]] = {id: set() for id in BOOK.readings}
    for _, lines in judged():
        for outcome in lines:
            said = (*outcome.rulings, *((outcome.refusal,) if outcome.refusal else ()))
            leaned = {reading for r in said for reading in r.readings}
            for reading, answer in answers_of(outcome):
                if reading in leaned:
                    found[reading].add(answer)
    missing = [
        f"{id}: {', '.join(sorted(wanted))}"
        for id, reading in BOOK.readings.items()
        if len(reading.answers) > 1
        and (wanted := set(reading.answers) - found[id] - ({reading.default} if reading.decides != "umpire" else set()))
    ]
    assert not missing, "answers that no case tries:\n" + "\n".join(missing)
