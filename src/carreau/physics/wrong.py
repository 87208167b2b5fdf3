"""What the physics says of values that can't be, and of an event chain that does not end."""

from typing import Any


class Unphysical(ValueError):
    """A value that no ball, boule, table or terrain can have; the text names it and says what is possible."""


class EndlessEvents(RuntimeError):
    """More events than the cap allows; `state` holds the bodies as they were when the simulation stopped."""

    def __init__(self, text: str, state: Any) -> None:
        super().__init__(text)
        self.state = state
