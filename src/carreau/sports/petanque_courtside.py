"""Pétanque at the courtside."""

from carreau.core.rights import Customs
from carreau.petanque import facts as f
from carreau.petanque.differences import differences
from carreau.petanque.possible import forms
from carreau.petanque.state import PetanqueState
from carreau.petanque.subjects import subject
from carreau.sports.courtside import Courtside


def agreed(state: PetanqueState) -> int:
    """The ends agreed."""
    return state.ends_completed


def closed(state: PetanqueState) -> bool:
    """Has the result been agreed?"""
    return state.phase == "over"


COURTSIDE = Courtside(
    subject=subject,
    differences=differences,
    forms=forms,
    customs=Customs(plays=(f.BouleThrown, f.JackThrown), umpires=(f.CardShown, f.Ruled), agreed=agreed, closed=closed),
    placed=("line",),
)
