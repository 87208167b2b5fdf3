"""What a throw leaves in the state: ids, what it moved, and what is known again when its work is undone."""

from carreau.books import book
from carreau.casebook import told
from carreau.core.game import Game, begun, undo
from carreau.core.nearness import compared
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState

FIPJP = book("fipjp-2016")


def after(text: str) -> Game:
    return told(begun(FIPJP, setup_of(FIPJP.id, {})), text)[0]


def state(text: str) -> PetanqueState:
    found: PetanqueState = after(text).state  # type: ignore[assignment]
    return found


def test_boules_keep_different_ids_when_one_of_two_thrown_together_is_replayed() -> None:
    throw = "draw A; jack ok; A p holds=A; B p thrown>stop=animal breach=two_together"
    played = state(f"{throw}; umpire: choose second; A: choose dead; B p holds=B")
    assert [b.id for b in played.boules] == ["A.1", "B.2", "B.3"]
    assert (played.hand("A"), played.hand("B")) == (5, 4)


def test_what_was_known_of_nearness_holds_again_when_all_that_was_moved_goes_back() -> None:
    measured = "draw A; jack ok; A p holds=A; B p holds=A; near A.1 B.1"
    undone = state(f"{measured}; B s A.1>moved,marked breach=wet; A: choose dead")
    assert compared(undone.order, "A.1", "B.1") == "nearer"
    assert undone.put_back == ("A.1",)
    assert undone.head == "A"


def test_what_was_known_of_nearness_is_lost_with_what_stays_moved() -> None:
    measured = "draw A; jack ok; A p holds=A; B p holds=A; near A.1 B.1"
    undone = state(f"{measured}; B s A.1>moved,unmarked breach=wet; A: choose dead")
    assert compared(undone.order, "A.1", "B.1") is None
    assert undone.head == "unknown"


def test_a_mark_counts_for_the_place_where_it_was_made() -> None:
    assert state("draw A; jack ok; A p thrown>marked holds=A").boule("A.1").marked is True  # type: ignore[union-attr]
    moved = state("draw A; jack ok; A p thrown>marked holds=A; B s A.1>moved holds=B")
    assert moved.boule("A.1").marked is None  # type: ignore[union-attr]
    assert [m.marked for m in moved.moved] == [True]


def test_the_boule_that_lent_itself_is_missing_in_the_hand_of_its_owner() -> None:
    sides = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2)]} for side in "AB"}
    game = begun(FIPJP, setup_of(FIPJP.id, {"format": "doubles", "sides": sides}))
    lead = "draw A; jack ok; A1 p holds=A; B1 p holds=A; B1 p holds=A; B1 p holds=A"
    lent = told(game, f"{lead}; B1 p holds=B boule_of=B2; umpire: choose counts_for_side")[0]
    hands = {p.id: p.hand for p in lent.state.players}  # type: ignore[attr-defined]
    assert hands == {"A1": 2, "A2": 3, "B1": 0, "B2": 2}


def test_throws_without_names_leave_the_hands_of_the_players_unknown() -> None:
    sides = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2)]} for side in "AB"}
    game = begun(FIPJP, setup_of(FIPJP.id, {"format": "doubles", "sides": sides}))
    thrown = told(game, "draw A; jack ok; A1 p holds=A; B p holds=A; B p holds=A")[0]
    hands = {p.id: p.hand for p in thrown.state.players}  # type: ignore[attr-defined]
    assert hands == {"A1": 2, "A2": 3, "B1": None, "B2": None}


def test_undoing_a_throw_takes_all_its_answers_along() -> None:
    before = after("draw A; jack ok; A p holds=A; B p holds=B")
    throw = "B p A.1>out,unmarked breach=out_of_turn"
    asked = told(before, f"{throw}; umpire: choose contrary; A: choose dead")[0]
    assert undo(asked, before.line[-1].seq + 1).line == before.line


def test_a_player_of_a_side_that_registered_none_takes_no_boule_out_of_another_hand() -> None:
    sides = {"A": {"players": [{"id": "A1"}, {"id": "A2"}, {"id": "A3"}]}, "B": {}}
    game = begun(FIPJP, setup_of(FIPJP.id, {"sides": sides}))
    played = told(game, "draw A; jack ok; A1 p holds=A; B1 p holds=A")[0].state
    assert isinstance(played, PetanqueState)
    assert [(p.id, p.hand) for p in played.players] == [("A1", 1), ("A2", 2), ("A3", 2)]
    assert (played.hand("A"), played.hand("B")) == (5, 5)
