"""The contacts of a throw in order of time, and the parts of motion between them, as structured arrays."""

import numpy as np

BODY, GROUND, OBSTACLE, BOARD = 0, 1, 2, 3
KINDS = {BODY: "body", GROUND: "ground", OBSTACLE: "obstacle", BOARD: "board"}

CONTACT = np.dtype(
    [
        ("time_s", "f8"),
        ("kind", "i1"),
        ("first", "i2"),  # the body that came
        ("second", "i2"),  # the body that was met, the obstacle or the board; -1 for the ground
        ("x_m", "f8"),
        ("y_m", "f8"),
        ("z_m", "f8"),
        ("speed_m_s", "f8"),  # how fast the two came together along the line between them
    ]
)
PART = np.dtype(
    [
        ("body", "i2"),
        ("from_s", "f8"),
        ("to_s", "f8"),
        ("place_m", "f8", (3,)),
        ("velocity_m_s", "f8", (3,)),
        ("acceleration_m_s2", "f8", (3,)),
    ]
)
PATH = np.dtype([("time_s", "f8"), ("body", "i2"), ("x_m", "f8"), ("y_m", "f8"), ("z_m", "f8")])
