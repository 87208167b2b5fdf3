"""Strokes played by pooltool, a simulator that others have written, in a Python of its own.

The benchmarks compare our strokes with it; nothing of it is a dependency. `asked(...)` makes an environment beside the
sources the first time (`--no-deps`, since the package pins a display library that no registry has, and then what it
really imports) and plays the strokes there. Run by that Python, this file reads one JSON object from its input and
writes one to its output, so it must not import anything of ours.

Its frame has the length along y and its angles in degrees; here it's ours: x along the length, y to the left.
"""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

VERSION = "0.6.0"
NEEDS = (
    "numpy==2.3.5", "numba==0.62.1", "scipy", "attrs", "cattrs", "msgpack", "msgpack-numpy", "pyyaml", "click", "pillow",
    "h5py", "rich>=14,<15", "numpy-quaternion", "panda3d==1.10.16", "panda3d-gltf", "panda3d-simplepbr",
)  # fmt: skip
HOME = Path(__file__).resolve().parent.parent / ".benchmarks" / "pooltool"
BALL, CUSHION = 0, 1


def peer_python() -> Path:
    """The Python that has pooltool, made if there is none yet (about 400 MB); it needs a package registry then."""
    python = HOME / "bin" / "python"
    done = HOME / f"made-{VERSION}"
    if not done.exists():
        print(f"Installing pooltool {VERSION} in {HOME.name}: once, about a minute", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True)
        for words in (["--no-deps", f"pooltool-billiards=={VERSION}"], NEEDS):
            install = [str(python), "-m", "pip", "install", "--quiet", *words]
            subprocess.run(
                install, check=True, stderr=subprocess.DEVNULL
            )  # it complains of the missing display library
        done.touch()
    return python


def asked(question: Mapping[str, Any]) -> dict[str, Any]:
    """What pooltool answers; its settings are kept away from the user's own.

    `question`: `strokes`, a list of {"positions_m": [N][2], "cue": [speed, azimuth, side, height, elevation]} in SI units;
    `ball`: its parameters of a ball by its names (m, R, u_s, ...); `table`: length_m, width_m, nose_height_m; `omega`: the
    stiffness ratio of its cushions; `spacer_m`: how far it puts touching balls apart; `best_of`: how often each stroke is
    timed. The answer: `import_s`, `first_s`, `memory_mb` and `strokes`, each with `contacts` [[kind, first, second, time]],
    `rest_m` [N][2], `events` and `seconds`.
    """
    python = peer_python()
    environment = {**os.environ, "HOME": str(HOME)}
    words = [str(python), str(Path(__file__).resolve())]
    ran = subprocess.run(
        words, input=json.dumps(question), capture_output=True, text=True, check=False, env=environment
    )
    if ran.returncode:
        raise RuntimeError(f"pooltool failed: {ran.stderr.strip()[-2000:]}")
    answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return answer


class Peer:
    """pooltool, loaded, with one table and one kind of ball."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        start = time.perf_counter()
        self.pooltool: Any = import_module("pooltool")
        self.import_s = time.perf_counter() - start
        settings: Any = import_module("pooltool.constants")
        settings.MIN_DIST = question.get("spacer_m", 1e-6)
        self.ball = question["ball"]
        self.length_m = question["table"]["length_m"]
        self.width_m = question["table"]["width_m"]
        self.nose_m = question["table"]["nose_height_m"]
        resolver = import_module("pooltool.physics.resolve.resolver").default_resolver()
        resolver.ball_linear_cushion.omega_ratio = question.get("omega", 1.8)
        self.engine = import_module("pooltool.physics.engine").PhysicsEngine(resolver=resolver)

    def system(self, stroke: Mapping[str, Any]) -> Any:
        """A stroke in its terms; the cue ball is the first."""
        pooltool = self.pooltool
        specs = pooltool.objects.BilliardTableSpecs(l=self.length_m, w=self.width_m, cushion_height=self.nose_m)
        balls = {}
        for name, (x, y) in enumerate(stroke["positions_m"]):
            balls[str(name)] = pooltool.Ball.create(str(name), xy=(self.width_m - y, x), **self.ball)
        speed, azimuth, side, height, elevation = stroke["cue"]
        cue = pooltool.Cue(cue_ball_id="0", V0=speed, phi=math.degrees(azimuth) + 90.0, a=side, b=height)
        cue.theta = math.degrees(elevation)
        return pooltool.System(table=pooltool.Table.from_table_specs(specs), balls=balls, cue=cue)

    def played(self, stroke: Mapping[str, Any], best_of: int) -> dict[str, Any]:
        """One stroke, timed; the error's text if it raises one."""
        taken = []
        try:
            for _ in range(best_of):
                system = self.system(stroke)
                start = time.process_time()
                self.pooltool.simulate(system, engine=self.engine, inplace=True)
                taken.append(time.process_time() - start)
        except Exception as error:  # whatever it raises is what we want to know
            return {"error": f"{type(error).__name__}: {error}"}
        rest = [(ball.state.rvw[0][1], self.width_m - ball.state.rvw[0][0]) for ball in system.balls.values()]
        contacts = [self._contact(event, system) for event in system.events if event.event_type.is_collision()]
        return {
            "contacts": [contact for contact in contacts if contact is not None],
            "rest_m": rest,
            "events": len(system.events),
            "seconds": min(taken),
        }

    def _contact(self, event: Any, system: Any) -> list[float] | None:
        kind = str(event.event_type)
        if kind == "ball_ball":
            return [BALL, int(event.ids[0]), int(event.ids[1]), float(event.time)]
        if kind == "ball_linear_cushion":
            return [CUSHION, int(event.ids[0]), self._cushion(system, event.ids[1]), float(event.time)]
        return None

    def _cushion(self, system: Any, name: str) -> int:
        """0 bottom, 1 top, 2 right, 3 left, as we number them."""
        nose = system.table.cushion_segments.linear[name]
        (x1, y1), (x2, _) = nose.p1[:2], nose.p2[:2]
        if abs(x1 - x2) > 1e-9:
            return 0 if abs(y1) < 1e-9 else 1
        return 3 if abs(x1) < 1e-9 else 2


def answered(question: Mapping[str, Any]) -> dict[str, Any]:
    """The strokes of a question, played; the first one twice, since its functions are compiled or loaded then."""
    peer = Peer(question)
    strokes: Sequence[Mapping[str, Any]] = question["strokes"]
    start = time.perf_counter()
    peer.played(strokes[0], 1)
    first_s = time.perf_counter() - start
    played = [peer.played(stroke, question.get("best_of", 1)) for stroke in strokes]
    memory_kb = import_module("resource").getrusage(import_module("resource").RUSAGE_SELF).ru_maxrss
    return {"import_s": peer.import_s, "first_s": first_s, "memory_mb": memory_kb / 1024, "strokes": played}


if __name__ == "__main__":
    print(json.dumps(answered(json.load(sys.stdin))))
