"""What a ruling changes in the state, where the scorer had noted little before it."""

from carreau.core.ruling import Effect
from carreau.petanque import effects as e
from carreau.petanque.applying import CHANGES
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import Jack, PetanqueState

STATE = PetanqueState(setup=GameSetUp(version=1, rulebook="fipjp-2016", format="triples"))


def after(state: PetanqueState, effect: Effect) -> PetanqueState:
    """The state after an effect."""
    return CHANGES[type(effect)](state, effect)


def test_a_boule_that_nobody_noted_is_not_put_back_into_a_hand() -> None:
    """Hands are counted from what was played."""
    assert after(STATE, e.BouleReplayed("A.9")) == STATE


def test_a_jack_stated_dead_lives_again_when_it_goes_back() -> None:
    """Even where nothing is known of the place it had; one that lives stays as it is."""
    dead = PetanqueState(setup=STATE.setup, jack=Jack(status="dead"))
    assert after(dead, e.JackRestored()).jack.live
    assert after(STATE, e.JackRestored()) == STATE
