"""How long a fresh Python takes: loading, the first work with an empty cache of compiled code and with a filled one, memory."""

import json
import os
import subprocess
import sys
import tempfile

WARM = 3


def start_figures(code: str, first: str) -> dict[str, float]:
    """The figures of a script that prints `[import_s, first_s, memory_mb, first_cpu_s]`; `first` names its first work."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _started(code, cache)
        warm = [_started(code, cache) for _ in range(WARM)]
    return {
        "import_s": min(start[0] for start in warm),
        f"warm_first_{first}_s": min(start[1] for start in warm),
        "cold_compile_s": cold[1],
        "cold_compile_cpu_s": cold[3],
        "memory_mb": min(start[2] for start in warm),
    }


def _started(code: str, cache: str) -> list[float]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": f"{cache}/modules"}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    figures: list[float] = json.loads(ran.stdout.splitlines()[-1])
    return figures
