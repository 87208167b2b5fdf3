"""Several contacts in the same moment: all normal impulses together, so that no contact is favoured by its number.

Of the contacts that approach, each leaves with e times its approach or faster, and pushes only (a linear complementarity
problem; Newton restitution with one e never adds energy). Friction follows from one state for all contacts, each taking
its share of the slip, so it takes energy only.
"""

import numpy as np

from carreau.physics.compiled import inner
from carreau.physics.table.balls import approach, ease, line_of_centres, push, restitution, rub, twist
from carreau.physics.table.columns import Array
from carreau.physics.table.motion import advance

SAME_TIME = 1e-12  # s
SWEEPS = 400
SETTLED = 1e-15


@inner
def at_once(pairs: Array, now: float) -> int:
    """How many pairs meet in this moment."""
    count = 0
    for i in range(pairs.shape[0]):
        for j in range(i + 1, pairs.shape[0]):
            if pairs[i, j] <= now + SAME_TIME:
                count += 1
    return count


@inner
def gather(balls: Array, pairs: Array, now: float, count: int) -> Array:
    """The pairs that meet in this moment as rows i, j, brought to it."""
    rows = np.empty((count, 11))
    row = 0
    for i in range(pairs.shape[0]):
        for j in range(i + 1, pairs.shape[0]):
            if pairs[i, j] <= now + SAME_TIME:
                advance(balls, i, now)
                advance(balls, j, now)
                rows[row, 0] = i
                rows[row, 1] = j
                row += 1
    return rows


@inner
def meet_all(balls: Array, rows: Array, parameters: Array) -> None:
    """One impact with all contacts of `rows` [K, 11]: i, j, then scratch: line of centres, least speed apart, impulse, e."""
    solve_normals(balls, rows, parameters)
    share = 1.0 / busiest(balls, rows)
    for k in range(rows.shape[0]):
        i, j = int(rows[k, 0]), int(rows[k, 1])
        nx, ny, nz = rows[k, 2], rows[k, 3], rows[k, 4]
        rows[k, 8], rows[k, 9], rows[k, 10] = rub(balls, i, j, nx, ny, nz, rows[k, 6], rows[k, 7], share, parameters)
    for k in range(rows.shape[0]):
        i, j = int(rows[k, 0]), int(rows[k, 1])
        twist(balls, i, j, rows[k, 2], rows[k, 3], rows[k, 4], rows[k, 8], rows[k, 9], rows[k, 10])
        push(balls, i, j, rows[k, 8], rows[k, 9], rows[k, 10], parameters)


@inner
def solve_normals(balls: Array, rows: Array, parameters: Array) -> None:
    """Sweep over the contacts until no impulse changes."""
    largest = 0.0
    for k in range(rows.shape[0]):
        i, j = int(rows[k, 0]), int(rows[k, 1])
        rows[k, 2], rows[k, 3], rows[k, 4] = line_of_centres(balls, i, j)
        speed = approach(balls, i, j)
        rows[k, 7] = restitution(speed, balls, i, j, parameters) if speed > 0.0 else 0.0
        rows[k, 5] = rows[k, 7] * max(speed, 0.0)
        rows[k, 6] = 0.0
        largest = max(largest, abs(speed))
    for _ in range(SWEEPS):
        change = 0.0
        for k in range(rows.shape[0]):
            i, j = int(rows[k, 0]), int(rows[k, 1])
            light = 1.0 / (ease(balls, i, -rows[k, 4], parameters) + ease(balls, j, rows[k, 4], parameters))
            more = max(light * (approach(balls, i, j) + rows[k, 5]), -rows[k, 6])
            rows[k, 6] += more
            push(balls, i, j, rows[k, 2] * more, rows[k, 3] * more, rows[k, 4] * more, parameters)
            change = max(change, abs(more) / light)
        if change <= SETTLED * largest:
            return


@inner
def busiest(balls: Array, rows: Array) -> float:
    """The most contacts that one ball has among these."""
    most = 1
    for ball in range(balls.shape[0]):
        count = 0
        for k in range(rows.shape[0]):
            if rows[k, 0] == ball or rows[k, 1] == ball:
                count += 1
        most = max(most, count)
    return float(most)
