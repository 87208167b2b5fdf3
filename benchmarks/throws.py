"""How fast throws are played: into a head of eleven boules and the jack, with flight, bounces and spin; whole ends; start.

python -m benchmarks.throws             what was measured, and what is asked for
python -m benchmarks.throws --json      one object
"""

import gc
import json
import math
import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.start import start_figures
from carreau.physics.terrain import THROWERS, Boule, Jack, Throw, aim, simulate_throw, simulate_throws
from carreau.physics.terrain.columns import Floats

ASKED = {
    "throws_per_s_core": "at least 50000, goal 100000",
    "two_cores_ratio": "at least 1.9",
    "ends_per_s_core": "at least 0.7 of throws_per_s_core / 13",
    "import_s": "at most 0.3",
    "warm_first_throw_s": "at most 0.3",
    "cold_compile_cpu_s": "at most 20",
    "memory_mb": "at most 200",
}
STYLES = ("shot", "half_lob", "lob", "roulette")
RANGE_M = 8.0
BATCH, HEADS, ENDS = 40_000, 400, 4_000
SURFACE = "fine_gravel"
BOULES = 11
BODIES: tuple[Boule | Jack, ...] = (Jack(), *(Boule(),) * BOULES)
START = """
import json, resource, time
begin, busy = time.perf_counter(), time.process_time()
import carreau.physics.terrain as terrain
imported = time.perf_counter()
terrain.simulate_throw([terrain.Jack()], [(8.0, 0.0)], terrain.Throw(7.0, 0.5), terrain.Boule())
played = time.perf_counter()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([imported - begin, played - imported, memory, time.process_time() - busy]))
"""


def heads(count: int, rng: np.random.Generator) -> Floats:
    """[count, 12, 2] a jack at RANGE_M and boules scattered round it, none overlapping."""
    found = np.zeros((count, 1 + BOULES, 2))
    for head in found:
        head[0] = RANGE_M, 0.0
        placed = 1
        while placed <= BOULES:
            place = head[0] + rng.normal(0.0, (0.5, 0.4))
            if (np.linalg.norm(head[:placed] - place, axis=1) > 0.08).all():
                head[placed] = place
                placed += 1
    return found


def throws(count: int, rng: np.random.Generator) -> Floats:
    """[count, 8] throws of a club player, a quarter each of shots, half-lobs, lobs and roulettes."""
    meant = np.array([aim(style, RANGE_M, surface=SURFACE).row() for style in STYLES])[np.arange(count) % len(STYLES)]
    meant[:, 2] += rng.normal(0.0, math.radians(1.5), count)
    return THROWERS["club"].executed(meant, rng)


def best(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    """The least time of a piece of work (s), without the garbage collector's."""
    taken = []
    gc.disable()
    try:
        for _ in range(rounds):
            start = clock()
            work()
            taken.append(clock() - start)
    finally:
        gc.enable()
    return min(taken)


def batch_figures(count: int, rounds: int) -> dict[str, float]:
    """Many throws, each into a head of its own, on one core and on two."""
    rng = np.random.default_rng(4)
    places, rows, seeds = heads(HEADS, rng)[np.arange(count) % HEADS], throws(count, rng), np.arange(count)

    def work(cores: int) -> Callable[[], object]:
        return lambda: simulate_throws(BODIES, places, rows, Boule(), surface=SURFACE, seeds=seeds, cores=cores)

    played = simulate_throws(BODIES, places, rows, Boule(), surface=SURFACE, seeds=seeds)
    busy = best(work(1), rounds, time.process_time)
    return {
        "throws_per_s_core": count / busy,
        "two_cores_ratio": best(work(1), rounds, time.perf_counter) / best(work(2), rounds, time.perf_counter),
        "events_a_throw": float(played.events.mean()),
        "bodies_moved_a_throw": float(played.moved.sum(axis=1).mean()),
    }


def single_figures(times: int) -> dict[str, float]:
    """One call from Python, with contacts and rest only, and with its paths."""
    places = heads(1, np.random.default_rng(4))[0]
    throw = aim("half_lob", RANGE_M)

    def call(paths: bool) -> Callable[[], object]:
        return lambda: simulate_throw(BODIES, places, throw, Boule(), surface=SURFACE, paths=paths)

    return {
        "call_us": best(call(False), times, time.process_time) * 1e6,
        "result_us": best(call(True), times, time.process_time) * 1e6,
    }


def ends_figures(count: int, rounds: int) -> dict[str, float]:
    """Whole ends of two elite sides: order of play by the table of the book, counting."""
    try:
        from carreau.simulate.ends import thrown_ends
    except ImportError:
        return {}
    thrown_ends(10)
    busy = best(lambda: thrown_ends(count), rounds, time.process_time)
    return {"ends_per_s_core": count / busy}


def measured(batch: int = BATCH, ends: int = ENDS, rounds: int = 5, start: bool = True) -> dict[str, float]:
    """All figures; fewer throws and ends for a quick look."""
    figures = batch_figures(batch, rounds) | single_figures(200) | ends_figures(ends, rounds)
    return figures | (start_figures(START, "throw") if start else {})


def main(arguments: list[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    simulate_throw([], [], Throw(5.0), Boule())
    figures = measured()
    if "--json" in words:
        print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
        return 0
    for name, value in figures.items():
        asked = f"   asked for: {ASKED[name]}" if name in ASKED else ""
        print(f"{name:22} {value:12,.2f}{asked}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
