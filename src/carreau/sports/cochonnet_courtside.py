"""Billiard cochonnet at the table."""

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_differences import differences
from carreau.billiards.cochonnet_possible import forms
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.billiards.cochonnet_subjects import subject
from carreau.core.rights import Customs
from carreau.sports.courtside import Courtside


def agreed(state: CochonnetState) -> int:
    """The ends agreed."""
    return state.ends_completed


def closed(state: CochonnetState) -> bool:
    """In this text nobody agrees the result: a slip in the last count can be mended for ever."""
    return False


COURTSIDE = Courtside(
    subject=subject,
    differences=differences,
    forms=forms,
    customs=Customs(plays=(f.BallPlayed, f.JackThrown), umpires=(f.Ruled,), agreed=agreed, closed=closed),
)
