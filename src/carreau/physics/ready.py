"""Compile everything now, once per installation, rather than before the first stroke."""

import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from carreau.physics.compiled import compiles, first_time


def compile_table() -> None:
    """Play one stroke and one series of strokes, with pins and without."""
    from carreau.physics.table import BALL, Cue, simulate_stroke, simulate_strokes

    places, cue = [(0.7, 0.5), (2.1, 0.7), (1.0, 0.9)], Cue(2.0, 0.1)
    row = [(2.0, 0.1, 0.0, 0.0, 0.0)]
    for pins in (None, [(1.42, 0.71)]):
        simulate_stroke([BALL] * 3, places, 0, cue, pins_m=pins)
        simulate_strokes([BALL] * 3, places, 0, row, pins_m=pins)


def compile_terrain() -> None:
    """Throw one boule, and one series of boules."""
    from carreau.physics.terrain import Boule, Jack, Throw, simulate_throw, simulate_throws

    places, throw = [(8.0, 0.0), (8.3, 0.1)], Throw(6.5, math.radians(35.0))
    simulate_throw([Jack(), Boule()], places, throw, Boule())
    simulate_throws([Jack(), Boule()], places, [throw.row()], Boule())


PARTS = {"table": compile_table, "terrain": compile_terrain}


def main() -> int:
    """Compile what is not in the cache yet, both parts at once."""
    missing = [part for part in PARTS if first_time(part)]
    if not compiles() or not missing:
        return 0
    print("carreau: compiling the physics (once per installation, about 20 s)", file=sys.stderr)
    begun = time.monotonic()
    with ProcessPoolExecutor(len(missing), mp_context=get_context("spawn")) as pool:
        for work in [pool.submit(PARTS[part]) for part in missing]:
            work.result()
    print(f"carreau: compiled in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0
