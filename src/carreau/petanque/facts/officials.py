"""What officials say in their own right: rulings, reports and remarks."""

from typing import Literal

from carreau.core.facts import Fact, Ms, Number, Side
from carreau.petanque.facts.words import Holds


class Ruled(Fact, frozen=True, kw_only=True, tag=True):
    """An official's own ruling on what the book leaves to him or does not foresee; the envelope says who."""

    outcome: Literal[
        "note", "turn", "points", "void_end", "jack_dead", "jack_live", "jack_valid", "jack_invalid", "boule_dead",
        "boule_live", "holds", "player_out", "team_out", "both_out", "game_won", "licence_withdrawn", "prizes_withheld",
        "results_annulled", "suspend", "resume", "call_off", "smooth_running", "extended_to_team", "to_jury",
    ]  # fmt: skip
    note: str | None = None
    clause: str | None = None
    side: Side | None = None
    player: str | None = None
    object: str | None = None
    points: Number | None = None
    holds: Holds | None = None
    refused_by: str | None = None
    jury_size: Number | None = None
    votes: tuple[Number, Number] | None = None
    president_with: Literal["first", "second"] | None = None
    umpire_with: Literal["first", "second"] | None = None

    @property
    def independent(self) -> bool:
        """A note changes nothing."""
        return self.outcome == "note"


class Reported(Fact, frozen=True, kw_only=True, tag=True):
    """Paper about people, without an effect on the game. `after_ms`: how long after the ruling it was sent."""

    what: Literal["conduct", "spectator", "committee", "appeal"]
    note: str | None = None
    player: str | None = None
    side: Side | None = None
    after_ms: Ms | None = None

    @property
    def independent(self) -> bool:
        """Paper changes nothing on the ground."""
        return True


class Noted(Fact, frozen=True, kw_only=True, tag=True):
    """A remark in the story; `briefing`: players were told or asked to respect the rules, which is no warning."""

    text: str
    briefing: bool = False
    side: Side | None = None
    circle_cleared: bool = False

    @property
    def independent(self) -> bool:
        """A remark changes nothing."""
        return True
