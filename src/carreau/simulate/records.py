"""The record of a simulated game: written, read back, and judged again to the same story."""

from collections.abc import Mapping

from carreau.core.game import Game
from carreau.core.record import written
from carreau.gamefile import Filed, opened
from carreau.story import fact_lines, state_line


class OtherStory(RuntimeError):
    """A record that, read back and judged, tells another story than the game that it was written from."""


def record_of(game: Game, people: Mapping[str, str] | None = None) -> bytes:
    """The lines of the record; `people`: the players' names by id."""
    return b"".join(written(game, dict(people or {})))


def judged_again(game: Game, record: bytes) -> Filed:
    """The game as its record tells it. Raises OtherStory when that differs by a ruling from how it was played."""
    filed = opened(record)
    told = list(fact_lines(filed.game, "en", {}))
    for played, again in zip(fact_lines(game, "en", {}), told, strict=True):
        if played != again:
            raise OtherStory(f"fact {played['seq']} was ruled {played['rulings']}, and again {again['rulings']}")
    if state_line(filed.game) != state_line(game):
        raise OtherStory(f"it ended as {state_line(game)}, and again as {state_line(filed.game)}")
    return filed
