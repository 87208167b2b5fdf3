"""The compiled kernel and the same sources run as plain Python give the same strokes, to the last bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.layouts import cluster, random_layouts
from carreau.physics.compiled import compiles
from carreau.physics.table import BALL, JACK, Ball, Cue, simulate_stroke
from tests.strokes import CAROM, GAP, POOLTOOL, UMB

ROOT = Path(__file__).resolve().parent.parent


def dozen() -> list[str]:
    """A dozen strokes and more, as the hexadecimal digits of all that they left: every phase and every kind of contact."""
    found = []
    for number, layout in enumerate(random_layouts(12, 12)):
        raised = (0.0, 0.0, 0.6)[number % 3]
        balls = [BALL, BALL, JACK if number % 4 == 3 else BALL]
        constants = POOLTOOL if number % 5 == 4 else CAROM
        stroke = simulate_stroke(balls, layout.positions_m, 0, Cue(*layout.cue[:4], raised), constants=constants)
        found.append(stroke.contact_log.tobytes().hex() + stroke.segment_log.tobytes().hex())
    castle = simulate_stroke([BALL], [(0.9, 0.72)], 0, Cue(5.0, 0.0), pins_m=UMB.castle_m, seed=4)
    pressed = simulate_stroke([BALL], [(GAP, 0.5)], 0, Cue(2.0, 0.1, 0.3, -0.4))
    row = cluster(1e-4)
    rack = simulate_stroke([BALL] * 16, row.positions_m, 0, Cue(*row.cue))
    over = simulate_stroke([Ball()], [(0.5, 0.7)], 0, Cue(9.0, 3.1, 0.0, 0.0, 0.7))
    for stroke in (castle, pressed, rack, over):
        found.append(stroke.contact_log.tobytes().hex() + stroke.pins_m.tobytes().hex() + stroke.rest_m.tobytes().hex())
    return found


@pytest.mark.skipif(not compiles(), reason="there is no compiler: the plain Python is all there is")
def test_plain_python_gives_the_same_bits() -> None:
    """Any warning of the plain run, such as a division by nought, is an error."""
    code = "from tests.test_stroke_laws_twin import dozen; print('\\n'.join(dozen()))"
    path = os.pathsep.join([str(ROOT), *sys.path])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    words = [sys.executable, "-W", "error", "-c", code]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    plain = ran.stdout.split()
    compiled = dozen()
    assert len(plain) == len(compiled) == 16
    differing = [number for number, (a, b) in enumerate(zip(plain, compiled, strict=True)) if a != b]
    assert not differing
