"""How fast strokes are played, against pooltool on the same strokes in the same run, and where the two agree.

python -m benchmarks.strokes             what was measured, and what is asked for
python -m benchmarks.strokes --json      one object
python -m benchmarks.strokes --alone     without pooltool (installed the first time, about 400 MB)
"""

import gc
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.layouts import OPENING, Layout, cluster, random_layouts
from benchmarks.pooltool_peer import asked
from benchmarks.reference import BALL, listed, our_list, ours
from benchmarks.start import start_figures
from carreau.physics.table import CONSTANTS, TABLES, Cue, columns, simulate_strokes
from carreau.physics.table.lay import play
from carreau.physics.table.stroke import bodies_of, parameters_of, simulate_stroke

ASKED = {
    "kernel_us": "at most 6",
    "call_us": "at most 10",
    "result_us": "at most 60",
    "batch_per_s_core": "at least 250000",
    "two_cores_ratio": "at least 1.9",
    "cluster16_us": "at most 200",
    "ratio": "at least 650",
    "import_s": "at most 0.3",
    "warm_first_stroke_s": "at most 0.3",
    "cold_compile_s": "at most 20",
    "memory_mb": "at most 200",
}
TABLE, CAROM, POOLTOOL = TABLES["umb"], CONSTANTS["carom"], CONSTANTS["pooltool"]
COMPARED = 400
BATCH = 100_000
START = """
import json, resource, time
begin = time.perf_counter()
import carreau.physics.table as table
imported = time.perf_counter()
table.simulate_stroke([table.BALL] * 3, {positions}, 0, table.Cue{cue})
played = time.perf_counter()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([imported - begin, played - imported, memory, time.process_time()]))
"""


def best_us(work: Callable[[], object], times: int, rounds: int = 15) -> float:
    """The least processor time of one call, over rounds of so many, in microseconds; without the garbage collector's."""
    work()
    taken = []
    gc.disable()
    try:
        for _ in range(rounds):
            start = time.process_time()
            for _ in range(times):
                work()
            taken.append((time.process_time() - start) / times)
    finally:
        gc.enable()
    return min(taken) * 1e6


def kernel_call(layout: Layout, constants: Any = CAROM) -> Callable[[], object]:
    """The compiled function with arrays that exist already, nothing written down but the state at rest."""
    n = len(layout.positions_m)
    places, bodies = np.array(layout.positions_m), bodies_of((BALL,) * n)
    cue = np.array([*layout.cue, 0.0, 0.0, 20_000.0])
    state, pins, what = (
        np.empty((n, columns.BALL_COLUMNS)),
        np.empty((0, columns.PIN_COLUMNS)),
        np.empty(columns.WHAT_COLUMNS),
    )
    contacts, segments = np.empty((0, columns.CONTACT_COLUMNS)), np.empty((0, columns.SEGMENT_COLUMNS))
    parameters, no_pins = parameters_of(TABLE, constants), np.empty((0, 2))
    return lambda: play(places, bodies, no_pins, cue, parameters, state, pins, contacts, segments, what)


def single_figures() -> dict[str, float]:
    """One stroke: the kernel alone, the call without and with everything that it wrote down; a cluster of sixteen."""
    balls, cue = (BALL,) * 3, Cue(*OPENING.cue)
    places = np.array(OPENING.positions_m)

    def call() -> object:
        return simulate_stroke(balls, places, 0, cue)

    def result() -> object:
        stroke = simulate_stroke(balls, places, 0, cue)
        return stroke.contacts, stroke.segments, stroke.rest_m

    return {
        "events": simulate_stroke(balls, places, 0, cue).events,
        "kernel_us": best_us(kernel_call(OPENING), 2_000),
        "call_us": best_us(call, 1_000),
        "result_us": best_us(result, 500),
        "cluster16_us": best_us(kernel_call(cluster()), 100),
        "cluster16_events": simulate_stroke((BALL,) * 16, cluster().positions_m, 0, Cue(*cluster().cue)).events,
    }


def batch_figures(strokes: int) -> dict[str, float]:
    """Random strokes of three balls by the hundred thousand, on one core and on two."""
    layouts = random_layouts(11, 1_000)
    places = np.resize(np.array([layout.positions_m for layout in layouts]), (strokes, 3, 2))
    cues = np.resize(np.array([layout.cue for layout in layouts]), (strokes, 5))
    per_s = {}
    for threads in (1, 2):
        simulate_strokes((BALL,) * 3, places[:100], 0, cues[:100], threads=threads)
        taken, worked = [], []
        for _ in range(3):
            start, busy = time.perf_counter(), time.process_time()
            simulate_strokes((BALL,) * 3, places, 0, cues, threads=threads)
            taken.append(time.perf_counter() - start)
            worked.append(time.process_time() - busy)
        per_s[threads] = strokes / min(taken)
        if threads == 1:
            per_core_s = strokes / min(worked)
    return {"batch_per_s_core": per_core_s, "batch_per_s_wall": per_s[1], "two_cores_ratio": per_s[2] / per_s[1]}


def question(layouts: list[Layout], spacer_m: float, best_of: int) -> dict[str, Any]:
    """What pooltool is asked: the same balls, cloth, cushions and noses."""
    c = POOLTOOL
    ball = {
        "m": BALL.mass_kg,
        "R": BALL.radius_m,
        "u_s": c.cloth_sliding,
        "u_r": c.cloth_rolling,
        "u_sp_proportionality": c.cloth_spinning_per_m,
        "e_b": c.ball_restitution,
        "e_c": c.cushion_restitution,
        "f_c": c.cushion_friction,
        "g": c.gravity_m_s2,
    }
    table = {"length_m": TABLE.length_m, "width_m": TABLE.width_m, "nose_height_m": TABLE.nose_height_m}
    strokes = [{"positions_m": layout.positions_m, "cue": layout.cue} for layout in layouts]
    return {
        "strokes": strokes,
        "ball": ball,
        "table": table,
        "omega": c.cushion_omega,
        "spacer_m": spacer_m,
        "best_of": best_of,
    }


def peer_figures(compared: int) -> dict[str, float]:
    """The opening stroke timed on both sides under pooltool's numbers, and how many lists of contacts are the same.

    pooltool puts touching balls 1e-6 m apart (its own setting), which moves where they end; with 1e-10 m the same strokes
    show what is left. A stroke at which it raises an error counts as one that differs.
    """
    timed = asked(question([OPENING], 1e-6, 30))["strokes"][0]
    kernel_us = best_us(kernel_call(OPENING, POOLTOOL), 2_000)
    pooltool_us = timed["seconds"] * 1e6
    figures = {
        "pooltool_us": pooltool_us,
        "pooltool_events": timed["events"],
        "kernel_as_pooltool_us": kernel_us,
        "ratio": pooltool_us / kernel_us,
    }
    layouts = random_layouts(5, compared)
    for name, spacer_m in (("", 1e-6), ("_close", 1e-10)):
        answers = asked(question(layouts, spacer_m, 1))["strokes"]
        same, apart = agreement(layouts, answers)
        figures[f"same_contacts{name}"] = same
        figures[f"apart_median{name}_mm"] = statistics.median(apart)
        figures[f"apart_most{name}_mm"] = max(apart)
    return {"compared": compared, **figures}


def agreement(layouts: list[Layout], answers: list[dict[str, Any]]) -> tuple[int, list[float]]:
    """How many strokes have the same contacts in the same order, and how far apart their balls end, mm."""
    same, apart = 0, []
    for layout, answer in zip(layouts, answers, strict=True):
        stroke = ours(layout, TABLE, POOLTOOL)
        if "error" in answer or listed([contact[:3] for contact in answer["contacts"]]) != our_list(stroke):
            continue
        same += 1
        ends = zip(stroke.rest_m[:, :2], answer["rest_m"], strict=True)
        apart.append(max(1000 * math.dist(mine, theirs) for mine, theirs in ends))
    return same, apart


def measured(*, alone: bool = False, strokes: int = BATCH, compared: int = COMPARED) -> dict[str, float]:
    """All figures."""
    figures = {
        **single_figures(),
        **batch_figures(strokes),
        **start_figures(START.format(positions=OPENING.positions_m, cue=OPENING.cue), "stroke"),
    }
    if not alone:
        figures |= peer_figures(compared)
    return {name: float(f"{value:.6g}") for name, value in figures.items()}


def main(words: list[str]) -> int:
    """Print the figures."""
    figures = measured(alone="--alone" in words)
    if "--json" in words:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<24} {value:>12.6g}" + (f"   (asked for: {ASKED[name]})" if name in ASKED else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
