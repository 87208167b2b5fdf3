"""Five pins at the table."""

from carreau.billiards import five_facts as f
from carreau.billiards.five_differences import differences
from carreau.billiards.five_possible import forms
from carreau.billiards.five_state import FivePinsState
from carreau.billiards.five_subjects import subject
from carreau.core.rights import Customs
from carreau.sports.courtside import Courtside


def agreed(state: FivePinsState) -> int:
    """The sets called good."""
    return len(state.sets)


def closed(state: FivePinsState) -> bool:
    """Has the last point of the match been called good?"""
    return state.phase == "over"


COURTSIDE = Courtside(
    subject=subject,
    differences=differences,
    forms=forms,
    customs=Customs(plays=(f.StrokePlayed,), umpires=(f.Ruled,), agreed=agreed, closed=closed),
)
