"""What happens on the table, as numbers: the kinds of contact, the states of a pin, the phases of a ball, the records."""

import numpy as np

BALL = 0  # ball `first` came to ball `second`
CUSHION = 1  # ball `first` met cushion `second`: 0 bottom, 1 top, 2 right, 3 left
PIN = 2  # ball `first` touched pin `second`
FALL = 3  # pin `second` falls, felled by ball `first`
PIN_FALL = 4  # pin `second` falls, felled by pin `first`
LANDING = 5  # ball `first` meets the cloth after a flight
OUT = 6  # ball `first` leaves the table over cushion `second`
PIN_SHIFT = 7  # ball `first` drags pin `second`, which still stands

KINDS = ("ball", "cushion", "pin", "fall", "pin fall", "landing", "out", "pin shift")
PHASES = ("rest", "spin", "roll", "slide", "air", "gone")

STANDING = 0
SHIFTED = 1
FALLEN = 2

CONTACT = np.dtype(
    [
        ("time_s", "f8"),
        ("kind", "i1"),
        ("first", "i2"),
        ("second", "i2"),
        ("x_m", "f8"),
        ("y_m", "f8"),
        ("speed_m_s", "f8"),
    ]
)
"""One contact: when, what, who, at which point of the table, with which speed along the line of the contact."""

SEGMENT = np.dtype(
    [
        ("ball", "i2"),
        ("time_s", "f8"),
        ("phase", "i1"),
        ("place_m", "f8", (3,)),
        ("velocity_m_s", "f8", (3,)),
        ("half_acceleration_m_s2", "f8", (3,)),
        ("spin_rad_s", "f8", (3,)),
        ("turn_rad_s2", "f8", (2,)),
    ]
)
"""One piece of path: from `time_s` on, place + velocity dt + half acceleration dt^2, until the ball's next piece.

The spin about the two level axes changes by `turn_rad_s2`, the one about the vertical fades as the constants say.
"""
