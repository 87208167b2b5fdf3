"""The columns of the arrays that the kernel works on, and the numbers it writes there.

A ball is one row of `balls` (lengths in m, times in s, angles in rad, masses in kg): its state at its own time `T`, the
half accelerations of its present piece of path, and the absolute times of what it meets next. A ball is advanced only
when something happens to it.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]

INF = float("inf")

# balls[N, BALL_COLUMNS]
X, Y, Z, VX, VY, VZ, WX, WY, WZ = range(9)
HX, HY, HZ = 9, 10, 11  # half accelerations: x(t) = X + VX dt + HX dt dt
DWX, DWY = 12, 13  # angular accelerations about the horizontal axes
T, PHASE, R, M, ALPHA, GAP = range(14, 20)  # ALPHA: loss of vertical spin a second; GAP: centre to nose line at contact
T_END, T_CUSHION, CUSHION, T_PIN, PIN, PRESSED = range(20, 26)  # PRESSED: bits of the cushions it leans on
BALL_COLUMNS = 26

# phases
REST, SPIN, ROLL, SLIDE, AIR, GONE = range(6)

# pins[P, PIN_COLUMNS]
PIN_X, PIN_Y, PIN_STATE, PIN_T, PIN_TARGET, PIN_SPEED = range(6)  # PIN_T: when a thrown pin meets its target
PIN_COLUMNS = 6
STANDING, SHIFTED, FALLEN = range(3)

# kinds of contact as the log holds them: those of contacts.py
MET_BALL, MET_CUSHION, MET_PIN, FELL, PIN_FELL, LANDED, LEFT, SHIFTED_PIN = (float(kind) for kind in range(8))

# contact log: time, kind, first, second, x, y, speed
CONTACT_COLUMNS = 7
# path log: ball, time, phase, x y z, vx vy vz, hx hy hz, wx wy wz, dwx dwy
SEGMENT_COLUMNS = 17

# what[WHAT_COLUMNS]: how a stroke went
CODE, CONTACTS, SEGMENTS, EVENTS, ENDED, DICE, FAULTY, FAULTY_TOO, FAULT_VALUE, LASTING = range(10)
WHAT_COLUMNS = 10
FINE, OVERLAP, OUTSIDE, NOT_FINITE, ENDLESS, PIN_INSIDE, MISCUE, UNDER_NOSE = range(8)

# parameters[PARAMETER_COLUMNS]: table, then cloth, ball to ball, cushions, flight, cue, pins
LENGTH, WIDTH, NOSE, GRAVITY, MU_SLIDE, MU_ROLL, SPIN_LOSS = range(7)
E_BALL, MU_BASE, MU_RISE, MU_DECAY, PULLED = range(7, 12)  # friction of balls: base + rise exp(-decay slip)
MODEL, E_CUSHION, E_SLOPE, MU_CUSHION, OMEGA, AT_RADIUS = range(12, 18)
E_SLATE, MU_SLATE, LIFTS, LOW_HOP = range(18, 22)
CUE_MASS, END_MASS, E_TIP, SQUIRT = range(22, 26)
PIN_MASS, PIN_E, PIN_HEAD, PIN_HEIGHT, PIN_FALL_SPEED, PIN_TRAVEL, PIN_DRAGS, PIN_SLIDE, PIN_REACH, PIN_CHANCE = range(
    26, 36
)
MISCUE_AT = 36
PARAMETER_COLUMNS = 37

STRONGE, IMPULSE, MIRROR = range(3)

# Speeds that count as none, in units of sqrt(gravity * radius), so that a scaled table plays the scaled stroke.
SLOW = 2e-3  # a contact slower than this, kept up by an acceleration, becomes a lasting one
NONE = 1e-11  # rounding
