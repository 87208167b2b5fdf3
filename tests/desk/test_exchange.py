"""The exchange, rule by rule: what is recorded, what is here already, what is the same, and where it stops."""

from typing import Any

import msgspec
import pytest

from carreau.books import book
from carreau.core.facts import Entry, Moment
from carreau.core.game import begun
from carreau.desk.exchange import AHEAD_MS, Ledger, Proposal, Settled, Who, first_event, settle
from carreau.desk.store import unaltered
from carreau.petanque.notation import setup_of
from carreau.sports import Json
from tests.desk.desks import DRAW, end

ANNA, BEN = Who(device="anna", role="scorer", name="Anna"), Who(device="ben", role="scorer", name="Ben")
UMPIRE, VIEWER = Who(device="ump", role="umpire"), Who(device="eye", role="viewer")
NOTE: Json = {"kind": "Noted", "text": "rain"}
CARD: Json = {"kind": "CardShown", "card": "yellow", "player": "A1", "offence": "circle"}
ORANGE: Json = {**CARD, "card": "orange"}


class Table:
    """A ledger with people round it; each call is one request."""

    def __init__(self, **setup: Any) -> None:
        edition = book("fipjp-2016")
        fact = setup_of("fipjp-2016", {"detail": "ends", **setup})
        entry = Entry(moment=Moment(at_ms=0), fact=fact)
        self.ledger = Ledger(game=begun(edition, fact), events=(first_event(entry, "0", ANNA, 0),))
        self.now = 1000
        self.last = Settled(ledger=self.ledger)

    @property
    def head(self) -> int:
        return len(self.ledger.events) - 1

    def says(self, who: Who, *proposals: Proposal) -> list[tuple[str, int, str]]:
        """What becomes of proposals: (fid, seq, how) of each that is acknowledged."""
        self.now += 1000
        self.last = settle(self.ledger, proposals, who, self.now, self.now)
        self.ledger = self.last.ledger
        return [(ack.fid, ack.seq, ack.how) for ack in self.last.acks]

    @property
    def stopped(self) -> tuple[str, str, int | None] | None:
        """Where it has stopped and why, and the entry about the same thing."""
        stop = self.last.stop
        return (stop.fid, stop.why, stop.same_subject) if stop is not None else None

    def kinds(self) -> list[str]:
        return [type(entry.fact).__name__ for entry in self.ledger.game.log[1:]]


def p(fid: str, fact: Json, seen: int, after: str | None = None, **more: Any) -> Proposal:
    return Proposal(fid=fid, seen=seen, after=after, fact=msgspec.Raw(msgspec.json.encode(fact)), **more)


def drawn(**setup: Any) -> Table:
    """A table at which the draw is entered (entry 1, by Anna)."""
    table = Table(**setup)
    assert table.says(ANNA, p("draw", DRAW, 0)) == [("draw", 1, "recorded")]
    return table


def test_facts_are_recorded_in_their_order() -> None:
    table = Table()
    sent = (p("a", DRAW, 0), p("b", end("A", 3), 0, "a"), p("c", end("B", 2), 0, "b"))
    assert table.says(ANNA, *sent) == [("a", 1, "recorded"), ("b", 2, "recorded"), ("c", 3, "recorded")]
    assert table.stopped is None
    assert [event.seq for event in table.last.events] == [1, 2, 3]
    assert unaltered(table.ledger.events)


def test_a_fact_sent_again_is_here_already() -> None:
    table = drawn()
    one = p("a", end("A", 3), 1)
    assert table.says(ANNA, one) == [("a", 2, "recorded")]
    assert table.says(ANNA, one) == [("a", 2, "already")]
    assert table.says(BEN, p("b", end("B", 1), 2)) == [("b", 3, "recorded")]
    assert table.says(ANNA, one) == [("a", 2, "already")]
    assert table.kinds() == ["DrawWon", "EndCounted", "EndCounted"]


def test_an_id_stands_for_one_fact_for_ever() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(ANNA, p("a", end("A", 2), 1)) == []
    assert table.stopped == ("a", "fid_reused", None)


def test_the_same_from_another_phone_is_a_confirmation() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("b", end("A", 3), 1)) == [("b", 2, "same")]
    assert [(row.fid, row.seq, row.name) for row in table.ledger.same] == [("b", 2, "Ben")]
    assert table.says(BEN, p("b", end("A", 3), 1)) == [("b", 2, "already")]
    assert table.kinds() == ["DrawWon", "EndCounted"]


def test_a_confirmed_id_stands_for_its_fact_too() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    table.says(BEN, p("b", end("A", 3), 1))
    assert table.says(BEN, p("b", end("A", 2), 1)) == []
    assert table.stopped == ("b", "fid_reused", None)


def test_another_number_for_the_same_end_is_asked() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("b", end("A", 2), 1)) == []
    assert table.stopped == ("b", "story_moved", 2)


def test_an_end_that_came_meanwhile_is_another_end() -> None:
    """Ben has seen end 1 and enters end 2: this is not the same as Anna's end 1, though it has the same points."""
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("b", end("A", 3), 2)) == [("b", 3, "recorded")]


def test_what_others_entered_stops_what_depends_on_the_head() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1), p("a2", end("A", 1), 1, "a"))
    assert table.says(BEN, p("b", {"kind": "CirclePlaced", "side": "A"}, 1)) == []
    assert table.stopped == ("b", "story_moved", None)


def test_ones_own_entries_stop_nothing() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(ANNA, p("b", end("B", 2), 1, "a")) == [("b", 3, "recorded")]


def test_after_the_same_ones_own_next_end_follows() -> None:
    """Both were without network and both entered both ends: nothing is asked, nothing is twice."""
    table = drawn()
    table.says(ANNA, p("a1", end("A", 3), 1), p("a2", end("B", 2), 1, "a1"))
    sent = p("b1", end("A", 3), 1), p("b2", end("B", 2), 1, "b1"), p("b3", end("B", 1), 1, "b2")
    assert table.says(BEN, *sent) == [("b1", 2, "same"), ("b2", 3, "same"), ("b3", 4, "recorded")]


def test_a_note_goes_in_whatever_came() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("n", NOTE, 1)) == [("n", 3, "recorded")]
    assert table.ledger.events[3].passed
    assert not table.ledger.events[2].passed


def test_what_went_in_beside_others_tells_nothing_of_theirs() -> None:
    """Ben's note passes Anna's end; his own end, entered without having seen hers, still has to be asked."""
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("n", NOTE, 1), p("b", end("A", 2), 1, "n")) == [("n", 3, "recorded")]
    assert table.stopped == ("b", "story_moved", 2)
    assert table.says(BEN, p("b", end("A", 2), 1, "n")) == []
    assert table.stopped == ("b", "story_moved", 2)


def test_a_note_is_like_no_other() -> None:
    table = drawn()
    table.says(ANNA, p("a", NOTE, 1))
    assert table.says(BEN, p("b", NOTE, 1)) == [("b", 3, "recorded")]


def test_two_cards_for_one_thing_meet_though_they_are_independent() -> None:
    """Yellow says the one, yellow says the other: one card. The colour in doubt is asked."""
    table = drawn(detail="boules")
    table.says(UMPIRE, p("u", CARD, 1, by="umpire"))
    assert table.says(BEN, p("b", CARD, 1, by="umpire")) == [("b", 2, "same")]
    other = Who(device="ump2", role="umpire")
    assert table.says(other, p("c", ORANGE, 1, by="umpire")) == []
    assert table.stopped == ("c", "story_moved", 2)


def test_what_was_withdrawn_confirms_nothing() -> None:
    """Anna enters an end and takes it back; Ben, who has seen neither, is asked."""
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1), p("u", {"kind": "Undone", "seqs": [2]}, 1, "a"))
    assert table.says(BEN, p("b", end("A", 3), 1)) == []
    assert table.stopped == ("b", "story_moved", None)


def test_a_person_who_says_still_true_has_seen_it() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    assert table.says(BEN, p("b", end("A", 2), 2)) == [("b", 3, "recorded")]


def test_both_take_the_same_back() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1))
    undone: Json = {"kind": "Undone", "seqs": [2]}
    assert table.says(ANNA, p("u", undone, 2)) == [("u", 3, "recorded")]
    assert table.says(BEN, p("v", undone, 2)) == [("v", 3, "same")]


def test_before_the_stop_all_is_kept_and_after_it_nothing() -> None:
    table = drawn()
    sent = p("a", end("A", 3), 1), p("b", end("A", 7), 1, "a"), p("c", end("A", 1), 1, "b")
    assert table.says(ANNA, *sent) == [("a", 2, "recorded")]
    assert table.stopped == ("b", "cannot_have_happened", None)
    assert table.last.stop is not None
    assert table.last.stop.ruling is not None
    assert len(table.ledger.events) == 3


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ({"kind": "Nothing"}, "malformed"),
        ({"kind": "EndCounted", "side": "C", "points": 1}, "malformed"),
        ({"kind": "EndCounted", "points": 2}, "cannot_have_happened"),
        ({"kind": "GameSetUp", "version": 1, "rulebook": "suomi", "format": "triples"}, "cannot_have_happened"),
        ({"kind": "Undone", "seqs": [0]}, "cannot_have_happened"),
        ({"kind": "Undone", "seqs": [99]}, "cannot_have_happened"),
        (CARD, "no_right"),
    ],
)
def test_what_can_not_be_says_why(fact: Json, why: str) -> None:
    table = drawn()
    before = table.ledger
    assert table.says(ANNA, p("x", fact, 1)) == []
    assert table.stopped == ("x", why, None)
    assert table.ledger is before


def test_a_card_that_the_umpire_showed_is_entered_for_him() -> None:
    table = drawn(detail="boules")
    assert table.says(ANNA, p("a", CARD, 1, by="umpire")) == [("a", 2, "recorded")]


def test_a_viewer_enters_nothing() -> None:
    table = drawn()
    assert table.says(VIEWER, p("v", end("A", 1), 1)) == []
    assert table.stopped == ("v", "no_right", None)


def test_an_agreed_end_needs_both() -> None:
    table = drawn()
    table.says(ANNA, p("a", end("A", 3), 1), p("b", end("A", 2), 1, "a"), p("c", end("B", 1), 1, "b"))
    undone: Json = {"kind": "Corrected", "changes": [{"seq": 2, "facts": [end("A", 2)]}]}
    assert table.says(ANNA, p("u", undone, 4)) == []
    assert table.stopped == ("u", "no_right", None)
    assert table.says(ANNA, p("u", undone, 4, both_agree=True)) == [("u", 5, "recorded")]


# --- time --------------------------------------------------------------------------------------------


def at(table: Table, seq: int) -> int | None:
    return table.ledger.game.heard[seq].entry.moment.at_ms


def test_a_clock_that_is_fast_is_held_back() -> None:
    table = Table()
    table.says(ANNA, p("a", DRAW, 0, at_ms=90_000))
    assert at(table, 1) == table.now + AHEAD_MS
    assert table.ledger.events[1].claimed_ms == 90_000


def test_time_in_the_log_never_runs_back() -> None:
    table = Table()
    table.says(ANNA, p("a", DRAW, 0, at_ms=1500))
    table.says(ANNA, p("b", end("A", 1), 0, "a", at_ms=700))
    assert (at(table, 1), at(table, 2)) == (1500, 1500)
    assert table.ledger.events[2].claimed_ms == 700


def test_what_was_kept_long_ago_has_its_own_time() -> None:
    table = Table()
    table.now = 600_000
    table.says(ANNA, p("a", DRAW, 0, at_ms=5000), p("b", end("A", 1), 0, "a", at_ms=400_000))
    assert (at(table, 1), at(table, 2)) == (5000, 400_000)


def test_without_a_time_it_is_now() -> None:
    table = Table()
    table.says(ANNA, p("a", DRAW, 0))
    assert at(table, 1) == table.now


def test_a_line_is_the_line_of_the_record() -> None:
    table = Table()
    table.says(ANNA, p("a", DRAW, 0, at_ms=1500, source="eye"))
    line = table.ledger.events[1].line
    assert line == '{"seq":1,"at_ms":1500,"source":"eye","fact":{"kind":"DrawWon","side":"A"}}'
