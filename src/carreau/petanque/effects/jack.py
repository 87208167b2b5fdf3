"""What a ruling can change about the jack and its throw."""

from typing import ClassVar

from carreau.core.facts import Side
from carreau.core.ruling import Effect


class _Jack(Effect, frozen=True):
    topic: ClassVar[str | None] = "jack"


class JackGood(_Jack, frozen=True, tag=True):
    """The throw, or the placed jack, stands; it can still be contested."""


class JackInvalid(_Jack, frozen=True, tag=True):
    """The throw failed; the opponents may place the jack once this is recognised."""

    reason: str


class JackRethrown(_Jack, frozen=True, tag=True):
    """The throw is void and made again by the same side; the attempt is not counted."""


class JackTriedAgain(_Jack, frozen=True, tag=True):
    """The throw failed and the same side throws again; `counted`: the throw was one of its attempts."""

    counted: bool = True


class JackPassed(_Jack, frozen=True, tag=True):
    """The jack passes to this side, which has all its attempts."""

    side: Side


class JackSetByUmpire(_Jack, frozen=True, tag=True):
    """The umpire puts the jack down, good beyond dispute."""


class JackHandedOver(_Jack, frozen=True, tag=True):
    """The right to place the jack goes to this side."""

    side: Side


class JackLocked(_Jack, frozen=True, tag=True):
    """The jack is good beyond dispute for this end."""


class JackDead(_Jack, frozen=True, tag=True):
    """The jack is dead."""

    reason: str


class JackLive(_Jack, frozen=True, tag=True):
    """The jack lives where it lies; `elsewhere`: where it has been set, and not where it was found."""

    range_mm: int | None = None
    elsewhere: bool = False


class JackStays(_Jack, frozen=True, tag=True):
    """The jack keeps its present place."""


class JackRestored(_Jack, frozen=True, tag=True):
    """The jack goes back to its marked place, alive as it was."""


class ContestOpened(Effect, frozen=True, tag=True):
    """A dispute about the jack is open; `reason`: what is said to be wrong with it."""

    side: Side
    reason: str | None = None


class ContestClosed(Effect, frozen=True, tag=True):
    """A dispute about the jack is decided; `ruled`: what nobody may dispute again, as the umpire has spoken."""

    ruled: tuple[str, ...] = ()


class SightRuled(Effect, frozen=True, tag=True):
    """The umpire has ruled whether the jack can be seen; nobody may dispute that again."""


class ThrowRecognised(Effect, frozen=True, tag=True):
    """Somebody has recognised that the jack throw failed."""

    by: str
