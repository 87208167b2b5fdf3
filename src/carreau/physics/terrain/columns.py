"""What a row of the kernels' arrays holds: the motion of a body, its make, the ground, a wall, a post, the records.

Every body moves by parts. In a part its place is `p + v t + a t²/2` and its spin `w + b t`, with t counted from the
start of the part; so everything that two bodies or a body and a wall can do to each other is the root of a polynomial.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Records = npt.NDArray[Any]

# motion [N, MOTION_WIDTH]: metres, m/s, rad/s, m/s², rad/s², s
X, Y, Z, VX, VY, VZ, WX, WY, WZ, AX, AY, AZ, BX, BY, BZ = range(15)
START, END, HIT = 15, 16, 17  # when the part began, when it ends by itself, when it is cut by a contact
UX, UY, UZ = 18, 19, 20  # velocity at the end of a part of a flight
MET = 21  # when it last met another body
LIFT = 22  # impulse of the ground on a body that is squeezed, by its mass (m/s)
MOTION_WIDTH = 23

# doing [N, DOING_WIDTH]
MODE, LANDS, KIND, OTHER, MOVED, AIRBORNE, RAPID, CROWDED, CHANGED = range(9)
DOING_WIDTH = 9
ABSENT, REST, ROLL, SLIDE, FLIGHT = -1, 0, 1, 2, 3

# make [N, MAKE_WIDTH]: m, kg, inertia / (mass radius²), restitution of two of them, is a jack, drag / m
RADIUS, MASS, INERTIA, REBOUND, IS_JACK, DRAG = range(6)
MAKE_WIDTH = 6

# ground [GROUND_WIDTH]
RESTITUTION, FRICTION, CRATER, ROLLING = range(4)
SLOPE_X, SLOPE_Y, GRAVITY = 4, 5, 6  # m/s² along x and y (downhill positive), and into the ground
WAVES, BUMPS, PATCHES, SEED = 7, 8, 9, 10  # roughness: local slopes, bumps that a landing meets, rolling loss
STEEL_FRICTION, WALL_RESTITUTION, WALL_FRICTION, BOUNCING = 11, 12, 13, 14
GROUND_WIDTH = 15
BITS = 0x7FFFFFFF  # of a seed: every product with it stays under 2**63, so that plain and compiled integers agree

# walls [W, WALL_WIDTH]: start, direction of length one, length, height; wall_of [W, 2]: kind of contact, index
WALL_X, WALL_Y, WALL_DX, WALL_DY, WALL_LENGTH, WALL_HEIGHT = range(6)
WALL_WIDTH = 6
# posts [P, POST_WIDTH]: centre, radius, height; post_of [P, 2] as for walls
POST_X, POST_Y, POST_RADIUS, POST_HEIGHT = range(4)
POST_WIDTH = 4
CONTACT_KIND, CONTACT_INDEX = 0, 1

# tops [T, TOP_WIDTH]: height, then centre and radius of a disc; top_of [T, 4] as for walls, then the walls of a polygon
TOP_HEIGHT, TOP_X, TOP_Y, TOP_RADIUS = range(4)
TOP_WIDTH = 4
FIRST_WALL, END_WALL = 2, 3

# what cuts a part
NOTHING, BY_BODY, BY_WALL, BY_POST, BY_TOP = 0, 1, 2, 3, 4

# contact rows [C, 8] and part rows [K, 12]
CONTACT_WIDTH = 8
PART_WIDTH = 12
# counts [COUNTS]
CONTACTS, PARTS, EVENTS, STATUS = range(4)
COUNTS = 4
DONE, ENDLESS = 0, 1
