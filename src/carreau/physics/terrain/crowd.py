"""Bodies squeezed together, such as a jack between two boules: they would rattle without end in no time.

They are brought to a stop against each other in one step, without rebound: the least impulses along the lines of centres
and from the ground after which none of them closes; then those that were pressed together part very slowly."""

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import (
    ABSENT,
    CROWDED,
    LIFT,
    MASS,
    MODE,
    MOVED,
    RADIUS,
    RAPID,
    VZ,
    Floats,
    Ints,
    X,
    Y,
    Z,
)
from carreau.physics.terrain.impacts import closing, push_apart
from carreau.physics.terrain.notes import bring

SQUEEZED_M = 1e-6
MANY_SWEEPS = 400
PARTING_M_S = 0.02


@inner
def crowd_pairs(motion: Floats, doing: Ints, make: Floats, i: int, group: Ints) -> int:
    """Body i and all that it touches, and what they touch, and so on: their pairs in `group`, up to its room."""
    bodies = motion.shape[0]
    for b in range(bodies):
        doing[b, CROWDED] = 0
    doing[i, CROWDED] = 1
    size, grown = 0, True
    while grown:
        grown = False
        for a in range(bodies):
            if doing[a, CROWDED] != 1:
                continue
            doing[a, CROWDED] = 2
            for b in range(bodies):
                if doing[b, MODE] == ABSENT or b == a or doing[b, CROWDED] == 2 or size == group.shape[0]:
                    continue
                dx, dy, dz = motion[a, X] - motion[b, X], motion[a, Y] - motion[b, Y], motion[a, Z] - motion[b, Z]
                reach = make[a, RADIUS] + make[b, RADIUS] + SQUEEZED_M
                if dx * dx + dy * dy + dz * dz <= reach * reach:
                    group[size, 0], group[size, 1] = a, b
                    size += 1
                    doing[b, CROWDED] = 1
                    grown = True
    return size


@inner
def settle_crowd(
    motion: Floats,
    doing: Ints,
    make: Floats,
    t: float,
    i: int,
    group: Ints,
    impulses: Floats,
    parts: Floats,
    counts: Ints,
) -> int:
    """Stop body i and all that touch it against each other at time t; returns how many pairs stand in `group`."""
    for b in range(motion.shape[0]):
        if doing[b, MODE] != ABSENT:
            bring(motion, doing, b, t, parts, counts)
    size = crowd_pairs(motion, doing, make, i, group)
    for b in range(motion.shape[0]):
        motion[b, LIFT] = 0.0
    for g in range(size):
        impulses[g, 0] = 0.0
        impulses[g, 1] = 0.0
    for sweep in range(MANY_SWEEPS):
        for g in range(size):
            if sweep == MANY_SWEEPS // 2 and impulses[g, 1] > 0.0:
                impulses[g, 0] = PARTING_M_S
            a, b = group[g, 0], group[g, 1]
            nx, ny, nz, speed = closing(motion, a, b)
            wanted = max(impulses[g, 1] + (speed + impulses[g, 0]) / (1.0 / make[a, MASS] + 1.0 / make[b, MASS]), 0.0)
            push_apart(motion, make, a, b, nx, ny, nz, wanted - impulses[g, 1])
            impulses[g, 1] = wanted
        for b in range(motion.shape[0]):
            if doing[b, CROWDED] > 0 and motion[b, Z] <= make[b, RADIUS]:
                lift = max(motion[b, LIFT] - motion[b, VZ], 0.0)
                motion[b, VZ] += lift - motion[b, LIFT]
                motion[b, LIFT] = lift
    for g in range(size):
        for side in range(2):
            b = group[g, side]
            doing[b, MOVED], doing[b, RAPID] = 1, 0
            if motion[b, Z] <= make[b, RADIUS] and motion[b, VZ] < 0.0:
                motion[b, VZ] = 0.0
    return size
