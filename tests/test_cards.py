"""The ladder of cards: what is proposed to the umpire, and over what cards add up."""

import pytest

from carreau.casebook import heard, told
from carreau.core.game import Game, begun
from carreau.petanque.notation import setup_of
from tests.proof import FIPJP

PLAYERS = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2, 3)]} for side in ("A", "B")}
THROWN = "draw A; jack ok; A1 p holds=A"


def played(text: str, **readings: str) -> Game:
    """A triples game with named players, under these readings."""
    return told(begun(FIPJP, setup_of(FIPJP.id, {"sides": PLAYERS, "readings": readings})), text)[0]


def proposed(text: str, **readings: str) -> list[tuple[str, str | None]]:
    """Whom the open questions about cards concern, and what is pre-selected."""
    return [(option.about, option.default) for option in played(text, **readings).options if option.ask == "card"]


@pytest.mark.parametrize(
    ("before", "step"),
    [
        ("", "yellow"),
        ("umpire: CardShown card=yellow player=A1 offence=circle", "orange"),
        ("umpire: CardShown card=orange player=A1 offence=circle; umpire: choose next_boule", "orange"),
        (
            "umpire: CardShown card=yellow player=A1 offence=mud; "
            "umpire: CardShown card=orange player=A1 offence=practice",
            "red",
        ),
        ("umpire: CardShown card=yellow player=A2 offence=circle", "yellow"),
        ("umpire: CardShown card=yellow side=B offence=time", "yellow"),
    ],
)
def test_the_next_step_is_proposed(before: str, step: str) -> None:
    """One step more than the player has cards in this game, whatever they were for."""
    assert proposed(f"{THROWN}; {before}; OffenceSeen offence=absence player=A1") == [("A1", step)]


def test_four_cards_lead_to_the_team() -> None:
    """The ladder ends with the team; both teams are proposed by nobody."""
    shown = "; ".join(
        f"umpire: CardShown card=yellow player=A1 offence={o}" for o in ("mud", "circle", "practice", "other")
    )
    assert proposed(f"{THROWN}; {shown}; OffenceSeen offence=absence player=A1") == [("A1", "team")]


def test_cards_for_one_kind_of_breach_alone() -> None:
    """Where the organiser counts each breach by itself, feet and body are one kind, practice another."""
    game = f"{THROWN}; umpire: CardShown card=yellow player=A1 offence=feet_lifted"
    each = "game_each_offence"
    assert proposed(f"{game}; OffenceSeen offence=body_outside player=A1", A49=each) == [("A1", "orange")]
    assert proposed(f"{game}; OffenceSeen offence=practice player=A1", A49=each) == [("A1", "yellow")]


def test_time_concerns_the_whole_team() -> None:
    """Yellow for each; who has a card pays with a boule, also after an orange one; the late player comes first."""
    carded = f"{THROWN}; umpire: CardShown card=yellow player=B2 offence=circle"
    late = "OffenceSeen offence=time side=B player=B3"
    assert proposed(f"{THROWN}; {late}") == [("B3", "yellow"), ("B1", "yellow"), ("B2", "yellow")]
    assert proposed(f"{carded}; {late}") == [("B3", "yellow"), ("B1", "yellow"), ("B2", "orange")]
    assert proposed(f"{carded}; {late}", A49="game_each_offence")[2] == ("B2", "yellow")


def test_one_boule_in_all_where_it_is_read_so() -> None:
    """Only the first carded player is proposed for the loss of a boule."""
    carded = f"{THROWN}; umpire: CardShown card=yellow side=B offence=time"
    late = "OffenceSeen offence=time side=B player=B2"
    assert [step for _, step in proposed(f"{carded}; {late}", C26="one_each")] == ["orange"] * 3
    assert [step for _, step in proposed(f"{carded}; {late}", C26="one_in_all")] == ["orange", "none", "none"]


def test_an_orange_card_before_a_time_fault() -> None:
    """Another boule, unless it was settled that the red card follows."""
    game = (
        f"{THROWN}; umpire: CardShown card=orange player=B1 offence=practice; OffenceSeen offence=time side=B player=B1"
    )
    assert proposed(game)[0] == ("B1", "orange")
    assert proposed(game, C53="red_card")[0] == ("B1", "red")


def test_misconduct_is_proposed_only_where_the_organiser_wants_it() -> None:
    """Nothing is pre-selected by gravity."""
    seen = f"{THROWN}; OffenceSeen offence=misconduct player=B1"
    assert played(seen).options[0].default is None
    assert played(seen, A50="exclusion_proposed").options[0].default == "exclude"


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("A1 p holds=A; OffenceSeen offence=practice player=A1; umpire: choose orange", "none_left"),
        ("A1 p holds=A; B p holds=B; A1 p holds=B", "all_thrown"),
    ],
)
def test_why_a_player_has_no_boule(before: str, why: str) -> None:
    """A player whose boule an orange card took has not thrown all of his; the refusal says so."""
    refused = heard(played(f"draw A; jack ok; {before}"), "A1 p holds=B")[2]
    assert refused is not None
    assert (refused.ruling.key, refused.ruling.slots["why"]) == ("refused.player_too_many", why)
