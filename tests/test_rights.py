"""Who may undo or correct what: the rules of the scorer, of both sides together and of the umpire."""

from typing import Any, get_args

import pytest

from carreau.casebook import told
from carreau.core.facts import Change
from carreau.core.game import Game, begun, correct, play, undo
from carreau.core.rights import Person, Reason, Role
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.say import languages, sentence
from carreau.sports import kit_of
from carreau.sports.courtside import may_correct, may_undo
from tests.anygame import TABLES
from tests.proof import FIPJP

VIEWER, SCORER, UMPIRE = (Person(role=role) for role in get_args(Role))
BOTH = Person(role="scorer", both_agree=True)
OF_A, OF_B = Person(role="scorer", side="A"), Person(role="scorer", side="B")
PLAYED = "draw A; jack ok marked; A p holds=A; B p holds=B"
ENDS = "draw A; end A 3; end B 2"


def game_of(text: str, **setup: Any) -> Game:
    """A game of pétanque."""
    return told(begun(FIPJP, setup_of(FIPJP.id, setup)), text)[0]


def last(game: Game) -> int:
    """The last entry of the story."""
    return game.line[-1].seq


def key(reason: Reason | None) -> str | None:
    """The reason in one word; every reason can be said, in each language."""
    if reason is None:
        return None
    assert all(sentence(reason.key, reason.slots, language, {}) for language in languages())
    return reason.key.removeprefix("rights.")


def undoing(game: Game, *seqs: int, who: Person = SCORER) -> str | None:
    """Why this person may not undo these entries (the last one without)."""
    return key(may_undo(game, seqs or (last(game),), who))


def correcting(game: Game, seq: int, *facts: Any, who: Person = SCORER) -> str | None:
    """Why this person may not put these facts in the place of an entry."""
    return key(may_correct(game, [Change(seq=seq, facts=facts)], who))


# --- an end under way ------------------------------------------------------------------------------


def test_the_scorer_takes_back_what_the_end_under_way_holds() -> None:
    game = game_of(PLAYED)
    for seq in (1, 2, 3, 4):
        assert undoing(game, seq) is None
        assert correcting(game, seq, f.Noted(text="no")) is None
        assert undoing(game, seq, who=UMPIRE) is None


def test_who_watches_changes_nothing() -> None:
    game = game_of(PLAYED)
    assert undoing(game, who=VIEWER) == "viewer"
    assert correcting(game, 4, who=VIEWER) == "viewer"


def test_the_last_throw_is_taken_back_by_its_label() -> None:
    """What is allowed is then really undone by the core."""
    game = game_of(PLAYED)
    assert undoing(game) is None
    assert undo(game).state == game.state_at(3)


# --- an agreed end ---------------------------------------------------------------------------------


def test_an_agreed_end_needs_both_teams_or_the_umpire() -> None:
    game = game_of(f"{ENDS}; end A 1", detail="ends")
    for seq in (1, 2, 3):
        reason = may_undo(game, (seq,), SCORER)
        assert reason is not None
        assert (reason.key, reason.seq) == ("rights.end_agreed", seq)
        assert correcting(game, seq, f.EndCounted(side="B", points=1)) == "end_agreed"
        assert undoing(game, seq, who=BOTH) is None
        assert correcting(game, seq, f.EndCounted(side="B", points=1), who=BOTH) is None
        assert undoing(game, seq, who=UMPIRE) is None


def test_a_slip_in_the_count_is_mended_until_the_next_entry() -> None:
    """The wrong team was tapped: one tap repairs it, and so does undo; not once play has gone on."""
    game = game_of(ENDS, detail="ends")
    assert undoing(game) is None
    assert correcting(game, 3, f.EndCounted(side="A", points=2)) is None
    noted = told(game, "Noted text=rain")[0]
    assert undoing(noted, 3) is None
    assert undoing(told(game, "jack ok")[0], 3) == "end_agreed"
    assert undoing(game, 2) == "end_agreed"


def test_a_set_that_was_called_good_is_agreed() -> None:
    table = TABLES["umb-5pin-1997"]
    match = begun(table.book, kit_of(table.book).setup_of(table.book.id, {"format": "sets", "sets": 3, "distance": 2}))
    won = told(match, "first A; start; hit pins=n")[0]
    assert undoing(won) is None
    called = told(won, "good; start")[0]
    assert undoing(called, 3) == "end_agreed"
    assert undoing(called) is None


# --- the result ------------------------------------------------------------------------------------

RESULT = "draw A; end A 6; end A 6; end A 6"


def test_a_game_won_but_not_agreed_is_still_open() -> None:
    game = game_of(RESULT, detail="ends")
    assert game.state.winner == "A"  # type: ignore[attr-defined]
    assert undoing(game) is None


def test_after_the_result_only_the_umpire_corrects() -> None:
    """And the umpire enters a correction, which stays in the story, instead of an undoing."""
    game = game_of(f"{RESULT}; result", detail="ends")
    assert undoing(game) == "closed"
    assert undoing(game, who=BOTH) == "closed"
    assert undoing(game, who=UMPIRE) == "correct_instead"
    assert correcting(game, 4, f.EndCounted(side="A", points=2)) == "closed"
    assert correcting(game, 4, f.EndCounted(side="A", points=2), who=UMPIRE) is None


def test_where_there_is_no_umpire_both_teams_together_correct_the_result() -> None:
    game = game_of(f"{RESULT}; result", detail="ends", umpire=False)
    assert undoing(game) == "closed_agree"
    assert undoing(game, who=BOTH) == "correct_instead"
    assert correcting(game, 4, f.EndCounted(side="A", points=2)) == "closed_agree"
    assert correcting(game, 4, f.EndCounted(side="A", points=2), who=BOTH) is None


def test_a_slip_in_the_last_count_of_cochonnet_can_be_mended() -> None:
    """The text knows no agreement on the result."""
    table = TABLES["billard-cochonnet"]
    game = begun(table.book, kit_of(table.book).setup_of(table.book.id, {"detail": "ends"}))
    won = told(game, "lag A; end A 8; end A 8")[0]
    assert won.state.winner == "A"  # type: ignore[attr-defined]
    assert (undoing(won), undoing(won, 2)) == (None, "end_agreed")


# --- what is the umpire's --------------------------------------------------------------------------


def test_cards_and_rulings_are_the_umpires() -> None:
    game = told(game_of(PLAYED), "umpire: CardShown card=yellow player=A1 offence=circle; A s holds=A")[0]
    for who in (SCORER, BOTH, OF_A):
        assert undoing(game, 5, who=who) == "umpires_own"
        assert correcting(game, 5, who=who) == "umpires_own"
        assert undoing(game, 6, who=who) is None  # a card is never undone by undoing a throw
    assert undoing(game, 5, who=UMPIRE) is None
    card = f.CardShown(card="yellow", side="A", offence="circle")
    assert correcting(game, 6, card) == "umpires_fact"
    assert correcting(game, 6, card, who=UMPIRE) is None


def test_a_throw_takes_no_answer_of_the_umpire_with_it() -> None:
    """Undoing it would withdraw what the umpire has ruled on it."""
    game = game_of("draw A; jack ok; A p holds=A; B p holds=equal; B s thrown>out holds=nobody")
    asked = game.state.waiting or next(iter(game.options), None)
    assert asked is not None
    assert asked.ask == "tie_emptied"
    assert undoing(game) is None
    ruled = told(game, "umpire: choose goes_on")[0]
    reason = may_undo(ruled, (5,), BOTH)
    assert reason is not None
    assert (reason.key, reason.seq) == ("rights.umpires_own", 6)


# --- choices ---------------------------------------------------------------------------------------


def chosen() -> Game:
    """B has chosen to leave the stopped jack."""
    stopped = f.Moved(object="jack", marked=True, stopped=f.Stopped(by="player", side="A"))
    asked = play(
        game_of(f"{PLAYED}; A s B.1>out holds=A"), f.BouleThrown(side="B", how="shot", moved=(stopped,), holds="B")
    )
    return told(asked, "B: choose leave")[0]


def test_a_choice_is_withdrawn_by_its_side_until_the_next_throw() -> None:
    game = chosen()
    assert undoing(game, 7, who=OF_B) is None
    assert undoing(game, 7, who=SCORER) is None  # who keeps the score for both
    assert undoing(game, 7, who=OF_A) == "others_choice"
    on = told(game, "A p holds=A")[0]
    assert undoing(on, 7, who=OF_B) == "choice_stands"
    assert undoing(on, 7, who=BOTH) is None
    assert undoing(on, 7, who=UMPIRE) is None
    assert undoing(on, 6) is None  # the throw itself, with its answer


# --- what was undone or corrected ------------------------------------------------------------------


def test_what_was_undone_can_be_put_back_until_something_new() -> None:
    gone = undo(game_of(PLAYED))
    assert undoing(gone, 5) is None
    assert undo(gone, 5).state == game_of(PLAYED).state
    assert undoing(told(gone, "Noted text=x")[0], 5) == "too_late_to_put_back"
    assert undoing(told(gone, "Noted text=x")[0], 5, who=UMPIRE) is None


def test_a_correction_is_withdrawn_like_what_it_corrects() -> None:
    carded = told(game_of(PLAYED), "umpire: CardShown card=yellow player=A1 offence=circle")[0]
    game = correct(carded, [Change(seq=5, facts=())])
    assert undoing(game, 6) == "umpires_own"
    assert undoing(game, 6, who=UMPIRE) is None
    plain = correct(game_of(PLAYED), [Change(seq=4, facts=(f.BouleThrown(side="B", holds="A"),))])
    assert undoing(plain, 5) is None


@pytest.mark.parametrize("seq", [-1, 40])
def test_what_is_not_there_is_for_the_core_to_refuse(seq: int) -> None:
    assert undoing(game_of(PLAYED), seq) is None
    assert undoing(undo(game_of(PLAYED)), 4) is None  # undone already


def test_a_reason_without_an_entry_names_none() -> None:
    reason = may_undo(game_of(PLAYED), (4,), VIEWER)
    assert reason is not None
    assert reason.seq is None
